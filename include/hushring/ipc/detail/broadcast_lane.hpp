// A broadcast lane: a chain of blocks that one producer writes and several consumers read in place.
// This file has what both sides share; broadcast_producer.hpp and broadcast_consumer.hpp have the algorithm,
// docs/ring.md the reasons. Nothing here knows where the memory comes from or calls the operating system.
#pragma once

#include <hushring/error.hpp>
#include <hushring/ipc/detail/lane_layout.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace hushring::detail {

/// The sizes of a broadcast lane. Taken from the segment once, checked, and kept privately by every participant.
struct broadcast_geometry {
  std::uint32_t blocks = 0;
  std::uint32_t payload_offset = 8;  // of the channel: max(8, alignof), a multiple of 8
  std::uint64_t block_size = 0;      // a multiple of 64; its last line is kept for the NEXT record
  std::uint64_t max_message = 0;     // payload bytes
  std::uint32_t max_consumers = 0;
  std::uint32_t pins = 0;  // blocks that a consumer may hold at a time

  constexpr std::uint64_t data_size() const noexcept { return blocks * block_size; }
  friend constexpr bool operator==(const broadcast_geometry&, const broadcast_geometry&) noexcept = default;
};

/// Blocks that keep the producer going whatever consumers hold: all their pins, the current block and a free one.
constexpr std::uint64_t broadcast_blocks(std::uint32_t max_consumers, std::uint32_t pins) noexcept {
  return std::uint64_t{max_consumers} * pins + 2;
}

/// The smallest block that takes the largest message (or a CONTROL record) and the NEXT record behind it.
constexpr std::uint64_t min_block_size(std::uint64_t max_message, std::uint32_t payload_offset) noexcept {
  const std::uint64_t payload = max_message < sizeof(std::uint64_t) ? sizeof(std::uint64_t) : max_message;
  return record_size(payload_offset, payload) + line_size;
}

/// Whether these sizes can be worked with and fit `data_size` bytes. Every participant asks this of what it read.
constexpr bool valid(const broadcast_geometry& g, std::uint64_t data_size) noexcept {
  return g.max_consumers >= 1 && g.max_consumers <= 0xffff && g.pins >= 2 && g.pins <= broadcast_cursor::max_pins &&
         g.payload_offset >= 8 && g.payload_offset <= 4096 && g.payload_offset % 8 == 0 &&
         g.max_message <= record_word::max_length && g.block_size % line_size == 0 &&
         g.block_size <= std::uint64_t{1} << 32 && g.block_size >= min_block_size(g.max_message, g.payload_offset) &&
         g.blocks >= broadcast_blocks(g.max_consumers, g.pins) && g.blocks <= record_word::max_length &&
         g.data_size() <= data_size;
}

/// Divides `capacity` bytes into blocks: k x max_consumers + 2 of them, as large as they get.
/// Success: a geometry whose data_size() is at most `capacity`.
/// `invalid_argument`: an argument that no lane can have (offset 0), or a capacity in which a message of `max_message`
/// does not fit a block (offset: the smallest capacity that would do).
constexpr result<broadcast_geometry> plan_broadcast(std::uint64_t capacity, std::uint64_t max_message,
                                                    std::uint32_t payload_offset, std::uint32_t max_consumers,
                                                    std::uint32_t pins) noexcept {
  broadcast_geometry g;
  if (max_message > record_word::max_length || max_consumers == 0 || max_consumers > 0xffff || pins < 2 ||
      pins > broadcast_cursor::max_pins || payload_offset < 8 || payload_offset > 4096)
    return errc::invalid_argument;
  const std::uint64_t blocks = broadcast_blocks(max_consumers, pins);
  const std::uint64_t smallest = min_block_size(max_message, payload_offset);
  if (capacity / blocks < smallest) return error{errc::invalid_argument, blocks * smallest};
  g.blocks = static_cast<std::uint32_t>(blocks);
  g.payload_offset = payload_offset;
  g.block_size = capacity / blocks / line_size * line_size;
  if (g.block_size > std::uint64_t{1} << 32) g.block_size = std::uint64_t{1} << 32;
  g.max_message = max_message;
  g.max_consumers = max_consumers;
  g.pins = pins;
  if (!valid(g, capacity)) return errc::invalid_argument;
  return g;
}

/// Where the bytes of one lane are mapped, and its sizes. The sizes must be `valid`; whoever fills this in vouches that
/// all of it is mapped, with `guard_size` readable bytes behind the data. A consumer stores to its own area only.
struct broadcast_lane {
  std::byte* data = nullptr;
  block_entry* blocks = nullptr;
  lane_page* page = nullptr;
  std::byte* areas = nullptr;       // consumer areas: a broadcast_head, then a broadcast_cursor a lane
  std::uint64_t area_stride = 0;    // from one consumer's area to the next one's
  std::uint64_t cursor_offset = 0;  // of this lane's broadcast_cursor in an area
  broadcast_geometry geometry = {};

  broadcast_head& head(std::uint32_t consumer) const noexcept {
    return *reinterpret_cast<broadcast_head*>(areas + consumer * area_stride);
  }
  broadcast_cursor& cursor(std::uint32_t consumer) const noexcept {
    return *reinterpret_cast<broadcast_cursor*>(areas + consumer * area_stride + cursor_offset);
  }
  std::byte* block(std::uint32_t index) const noexcept { return data + index * geometry.block_size; }
};

inline constexpr std::uint32_t no_block = 0xffffffff;

/// Begins a lane in memory that is all zeros and that nobody else sees yet.
inline void format_broadcast(const broadcast_lane& lane) noexcept {
  // Relaxed: the segment is published later, by whatever makes it visible as a whole.
  lane.blocks[0].first.store(1, std::memory_order_relaxed);
  lane.blocks[0].generation.store(1, std::memory_order_relaxed);
  lane.page->current.store(0, std::memory_order_relaxed);
}

/// Gives up what a dead consumer held. Only for whoever has the registry lock and knows that nobody works on this area.
inline void forget_consumer(const broadcast_lane& lane, std::uint32_t consumer) noexcept {
  broadcast_cursor& own = lane.cursor(consumer);
  for (auto& pin : own.pins) pin.store(0, std::memory_order_release);  // SYNC unpin: nobody reads the block any more
  // SYNC mode: the pins are gone
  lane.head(consumer).mode.store(static_cast<std::uint64_t>(consumer_mode::none), std::memory_order_release);
}

}  // namespace hushring::detail
