// Single characters, and bytes as base64.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/base64.hpp>
#include <hushring/json/schema.hpp>

#include "types_checks.hpp"

namespace {

using hushring::base64;
using hushring::basic_base64;
using hushring::errc;
using hushring::error;
using hushring::testing::check_read;
using hushring::testing::value_of;
using hushring::testing::written;

struct order {
  char side = '?';
  std::int8_t small = 0;
  friend bool operator==(const order&, const order&) = default;
};

TEST(Character, IsAStringOfOneAsciiCharacter) {
  EXPECT_EQ(value_of<order>(R"({"side":"B","small":66})"), (order{'B', 66}));
  EXPECT_EQ(value_of<char>(R"("\"")"), '"');
  EXPECT_EQ(value_of<char>(R"("\\")"), '\\');
  EXPECT_EQ(value_of<char>(R"("\u0042")"), 'B');
  EXPECT_EQ(value_of<char>(R"("\u0000")"), '\0');
  EXPECT_EQ(value_of<char>("\"\x7F\""), '\x7F');
  EXPECT_EQ((value_of<std::array<char, 3>>(R"(["a" , "\n","c"])")), (std::array{'a', '\n', 'c'}));
  EXPECT_EQ((value_of<std::map<char, int>>(R"({"b":1})").at('b')), 1);
  EXPECT_EQ(value_of<order>(R"({"side":null})").side, '?');
}

TEST(Character, OtherStringsAreInvalidTexts) {
  for (const std::string text : {R"("")", R"("BS")", R"("\u00e9")", R"("\\\\")", "\"\xC3\xA9\"", R"("\ud83d\ude00")"})
    EXPECT_EQ((check_read<std::vector<char>>('[' + text + ']', "\"]")), (error{errc::invalid_text, 1})) << text;
  EXPECT_EQ((check_read<std::vector<char>>("[\"\n\"]")), (error{errc::control_character, 2}));
  EXPECT_EQ((check_read<std::vector<char>>("[\"\xFF\"]")), (error{errc::invalid_utf8, 2}));
  EXPECT_EQ((check_read<std::vector<char>>(R"(["\q"])")), (error{errc::invalid_escape, 3}));
  EXPECT_EQ((check_read<std::vector<char>>("[66]")), (error{errc::wrong_type, 1}));
  EXPECT_EQ((check_read<std::vector<char>>("[\"B", "\"]")), (error{errc::unexpected_end, 3}));
  EXPECT_EQ((check_read<std::vector<char>>("[\"", "B\"]")), (error{errc::unexpected_end, 2}));
}

TEST(Character, IsWrittenAsAString) {
  EXPECT_EQ(written(order{'B', -1}), R"({"side":"B","small":-1})");
  EXPECT_EQ(written('"'), R"("\"")");
  EXPECT_EQ(written('\0'), R"("\u0000")");
  std::string out;
  EXPECT_EQ(hushring::write('\xE9', out).error().code, errc::invalid_text);
  EXPECT_EQ(hushring::schema<char>().format(), "char");
}

base64 bytes(std::string_view text) {
  base64 out;
  for (const char c : text) out.bytes.push_back(static_cast<std::byte>(c));
  return out;
}

TEST(Base64, TheExamplesOfRfc4648) {
  constexpr std::array<std::array<std::string_view, 2>, 8> examples{{{"", ""},
                                                                     {"f", "Zg=="},
                                                                     {"fo", "Zm8="},
                                                                     {"foo", "Zm9v"},
                                                                     {"foob", "Zm9vYg=="},
                                                                     {"fooba", "Zm9vYmE="},
                                                                     {"foobar", "Zm9vYmFy"},
                                                                     {"\xFB\xFF\xBF", "+/+/"}}};
  for (const auto& [text, encoded] : examples) {
    const std::string json = '"' + std::string(encoded) + '"';
    EXPECT_EQ(value_of<base64>(json), bytes(text));
    EXPECT_EQ(written(bytes(text)), json);
    EXPECT_EQ(value_of<basic_base64<std::string>>(json).bytes, text);
  }
  EXPECT_EQ(value_of<base64>(R"("+\/+\u002f")"), bytes("\xFB\xFF\xBF"));
  EXPECT_EQ(value_of<base64>(R"("Zg=\u003d")"), bytes("f"));
}

TEST(Base64, EverySizeIsReadBack) {
  std::string text;
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ(hushring::read<base64>(written(bytes(text))).value(), bytes(text)) << i;
    text += static_cast<char>(i * 37);
  }
  base64 reused = bytes("something longer");
  ASSERT_TRUE(hushring::read_into(R"("Zg==")", reused));
  EXPECT_EQ(reused, bytes("f"));
}

TEST(Base64, IsReadStrictly) {
  for (const std::string text : {"Z", "Zg", "Zg=", "Zg===", "Z===", "====", "Zh==", "Zm9=", "Zg==Zg==", "Zm9v Zm9v",
                                 "Zm-v", "Zm_v", "Zm9v\\n", "=m9v", "Zm=v", "Zm9v\xD0\x9F\xD0\x9F", "Zm9\\u0100"})
    EXPECT_EQ((check_read<std::vector<base64>>("[\"" + text + "\"]", "\"]")), (error{errc::invalid_text, 1})) << text;
  EXPECT_EQ((check_read<std::vector<base64>>("[\"Zm9v", "\"]")), (error{errc::unexpected_end, 6}));
  EXPECT_EQ((check_read<std::vector<base64>>("[\"Zm\\q\"]")), (error{errc::invalid_escape, 5}));
  EXPECT_EQ((check_read<std::vector<base64>>("[12]")), (error{errc::wrong_type, 1}));
  EXPECT_EQ(hushring::schema<base64>().format(), "base64");
}

}  // namespace
