// What a struct's description must not say, each with the sentence that the compiler then prints.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <utility>

#include <hushring/json/detail/class_members.hpp>
#include <hushring/json/detail/kinds.hpp>
#include <hushring/json/detail/utf8.hpp>

namespace hushring::detail {

template <class T>
consteval bool fields_name_members() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    for (const field& f : fields_of<T>.list)
      if (!f.name.empty() && !((f.name == class_members<T>::template name<I>()) || ...)) return false;
    return true;
  }(std::make_index_sequence<class_members<T>::count>{});
}

// What two statements on one member, or on the struct, may be.
constexpr bool differ(field::kind a, field::kind b) noexcept { return a != b || a == field::kind::alias; }
constexpr bool stands_alone(field::kind what) noexcept {
  return what == field::kind::ignore || what == field::kind::flatten || what == field::kind::collect;
}
constexpr bool go_together(field::kind a, field::kind b) noexcept {
  return a == b || (!stands_alone(a) && !stands_alone(b));
}
constexpr bool can_be_left_out(field::kind a, field::kind b) noexcept {
  return (a != field::kind::required || b != field::kind::omit_empty) &&
         (b != field::kind::required || a != field::kind::omit_empty);
}
template <class T, bool (&Rule)(field::kind, field::kind) noexcept>
consteval bool statements() {
  const auto& list = fields_of<T>.list;
  for (std::size_t i = 0; i < list.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (list[i].name == list[j].name && !Rule(list[i].what, list[j].what)) return false;
  return true;
}

template <class T>
consteval std::size_t count_fields(field::kind what) {
  std::size_t n = 0;
  for (const field& f : fields_of<T>.list) n += f.what == what;
  return n;
}

template <class T>
consteval bool says_any(std::initializer_list<field::kind> kinds) {
  for (const field::kind k : kinds)
    if (count_fields<T>(k) != 0) return true;
  return false;
}

/// Instantiated before anything else looks at a description.
template <class T>
struct checked_fields {
  using kind = field::kind;

  static_assert(fields_name_members<T>(), "hushring: `fields` names a member that the struct does not have");
  static_assert(statements<T, differ>(), "hushring: `fields` says the same of a member, or of the struct, twice");
  static_assert(statements<T, go_together>(),
                "hushring: `fields` contradicts itself: of a member that it ignores, flattens, or collects unknown ones "
                "in it can say nothing else");
  static_assert(statements<T, can_be_left_out>(),
                "hushring: `fields` contradicts itself: a required member cannot be left out when it is empty");
  static_assert(count_fields<T>(kind::collect) <= 1, "hushring: `fields` collects unknown members in two members");
  static_assert(count_fields<T>(kind::as_array) == 0 || !says_any<T>({kind::rename, kind::alias, kind::key_style}),
                "hushring: `fields` contradicts itself: a struct that is an array has no keys");
};

/// True for members that `default_value` is for.
template <class M>
consteval bool takes_literals() {
  if constexpr (optional_like<M>) return takes_literals<held_t<M>>();
  else return quoted_like<M> || string_like<M> || number<M> || std::same_as<M, bool>;
}
/// True when the default is a value of M.
template <class M>
consteval bool is_value_of(const field& f) {
  using literal = field::literal;
  if constexpr (optional_like<M>) {
    return is_value_of<held_t<M>>(f);
  } else if constexpr (quoted_like<M>) {
    return is_value_of<decltype(M::value)>(f);
  } else if constexpr (string_like<M>) {
    return f.type == literal::text && is_utf8(f.key);
  } else if constexpr (std::same_as<M, bool>) {
    return f.type == literal::boolean;
  } else if constexpr (integer<M>) {
    if (f.type == literal::unsigned_integer) return std::in_range<M>(static_cast<std::uint64_t>(f.integer));
    return f.type == literal::integer && std::in_range<M>(f.integer);
  } else {
    // whole numbers as far as all of them are values of M
    constexpr std::int64_t exact = std::int64_t{1} << std::numeric_limits<M>::digits;
    if (f.type == literal::integer) return f.integer >= -exact && f.integer <= exact;
    if (f.type == literal::unsigned_integer) return static_cast<std::uint64_t>(f.integer) <= exact;
    return f.type == literal::floating && f.floating >= std::numeric_limits<M>::lowest() &&
           f.floating <= std::numeric_limits<M>::max();
  }
}

/// What unknown members can be collected in: one entry for each, a string and a value.
template <class M>
concept collects_pairs = vector_like<M> && is_std_tuple<typename M::value_type>::value && requires {
  requires string_like<typename M::value_type::first_type>;
};
template <class M>
concept collects_entries = requires {
  typename M::mapped_type;
  requires string_like<typename M::key_type>;
};

/// Instantiated before anything else is done with a described member.
template <class T, std::size_t I>
struct checked_member {
  using type = typename class_members<T>::template type<I>;

  static consteval bool has_good_default() {
    const field* const f = find_field<T>(field::kind::default_value, class_members<T>::template name<I>());
    if constexpr (takes_literals<type>()) return f == nullptr || is_value_of<type>(*f);
    else return true;
  }
  static consteval bool is(field::kind what) { return is_said<T, I>(what); }

  static_assert(!is(field::kind::flatten) || object_like<type>,
                "hushring: only a member that is a struct itself can be flattened");
  static_assert(!is(field::kind::collect) || collects_pairs<type> || collects_entries<type>,
                "hushring: unknown members are collected in a map from strings, or in a vector of pairs of a string and "
                "a value");
  static_assert(!is(field::kind::default_value) || takes_literals<type>(),
                "hushring: default_value is for numbers, booleans and strings; use a default initializer");
  static_assert(has_good_default(),
                "hushring: a default_value is no value of its member: of another type, or out of range");
};

}  // namespace hushring::detail
