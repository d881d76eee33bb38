#include "membership.hpp"

#include <hushring/ipc/detail/process.hpp>

#include <cstring>

namespace hushring::detail {
namespace {

using namespace std::chrono_literals;

constexpr auto registry_patience = 5s;

void clear_sleeper(sleeper_line& line, std::uint32_t slot) noexcept {
  // relaxed: nobody waits for this; a producer that still sees the bit wakes nobody.
  line.words[slot / 64].fetch_and(~(std::uint64_t{1} << slot % 64), std::memory_order_relaxed);
}

}  // namespace

error registry_lock::acquire(const segment& s, const os::file& file, std::chrono::nanoseconds at_most) noexcept {
  const std::uint64_t deadline = monotonic_now() + static_cast<std::uint64_t>(at_most.count());
  for (;;) {
    bool got = false;
    if (const error e = os::try_lock(file, registry_lock_byte, got)) return e;
    if (got) break;
    if (monotonic_now() >= deadline) {
      // relaxed: a name for a message
      return error{errc::timed_out, s.registry().holder.load(std::memory_order_relaxed)};
    }
    os::sleep_for(500us);
  }
  segment_ = &s;
  file_ = &file;
  s.registry().holder.store(os::process_id(), std::memory_order_relaxed);  // relaxed: as above
  return {};
}

void registry_lock::release() noexcept {
  if (file_ == nullptr) return;
  if (segment_->is_mapped()) {
    segment_->registry().holder.store(0, std::memory_order_relaxed);  // relaxed: a name for a message
    os::unlock(*file_, registry_lock_byte);
  }
  file_ = nullptr;
}

bool is_alive(const segment& s, std::uint32_t slot) noexcept {
  bool locked = true;
  if (os::is_locked(s.probe(), participant_lock_byte(slot), locked)) return true;  // never recover on a guess
  return locked;
}

void recover(const segment& s, std::uint32_t slot) noexcept {
  // relaxed throughout: the owner is dead (the kernel's lock orders its stores before ours) and the registry lock keeps
  // everybody else away.
  participant& who = s.participants()[slot];
  const std::uint64_t id = who.id.load(std::memory_order_relaxed);
  clear_sleeper(s.registry().consumers, slot);
  clear_sleeper(s.registry().producers, slot);
  if (slot >= s.geometry().max_consumers) {
    shared_u64& owner = s.page(slot - s.geometry().max_consumers).owner;
    if (owner.load(std::memory_order_relaxed) == id) owner.store(0, std::memory_order_relaxed);
  } else if (s.kind() == segment_kind::queue) {
    shared_u64& owner = s.role().owner;
    if (owner.load(std::memory_order_relaxed) == id) owner.store(0, std::memory_order_relaxed);
  } else {
    for (std::uint32_t lane = 0; lane < s.geometry().lanes; ++lane) forget_consumer(s.broadcast(lane), slot);
  }
  who.role.store(static_cast<std::uint32_t>(participant_role::none), std::memory_order_relaxed);
  who.id.store(0, std::memory_order_relaxed);  // last: until here a killed recoverer leaves the slot to the next one
}

error membership::join(const std::shared_ptr<segment>& s, participant_role role, std::string_view name,
                       registry_lock& lock) {
  const os::fork_pause hold;
  if (!s->is_mapped()) return error{errc::forked};
  if (const error e = os::reopen(s->probe(), s->path(), file_)) return e;
  if (const error e = lock.acquire(*s, file_, registry_patience)) return e;
  const auto give_up = [&](error e) {
    lock.release();
    file_.close();
    return e;
  };
  if (!s->is_current()) return give_up(error{errc::not_found});

  const std::uint32_t consumers = s->geometry().max_consumers;
  const std::uint32_t first = role == participant_role::producer ? consumers : 0;
  const std::uint32_t last = role == participant_role::producer ? s->participant_count() : consumers;
  std::uint32_t chosen = last;
  for (std::uint32_t slot = 0; slot < s->participant_count(); ++slot) {
    if (is_alive(*s, slot)) continue;
    // relaxed: under the registry lock
    if (s->participants()[slot].id.load(std::memory_order_relaxed) != 0) recover(*s, slot);
    if (slot >= first && slot < last && chosen == last) chosen = slot;
  }
  if (chosen == last) {
    if (role == participant_role::producer) return give_up(error{errc::producer_exists});
    return give_up(error{s->kind() == segment_kind::queue ? errc::consumer_exists : errc::no_free_slot});
  }
  bool got = false;
  if (const error e = os::try_lock(file_, participant_lock_byte(chosen), got)) return give_up(e);
  if (!got) return give_up(error{errc::no_free_slot});  // somebody without the registry lock holds the byte

  segment_ = s;
  slot_ = chosen;
  participant& me = self();
  // relaxed throughout: the registry lock orders what others read of this.
  const std::uint64_t generation = (me.generation.load(std::memory_order_relaxed) + 1) & ((std::uint64_t{1} << 48) - 1);
  me.generation.store(generation, std::memory_order_relaxed);
  id_ = make_participant_id(chosen, generation);
  me.pid.store(os::process_id(), std::memory_order_relaxed);
  me.role.store(static_cast<std::uint32_t>(role), std::memory_order_relaxed);
  me.started.store(monotonic_now(), std::memory_order_relaxed);
  std::memset(me.name, 0, sizeof me.name);
  name.copy(reinterpret_cast<char*>(me.name), sizeof me.name - 1);
  me.id.store(id_, std::memory_order_relaxed);
  return {};
}

void membership::leave() noexcept {
  if (!file_.is_open()) return;
  if (segment_->is_mapped()) {
    registry_lock lock;
    // Without the lock the next to join does the same for us, as if we had died.
    if (!lock.acquire(*segment_, file_, 1s)) recover(*segment_, slot_);
    lock.release();
  }
  file_.close();
}

bool membership::recover_if_dead(std::uint32_t slot) noexcept {
  if (slot == slot_ || slot >= segment_->participant_count() || is_alive(*segment_, slot)) return false;
  registry_lock lock;
  if (lock.acquire(*segment_, file_, 0ns)) return false;
  if (is_alive(*segment_, slot)) return false;  // taken by another one meanwhile
  recover(*segment_, slot);
  return true;
}

}  // namespace hushring::detail
