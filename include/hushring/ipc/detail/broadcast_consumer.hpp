// The reading side of a broadcast lane.
#pragma once

#include <hushring/ipc/detail/broadcast_lane.hpp>
#include <hushring/ipc/detail/platform.hpp>
#include <hushring/ipc/detail/steps.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace hushring::detail {

/// What a call to `receive` found.
enum class broadcast_outcome : std::uint8_t {
  record,         // a message, until it is released
  empty,          // nothing new
  lost,           // messages were overwritten before they could be read: loss() is exact; receive again
  evicted,        // this consumer held the producer back for too long and is lossy from now on; loss() as for lost
  new_epoch,      // another producer goes on with the lane: epoch()
  too_many_held,  // held messages lie in as many blocks as a consumer may hold: release one, then receive again
  corrupt,        // the lane's words contradict each other; stays so
};

/// Where a consumer begins.
enum class join_at : std::uint8_t {
  newest,  // behind the last message that was there
  oldest,  // with the oldest message that is still there
};

/// A message that was handed out. `handle` gives it back.
struct broadcast_record {
  const std::byte* payload = nullptr;
  record_word word;
  std::uint64_t sequence = 0;
  std::uint32_t handle = 0;
};

/// Messages that were overwritten before this consumer came to them.
struct broadcast_loss {
  std::uint64_t first = 0;  // sequence of the first one
  std::uint64_t count = 0;
};

/// One consumer of a lane, which writes to nothing but its own area. Not for several threads at once. Any number of
/// messages may be held, in up to `pins` blocks, and given back in any order; their bytes stay as they are until then.
/// Whatever bytes it reads, it stays within the lane's data, and every call ends. Nothing here throws, allocates, waits
/// or calls the system.
template <class Steps = no_steps>
class broadcast_consumer {
 public:
  /// Begins in area `consumer`, which the caller has to itself (registry lock held, the former owner gone). `owner` is
  /// not 0 and differs from that of every earlier consumer in this area. A reliable consumer loses nothing from its
  /// first message on, as long as it is not evicted.
  void join(const broadcast_lane& lane, std::uint32_t consumer, std::uint64_t owner, consumer_mode mode,
            join_at where) noexcept {
    *this = broadcast_consumer{};
    lane_ = lane;
    head_ = &lane.head(consumer);
    cursor_ = &lane.cursor(consumer);
    owner_ = owner;
    reliable_ = mode == consumer_mode::reliable;
    where_ = where;
    leave();  // whatever a former owner left here
    Steps::step("cursor = 0");
    // relaxed, both: ordered by mode. The cursor holds the producer until this consumer has found its place.
    cursor_->cursor.store(0, std::memory_order_relaxed);
    head_->owner.store(owner, std::memory_order_relaxed);
    Steps::step("mode");
    // SYNC mode: owner, cursor and pins as they are when it joins
    head_->mode.store(static_cast<std::uint64_t>(mode), std::memory_order_release);
    (void)locate();  // or at the first receive, when the producer is too fast
    if (where == join_at::newest) skip_all();
  }

  /// The next message, or why there is none.
  [[nodiscard]] broadcast_outcome receive(broadcast_record& out) noexcept {
    if (at_ != nullptr) [[likely]] {
      // SYNC commit: the payload, and the 0 behind it. One load says state and length.
      const record_word word{word_at(at_).load(std::memory_order_acquire)};
      if (word.bits == 0) return broadcast_outcome::empty;
      if (word.state() == record_state::committed) [[likely]]
        return take(word, out);
    }
    return receive_slowly(out);
  }

  /// Gives a message back: its bytes may change from now on.
  void release(std::uint32_t handle) noexcept {
    if (--slots_[handle].held == 0 && handle != slot_) unpin(handle);
  }

  /// Ends it. No message may be held.
  void leave() noexcept {
    for (auto& pin : cursor_->pins) {
      Steps::step("unpin");
      pin.store(0, std::memory_order_release);  // SYNC unpin: this consumer reads nothing any more
    }
    Steps::step("mode = none");
    // SYNC mode: the pins are gone
    head_->mode.store(static_cast<std::uint64_t>(consumer_mode::none), std::memory_order_release);
    at_ = nullptr;
  }

