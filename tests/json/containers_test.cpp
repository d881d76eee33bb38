// Vectors, arrays, optionals, and structs inside each other.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/read.hpp>

#include "support/placements.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::read;
using hushring::read_into;
using hushring::testing::read_everywhere;

TEST(Containers, EmptyOnesAreEmpty) {
  EXPECT_EQ(read<std::vector<int>>("[]")->size(), 0u);
  EXPECT_EQ(read<std::vector<int>>(" [ \n ] ")->size(), 0u);
  EXPECT_EQ(read<std::vector<std::string>>("[ ]")->size(), 0u);
  EXPECT_TRUE((read<std::array<int, 0>>("[]")));
  EXPECT_EQ((read<std::array<int, 0>>("[1]").error()), (error{errc::wrong_length, 1}));
}

TEST(Containers, VectorsInsideVectorsMayBeEmptyAnywhere) {
  using deep = std::vector<std::vector<std::vector<int>>>;
  EXPECT_EQ(*read<deep>("[[],[[]],[[1,2],[],[3]]]"), (deep{{}, {{}}, {{1, 2}, {}, {3}}}));
  EXPECT_EQ(*read<deep>("[ [ ] , [ [ ] ] , [ [ 1 , 2 ] , [ ] , [ 3 ] ] ]"), (deep{{}, {{}}, {{1, 2}, {}, {3}}}));
  deep reused{{{9, 9, 9}, {9}}, {{9}, {9}, {9}}, {{9}}, {{9}}};
  ASSERT_TRUE(read_into("[[],[[]],[[1,2],[],[3]]]", reused));
  EXPECT_EQ(reused, (deep{{}, {{}}, {{1, 2}, {}, {3}}}));
  EXPECT_EQ((read_everywhere<deep>("[[],[[]],[[1,2],[],[3]]]", "]")), error{});
}

TEST(Containers, BooleansInAVectorOfBits) {
  EXPECT_EQ(*read<std::vector<bool>>("[true,false,true , false,null]"),
            (std::vector<bool>{true, false, true, false, false}));
  EXPECT_EQ(read<std::vector<bool>>("[true,fals]").error(), (error{errc::invalid_literal, 10}));
  EXPECT_EQ(read<std::vector<bool>>("[truefalse]").error(), (error{errc::unexpected_character, 5}));
  EXPECT_EQ(read<std::vector<bool>>("[1]").error(), (error{errc::wrong_type, 1}));
  EXPECT_EQ(read<std::vector<bool>>("[true,]").error(), (error{errc::unexpected_character, 6}));
  EXPECT_EQ((read_everywhere<std::vector<bool>>("[true,tru", "e]")), (error{errc::unexpected_end, 9}));
}

TEST(Containers, LongVectorsLoseNoElement) {
  std::string text = "[";
  std::vector<int> expected;
  for (int i = 0; i < 5000; ++i) {
    text += (i ? i % 7 == 0 ? " , " : i % 5 == 0 ? ",\n" : "," : "") + std::to_string(i % 3 == 0 ? -i : i);
    expected.push_back(i % 3 == 0 ? -i : i);
  }
  EXPECT_EQ(*read<std::vector<int>>(text + "]"), expected);
}

TEST(Containers, ArraysHaveExactlyTheirLength) {
  using three = std::array<int, 3>;
  EXPECT_EQ(*read<three>("[1,2,3]"), (three{1, 2, 3}));
  EXPECT_EQ(*read<three>("[ 1 , 2.0 , 3e0 ]"), (three{1, 2, 3}));
  EXPECT_EQ((read_everywhere<three>("[1,2]", ",3]")), (error{errc::wrong_length, 4}));
  EXPECT_EQ((read_everywhere<three>("[]")), (error{errc::wrong_length, 1}));
  EXPECT_EQ((read_everywhere<three>("[1,2,3,4]")), (error{errc::wrong_length, 7}));
  EXPECT_EQ((read_everywhere<three>("[1,2,3, null]")), (error{errc::wrong_length, 8}));
  EXPECT_EQ((read_everywhere<three>("[1,2,3", "]")), (error{errc::unexpected_end, 6}));
  EXPECT_EQ((read_everywhere<three>("[1,2,3,", "4]")), (error{errc::unexpected_end, 7}));
  using strings = std::array<std::string, 2>;
  EXPECT_EQ(*read<strings>(R"(["a","b"])"), (strings{"a", "b"}));
  EXPECT_EQ((read_everywhere<strings>(R"(["a","b","c"])")), (error{errc::wrong_length, 9}));
  EXPECT_EQ((read_everywhere<strings>(R"(["a"])")), (error{errc::wrong_length, 4}));
}

