// JSON from structs.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <hushring/error.hpp>
#include <hushring/json/detail/containers.hpp>
#include <hushring/json/detail/put_tuples.hpp>
#include <hushring/json/options.hpp>

namespace hushring {

/// Room in which `write` is sure to succeed, whatever the options, and fastest. Cheap: a sum over the strings and
/// arrays.
template <class T, class Build = detail::build>
[[nodiscard]] std::size_t size_bound(const T& value) {
  return detail::bound_of(value) + detail::overshoot;
}

/// Writes `value` as compact JSON to `out`: members in declaration order, empty optionals left out. No terminator is
/// written. Doubles and floats are written so that they read back to the same value, with the fewest digits that do:
/// plain from 1e-5 to below 1e21 (10, -0, 0.25; whole numbers beyond 2^53, or 2^24 for floats, with all their digits),
/// with an exponent otherwise (1e21, 1.5e-9); doubles of at most 8 decimals are plain from 1e-8 on.
///
/// Gives the number of bytes. Text that fits exactly is written; fast when `out` has `size_bound(value)` bytes. Bytes
/// of `out` behind the text are unspecified.
///
/// Errors: `buffer_too_small`, whose offset is the number of bytes needed; `not_finite` for NaN and infinity (null by
/// option); `invalid_utf8_in_value` for a string that is not UTF-8. Never throws, allocates, or calls the system.
///
///     std::array<char, 256> buffer;
///     if (auto n = hushring::write(order, buffer)) send(std::string_view(buffer.data(), *n));
template <write_options O = write_options{}, class T, class Build = detail::build>
result<std::size_t> write(const T& value, std::span<char> out) {
  if constexpr (!detail::many_records<T>) {
    if (out.size() >= size_bound(value)) [[likely]] {
      detail::fast_sink sink(out.data());
      if (const errc code = detail::put_value<O>(sink, value); code != errc::ok) return code;
      return static_cast<std::size_t>(sink.position() - out.data());
    }
  }
  detail::exact_sink sink(out.data(), out.size());
  if (const errc code = detail::put_value<O>(sink, value); code != errc::ok) return code;
  if (sink.size() > out.size()) return error{errc::buffer_too_small, sink.size()};
  return sink.size();
}

/// Appends `value` as compact JSON to `out`, and gives the number of bytes appended. On an error `out` is as it was.
template <write_options O = write_options{}, class T, class Build = detail::build>
result<std::size_t> write(const T& value, std::string& out) {
  const std::size_t before = out.size();
  out.resize(before + size_bound(value));
  const auto n = hushring::write<O>(value, std::span<char>(out).subspan(before));
  out.resize(before + n.value_or(0));
  return n;
}

}  // namespace hushring
