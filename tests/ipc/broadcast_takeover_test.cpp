// Every place at which a broadcast producer can die, one after the other, and every place at which its successor can
// die while it cleans up: the third one goes on, and nothing that was visible is lost or sent twice.
#include "broadcast_fixture.hpp"
#include "fibers.hpp"

#include <hushring/ipc/detail/broadcast_consumer.hpp>
#include <hushring/ipc/detail/broadcast_producer.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace {

using namespace hushring;
using namespace hushring::detail;

/// Lets a fiber go on for a number of steps, then for ever no more.
struct mortal_steps : no_steps {
  static inline test::fiber* living = nullptr;
  static inline std::uint64_t left = 0;
  static void step(const char*) noexcept {
    if (living != nullptr && left-- == 0) living->pause();
  }
};

constexpr std::uint64_t messages_of_one = 9;

/// What a producer says in the message of this sequence: up to three lines. (No std::string: the dead free nothing.)
struct text {
  char bytes[180] = {};
  std::uint64_t size = 0;

  text(std::uint64_t sequence, std::uint64_t epoch) noexcept : size(sequence * 37 % 150 + 1) {
    std::memset(bytes, static_cast<int>('a' + sequence % 26), size);
    bytes[0] = static_cast<char>('0' + epoch);
  }
  bool operator==(std::string_view other) const noexcept { return std::string_view(bytes, size) == other; }
};

using producer_type = broadcast_producer<mortal_steps>;

void send_some(producer_type& producer, const broadcast_lane& lane, std::uint64_t epoch) {
  ASSERT_FALSE(producer.take_over(lane, epoch));
  for (std::uint64_t i = 0; i < messages_of_one; ++i) {
    const std::uint64_t sequence = producer.sequence() + 1;
    const text said(sequence, epoch);
    std::byte* place = producer.claim(180);
    ASSERT_NE(place, nullptr);
    std::memset(place, 0x29, 180);  // looks like records
    if (i % 4 == 3) {
      producer.abort();
      place = producer.claim(180);
      ASSERT_NE(place, nullptr);
    }
    std::memcpy(place, said.bytes, said.size);
    producer.commit(said.size, 180, encoding::json);
  }
}

/// Lets a producer live for `steps`. Returns true when it came to its end.
bool live(producer_type& producer, const broadcast_lane& lane, std::uint64_t epoch, std::uint64_t steps) {
  static test::fiber fiber;
  fiber.start([&producer, &lane, epoch] { send_some(producer, lane, epoch); });
  mortal_steps::living = &fiber;
  mortal_steps::left = steps;
  fiber.resume();
  mortal_steps::living = nullptr;
  return !fiber.running();
}

/// Receives everything; each message is one of the producers' own. Returns the last sequence.
std::uint64_t read_all(broadcast_consumer<>& consumer) {
  for (;;) {
    broadcast_record r;
    switch (consumer.receive(r)) {
      case broadcast_outcome::record: {
        const std::string_view got(reinterpret_cast<const char*>(r.payload), r.word.length());
        EXPECT_TRUE(text(r.sequence, 1) == got || text(r.sequence, 2) == got || text(r.sequence, 3) == got)
            << r.sequence;
        consumer.release(r.handle);
        break;
      }
      case broadcast_outcome::new_epoch:
        break;
      case broadcast_outcome::empty:
        return consumer.sequence();
      default:
        ADD_FAILURE() << "neither lost nor corrupt";
        return 0;
    }
  }
}

TEST(BroadcastTakeOver, GoesOnAfterADeathAtEveryStepAndADeathAtEveryStepOfTheCleaning) {
  const auto geometry = test::small_geometry(7, 8);
  std::uint64_t lives = 0;
  bool first_ended = false;
  for (std::uint64_t n = 0; !first_ended; ++n) {
    bool second_ended = false;
    for (std::uint64_t m = 0; !second_ended && !HasFailure(); ++m) {
      test::lane_in_memory memory(geometry);
      broadcast_consumer<> early, late;
      early.join(memory.lane(), 0, 1, consumer_mode::reliable, join_at::oldest);
      producer_type one, two, three;
      first_ended = live(one, memory.lane(), 1, n);
      if (m % 2 == 0) read_all(early);  // it may stand anywhere in the chain when the next one dies
      late.join(memory.lane(), 1, 2, consumer_mode::lossy, join_at::oldest);
      second_ended = live(two, memory.lane(), 2, m);
      send_some(three, memory.lane(), 3);
      EXPECT_EQ(read_all(early), three.sequence()) << n << ", " << m;
      EXPECT_EQ(read_all(late), three.sequence()) << n << ", " << m;
      EXPECT_GE(three.sequence(), one.sequence() + messages_of_one);
      EXPECT_GE(three.sequence(), two.sequence() + messages_of_one);
      ++lives;
    }
    ASSERT_FALSE(HasFailure()) << "first death at step " << n;
  }
  std::printf("  %llu pairs of deaths\n", static_cast<unsigned long long>(lives));
}

}  // namespace
