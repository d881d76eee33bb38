// Classes and enumerations that Boost.Describe knows. The only header that includes more of Boost than PFR, and part of
// no other.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

#include <boost/describe/enumerators.hpp>
#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>

#include <hushring/json/detail/class_members.hpp>
#include <hushring/json/detail/kinds.hpp>
#include <hushring/json/enums.hpp>

/// Include this before the first use of a described type, and:
///
/// - classes and structs described by BOOST_DESCRIBE_CLASS or BOOST_DESCRIBE_STRUCT are objects, also those that are no
///   aggregates: with private members, constructors, bases. Their members are the described ones: those of bases first,
///   none that are static, none that others of the same name hide. A `fields` description works as for aggregates, and
///   may name inherited members. What is read needs a default constructor. Members are set one by one: no invariant of
///   the class is looked after.
/// - enumerations described by BOOST_DESCRIBE_ENUM are their enumerators' names, unless enum_names says otherwise.
///
///     class position {
///       std::string account_;
///       double size_ = 0;
///       BOOST_DESCRIBE_CLASS(position, (), (), (), (account_, size_))
///      public:
///       static constexpr hushring::fields fields{hushring::rename("account_", "account"),
///                                                hushring::rename("size_", "size")};
///     };
///     BOOST_DEFINE_ENUM_CLASS(side, buy, sell)
namespace hushring {

namespace detail {

template <class T>
  requires(boost::describe::has_describe_members<T>::value && boost::describe::has_describe_bases<T>::value &&
           !std::is_union_v<T>)
inline constexpr bool described_class<T> = true;

template <class T>
  requires(described_class<T>)
struct class_members<T> {
 private:
  using list = boost::describe::describe_members<T, boost::describe::mod_any_access | boost::describe::mod_inherited>;
  template <std::size_t I>
  using at = boost::mp11::mp_at_c<list, I>;

 public:
  static constexpr std::size_t count = boost::mp11::mp_size<list>::value;
  template <std::size_t I>
  using type = std::remove_cvref_t<decltype(std::declval<T&>().*at<I>::pointer)>;
  template <std::size_t I>
  static consteval std::string_view name() {
    return at<I>::name;
  }
  template <std::size_t I, class Object>
  static constexpr auto& get(Object& object) noexcept {
    return object.*at<I>::pointer;
  }
};

}  // namespace detail

template <class E>
  requires(boost::describe::has_describe_enumerators<E>::value)
inline constexpr auto enum_names<E> = []<template <class...> class List, class... Enumerators>(List<Enumerators...>*) {
  return enum_name_list<E, sizeof...(Enumerators)>{{enum_name<E>{Enumerators::value, Enumerators::name}...}};
}(static_cast<boost::describe::describe_enumerators<E>*>(nullptr));

}  // namespace hushring
