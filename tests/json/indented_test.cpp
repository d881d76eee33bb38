// Indented text is read faster where its lines look like those before; what comes out is always the same.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/read.hpp>

#include "support/placements.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::read;
using hushring::testing::read_everywhere;

struct inner {
  std::string city;
  std::optional<int> zip;
  bool a_key_that_is_longer_than_three_words = false;
  friend bool operator==(const inner&, const inner&) = default;
};
struct outer {
  std::int64_t id = 0;
  bool active = false;
  double balance = 0;
  inner address;
  std::vector<std::string> tags;
  std::vector<std::vector<int>> rows;
  std::array<float, 2> pair{};
  std::vector<inner> places;
  friend bool operator==(const outer&, const outer&) = default;
};

std::vector<outer> make_value() {
  std::vector<outer> v(3);
  const auto set = [](inner& to, const char* city, std::optional<int> zip, bool flag) {
    to.city = city;
    to.zip = zip;
    to.a_key_that_is_longer_than_three_words = flag;
  };
  v[0].id = 1;
  v[0].active = true;
  v[0].balance = 1.5;
  set(v[0].address, "Łódź", 12, true);
  v[0].tags = {"a", "b\n"};
  v[0].rows = {{1, -2}, {}, {3}};
  v[0].pair = {0.5F, 2};
  v[0].places.resize(2);
  set(v[0].places[0], "x", {}, false);
  set(v[0].places[1], "y", 7, true);
  v[1].id = 2;
  v[1].balance = -0.25;
  v[1].rows = {{0}};
  v[1].pair = {1, 1};
  v[2].id = 3;
  v[2].active = true;
  v[2].balance = 12345678.875;
  set(v[2].address, "end", 0, false);
  v[2].tags = {"{[\"],}"};
  v[2].pair = {-1, 4};
  v[2].places.resize(1);
  set(v[2].places[0], "z", 1, false);
  return v;
}
const std::vector<outer> value = make_value();
// members in declaration order, others, unknown ones, and null
constexpr std::string_view compact =
    R"([{"id":1,"active":true,"balance":1.5,"address":{"city":"Łódź","zip":12,)"
    R"("a_key_that_is_longer_than_three_words":true},"tags":["a","b\n"],"rows":[[1,-2],[],[3]],"pair":[0.5,2],)"
    R"("places":[{"city":"x"},{"city":"y","zip":7,"a_key_that_is_longer_than_three_words":true}]},)"
    R"({"active":false,"id":2,"unknown":{"a":[1,{}],"b":[[]]},"balance":-0.25,"address":{"zip":null,"city":""},)"
    R"("tags":[],"rows":[[0]],"pair":[1,1],"places":[]},)"
    R"({"id":3,"active":true,"balance":12345678.875,"address":{"city":"end","zip":0},"tags":["{[\"],}"],"pair":[-1,4],)"
    R"("places":[{"zip":1,"city":"z","unknown":null}],"rows":null}])";

struct style {
  std::string newline = "\n";
  std::string unit = "    ";
  std::string colon = ": ";
  int start = 0;                   // levels that the outermost line stands at
  std::mt19937* random = nullptr;  // where given, some lines are indented otherwise
};

std::string indented(std::string_view text, const style& s) {
  std::string out;
  int level = s.start;
  const auto line = [&] {
    out += s.newline;
    int wanted = level;
    if (s.random != nullptr && (*s.random)() % 8 == 0) wanted = static_cast<int>((*s.random)() % 9);
    for (int i = 0; i < wanted; ++i) out += s.unit;
    if (s.random != nullptr && (*s.random)() % 8 == 0) out += " \n\t \r\n"[(*s.random)() % 6];
  };
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      out += c;
      if (c == '\\') out += text[++i];
      else in_string = c != '"';
    } else if (c == '"') {
      out += c;
      in_string = true;
    } else if (c == '{' || c == '[') {
      out += c;
      if (text[i + 1] == c + 2) {
        out += text[++i];
      } else {
        ++level;
        line();
      }
    } else if (c == '}' || c == ']') {
      --level;
      line();
      out += c;
    } else if (c == ',') {
      out += c;
      line();
    } else if (c == ':') {
      out += s.colon;
    } else {
      out += c;
    }
  }
  return out;
}

