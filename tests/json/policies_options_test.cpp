// Options that choose how much is validated, decoded and copied: structural skipping, escapes, stable reading.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hushring/json/raw_string.hpp>
#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

#include "types_checks.hpp"

namespace {

using namespace std::literals;
using hushring::errc;
using hushring::error;
using hushring::read;
using hushring::read_options;
using hushring::testing::check_read;
using hushring::testing::value_of;
using hushring::testing::written;

struct one {
  int a = -1;
  friend bool operator==(const one&, const one&) = default;
};

// ---- unknown::skip_structural

constexpr read_options structural{.unknown = hushring::unknown::skip_structural};

/// The error of an object whose unknown member has this value, counted from the value.
error skipped(std::string_view value) {
  error e = check_read<one, structural>("{\"x\":" + std::string(value) + ",\"a\":7}");
  if (e) e.offset -= 5;
  return e;
}

TEST(StructuralSkip, EndsWhereTheValidatedSkipEndsOnValidTexts) {
  for (const std::string_view value :
       {"1"sv, "-1.5e3"sv, "true"sv, "null"sv, R"("")"sv, R"("s")"sv, R"("\\")"sv, R"("\"")"sv, R"("\\\"]")"sv, "[]"sv,
        "{}"sv, "[[],{}]"sv, R"({"a":[1,{"b":"]}"}]})"sv, R"(["\\","\"","[{"])"sv, " [ 1 , 2 ] "sv,
        "\"\u0446\u0435\u043d\u0430 \u20ac \U0001F600\""sv}) {
    EXPECT_EQ(skipped(value), error{}) << value;
    EXPECT_EQ((read<one, structural>("{\"x\":" + std::string(value) + ",\"a\":7}")->a), 7) << value;
  }
}

TEST(StructuralSkip, ValuesOfAnyLengthEndAtTheirEnd) {
  for (std::size_t n = 0; n < 200; ++n) {
    const std::string filler(n, 'x');
    EXPECT_EQ(skipped("\"" + filler + "\""), error{}) << n;
    EXPECT_EQ(skipped("[\"" + filler + "\\\"]\",[[" + std::string(n % 7, '[') + std::string(n % 7, ']') + "]]]"), error{})
        << n;
    EXPECT_EQ(skipped("\"" + filler + "\\\\\""), error{}) << n;
    EXPECT_EQ(skipped("[" + filler + "\xD1\x86" + filler + "]"), error{}) << n;
    EXPECT_EQ(skipped("[" + filler + "\xD1" + filler + "]"), (error{errc::invalid_utf8, n + 1})) << n;
  }
}

TEST(StructuralSkip, WhatIsNotStructureMayBeWrong) {
  for (const std::string_view value :
       {"nonsense"sv, "01"sv, "[1,,2]"sv, "[1 2]"sv, "{1}"sv, R"({"a"})"sv, "[}"sv, "{]"sv, R"("\q")"sv, R"("\ud800")"sv,
        "\"\n\""sv, R"([\"])"sv, R"([\\"]"])"sv, R"(\)"sv})
    EXPECT_EQ(skipped(value), error{}) << value;
}

