// Strings of every length are escaped where they must be and refused where they are not UTF-8.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

namespace {

using namespace std::literals;
using hushring::errc;
using hushring::error;
using hushring::write;

/// The text, written from a heap block of the string's own size (reads behind it are seen by sanitizers), with room to
/// spare and without.
std::string written(std::string_view value) {
  const std::unique_ptr<char[]> block(new char[value.size()]);
  std::copy(value.begin(), value.end(), block.get());
  const std::string_view s(block.get(), value.size());
  std::vector<char> room(value.size() * 6 + 64);
  const auto n = write(s, std::span<char>(room));
  if (!n) {
    EXPECT_EQ(n.error(), (error{errc::invalid_utf8_in_value, 0}));
    EXPECT_EQ(write(s, std::span<char>(room).first(1)).error(), n.error());
    return "error";
  }
  const std::string fast(room.data(), *n);
  std::vector<char> tight(*n);
  const auto m = write(s, std::span<char>(tight));
  EXPECT_TRUE(m && std::string(tight.data(), *m) == fast) << fast;
  EXPECT_EQ(write(s, std::span<char>(tight).first(*n - 1)).error(), (error{errc::buffer_too_small, *n}));
  return fast;
}

constexpr std::string_view letters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

TEST(WriteStrings, EveryControlCharacterIsEscaped) {
  constexpr std::string_view spelled[] = {"\\u0000", "\\u0001", "\\u0002", "\\u0003", "\\u0004", "\\u0005", "\\u0006",
                                          "\\u0007", "\\b",     "\\t",     "\\n",     "\\u000b", "\\f",     "\\r",
                                          "\\u000e", "\\u000f", "\\u0010", "\\u0011", "\\u0012", "\\u0013", "\\u0014",
                                          "\\u0015", "\\u0016", "\\u0017", "\\u0018", "\\u0019", "\\u001a", "\\u001b",
                                          "\\u001c", "\\u001d", "\\u001e", "\\u001f"};
  for (std::size_t c = 0; c < 32; ++c)
    for (std::size_t before = 0; before <= 70; ++before)
      for (const std::size_t after : {std::size_t{0}, std::size_t{3}, std::size_t{20}}) {
        const std::string value =
            std::string(letters.substr(0, before)) + static_cast<char>(c) + std::string(letters.substr(0, after));
        EXPECT_EQ(written(value), "\"" + std::string(letters.substr(0, before)) + std::string(spelled[c]) +
                                      std::string(letters.substr(0, after)) + "\"");
      }
}

TEST(WriteStrings, QuotesAndBackslashesAreEscapedSlashesAndDeleteAreNot) {
  EXPECT_EQ(written("\"\\/\x7F"), "\"\\\"\\\\/\x7F\"");
  for (std::size_t n = 0; n <= 70; ++n) {
    EXPECT_EQ(written(std::string(letters.substr(0, n)) + "\"" + std::string(letters.substr(n, 5))),
              "\"" + std::string(letters.substr(0, n)) + "\\\"" + std::string(letters.substr(n, 5)) + "\"");
    EXPECT_EQ(written(std::string(n, '\\')), "\"" + std::string(2 * n, '\\') + "\"");
  }
}

TEST(WriteStrings, PlainTextOfEveryLengthIsCopied) {
  for (std::size_t n = 0; n <= letters.size(); ++n)
    EXPECT_EQ(written(letters.substr(0, n)), "\"" + std::string(letters.substr(0, n)) + "\"");
  EXPECT_EQ(written({}), "\"\"");
}

TEST(WriteStrings, Utf8OfEveryLengthAtEveryPositionIsKept) {
  for (const std::string_view sequence :
       {"\xC2\x80"sv, "\xE2\x82\xAC"sv, "\xED\x9F\xBF"sv, "\xEE\x80\x80"sv, "\xF0\x9F\xA6\x80"sv, "\xF4\x8F\xBF\xBF"sv})
    for (std::size_t n = 0; n <= 70; ++n) {
      const std::string value = std::string(letters.substr(0, n)) + std::string(sequence) + std::string(sequence) +
                                std::string(letters.substr(0, n % 13));
      EXPECT_EQ(written(value), "\"" + value + "\"");
    }
  std::string many;
  for (int i = 0; i < 200; ++i) many += i % 3 ? "\xF0\x9F\xA6\x80" : "\xC3\xA9";
  EXPECT_EQ(written(many), "\"" + many + "\"");
}

TEST(WriteStrings, InvalidUtf8IsAnErrorAtEveryPosition) {
  for (const std::string_view bad :
       {"\x80"sv, "\xC0\x80"sv, "\xC3"sv, "\xE0\x80\x80"sv, "\xE2\x82"sv, "\xED\xA0\x80"sv, "\xF0\x9F\xA6"sv,
        "\xF4\x90\x80\x80"sv, "\xF5\x80\x80\x80"sv, "\xFF"sv, "\xC3\x28"sv, "\x80\x80\x80\x80\x80"sv})
    for (std::size_t n = 0; n <= 70; ++n) {
      EXPECT_EQ(written(std::string(letters.substr(0, n)) + std::string(bad) + std::string(letters.substr(0, n % 13))),
                "error");
      EXPECT_EQ(written(std::string(letters.substr(0, n)) + "\n" + std::string(bad)), "error");
    }
}

struct two {
  std::string first;
  std::string second;
};

TEST(WriteStrings, AFailedWriteLeavesTheStringAsItWas) {
  std::string out = "before";
  EXPECT_EQ(write(two{"fine", "\xFF"}, out).error(), (error{errc::invalid_utf8_in_value, 0}));
  EXPECT_EQ(out, "before");
  EXPECT_EQ(write(two{std::string(100, '\n'), std::string(100, 'x') + "\xC3"}, out).error(),
            (error{errc::invalid_utf8_in_value, 0}));
  EXPECT_EQ(out, "before");
  ASSERT_EQ(write(two{"a", "b"}, out).value_or(0), 26u);
  EXPECT_EQ(out, R"(before{"first":"a","second":"b"})");
}

TEST(WriteStrings, EightControlCharactersNeedFiftyBytes) {
  char room[50];
  const std::string value(8, '\1');
  EXPECT_EQ(write(value, std::span(room).first(49)).error(), (error{errc::buffer_too_small, 50}));
  EXPECT_EQ(write(value, std::span(room)).value_or(0), 50u);
}

}  // namespace
