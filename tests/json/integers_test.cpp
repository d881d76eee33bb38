// Integers of every width: limits, forms, what is refused.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
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

struct widths {
  std::int8_t i8 = 0;
  std::uint8_t u8 = 0;
  std::int16_t i16 = 0;
  std::uint16_t u16 = 0;
  std::int32_t i32 = 0;
  std::uint32_t u32 = 0;
  std::int64_t i64 = 0;
  std::uint64_t u64 = 0;
  friend bool operator==(const widths&, const widths&) = default;
};

struct limit {
  std::string_view member;
  std::string_view number;
};

// "i8" becomes {"i8":<number>}
std::string text_of(limit l) { return "{\"" + std::string(l.member) + "\":" + std::string(l.number) + "}"; }

TEST(Integers, EveryWidthReachesItsLimits) {
  const auto low = read<widths>(
      R"({"i8":-128,"u8":0,"i16":-32768,"u16":0,"i32":-2147483648,"u32":0,"i64":-9223372036854775808,"u64":0})");
  ASSERT_TRUE(low);
  EXPECT_EQ(*low, (widths{-128, 0, -32768, 0, -2147483647 - 1, 0, -9223372036854775807 - 1, 0}));
  const auto high = read<widths>(R"({"i8":127,"u8":255,"i16":32767,"u16":65535,"i32":2147483647,"u32":4294967295,)"
                                 R"("i64":9223372036854775807,"u64":18446744073709551615})");
  ASSERT_TRUE(high);
  EXPECT_EQ(*high,
            (widths{127, 255, 32767, 65535, 2147483647, 4294967295u, 9223372036854775807, 18446744073709551615u}));
}

TEST(Integers, OneBeyondALimitIsOutOfRangeAtItsFirstCharacter) {
  for (const limit l : {limit{"i8", "128"},
                        {"i8", "-129"},
                        {"u8", "256"},
                        {"u8", "-1"},
                        {"i16", "32768"},
                        {"i16", "-32769"},
                        {"u16", "65536"},
                        {"u16", "-1"},
                        {"i32", "2147483648"},
                        {"i32", "-2147483649"},
                        {"u32", "4294967296"},
                        {"u32", "-1"},
                        {"i64", "9223372036854775808"},
                        {"i64", "-9223372036854775809"},
                        {"u64", "18446744073709551616"},
                        {"u64", "-1"},
                        {"i8", "1000000000000000000000"},
                        {"u64", "99999999999999999999"},
                        {"u64", "100000000000000000000"},
                        {"i64", "-99999999999999999999999999999999999999"},
                        {"u8", "1e3"},
                        {"i64", "1e19"},
                        {"u64", "2e19"},
                        {"i64", "1e99999999999999999999"},
                        {"u8", "25600e-2"},
                        {"i8", "12.8e1"}}) {
    EXPECT_EQ((read_everywhere<widths>(text_of(l), "0,\"u8\":1}")),
              (error{errc::number_out_of_range, l.member.size() + 4}))
        << text_of(l);
  }
}

TEST(Integers, FractionsAndExponentsAreAcceptedWhenTheValueIsIntegral) {
  struct form {
    std::string_view text;
    std::int64_t value;
  };
  for (const form f : {form{"8.0", 8},
                       {"12e2", 1200},
                       {"12E+2", 1200},
                       {"-8.000", -8},
                       {"1.5e1", 15},
                       {"0.0", 0},
                       {"-0", 0},
                       {"-0.0e5", 0},
                       {"0e99999999999999999999", 0},
                       {"100000000000000000000e-2", 1000000000000000000},
                       {"12.5e1", 125},
                       {"5000e-3", 5},
                       {"1e18", 1000000000000000000},
                       {"9.223372036854775807e18", 9223372036854775807},
                       {"-9223372036854775808.0", -9223372036854775807 - 1},
                       {"9223372036854775807.00000000000000000000000", 9223372036854775807},
                       {"0.00000000000000000000000000000000000001e38", 1},
                       {"1200e-2", 12},
                       {"10e-1", 1},
                       {"20.0e-1", 2}}) {
    const std::string text(f.text);
    const auto root = read<std::int64_t>(text);
    ASSERT_TRUE(root) << text;
    EXPECT_EQ(*root, f.value) << text;
    const auto member = read<widths>("{\"i64\":" + text + "}");
    ASSERT_TRUE(member) << text;
    EXPECT_EQ(member->i64, f.value) << text;
    const auto followed = read<widths>("{\"i64\":" + text + ",\"u64\":" + text.substr(text[0] == '-') + " , \"i8\":7}");
    if (f.value > -9223372036854775807 - 1) {
      ASSERT_TRUE(followed) << text;
      EXPECT_EQ(followed->i64, f.value) << text;
      EXPECT_EQ(followed->i8, 7);
    }
    const auto elements = read<std::vector<std::int64_t>>("[1," + text + ", " + text + ",2]");
    ASSERT_TRUE(elements) << text;
    EXPECT_EQ(*elements, (std::vector<std::int64_t>{1, f.value, f.value, 2})) << text;
  }
}

