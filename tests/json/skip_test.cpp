// Members that nobody asked for are passed over, but validated as strictly as all others.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <hushring/json/read.hpp>

#include "support/placements.hpp"

namespace {

using namespace std::literals;
using hushring::errc;
using hushring::error;
using hushring::read;
using hushring::testing::read_everywhere;

struct item {
  int id = 0;
  double px = 0;
  friend bool operator==(const item&, const item&) = default;
};

TEST(Skip, ValuesOfEveryKindAreSkipped) {
  for (const std::string_view value : {"0",
                                       "-0",
                                       "-12.5e-3",
                                       "1E400",
                                       "123456789012345678901234567890",
                                       "true",
                                       "false",
                                       "null",
                                       "\"\"",
                                       "\"text\"",
                                       R"("\u0000\ud83e\udd80\\\"/\/")",
                                       "[]",
                                       "{}",
                                       "[ ]",
                                       "{ }",
                                       R"({"a":[1,{"b":"}]\"["}],"c":null})",
                                       R"([[],{},"]"])",
                                       R"(["\"]"])",
                                       R"({"\"":"{"})",
                                       "[true,false,null,0,[[[[]]]],{\"k\":{\"k\":{\"k\":[]}}}]",
                                       R"({"":{"":""}})",
                                       "[\n1\t,\r2 , 3\n]",
                                       "{ \"a\" : 1 , \"b\" : [ ] }"}) {
    for (const std::string_view format :
         {"{\"x\":#,\"id\":1,\"px\":2.5}", "{\"id\":1,\"x\":#,\"px\":2.5}", "{\"id\":1,\"px\":2.5,\"x\":#}",
          "{ \"x\" : # , \"px\":2.5 , \"y\": # ,\"id\": 1 }"}) {
      std::string text;
      for (const char c : format) c == '#' ? text += value : text += c;
      const auto v = read<item>(text);
      ASSERT_TRUE(v) << text << ::testing::PrintToString(v.error());
      EXPECT_EQ(*v, (item{1, 2.5})) << text;
    }
    EXPECT_EQ((read_everywhere<item>("{\"x\":" + std::string(value) + "}", value)), error{}) << value;
  }
}

TEST(Skip, WhatIsNoJsonIsRefusedAtTheOffendingByte) {
  struct bad {
    std::string_view value;
    std::uint64_t offset;
    errc code = errc::unexpected_character;
  };
  for (const bad& b : {bad{"tru", 3, errc::invalid_literal},
                       {"True", 0},
                       {"truee", 4},
                       {"nil", 1, errc::invalid_literal},
                       {"fals e", 4, errc::invalid_literal},
                       {"undefined", 0},
                       {"'a'", 0},
                       {"01", 1, errc::invalid_number},
                       {"-", 1, errc::invalid_number},
                       {"1.", 2, errc::invalid_number},
                       {".1", 0},
                       {"1e", 2, errc::invalid_number},
                       {"1e+", 3, errc::invalid_number},
                       {"-x", 1, errc::invalid_number},
                       {"+1", 0},
                       {"1.5.5", 3},
                       {"1e5e5", 3},
                       {"0x1", 1},
                       {"[1,]", 3},
                       {"[,]", 1},
                       {"[1 2]", 3},
                       {"[1}", 2},
                       {"{1:2}", 1},
                       {R"({"a"})", 4},
                       {R"({"a":1,})", 7},
                       {R"({"a":1 "b":2})", 7},
                       {R"({"a":1])", 6},
                       {R"({"a" 1})", 5},
                       {"{,}", 1},
                       {R"({"a":1,,"b":2})", 7},
                       {R"({"a"::1})", 5},
                       {"[]]", 2},
                       {"[[]", 3, errc::unexpected_character},
                       {"\"a\nb\"", 2, errc::control_character},
                       {"\"\\x\"", 2, errc::invalid_escape},
                       {"\"\\ud800\"", 1, errc::invalid_surrogate},
                       {"\"\\ud800\\n\"", 1, errc::invalid_surrogate},
                       {"\"\xFF\"", 1, errc::invalid_utf8},
                       {"{\"\xFF\":1}", 2, errc::invalid_utf8},
                       {R"({"\uD83E":1})", 2, errc::invalid_surrogate},
                       {R"([{"a":[1,{"b":[tru]}]}])", 18, errc::invalid_literal},
                       {"[\"\\\"]", 6, errc::unexpected_end},
                       {"", 0}}) {
    const std::string text = "{\"x\":" + std::string(b.value) + "}";
    const std::uint64_t at = 5 + b.offset;
    EXPECT_EQ((read_everywhere<item>(text, "}")), (error{b.code, b.code == errc::unexpected_end ? text.size() : at}))
        << text;
  }
}

TEST(Skip, EveryTruncationOfASkippedValueIsAnError) {
  const std::string_view text =
      R"({"x":{"a":[1.5e3,{"b":"}]\"[\u00e9\ud83e\udd80é"}],"c":null,"d":[true,false],"e":{}},"id":1,"px":2.5})";
  for (std::size_t n = 0; n < text.size(); ++n) {
    const error e = read_everywhere<item>(text.substr(0, n), text.substr(n));
    if (text[n] == '\xA9') EXPECT_EQ(e, (error{errc::invalid_utf8, n - 1}));  // half of the é
    else EXPECT_EQ(e, (error{errc::unexpected_end, n})) << text.substr(0, n);
  }
}

TEST(Skip, LongStringsAndManyElementsAreSkipped) {
  for (std::size_t n = 0; n < 300; ++n) {
    const std::string text = "{\"x\":\"" + std::string(n, 'x') + "\",\"id\":1}";
    EXPECT_EQ(read<item>(text)->id, 1);
    EXPECT_EQ(read<item>("{\"" + std::string(n, 'x') + "\":[" + std::string(n, ' ') + "],\"id\":1}")->id, 1);
  }
  std::string big = "{\"x\":[0";
  for (int i = 0; i < 100000; ++i) big += i % 2 ? ",{\"a\":[],\"b\":\"}\"}" : ",-1.5e3";
  EXPECT_EQ(read<item>(big + "],\"id\":1}")->id, 1);
}

}  // namespace
