// Decimals that the inline code leaves: signs, exponents, many digits; and their texts.
#include <hushring/json/detail/decimals.hpp>

#include <bit>
#include <charconv>
#include <limits>

#include "integer_value.hpp"
#include "nearest_floating.hpp"

namespace hushring::detail {
namespace {

constexpr int lowest_exponent = std::numeric_limits<std::int16_t>::min();
constexpr int highest_exponent = std::numeric_limits<std::int16_t>::max();

errc exact_decimal(const number_parts& n, int scale, std::int64_t& out) noexcept {
  std::uint64_t v = 0;
  const errc code = integer_value(n, true, 64, v, scale);
  out = static_cast<std::int64_t>(v);
  return code == errc::not_an_integer ? errc::not_exact : code;
}

/// Zeros at the end go into the exponent only where the mantissa has no room for them.
errc exact_scaled(const number_parts& n, scaled_integer& out) noexcept {
  constexpr std::uint64_t highest = std::numeric_limits<std::int64_t>::max();
  const std::uint64_t limit = highest + n.negative;
  std::uint64_t v = 0;
  std::int64_t zeros = 0;  // met and not yet in `v`
  bool overflow = false;
  const auto fits = [&](unsigned digit) { return v < limit / 10 || (v == limit / 10 && digit <= limit % 10); };
  const auto take = [&](const char* p, const char* end) {
    for (; p < end; ++p) {
      const unsigned d = static_cast<unsigned>(*p - '0') & 15;  // a digit, unless the text changed
      if (d == 0) {
        if (zeros == 0 && fits(0)) v *= 10;
        else ++zeros;
        continue;
      }
      for (; zeros > 0 && !overflow; --zeros) {
        overflow = !fits(0);
        if (!overflow) v *= 10;
      }
      overflow = overflow || !fits(d);
      if (!overflow) v = v * 10 + d;
    }
  };
  take(n.digits, n.digits_end);
  take(n.fraction, n.fraction_end);
  if (overflow) return errc::number_out_of_range;
  std::int64_t exponent = exponent_value(n) - (n.fraction_end - n.fraction) + zeros;
  if (v == 0) {
    if (exponent > highest_exponent) exponent = highest_exponent;
    if (exponent < lowest_exponent) exponent = lowest_exponent;
  }
  while (exponent > highest_exponent && fits(0)) {
    v *= 10;
    --exponent;
  }
  while (exponent < lowest_exponent && v % 10 == 0) {
    v /= 10;
    ++exponent;
  }
  if (exponent > highest_exponent || exponent < lowest_exponent) return errc::number_out_of_range;
  out.mantissa = static_cast<std::int64_t>(n.negative ? 0 - v : v);
  out.exponent = static_cast<std::int16_t>(exponent);
  return errc::ok;
}

/// Reads a number by `exact(parts)`, and the closing quote.
template <class Exact>
const char* read_exact(const char* p, const char* end, bool quoted, Exact exact) noexcept {
  const number_parts n = split_number(p, end);
  if (n.end == nullptr || (quoted && (n.end >= end || *n.end != '"'))) return nullptr;
  return exact(n) == errc::ok ? n.end + quoted : nullptr;
}

/// A whole text, quoted or not.
template <class Exact>
errc value_of(const char* first, const char* last, Exact exact) noexcept {
  if (last - first >= 2 && *first == '"') {
    ++first;
    --last;
  }
  const number_parts n = split_number(first, last);
  return n.end == last && n.end != nullptr ? exact(n) : errc::invalid_number;
}

constexpr std::uint64_t ten_to(int n) noexcept {
  return static_cast<std::uint64_t>(powers_of_ten[static_cast<std::size_t>(n)]);
}

char* put_sixteen(char* out, std::uint64_t v) noexcept {
  out = put_eight(out, static_cast<std::uint32_t>(v / 100000000));
  return put_eight(out, static_cast<std::uint32_t>(v % 100000000));
}

/// `scale` digits (1 to 18), the first of which may be zeros. May store 8 bytes more.
char* put_decimals(char* out, std::uint64_t v, int scale) noexcept {
  if (scale <= 8) {
    put_eight(out, static_cast<std::uint32_t>(v * ten_to(8 - scale)));
    return out + scale;
  }
  if (scale <= 16) {
    put_sixteen(out, v * ten_to(16 - scale));
    return out + scale;
  }
  const auto first = static_cast<std::uint32_t>(v / ten_to(16));
  if (scale == 17) *out = static_cast<char>('0' + first);
  else put_pair(out, first);
  return put_sixteen(out + scale - 16, v % ten_to(16));
}

/// magnitude / 10^scale, with all decimals: at most 24.
char* put_plain(char* out, std::uint64_t magnitude, int scale) noexcept {
  if (scale == 0) return put_unsigned(out, magnitude);
  if (scale > largest_scale) {
    *out++ = '0';
    *out++ = '.';
    for (; scale > largest_scale + 1; --scale) *out++ = '0';
    *out++ = static_cast<char>('0' + magnitude / ten_to(largest_scale));
    return put_decimals(out, magnitude % ten_to(largest_scale), largest_scale);
  }
  const std::uint64_t whole = magnitude / ten_to(scale);
  out = put_unsigned(out, whole);
  *out++ = '.';
  return put_decimals(out, magnitude - whole * ten_to(scale), scale);
}

char* put_sign(char* out, std::int64_t mantissa, std::uint64_t& magnitude) noexcept {
  magnitude = static_cast<std::uint64_t>(mantissa);
  if (mantissa >= 0) return out;
  magnitude = 0 - magnitude;
  *out = '-';
  return out + 1;
}

}  // namespace

const char* read_decimal(const char* p, const char* end, bool quoted, int scale, std::int64_t& out) noexcept {
  return read_exact(p, end, quoted, [&](const number_parts& n) { return exact_decimal(n, scale, out); });
}
errc decimal_value(const char* first, const char* last, int scale, std::int64_t& out) noexcept {
  return value_of(first, last, [&](const number_parts& n) { return exact_decimal(n, scale, out); });
}
const char* read_scaled(const char* p, const char* end, bool quoted, scaled_integer& out) noexcept {
  return read_exact(p, end, quoted, [&](const number_parts& n) { return exact_scaled(n, out); });
}
errc scaled_value(const char* first, const char* last, scaled_integer& out) noexcept {
  return value_of(first, last, [&](const number_parts& n) { return exact_scaled(n, out); });
}

double scaled_double(std::int64_t mantissa, int exponent) noexcept {
  std::uint64_t magnitude;
  char sign;
  const bool negative = put_sign(&sign, mantissa, magnitude) != &sign;
  return std::bit_cast<double>(nearest_bits<double>(magnitude, exponent) | static_cast<std::uint64_t>(negative) << 63);
}

char* write_decimal(char* out, std::int64_t mantissa, int scale) noexcept {
  std::uint64_t magnitude;
  out = put_sign(out, mantissa, magnitude);
  out = put_plain(out, magnitude, scale);
  if (scale == 0) return out;
  while (out[-1] == '0') --out;
  return out - (out[-1] == '.');
}

char* write_scaled(char* out, scaled_integer value) noexcept {
  constexpr int most_decimals = 24;
  std::uint64_t magnitude;
  out = put_sign(out, value.mantissa, magnitude);
  if (value.exponent <= 0 && value.exponent >= -most_decimals) return put_plain(out, magnitude, -value.exponent);
  out = put_unsigned(out, magnitude);
  *out++ = 'e';
  return std::to_chars(out, out + 8, value.exponent).ptr;
}

}  // namespace hushring::detail
