// The values of members that a text does not have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <hushring/json/detail/struct_members.hpp>

namespace hushring::detail {

/// Gives a member the default that its struct's description says.
template <class M>
constexpr void assign_literal(M& member, const field& f) {
  if constexpr (optional_like<M>) assign_literal(engage(member), f);
  else if constexpr (quoted_like<M>) assign_literal(member.value, f);
  else if constexpr (string_like<M>) member = M(f.key);
  else if (f.type == field::literal::floating) member = static_cast<M>(f.floating);
  else if (f.type == field::literal::unsigned_integer) member = static_cast<M>(static_cast<std::uint64_t>(f.integer));
  else member = static_cast<M>(f.integer);
}

/// True when a default is described anywhere in T's own members or those of structs in it.
template <class T>
consteval bool describes_defaults() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    [[maybe_unused]] const auto one = []<std::size_t K>() {
      using M = typename class_members<T>::template type<K>;
      if constexpr (is_said<T, K>(field::kind::ignore)) return false;
      else if constexpr (struct_like<M>) return describes_defaults<M>();
      else return is_said<T, K>(field::kind::default_value);
    };
    return (one.template operator()<I>() || ...);
  }(std::make_index_sequence<class_members<T>::count>{});
}

/// Gives every member that has a described default that one.
template <class T>
constexpr void assign_literals(T& object) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    [[maybe_unused]] const auto one = [&]<std::size_t K>() {
      using M = typename class_members<T>::template type<K>;
      if constexpr (is_said<T, K>(field::kind::default_value)) {
        constexpr field f = *find_field<T>(field::kind::default_value, class_members<T>::template name<K>());
        assign_literal(class_members<T>::template get<K>(object), f);
      } else if constexpr (struct_like<M> && !is_said<T, K>(field::kind::ignore)) {
        if constexpr (describes_defaults<M>()) assign_literals(class_members<T>::template get<K>(object));
      }
    };
    (one.template operator()<I>(), ...);
  }(std::make_index_sequence<class_members<T>::count>{});
}

/// A value as a text without any member would give it.
template <class T>
constexpr T fresh_value() {
  if constexpr (struct_like<T>) {
    if constexpr (describes_defaults<T>()) {
      T value{};
      assign_literals(value);
      return value;
    } else {
      return T{};  // made in its place: T may have ignored members that cannot be moved
    }
  } else {
    return T{};
  }
}

}  // namespace hushring::detail
