// Objects whose members are not known: std::map, std::unordered_map, and containers like them. Recognised by what they
// can do, so that none of them is included here.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <utility>

#include <hushring/json/detail/codec.hpp>
#include <hushring/json/detail/parse.hpp>
#include <hushring/json/detail/put.hpp>
#include <hushring/json/detail/sorted_maps.hpp>

namespace hushring::detail {

/// One value for every key.
template <class T>
concept map_like = requires(T& map, typename T::key_type key) {
  typename T::mapped_type;
  { map[std::move(key)] } -> std::same_as<typename T::mapped_type&>;
  { map.size() } -> std::convertible_to<std::size_t>;
  map.clear();
  map.begin();
};

/// What a key is read and written as: integers are in quotes.
template <class K>
struct key_form {
  using type = K;
};
template <integer K>
struct key_form<K> {
  using type = quoted<K>;
};

inline namespace HUSHRING_BUILD {

/// From behind `{` (`first`) or behind a member's value to behind its key's opening quote, or past the closing brace.
HUSHRING_INLINE const char* parse_to_key(const char* p, const context& c, bool first, bool& closed) noexcept {
  p = pass_space(p, c.end);
  if (p >= c.end) return nullptr;
  if (*p == '}') {
    closed = true;
    return p + 1;
  }
  if (!first) {
    if (*p != ',') return nullptr;
    p = pass_space(p + 1, c.end);
  }
  return p < c.end && *p == '"' ? p + 1 : nullptr;
}
/// From behind a key to its value.
HUSHRING_INLINE const char* parse_to_value(const char* p, const context& c) noexcept {
  p = pass_space(p, c.end);
  if (p >= c.end || *p != ':') return nullptr;
  p = pass_space(p + 1, c.end);
  return p < c.end ? p : nullptr;
}

/// A view of bytes that nobody changes: containers order and hash their keys, and the text may be another process's.
HUSHRING_COLD inline bool make_private(std::string_view& key, const char* text, context& c) noexcept {
  if (key.data() != text + c.to_text || key.empty()) return true;  // decoded: in the arena already
  char* const place = c.scratch->reserve(key.size());
  if (place == nullptr) {
    c.out_of_memory = true;
    return false;
  }
  std::memcpy(place, text, key.size());
  if (!is_plain_string(place, key.size())) return false;
  c.scratch->commit(key.size());
  key = {place, key.size()};
  return true;
}

template <read_options O, class T>
const char* parse_map(const char* p, context& c, T& out, unsigned depth) {
  using K = typename T::key_type;
  out.clear();
  if (depth > O.max_depth || p >= c.end) [[unlikely]] return nullptr;
  bool closed = false;
  for (bool first = true;; first = false) {
    const char* const begin = parse_to_key(p, c, first, closed);
    if (begin == nullptr || closed) return begin;
    typename key_form<K>::type key{};
    if ((p = parse_opened<decoding<O>>(begin, c, key, depth)) == nullptr) return nullptr;
    if constexpr (std::same_as<K, std::string_view>)
      if (!make_private(key, begin, c)) return nullptr;
    if ((p = parse_to_value(p, c)) == nullptr) return nullptr;
    [[maybe_unused]] const std::size_t before = out.size();
    auto& value = [&]() -> auto& {
      if constexpr (integer<K>) return out[K{key.value}];
      else return out[std::move(key)];
    }();
    if constexpr (O.duplicate == duplicate::error)
      // keys may be the same though they are spelt differently: "1" and "1.0"
      if (out.size() == before) return c.refuse(errc::duplicate_member, begin - 1);
    if ((p = parse_value<O>(p, c, value, depth)) == nullptr) return nullptr;
  }
}

}  // namespace HUSHRING_BUILD

/// Maps are objects. Keys are strings, which may be views (their bytes are copied into the reader's arena), integers in
/// quotes, or what else is a string in JSON (enumerations). A map is cleared before it is read; the last of equal keys
/// wins (or is an error, see read_options::duplicate); null gives a default value. Written in the map's order.
template <map_like T>
  requires(!converted<T>)
struct codec<T> {
  using key = typename key_form<typename T::key_type>::type;
  using mapped = typename T::mapped_type;
  static_assert(opening_of<key>() == '"' && !nullable<key>(),
                "hushring: a map's keys are strings, integers, or a type that is a string in JSON");
  static_assert(std::same_as<key, std::string_view> || !detail::holds_views<key>(),
                "hushring: of views, only std::string_view can be a map's key");

  static constexpr char opening = '{';
  static consteval type_info describe() {
    return {.what = kind::map, .element = &described<mapped>::info, .key = &described<key>::info};
  }
  template <class... Within>
  static consteval bool views() {
    return detail::holds_views<key>() || detail::holds_views<mapped, Within...>();
  }
  template <read_options O>
  static const char* parse(const char* p, context& c, T& out, unsigned depth) {
    return parse_map<O>(p, c, out, depth + 1);
  }

  template <write_options O, class Sink>
  static errc put(Sink& sink, const T& value) {
    if constexpr (O.sorted_maps)
      return put_sorted_map<O>(sink, value, [](const auto& k) -> decltype(auto) { return as_key(k); });
    bool later = false;
    for (const auto& [k, v] : value) {
      if (later) sink.character(',');
      later = true;
      errc code = put_value<O>(sink, as_key(k));
      if (code != errc::ok) return code;
      sink.character(':');
      code = put_value<O>(sink, v);
      if (code != errc::ok) return code;
    }
    sink.character('}');
    return errc::ok;
  }
  template <class... Within>
  static consteval std::size_t largest() {
    return varies;
  }
  static std::size_t bound(const T& value) {
    std::size_t sum = 2;
    for (const auto& [k, v] : value) sum += bound_of(as_key(k)) + bound_of_held(v) + 2;
    return sum;
  }
  static bool empty(const T& value) noexcept { return value.size() == 0; }

 private:
  template <class K>
  static decltype(auto) as_key(const K& k) noexcept {
    if constexpr (integer<K>) return quoted<K>{k};
    else return (k);
  }
};

}  // namespace hushring::detail
