// Says how the members of a struct are spelled and treated in JSON, beside the struct or inside it.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hushring {

/// How the C++ names of members become keys: best_bid as written, bestBid, BestBid, best-bid, BEST_BID, bestbid.
enum class key_style : std::uint8_t { as_written, camel, pascal, kebab, screaming, lower };

/// One statement on one member, or on the struct. Made by the functions below.
struct field {
  enum class kind : std::uint8_t {
    rename, alias, ignore, omit_empty, required, default_value, flatten, collect, key_style, as_array
  };
  enum class literal : std::uint8_t { none, boolean, integer, unsigned_integer, floating, text };

  kind what = kind::rename;
  std::string_view name{};  // in C++
  std::string_view key{};   // rename, alias; the text of a default
  hushring::key_style style = hushring::key_style::as_written;
  literal type = literal::none;  // of a default, which is one of these
  std::int64_t integer = 0;
  double floating = 0;
};

/// The member called `name` in C++ is called `key` in JSON.
[[nodiscard]] constexpr field rename(std::string_view name, std::string_view key) noexcept {
  return {.what = field::kind::rename, .name = name, .key = key};
}
/// The member is read from `key` too; written under its own key. May be said more than once.
[[nodiscard]] constexpr field alias(std::string_view name, std::string_view key) noexcept {
  return {.what = field::kind::alias, .name = name, .key = key};
}
/// The member is no part of the JSON: never read, never written; its key is an unknown one. Its type can be any, but no C
/// array, bit-field or reference.
[[nodiscard]] constexpr field ignore(std::string_view name) noexcept {
  return {.what = field::kind::ignore, .name = name};
}
/// The member is not written when it is empty: an empty string or container, false, a zero, an empty optional.
[[nodiscard]] constexpr field omit_empty(std::string_view name) noexcept {
  return {.what = field::kind::omit_empty, .name = name};
}
/// A text without this member is an error (`missing_member`, at the closing brace), whatever read_options::missing says,
/// also when it is an optional.
[[nodiscard]] constexpr field required(std::string_view name) noexcept {
  return {.what = field::kind::required, .name = name};
}
/// The value the member takes when it is missing or null, instead of its default initializer; of an optional, when it is
/// missing. That it is missing is then no error, whatever the options say; null is, where they say so. For numbers,
/// quoted ones too, booleans and strings, of the same kind and in range; the text of a view must be a literal's.
template <class T>
  requires(std::integral<T> || std::floating_point<T> || std::convertible_to<const T&, std::string_view>)
[[nodiscard]] constexpr field default_value(std::string_view name, const T& value) noexcept {
  field f{.what = field::kind::default_value, .name = name};
  if constexpr (std::same_as<T, bool>) {
    f.type = field::literal::boolean;
    f.integer = value;
  } else if constexpr (std::integral<T>) {
    f.type = std::signed_integral<T> ? field::literal::integer : field::literal::unsigned_integer;
    f.integer = static_cast<std::int64_t>(value);
  } else if constexpr (std::floating_point<T>) {
    f.type = field::literal::floating;
    f.floating = value;
  } else {
    f.type = field::literal::text;
    f.key = value;
  }
  return f;
}
/// The members of this member, a struct, are members of the object itself, under the keys and rules of its own
/// description. Where they are missing, they take the initializers of the outer struct.
[[nodiscard]] constexpr field flatten(std::string_view name) noexcept {
  return {.what = field::kind::flatten, .name = name};
}
/// The unknown members of the object go into this member, a map from strings or a vector of pairs of a string and a
/// value (raw_json takes any); and are written behind the others. A vector keeps repeated ones, and with duplicate::error
/// compares each with all before it: take a map where others decide how many there are. Nothing is then unknown to read_options::unknown. Of
/// duplicates the last one stays in a map, and all in a vector; or they are an error, see read_options::duplicate: a
/// vector is then searched for each, one by one.
[[nodiscard]] constexpr field collect(std::string_view name) noexcept {
  return {.what = field::kind::collect, .name = name};
}
/// Keys are the members' names in another style, but for those that `rename` names. Words are what underscores part.
[[nodiscard]] constexpr field keys(key_style style) noexcept {
  return {.what = field::kind::key_style, .style = style};
}
/// The struct is an array in JSON: its members in declaration order, without keys. Optional members at its end may be
/// left out of the text.
inline constexpr field as_array{.what = field::kind::as_array};

/// The description of a struct's members; those not named keep their C++ names. Either inside the struct:
///
///     struct agg_trade {
///       std::string_view event;
///       std::int64_t event_time;
///       static constexpr hushring::fields fields{hushring::rename("event", "e"), hushring::rename("event_time", "E")};
///     };
///
/// or, for a struct that cannot be changed, before its first use:
///
///     template <> inline constexpr auto hushring::fields_of<agg_trade> = hushring::fields{...};
///
/// Naming a member that does not exist does not compile, nor do two members with one key (an alias counts), or statements
/// that contradict each other. Where there are both, the specialization holds.
template <std::size_t N>
struct fields {
  std::array<field, N> list;

  template <class... Fields>
  constexpr explicit(false) fields(Fields... each) noexcept : list{each...} {}
};
template <class... Fields>
fields(Fields...) -> fields<sizeof...(Fields)>;

namespace detail {
struct no_fields {
  std::array<field, 0> list;
};
template <class T>
consteval auto member_fields() {
  if constexpr (requires { T::fields.list; }) return T::fields;
  else return no_fields{};
}
}  // namespace detail

/// The description that is used for T: its static member `fields` when it has one.
template <class T>
inline constexpr auto fields_of = detail::member_fields<T>();

}  // namespace hushring
