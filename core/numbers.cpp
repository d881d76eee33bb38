// Numbers that the inline code leaves: many digits, exponents.
#include <bit>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>

#include <hushring/json/detail/compiled.hpp>
#include <hushring/json/detail/scalars.hpp>

#include "integer_value.hpp"
#include "nearest_floating.hpp"

namespace hushring::detail {
namespace {

/// A number as digits and a power of ten, copied out: the conversion looks at the digits more than once, and the text
/// may change. At most `significant` digits are kept, then a 1 when any other than 0 was left out.
class decimal_copy {
 public:
  explicit decimal_copy(const number_parts& n) noexcept {
    take(n.digits, n.digits_end);
    take(n.fraction, n.fraction_end);
    std::int64_t power = exponent_value(n) - (n.fraction_end - n.fraction) + dropped_;
    if (sticky_) {
      text_[count_++] = '1';
      --power;
    }
    below_one_ = count_ + power <= 0;
    constexpr std::int64_t beyond_any = 100000;  // what remains is far out of range, or zero
    if (power > beyond_any) power = beyond_any;
    if (power < -beyond_any) power = -beyond_any;
    text_[count_] = 'e';
    char* const end = std::to_chars(text_ + count_ + 1, text_ + sizeof text_ - 1, power).ptr;
    *end = '\0';
    end_ = end;
  }

  /// The nearest T; false when it is beyond T's range. Too small is zero.
  template <class T>
  [[nodiscard]] bool convert(T& out) const noexcept {
    out = 0;
    if (count_ == 0) return true;
    if constexpr (requires { std::from_chars(text_, end_, out); }) {
      // underflow is reported as overflow is
      if (std::from_chars(text_, end_, out).ec == std::errc::result_out_of_range) {
        out = 0;
        return below_one_;
      }
      return true;
    } else {
      // libc++ has it for integers only; without a decimal point, no locale matters
      if constexpr (sizeof(T) == 8) out = std::strtod(text_, nullptr);
      else out = std::strtof(text_, nullptr);
      return below_one_ || std::bit_cast<bits_of<T>>(out) != infinity_bits<T>;
    }
  }

 private:
  static constexpr std::int64_t significant = 800;  // 767 decide every double

  void take(const char* p, const char* end) noexcept {
    for (; p < end; ++p) {
      const char c = *p;
      if (count_ == 0 && c == '0') continue;
      if (count_ < significant) {
        text_[count_++] = c;
      } else {
        ++dropped_;
        sticky_ = sticky_ || c != '0';
      }
    }
  }

  char text_[significant + 32];
  const char* end_ = text_;
  std::int64_t count_ = 0;
  std::int64_t dropped_ = 0;
  bool sticky_ = false;
  bool below_one_ = false;
};

template <class T>
bits_of<T> with_sign(bits_of<T> magnitude, bool negative) noexcept {
  return magnitude | static_cast<bits_of<T>>(negative) << (sizeof(T) * 8 - 1);
}

/// The first 19 digits behind leading zeros, as an integer.
struct leading_digits {
  std::uint64_t value = 0;
  int count = 0;
  std::int64_t dropped = 0;
  bool truncated = false;  // a digit other than 0 was dropped

