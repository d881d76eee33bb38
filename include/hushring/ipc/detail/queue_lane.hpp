// The queue lane: a log with one producer and one consumer. The algorithm alone, over memory that somebody else mapped;
// it never calls the operating system. docs/ring.md tells why each order is what it is.
//
//   positions   0 ... head ......... releasing ... next ............ tail .......... head + capacity
//               free, zeroed          being released     committed, unread    free: the first word of every line is 0
//
// Invariant Z: the first word of every line of free space is 0, so a word that is not 0 is a committed record.
#pragma once

#include <hushring/error.hpp>
#include <hushring/ipc/detail/lane_layout.hpp>
#include <hushring/ipc/detail/platform.hpp>
#include <hushring/ipc/detail/record.hpp>
#include <hushring/ipc/detail/steps.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace hushring::detail {

/// Where a queue lane lies and how large it is: checked when attaching, then never read from shared memory again.
struct queue_memory {
  std::byte* data = nullptr;  // capacity bytes, then at least 64 readable ones
  lane_page* page = nullptr;
  queue_cursor* cursor = nullptr;
  std::uint64_t capacity = 0;        // a power of two
  std::uint64_t max_message = 0;     // two records of this size fit with the gap: see queue_capacity_suffices
  std::uint64_t payload_offset = 8;  // 8, 16, 32 or 64

  std::atomic_ref<std::uint64_t> word(std::uint64_t position) const noexcept {
    return word_at(data + (position & (capacity - 1)));
  }
  std::byte* payload(std::uint64_t position) const noexcept {
    return data + (position & (capacity - 1)) + payload_offset;
  }
};

/// A record that does not fit before the ring's end is preceded by a PAD smaller than itself, and a line stays free.
constexpr bool queue_capacity_suffices(std::uint64_t capacity, std::uint64_t max_message,
                                       std::uint64_t payload_offset) noexcept {
  return 2 * record_size(payload_offset, max_message) + line_size <= capacity;
}

/// The writing end. One owner at a time; every call from one thread. Nothing here allocates, throws or calls the
/// system.
template <class Steps = no_steps>
class queue_producer {
 public:
  /// Continues where the previous owner, alive no more, stopped. `corrupt_lane` when its words make no sense.
  [[nodiscard]] error take_over(const queue_memory& memory) noexcept;

  /// A place for `length` (<= max_message) bytes of payload, or null when there is no room now. A second claim
  /// forgets nothing: the first must be committed or aborted before.
  [[nodiscard]] std::byte* claim(std::uint64_t length) noexcept {
    const std::uint64_t size = record_size(memory_.payload_offset, length);
    const std::uint64_t at = tail_ & (memory_.capacity - 1);
    const std::uint64_t start = at + size <= memory_.capacity ? tail_ : tail_ + (memory_.capacity - at);
    if (start + size + gap() > limit_ && !refresh_limit(start + size + gap())) [[unlikely]] return nullptr;
    start_ = start;
    dirty_end_ = start + size;
    return memory_.payload(start);
  }

  /// Publishes the first `used` bytes of the claim; at most the first `touched` of it were stored to.
  void commit(std::uint64_t used, std::uint64_t touched, encoding e, unsigned type = 0) noexcept {
    const std::uint64_t end = start_ + record_size(memory_.payload_offset, used);
    if (!Steps::planted("shrink_leaves_dirt")) {
      zero(end, std::min(start_ + record_size(memory_.payload_offset, touched), dirty_end_));
    }
    // relaxed: the commit's release orders it.
    if (end >= zeroed_) memory_.word(end).store(0, std::memory_order_relaxed);
    const std::uint64_t sequence = sequence_ + 1;
    // relaxed: read only by the next owner, after this one's death; the commit's release keeps it before the commit.
    memory_.page->intent.store(intent_word::make(tail_, sequence).bits, std::memory_order_relaxed);
    Steps::step("intent stored");
    if (Steps::planted("hint_before_commit")) {
      memory_.page->sequence_hint.store(sequence, std::memory_order_relaxed);
      Steps::step("early hint stored");
    }
    // SYNC commit: whoever sees the word sees the payload and the zero behind it.
    memory_.word(start_).store(record_word::make(record_state::committed, e, type, sequence, used).bits,
                               std::memory_order_release);
    Steps::step("committed");
    if (start_ != tail_) [[unlikely]] commit_pad(sequence);
    program_order();
    // relaxed: as the intent; after the commit, because it says that the record is there.
    memory_.page->sequence_hint.store(sequence, std::memory_order_relaxed);
    Steps::step("hint stored");
    const std::uint64_t size = end - start_;
    sequence_ = sequence;
    tail_ = end;
    own_lines_ahead(std::clamp(2 * size, zero_ahead, most_zero_ahead));
  }

