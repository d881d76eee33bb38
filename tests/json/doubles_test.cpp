// Doubles are correctly rounded, whatever their length; beyond the range is an error, below it a signed zero.
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
  double x = -7.5;
  friend bool operator==(const number& a, const number& b) {
    return std::bit_cast<std::uint64_t>(a.x) == std::bit_cast<std::uint64_t>(b.x);
  }
};

std::string member(std::string_view text) { return "{\"x\":" + std::string(text) + "}"; }

std::uint64_t bits_of(std::string_view text) {
  const auto v = read<number>(member(text));
  if (!v) ADD_FAILURE() << text << ": " << ::testing::PrintToString(v.error());
  return std::bit_cast<std::uint64_t>(v ? v->x : -7.5);
}

struct rounded {
  std::string_view text;
  std::uint64_t bits;
};

constexpr rounded cases[] = {
    {"0", 0x0000000000000000},
    {"-0", 0x8000000000000000},
    {"0.0", 0x0000000000000000},
    {"-0.0", 0x8000000000000000},
    {"1", 0x3FF0000000000000},
    {"-1", 0xBFF0000000000000},
    {"0.1", 0x3FB999999999999A},
    {"0.2", 0x3FC999999999999A},
    {"0.3", 0x3FD3333333333333},
    {"1.1", 0x3FF199999999999A},
    {"3.14", 0x40091EB851EB851F},
    {"123.45", 0x405EDCCCCCCCCCCD},
    {"1e22", 0x4480F0CF064DD592},
    {"1e23", 0x44B52D02C7E14AF6},
    {"1e-22", 0x3B5E392010175EE6},
    {"1e-23", 0x3B282DB34012B251},
    {"9007199254740991", 0x433FFFFFFFFFFFFF},
    {"9007199254740992", 0x4340000000000000},
    {"9007199254740993", 0x4340000000000000},
    {"9007199254740993.0", 0x4340000000000000},
    {"9007199254740994", 0x4340000000000001},
    {"9007199254740995", 0x4340000000000002},
    {"9007199254740993.00000000000000000000000000000000001", 0x4340000000000001},
    {"9007199254740992.99999999999999999999", 0x4340000000000000},
    {"0.500000000000000166533453693773481063544750213623046875", 0x3FE0000000000002},
    {"0.5000000000000001665334536937734810635447502136230468749", 0x3FE0000000000001},
    {"0.5000000000000001665334536937734810635447502136230468751", 0x3FE0000000000002},
    {"1.00000000000000011102230246251565404236316680908203125", 0x3FF0000000000000},
    {"1.00000000000000011102230246251565404236316680908203124", 0x3FF0000000000000},
    {"1.00000000000000011102230246251565404236316680908203126", 0x3FF0000000000001},
    {"2.2250738585072014e-308", 0x0010000000000000},
    {"2.2250738585072011e-308", 0x000FFFFFFFFFFFFF},
    {"2.2250738585072012e-308", 0x0010000000000000},
    {"4.9406564584124654e-324", 0x0000000000000001},
    {"5e-324", 0x0000000000000001},
    {"2.4703282292062327208e-324", 0x0000000000000000},
    {"2.4703282292062328e-324", 0x0000000000000001},
    {"-5e-324", 0x8000000000000001},
    {"2.4703282292062327208299493069197516e-324", 0x0000000000000000},
    {"2.470328229206232720882843964341106861825299013071623822127928412503377536351043e-324", 0x0000000000000000},
    {"2.470328229206232720882843964341106861825299013071623822127928412503377536351044e-324", 0x0000000000000001},
    {"1e-400", 0x0000000000000000},
    {"-1e-400", 0x8000000000000000},
    {"1e-99999999999999999999", 0x0000000000000000},
    {"-1e-99999999999999999999", 0x8000000000000000},
    {"0e99999999999999999999", 0x0000000000000000},
    {"-0e99999999999999999999", 0x8000000000000000},
    {"0.0e-99999999999999999999", 0x0000000000000000},
    {"1.7976931348623157e308", 0x7FEFFFFFFFFFFFFF},
    {"1.7976931348623158e308", 0x7FEFFFFFFFFFFFFF},
    {"-1.7976931348623157e308", 0xFFEFFFFFFFFFFFFF},
    {"179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017"
     "977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273"
     "854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704"
     "342711559699508093042880",
     0x7CD203AF9EE75615},
    {"1e308", 0x7FE1CCF385EBC8A0},
    {"123456789012345678", 0x437B69B4BA630F35},
    {"12345678901234567890", 0x43E56A95319D63E1},
    {"123456789012345678901234567890", 0x45F8EE90FF6C373E},
    {"1.2345678901234567", 0x3FF3C0CA428C59FB},
    {"7.2057594037927933e16", 0x4370000000000000},
    {"1e15", 0x430C6BF526340000},
    {"1e16", 0x4341C37937E08000},
    {"123456.7890123", 0x40FE240C9FCB5C8A},
    {"8.5", 0x4021000000000000},
    {"100000000000000016777215", 0x44B52D02C7E14AF7},
    {"100000000000000016777216", 0x44B52D02C7E14AF8},
    {"1448997445238699", 0x4314976C0803FEAC},
    {"6.631236846766476e-316", 0x0000000008000000},
    {"3.2378839133029012895883524125015321748630094556181e-319", 0x000000000000FFFF},
    {"4.4501477170144023e-308", 0x001FFFFFFFFFFFFF},
    {"9.5e-5", 0x3F18E757928E0C9E},
    {"2e-5", 0x3EF4F8B588E368F1},
    {"1234567.12345678", 0x4132D6871F9ADD11},
    {"1234567.123456789", 0x4132D6871F9ADD37},
    {"12345678.5", 0x41678C29D0000000},
    {"0.00000001", 0x3E45798EE2308C3A},
    {"0.000000001", 0x3E112E0BE826D695},
    {"12345.0e-3", 0x4028B0A3D70A3D71},
    {"1e0", 0x3FF0000000000000},
    {"1E+2", 0x4059000000000000},
    {"1e-2", 0x3F847AE147AE147B},
    {"1e00000000000000000001", 0x4024000000000000},
    {"0.3187219868413551", 0x3FD465F0E77FFC1C},
    {"-27.710098265670812", 0xC03BB5C8FFFC00A1},
    {"1.2345678901234568e+17", 0x437B69B4BA630F35},
    {"9214843084008499", 0x43405E6CEC57761A},
    {"1090544144181609348671888949248", 0x462B8779F2474DFA},
    {"8.44291197326099e-309", 0x0006123400000001},
    {"5708990770823839207320493820740630171355185151999e-3", 0x496FFFFFFFFFFFFF},
    {"2.98023223876953125e-8", 0x3E60000000000000},
    {"17.123456789012345678901234567890", 0x40311F9ADD3746F6},
    {"179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017"
     "977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273"
     "854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704"
     "342711559699508093042880177904174497791",
     0x7FEFFFFFFFFFFFFF},
    {"179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017"
     "977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273"
     "854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704"
     "342711559699508093042880177904174497791.99999999",
     0x7FEFFFFFFFFFFFFF},
};

