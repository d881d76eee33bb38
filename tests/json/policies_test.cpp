// null, missing, duplicate and unknown members under each option; reused objects keep nothing stale.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <hushring/json/read.hpp>

#include "support/placements.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::read;
using hushring::read_into;
using hushring::read_options;
using hushring::strict;
using hushring::testing::read_everywhere;

struct inner {
  int x = 10;
  std::string name = "inner";
  friend bool operator==(const inner&, const inner&) = default;
};
struct outer {
  int n = 3;
  bool b = true;
  double d = 9.5;
  std::string s = "initial";
  std::vector<int> list{1, 2};
  inner in{20, "outer"};
  std::optional<int> maybe = 4;
  std::array<int, 2> pair{5, 6};
  std::vector<inner> many;
  std::optional<inner> perhaps;
  friend bool operator==(const outer&, const outer&) = default;
};

constexpr std::string_view full =
    R"({"n":1,"b":false,"d":2.5,"s":"text","list":[7,8,9],"in":{"x":11,"name":"i"},"maybe":12,"pair":[13,14],)"
    R"("many":[{"x":15,"name":"m"}],"perhaps":{"x":16,"name":"p"}})";

outer filled() { return {1, false, 2.5, "text", {7, 8, 9}, {11, "i"}, 12, {13, 14}, {{15, "m"}}, inner{16, "p"}}; }

TEST(Policies, AFullObjectPassesEveryOption) {
  EXPECT_EQ(*read<outer>(full), filled());
  EXPECT_EQ((*read<outer, strict>(full)), filled());
}

TEST(Policies, MissingMembersTakeTheirInitializersAlsoInAReusedObject) {
  outer o = filled();
  ASSERT_TRUE(read_into("{}", o));
  EXPECT_EQ(o, outer{});
  o = filled();
  ASSERT_TRUE(read_into(R"({"many":[],"in":{"name":"new"}})", o));
  outer expected{};
  expected.in = {10, "new"};  // x has inner's own initializer: the object was there, its member was not
  EXPECT_EQ(o, expected);
}

TEST(Policies, NullTakesTheInitializerAlsoInAReusedObject) {
  outer o = filled();
  ASSERT_TRUE(read_into(
      R"({"n":null,"b":null,"d":null,"s":null,"list":null,"in":null,"maybe":null,"pair":null,"many":null,"perhaps":null})",
      o));
  outer expected{};
  expected.maybe.reset();  // null empties an optional, whatever its initializer
  EXPECT_EQ(o, expected);
  o = filled();
  ASSERT_TRUE(read_into(R"({ "perhaps" : null , "n" : null , "s" : null , "in" : { "x" : null } })", o));
  expected = outer{};
  expected.in = {10, "inner"};
  EXPECT_EQ(o, expected);
}

TEST(Policies, NullElementsAreFreshValues) {
  EXPECT_EQ(*read<std::vector<int>>("[1,null,3]"), (std::vector<int>{1, 0, 3}));
  EXPECT_EQ(*read<std::vector<int>>("[null]"), (std::vector<int>{0}));
  EXPECT_EQ((*read<std::array<int, 3>>("[null,2,null]")), (std::array<int, 3>{0, 2, 0}));
  std::vector<inner> v{{1, "a"}, {2, "b"}, {3, "c"}};
  ASSERT_TRUE(read_into(R"([null,{"x":5},null])", v));
  EXPECT_EQ(v, (std::vector<inner>{{10, "inner"}, {5, "inner"}, {10, "inner"}}));
  EXPECT_EQ(*read<std::vector<std::optional<int>>>("[1,null , 3]"),
            (std::vector<std::optional<int>>{1, std::nullopt, 3}));
}

TEST(Policies, NullAtTheRootIsTheDefault) {
  outer o = filled();
  ASSERT_TRUE(read_into(" null ", o));
  EXPECT_EQ(o, outer{});
  int n = 7;
  ASSERT_TRUE(read_into("null", n));
  EXPECT_EQ(n, 0);
  std::optional<int> maybe = 7;
  ASSERT_TRUE(read_into("null", maybe));
  EXPECT_FALSE(maybe);
  EXPECT_EQ((read<int, strict>("null").error()), (error{errc::null_value, 0}));
  EXPECT_EQ((read<outer, strict>(" null").error()), (error{errc::null_value, 1}));
  EXPECT_TRUE((read<std::optional<int>, strict>("null")));
}

