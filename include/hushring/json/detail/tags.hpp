// What tells the alternatives of a tagged value apart, as template arguments.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

#include <hushring/json/detail/members.hpp>
#include <hushring/json/detail/pointers.hpp>
#include <hushring/json/detail/utf8.hpp>

namespace hushring::detail {

/// A text as a template argument.
template <std::size_t N>
struct constant_text {
  char bytes[N]{};

  consteval explicit(false) constant_text(const char (&text)[N]) {
    for (std::size_t i = 0; i < N; ++i) bytes[i] = text[i];
  }
  [[nodiscard]] constexpr std::string_view view() const noexcept { return {bytes, N - 1}; }
};

enum class tag_form : unsigned char { text, prefix, literal };

/// A tag as a template argument: a text, the beginning of one, an integer or a boolean.
template <std::size_t N>
struct tag_constant {
  char bytes[N]{};
  std::size_t size = 0;
  tag_form form = tag_form::text;

  consteval explicit(false) tag_constant(const char (&text)[N]) : size(N - 1) {
    for (std::size_t i = 0; i < size; ++i) bytes[i] = text[i];
  }
  constexpr explicit(false) tag_constant(bool value) : form(tag_form::literal) {
    for (const char c : std::string_view(value ? "true" : "false")) bytes[size++] = c;
  }
  template <integer V>
  constexpr explicit(false) tag_constant(V value) : form(tag_form::literal) {
    char digits[N]{};
    std::size_t n = 0;
    const bool negative = value < V{};
    do {
      const int digit = static_cast<int>(value % 10);
      digits[n++] = static_cast<char>('0' + (digit < 0 ? -digit : digit));
      value = static_cast<V>(value / 10);
    } while (value != V{});
    if (negative) digits[n++] = '-';
    while (n > 0) bytes[size++] = digits[--n];
  }
  static consteval tag_constant prefix(const constant_text<N>& text) {
    tag_constant tag(text.bytes);
    tag.form = tag_form::prefix;
    return tag;
  }
  [[nodiscard]] constexpr std::string_view view() const noexcept { return {bytes, size}; }
};
template <std::size_t N>
tag_constant(const char (&)[N]) -> tag_constant<N>;
template <std::integral V>
tag_constant(V) -> tag_constant<24>;

/// `"text"` as JSON spells it, without its last `Drop` characters.
template <std::size_t N, std::size_t Drop = 0>
consteval auto quote_text(std::string_view text) {
  const auto spelled = spell_member<N + 4>(text, '\0');
  std::array<char, N + 2 - Drop> out{};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = spelled[i + 1];
  return out;
}

template <class A>
inline constexpr bool is_otherwise = false;

/// How the alternatives of a type are told apart by a tag at `Where`, a key or a JSON pointer. `Content`: the key of what
/// is tagged, where that stands beside the tag; empty otherwise.
template <constant_text Where, constant_text Content, class... Alternatives>
struct tag_spec {
  using list = std::tuple<Alternatives...>;
  template <std::size_t I>
  using alternative = std::tuple_element_t<I, list>;
  template <std::size_t I>
  using type = typename alternative<I>::type;

  /// How many have tags; the one for all others is behind them.
  static constexpr std::size_t count = (!is_otherwise<Alternatives> + ... + std::size_t{0});
  static constexpr std::size_t all = sizeof...(Alternatives);
  static constexpr bool has_otherwise = count != all;
  static constexpr bool adjacent = !Content.view().empty();
  static constexpr std::string_view content = Content.view();

  static_assert(count > 0, "hushring: there is no alternative with a tag");
  static_assert(
      [] {
        std::size_t i = 0;
        return ((++i, !is_otherwise<Alternatives> || i == sizeof...(Alternatives)) && ...);
      }(),
      "hushring: otherwise<> is the last alternative, and the only one of its kind");

  template <std::size_t I>
  static constexpr auto tag = alternative<I>::tag;

  // ---- where the tag is