TEST(Doubles, AreRoundedToTheNearestEvenInEveryPosition) {
  for (const rounded& c : cases) {
    EXPECT_EQ(bits_of(c.text), c.bits) << c.text;
    EXPECT_EQ((read_everywhere<number>(member(c.text), "5}")), error{}) << c.text;
    const auto root = read<double>(c.text);
    ASSERT_TRUE(root) << c.text;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(*root), c.bits) << c.text;
    const std::string text(c.text);
    const auto elements = read<std::vector<double>>("[" + text + "," + text + " , " + text + "]");
    ASSERT_TRUE(elements) << c.text;
    ASSERT_EQ(elements->size(), 3u);
    for (const double d : *elements) EXPECT_EQ(std::bit_cast<std::uint64_t>(d), c.bits) << c.text;
  }
}

TEST(Doubles, LongDigitStringsAreRoundedByAllOfTheirDigits) {
  // half of the smallest denormal has 751 significant digits; a digit far behind it decides
  const std::string half = "24703282292062327208299493069197516";  // its first digits
  EXPECT_EQ(bits_of("2." + half.substr(1) + std::string(900, '0') + "e-324"), 0u);
  EXPECT_EQ(bits_of("0." + std::string(323, '0') + "2" + std::string(800, '4')), 0u);
  EXPECT_EQ(bits_of("0." + std::string(323, '0') + "2" + std::string(800, '5')), 1u);
  // 1 + 2^-53 exactly, then a one behind 100, 800, 5000 zeros
  const std::string tie = "1.00000000000000011102230246251565404236316680908203125";
  EXPECT_EQ(bits_of(tie + std::string(5000, '0')), 0x3FF0000000000000u);
  for (const std::size_t zeros : {std::size_t{100}, std::size_t{745}, std::size_t{746}, std::size_t{747},
                                  std::size_t{748}, std::size_t{800}, std::size_t{5000}, std::size_t{100000}})
    EXPECT_EQ(bits_of(tie + std::string(zeros, '0') + "1"), 0x3FF0000000000001u) << zeros;
  // 2^53 + 1, as an integer with a fraction of a million zeros, then with a one behind them
  EXPECT_EQ(bits_of("9007199254740993." + std::string(1000000, '0')), 0x4340000000000000u);
  EXPECT_EQ(bits_of("9007199254740993." + std::string(1000000, '0') + "1"), 0x4340000000000001u);
  // digits before the dot, taken back by the exponent
  EXPECT_EQ(bits_of("1" + std::string(400, '0') + "e-400"), 0x3FF0000000000000u);
  EXPECT_EQ(bits_of("9007199254740993" + std::string(1000, '0') + "e-1000"), 0x4340000000000000u);
  EXPECT_EQ(bits_of("9007199254740993" + std::string(999, '0') + "1e-1000"), 0x4340000000000001u);
  EXPECT_EQ(bits_of("0." + std::string(400, '0') + "1e401"), 0x3FF0000000000000u);
  EXPECT_EQ(bits_of("0." + std::string(2000000, '0') + "123e2000003"), 0x405EC00000000000u);
  EXPECT_EQ(bits_of("123" + std::string(2000000, '0') + "e-2000000"), 0x405EC00000000000u);
  EXPECT_EQ(bits_of(std::string(800, '9') + "e-800"), 0x3FF0000000000000u);
  EXPECT_EQ(bits_of(std::string(801, '3') + "e-800"), 0x400AAAAAAAAAAAABu);
}

