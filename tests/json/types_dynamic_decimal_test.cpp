// Exact decimals that keep their scale.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hushring/json/dynamic_decimal.hpp>

#include "types_checks.hpp"

namespace {

using hushring::dynamic_decimal;
using hushring::errc;
using hushring::error;
using hushring::number_form;
using hushring::testing::check_read;
using hushring::testing::value_of;
using hushring::testing::written;

using plain_decimal = hushring::basic_dynamic_decimal<number_form::plain>;
using parts = std::pair<std::int64_t, int>;

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();

parts parts_of(const std::string& number) {
  const auto quoted = value_of<std::array<dynamic_decimal, 1>>("[\"" + number + "\"]")[0];
  const auto plain = value_of<std::array<plain_decimal, 1>>('[' + number + ']')[0];
  const auto other = value_of<std::array<plain_decimal, 1>>("[\"" + number + "\"]")[0];
  const auto text = dynamic_decimal::from_text(number);
  const parts all[] = {{quoted.mantissa(), quoted.exponent()},
                       {plain.mantissa(), plain.exponent()},
                       {other.mantissa(), other.exponent()},
                       {text->mantissa(), text->exponent()}};
  for (const parts& p : all) EXPECT_EQ(p, all[0]) << number;
  return all[0];
}
errc refusal(const std::string& number) {
  const error quoted = check_read<std::vector<dynamic_decimal>>("[\"" + number + "\"]", "1\"]");
  const error plain = check_read<std::vector<plain_decimal>>('[' + number + ']', "1]");
  EXPECT_EQ(quoted.offset, 1u) << number;
  EXPECT_EQ(plain, quoted) << number;
  return plain.code;
}

TEST(DynamicDecimal, KeepsTheScaleThatWasWritten) {
  EXPECT_EQ(parts_of("1.50"), parts(150, -2));
  EXPECT_EQ(parts_of("38757.46"), parts(3875746, -2));
  EXPECT_EQ(parts_of("2"), parts(2, 0));
  EXPECT_EQ(parts_of("120"), parts(120, 0));
  EXPECT_EQ(parts_of("0.000"), parts(0, -3));
  EXPECT_EQ(parts_of("-0.5"), parts(-5, -1));
  EXPECT_EQ(parts_of("-0"), parts(0, 0));
  EXPECT_EQ(parts_of("1e-9"), parts(1, -9));
  EXPECT_EQ(parts_of("2.1E-7"), parts(21, -8));
  EXPECT_EQ(parts_of("1e5"), parts(1, 5));
  EXPECT_EQ(parts_of("12.5e+3"), parts(125, 2));
  EXPECT_EQ(parts_of("0.00000000000000001"), parts(1, -17));
  EXPECT_EQ(parts_of("1234567890.12345678"), parts(123456789012345678, -8));
  EXPECT_EQ(parts_of("1.2345678901234567"), parts(12345678901234567, -16));
  EXPECT_EQ(parts_of("1.23456789012345678"), parts(123456789012345678, -17));
  EXPECT_EQ(parts_of("9.223372036854775807"), parts(largest, -18));
  EXPECT_EQ(parts_of("-9.223372036854775808"), parts(smallest, -18));
  EXPECT_EQ(parts_of("12345678901"), parts(12345678901, 0));
}

TEST(DynamicDecimal, ZerosAtTheEndGoIntoTheExponentWhereThereIsNoRoom) {
  EXPECT_EQ(parts_of("100000000000000000000"), parts(1000000000000000000, 2));
  EXPECT_EQ(parts_of("1.00000000000000000000"), parts(1000000000000000000, -18));
  EXPECT_EQ(parts_of("10e32767"), parts(10, 32767));
  EXPECT_EQ(parts_of("1e32768"), parts(10, 32767));
  EXPECT_EQ(parts_of("10e-32769"), parts(1, -32768));
  EXPECT_EQ(parts_of("0e99999"), parts(0, 32767));
  EXPECT_EQ(parts_of("0.0e-99999"), parts(0, -32768));
  EXPECT_EQ(refusal("9223372036854775808"), errc::number_out_of_range);
  EXPECT_EQ(refusal("-9223372036854775809"), errc::number_out_of_range);
  EXPECT_EQ(refusal("1.00000000000000000001"), errc::number_out_of_range);
  EXPECT_EQ(refusal("1e40000"), errc::number_out_of_range);
  EXPECT_EQ(refusal("1e-40000"), errc::number_out_of_range);
  EXPECT_EQ(refusal("1e99999999999999999999999999"), errc::number_out_of_range);
}

TEST(DynamicDecimal, IsWrittenAsItWas) {
  for (const std::string number :
       {"1.50", "38757.46", "2", "120", "0.000", "-0.5", "0.000000001", "1e5", "125e2", "9.223372036854775807",
        "-9223372036854775808", "-0.000000000009223372036854775807", "0.00000000000000000000001",
        "0.000000000000000000000001", "1e-25", "-9223372036854775808e-32768", "1e32767", "0.0000000000000000001",
        "-922337203685477580.8"}) {
    const auto quoted = value_of<dynamic_decimal>('"' + number + '"');
    EXPECT_EQ(written(quoted), number == "-0.000000000009223372036854775807" ? R"("-9223372036854775807e-30")"
                                                                             : '"' + number + '"');
    const auto plain = value_of<plain_decimal>(number);
    EXPECT_EQ(plain.to_text(), written(plain));
    const auto again = value_of<plain_decimal>(written(plain));
    EXPECT_EQ(parts(again.mantissa(), again.exponent()), parts(plain.mantissa(), plain.exponent()));
  }
}

TEST(DynamicDecimal, ComparesByValue) {
  using d = dynamic_decimal;
  static_assert(d(150, -2) == d(15, -1));
  static_assert(d(0, 5) == d(0, -5));
  static_assert(d(1, 0) < d(11, -1));
  static_assert(d(-1, 0) > d(-11, -1));
  static_assert(d(-1, 0) < d(1, -30000));
  static_assert(d(1, 30000) > d(largest, 0));
  static_assert(d(-1, 30000) < d(smallest, 0));
  static_assert(d(0, 30000) < d(1, -30000));
  static_assert(d(largest, 0) < d(922337203685477581, 1));
  static_assert(d(9, 18) < d(largest, 0));
  static_assert(d(1, 18) == d(1000000000000000000, 0));
  static_assert(d(1, 19) > d(largest, 0));
  static_assert(d(smallest, 0) == d(smallest, 0));
  EXPECT_EQ(static_cast<double>(d(150, -2)), 1.5);
  EXPECT_EQ(static_cast<double>(d(21, -8)), 2.1e-7);
  EXPECT_EQ(static_cast<double>(d(-1, 400)), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(static_cast<double>(d(1, -400)), 0.0);
}

TEST(DynamicDecimal, QuotesHoldANumberAndAnEmptyTextIsNone) {
  EXPECT_EQ((check_read<std::vector<dynamic_decimal>>(R"(["abc"])")), (error{errc::invalid_number, 1}));
  EXPECT_EQ((check_read<std::vector<dynamic_decimal>>(R"(["1e"])")), (error{errc::invalid_number, 1}));
  EXPECT_EQ((check_read<std::vector<dynamic_decimal>>(R"([1e])")), (error{errc::invalid_number, 3}));
  EXPECT_EQ((check_read<std::vector<dynamic_decimal>>(R"(["1)", "5\"]")), (error{errc::unexpected_end, 3}));
  EXPECT_EQ((check_read<std::vector<dynamic_decimal>>(R"([{}])")), (error{errc::wrong_type, 1}));
  const auto v = value_of<std::vector<std::optional<dynamic_decimal>>>(R"(["","1.0",null])");
  EXPECT_FALSE(v[0]);
  EXPECT_EQ(v[1], dynamic_decimal(10, -1));
  EXPECT_FALSE(v[2]);
}

}  // namespace
