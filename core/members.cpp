// From one member or element to the next, where the prediction failed: white space, shuffled keys, unknown members.
#include <cstring>

#include <hushring/json/detail/bytes.hpp>
#include <hushring/json/detail/compiled.hpp>
#include <hushring/json/detail/context.hpp>

#include "escapes.hpp"

namespace hushring::detail {
namespace {

/// Words of a key of `length` bytes at `p`, zero-filled.
HUSHRING_INLINE std::uint64_t key_word(const char* p, std::size_t left) noexcept {
  return load_u64(p) & low_bytes(left);
}

/// As pass_space, from a newline on: where all of the gap is blanks behind it, 16 at a time.
HUSHRING_INLINE const char* pass_line(const char* p, const char* end) noexcept {
  ++p;
#if HUSHRING_SSE2
  while (p < end) {
    const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const __m128i blank = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8(' ')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\t')));
    const auto m = static_cast<std::uint32_t>(_mm_movemask_epi8(blank)) ^ 0xFFFF;
    if (m != 0) {
      p += std::countr_zero(m);
      break;
    }
    p += 16;
  }
  if (p >= end) return end;
  if (static_cast<unsigned char>(*p) > ' ') [[likely]] return p;
#endif
  return skip_space(p, end);
}

/// Passes white space where `level` containers are what the text may be indented by: remembers by how much it is.
HUSHRING_COLD const char* pass_gap(const char* p, context& c, unsigned level) noexcept {
  if (*p != '\n' || p >= c.end) return skip_space(p, c.end);
  const char* const q = pass_line(p, c.end);
  const auto blanks = static_cast<std::uint64_t>(q - p - 1);
  if (level != 0 && blanks <= 16) c.indent = static_cast<unsigned>(blanks) / level;
  return q;
}

/// The member whose key is spelt with escapes between `p` and `quote`.
HUSHRING_COLD std::uint32_t find_escaped(const object_info& object, const char* p, const char* quote) noexcept {
  for (std::uint32_t i = 0; i < object.key_count; ++i)
    if (spells(p, quote, object.keys[i].key)) return object.keys[i].member;
  return object.count;
}

/// An unknown member, at its value, where it is not skipped with validation.
HUSHRING_COLD member_step pass_unknown(const char* p, const char* end, const object_info& object, unsigned depth,
                                       const read_options& options) noexcept {
  if (object.collected != nullptr) return {p, kept_member};
  if (options.unknown == unknown::error) return {nullptr, no_member};
  p = skip_structural(p, end, depth, options.max_depth);
  return p != nullptr ? member_step{p, skipped_member} : member_step{nullptr, no_member};
}

}  // namespace

std::uint32_t find_member(const object_info& object, const char* key, std::size_t length) noexcept {
  std::uint64_t h = hash_start(object.seed, length);
  const std::uint64_t first = key_word(key, length);
  h = hash_step(h, first);
  for (std::size_t i = 8; i < length; i += 8) h = hash_step(h, key_word(key + i, length - i));
  const std::uint32_t displacement = object.displacements[h & object.bucket_mask];
  const std::uint32_t index = object.slots[hash_slot(h, displacement) & object.slot_mask];
  if (index == object.key_count) return object.count;
  const key_info& k = object.keys[index];
  if (k.key.size() != length || k.word != first) return object.count;
  if (length > 8 && std::memcmp(k.key.data() + 8, key + 8, length - 8) != 0) return object.count;
  return k.member;
}

member_step next_member(const char* p, context& c, const object_info& object, bool first, unsigned depth,
                        const read_options& options) noexcept {
  constexpr member_step failure{nullptr, no_member};
  const char* const end = c.end;
  if (static_cast<unsigned char>(*p) <= ' ') p = pass_gap(p, c, first ? depth : depth - 1);
  if (p >= end) return failure;
  if (*p == '}') return {p + 1, end_of_object};
  if (!first) {
    if (*p != ',') return failure;
    ++p;
    if (static_cast<unsigned char>(*p) <= ' ') p = pass_gap(p, c, depth);
  }
  if (p >= end || *p != '"') return failure;
  const char* key = ++p;
  std::uint32_t index;
  const std::uint32_t special = special_mask16(p);
  const char* quote = p + std::countr_zero(special | (1u << 16));
  if (special != 0 && quote < end && *quote == '"') [[likely]] {
    index = find_member(object, key, static_cast<std::size_t>(quote - key));
  } else {
    const scanned_string s = scan_string(p, end);
    if (s.quote == nullptr) return failure;
    quote = s.quote;
    index = s.escaped ? find_escaped(object, key, quote)
                      : find_member(object, key, static_cast<std::size_t>(quote - key));
  }
  p = pass_space(quote + 1, end);
  if (p >= end || *p != ':') return failure;
  p = pass_space(p + 1, end);
  if (p >= end) return failure;
  if (index == object.count) {
    if (object.collected != nullptr || options.unknown != unknown::skip) [[unlikely]]
      return pass_unknown(p, end, object, depth, options);
    p = skip_value(p, end, depth, options.max_depth);
    return p != nullptr ? member_step{p, skipped_member} : failure;
  }
  const char opening = object.members[index].opening;
  if (opening != '\0' && *p == opening) return {p + 1, index};
  if (*p == 'n') {
    if (load_u32(p) != word_of("null", 4) || end - p < 4) return failure;
    return {p + 4, null_member + index};
  }
  if (opening != '\0') return failure;
  return {p, index};
}

element_step next_element(const char* p, context& c, char opening, bool first, unsigned depth) noexcept {
  constexpr element_step failure{nullptr, element_step_kind::failure};
  const char* const end = c.end;
  if (static_cast<unsigned char>(*p) <= ' ') p = pass_gap(p, c, first ? depth : depth - 1);
  if (p >= end) return failure;
  if (*p == ']') return {p + 1, element_step_kind::end};
  if (!first) {
    if (*p != ',') return failure;
    ++p;
    if (static_cast<unsigned char>(*p) <= ' ') p = pass_gap(p, c, depth);
    if (p >= end) return failure;
  }
  if (*p == 'n') {
    if (load_u32(p) != word_of("null", 4) || end - p < 4) return failure;
    return {p + 4, element_step_kind::null};
  }
  if (opening == '\0') return {p, element_step_kind::value};
  return *p == opening ? element_step{p + 1, element_step_kind::value} : failure;
}

}  // namespace hushring::detail
