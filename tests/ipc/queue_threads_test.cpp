// Both ends of a queue in threads of one process, over one mapping: what the thread sanitizer can judge. Every payload
// byte is read while its message is held.
#include "channel_fixture.hpp"
#include "queue_fixture.hpp"

#include <hushring/ipc/consumer.hpp>
#include <hushring/ipc/producer.hpp>

#include <sys/wait.h>

#include <cstdint>
#include <cstdlib>
#include <deque>
#include <string>
#include <thread>

namespace {

using namespace hushring;
using namespace hushring::detail;

constexpr std::uint64_t message_count = thread_sanitizer ? 20'000 : 200'000;

std::uint64_t length_of(std::uint64_t sequence) { return sequence * 2654435761u % 300; }
std::byte byte_of(std::uint64_t sequence, std::uint64_t i) { return static_cast<std::byte>(sequence * 31 + i * 7); }

struct plain_steps {
  static void step(const char*) noexcept {}
  static bool planted(const char*) noexcept { return false; }
};

template <class Steps>
void produce(const queue_memory& memory, std::uint64_t count) {
  queue_producer<Steps> p;
  if (p.take_over(memory)) std::abort();
  for (std::uint64_t sent = 1; sent <= count; ++sent) {
    const std::uint64_t length = length_of(sent);
    std::byte* place;
    while ((place = p.claim(length + 100)) == nullptr) std::this_thread::yield();
    for (std::uint64_t i = 0; i < length; ++i) place[i] = byte_of(sent, i);
    if (sent % 16 == 0) {
      p.abort();
      place = p.claim(length);
      for (std::uint64_t i = 0; i < length; ++i) place[i] = byte_of(sent, i);
    }
    p.commit(length, length, encoding::bytes);
    if (sent % 1000 == 0 && p.take_over(memory)) std::abort();
  }
}

std::uint64_t consume(const queue_memory& memory, std::uint64_t count) {
  queue_consumer<> c;
  if (c.take_over(memory, false)) std::abort();
  std::deque<queue_record> held;
  std::uint64_t bad = 0;
  for (std::uint64_t expected = 1; expected <= count;) {
    queue_record r;
    const queue_outcome outcome = c.receive(r);
    if (outcome == queue_outcome::empty) {
      std::this_thread::yield();
    } else if (outcome != queue_outcome::record) {
      return ~std::uint64_t{0};
    } else {
      if (r.sequence != expected || r.word.length() != length_of(expected)) ++bad;
      ++expected;
      held.push_back(r);
    }
    while (held.size() > 3 || (outcome == queue_outcome::empty && !held.empty())) {
      const std::size_t which = held.size() > 1 ? expected % 2 : 0;  // out of order, every other time
      const queue_record& old = held[which];
      for (std::uint64_t i = 0; i < old.word.length(); ++i) {
        if (old.payload[i] != byte_of(old.sequence, i)) ++bad;
      }
      c.release(old.handle);
      held.erase(held.begin() + static_cast<std::ptrdiff_t>(which));
    }
  }
  while (!held.empty()) {
    c.release(held.front().handle);
    held.pop_front();
  }
  return bad;
}

TEST(QueueThreads, EveryByteArrivesInOrder) {
  test::start_watchdog();
  test::queue_in_memory lane(16 * 1024, 1000);
  std::uint64_t bad = 1;
  std::thread reader([&] { bad = consume(lane.memory(), message_count); });
  produce<plain_steps>(lane.memory(), message_count);
  reader.join();
  EXPECT_EQ(bad, 0u);
}

struct QueueChannelThreads : test::ChannelTest {};

TEST_F(QueueChannelThreads, SleepersOfBothSidesAreWoken) {
  auto ch = make({.capacity = 64 * 1024, .max_message = 1024});
  auto p = producer<>::attach(ch).value();
  auto c = consumer<>::attach(ch).value();
  constexpr std::uint64_t count = thread_sanitizer ? 5'000 : 50'000;
  std::uint64_t bad = 0;
  std::thread reader([&] {
    for (std::uint64_t i = 0; i < count; ++i) {
      auto m = i % 3 == 0 ? c.receive(hushring::sleep{}) : c.receive(spin_sleep{std::chrono::microseconds(i % 7)});
      if (!m || m.text() != std::to_string(i)) ++bad;
    }
  });
  for (std::uint64_t i = 0; i < count; ++i) {
    if (p.publish_text(std::to_string(i), hushring::sleep{}) != publish_status::ok) ++bad;
    if (i % 1000 == 0) std::this_thread::yield();
  }
  reader.join();
  EXPECT_EQ(bad, 0u);
}

TEST_F(QueueChannelThreads, AWaitIsCancelledFromAnotherThread) {
  auto ch = make({.capacity = 64 * 1024, .max_message = 1024});
  auto c = consumer<>::attach(ch).value();
  for (int round = 0; round < 50; ++round) {
    std::thread canceller([&] {
      if (round % 2 == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
      c.cancel();
    });
    EXPECT_EQ(c.receive(hushring::sleep{}).state(), receive_state::cancelled);
    canceller.join();
  }
}

/// A lane whose commit is only relaxed: the sanitizer has to see that, or its silence about the real one means nothing.
void race_on_purpose() {
  test::queue_in_memory lane(16 * 1024, 1000);
  std::thread reader([&] {
    const auto word = lane.memory().word(0);
    while (word.load(std::memory_order_acquire) == 0) {
    }
    volatile std::byte first = *lane.memory().payload(0);
    static_cast<void>(first);
  });
  *lane.memory().payload(0) = std::byte{1};
  lane.memory().word(0).store(record_word::make(record_state::committed, encoding::bytes, 0, 1, 1).bits,
                              std::memory_order_relaxed);
  reader.join();
}

TEST(QueueThreads, TheSanitizerSeesARelaxedCommit) {
  if (!thread_sanitizer) GTEST_SKIP() << "only for builds with the thread sanitizer";
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    if (std::freopen("/dev/null", "w", stderr) == nullptr) ::_exit(3);
    race_on_purpose();
    std::exit(0);  // the sanitizer turns this into its own status when it has seen something
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 66) << status;
}

}  // namespace