TEST(Policies, NullIsAnErrorWhereAskedForButNotForOptionals) {
  constexpr read_options o{.null = hushring::null::error};
  EXPECT_EQ((read_everywhere<outer, o>(R"({"n":null})")), (error{errc::null_value, 5}));
  EXPECT_EQ((read_everywhere<outer, o>(R"({"in":{"name":null}})")), (error{errc::null_value, 14}));
  EXPECT_EQ((read_everywhere<outer, o>(R"({"list":[1,null]})")), (error{errc::null_value, 11}));
  EXPECT_EQ((read_everywhere<outer, o>(R"({"list":null})")), (error{errc::null_value, 8}));
  EXPECT_EQ((read_everywhere<outer, o>(R"({"pair":[null,1]})")), (error{errc::null_value, 9}));
  EXPECT_EQ((read_everywhere<outer, o>(R"({"many":[null]})")), (error{errc::null_value, 9}));
  EXPECT_EQ((read_everywhere<outer, o>(R"({"maybe":null,"perhaps":null,"unknown":null,"perhaps":{"x":1}})")), error{});
  EXPECT_EQ((read_everywhere<outer, o>(R"({"perhaps":{"x":null}})")), (error{errc::null_value, 16}));
}

TEST(Policies, WordsThatOnlyBeginAsNullAreRefused) {
  EXPECT_EQ((read_everywhere<outer>(R"({"n":nul})", "l}")), (error{errc::invalid_literal, 8}));
  EXPECT_EQ((read_everywhere<outer>(R"({"n":nulll})")), (error{errc::unexpected_character, 9}));
  EXPECT_EQ((read_everywhere<outer>(R"({"s":nul)", "l}")), (error{errc::unexpected_end, 8}));
  EXPECT_EQ((read_everywhere<outer>(R"({"maybe":Null})")), (error{errc::unexpected_character, 9}));
  EXPECT_EQ((read_everywhere<outer>(R"({"in":nil})")), (error{errc::invalid_literal, 7}));
  EXPECT_EQ((read_everywhere<outer>(R"({"d":null1})")), (error{errc::unexpected_character, 9}));
}

TEST(Policies, OfDuplicatesTheLastWinsAndContainersRestart) {
  EXPECT_EQ(read<outer>(R"({"n":7,"n":8})")->n, 8);
  EXPECT_EQ(read<outer>(R"({"n":7,"\u006e":8})")->n, 8);
  EXPECT_EQ(read<outer>(R"({"list":[1,2,3],"list":[4]})")->list, (std::vector<int>{4}));
  EXPECT_EQ(read<outer>(R"({"list":[1,2,3],"list":[]})")->list, (std::vector<int>{}));
  EXPECT_EQ(read<outer>(R"({"in":{"x":1},"in":{"name":"a"}})")->in, (inner{10, "a"}));
  EXPECT_EQ(read<outer>(R"({"many":[{"x":1,"name":"a"},{"x":2}],"many":[{"name":"b"}]})")->many,
            (std::vector<inner>{{10, "b"}}));
  EXPECT_EQ(read<outer>(R"({"perhaps":{"x":1,"name":"a"},"perhaps":{"x":2}})")->perhaps, (inner{2, "inner"}));
  EXPECT_EQ(read<outer>(R"({"n":7,"n":null})")->n, 3);
  EXPECT_EQ(read<outer>(R"({"n":null,"n":7})")->n, 7);
  EXPECT_EQ(read<outer>(R"({"maybe":7,"maybe":null})")->maybe, std::nullopt);
  EXPECT_EQ(read<outer>(R"({"maybe":null,"maybe":7})")->maybe, 7);
  EXPECT_EQ(read<outer>(R"({"s":"a","s":"b","s":"\u0063"})")->s, "c");
}

