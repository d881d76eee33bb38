// White space, line ends, byte order marks, and what lies around the value.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/read.hpp>

#include "support/placements.hpp"

namespace {

using namespace std::literals;
using hushring::errc;
using hushring::error;
using hushring::read;
using hushring::testing::read_everywhere;

struct item {
  int a = 0;
  std::string b;
  std::vector<double> c;
  friend bool operator==(const item&, const item&) = default;
};

TEST(Layout, EveryWhiteSpaceBetweenAnyTwoTokensIsPassed) {
  constexpr std::string_view tokens[] = {"{",     "\"a\"",     ":", "12",  ",",     "\"b\"", ":", "\"x y\"", ",",
                                         "\"c\"", ":",         "[", "1.5", ",",     "-2",    ",", "3e1",     "]",
                                         ",",     "\"other\"", ":", "{",   "\"k\"", ":",     "[", "true",    ",",
                                         "null",  ",",         "0", "]",   "}",     "}"};
  for (const std::string_view space : {""sv, " "sv, "\n"sv, "\t"sv, "\r\n"sv, "    "sv, "\r\n\t\t        "sv,
                                       "                                                                       "sv}) {
    std::string text(space);
    for (const std::string_view t : tokens) text += std::string(t) + std::string(space);
    const auto v = read<item>(text);
    ASSERT_TRUE(v) << text;
    EXPECT_EQ(*v, (item{12, "x y", {1.5, -2, 30}})) << text;
    EXPECT_EQ((read_everywhere<item>(text, space)), error{}) << text;
  }
  // at one place at a time
  for (std::size_t at = 0; at <= std::size(tokens); ++at)
    for (const std::string_view space : {" "sv, "\r\n"sv, "  \n\t  "sv}) {
      std::string text;
      for (std::size_t i = 0; i < std::size(tokens); ++i) {
        if (i == at) text += space;
        text += tokens[i];
      }
      if (at == std::size(tokens)) text += space;
      const auto v = read<item>(text);
      ASSERT_TRUE(v) << text;
      EXPECT_EQ(*v, (item{12, "x y", {1.5, -2, 30}})) << text;
    }
}

TEST(Layout, OtherSpacesAreNoWhiteSpace) {
  EXPECT_EQ((read_everywhere<item>("\f{}")), (error{errc::unexpected_character, 0}));
  EXPECT_EQ((read_everywhere<item>("{\v}")), (error{errc::unexpected_character, 1}));
  EXPECT_EQ((read_everywhere<item>("{}\f")), (error{errc::trailing_data, 2}));
  EXPECT_EQ((read_everywhere<item>("{\0}"sv)), (error{errc::unexpected_character, 1}));
  EXPECT_EQ((read_everywhere<item>("{}\0"sv)), (error{errc::trailing_data, 2}));
  EXPECT_EQ((read_everywhere<item>("{\"a\":\xC2\xA0\x31}")), (error{errc::unexpected_character, 5}));
  EXPECT_EQ((read_everywhere<item>("{\"a\":1/**/}")), (error{errc::unexpected_character, 6}));
  EXPECT_EQ((read_everywhere<item>("// x\n{}")), (error{errc::unexpected_character, 0}));
}

TEST(Layout, TextsWithoutAValueEndTooSoon) {
  EXPECT_EQ(read<item>(std::string_view{}).error(), (error{errc::unexpected_end, 0}));
  EXPECT_EQ(read<int>(std::string_view{}).error(), (error{errc::unexpected_end, 0}));
  EXPECT_EQ(read<item>(hushring::padded(std::string_view{})).error(), (error{errc::unexpected_end, 0}));
  EXPECT_EQ((read_everywhere<item>("", "{}")), (error{errc::unexpected_end, 0}));
  EXPECT_EQ((read_everywhere<item>("  \n", "{}")), (error{errc::unexpected_end, 3}));
  EXPECT_EQ((read_everywhere<int>("", "1")), (error{errc::unexpected_end, 0}));
  EXPECT_EQ((read_everywhere<int>(" ", "1")), (error{errc::unexpected_end, 1}));
  EXPECT_EQ((read_everywhere<std::string>("", "\"\"")), (error{errc::unexpected_end, 0}));
}

TEST(Layout, AByteOrderMarkIsPassedOnlyAtTheStart) {
  EXPECT_EQ(read<item>("\xEF\xBB\xBF{\"a\":1}")->a, 1);
  EXPECT_EQ(*read<int>("\xEF\xBB\xBF 12 "), 12);
  EXPECT_EQ((read_everywhere<item>("\xEF\xBB\xBF{\"a\":1}")), error{});
  EXPECT_EQ((read_everywhere<item>("\xEF\xBB\xBF{\"a\":x}")), (error{errc::unexpected_character, 8}));
  EXPECT_EQ((read_everywhere<item>("\xEF\xBB\xBF", "{}")), (error{errc::unexpected_end, 3}));
  EXPECT_EQ((read_everywhere<item>("\xEF\xBB", "\xBF{}")), (error{errc::unexpected_character, 0}));
  EXPECT_EQ((read_everywhere<item>("\xEF\xBB\xBF\xEF\xBB\xBF{}")), (error{errc::unexpected_character, 3}));
  EXPECT_EQ((read_everywhere<item>(" \xEF\xBB\xBF{}")), (error{errc::unexpected_character, 1}));
  EXPECT_EQ((read_everywhere<item>("{\xEF\xBB\xBF}")), (error{errc::unexpected_character, 1}));
  EXPECT_EQ((read_everywhere<item>("{}\xEF\xBB\xBF")), (error{errc::trailing_data, 2}));
  EXPECT_EQ(read<std::string>("\xEF\xBB\xBF\"\xEF\xBB\xBF\"").value_or(""), "\xEF\xBB\xBF");
  // views of a text behind a mark, read in place and by way of a copy
  hushring::reader in;
  const std::string text = "\xEF\xBB\xBF[\"view\"]";
  EXPECT_EQ(in.read<std::vector<std::string_view>>(text)->at(0).data(), text.data() + 5);
}

TEST(Layout, SomethingBehindTheValueIsAnErrorThere) {
  EXPECT_EQ((read_everywhere<item>("{} {}")), (error{errc::trailing_data, 3}));
  EXPECT_EQ((read_everywhere<int>("1 2")), (error{errc::trailing_data, 2}));
  EXPECT_EQ((read_everywhere<int>("12,")), (error{errc::trailing_data, 2}));
  EXPECT_EQ((read_everywhere<int>("12a")), (error{errc::trailing_data, 2}));
  EXPECT_EQ((read_everywhere<bool>("true1")), (error{errc::trailing_data, 4}));
  EXPECT_EQ((read_everywhere<bool>("truefalse")), (error{errc::trailing_data, 4}));
  EXPECT_EQ((read_everywhere<std::string>("\"a\"\"b\"")), (error{errc::trailing_data, 3}));
  EXPECT_EQ((read_everywhere<item>("{\"a\":1}\n\n", "}")), error{});
}

TEST(Layout, RootScalarsEndWithTheText) {
  EXPECT_EQ(*read<int>("12"), 12);
  EXPECT_EQ((read_everywhere<int>("12", "34")), error{});
  EXPECT_EQ((read_everywhere<int>("12 ", " ")), error{});
  EXPECT_EQ((read_everywhere<double>("12", ".5")), error{});
  EXPECT_EQ((read_everywhere<double>("12.", "5")), (error{errc::unexpected_end, 3}));
  EXPECT_EQ((read_everywhere<double>("1e", "5")), (error{errc::unexpected_end, 2}));
  EXPECT_EQ((read_everywhere<double>("-", "5")), (error{errc::unexpected_end, 1}));
  EXPECT_EQ((read_everywhere<bool>("tru", "e")), (error{errc::unexpected_end, 3}));
  EXPECT_EQ((read_everywhere<bool>("true", "false")), error{});
  EXPECT_EQ((read_everywhere<std::optional<int>>("nul", "l")), (error{errc::unexpected_end, 3}));
  EXPECT_EQ((read_everywhere<std::optional<int>>("12", "34")), error{});
  EXPECT_EQ((read_everywhere<std::optional<int>>("7.0", "5")), error{});
  EXPECT_EQ((read_everywhere<std::string>("\"ab\"", "\"")), error{});
  EXPECT_EQ((read_everywhere<std::string>("\"ab", "\"")), (error{errc::unexpected_end, 3}));
}

}  // namespace
