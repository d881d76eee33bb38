// The shared words that lanes and their consumers work on. ipc/layout.hpp says where in a segment they lie.
//
// Rule: one writer a line, lines of different writers 128 bytes apart. All positions are monotonic bytes since the lane
// began, all sequences count records from 1. Freshly created memory is all zeros, which is a valid state of everything.
#pragma once

#include <hushring/ipc/detail/record.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace hushring::detail {

using shared_u64 = std::atomic<std::uint64_t>;
using shared_u32 = std::atomic<std::uint32_t>;
static_assert(shared_u64::is_always_lock_free && sizeof(shared_u64) == 8);
static_assert(shared_u32::is_always_lock_free && sizeof(shared_u32) == 4);

/// One per lane (a page). Everything is written by the lane's producer, the owner, only.
struct lane_page {
  // The producer's own line: read by nobody while the producer lives.
  alignas(writer_spacing) shared_u64 owner;  // participant id of the producer, 0: none
  shared_u64 epoch;                          // counts producers of this lane, from 1
  shared_u64 intent;                         // intent_word of the batch being committed, 0: none yet
  shared_u64 sequence_hint;                  // last sequence known committed (stored after the commit)
  shared_u64 tail_hint;                      // broadcast: offset within the current block; a start for walks only

  // Read by consumers when they attach.
  alignas(writer_spacing) shared_u64 schema;  // fingerprint of the struct, 0: untyped
  shared_u32 schema_encoding;                 // encoding of typed messages
  shared_u32 schema_size;                     // raw structs: sizeof
  shared_u32 schema_alignment;                // raw structs: alignof
  shared_u32 producer_flags;                  // producer_flag bits

  // Broadcast: read by consumers when they join.
  alignas(writer_spacing) shared_u64 current;  // index of the block being written

  // Work sharing.
  alignas(writer_spacing) shared_u64 claim;
  alignas(writer_spacing) shared_u64 recovery_lock;

  alignas(writer_spacing) std::byte reserved[4096 - 5 * writer_spacing];
};
static_assert(sizeof(lane_page) == 4096);
static_assert(offsetof(lane_page, owner) == 0 && offsetof(lane_page, epoch) == 8 && offsetof(lane_page, intent) == 16 &&
              offsetof(lane_page, sequence_hint) == 24 && offsetof(lane_page, tail_hint) == 32);
static_assert(offsetof(lane_page, schema) == 128 && offsetof(lane_page, schema_encoding) == 136 &&
              offsetof(lane_page, schema_size) == 140 && offsetof(lane_page, schema_alignment) == 144 &&
              offsetof(lane_page, producer_flags) == 148);
static_assert(offsetof(lane_page, current) == 256 && offsetof(lane_page, claim) == 384 &&
              offsetof(lane_page, recovery_lock) == 512 && offsetof(lane_page, reserved) == 640);

/// A queue's consumer, one per lane. Written by the consumer only; the producer reads head when it runs out of space,
/// and a new producer reads releasing.
struct alignas(writer_spacing) queue_cursor {
  shared_u64 head;       // everything below is free and zeroed
  shared_u64 releasing;  // everything below is released; the lines from head to here may be zeroed or not
  shared_u64 received;   // everything below was handed out to the user, or is about to be
  std::byte reserved[writer_spacing - 24];
};
static_assert(sizeof(queue_cursor) == writer_spacing && offsetof(queue_cursor, releasing) == 8 &&
              offsetof(queue_cursor, received) == 16);

/// The consumer role of a queue (a page a channel, not a participant's).
struct queue_role {
  static constexpr std::uint32_t max_lanes = 31;
  alignas(writer_spacing) shared_u64 owner;  // participant id of the consumer, 0: none
  queue_cursor lanes[max_lanes];
};
static_assert(sizeof(queue_role) == 4096 && offsetof(queue_role, lanes) == writer_spacing);

/// A block of a broadcast lane. Written by the lane's producer only, read by consumers once a block.
struct alignas(line_size) block_entry {
  shared_u64 generation;   // odd: in use (current or full), each block in the chain 2 above the one before it;
                           // even: retired, or never used
  shared_u64 first;        // sequence of its first record
  shared_u64 last;         // sequence of its last record once it is full, 0 before
  shared_u64 first_stamp;  // CLOCK_MONOTONIC nanoseconds at which it was begun (to join by time)
  shared_u64 epoch;        // of the producer that began it: who jumps here learns of the restarts it missed
  std::byte reserved[line_size - 40];
};
static_assert(sizeof(block_entry) == 64 && offsetof(block_entry, first) == 8 && offsetof(block_entry, last) == 16 &&
              offsetof(block_entry, first_stamp) == 24 && offsetof(block_entry, epoch) == 32);

/// How a broadcast consumer takes part.
enum class consumer_mode : std::uint64_t {
  none = 0,      // nobody there: the area is ignored
  lossy = 1,     // its pins are honoured, its cursor is ignored
  reliable = 2,  // the producer also waits for its cursor
};

/// A broadcast consumer's area: this head, then one `broadcast_cursor` a lane, rounded to pages.
struct broadcast_head {
  // Written by the consumer (and by recovery when it is dead).
  alignas(line_size) shared_u64 mode;  // consumer_mode
  shared_u64 owner;                    // participant id, whose generation an eviction names
  // Written by producers.
  alignas(line_size) shared_u64 evicted;  // participant id that was evicted: its cursor is ignored, its pins are not
};
static_assert(sizeof(broadcast_head) == writer_spacing && offsetof(broadcast_head, owner) == 8 &&
              offsetof(broadcast_head, evicted) == 64);

struct alignas(writer_spacing) broadcast_cursor {
  static constexpr std::uint32_t max_pins = 6;
  shared_u64 cursor;          // first sequence of the block being read (all before are left); 0: just joined
  shared_u64 pins[max_pins];  // block index + 1, 0: none. The header's pins_per_consumer says how many are used
  std::byte reserved[writer_spacing - 8 - 8 * max_pins];
};
static_assert(sizeof(broadcast_cursor) == writer_spacing && offsetof(broadcast_cursor, pins) == 8);

/// Bits of those who sleep. Set and cleared by the sleepers themselves (and by recovery for the dead), read by the
/// other side after each message; nobody sleeps most of the time, so the line stays shared in every cache.
struct alignas(writer_spacing) sleeper_line {
  static constexpr std::uint32_t word_count = 8;
  shared_u64 words[word_count];  // bit i of word w: participant 64 w + i
};
static_assert(sizeof(sleeper_line) == writer_spacing && offsetof(sleeper_line, words) == 0);

template <class... Shared>
inline constexpr bool fit_for_sharing =
    (... && (std::is_standard_layout_v<Shared> && std::is_trivially_destructible_v<Shared>));
static_assert(fit_for_sharing<lane_page, queue_cursor, queue_role, block_entry, broadcast_head, broadcast_cursor,
                              sleeper_line>);

}  // namespace hushring::detail
