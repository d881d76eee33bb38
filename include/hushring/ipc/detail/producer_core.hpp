// What a producer handle points to: the lane's writing end and everything that hot calls need, whatever the kind.
#pragma once

#include <hushring/error.hpp>
#include <hushring/ipc/detail/broadcast_producer.hpp>
#include <hushring/ipc/detail/process.hpp>
#include <hushring/ipc/detail/queue_lane.hpp>
#include <hushring/ipc/detail/schema.hpp>
#include <hushring/ipc/wait.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

namespace hushring::detail {

class segment;

struct producer_core {
  producer_core() noexcept = default;
  producer_core(const producer_core&) = delete;
  producer_core& operator=(const producer_core&) = delete;

  [[nodiscard]] bool forked() const noexcept { return epoch != current_process_epoch(); }

  /// A place for `length` (<= max_message) bytes, or null when there is no room now.
  [[nodiscard]] std::byte* claim(std::uint64_t length) noexcept {
    std::byte* place = is_queue ? queue.claim(length) : broadcast.claim(length);
    if (place == nullptr && !is_queue && relieve()) [[unlikely]] place = broadcast.claim(length);
    claimed = place;
    return place;
  }

  /// `touched`: how many bytes of the claim may have been stored to.
  void commit(std::uint64_t used, std::uint64_t touched, hushring::encoding e, unsigned type) noexcept {
    if (stamps) stamp();
    if (is_queue) queue.commit(used, touched, e, type);
    else static_cast<void>(broadcast.commit(used, touched, e, type));
    wakes.wake();
  }

  void abort() noexcept {
    if (is_queue) queue.abort();
    else broadcast.abort();
  }

  [[nodiscard]] bool has_room(std::uint64_t length) noexcept {
    if (is_queue) return queue.has_room(length);
    return broadcast.has_room(length) || (relieve() && broadcast.has_room(length));
  }

  [[nodiscard]] std::uint64_t sequence() const noexcept { return is_queue ? queue.sequence() : broadcast.sequence(); }

  queue_producer<> queue;
  broadcast_producer<> broadcast;
  waker wakes;
  std::uint64_t max_message = 0;
  std::uint32_t epoch = 0;
  bool is_queue = true;
  bool stamps = false;
  bool claim_open = false;
  std::byte* claimed = nullptr;  // the payload being written
  wait_site site;

 protected:
  ~producer_core() = default;

 private:
  void stamp() noexcept;
  /// After a broadcast claim found no room: frees the lane of a consumer that died, or that may be evicted by now.
  [[nodiscard]] bool relieve() noexcept;
};

struct producer_deleter {
  void operator()(producer_core* core) const noexcept;
};
using producer_handle = std::unique_ptr<producer_core, producer_deleter>;

[[nodiscard]] result<producer_handle> attach_producer(std::shared_ptr<segment>& where, const lane_schema& schema,
                                                      std::string_view name);

}  // namespace hushring::detail
