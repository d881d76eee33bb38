// Pairs, tuples, and structs that are arrays in JSON.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

#include "../fuzz/json_checks.hpp"
#include "support/placements.hpp"
#include "types_checks.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::read;
using hushring::read_into;
using hushring::fuzz::check_reading;
using hushring::testing::read_everywhere;
using hushring::testing::written;

using row = std::tuple<std::int64_t, std::string, double, bool>;
using tail = std::tuple<int, std::optional<int>, std::optional<std::string>>;

TEST(Tuples, PartsStandInOrder) {
  EXPECT_EQ(*read<row>(R"([1,"a",0.5,true])"), (row{1, "a", 0.5, true}));
  EXPECT_EQ(*read<row>(R"( [ 1 , "a" , 5e-1 , true ] )"), (row{1, "a", 0.5, true}));
  EXPECT_EQ((*read<std::pair<std::string, int>>(R"(["a",-7])")), (std::pair<std::string, int>{"a", -7}));
  EXPECT_EQ((read_everywhere<row>(R"([1,"a",0.5,true])", "]")), error{});
  EXPECT_EQ((read_everywhere<row>("[\n  1,\n  \"a\",\n  0.5,\n  true\n]")), error{});
  EXPECT_TRUE(read<std::tuple<>>("[]"));
  EXPECT_TRUE(read<std::tuple<>>(" [ ] "));
  EXPECT_EQ(read<std::tuple<>>("[1]").error(), (error{errc::wrong_length, 1}));
  EXPECT_EQ(read<std::tuple<>>("[null]").error(), (error{errc::wrong_length, 1}));
}

TEST(Tuples, IntegersMayHaveFractionsOfZero) {
  using three = std::tuple<int, std::uint8_t, std::optional<int>>;
  EXPECT_EQ(*read<three>("[8.0,12e1,1.50e1]"), (three{8, 120, 15}));
  EXPECT_EQ(*read<three>("[8.0 , 12e1 ,-0.0 ]"), (three{8, 120, 0}));
  EXPECT_EQ((read_everywhere<three>("[8.0,12e1,1.50e1]")), error{});
  EXPECT_EQ((read_everywhere<three>("[8.5,1,1]")), (error{errc::not_an_integer, 1}));
  EXPECT_EQ((read_everywhere<three>("[8.0,256,1]")), (error{errc::number_out_of_range, 5}));
  EXPECT_EQ((read_everywhere<three>("[8,1,1.5]")), (error{errc::not_an_integer, 5}));
  EXPECT_EQ((read_everywhere<three, hushring::read_options{.literal_integers = true}>("[8.0,1,1]")),
            (error{errc::not_an_integer, 2}));
}

TEST(Tuples, OptionalPartsAtTheEndMayBeLeftOut) {
  EXPECT_EQ(*read<tail>("[1]"), (tail{1, {}, {}}));
  EXPECT_EQ(*read<tail>("[1,2]"), (tail{1, 2, {}}));
  EXPECT_EQ(*read<tail>(R"([1,null,"x"])"), (tail{1, {}, "x"}));
  tail reused{9, 9, "stale"};
  ASSERT_TRUE(read_into("[1,2]", reused));
  EXPECT_EQ(reused, (tail{1, 2, {}}));
  ASSERT_TRUE(read_into(" [ 1 ] ", reused));
  EXPECT_EQ(reused, (tail{1, {}, {}}));
  EXPECT_EQ((read_everywhere<tail>("[1]", ",2]")), error{});
  EXPECT_EQ((read_everywhere<tail>("[1,2 ]")), error{});
  EXPECT_EQ((read_everywhere<tail>("[]")), (error{errc::wrong_length, 1}));
  EXPECT_EQ((read_everywhere<tail>(R"([1,2,"x",4])")), (error{errc::wrong_length, 9}));
  EXPECT_EQ((read_everywhere<tail>(R"([1,2,"x", null])")), (error{errc::wrong_length, 10}));
}