  /// After `lost` or `evicted`.
  broadcast_loss loss() const noexcept { return loss_; }
  /// Of the producer whose messages come now, 0 before the first.
  std::uint64_t epoch() const noexcept { return epoch_; }
  /// Of the last message received, lost or passed over when joining.
  std::uint64_t sequence() const noexcept { return sequence_; }
  /// Messages handed out and not yet given back.
  std::uint64_t held() const noexcept {
    std::uint64_t sum = 0;
    for (const slot& s : slots_) sum += s.held;
    return sum;
  }

 private:
  struct slot {
    std::uint32_t block = no_block;
    std::uint32_t held = 0;
  };
  static constexpr std::uint32_t no_slot = broadcast_cursor::max_pins;
  enum class step : std::uint8_t { on, empty, lost, evicted, too_many_held, corrupt };

  std::uint64_t room() const noexcept { return static_cast<std::uint64_t>(limit_ - at_); }

  /// The committed record at `at_`. What the word says is checked against private sizes only.
  broadcast_outcome take(record_word word, broadcast_record& out) noexcept {
    const std::uint64_t size = record_size(lane_.geometry.payload_offset, word.length());
    constexpr std::uint64_t ordinal_mask = (std::uint64_t{1} << record_word::ordinal_bits) - 1;
    if (size > room() || word.length() > lane_.geometry.max_message ||
        word.ordinal() != ((sequence_ + 1) & ordinal_mask)) [[unlikely]]
      return fail();
    out.payload = at_ + lane_.geometry.payload_offset;
    out.word = word;
    out.sequence = ++sequence_;
    out.handle = slot_;
    ++slots_[slot_].held;
    at_ += size;
    return broadcast_outcome::record;
  }

  broadcast_outcome fail() noexcept {
    at_ = nullptr;
    corrupt_ = true;
    return broadcast_outcome::corrupt;
  }

  /// Everything but a message or nothing in the block that is being read. Each turn of the loop but the first enters
  /// another block or steps over a CONTROL record, and the turns are counted: hostile words cannot keep it here.
  [[gnu::noinline]] broadcast_outcome receive_slowly(broadcast_record& out) noexcept {
    for (std::uint32_t turns = 0; turns <= 2 * lane_.geometry.blocks; ++turns) {
      if (corrupt_) return broadcast_outcome::corrupt;
      if (due_ != broadcast_outcome::empty) {
        const broadcast_outcome due = due_;
        due_ = broadcast_outcome::empty;
        at_ = resume_;
        return due;
      }
      step found = step::on;
      if (at_ == nullptr) {
        found = locate();
      } else {
        // SYNC commit: the payload, and the 0 behind it, or the block that is named
        const record_word word{word_at(at_).load(std::memory_order_acquire)};
        if (word.bits == 0) return broadcast_outcome::empty;
        if (word.state() == record_state::committed) return take(word, out);
        if (word.state() == record_state::next) {
          found = hop(word.length());
        } else if (word.state() == record_state::control) {
          const std::uint64_t size = record_size(lane_.geometry.payload_offset, sizeof epoch_);
          if (word.length() != sizeof epoch_ || size > room()) return fail();
          // relaxed: visible with the record
          const std::uint64_t epoch = word_at(at_ + lane_.geometry.payload_offset).load(std::memory_order_relaxed);
          at_ += size;
          if (note_epoch(epoch)) return broadcast_outcome::new_epoch;
        } else {
          return fail();
        }
      }
      switch (found) {
        case step::on:
          break;
        case step::empty:
          return broadcast_outcome::empty;
        case step::lost:
          return broadcast_outcome::lost;
        case step::evicted:
          return broadcast_outcome::evicted;
        case step::too_many_held:
          return broadcast_outcome::too_many_held;
        case step::corrupt:
          return fail();
      }
    }
    return broadcast_outcome::empty;
  }

