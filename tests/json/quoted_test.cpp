// Numbers in quotes.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/quoted.hpp>
#include <hushring/json/read.hpp>

#include "support/placements.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::quoted;
using hushring::read;
using hushring::read_into;
using hushring::testing::read_everywhere;

struct order {
  quoted<double> price{-1};
  quoted<std::int64_t> id{-1};
  std::optional<quoted<double>> stop;
  std::optional<quoted<std::uint8_t>> count;
  quoted<float> part{-1};
  friend bool operator==(const order&, const order&) = default;
};

TEST(Quoted, NumbersInQuotesAreReadAsTheirTypeWould) {
  const auto o =
      read<order>(R"({"price":"1053.90","id":"-9223372036854775808","stop":"-0.5e1","count":"255","part":"16777217"})");
  ASSERT_TRUE(o);
  EXPECT_EQ(o->price.value, 1053.90);
  EXPECT_EQ(o->id.value, -9223372036854775807 - 1);
  ASSERT_TRUE(o->stop);
  EXPECT_EQ(o->stop->value, -5.0);
  ASSERT_TRUE(o->count);
  EXPECT_EQ(o->count->value, 255);
  EXPECT_EQ(o->part.value, 16777216.0F);
}

TEST(Quoted, IntegersInQuotesMayHaveFractionsOfZeroAndExponents) {
  const auto o = read<order>(R"({"id":"12e2","count":"2550e-1"})");
  ASSERT_TRUE(o);
  EXPECT_EQ(o->id.value, 1200);
  EXPECT_EQ(o->count->value, 255);
  EXPECT_EQ(read<order>(R"({"id":"8.0" , "price" : "0.1"})")->id.value, 8);
  EXPECT_EQ(read<order>(R"({"id":"100000000000000000000e-2"})")->id.value, 1000000000000000000);
}

TEST(Quoted, AnEmptyStringIsAnAbsentOptional) {
  order o;
  o.stop = 3.0;
  o.count = std::uint8_t{3};
  ASSERT_TRUE(read_into(R"({"stop":"","count":""})", o));
  EXPECT_FALSE(o.stop);
  EXPECT_FALSE(o.count);
  const auto v = read<std::vector<std::optional<quoted<double>>>>(R"(["1","","3.5" , "" ,null])");
  ASSERT_TRUE(v);
  ASSERT_EQ(v->size(), 5u);
  EXPECT_EQ((*v)[0]->value, 1.0);
  EXPECT_FALSE((*v)[1]);
  EXPECT_EQ((*v)[2]->value, 3.5);
  EXPECT_FALSE((*v)[3]);
  EXPECT_FALSE((*v)[4]);
  EXPECT_EQ((read_everywhere<order>(R"({"stop":""})", "1\"}")), error{});
  const auto root = read<std::optional<quoted<int>>>("\"\"");
  ASSERT_TRUE(root);
  EXPECT_FALSE(*root);
}

TEST(Quoted, AnEmptyStringIsNoNumberWhereItIsNotOptional) {
  EXPECT_EQ((read_everywhere<order>(R"({"price":""})", "1\"}")), (error{errc::invalid_number, 10}));
  EXPECT_EQ((read_everywhere<order>(R"({"id":""})", "1\"}")), (error{errc::invalid_number, 7}));
}

TEST(Quoted, NumbersWithoutQuotesAreOfTheWrongType) {
  EXPECT_EQ((read_everywhere<order>(R"({"price":1053.90})")), (error{errc::wrong_type, 9}));
  EXPECT_EQ((read_everywhere<order>(R"({"stop":1})")), (error{errc::wrong_type, 8}));
  EXPECT_EQ((read_everywhere<order>(R"({"id":true})")), (error{errc::wrong_type, 6}));
  EXPECT_EQ((read_everywhere<order>(R"({"id":["1"]})")), (error{errc::wrong_type, 6}));
}

TEST(Quoted, NullTakesTheDefaultInitializer) {
  const auto o = read<order>(R"({"price":null,"id":null,"stop":null})");
  ASSERT_TRUE(o);
  EXPECT_EQ(o->price.value, -1);
  EXPECT_EQ(o->id.value, -1);
  EXPECT_FALSE(o->stop);
  EXPECT_EQ((read_everywhere<order, hushring::strict>(R"({"price":null})")), (error{errc::null_value, 9}));
}

TEST(Quoted, WhatIsNoNumberIsRefusedAtTheOffendingByte) {
  struct bad {
    std::string_view quoted;
    std::uint64_t offset;  // from the opening quote
    errc code = errc::invalid_number;
  };
  for (const bad b : {bad{R"(" 1")", 1},
                      {R"("1 ")", 2},
                      {R"("abc")", 1},
                      {R"("-")", 2},
                      {R"("1.")", 3},
                      {R"("1e")", 3},
                      {R"("01")", 2},
                      {R"("+1")", 1},
                      {R"("1\u0030")", 2},
                      {R"("\u0031")", 1},
                      {R"("null")", 1},
                      {R"("NaN")", 1},
                      {R"("1""2")", 3, errc::unexpected_character},
                      {R"("1,2")", 2},
                      {R"("1.5.5")", 4},
                      {R"("1e5e5")", 4},
                      {R"("-1.5.5")", 5},
                      {R"("1e999")", 1, errc::number_out_of_range}}) {
    EXPECT_EQ((read_everywhere<order>("{\"price\":" + std::string(b.quoted) + "}", "\"}")),
              (error{b.code, 9 + b.offset}))
        << b.quoted;
  }
  EXPECT_EQ((read_everywhere<order>(R"({"count":"256"})")), (error{errc::number_out_of_range, 10}));
  EXPECT_EQ((read_everywhere<order>(R"({"id":"1.5"})")), (error{errc::not_an_integer, 7}));
  EXPECT_EQ((read_everywhere<order>(R"({"id":"12)", "\"}")), (error{errc::unexpected_end, 9}));
  EXPECT_EQ((read_everywhere<order>(R"({"id":"12)", ".5\"}")), (error{errc::unexpected_end, 9}));
  EXPECT_EQ((read_everywhere<order>(R"({"id":")", "12\"}")), (error{errc::unexpected_end, 7}));
}

TEST(Quoted, PairsOfDecimalsAsOrderBooksSendThem) {
  using book = std::vector<std::array<quoted<double>, 2>>;
  const auto b = read<book>(R"([["100.5","0.25"],["100.75" , "3"], [ "1e2","0"]])");
  ASSERT_TRUE(b);
  EXPECT_EQ(*b, (book{{100.5, 0.25}, {100.75, 3.0}, {100.0, 0.0}}));
}

}  // namespace
