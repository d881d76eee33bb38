// The queue lane's own code, interleaved at random at every access that the other side can see, with stalls and kills
// of producer and consumer anywhere. One thread: fibers stand for processes.
//   HUSHRING_TEST_SEED   another run          HUSHRING_TEST_STEPS   a longer one
#include "fibers.hpp"
#include "queue_fixture.hpp"

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
world* the_world = nullptr;           // whose turn it is
const char* planted_fault = nullptr;  // which one, if any

struct interleaved_steps {
  static void step(const char* name) noexcept;
  static bool planted(const char* fault) noexcept {
    return planted_fault != nullptr && std::strcmp(planted_fault, fault) == 0;
  }
};

using producer_type = queue_producer<interleaved_steps>;
using consumer_type = queue_consumer<interleaved_steps>;

std::uint64_t setting(const char* name, std::uint64_t usual) {
  const char* text = std::getenv(name);
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

/// Where a line begins, the bytes look like the record that would come next; the first 8 say which message this is.
void fill(std::byte* payload, std::uint64_t from, std::uint64_t to, std::uint64_t id) {
  const std::uint64_t lie = record_word::make(record_state::committed, encoding::json, 1, id + 1, 8).bits;
  for (std::uint64_t i = from; i < to; ++i) {
    payload[i] = static_cast<std::byte>(i < 8 ? id >> i * 8 : i % 64 >= 56 ? lie >> (i % 64 - 56) * 8 : id * 31 + i * 7);
  }
}

struct start_point {
  std::uint64_t position = 0;
  std::uint64_t sequence = 0;
};

class world {
 public:
  static constexpr std::uint64_t capacity = 1024;
  static constexpr std::uint64_t max_message = 300;

  world(const start_point& start, std::uint64_t seed)
      : lane_(capacity, max_message, start.position, start.sequence),
        first_sequence_(start.sequence + 1),
        random_(seed * 0x9e3779b97f4a7c15 + 1) {}

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
    names_.insert(name);
    if (random() % 2 == 0) current_->pause();
  }

  const std::vector<std::string>& errors() const { return errors_; }
  std::uint64_t delivered() const { return delivered_.size(); }
  std::uint64_t redelivered() const { return redelivered_; }
  std::uint64_t kills() const { return kills_; }
  std::uint64_t held_refused() const { return waits_; }
  std::size_t places() const { return names_.size(); }

 private:
  struct held_message {
    queue_record record;
    std::uint64_t id;
  };
  struct delivery {
    std::uint64_t id;
    bool acknowledged = false;
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
    std::uint64_t kill_every = 20 + random() % 1500;
    while (steps_ < end && errors_.empty()) {
      ++steps_;  // a turn counts, so that a world in which nobody can move ends too
      const std::size_t who = random() % 2;
      if (random() % 200 == 0) stalled_until_[random() % 2] = steps_ + random() % 3000;
      if (random() % kill_every == 0) {
        kill(random() % 2);
        if (random() % 20 == 0) kill_every = 20 + random() % 1500;
      }
      if (stalled_until_[who] > steps_) continue;
      turn(who);
    }
  }

  void kill(std::size_t who) {
    ++kills_;
    fibers_[who].kill();
    if (who == 1) held_.clear();
  }

  void turn(std::size_t who) {
    test::fiber& f = fibers_[who];
    if (!f.running()) f.start(who == 0 ? std::function<void()>([this] { produce(); }) : [this] { consume(); });
    current_ = &f;
    f.resume();
  }

  // The bodies of the fibers. They own nothing: a kill forgets them where they stand.
  void produce() {
    if (const error e = producer_.take_over(lane_.memory())) return fail("take-over refused at", e.offset);
    for (;;) {
      if (calm_) {
        current_->pause();
        continue;
      }
      const std::uint64_t wanted = 8 + (random() % 3 == 0 ? random() % (max_message - 7) : random() % 100);
      std::byte* payload = producer_.claim(wanted);
      if (payload == nullptr) {
        ++waits_;
        current_->pause();
        continue;
      }
      const std::uint64_t id = ++ids_;
      std::uint64_t written = 0;
      const bool gives_up = random() % 8 == 0;
      const std::uint64_t touched = 8 + random() % (wanted - 7);
      while (written < touched) {
        const std::uint64_t upto = std::min(touched, written + 8 + random() % 128);
        fill(payload, written, upto, id);
        written = upto;
        step("payload");
      }
      if (gives_up) {
        producer_.abort();
        continue;
      }
      producer_.commit(8 + random() % (touched - 7), touched, encoding::json, 5);
      committed_[producer_.sequence()] = id;  // certainly there
      step("after commit");
    }
  }

  void consume() {
    held_.clear();
    if (const error e = consumer_.take_over(lane_.memory(), false)) return fail("take-over refused at", e.offset);
    for (;;) {
      const std::size_t most = calm_ ? 1 : 1 + random() % 6;
      if (!held_.empty() && (held_.size() >= most || random() % 3 == 0)) release_one();
      if (held_.size() >= 6) continue;
      queue_record record;
      switch (consumer_.receive(record)) {
        case queue_outcome::record: take(record); break;
        case queue_outcome::empty:
          at_end_ = held_.empty();
          current_->pause();
          break;
        case queue_outcome::corrupt: return fail("corrupt at", consumer_.next());
        case queue_outcome::too_many_held: return fail("too many held", held_.size());
      }
    }
  }

  void take(const queue_record& record) {
    std::uint64_t id = 0;
    if (record.word.length() < 8) return fail("a length that nobody sent", record.word.length());
    std::memcpy(&id, record.payload, 8);
    const auto [at, fresh] = delivered_.emplace(record.sequence, delivery{id, false});
    if (!fresh) {
      ++redelivered_;
      if (!record.redelivered) fail("delivered twice without a flag", record.sequence);
      if (at->second.acknowledged) fail("delivered again after its release", record.sequence);
      if (at->second.id != id) fail("sequence used twice", record.sequence);
    } else if (at != delivered_.begin() && std::prev(at)->first + 1 != record.sequence) {
      fail("gap before", record.sequence);
    }
    held_.push_back({record, id});
    check(held_.back());
    step("message held");
  }

  void check(const held_message& m) {
    std::byte expected[512];
    const std::uint64_t length = m.record.word.length();
    fill(expected, 0, length, m.id);
    if (length > max_message || std::memcmp(expected, m.record.payload, length) != 0) {
      fail("bytes changed", m.record.sequence);
    }
  }

  void release_one() {
    const std::size_t which = random() % held_.size();
    const held_message m = held_[which];
    check(m);
    held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(which));
    consumer_.release(m.record.handle);
    const auto at = delivered_.find(m.record.sequence);
    if (at != delivered_.end()) at->second.acknowledged = true;
  }

  /// Nobody dies and nothing more is sent: all that was committed arrives, and all space is clean.
  void settle() {
    calm_ = true;
    stalled_until_ = {};
    for (int i = 0; i < 6000 && errors_.empty(); ++i) {
      turn(0);
      at_end_ = false;
      turn(1);
      if (i > 500 && at_end_) break;
    }
    if (!errors_.empty()) return;
    if (!at_end_) return fail("does not drain, sequence", producer_.sequence());
    const std::uint64_t newest = delivered_.empty() ? first_sequence_ - 1 : delivered_.rbegin()->first;
    if (delivered_.size() != newest - first_sequence_ + 1) fail("sequences missing below", newest);
    for (const auto& [sequence, id] : committed_) {
      const auto at = delivered_.find(sequence);
      if (at == delivered_.end()) fail("lost", sequence);
      else if (at->second.id != id) fail("another message in the place of", sequence);
    }
    if (!delivered_.empty()) delivered_.erase(delivered_.begin(), std::prev(delivered_.end()));
    if (!delivered_.empty()) first_sequence_ = newest;
    committed_.clear();
    if (producer_.sequence() != newest) fail("the producer counts to", producer_.sequence());
    const std::uint64_t dirty = lane_.first_dirty(0, capacity);
    if (dirty != capacity) fail("free space is dirty at", dirty);
  }

  test::queue_in_memory lane_;
  std::uint64_t first_sequence_;
  std::uint64_t random_;
  std::array<test::fiber, 2> fibers_;  // producer, consumer
  std::array<std::uint64_t, 2> stalled_until_{};
  test::fiber* current_ = nullptr;
  producer_type producer_;
  consumer_type consumer_;
  std::vector<held_message> held_;
  std::map<std::uint64_t, std::uint64_t> committed_;  // by sequence
  std::map<std::uint64_t, delivery> delivered_;       // by sequence
  std::uint64_t ids_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t kills_ = 0;
  std::uint64_t redelivered_ = 0;
  std::uint64_t waits_ = 0;
  bool calm_ = false;
  bool at_end_ = false;
  std::set<std::string> names_;
  std::vector<std::string> errors_;
};

