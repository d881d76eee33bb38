// What RFC 8259 leaves open, row by row: the default first, then what an option or a type makes of it.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include <hushring/json/character.hpp>
#include <hushring/json/decimal.hpp>
#include <hushring/json/enums.hpp>
#include <hushring/json/fields.hpp>
#include <hushring/json/fixed_string.hpp>
#include <hushring/json/quoted.hpp>
#include <hushring/json/raw_json.hpp>
#include <hushring/json/raw_string.hpp>
#include <hushring/json/read.hpp>
#include <hushring/json/variant.hpp>
#include <hushring/json/write.hpp>

#include "types_checks.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::quoted;
using hushring::read;
using hushring::read_options;
using hushring::strict;
using hushring::write_options;
using hushring::testing::check_read;
using hushring::testing::value_of;

#define SAME(T) friend bool operator==(const T&, const T&) = default

struct pair_of {
  int a = 1;
  std::optional<int> b;
  SAME(pair_of);
};

/// What is written, or the error.
template <write_options O = write_options{}, class T>
std::string text_of(const T& value) {
  std::string out;
  if (const auto n = hushring::write<O>(value, out); !n) return std::string(describe(n.error().code));
  return out;
}

struct keeps_unknown {
  int a = 1;
  std::map<std::string, hushring::raw_json_string> rest;
  SAME(keeps_unknown);
  static constexpr hushring::fields fields{hushring::collect("rest")};
};

TEST(PolicyTable, UnknownMember) {
  EXPECT_EQ(value_of<pair_of>(R"({"x":[1,"\n"],"a":2})"), (pair_of{2, {}}));
  EXPECT_EQ(check_read<pair_of>(R"({"x":[1,"\q"],"a":2})"), (error{errc::invalid_escape, 10}));
  constexpr read_options structural{.unknown = hushring::unknown::skip_structural};
  EXPECT_EQ((check_read<pair_of, structural>(R"({"x":[1,"\q"],"a":2})")), error{});
  constexpr read_options refuse{.unknown = hushring::unknown::error};
  EXPECT_EQ((check_read<pair_of, refuse>(R"({"a":2,"x":[1]})")), (error{errc::unknown_member, 7}));
  EXPECT_EQ(value_of<keeps_unknown>(R"({"x":[1],"a":2})"),
            (keeps_unknown{2, {{"x", hushring::raw_json_string("[1]")}}}));
}

struct requires_b {
  int a = 1;
  std::optional<int> b;
  SAME(requires_b);
  static constexpr hushring::fields fields{hushring::required("b")};
};

TEST(PolicyTable, MissingMember) {
  pair_of reused{7, 8};
  ASSERT_TRUE(hushring::read_into("{}", reused));
  EXPECT_EQ(reused, pair_of{});
  EXPECT_EQ(check_read<requires_b>(R"({"a":2})"), (error{errc::missing_member, 6}));
  constexpr read_options all{.missing = hushring::missing::error};
  EXPECT_EQ((check_read<pair_of, all>(R"({"b":2})")), (error{errc::missing_member, 6}));
  EXPECT_EQ((check_read<pair_of, strict>(R"({"b":2})")), (error{errc::missing_member, 6}));
  EXPECT_EQ((check_read<pair_of, strict>(R"({"a":null})")), (error{errc::null_value, 5}));
  EXPECT_EQ((check_read<pair_of, strict>(R"({"a":2,"a":2})")), (error{errc::duplicate_member, 7}));
  EXPECT_EQ((check_read<pair_of, strict>(R"({"a":2,"x":2})")), error{});
}

TEST(PolicyTable, NullIntoAPlainMember) {
  EXPECT_EQ(value_of<pair_of>(R"({"a":null,"b":null})"), pair_of{});
  constexpr read_options refuse{.null = hushring::null::error};
  EXPECT_EQ((check_read<pair_of, refuse>(R"({"a":2,"b":null})")), error{});
  EXPECT_EQ((check_read<pair_of, refuse>(R"({"a":null})")), (error{errc::null_value, 5}));
}

TEST(PolicyTable, DuplicateMember) {
  EXPECT_EQ(value_of<pair_of>(R"({"a":2,"a":3})"), (pair_of{3, {}}));
  constexpr read_options refuse{.duplicate = hushring::duplicate::error};
  EXPECT_EQ((check_read<pair_of, refuse>(R"({"a":2,"\u0061":3})")), (error{errc::duplicate_member, 7}));
}

struct names {
  int update = 0;
  int update_id = 0;
  int Update = 0;
  SAME(names);
};
struct camel {
  int update_id = 0;
  SAME(camel);
  static constexpr hushring::fields fields{hushring::keys(hushring::key_style::camel)};
};

