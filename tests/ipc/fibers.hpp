// Fibers for tests that choose every interleaving themselves: real code runs until it calls `pause()`, and then
// somebody else's turn comes, or never comes again (which is what a kill looks like to the others).
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#if defined(__SANITIZE_ADDRESS__)
#define HUSHRING_TEST_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HUSHRING_TEST_ASAN 1
#endif
#endif
#if defined(HUSHRING_TEST_ASAN)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace hushring::test {

class fiber {
 public:
  static constexpr std::size_t stack_size = 128 * 1024;

  /// (Re)starts at the beginning of `body`. What the fiber was doing before is forgotten, nothing is unwound: `body`
  /// must own nothing but what its captures reach.
  void start(std::function<void()> body) {
    body_ = std::move(body);
    if (!stack_) stack_ = std::make_unique<char[]>(stack_size);
#if defined(HUSHRING_TEST_ASAN)
    __asan_unpoison_memory_region(stack_.get(), stack_size);
    fake_stack_ = nullptr;
#endif
    getcontext(&own_);
    own_.uc_stack.ss_sp = stack_.get();
    own_.uc_stack.ss_size = stack_size;
    own_.uc_link = nullptr;
    const auto self = reinterpret_cast<std::uintptr_t>(this);
    makecontext(&own_, reinterpret_cast<void (*)()>(&fiber::enter), 2, static_cast<unsigned>(self >> 32),
                static_cast<unsigned>(self));
    running_ = true;
  }
  /// Forgets what it was doing.
  void kill() noexcept { running_ = false; }
  bool running() const noexcept { return running_; }

  /// Goes on until the next pause() of the fiber, or its end.
  void resume() {
#if defined(HUSHRING_TEST_ASAN)
    void* outer = nullptr;
    __sanitizer_start_switch_fiber(&outer, stack_.get(), stack_size);
    swapcontext(&outer_, &own_);
    __sanitizer_finish_switch_fiber(outer, nullptr, nullptr);
#else
    swapcontext(&outer_, &own_);
#endif
  }

  /// Called on the fiber.
  void pause() {
#if defined(HUSHRING_TEST_ASAN)
    __sanitizer_start_switch_fiber(&fake_stack_, outer_stack_, outer_size_);
    swapcontext(&own_, &outer_);
    __sanitizer_finish_switch_fiber(fake_stack_, &outer_stack_, &outer_size_);
#else
    swapcontext(&own_, &outer_);
#endif
  }

 private:
  static void enter(unsigned high, unsigned low) {
    auto* self = reinterpret_cast<fiber*>(static_cast<std::uintptr_t>(high) << 32 | low);
#if defined(HUSHRING_TEST_ASAN)
    __sanitizer_finish_switch_fiber(nullptr, &self->outer_stack_, &self->outer_size_);
#endif
    self->body_();
    self->running_ = false;
    for (;;) self->pause();
  }

  std::function<void()> body_;
  std::unique_ptr<char[]> stack_;
  ucontext_t own_ = {};
  ucontext_t outer_ = {};
  bool running_ = false;
#if defined(HUSHRING_TEST_ASAN)
  void* fake_stack_ = nullptr;
  const void* outer_stack_ = nullptr;
  std::size_t outer_size_ = 0;
#endif
};

}  // namespace hushring::test
