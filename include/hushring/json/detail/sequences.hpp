// Arrays whose elements do not lie one behind the other, or in memory that the container does not own: std::deque,
// std::list, std::set, std::span, and containers like them, recognised by what they can do.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include <hushring/json/detail/codec.hpp>
#include <hushring/json/detail/maps.hpp>
#include <hushring/json/detail/parse.hpp>
#include <hushring/json/detail/put.hpp>

namespace hushring::detail {

/// One that grows at its end, and keeps its elements in place meanwhile.
template <class T>
concept list_like = !vector_like<T> && !string_like<T> && requires(T& list) {
  { list.emplace_back() } -> std::same_as<typename T::value_type&>;
  { list.size() } -> std::convertible_to<std::size_t>;
  list.erase(list.begin(), list.end());
};
/// One that has its own place for every element.
template <class T>
concept set_like = !map_like<T> && std::same_as<typename T::key_type, typename T::value_type> &&
                   requires(T& set, typename T::value_type element) {
                     set.insert(std::move(element));
                     { set.size() } -> std::convertible_to<std::size_t>;
                     set.clear();
                     set.begin();
                   };

/// What is the same for all of them.
template <class T, class E>
struct sequence_codec {
  static constexpr char opening = '[';
  static consteval type_info describe() { return {.what = kind::array, .element = &described<E>::info}; }
  template <class... Within>
  static consteval bool views() {
    return detail::holds_views<E, Within...>();
  }
  template <write_options O, class Sink>
  static errc put(Sink& sink, const T& value) {
    return put_elements<O>(sink, value);
  }
  template <class... Within>
  static consteval std::size_t largest() {
    return varies;
  }
  static std::size_t bound(const T& value) { return bound_of_elements(value); }
  static bool empty(const T& value) noexcept { return value.size() == 0; }
};

inline namespace HUSHRING_BUILD {

/// Reads the elements of an array; `place(i, p)` is where number `i` goes, which stands at `p`, or null. It may be
/// asked for the last one again.
template <read_options O, class E, class Place>
const char* parse_places(const char* p, context& c, unsigned depth, std::size_t& count, Place&& place) {
  if (depth > O.max_depth || p >= c.end) [[unlikely]] return nullptr;
  return parse_elements<O, E>(
      p, c, 0,
      [&](const char* q, std::size_t i, const char* behind = nullptr) -> const char* {
        E* const element = place(i, q != nullptr ? q - opening_size<E> : behind);
        return element != nullptr ? parse_element<O>(q, behind, c, *element, depth) : nullptr;
      },
      [&](std::size_t i, const char* q) {
        E* const element = place(i, q);
        return element != nullptr && null_element_value<O>(*element);
      },
      count, depth);
}

}  // namespace HUSHRING_BUILD

/// std::deque, std::list: the elements they have are reused, with the memory they hold.
template <list_like T>
  requires(!converted<T>)
struct codec<T> : sequence_codec<T, typename T::value_type> {
  template <read_options O>
  static const char* parse(const char* p, context& c, T& out, unsigned depth) {
    using E = typename T::value_type;
    const std::size_t had = out.size();
    auto next = out.begin();
    E* last = nullptr;
    std::size_t taken = 0;
    std::size_t count = 0;
    p = parse_places<O, E>(p, c, depth + 1, count, [&](std::size_t i, const char*) {
      if (i == taken) {
        last = taken < had ? std::addressof(*next++) : std::addressof(out.emplace_back());
        ++taken;
      }
      return last;
    });
    if (p != nullptr && count < had) out.erase(next, out.end());
    return p;
  }
};

/// std::set, std::unordered_set: cleared first; equal elements become one. Views are copied into the reader's arena, as
/// a map's keys are.
template <set_like T>
  requires(!converted<T>)
struct codec<T> : sequence_codec<T, typename T::value_type> {
  using element = typename T::value_type;
  static_assert(std::same_as<element, std::string_view> || !detail::holds_views<element>(),
                "hushring: of views, only std::string_view can be in a set");

  template <read_options O>
  static const char* parse(const char* p, context& c, T& out, unsigned depth) {
    out.clear();
    element last{};
    const char* begin = nullptr;
    std::size_t taken = 0;
    std::size_t count = 0;
    const auto insert = [&] {
      if constexpr (std::same_as<element, std::string_view>)
        if (!make_private(last, begin, c)) return false;
      out.insert(std::move(last));
      last = element{};
      return true;
    };
    p = parse_places<O, element>(p, c, depth + 1, count, [&](std::size_t i, const char* at) -> element* {
      if (i == taken) {
        // the one before is complete only now: the rest of an integer is read late
        if (taken++ != 0 && !insert()) return nullptr;
        begin = at + 1;
      }
      return &last;
    });
    if (p == nullptr || (count != 0 && !insert())) return nullptr;
    return p;
  }
};

/// std::span: elements are written into the storage that it refers to when the read begins; then it is as long as the
/// array was. More elements than that are `wrong_length`. A missing or null one is empty and refers to nothing, so the
/// storage is set before each read.
template <class E>
struct codec<std::span<E>> : sequence_codec<std::span<E>, std::remove_const_t<E>> {
  template <read_options O>
  static const char* parse(const char* p, context& c, std::span<E>& out, unsigned depth) {
    static_assert(!std::is_const_v<E>, "hushring: nothing can be read into a span of const");
    std::size_t count = 0;
    p = parse_places<O, E>(p, c, depth + 1, count, [&](std::size_t i, const char* at) -> E* {
      if (i < out.size()) return &out[i];
      c.refuse(errc::wrong_length, at);
      return nullptr;
    });
    if (p != nullptr) out = out.first(count);
    return p;
  }
};

}  // namespace hushring::detail
