// A clock that costs next to nothing: the processor's counter where it can be read directly, steady_clock elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <thread>

namespace bench {

using ticks = std::uint64_t;

inline ticks now() noexcept {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  ticks value;
  asm volatile("mrs %0, cntvct_el0" : "=r"(value));
  return value;
#else
  return static_cast<ticks>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

/// Nanoseconds a tick, measured against steady_clock once.
inline double ns_a_tick() {
  static const double value = [] {
    using clock = std::chrono::steady_clock;
    const auto start = clock::now();
    const ticks first = now();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const ticks last = now();
    const std::chrono::duration<double, std::nano> elapsed = clock::now() - start;
    return elapsed.count() / static_cast<double>(last - first);
  }();
  return value;
}

}  // namespace bench