TEST(Policies, DuplicatesAreAnErrorWhereAskedFor) {
  constexpr read_options o{.duplicate = hushring::duplicate::error};
  EXPECT_EQ((read_everywhere<outer, o>(R"({"n":1,"n":2})")), (error{errc::duplicate_member, 7}));
  EXPECT_EQ((read_everywhere<outer, o>(R"({"n":1,"d":2,"\u006e":2})")), (error{errc::duplicate_member, 13}));
  EXPECT_EQ((read_everywhere<outer, o>(R"({"n":null,"n":2})")), (error{errc::duplicate_member, 10}));
  EXPECT_EQ((read_everywhere<outer, o>(R"({"n":2,"n":null})")), (error{errc::duplicate_member, 7}));
  EXPECT_EQ((read_everywhere<outer, o>(R"({"s":null,"s":null})")), (error{errc::duplicate_member, 10}));
  EXPECT_EQ((read_everywhere<outer, o>(R"({"maybe":null, "maybe":1})")), (error{errc::duplicate_member, 15}));
  EXPECT_EQ((read_everywhere<outer, o>(R"({"many":[{"x":1},{"x":2,"x":3}]})")), (error{errc::duplicate_member, 24}));
  EXPECT_EQ((read_everywhere<outer, o>(R"({"unknown":1,"unknown":2,"in":{"x":1},"perhaps":{"x":1}})")), error{});
}

TEST(Policies, MissingMembersAreAnErrorAtTheClosingBraceWhereAskedFor) {
  constexpr read_options o{.missing = hushring::missing::error};
  EXPECT_EQ((read_everywhere<inner, o>("{}")), (error{errc::missing_member, 1}));
  EXPECT_EQ((read_everywhere<inner, o>(R"({"x":1})")), (error{errc::missing_member, 6}));
  EXPECT_EQ((read_everywhere<inner, o>(R"({"name":"","other":{} })")), (error{errc::missing_member, 22}));
  EXPECT_EQ((read_everywhere<inner, o>(R"({"name":null,"x":null})")), error{});  // null is not missing
  EXPECT_EQ((read_everywhere<std::vector<inner>, o>(R"([{"name":"","x":1},{"x":1}])")),
            (error{errc::missing_member, 25}));
  struct optionals {
    std::optional<int> a = 5;
    std::optional<std::string> b;
    bool operator==(const optionals&) const = default;
  };
  EXPECT_EQ((read_everywhere<optionals, o>("{}")), error{});
  EXPECT_EQ((read<optionals, o>("{}")->a), 5);
}

TEST(Policies, UnknownMembersAreAnErrorAtTheirKeyWhereAskedFor) {
  constexpr read_options o{.unknown = hushring::unknown::error};
  EXPECT_EQ((read_everywhere<inner, o>(R"({"x":1,"y":2})")), (error{errc::unknown_member, 7}));
  EXPECT_EQ((read_everywhere<inner, o>(R"({ "y":{} , "x":1})")), (error{errc::unknown_member, 2}));
  EXPECT_EQ((read_everywhere<inner, o>(R"({"X":1})")), (error{errc::unknown_member, 1}));
  EXPECT_EQ((read_everywhere<inner, o>(R"({"y":nonsense)")), (error{errc::unknown_member, 1}));
  EXPECT_EQ((read_everywhere<outer, o>(R"({"in":{"x":1,"z":2}})")), (error{errc::unknown_member, 13}));
}

TEST(Policies, StrictMeansMissingNullAndDuplicateButNotUnknown) {
  EXPECT_EQ((read<inner, strict>(R"({"x":1,"name":"","other":1})")->x), 1);
  EXPECT_EQ((read<inner, strict>(R"({"x":1})").error()), (error{errc::missing_member, 6}));
  EXPECT_EQ((read<inner, strict>(R"({"x":1,"name":null})").error()), (error{errc::null_value, 14}));
  EXPECT_EQ((read<inner, strict>(R"({"x":1,"name":"","x":1})").error()), (error{errc::duplicate_member, 17}));
}

TEST(Policies, ReadingIntoAFullObjectGivesWhatAFreshOneWouldHold) {
  const std::string_view texts[] = {full,
                                    "{}",
                                    R"({"many":[{},{},{}],"list":[1]})",
                                    R"({"many":[{"x":1}],"perhaps":{}})",
                                    R"({"perhaps":null,"s":"","many":[]})",
                                    R"({"in":{},"pair":[1,2],"maybe":5})"};
  for (const std::string_view before : texts)
    for (const std::string_view text : texts) {
      outer reused = *read<outer>(before);
      ASSERT_TRUE(read_into(text, reused));
      EXPECT_EQ(reused, *read<outer>(text)) << before << "\n" << text;
    }
}

TEST(Policies, AFailedReadLeavesAnObjectThatCanBeReadIntoAgain) {
  for (std::size_t n = 0; n < full.size(); ++n) {
    outer o = filled();
    EXPECT_FALSE(read_into(full.substr(0, n), o));
    ASSERT_TRUE(read_into(full, o));
    EXPECT_EQ(o, filled());
  }
}

}  // namespace
