// 5^n to 128 bits, for every power of ten that a double may be written with.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace hushring::detail {

__extension__ using uint128 = unsigned __int128;

/// The leading 128 bits of a power, the highest of them set. Powers above 0 are truncated. Of those below 0 the
/// nearest 27 are rounded up, the others truncated: what the proof of the conversion asks for.
struct leading_bits {
  std::uint64_t high;
  std::uint64_t low;
};

inline constexpr int smallest_power_of_ten = -342;  // below it 19 digits are zero
inline constexpr int largest_power_of_ten = 308;    // above it a digit is too much
inline constexpr int largest_power = 324;           // by which the smallest double is written

namespace power_table {

inline constexpr std::size_t limbs = 16;
using number = std::array<std::uint64_t, limbs>;  // lowest limb first

consteval leading_bits leading(const number& n) {
  std::size_t top = limbs - 1;
  while (n[top] == 0) --top;
  const auto limb = [&](std::size_t below) { return below <= top ? n[top - below] : 0; };
  const int shift = std::countl_zero(n[top]);
  if (shift == 0) return {limb(0), limb(1)};
  return {limb(0) << shift | limb(1) >> (64 - shift), limb(1) << shift | limb(2) >> (64 - shift)};
}

/// By 5 up and down, in integers that hold every power (up) or what 2^960 divided by it leaves (down) exactly: dividing
/// again and again truncates as dividing once does.
consteval auto make() {
  std::array<leading_bits, largest_power - smallest_power_of_ten + 1> table{};
  constexpr std::size_t zero = -smallest_power_of_ten;
  number n{};
  n[0] = 1;
  for (std::size_t i = 0; i <= largest_power; ++i) {
    table[zero + i] = leading(n);
    std::uint64_t carry = 0;
    for (std::uint64_t& limb : n) {
      const uint128 product = static_cast<uint128>(limb) * 5 + carry;
      limb = static_cast<std::uint64_t>(product);
      carry = static_cast<std::uint64_t>(product >> 64);
    }
  }
  n = {};
  n[limbs - 1] = 1;
  for (std::size_t i = 1; i <= zero; ++i) {
    std::uint64_t rest = 0;
    for (std::size_t k = limbs; k-- > 0;) {
      const uint128 dividend = static_cast<uint128>(rest) << 64 | n[k];
      n[k] = static_cast<std::uint64_t>(dividend / 5);
      rest = static_cast<std::uint64_t>(dividend % 5);
    }
    leading_bits& entry = table[zero - i] = leading(n);
    if (i <= 27 && ++entry.low == 0) ++entry.high;
  }
  return table;
}

inline constexpr auto entries = make();

}  // namespace power_table

constexpr const leading_bits& power_of_five(int n) noexcept {
  return power_table::entries[static_cast<std::size_t>(n - smallest_power_of_ten)];
}

}  // namespace hushring::detail
