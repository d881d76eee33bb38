// Random texts of numbers, those among them that are hard to round: lying between two doubles or floats, or beside.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace hushring::testing {

/// True when tests may take minutes.
inline bool long_tests() {
  const char* wanted = std::getenv("HUSHRING_LONG_TESTS");
  return wanted != nullptr && std::string_view(wanted) == "1";
}

#if defined(__SANITIZE_ADDRESS__) || !defined(NDEBUG)
inline constexpr int slowdown = 20;
#else
inline constexpr int slowdown = 1;
#endif

/// All decimal digits of mantissa * 2^exponent; `point` is where the decimal point stands, counted from the first.
struct exact_decimal {
  exact_decimal(std::uint64_t mantissa, int exponent) {
    constexpr std::uint32_t base = 1000000000;
    std::vector<std::uint32_t> limbs;  // lowest first
    for (std::uint64_t m = mantissa; m != 0; m /= base) limbs.push_back(static_cast<std::uint32_t>(m % base));
    const auto times = [&](std::uint64_t factor) {
      std::uint64_t carry = 0;
      for (std::uint32_t& limb : limbs) {
        carry += limb * factor;
        limb = static_cast<std::uint32_t>(carry % base);
        carry /= base;
      }
      for (; carry != 0; carry /= base) limbs.push_back(static_cast<std::uint32_t>(carry % base));
    };
    // 2^-n = 5^n / 10^n
    int left = exponent < 0 ? -exponent : exponent;
    const std::uint64_t step = exponent < 0 ? 1220703125 : 1 << 13;
    for (; left >= 13; left -= 13) times(step);
    for (; left > 0; --left) times(exponent < 0 ? 5 : 2);
    for (std::size_t i = limbs.size(); i-- > 0;) {
      char nine[16];
      std::snprintf(nine, sizeof nine, i + 1 == limbs.size() ? "%u" : "%09u", limbs[i]);
      digits += nine;
    }
    if (limbs.empty()) digits = "0";
    point = static_cast<int>(digits.size()) + (exponent < 0 ? exponent : 0);
  }

  std::string digits;
  int point;
};

class number_texts {
 public:
  explicit number_texts(std::uint64_t seed) : random_(seed) {}

  /// As maps have them: one to three digits, then 13 to 18 decimals.
  const std::string& coordinate() {
    start();
    text_ += std::to_string(below(181));
    text_ += '.';
    add_digits(13 + below(6));
    return text_;
  }
  /// Some digits, a point somewhere, and often an exponent of any spelling.
  const std::string& any() {
    start();
    const std::uint64_t whole = below(4) != 0 ? below(8) : below(30);
    if (whole == 0) text_ += '0';
    else text_ += static_cast<char>('1' + below(9)), add_digits(whole - 1);
    if (below(5) != 0) text_ += '.', add_digits(1 + (below(4) != 0 ? below(12) : below(40)));
    if (below(2) == 0) add_exponent(static_cast<int>(below(680)) - 345);
    return text_;
  }
  /// Any value of T, with as many digits as it takes, and fewer or more.
  template <class T>
  const std::string& value() {
    const T v = finite<T>();
    char room[64];
    const int digits = std::numeric_limits<T>::max_digits10 - 2 + static_cast<int>(below(8));
    text_.assign(room, static_cast<std::size_t>(std::snprintf(room, sizeof room, "%.*e", digits - 1,
                                                              static_cast<double>(v))));
    return text_;
  }
  /// The middle between a value of T and the next, exactly or nearly: with one of its digits another, cut off, or with
  /// a digit far behind.
  template <class T>
  const std::string& middle() {
    using bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    constexpr int fraction_bits = std::numeric_limits<T>::digits - 1;
    auto v = std::bit_cast<bits>(finite<T>());
    switch (below(8)) {
      case 0: v &= (bits{1} << below(fraction_bits)) - 1; break;                       // denormal
      case 1: v = (v & ~((bits{1} << fraction_bits) - 1)) - static_cast<bits>(below(2)); break;  // a power of two
      case 2: v = std::bit_cast<bits>(std::numeric_limits<T>::max()) - static_cast<bits>(below(3)); break;
      default: break;
    }
    const auto exponent = static_cast<int>((v << 1) >> (fraction_bits + 1));
    const std::uint64_t fraction = v & ((bits{1} << fraction_bits) - 1);
    const std::uint64_t mantissa = exponent == 0 ? fraction : fraction | std::uint64_t{1} << fraction_bits;
    const int lowest = std::numeric_limits<T>::min_exponent - std::numeric_limits<T>::digits;
    exact_decimal d(2 * mantissa + 1, lowest - 1 + (exponent == 0 ? 0 : exponent - 1));
    switch (below(6)) {
      case 0: break;
      case 1: d.digits.back() = d.digits.back() == '9' ? '8' : static_cast<char>(d.digits.back() + 1); break;
      case 2: d.digits.back() = d.digits.back() == '0' ? '1' : static_cast<char>(d.digits.back() - 1); break;
      case 3:
        if (d.digits.size() > 18) d.digits.resize(17 + below(d.digits.size() - 17));
        break;
      case 4: d.digits += std::string(below(900), '0') + '1'; break;
      default: d.digits[below(d.digits.size())] = static_cast<char>('1' + below(9));
    }
    start();
    write(d);
    return text_;
  }
  /// Digits far from their point, taken back by the exponent or not.
  const std::string& distant() {
    start();
    exact_decimal d(random_() >> below(60), 0);
    const auto zeros = static_cast<int>(below(700));
    if (below(2) == 0) {
      text_ += "0." + std::string(static_cast<std::size_t>(zeros), '0') + d.digits;
      add_exponent(zeros - 320 + static_cast<int>(below(640)));
    } else {
      if (d.digits == "0") d.digits = "3";
      text_ += d.digits + std::string(static_cast<std::size_t>(zeros), '0');
      if (below(2) == 0) text_ += '.' + std::string(1 + below(30), '0') + '1';
      add_exponent(-zeros - 345 + static_cast<int>(below(650)));
    }
    return text_;
  }

 private:
  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
  void start() { text_ = below(2) == 0 ? "-" : ""; }
  void add_digits(std::uint64_t n) {
    for (; n > 0; --n) text_ += static_cast<char>('0' + below(10));
  }
  void add_exponent(int e) {
    text_ += below(2) == 0 ? 'e' : 'E';
    if (e < 0) text_ += '-';
    else if (below(2) == 0) text_ += '+';
    text_ += std::string(below(4) == 0 ? below(25) : 0, '0') + std::to_string(e < 0 ? -e : e);
  }
  void write(const exact_decimal& d) {
    const auto size = static_cast<int>(d.digits.size());
    if (d.point > 0 && d.point < size && below(2) == 0) {
      text_ += d.digits;
      text_.insert(text_.size() - static_cast<std::size_t>(size - d.point), 1, '.');
    } else if (d.point <= 0 && d.point > -400 && below(2) == 0) {
      text_ += "0." + std::string(static_cast<std::size_t>(-d.point), '0') + d.digits;
    } else {
      text_ += d.digits.substr(0, 1);
      if (size > 1) text_ += '.' + d.digits.substr(1);
      add_exponent(d.point - 1);
    }
  }
  template <class T>
  T finite() {
    using bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    for (;;) {
      const auto v = std::bit_cast<T>(static_cast<bits>(random_()));
      if (v - v == 0) return v;
    }
  }

  std::mt19937_64 random_;
  std::string text_;
};

}  // namespace hushring::testing
