// Processes that die, stop, fork or stay: the next one goes on without any cleaning up.
#include "channel_fixture.hpp"

#include <hushring/ipc/consumer.hpp>
#include <hushring/ipc/producer.hpp>

#include <fcntl.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include "membership.hpp"

namespace {

using namespace hushring;
using namespace std::chrono_literals;
using test::code_of;

struct Lifecycle : test::ChannelTest {
  /// Runs `body` in a child until it says ready, then kills it.
  template <class Body>
  void run_and_kill(Body body) {
    test::rendezvous meet;
    const pid_t child = spawn([&] {
      body(meet);
      return 1;
    });
    meet.wait_for_child();
    EXPECT_EQ(kill_and_wait(child), 1000 + SIGKILL);
  }
  [[noreturn]] static void stay(test::rendezvous& meet) {
    meet.child_says_ready();
    for (;;) ::pause();
  }
};

struct EveryKind : Lifecycle, testing::WithParamInterface<channel_kind> {
  channel make_one() { return make({.kind = GetParam(), .capacity = 65536, .max_message = 1024, .max_consumers = 2}); }
};
INSTANTIATE_TEST_SUITE_P(Kind, EveryKind, testing::Values(channel_kind::queue, channel_kind::broadcast),
                         [](const auto& test) { return test.param == channel_kind::queue ? "Queue" : "Broadcast"; });

TEST_P(EveryKind, AKilledProducersMessagesStayAndTheNextGoesOn) {
  auto ch = make_one();
  auto c = consumer<>::attach(ch).value();
  run_and_kill([&](auto& meet) {
    auto mine = channel::open(name).value();
    auto p = producer<>::attach(mine).value();
    if (p.publish_text("one") != publish_status::ok || p.publish_text("two") != publish_status::ok) std::abort();
    auto half = p.claim(1000);
    std::memset(half.bytes().data(), 'x', 1000);
    stay(meet);
  });
  auto p = producer<>::attach(ch).value();
  EXPECT_EQ(p.sequence(), 2u);
  ASSERT_EQ(p.publish_text("three"), publish_status::ok);
  std::vector<std::string> got;
  for (;;) {
    auto m = c.receive();
    if (m) got.push_back(m.copy().data);
    else if (m.state() != receive_state::new_epoch) break;
  }
  EXPECT_EQ(got, (std::vector<std::string>{"one", "two", "three"}));
}

TEST_P(EveryKind, ALivingOneIsNotReplacedAndADeadOneIsAtOnce) {
  auto ch = make_one();
  test::rendezvous meet;
  const pid_t child = spawn([&] {
    auto mine = channel::open(name).value();
    auto p = producer<>::attach(mine).value();
    auto a = consumer<>::attach(mine).value();
    stay(meet);
    return 1;
  });
  meet.wait_for_child();
  ::kill(child, SIGSTOP);  // stopped is not dead
  EXPECT_EQ(code_of(producer<>::attach(ch)), errc::producer_exists);
  kill_and_wait(child);
  for (int i = 0; i < 100; ++i) EXPECT_TRUE((producer<>::attach(ch)));
  for (int i = 0; i < 100; ++i) EXPECT_TRUE((consumer<>::attach(ch)));
}

TEST_P(EveryKind, SlotsComeBackHoweverManyDie) {
  auto ch = make_one();
  for (int i = 0; i < 12; ++i) {
    run_and_kill([&](auto& meet) {
      auto mine = channel::open(name).value();
      auto p = producer<>::attach(mine).value();
      auto c = consumer<>::attach(mine).value();
      if (p.publish_text("x") != publish_status::ok) std::abort();
      auto held = c.receive();
      stay(meet);
    });
  }
  EXPECT_TRUE((consumer<>::attach(ch)));
  auto p = producer<>::attach(ch).value();
  EXPECT_EQ(p.sequence(), 12u);
}

TEST_P(EveryKind, AForkedChildsHandlesAreDead) {
  auto ch = make_one();
  auto c = consumer<>::attach(ch).value();
  auto p = producer<>::attach(ch).value();
  ASSERT_EQ(p.publish_text("parent's"), publish_status::ok);
  auto held = c.receive();
  ASSERT_TRUE(held);
  const pid_t child = spawn([&] {
    if (p.publish_text("x") != publish_status::forked) return 1;
    if (p.claim(1).status() != publish_status::forked) return 2;
    if (c.receive().state() != receive_state::forked) return 3;
    if (held.read<std::string>().error().code != errc::forked) return 4;
    if (code_of(producer<>::attach(ch)) != errc::forked) return 5;
    if (held.size() != 0 || !held.text().empty() || held.stamp() != 0) return 8;
    p.cancel();
    c.cancel();
    held.release();
    { auto gone = std::move(c); }
    { auto gone = std::move(p); }
    auto mine = channel::open(name);  // but it may open it anew
    if (!mine) return 6;
    if (code_of(producer<>::attach(*mine)) != errc::producer_exists) return 7;
    return 0;
  });
  EXPECT_EQ(wait_for(child), 0);
  EXPECT_EQ(held.text(), "parent's");
  held.release();
  EXPECT_EQ(code_of(producer<>::attach(ch)), errc::producer_exists);  // the child's end did not drop the lock
  ASSERT_EQ(p.publish_text("goes on"), publish_status::ok);
  EXPECT_EQ(c.receive().copy().data, "goes on");
}

TEST_P(EveryKind, AForkedChildDoesNotKeepTheDeadAlive) {
  auto ch = make_one();
  test::rendezvous meet;
  const pid_t parent = spawn([&] {
    auto mine = channel::open(name).value();
    auto p = producer<>::attach(mine).value();
    if (::fork() == 0) {  // a grandchild that outlives its parent
      for (int i = 0; i < 2000 && ::getppid() != 1; ++i) ::usleep(1000);
      ::usleep(200'000);
      ::_exit(0);
    }
    stay(meet);
    return 1;
  });
  meet.wait_for_child();
  kill_and_wait(parent);
  bool attached = false;  // as soon as the grandchild has run its first instructions
  for (int i = 0; i < 150 && !attached; ++i, ::usleep(1000)) attached = producer<>::attach(ch).has_value();
  EXPECT_TRUE(attached);
}

TEST_P(EveryKind, NoDescriptorIsLeftBehind) {
  const auto open_files = [] {
    std::size_t n = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++n;
    return n;
  };
  { auto warm_up = make_one(); }
  const std::size_t before = open_files();
  for (int i = 0; i < 20; ++i) {
    auto ch = make_one();
    auto c = consumer<>::attach(ch).value();
    auto p = producer<>::attach(ch).value();
    EXPECT_FALSE((producer<>::attach(ch)));
    ASSERT_EQ(p.publish_text("x"), publish_status::ok);
    message m = c.receive();
    { auto closed = std::move(c); }
  }
  EXPECT_EQ(open_files(), before);
}

TEST_F(Lifecycle, AKilledConsumersMessagesComeAgainFlagged) {
  auto ch = make();
  auto p = producer<>::attach(ch).value();
  for (const char* text : {"done", "held", "unread"}) ASSERT_EQ(p.publish_text(text), publish_status::ok);
  run_and_kill([&](auto& meet) {
    auto mine = channel::open(name).value();
    auto c = consumer<>::attach(mine).value();
    c.receive().release();
    auto held = c.receive();
    stay(meet);
  });
  auto c = consumer<>::attach(ch).value();
  auto again = c.receive();
  EXPECT_EQ(again.text(), "held");
  EXPECT_EQ(again.sequence(), 2u);
  EXPECT_TRUE(again.redelivered());
  auto unread = c.receive();
  EXPECT_EQ(unread.text(), "unread");
  EXPECT_FALSE(unread.redelivered());
}

TEST_F(Lifecycle, AtMostOnceDropsWhatAKilledConsumerHeld) {
  auto ch = make();
  auto p = producer<>::attach(ch).value();
  for (const char* text : {"held", "unread"}) ASSERT_EQ(p.publish_text(text), publish_status::ok);
  run_and_kill([&](auto& meet) {
    auto mine = channel::open(name).value();
    auto c = consumer<>::attach(mine).value();
    auto held = c.receive();
    stay(meet);
  });
  auto c = consumer<>::attach(ch, {.at_most_once = true}).value();
  EXPECT_EQ(c.receive().copy().data, "unread");
}

TEST_F(Lifecycle, ADeadReliableConsumerHoldsNobodyBack) {
  auto ch = make({.kind = channel_kind::broadcast, .capacity = 4096, .max_message = 256, .max_consumers = 2,
                  .reliable_consumers = 1});
  run_and_kill([&](auto& meet) {
    auto mine = channel::open(name).value();
    auto c = consumer<>::attach(mine, {.reliable = true}).value();
    stay(meet);
  });
  auto p = producer<>::attach(ch).value();  // (joining recovers it already)
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(p.publish_text("x"), publish_status::ok);
  run_and_kill([&](auto& meet) {
    auto mine = channel::open(name).value();
    auto c = consumer<>::attach(mine, {.reliable = true}).value();
    stay(meet);
  });
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(p.publish_text("x", spin_sleep{}), publish_status::ok);
}

TEST_F(Lifecycle, AWaitingConsumerIsWokenByAnotherProcess) {
  auto to = make();
  const std::string to_name = name;
  auto back = make();
  const std::string back_name = name;
  constexpr int rounds = 3000;
  const pid_t echo = spawn([&] {
    auto in = channel::open(to_name).value();
    auto out = channel::open(back_name).value();
    auto c = consumer<>::attach(in).value();
    auto p = producer<>::attach(out).value();
    for (int i = 0; i < rounds; ++i) {
      auto m = c.receive(hushring::sleep{}, 30s);
      if (!m) return 1;
      if (p.publish_text(m.text()) != publish_status::ok) return 2;
    }
    return 0;
  });
  auto p = producer<>::attach(to).value();
  auto c = consumer<>::attach(back).value();
  int slow = 0;
  for (int i = 0; i < rounds; ++i) {
    ASSERT_EQ(p.publish_text(std::to_string(i)), publish_status::ok);
    const auto start = std::chrono::steady_clock::now();
    auto m = i % 2 == 0 ? c.receive(hushring::sleep{}, 30s) : c.receive(spin_sleep{}, 30s);
    ASSERT_TRUE(m);
    ASSERT_EQ(m.text(), std::to_string(i));
    if (std::chrono::steady_clock::now() - start > 90ms) ++slow;
  }
  EXPECT_EQ(wait_for(echo), 0);
  EXPECT_LT(slow, 10);  // wake-ups that the back-stop had to make good would be lost ones; a busy machine makes a few
}

TEST_F(Lifecycle, AWaitingProducerIsWokenByAnotherProcess) {
  auto ch = make({.capacity = 65536, .max_message = 1024});
  constexpr int count = 20000;
  const pid_t reader = spawn([&] {
    auto mine = channel::open(name).value();
    auto c = consumer<>::attach(mine).value();
    for (int i = 0; i < count; ++i) {
      auto m = c.receive(spin_sleep{}, 30s);
      if (!m || m.text() != std::to_string(i)) return 1;
    }
    return 0;
  });
  auto p = producer<>::attach(ch).value();
  for (int i = 0; i < count; ++i) ASSERT_EQ(p.publish_text(std::to_string(i), hushring::sleep{}, 30s), publish_status::ok);
  EXPECT_EQ(wait_for(reader), 0);
}

TEST_F(Lifecycle, ASleeperThatDiedIsForgotten) {
  auto ch = make({.kind = channel_kind::broadcast, .capacity = 4096, .max_message = 256, .max_consumers = 2});
  auto p = producer<>::attach(ch).value();
  const auto& sleepers = detail::channel_access::segment_of(ch)->registry().consumers.words[0];
  test::rendezvous meet;
  const pid_t sleeper = spawn([&] {
    auto mine = channel::open(name).value();
    auto c = consumer<>::attach(mine).value();
    meet.child_says_ready();
    static_cast<void>(c.receive(hushring::sleep{}));
    return 1;
  });
  meet.wait_for_child();
  while (sleepers.load() == 0) ::usleep(100);
  kill_and_wait(sleeper);
  EXPECT_EQ(sleepers.load(), 1u);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(p.publish_text("x"), publish_status::ok);
  EXPECT_EQ(sleepers.load(), 0u);  // no more system calls for the dead
}

TEST_F(Lifecycle, TheRegistryNamesItsHolder) {
  auto ch = make();
  test::rendezvous meet;
  const pid_t holder = spawn([&] {
    auto mine = channel::open(name).value();
    auto& s = *detail::channel_access::segment_of(mine);
    detail::os::file own;
    detail::registry_lock lock;
    if (detail::os::reopen(s.probe(), s.path(), own) || lock.acquire(s, own, 1s)) std::abort();
    stay(meet);
    return 1;
  });
  meet.wait_for_child();
  auto& s = *detail::channel_access::segment_of(ch);
  detail::os::file own;
  ASSERT_FALSE(detail::os::reopen(s.probe(), s.path(), own));
  detail::registry_lock lock;
  EXPECT_EQ(lock.acquire(s, own, 5ms), (error{errc::timed_out, static_cast<std::uint64_t>(holder)}));
  kill_and_wait(holder);
  EXPECT_FALSE(lock.acquire(s, own, 5s));  // the kernel dropped it
}

TEST_F(Lifecycle, GenerationsTellTheTakersOfASlotApart) {
  auto ch = make();
  auto& s = *detail::channel_access::segment_of(ch);
  for (std::uint64_t generation = 1; generation < 4; ++generation) {
    auto c = consumer<>::attach(ch, {.name = "somebody"}).value();
    EXPECT_EQ(s.participants()[0].id.load(), generation << 16 | 1);
    EXPECT_EQ(s.role().owner.load(), generation << 16 | 1);
    EXPECT_EQ(s.participants()[0].pid.load(), static_cast<std::uint32_t>(::getpid()));
    EXPECT_STREQ(reinterpret_cast<const char*>(s.participants()[0].name), "somebody");
  }
  EXPECT_EQ(s.participants()[0].id.load(), 0u);
  EXPECT_EQ(s.role().owner.load(), 0u);
}

}  // namespace
