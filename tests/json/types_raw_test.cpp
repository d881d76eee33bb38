// Values and numbers kept as text.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/raw_json.hpp>
#include <hushring/json/raw_number.hpp>

#include "types_checks.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::raw_json;
using hushring::raw_json_string;
using hushring::raw_number;
using hushring::raw_number_string;
using hushring::read;
using hushring::reader;
using hushring::testing::check_read;
using hushring::testing::written;

template <class Raw>
struct envelope {
  int id = 0;
  Raw data;
  int last = 0;
  friend bool operator==(const envelope&, const envelope&) = default;
};

TEST(RawJson, IsTheTextOfAnyValueAsItStands) {
  for (const std::string value :
       {"1", "-1.50e+3", "\"a\\u0041\\n\"", "true", "false", "null", "[]", "{}", "[1, 2 ,\n3]", "{\"a\":[{ }]}",
        "\"\xD0\x9F\"", "123456789012345678901234567890", "\"a string that is longer than thirty-two bytes\""}) {
    const std::string text = "{\"id\":1,\"data\":" + value + ",\"last\":2}";
    EXPECT_EQ(check_read<envelope<raw_json>>(text), error{}) << text;
    EXPECT_EQ(check_read<envelope<raw_json_string>>(text), error{}) << text;
    reader in;
    const auto viewed = in.read<envelope<raw_json>>(text);
    EXPECT_EQ(viewed->data.text(), value);
    EXPECT_EQ(viewed->last, 2);
    const auto owned = read<envelope<raw_json_string>>(text);
    EXPECT_EQ(owned->data.text(), value);
    EXPECT_EQ(written(*viewed), text);
    EXPECT_EQ(written(*owned), text);
    // in another order, with spaces, in arrays, and alone
    const std::string spaced = "{ \"last\" : 2 , \"data\" : " + value + " }";
    EXPECT_EQ(read<envelope<raw_json_string>>(spaced)->data.text(), value);
    const auto all = read<std::vector<raw_json_string>>("[" + value + " , " + value + "]");
    ASSERT_EQ(all->size(), 2u);
    EXPECT_EQ((*all)[1].text(), value);
    EXPECT_EQ(read<raw_json_string>(" " + value + "\n")->text(), value);
    EXPECT_EQ(check_read<raw_json>(value), error{});
  }
  EXPECT_EQ(check_read<std::vector<raw_json>>("[]"), error{});
}

TEST(RawJson, ViewsPointIntoTheCallersText) {
  const std::string text = R"({"data":12})";
  reader in;
  const auto e = in.read<envelope<raw_json>>(text);
  EXPECT_EQ(e->data.text().data(), text.data() + 8);
  const std::string number = "12";
  EXPECT_EQ(in.read<raw_json>(number)->text().data(), number.data());
  static_assert(hushring::holds_views<envelope<raw_json>> && !hushring::holds_views<envelope<raw_json_string>>);
}

TEST(RawJson, IsFullyValidated) {
  struct bad {
    std::string_view value;
    errc code;
    std::uint64_t offset;  // from the value's first byte
  };
  for (const bad b : {bad{"01", errc::invalid_number, 1},
                      {"[1,]", errc::unexpected_character, 3},
                      {"{\"a\" 1}", errc::unexpected_character, 5},
                      {"\"\\q\"", errc::invalid_escape, 2},
                      {"\"\xFF\"", errc::invalid_utf8, 1},
                      {"nul", errc::invalid_literal, 3},
                      {"[[\"\x01\"]]", errc::control_character, 3},
                      {"\"\\ud800\"", errc::invalid_surrogate, 1}}) {
    const std::string text = "{\"data\":" + std::string(b.value) + "}";
    EXPECT_EQ(check_read<envelope<raw_json>>(text, "}"), (error{b.code, 8 + b.offset})) << text;
    EXPECT_EQ(check_read<envelope<raw_json_string>>(text, "}"), (error{b.code, 8 + b.offset})) << text;
  }
  constexpr hushring::read_options shallow{.max_depth = 3};
  EXPECT_EQ((check_read<envelope<raw_json>, shallow>(R"({"data":[[1]]})")), error{});
  EXPECT_EQ((check_read<envelope<raw_json>, shallow>(R"({"data":[[[1]]]})")), (error{errc::depth_exceeded, 10}));
  EXPECT_EQ((check_read<envelope<raw_json>>(R"({"data":[1)", "]}")), (error{errc::unexpected_end, 10}));
}

