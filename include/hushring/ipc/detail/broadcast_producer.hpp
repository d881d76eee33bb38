// The writing side of a broadcast lane.
#pragma once

#include <hushring/ipc/detail/broadcast_lane.hpp>
#include <hushring/ipc/detail/platform.hpp>
#include <hushring/ipc/detail/steps.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace hushring::detail {

/// The one producer of a lane. Not for several threads at once. Nothing here throws, allocates, waits or calls the
/// system. One claim is open at a time: claim, then commit or abort.
template <class Steps = no_steps>
class broadcast_producer {
 public:
  /// Takes the lane over from whoever had it before, dead at any instruction: finishes what it had begun, finds the end
  /// of the chain, zeroes the rest of the block and tells consumers of the restart by a CONTROL record (now, or before
  /// the first claim when reliable consumers leave no room for it). `epoch` differs from that of every earlier producer
  /// and is not 0. The caller knows that nobody else produces here.
  /// `corrupt_lane`: the lane's words contradict each other (offset: the block); the producer cannot be used.
  [[nodiscard]] error take_over(const broadcast_lane& lane, std::uint64_t epoch) noexcept {
    *this = broadcast_producer{};
    lane_ = lane;
    epoch_ = epoch;
    std::uint64_t last_epoch = 0;
    if (!find_end(last_epoch)) {
      at_ = limit_ = nullptr;
      return error{errc::corrupt_lane, block_};
    }
    zero_rest();
    if (last_epoch != epoch_) (void)announce_restart();
    return {};
  }

  /// A place for `length` (<= max_message) bytes of payload, or null while a reliable consumer has not passed the block
  /// that comes next: blocker() names it. Never waits. The writer may store into all of these bytes, and nowhere else;
  /// nothing is visible before the commit.
  [[nodiscard]] std::byte* claim(std::uint64_t length) noexcept {
    const std::uint64_t size = record_size(lane_.geometry.payload_offset, length);
    if (size > room() && !make_room(size)) [[unlikely]]
      return nullptr;
    claim_end_ = at_ + size;
    return at_ + lane_.geometry.payload_offset;
  }

  /// False while a claim of `length` bytes would find no room.
  [[nodiscard]] bool has_room(std::uint64_t length) noexcept {
    const std::uint64_t size = record_size(lane_.geometry.payload_offset, length);
    return size <= room() || make_room(size);
  }

  /// Publishes the first `used` bytes of the open claim and gives the rest back; at most the first `touched` of it were
  /// stored to (used <= touched; what exceeds the claim does not count). Returns the message's sequence. Consumers may
  /// read it before this returns.
  std::uint64_t commit(std::uint64_t used, std::uint64_t touched, encoding e, unsigned type = 0) noexcept {
    const std::uint64_t sequence = sequence_ + 1;
    publish(record_word::make(record_state::committed, e, type, sequence, used), used, touched);
    sequence_ = sequence;
    return sequence;
  }

  /// Gives the open claim back; nobody ever sees it.
  void abort() noexcept {
    for (std::byte* line = at_ + line_size; line < claim_end_; line += line_size) zero(line);
    if (zeroed_ < claim_end_) zeroed_ = claim_end_;
  }

  /// Sequence of the last message of the lane, 0 before the first.
  std::uint64_t sequence() const noexcept { return sequence_; }

  /// After a claim found no room: the reliable consumer in the way, and the participant id that an eviction names
  /// (0: nobody is; it was the pins of a consumer that breaks the rules).
  struct held_back_by {
    std::uint32_t consumer = 0;
    std::uint64_t owner = 0;
  };
  held_back_by blocker() const noexcept { return blocker_; }

  /// From now on the cursor of `consumer` is ignored as long as `owner` has it; its pins are honoured as before. It is
  /// told at its next block.
  void evict(std::uint32_t consumer, std::uint64_t owner) noexcept {
    Steps::step("evict");
    // SYNC evict: the decision, before the block that it frees is retired
    lane_.head(consumer).evicted.store(owner, std::memory_order_release);
  }

 private:
  void zero(std::byte* line) noexcept {
    Steps::step("zero");
    word_at(line).store(0, std::memory_order_relaxed);  // relaxed: visible with the next commit, before anybody looks
  }

  void open(std::uint32_t block, std::uint64_t generation, std::uint64_t first) noexcept {
    block_ = block;
    generation_ = generation;
    sequence_ = first - 1;
    at_ = lane_.block(block);
    block_end_ = at_ + lane_.geometry.block_size;
    limit_ = block_end_ - line_size;
    zeroed_ = at_ + line_size;
  }

