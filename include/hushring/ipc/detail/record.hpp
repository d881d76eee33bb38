// A record of a lane: one 64-bit word, then the payload. Positions, sizes and the packing of the word.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace hushring {

/// What the bytes of a payload are, as their producer said.
enum class encoding : std::uint8_t {
  bytes = 0,  // anything
  json = 1,   // JSON text, UTF-8
  raw = 2,    // the object representation of a trivially copyable struct
};

}  // namespace hushring

namespace hushring::detail {

/// Records begin at multiples of a cache line and their first word lies in the first of them.
inline constexpr std::uint64_t line_size = 64;
/// Words of different writers are this far apart: adjacent lines are prefetched in pairs.
inline constexpr std::uint64_t writer_spacing = 128;
/// Bytes of zeros that a producer stores ahead of its tail, after each commit, to own the lines before it needs them.
inline constexpr std::uint64_t zero_ahead = 1024;
/// Readable bytes behind the data of every lane (their value is undefined). The promise to parsers is 64.
inline constexpr std::uint64_t guard_size = 4096;

constexpr std::uint64_t round_up(std::uint64_t n, std::uint64_t unit) noexcept { return (n + unit - 1) & ~(unit - 1); }

/// What a record is. The word of free space is 0, so `empty` is also "nothing committed here".
enum class record_state : std::uint8_t {
  empty = 0,
  committed = 1,
  pad = 2,        // nothing until the end of the ring
  done = 3,       // released out of order, not yet swept
  taken = 4,      // work sharing only
  releasing = 5,  // work sharing only
  next = 6,       // broadcast: the lane goes on in the block named by the length field
  control = 7,    // broadcast: a producer restarted; the length field is 8, the payload its epoch
};

/// The word of a record. Bits, from the lowest:
///   state 3 | encoding 2 | type 6 | ordinal 26 | length 27
/// The ordinal is the sequence modulo 2^26; the length (payload bytes) stays through all states.
struct record_word {
  static constexpr unsigned state_bits = 3, encoding_bits = 2, type_bits = 6, ordinal_bits = 26, length_bits = 27;
  static constexpr unsigned max_type = (1u << type_bits) - 1;
  static constexpr unsigned encoding_shift = state_bits;
  static constexpr unsigned type_shift = encoding_shift + encoding_bits;
  static constexpr unsigned ordinal_shift = type_shift + type_bits;
  static constexpr unsigned length_shift = ordinal_shift + ordinal_bits;
  static constexpr std::uint64_t max_length = (std::uint64_t{1} << length_bits) - 1;

  std::uint64_t bits = 0;

  static constexpr record_word make(record_state state, hushring::encoding e, unsigned type, std::uint64_t sequence,
                                    std::uint64_t length) noexcept {
    return {static_cast<std::uint64_t>(state) | static_cast<std::uint64_t>(e) << encoding_shift |
            (static_cast<std::uint64_t>(type) & max_type) << type_shift |
            (sequence & ((std::uint64_t{1} << ordinal_bits) - 1)) << ordinal_shift | length << length_shift};
  }

  constexpr record_state state() const noexcept { return static_cast<record_state>(bits & ((1u << state_bits) - 1)); }
  /// One of the named ones, or 3 from a hostile producer.
  constexpr hushring::encoding encoding() const noexcept {
    return static_cast<hushring::encoding>(bits >> encoding_shift & ((1u << encoding_bits) - 1));
  }
  constexpr std::uint8_t type() const noexcept {
    return static_cast<std::uint8_t>(bits >> type_shift & max_type);
  }
  constexpr std::uint64_t ordinal() const noexcept {
    return bits >> ordinal_shift & ((std::uint64_t{1} << ordinal_bits) - 1);
  }
  constexpr std::uint64_t length() const noexcept { return bits >> length_shift; }
  /// The same record in another state.
  constexpr record_word with(record_state state) const noexcept {
    return {(bits & ~std::uint64_t{(1u << state_bits) - 1}) | static_cast<std::uint64_t>(state)};
  }
};
static_assert(record_word::length_shift + record_word::length_bits == 64);

/// Bytes that a record with `length` bytes of payload takes. Never 0, so a walk always moves.
constexpr std::uint64_t record_size(std::uint64_t payload_offset, std::uint64_t length) noexcept {
  return round_up(payload_offset + length, line_size);
}

/// The value nearest to `near` whose low `bits` bits are `low`: undoes the packing of positions and sequences.
constexpr std::uint64_t expand_nearest(std::uint64_t low, unsigned bits, std::uint64_t near) noexcept {
  const std::uint64_t span = std::uint64_t{1} << bits;
  const std::uint64_t ahead = (low - near) & (span - 1);  // how far forward from `near` the value is
  return ahead < span / 2 || near < span - ahead ? near + ahead : near + ahead - span;
}

/// What a producer is about to commit, stored before it does so: one word, because two words are never both right when
/// their writer is killed between them. Bits, from the lowest:
///   set 1 | sequence 24 (of the batch's last record) | line number 39 (of the batch's start)
struct intent_word {
  static constexpr unsigned sequence_bits = 24, line_bits = 39;
  static constexpr unsigned position_bits = line_bits + 6;

  std::uint64_t bits = 0;

  static constexpr intent_word make(std::uint64_t position, std::uint64_t sequence) noexcept {
    return {std::uint64_t{1} | (sequence & ((std::uint64_t{1} << sequence_bits) - 1)) << 1 |
            (position / line_size) << (1 + sequence_bits)};
  }
  constexpr bool set() const noexcept { return (bits & 1) != 0; }
  /// Both fields wrap: they mean the values nearest to a position and a sequence known from elsewhere.
  constexpr std::uint64_t position(std::uint64_t near) const noexcept {
    return expand_nearest(bits >> (1 + sequence_bits), line_bits, near / line_size) * line_size;
  }
  constexpr std::uint64_t sequence(std::uint64_t near) const noexcept {
    return expand_nearest(bits >> 1 & ((std::uint64_t{1} << sequence_bits) - 1), sequence_bits, near);
  }
};
static_assert(1 + intent_word::sequence_bits + intent_word::line_bits == 64);

/// The word at `place` in a lane's data, as an atomic. `place` must be aligned to 8 (records are to 64).
inline std::atomic_ref<std::uint64_t> word_at(std::byte* place) noexcept {
  return std::atomic_ref<std::uint64_t>(*reinterpret_cast<std::uint64_t*>(place));
}
static_assert(std::atomic_ref<std::uint64_t>::is_always_lock_free);
static_assert(std::atomic_ref<std::uint64_t>::required_alignment == sizeof(std::uint64_t));

}  // namespace hushring::detail
