// Values of several types that a tag inside or beside them tells apart.
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include <hushring/json/detail/containers.hpp>
#include <hushring/json/detail/parse_tagged.hpp>

namespace hushring {

/// An alternative of `tagged` or `adjacent`: values whose tag is `Tag` are a T. A tag is a text, the beginning of one, an
/// integer (1 and 1.0 are the same), or a boolean:
///
///     hushring::alt<"trade", trade>
///     hushring::alt<hushring::prefix<"trade.">, trade>      // "trade.BTCUSDT"; whole tags and longer prefixes first
///     hushring::alt<2, order_book>
template <detail::tag_constant Tag, class T>
struct alt {
  using type = T;
  static constexpr auto tag = Tag;
};
template <detail::constant_text Text>
inline constexpr auto prefix = detail::tag_constant<sizeof Text.bytes>::prefix(Text);

/// The last alternative of `tagged` or `adjacent`: values that have no tag, or another than all the others. T can be any
/// type that is bound, also one that is tagged in another way, or `raw_json`.
template <class T>
struct otherwise {
  using type = T;
};
namespace detail {
template <class T>
inline constexpr bool is_otherwise<otherwise<T>> = true;

/// What `tagged` and `adjacent` have in common: a std::variant, and a few shorter ways to ask.
template <class Self, class... T>
class tagged_variant : public std::variant<T...> {
 public:
  using std::variant<T...>::variant;
  constexpr tagged_variant() = default;

  template <class U>
  [[nodiscard]] constexpr bool holds() const noexcept {
    return std::holds_alternative<U>(*this);
  }
  /// The value, where it is a U, or null.
  template <class U>
  [[nodiscard]] constexpr U* get_if() noexcept {
    return std::get_if<U>(static_cast<std::variant<T...>*>(this));
  }
  template <class U>
  [[nodiscard]] constexpr const U* get_if() const noexcept {
    return std::get_if<U>(static_cast<const std::variant<T...>*>(this));
  }
  /// Calls the one of `functions` that takes the value best.
  template <class... Functions>
  constexpr decltype(auto) visit(Functions&&... functions) const {
    return std::visit(overloads<std::remove_cvref_t<Functions>...>{std::forward<Functions>(functions)...},
                      static_cast<const std::variant<T...>&>(*this));
  }
  template <class... Functions>
  constexpr decltype(auto) visit(Functions&&... functions) {
    return std::visit(overloads<std::remove_cvref_t<Functions>...>{std::forward<Functions>(functions)...},
                      static_cast<std::variant<T...>&>(*this));
  }

 private:
  template <class... Functions>
  struct overloads : Functions... {
    using Functions::operator()...;
  };
  template <class... Functions>
  overloads(Functions...) -> overloads<Functions...>;
};
}  // namespace detail

/// One of several types, told apart by a tag: a std::variant of the alternatives' types, in their order, so that
/// std::visit, std::get and the like work on it. `Where` says where the tag is: the key of a member ("e"), or, from a
/// slash on, a JSON pointer into the value ("/data/e"; "/-1" is the last element of an array, "/-2" the one before it, to
/// "/-16").
///
///     using event = hushring::tagged<"e", hushring::alt<"trade", trade>, hushring::alt<"depthUpdate", depth>>;
///     struct message { std::string_view stream; event data; };    // {"stream":"...","data":{"e":"trade",...}}
///     m.data.visit([](const trade& t) { ... }, [](const depth& d) { ... });
///
/// Reading: the tag may stand anywhere; fastest is a tag that comes first. The last of several tags decides. A value of
/// another tag, or without one, is `no_alternative`, unless one of the alternatives is `otherwise<T>`. The alternative is
/// the same object as before when the tag is: it keeps its memory. Errors inside of a value are those of its alternative;
/// but where the tag stands behind an error of the grammar, that comes first.
///
/// The alternatives need no member for the tag: it is then passed (and is no unknown member), and written first. One that
/// has such a member gets the tag there, and is written with it: whatever the member holds, what is written is the
/// alternative's tag; of those that go by a prefix, the member's text if it begins so, and only the prefix otherwise. So
/// what was written is read back as the same alternative. That holds where the tag is in objects of the value, also those
/// inside of others; tags in arrays, maps and the like are written as they are.
///
/// A default-constructed value is a default-constructed first alternative; so are values that are missing.
template <detail::constant_text Where, class... Alternatives>
class tagged : public detail::tagged_variant<tagged<Where, Alternatives...>, typename Alternatives::type...> {
 public:
  using detail::tagged_variant<tagged, typename Alternatives::type...>::tagged_variant;
};

/// One of several types, told apart by a tag that stands beside the value, under another key:
///
///     hushring::adjacent<"type", "data", hushring::alt<"trade", trade>, hushring::alt<"pong", std::int64_t>>
///     {"type":"trade","data":{...}}    {"type":"pong","data":5}
///
/// Both are members of one object, in any order; other members are unknown ones. Written with the tag first. Besides, as
/// `tagged`; what `otherwise<T>` takes is the whole object.
template <detail::constant_text Tag, detail::constant_text Content, class... Alternatives>
class adjacent
    : public detail::tagged_variant<adjacent<Tag, Content, Alternatives...>, typename Alternatives::type...> {
 public:
  using detail::tagged_variant<adjacent, typename Alternatives::type...>::tagged_variant;
};

namespace detail {

template <constant_text Where, class... Alternatives>
struct codec<tagged<Where, Alternatives...>>
    : tagged_codec<tagged<Where, Alternatives...>, tag_spec<Where, "", Alternatives...>> {};
template <constant_text Tag, constant_text Content, class... Alternatives>
struct codec<adjacent<Tag, Content, Alternatives...>>
    : tagged_codec<adjacent<Tag, Content, Alternatives...>, tag_spec<Tag, Content, Alternatives...>> {};

}  // namespace detail
}  // namespace hushring
