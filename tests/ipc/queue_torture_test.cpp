// Processes that are killed and stalled at random, at every store that others can see and from outside. A ledger in
// memory of its own says what has to arrive.
//   HUSHRING_TEST_SECONDS   how long each torture lasts (default 2)      HUSHRING_TEST_SEED   another run
#include "channel_fixture.hpp"

#include <hushring/ipc/consumer.hpp>
#include <hushring/ipc/producer.hpp>

#include <sys/mman.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <string>

namespace {

using namespace hushring;
using namespace hushring::detail;
using namespace std::chrono_literals;

std::uint64_t setting(const char* name, std::uint64_t usual) {
  const char* text = std::getenv(name);
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

std::uint64_t random_state = 1;
std::uint64_t random_number() noexcept {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

/// What happened so far, in memory that all processes share and none of the code under test knows.
struct ledger {
  static constexpr std::uint64_t most = 1 << 24;
  std::atomic<std::uint64_t> ids{0};  // handed out to messages
  std::atomic<std::uint64_t> received{0}, redelivered{0}, aborted{0};
  std::atomic<std::uint64_t> errors{0};
  char first_error[200];
  struct entry {
    std::atomic<std::uint64_t> confirmed;  // id, once commit has returned
    std::atomic<std::uint64_t> delivered;  // id
    std::atomic<std::uint32_t> released;
  } entries[most];

  void fail(const char* what, std::uint64_t value) noexcept {
    if (errors.fetch_add(1) == 0) std::snprintf(first_error, sizeof first_error, "%s %lu", what, static_cast<unsigned long>(value));
  }
};

template <class Shared>
Shared* share() {
  void* at = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) std::abort();
  return static_cast<Shared*>(at);
}

/// Payload: id, length, bytes that follow from both.
void fill(std::byte* to, std::uint64_t length, std::uint64_t id) noexcept {
  std::memcpy(to, &id, 8);
  std::memcpy(to + 8, &length, 8);
  for (std::uint64_t i = 16; i < length; ++i) to[i] = static_cast<std::byte>(id * 31 + i * 7);
}

std::uint64_t checked_id(const std::byte* from, std::uint64_t length) noexcept {
  std::uint64_t id = 0, said = 0;
  if (length < 16) return 0;
  std::memcpy(&id, from, 8);
  std::memcpy(&said, from + 8, 8);
  if (said != length) return 0;
  for (std::uint64_t i = 16; i < length; ++i) {
    if (from[i] != static_cast<std::byte>(id * 31 + i * 7)) return 0;
  }
  return id;
}

void note_received(ledger& book, std::uint64_t sequence, std::uint64_t id, bool redelivered) noexcept {
  if (id == 0) return book.fail("torn bytes in", sequence);
  if (sequence >= ledger::most) return book.fail("a sequence that nobody sent", sequence);
  ledger::entry& entry = book.entries[sequence];
  const std::uint64_t earlier = entry.delivered.load();
  if (earlier == 0) {
    entry.delivered.store(id);
  } else {
    if (earlier != id) book.fail("sequence used twice", sequence);
    if (!redelivered) book.fail("delivered twice without a flag", sequence);
    if (entry.released.load() != 0) book.fail("delivered again after its release", sequence);
    book.redelivered.fetch_add(1);
  }
  book.received.fetch_add(1);
}

void check_books(ledger& book, std::uint64_t newest) {
  std::uint64_t missing = 0, wrong = 0;
  for (std::uint64_t s = 1; s <= newest; ++s) {
    const std::uint64_t id = book.entries[s].delivered.load();
    if (id == 0) ++missing;
    const std::uint64_t confirmed = book.entries[s].confirmed.load();
    if (confirmed != 0 && confirmed != id) ++wrong;
  }
  EXPECT_EQ(book.errors.load(), 0u) << book.first_error;
  EXPECT_EQ(missing, 0u);
  EXPECT_EQ(wrong, 0u);
}

// ---- the lane alone, with deaths and stalls inside its code

struct tortured_steps {
  static inline std::uint64_t deaths_in = 0;  // one step in so many
  static void step(const char*) noexcept {
    if (deaths_in == 0) return;
    const std::uint64_t n = random_number();
    if (n % deaths_in == 0) ::raise(SIGKILL);
    if (n % 397 == 0) {
      for (std::uint64_t spins = random_number() % 4000; spins != 0; --spins) cpu_relax();
    } else if (n % 4001 == 0) {
      ::usleep(static_cast<unsigned>(random_number() % 300));
    }
  }
  static inline const char* fault = nullptr;
  static bool planted(const char* name) noexcept { return fault != nullptr && std::strcmp(fault, name) == 0; }
};

struct shared_lane {
  static constexpr std::uint64_t capacity = 16 * 1024;
  static constexpr std::uint64_t max_message = 2000;
  lane_page page;
  queue_cursor cursor;
  alignas(64) std::byte data[capacity + 64];
  std::atomic<bool> stop;

  queue_memory memory() noexcept { return {data, &page, &cursor, capacity, max_message, 8}; }
};

int produce(shared_lane& lane, ledger& book) noexcept {
  queue_producer<tortured_steps> p;
  if (const error e = p.take_over(lane.memory())) {
    book.fail("producer: take-over refused at", e.offset);
    return 1;
  }
  while (!lane.stop.load(std::memory_order_relaxed)) {
    if (p.sequence() + 2 >= ledger::most) {
      lane.stop.store(true);
      break;
    }
    const std::uint64_t wanted = 16 + (random_number() % 8 == 0 ? random_number() % 1900 : random_number() % 150);
    std::byte* place = p.claim(wanted);
    if (place == nullptr) {
      ::usleep(1);
      continue;
    }
    const std::uint64_t id = book.ids.fetch_add(1) + 1;
    const std::uint64_t used = 16 + random_number() % (wanted - 15);
    fill(place, wanted, id);
    tortured_steps::step("payload");
    if (random_number() % 16 == 0) {
      p.abort();
      book.aborted.fetch_add(1);
      continue;
    }
    fill(place, used, id);
    p.commit(used, wanted, encoding::bytes);
    book.entries[p.sequence()].confirmed.store(id);
  }
  return 0;
}

int consume(shared_lane& lane, ledger& book, bool until_empty) noexcept {
  queue_consumer<tortured_steps> c;
  if (const error e = c.take_over(lane.memory(), false)) {
    book.fail("consumer: take-over refused at", e.offset);
    return 1;
  }
  std::deque<queue_record> held;
  for (int empty_looks = 0;;) {
    queue_record r;
    const queue_outcome outcome = c.receive(r);
    if (outcome == queue_outcome::record) {
      note_received(book, r.sequence, checked_id(r.payload, r.word.length()), r.redelivered);
      held.push_back(r);
    } else if (outcome == queue_outcome::corrupt) {
      book.fail("corrupt at", c.next());
      return 1;
    } else if (held.empty()) {
      if (until_empty && ++empty_looks > 3) return 0;
      if (lane.stop.load(std::memory_order_relaxed) && !until_empty) return 0;
      ::usleep(1);
    }
    while (!held.empty() && (held.size() > 4 || outcome != queue_outcome::record || random_number() % 2 == 0)) {
      const std::size_t which = random_number() % held.size();
      const queue_record done = held[which];
      if (checked_id(done.payload, done.word.length()) == 0) book.fail("bytes changed while held", done.sequence);
      held.erase(held.begin() + static_cast<std::ptrdiff_t>(which));
      c.release(done.handle);
      if (done.sequence < ledger::most) book.entries[done.sequence].released.store(1);
    }
  }
}

struct outcome {
  std::uint64_t deaths = 0;
  std::uint64_t from_outside = 0;
};

struct QueueTorture : test::ChannelTest {
  /// Keeps one of each running for `duration`, whatever happens to them.
  outcome keep_running(std::chrono::milliseconds duration, std::array<std::function<int()>, 2> bodies, ledger& book,
                       std::uint64_t shots_one_in) {
    outcome seen;
    std::array<pid_t, 2> running{};
    const auto end = std::chrono::steady_clock::now() + duration;
    while (std::chrono::steady_clock::now() < end && book.errors.load() == 0) {
      for (std::size_t i = 0; i < 2; ++i) {
        if (running[i] != 0) continue;
        const std::uint64_t seed = random_number() | 1;
        running[i] = spawn([&, seed] {
          random_state = seed;
          return bodies[i]();
        });
      }
      if (random_number() % shots_one_in == 0) {
        ::usleep(static_cast<unsigned>(random_number() % 1200));
        ::kill(running[random_number() % 2], SIGKILL);
        ++seen.from_outside;
      }
      // Whoever dies is replaced; nobody is waited for longer than a moment.
      for (int looks = 0; looks < 20; ++looks) {
        bool died = false;
        for (pid_t& child : running) {
          int status = 0;
          if (::waitpid(child, &status, WNOHANG) != child) continue;
          forget(child);
          child = 0;
          died = true;
          if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) ++seen.deaths;
          else if (WIFSIGNALED(status)) book.fail("ended by signal", static_cast<std::uint64_t>(WTERMSIG(status)));
        }
        if (died) break;
        ::usleep(50);
      }
    }
    for (const pid_t child : running) {
      if (child != 0) kill_and_wait(child);
    }
    return seen;
  }

  outcome torture_lane(shared_lane& lane, ledger& book, std::chrono::milliseconds duration) {
    tortured_steps::deaths_in = 1500;
    const outcome seen =
        keep_running(duration, {[&] { return produce(lane, book); }, [&] { return consume(lane, book, false); }}, book, 4);
    // Drain: one more of each, unharmed.
    tortured_steps::deaths_in = 0;
    lane.stop.store(true);
    if (book.errors.load() == 0) {
      produce(lane, book);
      consume(lane, book, true);
    }
    return seen;
  }
};

TEST_F(QueueTorture, TheLaneSurvivesDeathsAndStallsAtEveryStore) {
  random_state = setting("HUSHRING_TEST_SEED", 1) * 0x9e3779b97f4a7c15 | 1;
  const auto seconds = std::chrono::seconds(setting("HUSHRING_TEST_SECONDS", 2));
  test::start_watchdog(static_cast<unsigned>(seconds.count()) + 60);
  auto* lane = share<shared_lane>();
  auto* book = share<ledger>();
  const outcome seen = torture_lane(*lane, *book, seconds);
  check_books(*book, lane->page.sequence_hint.load());
  for (std::uint64_t at = 0; at < shared_lane::capacity; at += 64) {
    ASSERT_EQ(lane->memory().word(at).load(), 0u) << "free space is dirty at " << at;
  }
  std::printf("  %lu deaths (%lu shots from outside), %lu messages received, %lu redelivered\n",
              static_cast<unsigned long>(seen.deaths), static_cast<unsigned long>(seen.from_outside),
              static_cast<unsigned long>(book->received.load()), static_cast<unsigned long>(book->redelivered.load()));
  EXPECT_GT(seen.deaths, 50u);
  EXPECT_GT(book->received.load(), 1000u);
  ::munmap(lane, sizeof *lane);
  ::munmap(book, sizeof *book);
}

TEST_F(QueueTorture, TheTortureNoticesAMissingAnnouncement) {
  random_state = 77;
  test::start_watchdog(120);
  tortured_steps::fault = "received_not_recorded";
  std::uint64_t errors = 0;
  for (int round = 0; round < 10 && errors == 0; ++round) {
    auto* lane = share<shared_lane>();
    auto* book = share<ledger>();
    torture_lane(*lane, *book, 1s);
    errors = book->errors.load();
    ::munmap(lane, sizeof *lane);
    ::munmap(book, sizeof *book);
  }
  tortured_steps::fault = nullptr;
  EXPECT_GT(errors, 0u);
}

// ---- whole channels: registry, locks, attaching and leaving, killed from outside at any time

TEST_F(QueueTorture, ChannelsSurviveDeathsAnywhere) {
  random_state = setting("HUSHRING_TEST_SEED", 1) * 0x2545f4914f6cdd1d | 1;
  const auto seconds = std::chrono::seconds(setting("HUSHRING_TEST_SECONDS", 2));
  test::start_watchdog(static_cast<unsigned>(seconds.count()) + 60);
  auto ch = make({.capacity = 64 * 1024, .max_message = 2000});
  auto* book = share<ledger>();
  const auto producing = [&]() -> int {
    auto mine = channel::open(name);
    if (!mine) return book->fail("open", static_cast<std::uint64_t>(mine.error().code)), 1;
    for (;;) {  // attach for a while, leave, attach again
      auto p = producer<>::attach(*mine);
      if (!p) return book->fail("attach producer", static_cast<std::uint64_t>(p.error().code)), 1;
      for (std::uint64_t n = random_number() % 300; n != 0; --n) {
        if (n % 64 == 0) ::usleep(20);
        if (p->sequence() + 2 >= ledger::most) ::pause();
        const std::uint64_t length = 16 + random_number() % 300;
        auto place = p->claim(length);
        if (!place) {
          ::usleep(1);
          continue;
        }
        const std::uint64_t id = book->ids.fetch_add(1) + 1;
        fill(place.bytes().data(), length, id);
        if (place.commit(length) == publish_status::ok) book->entries[p->sequence()].confirmed.store(id);
      }
    }
  };
  const auto consuming = [&]() -> int {
    auto mine = channel::open(name);
    if (!mine) return book->fail("open", static_cast<std::uint64_t>(mine.error().code)), 1;
    for (;;) {
      auto c = consumer<>::attach(*mine);
      if (!c) return book->fail("attach consumer", static_cast<std::uint64_t>(c.error().code)), 1;
      for (std::uint64_t n = random_number() % 300; n != 0; --n) {
        auto m = c->receive(spin_sleep{}, 1ms);
        if (m) {
          const std::uint64_t sequence = m.sequence();
          note_received(*book, sequence, checked_id(m.bytes().data(), m.size()), m.redelivered());
          if (random_number() % 50 == 0) ::usleep(50);
          m.release();
          if (sequence < ledger::most) book->entries[sequence].released.store(1);
        } else if (m.state() != receive_state::timeout) {
          return book->fail("state", static_cast<std::uint64_t>(m.state())), 1;
        }
      }
    }
  };
  const outcome seen = keep_running(seconds, {producing, consuming}, *book, 1);
  ASSERT_EQ(book->errors.load(), 0u) << book->first_error;
  auto p = producer<>::attach(ch).value();
  auto c = consumer<>::attach(ch).value();
  while (auto m = c.receive()) {
    note_received(*book, m.sequence(), checked_id(m.bytes().data(), m.size()), m.redelivered());
  }
  check_books(*book, p.sequence());
  std::printf("  %lu deaths, %lu messages received, %lu redelivered\n", static_cast<unsigned long>(seen.deaths),
              static_cast<unsigned long>(book->received.load()), static_cast<unsigned long>(book->redelivered.load()));
  EXPECT_GT(seen.deaths, 50u);
  ::munmap(book, sizeof *book);
}

}  // namespace
