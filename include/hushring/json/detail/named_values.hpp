// Strings that are one of a few constant texts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include <hushring/json/detail/parse.hpp>
#include <hushring/json/detail/put.hpp>
#include <hushring/json/detail/utf8.hpp>

namespace hushring::detail {

// ---- compiled

/// Which of `count` texts the string from behind its opening quote is, however it is spelled. Gives the place behind
/// its closing quote; null when it is none of them.
const char* read_name(const char* p, const char* end, const std::string_view* texts, std::size_t count,
                      std::size_t& index) noexcept;
/// Of a whole string of JSON.
errc check_name(const char* first, const char* last, const std::string_view* texts, std::size_t count) noexcept;
template <std::size_t N>
errc check_name(const char* first, const char* last, const std::array<std::string_view, N>& texts) noexcept {
  return check_name(first, last, texts.data(), N);
}

// ---- at compile time

template <std::size_t N>
consteval bool texts_differ(const std::array<std::string_view, N>& texts) {
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = i + 1; j < N; ++j)
      if (texts[i] == texts[j]) return false;
  return true;
}
template <std::size_t N>
consteval bool texts_are_utf8(const std::array<std::string_view, N>& texts) {
  for (const std::string_view text : texts)
    if (!is_utf8(text)) return false;
  return true;
}
/// True when the text stands in JSON as it is.
consteval bool needs_no_escape(std::string_view text) {
  for (const char c : text)
    if (c == '"' || c == '\\' || (static_cast<unsigned char>(c) < 0x20)) return false;
  return true;
}

inline namespace HUSHRING_BUILD {

/// The first 8 bytes of a text with its closing quote, the last 8 of a longer one.
consteval std::uint64_t quoted_word(std::string_view text, std::size_t at) {
  char bytes[8] = {};
  for (std::size_t i = 0; i < 8 && at + i <= text.size(); ++i) bytes[i] = at + i < text.size() ? text[at + i] : '"';
  return word_of(bytes, 8);
}

/// True when text number I and a quote stand at `p`, where `first` was loaded from. Whole words are compared; each
/// text's bytes are looked at once, so that it does not matter when they change.
template <const auto& Texts, std::size_t I>
HUSHRING_INLINE bool is_name(const char* p, const context& c, std::uint64_t first) noexcept {
  constexpr std::string_view text = Texts[I];
  constexpr std::size_t n = text.size() + 1;
  if constexpr (!needs_no_escape(text)) return false;
  if constexpr (n <= 8) {
    return ((first ^ quoted_word(text, 0)) & low_bytes(n)) == 0 && p + n <= c.end;
  } else {
    if (first != quoted_word(text, 0)) return false;
    if (c.end - p < static_cast<std::ptrdiff_t>(n)) return false;
    return [&]<std::size_t... J>(std::index_sequence<J...>) {
      return ((load_u64(p + 8 * J + 8) == quoted_word(text, 8 * J + 8)) && ...);
    }(std::make_index_sequence<n / 8 - 1>{}) && (n % 8 == 0 || load_u64(p + n - 8) == quoted_word(text, n - 8));
  }
}

/// Many texts are looked up by their hash, as members' keys are.
template <const auto& Texts>
struct name_table {
  static constexpr auto count = static_cast<std::uint32_t>(Texts.size());
  static constexpr auto hash = make_key_hash(Texts);
  static_assert(hash.found, "hushring: no perfect hash was found for the texts of an enumeration");
  static constexpr auto keys = [] {
    std::array<key_info, count> out{};
    for (std::uint32_t i = 0; i < count; ++i) out[i] = {Texts[i], word_of(Texts[i].data(), Texts[i].size()), i};
    return out;
  }();
  static constexpr object_info info{.members = nullptr,
                                    .count = count,
                                    .keys = keys.data(),
                                    .key_count = count,
                                    .collected = nullptr,
                                    .bucket_mask = static_cast<std::uint32_t>(hash.displacements.size() - 1),
                                    .slot_mask = static_cast<std::uint32_t>(hash.slots.size() - 1),
                                    .seed = hash.seed,
                                    .displacements = hash.displacements.data(),
                                    .slots = hash.slots.data()};
};
inline constexpr std::size_t compared_names = 16;

/// Few short texts are compared without a branch: which it is (buy or sell) often cannot be predicted.
template <const auto& Texts>
consteval bool few_and_short() {
  bool all = Texts.size() <= 4;
  for (const std::string_view text : Texts) all = all && text.size() < 8 && needs_no_escape(text);
  return all;
}
template <const auto& Texts>
HUSHRING_INLINE const char* parse_few_names(const char* p, const context& c, std::size_t& index) noexcept {
  const std::uint64_t first = load_u64(p);
  std::size_t size = 0;  // with the quote
  index = 0;
  [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
    const auto one = [&]<std::size_t K>() __attribute__((always_inline)) {
      constexpr std::size_t n = Texts[K].size() + 1;
      const std::size_t all = 0 - std::size_t{((first ^ quoted_word(Texts[K], 0)) & low_bytes(n)) == 0};
      size |= all & n;
      index |= all & K;
    };
    (one.template operator()<I>(), ...);
  }(std::make_index_sequence<Texts.size()>{});
  return size != 0 && p + size <= c.end ? p + size : nullptr;
}

/// Reads a string that is one of the texts, from behind its opening quote.
template <const auto& Texts>
HUSHRING_INLINE const char* parse_name(const char* p, const context& c, std::size_t& index) noexcept {
  if constexpr (few_and_short<Texts>()) {
    if (const char* const q = parse_few_names<Texts>(p, c, index); q != nullptr) [[likely]] return q;
  } else if constexpr (Texts.size() <= compared_names) {
    const std::uint64_t first = load_u64(p);
    const char* behind = nullptr;
    const auto found = [&]<std::size_t I>() __attribute__((always_inline)) {
      if (!is_name<Texts, I>(p, c, first)) return false;
      index = I;
      behind = p + Texts[I].size() + 1;
      return true;
    };
    const bool any = [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
      return (found.template operator()<I>() || ...);
    }(std::make_index_sequence<Texts.size()>{});
    if (any) [[likely]] return behind;
  } else {
    const std::uint32_t special = special_mask16(p);
    const char* const quote = p + std::countr_zero(special | 1u << 16);
    if (special != 0 && quote < c.end && *quote == '"') [[likely]] {
      index = find_member(name_table<Texts>::info, p, static_cast<std::size_t>(quote - p));
      return index < Texts.size() ? quote + 1 : nullptr;
    }
  }
  return read_name(p, c.end, Texts.data(), Texts.size(), index);
}

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
