// Exact decimals of a fixed scale.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/decimal.hpp>

#include "types_checks.hpp"

namespace {

using hushring::decimal;
using hushring::errc;
using hushring::error;
using hushring::number_form;
using hushring::read;
using hushring::read_into;
using hushring::testing::check_read;
using hushring::testing::value_of;
using hushring::testing::written;

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();

struct level {
  decimal<8> price = decimal<8>::from_mantissa(-1);
  std::optional<decimal<2>> fee;
  decimal<2, number_form::plain> rate;
  friend bool operator==(const level&, const level&) = default;
};

/// The mantissa of the number in a member, in quotes and without.
template <class T>
std::int64_t mantissa(const std::string& number) {
  const T quoted = value_of<std::array<T, 1>>("[\"" + number + "\"]")[0];
  const T plain = value_of<std::array<T, 1>>('[' + number + ']')[0];
  EXPECT_EQ(quoted, plain) << number;
  EXPECT_EQ(value_of<T>(number), plain);
  EXPECT_EQ(*T::from_text(number), plain);
  return plain.mantissa();
}
/// The error that reading the number as a T gives.
template <class T>
errc refusal(const std::string& number) {
  const error quoted = check_read<std::vector<T>>("[\"" + number + "\"]", "1\"]");
  const error plain = check_read<std::vector<T>>('[' + number + ']', "1]");
  EXPECT_EQ(quoted.offset, 1u) << number;
  EXPECT_EQ(plain, quoted) << number;
  EXPECT_EQ(T::from_text(number).error().code, plain.code);
  return plain.code;
}

TEST(Decimal, IsTheDigitsAtItsScale) {
  EXPECT_EQ(mantissa<decimal<8>>("38757.46"), 3875746000000);
  EXPECT_EQ(mantissa<decimal<8>>("0.00025"), 25000);
  EXPECT_EQ(mantissa<decimal<8>>("0.00000001"), 1);
  EXPECT_EQ(mantissa<decimal<8>>("2"), 200000000);
  EXPECT_EQ(mantissa<decimal<8>>("7.6110"), 761100000);
  EXPECT_EQ(mantissa<decimal<8>>("0"), 0);
  EXPECT_EQ(mantissa<decimal<8>>("-0"), 0);
  EXPECT_EQ(mantissa<decimal<8>>("-0.5"), -50000000);
  EXPECT_EQ(mantissa<decimal<8>>("1234567890.12345678"), 123456789012345678);
  EXPECT_EQ(mantissa<decimal<8>>("12345678901.12345678"), 1234567890112345678);
  EXPECT_EQ(mantissa<decimal<0>>("120"), 120);
  EXPECT_EQ(mantissa<decimal<0>>("-9223372036854775808"), smallest);
  EXPECT_EQ(mantissa<decimal<12>>("0.123456789012"), 123456789012);
  EXPECT_EQ(mantissa<decimal<12>>("1234567.123456789012"), 1234567123456789012);
  EXPECT_EQ(mantissa<decimal<18>>("9.223372036854775807"), largest);
  EXPECT_EQ(mantissa<decimal<18>>("-9.223372036854775808"), smallest);
  EXPECT_EQ(mantissa<decimal<18>>("0.000000000000000001"), 1);
  EXPECT_EQ(mantissa<decimal<18>>("0.12345678"), 123456780000000000);
}

TEST(Decimal, ExponentsAreExact) {
  EXPECT_EQ(mantissa<decimal<8>>("2.1E-7"), 21);
  EXPECT_EQ(mantissa<decimal<2>>("1e3"), 100000);
  EXPECT_EQ(mantissa<decimal<2>>("12.5e+1"), 12500);
  EXPECT_EQ(mantissa<decimal<2>>("100000000000000000000e-20"), 100);
  EXPECT_EQ(mantissa<decimal<2>>("0e99999999999999999999"), 0);
  EXPECT_EQ(mantissa<decimal<2>>("-1.5e0"), -150);
}

TEST(Decimal, ZerosBeyondTheScaleAreExactOtherDigitsAreNot) {
  EXPECT_EQ(mantissa<decimal<2>>("0.120"), 12);
  EXPECT_EQ(mantissa<decimal<2>>("0.1200000000000000000000000000"), 12);
  EXPECT_EQ(mantissa<decimal<8>>("0.1234567800"), 12345678);
  EXPECT_EQ(mantissa<decimal<0>>("7.0"), 7);
  EXPECT_EQ(refusal<decimal<2>>("0.123"), errc::not_exact);
  EXPECT_EQ(refusal<decimal<2>>("0.123000000"), errc::not_exact);
  EXPECT_EQ(refusal<decimal<8>>("0.000000001"), errc::not_exact);
  EXPECT_EQ(refusal<decimal<8>>("1e-9"), errc::not_exact);
  EXPECT_EQ(refusal<decimal<0>>("-0.5"), errc::not_exact);
}

TEST(Decimal, WhatTheMantissaCannotHoldIsOutOfRange) {
  EXPECT_EQ(mantissa<decimal<8>>("92233720368.54775807"), largest);
  EXPECT_EQ(mantissa<decimal<8>>("-92233720368.54775808"), smallest);
  EXPECT_EQ(refusal<decimal<8>>("92233720368.54775808"), errc::number_out_of_range);
  EXPECT_EQ(refusal<decimal<8>>("-92233720368.54775809"), errc::number_out_of_range);
  EXPECT_EQ(refusal<decimal<8>>("92233720369"), errc::number_out_of_range);
  EXPECT_EQ(refusal<decimal<8>>("1000000000000"), errc::number_out_of_range);
  EXPECT_EQ(refusal<decimal<18>>("10"), errc::number_out_of_range);
  EXPECT_EQ(refusal<decimal<18>>("9.223372036854775808"), errc::number_out_of_range);
  EXPECT_EQ(refusal<decimal<2>>("1e400"), errc::number_out_of_range);
  EXPECT_EQ(refusal<decimal<0>>("18446744073709551617"), errc::number_out_of_range);
}

TEST(Decimal, QuotesHoldANumberAndNothingElse) {
  for (const std::string_view text : {R"("")", R"("abc")", R"(" 1")", R"("1 ")", R"("-")", R"("1.")", R"(".5")",
                                      R"("01")", R"("+1")", R"("1e")", R"("1.5.5")", R"("1,5")", R"("\u0031")",
                                      R"("0x1")", R"("NaN")", R"("1"")"}) {
    const bool two = text == R"("1"")";
    EXPECT_EQ((check_read<level>("{\"price\":" + std::string(text) + "}", "1\"}")),
              two ? (error{errc::unexpected_character, 12}) : (error{errc::invalid_number, 9}))
        << text;
  }
  EXPECT_EQ((check_read<level>(R"({"price":1.})")), (error{errc::invalid_number, 11}));
  EXPECT_EQ((check_read<level>(R"({"price":01})")), (error{errc::invalid_number, 10}));
  EXPECT_EQ((check_read<level>(R"({"price":"1\q"})")), (error{errc::invalid_escape, 12}));
  EXPECT_EQ((check_read<level>(R"({"price":true})")), (error{errc::wrong_type, 9}));
  EXPECT_EQ((check_read<level>(R"({"price":[1]})")), (error{errc::wrong_type, 9}));
  EXPECT_EQ((check_read<level>(R"({"price":x})")), (error{errc::unexpected_character, 9}));
  EXPECT_EQ((check_read<level>(R"({"price":"1)", "5\"}")), (error{errc::unexpected_end, 11}));
  EXPECT_EQ((check_read<level>(R"({"price":1)", "5}")), (error{errc::unexpected_end, 10}));
  EXPECT_EQ((check_read<level>(R"({"price":")", "5\"}")), (error{errc::unexpected_end, 10}));
}