void interleaved_steps::step(const char* name) noexcept { the_world->step(name); }

const start_point start_points[] = {
    {0, 0},
    {(std::uint64_t{1} << 45) - 20 * 1024, (1 << 24) - 150},  // both fields of the intent wrap
    {(std::uint64_t{1} << 46) - 512, (1 << 26) - 100},        // and the ordinal
};

TEST(QueueInterleaving, NothingIsLostDoubledOrTornWhateverHappensWhen) {
  const std::uint64_t seed = setting("HUSHRING_TEST_SEED", 1);
  const std::uint64_t steps = setting("HUSHRING_TEST_STEPS", 1'500'000);
  std::uint64_t kills = 0;
  for (const start_point& start : start_points) {
    world w(start, seed);
    w.run(steps);
    for (const std::string& e : w.errors()) ADD_FAILURE() << e << " (start " << start.position << ", seed " << seed << ")";
    EXPECT_GT(w.redelivered(), 10u);
    EXPECT_GT(w.held_refused(), 10u);
    EXPECT_GE(w.places(), 18u);  // every kind of step was taken
    kills += w.kills();
  }
  RecordProperty("kills", std::to_string(kills));
  EXPECT_GT(kills, 500u);
}

class QueueInterleavingWith : public testing::TestWithParam<const char*> {};

TEST_P(QueueInterleavingWith, IsCaught) {
  planted_fault = GetParam();
  bool caught = false;
  std::uint64_t seed = 1;
  for (; seed <= 40 && !caught; ++seed) {
    world w(start_points[0], seed);
    w.run(200'000);
    caught = !w.errors().empty();
    if (caught) RecordProperty("symptom", w.errors().front());
  }
  planted_fault = nullptr;
  EXPECT_TRUE(caught) << GetParam() << " does no harm that this test sees";
}

INSTANTIATE_TEST_SUITE_P(Fault, QueueInterleavingWith,
                         testing::Values("take_over_trusts_head", "take_over_stops_at_zero", "take_over_leaves_dirt",
                                         "shrink_leaves_dirt", "no_gap", "hint_before_commit", "received_not_recorded",
                                         "no_releasing", "only_first_is_flagged", "done_not_stored",
                                         "walk_ignores_later_records", "abort_leaves_dirt"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
