// std::variant: values of several types, told apart by kind, by number, by array length.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <hushring/json/decimal.hpp>
#include <hushring/json/raw_json.hpp>
#include <hushring/json/schema.hpp>
#include <hushring/json/variant.hpp>

#include "types_checks.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::read_options;
using hushring::write_options;
using hushring::testing::check_read;
using hushring::testing::value_of;
using hushring::testing::written;

struct point {
  int x = 7;
  std::string name{};
  friend bool operator==(const point&, const point&) = default;
};
using scalar = std::variant<int, double, std::string>;
using all = std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<int>, point>;

TEST(Variant, TheKindOfAValueDecides) {
  EXPECT_EQ(value_of<std::vector<scalar>>(R"([4,4.5,"4"])"), (std::vector<scalar>{4, 4.5, "4"}));
  EXPECT_EQ(written(std::vector<scalar>{4, 4.5, "4"}), R"([4,4.5,"4"])");
  EXPECT_EQ(value_of<all>("null"), all{});
  EXPECT_EQ(value_of<all>("true"), all{true});
  EXPECT_EQ(value_of<all>("false"), all{false});
  EXPECT_EQ(value_of<all>("-5"), all{std::int64_t{-5}});
  EXPECT_EQ(value_of<all>("-5.5"), all{-5.5});
  EXPECT_EQ(value_of<all>(R"("a\nb")"), all{std::string("a\nb")});
  EXPECT_EQ(value_of<all>("[1,2]"), (all{std::vector{1, 2}}));
  EXPECT_EQ(value_of<all>(R"({"x":3})"), (all{point{3, {}}}));
  EXPECT_EQ(value_of<std::vector<all>>(" [ null , true,-5, 5.5,\"s\" ,[ 1 ],{ \"name\":\"n\" } ,\n{}\n]"),
            (std::vector<all>{all{}, true, std::int64_t{-5}, 5.5, "s", std::vector{1}, point{7, "n"}, point{}}));
  EXPECT_EQ(written(std::vector<all>{all{}, true, std::int64_t{-5}, 5.5, "s", std::vector{1}, point{7, "n"}}),
            R"([null,true,-5,5.5,"s",[1],{"x":7,"name":"n"}])");
}

TEST(Variant, WhatNoAlternativeTakesIsRefused) {
  EXPECT_EQ(check_read<std::vector<scalar>>("[1,true]"), (error{errc::no_alternative, 3}));
  EXPECT_EQ(check_read<std::vector<scalar>>("[ {}]"), (error{errc::no_alternative, 2}));
  EXPECT_EQ(check_read<std::vector<scalar>>("[[1]]"), (error{errc::no_alternative, 1}));
  EXPECT_EQ((check_read<std::variant<bool, std::string>>("1")), (error{errc::no_alternative, 0}));
  // an error of the grammar comes first
  EXPECT_EQ(check_read<std::vector<scalar>>("[[1,]]"), (error{errc::unexpected_character, 4}));
  EXPECT_EQ(check_read<std::vector<scalar>>("[}]"), (error{errc::unexpected_character, 1}));
  EXPECT_EQ(check_read<std::vector<scalar>>("[01]"), (error{errc::invalid_number, 2}));
  EXPECT_EQ(check_read<std::vector<scalar>>("[1.]"), (error{errc::invalid_number, 3}));
  EXPECT_EQ(check_read<std::vector<scalar>>("[-]"), (error{errc::invalid_number, 2}));
  EXPECT_EQ(check_read<std::vector<scalar>>("[nul]"), (error{errc::invalid_literal, 4}));
  EXPECT_EQ(check_read<all>(R"({"x":"y"})"), (error{errc::wrong_type, 5}));
  EXPECT_EQ(check_read<all>("[1,2.5]"), (error{errc::not_an_integer, 3}));
  EXPECT_EQ(check_read<all>("tru"), (error{errc::unexpected_end, 3}));
  for (const std::string text : {R"([null,true,-5,5.5,"s",[1],{"x":7,"name":"n"}])"})
    for (std::size_t n = 1; n < text.size(); ++n)
      EXPECT_EQ(check_read<std::vector<all>>(text.substr(0, n), text.substr(n)), (error{errc::unexpected_end, n})) << n;
}

