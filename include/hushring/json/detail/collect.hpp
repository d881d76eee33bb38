// Unknown members that their object keeps.
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>
#include <utility>

#include <hushring/json/detail/maps.hpp>
#include <hushring/json/detail/parse.hpp>

namespace hushring::detail {
inline namespace HUSHRING_BUILD {

/// From behind the brace or a member to behind the next key's opening quote.
HUSHRING_INLINE const char* kept_key(const char* p, const context& c) noexcept {
  p = skip_space(p, c.end);
  if (p < c.end && *p == ',') p = skip_space(p + 1, c.end);
  return p < c.end && *p == '"' ? p + 1 : nullptr;
}

/// Reads the unknown member whose value is at `p`, and whose key comes `behind` what was read before it. `collected`
/// others are there.
template <read_options O, class T>
const char* collect_member(const char* p, context& c, const char* behind, T& out, std::size_t& collected,
                           unsigned depth) {
  auto& members = class_members<T>::template get<collecting_member<T>()>(out);
  using M = typename class_members<T>::template type<collecting_member<T>()>;
  const char* const key = kept_key(behind, c);
  if (key == nullptr) return nullptr;  // the text changed
  if constexpr (collects_pairs<M>) {
    if (collected == members.size()) members.emplace_back();  // those there are are reused, with the memory they hold
    auto& member = members[collected];
    if (parse_string(key, c, member.first) == nullptr) return nullptr;
    if constexpr (O.duplicate == duplicate::error)
      for (std::size_t i = 0; i < collected; ++i)
        if (members[i].first == member.first) return c.refuse(errc::duplicate_member, key - 1);
    ++collected;
    return parse_value<O>(p, c, member.second, depth);
  } else {
    if (collected == 0) members.clear();
    typename M::key_type name{};
    if (parse_string(key, c, name) == nullptr) return nullptr;
    if constexpr (std::same_as<decltype(name), std::string_view>)
      if (!make_private(name, key, c)) return nullptr;
    auto& value = members[std::move(name)];
    if constexpr (O.duplicate == duplicate::error)
      if (members.size() == collected) return c.refuse(errc::duplicate_member, key - 1);
    collected = members.size();
    return parse_value<O>(p, c, value, depth);
  }
}

/// Removes what is left of the members that the object had before it was read.
template <class T>
void drop_collected(T& out, std::size_t collected) {
  auto& members = class_members<T>::template get<collecting_member<T>()>(out);
  if constexpr (collects_pairs<std::remove_reference_t<decltype(members)>>)
    members.erase(members.begin() + static_cast<std::ptrdiff_t>(collected), members.end());
  else if (collected == 0) members.clear();
}

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
