// A broadcast lane in a heap buffer, for tests that need no segment.
#pragma once

#include <hushring/ipc/detail/broadcast_lane.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace hushring::test {

/// All bytes of one lane, as a segment would have them, and a `guard` behind.
class lane_in_memory {
 public:
  explicit lane_in_memory(const detail::broadcast_geometry& geometry) {
    const std::uint64_t areas = geometry.max_consumers * area_size;
    const std::uint64_t table = geometry.blocks * sizeof(detail::block_entry);
    size_ = sizeof(detail::lane_page) + table + areas + geometry.data_size() + guard;
    size_ = detail::round_up(size_, 4096);
    bytes_.reset(static_cast<std::byte*>(std::aligned_alloc(4096, size_)));
    std::memset(bytes_.get(), 0, size_);
    std::byte* at = bytes_.get();
    lane_.page = reinterpret_cast<detail::lane_page*>(at);
    at += sizeof(detail::lane_page);
    lane_.blocks = reinterpret_cast<detail::block_entry*>(at);
    at += table;
    at = bytes_.get() + detail::round_up(static_cast<std::uint64_t>(at - bytes_.get()), detail::writer_spacing);
    lane_.areas = at;
    lane_.area_stride = area_size;
    lane_.cursor_offset = sizeof(detail::broadcast_head);
    at += areas;
    lane_.data = at;
    lane_.geometry = geometry;
    detail::format_broadcast(lane_);
  }

  const detail::broadcast_lane& lane() const noexcept { return lane_; }
  std::byte* bytes() noexcept { return bytes_.get(); }
  std::uint64_t size() const noexcept { return size_; }

  static constexpr std::uint64_t area_size = sizeof(detail::broadcast_head) + sizeof(detail::broadcast_cursor);
  static constexpr std::uint64_t guard = 64 + detail::writer_spacing;

 private:
  struct freed {
    void operator()(std::byte* p) const noexcept { std::free(p); }
  };
  std::unique_ptr<std::byte, freed> bytes_;
  std::uint64_t size_ = 0;
  detail::broadcast_lane lane_;
};

/// The smallest lane in which `lines` lines of records fit a block.
inline detail::broadcast_geometry small_geometry(std::uint64_t lines, std::uint32_t consumers, std::uint32_t pins = 2) {
  const std::uint64_t blocks = detail::broadcast_blocks(consumers, pins);
  const std::uint64_t block_size = (lines + 1) * detail::line_size;
  return *detail::plan_broadcast(blocks * block_size, lines * detail::line_size - 8, 8, consumers, pins);
}

}  // namespace hushring::test
