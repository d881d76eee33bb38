// The members that a class has in C++: Boost.PFR finds those of aggregates, a description those of others.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>

#include <boost/pfr/core.hpp>
#include <boost/pfr/core_name.hpp>

#include <hushring/json/detail/struct_shape.hpp>
#include <hushring/json/fields.hpp>

namespace hushring::detail {

/// The members of an aggregate, as Boost.PFR finds them; none where it cannot.
template <class T, std::size_t N = count_class_members<T>()>
struct aggregate_members {
  static constexpr std::size_t count = N;
  template <std::size_t I>
  using type = std::remove_cvref_t<boost::pfr::tuple_element_t<I, T>>;
  template <std::size_t I>
  static consteval std::string_view name() {
    return boost::pfr::get_name<I, T>();
  }
  template <std::size_t I, class Object>
  static constexpr auto& get(Object& object) noexcept {
    return boost::pfr::get<I>(object);
  }
};
template <class T>
struct aggregate_members<T, 0> {
  static constexpr std::size_t count = 0;
  template <std::size_t>
  using type = void;
  template <std::size_t>
  static consteval std::string_view name();
  template <std::size_t, class Object>
  static constexpr auto& get(Object& object) noexcept;
};

/// The members that a class has in C++. Specialized for classes that are no aggregates (json/describe.hpp).
template <class T>
struct class_members : aggregate_members<T> {};

/// What `fields_of<T>` says of that kind about the member, or null.
template <class T>
constexpr const field* find_field(field::kind what, std::string_view name) noexcept {
  for (const field& f : fields_of<T>.list)
    if (f.what == what && f.name == name) return &f;
  return nullptr;
}
template <class T, std::size_t I>
consteval bool is_said(field::kind what) {
  if constexpr (fields_of<T>.list.size() == 0) return false;
  else return find_field<T>(what, class_members<T>::template name<I>()) != nullptr;
}

}  // namespace hushring::detail
