#include <hushring/ipc/wait.hpp>

#include <algorithm>
#include <bit>

#include "os.hpp"

namespace hushring::detail {
namespace {

using namespace std::chrono_literals;

// However a wake-up might get lost, it costs no more than this.
constexpr auto back_stop = 100ms;
// Without barriers a producer may miss a sleeper: then this bounds the delay.
constexpr auto slice_without_barriers = 1ms;
// A sleeper that is about to sleep, or has just been woken, is not found asleep either.
constexpr std::uint32_t wakes_per_question = 256;

}  // namespace

void yield_processor() noexcept { os::yield(); }

void wait_site::cancel() noexcept {
  cancelled.store(true, std::memory_order_relaxed);  // relaxed: ordered by the futex word
  futex->fetch_add(1, std::memory_order_release);    // SYNC futex: the sleeper sees why it was woken
  os::futex_wake_all(*futex);
}

bool wait_site::sleep_unless(bool (*ready)(void*), void* context, std::chrono::nanoseconds at_most) noexcept {
  // SYNC futex: whatever was stored before the wake-up that made this value
  const std::uint32_t before = futex->load(std::memory_order_acquire);
  // SYNC sleep: the bit, before the look below (the other side stores, then looks at the bits)
  sleepers->fetch_or(bit, std::memory_order_seq_cst);
  const bool barrier = os::barrier_everywhere();
  const bool found = ready(context);
  if (!found && !cancelled.load(std::memory_order_relaxed)) {  // relaxed: see the futex word
    const std::chrono::nanoseconds longest = barrier ? back_stop : std::chrono::nanoseconds(slice_without_barriers);
    os::futex_wait(*futex, before, std::min(at_most, longest));
  }
  sleepers->fetch_and(~bit, std::memory_order_relaxed);  // relaxed: being woken once too often does no harm
  return found;
}

void waker::fence() const noexcept {
  if (words == 0) return;
  // SYNC sleep: a full fence, in a form that the thread sanitizer understands.
  sleepers->fetch_or(0, std::memory_order_seq_cst);
}

void waker::wake_sleepers() noexcept {
  for (std::uint32_t i = 0; i < words; ++i) {
    // relaxed: the futex calls below order what matters
    for (std::uint64_t bits = sleepers[i].load(std::memory_order_relaxed); bits != 0; bits &= bits - 1) {
      const std::uint32_t who = first + i * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
      if (who >= last) return;  // no participant has this bit
      auto& word = *reinterpret_cast<shared_u32*>(futexes + who * futex_stride);
      word.fetch_add(1, std::memory_order_release);  // SYNC futex: everything stored before the wake-up
      const bool somebody = os::futex_wake_all(word);
      if (!somebody && ++unanswered % wakes_per_question == 0 && recover != nullptr) recover(context, who);
    }
  }
}

}  // namespace hushring::detail
