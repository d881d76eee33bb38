// Says how the members of a struct are spelled in JSON, beside the struct or inside it.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace hushring {

/// What is said about one member: the name it has in C++ and the key it has in JSON.
struct field {
  std::string_view name;
  std::string_view key;
};

/// The member called `name` in C++ is called `key` in JSON.
[[nodiscard]] constexpr field rename(std::string_view name, std::string_view key) noexcept { return {name, key}; }

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
/// Naming a member that does not exist does not compile, nor do two members with one key.
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
