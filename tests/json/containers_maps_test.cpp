// Maps: objects whose members are not known.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <boost/container/flat_map.hpp>

#include <hushring/json/read.hpp>
#include <hushring/json/schema.hpp>
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

constexpr hushring::read_options no_duplicates{.duplicate = hushring::duplicate::error};

using ints = std::map<std::string, int>;

TEST(Maps, TakeAnyKey) {
  EXPECT_EQ(*read<ints>("{}"), ints{});
  EXPECT_EQ(*read<ints>(" { } "), ints{});
  EXPECT_EQ(*read<ints>(R"({"b":2,"a":1})"), (ints{{"a", 1}, {"b", 2}}));
  EXPECT_EQ(*read<ints>(R"({ "" : 2.0 , "\u00e9\n":1e1, "long enough not to fit into a string itself": -3 })"),
            (ints{{"", 2}, {"\xC3\xA9\n", 10}, {"long enough not to fit into a string itself", -3}}));
  EXPECT_EQ((*read<std::unordered_map<std::string, std::vector<int>>>(R"({"a":[1,2],"b":[]})")),
            (std::unordered_map<std::string, std::vector<int>>{{"a", {1, 2}}, {"b", {}}}));
  EXPECT_EQ((*read<boost::container::flat_map<std::string, bool>>(R"({"b":false,"a":true})")),
            (boost::container::flat_map<std::string, bool>{{"a", true}, {"b", false}}));
  EXPECT_EQ((read_everywhere<ints>(R"({"b":2,"a":1})", "}")), error{});
  EXPECT_EQ((read_everywhere<ints>("{\n  \"b\": 2,\n  \"a\": 1\n}")), error{});
}

TEST(Maps, AreClearedFirst) {
  ints reused{{"stale", 1}, {"a", 2}};
  ASSERT_TRUE(read_into(R"({"a":3})", reused));
  EXPECT_EQ(reused, (ints{{"a", 3}}));
  ASSERT_TRUE(read_into("{}", reused));
  EXPECT_EQ(reused, ints{});
  reused = {{"stale", 1}};
  ASSERT_TRUE(read_into("null", reused));
  EXPECT_EQ(reused, ints{});
}

TEST(Maps, TheLastOfEqualKeysWins) {
  EXPECT_EQ(*read<ints>(R"({"a":1,"b":2,"\u0061":3})"), (ints{{"a", 3}, {"b", 2}}));
  using vectors = std::map<std::string, std::vector<int>>;
  EXPECT_EQ(*read<vectors>(R"({"a":[1,2,3],"a":[4]})"), (vectors{{"a", {4}}}));
  EXPECT_EQ((read_everywhere<ints, no_duplicates>(R"({"a":1,"b":2,"\u0061":3})")), (error{errc::duplicate_member, 13}));
  EXPECT_EQ((read_everywhere<ints, no_duplicates>(R"({"a":1,"b":2,"a":"x"})")), (error{errc::duplicate_member, 13}));
  EXPECT_EQ((read_everywhere<vectors, no_duplicates>(R"({"a":[1],"b":[]})")), error{});
  // the same integer, though not the same text
  using numbers = std::map<int, int>;
  EXPECT_EQ(*read<numbers>(R"({"1":1,"1.0":2})"), (numbers{{1, 2}}));
  EXPECT_EQ((read_everywhere<numbers, no_duplicates>(R"({"1":1,"1.0":2})")), (error{errc::duplicate_member, 7}));
  EXPECT_EQ((read_everywhere<numbers, no_duplicates>("\xEF\xBB\xBF {\"1\":1,\"1.0\":2,x}")),
            (error{errc::duplicate_member, 11}));
}

TEST(Maps, NullGivesADefaultValue) {
  struct with_default {
    int v = 7;
    bool operator==(const with_default&) const = default;
  };
  EXPECT_EQ(*read<ints>(R"({"a":null})"), (ints{{"a", 0}}));
  EXPECT_EQ((*read<std::map<std::string, with_default>>(R"({"a": null ,"b":{}})")),
            (std::map<std::string, with_default>{{"a", {7}}, {"b", {7}}}));
  EXPECT_EQ((*read<std::map<std::string, std::optional<int>>>(R"({"a":null,"b":1})")),
            (std::map<std::string, std::optional<int>>{{"a", {}}, {"b", 1}}));
  EXPECT_EQ((read_everywhere<ints, hushring::strict>(R"({"a":null})")), (error{errc::null_value, 5}));
}

