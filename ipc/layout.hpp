// Every shared byte of a segment, version 1: where it lies and what it means. Functions live elsewhere.
//
//   page 0      segment_header      written before the segment has a name, never changed afterwards
//   page 1      registry_page       holder of the registry lock, sleepers
//   page 2...   participant[n]      128 bytes each: consumers first, then one producer a lane; rounded to pages
//   queue       queue_role          one page
//   broadcast   consumer areas      round_page(128 x (lanes + 1)) x max_consumers:
//                                   broadcast_head, broadcast_cursor[lanes]
//               block tables        round_page(64 x blocks) a lane: block_entry[blocks]
//   lanes       lane_page[lanes]    one page each
//   data        lanes x capacity    queue: a ring, capacity is a power of two; broadcast: blocks x block_size
//   guard       4096 bytes          readable behind the last payload
//
// The words that lanes work on are in hushring/ipc/detail/lane_layout.hpp (inline code needs them), the record in
// hushring/ipc/detail/record.hpp.
//
// Version rule: any change of a size, an offset, a bit field or a meaning, here or in those two headers, takes the next
// `layout_version`. The first 32 bytes (magic, version, header_size, total_size, page_size, abi) keep their places in
// every version, so that any version can tell what another one is. Reserved bytes are 0 and ignored.
#pragma once

#include <hushring/ipc/detail/lane_layout.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace hushring::detail {

inline constexpr std::uint64_t segment_magic = 0x676e697268737568;  // "hushring", read as bytes
inline constexpr std::uint32_t layout_version = 1;
inline constexpr std::uint32_t page_size = 4096;  // of the layout; larger pages of the machine do not matter
/// Byte order and word size: a segment is never shared with another ABI, but it may be found by one.
inline constexpr std::uint32_t abi_tag = 0x01020300u + sizeof(void*);

inline constexpr std::uint32_t max_lanes = 1;  // of this implementation; the layout has room for queue_role::max_lanes
inline constexpr std::uint32_t max_consumers_limit = 448;  // participants must fit the sleepers' bitmap
inline constexpr std::uint64_t min_queue_capacity = 64 * 1024;
inline constexpr std::uint64_t max_total_size = std::uint64_t{1} << 40;

enum class segment_kind : std::uint32_t { queue = 1, broadcast = 2 };

struct segment_header {
  std::uint64_t magic;
  std::uint32_t version;
  std::uint32_t header_size;
  std::uint64_t total_size;  // of the file
  std::uint32_t page_size;
  std::uint32_t abi;

  // What the creator chose.
  std::uint32_t kind;  // segment_kind
  std::uint32_t lanes;
  std::uint64_t capacity;  // data bytes of a lane
  std::uint32_t max_message;
  std::uint32_t payload_offset;  // from the record's word to its payload: 8, 16, 32 or 64
  std::uint32_t max_consumers;
  std::uint32_t reliable_consumers;  // how many of them may be reliable
  std::uint32_t pins_per_consumer;
  std::uint32_t block_count;  // broadcast
  std::uint64_t block_size;   // broadcast
  std::uint64_t hold_back;    // nanoseconds a reliable consumer may hold the producer back, 0: for ever
  std::uint32_t evict;        // 1: a reliable consumer that holds back longer is evicted, 0: the producer sees "full"
  std::uint32_t stamps;       // 1: every payload is preceded by its publish time (8 bytes at offset 8 of the record)

  // What follows from it (checked against the same computation at attach).
  std::uint64_t registry_offset;
  std::uint64_t participants_offset;
  std::uint64_t roles_offset;   // queue_role, or the first consumer area
  std::uint64_t blocks_offset;  // the first block table (queue: equal to lanes_offset)
  std::uint64_t lanes_offset;
  std::uint64_t data_offset;

