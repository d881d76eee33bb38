// What the JSON of a type looks like, as data, and as JSON Schema.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <hushring/json/detail/containers.hpp>

namespace hushring {

/// The JSON of one bindable type: a handle on constant data, trivially copyable, valid forever. Made by `schema<T>()`.
///
///     for (std::size_t i = 0; i < s.member_count(); ++i)
///       std::cout << s.member(i).key << (s.member(i).required ? "" : "?") << '\n';
class type_schema {
 public:
  enum class kind : std::uint8_t {
    boolean,
    integer,         ///< is_signed(), bits()
    number,          ///< any number, or one that format() describes
    string,          ///< any string, or one that format() describes
    quoted,          ///< a number in a string: element()
    text_or_number,  ///< a string or a number that format() describes
    array,           ///< element(); length() is the most it can have, 0 when there is no such limit
    tuple,           ///< an array of shortest() to length() elements: element(i)
    object,          ///< member(i)
    map,             ///< an object of any keys: element()
    choice,          ///< one of alternative(i)
    any,             ///< any value
  };
  struct member_schema;
  struct alternative_schema;

  constexpr explicit type_schema(const detail::type_info& info) noexcept : info_(&info) {}

  [[nodiscard]] kind what() const noexcept;
  /// True where null is one of the values: optionals and the like.
  [[nodiscard]] bool nullable() const noexcept { return info_->nullable; }

  [[nodiscard]] bool is_signed() const noexcept { return inner().what == detail::kind::signed_integer; }
  /// 8 to 64 for integers, 32 or 64 for floating-point numbers, otherwise 0.
  [[nodiscard]] unsigned bits() const noexcept { return inner().bits; }
  /// "date-time", "base64": what strings or numbers look like; "" when any will do.
  [[nodiscard]] std::string_view format() const noexcept;
  /// The texts of an enumeration; empty for all else.
  [[nodiscard]] std::span<const std::string_view> names() const noexcept {
    return {inner().names, inner().names != nullptr ? inner().length : 0};
  }

  /// Of an array's elements, a map's values, the number in a string.
  [[nodiscard]] type_schema element() const noexcept { return type_schema(*inner().element); }
  /// Of an array of fixed length, number `i` of its elements.
  [[nodiscard]] type_schema element(std::size_t i) const noexcept {
    return type_schema(inner().elements != nullptr ? *inner().elements[i] : *inner().element);
  }
  [[nodiscard]] std::size_t shortest() const noexcept;
  [[nodiscard]] std::size_t length() const noexcept { return inner().length; }

  [[nodiscard]] std::size_t member_count() const noexcept;
  [[nodiscard]] member_schema member(std::size_t i) const noexcept;
  /// The values of members that the struct does not name, where it keeps them.
  [[nodiscard]] std::optional<type_schema> other_members() const noexcept;

  [[nodiscard]] std::size_t alternative_count() const noexcept;
  [[nodiscard]] alternative_schema alternative(std::size_t i) const noexcept;
  /// Where a choice has its tag: "/e", "/data/e", "/-2" (from an array's end); "" when it goes by kind or length.
  [[nodiscard]] std::string_view tag_pointer() const noexcept;

  /// True for the same type of the same program.
  friend bool operator==(type_schema a, type_schema b) noexcept { return a.info_ == b.info_; }
  /// What tells types apart; for tables and sets.
  [[nodiscard]] const void* id() const noexcept { return &inner(); }

 private:
  /// What is left when optionals and conversions are looked through.
  [[nodiscard]] const detail::type_info& inner() const noexcept;

  const detail::type_info* info_;
};

struct type_schema::member_schema {
  std::string_view key;
  bool required;  ///< true where `strict` reading insists on it, and writing never leaves it out
  type_schema type;
};
struct type_schema::alternative_schema {
  std::string_view tag;  ///< "" where a choice goes by kind or length, and for the one that takes all other values
  bool prefix;           ///< tags that begin with `tag`
  bool literal;          ///< `tag` is no string, but the integer or boolean that it spells
  type_schema type;
};

/// The description of a bindable type. Costs nothing.
template <class T>
[[nodiscard]] type_schema schema() noexcept {
  return type_schema(detail::described<T>::info);
}

/// The description as JSON Schema (2020-12), for other programs and people: what `strict` reading takes and writing
/// gives. Unknown members are allowed, for they are skipped. Types that contain themselves become "$defs".
[[nodiscard]] std::string json_schema(type_schema type);
template <class T>
[[nodiscard]] std::string json_schema() {
  return json_schema(schema<T>());
}

}  // namespace hushring
