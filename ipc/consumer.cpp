#include <hushring/ipc/detail/consumer_core.hpp>

#include <algorithm>
#include <mutex>
#include <new>
#include <utility>

#include "attach.hpp"

namespace hushring::detail {
namespace {

struct attached_consumer final : consumer_core {
  membership member;

  using consumer_core::collect;
  using consumer_core::release_here;

  /// Gives up the place in the channel. Nothing may be held any more.
  void detach() noexcept {
    if (!forked() && !is_queue && joined) broadcast.leave();
    member.leave();
  }

  bool joined = false;  // to a broadcast lane
  attached_consumer* next_closed = nullptr;
};

attached_consumer& whole(consumer_core& core) noexcept { return static_cast<attached_consumer&>(core); }

/// Consumers that were closed while messages of theirs lived: they keep the mapping, the lock and the place until the
/// last one is given back.
class closed_consumers {
 public:
  static closed_consumers& instance() noexcept {
    static closed_consumers& all = *new closed_consumers;  // never destroyed: messages may outlive main()
    return all;
  }

  void add(attached_consumer* one) noexcept {
    const os::fork_pause pause;  // a child must not inherit the mutex locked
    const std::lock_guard hold(mutex_);
    one->closed = true;
    one->next_closed = std::exchange(first_, one);
    sweep();
  }
  /// A message of a closed consumer goes, in the consumer's own thread.
  void release(attached_consumer& one, std::uint32_t handle, pooled_arena* arena) noexcept {
    const os::fork_pause pause;  // a child must not inherit the mutex locked
    const std::lock_guard hold(mutex_);
    if (arena != nullptr) one.arenas.give_back(arena);
    one.release_here(handle);
    sweep();
  }
  void sweep_all() noexcept {
    const os::fork_pause pause;  // a child must not inherit the mutex locked
    const std::lock_guard hold(mutex_);
    sweep();
  }

 private:
  void sweep() noexcept {
    for (attached_consumer** link = &first_; *link != nullptr;) {
      attached_consumer* const one = *link;
      const bool parents = one->forked();  // its memory is not mapped here, and its messages may still point to it
      if (!parents) one->collect();
      if (!parents && one->outstanding() != 0) {
        link = &one->next_closed;
        continue;
      }
      *link = one->next_closed;
      if (parents) continue;
      one->detach();
      delete one;
    }
  }

  std::mutex mutex_;
  attached_consumer* first_ = nullptr;
};

}  // namespace

void consumer_core::collect() noexcept {
  // SYNC elsewhere: the marks that the other threads left, and their reads of the payloads
  const std::uint64_t now = released_elsewhere.load(std::memory_order_acquire);
  if (now == collected) return;
  collected = now;
  if (is_queue) {
    queue.collect();
  } else {
    for (std::uint32_t slot = 0; slot < elsewhere_by_block.size(); ++slot) {
      // SYNC elsewhere: as above; a later one is found again next time
      for (std::uint32_t n = elsewhere_by_block[slot].exchange(0, std::memory_order_acquire); n != 0; --n) {
        broadcast.release(slot);
      }
    }
  }
  wakes.wake();
}

void consumer_core::release_slowly(std::uint32_t handle, pooled_arena* arena) noexcept {
  // relaxed: equal only for the thread that stored it
  if (owner_thread.load(std::memory_order_relaxed) == this_thread_token()) {
    closed_consumers::instance().release(whole(*this), handle, arena);
    return;
  }
  if (arena != nullptr) arenas.give_back_elsewhere(arena);
  if (is_queue) queue.release_elsewhere(handle);
  // SYNC elsewhere: reads of the payload are over
  else elsewhere_by_block[handle].fetch_add(1, std::memory_order_release);
  // SYNC elsewhere: the last touch of this core, which may be deleted from here on
  released_elsewhere.fetch_add(1, std::memory_order_release);
}

result<consumer_handle> attach_consumer(std::shared_ptr<segment>& where, const lane_schema& schema,
                                        const consumer_plan& plan) {
  closed_consumers::instance().sweep_all();
  auto* core = new (std::nothrow) attached_consumer;
  if (core == nullptr) return errc::out_of_memory;
  consumer_handle handle(core);
  core->epoch = current_process_epoch();
  registry_lock lock;
  membership& member = core->member;
  if (const error e = join_current(where, participant_role::consumer, plan.name, member, lock)) return e;
  segment& s = *where;
  const segment_header& geometry = s.geometry();
  if (const error e = agree_on_schema(s.page(0), schema)) return e;

  core->is_queue = s.kind() == segment_kind::queue;
  core->stamps = geometry.stamps != 0;
  // relaxed: this thread's own
  core->owner_thread.store(this_thread_token(), std::memory_order_relaxed);
  set_up_site(core->site, member, s.registry().consumers);
  set_up_waker(core->wakes, member, s.registry().producers, s.producer_slot(0), s.participant_count());

  if (core->is_queue) {
    if (const error e = core->queue.take_over(s.queue(0), plan.at_most_once)) return e;
    s.role().owner.store(member.id(), std::memory_order_relaxed);  // relaxed: under the registry lock
    return handle;
  }
  if (plan.reliable) {
    std::uint32_t others = 0;
    for (std::uint32_t c = 0; c < geometry.max_consumers; ++c) {
      // relaxed: joining and leaving happen under the registry lock
      if (c != member.slot() && s.broadcast(0).head(c).mode.load(std::memory_order_relaxed) ==
                                    static_cast<std::uint64_t>(consumer_mode::reliable)) {
        ++others;
      }
    }
    if (others >= geometry.reliable_consumers) return errc::reliable_refused;
  } else {
    core->wakes.words = 0;  // no producer ever waits for it
  }
  core->broadcast.join(s.broadcast(0), member.slot(), member.id(),
                       plan.reliable ? consumer_mode::reliable : consumer_mode::lossy, plan.where);
  core->joined = true;
  return handle;
}

void consumer_deleter::operator()(consumer_core* core) const noexcept {
  attached_consumer* me = &whole(*core);
  if (!me->forked()) {
    me->collect();
    if (me->outstanding() != 0) {
      closed_consumers::instance().add(me);
      return;
    }
  } else if (me->handed_out != me->released) {
    return;  // messages of the parent's still point here; the few bytes stay
  }
  me->detach();
  delete me;
  closed_consumers::instance().sweep_all();
}

}  // namespace hushring::detail
