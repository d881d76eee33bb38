// What write_options change in the text, alone and together.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include <hushring/json/fixed.hpp>
#include <hushring/json/raw_json.hpp>
#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

namespace {

using namespace std::literals;
using hushring::errc;
using hushring::error;
using hushring::quoted;
using hushring::write;
using hushring::write_options;

constexpr write_options html{.html_safe = true};
constexpr write_options ascii{.ascii_only = true};
constexpr write_options replacing{.invalid_utf8 = hushring::invalid_utf8::replace};
constexpr write_options sorted{.sorted_maps = true};
constexpr write_options points{.keep_point = true};
constexpr write_options pretty{.pretty = true};

/// Into a string, and into a room that is as large as the text: the same.
template <write_options O, class T>
std::string written(const T& value) {
  std::string text;
  const auto n = write<O>(value, text);
  if (!n) return "error: " + std::string(describe(n.error().code));
  EXPECT_GE(hushring::size_bound<O>(value), text.size());
  std::vector<char> tight(text.size());
  const auto m = write<O>(value, std::span<char>(tight));
  EXPECT_TRUE(m && std::string(tight.data(), *m) == text) << text;
  return text;
}

// ---- strings

TEST(WriteOptions, HtmlSafeTextCanStandInScripts) {
  EXPECT_EQ(written<html>("</script><!-- & '\""s), R"("\u003c/script\u003e\u003c!-- \u0026 '\"")");
  EXPECT_EQ(written<html>("a\xE2\x80\xA8\xE2\x80\xA9\xE2\x80\xAA"s), "\"a\\u2028\\u2029\xE2\x80\xAA\"");
  EXPECT_EQ(written<html>("plain text of some length, \xC3\xA9"s), "\"plain text of some length, \xC3\xA9\"");
  EXPECT_EQ(written<html>("\xFF"s), "error: " + std::string(describe(errc::invalid_utf8_in_value)));
}

TEST(WriteOptions, AsciiOnlyEscapesAllOtherCharacters) {
  EXPECT_EQ(written<ascii>("\x7F \xC2\x80\xDF\xBF"s), "\"\x7F \\u0080\\u07ff\"");
  EXPECT_EQ(written<ascii>("\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF"s), R"("\u0800\ud7ff\ue000\uffff")");
  EXPECT_EQ(written<ascii>("\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"s), R"("\ud800\udc00\udbff\udfff")");
  EXPECT_EQ(written<ascii>("<>&"s), R"("<>&")");
}

TEST(WriteOptions, EveryCharacterComesBackFromItsEscape) {
  for (std::uint32_t c = 1; c < 0x110000; c += c < 0x3000 ? 1 : 77) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string text;
    if (c < 0x80) text = {static_cast<char>(c)};
    else if (c < 0x800) text = {static_cast<char>(0xC0 | c >> 6), static_cast<char>(0x80 | (c & 63))};
    else if (c < 0x10000)
      text = {static_cast<char>(0xE0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 63)),
              static_cast<char>(0x80 | (c & 63))};
    else
      text = {static_cast<char>(0xF0 | c >> 18), static_cast<char>(0x80 | (c >> 12 & 63)),
              static_cast<char>(0x80 | (c >> 6 & 63)), static_cast<char>(0x80 | (c & 63))};
    const std::string escaped = written<write_options{.html_safe = true, .ascii_only = true}>(text);
    for (const char byte : escaped) ASSERT_TRUE(byte >= ' ' && byte != '<' && byte != '>' && byte != '&') << escaped;
    const auto back = hushring::read<std::string>(escaped);
    ASSERT_TRUE(back && *back == text) << c;
  }
}

