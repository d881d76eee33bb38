// Reads and writes tagged values.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

#include <hushring/json/detail/choices.hpp>
#include <hushring/json/detail/tagged_objects.hpp>
#include <hushring/json/detail/tags.hpp>

namespace hushring::detail {

/// Where an alternative has its tag: in a member that it does not have itself; in one that it has, and that tells after
/// it was read whether the tag was right; or nobody can say.
enum class tag_place : unsigned char { added, bound, elsewhere };

/// True when the tag of alternative I is none that its member has by default: then it has been read where it is there.
template <class Spec, std::size_t I>
consteval bool has_other_default() {
  using A = typename Spec::template type<I>;
  if constexpr (requires { typename std::bool_constant<agrees<Spec, I, 0>(fresh_value<A>())>; })
    return !agrees<Spec, I, 0>(fresh_value<A>());
  else return false;  // that is known at run time only
}
template <class Spec, std::size_t I>
consteval tag_place find_tag_place() {
  using A = typename Spec::template type<I>;
  if constexpr (can_have_tag<Spec, 0, A>())
    if constexpr (with_tag<Spec, I, 0, A>::is_added) return tag_place::added;
  if constexpr (!Spec::adjacent)
    if constexpr (binds_tag<Spec, I, 0, A>())
      if constexpr (has_other_default<Spec, I>()) return tag_place::bound;
  return tag_place::elsewhere;
}
template <class Spec, std::size_t I>
inline constexpr tag_place place_of_tag = find_tag_place<Spec, I>();

/// What is read for alternative I.
template <class Spec, std::size_t I>
struct form_to_read {
  using type = typename Spec::template type<I>;
};
template <class Spec, std::size_t I>
  requires(I < Spec::count && place_of_tag<Spec, I> == tag_place::added)
struct form_to_read<Spec, I> {
  using type = with_tag<Spec, I, 0, typename Spec::template type<I>>;
};
template <class Spec, std::size_t I>
using tagged_form = typename form_to_read<Spec, I>::type;

template <class Spec>
struct described_choice {
  static constexpr auto alternatives = []<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<choice_info::alternative, Spec::count>{
        choice_info::alternative{.type = &described<tagged_form<Spec, I>>::info,
                                 .tag = Spec::template tag<I>.view(),
                                 .prefix = Spec::template tag<I>.form == tag_form::prefix,
                                 .literal = Spec::template tag<I>.form == tag_form::literal}...};
  }(std::make_index_sequence<Spec::count>{});

  static consteval const type_info* otherwise() {
    if constexpr (Spec::has_otherwise) return &described<typename Spec::template type<Spec::count>>::info;
    else return nullptr;
  }
  static constexpr choice_info info{.what = choice_info::by::tag,
                                    .alternatives = alternatives.data(),
                                    .count = Spec::count,
                                    .pointer = Spec::pointer,
                                    .otherwise = otherwise()};
};

/// Calls `visit` with the number of each alternative, the one for other values included, until it gives true.
template <class Spec, class Visit>
HUSHRING_INLINE bool each_alternative(Visit&& visit) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
    return (visit.template operator()<I>() || ...);
  }(std::make_index_sequence<Spec::all>{});
}

/// The character that all values begin with, or '\0'.
template <class Spec>
inline constexpr char tagged_opening = []<std::size_t... I>(std::index_sequence<I...>) {
  return common_opening<tagged_form<Spec, I>...>();
}(std::make_index_sequence<Spec::all>{});

/// How alternative I is written.
template <class Spec, std::size_t I>
struct form_to_write {
  using type = typename Spec::template type<I>;
  static constexpr bool has_tag = false;
  static const type& of(const type& value) noexcept { return value; }
};
template <class Spec, std::size_t I>
  requires(I < Spec::count && can_have_tag<Spec, 0, typename Spec::template type<I>>())
struct form_to_write<Spec, I> {
  using held = typename Spec::template type<I>;
  using type = with_tag<Spec, I, 0, held>;
  static constexpr bool has_tag = true;
  static type of(const held& value) noexcept { return type(const_cast<held&>(value), true); }
};

template <class T>
inline constexpr bool is_variant = false;
/// True where what is written of an A may have the tag, though it is not put there.
template <class Spec, std::size_t At, class A>
consteval bool may_hold_tag() {
  if constexpr (At == Spec::pointer.size()) return true;
  else if constexpr (optional_like<A>) return may_hold_tag<Spec, At, held_t<A>>();
  else if constexpr (is_variant<A>) {
    return []<class... T>(std::type_identity<std::variant<T...>>) {
      return (may_hold_tag<Spec, At, T>() && ...);
    }(std::type_identity<A>{});
  } else if constexpr (kind_of<A>() == kind::choice) return false;
  else if constexpr (object_like<A>) {
    constexpr std::string_view segment = segment_at<Spec, At>.first;
    constexpr std::size_t member = member_named<A>(segment);
    if constexpr (member == member_count<A>) return collects_unknown<A>;
    else return spells_segment(key_of<A, member>(), segment) &&
                may_hold_tag<Spec, segment_at<Spec, At>.second, member_type<A, member>>();
  } else if constexpr (tuple_like<A>) {
    constexpr std::size_t part = part_at<A>(element_position_of(segment_at<Spec, At>.first));
    if constexpr (part == tuple_parts<A>::count) return false;
    else return may_hold_tag<Spec, segment_at<Spec, At>.second, part_type<A, part>>();
  } else return true;  // maps, containers, raw text
}
template <class... T>
inline constexpr bool is_variant<std::variant<T...>> = true;

