// A queue lane in ordinary memory, and looks at its raw bytes.
#pragma once

#include <hushring/ipc/detail/queue_lane.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>

namespace hushring::test {

class queue_in_memory {
 public:
  /// `position` and `sequence`: where a lane that has worked for long stands now.
  explicit queue_in_memory(std::uint64_t capacity = 2048, std::uint64_t max_message = 400, std::uint64_t position = 0,
                           std::uint64_t sequence = 0, std::uint64_t payload_offset = 8)
      : data_(static_cast<std::byte*>(::operator new(capacity + 64, std::align_val_t{64}))),
        page_(std::make_unique<detail::lane_page>()),
        cursor_(std::make_unique<detail::queue_cursor>()) {
    std::memset(data_, 0, capacity + 64);
    memory_ = {data_, page_.get(), cursor_.get(), capacity, max_message, payload_offset};
    cursor_->head = position;
    cursor_->releasing = position;
    cursor_->received = position;
    page_->sequence_hint = sequence;
  }
  queue_in_memory(const queue_in_memory&) = delete;
  queue_in_memory& operator=(const queue_in_memory&) = delete;
  ~queue_in_memory() { ::operator delete(data_, std::align_val_t{64}); }

  const detail::queue_memory& memory() const { return memory_; }
  detail::lane_page& page() { return *page_; }
  detail::queue_cursor& cursor() { return *cursor_; }
  std::uint64_t word(std::uint64_t position) const { return memory_.word(position).load(); }
  std::byte* at(std::uint64_t position) const { return data_ + (position & (memory_.capacity - 1)); }

  /// The first line in [from, to) whose first word is not 0, or `to`.
  std::uint64_t first_dirty(std::uint64_t from, std::uint64_t to) const {
    while (from < to && word(from) == 0) from += 64;
    return from;
  }

 private:
  std::byte* data_;
  std::unique_ptr<detail::lane_page> page_;
  std::unique_ptr<detail::queue_cursor> cursor_;
  detail::queue_memory memory_;
};

/// A payload of which every byte is stored, and which looks like records where lines begin.
inline void scribble(std::byte* to, std::uint64_t length) {
  const std::uint64_t lie =
      detail::record_word::make(detail::record_state::committed, encoding::bytes, 0, 1, 1).bits;
  for (std::uint64_t i = 0; i < length; ++i) to[i] = static_cast<std::byte>(lie >> (i + 8) % 64 % 8 * 8);
}

template <class Producer>
bool send(Producer& p, std::string_view text) {
  std::byte* place = p.claim(text.size());
  if (place == nullptr) return false;
  std::memcpy(place, text.data(), text.size());
  p.commit(text.size(), text.size(), encoding::json, 5);
  return true;
}

inline std::string text_of(const detail::queue_record& r) {
  return std::string(reinterpret_cast<const char*>(r.payload), r.word.length());
}

/// Receives one message and gives it back; otherwise the outcome's name.
template <class Consumer>
std::string next(Consumer& c) {
  detail::queue_record r;
  switch (c.receive(r)) {
    case detail::queue_outcome::record: {
      std::string text = text_of(r);
      if (r.redelivered) text += " (again)";
      c.release(r.handle);
      return text;
    }
    case detail::queue_outcome::empty: return "<empty>";
    case detail::queue_outcome::corrupt: return "<corrupt>";
    case detail::queue_outcome::too_many_held: return "<too many held>";
  }
  return "<?>";
}

}  // namespace hushring::test