TEST(Maps, ErrorsHaveTheirPlace) {
  EXPECT_EQ((read_everywhere<ints>(R"({"a":1,})")), (error{errc::unexpected_character, 7}));
  EXPECT_EQ((read_everywhere<ints>(R"({,"a":1})")), (error{errc::unexpected_character, 1}));
  EXPECT_EQ((read_everywhere<ints>(R"({"a" 1})")), (error{errc::unexpected_character, 5}));
  EXPECT_EQ((read_everywhere<ints>(R"({"a":1 "b":2})")), (error{errc::unexpected_character, 7}));
  EXPECT_EQ((read_everywhere<ints>(R"({"a":1]})")), (error{errc::unexpected_character, 6}));
  EXPECT_EQ((read_everywhere<ints>(R"({a:1})")), (error{errc::unexpected_character, 1}));
  EXPECT_EQ((read_everywhere<ints>(R"({"a":"1"})")), (error{errc::wrong_type, 5}));
  EXPECT_EQ((read_everywhere<ints>(R"({"a":1.5})")), (error{errc::not_an_integer, 5}));
  EXPECT_EQ((read_everywhere<ints>(R"({"\x":1})")), (error{errc::invalid_escape, 3}));
  EXPECT_EQ((read_everywhere<ints>("{\"\xFF\":1}")), (error{errc::invalid_utf8, 2}));
  EXPECT_EQ((read_everywhere<ints>("[1]")), (error{errc::wrong_type, 0}));
  EXPECT_EQ((read_everywhere<ints>("[]")), (error{errc::wrong_type, 0}));
  const std::string_view text = R"({"a":1,"b\n": 2 , "c":3})";
  for (std::size_t n = 0; n < text.size(); ++n)
    EXPECT_EQ((read_everywhere<ints>(text.substr(0, n), text.substr(n))), (error{errc::unexpected_end, n}));
}

TEST(Maps, IntegersAreKeysInQuotes) {
  using small = std::map<std::uint8_t, int>;
  EXPECT_EQ(*read<small>(R"({"255":1,"0":2})"), (small{{255, 1}, {0, 2}}));
  EXPECT_EQ(written(small{{255, 1}, {0, 2}}), R"({"0":2,"255":1})");
  EXPECT_EQ((read_everywhere<small>(R"({"256":1})")), (error{errc::number_out_of_range, 2}));
  EXPECT_EQ((read_everywhere<small>(R"({"":1})")), (error{errc::invalid_number, 2}));
  EXPECT_EQ((read_everywhere<small>(R"({"x":1})")), (error{errc::invalid_number, 2}));
  EXPECT_EQ((read_everywhere<small>(R"({"1 ":1})")), (error{errc::invalid_number, 3}));
  EXPECT_EQ((read_everywhere<small>(R"({1:1})")), (error{errc::unexpected_character, 1}));
  using large = std::unordered_map<std::int64_t, std::string>;
  const large lowest{{std::numeric_limits<std::int64_t>::min(), "x"}};
  EXPECT_EQ(*read<large>(R"({"-9223372036854775808":"x"})"), lowest);
  EXPECT_EQ(written(lowest), R"({"-9223372036854775808":"x"})");
}

TEST(Maps, KeysThatAreViewsAreCopied) {
  using views = std::map<std::string_view, std::string_view>;
  static_assert(hushring::holds_views<views>);
  std::string text = R"({"b":"2","a":"1","\u0063":"3"})";
  hushring::reader in;
  views out;
  ASSERT_TRUE(in.read_into(text, out));
  text.replace(2, 1, "z");
  text.replace(10, 1, "y");
  EXPECT_EQ(out, (views{{"a", "1"}, {"b", "2"}, {"c", "3"}}));
  for (const auto& [key, value] : out) EXPECT_TRUE(key.data() < text.data() || key.data() > text.data() + text.size());
  EXPECT_EQ(out.at("a").data(), text.data() + 14);
  EXPECT_EQ((read_everywhere<views>(R"({"b":"2","a":"1","":"","\u0063":"3"})", "}")), error{});
}

