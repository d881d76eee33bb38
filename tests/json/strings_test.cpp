// Strings of every length, with every special character at every position; escapes; views.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/read.hpp>

#include "support/placements.hpp"

namespace {

using namespace std::literals;
using hushring::errc;
using hushring::error;
using hushring::read;
using hushring::reader;
using hushring::testing::read_everywhere;

struct owned {
  std::string s = "default";
  friend bool operator==(const owned&, const owned&) = default;
};
struct viewed {
  std::string_view s;
  friend bool operator==(const viewed&, const viewed&) = default;
};

constexpr std::size_t longest = 130;
constexpr std::string_view letters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ012"
    "3456789-_xyz";
static_assert(letters.size() >= longest);

std::string quote(std::string_view s) { return "\"" + std::string(s) + "\""; }
std::string member(std::string_view s) { return "{\"s\":\"" + std::string(s) + "\"}"; }

/// The member's value read as an owned string, as a view and as an element; all must agree.
void expect_reads_as(const std::string& spelling, std::string_view value) {
  const std::string text = member(spelling);
  const auto a = read<owned>(text);
  ASSERT_TRUE(a) << text;
  EXPECT_EQ(a->s, value) << text;
  reader in;
  const auto b = in.read<viewed>(text);
  ASSERT_TRUE(b) << text;
  EXPECT_EQ(b->s, value) << text;
  const std::string list = "[" + quote(spelling) + "," + quote(spelling) + " , \"end\"]";
  const auto c = read<std::vector<std::string>>(list);
  ASSERT_TRUE(c) << list;
  EXPECT_EQ(*c, (std::vector<std::string>{std::string(value), std::string(value), "end"})) << list;
  const std::string skipped = "{\"other\":" + quote(spelling) + ",\"s\":\"end\"}";
  const auto d = read<owned>(skipped);
  ASSERT_TRUE(d) << skipped;
  EXPECT_EQ(d->s, "end") << skipped;
}

void expect_refused(const std::string& spelling, errc code, std::uint64_t at) {
  const error member_error{code, 6 + at};
  const std::string text = member(spelling);
  EXPECT_EQ(read<owned>(text).error(), member_error) << text;
  reader in;
  EXPECT_EQ(in.read<viewed>(text).error(), member_error) << text;
  EXPECT_EQ(read<std::vector<std::string>>("[\"1\"," + quote(spelling) + "]").error(), (error{code, 6 + at}))
      << spelling;
  EXPECT_EQ(read<owned>("{\"skip\":" + quote(spelling) + "}").error(), (error{code, 9 + at})) << spelling;
  EXPECT_EQ(read<owned>("{" + quote(spelling) + ":1}").error(), (error{code, 2 + at})) << spelling;
}

TEST(Strings, EveryLengthIsReadWhole) {
  for (std::size_t n = 0; n <= longest; ++n) {
    const std::string s(letters.substr(0, n));
    expect_reads_as(s, s);
    EXPECT_EQ((read_everywhere<owned>(member(s), "x\"}")), error{}) << n;
    EXPECT_EQ((read_everywhere<viewed>(member(s), "x\"}")), error{}) << n;
  }
}

TEST(Strings, AnEscapeAtEveryPositionOfEveryLengthIsDecoded) {
  for (std::size_t n = 0; n <= longest; ++n) {
    // every position up to 70, and around the end
    for (std::size_t at = 0; at <= n; at = at == 70 && n > 75 ? n - 2 : at + 1) {
      const std::string before(letters.substr(0, at));
      const std::string after(letters.substr(at, n - at));
      expect_reads_as(before + "\\\"" + after, before + "\"" + after);
      expect_reads_as(before + "\\\\" + after, before + "\\" + after);
      if (at % 5 == 0) expect_reads_as(before + "\\u20aC" + after, before + "\u20ac" + after);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(Strings, AControlCharacterAtEveryPositionIsRefusedThere) {
  for (std::size_t n = 0; n <= longest; n += n < 70 ? 1 : 7) {
    for (std::size_t at = 0; at <= n; ++at) {
      const std::string before(letters.substr(0, at));
      const std::string after(letters.substr(at, n - at));
      const char control = static_cast<char>((n + at) % 32);
      expect_refused(before + control + after, errc::control_character, at);
    }
  }
  for (char c = 0; c < 32; ++c) expect_refused("ab"s + c, errc::control_character, 2);
}

TEST(Strings, DeleteAndEveryOtherAsciiCharacterAreRead) {
  std::string all;
  for (char c = 0x20; c < 0x7F; ++c)
    if (c != '"' && c != '\\') all += c;
  all += '\x7F';
  expect_reads_as(all, all);
}

TEST(Strings, EveryEscapeHasItsMeaning) {
  expect_reads_as(R"(\"\\\/\b\f\n\r\t)", "\"\\/\b\f\n\r\t");
  expect_reads_as(R"(\u0041\u00e9\u00E9\u20ac\uffff\uFFFE)", "A\u00e9\u00e9\u20ac\uffff\ufffe");
  expect_reads_as(R"(\ud83e\udd80 \uD834\uDD1E \udbff\udfff \ud800\udc00)",
                  "\U0001f980 \U0001d11e \U0010ffff \U00010000");
  expect_reads_as(R"(a\u0000b)", "a\0b"sv);
  expect_reads_as(R"(\u0000)", "\0"sv);
  expect_reads_as(R"(\u007f\u0080\u07ff\u0800\ud7ff\ue000)", "\x7f\u0080\u07ff\u0800\ud7ff\ue000");
  expect_reads_as(R"(\\u0041)", R"(\u0041)");
  expect_reads_as(R"(\\\\\\\")", R"(\\\")");
  std::string spelling;
  std::string value;
  for (int i = 0; i < 500; ++i) {
    spelling += "\\n";
    value += '\n';
  }
  expect_reads_as(spelling, value);
}

TEST(Strings, IllegalEscapesAreRefusedAtTheOffendingByte) {
  for (std::size_t at = 0; at < 70; ++at) {
    const std::string before(letters.substr(0, at));
    expect_refused(before + "\\q", errc::invalid_escape, at + 1);
    expect_refused(before + "\\u12G4", errc::invalid_escape, at + 4);
    expect_refused(before + "\\ud83e", errc::invalid_surrogate, at);
    expect_refused(before + "\\udd80x", errc::invalid_surrogate, at);
  }
  expect_refused("\\U0041", errc::invalid_escape, 1);
  expect_refused("\\'", errc::invalid_escape, 1);
  expect_refused("\\x41", errc::invalid_escape, 1);
  expect_refused("\\0", errc::invalid_escape, 1);
  expect_refused("\\\n", errc::invalid_escape, 1);
  expect_refused("\\\0"s, errc::invalid_escape, 1);
  expect_refused("\\u", errc::invalid_escape, 2);
  expect_refused("\\u 041", errc::invalid_escape, 2);
  expect_refused("\\u+041", errc::invalid_escape, 2);
  expect_refused("\\u004", errc::invalid_escape, 5);
  expect_refused("\\ud83e\\ud83e", errc::invalid_surrogate, 0);
  expect_refused("\\ud83e\\u0041", errc::invalid_surrogate, 0);
  expect_refused("\\ud83e\\n", errc::invalid_surrogate, 0);
  expect_refused("\\ud83e\\u12x4", errc::invalid_escape, 10);
  expect_refused("\\udd80\\ud83e", errc::invalid_surrogate, 0);
}

TEST(Strings, AnUnfinishedStringEndsWithTheText) {
  for (std::size_t n = 0; n <= longest; ++n) {
    const std::string text = "{\"s\":\"" + std::string(letters.substr(0, n));
    EXPECT_EQ((read_everywhere<owned>(text, "x\"}")), (error{errc::unexpected_end, n + 6}));
    EXPECT_EQ((read_everywhere<viewed>(text, "\"}")), (error{errc::unexpected_end, n + 6}));
  }
  for (const std::string_view cut : {"\\"sv, "\\u"sv, "\\u0"sv, "\\u00"sv, "\\u004"sv, "\\ud83e"sv, "\\ud83e\\"sv,
                                     "\\ud83e\\u"sv, "\\ud83e\\udd8"sv}) {
    const std::string text = "{\"s\":\"" + std::string(cut);
    EXPECT_EQ((read_everywhere<owned>(text, "0\"}")), (error{errc::unexpected_end, cut.size() + 6})) << cut;
    EXPECT_EQ((read_everywhere<viewed>(text, "\"\"}")), (error{errc::unexpected_end, cut.size() + 6})) << cut;
  }
}

TEST(Strings, ViewsPointIntoTheTextUnlessTheyHadEscapes) {
  struct three {
    std::string_view a, b, c;
  };
  const std::string text = R"({"a":"plain","b":"esc\u0061ped","c":")" + std::string(200, 'c') + R"("})";
  reader in;
  const auto v = in.read<three>(text);
  ASSERT_TRUE(v);
  EXPECT_EQ(v->a.data(), text.data() + 6);
  EXPECT_EQ(v->b, "escaped");
  EXPECT_TRUE(v->b.data() < text.data() || v->b.data() >= text.data() + text.size());
  EXPECT_EQ(v->c.data(), text.data() + text.size() - 202);
  EXPECT_EQ(v->c.size(), 200u);
}

TEST(Strings, ManyEscapedViewsOfOneTextStayApart) {
  std::string text = "[";
  for (int i = 0; i < 3000; ++i) text += (i ? ",\"\\t" : "\"\\t") + std::to_string(i) + "\"";
  text += "]";
  reader in;
  for (int round = 0; round < 3; ++round) {
    const auto v = in.read<std::vector<std::string_view>>(text);
    ASSERT_TRUE(v);
    ASSERT_EQ(v->size(), 3000u);
    for (std::size_t i = 0; i < 3000; ++i) ASSERT_EQ((*v)[i], "\t" + std::to_string(i));
  }
}

}  // namespace