  /// Makes the record at `at_` visible. Lines that the claim may have dirtied behind it, and the word that consumers
  /// look at next, are 0 before it; further lines are taken from the other cores after it.
  void publish(record_word word, std::uint64_t used, std::uint64_t touched) noexcept {
    std::byte* const end = at_ + record_size(lane_.geometry.payload_offset, used);
    std::byte* clean = at_ + record_size(lane_.geometry.payload_offset, touched);
    if (clean > claim_end_) clean = claim_end_;
    if (end >= zeroed_ && clean <= end) clean = end + line_size;
    if (!Steps::planted("no_zero_behind_the_record"))
      for (std::byte* line = end; line < clean; line += line_size) zero(line);
    if (zeroed_ < clean) zeroed_ = clean;
    Steps::step("commit");
    // SYNC commit: the payload, and the 0 behind it
    word_at(at_).store(word.bits,
                       Steps::planted("relaxed_commit") ? std::memory_order_relaxed : std::memory_order_release);
    program_order();  // whoever commits then looks for sleepers
    std::byte* ahead = end + zero_ahead;
    if (ahead > block_end_) ahead = block_end_;
    for (; zeroed_ < ahead; zeroed_ += line_size) zero(zeroed_);
    at_ = end;
  }

  std::uint64_t room() const noexcept { return static_cast<std::uint64_t>(limit_ - at_); }

  [[gnu::noinline]] bool make_room(std::uint64_t size) noexcept {
    if (at_ == nullptr || size > lane_.geometry.block_size - line_size) return false;
    if (restart_due_ && !announce_restart()) return false;
    return size <= room() || enter_block();
  }

  /// Commits the CONTROL record that carries the epoch; until it is there no message fits (limit_ is withheld).
  bool announce_restart() noexcept {
    const std::uint64_t size = record_size(lane_.geometry.payload_offset, sizeof epoch_);
    limit_ = block_end_ - line_size;
    restart_due_ = size > room() && !enter_block();
    if (restart_due_) {
      limit_ = at_;
      return false;
    }
    // relaxed: visible with the record
    word_at(at_ + lane_.geometry.payload_offset).store(epoch_, std::memory_order_relaxed);
    claim_end_ = at_ + size;
    publish(record_word::make(record_state::control, encoding::bytes, 0, sequence_, sizeof epoch_), sizeof epoch_,
            sizeof epoch_);
    return true;
  }

  /// Goes on in the next block that nobody holds. False: a reliable consumer is in the way.
  /// A consumer that walks along may be met in every block of one round. It cannot enter a block that is retired, so
  /// the second round meets only pins on their way out, and one of the next is sure to find a block: there are more
  /// than pins.
  bool enter_block() noexcept {
    const std::uint32_t blocks = lane_.geometry.blocks;
    std::uint32_t x = block_;
    for (std::uint64_t tries = std::uint64_t{4} * blocks; tries != 0; --tries) {
      if (++x == blocks) x = 0;
      if (x == block_) continue;
      if (held_back(x)) return false;
      if (!retire(x)) continue;
      begin(x);
      link(x);
      open(x, generation_ + 2, sequence_ + 1);
      return true;
    }
    blocker_ = {};  // only when pins lie
    return false;
  }

  /// Whether a reliable consumer has yet to pass block `x`.
  bool held_back(std::uint32_t x) noexcept {
    const std::uint64_t last = lane_.blocks[x].last.load(std::memory_order_relaxed);  // relaxed: our own word
    if (last == 0 || Steps::planted("cursors_ignored")) return false;
    for (std::uint32_t c = 0; c < lane_.geometry.max_consumers; ++c) {
      broadcast_head& head = lane_.head(c);
      Steps::step("read mode");
      // SYNC mode: owner, cursor and pins as they were when it joined
      if (head.mode.load(std::memory_order_acquire) != static_cast<std::uint64_t>(consumer_mode::reliable)) continue;
      const std::uint64_t owner = head.owner.load(std::memory_order_relaxed);  // relaxed: ordered by mode
      // relaxed: our own word (an earlier producer's is visible since the take-over)
      if (head.evicted.load(std::memory_order_relaxed) == owner) continue;
      Steps::step("read cursor");
      // SYNC cursor: everything it read below, and the pins it keeps
      if (lane_.cursor(c).cursor.load(std::memory_order_acquire) <= last) {
        blocker_ = {c, owner};
        return true;
      }
    }
    return false;
  }

  /// Takes block `x` out of the chain. False: somebody still reads there, so it must be left alone.
  bool retire(std::uint32_t x) noexcept {
    shared_u64& generation = lane_.blocks[x].generation;
    const std::uint64_t g = generation.load(std::memory_order_relaxed);  // relaxed: our own word
    Steps::step("retire");
    // SYNC retire: the block is out, before the pins are read (a consumer pins, then looks at the generation)
    store_then_fence(generation, g + (g & 1));
    if (Steps::planted("pinned_blocks_not_skipped")) return true;
    for (std::uint32_t c = 0; c < lane_.geometry.max_consumers; ++c)
      for (std::uint32_t k = 0; k < lane_.geometry.pins; ++k) {
        Steps::step("read pin");
        // SYNC unpin: all that the consumer read in the block
        if (lane_.cursor(c).pins[k].load(std::memory_order_acquire) == x + std::uint64_t{1}) return false;
      }
    return true;
  }