  /// Has the next call report `outcome` before it goes on.
  void postpone(broadcast_outcome outcome) noexcept {
    if (due_ == broadcast_outcome::empty) {
      resume_ = at_;
      at_ = nullptr;
    }
    due_ = outcome;
  }

  /// True when the user is to be told: the first producer of all restarts nothing.
  bool note_epoch(std::uint64_t epoch) noexcept {
    const bool restarted = epoch_ != 0 && epoch != epoch_;
    epoch_ = epoch;
    return restarted;
  }

  /// Follows the NEXT record of the block that has been read.
  step hop(std::uint64_t index) noexcept {
    const std::uint32_t from = slot_;
    if (index >= lane_.geometry.blocks || index == slots_[from].block) return step::corrupt;
    const std::uint32_t to = free_slot();
    if (to == no_slot) return step::too_many_held;
    const auto x = static_cast<std::uint32_t>(index);
    const std::uint64_t expected = generation_ + 2;
    const bool there = pin(to, x) && entry_generation_ == expected;
    if (there && entry_first_ != sequence_ + 1) return step::corrupt;
    if (there) {
      enter(to, x);
    } else {
      if (slots_[to].block != no_block) unpin(to);
      at_ = nullptr;
      slot_ = no_slot;
    }
    if (slots_[from].held == 0 || Steps::planted("held_block_unpinned"))
      unpin(from);  // after the new pin: a stalled consumer always holds something
    if (!there) return locate();
    return evicted() ? (loss_ = {}, step::evicted) : step::on;
  }

  /// Finds a place to begin, or to go on after the next block was taken away: the oldest block that is left.
  step locate() noexcept {
    const std::uint32_t to = free_slot();
    if (to == no_slot) return step::too_many_held;
    for (std::uint32_t tries = 0; tries <= lane_.geometry.blocks; ++tries) {
      const std::uint32_t x = choose();
      if (x == no_block) return step::empty;
      if (!pin(to, x)) continue;
      const std::uint64_t first = entry_first_;
      if (entry_generation_ <= generation_ || first <= sequence_) {
        unpin(to);
        return step::corrupt;
      }
      const bool joined = generation_ != 0;
      loss_ = {sequence_ + 1, joined ? first - sequence_ - 1 : 0};
      sequence_ = first - 1;
      enter(to, x);
      if (!joined) {
        epoch_ = entry_epoch_;
        return step::on;
      }
      if (note_epoch(entry_epoch_)) postpone(broadcast_outcome::new_epoch);
      if (evicted()) return step::evicted;
      return loss_.count != 0 ? step::lost : step::on;
    }
    return step::empty;  // the producer is faster than this loop: the caller tries again
  }

  /// The block to look for: the oldest after the one that was read last; the newest when joining there.
  std::uint32_t choose() noexcept {
    if (generation_ == 0 && where_ == join_at::newest) {
      Steps::step("read current");
      // SYNC current: the block is begun
      const std::uint64_t current = lane_.page->current.load(std::memory_order_acquire);
      return current < lane_.geometry.blocks ? static_cast<std::uint32_t>(current) : no_block;
    }
    std::uint32_t best = no_block;
    std::uint64_t best_generation = ~std::uint64_t{0};
    for (std::uint32_t x = 0; x < lane_.geometry.blocks; ++x) {
      Steps::step("read generation");
      // relaxed: only a guess, which pin() checks
      const std::uint64_t g = lane_.blocks[x].generation.load(std::memory_order_relaxed);
      if (g % 2 == 1 && g > generation_ && g < best_generation) {
        best = x;
        best_generation = g;
      }
    }
    return best;
  }

