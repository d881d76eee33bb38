// Alternatives of tagged values as objects that have the tag among their members.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include <hushring/json/detail/choices.hpp>
#include <hushring/json/detail/put.hpp>
#include <hushring/json/detail/tags.hpp>

namespace hushring::detail {

/// What the slow pass goes by.
template <class Spec>
struct described_choice;

// ---- the tag itself

/// A member that stands for the tag of alternative I.
template <class Spec, std::size_t I>
struct tag_slot {
  bool takes_any = false;  // the alternative is sure already
  bool was_other = false;  // the tag of another alternative was met
};

template <string_form Form, class Spec, std::size_t I>
consteval auto write_tag() {
  constexpr std::string_view text(spelled_tag<Spec, I>.data(), spelled_tag<Spec, I>.size());
  std::array<char, spell_as(Form, text, nullptr)> out{};
  spell_as(Form, text, out.data());
  return out;
}
template <string_form Form, class Spec, std::size_t I>
inline constexpr auto written_tag = write_tag<Form, Spec, I>();
template <class Spec, std::size_t I>
inline constexpr std::size_t tag_bound =
    written_tag<string_form::html_safe | string_form::ascii_only, Spec, I>.size();

inline namespace HUSHRING_BUILD {

/// True when a constant stands at `p`, and not only behind the end.
template <const auto& Text>
HUSHRING_INLINE bool stands_at(const char* p, const context& c) noexcept {
  return c.end - p >= static_cast<std::ptrdiff_t>(Text.size()) && matches<Text, 0, false>(p, c);
}
/// True when the tag of alternative I begins at `p`, spelled as it is written; of literals all of it.
template <class Spec, std::size_t I>
HUSHRING_INLINE bool tag_begins(const char* p, const context& c) noexcept {
  if (!stands_at<tag_beginning<Spec, I>>(p, c)) return false;
  if constexpr (Spec::template tag<I>.form != tag_form::literal) return true;
  const char behind = p[tag_beginning<Spec, I>.size()];
  return !is_digit(behind) && !number_goes_on(behind);
}

/// Whether a prefix stands alone: no other tag begins with it, so that the rest of the text does not matter.
template <class Spec, std::size_t I>
inline constexpr bool prefix_decides = []<std::size_t... K>(std::index_sequence<K...>) {
  return ((K == I || !Spec::template tag<K>.view().starts_with(Spec::template tag<I>.view())) && ...);
}(std::make_index_sequence<Spec::count>{});

/// Any other value where the tag of alternative I was expected.
template <class Spec, std::size_t I>
HUSHRING_COLD const char* pass_other_tag(const char* p, const context& c, tag_slot<Spec, I>& slot,
                                         const choice_info& choice, unsigned depth, unsigned max_depth) noexcept {
  const char* const behind = skip_value(p, c.end, depth, max_depth);
  if (behind == nullptr || slot.takes_any || match_tag(choice, p, behind) == I) return behind;
  slot.was_other = true;
  return nullptr;
}

template <read_options O, class Spec, std::size_t I>
HUSHRING_INLINE const char* parse_tag(const char* p, const context& c, tag_slot<Spec, I>& slot, unsigned depth) noexcept {
  if (tag_begins<Spec, I>(p, c)) [[likely]] {
    p += tag_beginning<Spec, I>.size();
    if constexpr (Spec::template tag<I>.form != tag_form::prefix) return p;
    else {
      const std::uint32_t special = special_mask16(p);
      const char* const quote = p + std::countr_zero(special | 1u << 16);
      if (special != 0 && quote < c.end && *quote == '"' && prefix_decides<Spec, I>) [[likely]] return quote + 1;
      p -= tag_beginning<Spec, I>.size();
    }
  }
  return pass_other_tag<Spec, I>(p, c, slot, described_choice<Spec>::info, depth, O.max_depth);
}

}  // namespace HUSHRING_BUILD

template <class Spec, std::size_t I>
struct codec<tag_slot<Spec, I>> {
  using T = tag_slot<Spec, I>;

  static constexpr char opening = '\0';
  static constexpr bool may_be_missing = true;  // of an object that was chosen by it, it is not
  static consteval type_info describe() { return {.what = kind::any, .nullable = true}; }
  template <class...>
  static consteval bool views() {
    return false;
  }
  template <read_options O>
  HUSHRING_INLINE static const char* parse(const char* p, const context& c, T& out, unsigned depth) noexcept {
    return parse_tag<O>(p, c, out, depth);
  }
  template <write_options O, class Sink>
  HUSHRING_INLINE static errc put(Sink& sink, const T&) noexcept {
    sink.template literal<written_tag<Sink::form, Spec, I>>();
    return errc::ok;
  }
  template <class...>
  static consteval std::size_t largest() {
    return tag_bound<Spec, I>;
  }
};

// ---- the object that has the tag

/// The value beside a tag, as the only member of what is around both.
template <class T>
struct content_member {
  static constexpr std::size_t count = 1;
  template <std::size_t>
  using type = T;
  template <std::size_t>
  static consteval std::string_view name() {
    return "content";
  }
  template <std::size_t, class Object>
  static constexpr auto& get(Object& object) noexcept {
    return object;
  }
};

/// Not a name that a member can have in C++.
inline constexpr std::string_view tag_name = "the tag";

/// An A that has no member for the tag, with one before all others.
template <class Spec, std::size_t I, class A>
struct object_and_tag {
  using object = A;
  static constexpr bool is_added = true;