TEST(StructuralSkip, StructureMustBeRight) {
  EXPECT_EQ((check_read<one, structural>(R"({"x":)", "1}")), (error{errc::unexpected_end, 5}));
  EXPECT_EQ((check_read<one, structural>(R"({"x":})")), (error{errc::unexpected_character, 5}));
  EXPECT_EQ((check_read<one, structural>(R"({"x":,"a":1})")), (error{errc::unexpected_character, 5}));
  EXPECT_EQ((check_read<one, structural>(R"({"x":])")), (error{errc::unexpected_character, 5}));
  EXPECT_EQ((check_read<one, structural>(R"({"x"::1})")), (error{errc::unexpected_character, 5}));
  EXPECT_EQ((check_read<one, structural>(R"({"x":1)", "}")), (error{errc::unexpected_end, 6}));
  EXPECT_EQ((check_read<one, structural>(R"({"x":"1)", "\"}")), (error{errc::unexpected_end, 7}));
  EXPECT_EQ((check_read<one, structural>(R"({"x":[[1])", "]}")), (error{errc::unexpected_end, 9}));
  EXPECT_EQ((check_read<one, structural>(R"({"x":["]})", "\"]}")), (error{errc::unexpected_end, 9}));
  EXPECT_EQ((check_read<one, structural>(R"({"x":[]]})")), (error{errc::unexpected_character, 7}));
  EXPECT_EQ((check_read<one, structural>(R"({"x":1 2})")), (error{errc::unexpected_character, 7}));
  EXPECT_EQ((check_read<one, structural>(R"({"x":a"b"})")), (error{errc::unexpected_character, 6}));
  EXPECT_EQ((check_read<one, structural>("{\"x\":\"\xFF\"}")), (error{errc::invalid_utf8, 6}));
  EXPECT_EQ((check_read<one, structural>("{\"x\":[\xC3]}")), (error{errc::invalid_utf8, 6}));
  EXPECT_EQ((check_read<one, structural>("{\"x\":a\x80}")), (error{errc::invalid_utf8, 6}));
}

TEST(StructuralSkip, OnlyUnknownValuesAreSkippedSo) {
  EXPECT_EQ((check_read<one, structural>(R"({"a":01})")), (error{errc::invalid_number, 6}));
  EXPECT_EQ((check_read<one, structural>(R"({"\q":1})")), (error{errc::invalid_escape, 3}));
  EXPECT_EQ((check_read<one, structural>(R"({"x" 1})")), (error{errc::unexpected_character, 5}));
}

