// One producer and several consumers in threads of one process, over one mapping: what the thread sanitizer can judge.
// Every payload byte is read while its message is held.
#include "broadcast_fixture.hpp"

#include <hushring/ipc/detail/broadcast_consumer.hpp>
#include <hushring/ipc/detail/broadcast_producer.hpp>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

namespace {

using namespace hushring;
using namespace hushring::detail;

constexpr std::uint64_t message_count = thread_sanitizer ? 30'000 : 300'000;

/// 8 to 207 bytes, all of which follow from the sequence.
std::uint64_t length_of(std::uint64_t sequence) { return 8 + sequence * 2654435761u % 200; }
std::byte byte_of(std::uint64_t sequence, std::uint64_t i) { return static_cast<std::byte>(sequence * 31 + i); }

struct tally {
  std::uint64_t received = 0, lost = 0, epochs = 0, wrong = 0, joined_at = 0;
};

void check(tally& t, const broadcast_record& r) {
  if (r.word.length() != length_of(r.sequence)) ++t.wrong;
  for (std::uint64_t i = 0; i < r.word.length(); ++i)
    if (r.payload[i] != byte_of(r.sequence, i)) ++t.wrong;
}

/// Reads until the last message is in, holding some of them for a while.
void consume(const broadcast_lane& lane, std::uint32_t area, consumer_mode mode, std::uint64_t hold,
             std::atomic<std::uint32_t>& ready, tally& t) {
  broadcast_consumer<> consumer;
  consumer.join(lane, area, area + 1, mode, join_at::oldest);
  t.joined_at = consumer.sequence();
  ready.fetch_add(1);
  std::vector<broadcast_record> held;
  std::uint64_t last = t.joined_at;
  while (last < message_count) {
    broadcast_record r;
    switch (consumer.receive(r)) {
      case broadcast_outcome::record:
        if (r.sequence != last + 1) ++t.wrong;
        last = r.sequence;
        ++t.received;
        check(t, r);
        if (hold == 0) consumer.release(r.handle);
        else held.push_back(r);
        break;
      case broadcast_outcome::lost:
        if (consumer.loss().first != last + 1) ++t.wrong;
        last += consumer.loss().count;
        t.lost += consumer.loss().count;
        break;
      case broadcast_outcome::new_epoch:
        ++t.epochs;
        break;
      case broadcast_outcome::empty:
        std::this_thread::yield();
        break;
      case broadcast_outcome::too_many_held:
        if (held.empty()) ++t.wrong;
        break;
      case broadcast_outcome::evicted:
      case broadcast_outcome::corrupt:
        ++t.wrong;
        return;
    }
    if (held.size() > hold || (!held.empty() && r.payload == nullptr)) {
      const std::size_t which = last % held.size();
      check(t, held[which]);
      consumer.release(held[which].handle);
      held.erase(held.begin() + static_cast<std::ptrdiff_t>(which));
    }
  }
  for (const auto& r : held) {
    check(t, r);
    consumer.release(r.handle);
  }
  consumer.leave();
}

/// Aborts, shrinks, and is replaced with a claim open now and then.
template <class Steps>
void produce(const broadcast_lane& lane, std::uint64_t turns_of_one) {
  std::uint64_t epoch = 0;
  std::uint64_t turns = 0;
  broadcast_producer<Steps> producer;
  ASSERT_FALSE(producer.take_over(lane, ++epoch));
  while (producer.sequence() < message_count) {
    const std::uint64_t sequence = producer.sequence() + 1;
    std::byte* place = producer.claim(256);
    if (place == nullptr) {
      std::this_thread::yield();
      continue;
    }
    for (std::uint64_t i = 0; i < 256; ++i) place[i] = byte_of(sequence, i);
    ++turns;
    if (turns % turns_of_one == 0) ASSERT_FALSE(producer.take_over(lane, ++epoch));
    else if (turns % 7 == 0) producer.abort();
    else producer.commit(length_of(sequence), 256, encoding::bytes);
  }
}

template <class Steps = no_steps>
void run(const std::vector<consumer_mode>& modes, std::uint64_t lines, std::uint64_t hold) {
  test::lane_in_memory memory(test::small_geometry(lines, static_cast<std::uint32_t>(modes.size())));
  std::vector<tally> tallies(modes.size());
  std::atomic<std::uint32_t> ready = 0;
  std::vector<std::thread> threads;
  for (std::uint32_t c = 0; c < modes.size(); ++c)
    threads.emplace_back([&, c] { consume(memory.lane(), c, modes[c], c * hold, ready, tallies[c]); });
  while (ready.load() != modes.size()) std::this_thread::yield();
  produce<Steps>(memory.lane(), 1000);
  for (auto& t : threads) t.join();
  for (std::uint32_t c = 0; c < modes.size(); ++c) {
    EXPECT_EQ(tallies[c].wrong, 0u) << "consumer " << c;
    EXPECT_EQ(tallies[c].received + tallies[c].lost, message_count) << "consumer " << c;
    if (modes[c] == consumer_mode::reliable) {
      EXPECT_EQ(tallies[c].lost, 0u) << "consumer " << c;
      EXPECT_GE(tallies[c].epochs, message_count / 1000) << "consumer " << c;
    }
  }
}

constexpr auto lossy = consumer_mode::lossy;
constexpr auto reliable = consumer_mode::reliable;

TEST(BroadcastThreads, LossyConsumersGetOrMissEveryMessage) { run({lossy, lossy}, 64, 5); }

TEST(BroadcastThreads, ReliableConsumersGetEveryMessage) { run({reliable, reliable}, 64, 5); }

TEST(BroadcastThreads, BothSideBySideOnSmallBlocks) { run({reliable, lossy, lossy}, 6, 2); }

struct relaxed_commit : no_steps {
  static bool planted(const char* bug) noexcept { return std::strcmp(bug, "relaxed_commit") == 0; }
};

TEST(BroadcastThreads, TheThreadSanitizerReportsAPlantedRelaxedCommit) {
  if (!thread_sanitizer) GTEST_SKIP() << "needs the thread sanitizer";
  const auto with_bug = [] {
    run<relaxed_commit>({lossy, lossy}, 64, 5);
    std::exit(0);  // the sanitizer makes it another code when it has seen a race
  };
  const auto failed = [](int status) { return !WIFEXITED(status) || WEXITSTATUS(status) != 0; };
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(with_bug(), failed, "data race");
}

}  // namespace