TEST(Decimal, NullTakesTheDefaultAndAnEmptyTextIsNone) {
  level l;
  l.fee = decimal<2>::from_mantissa(3);
  ASSERT_TRUE(read_into(R"({"price": null ,"fee":""})", l));
  EXPECT_EQ(l.price.mantissa(), -1);
  EXPECT_FALSE(l.fee);
  ASSERT_TRUE(read_into(R"({"fee" : "1.5" , "price" : 2 })", l));
  EXPECT_EQ(l.fee->mantissa(), 150);
  EXPECT_EQ(l.price.mantissa(), 200000000);
  EXPECT_EQ((check_read<level>(R"({"fee":"","price":"1"})")), error{});
  EXPECT_EQ((check_read<std::vector<std::optional<decimal<2>>>>(R"(["",1,null, "" ,"2"])")), error{});
  EXPECT_EQ((check_read<std::optional<decimal<2>>>(R"("")")), error{});
  EXPECT_EQ((check_read<level, hushring::strict>(R"({"price":null})")), (error{errc::null_value, 9}));
}

TEST(Decimal, BooksOfPairsAreReadWhateverTheirSpaces) {
  using book = std::vector<std::array<decimal<4>, 2>>;
  const auto d = [](std::int64_t m) { return decimal<4>::from_mantissa(m); };
  const book expected{{d(76110), d(20000)}, {d(76120), d(5)}};
  EXPECT_EQ(value_of<book>(R"([["7.6110","2"],["7.612","0.0005"]])"), expected);
  EXPECT_EQ(value_of<book>(R"([ [ "7.6110" , "2" ] , [ 7.612 , 5e-4 ] ])"), expected);
  EXPECT_EQ(value_of<book>(R"([[7.6110,2],[7.612,0.0005]])"), expected);
  EXPECT_EQ((check_read<book>(R"([["1"]])")), (error{errc::wrong_length, 5}));
  EXPECT_EQ((check_read<book>(R"([["1","2","3"]])")), (error{errc::wrong_length, 10}));
}