  /// Gives the claim up; nothing becomes visible.
  void abort() noexcept {
    if (!Steps::planted("abort_leaves_dirt")) zero(start_ + line_size, dirty_end_);
  }

  /// Sequence of the last committed record.
  [[nodiscard]] std::uint64_t sequence() const noexcept { return sequence_; }
  [[nodiscard]] std::uint64_t tail() const noexcept { return tail_; }
  /// False while a claim of `length` bytes would find no room (reads the consumer's head).
  [[nodiscard]] bool has_room(std::uint64_t length) noexcept {
    const std::uint64_t size = record_size(memory_.payload_offset, length);
    const std::uint64_t at = tail_ & (memory_.capacity - 1);
    const std::uint64_t need = size + gap() + (at + size <= memory_.capacity ? 0 : memory_.capacity - at);
    return tail_ + need <= limit_ || refresh_limit(tail_ + need);
  }
  [[nodiscard]] const queue_memory& memory() const noexcept { return memory_; }

 private:
  static constexpr std::uint64_t most_zero_ahead = 8 * zero_ahead;

  /// Without a free line a full ring looks empty to a walk, which would hand held records out again.
  static constexpr std::uint64_t gap() noexcept { return Steps::planted("no_gap") ? 0 : line_size; }

  void zero(std::uint64_t from, std::uint64_t to) noexcept {
    for (; from < to; from += line_size) {
      memory_.word(from).store(0, std::memory_order_relaxed);  // relaxed: the next commit's release orders it
      Steps::step("line zeroed");
    }
  }

  /// Takes the next lines into this processor's cache after the commit, off the path of the message just sent. As many
  /// as the next message may need if it is like the last one (4 KB hop: 7.6 times the raw one with 1 KB ahead, 5.4 so).
  void own_lines_ahead(std::uint64_t distance) noexcept {
    std::uint64_t from = std::max(zeroed_, tail_);
    const std::uint64_t to = std::min(tail_ + distance, limit_);
    for (; from < to; from += line_size) {
      memory_.word(from).store(0, std::memory_order_relaxed);  // relaxed: free space; it is 0 already
      Steps::step("line owned");
    }
    zeroed_ = from;
  }

  void commit_pad(std::uint64_t sequence) noexcept {
    const std::uint64_t length = start_ - tail_ - memory_.payload_offset;
    // SYNC commit: the record that this makes reachable was committed before.
    memory_.word(tail_).store(record_word::make(record_state::pad, encoding::bytes, 0, sequence, length).bits,
                              std::memory_order_release);
    Steps::step("pad committed");
  }

  [[nodiscard]] bool refresh_limit(std::uint64_t needed) noexcept {
    // SYNC head: everything below is zeroed and no reader looks at it any more.
    const std::uint64_t head = memory_.cursor->head.load(std::memory_order_acquire) & ~(line_size - 1);
    if (head > tail_ || head + memory_.capacity < limit_) return false;  // impossible: a broken consumer gives no room
    limit_ = head + memory_.capacity;
    return needed <= limit_;
  }