TEST(Tuples, ErrorsHaveTheirPlace) {
  EXPECT_EQ((read_everywhere<row>(R"([1,"a",0.5])")), (error{errc::wrong_length, 10}));
  EXPECT_EQ((read_everywhere<row>(R"([1,"a",0.5,true,1])")), (error{errc::wrong_length, 16}));
  EXPECT_EQ((read_everywhere<row>(R"([1,"a",0.5,true,])")), (error{errc::wrong_length, 16}));
  EXPECT_EQ((read_everywhere<row>(R"([1,"a",0.5,])")), (error{errc::unexpected_character, 11}));
  EXPECT_EQ((read_everywhere<row>(R"(["1","a",0.5,true])")), (error{errc::wrong_type, 1}));
  EXPECT_EQ((read_everywhere<row>(R"([1,2,0.5,true])")), (error{errc::wrong_type, 3}));
  EXPECT_EQ((read_everywhere<row>(R"([1,"a","0.5",true])")), (error{errc::wrong_type, 7}));
  EXPECT_EQ((read_everywhere<row>(R"([1,"a",0.5,tru])")), (error{errc::invalid_literal, 14}));
  EXPECT_EQ((read_everywhere<row>(R"([1 "a",0.5,true])")), (error{errc::unexpected_character, 3}));
  EXPECT_EQ((read_everywhere<row>(R"([,"a",0.5,true])")), (error{errc::unexpected_character, 1}));
  EXPECT_EQ((read_everywhere<row>(R"({"a":1})")), (error{errc::wrong_type, 0}));
  EXPECT_EQ((read_everywhere<row>(R"([1,"a",0.5,true}])")), (error{errc::unexpected_character, 15}));
  const std::string_view text = R"([1,"a",0.5,true])";
  for (std::size_t n = 0; n < text.size(); ++n)
    EXPECT_EQ((read_everywhere<row>(text.substr(0, n), text.substr(n))), (error{errc::unexpected_end, n}));
}

TEST(Tuples, NullTakesTheDefault) {
  EXPECT_EQ(*read<row>("[null,null,null,null]"), row{});
  row reused{1, "a", 0.5, true};
  ASSERT_TRUE(read_into(R"([2,null,1.5, null])", reused));
  EXPECT_EQ(reused, (row{2, "", 1.5, false}));
  EXPECT_EQ((read_everywhere<row, hushring::strict>("[1,null,1,true]")), (error{errc::null_value, 3}));
  EXPECT_EQ((read_everywhere<tail, hushring::strict>("[1,null,null]")), error{});
}

TEST(Tuples, AreContainersInTheDepth) {
  constexpr hushring::read_options two{.max_depth = 2};
  using nested = std::tuple<std::tuple<int>>;
  using deeper = std::tuple<nested>;
  EXPECT_EQ((read_everywhere<nested, two>("[[1]]")), error{});
  EXPECT_EQ((read_everywhere<deeper, two>("[[[1]]]")), (error{errc::depth_exceeded, 2}));
}

struct level {
  double price = -1;
  std::string amount = "none";
  std::optional<double> time;
  friend bool operator==(const level&, const level&) = default;
  static constexpr hushring::fields fields{hushring::as_array};
};
struct book {
  std::vector<level> bids;
  level best;
  friend bool operator==(const book&, const book&) = default;
};
struct kraken_level {
  std::string_view price, volume, time;
  std::optional<std::string_view> update;
  friend bool operator==(const kraken_level&, const kraken_level&) = default;
  static constexpr hushring::fields fields{hushring::as_array};
};

TEST(StructsAsArrays, AreReadAndWrittenByPosition) {
  const auto b = read<book>(R"({"bids":[[1.5,"2"],[2.5,"3",4],[3.5, "4", null]],"best":[9,"x"]})");
  ASSERT_TRUE(b);
  EXPECT_EQ(*b, (book{{{1.5, "2", {}}, {2.5, "3", 4.0}, {3.5, "4", {}}}, {9, "x", {}}}));
  EXPECT_EQ(written(*b), R"({"bids":[[1.5,"2"],[2.5,"3",4],[3.5,"4"]],"best":[9,"x"]})");
  EXPECT_EQ((written<hushring::write_options{.absent = hushring::absent::null}>(b->best)), R"([9,"x",null])");
  EXPECT_EQ(*read<level>("[null,null]"), level{});
  EXPECT_EQ(read<level>("[1]").error(), (error{errc::wrong_length, 2}));
  EXPECT_EQ(read<level>(R"({"price":1})").error(), (error{errc::wrong_type, 0}));
}

