// Enumerations, by name or by number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include <hushring/json/detail/named_values.hpp>

namespace hushring {

/// A value of an enumeration and its text in JSON.
template <class E>
struct enum_name {
  E value;
  std::string_view text;
};
template <class E, std::size_t N>
struct enum_name_list {
  std::array<enum_name<E>, N> list;
};

/// Lists the texts of an enumeration's values. A value may have several: all are read, the first is written.
template <class E, std::size_t N>
[[nodiscard]] constexpr enum_name_list<E, N> names(const enum_name<E> (&list)[N]) noexcept {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return enum_name_list<E, N>{{list[I]...}};
  }(std::make_index_sequence<N>{});
}

/// Said of an enumeration: its values are numbers in JSON.
struct by_number_t {};
inline constexpr by_number_t by_number{};

namespace detail {
struct no_names {};
}  // namespace detail

/// How the values of E are spelled in JSON: said outside of all namespaces, before the first use. (json/describe.hpp
/// says it for enumerations that Boost.Describe knows.)
///
///     enum class side { buy, sell };
///     template <> inline constexpr auto hushring::enum_names<side> =
///         hushring::names<side>({{side::buy, "buy"}, {side::sell, "sell"}, {side::sell, "ask"}});
///     template <> inline constexpr auto hushring::enum_names<level> = hushring::by_number;
///
/// By name: a string that is none of the texts is `unknown_name`, as is writing a value that has none; a number is
/// `wrong_type`. By number: any integer of the underlying type.
template <class E>
inline constexpr auto enum_names = detail::no_names{};

/// One value of an enumeration that stands as a number in JSON, whatever others do. Where the enumeration has names, a
/// number that no named value has is `unknown_name`, read or written.
///
///     struct order { hushring::as_number<side> side; };              // {"side":1}
template <class E>
  requires std::is_enum_v<E>
struct as_number {
  E value{};

  constexpr as_number() noexcept = default;
  constexpr explicit(false) as_number(E v) noexcept : value(v) {}
  constexpr explicit(false) operator E() const noexcept { return value; }
  friend constexpr bool operator==(const as_number&, const as_number&) = default;
  friend constexpr bool operator==(const as_number& a, E b) noexcept { return a.value == b; }
};

/// The text that is written for a value; "" when it has none.
template <class E>
  requires requires { enum_names<E>.list; }
[[nodiscard]] constexpr std::string_view name_of(E value) noexcept {
  for (const enum_name<E>& n : enum_names<E>.list)
    if (n.value == value) return n.text;
  return {};
}

namespace detail {

template <class E>
concept named_enum = std::is_enum_v<E> && requires { enum_names<E>.list; };

template <class E>
consteval auto texts_of() {
  std::array<std::string_view, enum_names<E>.list.size()> out{};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = enum_names<E>.list[i].text;
  return out;
}

template <class E>
struct codec_by_name {
  static constexpr auto texts = texts_of<E>();
  static_assert(texts_differ(texts), "hushring: two values of an enumeration have the same text");
  static_assert(texts_are_utf8(texts), "hushring: a text of an enumeration's value is not UTF-8");

