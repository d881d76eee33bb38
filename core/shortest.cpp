// Doubles and floats with the fewest digits that read back to the same value.
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

#include <hushring/json/detail/compiled.hpp>
#include <hushring/json/detail/digits.hpp>

#include "nearest_floating.hpp"
#include "powers_of_five.hpp"

namespace hushring::detail {
namespace {

// Raffaello Giulietti, "The Schubfach way to render doubles", 2020: between the bounds of what rounds to a value lies at
// most one multiple of the largest power of ten that can lie there at all. All in integers: no mode of the processor
// matters.

/// digits * 10^exponent.
struct decimal_digits {
  std::uint64_t digits;
  int exponent;
};

/// mantissa * 2^exponent.
struct binary_digits {
  std::uint64_t mantissa;
  int exponent;
  bool lower_neighbour_is_closer;
};

template <class T>
constexpr binary_digits split(bits_of<T> magnitude) noexcept {
  constexpr int fraction_bits = std::numeric_limits<T>::digits - 1;
  constexpr int lowest = std::numeric_limits<T>::min_exponent - std::numeric_limits<T>::digits;
  constexpr bits_of<T> hidden = bits_of<T>{1} << fraction_bits;
  const bits_of<T> fraction = magnitude & (hidden - 1);
  const auto biased = static_cast<int>(magnitude >> fraction_bits);
  if (biased == 0) return {fraction, lowest, false};
  return {fraction | hidden, lowest + biased - 1, fraction == 0 && biased > 1};
}

/// 10^n as 128 bits, rounded up where they are not all of it.
leading_bits power_rounded_up(int n) noexcept {
  leading_bits power = power_of_five(n);
  constexpr int last_whole = 55;
  constexpr int first_rounded = -27;  // from here to 0 the table is
  if (n > last_whole || n < first_rounded)
    if (++power.low == 0) ++power.high;
  return power;
}

/// The upper bits of a product, the lowest of them set when any below is that counts.
std::uint64_t scale_to_odd(const leading_bits& power, std::uint64_t v) noexcept {
  const uint128 low = static_cast<uint128>(power.low) * v;
  const uint128 product = static_cast<uint128>(power.high) * v + (low >> 64);
  return static_cast<std::uint64_t>(product >> 64) | (static_cast<std::uint64_t>(product) > 1);
}

decimal_digits shortest(const binary_digits& v) noexcept {
  // floors of log10(2^e), of log10(3/4 * 2^e), and of log2(10^e)
  const int closer = v.lower_neighbour_is_closer;
  const int k = (v.exponent * 1262611 - closer * 524031) >> 22;
  const int shift = v.exponent + ((-k * 1741647) >> 19) + 1;
  const leading_bits power = power_rounded_up(-k);

  // the value and the bounds of what rounds to it, in quarters of 10^k; the bounds count where the mantissa is even
  const std::uint64_t odd = v.mantissa & 1;
  const std::uint64_t quarters = 4 * v.mantissa;
  const std::uint64_t lower = scale_to_odd(power, (quarters - 2 + static_cast<unsigned>(closer)) << shift) + odd;
  const std::uint64_t value = scale_to_odd(power, quarters << shift);
  const std::uint64_t upper = scale_to_odd(power, (quarters + 2) << shift) - odd;

  // The multiple of 10 * 10^k between the bounds, where there is one; the one of 10^k, or else the nearest. Nothing of
  // that can be predicted.
  const std::uint64_t ones = value / 4;
  const std::uint64_t tens = ones / 10;
  const bool tens_below = lower <= 40 * tens;
  const bool tens_above = 40 * tens + 40 <= upper;
  const bool shorter = tens_below != tens_above;
  const bool below = lower <= 4 * ones;
  const bool above = 4 * ones + 4 <= upper;
  const std::uint64_t middle = 4 * ones + 2;
  const bool nearer = value > middle || (value == middle && (ones & 1) != 0);
  const std::uint64_t exact = ones + (below != above ? above : nearer);
  return {shorter ? tens + tens_above : exact, k + shorter};
}

/// Below 10^21.
char* put_whole(char* out, uint128 v) noexcept {
  constexpr std::uint64_t sixteen_digits = 10000000000000000u;
  if (v < sixteen_digits) return put_unsigned(out, static_cast<std::uint64_t>(v));
  out = put_unsigned(out, static_cast<std::uint64_t>(v / sixteen_digits));
  const auto rest = static_cast<std::uint64_t>(v % sixteen_digits);
  out = put_eight(out, static_cast<std::uint32_t>(rest / 100000000));
  return put_eight(out, static_cast<std::uint32_t>(rest % 100000000));
}

constexpr int most_in_two_words = 16;
constexpr auto powers_of_ten = [] {
  std::array<std::uint64_t, most_in_two_words + 1> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
  return powers;
}();

/// The point, and zeros before or behind the digits, where `exponent` says.
char* put_plain(char* out, std::uint64_t digits, int exponent) noexcept {
  if (exponent >= 0) {
    out = put_unsigned(out, digits);
    std::memcpy(out, "00000000000000000000", 20);
    return out + exponent;
  }
  if (-exponent > most_in_two_words) {  // below 1
    char text[24] = {};
    const auto count = static_cast<int>(put_unsigned(text, digits) - text);
    std::memcpy(out, "0.00000", 7);
    out += 2 - exponent - count;
    std::memcpy(out, text, 17);
    return out + count;
  }
  const auto decimals = static_cast<std::size_t>(-exponent);
  const std::uint64_t one = powers_of_ten[decimals];
  out = put_unsigned(out, digits / one);
  *out++ = '.';
  const std::uint64_t sixteen = digits % one * powers_of_ten[most_in_two_words - decimals];
  put_eight(out, static_cast<std::uint32_t>(sixteen / 100000000));
  put_eight(out + 8, static_cast<std::uint32_t>(sixteen % 100000000));
  return out + decimals;
}

/// One digit before the point.
char* put_scientific(char* out, std::uint64_t digits, int exponent) noexcept {
  char* const end = put_unsigned(out + 1, digits);
  const auto more = static_cast<int>(end - out) - 2;
  out[0] = out[1];
  out[1] = '.';
  out = more == 0 ? out + 1 : end;
  *out++ = 'e';
  return put_integer(out, exponent + more);
}

/// Plain from 1e-5 to below 1e21, like most JSON there is; with an exponent otherwise. At most 24 characters.
template <class T>
char* write_shortest(char* out, T value) noexcept {
  using bits = bits_of<T>;
  const bits all = std::bit_cast<bits>(value);
  const bits magnitude = all & (~bits{0} >> 1);
  *out = '-';
  out += all != magnitude;
  if (magnitude == 0) {
    *out = '0';
    return out + 1;
  }
  const binary_digits v = split<T>(magnitude);
  const bool plain = magnitude >= std::bit_cast<bits>(T(1e-5)) && magnitude < std::bit_cast<bits>(T(1e21));
  if (plain && v.exponent >= 0) return put_whole(out, static_cast<uint128>(v.mantissa) << v.exponent);
  auto [digits, exponent] = shortest(v);
  while (digits % 10 == 0) {
    digits /= 10;
    ++exponent;
  }
  return plain ? put_plain(out, digits, exponent) : put_scientific(out, digits, exponent);
}

}  // namespace

char* write_double(char* out, double value) noexcept { return write_shortest(out, value); }
char* write_float(char* out, float value) noexcept { return write_shortest(out, value); }

}  // namespace hushring::detail