  queue_memory memory_;
  std::uint64_t tail_ = 0;      // where the next record, or the PAD before it, begins
  std::uint64_t limit_ = 0;     // free space ends here; head + capacity as last seen
  std::uint64_t zeroed_ = 0;    // own stores have zeroed the lines from tail to here
  std::uint64_t sequence_ = 0;  // of the last committed record
  std::uint64_t start_ = 0;     // of the claimed record
  std::uint64_t dirty_end_ = 0;
};

template <class Steps>
error queue_producer<Steps>::take_over(const queue_memory& memory) noexcept {
  memory_ = memory;
  lane_page& page = *memory_.page;
  const std::uint64_t line_mask = ~(line_size - 1);
  // SYNC head: zeroed below. (Read first, so that what follows is at least as new.)
  const std::uint64_t head = memory_.cursor->head.load(std::memory_order_acquire) & line_mask;
  Steps::step("head read");
  // relaxed: the previous owner is dead and its lock released by the kernel.
  const std::uint64_t hint = page.sequence_hint.load(std::memory_order_relaxed);
  const intent_word intent{page.intent.load(std::memory_order_relaxed)};
  const std::uint64_t end = head + memory_.capacity;

  std::uint64_t tail = head;
  std::uint64_t sequence = hint;
  if (intent.set()) {
    const std::uint64_t position = intent.position(head);
    if (position > end) return error{errc::corrupt_lane, position};
    // SYNC commit: the record, if the last intent became one.
    record_word word{memory_.word(position).load(std::memory_order_acquire)};
    Steps::step("word read");
    const auto released = [&] {
      const auto& source =
          Steps::planted("take_over_trusts_head") ? memory_.cursor->head : memory_.cursor->releasing;
      // SYNC sweep: a line seen zeroed was announced before.
      const std::uint64_t position_released = source.load(std::memory_order_acquire) & line_mask;
      Steps::step("releasing read");
      return position_released;
    };
    std::uint64_t releasing = released();
    if (releasing < head || releasing > end + memory_.capacity) {
      if (!Steps::planted("take_over_trusts_head")) return error{errc::corrupt_lane, releasing};
    }
    if (word.bits == 0 && releasing <= position) {
      tail = position;  // the batch never became visible: its place and its sequence are free
    } else {
      sequence = intent.sequence(hint);
      tail = std::max(position, releasing);
      // A living consumer zeroes under this walk: a zero proves nothing until `releasing` was read again.
      for (std::uint64_t steps = memory_.capacity / line_size + 2;; --steps) {
        if (steps == 0) return error{errc::corrupt_lane, tail};
        // SYNC commit: as above.
        word.bits = memory_.word(tail).load(std::memory_order_acquire);
        Steps::step("walk read");
        if (word.bits != 0) {
          const std::uint64_t size = record_size(memory_.payload_offset, word.length());
          if ((tail & (memory_.capacity - 1)) + size > memory_.capacity) return error{errc::corrupt_lane, tail};
          tail += size;
          if (Steps::planted("walk_ignores_later_records")) break;
          continue;
        }
        if (Steps::planted("take_over_stops_at_zero")) break;
        releasing = released();
        if (releasing <= tail) break;
        tail = releasing;
      }
    }
  }
  // SYNC head: as above; a living consumer may have moved on.
  const std::uint64_t newest_head = memory_.cursor->head.load(std::memory_order_acquire) & line_mask;
  if (newest_head > tail || tail > newest_head + memory_.capacity) return error{errc::corrupt_lane, tail};

  // relaxed: read only after this owner's death.
  page.sequence_hint.store(sequence, std::memory_order_relaxed);
  Steps::step("take-over hint stored");
  tail_ = start_ = dirty_end_ = zeroed_ = tail;
  sequence_ = sequence;
  limit_ = newest_head + memory_.capacity;
  if (!Steps::planted("take_over_leaves_dirt")) zero(tail_, limit_);
  return {};
}