TEST(Variant, NullIsOneOfTheValuesOrThePolicy) {
  EXPECT_EQ(value_of<scalar>("null"), scalar{0});
  EXPECT_EQ((check_read<scalar, read_options{.null = hushring::null::error}>("null")), (error{errc::null_value, 0}));
  using optional = std::variant<int, std::optional<std::string>>;
  EXPECT_EQ(value_of<optional>("null"), optional{std::optional<std::string>()});
  EXPECT_EQ(value_of<optional>(R"("s")"), optional{std::optional<std::string>("s")});
  EXPECT_EQ(written(optional{std::optional<std::string>()}), "null");
  struct owner {
    std::variant<std::monostate, int, std::string> v = 5;
    int w = 1;
    bool operator==(const owner&) const = default;
  };
  EXPECT_EQ((check_read<owner, hushring::strict>(R"({"w":2})")), error{});
  EXPECT_EQ((check_read<owner, hushring::strict>(R"({"v":null,"w":2})")), error{});
  EXPECT_EQ(value_of<owner>(R"({"v":null,"w":2})"), (owner{{}, 2}));
  EXPECT_EQ(value_of<owner>(R"({"v" : null , "w":2})"), (owner{{}, 2}));
  EXPECT_EQ(value_of<owner>(R"({"w":2})"), (owner{5, 2}));
  EXPECT_EQ(value_of<owner>(R"({"v":"s","w":2})"), (owner{"s", 2}));
  EXPECT_EQ(value_of<owner>(R"({"v" : 8 , "w":2})"), (owner{8, 2}));
  EXPECT_EQ(written(owner{{}, 2}), R"({"w":2})");
  EXPECT_EQ(written(owner{3, 2}), R"({"v":3,"w":2})");
  std::string text;
  EXPECT_TRUE(hushring::write<write_options{.absent = hushring::absent::null}>(owner{{}, 2}, text));
  EXPECT_EQ(text, R"({"v":null,"w":2})");
  struct plain {
    scalar v = 5;
    bool operator==(const plain&) const = default;
  };
  EXPECT_EQ((check_read<plain, hushring::strict>("{}")), (error{errc::missing_member, 1}));
  EXPECT_EQ(value_of<plain>("{}"), plain{});
  EXPECT_EQ(value_of<plain>(R"({"v":null})"), plain{});
}

TEST(Variant, IntegersGoToTheFirstTypeThatCanHoldThem) {
  using numbers = std::variant<std::uint8_t, std::int64_t, std::uint64_t, double>;
  EXPECT_EQ(value_of<numbers>("255"), numbers{std::uint8_t{255}});
  EXPECT_EQ(value_of<numbers>("256"), numbers{std::int64_t{256}});
  EXPECT_EQ(value_of<numbers>("-1"), numbers{std::int64_t{-1}});
  EXPECT_EQ(value_of<numbers>("-0"), numbers{std::uint8_t{0}});
  EXPECT_EQ(value_of<numbers>("-9223372036854775808"), numbers{std::numeric_limits<std::int64_t>::min()});
  EXPECT_EQ(value_of<numbers>("9223372036854775808"), numbers{std::uint64_t{1} << 63});
  EXPECT_EQ(value_of<numbers>("18446744073709551615"), numbers{~std::uint64_t{0}});
  EXPECT_EQ(value_of<numbers>("18446744073709551616"), numbers{18446744073709551616.0});
  EXPECT_EQ(value_of<numbers>("-9223372036854775809"), numbers{-9223372036854775808.0});
  for (const std::string text : {"5.0", "5e0", "50e-1", "0.5e1", "5.000000000000000000000000"})
    EXPECT_EQ(value_of<numbers>(text), numbers{5.0}) << text;
  EXPECT_EQ(value_of<std::vector<numbers>>("[1,2.5,300,1e2,-7,18446744073709551615]"),
            (std::vector<numbers>{std::uint8_t{1}, 2.5, std::int64_t{300}, 100.0, std::int64_t{-7}, ~std::uint64_t{0}}));
  EXPECT_EQ(check_read<numbers>("1e400"), (error{errc::number_out_of_range, 0}));

  using integers = std::variant<std::int8_t, std::uint16_t>;
  EXPECT_EQ(value_of<integers>("5.0"), integers{std::int8_t{5}});
  EXPECT_EQ(value_of<integers>("3e3"), integers{std::uint16_t{3000}});
  EXPECT_EQ(value_of<integers>("127"), integers{std::int8_t{127}});
  EXPECT_EQ(value_of<integers>("128"), integers{std::uint16_t{128}});
  EXPECT_EQ(check_read<integers>("65536"), (error{errc::number_out_of_range, 0}));
  EXPECT_EQ(check_read<integers>("-129"), (error{errc::number_out_of_range, 0}));
  EXPECT_EQ(check_read<integers>("1.5"), (error{errc::not_an_integer, 0}));
  EXPECT_EQ((check_read<integers, read_options{.literal_integers = true}>("5.0")), (error{errc::not_an_integer, 1}));

  using one = std::variant<int, std::string>;
  EXPECT_EQ(value_of<one>("8.0"), one{8});
  EXPECT_EQ(value_of<std::vector<one>>("[8.0,12e2,\"\"]"), (std::vector<one>{8, 1200, ""}));
  EXPECT_EQ(check_read<one>("1.5"), (error{errc::not_an_integer, 0}));
  EXPECT_EQ(check_read<one>("99999999999"), (error{errc::number_out_of_range, 0}));
}

