// Arenas for the decoded strings of held messages: taken when a message needs one, given back with it.
#pragma once

#include <hushring/json/arena.hpp>

#include <atomic>
#include <new>

namespace hushring::detail {

struct pooled_arena {
  arena memory;
  pooled_arena* next = nullptr;
};

/// Allocates only when more messages at once than ever before hold decoded strings. One thread takes;
/// `give_back_elsewhere` may come from any.
class arena_pool {
 public:
  arena_pool() noexcept = default;
  arena_pool(const arena_pool&) = delete;
  arena_pool& operator=(const arena_pool&) = delete;
  ~arena_pool() {
    while (pooled_arena* one = take_ready()) delete one;
  }

  /// Null when there is no memory.
  [[nodiscard]] pooled_arena* take() noexcept {
    pooled_arena* one = take_ready();
    return one != nullptr ? one : new (std::nothrow) pooled_arena;
  }
  void give_back(pooled_arena* one) noexcept {
    one->memory.reset();
    one->next = ready_;
    ready_ = one;
  }
  void give_back_elsewhere(pooled_arena* one) noexcept {
    one->next = elsewhere_.load(std::memory_order_relaxed);  // relaxed: checked by the exchange
    // SYNC arena: its chunks, and `next`
    while (!elsewhere_.compare_exchange_weak(one->next, one, std::memory_order_release, std::memory_order_relaxed)) {
    }
  }

 private:
  pooled_arena* take_ready() noexcept {
    if (ready_ == nullptr) [[unlikely]] {
      // relaxed: most of the time nothing is there
      if (elsewhere_.load(std::memory_order_relaxed) == nullptr) return nullptr;
      // SYNC arena: what the other threads left
      pooled_arena* one = elsewhere_.exchange(nullptr, std::memory_order_acquire);
      while (one != nullptr) {
        pooled_arena* const next = one->next;
        give_back(one);
        one = next;
      }
    }
    pooled_arena* const one = ready_;
    if (one != nullptr) ready_ = one->next;
    return one;
  }

  pooled_arena* ready_ = nullptr;
  std::atomic<pooled_arena*> elsewhere_{nullptr};
};

}  // namespace hushring::detail