TEST(StructsAsArrays, HaveStringsOfViews) {
  hushring::reader in;
  const auto v = in.read<std::vector<kraken_level>>(
      R"([["0.0429","3646.2","1618678145.92"],["0.0430","1.0","1618678145.93","r"]])");
  ASSERT_TRUE(v);
  EXPECT_EQ(*v, (std::vector<kraken_level>{{"0.0429", "3646.2", "1618678145.92", {}},
                                           {"0.0430", "1.0", "1618678145.93", "r"}}));
  EXPECT_EQ((read_everywhere<kraken_level>(R"(["0.0429","3646.2","1618678145.92"])", R"(,"r"])")), error{});
  EXPECT_EQ((read_everywhere<kraken_level>(R"(["0.0429","3646.2","1618678145.92")", R"(,"r"])")),
            (error{errc::unexpected_end, 34}));
  EXPECT_EQ((read_everywhere<kraken_level>(R"(["0.0429","3646.2"])")), (error{errc::wrong_length, 18}));
}

struct described {
  int id = 1;
  int cached = 5;
  int rate = 7;
  std::string note = "n";
  friend bool operator==(const described&, const described&) = default;
  static constexpr hushring::fields fields{hushring::as_array, hushring::ignore("cached"),
                                           hushring::default_value("rate", 100), hushring::omit_empty("note")};
};

TEST(StructsAsArrays, FollowTheirDescription) {
  EXPECT_EQ(*read<described>("[2]"), (described{2, 5, 100, "n"}));
  EXPECT_EQ(*read<described>(R"([2,3,"x"])"), (described{2, 5, 3, "x"}));
  EXPECT_EQ(*read<described>("[null,null,null]"), (described{1, 5, 100, "n"}));
  EXPECT_EQ(written(described{2, 5, 3, ""}), "[2,3]");
  EXPECT_EQ(written(described{2, 5, 3, "x"}), R"([2,3,"x"])");
}

TEST(Tuples, AreWrittenWithoutEmptyPartsAtTheEnd) {
  EXPECT_EQ(written(row{-1, "a\"b", 0.5, false}), R"([-1,"a\"b",0.5,false])");
  EXPECT_EQ(written(tail{1, {}, {}}), "[1]");
  EXPECT_EQ(written(tail{1, {}, "x"}), R"([1,null,"x"])");
  EXPECT_EQ((written(std::tuple<std::optional<int>>{})), "[]");
  EXPECT_EQ(written(std::tuple<>{}), "[]");
  EXPECT_EQ((written(std::pair<std::array<int, 2>, std::vector<std::string>>{{1, 2}, {"a"}})), R"([[1,2],["a"]])");
  std::string out = "kept";
  EXPECT_EQ(hushring::write(std::tuple<int, double>{1, 0.0 / 1e300 * -1 + 1e308 * 10}, out).error().code,
            errc::not_finite);
  EXPECT_EQ(out, "kept");
}

static_assert(hushring::holds_views<std::pair<int, std::string_view>>);
static_assert(hushring::holds_views<kraken_level>);
static_assert(!hushring::holds_views<row>);
static_assert(hushring::detail::largest_size<std::pair<std::int8_t, bool>>() == 2 + 5 + 6);

TEST(Tuples, AgreeWithThePassForErrors) {
  for (const std::string_view text :
       {"[]", "[1]", "[1,2]", "[1,null]", "[1,null,null]", "[1,2,\"x\"]", "[1,2,\"x\",null]", "[1.0,2e0 ]", "[1,2,]",
        "[null]", "null", "[1,2,\"\\u00e9\"]", "[1\n,\n2]", "[\n 1,\n 2\n]", "[1,2,\"x\"", "[1,2.5]", "[true]"}) {
    check_reading<tail>(text);
    check_reading<std::vector<tail>>("[" + std::string(text) + "," + std::string(text) + "]");
    check_reading<std::tuple<int, std::optional<std::tuple<int>>>>(text);
    check_reading<level>(text);
    check_reading<tail, hushring::strict>(text);
  }
}

}  // namespace
