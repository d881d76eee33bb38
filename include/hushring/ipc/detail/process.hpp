// What hot paths ask about the process and the clock.
#pragma once

#include <atomic>
#include <cstdint>

namespace hushring::detail {

/// Counts forks that led to this process. A handle made under another count belongs to the parent: its memory is not
/// mapped here.
extern std::atomic<std::uint32_t> process_epoch;

inline std::uint32_t current_process_epoch() noexcept {
  return process_epoch.load(std::memory_order_relaxed);  // relaxed: changes only in a child that has one thread
}

/// CLOCK_MONOTONIC nanoseconds: comparable between the processes of a machine. No system call where the kernel maps its
/// clock into processes.
[[nodiscard]] std::uint64_t monotonic_now() noexcept;

}  // namespace hushring::detail
