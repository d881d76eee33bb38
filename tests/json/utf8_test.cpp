// Invalid UTF-8 is refused wherever it stands: in bound strings, views, skipped values, keys.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
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

/// Where the first sequence of `s` begins that is no UTF-8, or its size: by decoding code points and asking what they
/// are.
std::size_t first_bad(std::string_view s) {
  std::size_t i = 0;
  while (i < s.size()) {
    const auto byte = [&](std::size_t k) { return k < s.size() ? static_cast<unsigned char>(s[k]) : 0u; };
    const unsigned lead = byte(i);
    const std::size_t n = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
    if (n == 0) return i;
    std::uint32_t c = n == 1 ? lead : lead & (0x7Fu >> n);
    for (std::size_t k = 1; k < n; ++k) {
      if (byte(i + k) >> 6 != 2) return i;
      c = c << 6 | (byte(i + k) & 0x3F);
    }
    constexpr std::uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (c < smallest[n] || (c >= 0xD800 && c <= 0xDFFF) || c > 0x10FFFF) return i;
    i += n;
  }
  return i;
}

TEST(Utf8, RandomTextsOfAllKindsOfSequencesAreKeptOrRefusedWhereTheyBreak) {
  constexpr std::string_view alphabets[] = {"\xD0\x90|\xD1\x8F|\xC2\x80|\xDF\xBF|a|_"sv,
                                            "\xE4\xB8\xAD|\xE2\x82\xAC|\xEF\xBF\xBF|7"sv,
                                            "\xF0\x9F\xA6\x80|\xD0\x90|\xE4\xB8\xAD|x|y|z"sv,
                                            "\xE0\xA0\x80|\xED\x9F\xBF|\xEE\x80\x80|\xD1\x8F"sv,
                                            "\xF4\x8F\xBF\xBF|\xF0\x90\x80\x80|\xD0\x90"sv,
                                            "a|b|c|d|e|f|g|h|i|j|k|\xC3\xA9"sv};
  std::mt19937 random(5);
  reader in;
  for (int i = 0; i < 30000; ++i) {
    const std::string_view alphabet = alphabets[random() % 6];
    std::string value;
    for (auto n = random() % (i % 8 == 0 ? 200 : 24); n > 0; --n) {
      std::size_t from = random() % alphabet.size();
      while (from > 0 && alphabet[from - 1] != '|') --from;
      const std::string_view rest = alphabet.substr(from);
      value += rest.substr(0, rest.find('|'));
    }
    if (i % 2 == 1 && !value.empty()) {
      char& byte = value[random() % value.size()];
      switch (random() % 3) {
        case 0: byte = static_cast<char>(0x80 + random() % 0x80); break;
        case 1: byte = 'q'; break;
        default: value.erase(random() % value.size(), 1);
      }
    }
    const std::size_t bad = first_bad(value);
    const error expected = bad == value.size() ? error{} : error{errc::invalid_utf8, 6 + bad};
    const std::string text = member(value);
    const auto o = read<owned>(text);
    const auto v = in.read<viewed>(text);
    ASSERT_EQ(o.error(), expected) << value;
    ASSERT_EQ(v.error(), expected) << value;
    ASSERT_EQ(read<owned>("{\"x\":\"" + value + "\"}").error(), expected) << value;
    if (expected) {
      // beside an escape, which takes the decoding path
      ASSERT_EQ(read<owned>(member(value + "\\n")).error(), expected) << value;
    } else {
      ASSERT_EQ(o->s, value);
      ASSERT_EQ(v->s, value);
      ASSERT_EQ(read<owned>(member(value + "\\n" + value))->s, value + "\n" + value);
    }
    if (i % 500 < 2) {
      EXPECT_EQ((read_everywhere<viewed>(text, "\x80\x90\"}")), expected);
      EXPECT_EQ((read_everywhere<owned>(text.substr(0, 6 + value.size()), "\x80\x90\"}")),
                (expected ? expected : error{errc::unexpected_end, 6 + value.size()}));
    }
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
