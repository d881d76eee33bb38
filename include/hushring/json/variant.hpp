// std::variant: values of several types, told apart by what they look like in JSON.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include <hushring/json/detail/choices.hpp>
#include <hushring/json/detail/containers.hpp>
#include <hushring/json/detail/put.hpp>

namespace hushring::detail {

/// How many elements the arrays have that a T takes.
struct array_lengths {
  std::size_t shortest = 0;
  std::size_t longest = ~std::size_t{0};
  [[nodiscard]] constexpr bool any() const noexcept { return longest == ~std::size_t{0}; }
};
template <class T>
consteval array_lengths array_lengths_of() {
  if constexpr (optional_like<T>) return array_lengths_of<held_t<T>>();
  else if constexpr (converted<T>) return array_lengths_of<typename codec<T>::type>();
  else if constexpr (array_like<T>) return {std::tuple_size_v<T>, std::tuple_size_v<T>};
  else if constexpr (tuple_like<T>) return {shortest_tuple<T>, tuple_parts<T>::count};
  else if constexpr (vector_like<T> && !coded<T>) {
    if constexpr (most_elements<T>() != 0) return {0, most_elements<T>()};
  }
  return {};
}

/// What is known of the alternatives of a variant. They are told apart by the kind of their values, numbers and arrays
/// among each other by more.
template <class... T>
struct variant_parts {
  static constexpr std::size_t count = sizeof...(T);
  template <std::size_t I>
  using type = std::tuple_element_t<I, std::tuple<T...>>;

  template <class A>
  static constexpr bool is_null = std::same_as<A, std::monostate>;
  static constexpr std::array<json_kinds, count> kinds{[] {
    if constexpr (is_null<T>) return json_kinds{0};
    else return kinds_of<T>();
  }()...};
  static constexpr std::array<array_lengths, count> lengths{[] {
    if constexpr (is_null<T>) return array_lengths{};
    else return array_lengths_of<T>();
  }()...};
  static constexpr std::array<bool, count> takes_null{[] {
    if constexpr (is_null<T>) return true;
    else return detail::nullable<T>();
  }()...};

  static consteval std::size_t count_kind(json_kinds what) {
    return static_cast<std::size_t>(std::count_if(kinds.begin(), kinds.end(), [&](json_kinds k) { return (k & what) != 0; }));
  }
  /// The first alternative for which `is` holds, or `count`.
  template <class Is>
  static consteval std::size_t first(Is is) {
    std::size_t i = 0;
    while (i < count && !is(i)) ++i;
    return i;
  }

  static constexpr std::size_t numbers = count_kind(number_kind);
  static constexpr std::size_t arrays = count_kind(array_kind);
  static constexpr bool has_integer = (integer<T> || ...);
  static constexpr std::size_t null = first([](std::size_t i) { return takes_null[i]; });

  static_assert(std::count(takes_null.begin(), takes_null.end(), true) <= 1,
                "hushring: two alternatives of a variant take null");
  static_assert(count_kind(boolean_kind) <= 1 && count_kind(string_kind) <= 1 && count_kind(object_kind) <= 1,
                "hushring: two alternatives of a variant take values of one kind (booleans, strings or objects): use "
                "hushring::tagged where a tag tells them apart");
  static_assert(numbers <= 1 || numbers == ((number<T> ? 1 : 0) + ...),
                "hushring: of several alternatives of a variant that take numbers, all are integers, floats or doubles");
  static_assert(((floating<T> ? 1 : 0) + ... + 0) <= 1,
                "hushring: two alternatives of a variant take numbers with fractions");
  static_assert(arrays <= 1 ||
                    [] {
                      std::size_t unlimited = 0;
                      for (std::size_t i = 0; i < count; ++i) {
                        if ((kinds[i] & array_kind) == 0) continue;
                        if (kinds[i] != array_kind) return false;
                        if (lengths[i].any()) {
                          ++unlimited;
                          continue;
                        }
                        for (std::size_t k = 0; k < i; ++k)
                          if ((kinds[k] & array_kind) != 0 && !lengths[k].any() &&
                              lengths[i].shortest <= lengths[k].longest && lengths[k].shortest <= lengths[i].longest)
                            return false;
                      }
                      return unlimited <= 1;
                    }(),
                "hushring: several alternatives of a variant take arrays of one length");