TEST(PolicyTable, MemberNames) {
  EXPECT_EQ(value_of<names>(R"({"up\u0064ate_id":1,"Update":2,"update":3,"UPDATE":4,"updat":5})"), (names{3, 1, 2}));
  EXPECT_EQ(value_of<camel>(R"({"updateId":1})"), camel{1});
}

TEST(PolicyTable, Integers) {
  EXPECT_EQ(value_of<std::vector<int>>("[8.0,12e2,-2147483648]"), (std::vector<int>{8, 1200, -2147483648}));
  EXPECT_EQ(check_read<int>("2147483648"), (error{errc::number_out_of_range, 0}));
  EXPECT_EQ(check_read<int>("8.5"), (error{errc::not_an_integer, 0}));
  constexpr read_options literal{.literal_integers = true};
  EXPECT_EQ((check_read<std::vector<int>, literal>("[8,8.0]")), (error{errc::not_an_integer, 4}));
  EXPECT_EQ((check_read<std::vector<int>, literal>("[12e2]")), (error{errc::not_an_integer, 3}));
  EXPECT_EQ((check_read<quoted<int>, literal>(R"("8.0")")), (error{errc::not_an_integer, 2}));
}

TEST(PolicyTable, Doubles) {
  EXPECT_EQ(value_of<double>("0.1"), 0.1);
  EXPECT_EQ(check_read<double>("1e309"), (error{errc::number_out_of_range, 0}));
  EXPECT_EQ(check_read<float>("1e39"), (error{errc::number_out_of_range, 0}));
  EXPECT_EQ(value_of<double>("1e-400"), 0.0);
  EXPECT_TRUE(std::signbit(value_of<double>("-1e-400")));
  EXPECT_EQ(value_of<double>("5e-324"), std::numeric_limits<double>::denorm_min());
}

TEST(PolicyTable, NumbersInStrings) {
  EXPECT_EQ(check_read<double>(R"("1.5")"), (error{errc::wrong_type, 0}));
  EXPECT_EQ(value_of<quoted<double>>(R"("1.5")").value, 1.5);
  EXPECT_EQ(text_of(value_of<hushring::decimal<2>>(R"("1.50")")), R"("1.5")");
  EXPECT_EQ(value_of<std::optional<quoted<double>>>(R"("")"), std::nullopt);
  EXPECT_EQ(check_read<quoted<double>>(R"("")"), (error{errc::invalid_number, 1}));
}

enum class side : int { buy, sell };
enum class level : int { low, high };

}  // namespace

template <>
inline constexpr auto hushring::enum_names<side> = hushring::names<side>({{side::buy, "buy"}, {side::sell, "sell"}});
template <>
inline constexpr auto hushring::enum_names<level> = hushring::by_number;

