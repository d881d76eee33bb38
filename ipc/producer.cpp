#include <hushring/ipc/detail/producer_core.hpp>

#include <new>
#include <utility>

#include "attach.hpp"

namespace hushring::detail {
namespace {

constexpr std::uint64_t probe_interval = 1'000'000;  // ns: asking the kernel who lives takes about 1 us

struct attached_producer final : producer_core {
  membership member;
  // The reliable consumer in the way, and since when.
  std::uint64_t held_by = 0;
  std::uint64_t held_since = 0;
  std::uint64_t held_at = 0;  // sequence
  std::uint64_t next_probe = 0;
};

attached_producer& whole(producer_core& core) noexcept { return static_cast<attached_producer&>(core); }

}  // namespace

void producer_core::stamp() noexcept {
  const std::uint64_t now = monotonic_now();
  std::memcpy(claimed - sizeof now, &now, sizeof now);
}

bool producer_core::relieve() noexcept {
  attached_producer& me = whole(*this);
  const std::uint64_t now = monotonic_now();
  const auto blocker = broadcast.blocker();
  if (blocker.owner != me.held_by || broadcast.sequence() != me.held_at) {
    me.held_by = blocker.owner;
    me.held_at = broadcast.sequence();
    me.held_since = now;
    me.next_probe = now;  // the first time at once: the dead hold nobody back
  }
  if (now < me.next_probe) return false;
  me.next_probe = now + probe_interval;
  if (blocker.owner == 0) return false;
  if (me.member.recover_if_dead(blocker.consumer)) return true;
  const segment_header& geometry = me.member.where().geometry();
  if (geometry.evict == 0 || geometry.hold_back == 0 || now - me.held_since < geometry.hold_back) return false;
  broadcast.evict(blocker.consumer, blocker.owner);
  return true;
}

result<producer_handle> attach_producer(std::shared_ptr<segment>& where, const lane_schema& schema,
                                        std::string_view name) {
  auto* core = new (std::nothrow) attached_producer;
  if (core == nullptr) return errc::out_of_memory;
  producer_handle handle(core);
  registry_lock lock;
  membership& member = core->member;
  if (const error e = join_current(where, participant_role::producer, name, member, lock)) return e;
  segment& s = *where;
  const segment_header& geometry = s.geometry();
  lane_page& page = s.page(0);
  if (const error e = agree_on_schema(page, schema)) return e;

  core->epoch = current_process_epoch();
  core->is_queue = s.kind() == segment_kind::queue;
  core->max_message = geometry.max_message;
  core->stamps = geometry.stamps != 0;
  set_up_site(core->site, member, s.registry().producers);
  set_up_waker(core->wakes, member, s.registry().consumers, 0, geometry.max_consumers);

  // relaxed, all: under the registry lock
  const std::uint64_t epoch = page.epoch.load(std::memory_order_relaxed) + 1;
  const error taken =
      core->is_queue ? core->queue.take_over(s.queue(0)) : core->broadcast.take_over(s.broadcast(0), epoch);
  if (taken) return taken;
  page.epoch.store(epoch, std::memory_order_relaxed);
  page.producer_flags.store(core->wakes.fence_needed ? 0 : 1, std::memory_order_relaxed);
  page.owner.store(member.id(), std::memory_order_relaxed);
  return handle;
}

void producer_deleter::operator()(producer_core* core) const noexcept {
  attached_producer* me = &whole(*core);
  me->member.leave();
  delete me;
}

}  // namespace hushring::detail