  // ---- for the slow pass

  static constexpr std::size_t null_types = (std::size_t{is_null<T>} + ...);
  /// The alternatives that std::monostate is not among.
  static constexpr auto others = [] {
    std::array<std::size_t, count - null_types> out{};
    std::size_t n = 0;
    std::size_t i = 0;
    ((is_null<T> ? void(++i) : void(out[n++] = i++)), ...);
    return out;
  }();
  static constexpr auto alternatives = []<std::size_t... K>(std::index_sequence<K...>) {
    return std::array<choice_info::alternative, sizeof...(K)>{
        choice_info::alternative{.type = &described<type<others[K]>>::info,
                                 .kinds = kinds[others[K]],
                                 .shortest = lengths[others[K]].shortest,
                                 .longest = lengths[others[K]].longest}...};
  }(std::make_index_sequence<count - null_types>{});
  static constexpr choice_info info{
      .what = choice_info::by::kind, .alternatives = alternatives.data(), .count = count - null_types};

  /// Calls `visit` with the number of each alternative until it gives true.
  template <class Visit>
  HUSHRING_INLINE static bool each(Visit&& visit) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
      return (visit.template operator()<I>() || ...);
    }(std::make_index_sequence<count>{});
  }
};

inline namespace HUSHRING_BUILD {

/// Reads a number that is one of several types. Integers that are written as such go to the first alternative that can
/// hold them.
template <read_options O, class Parts, class T>
const char* parse_any_number(const char* p, context& c, T& out) {
  constexpr read_options literal = [] {
    read_options o = O;
    o.literal_integers = true;
    return o;
  }();
  const char* behind = nullptr;
  const auto read = [&]<std::size_t I, class Read>(Read&& parse) {
    typename Parts::template type<I> v{};
    if ((behind = parse(v)) == nullptr) return false;
    hold<I>(out) = v;
    return true;
  };
  const bool done = Parts::each([&]<std::size_t I>() {
    if constexpr (!integer<typename Parts::template type<I>>) return false;
    else
      return read.template operator()<I>([&](auto& v) -> const char* {
        const char* const q = parse_integer<literal>(p, c, v);
        return q != nullptr && number_goes_on(*q) ? nullptr : q;
      });
  });
  if (done) return behind;
  Parts::each([&]<std::size_t I>() {
    using A = typename Parts::template type<I>;
    if constexpr (floating<A>) return read.template operator()<I>([&](auto& v) { return parse_floating(p, c, v); });
    else if constexpr (integer<A> && !Parts::has_floating)
      return read.template operator()<I>([&](auto& v) { return parse_begun<O>(p, c, v, 0); });
    else return false;
  });
  return behind;
}

/// True when a value that was read as alternative I of several for arrays is that: its length is none that others have.
template <class Parts, std::size_t I, class A>
HUSHRING_INLINE bool has_own_length(const A& value) noexcept {
  if constexpr (Parts::lengths[I].any()) {
    for (std::size_t k = 0; k < Parts::count; ++k)
      if (k != I && (Parts::kinds[k] & array_kind) != 0 && value.size() >= Parts::lengths[k].shortest &&
          value.size() <= Parts::lengths[k].longest)
        return false;
  }
  return true;
}

/// Reads an array that is one of several types: first as what it was before, and only when it is not that, its elements
/// are counted.
template <read_options O, class Parts, class T>
const char* parse_any_array(const char* p, context& c, T& out, unsigned depth) {
  const char* behind = nullptr;
  std::size_t tried = no_choice;
  if (c.choices.may_guess({c.begin, c.end}, depth)) [[likely]] {
    std::size_t guess = out.index();
    if (guess >= Parts::count || (Parts::kinds[guess] & array_kind) == 0) guess = Parts::first_array;
    bool fits = false;
    Parts::each([&]<std::size_t I>() __attribute__((always_inline)) {
      using A = typename Parts::template type<I>;
      if constexpr ((Parts::kinds[I] & array_kind) == 0) return false;
      else if constexpr (Parts::lengths[I].any() && !vector_like<A>) return false;  // its size may not be the array's
      else {
        if (guess != I) return false;
        A& value = hold<I>(out);
        behind = parse_begun<O>(p, c, value, depth);
        fits = behind != nullptr && has_own_length<Parts, I>(value);
        tried = behind == nullptr ? I : no_choice;
        return true;
      }
    });
    if (fits) [[likely]] return behind;
  }
  const std::size_t found = c.choices.find(p, {c.begin, c.end}, Parts::info, depth, O.max_depth, tag_occurrence::last);
  if (found == no_choice || Parts::others[found] == tried) return nullptr;
  c.refused = errc::ok;
  behind = nullptr;
  Parts::each([&]<std::size_t I>() {
    if constexpr ((Parts::kinds[I] & array_kind) == 0) return false;
    else {
      if (Parts::others[found] != I) return false;
      behind = parse_begun<O>(p, c, hold<I>(out), depth);
      return true;
    }
  });
  return behind;
}

template <read_options O, class Parts, class T>
const char* parse_variant(const char* p, context& c, T& out, unsigned depth) {
  const char first = *p;
  if constexpr (Parts::numbers > 1)
    if (first == '-' || is_digit(first)) return parse_any_number<O, Parts>(p, c, out);
  if constexpr (Parts::arrays > 1)
    if (first == '[') return parse_any_array<O, Parts>(p, c, out, depth);
  if (first == 'n') return nullptr;
  const char* behind = nullptr;
  Parts::each([&]<std::size_t I>() __attribute__((always_inline)) {
    using A = typename Parts::template type<I>;
    if constexpr (Parts::template is_null<A> || (Parts::numbers > 1 && Parts::kinds[I] == number_kind) ||
                  (Parts::arrays > 1 && Parts::kinds[I] == array_kind)) {
      return false;
    } else {
      if (!begins<A>(first)) return false;
      behind = parse_begun<O>(p, c, hold<I>(out), depth);
      return true;
    }
  });
  return behind;
}

/// Writes a double in a variant that has integers, too: it must not look like one of them.
template <write_options O, class Sink, floating F>
errc put_no_integer(Sink& sink, F value) noexcept {
  static constexpr write_options with_point = [] {
    write_options o = O;
    o.keep_point = true;
    return o;
  }();
  if constexpr (O.decimals == 0) {
    if (is_finite(value)) {
      sink.template formatted<fixed_size(0) + 2>([&](char* to) { return write_point(to, write_fixed(to, value, 0)); });
      return errc::ok;
    }
  }
  return put_floating<with_point>(sink, value);
}

}  // namespace HUSHRING_BUILD

