// Strings of limited length, without an allocation.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include <hushring/error.hpp>
#include <hushring/json/detail/parse.hpp>
#include <hushring/json/detail/put.hpp>

namespace hushring {

/// A string of at most N bytes (of UTF-8), which lie in the object itself: trivially copyable, never allocates. Any
/// bytes can be in it, NUL too; none stands behind the text. Longer JSON strings are an error (`text_too_long`).
/// Missing and null ones are empty, or what the member's initializer says.
///
///     struct order { hushring::fixed_string<12> symbol; };
///     if (o.symbol == "BTCUSDT") ...
template <std::size_t N>
class fixed_string {
  static_assert(N > 0 && N <= 65535, "hushring: a fixed_string has 1 to 65535 bytes");

 public:
  using value_type = char;
  using const_iterator = const char*;

  constexpr fixed_string() noexcept = default;
  /// A literal that fits.
  template <std::size_t M>
    requires(M - 1 <= N)
  constexpr explicit(false) fixed_string(const char (&literal)[M]) noexcept : size_(M - 1) {
    std::copy_n(literal, M - 1, bytes_);
  }

  /// Becomes `text`, when it fits; otherwise gives false and stays as it is.
  [[nodiscard]] constexpr bool assign(std::string_view text) noexcept {
    if (text.size() > N) return false;
    std::copy_n(text.data(), text.size(), bytes_);
    size_ = static_cast<size_type>(text.size());
    return true;
  }
  constexpr void clear() noexcept { size_ = 0; }

  [[nodiscard]] constexpr std::string_view view() const noexcept { return {bytes_, size()}; }
  constexpr explicit(false) operator std::string_view() const noexcept { return view(); }
  [[nodiscard]] constexpr const char* data() const noexcept { return bytes_; }
  /// At most N, also where other processes' bytes were copied into the object.
  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_ < N ? size_ : N; }
  [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] static constexpr std::size_t capacity() noexcept { return N; }
  [[nodiscard]] constexpr const_iterator begin() const noexcept { return bytes_; }
  [[nodiscard]] constexpr const_iterator end() const noexcept { return bytes_ + size(); }
  constexpr char operator[](std::size_t i) const noexcept { return bytes_[i]; }

 private:
  friend struct detail::codec<fixed_string>;
  using size_type = std::conditional_t<N <= 255, std::uint8_t, std::uint16_t>;

  char bytes_[N] = {};
  size_type size_ = 0;
};

template <std::size_t N, std::size_t M>
constexpr bool operator==(const fixed_string<N>& a, const fixed_string<M>& b) noexcept {
  return a.view() == b.view();
}
template <std::size_t N>
constexpr bool operator==(const fixed_string<N>& a, std::string_view b) noexcept {
  return a.view() == b;
}
template <std::size_t N, std::size_t M>
constexpr std::strong_ordering operator<=>(const fixed_string<N>& a, const fixed_string<M>& b) noexcept {
  return a.view() <=> b.view();
}
template <std::size_t N>
constexpr std::strong_ordering operator<=>(const fixed_string<N>& a, std::string_view b) noexcept {
  return a.view() <=> b;
}

namespace detail {

/// Why a string of JSON, from quote to quote, cannot be one of at most `most` bytes.
errc check_length(const char* first, const char* last, std::size_t most) noexcept;

inline namespace HUSHRING_BUILD {

/// A string that has escapes, is not ASCII, or seems to be too long.
template <class Size>
HUSHRING_COLD const char* parse_unusual_text(const char* p, const context& c, char* out, std::size_t most,
                                             Size& size) noexcept {
  const decoded_string d = decode_string(p, c.end, out, most);
  size = static_cast<Size>(d.size);
  return d.next;
}

}  // namespace HUSHRING_BUILD

template <std::size_t N>
struct codec<fixed_string<N>> {
  using T = fixed_string<N>;

  static constexpr char opening = '"';
  static constexpr bool flat = true;
  static consteval type_info describe() {
    return {.what = kind::text, .check = [](const char* first, const char* last) noexcept {
              return check_length(first, last, N);
            }};
  }
  template <class...>
  static consteval bool views() {
    return false;
  }

  template <read_options O>
  HUSHRING_INLINE static const char* parse(const char* p, context& c, T& out, unsigned) noexcept {
    // What is looked at is what is taken: the text may change meanwhile.
    constexpr std::size_t most = N < 48 ? N / 16 * 16 : 48;  // where the last block begins
    char copy[most + 16];
    std::size_t at = 0;
    std::uint32_t special;
    for (;;) {
      std::memcpy(copy + at, p + at, 16);
      special = special_mask16(copy + at);
      if (special != 0 || at == most) break;
      at += 16;
      if (p + at >= c.end) [[unlikely]] return nullptr;
    }
    const std::size_t size = at + static_cast<std::size_t>(std::countr_zero(special | 1u << 16));
    if (special == 0 || copy[size] != '"') [[unlikely]]
      return parse_unusual_text(p, c, out.bytes_, N, out.size_);
    if (size > N || p + size >= c.end) [[unlikely]] return nullptr;
    if constexpr (N >= most + 16) std::memcpy(out.bytes_, copy, most + 16);
    else std::memcpy(out.bytes_, copy, N);
    out.size_ = static_cast<typename T::size_type>(size);
    return p + size + 1;
  }

  template <write_options O, class Sink>
  HUSHRING_INLINE static errc put(Sink& sink, const T& value) noexcept {
    // hidden where they are: GCC 12 warns of loads from longer objects, before it knows that this one is too short
    const char* bytes = value.bytes_;
    __asm__("" : "+r"(bytes));
    if (!sink.string({bytes, value.size()})) [[unlikely]] return errc::invalid_utf8_in_value;
    sink.character('"');
    return errc::ok;
  }
  template <class...>
  static consteval std::size_t largest() {
    return N * 6 + 2;
  }
  static bool empty(const T& value) noexcept { return value.empty(); }
};

}  // namespace detail
}  // namespace hushring
