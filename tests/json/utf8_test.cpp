// Invalid UTF-8 is refused wherever it stands: in bound strings, views, skipped values, keys.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

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
  std::string s;
  friend bool operator==(const owned&, const owned&) = default;
};
struct viewed {
  std::string_view s;
  friend bool operator==(const viewed&, const viewed&) = default;
};

constexpr std::string_view padding =
    "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";

constexpr std::string_view valid[] = {
    "\xC2\x80"sv,         "\xC3\xA9"sv,         "\xDF\xBF"sv,
    "\xE0\xA0\x80"sv,     "\xE2\x82\xAC"sv,     "\xED\x9F\xBF"sv,
    "\xEE\x80\x80"sv,     "\xEF\xBB\xBF"sv,     "\xEF\xBF\xBF"sv,
    "\xF0\x90\x80\x80"sv, "\xF0\x9F\xA6\x80"sv, "\xF3\xBF\xBF\xBF"sv,
    "\xF4\x8F\xBF\xBF"sv, "\xD0\x9F\xD1\x80"sv, "\xE2\x82\xAC\xC3\xA9\xF0\x9F\xA6\x80"sv,
};
constexpr std::string_view invalid[] = {
    "\x80"sv,
    "\xBF"sv,
    "\xC0\x80"sv,
    "\xC1\xBF"sv,
    "\xC2"sv,
    "\xC2\x7F"sv,
    "\xC2\xC0"sv,
    "\xE0\x9F\xBF"sv,
    "\xE0\x80\x80"sv,
    "\xE1\x80"sv,
    "\xE1\x80\x7F"sv,
    "\xE2\x28\xA1"sv,
    "\xED\xA0\x80"sv,
    "\xED\xBF\xBF"sv,
    "\xF0\x8F\xBF\xBF"sv,
    "\xF0\x90\x80"sv,
    "\xF0\x90\x28\xBC"sv,
    "\xF0\x28\x8C\xBC"sv,
    "\xF4\x90\x80\x80"sv,
    "\xF5\x80\x80\x80"sv,
    "\xF8\x88\x80\x80\x80"sv,
    "\xFC\x84\x80\x80\x80\x80"sv,
    "\xFE"sv,
    "\xFF"sv,
    "\xF0\x9F\xA6"sv,
    "\xE2\x82"sv,
    "\xED\xA0\xBD\xED\xB8\x80"sv,
};

std::string member(std::string_view s) { return "{\"s\":\"" + std::string(s) + "\"}"; }

TEST(Utf8, ValidSequencesAtEveryPositionAreKept) {
  for (const std::string_view sequence : valid)
    for (std::size_t at = 0; at <= 70; ++at) {
      const std::string value =
          std::string(padding.substr(0, at)) + std::string(sequence) + std::string(padding.substr(0, at % 19));
      const std::string text = member(value);
      EXPECT_EQ(read<owned>(text)->s, value) << at;
      reader in;
      const auto v = in.read<viewed>(text);
      ASSERT_TRUE(v);
      EXPECT_EQ(v->s, value) << at;
      EXPECT_EQ(v->s.data(), text.data() + 6) << at;
      // beside an escape, which takes the decoding path
      EXPECT_EQ(read<owned>(member(value + "\\n" + value))->s, value + "\n" + value) << at;
      // in what is skipped
      EXPECT_TRUE(read<owned>("{\"x\":[\"" + value + "\"],\"" + value + "\":1}")) << at;
    }
}

TEST(Utf8, InvalidSequencesAtEveryPositionAreRefusedAtTheirFirstByte) {
  for (const std::string_view sequence : invalid)
    for (std::size_t at = 0; at <= 70; ++at) {
      const std::string value =
          std::string(padding.substr(0, at)) + std::string(sequence) + std::string(padding.substr(0, at % 19));
      const std::string text = member(value);
      EXPECT_EQ(read<owned>(text).error(), (error{errc::invalid_utf8, 6 + at})) << at;
      reader in;
      EXPECT_EQ(in.read<viewed>(text).error(), (error{errc::invalid_utf8, 6 + at})) << at;
      EXPECT_EQ(read<owned>(member("\\n" + value)).error(), (error{errc::invalid_utf8, 8 + at})) << at;
      EXPECT_EQ(read<owned>(member(value + "\\n")).error(), (error{errc::invalid_utf8, 6 + at})) << at;
      EXPECT_EQ(read<owned>("{\"xx\":[\"" + value + "\"]}").error(), (error{errc::invalid_utf8, 8 + at})) << at;
      EXPECT_EQ(read<owned>("{\"xx\":{\"" + value + "\":1}}").error(), (error{errc::invalid_utf8, 8 + at})) << at;
      EXPECT_EQ(read<owned>("{\"" + value + "\":1}").error(), (error{errc::invalid_utf8, 2 + at})) << at;
    }
}

TEST(Utf8, BytesBehindTheTextDoNotCompleteASequence) {
  for (const std::string_view cut : {"\xC3"sv, "\xE2\x82"sv, "\xE2"sv, "\xF0\x9F\xA6"sv, "\xF0"sv}) {
    const std::string text = "{\"s\":\"abc" + std::string(cut);
    EXPECT_EQ((read_everywhere<owned>(text, "\x80\x80\x80\"}")), (error{errc::invalid_utf8, 9})) << text;
    EXPECT_EQ((read_everywhere<viewed>(text, "\xA9\"}")), (error{errc::invalid_utf8, 9})) << text;
  }
}

TEST(Utf8, BytesOutsideOfStringsAreUnexpected) {
  EXPECT_EQ(read<owned>("\xFF{}").error(), (error{errc::unexpected_character, 0}));
  EXPECT_EQ(read<owned>("{\xC3\xA9}").error(), (error{errc::unexpected_character, 1}));
  EXPECT_EQ(read<owned>("{}\xC2\xA0").error(), (error{errc::trailing_data, 2}));
  EXPECT_EQ(read<owned>("{\"x\":\xE2\x80\x83\x31}").error(), (error{errc::unexpected_character, 5}));
}

TEST(Utf8, SkippedStringsOfEveryLengthAreValidated) {
  for (std::size_t n = 0; n <= 130; ++n) {
    const std::string good(n, 'y');
    EXPECT_TRUE(read<owned>("{\"x\":\"" + good + "\"}"));
    for (std::size_t at = n < 20 ? 0 : n - 20; at < n; ++at) {
      std::string bad = good;
      bad[at] = '\x9C';
      EXPECT_EQ((read<owned>("{\"x\":\"" + bad + "\"}").error()), (error{errc::invalid_utf8, 6 + at}));
    }
  }
}

}  // namespace
