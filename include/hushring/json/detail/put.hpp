// Writes values as JSON to a sink (sinks.hpp).
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <hushring/json/detail/bounds.hpp>
#include <hushring/json/detail/members.hpp>
#include <hushring/json/detail/sinks.hpp>
#include <hushring/json/detail/written_keys.hpp>
#include <hushring/json/options.hpp>

namespace hushring::detail {

/// True for arrays of structs, of no fixed length: they are bounded and written one struct at a time.
template <class T>
inline constexpr bool many_records = [] {
  if constexpr (opening_of<T>() == '[' && !array_like<T> && requires(const T& v) { *v.begin(); })
    return kind_of<held_t<T>>() == kind::object;
  else return false;
}();

/// True where `bound_of` holds.
template <write_options O>
inline constexpr bool is_bounded = !O.pretty && O.decimals < 0;

template <write_options O>
consteval string_form form_of() {
  static_assert(O.decimals <= static_cast<int>(largest_decimals), "hushring: write_options::decimals is 0 to 100");
  return (O.html_safe ? string_form::html_safe : string_form::plain) |
         (O.ascii_only ? string_form::ascii_only : string_form::plain) |
         (O.invalid_utf8 == invalid_utf8::replace ? string_form::replace : string_form::plain);
}

/// A value of which some members are to be written (json/only.hpp).
template <class T, class Choice>
struct partial;

inline namespace HUSHRING_BUILD {

inline constexpr std::array<char, 4> null_text{'n', 'u', 'l', 'l'};
inline constexpr std::array<char, 4> true_text{'t', 'r', 'u', 'e'};
inline constexpr std::array<char, 5> false_text{'f', 'a', 'l', 's', 'e'};

// ---- what is left out

/// True where a value of T may stand for a member that is not there.
template <class T>
consteval bool may_be_absent() {
  return optional_like<T> || requires(const T& value) { codec<T>::absent(value); };
}
template <class T>
HUSHRING_INLINE bool is_absent(const T& value) noexcept {
  if constexpr (optional_like<T>) return !engaged(value);
  else return codec<T>::absent(value);
}
/// What `omit_empty` leaves out.
template <class T>
HUSHRING_INLINE bool is_empty(const T& value) noexcept {
  if constexpr (requires { codec<T>::empty(value); }) return codec<T>::empty(value);
  else if constexpr (may_be_absent<T>()) return is_absent(value);
  else if constexpr (std::same_as<T, bool>) return !value;
  else if constexpr (integer<T>) return value == 0;
  else if constexpr (std::same_as<T, double>) return std::bit_cast<std::uint64_t>(value) << 1 == 0;
  else if constexpr (std::same_as<T, float>) return std::bit_cast<std::uint32_t>(value) << 1 == 0;
  else if constexpr (quoted_like<T>) return is_empty(value.value);
  else if constexpr (string_like<T> || vector_like<T> || array_like<T>) return value.empty();
  else return false;
}

/// True where member K of T is left out by some values.
template <write_options O, class T, std::size_t K>
consteval bool may_be_left_out() {
  return (O.absent == absent::omit && may_be_absent<member_type<T, K>>()) ||
         member_is<T, K>(field::kind::omit_empty);
}
template <write_options O, class T, std::size_t K, class M>
HUSHRING_INLINE bool is_left_out(const M& member) noexcept {
  if constexpr (member_is<T, K>(field::kind::omit_empty)) return is_empty(member);
  else if constexpr (may_be_left_out<O, T, K>()) return is_absent(member);
  else return false;
}

/// Whether a member is there, or another was before it, in the texts of some values only.
enum class presence : std::uint8_t { never, sometimes, always };

/// The members that are chosen, besides: all of them, and the unknown ones that were collected.
struct all_members {
  static constexpr bool and_collected = true;
  template <std::size_t K>
  static constexpr presence chosen = presence::always;
  /// Asked where that is `sometimes`.
  template <std::size_t K>
  static constexpr bool now() noexcept {
    return true;
  }
};

// ---- values

template <write_options O, class Sink, class T>
errc put_opened(Sink& sink, const T& value);
template <write_options O, class Sink, class T>
HUSHRING_INLINE errc put_parts(Sink& sink, const T& value);
template <write_options O, class Sink, class T>
errc put_tuple(Sink& sink, const T& value);

/// Writes a whole value.
template <write_options O, class Sink, class T>
HUSHRING_INLINE errc put_value(Sink& sink, const T& value) {
  if constexpr (optional_like<T>) {
    if (!engaged(value)) {
      sink.template literal<null_text>();
      return errc::ok;
    }
    return put_value<O>(sink, *value);
  } else {
    if constexpr (opening_of<T>() != '\0') sink.character(opening_of<T>());
    return put_opened<O>(sink, value);
  }
}

template <write_options O, class T, class Choice, std::size_t K>
consteval presence presence_of() {
  constexpr presence chosen = Choice::template chosen<K>;
  if constexpr (chosen == presence::always && may_be_left_out<O, T, K>()) return presence::sometimes;
  else return chosen;
}
/// What is before each member: a comma, or only the brace.
template <write_options O, class T, class Choice>
inline constexpr auto presence_before = []<std::size_t... I>(std::index_sequence<I...>) {
  std::array<presence, sizeof...(I) + 1> before{};
  presence so_far = presence::never;
  std::size_t k = 0;
  for (const presence p : {presence::never, presence_of<O, T, Choice, I>()...}) {
    if (p > so_far) so_far = p;
    before[k++] = so_far;
  }
  return before;
}(std::make_index_sequence<member_count<T>>{});

/// Writes the unknown members that a struct has collected; `later`: behind others.
template <write_options O, class Sink, class T>
errc put_collected(Sink& sink, const T& value, bool later) {
  for (const auto& [key, v] : class_members<T>::template get<collecting_member<T>()>(value)) {
    if (later) sink.character(',');
    later = true;
    if (const errc code = put_value<O>(sink, key); code != errc::ok) return code;
    sink.character(':');
    if (const errc code = put_value<O>(sink, v); code != errc::ok) return code;
  }
  return errc::ok;
}

/// Writes members behind `{`, and `}`.
template <write_options O, class Choice, class Sink, class T>
errc put_members(Sink& to, const T& value, const Choice& choice) {
  apart<Sink> here(to);
  Sink& sink = here.sink;
  errc code = errc::ok;
  [[maybe_unused]] bool any = false;  // where it is not known at compile time
  [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
    [[maybe_unused]] const auto member = [&]<std::size_t K>() __attribute__((always_inline)) {
      if constexpr (presence_of<O, T, Choice, K>() != presence::never) {
        using M = member_type<T, K>;
        const M& m = get_member<K>(value);
        constexpr presence before = presence_before<O, T, Choice>[K];
        const auto key = [&]<std::size_t Drop>() __attribute__((always_inline)) {
          constexpr const auto& text = written_key<Sink::form, T, K>;
          // the first one's comma is left out
          if (before == presence::always || (before == presence::sometimes && any)) sink.template literal<text, 0, Drop>();
          else sink.template literal<text, 1, Drop>();
          any = true;
        };
        if constexpr (Choice::template chosen<K> == presence::sometimes) {
          if (!choice.template now<K>()) return true;
        }
        if constexpr (may_be_left_out<O, T, K>()) {
          if (is_left_out<O, T, K>(m)) return true;
        }
        if constexpr (optional_like<M>) {
          if (!engaged(m)) {
            key.template operator()<(opening_of<M>() != '\0')>();
            sink.template literal<null_text>();
            return true;
          } else {
            key.template operator()<0>();
            code = put_opened<O>(sink, *m);
          }
        } else {
          key.template operator()<0>();
          code = put_opened<O>(sink, m);
        }
      }
      return code == errc::ok;
    };
    static_cast<void>((member.template operator()<I>() && ...));
  }(std::make_index_sequence<member_count<T>>{});
  if constexpr (collects_unknown<T> && Choice::and_collected) {
    constexpr presence before = presence_before<O, T, Choice>[member_count<T>];
    if (code == errc::ok) code = put_collected<O>(sink, value, before == presence::always || any);
  }
  sink.character('}');
  return code;
}

/// Writes the elements of an array and its end.
template <write_options O, class Sink, class T>
HUSHRING_INLINE errc put_elements(Sink& sink, const T& value) {
  using E = held_t<T>;
  bool later = false;
  for (const E& e : value) {
    if (later) sink.character(',');
    later = true;
    errc code;
    if constexpr (is_bounded<O> && kind_of<E>() == kind::object && requires { requires Sink::may_be_fast; }) {
      // record by record, so that only the last ones go slowly
      if (!sink.fast(bound_of(e), code, [&](auto& f) { return put_value<O>(f, e); })) code = put_value<O>(sink, e);
    } else {
      code = put_value<O>(sink, e);
    }
    if (code != errc::ok) return code;
  }
  sink.character(']');
  return errc::ok;
}

/// True for arrays of one to four strings and the like: their elements are worth code of their own.
template <class T>
consteval bool is_short_array() {
  if constexpr (!array_like<T>) return false;
  else return shortest_tuple<T> > 0 && std::tuple_size_v<T> <= 4 && opening_of<held_t<T>>() != '\0';
}

template <write_options O, class Sink, floating T>
HUSHRING_INLINE errc put_floating(Sink& sink, T value) noexcept {
  if (!is_finite(value)) [[unlikely]] {
    if constexpr (O.not_finite == not_finite::error) return errc::not_finite;
    sink.template literal<null_text>();
    return errc::ok;
  }
  if constexpr (O.decimals >= 0) {
    constexpr auto decimals = static_cast<unsigned>(O.decimals);
    sink.template formatted<fixed_size(decimals)>([&](char* out) { return write_fixed(out, value, decimals); });
  } else if constexpr (O.keep_point) {
    sink.template formatted<24>([&](char* out) {
      if constexpr (std::same_as<T, double>) return write_point(out, put_double(out, value));
      else return write_point(out, write_float(out, value));
    });
  } else {
    sink.number(value);
  }
  return errc::ok;
}

/// Writes a value whose opening character has been written.
template <write_options O, class Sink, class T>
HUSHRING_INLINE errc put_opened(Sink& sink, const T& value) {
  if constexpr (coded<T>) {
    apart<Sink> there(sink);
    return codec<T>::template put<O>(there.sink, value);
  } else if constexpr (std::same_as<T, bool>) {
    if (value) sink.template literal<true_text>();
    else sink.template literal<false_text>();
  } else if constexpr (integer<T>) {
    sink.number(value);
  } else if constexpr (floating<T>) {
    return put_floating<O>(sink, value);
  } else if constexpr (string_like<T>) {
    if (!sink.string(value)) [[unlikely]] return errc::invalid_utf8_in_value;
    sink.character('"');
  } else if constexpr (quoted_like<T>) {
    constexpr write_options inside = [] {
      write_options o = O;
      o.not_finite = not_finite::error;  // null in quotes would be no number
      return o;
    }();
    if (const errc code = put_opened<inside>(sink, value.value); code != errc::ok) return code;
    sink.character('"');
  } else if constexpr (is_short_array<T>()) {
    return put_parts<O>(sink, value);
  } else if constexpr (vector_like<T> || array_like<T>) {
    return put_elements<O>(sink, value);
  } else if constexpr (tuple_like<T>) {
    apart<Sink> there(sink);
    return put_tuple<O>(there.sink, value);
  } else {
    static_assert(kind_of<T>() == kind::object);
    apart<Sink> there(sink);
    return put_members<O>(there.sink, value, all_members{});
  }
  return errc::ok;
}

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
