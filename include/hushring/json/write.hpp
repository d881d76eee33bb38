// JSON from structs.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>

#include <hushring/error.hpp>
#include <hushring/json/detail/containers.hpp>
#include <hushring/json/detail/put_tuples.hpp>
#include <hushring/json/detail/ranges.hpp>
#include <hushring/json/options.hpp>

namespace hushring {

namespace detail {
inline namespace HUSHRING_BUILD {

/// Writes what fits, and counts the rest.
template <write_options O, class T>
result<std::size_t> write_exactly(const T& value, std::span<char> out) {
  auto sink = [&] {
    if constexpr (O.pretty) return pretty_sink<form_of<O>()>(out.data(), out.size(), O.indent);
    else return exact_sink<form_of<O>()>(out.data(), out.size());
  }();
  if (const errc code = put_value<O>(sink, value); code != errc::ok) return code;
  if (sink.size() > out.size()) return error{errc::buffer_too_small, sink.size()};
  return sink.size();
}

}  // namespace HUSHRING_BUILD
}  // namespace detail

/// Room in which `write<O>` is sure to succeed, and fastest. Cheap: a sum over the strings and arrays, whatever the
/// options; but with `pretty` or `decimals` the value is written to nowhere, to count.
template <write_options O = write_options{}, class T, class Build = detail::build>
[[nodiscard]] std::size_t size_bound(const T& value) {
  if constexpr (detail::is_bounded<O>) {
    return detail::bound_of(value) + detail::overshoot;
  } else {
    const auto n = detail::write_exactly<O>(value, std::span<char>());
    return n ? *n : static_cast<std::size_t>(n.error().offset);
  }
}

/// The same for every value of T, where T has no strings and containers that grow: the size of a buffer.
///
///     std::array<char, hushring::size_bound<quote>()> buffer;
template <class T, class Build = detail::build>
[[nodiscard]] consteval std::size_t size_bound() {
  constexpr std::size_t n = detail::largest_size<T>();
  static_assert(n != detail::varies, "hushring: the size of this type's values varies: ask size_bound(value)");
  return n + detail::overshoot;
}

/// The code that writes a T with the options O: one copy for all who call it. Like `reading`, it can be instantiated once
/// in a program:
///
///     extern template struct hushring::writing<order>;  // behind the definition of order, in its header
///     template struct hushring::writing<order>;         // in one source file
template <class T, write_options O = write_options{}, class Build = detail::build>
struct writing {
  static result<std::size_t> write(const T& value, std::span<char> out);
};

template <class T, write_options O, class Build>
result<std::size_t> writing<T, O, Build>::write(const T& value, std::span<char> out) {
  if constexpr (detail::is_bounded<O> && !detail::many_records<T>) {
    if (out.size() >= size_bound<O>(value)) [[likely]] {
      detail::fast_sink<detail::form_of<O>()> sink(out.data());
      if (const errc code = detail::put_value<O>(sink, value); code != errc::ok) return code;
      return static_cast<std::size_t>(sink.position() - out.data());
    }
  }
  return detail::write_exactly<O>(value, out);
}

/// Writes `value` as JSON to `out`: compact, members in declaration order, empty optionals left out, unless the options
/// say otherwise. No terminator is written. Doubles and floats are written so that they read back to the same value,
/// with the fewest digits that do: plain from 1e-5 to below 1e21 (10, -0, 0.25; whole numbers beyond 2^53, or 2^24 for
/// floats, with all their digits), with an exponent otherwise (1e21, 1.5e-9); doubles of at most 8 decimals are plain
/// from 1e-8 on.
///
/// Gives the number of bytes. Text that fits exactly is written; fast when `out` has `size_bound(value)` bytes. Nothing
/// is stored behind `out`; its bytes behind the text are unspecified.
///
/// Errors: `buffer_too_small`, whose offset is the number of bytes needed; `not_finite` for NaN and infinity,
/// `invalid_utf8_in_value` for a string that is not UTF-8 (by option null, and U+FFFD for what is no UTF-8);
/// `unknown_name` for an enumerator without a text; `out_of_memory` with `sorted_maps`, which needs memory for all of a
/// map's keys. Otherwise it never allocates, and never throws or calls the system.
///
///     std::array<char, 256> buffer;
///     if (auto n = hushring::write(order, buffer)) send(std::string_view(buffer.data(), *n));
template <write_options O = write_options{}, class T, class Build = detail::build>
  requires(!detail::written_range<const T>)
HUSHRING_INLINE result<std::size_t> write(const T& value, std::span<char> out) {
  return writing<T, O>::write(value, out);
}

/// Appends `value` as JSON to `out`, and gives the number of bytes appended. On an error `out` is as it was.
template <write_options O = write_options{}, class T, class Build = detail::build>
  requires(!detail::written_range<const T>)
result<std::size_t> write(const T& value, std::string& out) {
  const std::size_t before = out.size();
  out.resize(before + size_bound<O>(value));
  const auto n = hushring::write<O>(value, std::span<char>(out).subspan(before));
  out.resize(before + n.value_or(0));
  return n;
}

/// The same for any other range that can be gone through more than once: an array of what it gives. Containers, spans
/// and arrays are values like others.
///
///     hushring::write(trades | std::views::filter(is_large), out);
template <write_options O = write_options{}, detail::written_range R, class Build = detail::build>
result<std::size_t> write(R&& range, std::span<char> out) {
  return hushring::write<O>(detail::range_reference<std::remove_reference_t<R>>{&range}, out);
}
template <write_options O = write_options{}, detail::written_range R, class Build = detail::build>
result<std::size_t> write(R&& range, std::string& out) {
  return hushring::write<O>(detail::range_reference<std::remove_reference_t<R>>{&range}, out);
}

}  // namespace hushring