/// What the consumer's end says about a call to `receive`.
enum class queue_outcome : std::uint8_t { record, empty, corrupt, too_many_held };

/// A record that was handed out. `handle` gives it back.
struct queue_record {
  const std::byte* payload = nullptr;
  record_word word;
  std::uint64_t sequence = 0;
  std::uint32_t handle = 0;
  bool redelivered = false;
};

/// The reading end. One owner at a time; every call but `release_elsewhere` from one thread. Up to `max_held` records
/// may be held at once and are given back in any order. Nothing here allocates, throws or calls the system.
template <class Steps = no_steps>
class queue_consumer {
 public:
  static constexpr std::uint32_t max_held = 64;

  /// Continues where the previous owner, alive no more, stopped: finishes its last release. Records that it was handed
  /// and did not release come again, flagged; `at_most_once` drops them instead.
  [[nodiscard]] error take_over(const queue_memory& memory, bool at_most_once) noexcept;

  [[nodiscard]] queue_outcome receive(queue_record& out) noexcept {
    for (;;) {
      const std::uint64_t at = next_ & (memory_.capacity - 1);
      // SYNC commit: the payload, and the zero behind it. One load says state and length.
      const record_word word{word_at(memory_.data + at).load(std::memory_order_acquire)};
      if (word.bits == 0) return queue_outcome::empty;
      Steps::step("record seen");
      const std::uint64_t length = word.length();
      const std::uint64_t end = next_ + record_size(memory_.payload_offset, length);
      if (length > memory_.max_message || at + (end - next_) > memory_.capacity || end > head_ + memory_.capacity)
          [[unlikely]] return queue_outcome::corrupt;
      if (word.state() == record_state::committed) [[likely]] {
        const bool redelivered =
            Steps::planted("only_first_is_flagged") ? next_ == first_ : next_ < flagged_below_;
        if (!redelivered || !at_most_once_) [[likely]] {
          if (held_count_ == max_held) [[unlikely]] return queue_outcome::too_many_held;
          note_received(end);
          sequence_ = expand_nearest(word.ordinal(), record_word::ordinal_bits, sequence_ + 1);
          const std::uint32_t handle = (held_first_ + held_count_++) % max_held;
          held_[handle] = {next_, false};
          out.payload = memory_.data + at + memory_.payload_offset;
          out.word = word;
          out.sequence = sequence_;
          out.handle = handle;
          out.redelivered = redelivered;
          next_ = end;
          return queue_outcome::record;
        }
      } else if (word.state() == record_state::pad) {
        if (at + (end - next_) != memory_.capacity) return queue_outcome::corrupt;
      } else if (word.state() != record_state::done) {
        return queue_outcome::corrupt;
      }
      next_ = end;
      if (held_count_ == 0) sweep(next_);  // nothing else would give this space back
    }
  }

  /// Gives a record back; its payload may be overwritten from now on.
  void release(std::uint32_t handle) noexcept {
    if (handle == held_first_) [[likely]] {
      release_oldest();
    } else {
      held_[handle].done = true;
      mark_done(held_[handle].position);
    }
  }

  /// The same from another thread: leaves a mark, which the owner's `collect` finds.
  void release_elsewhere(std::uint32_t handle) noexcept { mark_done(held_[handle].position); }

  /// Sweeps what other threads have released.
  void collect() noexcept {
    for (std::uint32_t i = 0; i < held_count_; ++i) {
      held& entry = held_[(held_first_ + i) % max_held];
      // SYNC done: the other thread's reads of the payload are over.
      const record_word word{memory_.word(entry.position).load(std::memory_order_acquire)};
      if (word.state() == record_state::done) entry.done = true;
    }
    if (held_count_ != 0 && held_[held_first_].done) release_oldest();
  }

  [[nodiscard]] std::uint32_t held_count() const noexcept { return held_count_; }
  [[nodiscard]] std::uint64_t head() const noexcept { return head_; }
  [[nodiscard]] std::uint64_t next() const noexcept { return next_; }
  [[nodiscard]] const queue_memory& memory() const noexcept { return memory_; }

