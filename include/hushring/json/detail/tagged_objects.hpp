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

// ---- an alternative that has no member for its tag: it is read and written with one before all others

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

template <class Spec, std::size_t I>
struct tagged_object {
  using held = typename Spec::template type<I>;

  constexpr explicit tagged_object(held& object, bool takes_any = false) noexcept
      : object_(&object), tag_{.takes_any = takes_any} {}

  static constexpr auto fields = [] {
    if constexpr (Spec::adjacent) {
      return hushring::fields{rename(tag_name, Spec::key), rename("content", Spec::content)};
    } else {
      constexpr auto& list = fields_of<held>.list;
      return [&]<std::size_t... F>(std::index_sequence<F...>) {
        return hushring::fields{rename(tag_name, Spec::key), list[F]...};
      }(std::make_index_sequence<list.size()>{});
    }
  }();

  held* object_;
  tag_slot<Spec, I> tag_;
};
template <class T>
inline constexpr bool is_tagged_object = false;
template <class Spec, std::size_t I>
inline constexpr bool is_tagged_object<tagged_object<Spec, I>> = true;
template <class T>
concept object_with_tag = is_tagged_object<T>;

template <class Spec, std::size_t I>
inline constexpr bool described_class<tagged_object<Spec, I>> = true;
template <class Spec, std::size_t I>
struct class_members<tagged_object<Spec, I>> {
  using held = typename Spec::template type<I>;
  using others = std::conditional_t<Spec::adjacent, content_member<held>, class_members<held>>;

  template <std::size_t K, class = void>
  struct type_of {
    using type = typename others::template type<K - 1>;
  };
  template <class Void>
  struct type_of<0, Void> {
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
  static constexpr auto& get(Object& object) noexcept {
    if constexpr (K == 0) return (object.tag_);
    else if constexpr (std::is_const_v<Object>) return others::template get<K - 1>(std::as_const(*object.object_));
    else return others::template get<K - 1>(*object.object_);
  }
};

inline namespace HUSHRING_BUILD {

// Found by parse_object instead of those for structs that hold all of their members.

template <read_options O, object_with_tag T>
HUSHRING_COLD bool complete(T& out, const member_set<member_count<T>>& seen) {
  using held = typename T::held;
  constexpr std::size_t n = member_count<T>;
  if constexpr (std::same_as<typename class_members<T>::others, content_member<held>>) {
    if (seen.contains(1)) return true;
    if constexpr (O.missing == missing::error && !may_be_missing<held>()) return false;
    assign_default(*out.object_, fresh_value<held>());
    return true;
  } else {
    member_set<n - 1> others;
    for (std::size_t i = 1; i < n; ++i)
      if (seen.contains(i)) others.insert(i - 1);
    return complete<O>(*out.object_, others);
  }
}
template <read_options O, object_with_tag T>
HUSHRING_COLD bool assign_null(T& out, std::uint32_t index) {
  using held = typename T::held;
  if (index == 0) {
    out.tag_.was_other = !out.tag_.takes_any;
    return out.tag_.takes_any;
  }
  if constexpr (std::same_as<typename class_members<T>::others, content_member<held>>)
    return null_element_value<O>(*out.object_);
  else return assign_null<O>(*out.object_, index - 1);
}

}  // namespace HUSHRING_BUILD

// ---- an alternative that has one: it is written with the right tag, whatever the member holds

/// The member for the tag, of which only a text that begins with the alternative's prefix is written.
template <class Spec, std::size_t I, class M>
struct tag_of_member {
  const M* member;

  /// What is written is the member's own text.
  [[nodiscard]] bool is_own() const noexcept {
    if constexpr (Spec::template tag<I>.form == tag_form::prefix && string_like<M>)
      return Spec::alternative_of(*member) == I;
    else return false;
  }
};
template <class Spec, std::size_t I, class M>
struct codec<tag_of_member<Spec, I, M>> {
  using T = tag_of_member<Spec, I, M>;

  static constexpr char opening = '\0';
  static consteval type_info describe() { return {.what = kind::any, .nullable = true}; }
  template <write_options O, class Sink>
  static errc put(Sink& sink, const T& value) {
    if (value.is_own()) return put_value<O>(sink, *value.member);
    sink.template literal<written_tag<Sink::form, Spec, I>>();
    return errc::ok;
  }
  template <class...>
  static consteval std::size_t largest() {
    return Spec::template tag<I>.form == tag_form::prefix && string_like<M> ? varies : tag_bound<Spec, I>;
  }
  static std::size_t bound(const T& value) { return value.is_own() ? bound_of(*value.member) : tag_bound<Spec, I>; }
};

/// A, the alternative or what the pointer's first `At` characters lead to in it, with the member that is the tag, or has
/// it inside, replaced.
template <class Spec, std::size_t I, std::size_t At, class A>
struct retagged_object {
  static constexpr place at = places<A>[member_named<A>(segment_at<Spec, At>.first)];
  static constexpr std::size_t behind = segment_at<Spec, At>.second;
  using member = typename class_members<A>::template type<at.member>;

  template <bool Flattened, bool Last>
  struct choose {
    using type = retagged_object<Spec, I, Flattened ? At : behind, member>;
  };
  template <class M>
  struct last {
    using type = tag_of_member<Spec, I, M>;
  };
  using replacement = typename std::conditional_t<at.inner == place::itself && behind == Spec::pointer.size(), last<member>,
                                                  choose<at.inner != place::itself, false>>::type;

  constexpr explicit retagged_object(const A& object) noexcept
      : object_(&object), replaced_{[&] {
          const member& m = class_members<A>::template get<at.member>(object);
          if constexpr (std::same_as<replacement, tag_of_member<Spec, I, member>>) return replacement{&m};
          else return replacement(m);
        }()} {}

  static constexpr auto fields = fields_of<A>;

  const A* object_;
  replacement replaced_;
};
template <class Spec, std::size_t I, std::size_t At, class A>
inline constexpr bool described_class<retagged_object<Spec, I, At, A>> = true;
template <class Spec, std::size_t I, std::size_t At, class A>
struct class_members<retagged_object<Spec, I, At, A>> {
  using object = retagged_object<Spec, I, At, A>;
  static constexpr std::size_t replaced = object::at.member;

  static constexpr std::size_t count = class_members<A>::count;
  template <std::size_t K>
  using type = typename std::conditional_t<K == replaced, std::type_identity<typename object::replacement>,
                                           std::type_identity<typename class_members<A>::template type<K>>>::type;
  template <std::size_t K>
  static consteval std::string_view name() {
    return class_members<A>::template name<K>();
  }
  template <std::size_t K, class Object>
  static constexpr const auto& get(Object& from) noexcept {
    if constexpr (K == replaced) return from.replaced_;
    else return class_members<A>::template get<K>(*from.object_);
  }
};

/// True where the tag is written to a member that can be replaced: objects all the way to it.
template <class Spec, std::size_t At, class A>
consteval bool can_retag() {
  if constexpr (At == Spec::pointer.size()) {
    return true;
  } else if constexpr (object_like<A>) {
    constexpr std::string_view segment = segment_at<Spec, At>.first;
    constexpr std::size_t member = member_named<A>(segment);
    if constexpr (member == member_count<A>) return false;
    else return spells_segment(key_of<A, member>(), segment) &&
                can_retag<Spec, segment_at<Spec, At>.second, member_type<A, member>>();
  } else {
    return false;
  }
}

}  // namespace hushring::detail
