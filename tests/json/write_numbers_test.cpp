// Numbers are written in the shortest form that reads back to the same bits.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

#include "support/number_texts.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::quoted;
using hushring::write;
using hushring::write_options;

/// By the fast way (much room), by the exact one (no room to spare), and into a string: all the same.
template <class T>
std::string written(const T& value) {
  std::array<char, 128> room{};
  const auto n = write(value, room);
  if (!n) return "error";
  const std::string fast(room.data(), *n);
  std::vector<char> tight(*n);
  const auto m = write(value, std::span<char>(tight));
  EXPECT_TRUE(m && std::string(tight.data(), *m) == fast) << fast;
  std::string appended;
  EXPECT_TRUE(write(value, appended));
  EXPECT_EQ(appended, fast);
  return fast;
}

TEST(WriteNumbers, IntegersOfEveryWidthAndLength) {
  EXPECT_EQ(written(std::numeric_limits<std::int8_t>::min()), "-128");
  EXPECT_EQ(written(std::numeric_limits<std::int8_t>::max()), "127");
  EXPECT_EQ(written(std::numeric_limits<std::uint8_t>::max()), "255");
  EXPECT_EQ(written(std::numeric_limits<std::int16_t>::min()), "-32768");
  EXPECT_EQ(written(std::numeric_limits<std::uint16_t>::max()), "65535");
  EXPECT_EQ(written(std::numeric_limits<std::int32_t>::min()), "-2147483648");
  EXPECT_EQ(written(std::numeric_limits<std::uint32_t>::max()), "4294967295");
  EXPECT_EQ(written(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(written(std::numeric_limits<std::int64_t>::max()), "9223372036854775807");
  EXPECT_EQ(written(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(written(0), "0");
  EXPECT_EQ(written(true), "true");
  EXPECT_EQ(written(false), "false");
  std::uint64_t power = 1;
  for (std::size_t digits = 1; digits <= 20; ++digits, power *= 10) {
    EXPECT_EQ(written(power), "1" + std::string(digits - 1, '0'));
    if (digits > 1) {
      EXPECT_EQ(written(power - 1), std::string(digits - 1, '9'));
    }
    if (digits <= 19) {
      EXPECT_EQ(written(-static_cast<std::int64_t>(power)), "-1" + std::string(digits - 1, '0'));
    }
  }
  EXPECT_EQ(written(std::uint64_t{1203040506070809010u}), "1203040506070809010");
  EXPECT_EQ(written(std::uint64_t{10000000000000000001u}), "10000000000000000001");
}

TEST(WriteNumbers, DoublesInTheirShortestForm) {
  struct form {
    double value;
    const char* text;
  };
  for (const form f : {form{0.0, "0"},
                       {-0.0, "-0"},
                       {10.0, "10"},
                       {-10.0, "-10"},
                       {1.5, "1.5"},
                       {0.1, "0.1"},
                       {-0.25, "-0.25"},
                       {123.45, "123.45"},
                       {1053.9, "1053.9"},
                       {0.001, "0.001"},
                       {0.015, "0.015"},
                       {999999999999.999, "999999999999.999"},
                       {100000.0, "100000"},
                       {999999999999.0, "999999999999"},
                       {1e12, "1000000000000"},
                       {1e20, "100000000000000000000"},
                       {1e21, "1e21"},
                       {1e22, "1e22"},
                       {1e-7, "0.0000001"},
                       {1.5e-7, "0.00000015"},
                       {1.25e-7, "1.25e-7"},
                       {1.5e-9, "1.5e-9"},
                       {0.00000001, "0.00000001"},
                       {1e-9, "1e-9"},
                       {1e300, "1e300"},
                       {5e-324, "5e-324"},
                       {-5e-324, "-5e-324"},
                       {2.2250738585072014e-308, "2.2250738585072014e-308"},
                       {1.7976931348623157e308, "1.7976931348623157e308"},
                       {-1.7976931348623157e308, "-1.7976931348623157e308"},
                       {0.3187219868413551, "0.3187219868413551"},
                       {-27.710098265670812, "-27.710098265670812"},
                       {1.2345678901234568e17, "123456789012345680"},
                       {4.35, "4.35"},
                       {0.1 + 0.2, "0.30000000000000004"},
                       {1.0 / 3, "0.3333333333333333"},
                       {2.0 / 3, "0.6666666666666666"},
                       {9007199254740993.0, "9007199254740992"},
                       {0.0001, "0.0001"},
                       {0.00012345, "0.00012345"},
                       {123456.7891, "123456.7891"},
                       {1e-5, "0.00001"},
                       {1.25e-5, "0.0000125"},
                       {-1.2345678901234568e-5, "-0.000012345678901234568"},
                       {33.3333, "33.3333"}})
    EXPECT_EQ(written(f.value), f.text);
}

TEST(WriteNumbers, FloatsInTheirShortestForm) {
  struct form {
    float value;
    const char* text;
  };
  for (const form f : {form{0.0F, "0"},
                       {-0.0F, "-0"},
                       {10.0F, "10"},
                       {0.1F, "0.1"},
                       {1e-45F, "1e-45"},
                       {3.4028235e38F, "3.4028235e38"},
                       {-3.4028235e38F, "-3.4028235e38"},
                       {1.1754944e-38F, "1.1754944e-38"},
                       {16777216.0F, "16777216"},
                       {0.3F, "0.3"},
                       {123.45F, "123.45"},
                       {1.0F / 3, "0.33333334"},
                       {1e10F, "10000000000"},
                       {1e21F, "1e21"},
                       {8388608.5F, "8388608"}})
    EXPECT_EQ(written(f.value), f.text);
}

/// A number as write.hpp promises it, from the fewest digits d.ddd and the exponent that the standard library finds:
/// plain from 1e-5 to below 1e21, and down to 1e-8 with at most 8 decimals; with an exponent otherwise.
std::string promised(std::string_view scientific) {
  std::string text = scientific.front() == '-' ? "-" : "";
  scientific.remove_prefix(text.size());
  const std::size_t e = scientific.find('e');
  const int exponent = std::stoi(std::string(scientific.substr(e + 1)));
  std::string digits(scientific.substr(0, 1));
  if (e > 1) digits += scientific.substr(2, e - 2);
  const int count = static_cast<int>(digits.size());
  if (digits == "0") return text + "0";
  if (exponent >= 21 || exponent < -8 || (exponent < -5 && count - 1 - exponent > 8))
    return text + digits.substr(0, 1) + (count > 1 ? "." + digits.substr(1) : "") + "e" + std::to_string(exponent);
  if (exponent < 0) return text + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  if (count <= exponent + 1) return text + digits + std::string(static_cast<std::size_t>(exponent + 1 - count), '0');
  return text + digits.insert(static_cast<std::size_t>(exponent + 1), ".");
}

template <class T>
void expect_shortest(T value) {
  const std::string text = written(value);
  char reference[64];
  const auto end = std::to_chars(reference, reference + sizeof reference, value, std::chars_format::scientific).ptr;
  const std::string expected = promised(std::string_view(reference, static_cast<std::size_t>(end - reference)));
  // whole numbers with more digits than the type holds may have any digits that read back, in the same room
  const bool whole = std::abs(value) >= std::ldexp(T(1), std::numeric_limits<T>::digits) && std::abs(value) < T(1e21);
  ASSERT_EQ(whole ? std::string(text.size(), '9') : text, whole ? std::string(expected.size(), '9') : expected) << text;
  using bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  T back{};
  ASSERT_EQ(std::from_chars(text.data(), text.data() + text.size(), back).ec, std::errc{}) << text;
  ASSERT_EQ(std::bit_cast<bits>(back), std::bit_cast<bits>(value)) << text;
  const auto read_back = hushring::read<T>(text);
  ASSERT_TRUE(read_back) << text;
  ASSERT_EQ(std::bit_cast<bits>(*read_back), std::bit_cast<bits>(value)) << text;
}

#if defined(__SANITIZE_ADDRESS__) || !defined(NDEBUG)
constexpr int rounds = 20000;
#else
constexpr int rounds = 300000;
#endif

TEST(WriteNumbers, RandomDoublesAreShortestAndReadBackToTheSameBits) {
  std::mt19937_64 random(20240501);
  for (int i = 0; i < rounds; ++i) {
    const auto v = std::bit_cast<double>(random());
    if (std::isfinite(v)) expect_shortest(v);
    if (HasFatalFailure()) return;
  }
}

TEST(WriteNumbers, DecimalsAsPricesHaveThemAreShortest) {
  std::mt19937_64 random(7);
  constexpr double powers[] = {1, 10, 100, 1000, 10000, 100000, 1e6, 1e7, 1e8};
  for (int i = 0; i < rounds; ++i) {
    const auto digits = static_cast<double>(random() >> (64 - 1 - random() % 53));
    const double v = digits / powers[random() % 9];
    expect_shortest(random() % 2 ? v : -v);
    // the neighbours of short decimals are not short
    expect_shortest(std::nextafter(v, random() % 2 ? 1e300 : -1e300));
    if (HasFatalFailure()) return;
  }
}

TEST(WriteNumbers, RandomFloatsAreShortestAndReadBackToTheSameBits) {
  std::mt19937 random(11);
  for (int i = 0; i < rounds; ++i) {
    const auto v = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (std::isfinite(v)) expect_shortest(v);
    if (HasFatalFailure()) return;
  }
}

/// The length of what write.hpp promises for a float: `promised` without strings.
std::size_t promised_length(float value) {
  char text[32];
  const char* end = std::to_chars(text, text + sizeof text, std::abs(value), std::chars_format::scientific).ptr;
  const char* e = end - 1;
  while (*e != 'e') --e;
  int exponent = 0;
  std::from_chars(e[1] == '+' ? e + 2 : e + 1, end, exponent);
  const int count = e - text == 1 ? 1 : static_cast<int>(e - text) - 1;
  const int sign = std::signbit(value) ? 1 : 0;
  int length;
  if (value == 0) length = 1;
  else if (exponent >= 21 || exponent < -5)
    length = count + (count > 1) + 1 + (exponent < 0) + (std::abs(exponent) < 10 ? 1 : 2);
  else if (exponent < 0) length = 1 - exponent + count;
  else length = count <= exponent + 1 ? exponent + 1 : count + 1;
  return static_cast<std::size_t>(sign + length);
}

/// One of the `parts` that all floats are divided into by their highest bits: each has a watchdog of its own.
class AllFloats : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  static constexpr std::uint32_t parts = 32;
};

// HUSHRING_LONG_TESTS=1: every float that there is, otherwise one of some thousand.
TEST_P(AllFloats, AreShortestAndReadBackToTheSameBitsByUsAndByTheCLibrary) {
  const std::uint64_t step = hushring::testing::long_tests() ? 1 : 7001 * hushring::testing::slowdown;
  constexpr std::uint64_t size = (std::uint64_t{1} << 32) / parts;
  hushring::reader reader;
  char text[64] = {};
  for (std::uint64_t i = GetParam() * size; i < (GetParam() + 1) * size; i += step) {
    const auto bits = static_cast<std::uint32_t>(i);
    const auto value = std::bit_cast<float>(bits);
    if (!std::isfinite(value)) continue;
    const auto n = write(value, std::span<char>(text, 40));
    ASSERT_TRUE(n) << bits;
    text[*n] = '\0';
    ASSERT_LE(*n, promised_length(value)) << text;
    ASSERT_EQ(std::bit_cast<std::uint32_t>(std::strtof(text, nullptr)), bits) << text;
    float back = 1;
    ASSERT_TRUE(reader.read_into(std::string_view(text, *n), back)) << text;
    ASSERT_EQ(std::bit_cast<std::uint32_t>(back), bits) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, AllFloats, ::testing::Range(0u, 32u));

TEST(WriteNumbers, DoublesAroundPowersOfTwoAndTenAreShortest) {
  for (int e = -1074; e < 1024; ++e) {
    const double p = std::ldexp(1.0, e);
    for (const double v : {p, std::nextafter(p, 0), std::nextafter(p, 1e308)}) expect_shortest(v);
  }
  for (int e = -323; e <= 308; ++e) {
    const double p = std::strtod(("1e" + std::to_string(e)).c_str(), nullptr);
    for (const double v : {p, std::nextafter(p, 0), std::nextafter(p, 1e308), p * 3 < 1.7e308 ? p * 3 : p})
      expect_shortest(v);
    if (HasFatalFailure()) return;
  }
}

TEST(WriteNumbers, WhatIsNotFiniteIsAnErrorOrNull) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  constexpr write_options nulls{.not_finite = hushring::not_finite::null};
  for (const double v : {inf, -inf, std::nan(""), -std::nan("1")}) {
    std::string out = "kept";
    EXPECT_EQ(write(v, out).error(), (error{errc::not_finite, 0}));
    EXPECT_EQ(write(std::vector<double>{1, v}, out).error(), (error{errc::not_finite, 0}));
    EXPECT_EQ(write(static_cast<float>(v), out).error(), (error{errc::not_finite, 0}));
    EXPECT_EQ(write(quoted<double>(v), out).error(), (error{errc::not_finite, 0}));
    // "null" in quotes would be no number
    EXPECT_EQ(write<nulls>(quoted<double>(v), out).error(), (error{errc::not_finite, 0}));
    EXPECT_EQ(out, "kept");
    ASSERT_TRUE(write<nulls>(std::vector<double>{1, v}, out));
    EXPECT_EQ(out, "kept[1,null]");
    out.clear();
    ASSERT_TRUE(write<nulls>(static_cast<float>(v), out));
    EXPECT_EQ(out, "null");
  }
}

TEST(WriteNumbers, QuotedNumbersStandInQuotes) {
  EXPECT_EQ(written(quoted<double>(1053.9)), R"("1053.9")");
  EXPECT_EQ(written(quoted<std::int64_t>(-5)), R"("-5")");
  EXPECT_EQ(written(std::optional<quoted<double>>{}), "null");
  EXPECT_EQ(written(std::array<quoted<float>, 2>{0.5F, -0.0F}), R"(["0.5","-0"])");
}

}  // namespace
