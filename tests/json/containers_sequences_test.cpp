// Arrays of any length in containers other than std::vector, and in storage of the caller's.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <memory_resource>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <boost/container/small_vector.hpp>
#include <boost/container/static_vector.hpp>

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

template <class T>
using at_most_three = boost::container::static_vector<T, 3>;

TEST(StaticVectors, HoldAsManyAsTheyCan) {
  EXPECT_EQ(*read<at_most_three<int>>("[]"), at_most_three<int>());
  EXPECT_EQ(*read<at_most_three<int>>("[1,2,3]"), (at_most_three<int>{1, 2, 3}));
  EXPECT_EQ(*read<at_most_three<std::string>>(R"(["a", null ,"c"])"), (at_most_three<std::string>{"a", "", "c"}));
  EXPECT_EQ((read_everywhere<at_most_three<int>>("[1,2,3,4]")), (error{errc::wrong_length, 7}));
  EXPECT_EQ((read_everywhere<at_most_three<int>>("[1,2,3, null]")), (error{errc::wrong_length, 8}));
  EXPECT_EQ((read_everywhere<at_most_three<int>>("[1,2,3,]")), (error{errc::wrong_length, 7}));
  EXPECT_EQ((read_everywhere<at_most_three<int>>("[1,2,3.0]")), error{});
  EXPECT_EQ((read_everywhere<at_most_three<int>>("[1,2,3,", "4]")), (error{errc::unexpected_end, 7}));
  EXPECT_EQ((read_everywhere<at_most_three<std::string>>(R"(["a","b","c","d"])")), (error{errc::wrong_length, 13}));
  EXPECT_EQ((read_everywhere<at_most_three<at_most_three<bool>>>("[[true],[],[true,true,false,true]]")),
            (error{errc::wrong_length, 28}));
  at_most_three<std::string> reused{"x", "y", "z"};
  ASSERT_TRUE(read_into(R"(["a"])", reused));
  EXPECT_EQ(reused, (at_most_three<std::string>{"a"}));
  EXPECT_EQ(hushring::schema<at_most_three<int>>().length(), 3u);
  EXPECT_EQ(hushring::schema<std::vector<int>>().length(), 0u);
}

template <class T>
class Sequences : public ::testing::Test {};
using sequence_types =
    ::testing::Types<std::vector<int>, std::deque<int>, std::list<int>, boost::container::small_vector<int, 2>,
                     boost::container::static_vector<int, 100>, std::pmr::vector<int>>;
TYPED_TEST_SUITE(Sequences, sequence_types);

TYPED_TEST(Sequences, AreReadAndWrittenAlike) {
  const TypeParam expected{1, -2, 30};
  EXPECT_EQ(*read<TypeParam>("[1,-2,30]"), expected);
  EXPECT_EQ(*read<TypeParam>("[ 1.0 , -2 , 3e1 ]"), expected);
  EXPECT_EQ(written(expected), "[1,-2,30]");
  EXPECT_EQ(written(TypeParam{}), "[]");
  TypeParam reused{9, 9, 9, 9, 9};
  ASSERT_TRUE(read_into("[1,-2,3.0e1]", reused));
  EXPECT_EQ(reused, expected);
  ASSERT_TRUE(read_into("[1,-2,30,4,5,6,7]", reused));
  EXPECT_EQ(reused, (TypeParam{1, -2, 30, 4, 5, 6, 7}));
  ASSERT_TRUE(read_into("[null]", reused));
  EXPECT_EQ(reused, TypeParam(1, 0));
  ASSERT_TRUE(read_into("[]", reused));
  EXPECT_EQ(reused, TypeParam());
  EXPECT_EQ((read_everywhere<TypeParam>("[1,2,3]", ",4]")), error{});
  EXPECT_EQ((read_everywhere<TypeParam>("[1,2.5]")), (error{errc::not_an_integer, 3}));
  EXPECT_EQ((read_everywhere<TypeParam>("[1,\"2\"]")), (error{errc::wrong_type, 3}));
  EXPECT_EQ((read_everywhere<TypeParam>("[1,2", "]")), (error{errc::unexpected_end, 4}));
  EXPECT_EQ((read_everywhere<TypeParam, hushring::strict>("[1,null]")), (error{errc::null_value, 3}));
  for (const std::string_view text : {"[]", "[1]", "[1.0,2e1 ,null]", "[1,]", "[1 2]", "[[1]]", "{}", "[1,2", "null"}) {
    check_reading<TypeParam>(text);
    check_reading<TypeParam, hushring::strict>(text);
  }
}