TEST(Indented, EveryStyleOfIndentationGivesTheSameValue) {
  ASSERT_EQ(*read<std::vector<outer>>(compact), value);
  std::vector<style> styles;
  for (const char* unit : {"", " ", "  ", "   ", "    ", "        ", "\t", "     "})
    for (const char* newline : {"\n", "\r\n", "\n\n"})
      for (const char* colon : {":", ": ", " : ", ":  "})
        for (const int start : {0, 1, 3}) styles.push_back({newline, unit, colon, start});
  for (const style& s : styles) {
    const std::string text = indented(compact, s);
    const auto v = read<std::vector<outer>>(text);
    ASSERT_TRUE(v) << text;
    EXPECT_EQ(*v, value) << text;
  }
  EXPECT_EQ((read_everywhere<std::vector<outer>>(indented(compact, {}), "    }")), error{});
  EXPECT_EQ((read_everywhere<std::vector<outer>>(indented(compact, {.unit = "\t"}), "\t}")), error{});
}

TEST(Indented, LinesThatAreIndentedUnlikeTheOthersGiveTheSameValue) {
  std::mt19937 random(3);
  for (int i = 0; i < 3000; ++i) {
    style s{.random = &random};
    s.unit.assign(random() % 6, ' ');
    const std::string text = indented(compact, s);
    const auto v = read<std::vector<outer>>(text);
    ASSERT_TRUE(v) << text;
    ASSERT_EQ(*v, value) << text;
  }
}

/// The member-by-member reader of errors is another implementation: what one refuses, the other has to find wrong.
TEST(Indented, AChangedCharacterIsRefusedWithAnErrorOrGivesTheValueOfTheCompactText) {
  std::mt19937 random(4);
  const std::string good = indented(compact, {});
  constexpr std::string_view others = "\"{}[],: \n\ta1-.\\";
  for (int i = 0; i < 20000; ++i) {
    std::string text = good;
    const std::size_t at = random() % text.size();
    if (i % 3 == 0) text.erase(at, 1);
    else if (i % 3 == 1) text.insert(at, 1, others[random() % others.size()]);
    else text[at] = others[random() % others.size()];
    // the same without the white space between tokens, but where it divides what would be one token
    constexpr std::string_view space = " \n\t", structure = "{}[],:\" ";
    std::string squeezed;
    bool in_string = false;
    for (std::size_t k = 0; k < text.size(); ++k) {
      if (in_string || space.find(text[k]) == std::string_view::npos) {
        squeezed += text[k];
        if (in_string && text[k] == '\\' && k + 1 < text.size()) squeezed += text[++k];
        else in_string ^= text[k] == '"';
      } else if (const std::size_t next = text.find_first_not_of(space, k);
                 next != std::string::npos && !squeezed.empty() &&
                 structure.find(squeezed.back()) == std::string_view::npos &&
                 structure.find(text[next]) == std::string_view::npos) {
        squeezed += ' ';
      }
    }
    const auto v = read<std::vector<outer>>(text);
    const auto w = read<std::vector<outer>>(squeezed);
    ASSERT_EQ(v.has_value(), w.has_value()) << text;
    ASSERT_EQ(v.error().code, w.error().code) << text;
    if (v) {
      ASSERT_EQ(*v, *w) << text;
    }
  }
}

TEST(Indented, ATextThatEndsWithinALineIsRefusedAtItsEnd) {
  const std::string good = indented(compact, {});
  for (std::size_t n = good.size() - 1; n > good.size() - 400; --n) {
    const auto v = read<std::vector<outer>>(std::string_view(good).substr(0, n));
    ASSERT_FALSE(v) << n;
    ASSERT_EQ(v.error().code, errc::unexpected_end) << n;
    if (n % 29 == 0) {
      EXPECT_EQ((read_everywhere<std::vector<outer>>(good.substr(0, n), good.substr(n))).code, errc::unexpected_end);
    }
  }
}

}  // namespace
