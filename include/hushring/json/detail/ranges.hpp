// Ranges that can be written as arrays, though nothing can be read into them: views, lists of initializers.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>

#include <hushring/json/detail/containers.hpp>
#include <hushring/json/detail/put.hpp>

namespace hushring::detail {

template <class T>
concept bindable = coded<T> || std::is_arithmetic_v<T> || string_like<T> || quoted_like<T> || optional_like<T> ||
                   vector_like<T> || array_like<T> || tuple_like<T> || struct_like<T>;

template <class R>
concept written_range = !bindable<std::remove_cvref_t<R>> && requires(R& range) {
  { range.begin() != range.end() } -> std::convertible_to<bool>;
  *range.begin();
  ++std::declval<decltype(range.begin())&>();
};

/// One of them, by reference: many views are iterated over only where they are not const.
template <class R>
struct range_reference {
  using value_type = std::remove_cvref_t<decltype(*std::declval<R&>().begin())>;

  R* range;

  [[nodiscard]] auto begin() const { return range->begin(); }
  [[nodiscard]] auto end() const { return range->end(); }
};

template <class R>
struct codec<range_reference<R>> {
  using T = range_reference<R>;

  static constexpr char opening = '[';
  static consteval type_info describe() {
    return {.what = kind::array, .element = &described<typename T::value_type>::info};
  }
  template <write_options O, class Sink>
  static errc put(Sink& sink, const T& value) {
    return put_elements<O>(sink, value);
  }
  template <class...>
  static consteval std::size_t largest() {
    return varies;
  }
  static std::size_t bound(const T& value) {
    std::size_t sum = 2;
    for (const auto& e : value) sum += bound_of_held(e) + 1;
    return sum;
  }
};

}  // namespace hushring::detail