TEST(Sequences, OfStringsKeepTheMemoryOfTheirElements) {
  std::deque<std::string> reused{std::string(100, 'x'), std::string(100, 'y')};
  const void* const memory = reused[1].data();
  ASSERT_TRUE(read_into(R"(["a","b","c"])", reused));
  EXPECT_EQ(reused, (std::deque<std::string>{"a", "b", "c"}));
  EXPECT_EQ(reused[1].data(), memory);
}

TEST(Sequences, AllocateWhereTheirAllocatorSays) {
  alignas(std::max_align_t) std::array<std::byte, 4096> room;
  std::pmr::monotonic_buffer_resource memory(room.data(), room.size(), std::pmr::null_memory_resource());
  std::pmr::vector<std::pmr::string> out(&memory);
  ASSERT_TRUE(read_into(R"(["a string that does not fit into itself, so that it needs memory","b"])", out));
  ASSERT_EQ(out.size(), 2u);
  const void* const at = out[0].data();
  EXPECT_TRUE(at >= room.data() && at < room.data() + room.size());
}

TEST(Sets, HoldEveryValueOnce) {
  EXPECT_EQ(*read<std::set<int>>("[3,1.0,2,3e0,1]"), (std::set<int>{1, 2, 3}));
  EXPECT_EQ(*read<std::unordered_set<std::string>>(R"(["a","b","a"])"), (std::unordered_set<std::string>{"a", "b"}));
  std::set<int> reused{9};
  ASSERT_TRUE(read_into("[]", reused));
  EXPECT_EQ(reused, std::set<int>{});
  EXPECT_EQ(written(std::set<int>{3, 1}), "[1,3]");
  EXPECT_EQ((read_everywhere<std::set<int>>("[1,2.5]")), (error{errc::not_an_integer, 3}));
  EXPECT_EQ((read_everywhere<std::set<int>>("[1,2,3", "]")), (error{errc::unexpected_end, 6}));
  std::string text = R"(["b","a","\u0063"])";
  hushring::reader in;
  std::set<std::string_view> views;
  ASSERT_TRUE(in.read_into(text, views));
  text.replace(2, 5, "zzzzz");
  EXPECT_EQ(views, (std::set<std::string_view>{"a", "b", "c"}));
  for (const std::string_view t : {"[]", "[1,null,1]", "[1.0]", "[1,]", "[\"a\",\"a\"]", "[1", "[\"\\u0061\",null]"}) {
    check_reading<std::set<int>>(t);
    check_reading<std::set<int>, hushring::strict>(t);
    check_reading<std::set<std::string_view>>(t);
  }
}

struct samples {
  int id = 0;
  std::span<double> values;
  std::span<std::string> names;
};

TEST(Spans, AreFilledWhereTheyAre) {
  std::array<double, 3> values{};
  std::array<std::string, 2> names;
  samples s{0, values, names};
  ASSERT_TRUE(read_into(R"({"id":1,"values":[0.5,1],"names":["a",null]})", s));
  EXPECT_EQ(s.values.data(), values.data());
  EXPECT_EQ(s.values.size(), 2u);
  EXPECT_EQ(values, (std::array<double, 3>{0.5, 1, 0}));
  EXPECT_EQ(names, (std::array<std::string, 2>{"a", ""}));
  EXPECT_EQ(written(s), R"({"id":1,"values":[0.5,1],"names":["a",""]})");
  // now the span has room for two
  EXPECT_EQ(read_into(R"({"values":[1,2,3]})", s).error(), (error{errc::wrong_length, 15}));
  s = {0, values, names};
  ASSERT_TRUE(read_into(R"({"values":[1,2,3]})", s));
  EXPECT_EQ(s.values.size(), 3u);
  EXPECT_TRUE(s.names.empty());
}

