// Values that are one of several types: what variants and tagged values have in common.
#pragma once

#include <cstddef>
#include <type_traits>
#include <variant>

#include <hushring/json/detail/choice_search.hpp>
#include <hushring/json/detail/kinds.hpp>
#include <hushring/json/detail/members.hpp>
#include <hushring/json/detail/parse.hpp>
#include <hushring/json/detail/type_info.hpp>

namespace hushring::detail {

// ---- which values a type takes

constexpr json_kinds kinds_beginning_with(char opening) noexcept {
  return opening == '"' ? string_kind : opening == '[' ? array_kind : object_kind;
}
constexpr json_kinds kinds_of_kind(kind what) noexcept {
  switch (what) {
    case kind::boolean: return boolean_kind;
    case kind::signed_integer:
    case kind::unsigned_integer:
    case kind::floating:
    case kind::number: return number_kind;
    case kind::text_or_number: return number_kind | string_kind;
    default: return all_kinds;
  }
}
/// The kinds of values that T takes, besides null.
template <class T>
consteval json_kinds kinds_of() {
  if constexpr (opening_of<T>() != '\0') return kinds_beginning_with(opening_of<T>());
  else if constexpr (requires { codec<T>::kinds(); }) return codec<T>::kinds();
  else if constexpr (optional_like<T>) return kinds_of<held_t<T>>();
  else if constexpr (converted<T>) return kinds_of<typename codec<T>::type>();
  else return kinds_of_kind(kind_of<T>());
}

/// The character that all values of all types begin with, or '\0'. Empty optionals begin in another way when they are
/// written.
template <class... T>
consteval char common_opening() {
  char common = '\0';
  bool same = true;
  const auto one = [&](char opening) {
    if (common == '\0') common = opening;
    same = same && opening != '\0' && opening == common;
  };
  (one(optional_like<T> ? '\0' : opening_of<T>()), ...);
  return same ? common : '\0';
}

inline namespace HUSHRING_BUILD {

/// Alternative I, which keeps the memory it holds when it was there already.
template <std::size_t I, class Variant>
HUSHRING_INLINE auto& hold(Variant& out) {
  if (auto* held = std::get_if<I>(&out)) [[likely]] return *held;
  return out.template emplace<I>();
}

/// Reads a value from its first character on; null is none.
template <read_options O, class T>
HUSHRING_INLINE const char* parse_begun(const char* p, context& c, T& out, unsigned depth) {
  if constexpr (opening_of<T>() != '\0') {
    return *p == opening_of<T>() ? parse_opened<O>(p + 1, c, out, depth) : nullptr;
  } else {
    if (*p == 'n') return nullptr;  // some types take it for a value
    p = parse_opened<O>(p, c, out, depth);
    if constexpr (plain_integer<T>())
      if (p != nullptr && number_goes_on(*p)) return parse_rest_of_integer<O>(p, c, out);
    return p;
  }
}

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