 private:
  struct held {
    std::uint64_t position;
    bool done;
  };

  void note_received(std::uint64_t end) noexcept {
    if (end <= received_ || Steps::planted("received_not_recorded")) return;
    received_ = end;
    // relaxed: read only by the next owner, after this one's death.
    memory_.cursor->received.store(end, std::memory_order_relaxed);
    program_order();  // before the user sees the record
    Steps::step("received stored");
  }

  void release_oldest() noexcept {
    do {
      held_first_ = (held_first_ + 1) % max_held;
      --held_count_;
    } while (held_count_ != 0 && held_[held_first_].done);
    sweep(held_count_ != 0 ? held_[held_first_].position : next_);
  }

  void mark_done(std::uint64_t position) noexcept {
    if (Steps::planted("done_not_stored")) return;
    const auto word = memory_.word(position);
    // relaxed: this side alone writes the word while the record is held.
    const record_word now{word.load(std::memory_order_relaxed)};
    // SYNC done: reads of the payload are over.
    word.store(now.with(record_state::done).bits, std::memory_order_release);
    Steps::step("done stored");
  }

  /// Gives [head, end) back to the producer: announce, zero, hand over.
  void sweep(std::uint64_t end) noexcept {
    if (!Steps::planted("no_releasing")) {
      // SYNC sweep: (with the fence) seen by whoever sees one of the zeros.
      memory_.cursor->releasing.store(end, std::memory_order_relaxed);
      release_fence();
      Steps::step("releasing stored");
    }
    for (std::uint64_t p = head_; p < end; p += line_size) {
      memory_.word(p).store(0, after_release_fence);  // relaxed: the head's release orders it for the producer
      Steps::step("line swept");
    }
    if (Steps::planted("no_releasing")) {
      memory_.cursor->releasing.store(end, std::memory_order_relaxed);
      Steps::step("late releasing stored");
    }
    head_ = end;
    // SYNC head: the lines below are zeroed and unread.
    memory_.cursor->head.store(end, std::memory_order_release);
    Steps::step("head stored");
  }

  queue_memory memory_;
  std::uint64_t head_ = 0;
  std::uint64_t next_ = 0;           // where the next record is expected
  std::uint64_t received_ = 0;       // the shared word's value
  std::uint64_t flagged_below_ = 0;  // a former owner was handed these
  std::uint64_t first_ = 0;
  std::uint64_t sequence_ = 0;
  std::uint32_t held_first_ = 0;
  std::uint32_t held_count_ = 0;
  bool at_most_once_ = false;
  std::array<held, max_held> held_{};
};

template <class Steps>
error queue_consumer<Steps>::take_over(const queue_memory& memory, bool at_most_once) noexcept {
  memory_ = memory;
  at_most_once_ = at_most_once;
  held_first_ = held_count_ = 0;
  queue_cursor& cursor = *memory_.cursor;
  const std::uint64_t line_mask = ~(line_size - 1);
  // relaxed: these words were written by the previous owner, dead and its lock released by the kernel.
  head_ = cursor.head.load(std::memory_order_relaxed) & line_mask;
  const std::uint64_t releasing = cursor.releasing.load(std::memory_order_relaxed) & line_mask;
  received_ = cursor.received.load(std::memory_order_relaxed) & line_mask;
  if (releasing > head_ + memory_.capacity || received_ > head_ + memory_.capacity) {
    return error{errc::corrupt_lane, head_};
  }
  if (releasing > head_) sweep(releasing);
  next_ = first_ = head_;
  flagged_below_ = received_;
  // relaxed: only a start for the expansion of ordinals; at most a ring of records away from the truth.
  sequence_ = memory_.page->sequence_hint.load(std::memory_order_relaxed);
  return {};
}

}  // namespace hushring::detail