TEST(Variant, DoublesBesideIntegersAreWrittenWithAPoint) {
  using number = std::variant<std::int64_t, double>;
  for (const double d : {10.0, -0.0, 0.0, 1e20, 1e21, 1e300, 123456789012345680.0, 0.5, 1e-7}) {
    const number v = d;
    EXPECT_EQ(value_of<number>(written(v)), v) << d;
    EXPECT_EQ(std::signbit(std::get<double>(value_of<number>(written(v)))), std::signbit(d));
  }
  EXPECT_EQ(written(number{10.0}), "10.0");
  EXPECT_EQ(written(number{-0.0}), "-0.0");
  EXPECT_EQ(written(number{std::int64_t{10}}), "10");
  EXPECT_EQ(written(std::variant<std::string, double>{10.0}), "10");
  EXPECT_EQ((written(std::variant<int, float>{10.0F})), "10.0");
  std::string text;
  EXPECT_TRUE((hushring::write<write_options{.decimals = 0}>(number{10.4}, text)));
  EXPECT_TRUE((hushring::write<write_options{.decimals = 2}>(number{10.4}, text)));
  EXPECT_EQ(text, "10.010.40");
  EXPECT_EQ(hushring::write(number{std::nan("")}, text).error().code, errc::not_finite);
  EXPECT_EQ((hushring::size_bound<number>()), 26 + 32);
}

struct short_row {
  int a = 0;
  std::optional<int> b{};
  friend bool operator==(const short_row&, const short_row&) = default;
  static constexpr hushring::fields fields{hushring::as_array};
};

