// Members that are objects' worth: flattened structs, and those that collect what nobody else takes.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <hushring/json/fields.hpp>
#include <hushring/json/raw_json.hpp>
#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

#include "types_checks.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::read;
using hushring::read_into;
using hushring::read_options;
using hushring::testing::check_read;
using hushring::testing::value_of;
using hushring::testing::written;

// ---- flatten

struct innermost {
  int x = 10;
  std::optional<int> maybe;
  friend bool operator==(const innermost&, const innermost&) = default;
  static constexpr hushring::fields fields{hushring::rename("x", "X"), hushring::alias("x", "ex")};
};
struct middle {
  std::string name = "middle";
  innermost deep;
  int must = 0;
  friend bool operator==(const middle&, const middle&) = default;
  static constexpr hushring::fields fields{hushring::flatten("deep"), hushring::required("must"),
                                           hushring::default_value("name", "described"),
                                           hushring::keys(hushring::key_style::pascal)};
};
struct flattened {
  int first = 1;
  middle in{"outer", {20, {}}, 0};
  int last_one = 2;
  friend bool operator==(const flattened&, const flattened&) = default;
  static constexpr hushring::fields fields{hushring::flatten("in")};
};

TEST(Flatten, MembersOfMembersAreMembersOfTheObject) {
  constexpr std::string_view text = R"({"first":3,"Name":"n","X":4,"maybe":5,"Must":6,"last_one":7})";
  const flattened v{3, {"n", {4, 5}, 6}, 7};
  EXPECT_EQ(value_of<flattened>(text), v);
  EXPECT_EQ(written(v), text);
  EXPECT_EQ(written(flattened{3, {"n", {4, {}}, 6}, 7}), R"({"first":3,"Name":"n","X":4,"Must":6,"last_one":7})");
  EXPECT_EQ(value_of<flattened>(R"({"last_one":7,"Must":6,"ex":4,"first":3,"maybe":5,"Name":"n"})"), v);
  EXPECT_EQ(value_of<flattened>(R"({ "M\u0075st" : 6 , "\u0058" : 4 })"), (flattened{1, {"described", {4, {}}, 6}, 2}));
}

TEST(Flatten, MissingMembersTakeTheInitializersOfTheOuterStruct) {
  flattened v{3, {"n", {4, 5}, 6}, 7};
  ASSERT_TRUE(read_into(R"({"Must":1})", v));
  EXPECT_EQ(v, (flattened{1, {"described", {20, {}}, 1}, 2}));  // a described default beats any initializer
}

TEST(Flatten, RulesOfTheInnerStructHoldInTheObject) {
  EXPECT_EQ(check_read<flattened>(R"({"first":1})"), (error{errc::missing_member, 10}));
  constexpr read_options o{.unknown = hushring::unknown::error, .duplicate = hushring::duplicate::error};
  EXPECT_EQ((check_read<flattened, o>(R"({"Must":1,"X":1,"ex":2})")), (error{errc::duplicate_member, 16}));
  EXPECT_EQ((check_read<flattened, o>(R"({"Must":1,"in":{}})")), (error{errc::unknown_member, 10}));
  EXPECT_EQ((check_read<flattened, o>(R"({"Must":1,"x":1})")), (error{errc::unknown_member, 10}));
  EXPECT_EQ(check_read<flattened>(R"({"Must":1,"in":{"X":1},"deep":[]})"), error{});
  EXPECT_EQ(check_read<flattened>(R"({"Must":"1"})"), (error{errc::wrong_type, 8}));
  EXPECT_EQ((check_read<flattened, hushring::strict>(R"({"first":1,"X":1,"Must":1,"last_one":null})")),
            (error{errc::null_value, 37}));
  EXPECT_EQ((check_read<flattened, hushring::strict>(R"({"first":1,"Must":1,"last_one":1})")),
            (error{errc::missing_member, 32}));
}

// ---- collect

template <class Collected, int = 0>
struct open_object {
  int a = 1;
  Collected rest;
  std::string b = "b";
  friend bool operator==(const open_object&, const open_object&) = default;
  static constexpr hushring::fields fields{hushring::collect("rest")};
};
using ints = open_object<std::map<std::string, int>>;
using pairs = open_object<std::vector<std::pair<std::string, int>>>;
using views = open_object<std::vector<std::pair<std::string_view, std::string_view>>>;
using view_map = open_object<std::map<std::string_view, std::optional<int>>>;
using raw = open_object<std::map<std::string, hushring::raw_json_string>>;
using raw_views = open_object<std::vector<std::pair<std::string_view, hushring::raw_json>>>;