/// The alternatives differ in the kind of their values: null (std::monostate), booleans, numbers, strings, arrays,
/// objects; what does not, does not compile. But
///   - there may be several for numbers: an integer that is written as such (no fraction, no exponent) goes to the first
///     integer type that can hold it, all else to the double or float, if there is one. That one is written with a point
///     (10.0), and so read back as what it was.
///   - there may be several for arrays, if their lengths differ: std::array, pairs, tuples, structs described by
///     `as_array`, and at most one container of any length, which takes what the others leave.
/// A value that no alternative takes is `no_alternative`. Objects of several types need a tag: see `tagged`.
///
/// Null is std::monostate's or a nullable alternative's, where there is one. With std::monostate as its first
/// alternative, a variant is like an optional: a member of its type may be missing, and is left out while it is that.
/// The alternative is the same object as before when the next value is one of its, and keeps its memory.
///
///     std::variant<std::int64_t, double, std::string> v;      // 4, 4.5, "4"
///     std::variant<std::array<double, 2>, std::array<double, 3>> level;    // [price, size] or [price, size, time]
template <class... T>
  requires(!converted<std::variant<T...>>)
struct codec<std::variant<T...>> {
  using variant = std::variant<T...>;
  struct parts : variant_parts<T...> {
    static constexpr bool has_floating = (floating<T> || ...);
    static constexpr std::size_t first_array =
        variant_parts<T...>::first([](std::size_t i) { return (variant_parts<T...>::kinds[i] & array_kind) != 0; });
  };
  static constexpr bool first_is_null = std::same_as<std::variant_alternative_t<0, variant>, std::monostate>;