TEST(Decimal, IsWrittenInTheShortestPlainForm) {
  const auto text = [](auto d) {
    const std::string out = written(d);
    EXPECT_EQ(d.to_text(), std::string_view(out).substr(1, out.size() - 2));
    return out;
  };
  EXPECT_EQ(text(decimal<8>::from_mantissa(3875746000000)), R"("38757.46")");
  EXPECT_EQ(text(decimal<8>::from_mantissa(1)), R"("0.00000001")");
  EXPECT_EQ(text(decimal<8>::from_mantissa(-50000000)), R"("-0.5")");
  EXPECT_EQ(text(decimal<8>::from_mantissa(200000000)), R"("2")");
  EXPECT_EQ(text(decimal<8>::from_mantissa(0)), R"("0")");
  EXPECT_EQ(text(decimal<8>::from_mantissa(smallest)), R"("-92233720368.54775808")");
  EXPECT_EQ(text(decimal<0>::from_mantissa(120)), R"("120")");
  EXPECT_EQ(text(decimal<0>::from_mantissa(smallest)), R"("-9223372036854775808")");
  EXPECT_EQ(text(decimal<1>::from_mantissa(-1)), R"("-0.1")");
  EXPECT_EQ(text(decimal<9>::from_mantissa(1200000000)), R"("1.2")");
  EXPECT_EQ(text(decimal<9>::from_mantissa(3000000000)), R"("3")");
  EXPECT_EQ(text(decimal<17>::from_mantissa(largest)), R"("92.23372036854775807")");
  EXPECT_EQ(text(decimal<18>::from_mantissa(smallest)), R"("-9.223372036854775808")");
  EXPECT_EQ(text(decimal<18>::from_mantissa(-1)), R"("-0.000000000000000001")");
  EXPECT_EQ(written(decimal<2, number_form::plain>::from_mantissa(-150)), "-1.5");
  level l;
  l.rate = decimal<2, number_form::plain>::from_mantissa(1);
  l.price = {};
  EXPECT_EQ(written(l), R"({"price":"0","rate":0.01})");
}

TEST(Decimal, ComparesByMantissaAndConvertsToTheNearestDouble) {
  constexpr auto one = decimal<2>::from_mantissa(100);
  static_assert(one < decimal<2>::from_mantissa(101) && one == decimal<2>::from_mantissa(100));
  EXPECT_EQ(static_cast<double>(decimal<8>::from_mantissa(3875746000000)), 38757.46);
  EXPECT_EQ(static_cast<double>(decimal<2>::from_mantissa(-1)), -0.01);
  EXPECT_EQ(static_cast<double>(decimal<18>::from_mantissa(largest)), 9.223372036854775807);
  EXPECT_EQ(static_cast<double>(decimal<0>::from_mantissa(smallest)), -9223372036854775808.0);
  EXPECT_EQ(static_cast<double>(decimal<5>{}), 0.0);
  EXPECT_FALSE(decimal<2>::from_text("\"1\""));
  EXPECT_FALSE(decimal<2>::from_text(""));
  EXPECT_FALSE(decimal<2>::from_text("1 "));
}

}  // namespace