  constexpr explicit object_and_tag(A& o, bool takes_any) noexcept : object_(&o), tag_{.takes_any = takes_any} {}
  constexpr auto& tag() noexcept { return tag_; }

  static constexpr auto fields = [] {
    if constexpr (Spec::adjacent) {
      return hushring::fields{rename(tag_name, Spec::key), rename("content", Spec::content)};
    } else {
      constexpr auto& list = fields_of<A>.list;
      return [&]<std::size_t... F>(std::index_sequence<F...>) {
        return hushring::fields{rename(tag_name, Spec::key), list[F]...};
      }(std::make_index_sequence<list.size()>{});
    }
  }();

  A* object_;
  tag_slot<Spec, I> tag_;
};

/// The member that is the tag, as it is written: with the alternative's tag, whatever it holds. Only a text that begins
/// with the alternative's prefix is its own.
template <class Spec, std::size_t I, class M>
struct tag_of_member {
  static constexpr bool is_added = false;

  constexpr explicit tag_of_member(const M& m, bool) noexcept : member_(&m) {}
  [[nodiscard]] bool is_own() const noexcept {
    if constexpr (Spec::template tag<I>.form == tag_form::prefix && string_like<M>)
      return Spec::alternative_of(*member_) == I;
    else return false;
  }

  const M* member_;
};
template <class Spec, std::size_t I, class M>
struct codec<tag_of_member<Spec, I, M>> {
  using T = tag_of_member<Spec, I, M>;

  static constexpr char opening = '\0';
  template <write_options O, class Sink>
  static errc put(Sink& sink, const T& value) {
    if (value.is_own()) return put_value<O>(sink, *value.member_);
    sink.template literal<written_tag<Sink::form, Spec, I>>();
    return errc::ok;
  }
  template <class...>
  static consteval std::size_t largest() {
    return Spec::template tag<I>.form == tag_form::prefix && string_like<M> ? varies : tag_bound<Spec, I>;
  }
  static std::size_t bound(const T& value) { return value.is_own() ? bound_of(*value.member_) : tag_bound<Spec, I>; }
};

// ---- the way to it

template <class Spec, std::size_t I, std::size_t At, class A>
struct tagged_step;
/// A, to which the pointer's first `At` characters lead, with the tag at its end.
template <class Spec, std::size_t I, std::size_t At, class A>
using with_tag = typename tagged_step<Spec, I, At, A>::type;

/// An A with the tag inside of one of its members.
template <class Spec, std::size_t I, std::size_t At, class A>
struct object_around_tag {
  using object = A;
  static constexpr std::size_t json_member = member_named<A>(segment_at<Spec, At>.first);
  static constexpr place at = places<A>[json_member];
  // in a flattened member the same segment is looked for again
  static constexpr std::size_t next = at.inner == place::itself ? segment_at<Spec, At>.second : At;
  using member = typename class_members<A>::template type<at.member>;
  using replacement = with_tag<Spec, I, next, member>;
  static constexpr bool is_added = replacement::is_added;

  constexpr explicit object_around_tag(A& o, bool takes_any) noexcept
      : object_(&o), replacement_(class_members<A>::template get<at.member>(o), takes_any) {}
  constexpr auto& tag() noexcept { return replacement_.tag(); }

  static constexpr auto fields = fields_of<A>;

