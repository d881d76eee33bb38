// What hot calls must never do: allocate, call the system, meet a page that is not there.
#include "channel_fixture.hpp"

#include <hushring/ipc/consumer.hpp>
#include <hushring/ipc/producer.hpp>

#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <cstdlib>
#include <new>
#include <string>
#include <string_view>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HUSHRING_TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define HUSHRING_TEST_SANITIZED 1
#endif
#endif

#if defined(HUSHRING_TEST_SANITIZED)
constexpr bool sanitized = true;  // whose allocator and system calls are their own
static std::size_t allocations = 0;
#else
constexpr bool sanitized = false;
static std::size_t allocations = 0;

extern "C" {
void* __libc_malloc(std::size_t);                 // NOLINT
void* __libc_calloc(std::size_t, std::size_t);    // NOLINT
void* __libc_realloc(void*, std::size_t);         // NOLINT
void* malloc(std::size_t n) {                     // operator new comes here, too
  ++allocations;
  return __libc_malloc(n);
}
void* calloc(std::size_t n, std::size_t size) {
  ++allocations;
  return __libc_calloc(n, size);
}
void* realloc(void* p, std::size_t n) {
  ++allocations;
  return __libc_realloc(p, n);
}
}
#endif

namespace {

using namespace hushring;

struct trade_view {
  std::string_view symbol;
  double price = 0;
  double qty = 0;
};
struct trade {
  std::string symbol;
  double price = 0;
  double qty = 0;
};

struct HotPath : test::ChannelTest, testing::WithParamInterface<channel_kind> {
  channel make_one() {
    return make({.kind = GetParam(), .capacity = 1 << 20, .max_message = 16 * 1024, .max_consumers = 2});
  }
};
INSTANTIATE_TEST_SUITE_P(Kind, HotPath, testing::Values(channel_kind::queue, channel_kind::broadcast),
                         [](const auto& test) { return test.param == channel_kind::queue ? "Queue" : "Broadcast"; });

/// Sends and receives everything there is, `rounds` times; false when something went wrong.
bool exchange(producer<>& p, consumer<trade_view>& c, trade& kept, int rounds) {
  static const std::string large(9000, ' ');
  for (int i = 0; i < rounds; ++i) {
    if (p.publish_text(R"({"symbol":"BTCUSDT","price":67000.5,"qty":1})") != publish_status::ok) return false;
    if (p.publish_text(R"({"symbol":"a\"b","price":67000.5,"qty":1})") != publish_status::ok) return false;
    if (p.publish_text(large) != publish_status::ok) return false;
    {
      auto dropped = p.claim(500);
      if (!dropped) return false;
    }
    auto place = p.claim(500);
    if (!place || place.commit(3) != publish_status::ok) return false;
    auto plain = c.receive(spin_sleep{});
    auto escaped = c.receive();
    if (plain.read()->symbol != "BTCUSDT" || escaped.read()->symbol != "a\"b") return false;
    if (!plain.message::read_into(kept) || kept.symbol != "BTCUSDT") return false;
    if (c.receive().size() != 9000) return false;
    if (c.receive().size() != 3) return false;
    if (c.receive()) return false;
  }
  return true;
}

TEST_P(HotPath, NothingIsAllocated) {
  if (sanitized) GTEST_SKIP() << "the sanitizer has its own allocator";
  auto ch = make_one();
  auto c = consumer<trade_view>::attach(ch).value();
  auto p = producer<>::attach(ch).value();
  trade kept;
  ASSERT_TRUE(exchange(p, c, kept, 10));  // the first messages with escapes bring their arenas
  const std::size_t before = allocations;
  const bool good = exchange(p, c, kept, 5000);
  const std::size_t after = allocations;
  EXPECT_TRUE(good);
  EXPECT_EQ(after - before, 0u);
}

TEST_P(HotPath, NoSystemCallIsMade) {
  if (sanitized) GTEST_SKIP() << "the sanitizer makes its own system calls";
  auto ch = make_one();
  const pid_t child = spawn([&] {
    auto mine = channel::open(name).value();
    auto c = consumer<trade_view>::attach(mine).value();
    auto p = producer<>::attach(mine).value();
    trade kept;
    if (!exchange(p, c, kept, 10)) return 2;
    if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0) return 77;  // from here on a system call is death
    const bool good = exchange(p, c, kept, 5000);
    ::syscall(SYS_exit, good ? 0 : 3);  // one of the few that are left
    return 4;
  });
  const int status = wait_for(child);
  if (status == 77) GTEST_SKIP() << "no seccomp here";
  EXPECT_EQ(status, 0) << "1009: killed because it called the system";
}

TEST_P(HotPath, NoPageFaultAfterAttaching) {
  if (sanitized) GTEST_SKIP() << "the sanitizer's shadow memory faults";
  auto ch = make_one();
  test::rendezvous meet;
  const pid_t child = spawn([&] {
    auto mine = channel::open(name).value();
    auto c = consumer<trade_view>::attach(mine).value();
    auto p = producer<>::attach(mine).value();
    // Of the program, not of the channel: its code and stack. A lap of the ring would hide what is looked for.
    trade kept;
    if (!exchange(p, c, kept, 2)) return 250;
    rusage before{}, after{};
    ::getrusage(RUSAGE_SELF, &before);
    const bool good = exchange(p, c, kept, 300);  // nearly three laps
    ::getrusage(RUSAGE_SELF, &after);
    if (!good) return 251;
    return static_cast<int>(std::min<long>(after.ru_minflt - before.ru_minflt + after.ru_majflt - before.ru_majflt, 200));
  });
  EXPECT_EQ(wait_for(child), 0) << "page faults";
}

}  // namespace