inline namespace HUSHRING_BUILD {

/// Reads the value at `p` as alternative I. `sure`: it is that, and its tag need not be looked at. `was_other` becomes
/// true when it cannot be told that it is, though it may be.
template <read_options O, class Spec, std::size_t I, class T>
HUSHRING_INLINE const char* parse_alternative(const char* p, context& c, T& out, unsigned depth, bool sure,
                                              bool& was_other) {
  if constexpr (I == Spec::count) {
    return parse_begun<O>(p, c, hold<I>(out), depth);
  } else if constexpr (place_of_tag<Spec, I> == tag_place::added) {
    if (*p != '{') return nullptr;
    tagged_form<Spec, I> object(hold<I>(out), sure);
    p = parse_object<O>(p + 1, c, object, depth + 1);
    was_other = object.tag().was_other;
    return p;
  } else {
    was_other = !sure;
    if constexpr (place_of_tag<Spec, I> == tag_place::elsewhere)
      if (!sure) return nullptr;
    auto& value = hold<I>(out);
    p = parse_begun<O>(p, c, value, depth);
    if constexpr (place_of_tag<Spec, I> == tag_place::bound) {
      if (p == nullptr) was_other = false;
      else if (!sure && !agrees<Spec, I, 0>(value)) return nullptr;
    }
    return p;
  }
}

/// Reads the value at `p`, once it has been searched for its tag. `tried`: what it was read as before, in vain.
template <read_options O, class Spec, class T>
HUSHRING_COLD const char* parse_searched(const char* p, context& c, T& out, unsigned depth, tag_occurrence occurrence,
                                         std::size_t tried = no_choice) {
  for (;;) {
    const std::size_t found =
        c.choices.find(p, {c.begin, c.end}, described_choice<Spec>::info, depth, O.max_depth, occurrence);
    const bool sure = occurrence == tag_occurrence::last;
    if (found == no_choice || found == tried) return nullptr;
    const char* behind = nullptr;
    bool was_other = false;
    c.refused = errc::ok;
    each_alternative<Spec>([&]<std::size_t I>() {
      if (I != found) return false;
      behind = parse_alternative<O, Spec, I>(p, c, out, depth, sure, was_other);
      return true;
    });
    if (behind != nullptr || sure) return behind;
    // another tag may follow, and decide
    occurrence = tag_occurrence::last;
    if (!was_other) tried = found;
  }
}

/// Reads an object from behind its brace: its tag usually comes first.
template <read_options O, class Spec, class T>
HUSHRING_INLINE const char* parse_keyed(const char* p, context& c, T& out, unsigned depth) {
  if (p >= c.end) return nullptr;
  if (!c.choices.may_guess({c.begin, c.end}, depth)) [[unlikely]]
    return parse_searched<O, Spec>(p - 1, c, out, depth, tag_occurrence::last);
  if (stands_at<spelled_key<Spec>>(p, c)) [[likely]] {
    const char* const tag = p + spelled_key<Spec>.size();
    const char* behind = nullptr;
    bool was_other = false;
    std::size_t tried = no_choice;
    const auto one = [&]<std::size_t I>() __attribute__((always_inline)) {
      if constexpr (place_of_tag<Spec, I> == tag_place::elsewhere) return false;
      if constexpr (Spec::template tag<I>.form == tag_form::prefix && !prefix_decides<Spec, I>) return false;
      if (!tag_begins<Spec, I>(tag, c)) return false;
      behind = parse_alternative<O, Spec, I>(p - 1, c, out, depth, false, was_other);
      tried = I;
      return true;
    };
    const bool known = [&]<std::size_t... K>(std::index_sequence<K...>) __attribute__((always_inline)) {
      return (one.template operator()<Spec::order[K]>() || ...);
    }(std::make_index_sequence<Spec::count>{});
    if (known) [[likely]] {
      if (behind != nullptr) [[likely]] return behind;
      return parse_searched<O, Spec>(p - 1, c, out, depth, tag_occurrence::last, was_other ? no_choice : tried);
    }
  }
  return parse_searched<O, Spec>(p - 1, c, out, depth, tag_occurrence::first);
}

/// Reads a value, at `p`, whose tag is anywhere inside of it: as what it was before, if that knows its tag.
template <read_options O, class Spec, class T>
HUSHRING_INLINE const char* parse_pointed(const char* p, context& c, T& out, unsigned depth) {
  if (!c.choices.may_guess({c.begin, c.end}, depth)) [[unlikely]]
    return parse_searched<O, Spec>(p, c, out, depth, tag_occurrence::last);
  const char* behind = nullptr;
  bool was_other = false;
  const bool tried = each_alternative<Spec>([&]<std::size_t I>() __attribute__((always_inline)) {
    if constexpr (I != Spec::count) {
      if constexpr (place_of_tag<Spec, I> != tag_place::elsewhere) {
        if (out.index() != I) return false;
        behind = parse_alternative<O, Spec, I>(p, c, out, depth, false, was_other);
        return true;
      }
    }
    return false;
  });
  if (behind != nullptr) return behind;
  return parse_searched<O, Spec>(p, c, out, depth, tried ? tag_occurrence::last : tag_occurrence::first,
                                 tried && !was_other ? out.index() : no_choice);
}

template <read_options O, class Spec, class T>
const char* parse_tagged(const char* p, context& c, T& out, unsigned depth) {
  if constexpr (tagged_opening<Spec> == '{' && Spec::keyed) {
    return parse_keyed<O, Spec>(p, c, out, depth);
  } else if constexpr (tagged_opening<Spec> != '\0') {
    return parse_pointed<O, Spec>(p - 1, c, out, depth);
  } else {
    const char first = *p;
    if (first == '{' && Spec::keyed) return parse_keyed<O, Spec>(p + 1, c, out, depth);
    if (!Spec::keyed && (first == '{' || first == '[')) return parse_pointed<O, Spec>(p, c, out, depth);
    if constexpr (Spec::has_otherwise) {
      if (begins<typename Spec::template type<Spec::count>>(first))
        return parse_begun<O>(p, c, hold<Spec::count>(out), depth);
    }
    return nullptr;
  }
}

/// Writes alternative I; the brace before it has been written where all values begin with it.
template <write_options O, class Spec, std::size_t I, class Sink>
HUSHRING_INLINE errc put_alternative(Sink& sink, const typename Spec::template type<I>& value) {
  using form = form_to_write<Spec, I>;
  constexpr bool opened = tagged_opening<Spec> != '\0';
  if constexpr (form::has_tag) {
    const auto object = form::of(value);
    if (!opened) sink.character('{');
    return put_members<O>(sink, object, all_members{});
  } else {
    static_assert(I == Spec::count || may_hold_tag<Spec, 0, typename Spec::template type<I>>(),
                  "hushring: an alternative cannot be written, for its tag would be missing: it has no member for it, or "
                  "one that has its key as an alias only");
    if constexpr (opened) return put_opened<O>(sink, value);
    else return put_value<O>(sink, value);
  }
}

}  // namespace HUSHRING_BUILD

