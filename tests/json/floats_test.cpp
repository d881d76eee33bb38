// Floats are rounded once, from the decimal digits, never by way of a double.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/read.hpp>

#include "support/placements.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::read;
using hushring::testing::read_everywhere;

struct number {
  float x = -7.5F;
  friend bool operator==(const number& a, const number& b) {
    return std::bit_cast<std::uint32_t>(a.x) == std::bit_cast<std::uint32_t>(b.x);
  }
};

std::string member(std::string_view text) { return "{\"x\":" + std::string(text) + "}"; }

struct rounded {
  std::string_view text;
  std::uint32_t bits;
};

// 1.00000017881393432617187499 and its neighbours lie beside a midpoint of floats that is a double: by way of a double
// they would be rounded twice.
constexpr rounded cases[] = {
    {"0", 0x00000000},
    {"-0", 0x80000000},
    {"0.1", 0x3DCCCCCD},
    {"16777216", 0x4B800000},
    {"16777217", 0x4B800000},
    {"16777217.0", 0x4B800000},
    {"16777218", 0x4B800001},
    {"16777219", 0x4B800002},
    {"16777217.0000001", 0x4B800001},
    {"3.4028234663852886e38", 0x7F7FFFFF},
    {"3.4028235e38", 0x7F7FFFFF},
    {"3.4028235677973366e38", 0x7F7FFFFF},
    {"340282356779733661637539395458142568447.9", 0x7F7FFFFF},
    {"1e-45", 0x00000001},
    {"1.4e-45", 0x00000001},
    {"7.006492321624085e-46", 0x00000000},
    {"7.0064923216240854e-46", 0x00000001},
    {"7.006492321624085354618e-46", 0x00000000},
    {"7.0064923216240862e-46", 0x00000001},
    {"-1e-46", 0x80000000},
    {"1.17549435e-38", 0x00800000},
    {"1.1754943e-38", 0x00800000},
    {"1.1754944e-38", 0x00800000},
    {"1.00000017881393421514957253748434595763683319091796875001", 0x3F800001},
    {"1.00000017881393432617187499", 0x3F800001},
    {"1.000000178813934326171875", 0x3F800002},
    {"1.00000017881393432617187501", 0x3F800002},
    {"0.000000059604644775390625", 0x33800000},
    {"8388609.5", 0x4B000002},
    {"8388608.5", 0x4B000000},
    {"4194304.75", 0x4A800002},
    {"33554434", 0x4C000000},
    {"33554435", 0x4C000001},
    {"33554438", 0x4C000002},
    {"123.45", 0x42F6E666},
    {"1.1", 0x3F8CCCCD},
    {"9.5367431640625e-7", 0x35800000},
    {"1e10", 0x501502F9},
    {"1e11", 0x51BA43B7},
    {"1e-10", 0x2EDBE6FF},
    {"1e-11", 0x2D2FEBFF},
    {"1.23456789", 0x3F9E0652},
    {"12345678", 0x4B3C614E},
    {"1234567.8", 0x4996B43E},
    {"0.30000001192092896", 0x3E99999A},
    {"2.98023223876953125e-8", 0x33000000},
    {"1e38", 0x7E967699},
    {"-1.5", 0xBFC00000},
    {"8589973000", 0x50000026},
    {"8589973504.0000001", 0x50000026},
    {"1.8446744e19", 0x5F800000},
    {"8.5899345920000001e9", 0x50000000},
    {"7.038531e-26", 0x15AE43FD},
    {"1.401298464324817070923729583289916131280e-45", 0x00000001},
    {"2.1019476964872256e-45", 0x00000001},
    {"2.10194769648722560638559e-45", 0x00000001},
};

TEST(Floats, AreRoundedOnceToTheNearestEven) {
  for (const rounded& c : cases) {
    const auto v = read<number>(member(c.text));
    ASSERT_TRUE(v) << c.text;
    EXPECT_EQ(std::bit_cast<std::uint32_t>(v->x), c.bits) << c.text;
    EXPECT_EQ((read_everywhere<number>(member(c.text), "5}")), error{}) << c.text;
    const auto root = read<float>(c.text);
    ASSERT_TRUE(root) << c.text;
    EXPECT_EQ(std::bit_cast<std::uint32_t>(*root), c.bits) << c.text;
  }
  const auto elements = read<std::vector<float>>("[16777217,1.00000017881393432617187499,-1e-46]");
  ASSERT_TRUE(elements);
  ASSERT_EQ(elements->size(), 3u);
  EXPECT_EQ(std::bit_cast<std::uint32_t>((*elements)[0]), 0x4B800000u);
  EXPECT_EQ(std::bit_cast<std::uint32_t>((*elements)[1]), 0x3F800001u);
  EXPECT_EQ(std::bit_cast<std::uint32_t>((*elements)[2]), 0x80000000u);
}

TEST(Floats, LongDigitStringsAreRoundedByAllOfTheirDigits) {
  // the midpoint between 2^24 and the float behind it
  const auto bits = [](const std::string& text) { return std::bit_cast<std::uint32_t>(read<float>(text).value_or(0)); };
  EXPECT_EQ(bits("16777217." + std::string(2000, '0')), 0x4B800000u);
  EXPECT_EQ(bits("16777217." + std::string(2000, '0') + "1"), 0x4B800001u);
  EXPECT_EQ(bits("16777217" + std::string(900, '0') + "1e-901"), 0x4B800001u);
}

TEST(Floats, BeyondTheRangeIsAnErrorAtTheNumber) {
  for (const std::string_view n : {"3.4028236e38", "1e39", "-1e39", "1e308", "1e400",
                                   "340282356779733661637539395458142568448", "-1e99999999999999999999"}) {
    EXPECT_EQ((read_everywhere<number>(member(n), "}")), (error{errc::number_out_of_range, 5})) << n;
    EXPECT_EQ(read<float>(n).error(), (error{errc::number_out_of_range, 0})) << n;
  }
}

}  // namespace