  std::uint8_t uuid[16];  // tells segments of one name apart
};
static_assert(sizeof(segment_header) == 160 && alignof(segment_header) == 8);
static_assert(offsetof(segment_header, magic) == 0 && offsetof(segment_header, version) == 8 &&
              offsetof(segment_header, header_size) == 12 && offsetof(segment_header, total_size) == 16 &&
              offsetof(segment_header, page_size) == 24 && offsetof(segment_header, abi) == 28);
static_assert(offsetof(segment_header, kind) == 32 && offsetof(segment_header, lanes) == 36 &&
              offsetof(segment_header, capacity) == 40 && offsetof(segment_header, max_message) == 48 &&
              offsetof(segment_header, payload_offset) == 52 && offsetof(segment_header, max_consumers) == 56 &&
              offsetof(segment_header, reliable_consumers) == 60 && offsetof(segment_header, pins_per_consumer) == 64 &&
              offsetof(segment_header, block_count) == 68 && offsetof(segment_header, block_size) == 72 &&
              offsetof(segment_header, hold_back) == 80 && offsetof(segment_header, evict) == 88 &&
              offsetof(segment_header, stamps) == 92);
static_assert(offsetof(segment_header, registry_offset) == 96 && offsetof(segment_header, participants_offset) == 104 &&
              offsetof(segment_header, roles_offset) == 112 && offsetof(segment_header, blocks_offset) == 120 &&
              offsetof(segment_header, lanes_offset) == 128 && offsetof(segment_header, data_offset) == 136 &&
              offsetof(segment_header, uuid) == 144);
static_assert(std::is_trivial_v<segment_header>);

struct registry_page {
  alignas(writer_spacing) shared_u32 holder;  // pid of the registry lock's holder, for messages only
  sleeper_line consumers;                     // sleeping consumers, read by producers
  sleeper_line producers;                     // sleeping producers, read by consumers
  std::byte reserved[4096 - 3 * writer_spacing];
};
static_assert(sizeof(registry_page) == 4096 && offsetof(registry_page, consumers) == 128 &&
              offsetof(registry_page, producers) == 256);

/// A participant: written under the registry lock by whoever takes or recovers the slot. Whether it lives is told by
/// the lock on its byte, never by these words.
struct participant {
  // 0: free. Otherwise the id of the one who took it: slot + 1 in the low 16 bits, a generation above.
  alignas(writer_spacing) shared_u64 id;
  shared_u64 generation;  // counts the takers of this slot, never reset
  shared_u32 pid;         // for messages only
  shared_u32 role;        // participant_role
  shared_u64 started;     // CLOCK_MONOTONIC nanoseconds
  std::byte name[32];     // what the participant calls itself, for tools
  // Bumped by whoever wakes it.
  alignas(line_size) shared_u32 futex;
};
static_assert(sizeof(participant) == 128 && offsetof(participant, generation) == 8 &&
              offsetof(participant, pid) == 16 && offsetof(participant, role) == 20 &&
              offsetof(participant, started) == 24 && offsetof(participant, name) == 32 &&
              offsetof(participant, futex) == 64);
static_assert(fit_for_sharing<segment_header, registry_page, participant>);

enum class participant_role : std::uint32_t { none = 0, producer = 1, consumer = 2 };

/// Ids carry a generation, so that a reused slot cannot be taken for its former owner.
constexpr std::uint64_t make_participant_id(std::uint32_t slot, std::uint64_t generation) noexcept {
  return generation << 16 | (slot + 1);
}

// Bytes of the file that locks are taken on (they need not exist, and what is stored there does not matter).
inline constexpr std::uint64_t registry_lock_byte = std::uint64_t{1} << 42;
constexpr std::uint64_t participant_lock_byte(std::uint32_t slot) noexcept { return registry_lock_byte + 1 + slot; }

/// Fills in everything that follows from the creator's choice; false when that choice is impossible.
[[nodiscard]] bool complete_geometry(segment_header& header) noexcept;

}  // namespace hushring::detail