TEST(Integers, NarrowTypesTakeLongSpellingsOfSmallValues) {
  const auto v = read<widths>(R"({"u8":2550e-1,"i8":-12800e-2,"u16":6553500000000000000000e-17,"i16":0.3e1})");
  ASSERT_TRUE(v);
  EXPECT_EQ(v->u8, 255);
  EXPECT_EQ(v->i8, -128);
  EXPECT_EQ(v->u16, 65535);
  EXPECT_EQ(v->i16, 3);
}

TEST(Integers, AValueWithAFractionIsNotAnInteger) {
  for (const std::string_view n : {"1.5", "-0.1", "1e-1", "12e-3", "8.01", "100000000000000000000e-21", "0.5",
                                   "99999999999999999999.5", "1e-99999999999999999999"}) {
    EXPECT_EQ((read_everywhere<widths>("{\"i64\":" + std::string(n) + "}")), (error{errc::not_an_integer, 7})) << n;
    EXPECT_EQ(read<std::int32_t>(n).error(), (error{errc::not_an_integer, 0})) << n;
  }
}

TEST(Integers, LiteralIntegersRefuseFractionsAndExponentsWhereTheyBegin) {
  constexpr hushring::read_options literal{.literal_integers = true};
  EXPECT_EQ((read_everywhere<widths, literal>(R"({"i64":8.0})")), (error{errc::not_an_integer, 8}));
  EXPECT_EQ((read_everywhere<widths, literal>(R"({"i64":12e2})")), (error{errc::not_an_integer, 9}));
  EXPECT_EQ((read_everywhere<widths, literal>(R"({"u8":-0.0})")), (error{errc::not_an_integer, 8}));
  EXPECT_EQ((read_everywhere<widths, literal>(R"({"u8":2550e-1})")), (error{errc::not_an_integer, 10}));
  EXPECT_EQ((read_everywhere<widths, literal>(R"({"i64":-12,"u64":0,"i8":-0})")), error{});
}

TEST(Integers, EveryDigitCountIsReadExactly) {
  constexpr std::string_view digits = "9876543210123456789";
  constexpr std::uint64_t values[] = {9,
                                      98,
                                      987,
                                      9876,
                                      98765,
                                      987654,
                                      9876543,
                                      98765432,
                                      987654321,
                                      9876543210,
                                      98765432101,
                                      987654321012,
                                      9876543210123,
                                      98765432101234,
                                      987654321012345,
                                      9876543210123456,
                                      98765432101234567,
                                      987654321012345678,
                                      9876543210123456789u};
  for (std::size_t n = 1; n <= digits.size(); ++n) {
    const std::string number(digits.substr(0, n));
    for (const std::string& text :
         {"{\"u64\":" + number + "}", "{\"u64\":" + number + ",\"i8\":1}", "{ \"u64\" : " + number + " }"}) {
      const auto v = read<widths>(text);
      ASSERT_TRUE(v) << text;
      EXPECT_EQ(v->u64, values[n - 1]) << text;
      EXPECT_EQ((read_everywhere<widths>(text, "5678")), error{});
    }
    EXPECT_EQ((read_everywhere<std::uint64_t>(number, "0")), error{});
  }
}

TEST(Integers, MalformedNumbersAreRefusedAtTheOffendingByte) {
  struct bad {
    std::string_view number;
    std::uint64_t offset;  // within the number
    errc code = errc::invalid_number;
  };
  for (const bad b : {bad{"01", 1},
                      {"-", 1},
                      {"-a", 1},
                      {"00", 1},
                      {"-01", 2},
                      {"1.", 2},
                      {"1.e1", 2},
                      {"1e", 2},
                      {"1e+", 3},
                      {"1e-", 3},
                      {"1ee1", 2},
                      {".5", 0, errc::unexpected_character},
                      {"+1", 0, errc::unexpected_character},
                      {"--1", 1},
                      {"1.2.3", 0, errc::not_an_integer},
                      {"1e1.5", 3, errc::unexpected_character},
                      {"0x10", 1, errc::unexpected_character},
                      {"1_000", 1, errc::unexpected_character},
                      {"-Infinity", 1},
                      {"NaN", 0, errc::unexpected_character},
                      {"1 2", 2, errc::unexpected_character},
                      {"123456.", 7},
                      {"12345678.", 9},
                      {"1234567890123.e", 14},
                      {"1234567890123456789012.", 23}}) {
    // `1.` followed by `}` is bad at the brace
    const std::string text = "{\"i64\":" + std::string(b.number) + "}";
    EXPECT_EQ((read_everywhere<widths>(text, "0}")), (error{b.code, 7 + b.offset})) << text;
    const std::string array = "[7," + std::string(b.number) + "]";
    EXPECT_EQ((read_everywhere<std::vector<std::int64_t>>(array, "0]")), (error{b.code, 3 + b.offset})) << array;
  }
}

TEST(Integers, OtherValuesAreOfTheWrongType) {
  for (const std::string_view v : {"\"5\"", "true", "[1]", "{}", "\"\""})
    EXPECT_EQ((read_everywhere<widths>("{\"i64\":" + std::string(v) + "}")), (error{errc::wrong_type, 7})) << v;
}

}  // namespace
