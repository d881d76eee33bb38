// A mapped segment: created whole, opened with every header value checked.
#pragma once

#include <hushring/error.hpp>
#include <hushring/ipc/detail/broadcast_lane.hpp>
#include <hushring/ipc/detail/queue_lane.hpp>

#include <boost/interprocess/mapped_region.hpp>
#include <cstdint>
#include <memory>
#include <string>

#include "layout.hpp"
#include "os.hpp"

namespace hushring::detail {

class segment {
 public:
  /// Makes a segment and gives it the name `path` once it is complete. `header` says what was chosen;
  /// `already_exists` when the name is taken, `no_space` when the file system cannot hold all of it.
  static result<std::shared_ptr<segment>> create(const std::string& directory, const std::string& path,
                                                 segment_header header, std::uint32_t mode);
  /// Maps an existing one. Each way in which it cannot be trusted has its own error; none of its bytes can do harm.
  static result<std::shared_ptr<segment>> open(const std::string& path);

  segment(const segment&) = delete;
  segment& operator=(const segment&) = delete;
  ~segment();

  /// The header as it was checked; the shared one is not read again.
  [[nodiscard]] const segment_header& geometry() const noexcept { return geometry_; }
  [[nodiscard]] segment_kind kind() const noexcept { return static_cast<segment_kind>(geometry_.kind); }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// A description that never holds a lock: through it the locks of all participants are seen.
  [[nodiscard]] const os::file& probe() const noexcept { return probe_; }
  /// Whether the name still leads here.
  [[nodiscard]] bool is_current() const noexcept;
  /// False in a forked child.
  [[nodiscard]] bool is_mapped() const noexcept;

  [[nodiscard]] registry_page& registry() const noexcept { return *at<registry_page>(geometry_.registry_offset); }
  [[nodiscard]] participant* participants() const noexcept { return at<participant>(geometry_.participants_offset); }
  [[nodiscard]] std::uint32_t participant_count() const noexcept { return geometry_.max_consumers + geometry_.lanes; }
  [[nodiscard]] std::uint32_t producer_slot(std::uint32_t lane) const noexcept {
    return geometry_.max_consumers + lane;
  }
  [[nodiscard]] queue_role& role() const noexcept { return *at<queue_role>(geometry_.roles_offset); }
  [[nodiscard]] lane_page& page(std::uint32_t lane) const noexcept {
    return at<lane_page>(geometry_.lanes_offset)[lane];
  }
  [[nodiscard]] queue_memory queue(std::uint32_t lane) const noexcept;
  [[nodiscard]] broadcast_lane broadcast(std::uint32_t lane) const noexcept;

 private:
  segment() noexcept = default;

  template <class Shared>
  Shared* at(std::uint64_t offset) const noexcept {
    return reinterpret_cast<Shared*>(static_cast<std::byte*>(region_.get_address()) + offset);
  }
  error map();

  os::file probe_;
  boost::interprocess::mapped_region region_;
  segment_header geometry_{};
  std::string path_;
  std::uint32_t process_epoch_ = 0;
};

/// What is wrong with a header, given the size of its file.
[[nodiscard]] error check_header(const segment_header& header, std::uint64_t file_size) noexcept;

}  // namespace hushring::detail
