// Types of your own, by way of a type that is bound.
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include <hushring/error.hpp>
#include <hushring/json/arena.hpp>
#include <hushring/json/detail/containers.hpp>
#include <hushring/json/detail/text.hpp>

namespace hushring {

/// Specialize it, outside of all namespaces and before the first use, to bind T as if it were another type:
///
///     template <>
///     struct hushring::convert<uuid> {
///       using type = std::string_view;               // what is read: any type that is bound, structs too
///       static hushring::errc read(const type& text, uuid& out) noexcept {
///         return out.parse(text) ? hushring::errc::ok : hushring::errc::invalid_text;
///       }
///       static hushring::fixed_string<36> write(const uuid& id) noexcept { return id.text(); }
///     };
///
/// `read` is given what was read, and says whether it is a T; any code but `ok` becomes the error, at the value's first
/// byte. It must decide by its argument alone: where it refuses, it is asked again. Views that it is given end with the
/// call, unless `static constexpr bool keeps_views = true` is said: then T is a type that holds views (see reader).
/// null and missing members never get there: they give the default.
///
/// `write` gives what stands in JSON, a value of any bound type that begins like `type` (not an optional); views in it
/// may point into its argument. Where the length of that varies, it is called twice. One of `read` and `write` may be
/// left out, where only the other is needed.
///
/// `static constexpr std::string_view format` is optional: what values look like to people and in schemas.
template <class T>
struct convert;

namespace detail {

template <class T>
consteval bool keeps_views() {
  if constexpr (requires { convert<T>::keeps_views; }) return convert<T>::keeps_views;
  else return false;
}

/// Asks the hook about a value that is good JSON of the right kind.
template <class T>
errc check_converted(const char* first, const char* last) noexcept {
  typename convert<T>::type value{};
  arena scratch;
  error why{};
  // what does not read as it did has changed, or was refused for another reason that is known already
  if (!parse_copy<read_options{.max_depth = largest_depth}>(first, last, value, &scratch, why)) return errc::ok;
  T ignored{};
  return convert<T>::read(value, ignored);
}

template <converted T>
struct codec<T> {
  using type = typename convert<T>::type;
  static_assert(!optional_like<type>, "hushring: convert<T>::type is no optional; null never gets there");

  static constexpr char opening = opening_of<type>();
  static constexpr bool flat = detail::flat<type>;
  HUSHRING_INLINE static bool begins(char c) noexcept {
    if constexpr (nullable<type>())
      if (c == 'n') return false;
    return detail::begins<type>(c);
  }
  static consteval type_info describe() {
    type_info info{.what = kind::converted, .element = &described<type>::info};
    if constexpr (requires { &convert<T>::read; }) info.check = check_converted<T>;
    if constexpr (requires { convert<T>::format; }) info.format = convert<T>::format;
    else info.format = described_format();
    return info;
  }
  template <class... Within>
  static consteval bool views() {
    return keeps_views<T>();
  }

  template <read_options O>
  HUSHRING_INLINE static const char* parse(const char* p, context& c, T& out, unsigned depth) {
    if constexpr (nullable<type>())
      if (*p == 'n') return nullptr;  // null is none of T's values, though it may be one of type's
    if constexpr (detail::holds_views<type>() && !keeps_views<T>()) {
      arena own;  // what was decoded is not needed any more when this returns
      arena* const scratch = c.scratch;
      if (scratch == nullptr) c.scratch = &own;
      p = parse_type<O>(p, c, out, depth);
      c.scratch = scratch;
      return p;
    } else {
      return parse_type<O>(p, c, out, depth);
    }
  }

  template <write_options O, class Sink>
  HUSHRING_INLINE static errc put(Sink& sink, const T& value) {
    decltype(auto) written = convert<T>::write(value);
    using W = std::remove_cvref_t<decltype(written)>;
    static_assert(!optional_like<W> && opening_of<W>() == opening,
                  "hushring: convert<T>::write gives a value that begins as convert<T>::type does, and no optional");
    return put_opened<O>(sink, static_cast<const W&>(written));
  }
  template <class... Within>
  static consteval std::size_t largest() {
    if constexpr (requires(const T& value) { convert<T>::write(value); })
      return largest_size<std::remove_cvref_t<decltype(convert<T>::write(std::declval<const T&>()))>, T, Within...>();
    else return varies;
  }
  static std::size_t bound(const T& value) { return bound_of(convert<T>::write(value)); }

 private:
  static consteval std::string_view described_format() {
    if constexpr (coded<type>) return codec<type>::describe().format;
    else return {};
  }
  template <read_options O>
  HUSHRING_INLINE static const char* parse_type(const char* p, context& c, T& out, unsigned depth) {
    type value{};
    p = parse_opened<O.escapes == escapes::raw ? decoding<O> : O>(p, c, value, depth);
    if constexpr (plain_integer<type>())
      if (p != nullptr && number_goes_on(*p)) [[unlikely]] p = parse_rest_of_integer<O>(p, c, value);
    if (p == nullptr || convert<T>::read(value, out) != errc::ok) [[unlikely]] return nullptr;
    return p;
  }
};

}  // namespace detail
}  // namespace hushring
