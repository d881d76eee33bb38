// What a bindable type looks like, as data: for the compiled parts that find errors, look members up and name types.
// These types are shared by every build and are therefore not keyed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hushring::detail {

enum class kind : std::uint8_t {
  boolean,
  signed_integer,    // bits
  unsigned_integer,  // bits
  floating,          // bits: 32 or 64
  string,
  quoted,       // element
  optional,     // element
  array,        // element
  fixed_array,  // element, length
  object,       // object
};

struct object_info;

struct type_info {
  kind what;
  std::uint8_t bits;
  std::size_t length;
  const type_info* element;
  const object_info* object;
};

struct member_info {
  std::string_view key;  // unescaped
  std::uint64_t word;    // its first 8 bytes, zero-filled
  char opening;          // the character that every value but null begins with; 0 where there is none
  bool optional;
  const type_info* type;
};

/// The members of a struct, and a perfect hash over their keys: bucket = low bits of the hash, slot = high bits moved
/// by the bucket's displacement (hash and displace).
struct object_info {
  const member_info* members;
  std::uint32_t count;
  std::uint32_t bucket_mask;
  std::uint32_t slot_mask;
  std::uint64_t seed;
  const std::uint16_t* displacements;
  const std::uint16_t* slots;  // member index, or `count` where no key hashes to
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