TEST(StructuralSkip, CountsTheSameDepth) {
  constexpr read_options shallow{.unknown = hushring::unknown::skip_structural, .max_depth = 3};
  EXPECT_EQ((check_read<one, shallow>(R"({"x":[{"y":1}]})")), error{});
  EXPECT_EQ((check_read<one, shallow>(R"({"x":[{"y":[]}]})")), (error{errc::depth_exceeded, 11}));
  EXPECT_EQ((check_read<one, shallow>(R"({"x":"[[[[","y":[[],[],{}]})")), error{});
  const std::string deep(1023, '[');
  EXPECT_EQ((check_read<one, structural>("{\"x\":" + deep + std::string(1023, ']') + "}")), error{});
  EXPECT_EQ((check_read<one, structural>("{\"x\":" + deep + "[]" + std::string(1023, ']') + "}")),
            (error{errc::depth_exceeded, 1028}));
}

TEST(StructuralSkip, RandomTextsAreSkippedAsThePassForErrorsDoes) {
  std::mt19937 random(7);
  constexpr std::string_view pieces[] = {"\"", "\\", "[", "]", "{", "}", ",", ":", "a", "1", " ", "\xD1\x86", "\xE2\x82\xAC",
                                         "\"\"", "\\\"", "\"a\":", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "\xFF", "[]"};
  hushring::reader in;
  int good = 0;
  for (int i = 0; i < 200000; ++i) {
    std::string text = i % 2 == 0 ? "{\"x\":[" : "{\"x\":";
    for (auto n = random() % 12; n > 0; --n) text += pieces[random() % std::size(pieces)];
    text += i % 2 == 0 ? "]}" : "}";
    one v;
    const error fast = in.read_into<structural>(text, v).error();
    const error slow = hushring::detail::locate_error(text.data(), text.data() + text.size(),
                                                      hushring::detail::described<one>::info, structural);
    ASSERT_NE(fast.code, errc::text_changed) << text;
    if (!fast) {
      ASSERT_EQ(slow.code, errc::text_changed) << text;
    }
    good += !fast;
  }
  EXPECT_GT(good, 10000);
}

// ---- escapes

struct message {
  std::string_view text;
  std::vector<std::string_view> list;
  std::optional<std::string_view> perhaps;
  std::string owned;
  friend bool operator==(const message&, const message&) = default;
};
constexpr std::string_view escaped =
    R"({"text":"a\nb","list":["\u0041","plain"],"perhaps":"\"","owned":"\u0041","\u0078":"\t"})";

TEST(Escapes, AreDecodedUnlessSaidOtherwise) {
  hushring::reader in;
  const auto v = in.read<message>(escaped);
  ASSERT_TRUE(v);
  EXPECT_EQ(*v, (message{"a\nb", {"A", "plain"}, "\"", "A"}));
}

TEST(Escapes, RawViewsShowTheTextAsItIs) {
  constexpr read_options raw{.escapes = hushring::escapes::raw};
  EXPECT_EQ((check_read<message, raw>(escaped)), error{});
  hushring::reader in(0);  // needs no memory
  const auto v = in.read<message, raw>(escaped);
  ASSERT_TRUE(v);
  EXPECT_EQ(*v, (message{R"(a\nb)", {R"(\u0041)", "plain"}, R"(\")", "A"}));
  EXPECT_EQ(v->text.data(), escaped.data() + 9);
  EXPECT_EQ((check_read<message, raw>(R"({"text":"\q"})")), (error{errc::invalid_escape, 10}));
  EXPECT_EQ((check_read<message, raw>(R"({"list":["\ud800"]})")), (error{errc::invalid_surrogate, 10}));
  const std::string long_text = "{\"text\":\"" + std::string(100, 'x') + "\\n" + std::string(100, 'y') + "\"}";
  EXPECT_EQ((check_read<message, raw>(long_text)), error{});
  EXPECT_EQ((in.read<message, raw>(std::string_view(long_text))->text.size()), 202u);
}

TEST(Escapes, AreRefusedInViewsWhereAskedFor) {
  constexpr read_options refuse{.escapes = hushring::escapes::error};
  EXPECT_EQ((check_read<message, refuse>(R"({"text":"a b","list":["","c"],"owned":"\u0041","\u0078":"\t"})")), error{});
  EXPECT_EQ((check_read<message, refuse>(R"({"text":"a\nb"})")), (error{errc::escaped_view, 10}));
  EXPECT_EQ((check_read<message, refuse>(R"({"text":"a\q"})")), (error{errc::escaped_view, 10}));
  EXPECT_EQ((check_read<message, refuse>(R"({"list":["a","\\"]})")), (error{errc::escaped_view, 14}));
  EXPECT_EQ((check_read<message, refuse>(R"({"perhaps":"\"z"})")), (error{errc::escaped_view, 12}));
  EXPECT_EQ((check_read<message, refuse>("{\"text\":\"\xFF\\n\"}")), (error{errc::invalid_utf8, 9}));
}

TEST(Escapes, KeysAreDecodedWhateverIsSaid) {
  using map = std::map<std::string_view, int>;
  constexpr read_options raw{.escapes = hushring::escapes::raw};
  constexpr read_options refuse{.escapes = hushring::escapes::error};
  hushring::reader in;
  EXPECT_EQ((*in.read<map, raw>(R"({"\u0061":1})")), (map{{"a", 1}}));
  EXPECT_EQ((*in.read<map, refuse>(R"({"\u0061":1})")), (map{{"a", 1}}));
  EXPECT_EQ((check_read<map, refuse>(R"({"\u0061":1})")), error{});
}

struct entry {
  hushring::raw_string s;
  std::vector<hushring::raw_string> list;
  std::optional<hushring::raw_string> perhaps;
  friend bool operator==(const entry&, const entry&) = default;
};

TEST(Escapes, ARawStringIsAViewOfItsCharacters) {
  constexpr std::string_view text = R"({"s":"a\n\u0446","list":["","\\","plain"],"perhaps":"\""})";
  const entry v = value_of<entry>(text);
  EXPECT_EQ(v.s.text(), R"(a\n\u0446)");
  EXPECT_TRUE(v.s.is_escaped());
  EXPECT_EQ(v.s.decoded(), "a\nц");
  EXPECT_FALSE(v.list[2].is_escaped());
  EXPECT_EQ(v.list[2].decoded(), "plain");
  EXPECT_EQ(v.list[0].text(), "");
  EXPECT_EQ(written(v), text);
  EXPECT_EQ(check_read<entry>(R"({"s":5})"), (error{errc::wrong_type, 5}));
  EXPECT_EQ(check_read<entry>(R"({"s":"\q"})"), (error{errc::invalid_escape, 7}));
  EXPECT_EQ((check_read<entry, hushring::strict>(R"({"s":null,"list":[]})")), (error{errc::null_value, 5}));
}

TEST(Escapes, ARawStringIsValidatedWhenItIsWritten) {
  std::string out = "before";
  for (const std::string_view bad : {"\""sv, "\\"sv, "a\\q"sv, "\n"sv, "\xFF"sv, "\\ud800"sv, "\xE2\x82"sv}) {
    EXPECT_EQ(hushring::write(hushring::raw_string(bad), out).error().code, errc::invalid_text) << bad;
    EXPECT_EQ(hushring::raw_string(bad).decoded(), "");
  }
  EXPECT_EQ(out, "before");
  EXPECT_EQ(written(hushring::raw_string("")), R"("")");
  constexpr hushring::write_options html{.html_safe = true};
  ASSERT_TRUE(hushring::write<html>(hushring::raw_string(R"(<\\)"), out));
  EXPECT_EQ(out, R"(before"\u003c\\")");
  constexpr hushring::write_options pretty{.pretty = true};
  out.clear();
  ASSERT_TRUE(hushring::write<pretty>(std::vector{hushring::raw_string(R"(\\)"), hushring::raw_string(R"([\")")}, out));
  EXPECT_EQ(out, "[\n  \"\\\\\",\n  \"[\\\"\"\n]");
}

// ---- stable

constexpr read_options stable{.stable = true};

TEST(Stable, ViewsShowACopy) {
  std::string text = R"({"text":"plain","list":["a","b\n"],"perhaps":"c"})";
  hushring::reader in;
  message v;
  ASSERT_TRUE(in.read_into<stable>(std::string_view(text), v));
  std::memset(text.data(), '#', text.size());
  EXPECT_EQ(v, (message{"plain", {"a", "b\n"}, "c", ""}));
}

TEST(Stable, GivesTheSameValuesAndErrors) {
  EXPECT_EQ((check_read<message, stable>(escaped)), error{});
  EXPECT_EQ((check_read<message, stable>(R"({"text":"\q"})")), (error{errc::invalid_escape, 10}));
  EXPECT_EQ((check_read<message, stable>("\xEF\xBB\xBF {\"text\":1}")), (error{errc::wrong_type, 12}));
  EXPECT_EQ((check_read<one, stable>(R"({"a":12)", "3}")), (error{errc::unexpected_end, 7}));
  EXPECT_EQ((check_read<int, stable>("12", "3")), error{});
  EXPECT_EQ((check_read<one, stable>("")), (error{errc::unexpected_end, 0}));
  EXPECT_EQ((read<one, stable>(R"({"a":5})")->a), 5);  // without a reader, too
  EXPECT_EQ((read<one, stable>(hushring::padded(R"({"a":5})"))->a), 5);
  const std::string large = "{\"x\":\"" + std::string(5000, 'x') + "\",\"a\":6}";
  EXPECT_EQ((read<one, stable>(large)->a), 6);
  EXPECT_EQ((read<one, stable>(large.substr(0, 4000)).error()), (error{errc::unexpected_end, 4000}));
}

TEST(Stable, TakesMemoryOfTheReader) {
  hushring::reader small(200);
  message v;
  ASSERT_TRUE(small.read_into<stable>(R"({"text":"x"})", v));
  const std::string large = "{\"text\":\"" + std::string(300, 'x') + "\"}";
  EXPECT_TRUE(small.read_into(std::string_view(large), v));
  EXPECT_EQ((small.read_into<stable>(std::string_view(large), v).error()), (error{errc::out_of_memory, 0}));
  ASSERT_TRUE(small.read_into<stable>(R"({"text":"y"})", v));
  EXPECT_EQ(v.text, "y");
}

}  // namespace
