// The receiving end of a channel.
#pragma once

#include <hushring/error.hpp>
#include <hushring/ipc/channel.hpp>
#include <hushring/ipc/detail/consumer_core.hpp>
#include <hushring/ipc/message.hpp>
#include <hushring/ipc/wait.hpp>

#include <chrono>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace hushring {

/// Where a consumer of a broadcast channel begins: `newest`, behind the last message that was there, or `oldest`, with
/// the oldest message that is still there.
using detail::join_at;

/// How a consumer takes part.
struct consumer_options {
  /// Broadcast: the producer waits for this one (the channel's creator must have allowed it). A queue always does.
  bool reliable = false;
  join_at join = join_at::newest;                        ///< broadcast
  /// Queue: drop what a former consumer was handed and did not give back, instead of handing it out again, flagged.
  bool at_most_once = false;
  std::string_view name = {};  ///< for tools, up to 31 bytes
};

/// A consumer. `T` is the struct that is received, as JSON or raw, read with `O`; void for messages of any kind.
///
/// Receiving never throws, allocates or waits (but for the calls with a strategy), and makes no system call while
/// nobody sleeps. Belongs to one thread at a time, with its messages: when it moves to another thread they must move
/// too, or be gone. When the process dies, the next consumer of a queue gets the messages that were not given back once
/// more, flagged as redelivered.
///
///     auto trades = hushring::consumer<trade>::attach(channel);
///     while (auto m = trades->receive(hushring::spin_sleep{})) {
///       if (auto t = m.read()) use(*t);
///     }
///
/// The first typed participant fixes the struct of a channel until it is removed; `consumer<>` and `m.read<part>()`
/// read some of its members. On a broadcast channel a false message may also say `lost`, `evicted` or `new_epoch`: look
/// at `state()` (receive_state, in detail/consumer_core.hpp) and receive on; `too_many_held` comes until a message is
/// released.
template <class T = void, encoding E = encoding::json, read_options O = read_options{}>
class consumer {
 public:
  using message_type = std::conditional_t<std::is_void_v<T>, message, typed_message<T, E, O>>;

  /// Becomes a consumer of the channel.
  /// `consumer_exists`: the queue has one, and it lives. `no_free_slot`: max_consumers are attached.
  /// `reliable_refused`: the creator allows no further reliable one. `wrong_schema`: the channel carries another
  /// struct. `corrupt_lane`: a hostile peer damaged it. `not_found`: the channel was removed. `forked`, `timed_out`,
  /// `system_error`. Makes system calls and allocates.
  [[nodiscard]] static result<consumer> attach(channel& where, const consumer_options& options = {}) {
    const detail::consumer_plan plan{
        .reliable = options.reliable,
        .where = options.join,
        .at_most_once = options.at_most_once,
        .name = options.name};
    auto core = detail::attach_consumer(detail::channel_access::segment_of(where), detail::schema_of<T, E>(), plan);
    if (!core) return core.error();
    return consumer(std::move(core).value());
  }

  /// The next message, or `empty` at once.
  [[nodiscard]] message_type receive() noexcept {
    message_type m;
    static_cast<void>(static_cast<message&>(m).take(*core_));
    return m;
  }

  /// The next message; waits for it as `strategy` says. `timeout` or `cancelled` when none came.
  template <wait_strategy Strategy>
  [[nodiscard]] message_type receive(const Strategy& strategy, std::chrono::nanoseconds timeout = forever) noexcept {
    message_type m;
    message& base = m;
    if (base.take(*core_)) [[likely]] return m;
    switch (detail::wait_until(core_->site, strategy, timeout, [&] { return base.take(*core_); })) {
      case detail::wait_end::timeout: base.what_.state = receive_state::timeout; break;
      case detail::wait_end::cancelled: base.what_.state = receive_state::cancelled; break;
      case detail::wait_end::ready: break;
    }
    return m;
  }

  /// Ends a wait that is going on in another thread, or the next one; a call that finds a message does not wait. Any
  /// thread may call it.
  void cancel() noexcept {
    if (!core_->forked()) core_->site.cancel();
  }

 private:
  explicit consumer(detail::consumer_handle core) noexcept : core_(std::move(core)) {}

  detail::consumer_handle core_;
};

/// A consumer for which missing, null and repeated members are errors: what feeds should be read with.
template <class T>
using strict_consumer = consumer<T, encoding::json, strict>;

}  // namespace hushring