TEST(Collect, UnknownMembersGoIntoTheMapOrVector) {
  constexpr std::string_view text = R"({"z":5,"a":2,"y":6,"b":"c","x":-7})";
  EXPECT_EQ(value_of<ints>(text), (ints{2, {{"x", -7}, {"y", 6}, {"z", 5}}, "c"}));
  EXPECT_EQ(value_of<pairs>(text), (pairs{2, {{"z", 5}, {"y", 6}, {"x", -7}}, "c"}));
  EXPECT_EQ(value_of<pairs>(R"({ "z" : 5 , "\u0061" : 2 ,"\u0079":6, "b":"c", "x":-7 })"),
            (pairs{2, {{"z", 5}, {"y", 6}, {"x", -7}}, "c"}));
  EXPECT_EQ(value_of<ints>("{}"), ints{});
  EXPECT_EQ(value_of<pairs>(R"({"a":2,"b":"c"})"), (pairs{2, {}, "c"}));
  EXPECT_EQ(value_of<pairs>(R"({"rest":4})"), (pairs{1, {{"rest", 4}}, "b"}));  // its own name is no key
  EXPECT_EQ(value_of<pairs>(R"({"x":8.0,"y":12e2,"z":null})"), (pairs{1, {{"x", 8}, {"y", 1200}, {"z", 0}}, "b"}));
}

TEST(Collect, KeysAndValuesMayBeViews) {
  hushring::reader in;
  views v;
  constexpr std::string_view text = R"({"x":"one","a\"b":"t\u0077o","a":3,"":"three"})";
  EXPECT_EQ(check_read<views>(text), error{});
  ASSERT_TRUE(in.read_into(text, v));
  EXPECT_EQ(v, (views{3, {{"x", "one"}, {"a\"b", "two"}, {"", "three"}}, "b"}));
  view_map m;
  constexpr std::string_view other = R"({"y":1,"x":null,"a\"b":2})";
  EXPECT_EQ(check_read<view_map>(other), error{});
  ASSERT_TRUE(in.read_into(other, m));
  EXPECT_EQ(m, (view_map{1, {{"a\"b", 2}, {"x", {}}, {"y", 1}}, "b"}));
}

TEST(Collect, RawValuesKeepWhateverComes) {
  constexpr std::string_view text = R"({"a":1,"b":"b","s":"\u0041","n":1.50,"o":{"a":[1, 2]},"v":[],"z":null})";
  const raw v = value_of<raw>(text);
  EXPECT_EQ(v.rest.at("s").text(), R"("\u0041")");
  EXPECT_EQ(v.rest.at("n").text(), "1.50");
  EXPECT_EQ(v.rest.at("o").text(), R"({"a":[1, 2]})");
  EXPECT_TRUE(v.rest.at("z").is_null());
  EXPECT_EQ(written(value_of<raw_views>(text)), text);
  EXPECT_EQ(check_read<raw>(R"({"x":[1,}})"), (error{errc::unexpected_character, 8}));
}

TEST(Collect, CollectedMembersAreWrittenBehindTheOthers) {
  EXPECT_EQ(written(pairs{2, {{"z", 5}, {"a\nb", 6}}, "c"}), R"({"a":2,"b":"c","z":5,"a\nb":6})");
  EXPECT_EQ(written(ints{}), R"({"a":1,"b":"b"})");
}

struct nothing_else {
  std::map<std::string, int> rest;
  std::optional<int> o;
  friend bool operator==(const nothing_else&, const nothing_else&) = default;
  static constexpr hushring::fields fields{hushring::collect("rest")};
};

TEST(Collect, NoCommaIsMissingOrLeftOver) {
  EXPECT_EQ(written(nothing_else{}), "{}");
  EXPECT_EQ(written(nothing_else{{{"x", 1}, {"y", 2}}, {}}), R"({"x":1,"y":2})");
  EXPECT_EQ(written(nothing_else{{{"x", 1}}, 3}), R"({"o":3,"x":1})");
  EXPECT_EQ(value_of<nothing_else>(R"({"x":1,"o":3})"), (nothing_else{{{"x", 1}}, 3}));
}

TEST(Collect, NothingStaysFromAnEarlierRead) {
  pairs p{2, {{"p", 1}, {"q", 2}, {"r", 3}}, "c"};
  ASSERT_TRUE(read_into(R"({"s":4})", p));
  EXPECT_EQ(p, (pairs{1, {{"s", 4}}, "b"}));
  ASSERT_TRUE(read_into("{}", p));
  EXPECT_EQ(p, pairs{});
  ints m{2, {{"p", 1}, {"q", 2}}, "c"};
  ASSERT_TRUE(read_into(R"({"s":4})", m));
  EXPECT_EQ(m, (ints{1, {{"s", 4}}, "b"}));
  ASSERT_TRUE(read_into("{}", m));
  EXPECT_EQ(m, ints{});
  std::vector<pairs> list{p, {2, {{"p", 1}}, "c"}};
  ASSERT_TRUE(read_into(R"([{},null])", list));
  EXPECT_EQ(list, (std::vector<pairs>{{}, {}}));
}