  void take(const char* p, const char* end) noexcept {
    for (; p < end; ++p) {
      const unsigned d = static_cast<unsigned>(*p - '0') & 15;  // a digit, unless the text changed
      if (count < 19) {
        value = value * 10 + d;
        count += value != 0;
      } else {
        ++dropped;
        truncated |= d != 0;
      }
    }
  }
};

/// A number whose digits are too many for an integer, or seem to be.
template <class T>
HUSHRING_COLD const char* read_long_floating(const char* p, const char* end, T& out) noexcept {
  const number_parts n = split_number(p, end);
  if (n.end == nullptr) return nullptr;
  leading_digits digits;
  digits.take(n.digits, n.digits_end);
  digits.take(n.fraction, n.fraction_end);
  const std::int64_t power = exponent_value(n) - (n.fraction_end - n.fraction) + digits.dropped;
  bits_of<T> bits = nearest_bits<T>(digits.value, power);
  // the value lies between these digits and the next: where both round alike, so does what is between them
  if (digits.truncated && nearest_bits<T>(digits.value + 1, power) != bits) {
    T t;
    if (!decimal_copy(n).convert(t)) return nullptr;
    bits = std::bit_cast<bits_of<T>>(t);
  }
  if (bits == infinity_bits<T>) return nullptr;
  out = std::bit_cast<T>(with_sign<T>(bits, n.negative));
  return n.end;
}

/// Passes the digits at `p`, adding them to `v`.
HUSHRING_INLINE const char* take_digits(const char* p, const char* end, std::uint64_t& v) noexcept {
  while (end - p >= 8) {
    const std::uint64_t w = load_u64(p);
    if (non_digits(w) != 0) break;
    v = v * 100000000 + eight_digits(w);
    p += 8;
  }
  for (; p < end; ++p) {
    const unsigned d = static_cast<unsigned char>(*p) - static_cast<unsigned>('0');
    if (d > 9) break;
    v = v * 10 + d;
  }
  return p;
}

template <class T>
const char* read_floating(const char* number, const char* end, T& out) noexcept {
  const char* p = number;
  const bool negative = p < end && *p == '-';
  p += negative;
  std::uint64_t v = 0;
  const char* const digits = p;
  p = take_digits(p, end, v);
  std::ptrdiff_t count = p - digits;
  if (count == 0 || (count > 1 && *digits == '0')) return nullptr;
  std::int64_t power = 0;
  if (p < end && *p == '.') {
    const char* const fraction = ++p;
    p = take_digits(p, end, v);
    if (p == fraction) return nullptr;
    power = fraction - p;
    count += p - fraction;
  }
  if (count > 19) return read_long_floating(number, end, out);
  if (p < end && (*p | 0x20) == 'e') {
    ++p;
    const bool below = p < end && *p == '-';
    p += below || (p < end && *p == '+');
    const char* const exponent = p;
    std::int64_t e = 0;
    for (; p < end && is_digit(*p); ++p) e = e < largest_exponent ? e * 10 + (*p & 15) : e;
    if (p == exponent) return nullptr;
    power += below ? -e : e;
  }
  const bits_of<T> bits = nearest_bits<T>(v, power);
  if (bits == infinity_bits<T>) return nullptr;
  out = std::bit_cast<T>(with_sign<T>(bits, negative));
  return p;
}

/// digits / 10^decimals, which is nowhere near the ends of T's range.
template <class T>
T nearest_decimal(std::uint64_t digits, unsigned decimals) noexcept {
  return std::bit_cast<T>(nearest_bits<T>(digits, -static_cast<std::int64_t>(decimals)));
}

/// See read_decimals in scalars.hpp.
template <class T>
const char* read_decimals_of(const char* p, const char* end, const char* number, std::uint64_t digits,
                             T& out) noexcept {
  const std::uint64_t w = load_u64(p);
  const std::uint64_t stop = non_digits(w);
  unsigned decimals = 8;
  if (stop != 0) [[likely]] {
    const unsigned n = static_cast<unsigned>(std::countr_zero(stop)) / 8;
    constexpr std::uint64_t room = 1000000000000;  // for seven more
    if (n == 0 || digits >= room) [[unlikely]] return read_floating(number, end, out);
    digits = digits * integer_powers[n] + eight_digits(w << (64 - 8 * n));
    decimals += n;
    p += n;
  } else {
    constexpr std::uint64_t room = 1000000000;  // for ten
    if (digits >= room) [[unlikely]] return read_floating(number, end, out);
    digits = digits * 100000000 + eight_digits(w);
    decimals += 8;
    p += 8;
    for (int i = 0; i < 2; ++i, ++p, ++decimals) {
      const unsigned d = static_cast<unsigned char>(*p) - static_cast<unsigned>('0');
      if (d > 9) break;
      digits = digits * 10 + d;
    }
  }
  if (is_digit(*p) || (*p | 0x20) == 'e' || p > end) [[unlikely]] return read_floating(number, end, out);
  out = nearest_decimal<T>(digits, decimals);
  return p;
}

/// See read_whole in scalars.hpp.
template <class T>
const char* read_whole_of(const char* p, const char* end, const char* number, std::uint64_t digits, T& out) noexcept {
  constexpr std::uint64_t exact = std::uint64_t{1} << std::numeric_limits<T>::digits;
  const char* const q = parse_digits(p, digits);
  if (q - p > 10 || digits > exact || number_goes_on(*q) || q > end) return read_floating(number, end, out);
  out = static_cast<T>(static_cast<std::int64_t>(digits));
  return q;
}

}  // namespace

const char* read_integer(const char* p, const char* end, bool is_signed, unsigned bits, bool literal,
                         std::uint64_t& out) noexcept {
  const number_parts n = split_number(p, end);
  if (n.end == nullptr || (literal && n.end != n.digits_end)) return nullptr;
  return integer_value(n, is_signed, bits, out) == errc::ok ? n.end : nullptr;
}

const char* reread_integer(const char* behind, const char* first, const char* end, bool is_signed, unsigned bits,
                           std::uint64_t& out) noexcept {
  while (behind > first && is_digit(behind[-1])) --behind;
  if (behind > first && behind[-1] == '-') --behind;
  return read_integer(behind, end, is_signed, bits, false, out);
}

const char* read_double(const char* p, const char* end, double& out) noexcept { return read_floating(p, end, out); }
const char* read_float(const char* p, const char* end, float& out) noexcept { return read_floating(p, end, out); }

const char* read_decimals(const char* p, const char* end, const char* number, std::uint64_t digits,
                          double& out) noexcept {
  return read_decimals_of(p, end, number, digits, out);
}
const char* read_decimals(const char* p, const char* end, const char* number, std::uint64_t digits,
                          float& out) noexcept {
  return read_decimals_of(p, end, number, digits, out);
}
const char* read_whole(const char* p, const char* end, const char* number, std::uint64_t digits, double& out) noexcept {
  return read_whole_of(p, end, number, digits, out);
}
const char* read_whole(const char* p, const char* end, const char* number, std::uint64_t digits, float& out) noexcept {
  return read_whole_of(p, end, number, digits, out);
}
double decimal_double(std::uint64_t digits, unsigned decimals) noexcept {
  return nearest_decimal<double>(digits, decimals);
}
float decimal_float(std::uint64_t digits, unsigned decimals) noexcept {
  return nearest_decimal<float>(digits, decimals);
}

}  // namespace hushring::detail
