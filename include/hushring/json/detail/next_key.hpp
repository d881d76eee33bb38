// The key of the next member, where the text is laid out as expected: compact, or indented with a line for each member.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include <hushring/json/detail/bytes.hpp>
#include <hushring/json/detail/compiled.hpp>
#include <hushring/json/detail/context.hpp>
#include <hushring/json/detail/members.hpp>

namespace hushring::detail {
inline namespace HUSHRING_BUILD {

/// The largest key constant that may be matched, behind one check, at a place that may lie behind the end: constant,
/// then the widest read of a value's beginning (an integer's 19 characters), stay below `reach`.
inline constexpr std::size_t unchecked_key = 32;
static_assert(unchecked_key + 1 + 24 <= reach);

/// True when the constant `Text`, without its first `Skip` characters, stands at `p`. `Likely`: without a branch
/// between its words.
template <const auto& Text, std::size_t Skip, bool Likely = true>
HUSHRING_INLINE bool matches(const char* p, const context& c) noexcept {
  constexpr std::size_t n = Text.size() - Skip;
  constexpr const char* text = Text.data() + Skip;
  if constexpr (n > unchecked_key) {
    if (c.end - p < static_cast<std::ptrdiff_t>(n)) return false;
  }
  if constexpr (n < 8) {
    return ((load_u64(p) ^ word_of(text, n)) & low_bytes(n)) == 0;
  } else {
    if constexpr (!Likely && n > 8) {
      if (load_u64(p) != word_of(text, 8)) return false;
    }
    std::uint64_t differ = 0;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      ((differ |= load_u64(p + 8 * I) ^ word_of(text + 8 * I, 8)), ...);
    }(std::make_index_sequence<n / 8>{});
    if constexpr (n % 8 != 0) differ |= load_u64(p + n - 8) ^ word_of(text + n - 8, 8);
    return differ == 0;
  }
}

/// From a newline to behind the blanks that follow it, when `level` containers are indented as they were before: the
/// cursor then follows from what is remembered, and the text only has to agree. Null when it does not, and where less
/// than 64 bytes are left.
HUSHRING_INLINE const char* indented_as_before(const char* p, const context& c, unsigned level) noexcept {
  const unsigned n = level * c.indent;
  return c.end - p >= 64 && n <= 16 && are_blanks(p + 1, n) ? p + 1 + n : nullptr;
}

/// Structs with more members find them by a table.
inline constexpr std::size_t compared_keys = 16;

/// Finds the member whose key, from its opening quote at `key` on, follows as compact JSON spells it; then moves `p` to
/// where its value is read from.
template <class T>
HUSHRING_INLINE bool find_spelling(const char*& p, const char* key, const context& c, std::uint32_t& member) noexcept {
  constexpr std::size_t n = member_count<T>;
  if constexpr (n <= compared_keys) {
    // One after the other: the cursor then follows from predicted branches, not from loads.
    return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
      return ((matches<fused_key<T, I>, 1, false>(key, c) &&
               (member = I, p = key + fused_key<T, I>.size() - 1, true)) || ...);
    }(std::make_index_sequence<n>{});
  } else {
    constexpr const auto& table = spelling_table_of<T>;
    if (table.multiplier == 0) return false;
    const std::uint64_t word = load_u64(++key);
    const std::uint32_t i = table.slots[((word & table.mask) * table.multiplier) >> (64 - table.bits)];
    const spelling& s = table.spellings[i];
    if (((word ^ s.word) & s.mask) != 0) return false;
    if (s.size > unchecked_key && c.end - key < static_cast<std::ptrdiff_t>(s.size)) return false;
    if (s.size > 8 && std::memcmp(key + 8, s.text + 8, s.size - 8) != 0) return false;
    p = key + s.size;
    member = i;
    return true;
  }
}

/// `"key": ` and the opening character of a member's value, as indented JSON has them: no longer than its words.
struct line_key {
  std::array<std::uint64_t, 3> words{};
  std::array<std::uint64_t, 3> masks{};
  std::size_t size = 0;
};
template <class T>
inline constexpr auto line_keys = []<std::size_t... I>(std::index_sequence<I...>) {
  [[maybe_unused]] const auto one = []<std::size_t N>(const std::array<char, N>& fused, bool opening) {
    std::array<char, N> text{};
    const std::size_t blank = N - 1 - opening;
    for (std::size_t i = 0; i < blank; ++i) text[i] = fused[i + 1];
    text[blank] = ' ';
    if (opening) text[blank + 1] = fused[blank + 1];
    line_key k;
    if (N > sizeof k.words) return k;
    k.size = N;
    for (std::size_t i = 0; 8 * i < N; ++i) {
      k.words[i] = word_of(text.data() + 8 * i, N - 8 * i);
      k.masks[i] = low_bytes(N - 8 * i);
    }
    return k;
  };
  return std::array<line_key, sizeof...(I)>{one(fused_key<T, I>, opening_of<member_type<T, I>>() != '\0')...};
}(std::make_index_sequence<member_count<T>>{});

/// Instead of the member that is likely next: none was read yet, and then it is the first one.
inline constexpr std::uint32_t first_member = 1u << 16;

/// As find_spelling, where each member is on a line of its own, the likely one on the next; or the end of the object.
template <class T>
HUSHRING_INLINE bool find_line(const char*& p, const context& c, std::uint32_t likely, std::uint32_t& member,
                               unsigned depth) noexcept {
  constexpr std::size_t n = member_count<T>;
  const bool first = likely == first_member;
  if (!first && *p == '\n') {
    const char* const q = indented_as_before(p, c, depth - 1);
    if (q == nullptr || *q != '}') return false;
    p = q + 1;
    member = end_of_object;
    return true;
  }
  if (first ? *p != '\n' : load_u16(p) != word_of(",\n", 2)) return false;
  const std::uint32_t i = likely & (first_member - 1);
  if (i >= n) return false;
  const line_key& k = line_keys<T>[i];
  const char* const q = indented_as_before(first ? p : p + 1, c, depth);
  if (q == nullptr || k.size == 0) return false;
  std::uint64_t differ = 0;
  for (std::size_t w = 0; w < k.words.size(); ++w) differ |= (load_u64(q + 8 * w) ^ k.words[w]) & k.masks[w];
  if (differ != 0) return false;
  p = q + k.size;
  member = i;
  return true;
}

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