TEST(WriteOptions, WhatIsNotUtf8IsReplaced) {
  const std::string mark = "\xEF\xBF\xBD";
  const auto replaced = [](std::string_view text) {
    const std::string quoted_text = written<replacing>(text);
    return quoted_text.substr(1, quoted_text.size() - 2);
  };
  EXPECT_EQ(replaced("a\xFF"s), "a" + mark);
  EXPECT_EQ(replaced("\x80\xBF"s), mark + mark);
  EXPECT_EQ(replaced("\xC0\xAF"s), mark + mark);  // an overlong slash: neither byte can begin a character
  EXPECT_EQ(replaced("\xE2\x82"s), mark);         // two thirds of one
  EXPECT_EQ(replaced("\xE2\x82z"s), mark + "z");
  EXPECT_EQ(replaced("\xF0\x9F\xA6"s), mark);
  EXPECT_EQ(replaced("\xF0\x9F\xA6\xF0\x9F\xA6\x80"s), mark + "\xF0\x9F\xA6\x80");
  EXPECT_EQ(replaced("\xED\xA0\x80"s), mark + mark + mark);  // a surrogate
  EXPECT_EQ(replaced("\xF4\x90\x80\x80"s), mark + mark + mark + mark);
  EXPECT_EQ(replaced("\xC3\xA9\"\n"s), "\xC3\xA9\\\"\\n");
  constexpr write_options both{.invalid_utf8 = hushring::invalid_utf8::replace, .ascii_only = true};
  EXPECT_EQ(written<both>("\xFFz"s), R"("\ufffdz")");
  // the default refuses all of them
  std::string out;
  EXPECT_EQ(write("\xE2\x82"s, out).error().code, errc::invalid_utf8_in_value);
}

TEST(WriteOptions, ReplacedTextIsTheSameWhereverItIsCut) {
  // with room for the bound it is written in one go, without it piece by piece
  std::mt19937 random(5);
  const std::string_view bytes = "\xF0\x9F\xA6\x80\xE2\x82\xAC\xC3\xA9\x80z\xED\xFF";
  for (int round = 0; round < 3000; ++round) {
    std::string text(random() % 200, ' ');
    for (char& c : text) c = bytes[random() % bytes.size()];
    if (round % 2) text.insert(random() % (text.size() + 1), "\xF0\x9F\xA6\x80");
    const std::string json = written<replacing>(text);
    const auto back = hushring::read<std::string>(json);
    ASSERT_TRUE(back) << json;
    ASSERT_EQ("\"" + *back + "\"", json);
  }
}

struct odd_keys {
  int a = 1;
  std::optional<int> b = 2;
  int c = 3;
  static constexpr hushring::fields fields{hushring::rename("a", "<&>"), hushring::rename("b", "\xC3\xA9\xF0\x9F\xA6\x80"),
                                           hushring::rename("c", "\xE2\x80\xA8\"")};
};

TEST(WriteOptions, KeysAreEscapedAsStringsAre) {
  EXPECT_EQ(written<write_options{}>(odd_keys{}),
            "{\"<&>\":1,\"\xC3\xA9\xF0\x9F\xA6\x80\":2,\"\xE2\x80\xA8\\\"\":3}");
  EXPECT_EQ(written<html>(odd_keys{}),
            "{\"\\u003c\\u0026\\u003e\":1,\"\xC3\xA9\xF0\x9F\xA6\x80\":2,\"\\u2028\\\"\":3}");
  EXPECT_EQ(written<ascii>(odd_keys{}), R"({"<&>":1,"\u00e9\ud83e\udd80":2,"\u2028\"":3})");
  const std::map<std::string, int> map{{"<\xC3\xA9", 1}};
  EXPECT_EQ(written<html>(map), "{\"\\u003c\xC3\xA9\":1}");
  EXPECT_EQ(written<ascii>(map), R"({"<\u00e9":1})");
}

// ---- maps

TEST(WriteOptions, SortedMapsAreInTheOrderOfTheirKeysBytes) {
  const std::unordered_map<std::string, int> map{{"b", 1}, {"a", 2}, {"", 3}, {"\xC3\xA9", 4}, {"ab", 5}, {"B", 6}};
  EXPECT_EQ(written<sorted>(map), "{\"\":3,\"B\":6,\"a\":2,\"ab\":5,\"b\":1,\"\xC3\xA9\":4}");
  EXPECT_EQ(written<sorted>(std::unordered_map<std::string, int>{}), "{}");
  // integers as they are spelt
  EXPECT_EQ(written<sorted>(std::map<int, bool>{{9, true}, {10, false}, {-1, true}}), R"({"-1":true,"10":false,"9":true})");
  const std::unordered_map<std::string_view, std::vector<std::map<std::string, int>>> nested{{"y\n", {{{"k", 1}}}},
                                                                                            {"x", {{}, {}}}};
  EXPECT_EQ(written<sorted>(nested), R"({"x":[{},{}],"y\n":[{"k":1}]})");
  std::unordered_map<std::string, int> many;
  for (int i = 0; i < 1000; ++i) many["key " + std::to_string(i)] = i;
  EXPECT_EQ(written<sorted>(many), written<write_options{}>(std::map(many.begin(), many.end())));
}