  /// Makes the retired block `x` the one after the current.
  void begin(std::uint32_t x) noexcept {
    block_entry& entry = lane_.blocks[x];
    // relaxed, all four: visible with the generation
    Steps::step("first");
    entry.first.store(sequence_ + 1, std::memory_order_relaxed);
    Steps::step("last = 0");
    entry.last.store(0, std::memory_order_relaxed);
    entry.epoch.store(epoch_, std::memory_order_relaxed);
    zero(lane_.block(x));
    Steps::step("begin");
    // SYNC block: its entry, and the 0 at its start
    entry.generation.store(generation_ + 2, std::memory_order_release);
  }

  /// Leads from the end of the current block to `x`.
  void link(std::uint32_t x) noexcept {
    finish();
    Steps::step("next");
    // SYNC commit: block x is begun
    word_at(at_).store(record_word::make(record_state::next, encoding::bytes, 0, sequence_, x).bits,
                       std::memory_order_release);
    make_current(x);
  }
  void finish() noexcept {
    Steps::step("last");
    lane_.blocks[block_].last.store(sequence_, std::memory_order_relaxed);  // relaxed: read by producers only
  }
  void make_current(std::uint32_t x) noexcept {
    Steps::step("current");
    lane_.page->current.store(x, std::memory_order_release);  // SYNC current: block x is begun
  }

  /// From the current block to the last record of the chain; leaves `at_` behind it. A producer may have died between
  /// any two stores of enter_block(): its block is linked in (it may have readers already), never abandoned.
  bool find_end(std::uint64_t& last_epoch) noexcept {
    // SYNC current: the block's entry
    const std::uint64_t current = lane_.page->current.load(std::memory_order_acquire);
    if (current >= lane_.geometry.blocks) return false;
    auto x = static_cast<std::uint32_t>(current);
    // SYNC block: its entry, and the 0 at its start
    std::uint64_t generation = lane_.blocks[x].generation.load(std::memory_order_acquire);
    if (generation % 2 == 0) return false;
    for (std::uint32_t hops = 0; hops < lane_.geometry.blocks; ++hops) {
      // relaxed, both: ordered by the generation
      open(x, generation, lane_.blocks[x].first.load(std::memory_order_relaxed));
      last_epoch = lane_.blocks[x].epoch.load(std::memory_order_relaxed);
      record_word end = {};
      if (!walk(end, last_epoch)) return false;
      if (end.state() == record_state::next) {
        if (end.length() >= lane_.geometry.blocks) return false;
        x = static_cast<std::uint32_t>(end.length());
        // SYNC block: its entry, and the 0 at its start
        if (lane_.blocks[x].generation.load(std::memory_order_acquire) != generation + 2) return false;
        finish();
        make_current(x);
      } else {
        x = begun_after(generation);
        if (x == no_block || Steps::planted("no_roll_forward")) return true;
        link(x);
      }
      generation += 2;
    }
    return false;
  }

  /// Steps over the records of the open block; `end` is the word behind the last one: 0 or NEXT.
  bool walk(record_word& end, std::uint64_t& last_epoch) noexcept {
    for (;;) {
      // SYNC commit: the payload, and the 0 behind it
      const record_word word{word_at(at_).load(std::memory_order_acquire)};
      end = word;
      if (word.bits == 0 || word.state() == record_state::next) return true;
      if (word.state() != record_state::committed && word.state() != record_state::control) return false;
      const std::uint64_t size = record_size(lane_.geometry.payload_offset, word.length());
      if (size > room()) return false;
      if (word.state() == record_state::committed) ++sequence_;
      else if (word.length() == sizeof last_epoch)
        // relaxed: visible with the record
        last_epoch = word_at(at_ + lane_.geometry.payload_offset).load(std::memory_order_relaxed);
      at_ += size;
    }
  }

  /// The block that a dead producer had begun but not linked.
  std::uint32_t begun_after(std::uint64_t generation) const noexcept {
    for (std::uint32_t x = 0; x < lane_.geometry.blocks; ++x)
      // SYNC block: its entry, and the 0 at its start
      if (lane_.blocks[x].generation.load(std::memory_order_acquire) == generation + 2) return x;
    return no_block;
  }

  void zero_rest() noexcept {
    if (!Steps::planted("take_over_leaves_dirt"))
      for (std::byte* line = at_; line < block_end_; line += line_size) zero(line);
    zeroed_ = block_end_;
  }

  // Hot: where the next record goes, and up to where it may reach (the block's last line is kept for NEXT).
  std::byte* at_ = nullptr;
  std::byte* limit_ = nullptr;
  std::byte* claim_end_ = nullptr;
  std::byte* zeroed_ = nullptr;  // the first word of every line in [at_, zeroed_) is 0, but for an open claim's bytes
  std::byte* block_end_ = nullptr;
  std::uint64_t sequence_ = 0;
  broadcast_lane lane_ = {};
  // Once a block.
  std::uint32_t block_ = 0;
  bool restart_due_ = false;
  std::uint64_t generation_ = 0;
  std::uint64_t epoch_ = 0;
  held_back_by blocker_ = {};
};

}  // namespace hushring::detail
