// A real channel, real processes, SIGKILL and SIGSTOP at any instruction: a broadcast channel with one producer, lossy
// and reliable consumers, all of which die and stall at random and simply start again. Nobody ever cleans up.
//   HUSHRING_TORTURE_SECONDS   how long each test kills (default 2)      HUSHRING_TEST_SEED   another run
#include <hushring/ipc/channel.hpp>
#include <hushring/ipc/consumer.hpp>
#include <hushring/ipc/producer.hpp>

#include <gtest/gtest.h>

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace hushring;
using namespace std::chrono_literals;
using std::chrono::steady_clock;

std::uint64_t setting(const char* name, std::uint64_t usual) {
  const char* text = std::getenv(name);
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

constexpr std::uint64_t max_sequence = 8'000'000;
constexpr std::size_t max_children = 8;
constexpr std::uint32_t largest = 700;

/// What the processes tell each other, apart from the channel. Nothing here is part of what is tested.
struct board {
  std::atomic<bool> stop;           // the producer sends nothing more
  std::atomic<std::uint64_t> sent;  // by then; ~0 before
  std::atomic<std::uint64_t> received[max_children], lost[max_children], restarts[max_children],
      evictions[max_children];
  std::atomic<std::uint64_t> attached[max_children];
  std::atomic<bool> finished[max_children];
  std::atomic<std::uint32_t> complaints;
  char complaint[8][160];
  // What every sequence was when somebody first saw it: no two consumers may see different ones.
  std::atomic<std::uint32_t> nonce[max_sequence];
};

class shared_board {
 public:
  shared_board()
      : place_(
            mmap(nullptr, sizeof(board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  ~shared_board() { munmap(place_, sizeof(board)); }
  shared_board(const shared_board&) = delete;
  shared_board& operator=(const shared_board&) = delete;
  board* operator->() const noexcept { return static_cast<board*>(place_); }
  board& operator*() const noexcept { return *static_cast<board*>(place_); }

 private:
  void* place_;
};

void complain(board& b, const char* what, std::uint64_t a = 0, std::uint64_t c = 0) {
  const std::uint32_t n = b.complaints.fetch_add(1);
  if (n < 8)
    std::snprintf(b.complaint[n], sizeof b.complaint[n], "%s (%llu, %llu), process %d", what,
                  static_cast<unsigned long long>(a), static_cast<unsigned long long>(c), getpid());
}

struct xorshift {
  std::uint64_t state;
  std::uint64_t operator()() noexcept {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  }
};

// A message: its sequence, a nonce of whoever sent it, its length, bytes that follow from both.
struct message_head {
  std::uint64_t sequence;
  std::uint32_t nonce;
  std::uint32_t length;
};

void fill(std::byte* to, std::uint64_t sequence, std::uint32_t nonce, std::uint32_t length) {
  const message_head head{sequence, nonce, length};
  std::memcpy(to, &head, sizeof head);
  for (std::size_t i = sizeof head; i < length; ++i) to[i] = static_cast<std::byte>(sequence * 13 + nonce + i);
}

bool intact(const message& m) {
  if (m.size() < sizeof(message_head)) return false;
  message_head head;
  std::memcpy(&head, m.bytes().data(), sizeof head);
  if (head.sequence != m.sequence() || head.length != m.size()) return false;
  for (std::size_t i = sizeof head; i < m.size(); ++i)
    if (m.bytes()[i] != static_cast<std::byte>(head.sequence * 13 + head.nonce + i)) return false;
  return true;
}

struct plan {
  std::string name;
  channel_options options;
  std::vector<bool> reliable;  // one entry a consumer
};

/// Attaches, whatever it takes while others are dying; a failure that patience does not cure is a complaint.
template <class Attach>
auto patiently(board& b, const char* who, Attach attach) {
  const auto give_up = steady_clock::now() + 10s;
  for (;;) {
    auto got = attach();
    if (got) return got;
    // A slot is free as soon as the kernel has buried its owner.
    const errc code = got.error().code;
    const bool passing = code == errc::producer_exists || code == errc::no_free_slot || code == errc::reliable_refused;
    if (!passing || steady_clock::now() > give_up) {
      complain(b, who, static_cast<std::uint64_t>(code), got.error().offset);
      _exit(1);
    }
    std::this_thread::sleep_for(200us);
  }
}

[[noreturn]] void produce(board& b, const plan& p, std::uint64_t seed) {
  xorshift random{seed};
  auto where = channel::open(p.name);
  if (!where) complain(b, "producer: open", static_cast<std::uint64_t>(where.error().code)), _exit(1);
  auto sender = patiently(b, "producer: attach", [&] { return producer<>::attach(*where); });
  while (!b.stop.load() && sender->sequence() < max_sequence - 1) {
    const std::uint64_t sequence = sender->sequence() + 1;
    const auto length =
        static_cast<std::uint32_t>(sizeof(message_head) + random() % (largest - sizeof(message_head) + 1));
    const std::size_t wanted = random() % 4 == 0 ? largest : length;
    auto place = sender->claim(wanted);
    if (!place) {
      if (place.status() != publish_status::full) complain(b, "claim", static_cast<std::uint64_t>(place.status()));
      if (p.options.reliable_consumers == 0) complain(b, "held back by lossy consumers", sequence);
      std::this_thread::yield();
      continue;
    }
    fill(place.bytes().data(), sequence, static_cast<std::uint32_t>(random() | 1), length);
    if (random() % 16 == 0) {
      place.abort();
      continue;
    }
    if (place.commit(length) != publish_status::ok) complain(b, "commit");
    if (random() % 64 == 0) std::this_thread::sleep_for(std::chrono::microseconds(random() % 100));
  }
  b.sent.store(sender->sequence());
  _exit(0);
}

[[noreturn]] void consume(board& b, const plan& p, std::size_t index, std::uint64_t seed) {
  xorshift random{seed};
  const bool reliable = p.reliable[index];
  auto where = channel::open(p.name);
  if (!where) complain(b, "consumer: open", static_cast<std::uint64_t>(where.error().code)), _exit(1);
  auto receiver = patiently(b, "consumer: attach", [&] {
    return consumer<>::attach(*where,
                              {.reliable = reliable, .join = random() % 2 == 0 ? join_at::newest : join_at::oldest});
  });
  b.attached[index].fetch_add(1);
  std::uint64_t last = 0;
  bool started = false, lossy = !reliable;
  std::vector<message> held;
  const std::size_t hold = random() % 20;
  const auto look_at = [&](const message& m) {
    if (!intact(m)) complain(b, "bytes of a held message", m.sequence(), index);
  };
  for (;;) {
    if (const std::uint64_t sent = b.sent.load(); started && last == sent) break;
    auto m = receiver->receive();
    switch (m.state()) {
      case receive_state::message: {
        if (started && m.sequence() != last + 1) complain(b, "gap", last, m.sequence());
        last = m.sequence();
        started = true;
        look_at(m);
        if (m.size() >= sizeof(message_head)) {
          message_head head;
          std::memcpy(&head, m.bytes().data(), sizeof head);
          std::uint32_t first = 0;
          if (last < max_sequence && !b.nonce[last].compare_exchange_strong(first, head.nonce) && first != head.nonce)
            complain(b, "two messages of one sequence", last, index);
        }
        b.received[index].fetch_add(1);
        held.push_back(std::move(m));
        break;
      }
      case receive_state::evicted:
        b.evictions[index].fetch_add(1);
        if (lossy) complain(b, "evicted twice, or lossy", last, index);
        lossy = true;
        [[fallthrough]];
      case receive_state::lost:
        if (!lossy) complain(b, "a reliable consumer lost", m.sequence(), m.lost());
        if (m.lost() != 0) {
          if (started && m.sequence() != last + 1) complain(b, "loss begins elsewhere", last, m.sequence());
          last = m.sequence() + m.lost() - 1;
          started = true;
          b.lost[index].fetch_add(m.lost());
        }
        break;
      case receive_state::new_epoch:
        b.restarts[index].fetch_add(1);
        break;
      case receive_state::too_many_held:
        if (held.empty()) complain(b, "too many held, but nothing is", index);
        break;
      case receive_state::empty:
        // Joined behind the last message: nothing more will come.
        if (!started && b.sent.load() != ~std::uint64_t{0}) last = b.sent.load(), started = true;
        std::this_thread::yield();
        break;
      default:
        complain(b, "receive", static_cast<std::uint64_t>(m.state()), index);
        _exit(1);
    }
    while (held.size() > hold) {
      const std::size_t which = random() % held.size();
      look_at(held[which]);
      held[which] = std::move(held.back());
      held.pop_back();
    }
    if (m.state() == receive_state::too_many_held) {
      look_at(held.front());
      held.erase(held.begin());
    }
  }
  for (const message& m : held) look_at(m);
  b.finished[index].store(true);
  held.clear();
  _exit(0);
}

struct child {
  pid_t pid = 0;
  steady_clock::time_point wake = {};  // when stopped
};

/// The name goes, whatever happens.
struct name_guard {
  const std::string& name;
  ~name_guard() { EXPECT_TRUE(channel::remove(name)); }
};

void torture(const plan& p) {
  shared_board b;
  b->sent.store(~std::uint64_t{0});
  const name_guard guard{p.name};
  auto made = channel::create(p.name, p.options);
  ASSERT_TRUE(made) << describe(made.error().code) << " " << made.error().offset;

  xorshift random{setting("HUSHRING_TEST_SEED", 1) * 0x9e3779b97f4a7c15 + 77};
  const std::uint64_t seconds = setting("HUSHRING_TORTURE_SECONDS", 2);
  const std::size_t consumers = p.reliable.size();
  std::vector<child> children(consumers + 1);
  std::uint64_t deaths = 0, stops = 0;
  const auto start = [&](std::size_t who) {
    const std::uint64_t seed = random() | 1;
    const pid_t pid = fork();
    if (pid == 0) {
      alarm(static_cast<unsigned>(seconds + 60));
      if (who == consumers) produce(*b, p, seed);
      consume(*b, p, who, seed);
    }
    children[who] = {pid, {}};
  };
  const auto bury = [&](std::size_t who) {
    int status = 0;
    waitpid(children[who].pid, &status, 0);
    children[who] = {};
    return status;
  };
  for (std::size_t who = 0; who <= consumers; ++who) start(who);

  const auto end = steady_clock::now() + std::chrono::seconds(seconds);
  while (steady_clock::now() < end && b->complaints.load() == 0) {
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 3000));
    for (child& c : children)
      if (c.wake != steady_clock::time_point{} && steady_clock::now() >= c.wake) {
        kill(c.pid, SIGCONT);
        c.wake = {};
      }
    const std::size_t who = random() % 3 == 0 ? consumers : random() % (consumers + 1);
    if (random() % 4 == 0) {
      if (children[who].wake != steady_clock::time_point{}) continue;
      kill(children[who].pid, SIGSTOP);
      children[who].wake = steady_clock::now() + std::chrono::microseconds(random() % 20000);
      ++stops;
    } else {
      kill(children[who].pid, SIGKILL);
      bury(who);
      ++deaths;
      start(who);
    }
  }

  // Peace: everybody comes to the end.
  for (child& c : children) kill(c.pid, SIGCONT);
  b->stop.store(true);
  const auto patience = steady_clock::now() + 30s;
  bool all = false;
  while (!all && steady_clock::now() < patience && b->complaints.load() == 0) {
    all = b->sent.load() != ~std::uint64_t{0};
    for (std::size_t c = 0; c < consumers; ++c) all = all && b->finished[c].load();
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_TRUE(all) << "not everybody came to the end";
  for (std::size_t who = 0; who <= consumers; ++who) {
    if (!all) kill(children[who].pid, SIGKILL);
    const int status = bury(who);
    EXPECT_TRUE(!all || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) << who << ": " << status;
  }
  for (std::uint32_t i = 0; i < b->complaints.load() && i < 8; ++i) ADD_FAILURE() << b->complaint[i];

  std::uint64_t received = 0, lost = 0, restarts = 0, evictions = 0;
  for (std::size_t c = 0; c < consumers; ++c) {
    received += b->received[c].load();
    lost += b->lost[c].load();
    restarts += b->restarts[c].load();
    evictions += b->evictions[c].load();
    EXPECT_GT(b->received[c].load(), 0u) << c;
  }
  std::printf("  %llu deaths, %llu stalls; sent %llu, received %llu, lost %llu, restarts seen %llu, evictions %llu\n",
              static_cast<unsigned long long>(deaths), static_cast<unsigned long long>(stops),
              static_cast<unsigned long long>(b->sent.load()), static_cast<unsigned long long>(received),
              static_cast<unsigned long long>(lost), static_cast<unsigned long long>(restarts),
              static_cast<unsigned long long>(evictions));
  // The next ones start where these stopped.
  auto again = producer<>::attach(*made);
  ASSERT_TRUE(again) << describe(again.error().code);
  EXPECT_EQ(again->sequence(), b->sent.load());
}

/// Blocks of two or three messages, so that producer and consumers meet at block ends all the time.
plan plan_of(const char* what, std::vector<bool> reliable, std::uint64_t capacity) {
  plan p;
  p.name = "test-torture-" + std::string(what) + "-" + std::to_string(getpid());
  p.options.kind = channel_kind::broadcast;
  p.options.capacity = capacity;
  p.options.max_message = largest;
  p.options.max_consumers = static_cast<std::uint32_t>(reliable.size());
  p.options.reliable_consumers = static_cast<std::uint32_t>(std::count(reliable.begin(), reliable.end(), true));
  p.reliable = std::move(reliable);
  return p;
}

TEST(BroadcastTorture, LossyAndReliableConsumersDieAndStall) {
  torture(plan_of("mixed", {true, true, false, false}, 64 * 1024));
}

TEST(BroadcastTorture, LossyConsumersNeverHoldTheProducerBack) {
  torture(plan_of("lossy", {false, false, false}, 16 * 1024));
}

TEST(BroadcastTorture, ConsumersThatHoldBackForTooLongAreEvictedAndTold) {
  plan p = plan_of("evict", {true, true, false}, 16 * 1024);
  p.options.hold_back = 2ms;
  p.options.held_back = when_held_back::evict;
  torture(p);
}

}  // namespace