  static constexpr bool nullable = parts::null != parts::count;
  static constexpr bool may_be_missing = first_is_null;
  static constexpr char opening = nullable ? '\0' : common_opening<T...>();

  static consteval json_kinds kinds() {
    json_kinds all = 0;
    for (const json_kinds k : parts::kinds) all |= k;
    return all;
  }
  HUSHRING_INLINE static bool begins(char c) noexcept {
    return parts::each([c]<std::size_t I>() __attribute__((always_inline)) {
      using A = typename parts::template type<I>;
      if constexpr (parts::template is_null<A>) return false;
      else return c != 'n' && detail::begins<A>(c);
    });
  }
  static consteval type_info describe() {
    return {.what = kind::choice, .nullable = nullable, .choice = &parts::info};
  }
  template <class... Within>
  static consteval bool views() {
    return ([] {
      if constexpr (parts::template is_null<T>) return false;
      else return detail::holds_views<T, Within...>();
    }() || ...);
  }

  template <read_options O>
  HUSHRING_INLINE static const char* parse(const char* p, context& c, variant& out, unsigned depth) {
    return parse_variant<O, parts>(opening != '\0' ? p - 1 : p, c, out, depth);
  }
  static void assign_null(variant& out) {
    auto& value = hold<parts::null>(out);
    if constexpr (!parts::template is_null<typename parts::template type<parts::null>>) assign_null_value(value);
  }

  template <write_options O, class Sink>
  HUSHRING_INLINE static errc put(Sink& sink, const variant& value) {
    errc code = errc::no_alternative;  // of a variant that an exception left without a value
    parts::each([&]<std::size_t I>() __attribute__((always_inline)) {
      using A = typename parts::template type<I>;
      if (value.index() != I) return false;
      code = errc::ok;
      const A& held = *std::get_if<I>(&value);
      if constexpr (parts::template is_null<A>) sink.template literal<null_text>();
      else if constexpr (floating<A> && parts::has_integer) code = put_no_integer<O>(sink, held);
      else if constexpr (opening != '\0') code = put_opened<O>(sink, held);
      else code = put_value<O>(sink, held);
      return true;
    });
    return code;
  }
  static bool absent(const variant& value) noexcept
    requires(first_is_null)
  {
    return value.index() == 0;
  }
  /// What is left out comes back as an empty first alternative.
  static bool empty(const variant& value) noexcept {
    if constexpr (first_is_null) return value.index() == 0;
    else return value.index() == 0 && is_empty(*std::get_if<0>(&value));
  }
  template <class... Within>
  static consteval std::size_t largest() {
    std::size_t most = 0;
    const auto one = []<class A>() {
      if constexpr (parts::template is_null<A>) return null_text.size();
      else if constexpr (constexpr std::size_t n = largest_size<A, variant, Within...>(); n == varies) return varies;
      else return n + (floating<A> && parts::has_integer ? 2 : 0);
    };
    ((most = std::max(most, one.template operator()<T>())), ...);
    return most;
  }
  static std::size_t bound(const variant& value) {
    std::size_t n = null_text.size();
    parts::each([&]<std::size_t I>() {
      using A = typename parts::template type<I>;
      if (value.index() != I) return false;
      if constexpr (!parts::template is_null<A>) n = bound_of(*std::get_if<I>(&value)) + (floating<A> ? 2 : 0);
      return true;
    });
    return n;
  }
};

}  // namespace hushring::detail
