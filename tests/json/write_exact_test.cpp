// Whatever the value and the options: text that fits exactly is written, one byte less says how many it needs, no byte
// outside the room changes, and the bounds hold.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <hushring/json/decimal.hpp>
#include <hushring/json/dynamic_decimal.hpp>
#include <hushring/json/fixed_string.hpp>
#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

#include "support/guarded_text.hpp"

namespace {

using namespace std::literals;
using hushring::errc;
using hushring::error;
using hushring::quoted;
using hushring::size_bound;
using hushring::write;
using hushring::write_options;

/// Writes to every size of room from none to more than enough: between canaries, and before an unmapped page.
template <write_options O = write_options{}, class T>
void expect_exact(const T& value, std::string_view text) {
  std::string whole = "kept";
  const auto size = write<O>(value, whole);
  ASSERT_TRUE(size) << text;
  ASSERT_EQ(whole, "kept" + std::string(text));
  ASSERT_EQ(*size, text.size());
  ASSERT_GE(size_bound<O>(value), text.size());
  const std::size_t most = std::max(size_bound<O>(value), text.size()) + 3;
  static const hushring::testing::guarded_text guarded;
  for (std::size_t room = 0; room <= most; ++room) {
    std::vector<char> memory(room + 64, '\x5A');
    for (const std::span<char> out : {std::span<char>(memory).first(room), std::span<char>(guarded.end() - room, room)}) {
      const auto n = write<O>(value, out);
      if (room < text.size()) {
        ASSERT_EQ(n.error(), (error{errc::buffer_too_small, text.size()})) << room << ": " << text;
      } else {
        ASSERT_TRUE(n) << room << ": " << text;
        ASSERT_EQ(std::string_view(out.data(), *n), text) << room;
      }
    }
    for (std::size_t i = room; i < memory.size(); ++i) ASSERT_EQ(memory[i], '\x5A') << room << ": " << text;
  }
}

struct leaf {
  std::int8_t v = 0;
};
struct scalars {
  bool yes = true;
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  double d = -2.2250738585072014e-308;
  float f = 0.1F;
  quoted<double> q = 1e-9;
};
struct optionals {
  std::optional<int> a;
  int b = 2;
  std::optional<std::string> c;
  std::unique_ptr<leaf> d;
};
struct nested {
  std::vector<std::vector<int>> numbers;
  std::array<leaf, 2> pair{};
  std::map<std::string, leaf> named;
  std::tuple<int, std::string, std::optional<double>> mixed;
};

nested some_nested() { return {{{1}, {}, {2, 3}}, {{{4}, {-5}}}, {{"a\n", {6}}, {"b", {7}}}, {8, "\"", {}}}; }
constexpr std::string_view nested_text =
    R"({"numbers":[[1],[],[2,3]],"pair":[{"v":4},{"v":-5}],"named":{"a\n":{"v":6},"b":{"v":7}},"mixed":[8,"\""]})";

TEST(WriteExact, Scalars) {
  expect_exact(true, "true");
  expect_exact(false, "false");
  expect_exact(7, "7");
  expect_exact(std::numeric_limits<std::int64_t>::min(), "-9223372036854775808");
  expect_exact(-1.5, "-1.5");
  expect_exact(5e-324, "5e-324");
  expect_exact(3.4028235e38F, "3.4028235e38");
  expect_exact(quoted<double>(-0.25), R"("-0.25")");
  expect_exact(std::optional<int>{}, "null");
  expect_exact(std::make_unique<int>(3), "3");
  expect_exact(scalars{}, R"({"yes":true,"least":-9223372036854775808,"most":18446744073709551615,)"
                          R"("d":-2.2250738585072014e-308,"f":0.1,"q":"1e-9"})");
}

TEST(WriteExact, StringsOfEveryKind) {
  expect_exact(""s, R"("")");
  expect_exact(std::string_view{}, R"("")");
  expect_exact("a"sv, R"("a")");
  expect_exact("\1\1\1\1\1\1\1\1"s, R"("\u0001\u0001\u0001\u0001\u0001\u0001\u0001\u0001")");
  expect_exact(std::string(40, 'x') + "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\xA6\x80" + std::string(40, 'y'),
               "\"" + std::string(40, 'x') + "\\\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\xA6\x80" + std::string(40, 'y') + "\"");
  expect_exact(hushring::fixed_string<8>("abc\t"), R"("abc\t")");
}

