// The fault cases of data/cases/cases.jsonl for writing: faults that other libraries had.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <hushring/json/character.hpp>
#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

#include "support/guarded_text.hpp"
#include "support/reference_json.hpp"
#include "support/test_data.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::write;

using testcase = std::map<std::string, std::string>;

std::string bytes_of(const testcase& c) {
  const std::string& hex = c.at("input_hex");
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

/// Writes into a string, and into room for the bound that ends with its page.
template <class T>
std::optional<std::string> written(const T& value) {
  static const hushring::testing::guarded_text guarded;
  std::string text;
  const auto n = write(value, text);
  const std::size_t room = hushring::size_bound(value);
  const auto m = write(value, std::span<char>(guarded.end() - room, room));
  EXPECT_EQ(m.has_value(), n.has_value());
  if (!n) return std::nullopt;
  EXPECT_EQ(std::string_view(guarded.end() - room, *m), text);
  return text;
}

/// Without sign, point, exponent, and zeros at either end.
std::string digits_of(std::string_view number) {
  std::string digits;
  for (const char c : number.substr(0, number.find('e')))
    if (c >= (digits.empty() ? '1' : '0') && c <= '9') digits += c;
  while (digits.ends_with('0')) digits.pop_back();
  return digits;
}

template <class T>
void expect_number(const testcase& c, T value) {
  const auto text = written(value);
  ASSERT_EQ(text.has_value(), c.at("expect") == "value");
  if (!text) return;
  // where the point is, and how exponents are spelt, is free
  EXPECT_EQ(digits_of(*text), digits_of(c.at("value"))) << *text;
  const auto back = hushring::read<T>(*text);
  ASSERT_TRUE(back) << *text;
  EXPECT_TRUE(*back == value && std::signbit(*back) == std::signbit(value)) << *text;
}

void expect_text(const testcase& c, const std::optional<std::string>& text) {
  EXPECT_EQ(text.has_value(), c.at("expect") == "value");
  if (text) {
    EXPECT_EQ(*text, c.at("value"));
  }
}

struct bounds {
  std::string kind = "x";
  std::optional<double> min, max;
};
struct a_b {
  std::optional<int> a;
  int b = 2;
};
struct a_and_list {
  int a = 1;
  std::vector<int> b{1, 2, 3};
};

const std::map<std::string, std::function<void(const testcase&)>> writings{
    {"write:double", [](const testcase& c) { expect_number(c, std::strtod(c.at("input").c_str(), nullptr)); }},
    {"write:float", [](const testcase& c) { expect_number(c, std::strtof(c.at("input").c_str(), nullptr)); }},
    {"write:string", [](const testcase& c) { expect_text(c, written(bytes_of(c))); }},
    {"write:map<string,int>",
     [](const testcase& c) { expect_text(c, written(std::map<std::string, int>{{bytes_of(c), 1}})); }},
    {"write:tuple<uint64,int8,char8>",
     [](const testcase& c) { expect_text(c, written(std::tuple<std::uint64_t, std::int8_t, char>{~0ull, -128, 'A'})); }},
    {"write:struct{kind:string,min:optional<double>,max:optional<double>} kind=x",
     [](const testcase& c) { expect_text(c, written(bounds{})); }},
    {"write:struct{a:optional<int>,b:int} b=2", [](const testcase& c) { expect_text(c, written(a_b{})); }},
    {"write:int into span of 0",
     [](const testcase&) { EXPECT_EQ(write(7, std::span<char>()).error(), (error{errc::buffer_too_small, 1})); }},
    {"write:string of 8 control bytes into span of 49",
     [](const testcase& c) {
       std::vector<char> room(49);
       EXPECT_EQ(write(bytes_of(c), std::span<char>(room)).error(), (error{errc::buffer_too_small, 50}));
     }},
    {"write:struct{a:int=1,b:vector<int>={1,2,3}} into span<char,N>",
     [](const testcase& c) {
       const hushring::testing::guarded_text guarded;
       for (std::size_t room = 0; room <= 25; ++room) {
         const auto n = write(a_and_list{}, std::span<char>(guarded.end() - room, room));
         ASSERT_EQ(n.has_value(), room >= c.at("value").size()) << room;
         if (n) {
           EXPECT_EQ(std::string_view(guarded.end() - room, *n), c.at("value"));
         }
       }
     }},
};

TEST(WriteCases, WriteAsTheirTargetsSay) {
  const auto path = hushring::testing::data_path("cases/cases.jsonl");
  HUSHRING_NEEDS_DATA(path);
  std::istringstream lines(hushring::testing::file_content(path));
  int ran = 0;
  for (std::string line; std::getline(lines, line);) {
    const testcase c = hushring::testing::string_members(line);
    const std::string& target = c.at("target");
    // into a ring: tests/ipc/publish_test.cpp
    if (!target.starts_with("write") || target == "write into ring slot, record too long") continue;
    const auto found = writings.find(target);
    ASSERT_NE(found, writings.end()) << line;
    SCOPED_TRACE(line);
    found->second(c);
    ++ran;
  }
  EXPECT_EQ(ran, 33);
}

}  // namespace
