// Which C++ types are bound to which JSON values.
#pragma once

#include <array>
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <hushring/json/detail/codec.hpp>
#include <hushring/json/detail/type_info.hpp>
#include <hushring/json/fields.hpp>
#include <hushring/json/quoted.hpp>

namespace hushring::detail {

template <class T>
struct is_vector : std::false_type {};
template <class T, class A>
struct is_vector<std::vector<T, A>> : std::true_type {};

template <class T>
struct is_std_array : std::false_type {};
template <class T, std::size_t N>
struct is_std_array<std::array<T, N>> : std::true_type {};

template <class T>
struct is_optional : std::false_type {};
template <class T>
struct is_optional<std::optional<T>> : std::true_type {};

template <class T>
struct is_unique_ptr : std::false_type {};
template <class T>
struct is_unique_ptr<std::unique_ptr<T>> : std::bool_constant<!std::is_array_v<T>> {};

template <class T>
struct is_std_tuple : std::false_type {};
template <class A, class B>
struct is_std_tuple<std::pair<A, B>> : std::true_type {};
template <class... T>
struct is_std_tuple<std::tuple<T...>> : std::true_type {};

template <class T>
struct is_quoted : std::false_type {};
template <class T>
struct is_quoted<quoted<T>> : std::true_type {
  static_assert(std::is_arithmetic_v<T> && !std::same_as<T, bool> && !std::same_as<T, char>,
                "hushring: quoted<> holds a number: an integer, float or double");
};

template <class T>
struct is_owned_string : std::false_type {};
template <class Traits, class A>
struct is_owned_string<std::basic_string<char, Traits, A>> : std::true_type {};

/// A string or view of characters other than char, or with other traits.
template <class T>
concept other_string = requires {
  typename T::traits_type;
  requires std::same_as<typename T::traits_type::char_type, typename T::value_type>;
};

template <class T>
concept character = std::same_as<T, char> || std::same_as<T, wchar_t> || std::same_as<T, char8_t> ||
                    std::same_as<T, char16_t> || std::same_as<T, char32_t>;
template <class T>
concept integer = std::integral<T> && !std::same_as<T, bool> && !character<T> && sizeof(T) <= 8;
template <class T>
concept floating = std::same_as<T, float> || std::same_as<T, double>;
template <class T>
concept number = integer<T> || floating<T>;
template <class T>
concept owned_string = is_owned_string<T>::value;
template <class T>
concept string_like = owned_string<T> || std::same_as<T, std::string_view>;
/// A container of no fixed length whose elements lie one behind the other: std::vector, and those like it.
template <class T>
concept vector_like = is_vector<T>::value || requires(T& v) {
  { v.data() } -> std::same_as<typename T::value_type*>;
  { v.size() } -> std::convertible_to<std::size_t>;
  { v.capacity() } -> std::convertible_to<std::size_t>;
  v.emplace_back();
  v.resize(v.size());
  v.erase(v.begin(), v.end());
};
/// std::vector<bool>: its elements have no addresses.
template <class T>
concept vector_of_bits = is_vector<T>::value && std::same_as<typename T::value_type, bool>;
template <class T>
concept array_like = is_std_array<T>::value;
/// What may be empty, as null: std::optional and std::unique_ptr.
template <class T>
concept optional_like = is_optional<T>::value || is_unique_ptr<T>::value;
template <class T>
concept quoted_like = is_quoted<T>::value;
/// A struct to be bound member by member: an aggregate, or a class whose members were described (json/describe.hpp).
template <class T>
inline constexpr bool described_class = false;
template <class T>
concept struct_like = std::is_class_v<T> && (std::is_aggregate_v<T> || described_class<T>) && !array_like<T> &&
                      !quoted_like<T> && !coded<T>;
template <class T>
consteval bool written_as_array() {
  for (const field& f : fields_of<T>.list)
    if (f.what == field::kind::as_array) return true;
  return false;
}
/// One that is an object in JSON.
template <class T>
concept object_like = struct_like<T> && !written_as_array<T>();
/// An array of differing elements in JSON.
template <class T>
concept tuple_like = is_std_tuple<T>::value || (struct_like<T> && written_as_array<T>());

// ---- what may be empty

template <optional_like T>
constexpr bool engaged(const T& v) noexcept {
  return static_cast<bool>(v);
}
/// The value inside, made when there is none.
template <optional_like T>
constexpr auto& engage(T& v) {
  if constexpr (is_optional<T>::value) {
    if (!v.has_value()) v.emplace();
  } else {
    if (v == nullptr) v = std::make_unique<typename T::element_type>();
  }
  return *v;
}

/// What T holds: the elements of an array, the value of an optional.
template <class T>
struct held {
  using type = typename T::value_type;
};
template <class T>
struct held<std::unique_ptr<T>> {
  using type = T;
};
template <class T>
using held_t = typename held<T>::type;

/// How many elements a container can hold at most, where its type says so (boost::container::static_vector and the
/// like); 0 where it grows.
template <vector_like T>
consteval std::size_t most_elements() {
  if constexpr (!requires { T::capacity(); }) return 0;  // small vectors have a capacity of their own, but grow
  else if constexpr (requires { T::static_capacity; }) return T::static_capacity;
  else return T::capacity();
}

/// True where null is one of the values.
template <class T>
consteval bool nullable() {
  if constexpr (requires { codec<T>::nullable; }) return codec<T>::nullable;
  else return optional_like<T>;
}
template <class T>
consteval kind kind_of() {
  if constexpr (coded<T>) return codec<T>::describe().what;
  else if constexpr (std::same_as<T, bool>) return kind::boolean;
  else if constexpr (integer<T>) return std::is_signed_v<T> ? kind::signed_integer : kind::unsigned_integer;
  else if constexpr (floating<T>) return kind::floating;
  else if constexpr (string_like<T>) return kind::string;
  else if constexpr (quoted_like<T>) return kind::quoted;
  else if constexpr (optional_like<T>) {
    static_assert(!nullable<held_t<T>>(), "hushring: in an optional of what may be null itself, null has two meanings");
    return kind::optional;
  }
  else if constexpr (vector_like<T>) return kind::array;
  else if constexpr (array_like<T>) return kind::fixed_array;
  else if constexpr (tuple_like<T>) return kind::tuple;
  else {
    static_assert(!std::is_array_v<T>, "hushring: C arrays cannot be bound; use std::array");
    static_assert(!std::is_pointer_v<T>, "hushring: pointers cannot be bound; use std::optional or a value");
    static_assert(!std::is_union_v<T>, "hushring: unions cannot be bound; use std::variant");
    static_assert(!other_string<T>, "hushring: of strings, those of char can be bound: their bytes are UTF-8");
    static_assert(struct_like<T> || std::is_array_v<T> || std::is_pointer_v<T> || std::is_union_v<T> || other_string<T>,
                  "hushring: this type cannot be bound to JSON; docs/binding.md lists those that can, and says how "
                  "others are converted from and to one of them");
    return kind::object;
  }
}

/// The character that a value of T begins with in JSON, if there is only one.
template <class T>
consteval char opening_of() {
  if constexpr (coded<T>) return codec<T>::opening;
  else if constexpr (string_like<T> || quoted_like<T>) return '"';
  else if constexpr (vector_like<T> || array_like<T> || tuple_like<T>) return '[';
  else if constexpr (optional_like<T>) return opening_of<held_t<T>>();
  else if constexpr (kind_of<T>() == kind::object) return '{';
  else return '\0';
}

/// True where a member of this type is never required unless its struct says so.
template <class T>
consteval bool may_be_missing() {
  if constexpr (requires { codec<T>::may_be_missing; }) return codec<T>::may_be_missing;
  else return optional_like<T>;
}
template <class T>
void assign_null_value(T& out) {
  if constexpr (optional_like<T>) out.reset();
  else codec<T>::assign_null(out);
}

}  // namespace hushring::detail
