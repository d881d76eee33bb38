// Which members of a struct JSON has, and under what keys.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include <hushring/json/detail/class_members.hpp>
#include <hushring/json/detail/field_checks.hpp>
#include <hushring/json/detail/kinds.hpp>
#include <hushring/json/fields.hpp>

namespace hushring::detail {

// ---- the members that JSON has

/// Where a JSON member is: a member of the struct, or one of the JSON members of a flattened member.
struct place {
  static constexpr std::uint16_t itself = 0xFFFF;
  std::uint16_t member = 0;
  std::uint16_t inner = itself;
};

/// The member that takes the unknown ones.
template <class T>
consteval std::size_t collecting_member() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    std::size_t found = place::itself;
    if constexpr (fields_of<T>.list.size() != 0) ((is_said<T, I>(field::kind::collect) ? void(found = I) : void()), ...);
    return found;
  }(std::make_index_sequence<class_members<T>::count>{});
}
template <class T>
inline constexpr bool collects_unknown = collecting_member<T>() != place::itself;

template <class T>
consteval auto find_places();
template <class T>
inline constexpr auto places = find_places<T>();

/// How many members T has in JSON.
template <class T>
inline constexpr std::size_t member_count = places<T>.size();

template <class T, std::size_t I>
consteval std::size_t places_of_member() {
  static_assert(sizeof(checked_member<T, I>) != 0);
  if constexpr (is_said<T, I>(field::kind::ignore) || is_said<T, I>(field::kind::collect)) {
    return 0;
  } else if constexpr (is_said<T, I>(field::kind::flatten)) {
    using inner = typename class_members<T>::template type<I>;
    static_assert(!collects_unknown<inner>,
                  "hushring: a flattened struct cannot collect unknown members; collect them in the outer one");
    return member_count<inner>;
  } else {
    return 1;
  }
}

template <class T>
consteval auto find_places() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    if constexpr (fields_of<T>.list.size() == 0) {
      return std::array<place, sizeof...(I)>{place{static_cast<std::uint16_t>(I)}...};
    } else {
      static_assert(sizeof(checked_fields<T>) != 0);
      constexpr std::size_t count = (places_of_member<T, I>() + ... + 0);
      static_assert(count <= most_members, "hushring: a struct can have at most 190 members, flattened ones included");
      std::array<place, (count <= most_members ? count : 0)> out{};
      if constexpr (count > most_members) return out;
      std::size_t n = 0;
      const auto add = [&]<std::size_t K>() {
        for (std::size_t j = 0; j < places_of_member<T, K>(); ++j)
          out[n++] = {K, is_said<T, K>(field::kind::flatten) ? static_cast<std::uint16_t>(j) : place::itself};
      };
      (add.template operator()<I>(), ...);
      return out;
    }
  }(std::make_index_sequence<class_members<T>::count>{});
}

template <class T, std::size_t J>
struct member_type_of {
  static constexpr place at = places<T>[J];
  using outer = typename class_members<T>::template type<at.member>;
  template <bool Itself, class Outer>
  struct choose {
    using type = Outer;
  };
  template <class Outer>
  struct choose<false, Outer> : member_type_of<Outer, at.inner> {};
  using type = typename choose<at.inner == place::itself, outer>::type;
};
template <class T, std::size_t J>
using member_type = typename member_type_of<T, J>::type;

/// The JSON member number J of a struct.
template <std::size_t J, class Object>
constexpr auto& get_member(Object& object) noexcept {
  using T = std::remove_const_t<Object>;
  constexpr place at = places<T>[J];
  auto& member = class_members<T>::template get<at.member>(object);
  if constexpr (at.inner == place::itself) return member;
  else return get_member<at.inner>(member);
}

/// True when no JSON member is const.
template <class T>
consteval bool can_be_set() {
  return []<std::size_t... J>(std::index_sequence<J...>) {
    return (!std::is_const_v<std::remove_reference_t<decltype(get_member<J>(std::declval<T&>()))>> && ...);
  }(std::make_index_sequence<member_count<T>>{});
}

/// True when the description of its struct, the innermost where flattened, says `what` of the JSON member J.
template <class T, std::size_t J>
consteval bool member_is(field::kind what) {
  constexpr place at = places<T>[J];
  if constexpr (at.inner == place::itself) return is_said<T, at.member>(what);
  else return member_is<typename class_members<T>::template type<at.member>, at.inner>(what);
}

