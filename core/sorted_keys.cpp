// Keys of maps, sorted.
#include <algorithm>
#include <limits>
#include <new>

#include <hushring/json/detail/sorted_maps.hpp>

namespace hushring::detail {

key_list::~key_list() { ::operator delete(entries_); }

bool key_list::reserve(std::size_t count, std::size_t bytes) noexcept {
  if (count > (std::numeric_limits<std::size_t>::max() / 2 - bytes) / sizeof(entry)) return false;
  void* const block = ::operator new(count * sizeof(entry) + bytes, std::nothrow);
  if (block == nullptr) return false;
  entries_ = static_cast<entry*>(block);
  next_ = static_cast<char*>(block) + count * sizeof(entry);
  left_ = bytes;
  return true;
}

void key_list::add(std::size_t size, const void* value) noexcept {
  if (size > left_) size = left_;
  ::new (static_cast<void*>(entries_ + count_++)) entry{next_, size, value};
  next_ += size;
  left_ -= size;
}

void key_list::sort() noexcept {
  std::sort(entries_, entries_ + count_, [](const entry& a, const entry& b) {
    return std::string_view(a.text, a.size) < std::string_view(b.text, b.size);  // compares bytes without a sign
  });
}

}  // namespace hushring::detail