TEST(Variant, TheLengthOfAnArrayDecides) {
  using rows = std::variant<short_row, std::array<int, 3>, std::tuple<int, std::string, int, int>, std::vector<std::string>>;
  EXPECT_EQ(value_of<rows>("[1]"), (rows{short_row{1, {}}}));
  EXPECT_EQ(value_of<rows>("[1,2]"), (rows{short_row{1, 2}}));
  EXPECT_EQ(value_of<rows>("[1,2,3]"), (rows{std::array{1, 2, 3}}));
  EXPECT_EQ(value_of<rows>(R"([1,"2",3,4])"), (rows{std::tuple{1, "2", 3, 4}}));
  EXPECT_EQ(value_of<rows>("[]"), (rows{std::vector<std::string>{}}));
  EXPECT_EQ(value_of<rows>(R"([ "1" , "2" , "3" , "4" , "5" ])"), (rows{std::vector<std::string>{"1", "2", "3", "4", "5"}}));
  EXPECT_EQ(value_of<std::vector<rows>>(R"([[1],[1,2,3],[],["1","2","3","4","5"],[1],[1,"2",3,4],[1,2,3],[1,2,3]])").size(), 8U);
  // the length decides, though the elements would be another's
  EXPECT_EQ(check_read<rows>(R"(["1","2"])"), (error{errc::wrong_type, 1}));
  EXPECT_EQ(check_read<std::vector<rows>>(R"([["1","2","3","4","5"],["1","2"]])"), (error{errc::wrong_type, 24}));
  EXPECT_EQ(check_read<rows>(R"([1,2,"3"])"), (error{errc::wrong_type, 5}));
  EXPECT_EQ(check_read<rows>("[1,2,3,4,5]"), (error{errc::wrong_type, 1}));
  EXPECT_EQ(check_read<rows>("[1,2,]"), (error{errc::unexpected_character, 5}));
  EXPECT_EQ(check_read<rows>("{}"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(written(std::vector<rows>{short_row{1, {}}, std::array{1, 2, 3}, std::vector<std::string>{}}),
            "[[1],[1,2,3],[]]");

  using fixed = std::variant<std::array<double, 2>, std::array<double, 3>>;
  EXPECT_EQ(value_of<std::vector<fixed>>("[[1,2],[1,2,3],[1,2]]"),
            (std::vector<fixed>{std::array{1.0, 2.0}, std::array{1.0, 2.0, 3.0}, std::array{1.0, 2.0}}));
  EXPECT_EQ(check_read<std::vector<fixed>>("[[1,2],[1,2,3,4]]"), (error{errc::no_alternative, 7}));
  EXPECT_EQ(check_read<std::vector<fixed>>("[[1,2],[]]"), (error{errc::no_alternative, 7}));

  using any = std::variant<std::pair<int, int>, std::set<int>, bool>;
  EXPECT_EQ(value_of<any>("[1,1,1]"), (any{std::set{1}}));
  EXPECT_EQ(value_of<any>("[1,1]"), (any{std::pair{1, 1}}));
  EXPECT_EQ(value_of<std::vector<any>>("[[1,1,1],[1,2],[3],true]"),
            (std::vector<any>{std::set{1}, std::pair{1, 2}, std::set{3}, true}));
}

struct node {
  std::string name{};
  std::vector<std::variant<std::monostate, int, node>> kids{};
  friend bool operator==(const node& a, const node& b) { return a.name == b.name && a.kids == b.kids; }
};
/// Pairs and triples inside each other: as what they are not, they would be read twice at every level.
struct cell {
  std::variant<std::array<std::unique_ptr<cell>, 2>, std::array<std::unique_ptr<cell>, 3>> v;
};

TEST(Variant, TypesContainThemselves) {
  EXPECT_EQ(value_of<node>(R"({"kids":[1,null,{"name":"a","kids":[{"name":"b"}]}]})"),
            (node{"", {1, std::monostate(), node{"a", {node{"b", {}}}}}}));
  EXPECT_EQ(written(node{"", {1, std::monostate(), node{"a", {}}}}), R"({"name":"","kids":[1,null,{"name":"a","kids":[]}]})");
}

TEST(Variant, DeepNestingIsReadOnlyAFewTimes) {
  std::string text = "null";
  for (int i = 0; i < 400; ++i) text = R"({"v":[)" + text + ",null,null]}";
  hushring::reader in;
  cell out;
  EXPECT_TRUE(in.read_into(text, out));
  text.insert(text.find("null"), "{},");
  EXPECT_EQ(in.read_into(text, out).error(), (error{errc::no_alternative, text.find("[{}")}));
}

TEST(Variant, ViewsAndMemoryAreAlternativesOwn) {
  static_assert(hushring::holds_views<std::variant<int, std::string_view>>);
  static_assert(!hushring::holds_views<scalar>);
  hushring::reader in;
  std::variant<int, std::vector<int>> v;
  ASSERT_TRUE(in.read_into("[1,2,3,4,5,6,7,8]", v));
  const int* const place = std::get<1>(v).data();
  ASSERT_TRUE(in.read_into("[9]", v));
  EXPECT_EQ(std::get<1>(v).data(), place);
  std::variant<std::monostate, std::string_view> s;
  ASSERT_TRUE(in.read_into(R"("a\u0062c")", s));
  EXPECT_EQ(std::get<1>(s), "abc");
}

TEST(Variant, OtherTypesOfOneKindAreAlternatives) {
  using mixed = std::variant<hushring::decimal<2>, std::map<std::string, int>, bool>;
  EXPECT_EQ(value_of<mixed>("1.25").index(), 0U);
  EXPECT_EQ(value_of<mixed>(R"("1.25")").index(), 0U);
  EXPECT_EQ(value_of<mixed>(R"({"a":1})").index(), 1U);
  EXPECT_EQ(check_read<mixed>("1.255"), (error{errc::not_exact, 0}));
  EXPECT_EQ(value_of<std::optional<scalar>>("null"), std::nullopt);
  EXPECT_EQ(value_of<std::optional<scalar>>("5"), scalar{5});
  EXPECT_EQ((value_of<std::variant<std::vector<scalar>, point>>("[1,\"a\"]")), (std::variant<std::vector<scalar>, point>{std::vector<scalar>{1, "a"}}));
  EXPECT_EQ((written(std::variant<std::array<int, 1>, std::array<int, 2>>{std::array{1, 2}})), "[1,2]");
}

TEST(Variant, SchemasListTheAlternatives) {
  const auto s = hushring::schema<all>();
  EXPECT_EQ(s.what(), hushring::type_schema::kind::choice);
  EXPECT_TRUE(s.nullable());
  EXPECT_EQ(s.alternative_count(), 6U);
  EXPECT_EQ(s.alternative(0).type.what(), hushring::type_schema::kind::boolean);
  EXPECT_EQ(s.tag_pointer(), "");
  EXPECT_EQ((hushring::json_schema<std::variant<std::monostate, bool, std::string>>()),
            R"({"$schema":"https://json-schema.org/draft/2020-12/schema","anyOf":[{"type":"boolean"},{"type":"string"},{"type":"null"}]})");
}

// Random texts, mutated: wherever one is read, as whatever it was before, the value and the error are the same, and the
// pass that looks for errors agrees.
TEST(Variant, ChoicesDoNotDependOnWhatWasThereBefore) {
  using rows = std::variant<std::array<int, 2>, std::tuple<int, std::string, scalar>, std::vector<scalar>, point, bool>;
  std::mt19937_64 random(5);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::vector<std::string> pieces{"1", "-2.5", "\"s\"", "true", "[1,2]", "[1,\"a\",3]", "[\"x\",1]", "{\"x\":1}", "[]", "null",
                                        "[1,2,3,4]", "3e2", "[[]]", "{", "]", ",", "\"", "99999999999", "\\u0031"};
  std::vector<rows> before{rows{std::array{1, 2}}, rows{std::vector<scalar>{1}}, rows{true}};
  for (int i = 0; i < 3000; ++i) {
    std::string text = "[";
    for (std::size_t n = below(5); n > 0; --n) text += pieces[below(10) < 9 ? below(13) : below(pieces.size())] + (n > 1 ? "," : "");
    text += "]";
    if (below(3) == 0) text.insert(below(text.size()), pieces[below(pieces.size())]);
    if (below(6) == 0) text.erase(below(text.size()), 1);
    hushring::reader in;
    rows fresh;
    const error expected = in.read_into(text, fresh).error();
    const error located = hushring::detail::locate_error(text.data(), text.data() + text.size(),
                                                         hushring::detail::described<rows>::info, read_options{});
    ASSERT_EQ(located.code, expected ? expected.code : errc::text_changed) << text;
    for (rows v : before) {
      ASSERT_EQ(in.read_into(text, v).error(), expected) << text;
      if (!expected) {
        ASSERT_EQ(v, fresh) << text;
      }
    }
    if (!expected) before[below(before.size())] = fresh;
  }
}

}  // namespace