  static constexpr char opening = '"';
  static constexpr bool flat = true;
  static consteval type_info describe() {
    return {.what = kind::text,
            .length = texts.size(),
            .check = [](const char* first, const char* last) noexcept { return check_name(first, last, texts); },
            .names = texts.data()};
  }
  template <class...>
  static consteval bool views() {
    return false;
  }
  template <read_options O>
  HUSHRING_INLINE static const char* parse(const char* p, const context& c, E& out, unsigned) noexcept {
    std::size_t i;
    p = parse_name<texts>(p, c, i);
    if (p != nullptr) [[likely]] out = enum_names<E>.list[i].value;
    return p;
  }
  template <write_options O, class Sink>
  HUSHRING_INLINE static errc put(Sink& sink, E value) noexcept {
    for (const enum_name<E>& n : enum_names<E>.list) {
      if (n.value != value) continue;
      static_cast<void>(sink.string(n.text));
      sink.character('"');
      return errc::ok;
    }
    return errc::unknown_name;
  }
  template <class...>
  static consteval std::size_t largest() {
    std::size_t most = 0;
    for (const std::string_view text : texts) most = text.size() > most ? text.size() : most;
    return most * 6 + 2;
  }
};

/// As integer does with E's underlying type; `E` and `as_number<E>` alike.
template <class T, class E>
struct codec_by_number {
  using underlying = std::underlying_type_t<E>;
  static_assert(!std::same_as<underlying, bool> && sizeof(underlying) <= 8,
                "hushring: only enumerations of integers are bound by number");
  static_assert(requires { E{underlying{}}; },
                "hushring: by number, an enumeration needs an underlying type: enum color : int");
  // char and the like are no integers in JSON
  using number = std::conditional_t<std::is_signed_v<underlying>, std::make_signed_t<underlying>,
                                    std::make_unsigned_t<underlying>>;

  static constexpr char opening = '\0';
  static constexpr bool flat = true;
  HUSHRING_INLINE static bool begins(char c) noexcept { return c >= '-' && c <= '9'; }
  static consteval type_info describe() {
    if constexpr (named_enum<E>) {
      return {.what = kind::converted,
              .element = &described<number>::info,
              .check = [](const char* first, const char* last) noexcept {
                number v{};
                const bool good = read_any_integer(first, context{first, last, nullptr, 0}, false, v) != nullptr;
                return good && is_value(v) ? errc::ok : errc::unknown_name;
              }};
    } else {
      return {.what = kind_of<number>(), .bits = sizeof(number) * 8};
    }
  }
  template <class...>
  static consteval bool views() {
    return false;
  }
  template <read_options O>
  HUSHRING_INLINE static const char* parse(const char* p, const context& c, T& out, unsigned) noexcept {
    number v{};
    p = parse_integer<O>(p, c, v);
    if (p != nullptr && number_goes_on(*p)) [[unlikely]] p = parse_rest_of_integer<O>(p, c, v);
    if (p == nullptr || !is_value(v)) [[unlikely]] return nullptr;
    out = static_cast<E>(v);
    return p;
  }
  template <write_options O, class Sink>
  HUSHRING_INLINE static errc put(Sink& sink, const T& value) noexcept {
    const auto v = static_cast<number>(static_cast<E>(value));
    if (!is_value(v)) [[unlikely]] return errc::unknown_name;
    sink.number(v);
    return errc::ok;
  }
  template <class...>
  static consteval std::size_t largest() {
    return largest_size<number>();
  }
  static constexpr bool empty(const T& value) noexcept { return static_cast<E>(value) == E{}; }

 private:
  static constexpr bool is_value([[maybe_unused]] number v) noexcept {
    if constexpr (named_enum<E>) {
      for (const enum_name<E>& n : enum_names<E>.list)
        if (static_cast<number>(n.value) == v) return true;
      return false;
    } else {
      return true;
    }
  }
};

template <class E>
struct codec_without_names {
  static_assert(!std::is_enum_v<E>,
                "hushring: this enumeration has no texts: specialize hushring::enum_names for it, with names or "
                "by_number");
};

template <class E>
consteval auto choose_enum_codec() {
  if constexpr (named_enum<E>) return std::type_identity<codec_by_name<E>>{};
  else if constexpr (std::same_as<decltype(enum_names<E>), const by_number_t>)
    return std::type_identity<codec_by_number<E, E>>{};
  else return std::type_identity<codec_without_names<E>>{};
}

template <class E>
  requires(std::is_enum_v<E> && !converted<E>)
struct codec<E> : decltype(choose_enum_codec<E>())::type {};
template <class E>
struct codec<as_number<E>> : codec_by_number<as_number<E>, E> {};

}  // namespace detail
}  // namespace hushring
