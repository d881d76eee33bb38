// How to wait: small types that say what to do between two looks.
//
//   strategy     latency                 processor        use it when
//   spin         the best                one core, busy   the waiter has a core of its own
//   spin_yield   good                    busy, but polite there are more waiters than cores
//   spin_sleep   good for 20 us, then a  little           the default
//                few microseconds
//   sleep        a few microseconds      none             messages are rare
#pragma once

#include <hushring/ipc/detail/lane_layout.hpp>
#include <hushring/ipc/detail/platform.hpp>
#include <hushring/ipc/detail/process.hpp>

#include <atomic>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace hushring {

/// What a strategy decides between two looks.
enum class wait_action : std::uint8_t {
  look_again,  ///< at once
  relax,       ///< after the processor's pause instruction
  yield,       ///< after the system ran whoever else is ready
  sleep,       ///< when somebody wakes this process
};

/// A strategy is anything with this member: `looks` without success so far, in `waited` (updated every few looks).
template <class Strategy>
concept wait_strategy = requires(const Strategy& s, std::uint64_t looks, std::chrono::nanoseconds waited) {
  { s.next(looks, waited) } noexcept -> std::same_as<wait_action>;
};

/// Looks all the time.
struct spin {
  [[nodiscard]] static constexpr wait_action next(std::uint64_t, std::chrono::nanoseconds) noexcept {
    return wait_action::look_again;
  }
};

/// Looks all the time, but lets others run.
struct spin_yield {
  std::uint64_t spins = 256;
  [[nodiscard]] constexpr wait_action next(std::uint64_t looks, std::chrono::nanoseconds) const noexcept {
    return looks < spins ? wait_action::relax : wait_action::yield;
  }
};

/// Looks for a while, then sleeps.
struct spin_sleep {
  std::chrono::nanoseconds spin_for = std::chrono::microseconds(20);
  [[nodiscard]] constexpr wait_action next(std::uint64_t, std::chrono::nanoseconds waited) const noexcept {
    return waited < spin_for ? wait_action::relax : wait_action::sleep;
  }
};

/// Sleeps at once. Write `hushring::sleep{}`: POSIX has a function of this name.
struct sleep {
  [[nodiscard]] static constexpr wait_action next(std::uint64_t, std::chrono::nanoseconds) noexcept {
    return wait_action::sleep;
  }
};

/// No time-out. (Half of the largest, so that adding it to now() does not overflow.)
inline constexpr std::chrono::nanoseconds forever = std::chrono::nanoseconds::max() / 2;

namespace detail {

enum class wait_end : std::uint8_t { ready, timeout, cancelled };

/// Where a participant sleeps: its futex word and its bit among the sleepers that the other side looks at.
struct wait_site {
  shared_u32* futex = nullptr;
  shared_u64* sleepers = nullptr;  // the word of the bitmap that has our bit
  std::uint64_t bit = 0;
  std::atomic<bool> cancelled{false};

  /// Makes the current wait, or the next one, end. From any thread.
  void cancel() noexcept;
  /// True once after each cancel().
  [[nodiscard]] bool take_cancellation() noexcept {
    // relaxed: the flag carries nothing else
    return cancelled.load(std::memory_order_relaxed) && cancelled.exchange(false, std::memory_order_relaxed);
  }
  /// Sleeps until woken, `ready(context)`, or `at_most` is over; then the caller looks again.
  /// True when `ready` said so: it may have taken a message, so it must not be asked again.
  bool sleep_unless(bool (*ready)(void*), void* context, std::chrono::nanoseconds at_most) noexcept;
};

/// Runs whoever else is ready.
void yield_processor() noexcept;

/// Looks by `ready()` until it says true.
template <wait_strategy Strategy, class Ready>
[[nodiscard]] wait_end wait_until(wait_site& site, const Strategy& strategy, std::chrono::nanoseconds timeout,
                                  Ready ready) noexcept {
  const std::uint64_t start = monotonic_now();
  std::chrono::nanoseconds waited{0};
  for (std::uint64_t looks = 0;; ++looks) {
    if (ready()) return wait_end::ready;
    const wait_action action = strategy.next(looks, waited);
    // Reading the clock takes as long as a few looks.
    const std::uint64_t looks_per_clock = action == wait_action::look_again ? 1024
                                          : action == wait_action::relax    ? 32
                                                                            : 1;
    if (looks % looks_per_clock == 0) {
      if (site.take_cancellation()) return wait_end::cancelled;
      waited = std::chrono::nanoseconds(static_cast<std::int64_t>(monotonic_now() - start));
      if (waited >= timeout) return wait_end::timeout;
    }
    switch (action) {
      case wait_action::look_again: break;
      case wait_action::relax: cpu_relax(); break;
      case wait_action::yield: yield_processor(); break;
      case wait_action::sleep: {
        auto look = [](void* context) { return (*static_cast<Ready*>(context))(); };
        if (site.sleep_unless(look, &ready, timeout - waited)) return wait_end::ready;
        break;
      }
    }
  }
}

/// The other side of `wait_site`: who may be asleep, and how to wake them.
struct waker {
  shared_u64* sleepers = nullptr;  // words of the bitmap to look at
  std::uint32_t words = 0;
  std::uint32_t first = 0;       // the participant of the first of these bits
  std::uint32_t last = 0;        // one past the last participant
  bool fence_needed = false;     // the sleepers' barrier does not reach this process
  std::byte* futexes = nullptr;  // participant i's futex word is at i x futex_stride
  std::size_t futex_stride = 0;
  // Called now and then about a sleeper that nobody finds asleep: it may have died with its bit set.
  bool (*recover)(void* context, std::uint32_t participant) noexcept = nullptr;
  void* context = nullptr;
  std::uint32_t unanswered = 0;

  /// After a store that sleepers wait for. No system call and no fence while nobody sleeps.
  void wake() noexcept {
    program_order();  // SYNC sleep: the sleeper's barrier puts a fence here when it matters
    if (fence_needed) [[unlikely]] fence();
    std::uint64_t any = 0;
    // relaxed: see the barrier
    for (std::uint32_t i = 0; i < words; ++i) any |= sleepers[i].load(std::memory_order_relaxed);
    if (any != 0) [[unlikely]] wake_sleepers();
  }

 private:
  void fence() const noexcept;
  void wake_sleepers() noexcept;
};

}  // namespace detail
}  // namespace hushring