  static constexpr bool has_slash = Where.view().starts_with('/');
  static_assert(!Where.view().empty(), "hushring: a tag has a key, or a place in its value");
  static_assert(!has_slash || is_pointer(Where.view()), "hushring: where the tag is, is no JSON pointer");
  static constexpr auto pointer_bytes = [] {
    constexpr std::string_view where = Where.view();
    constexpr std::size_t size = [&] {
      std::size_t n = where.size() + !has_slash;
      if (!has_slash)
        for (const char c : where) n += c == '~' || c == '/';
      return n;
    }();
    std::array<char, size> out{};
    std::size_t n = 0;
    if (!has_slash) out[n++] = '/';
    for (const char c : where) {
      const bool escaped = !has_slash && (c == '~' || c == '/');
      out[n++] = escaped ? '~' : c;
      if (escaped) out[n++] = c == '/' ? '1' : '0';
    }
    return out;
  }();
  static constexpr std::string_view pointer{pointer_bytes.data(), pointer_bytes.size()};

  /// True where the tag is a member of the value itself.
  static constexpr bool keyed = [] {
    std::string_view rest = pointer;
    return !element_position_of(take_segment(rest)).valid && rest.empty();
  }();
  static_assert(!adjacent || keyed, "hushring: a tag beside what it tags has a key");
  static constexpr auto key_bytes = [] {
    std::string_view rest = pointer;
    std::string_view segment;
    while (!rest.empty()) segment = take_segment(rest);
    std::array<char, pointer.size()> out{};
    std::size_t n = 0;
    while (!segment.empty()) out[n++] = take_character(segment);
    return std::pair(out, n);
  }();
  /// Its key, where it is a member of an object.
  static constexpr std::string_view key{key_bytes.first.data(), key_bytes.second};
  static_assert(is_utf8(key), "hushring: the tag's key is not UTF-8");

  // ---- the tags

  /// Those of which more decides come first.
  static constexpr bool goes_before(tag_form a, std::size_t a_size, tag_form b, std::size_t b_size) noexcept {
    const bool a_prefix = a == tag_form::prefix;
    const bool b_prefix = b == tag_form::prefix;
    return a_prefix != b_prefix ? b_prefix : a_prefix && a_size > b_size;
  }
  static constexpr auto order = []<std::size_t... I>(std::index_sequence<I...>) {
    constexpr std::array<tag_form, count> forms{tag<I>.form...};
    constexpr std::array<std::size_t, count> sizes{tag<I>.size...};
    std::array<std::size_t, count> out{I...};
    for (std::size_t i = 1; i < count; ++i)
      for (std::size_t k = i; k > 0 && goes_before(forms[out[k]], sizes[out[k]], forms[out[k - 1]], sizes[out[k - 1]]); --k)
        std::swap(out[k], out[k - 1]);
    return out;
  }(std::make_index_sequence<count>{});

  /// The alternative of a text, or `count`.
  static constexpr std::size_t alternative_of(std::string_view text) noexcept {
    std::size_t found = count;
    const auto one = [&]<std::size_t I>() {
      constexpr const auto& t = tag<I>;
      const bool is = t.form == tag_form::text     ? text == t.view()
                      : t.form == tag_form::prefix ? text.starts_with(t.view())
                                                   : false;
      if (is) found = I;
      return is;
    };
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      static_cast<void>((one.template operator()<order[K]>() || ...));
    }(std::make_index_sequence<count>{});
    return found;
  }

  static_assert(
      []<std::size_t... I>(std::index_sequence<I...>) {
        constexpr std::array<std::string_view, count> tags{tag<I>.view()...};
        constexpr std::array<tag_form, count> forms{tag<I>.form...};
        for (std::size_t i = 0; i < count; ++i)
          for (std::size_t k = 0; k < i; ++k)
            if (tags[i] == tags[k] && forms[i] == forms[k]) return false;
        return true;
      }(std::make_index_sequence<count>{}),
      "hushring: two alternatives have the same tag");
  static_assert(
      []<std::size_t... I>(std::index_sequence<I...>) { return (is_utf8(tag<I>.view()) && ...); }(
          std::make_index_sequence<count>{}),
      "hushring: a tag is not UTF-8");
};

