// Where the containers of a text end.
#pragma once

#include <cstddef>

namespace hushring::detail {

/// The ends of all containers in a value but the short ones, so that what was passed once can be passed again in one
/// step.
class container_ends {
 public:
  /// Of the value at `p`, which is JSON. Reads nothing behind `end`. Null when there is no memory.
  static container_ends* of(const char* p, const char* end) noexcept;

  /// What is behind the container that begins at `p`; null when that is not known.
  [[nodiscard]] const char* behind(const char* p) const noexcept;

  container_ends(const container_ends&) = delete;
  container_ends& operator=(const container_ends&) = delete;
  ~container_ends();

 private:
  struct range {
    const char* first;
    const char* last;   // null while it is open
    std::size_t outer;  // the container around it, while it is open
  };

  container_ends() noexcept = default;
  bool collect(const char* p, const char* end) noexcept;
  bool open(const char* p, std::size_t outer) noexcept;

  range* ranges_ = nullptr;  // in the order of the text
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace hushring::detail