TEST(Doubles, ALongDigitStringDoesNotDependOnWhatLiesBehindIt) {
  EXPECT_EQ((read_everywhere<number>(member("0." + std::string(300, '7')), "7}")), error{});
  EXPECT_EQ((read_everywhere<number>(member(std::string(25, '7') + "." + std::string(25, '7') + "e-12"), "7}")),
            error{});
}

TEST(Doubles, EveryCountOfDigitsBeforeAndBehindTheDotIsExact) {
  // 2^-n has n decimals; all these are exact in binary, so the expected value is a sum of powers of two
  struct exact {
    std::string_view decimals;
    double value;
  };
  constexpr exact tails[] = {{"5", 0.5},
                             {"25", 0.25},
                             {"125", 0.125},
                             {"0625", 0.0625},
                             {"03125", 0.03125},
                             {"015625", 0.015625},
                             {"0078125", 0.0078125},
                             {"00390625", 0.00390625},
                             {"001953125", 0.001953125},
                             {"0009765625", 0.0009765625}};
  constexpr exact heads[] = {{"0", 0},
                             {"7", 7},
                             {"42", 42},
                             {"512", 512},
                             {"8191", 8191},
                             {"65536", 65536},
                             {"123456", 123456},
                             {"1048577", 1048577},
                             {"12345678", 12345678},
                             {"123456789", 123456789},
                             {"1234567890", 1234567890},
                             {"12345678901", 12345678901}};
  for (const exact& head : heads)
    for (const exact& tail : tails) {
      const std::string text = std::string(head.decimals) + "." + std::string(tail.decimals);
      EXPECT_EQ(bits_of(text), std::bit_cast<std::uint64_t>(head.value + tail.value)) << text;
      EXPECT_EQ(bits_of("-" + text), std::bit_cast<std::uint64_t>(-head.value - tail.value)) << text;
      EXPECT_EQ(bits_of(text + "e0"), std::bit_cast<std::uint64_t>(head.value + tail.value)) << text;
      EXPECT_EQ((read_everywhere<number>(member(text), "25}")), error{});
    }
}

TEST(Doubles, BeyondTheRangeIsAnErrorAtTheNumber) {
  const std::string halfway_beyond_the_largest =
      "1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070"
      "9633028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447"
      "5730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904"
      "174497792";
  for (const std::string& n :
       {std::string("1e309"), std::string("-1e309"), std::string("1.7976931348623159e308"), std::string("2e308"),
        std::string("1e99999999999999999999"), std::string("-123.5e99999999999999999999"), std::string(310, '1'),
        halfway_beyond_the_largest, "0." + std::string(400, '0') + "1e800", std::string("0.0000001e317")}) {
    EXPECT_EQ((read_everywhere<number>(member(n), "}")), (error{errc::number_out_of_range, 5})) << n;
    EXPECT_EQ(read<double>(n).error(), (error{errc::number_out_of_range, 0})) << n;
  }
}

TEST(Doubles, MalformedNumbersAreRefusedAtTheOffendingByte) {
  struct bad {
    std::string_view number;
    std::uint64_t offset;
    errc code = errc::invalid_number;
  };
  for (const bad b : {bad{"01", 1},
                      {"01.5", 1},
                      {"-", 1},
                      {"00.1", 1},
                      {"-.5", 1},
                      {"1.", 2},
                      {"1.e1", 2},
                      {"1e", 2},
                      {"1e+", 3},
                      {"1e-", 3},
                      {"1.5e", 4},
                      {"1.5ee1", 4},
                      {"1234567.", 8},
                      {"12345678.", 9},
                      {"0.12345678e", 11},
                      {"0.123456789e", 12},
                      {"1.2.3", 3, errc::unexpected_character},
                      {"12345678.5.", 10, errc::unexpected_character},
                      {"1e5.5", 3, errc::unexpected_character},
                      {".5", 0, errc::unexpected_character},
                      {"+1.5", 0, errc::unexpected_character},
                      {"-Infinity", 1},
                      {"Infinity", 0, errc::unexpected_character},
                      {"NaN", 0, errc::unexpected_character},
                      {"0x1p3", 1, errc::unexpected_character},
                      {"1,5", 2, errc::unexpected_character},
                      {"1.5f", 3, errc::unexpected_character},
                      {"1.5 5", 4, errc::unexpected_character}}) {
    EXPECT_EQ((read_everywhere<number>(member(b.number), "0}")), (error{b.code, 5 + b.offset})) << b.number;
  }
}

}  // namespace
