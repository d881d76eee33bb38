// Who takes part in a channel: slots with generations, a lock on a byte of the file as the proof of life.
#pragma once

#include <hushring/error.hpp>

#include <cstdint>
#include <memory>
#include <string_view>

#include "layout.hpp"
#include "os.hpp"
#include "segment.hpp"

namespace hushring::detail {

/// The registry lock: whoever joins, leaves, recovers or removes holds it. Dropped by the kernel when its holder dies.
class registry_lock {
 public:
  registry_lock() noexcept = default;
  registry_lock(const registry_lock&) = delete;
  registry_lock& operator=(const registry_lock&) = delete;
  ~registry_lock() { release(); }

  /// Waits at most `at_most`; `timed_out` names the holder's pid in the error's offset. `file` must outlive the lock.
  [[nodiscard]] error acquire(const segment& s, const os::file& file, std::chrono::nanoseconds at_most) noexcept;
  void release() noexcept;

 private:
  const segment* segment_ = nullptr;
  const os::file* file_ = nullptr;
};

/// A place among the participants of a segment, from join() until leave() or the process's death.
class membership {
 public:
  /// Takes a slot of the role, after everything that dead participants left behind was cleaned up. Success leaves
  /// `lock` held, so that the caller can take its role over before anybody else comes.
  /// `producer_exists`, `consumer_exists`, `no_free_slot`: all are taken by the living. `not_found`: the name leads to
  /// another segment now. `timed_out`: somebody holds the registry.
  [[nodiscard]] error join(const std::shared_ptr<segment>& s, participant_role role, std::string_view name,
                           registry_lock& lock);
  void leave() noexcept;

  [[nodiscard]] std::uint32_t slot() const noexcept { return slot_; }
  [[nodiscard]] std::uint64_t id() const noexcept { return id_; }
  [[nodiscard]] segment& where() const noexcept { return *segment_; }
  [[nodiscard]] participant& self() const noexcept { return segment_->participants()[slot_]; }
  /// Cleans up after `slot` if whoever had it is dead. Never waits for long: false when the registry is busy, too.
  bool recover_if_dead(std::uint32_t slot) noexcept;

 private:
  std::shared_ptr<segment> segment_;
  os::file file_;  // its description holds this participant's locks
  std::uint32_t slot_ = 0;
  std::uint64_t id_ = 0;
};

/// Whether the participant in `slot` lives. Asked through the segment's probe, which holds no lock.
[[nodiscard]] bool is_alive(const segment& s, std::uint32_t slot) noexcept;

/// Removes every trace of the dead (or leaving) owner of `slot`. Only under the registry lock.
void recover(const segment& s, std::uint32_t slot) noexcept;

}  // namespace hushring::detail
