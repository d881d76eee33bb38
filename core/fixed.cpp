// Doubles and floats with a given number of decimals, or at least one.
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>

#include <hushring/json/detail/compiled.hpp>
#include <hushring/json/detail/digits.hpp>

namespace hushring::detail {
namespace {

__extension__ using uint128 = unsigned __int128;

constexpr unsigned most_in_a_word = 19;
constexpr auto powers = [] {
  std::array<std::uint64_t, most_in_a_word + 1> a{1};
  for (std::size_t i = 1; i < a.size(); ++i) a[i] = a[i - 1] * 10;
  return a;
}();

/// A point and so many digits, with zeros in front.
char* put_decimals(char* out, std::uint64_t v, unsigned count) noexcept {
  if (count == 0) return out;
  *out++ = '.';
  for (unsigned i = count; i-- > 0; v /= 10) out[i] = static_cast<char>('0' + v % 10);
  return out + count;
}

}  // namespace

char* write_fixed(char* out, double value, unsigned decimals) noexcept {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t magnitude = bits & ~(1ull << 63);
  if (bits != magnitude) *out++ = '-';
  // the value is mantissa / 2^shift
  const auto exponent = static_cast<int>(magnitude >> 52);
  const std::uint64_t mantissa = (magnitude & ((1ull << 52) - 1)) | static_cast<std::uint64_t>(exponent != 0) << 52;
  const int shift = 1075 - (exponent != 0 ? exponent : 1);
  if (shift <= 0 || decimals > most_in_a_word)
    return std::to_chars(out, out + fixed_size(decimals), std::bit_cast<double>(magnitude), std::chars_format::fixed,
                         static_cast<int>(decimals)).ptr;
  std::uint64_t whole = shift < 64 ? mantissa >> shift : 0;
  std::uint64_t fraction = 0;
  if (shift < 128) {  // or else it is far below half of the last digit
    const uint128 rest = static_cast<uint128>(mantissa - (shift < 64 ? whole << shift : 0)) * powers[decimals];
    fraction = static_cast<std::uint64_t>(rest >> shift);
    const uint128 beyond = rest - (static_cast<uint128>(fraction) << shift);
    const uint128 half = static_cast<uint128>(1) << (shift - 1);
    const bool odd = ((decimals == 0 ? whole : fraction) & 1) != 0;
    fraction += beyond > half || (beyond == half && odd);
  }
  if (fraction == powers[decimals]) {
    ++whole;
    fraction = 0;
  }
  return put_decimals(put_unsigned(out, whole), fraction, decimals);
}

char* write_fixed(char* out, float value, unsigned decimals) noexcept {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7F800000u) != 0) return write_fixed(out, static_cast<double>(value), decimals);
  // converted by hand: processors can be told to take denormals for zero
  const double exact = static_cast<double>(bits & 0x7FFFFFu) * 0x1p-149;
  return write_fixed(out, (bits >> 31) != 0 ? -exact : exact, decimals);
}

char* write_point(char* begin, char* end) noexcept {
  for (const char* p = begin; p < end; ++p)
    if (*p == '.' || *p == 'e') return end;
  std::memcpy(end, ".0", 2);
  return end + 2;
}

}  // namespace hushring::detail