TEST(WriteExact, Structs) {
  expect_exact(leaf{-7}, R"({"v":-7})");
  expect_exact(optionals{}, R"({"b":2})");
  expect_exact(optionals{1, 2, "x\\", std::make_unique<leaf>()}, R"({"a":1,"b":2,"c":"x\\","d":{"v":0}})");
  expect_exact<write_options{.absent = hushring::absent::null}>(optionals{}, R"({"a":null,"b":2,"c":null,"d":null})");
  expect_exact(some_nested(), nested_text);
}

TEST(WriteExact, Containers) {
  expect_exact(std::vector<int>{}, "[]");
  expect_exact(std::vector<int>{1, 22, 333}, "[1,22,333]");
  expect_exact(std::vector<leaf>{{1}, {2}, {3}}, R"([{"v":1},{"v":2},{"v":3}])");
  expect_exact(std::vector<bool>{true, false}, "[true,false]");
  expect_exact(std::vector<std::optional<double>>{{}, 0.5}, "[null,0.5]");
  expect_exact(std::deque<std::string>{"a", "b"}, R"(["a","b"])");
  expect_exact(std::list<leaf>{{1}, {2}}, R"([{"v":1},{"v":2}])");
  expect_exact(std::set<int>{3, 1, 2}, "[1,2,3]");
  expect_exact(std::map<std::string, std::vector<int>>{{"", {}}, {"k", {1}}}, R"({"":[],"k":[1]})");
  expect_exact(std::unordered_map<int, bool>{{-5, true}}, R"({"-5":true})");
  expect_exact(std::pair{1, "b"s}, R"([1,"b"])");
  expect_exact(std::tuple{true, -0.0, std::optional<int>{4}}, "[true,-0,4]");
  const std::array<leaf, 3> leaves{{{1}, {2}, {3}}};
  expect_exact(leaves, R"([{"v":1},{"v":2},{"v":3}])");
  expect_exact(std::span<const leaf>(leaves), R"([{"v":1},{"v":2},{"v":3}])");
}

TEST(WriteExact, Decimals) {
  expect_exact(hushring::decimal<8>::from_mantissa(-123456789), R"("-1.23456789")");
  expect_exact(hushring::decimal<2, hushring::number_form::plain>::from_mantissa(150), "1.5");
  expect_exact(hushring::dynamic_decimal(150, -2), R"("1.50")");
}

TEST(WriteExact, WithEveryOption) {
  constexpr write_options ascii{.ascii_only = true};
  constexpr write_options html{.html_safe = true};
  constexpr write_options replace{.invalid_utf8 = hushring::invalid_utf8::replace};
  expect_exact<ascii>("\xC3\xA9\xF0\x9F\xA6\x80"s, R"("\u00e9\ud83e\udd80")");
  expect_exact<html>("<a&b>\xE2\x80\xA8"s, R"("\u003ca\u0026b\u003e\u2028")");
  expect_exact<replace>(std::string(70, 'x') + "\xFF", "\"" + std::string(70, 'x') + "\xEF\xBF\xBD\"");
  expect_exact<write_options{.keep_point = true}>(std::vector<double>{10, -0.0, 1.5, 1e21}, "[10.0,-0.0,1.5,1e21]");
  expect_exact<write_options{.decimals = 2}>(std::vector<double>{10, -0.005, 1.005}, "[10.00,-0.01,1.00]");
  expect_exact<write_options{.pretty = true}>(optionals{1, 2, {}, {}}, "{\n  \"a\": 1,\n  \"b\": 2\n}");
  expect_exact<write_options{.html_safe = true, .ascii_only = true}>(some_nested(), nested_text);
}

TEST(WriteExact, TheLargestSizeOfATypeIsKnownAtCompileTime) {
  struct quote {
    std::uint32_t id = std::numeric_limits<std::uint32_t>::max();
    double bid = -2.2250738585072014e-308;
    std::array<quoted<float>, 2> levels{-1.1754944e-38F, -1.1754944e-38F};
    std::optional<bool> open = false;
    hushring::fixed_string<3> venue = "\1\1\1";
  };
  std::array<char, size_bound<quote>()> buffer;
  const auto n = write(quote{}, buffer);
  ASSERT_TRUE(n);
  EXPECT_EQ(std::string(buffer.data(), *n),
            R"({"id":4294967295,"bid":-2.2250738585072014e-308,"levels":["-1.1754944e-38","-1.1754944e-38"],)"
            R"("open":false,"venue":"\u0001\u0001\u0001"})");
  static_assert(size_bound<bool>() == 5 + 32);  // the fast writer stores whole words
  static_assert(size_bound<std::array<std::uint8_t, 4>>() == 4 * 4 + 2 + 32);
}

}  // namespace