TEST(WriteOptions, KeysThatAreNotUtf8AreRefusedWhenSorted) {
  std::string out = "kept";
  EXPECT_EQ(write<sorted>(std::map<std::string, int>{{"\xFF", 1}}, out).error(), (error{errc::invalid_utf8_in_value, 0}));
  EXPECT_EQ(write<sorted>(std::map<std::string, double>{{"a", std::nan("")}}, out).error(), (error{errc::not_finite, 0}));
  EXPECT_EQ(out, "kept");
}

// ---- numbers

TEST(WriteOptions, KeptPointsMarkDoubles) {
  EXPECT_EQ(written<points>(10.0), "10.0");
  EXPECT_EQ(written<points>(-0.0), "-0.0");
  EXPECT_EQ(written<points>(0.5), "0.5");
  EXPECT_EQ(written<points>(-100000000000000000000.0), "-100000000000000000000.0");
  EXPECT_EQ(written<points>(1e21), "1e21");
  EXPECT_EQ(written<points>(16777216.0F), "16777216.0");
  EXPECT_EQ(written<points>(quoted<double>(3)), R"("3.0")");
  EXPECT_EQ(written<points>(3), "3");
}

template <int Decimals>
void expect_as_printf(double v) {
  char expected[512];
  std::snprintf(expected, sizeof expected, "%.*f", Decimals, v);
  ASSERT_EQ(written<write_options{.decimals = Decimals}>(v), expected);
  if (std::abs(v) > 1e38) return;
  const auto f = static_cast<float>(v);
  std::snprintf(expected, sizeof expected, "%.*f", Decimals, static_cast<double>(f));
  ASSERT_EQ(written<write_options{.decimals = Decimals}>(f), expected);
}

TEST(WriteOptions, FixedDecimalsAreCorrectlyRounded) {
  std::mt19937_64 random(3);
  std::vector<double> values{0.0,   -0.0,  0.5,  1.5,   2.5,     0.125,   0.375, 0.005, 0.015,  1.005, 99.995, 0.995,
                             9.5,   1e15,  1e22, 1e300, -1e-300, 5e-324,  1e-5,  123.456, 4503599627370495.5,
                             9007199254740993.0, 18446744073709551616.0, 1.7976931348623157e308};
  for (int i = 0; i < 3000; ++i) {
    if (const auto v = std::bit_cast<double>(random()); std::isfinite(v)) values.push_back(v);
    values.push_back(static_cast<double>(random() >> 11) / static_cast<double>(1ull << random() % 60));
    values.push_back(static_cast<double>(static_cast<std::int64_t>(random() % 2000001) - 1000000) / 1000);
  }
  for (const double v : values) {
    expect_as_printf<0>(v);
    expect_as_printf<2>(v);
    expect_as_printf<3>(v);
    expect_as_printf<8>(v);
    expect_as_printf<19>(v);
    expect_as_printf<20>(v);
    if (HasFatalFailure()) return;
  }
  expect_as_printf<100>(-1.7976931348623157e308);
  expect_as_printf<60>(1e-45);
  EXPECT_EQ(written<write_options{.decimals = 2}>(std::vector<quoted<double>>{1.0, -0.001}), R"(["1.00","-0.00"])");
  EXPECT_EQ(written<write_options{.decimals = 2}>(5), "5");
}

TEST(WriteOptions, WhatIsNotFiniteIsRefusedWithDecimalsToo) {
  std::string out;
  EXPECT_EQ(write<write_options{.decimals = 2}>(std::nan(""), out).error().code, errc::not_finite);
  EXPECT_EQ(written<(write_options{.not_finite = hushring::not_finite::null, .decimals = 2})>(
                std::vector{std::numeric_limits<double>::infinity(), 1.0}),
            "[null,1.00]");
}

struct line {
  hushring::fixed<2> percent = 12.5;
  hushring::fixed<0, float> count = 2.5F;
  std::optional<hushring::fixed<3>> rest;
  double other = 1;
};