// ---- keys

constexpr std::size_t styled_size(std::string_view name, key_style style) noexcept {
  std::size_t n = 0;
  for (const char c : name) n += c != '_' || style == key_style::kebab || style == key_style::screaming;
  return n;
}
template <std::size_t N>
consteval std::array<char, N> style_key(std::string_view name, key_style style) {
  std::array<char, N> out{};
  std::size_t n = 0;
  bool first_of_word = style == key_style::pascal;
  for (char c : name) {
    if (c == '_' && style != key_style::screaming) {
      if (style == key_style::kebab) out[n++] = '-';
      first_of_word = (style == key_style::camel && n != 0) || style == key_style::pascal;
      continue;
    }
    const bool upper = style == key_style::screaming || first_of_word;
    if (upper && c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    else if (style == key_style::lower && c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    out[n++] = c;
    first_of_word = false;
  }
  return out;
}
template <class T>
consteval key_style style_of() {
  for (const field& f : fields_of<T>.list)
    if (f.what == field::kind::key_style) return f.style;
  return key_style::as_written;
}
template <class T, std::size_t I>
inline constexpr auto styled_key = style_key<styled_size(class_members<T>::template name<I>(), style_of<T>())>(
    class_members<T>::template name<I>(), style_of<T>());

template <class T, std::size_t J>
consteval std::string_view key_of() {
  constexpr place at = places<T>[J];
  if constexpr (at.inner != place::itself) {
    return key_of<typename class_members<T>::template type<at.member>, at.inner>();
  } else if constexpr (fields_of<T>.list.size() == 0) {
    return class_members<T>::template name<at.member>();
  } else {
    constexpr std::string_view name = class_members<T>::template name<at.member>();
    if (const field* f = find_field<T>(field::kind::rename, name)) return f->key;
    if constexpr (style_of<T>() == key_style::as_written) return name;
    else return {styled_key<T, at.member>.data(), styled_key<T, at.member>.size()};
  }
}

template <class T>
consteval auto keys_of() {
  return []<std::size_t... J>(std::index_sequence<J...>) {
    return std::array<std::string_view, sizeof...(J)>{key_of<T, J>()...};
  }(std::make_index_sequence<member_count<T>>{});
}

/// Another key for a JSON member.
struct alias_key {
  std::string_view key;
  std::uint32_t member = 0;
};
/// Calls `take(key, J)` for each alias of JSON member J of T.
template <class T, std::size_t J, class Take>
constexpr void each_alias([[maybe_unused]] std::uint32_t member, [[maybe_unused]] Take& take) {
  constexpr place at = places<T>[J];
  if constexpr (at.inner != place::itself) {
    each_alias<typename class_members<T>::template type<at.member>, at.inner>(member, take);
  } else if constexpr (fields_of<T>.list.size() != 0) {
    for (const field& f : fields_of<T>.list)
      if (f.what == field::kind::alias && f.name == class_members<T>::template name<at.member>()) take(f.key, member);
  }
}
template <class T>
consteval std::size_t alias_count() {
  std::size_t n = 0;
  auto count = [&n](std::string_view, std::uint32_t) { ++n; };
  [&]<std::size_t... J>(std::index_sequence<J...>) {
    (each_alias<T, J>(J, count), ...);
  }(std::make_index_sequence<member_count<T>>{});
  return n;
}
template <class T>
consteval auto aliases_of() {
  std::array<alias_key, alias_count<T>()> out{};
  [[maybe_unused]] std::size_t n = 0;
  auto add = [&](std::string_view key, std::uint32_t member) { out[n++] = {key, member}; };
  [&]<std::size_t... J>(std::index_sequence<J...>) {
    (each_alias<T, J>(J, add), ...);
  }(std::make_index_sequence<member_count<T>>{});
  return out;
}

/// Every key that leads to a member: the members' own, then aliases.
template <class T>
consteval auto all_keys() {
  constexpr std::size_t own = member_count<T>;
  std::array<std::string_view, own + alias_count<T>()> out{};
  const auto keys = keys_of<T>();
  for (std::size_t i = 0; i < own; ++i) out[i] = keys[i];
  const auto aliases = aliases_of<T>();
  for (std::size_t i = 0; i < aliases.size(); ++i) out[own + i] = aliases[i].key;
  return out;
}

}  // namespace hushring::detail
