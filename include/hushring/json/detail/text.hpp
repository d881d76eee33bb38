// From a text as the caller has it to bytes that may be read `reach` bytes behind their end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <hushring/json/detail/config.hpp>
#include <hushring/json/detail/parse_tuples.hpp>

namespace hushring::detail {
inline namespace HUSHRING_BUILD {

/// True when `reach` bytes behind `end` lie on the page of the last byte, and can therefore be read.
HUSHRING_INLINE bool page_reaches(const char* end) noexcept {
  constexpr std::uintptr_t smallest_page = 4096;
  const auto last = reinterpret_cast<std::uintptr_t>(end) - 1;
  return ((last ^ (last + reach)) < smallest_page);
}

/// Reads the one value that the bytes from `begin` to `end` hold. What a copy is read from gives views into `text`.
/// `why` is set where it is already known why that fails.
template <read_options O, class T>
bool parse_whole(const char* begin, const char* end, const char* text, T& out, arena* scratch, error& why) {
  context c{begin, end, scratch, text - begin};
  const char* p = skip_space(begin, end);
  if (p >= end) return false;
  p = parse_value<O>(p, c, out, 0);
  if (p != nullptr && p <= end && skip_space(p, end) == end) [[likely]] return true;
  if (c.out_of_memory) why.code = errc::out_of_memory;
  else if (c.refused != errc::ok) why = {c.refused, static_cast<std::uint64_t>(c.refused_at - begin)};
  return false;
}

/// A copy of a text, `reach` zeros behind it.
class text_copy {
 public:
  /// In `memory`, or in a block that goes with this object.
  text_copy(const char* begin, const char* end, arena* memory = nullptr) noexcept {
    const auto size = static_cast<std::size_t>(end - begin);
    const std::size_t room = size + reach;
    begin_ = memory != nullptr ? memory->reserve(room) : room <= sizeof small_ ? small_ : own_.reserve(room);
    if (begin_ == nullptr) return;
    if (memory != nullptr) memory->commit(room);
    if (size != 0) std::memcpy(begin_, begin, size);
    std::memset(begin_ + size, 0, reach);
    end_ = begin_ + size;
  }
  text_copy(const text_copy&) = delete;
  text_copy& operator=(const text_copy&) = delete;

  /// Null when there was no memory.
  [[nodiscard]] const char* begin() const noexcept { return begin_; }
  [[nodiscard]] const char* end() const noexcept { return end_; }

 private:
  char* begin_;
  char* end_ = nullptr;
  arena own_;
  char small_[1024];
};

/// The same for bytes that must not be read behind: from a copy.
template <read_options O, class T>
HUSHRING_COLD bool parse_copy(const char* begin, const char* end, T& out, arena* scratch, error& why) {
  const text_copy copy(begin, end);  // not in `scratch`, whose memory the views of this very parse need
  if (copy.begin() != nullptr) return parse_whole<O>(copy.begin(), copy.end(), begin, out, scratch, why);
  why.code = errc::out_of_memory;
  return false;
}

template <read_options O>
inline constexpr read_options of_the_copy = [] {
  read_options o = O;
  o.stable = false;
  return o;
}();

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail

namespace hushring {

/// The code that reads a T with the options O: one copy for all who call it. It is instantiated where T is first read,
/// in every translation unit that reads T; where compile time counts, once in the program:
///
///     extern template struct hushring::reading<order>;  // behind the definition of order, in its header
///     template struct hushring::reading<order>;         // in one source file
///
/// All of them must be compiled with the same flags (-march, sanitizers, HUSHRING_ macros).
template <class T, read_options O = read_options{}, class Build = detail::build>
struct reading {
  /// Reads a whole text, which may begin with a byte order mark. `scratch` may be null when T holds no views.
  static error parse(const char* begin, const char* end, T& out, arena* scratch, detail::tail_bytes tail);
};

template <class T, read_options O, class Build>
error reading<T, O, Build>::parse(const char* begin, const char* end, T& out, arena* scratch, detail::tail_bytes tail) {
  using namespace detail;
  static_assert(O.max_depth <= largest_depth, "hushring: read_options::max_depth is at most 4096");
  if constexpr (O.stable) {
    const text_copy copy(begin, end, scratch);
    if (copy.begin() == nullptr) return {errc::out_of_memory, 0};
    return reading<T, of_the_copy<O>>::parse(copy.begin(), copy.end(), out, scratch, tail_bytes::padded);
  }
  const char* p = begin;
  if (end - p >= 3 && p[0] == '\xEF' && p[1] == '\xBB' && p[2] == '\xBF') p += 3;
  error why{};
  // a number at the end of the text could go on behind it: root numbers are read from a copy
  constexpr bool bounded = opening_of<T>() != '\0';
  const bool in_place = bounded && p != end &&
                        (tail == tail_bytes::padded || (!exact_bounds && page_reaches(end)));
  const bool good = in_place ? parse_whole<O>(p, end, p, out, scratch, why)
                             : parse_copy<O>(p, end, out, scratch, why);
  if (good) [[likely]] return {};
  if (why.code == errc::out_of_memory) return why;
  const error found = locate_error(begin, end, described<T>::info, O);
  if (!why) return found;
  why.offset += static_cast<std::uint64_t>(p - begin);
  return found.code == errc::text_changed || why.offset < found.offset ? why : found;
}

namespace detail {
inline namespace HUSHRING_BUILD {

template <read_options O, class T>
HUSHRING_INLINE error parse(const char* begin, const char* end, T& out, arena* scratch, tail_bytes tail) {
  return reading<T, O>::parse(begin, end, out, scratch, tail);
}

}  // namespace HUSHRING_BUILD
}  // namespace detail
}  // namespace hushring