  A* object_;
  replacement replacement_;
};

template <class Spec, std::size_t I, std::size_t At, class A>
struct tagged_step {
  using type = object_around_tag<Spec, I, At, A>;
};
template <class Spec, std::size_t I, std::size_t At, class A>
  requires(At == Spec::pointer.size())
struct tagged_step<Spec, I, At, A> {
  using type = tag_of_member<Spec, I, A>;
};
/// True where an A has no member that the next segment of the pointer names, and that is the last one.
template <class Spec, std::size_t At, class A>
consteval bool adds_tag() {
  if constexpr (Spec::adjacent) return true;
  else if constexpr (At == Spec::pointer.size() || !object_like<A>) return false;
  else return segment_at<Spec, At>.second == Spec::pointer.size() &&
              member_named<A>(segment_at<Spec, At>.first) == member_count<A>;
}
template <class Spec, std::size_t I, std::size_t At, class A>
  requires(adds_tag<Spec, At, A>())
struct tagged_step<Spec, I, At, A> {
  using type = object_and_tag<Spec, I, A>;
};

/// True where there are objects all the way to the tag, with members of these names or, in the end, none.
template <class Spec, std::size_t At, class A>
consteval bool can_have_tag() {
  if constexpr (At == Spec::pointer.size() || adds_tag<Spec, At, A>()) {
    return true;
  } else if constexpr (object_like<A>) {
    constexpr std::string_view segment = segment_at<Spec, At>.first;
    constexpr std::size_t member = member_named<A>(segment);
    if constexpr (member == member_count<A>) return false;
    else return spells_segment(key_of<A, member>(), segment) &&
                can_have_tag<Spec, segment_at<Spec, At>.second, member_type<A, member>>();
  } else {
    return false;
  }
}

// ---- both as structs

template <class T>
inline constexpr bool is_object_and_tag = false;
template <class Spec, std::size_t I, class A>
inline constexpr bool is_object_and_tag<object_and_tag<Spec, I, A>> = true;
template <class T>
inline constexpr bool is_object_around_tag = false;
template <class Spec, std::size_t I, std::size_t At, class A>
inline constexpr bool is_object_around_tag<object_around_tag<Spec, I, At, A>> = true;
template <class T>
concept tagged_object = is_object_and_tag<T> || is_object_around_tag<T>;

template <tagged_object T>
inline constexpr bool described_class<T> = true;

/// A member of what an object stands for.
template <class Members, std::size_t K, class Object>
constexpr auto& get_of_object(Object& from) noexcept {
  if constexpr (std::is_const_v<Object>) return Members::template get<K>(std::as_const(*from.object_));
  else return Members::template get<K>(*from.object_);
}

template <class Spec, std::size_t I, class A>
struct class_members<object_and_tag<Spec, I, A>> {
  using others = std::conditional_t<Spec::adjacent, content_member<A>, class_members<A>>;
  template <std::size_t K>
  struct type_of {
    using type = typename others::template type<K - 1>;
  };
  template <std::size_t K>
    requires(K == 0)
  struct type_of<K> {
    using type = tag_slot<Spec, I>;
  };

  static constexpr std::size_t count = 1 + others::count;
  template <std::size_t K>
  using type = typename type_of<K>::type;
  template <std::size_t K>
  static consteval std::string_view name() {
    if constexpr (K == 0) return tag_name;
    else return others::template name<K - 1>();
  }
  template <std::size_t K, class Object>
  static constexpr auto& get(Object& from) noexcept {
    if constexpr (K == 0) return (from.tag_);
    else return get_of_object<others, K - 1>(from);
  }
};
template <class Spec, std::size_t I, std::size_t At, class A>
struct class_members<object_around_tag<Spec, I, At, A>> {
  using object = object_around_tag<Spec, I, At, A>;
  template <std::size_t K>
  struct type_of {
    using type = typename class_members<A>::template type<K>;
  };
  template <std::size_t K>
    requires(K == object::at.member)
  struct type_of<K> {
    using type = typename object::replacement;
  };

  static constexpr std::size_t count = class_members<A>::count;
  template <std::size_t K>
  using type = typename type_of<K>::type;
  template <std::size_t K>
  static consteval std::string_view name() {
    return class_members<A>::template name<K>();
  }
  template <std::size_t K, class Object>
  static constexpr auto& get(Object& from) noexcept {
    if constexpr (K == object::at.member) return (from.replacement_);
    else return get_of_object<class_members<A>, K>(from);
  }
};

inline namespace HUSHRING_BUILD {

// Found by parse_object instead of those for structs that hold all of their members.

/// The tag, or the member that it is in, is not there, or null.
template <tagged_object T>
bool miss_tag(T& out) noexcept {
  auto& tag = out.tag();
  if (!tag.takes_any) tag.was_other = true;
  return tag.takes_any;
}

template <read_options O, tagged_object T>
HUSHRING_COLD bool complete(T& out, const member_set<member_count<T>>& seen) {
  using object = typename T::object;
  constexpr std::size_t n = member_count<T>;
  if constexpr (is_object_and_tag<T>) {
    if (!seen.contains(0) && !miss_tag(out)) return false;
    if constexpr (std::same_as<typename class_members<T>::others, content_member<object>>) {
      if (seen.contains(1)) return true;
      if constexpr (O.missing == missing::error && !may_be_missing<object>()) return false;
      assign_default(*out.object_, fresh_value<object>());
      return true;
    } else {
      member_set<n - 1> others;
      for (std::size_t i = 1; i < n; ++i)
        if (seen.contains(i)) others.insert(i - 1);
      return complete<O>(*out.object_, others);
    }
  } else {
    return (seen.contains(T::json_member) || miss_tag(out)) && complete<O>(*out.object_, seen);
  }
}
template <read_options O, tagged_object T>
HUSHRING_COLD bool assign_null(T& out, std::uint32_t index) {
  using object = typename T::object;
  if constexpr (is_object_and_tag<T>) {
    if (index == 0) return miss_tag(out);
    if constexpr (std::same_as<typename class_members<T>::others, content_member<object>>)
      return null_element_value<O>(*out.object_);
    else return assign_null<O>(*out.object_, index - 1);
  } else {
    return (index != T::json_member || miss_tag(out)) && assign_null<O>(*out.object_, index);
  }
}

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