/// Of a T that is a std::variant of the alternatives.
template <class T, class Spec>
struct tagged_codec {
  static constexpr char opening = tagged_opening<Spec>;
  static constexpr bool nullable = [] {
    if constexpr (Spec::has_otherwise) return detail::nullable<typename Spec::template type<Spec::count>>();
    else return false;
  }();

  static consteval json_kinds kinds() {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return static_cast<json_kinds>((kinds_of<tagged_form<Spec, I>>() | ...));
    }(std::make_index_sequence<Spec::all>{});
  }
  HUSHRING_INLINE static bool begins(char c) noexcept {
    if constexpr (Spec::has_otherwise)
      if (detail::begins<typename Spec::template type<Spec::count>>(c)) return c != 'n';
    return c == '{' || (c == '[' && !Spec::keyed);
  }
  static consteval type_info describe() {
    return {.what = kind::choice, .nullable = nullable, .choice = &described_choice<Spec>::info};
  }
  template <class... Within>
  static consteval bool views() {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return (detail::holds_views<typename Spec::template type<I>, Within...>() || ...);
    }(std::make_index_sequence<Spec::all>{});
  }

  template <read_options O>
  HUSHRING_INLINE static const char* parse(const char* p, context& c, T& out, unsigned depth) {
    return parse_tagged<O, Spec>(p, c, out, depth);
  }
  static void assign_null(T& out) { assign_null_value(hold<Spec::count>(out)); }

  template <write_options O, class Sink>
  HUSHRING_INLINE static errc put(Sink& sink, const T& value) {
    errc code = errc::no_alternative;  // of a variant that an exception left without a value
    each_alternative<Spec>([&]<std::size_t I>() __attribute__((always_inline)) {
      if (value.index() != I) return false;
      code = put_alternative<O, Spec, I>(sink, *std::get_if<I>(&value));
      return true;
    });
    return code;
  }
  template <class... Within>
  static consteval std::size_t largest() {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      std::size_t most = 0;
      ((most = std::max(most, largest_size<typename form_to_write<Spec, I>::type, T, Within...>())), ...);
      return most;
    }(std::make_index_sequence<Spec::all>{});
  }
  static std::size_t bound(const T& value) {
    std::size_t n = 0;
    each_alternative<Spec>([&]<std::size_t I>() {
      if (value.index() != I) return false;
      n = bound_of(form_to_write<Spec, I>::of(*std::get_if<I>(&value)));
      return true;
    });
    return n;
  }
};

}  // namespace hushring::detail
