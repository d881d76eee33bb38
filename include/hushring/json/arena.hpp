// A bump allocator for strings that had to be decoded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

namespace hushring {

/// Memory for decoded strings: chunks that never move, so views into them stay valid until `reset()` or destruction.
/// Belongs to one thread at a time. After the first few messages `reset()` keeps one chunk large enough for all that
/// was needed, and nothing is allocated any more.
class arena {
 public:
  arena() noexcept = default;
  /// One that never holds more than `most` bytes.
  explicit arena(std::size_t most) noexcept : most_(most) {}
  arena(arena&& other) noexcept
      : first_(std::exchange(other.first_, nullptr)),
        used_(std::exchange(other.used_, 0)),
        total_(std::exchange(other.total_, 0)),
        most_(other.most_) {}
  arena& operator=(arena&& other) noexcept {
    if (this != &other) {
      release();
      first_ = std::exchange(other.first_, nullptr);
      used_ = std::exchange(other.used_, 0);
      total_ = std::exchange(other.total_, 0);
      most_ = other.most_;
    }
    return *this;
  }
  ~arena() { release(); }

  /// A place for up to `n` bytes, or null when there is no memory or too much of it in use. `commit` says how many of
  /// them were used.
  [[nodiscard]] char* reserve(std::size_t n) noexcept {
    if (first_ != nullptr && first_->capacity - used_ >= n) return first_->bytes() + used_;
    return grow(n);
  }
  void commit(std::size_t n) noexcept { used_ += n; }

  /// Gives all views up. Keeps the memory: one chunk as large as all the chunks together.
  void reset() noexcept {
    if (first_ != nullptr && first_->next != nullptr) {
      const std::size_t wanted = total_;
      release();
      static_cast<void>(grow(wanted));
    }
    used_ = 0;
  }

 private:
  struct chunk {
    chunk* next;
    std::size_t capacity;
    char* bytes() noexcept { return reinterpret_cast<char*>(this + 1); }
  };

  char* grow(std::size_t n) noexcept {
    if (n > most_ - total_) return nullptr;
    const std::size_t least = most_ - total_ < 4096 ? most_ - total_ : 4096;
    const std::size_t capacity = n < least ? least : n;
    auto* fresh = static_cast<chunk*>(std::malloc(sizeof(chunk) + capacity));
    if (fresh == nullptr) return nullptr;
    *fresh = {first_, capacity};
    first_ = fresh;
    used_ = 0;
    total_ += capacity;
    return fresh->bytes();
  }
  void release() noexcept {
    while (first_ != nullptr) {
      chunk* next = first_->next;
      std::free(first_);
      first_ = next;
    }
    used_ = total_ = 0;
  }

  chunk* first_ = nullptr;
  std::size_t used_ = 0;   // bytes used of the newest chunk
  std::size_t total_ = 0;  // bytes of all chunks
  std::size_t most_ = static_cast<std::size_t>(PTRDIFF_MAX) - sizeof(chunk);  // that total_ may become
};

}  // namespace hushring
