// Errors in words: the place, the member, what should have stood there.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/explain.hpp>
#include <hushring/json/read.hpp>

namespace {

using hushring::errc;
using hushring::explanation;

struct level {
  std::string s;
  std::uint8_t p = 0;
};
struct book {
  std::vector<level> data;
  std::array<int, 2> pair{};
  hushring::quoted<double> price;
};

struct odd {
  std::vector<std::vector<int>> a;
  static constexpr hushring::fields fields{hushring::rename("a", "m/n~o")};
};

template <class T, hushring::read_options O = hushring::read_options{}>
explanation explained(std::string_view text) {
  T value{};
  const auto done = hushring::read_into<O>(text, value);
  EXPECT_FALSE(done) << text;
  return hushring::explain<T, O>(done.error(), text);
}

TEST(Explain, TellsLineColumnPathAndWhatWasExpected) {
  const explanation e = explained<book>("{\"data\":[\n  {\"s\":\"a\",\"p\":1},\n  {\"s\":\"b\",\"p\":\"x\"}\n]}");
  EXPECT_EQ(e.code, errc::wrong_type);
  EXPECT_EQ(e.line, 3u);
  EXPECT_EQ(e.column, 16u);
  EXPECT_EQ(e.path, "/data/1/p");
  EXPECT_EQ(e.expected, "an integer from 0 to 255");
  EXPECT_EQ(e.member, "");
  EXPECT_EQ(e.excerpt,
            "    {\"s\":\"b\",\"p\":\"x\"}\n"
            "                 ^");
  EXPECT_EQ(e.message(),
            "3:16: a value of another kind than the member's type, at /data/1/p\n"
            "expected: an integer from 0 to 255\n"
            "    {\"s\":\"b\",\"p\":\"x\"}\n"
            "                 ^\n");
}

TEST(Explain, NamesTheUnknownMissingAndRepeatedMember) {
  constexpr hushring::read_options no_unknown{.unknown = hushring::unknown::error};
  explanation e = explained<level, no_unknown>(R"({"s":"a","q\u0041":1})");
  EXPECT_EQ(e.code, errc::unknown_member);
  EXPECT_EQ(e.member, "qA");
  EXPECT_EQ(e.path, "");
  e = explained<level, hushring::strict>(R"({"s":"a"})");
  EXPECT_EQ(e.code, errc::missing_member);
  EXPECT_EQ(e.member, "p");
  EXPECT_EQ(e.column, 9u);
  e = explained<level, hushring::strict>(R"({"s":"a","p":1,"s":"b"})");
  EXPECT_EQ(e.code, errc::duplicate_member);
  EXPECT_EQ(e.member, "s");
}

TEST(Explain, NamesTheRepeatedKeyOfAMap) {
  const explanation e = explained<std::map<std::string, std::map<int, int>>, hushring::strict>(
      R"({"a":{"1":2,"2":3},"b":{"1":2,"1.0":3}})");
  EXPECT_EQ(e.code, errc::duplicate_member);
  EXPECT_EQ(e.offset, 30u);
  EXPECT_EQ(e.path, "/b");
  EXPECT_EQ(e.member, "1.0");
}

TEST(Explain, SaysWhatTheGrammarWanted) {
  EXPECT_EQ(explained<level>(R"({"s" "a"})").expected, "a colon");
  EXPECT_EQ(explained<level>(R"({"s":"a" "p":1})").expected, "a comma or }");
  EXPECT_EQ(explained<level>(R"({"s":"a",})").expected, "a member's name");
  EXPECT_EQ(explained<std::vector<int>>("[1 2]").expected, "a comma or ]");
  EXPECT_EQ(explained<std::vector<int>>("[1,").expected, "an integer from -2147483648 to 2147483647");
  EXPECT_EQ(explained<level>("{\"s\":\"\\q\"}").expected, "");
}

TEST(Explain, SaysWhatTheTypeWanted) {
  EXPECT_EQ(explained<book>(R"({"pair":[1]})").expected, "an array of length 2");
  EXPECT_EQ(explained<book>(R"({"pair":{}})").expected, "an array of length 2");
  EXPECT_EQ(explained<book>(R"({"price":1})").expected, "a string holding a number in the range of double");
  EXPECT_EQ(explained<bool>("1").expected, "true or false");
  EXPECT_EQ(explained<float>("1e39").expected, "a number in the range of float");
  EXPECT_EQ(explained<std::int64_t>("9223372036854775808").expected,
            "an integer from -9223372036854775808 to 9223372036854775807");
  EXPECT_EQ(explained<std::uint64_t>("-1").expected, "an integer from 0 to 18446744073709551615");
}

TEST(Explain, PathsAreJsonPointers) {
  EXPECT_EQ(explained<odd>(R"({"m/n~o":[[1,2],[3,true]]})").path, "/m~1n~0o/1/1");
}

TEST(Explain, ColumnsAreCharactersAndLongLinesAreCut) {
  explanation e = explained<level>("{\"s\":\"\xD0\xB6\xD1\x83\",\"p\":-1}");
  EXPECT_EQ(e.offset, 16u);
  EXPECT_EQ(e.column, 15u);
  EXPECT_EQ(e.excerpt, "  {\"s\":\"\xD0\xB6\xD1\x83\",\"p\":-1}\n                ^");
  const std::string text =
      "{\"s\":\"" + std::string(100, 'x') + "\",\"p\":-1, \"q\":\"" + std::string(100, 'y') + "\"}";
  e = explained<level>(text);
  EXPECT_EQ(e.excerpt, "  ..." + std::string(42, 'x') + "\",\"p\":-1, \"q\":\"" + std::string(15, 'y') + "...\n" +
                           std::string(5 + 48, ' ') + '^');
}

TEST(Explain, ControlCharactersDoNotReachTheTerminal) {
  const explanation e = explained<level>("{\"s\":\"a\x1B[2J\"}");
  EXPECT_EQ(e.code, errc::control_character);
  EXPECT_EQ(e.excerpt, "  {\"s\":\"a [2J\"}\n         ^");
}

TEST(Explain, ATextThatChangedGivesThePlaceOnly) {
  const explanation e = hushring::explain<level>({errc::wrong_type, 99}, "{\"s\":\"a\"}");
  EXPECT_EQ(e.offset, 9u);
  EXPECT_EQ(e.column, 10u);
  EXPECT_EQ(e.path, "");
  EXPECT_EQ(e.expected, "");
  EXPECT_EQ(hushring::explain<level>({errc::wrong_type, 0}, "").excerpt, "  \n  ^");
}

}  // namespace