  /// Pins block `x`. True: it was in use after the pin became visible, so the producer leaves its bytes alone until
  /// unpin(), and entry_* is what the block is. False: it was not, and nothing is pinned.
  bool pin(std::uint32_t to, std::uint32_t x) noexcept {
    const block_entry& entry = lane_.blocks[x];
    Steps::step("pin");
    // SYNC retire: the pin, before the generation is read (the producer retires, then looks at the pins)
    store_then_fence(cursor_->pins[to], x + std::uint64_t{1});
    slots_[to] = {x, 0};
    Steps::step("read generation after pin");
    // SYNC block: its entry, and the 0 at its start
    entry_generation_ = entry.generation.load(std::memory_order_acquire);
    Steps::step("read first");
    // SYNC block: acquire only keeps the second look at the generation behind these
    entry_first_ = entry.first.load(std::memory_order_acquire);
    entry_epoch_ = entry.epoch.load(std::memory_order_acquire);
    Steps::step("read generation again");
    const std::uint64_t again = entry.generation.load(std::memory_order_relaxed);  // relaxed: compared, not followed
    if ((entry_generation_ % 2 == 1 && again == entry_generation_) || Steps::planted("no_look_after_the_pin"))
      return true;
    unpin(to);
    return false;
  }

  void unpin(std::uint32_t which) noexcept {
    Steps::step("unpin");
    // SYNC unpin: all that was read in the block
    cursor_->pins[which].store(0, std::memory_order_release);
    slots_[which] = {};
  }

  void enter(std::uint32_t to, std::uint32_t x) noexcept {
    slot_ = to;
    generation_ = entry_generation_;
    at_ = lane_.block(x);
    limit_ = at_ + lane_.geometry.block_size - line_size;
    Steps::step("cursor");
    // SYNC cursor: everything read below, and the pins that are kept
    cursor_->cursor.store(entry_first_, std::memory_order_release);
  }

  /// Once: the producer decided to go on without this consumer, which is a lossy one from now on.
  bool evicted() noexcept {
    if (!reliable_) return false;
    // SYNC evict: the decision (made before a block that it freed was retired, so no loss comes before it)
    if (head_->evicted.load(std::memory_order_acquire) != owner_) return false;
    reliable_ = false;
    Steps::step("mode = lossy");
    // SYNC mode: nothing more than before
    head_->mode.store(static_cast<std::uint64_t>(consumer_mode::lossy), std::memory_order_release);
    return true;
  }

  std::uint32_t free_slot() const noexcept {
    for (std::uint32_t k = 0; k < lane_.geometry.pins; ++k)
      if (slots_[k].block == no_block) return k;
    return no_slot;
  }

  /// Passes over what is there already. Bounded: a fast producer cannot keep it here.
  void skip_all() noexcept {
    broadcast_record passed;
    const std::uint64_t lines = lane_.geometry.data_size() / line_size;
    for (std::uint64_t n = 0; n < lines; ++n) {
      const broadcast_outcome outcome = receive(passed);
      if (outcome == broadcast_outcome::record) {
        release(passed.handle);
      } else if (outcome == broadcast_outcome::evicted) {
        postpone(outcome);
        break;
      } else if (outcome == broadcast_outcome::empty || outcome == broadcast_outcome::corrupt) {
        break;
      }
    }
    loss_ = {};  // nothing that lies before its place is missed
  }

  // Hot: where the next record is expected, and up to where it may reach.
  std::byte* at_ = nullptr;  // null: locate() first
  std::byte* limit_ = nullptr;
  std::uint64_t sequence_ = 0;
  std::uint32_t slot_ = no_slot;  // which pin holds the block being read
  bool reliable_ = false;
  bool corrupt_ = false;
  broadcast_outcome due_ = broadcast_outcome::empty;  // to report first; then at_ is null and resume_ the place
  join_at where_ = join_at::newest;
  slot slots_[broadcast_cursor::max_pins] = {};
  broadcast_lane lane_ = {};
  // Once a block.
  std::byte* resume_ = nullptr;
  broadcast_head* head_ = nullptr;
  broadcast_cursor* cursor_ = nullptr;
  std::uint64_t owner_ = 0;
  std::uint64_t generation_ = 0;  // of the block being read, or read last
  std::uint64_t epoch_ = 0;
  std::uint64_t entry_generation_ = 0;  // what pin() found
  std::uint64_t entry_first_ = 0;
  std::uint64_t entry_epoch_ = 0;
  broadcast_loss loss_ = {};
};

}  // namespace hushring::detail