TEST(Collect, OfDuplicatesTheLastWinsInMapsAndVectorsKeepAll) {
  EXPECT_EQ(value_of<ints>(R"({"x":1,"y":2,"\u0078":3})"), (ints{1, {{"x", 3}, {"y", 2}}, "b"}));
  EXPECT_EQ(value_of<pairs>(R"({"x":1,"y":2,"x":3})"), (pairs{1, {{"x", 1}, {"y", 2}, {"x", 3}}, "b"}));
  constexpr read_options once{.duplicate = hushring::duplicate::error};
  EXPECT_EQ((check_read<ints, once>(R"({"x":1,"y":2,"\u0078":3})")), (error{errc::duplicate_member, 13}));
  EXPECT_EQ((check_read<pairs, once>(R"({"x":1,"y":2,"\u0078":3})")), (error{errc::duplicate_member, 13}));
  EXPECT_EQ((check_read<views, once>(R"({"x":"","a":2, "x" : "" })")), (error{errc::duplicate_member, 15}));
  EXPECT_EQ((check_read<view_map, once>(R"({"x":1,"x":"no number"})")), (error{errc::duplicate_member, 7}));
  EXPECT_EQ((check_read<ints, once>(R"({"x":1,"x")")), (error{errc::unexpected_end, 10}));  // as yet no member
  EXPECT_EQ((check_read<ints, once>(R"({"x":"1","x":2})")), (error{errc::wrong_type, 5}));
  EXPECT_EQ((check_read<ints, once>(R"({"x":1,"x":2)")), (error{errc::duplicate_member, 7}));
  EXPECT_EQ((check_read<ints, once>(R"({"x":1,"xx":2,"y":2})")), error{});
}

TEST(Collect, WhatIsCollectedIsNotUnknown) {
  constexpr read_options known{.unknown = hushring::unknown::error};
  EXPECT_EQ((check_read<pairs, known>(R"({"x":1,"a":2})")), error{});
}

TEST(Collect, CollectedValuesMustFitTheirType) {
  EXPECT_EQ(check_read<pairs>(R"({"x":"1"})"), (error{errc::wrong_type, 5}));
  EXPECT_EQ(check_read<pairs>(R"({"x":1.5})"), (error{errc::not_an_integer, 5}));
  EXPECT_EQ(check_read<pairs>(R"({"x":1,})"), (error{errc::unexpected_character, 7}));
  EXPECT_EQ(check_read<pairs>(R"({"x" 1})"), (error{errc::unexpected_character, 5}));
  EXPECT_EQ(check_read<pairs>(R"({"x\q":1})"), (error{errc::invalid_escape, 4}));
  EXPECT_EQ(check_read<pairs>(R"({"x":)", "1}"), (error{errc::unexpected_end, 5}));
  EXPECT_EQ(check_read<pairs>(R"({"x":12)", "3}"), (error{errc::unexpected_end, 7}));
  EXPECT_EQ((check_read<pairs, hushring::strict>(R"({"a":1,"b":"","x":null})")), (error{errc::null_value, 18}));
  constexpr read_options shallow{.max_depth = 2};
  EXPECT_EQ((check_read<raw, shallow>(R"({"x":[1]})")), error{});
  EXPECT_EQ((check_read<raw, shallow>(R"({"x":[[]]})")), (error{errc::depth_exceeded, 6}));
}

struct collects_structs {
  struct level {
    double price = 0;
    std::vector<int> sizes;
    friend bool operator==(const level&, const level&) = default;
  };
  std::unordered_map<std::string, level> books;
  friend bool operator==(const collects_structs&, const collects_structs&) = default;
  static constexpr hushring::fields fields{hushring::collect("books")};
};

TEST(Collect, ValuesMayBeStructs) {
  EXPECT_EQ(value_of<collects_structs>(R"({"BTC":{"price":1.5,"sizes":[1,2]},"ETH":{"sizes":[3]},"X":null})"),
            (collects_structs{{{"BTC", {1.5, {1, 2}}}, {"ETH", {0, {3}}}, {"X", {}}}}));
  EXPECT_EQ(check_read<collects_structs>(R"({"BTC":{"price":"1"}})"), (error{errc::wrong_type, 16}));
}

}  // namespace
