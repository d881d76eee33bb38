// What a bindable type looks like, as data: for the compiled parts that find errors, look members up and name types.
// These types are shared by every build and are therefore not keyed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <hushring/error.hpp>

namespace hushring::detail {

enum class kind : std::uint8_t {
  boolean,
  signed_integer,    // bits
  unsigned_integer,  // bits
  floating,          // bits: 32 or 64
  string,
  quoted,       // element
  optional,     // element
  array,        // element, and the length it has at most, where it is not 0
  fixed_array,  // element, length
  object,       // object
  tuple,        // elements, of which the last `length - shortest` may be left out
  map,          // key, element
  any,          // any value
  text,            // a string of which `check` decides
  number,          // a number of which `check` decides
  text_or_number,  // either
  converted,       // element, of which `check` decides
  choice,          // alternatives
};

struct object_info;
struct choice_info;

struct type_info {
  kind what;
  std::uint8_t bits = 0;
  bool nullable = false;  // null is one of its values
  bool view = false;      // a string that is viewed
  bool empty_is_none = false;  // "" is an empty optional of it
  std::size_t length = 0;
  std::size_t shortest = 0;
  const type_info* element = nullptr;
  const type_info* key = nullptr;  // one that strings are read as
  const type_info* const* elements = nullptr;
  const object_info* object = nullptr;
  const choice_info* choice = nullptr;
  /// Whether the value from `first` to `last`, good JSON of the right kind, can be read; otherwise why not. The offset
  /// of that error is the value's first byte.
  errc (*check)(const char* first, const char* last) noexcept = nullptr;
  /// What values look like to people and in JSON Schema: "date-time".
  std::string_view format{};
  const std::string_view* names = nullptr;  // the only texts that there are: `length` of them
};

struct member_info {
  std::string_view key;  // unescaped
  char opening;          // the character that every value but null begins with; 0 where there is none
  bool optional;         // may be missing whatever the options say
  bool required;         // may never be missing
  const type_info* type;
};

/// A key by which a member is found: its own, or an alias.
struct key_info {
  std::string_view key;  // unescaped
  std::uint64_t word;    // its first 8 bytes, zero-filled
  std::uint32_t member;
};

/// The members of a struct, and a perfect hash over their keys: bucket = low bits of the hash, slot = high bits moved
/// by the bucket's displacement (hash and displace).
struct object_info {
  const member_info* members;
  std::uint32_t count;
  const key_info* keys;  // the members' own in their order, then aliases
  std::uint32_t key_count;
  const type_info* collected;  // the type of unknown members' values, where they are kept
  std::uint32_t bucket_mask;
  std::uint32_t slot_mask;
  std::uint64_t seed;
  const std::uint16_t* displacements;
  const std::uint16_t* slots;  // key index, or `key_count` where no key hashes to
};

/// Kinds of JSON values, as a set. Null is none of them: `nullable` says it.
using json_kinds = std::uint8_t;
inline constexpr json_kinds boolean_kind = 1, number_kind = 2, string_kind = 4, array_kind = 8, object_kind = 16;
inline constexpr json_kinds all_kinds = 31;

/// A value that is one of several types.
struct choice_info {
  enum class by : std::uint8_t { kind, tag };
  struct alternative {
    const type_info* type;
    std::string_view tag{};  // unescaped; a number or boolean as it is written
    bool prefix = false;     // the tag's beginning decides
    bool literal = false;    // the tag is a number or a boolean
    json_kinds kinds = 0;      // by kind: those it takes
    std::size_t shortest = 0;  // by kind: the arrays it takes, where others take arrays, too
    std::size_t longest = ~std::size_t{0};
  };
  by what;
  const alternative* alternatives;
  std::size_t count;
  std::string_view pointer{};            // where the tag is: a JSON pointer from the value, "/e" for a member of its own
  const type_info* otherwise = nullptr;  // for values without the tag or with another; or null
};

/// The step of the key hash: one multiplication for each 8 bytes.
constexpr std::uint64_t hash_step(std::uint64_t h, std::uint64_t word) noexcept {
  h = (h ^ word) * 0x9E3779B97F4A7C15u;
  return h ^ (h >> 32);
}
constexpr std::uint64_t hash_start(std::uint64_t seed, std::size_t length) noexcept { return seed + length; }

constexpr std::uint32_t hash_slot(std::uint64_t h, std::uint32_t displacement) noexcept {
  return static_cast<std::uint32_t>(h >> 40) + displacement * (static_cast<std::uint32_t>(h >> 20) | 1);
}

}  // namespace hushring::detail
