// Types that are converted from and to others.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/convert.hpp>
#include <hushring/json/decimal.hpp>
#include <hushring/json/fixed_string.hpp>
#include <hushring/json/raw_json.hpp>
#include <hushring/json/schema.hpp>

#include "types_checks.hpp"

namespace {

using hushring::errc;
using hushring::error;

/// Text: two hexadecimal digits.
struct octet {
  std::uint8_t value = 0xEE;
  friend auto operator<=>(const octet&, const octet&) = default;
};
/// A number of the feed that has limits of its own.
struct percent {
  int value = -1;
  friend bool operator==(const percent&, const percent&) = default;
};
/// An object in JSON.
class interval {
 public:
  interval() = default;
  interval(int low, int high) : low_(low), high_(high) {}
  [[nodiscard]] int low() const { return low_; }
  [[nodiscard]] int high() const { return high_; }
  friend bool operator==(const interval&, const interval&) = default;

 private:
  int low_ = 0, high_ = 0;
};
struct interval_members {
  int low = 0;
  std::optional<int> high;
};
/// Keeps the view that it was given.
struct name {
  std::string_view text;
};
/// A map that is one text.
struct tags : std::map<std::string, std::string> {};
/// Any value.
struct shape {
  std::string text;
  friend bool operator==(const shape&, const shape&) = default;
};
enum class color : std::uint8_t { red, green };

int hex(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

}  // namespace

template <>
struct hushring::convert<octet> {
  using type = std::string_view;
  static constexpr std::string_view format = "two hexadecimal digits";
  static errc read(const type& text, octet& out) noexcept {
    if (text.size() != 2 || hex(text[0]) < 0 || hex(text[1]) < 0) return errc::invalid_text;
    out.value = static_cast<std::uint8_t>(hex(text[0]) * 16 + hex(text[1]));
    return errc::ok;
  }
  static fixed_string<2> write(const octet& o) noexcept {
    const char text[] = {"0123456789abcdef"[o.value >> 4], "0123456789abcdef"[o.value & 15]};
    fixed_string<2> out;
    static_cast<void>(out.assign({text, 2}));
    return out;
  }
};
template <>
struct hushring::convert<percent> {
  using type = std::int8_t;
  static errc read(const type& v, percent& out) noexcept {
    if (v < 0 || v > 100) return errc::number_out_of_range;
    out.value = v;
    return errc::ok;
  }
  static int write(const percent& p) noexcept { return p.value; }
};
template <>
struct hushring::convert<interval> {
  using type = interval_members;
  static errc read(const type& v, interval& out) noexcept {
    out = interval(v.low, v.high.value_or(v.low));
    return out.low() <= out.high() ? errc::ok : errc::no_alternative;
  }
  static type write(const interval& i) noexcept { return {i.low(), i.high()}; }
};
template <>
struct hushring::convert<name> {
  using type = std::string_view;
  static constexpr bool keeps_views = true;
  static errc read(const type& text, name& out) noexcept {
    out.text = text;
    return errc::ok;
  }
  static type write(const name& n) noexcept { return n.text; }
};
template <>
struct hushring::convert<tags> {
  using type = std::string;
  static errc read(const type& text, tags& out) {
    out.clear();
    out[text] = text;
    return errc::ok;
  }
  static const std::string& write(const tags& t) noexcept { return t.begin()->second; }
};
template <>
struct hushring::convert<shape> {
  using type = raw_json;
  static errc read(const type& value, shape& out) {
    out.text = value.text();
    return out.text == "0" ? errc::not_exact : errc::ok;
  }
  static raw_json write(const shape& s) noexcept { return raw_json(s.text); }
};
template <>
struct hushring::convert<color> {
  using type = decimal<1>;
  static errc read(const type& value, color& out) noexcept {
    if (value.mantissa() != 0 && value.mantissa() != 5) return errc::unknown_name;
    out = value.mantissa() == 0 ? color::red : color::green;
    return errc::ok;
  }
  static type write(const color& c) noexcept { return type::from_mantissa(c == color::red ? 0 : 5); }
};

namespace {

using hushring::holds_views;
using hushring::read;
using hushring::reader;
using hushring::testing::check_read;
using hushring::testing::value_of;
using hushring::testing::written;

struct all {
  octet o;
  percent p;
  interval i{1, 2};
  std::optional<octet> maybe;
  color c = color::green;
  friend bool operator==(const all&, const all&) = default;
};

TEST(Convert, ValuesGoThroughTheHooksBothWays) {
  const std::string text = R"({"o":"0f","p":50,"i":{"low":3,"high":4},"maybe":"ff","c":"0"})";
  const all expected{{0x0F}, {50}, {3, 4}, octet{0xFF}, color::red};
  EXPECT_EQ(value_of<all>(text), expected);
  EXPECT_EQ(value_of<all>(R"({ "c" : 0.0 , "maybe" : "\u0066f" , "i" : { "low" : 3 , "high" : 4.0 } , "p" : 5e1 ,)"
                          R"( "o" : "0\u0066" })"),
            expected);
  EXPECT_EQ(written(expected), text);
  EXPECT_EQ(value_of<std::vector<octet>>(R"(["00" , "01","02"])"), (std::vector<octet>{{0}, {1}, {2}}));
  EXPECT_EQ((value_of<std::array<percent, 3>>("[1,2.0,3]")), (std::array<percent, 3>{{{1}, {2}, {3}}}));
  EXPECT_EQ(value_of<octet>(R"("7f")"), octet{0x7F});
  EXPECT_EQ(value_of<percent>("7"), percent{7});
}

TEST(Convert, TheHooksErrorIsAtTheValuesFirstByte) {
  EXPECT_EQ((check_read<all>(R"({"o":"0g"})")), (error{errc::invalid_text, 5}));
  EXPECT_EQ((check_read<all>(R"({"o":"000"})")), (error{errc::invalid_text, 5}));
  EXPECT_EQ((check_read<all>(R"({"maybe":"\u0030"})")), (error{errc::invalid_text, 9}));
  EXPECT_EQ((check_read<all>(R"({"p":101})")), (error{errc::number_out_of_range, 5}));
  EXPECT_EQ((check_read<all>(R"({"p":1010e-1})")), (error{errc::number_out_of_range, 5}));
  EXPECT_EQ((check_read<all>(R"({"i":{"low":5,"high":4}})")), (error{errc::no_alternative, 5}));
  EXPECT_EQ((check_read<all>(R"({"c":"0.1"})")), (error{errc::unknown_name, 5}));
  EXPECT_EQ((check_read<all>(R"({"o":"0f)", "\"}")), (error{errc::unexpected_end, 8}));
}

TEST(Convert, ErrorsOfTheOtherTypeComeFirst) {
  EXPECT_EQ((check_read<all>(R"({"o":1})")), (error{errc::wrong_type, 5}));
  EXPECT_EQ((check_read<all>(R"({"p":128})")), (error{errc::number_out_of_range, 5}));
  EXPECT_EQ((check_read<all>(R"({"p":"1"})")), (error{errc::wrong_type, 5}));
  EXPECT_EQ((check_read<all>(R"({"p":1.5})")), (error{errc::not_an_integer, 5}));
  EXPECT_EQ((check_read<all>(R"({"i":{"low":"x"}})")), (error{errc::wrong_type, 12}));
  EXPECT_EQ((check_read<all>(R"({"c":"0.01"})")), (error{errc::not_exact, 5}));
  constexpr hushring::read_options closed{.unknown = hushring::unknown::error};
  EXPECT_EQ((check_read<all, closed>(R"({"i":{"x":1}})")), (error{errc::unknown_member, 6}));
}

TEST(Convert, NullNeverGetsThere) {
  EXPECT_EQ(value_of<all>(R"({"o":null,"p": null ,"i":null,"maybe":null,"c":null})"), all{});
  EXPECT_EQ((check_read<all, hushring::strict>(R"({"o":null})")), (error{errc::null_value, 5}));
  EXPECT_EQ(value_of<std::vector<shape>>(R"([null,1,null])"), (std::vector<shape>{{""}, {"1"}, {""}}));
  EXPECT_EQ(value_of<std::optional<shape>>("null"), std::nullopt);
}

TEST(Convert, AnyValueMayBeConverted) {
  const std::string text = R"([{"a":[1]},"x",true])";
  const auto shapes = value_of<std::vector<shape>>(text);
  ASSERT_EQ(shapes.size(), 3u);
  EXPECT_EQ(shapes[0].text, R"({"a":[1]})");
  EXPECT_EQ(written(shapes), text);
  EXPECT_EQ((check_read<std::vector<shape>>("[1,0]")), (error{errc::not_exact, 3}));
  EXPECT_EQ((check_read<std::vector<shape>>("[1,01]")), (error{errc::invalid_number, 4}));
}

TEST(Convert, ViewsAreKeptOnlyWhereThatIsSaid) {
  static_assert(!holds_views<octet> && holds_views<name> && holds_views<std::vector<name>> && !holds_views<shape>);
  // without a reader, though the text has escapes
  EXPECT_EQ(read<octet>(R"("\u0030f")").value(), octet{0x0F});
  reader in;
  const std::string text = R"(["a\nb","c"])";
  const auto names = in.read<std::vector<name>>(text);
  ASSERT_TRUE(names);
  EXPECT_EQ((*names)[0].text, "a\nb");
  EXPECT_EQ((*names)[1].text.data(), text.data() + 9);
  EXPECT_EQ(written(*names), text);
}

TEST(Convert, ComesBeforeWhatATypeWouldOtherwiseBe) {
  EXPECT_EQ(value_of<tags>(R"("x")").at("x"), "x");
  EXPECT_EQ(written(value_of<tags>(R"("x")")), R"("x")");
}

TEST(Convert, KeysAndSchemas) {
  using map = std::map<octet, int>;
  EXPECT_EQ(value_of<map>(R"({"0f":1,"\u0030e":2})"), (map{{octet{0x0E}, 2}, {octet{0x0F}, 1}}));
  EXPECT_EQ(written(map{{octet{0x0E}, 2}}), R"({"0e":2})");
  EXPECT_EQ((check_read<map>(R"({"0x":1})")), (error{errc::invalid_text, 1}));
  EXPECT_EQ(hushring::schema<interval>().what(), hushring::type_schema::kind::object);
  EXPECT_EQ(hushring::schema<octet>().format(), "two hexadecimal digits");
}

}  // namespace