TEST(Spans, RefuseWhatDoesNotFit) {
  std::array<int, 2> room{};
  const auto fill = [&room](std::string_view text) {
    std::span<int> out(room);
    const error e = read_into(text, out).error();
    if (!e) {
      EXPECT_EQ(out.data(), room.data());
    }
    return e;
  };
  EXPECT_EQ(fill("[1,2]"), error{});
  EXPECT_EQ(fill("[]"), error{});
  EXPECT_EQ(fill("[1,2,3]"), (error{errc::wrong_length, 5}));
  EXPECT_EQ(fill(" [1.0, 2.0, 3.0]"), (error{errc::wrong_length, 12}));
  EXPECT_EQ(fill("\xEF\xBB\xBF[1,2,3]"), (error{errc::wrong_length, 8}));
  EXPECT_EQ(fill("[1,2, null]"), (error{errc::wrong_length, 6}));
  EXPECT_EQ(fill("[1,2,3"), (error{errc::wrong_length, 5}));
  EXPECT_EQ(fill("[1,x,3]"), (error{errc::unexpected_character, 3}));
  EXPECT_EQ(fill("[1,2,"), (error{errc::unexpected_end, 5}));
  EXPECT_EQ(fill("[1,2,x]"), (error{errc::unexpected_character, 5}));
  std::span<int> none;
  EXPECT_EQ(read_into("[1]", none).error(), (error{errc::wrong_length, 1}));
  EXPECT_TRUE(read_into("[]", none));
  std::array<std::string, 1> one;
  std::span<std::string> strings(one);
  EXPECT_EQ(read_into(R"(["a", "b"])", strings).error(), (error{errc::wrong_length, 6}));
}

struct tree {
  int id = -1;
  std::vector<std::unique_ptr<tree>> children;
  std::unique_ptr<tree> next;
};
struct move_only {
  std::unique_ptr<int> value;
  std::unique_ptr<std::string> text;
};

TEST(UniquePointers, MakeListsAndTrees) {
  const auto t = read<tree>(R"({"id":1,"children":[{"id":2},null,{"next":{"id":3}}],"next":{"id":4,"next":{"id":5}}})");
  ASSERT_TRUE(t);
  ASSERT_EQ(t->children.size(), 3u);
  EXPECT_EQ(t->children[1], nullptr);
  EXPECT_EQ(t->children[2]->next->id, 3);
  EXPECT_EQ(t->next->next->id, 5);
  EXPECT_EQ(written(*t), R"({"id":1,"children":[{"id":2,"children":[]},null,{"id":-1,"children":[],)"
                         R"("next":{"id":3,"children":[]}}],"next":{"id":4,"children":[],)"
                         R"("next":{"id":5,"children":[]}}})");
  auto reused = read<tree>(R"({"next":{"id":1},"children":[{"next":{}}]})");
  ASSERT_TRUE(read_into(R"({"children":[{},{}]})", *reused));
  EXPECT_EQ(reused->next, nullptr);
  EXPECT_EQ(reused->children[0]->next, nullptr);
  std::string deep;
  for (int i = 0; i < 1024; ++i) deep += R"({"next":)";
  deep += "null" + std::string(1024, '}');
  EXPECT_TRUE(read<tree>(deep));
  EXPECT_EQ(read<tree>(R"({"next":)" + deep + '}').error(), (error{errc::depth_exceeded, std::size_t{1024} * 8}));
}

TEST(UniquePointers, AndStructsThatOnlyMoveAreElements) {
  const auto v = read<std::vector<move_only>>(R"([{"value":1},{"text":"x","value":null},null])");
  ASSERT_TRUE(v);
  EXPECT_EQ(written(*v), R"([{"value":1},{"text":"x"},{}])");
  const auto m = read<std::map<std::string, std::unique_ptr<move_only>>>(R"({"a":{"value":2.0},"b":null})");
  ASSERT_TRUE(m);
  EXPECT_EQ(written(*m), R"({"a":{"value":2},"b":null})");
  const auto d = read<std::deque<std::unique_ptr<int>>>("[1,null,3]");
  ASSERT_TRUE(d);
  EXPECT_EQ(written(*d), "[1,null,3]");
}

struct omitted {
  std::deque<int> d;
  std::set<int> s;
  std::span<int> p;
  at_most_three<int> v;
  static constexpr hushring::fields fields{hushring::omit_empty("d"), hushring::omit_empty("s"),
                                           hushring::omit_empty("p"), hushring::omit_empty("v")};
};
TEST(Sequences, AreLeftOutWhenEmpty) {
  EXPECT_EQ(written(omitted{}), "{}");
  EXPECT_EQ(written(omitted{{1}, {2}, {}, {3}}), R"({"d":[1],"s":[2],"v":[3]})");
}

}  // namespace
