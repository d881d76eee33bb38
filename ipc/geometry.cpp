#include <hushring/ipc/detail/broadcast_lane.hpp>
#include <hushring/ipc/detail/queue_lane.hpp>

#include "layout.hpp"

namespace hushring::detail {
namespace {

bool complete_queue(segment_header& h) noexcept {
  // Ordinals of 26 bits must tell the records of a ring apart twice over.
  constexpr std::uint64_t max_capacity = std::uint64_t{1} << (record_word::ordinal_bits - 2 + 6);
  if (h.max_consumers != 1 || h.reliable_consumers != 0 || h.pins_per_consumer != 0) return false;
  if (h.block_count != 0 || h.block_size != 0 || h.hold_back != 0 || h.evict != 0) return false;
  if (!std::has_single_bit(h.capacity) || h.capacity < min_queue_capacity || h.capacity > max_capacity) return false;
  if (!queue_capacity_suffices(h.capacity, h.max_message, h.payload_offset)) return false;
  h.blocks_offset = h.roles_offset + sizeof(queue_role);
  h.lanes_offset = h.blocks_offset;
  return true;
}

bool complete_broadcast(segment_header& h) noexcept {
  if (h.max_consumers == 0 || h.max_consumers > max_consumers_limit || h.reliable_consumers > h.max_consumers) {
    return false;
  }
  const broadcast_geometry geometry{.blocks = h.block_count,
                                    .payload_offset = h.payload_offset,
                                    .block_size = h.block_size,
                                    .max_message = h.max_message,
                                    .max_consumers = h.max_consumers,
                                    .pins = h.pins_per_consumer};
  if (!valid(geometry, h.capacity) || geometry.data_size() != h.capacity) return false;
  const std::uint64_t area = round_up(writer_spacing * (std::uint64_t{h.lanes} + 1), page_size);
  h.blocks_offset = h.roles_offset + area * h.max_consumers;
  h.lanes_offset = h.blocks_offset + round_up(sizeof(block_entry) * h.block_count, page_size) * h.lanes;
  return true;
}

}  // namespace

bool complete_geometry(segment_header& h) noexcept {
  h.magic = segment_magic;
  h.version = layout_version;
  h.header_size = sizeof(segment_header);
  h.page_size = page_size;
  h.abi = abi_tag;
  if (h.lanes != 1 || h.evict > 1 || h.stamps > 1) return false;
  if (h.payload_offset < 8 + 8 * h.stamps || h.payload_offset > line_size || !std::has_single_bit(h.payload_offset)) {
    return false;
  }
  if (h.max_message == 0 || h.max_message > record_word::max_length || h.capacity > max_total_size) return false;
  h.registry_offset = page_size;
  h.participants_offset = h.registry_offset + sizeof(registry_page);
  h.roles_offset = h.participants_offset +
                   round_up((std::uint64_t{h.max_consumers} + h.lanes) * sizeof(participant), page_size);
  switch (static_cast<segment_kind>(h.kind)) {
    case segment_kind::queue:
      if (!complete_queue(h)) return false;
      break;
    case segment_kind::broadcast:
      if (!complete_broadcast(h)) return false;
      break;
    default: return false;
  }
  h.data_offset = h.lanes_offset + h.lanes * sizeof(lane_page);
  h.total_size = h.data_offset + h.lanes * h.capacity + guard_size;
  h.total_size = round_up(h.total_size, page_size);
  return h.total_size <= max_total_size;
}

}  // namespace hushring::detail
