#include "container_ends.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace hushring::detail {
namespace {

/// Shorter ones are passed as quickly as they are looked up.
constexpr std::ptrdiff_t shortest = 64;

}  // namespace

container_ends* container_ends::of(const char* p, const char* end) noexcept {
  auto* const made = new (std::nothrow) container_ends;
  if (made == nullptr || made->collect(p, end)) return made;
  delete made;
  return nullptr;
}

container_ends::~container_ends() { std::free(ranges_); }

bool container_ends::open(const char* p, std::size_t outer) noexcept {
  if (size_ == capacity_) {
    const std::size_t capacity = capacity_ == 0 ? 64 : capacity_ * 2;
    void* const grown = std::realloc(ranges_, capacity * sizeof(range));
    if (grown == nullptr) return false;
    ranges_ = static_cast<range*>(grown);
    capacity_ = capacity;
  }
  ranges_[size_++] = {p, nullptr, outer};
  return true;
}

bool container_ends::collect(const char* p, const char* end) noexcept {
  constexpr std::size_t none = ~std::size_t{0};
  std::size_t innermost = none;
  for (; p < end; ++p) {
    const char c = *p;
    if (c == '"') {
      for (++p; p < end && *p != '"'; ++p)
        if (*p == '\\') ++p;
    } else if (c == '{' || c == '[') {
      if (!open(p, innermost)) return false;
      innermost = size_ - 1;
    } else if (c == '}' || c == ']') {
      if (innermost == none) break;  // the text changed
      range& closed = ranges_[innermost];
      innermost = closed.outer;
      closed.last = p + 1;
      // what is in it is shorter, and gone already
      if (closed.last - closed.first < shortest) --size_;
      if (innermost == none) break;
    }
  }
  return true;
}

const char* container_ends::behind(const char* p) const noexcept {
  const range* const found =
      std::lower_bound(ranges_, ranges_ + size_, p, [](const range& r, const char* at) { return r.first < at; });
  return found != ranges_ + size_ && found->first == p ? found->last : nullptr;
}

}  // namespace hushring::detail