TEST(Containers, SeparatorsAndBracketsMustFit) {
  using ints = std::vector<int>;
  EXPECT_EQ((read_everywhere<ints>("[1,]")), (error{errc::unexpected_character, 3}));
  EXPECT_EQ((read_everywhere<ints>("[,1]")), (error{errc::unexpected_character, 1}));
  EXPECT_EQ((read_everywhere<ints>("[1,,2]")), (error{errc::unexpected_character, 3}));
  EXPECT_EQ((read_everywhere<ints>("[1 2]")), (error{errc::unexpected_character, 3}));
  EXPECT_EQ((read_everywhere<ints>("[1}")), (error{errc::unexpected_character, 2}));
  EXPECT_EQ((read_everywhere<ints>("[1]]")), (error{errc::trailing_data, 3}));
  EXPECT_EQ((read_everywhere<ints>("[1],")), (error{errc::trailing_data, 3}));
  EXPECT_EQ((read_everywhere<ints>("[", "1]")), (error{errc::unexpected_end, 1}));
  EXPECT_EQ((read_everywhere<ints>("[1,", "2]")), (error{errc::unexpected_end, 3}));
  EXPECT_EQ((read_everywhere<ints>("[1", ",2]")), (error{errc::unexpected_end, 2}));
  EXPECT_EQ((read_everywhere<ints>("[1:2]")), (error{errc::unexpected_character, 2}));
  using strings = std::vector<std::string>;
  EXPECT_EQ((read_everywhere<strings>(R"(["a",])")), (error{errc::unexpected_character, 5}));
  EXPECT_EQ((read_everywhere<strings>(R"(["a" "b"])")), (error{errc::unexpected_character, 5}));
  EXPECT_EQ((read_everywhere<strings>(R"(["a""b"])")), (error{errc::unexpected_character, 4}));
  EXPECT_EQ((read_everywhere<strings>(R"(["a",1])")), (error{errc::wrong_type, 5}));
  EXPECT_EQ((read_everywhere<strings>(R"([["a"]])")), (error{errc::wrong_type, 1}));
  EXPECT_EQ((read_everywhere<strings>(R"({"a":1})")), (error{errc::wrong_type, 0}));
}

struct leaf {
  int v = 0;
  friend bool operator==(const leaf&, const leaf&) = default;
};
struct optionals {
  std::optional<int> i;
  std::optional<bool> b;
  std::optional<double> d;
  std::optional<std::string> s;
  std::optional<std::vector<int>> v;
  std::optional<leaf> l;
  std::optional<std::array<int, 2>> a;
  friend bool operator==(const optionals&, const optionals&) = default;
};

TEST(Containers, OptionalsHoldWhatIsThere) {
  const auto v = read<optionals>(R"({"i":1,"b":false,"d":0.5,"s":"x","v":[1],"l":{"v":2},"a":[3,4]})");
  ASSERT_TRUE(v);
  EXPECT_EQ(*v, (optionals{1, false, 0.5, "x", std::vector<int>{1}, leaf{2}, std::array<int, 2>{3, 4}}));
  optionals reused = *v;
  ASSERT_TRUE(read_into(R"({"i":null,"v":[],"l":{},"b":null , "s":""})", reused));
  EXPECT_EQ(reused,
            (optionals{std::nullopt, std::nullopt, std::nullopt, "", std::vector<int>{}, leaf{0}, std::nullopt}));
  EXPECT_EQ(read<optionals>(R"({"i":1.50e1,"d":1})")->i, 15);
  EXPECT_EQ((read_everywhere<optionals>(R"({"i":"1"})")), (error{errc::wrong_type, 5}));
  EXPECT_EQ((read_everywhere<optionals>(R"({"i":1.5})")), (error{errc::not_an_integer, 5}));
  EXPECT_EQ((read_everywhere<optionals>(R"({"s":1})")), (error{errc::wrong_type, 5}));
  EXPECT_EQ((read_everywhere<optionals>(R"({"b":"x"})")), (error{errc::wrong_type, 5}));
  EXPECT_EQ((read_everywhere<optionals>(R"({"l":[]})")), (error{errc::wrong_type, 5}));
}

struct node {
  int id = -1;
  std::vector<node> children;
  std::optional<std::string> tag;
  friend bool operator==(const node&, const node&) = default;
};

TEST(Containers, AStructMayContainItselfThroughAVector) {
  const auto v =
      read<node>(R"({"id":1,"children":[{"id":2},{"id":3,"children":[{"tag":"leaf","id":4}]},{}],"tag":"root"})");
  ASSERT_TRUE(v);
  EXPECT_EQ(*v, (node{1, {{2, {}, {}}, {3, {{4, {}, "leaf"}}, {}}, {-1, {}, {}}}, "root"}));
  node reused = *v;
  ASSERT_TRUE(read_into(R"({"children":[{},{"children":[{}]}]})", reused));
  EXPECT_EQ(reused, (node{-1, {{-1, {}, {}}, {-1, {{-1, {}, {}}}, {}}}, {}}));
}

TEST(Containers, EveryTruncationOfANestedTextIsAnError) {
  const std::string_view text =
      R"({"id":1,"children":[{"id":2},{"id":3,"children":[{"tag":"leaf","id":4}]},{}],"tag":"root"})";
  for (std::size_t n = 0; n < text.size(); ++n)
    EXPECT_EQ((read_everywhere<node>(text.substr(0, n), text.substr(n))), (error{errc::unexpected_end, n}));
  EXPECT_EQ((read_everywhere<node>(text, text)), error{});
}

struct level0 {
  int last = 0;
  friend bool operator==(const level0&, const level0&) = default;
};
template <class Inner>
struct level {
  Inner in;
  friend bool operator==(const level&, const level&) = default;
};
template <class Inner>
struct level_with_more {
  Inner in;
  std::int64_t a_member_of_28_bytes_in_name = 0;
  friend bool operator==(const level_with_more&, const level_with_more&) = default;
};
template <class T>
using four = level<level<level<level<T>>>>;
using twenty_two = level_with_more<four<four<four<four<four<level0>>>>>>;

// The closing braces behind the text may be met one after the other: what is read behind it must not add up.
TEST(Containers, ManyStructsThatCloseAtOnceReadNotFarBehindTheText) {
  std::string text = R"({"in":)";
  for (int i = 0; i < 20; ++i) text += R"({"in":)";
  text += R"({"last":1)";
  const std::string rest = std::string(21, '}') + R"(,"a_member_of_28_bytes_in_name":1234567890123456789})";
  EXPECT_EQ((read_everywhere<twenty_two>(text, rest)), (error{errc::unexpected_end, text.size()}));
  EXPECT_EQ((read_everywhere<twenty_two>(text + rest, rest)), error{});
}

}  // namespace
