// What a consumer handle and its messages point to: the lane's reading end and what hot calls need, whatever the kind.
#pragma once

#include <hushring/error.hpp>
#include <hushring/ipc/detail/arena_pool.hpp>
#include <hushring/ipc/detail/broadcast_consumer.hpp>
#include <hushring/ipc/detail/process.hpp>
#include <hushring/ipc/detail/queue_lane.hpp>
#include <hushring/ipc/detail/schema.hpp>
#include <hushring/ipc/wait.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace hushring {

/// What `receive` gave.
enum class receive_state : std::uint8_t {
  empty,          ///< nothing was there; also a message that was moved from
  message,        ///< a message
  timeout,        ///< nothing came within the time allowed
  cancelled,      ///< cancel() was called meanwhile
  lost,           ///< this consumer was too slow: `lost()` messages are gone, the next receive goes on behind them
  new_epoch,      ///< another producer goes on from here
  moved,          ///< the channel goes on in another segment
  evicted,        ///< it held the producer back for too long; it is a lossy consumer from now on, `lost()` as for lost
  corrupt,        ///< a hostile or broken peer damaged the lane; stays so
  too_many_held,  ///< more messages are held than a consumer may; release one
  forked,         ///< the handle belongs to the parent process
};

}  // namespace hushring

namespace hushring::detail {

class segment;

/// What a message consists of.
struct received {
  const std::byte* payload = nullptr;
  record_word word;
  std::uint64_t sequence = 0;
  std::uint64_t count = 0;  // lost
  std::uint32_t handle = 0;
  receive_state state = receive_state::empty;
  bool redelivered = false;
};

struct consumer_core {
  consumer_core() noexcept = default;
  consumer_core(const consumer_core&) = delete;
  consumer_core& operator=(const consumer_core&) = delete;

  [[nodiscard]] bool forked() const noexcept { return epoch != current_process_epoch(); }

  /// Looks once.
  void receive(received& out) noexcept {
    if (forked()) [[unlikely]] {
      out.state = receive_state::forked;
      return;
    }
    // relaxed, both: only this thread stores the first; the second says that there is something to collect
    owner_thread.store(this_thread_token(), std::memory_order_relaxed);
    if (released_elsewhere.load(std::memory_order_relaxed) != collected) [[unlikely]] collect();
    if (is_queue) receive_queue(out);
    else receive_broadcast(out);
  }

  /// Gives a message back.
  void release(std::uint32_t handle, pooled_arena* arena) noexcept {
    if (forked()) [[unlikely]] return;
    // relaxed: equal only for the thread that stored it
    if (owner_thread.load(std::memory_order_relaxed) == this_thread_token() && !closed) [[likely]] {
      if (arena != nullptr) arenas.give_back(arena);
      release_here(handle);
      wakes.wake();
    } else {
      release_slowly(handle, arena);
    }
  }

  /// Messages not yet given back.
  [[nodiscard]] std::uint64_t outstanding() const noexcept {
    // SYNC elsewhere: the other threads have finished with this core
    return handed_out - released - released_elsewhere.load(std::memory_order_acquire);
  }

  queue_consumer<> queue;
  broadcast_consumer<> broadcast;
  waker wakes;
  arena_pool arenas;
  std::uint64_t handed_out = 0;
  std::uint64_t released = 0;  // by the consumer's own thread
  std::uint64_t collected = 0;
  std::uint32_t epoch = 0;
  bool is_queue = true;
  bool stamps = false;
  bool closed = false;
  std::atomic<const void*> owner_thread{nullptr};
  std::atomic<std::uint64_t> released_elsewhere{0};
  std::array<std::atomic<std::uint32_t>, broadcast_cursor::max_pins> elsewhere_by_block{};
  wait_site site;

 protected:
  ~consumer_core() = default;
  void release_here(std::uint32_t handle) noexcept {
    if (is_queue) queue.release(handle);
    else broadcast.release(handle);
    ++released;
  }
  /// Takes over what other threads have given back.
  void collect() noexcept;

 private:
  void receive_queue(received& out) noexcept {
    queue_record record;
    switch (queue.receive(record)) {
      case queue_outcome::record:
        out.payload = record.payload;
        out.word = record.word;
        out.sequence = record.sequence;
        out.handle = record.handle;
        out.redelivered = record.redelivered;
        out.state = receive_state::message;
        ++handed_out;
        break;
      case queue_outcome::empty: out.state = receive_state::empty; break;
      case queue_outcome::corrupt: out.state = receive_state::corrupt; break;
      case queue_outcome::too_many_held: out.state = receive_state::too_many_held; break;
    }
  }

  void receive_broadcast(received& out) noexcept {
    broadcast_record record;
    switch (broadcast.receive(record)) {
      case broadcast_outcome::record:
        out.payload = record.payload;
        out.word = record.word;
        out.sequence = record.sequence;
        out.handle = record.handle;
        out.redelivered = false;
        out.state = receive_state::message;
        ++handed_out;
        break;
      case broadcast_outcome::empty: out.state = receive_state::empty; break;
      case broadcast_outcome::lost: out.state = receive_state::lost; break;
      case broadcast_outcome::evicted: out.state = receive_state::evicted; break;
      case broadcast_outcome::new_epoch: out.state = receive_state::new_epoch; break;
      case broadcast_outcome::too_many_held: out.state = receive_state::too_many_held; break;
      case broadcast_outcome::corrupt: out.state = receive_state::corrupt; break;
    }
    if (out.state == receive_state::lost || out.state == receive_state::evicted) {
      out.sequence = broadcast.loss().first;
      out.count = broadcast.loss().count;
    }
    wakes.wake();  // the cursor may have moved on
  }

  void release_slowly(std::uint32_t handle, pooled_arena* arena) noexcept;
};

struct consumer_deleter {
  void operator()(consumer_core* core) const noexcept;
};
using consumer_handle = std::unique_ptr<consumer_core, consumer_deleter>;

struct consumer_plan {
  bool reliable = false;
  join_at where = join_at::newest;
  bool at_most_once = false;
  std::string_view name;
};

[[nodiscard]] result<consumer_handle> attach_consumer(std::shared_ptr<segment>& where, const lane_schema& schema,
                                                      const consumer_plan& plan);

}  // namespace hushring::detail
