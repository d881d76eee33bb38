// ISO 8601: the common form inline, the rest in compiled code.
#pragma once

#include <bit>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ratio>

#include <hushring/json/detail/decimals.hpp>

namespace hushring::detail {

// ---- compiled

/// Reads a time from behind its opening quote as a count of 10^-decimals seconds since 1970.
const char* read_time(const char* p, const char* end, int decimals, std::int64_t& out) noexcept;
/// Why a whole string of JSON is no such time.
errc check_time(const char* first, const char* last, int decimals) noexcept;
/// The time and a closing quote. Of the first to the last second of the years 0 to 9999.
char* write_time(char* out, std::int64_t seconds, std::uint32_t nanoseconds) noexcept;
inline constexpr std::size_t largest_time = 30;
inline constexpr std::int64_t first_second = -62167219200;
inline constexpr std::int64_t last_second = 253402300799;

// ---- the calendar

/// Days from 1970-01-01 to a date of the year 0 or later: years begin in March, so that the leap day is the last, and
/// months of 31, 30, 31, 30, 31 days repeat (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms").
constexpr std::int64_t days_from_civil(unsigned year, unsigned month, unsigned day) noexcept {
  const unsigned y = year + 400 - (month <= 2);  // never below zero
  const unsigned m = month > 2 ? month - 3 : month + 9;
  const unsigned days = y * 365 + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1;
  constexpr unsigned before_1970 = 865565;  // 400 years of 146097 days, and the days from 0000-03-01
  return static_cast<std::int64_t>(days) - before_1970;
}
static_assert(days_from_civil(1970, 1, 1) == 0 && days_from_civil(2000, 3, 1) == 11017);
static_assert(days_from_civil(0, 1, 1) * 86400 == first_second);
static_assert(days_from_civil(9999, 12, 31) * 86400 + 86399 == last_second);

/// False for days that the month does not have; month is 1 to 12.
constexpr bool is_date(unsigned year, unsigned month, unsigned day) noexcept {
  if (day - 1 < 28) return true;
  const unsigned days = month != 2 ? 30 + ((month + (month >> 3)) & 1)
                                   : 28 + (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
  return day != 0 && day <= days;
}

// ---- what std::chrono counts in

template <class Rep>
inline constexpr bool is_count = std::signed_integral<Rep> && sizeof(Rep) == 8;

template <class Period>
consteval int decimals_of_period() {
  if constexpr (std::same_as<Period, std::ratio<1>>) return 0;
  else if constexpr (std::same_as<Period, std::milli>) return 3;
  else if constexpr (std::same_as<Period, std::micro>) return 6;
  else if constexpr (std::same_as<Period, std::nano>) return 9;
  else return -1;
}
/// The decimals of a second that Duration counts.
template <class Duration>
inline constexpr int decimals_of = [] {
  constexpr int decimals = decimals_of_period<typename Duration::period>();
  static_assert(decimals >= 0 && is_count<typename Duration::rep>,
                "hushring: times are bound in seconds, milliseconds, microseconds and nanoseconds, in 64 bits");
  return decimals;
}();

inline namespace HUSHRING_BUILD {

/// A word of digits and other characters, as `pattern` has them ('0' for any digit): false when it looks otherwise.
/// What is left of the digits are their values.
consteval std::uint64_t pattern_limits(const char (&pattern)[9]) {
  std::uint64_t limits = 0;
  for (int i = 7; i >= 0; --i) limits = limits << 8 | (pattern[i] == '0' ? 0x76u : 0x7Fu);
  return limits;
}
HUSHRING_INLINE bool fits_pattern(std::uint64_t& w, std::uint64_t pattern, std::uint64_t limits) noexcept {
  w ^= pattern;
  return (((w + limits) | w) & 0x8080808080808080u) == 0;
}
/// The value of the digits in bytes I and I + 1.
template <int I>
HUSHRING_INLINE unsigned two_digits(std::uint64_t pairs) noexcept {
  return static_cast<unsigned>(pairs >> (8 * I)) & 0xFF;
}

/// Reads the decimals of a second at `p`, at most Decimals of them, and the Z behind them; `parts` becomes their value
/// at that resolution. Null where there is anything else.
template <int Decimals>
HUSHRING_INLINE const char* parse_parts_of_second(const char* p, std::int64_t& parts) noexcept {
  const std::uint64_t w = load_u64(p);
  const std::uint64_t stop = non_digits(w);
  std::size_t digits = 8;
  std::uint64_t v;
  if (stop != 0) [[likely]] {
    digits = static_cast<std::size_t>(std::countr_zero(stop)) / 8;
    if (digits == 0) [[unlikely]] return nullptr;
    v = eight_digits(w << (64 - 8 * digits));
  } else {
    v = eight_digits(w);
    const unsigned ninth = static_cast<unsigned char>(p[8]) - static_cast<unsigned>('0');
    if (ninth <= 9) {
      v = v * 10 + ninth;
      digits = 9;
    }
  }
  if (digits > Decimals || p[digits] != 'Z') [[unlikely]] return nullptr;
  parts = static_cast<std::int64_t>(v) * powers_of_ten[Decimals - digits];
  return p + digits + 1;
}

/// Reads 2021-04-17T16:43:37.075687Z from behind its quote, with none to Decimals decimals. Looks at no more than 31
/// bytes: as few as other values do before they ask for the end.
template <int Decimals>
HUSHRING_INLINE const char* parse_time(const char* p, const context& c, std::int64_t& out) noexcept {
  constexpr std::uint64_t limits[] = {pattern_limits("0000-00-"), pattern_limits("00T00:00"),
                                      pattern_limits("....:00.")};
  std::uint64_t date = load_u64(p);
  std::uint64_t time = load_u64(p + 8);
  std::uint64_t rest = load_u64(p + 16) << 32;
  const bool with_parts = rest >> 56 == '.';
  rest ^= static_cast<std::uint64_t>(with_parts ? '.' : 'Z') << 56;
  if (fits_pattern(date, word_of("0000-00-", 8), limits[0]) && fits_pattern(time, word_of("00T00:00", 8), limits[1]) &&
      fits_pattern(rest, word_of("\0\0\0\0:00\0", 8), limits[2])) [[likely]] {
    date = date * 10 + (date >> 8);
    time = time * 10 + (time >> 8);
    rest = rest * 10 + (rest >> 8);
    const unsigned year = two_digits<0>(date) * 100 + two_digits<2>(date);
    const unsigned month = two_digits<5>(date);
    const unsigned day = two_digits<0>(time);
    const unsigned hour = two_digits<3>(time);
    const unsigned minute = two_digits<6>(time);
    const unsigned second = two_digits<5>(rest);
    const bool valid = month - 1 < 12 && is_date(year, month, day) && hour < 24 && minute < 60 && second < 60;
    std::int64_t parts = 0;
    const char* const quote = with_parts ? parse_parts_of_second<Decimals>(p + 20, parts) : p + 20;
    if (valid && quote != nullptr && *quote == '"' && quote < c.end) [[likely]] {
      const std::int64_t seconds = days_from_civil(year, month, day) * 86400 + (hour * 3600 + minute * 60 + second);
      const bool overflow = __builtin_mul_overflow(seconds, powers_of_ten[Decimals], &out) ||
                            __builtin_add_overflow(out, parts, &out);
      if (!overflow) [[likely]] return quote + 1;
    }
  }
  return read_time(p, c.end, Decimals, out);
}

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
