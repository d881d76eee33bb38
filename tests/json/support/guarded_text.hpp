// A place for texts that end where the next page cannot be read.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace hushring::testing {

class guarded_text {
 public:
  explicit guarded_text(std::size_t capacity = 1 << 16) {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    size_ = (capacity + page - 1) / page * page;
    mapped_ = size_ + page;
    void* p = ::mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) std::abort();
    bytes_ = static_cast<char*>(p);
    if (::mprotect(bytes_ + size_, page, PROT_NONE) != 0) std::abort();
  }
  guarded_text(const guarded_text&) = delete;
  guarded_text& operator=(const guarded_text&) = delete;
  ~guarded_text() { ::munmap(bytes_, mapped_); }

  /// Copies `text` so that `distance` bytes lie between its end and the unmapped page; they repeat `tail`.
  std::string_view place(std::string_view text, std::size_t distance = 0, std::string_view tail = {}) {
    if (text.size() + distance > size_) std::abort();
    char* const begin = bytes_ + size_ - distance - text.size();
    if (!text.empty()) std::memcpy(begin, text.data(), text.size());
    for (std::size_t i = 0; i < distance; ++i) begin[text.size() + i] = tail.empty() ? '\0' : tail[i % tail.size()];
    return {begin, text.size()};
  }

  [[nodiscard]] char* end() const { return bytes_ + size_; }
  [[nodiscard]] std::size_t capacity() const { return size_; }

 private:
  char* bytes_;
  std::size_t size_;
  std::size_t mapped_;
};

}  // namespace hushring::testing