TEST(RawJson, NullIsAValueAndMissingIsEmpty) {
  envelope<raw_json_string> e{.id = 0, .data = raw_json_string("[1]"), .last = 0};
  ASSERT_TRUE(hushring::read_into(R"({"data":null})", e));
  EXPECT_EQ(e.data.text(), "null");
  EXPECT_TRUE(e.data.is_null());
  ASSERT_TRUE((hushring::read_into<hushring::strict>(R"({"last":1,"data": null ,"id":3})", e)));
  EXPECT_EQ(e.data.text(), "null");
  ASSERT_TRUE(hushring::read_into("{}", e));
  EXPECT_TRUE(e.data.empty());
  EXPECT_EQ(written(e), R"({"id":0,"data":null,"last":0})");
}

TEST(RawJson, WhatIsWrittenIsValidated) {
  for (const std::string text :
       {" 1", "1 ", "1 2", "{", "[1,]", "\"a", "01", "\xEF\xBB\xBF" "1", "nul", "\"\xFF\"", ","}) {
    std::string out;
    EXPECT_EQ(hushring::write(raw_json_string(text), out).error().code, errc::invalid_text) << text;
    EXPECT_EQ(hushring::write(raw_json(text), out).error().code, errc::invalid_text) << text;
    EXPECT_EQ(out, "");
  }
  // to the byte, wherever it ends
  hushring::testing::for_each_placement(R"({"a":[1,"b"]})", "}", [](std::string_view text, bool, const std::string&) {
    EXPECT_EQ(written(raw_json(text)), text);
  });
  hushring::testing::for_each_placement("[1,2", "]", [](std::string_view text, bool, const std::string&) {
    std::string out;
    EXPECT_EQ(hushring::write(raw_json(text), out).error().code, errc::invalid_text);
  });
}

TEST(RawJson, IsWrittenInTheFormThatIsAskedFor) {
  const raw_json value(R"({"a<":["\\<&", "П"]})");
  std::string out;
  ASSERT_TRUE((hushring::write<hushring::write_options{.html_safe = true}>(value, out)));
  EXPECT_EQ(out, R"({"a\u003c":["\\\u003c\u0026", "П"]})");
  out.clear();
  ASSERT_TRUE((hushring::write<hushring::write_options{.ascii_only = true}>(value, out)));
  EXPECT_EQ(out, R"({"a<":["\\<&", "\u041f"]})");
  out.clear();
  ASSERT_TRUE((hushring::write<hushring::write_options{.pretty = true}>(value, out)));
  EXPECT_EQ(out, "{\n  \"a<\": [\n    \"\\\\<&\",\n    \"П\"\n  ]\n}");
}

TEST(RawJson, IsTheValueOfMaps) {
  const std::string text = R"({"a":[1],"b":null,"c":"x"})";
  const auto m = read<std::map<std::string, raw_json_string>>(text);
  ASSERT_TRUE(m);
  EXPECT_EQ(m->at("a").text(), "[1]");
  EXPECT_EQ(m->at("b").text(), "null");
  EXPECT_EQ(written(*m), text);
}

TEST(RawNumber, IsTheTextOfAnyNumber) {
  for (const std::string value : {"0", "-0", "123456789012345678901234567890", "1.50", "1e999", "-2.1E-7"}) {
    const std::string text = "{\"id\":1,\"data\":" + value + ",\"last\":2}";
    EXPECT_EQ(check_read<envelope<raw_number>>(text), error{}) << text;
    EXPECT_EQ(check_read<std::vector<raw_number>>('[' + value + " , " + value + ']'), error{}) << text;
    EXPECT_EQ(check_read<raw_number>(value, "5"), error{});
    const auto owned = read<envelope<raw_number_string>>(text);
    EXPECT_EQ(owned->data.text(), value);
    EXPECT_EQ(written(*owned), text);
  }
  EXPECT_EQ(check_read<envelope<raw_number>>(R"({"data":"1"})"), (error{errc::wrong_type, 8}));
  EXPECT_EQ(check_read<envelope<raw_number>>(R"({"data":[1]})"), (error{errc::wrong_type, 8}));
  EXPECT_EQ(check_read<envelope<raw_number>>(R"({"data":true})"), (error{errc::wrong_type, 8}));
  EXPECT_EQ(check_read<envelope<raw_number>>(R"({"data":01})"), (error{errc::invalid_number, 9}));
  EXPECT_EQ(check_read<envelope<raw_number>>(R"({"data":1.})"), (error{errc::invalid_number, 10}));
  EXPECT_EQ(check_read<envelope<raw_number>>(R"({"data":1)", "2}"), (error{errc::unexpected_end, 9}));
  EXPECT_EQ(check_read<envelope<raw_number>>(R"({"data":null})"), error{});
  EXPECT_EQ((check_read<envelope<raw_number>, hushring::strict>(R"({"data":null})")), (error{errc::null_value, 8}));
  EXPECT_EQ(written(raw_number()), "null");
  for (const std::string_view text : {"01", "1 ", "x", "1.", "\"1\"", "[]"}) {
    std::string out;
    EXPECT_EQ(hushring::write(raw_number(text), out).error().code, errc::invalid_number) << text;
  }
}

}  // namespace
