// The broadcast lane's own code, interleaved at random at every store that others can see, with stalls and kills of
// producer and consumers anywhere. One thread: fibers stand for processes.
//   HUSHRING_TEST_SEED   another run          HUSHRING_TEST_STEPS   a longer one
#include "broadcast_fixture.hpp"
#include "fibers.hpp"

#include <hushring/ipc/detail/broadcast_consumer.hpp>
#include <hushring/ipc/detail/broadcast_producer.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace hushring;
using namespace hushring::detail;

class world;
world* the_world = nullptr;         // whose turn it is
const char* planted_bug = nullptr;  // which one, if any

struct interleaved_steps {
  static void step(const char* name) noexcept;
  static bool planted(const char* bug) noexcept { return planted_bug != nullptr && std::strcmp(planted_bug, bug) == 0; }
};

using producer_type = broadcast_producer<interleaved_steps>;
using consumer_type = broadcast_consumer<interleaved_steps>;

std::uint64_t setting(const char* name, std::uint64_t usual) {
  const char* text = std::getenv(name);
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

/// What the bytes of a payload are. Where a line begins, they look like the record that would come next.
void fill(std::byte* payload, std::uint64_t from, std::uint64_t to, std::uint64_t id, std::uint64_t sequence) {
  const std::uint64_t lie = record_word::make(record_state::committed, encoding::json, 1, sequence + 1, 8).bits;
  for (std::uint64_t i = from; i < to; ++i)
    payload[i] = static_cast<std::byte>(i % 64 >= 56 ? lie >> (i % 64 - 56) * 8 : id * 31 + i * 7);
}

struct scenario {
  std::vector<consumer_mode> modes;
  std::uint64_t lines = 5;
  std::uint32_t pins = 2;
  bool evict = false;
  bool kill_at_link = false;  // half of the producers that have begun a block die before it is linked
};

class world {
 public:
  world(const scenario& s, std::uint64_t seed)
      : scenario_(s),
        memory_(test::small_geometry(s.lines, static_cast<std::uint32_t>(s.modes.size()), s.pins)),
        random_(seed * 0x9e3779b97f4a7c15 + 1),
        consumers_(s.modes.size()),
        stalled_until_(s.modes.size() + 1, 0) {}

  /// Runs `steps` steps in rounds; each round ends with everybody reading all there is.
  void run(std::uint64_t steps) {
    the_world = this;
    const std::uint64_t end = steps_ + steps;
    while (steps_ < end && errors_.empty()) {
      calm_ = false;
      schedule(steps_ + 20000);
      settle();
    }
    the_world = nullptr;
  }

  void step(const char* name) noexcept {
    ++steps_;
    if (quiet_ != 0) return;
    if (calls_[name]++ == 0) names_.insert(name);
    if (scenario_.kill_at_link && !calm_ && current_ == &producer_fiber_ &&
        (std::string_view(name) == "last" || std::string_view(name) == "next") && random() % 4 == 0) {
      kill(consumers_.size());
      current_->pause();
    }
    if (random() % 2 == 0) current_->pause();
    // Whoever goes on from here commits at once: from now on the message exists.
    if (pending_id_ != 0 && current_ == &producer_fiber_ && std::string_view(name) == "commit") {
      const auto [at, fresh] = published_.emplace(pending_sequence_, pending_id_);
      if (!fresh) fail("sequence used twice", at->first);
      pending_id_ = 0;
    }
  }

  const std::vector<std::string>& errors() const { return errors_; }
  std::uint64_t published() const { return published_.size(); }
  std::uint64_t received() const { return received_; }
  std::uint64_t lost() const { return lost_; }
  std::uint64_t steps() const { return steps_; }
  std::uint64_t kills() const { return kills_; }
  std::uint64_t epochs() const { return epochs_seen_; }
  std::uint64_t evictions() const { return evicted_.size(); }
  std::uint64_t waits() const { return waits_; }
  std::uint64_t too_many() const { return too_many_; }
  std::size_t places() const { return names_.size(); }

 private:
  struct held_message {
    broadcast_record record;
    std::uint64_t id;
  };
  struct actor {
    test::fiber fiber;
    consumer_type consumer;
    consumer_mode mode = consumer_mode::none;
    std::uint64_t owner = 0;
    std::uint64_t last = 0;  // sequence up to which everything was received or reported lost
    bool joined = false;
    bool at_end = false;
    std::vector<held_message> held;
  };

  std::uint64_t random() noexcept {
    random_ ^= random_ << 13;
    random_ ^= random_ >> 7;
    random_ ^= random_ << 17;
    return random_;
  }

  void fail(const char* what, std::uint64_t value) {
    if (errors_.size() < 5) errors_.push_back(std::string(what) + " " + std::to_string(value));
  }

  void schedule(std::uint64_t end) {
    const std::size_t actors = consumers_.size() + 1;
    // Runs of deaths in a row, then long quiet stretches: some states need a block filled by restarts, others none.
    std::uint64_t kill_every = 20 + random() % 1500;
    while (steps_ < end && errors_.empty()) {
      ++steps_;  // a turn counts, so that a world in which nobody can move ends too
      const std::size_t who = random() % actors;
      if (random() % 400 == 0) stalled_until_[random() % actors] = steps_ + random() % 3000;
      if (random() % kill_every == 0) {
        kill(random() % (actors + 2));
        if (random() % 20 == 0) kill_every = 20 + random() % 1500;
      }
      if (stalled_until_[who] > steps_) continue;
      if (who == consumers_.size()) turn_of_producer();
      else turn_of_consumer(consumers_[who], static_cast<std::uint32_t>(who));
    }
  }

  void kill(std::size_t who) {
    ++kills_;
    if (who >= consumers_.size()) {
      producer_fiber_.kill();
      pending_id_ = 0;
      return;
    }
    actor& dead = consumers_[who];
    dead.fiber.kill();
    dead.held.clear();
    dead.joined = false;
    if (random() % 3 == 0) {  // recovery comes at once, or leaves it to the next one who joins there
      ++quiet_;
      forget_consumer(memory_.lane(), static_cast<std::uint32_t>(who));
      --quiet_;
      stalled_until_[who] = steps_ + random() % 2000;
    }
  }

  void turn_of_producer() {
    if (!producer_fiber_.running()) producer_fiber_.start([this] { produce(); });
    current_ = &producer_fiber_;
    producer_fiber_.resume();
  }
  void turn_of_consumer(actor& a, std::uint32_t index) {
    if (!a.fiber.running()) a.fiber.start([this, &a, index] { consume(a, index); });
    current_ = &a.fiber;
    a.fiber.resume();
  }

  // The bodies of the fibers. They own nothing: a kill forgets them where they stand.
  void produce() {
    if (const error e = producer_.take_over(memory_.lane(), ++epoch_); e) {
      fail("take-over refused, block", e.offset);
      return;
    }
    std::uint64_t newest = published_.empty() ? 0 : published_.rbegin()->first;
    if (producer_.sequence() != newest) fail("take-over at another sequence", producer_.sequence());
    for (;;) {
      if (calm_) {
        current_->pause();
        continue;
      }
      const std::uint64_t limit = memory_.lane().geometry.max_message;
      const std::uint64_t wanted = random() % 4 == 0 ? random() % (limit + 1) : random() % (limit / 2 + 1);
      std::byte* payload = producer_.claim(wanted);
      if (payload == nullptr) {
        no_room();
        continue;
      }
      const std::uint64_t id = ++ids_;
      const std::uint64_t sequence = producer_.sequence() + 1;
      std::uint64_t written = 0;
      while (written < wanted) {
        const std::uint64_t next = std::min(wanted, written + 1 + random() % 128);
        fill(payload, written, next, id, sequence);
        written = next;
        step("payload");
      }
      if (random() % 8 == 0) {
        producer_.abort();
        continue;
      }
      const std::uint64_t length = random() % 3 == 0 ? random() % (wanted + 1) : wanted;
      pending_sequence_ = sequence;
      pending_id_ = id;
      if (producer_.commit(length, written, encoding::json, 5) != sequence)
        fail("commit gave another sequence", sequence);
      step("after commit");
    }
  }

  void no_room() {
    ++waits_;
    const auto blocker = producer_.blocker();
    if (blocker.owner == 0) {
      fail("no room, and nobody in the way", producer_.sequence());
    } else if (scenario_.modes[blocker.consumer] != consumer_mode::reliable) {
      fail("held back by a lossy consumer", blocker.consumer);
    } else if (scenario_.evict && random() % 50 == 0) {
      evicted_.insert(blocker.owner);
      producer_.evict(blocker.consumer, blocker.owner);
    }
    current_->pause();
  }

  void consume(actor& a, std::uint32_t index) {
    a.mode = scenario_.modes[index];
    a.owner = ++owners_ << 16 | (index + 1);
    a.held.clear();
    a.consumer.join(memory_.lane(), index, a.owner, a.mode, random() % 2 == 0 ? join_at::newest : join_at::oldest);
    a.joined = true;
    a.last = a.consumer.sequence();
    bool first = a.last == 0;
    for (;;) {
      if (!a.held.empty() && random() % 3 == 0) release_one(a);
      broadcast_record record;
      const broadcast_outcome outcome = a.consumer.receive(record);
      a.at_end = outcome == broadcast_outcome::empty;
      switch (outcome) {
        case broadcast_outcome::record:
          take(a, record, first);
          break;
        case broadcast_outcome::evicted:
          if (!evicted_.contains(a.owner)) fail("evicted without reason", a.owner);
          note_loss(a, first);
          break;
        case broadcast_outcome::lost:
          if (a.consumer.loss().count == 0) fail("lost nothing", a.last);
          if (a.mode == consumer_mode::reliable && !evicted_.contains(a.owner)) fail("reliable consumer lost", a.last);
          note_loss(a, first);
          break;
        case broadcast_outcome::empty:
          current_->pause();
          break;
        case broadcast_outcome::new_epoch:
          ++epochs_seen_;
          break;
        case broadcast_outcome::too_many_held:
          ++too_many_;
          if (a.held.empty()) fail("too many held, but nothing is", index);
          else release_one(a);
          break;
        case broadcast_outcome::corrupt:
          fail("corrupt, consumer", index);
          return;
      }
    }
  }

  void take(actor& a, const broadcast_record& record, bool& first) {
    ++received_;
    if (!first && record.sequence != a.last + 1) fail("gap without loss", record.sequence);
    first = false;
    a.last = record.sequence;
    const auto known = published_.find(record.sequence);
    if (known == published_.end()) return fail("a message that nobody sent", record.sequence);
    a.held.push_back({record, known->second});
    check(a.held.back());
    step("message held");
  }

  void note_loss(actor& a, bool& first) {
    const broadcast_loss loss = a.consumer.loss();
    if (loss.count != 0) {
      if (!first && loss.first != a.last + 1) fail("loss begins elsewhere", loss.first);
      a.last = loss.first + loss.count - 1;
      lost_ += loss.count;
      first = false;
    }
  }

  void check(const held_message& m) {
    std::byte expected[4096];
    const std::uint64_t length = m.record.word.length();
    fill(expected, 0, length, m.id, m.record.sequence);
    if (std::memcmp(expected, m.record.payload, length) != 0) fail("bytes changed", m.record.sequence);
  }

  void release_one(actor& a) {
    const std::size_t which = random() % a.held.size();
    const held_message m = a.held[which];
    check(m);
    a.held.erase(a.held.begin() + static_cast<std::ptrdiff_t>(which));
    a.consumer.release(m.record.handle);
  }

  /// Nobody dies and nothing more is sent: every consumer comes to the end, and has heard of every message.
  void settle() {
    calm_ = true;
    for (auto& until : stalled_until_) until = 0;
    for (int i = 0; i < 4000 && errors_.empty(); ++i) {
      turn_of_producer();
      for (std::size_t c = 0; c < consumers_.size(); ++c)
        turn_of_consumer(consumers_[c], static_cast<std::uint32_t>(c));
      if (pending_id_ != 0 || i < 200) continue;
      bool all = true;
      for (const actor& a : consumers_) all = all && a.joined && a.at_end && a.last == producer_.sequence();
      if (all) break;
    }
    if (!errors_.empty()) return;
    const std::uint64_t sent = published_.empty() ? 0 : published_.rbegin()->first;
    if (published_.size() != sent) fail("sequences have holes", sent);
    if (producer_.sequence() != sent) fail("the producer counts otherwise", producer_.sequence());
    for (const actor& a : consumers_)
      if (a.consumer.sequence() != sent) fail("never hears of what was sent; stands at", a.consumer.sequence());
    check_chain();
  }

  /// Every block in use belongs to the one chain that ends at the current block: whoever enters one gets there.
  void check_chain() {
    const broadcast_lane& lane = memory_.lane();
    const std::uint64_t current = lane.page->current.load();
    const std::uint64_t newest = lane.blocks[current].generation.load();
    std::set<std::uint64_t> generations;
    for (std::uint32_t x = 0; x < lane.geometry.blocks; ++x) {
      const std::uint64_t g = lane.blocks[x].generation.load();
      if (g % 2 == 0) continue;
      if (!generations.insert(g).second) fail("two blocks of one generation", x);
      if (g > newest) fail("a block in use outside the chain", x);
    }
  }

  scenario scenario_;
  test::lane_in_memory memory_;
  std::uint64_t random_;
  producer_type producer_;
  test::fiber producer_fiber_;
  std::vector<actor> consumers_;
  std::vector<std::uint64_t> stalled_until_;
  test::fiber* current_ = nullptr;
  bool calm_ = false;
  int quiet_ = 0;

  std::map<std::uint64_t, std::uint64_t> published_;  // sequence -> id
  std::set<std::uint64_t> evicted_;
  std::uint64_t pending_sequence_ = 0, pending_id_ = 0;
  std::uint64_t steps_ = 0, ids_ = 0, owners_ = 0, epoch_ = 0;
  std::uint64_t received_ = 0, lost_ = 0, kills_ = 0, epochs_seen_ = 0, waits_ = 0, too_many_ = 0;
  std::map<const char*, std::uint64_t> calls_;
  std::set<std::string_view> names_;
  std::vector<std::string> errors_;
};

void interleaved_steps::step(const char* name) noexcept {
  if (the_world != nullptr) the_world->step(name);
}

std::string list(const std::vector<std::string>& lines) {
  std::string all;
  for (const auto& line : lines) all += "\n  " + line;
  return all;
}

void expect_sound(const scenario& s, std::uint64_t share) {
  const std::uint64_t steps = setting("HUSHRING_TEST_STEPS", 4'000'000) * share / 100;
  world w(s, setting("HUSHRING_TEST_SEED", 1) + share);
  w.run(steps);
  EXPECT_TRUE(w.errors().empty()) << list(w.errors());
  std::printf(
      "  %zu places, %lu steps, %lu kills, sent %lu, received %lu, lost %lu, restarts seen %lu, evictions %lu, "
      "waits %lu, too many held %lu\n",
      w.places(), w.steps(), w.kills(), w.published(), w.received(), w.lost(), w.epochs(), w.evictions(), w.waits(),
      w.too_many());
  EXPECT_GT(w.received(), 0u);
}

constexpr auto lossy = consumer_mode::lossy;
constexpr auto reliable = consumer_mode::reliable;

TEST(BroadcastInterleaving, LossyAndReliableConsumersSideBySide) {
  expect_sound({.modes = {reliable, lossy, lossy}}, 40);
}

TEST(BroadcastInterleaving, ReliableConsumersThatAreEvicted) {
  expect_sound({.modes = {reliable, reliable, lossy}, .evict = true}, 20);
}

TEST(BroadcastInterleaving, BlocksSoSmallThatRestartsFillThem) {
  expect_sound({.modes = {lossy, reliable}, .lines = 2}, 20);
}

TEST(BroadcastInterleaving, BlocksWithMoreLinesThanAreZeroedAhead) {
  expect_sound({.modes = {lossy, lossy, lossy, lossy}, .lines = 24, .pins = 3}, 20);
}

TEST(BroadcastInterleaving, ProducersThatDieBetweenTwoBlocks) {
  expect_sound({.modes = {lossy, lossy, lossy}, .lines = 2, .kill_at_link = true}, 20);
}

TEST(BroadcastInterleaving, EveryPlantedBugIsCaught) {
  for (const char* bug :
       {"no_roll_forward", "take_over_leaves_dirt", "pinned_blocks_not_skipped", "no_zero_behind_the_record",
        "no_look_after_the_pin", "held_block_unpinned", "cursors_ignored"}) {
    planted_bug = bug;
    std::vector<std::string> errors;
    std::uint64_t steps = 0;
    for (std::uint64_t seed = 1; seed <= 4 && errors.empty(); ++seed) {
      world w({.modes = {reliable, lossy, lossy}, .lines = seed % 2 == 0 ? 2u : 5u, .kill_at_link = seed % 2 == 0},
              seed);
      w.run(1'000'000);
      errors = w.errors();
      steps += w.steps();
    }
    planted_bug = nullptr;
    EXPECT_FALSE(errors.empty()) << bug << " was not noticed in " << steps << " steps";
    if (!errors.empty()) std::printf("  %s: %s (after %lu steps)\n", bug, errors[0].c_str(), steps);
  }
}

}  // namespace