struct node {
  int id = -1;
  std::map<std::string, node> children;
  friend bool operator==(const node&, const node&) = default;
};
struct account {
  std::string name;
  std::unordered_map<std::string, std::map<int, std::vector<double>>> books;
  boost::container::flat_map<std::string, std::unique_ptr<node>> nodes;
};

TEST(Maps, StandInsideOneAnotherAndInStructs) {
  const auto tree = read<node>(R"({"id":1,"children":{"a":{"id":2},"b":{"children":{"c":{}}}}})");
  ASSERT_TRUE(tree);
  EXPECT_EQ(*tree, (node{1, {{"a", {2, {}}}, {"b", {-1, {{"c", {}}}}}}}));
  EXPECT_EQ(written(*tree),
            R"({"id":1,"children":{"a":{"id":2,"children":{}},"b":{"id":-1,)"
            R"("children":{"c":{"id":-1,"children":{}}}}}})");
  const auto a = read<account>(R"({"nodes":{"x":null,"y":{"id":3}},"name":"n","books":{"BTC":{"1":[0.5],"2":[]}}})");
  ASSERT_TRUE(a);
  EXPECT_EQ(written(*a), R"({"name":"n","books":{"BTC":{"1":[0.5],"2":[]}},)"
                         R"("nodes":{"x":null,"y":{"id":3,"children":{}}}})");
  EXPECT_EQ((read_everywhere<node, hushring::read_options{.max_depth = 3}>(R"({"children":{"a":{"children":{}}}})")),
            (error{errc::depth_exceeded, 29}));
  EXPECT_EQ((read_everywhere<node, hushring::read_options{.max_depth = 4}>(R"({"children":{"a":{"children":{}}}})")),
            error{});
}

struct sparse {
  ints some;
  int last = 0;
  static constexpr hushring::fields fields{hushring::omit_empty("some")};
};

TEST(Maps, AreWrittenWithinTheirBound) {
  EXPECT_EQ(written(ints{}), "{}");
  EXPECT_EQ(written(ints{{"a\"", 1}, {"b", -2}}), R"({"a\"":1,"b":-2})");
  EXPECT_EQ(written(sparse{}), R"({"last":0})");
  EXPECT_EQ(written(sparse{{{"a", 1}}, 2}), R"({"some":{"a":1},"last":2})");
  std::string out;
  EXPECT_EQ(hushring::write(ints{{"\xFF", 1}}, out).error().code, errc::invalid_utf8_in_value);
  const ints controls{{std::string(40, '\x01'), -1234567890}};
  EXPECT_LE(written(controls).size(), hushring::size_bound(controls));
}

TEST(Maps, HaveASchema) {
  const auto s = hushring::schema<std::map<std::string, int>>();
  EXPECT_EQ(s.what(), hushring::type_schema::kind::map);
  EXPECT_EQ(s.element().bits(), 32u);
}

TEST(Maps, AgreeWithThePassForErrors) {
  for (const std::string_view text :
       {"{}", "{\"1\":1}", "{\"1\":1,\"2\":2.0}", "{\"1\":1,\"1\":2}", "{\"1\":1,\"1.0\":2}", "{\"1\":null}", "{\"1\"}",
        "{\"1\":1,}", "{\"a\":1,\"\\u0061\":1}", "{\"1\":{}}", "{\"1\":{\"2\":{}}}", "null",
        "{\n \"1\" : 1\n , \"2\":2 }",
        "{\"1\":1 \"2\":2}", "{\"1\":-}", "{\"1\":1", "[]", "{\"\\ud800\":1}"}) {
    check_reading<ints>(text);
    check_reading<ints, hushring::strict>(text);
    check_reading<std::map<int, int>>(text);
    check_reading<std::map<int, int>, hushring::strict>(text);
    check_reading<std::unordered_map<std::string_view, std::optional<int>>>(text);
    check_reading<std::map<std::string, ints>>(text);
    check_reading<node>(text);
  }
}

}  // namespace