TEST(WriteOptions, AMemberMayHaveAFixedNumberOfDecimals) {
  EXPECT_EQ(written<write_options{}>(line{}), R"({"percent":12.50,"count":2,"other":1})");
  EXPECT_EQ(written<write_options{.decimals = 1}>(line{-0.001, 1e9F, 0.0005, 0.25}),
            R"({"percent":-0.00,"count":1000000000,"rest":0.001,"other":0.2})");
  EXPECT_EQ(written<write_options{}>(std::vector<hushring::fixed<1>>{-1.7976931348623157e308, 0.05}).size(), 318u);
  std::string out;
  EXPECT_EQ(write(line{std::nan(""), 0, {}, 0}, out).error().code, errc::not_finite);
  const auto back = hushring::read<line>(R"({"percent":1e2,"count":-3,"rest":0.125})");
  ASSERT_TRUE(back);
  EXPECT_EQ(back->percent, 100.0);
  EXPECT_EQ(back->count, -3.0F);
  EXPECT_EQ(back->rest->value, 0.125);
  EXPECT_EQ(hushring::read<line>(R"({"percent":"1"})").error(), (error{errc::wrong_type, 11}));
  const auto list = hushring::read<std::vector<hushring::fixed<2>>>("[1, 2.5,1e400]");
  EXPECT_EQ(list.error(), (error{errc::number_out_of_range, 8}));
}

// ---- layout

struct inner {
  int a = 1;
  std::vector<int> list;
};
struct outer {
  std::string name = "x: {,}\"\\";
  std::optional<inner> one;
  std::vector<inner> many;
  std::map<std::string, double> map;
  std::tuple<int, bool> pair{2, false};
  hushring::raw_json raw{R"({"k" : [ ],"s":"[ ]"})"};
};

TEST(WriteOptions, PrettyTextHasAMemberOrElementALine) {
  EXPECT_EQ(written<pretty>(7), "7");
  EXPECT_EQ(written<pretty>(""s), "\"\"");
  EXPECT_EQ(written<pretty>(std::vector<int>{}), "[]");
  EXPECT_EQ(written<pretty>(std::vector<int>{1, 2}), "[\n  1,\n  2\n]");
  EXPECT_EQ(written<pretty>(std::map<std::string, int>{}), "{}");
  EXPECT_EQ(written<pretty>(std::vector<std::vector<int>>{{}, {1}}), "[\n  [],\n  [\n    1\n  ]\n]");
  EXPECT_EQ(written<pretty>(outer{}), R"({
  "name": "x: {,}\"\\",
  "many": [],
  "map": {},
  "pair": [
    2,
    false
  ],
  "raw": {
    "k": [],
    "s": "[ ]"
  }
})");
  EXPECT_EQ((written<write_options{.absent = hushring::absent::null, .pretty = true, .indent = 4}>(
                outer{"", inner{}, {{2, {3}}, {}}, {{"p", 0.5}}, {}, hushring::raw_json{"0"}})),
            R"({
    "name": "",
    "one": {
        "a": 1,
        "list": []
    },
    "many": [
        {
            "a": 2,
            "list": [
                3
            ]
        },
        {
            "a": 1,
            "list": []
        }
    ],
    "map": {
        "p": 0.5
    },
    "pair": [
        0,
        false
    ],
    "raw": 0
})");
  EXPECT_EQ((written<write_options{.pretty = true, .indent = 0}>(inner{1, {2}})), "{\n\"a\": 1,\n\"list\": [\n2\n]\n}");
}

TEST(WriteOptions, PrettyTextGoesWithTheOtherOptions) {
  constexpr write_options all{.absent = hushring::absent::null,
                              .invalid_utf8 = hushring::invalid_utf8::replace,
                              .html_safe = true,
                              .ascii_only = true,
                              .sorted_maps = true,
                              .keep_point = true,
                              .pretty = true};
  const std::unordered_map<std::string, std::vector<double>> map{{"<", {1, 2.5}}, {"\xFF", {}}};
  EXPECT_EQ(written<all>(map), "{\n  \"\\u003c\": [\n    1.0,\n    2.5\n  ],\n  \"\\ufffd\": []\n}");
}

struct tree {
  std::vector<tree> t;
};

TEST(WriteOptions, DeepIndentationIsWrittenInParts) {
  tree root;
  tree* at = &root;
  for (int i = 0; i < 50; ++i) at = &at->t.emplace_back();
  std::string expected = "[]";
  for (int depth = 50; depth >= 0; --depth) {
    const auto blanks = [&](int levels) { return std::string(static_cast<std::size_t>(levels * 9), ' '); };
    expected = "{\n" + blanks(2 * depth + 1) + "\"t\": " + expected + "\n" + blanks(2 * depth) + "}";
    if (depth > 0) expected = "[\n" + blanks(2 * depth) + expected + "\n" + blanks(2 * depth - 1) + "]";
  }
  EXPECT_EQ((written<write_options{.pretty = true, .indent = 9}>(root)), expected);
}

}  // namespace
