// What differs between compilers and processors, in one place: no other header of the IPC half has an #if.
#pragma once

#include <atomic>

#if defined(__clang__)
/// The result must not outlive the object it comes from (Clang warns; GCC has no such check).
#define HUSHRING_LIFETIMEBOUND [[clang::lifetimebound]]
#else
#define HUSHRING_LIFETIMEBOUND
#endif

#if defined(__SANITIZE_THREAD__)
#define HUSHRING_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HUSHRING_TSAN 1
#endif
#endif

namespace hushring::detail {

#if defined(HUSHRING_TSAN)
/// The thread sanitizer does not model fences: its builds order each store by itself instead.
inline constexpr bool thread_sanitizer = true;
inline void release_fence() noexcept {}
#else
inline constexpr bool thread_sanitizer = false;
inline void release_fence() noexcept { std::atomic_thread_fence(std::memory_order_release); }
#endif

/// The order of a store that `release_fence()` precedes.
inline constexpr std::memory_order after_release_fence =
    thread_sanitizer ? std::memory_order_release : std::memory_order_relaxed;

/// Stores `value` (a release) so that no later load of this thread is answered before the store is visible: of two
/// threads that each do this to a word of their own and then load the other's, at least one sees the other's store.
template <class Word>
void store_then_fence(Word& word, typename Word::value_type value) noexcept {
#if defined(HUSHRING_TSAN)
  word.exchange(value, std::memory_order_seq_cst);  // SYNC: the caller's comment names it
#else
  word.store(value, std::memory_order_release);  // SYNC: the caller's comment names it
  std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
}

/// Keeps the compiler, not the processor, from moving accesses. Enough against death: all stores that a killed process
/// executed become visible, in whatever order they left the processor.
inline void program_order() noexcept { std::atomic_signal_fence(std::memory_order_seq_cst); }

/// Tells the processor that this is a waiting loop.
inline void cpu_relax() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#endif
}

/// Tells threads of this process apart, in one or two instructions.
inline const void* this_thread_token() noexcept {
  static thread_local char token;
  return &token;
}

}  // namespace hushring::detail