namespace {

TEST(PolicyTable, BoolAndEnumFromNumbers) {
  EXPECT_EQ(check_read<bool>("1"), (error{errc::wrong_type, 0}));
  EXPECT_EQ(check_read<side>("1"), (error{errc::wrong_type, 0}));
  EXPECT_EQ(value_of<side>(R"("sell")"), side::sell);
  EXPECT_EQ(value_of<level>("1"), level::high);
}

struct s_only {
  std::string s;
  SAME(s_only);
};

TEST(PolicyTable, BrokenText) {
  for (const std::string_view place : {R"({"s":"?"})", R"({"x":["?"]})", R"({"?":1})"}) {
    const std::size_t at = place.find('?');
    const auto with = [&](std::string_view piece) {
      std::string text(place);
      return text.replace(at, 1, piece);
    };
    EXPECT_EQ(check_read<s_only>(with("\\ud800")), (error{errc::invalid_surrogate, at})) << place;
    EXPECT_EQ(check_read<s_only>(with("\xED\xA0\x80")), (error{errc::invalid_utf8, at})) << place;
    EXPECT_EQ(check_read<s_only>(with("\\x")), (error{errc::invalid_escape, at + 1})) << place;
    EXPECT_EQ(check_read<s_only>(with("\t")), (error{errc::control_character, at})) << place;
  }
}

TEST(PolicyTable, ByteOrderMark) {
  EXPECT_EQ(value_of<pair_of>("\xEF\xBB\xBF{\"a\":2}"), (pair_of{2, {}}));
  EXPECT_EQ(check_read<pair_of>(" \xEF\xBB\xBF{}"), (error{errc::unexpected_character, 1}));
  EXPECT_EQ(check_read<pair_of>("\xEF\xBB\xBF\xEF\xBB\xBF{}"), (error{errc::unexpected_character, 3}));
  EXPECT_EQ(check_read<std::vector<int>>("[\xEF\xBB\xBF 1]"), (error{errc::unexpected_character, 1}));
}

struct level_row {
  double price = 0;
  double size = 0;
  std::optional<int> count;
  SAME(level_row);
  static constexpr hushring::fields fields{hushring::as_array};
};

TEST(PolicyTable, FixedLength) {
  EXPECT_EQ((check_read<std::array<int, 2>>("[1]")), (error{errc::wrong_length, 2}));
  EXPECT_EQ((check_read<std::array<int, 2>>("[1,2,3]")), (error{errc::wrong_length, 5}));
  EXPECT_EQ((check_read<std::tuple<int, bool>>("[1]")), (error{errc::wrong_length, 2}));
  EXPECT_EQ(value_of<level_row>("[1,2]"), (level_row{1, 2, {}}));
  EXPECT_EQ(check_read<level_row>("[1]"), (error{errc::wrong_length, 2}));
}

struct deep {
  std::vector<deep> x;
  SAME(deep);
};

TEST(PolicyTable, Depth) {
  const auto nested = [](std::size_t n) { return std::string(n, '[') + std::string(n, ']'); };
  EXPECT_EQ((check_read<std::vector<hushring::raw_json>>(nested(1024))), error{});
  EXPECT_EQ((check_read<std::vector<hushring::raw_json>>(nested(1025))), (error{errc::depth_exceeded, 1024}));
  constexpr read_options shallow{.max_depth = 2};
  EXPECT_EQ((check_read<deep, shallow>(R"({"x":[]})")), error{});
  EXPECT_EQ((check_read<deep, shallow>(R"({"x":[{}]})")), (error{errc::depth_exceeded, 6}));
  EXPECT_EQ((check_read<deep, shallow>(R"({"y":[[]]})")), (error{errc::depth_exceeded, 6}));
}

TEST(PolicyTable, TrailingData) {
  EXPECT_EQ(check_read<pair_of>("{} \r\n\t"), error{});
  EXPECT_EQ(check_read<pair_of>("{} {}"), (error{errc::trailing_data, 3}));
  EXPECT_EQ(check_read<int>("1,"), (error{errc::trailing_data, 1}));
  EXPECT_EQ(check_read<int>(std::string_view("1\0", 2)), (error{errc::trailing_data, 1}));
}

struct viewing {
  std::string_view s;
  SAME(viewing);
};

TEST(PolicyTable, StringViewWithEscapes) {
  hushring::reader in;
  constexpr std::string_view text = R"({"s":"a\nb"})";
  EXPECT_EQ(in.read<viewing>(text)->s, "a\nb");
  constexpr read_options raw{.escapes = hushring::escapes::raw};
  EXPECT_EQ((in.read<viewing, raw>(text)->s), R"(a\nb)");
  constexpr read_options refuse{.escapes = hushring::escapes::error};
  EXPECT_EQ((check_read<viewing, refuse>(text)), (error{errc::escaped_view, 7}));
  EXPECT_EQ(in.read<hushring::raw_string>(R"("a\nb")")->text(), R"(a\nb)");
  // the free read<viewing>() does not compile: tests/json/compile_fail/refused_lifetimes.cpp
}

TEST(PolicyTable, Characters) {
  EXPECT_EQ(value_of<char>(R"("x")"), 'x');
  EXPECT_EQ(check_read<char>(R"("xy")"), (error{errc::invalid_text, 0}));
  EXPECT_EQ(check_read<char>("120"), (error{errc::wrong_type, 0}));
  EXPECT_EQ(value_of<std::int8_t>("-128"), -128);
  EXPECT_EQ(value_of<std::uint8_t>("255"), 255);
}

TEST(PolicyTable, WritingNaN) {
  const std::vector<double> v{1, std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()};
  EXPECT_EQ(text_of(v), describe(errc::not_finite));
  EXPECT_EQ((text_of<write_options{.not_finite = hushring::not_finite::null}>(v)), "[1,null,null]");
}

TEST(PolicyTable, WritingAnAbsentOptional) {
  EXPECT_EQ(text_of(pair_of{}), R"({"a":1})");
  EXPECT_EQ((text_of<write_options{.absent = hushring::absent::null}>(pair_of{})), R"({"a":1,"b":null})");
}

TEST(PolicyTable, WritingInvalidUtf8) {
  const std::string s = "a\xFFz";
  EXPECT_EQ(text_of(s), describe(errc::invalid_utf8_in_value));
  EXPECT_EQ((text_of<write_options{.invalid_utf8 = hushring::invalid_utf8::replace}>(s)), "\"a\xEF\xBF\xBDz\"");
}

TEST(PolicyTable, WritingWholeDoubles) {
  EXPECT_EQ(text_of(std::vector<double>{10.0, -0.0}), "[10,-0]");
  EXPECT_EQ((text_of<write_options{.keep_point = true}>(std::vector<double>{10.0, -0.0})), "[10.0,-0.0]");
  EXPECT_EQ((text_of(std::variant<std::int64_t, double>(10.0))), "10.0");
  EXPECT_EQ((text_of(std::variant<std::int64_t, double>(std::int64_t{10}))), "10");
}

}  // namespace