/// A tag as JSON spells it.
template <class Spec, std::size_t I>
inline constexpr auto spelled_tag = [] {
  constexpr const auto& tag = Spec::template tag<I>;
  if constexpr (tag.form == tag_form::literal) {
    std::array<char, tag.size> out{};
    for (std::size_t i = 0; i < tag.size; ++i) out[i] = tag.bytes[i];
    return out;
  } else {
    return quote_text<escaped_length(tag.view())>(tag.view());
  }
}();
/// What a tag of that alternative begins with.
template <class Spec, std::size_t I>
inline constexpr auto tag_beginning = [] {
  constexpr const auto& tag = Spec::template tag<I>;
  if constexpr (tag.form == tag_form::prefix) return quote_text<escaped_length(tag.view()), 1>(tag.view());
  else return spelled_tag<Spec, I>;
}();
/// The tag's key and a colon, as compact JSON spells them.
template <class Spec>
inline constexpr auto spelled_key = [] {
  constexpr auto key = quote_text<escaped_length(Spec::key)>(Spec::key);
  std::array<char, key.size() + 1> out{};
  for (std::size_t i = 0; i < key.size(); ++i) out[i] = key[i];
  out.back() = ':';
  return out;
}();

// ---- tags that are bound to a member of their alternative

/// The member of T whose key, or alias, is what a segment of a pointer says; or `member_count`.
template <class T>
consteval std::size_t member_named(std::string_view segment) {
  constexpr auto keys = all_keys<T>();
  constexpr auto aliases = aliases_of<T>();
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (spells_segment(keys[i], segment)) return i < member_count<T> ? i : aliases[i - member_count<T>].member;
  return member_count<T>;
}
template <class T>
consteval std::size_t part_at(element_position at) {
  constexpr std::size_t count = tuple_parts<T>::count;
  const bool there = at.from_end ? shortest_tuple<T> == count && at.index <= count : at.index < count;
  return !there ? count : at.from_end ? count - at.index : at.index;
}

/// What is left of the pointer when its first segment is taken.
template <class Spec, std::size_t At>
inline constexpr std::pair<std::string_view, std::size_t> segment_at = [] {
  std::string_view rest = Spec::pointer.substr(At);
  const std::string_view segment = take_segment(rest);
  return std::pair(segment, Spec::pointer.size() - rest.size());
}();

/// True where the pointer, of which the first `At` characters lead to a T, leads on to what can hold the tag of
/// alternative I.
template <class Spec, std::size_t I, std::size_t At, class T>
consteval bool binds_tag() {
  if constexpr (At == Spec::pointer.size()) {
    if constexpr (Spec::template tag<I>.form == tag_form::literal) return integer<T> || std::same_as<T, bool>;
    else return string_like<T>;
  } else if constexpr (optional_like<T>) {
    return binds_tag<Spec, I, At, held_t<T>>();
  } else {
    constexpr auto segment = segment_at<Spec, At>.first;
    constexpr std::size_t next = segment_at<Spec, At>.second;
    if constexpr (object_like<T>) {
      constexpr std::size_t member = member_named<T>(segment);
      if constexpr (member == member_count<T>) return false;
      else return binds_tag<Spec, I, next, member_type<T, member>>();
    } else if constexpr (tuple_like<T>) {
      constexpr element_position at = element_position_of(segment);
      constexpr std::size_t part = part_at<T>(at);
      if constexpr (!at.valid || part == tuple_parts<T>::count) return false;
      else return binds_tag<Spec, I, next, part_type<T, part>>();
    } else {
      return false;
    }
  }
}
/// Whether the tag there is that of alternative I.
template <class Spec, std::size_t I, std::size_t At, class T>
constexpr bool agrees(const T& value) noexcept {
  if constexpr (At == Spec::pointer.size()) {
    if constexpr (string_like<T>) return Spec::alternative_of(value) == I;
    else return tag_constant<24>(value).view() == Spec::template tag<I>.view();
  } else if constexpr (optional_like<T>) {
    return engaged(value) && agrees<Spec, I, At>(*value);
  } else if constexpr (object_like<T>) {
    return agrees<Spec, I, segment_at<Spec, At>.second>(get_member<member_named<T>(segment_at<Spec, At>.first)>(value));
  } else {
    constexpr std::size_t part = part_at<T>(element_position_of(segment_at<Spec, At>.first));
    return agrees<Spec, I, segment_at<Spec, At>.second>(tuple_parts<T>::template get<part>(value));
  }
}

}  // namespace hushring::detail
