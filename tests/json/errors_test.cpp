// Every code of the JSON part is reached by the example beside it in error.hpp, at every placement of the text.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

#include "support/placements.hpp"

namespace {

using namespace std::literals;
using hushring::errc;
using hushring::error;
using hushring::read_options;
using hushring::testing::read_everywhere;

struct a_only {
  int a = 0;
  friend bool operator==(const a_only&, const a_only&) = default;
};

TEST(Errors, EachCodeOfReadingIsReached) {
  EXPECT_EQ((read_everywhere<a_only>(R"({"a":1)", "}")), (error{errc::unexpected_end, 6}));
  EXPECT_EQ((read_everywhere<a_only>(R"({"a" 1})")), (error{errc::unexpected_character, 5}));
  EXPECT_EQ((read_everywhere<int>("1 2")), (error{errc::trailing_data, 2}));
  EXPECT_EQ((read_everywhere<bool>("nul")), (error{errc::unexpected_end, 3}));
  EXPECT_EQ((read_everywhere<bool>("nult")), (error{errc::invalid_literal, 3}));
  EXPECT_EQ((read_everywhere<int>("01")), (error{errc::invalid_number, 1}));
  EXPECT_EQ((read_everywhere<std::uint8_t>("300")), (error{errc::number_out_of_range, 0}));
  EXPECT_EQ((read_everywhere<int>("1.5")), (error{errc::not_an_integer, 0}));
  EXPECT_EQ((read_everywhere<std::string>(R"("\q")")), (error{errc::invalid_escape, 2}));
  EXPECT_EQ((read_everywhere<std::string>(R"("\ud800")")), (error{errc::invalid_surrogate, 1}));
  EXPECT_EQ((read_everywhere<std::string>("\"\x01\"")), (error{errc::control_character, 1}));
  EXPECT_EQ((read_everywhere<std::string>("\"\xFF\"")), (error{errc::invalid_utf8, 1}));
  EXPECT_EQ((read_everywhere<a_only, read_options{.max_depth = 2}>(R"({"x":[[]]})")), (error{errc::depth_exceeded, 6}));
  EXPECT_EQ((read_everywhere<int>(R"("x")")), (error{errc::wrong_type, 0}));
  EXPECT_EQ((read_everywhere<std::array<int, 3>>("[1,2]")), (error{errc::wrong_length, 4}));
  EXPECT_EQ((read_everywhere<a_only, read_options{.unknown = hushring::unknown::error}>(R"({"b":1})")),
            (error{errc::unknown_member, 1}));
  EXPECT_EQ((read_everywhere<a_only, read_options{.missing = hushring::missing::error}>("{}")),
            (error{errc::missing_member, 1}));
  EXPECT_EQ((read_everywhere<a_only, read_options{.duplicate = hushring::duplicate::error}>(R"({"a":1,"a":2})")),
            (error{errc::duplicate_member, 7}));
  EXPECT_EQ((read_everywhere<int, read_options{.null = hushring::null::error}>("null")), (error{errc::null_value, 0}));
}

TEST(Errors, EachCodeOfWritingIsReached) {
  char room[4];
  EXPECT_EQ(hushring::write("text"s, std::span(room)).error(), (error{errc::buffer_too_small, 6}));
  EXPECT_EQ(hushring::write(std::nan(""), std::span(room)).error(), (error{errc::not_finite, 0}));
  EXPECT_EQ(hushring::write(std::numeric_limits<float>::infinity(), std::span(room)).error(),
            (error{errc::not_finite, 0}));
  EXPECT_EQ(hushring::write("\xFF"s, std::span(room)).error(), (error{errc::invalid_utf8_in_value, 0}));
}

TEST(Errors, EachCodeHasASentenceOfItsOwn) {
  std::vector<std::string_view> sentences;
  for (int code = 0; code <= static_cast<int>(errc::system_error); ++code) {
    const std::string_view sentence = hushring::describe(static_cast<errc>(code));
    EXPECT_FALSE(sentence.empty()) << code;
    EXPECT_NE(sentence.back(), '.') << sentence;
    EXPECT_NE(sentence, "an unknown code") << code;
    for (const std::string_view other : sentences) EXPECT_NE(sentence, other);
    sentences.push_back(sentence);
  }
  EXPECT_EQ(hushring::describe(static_cast<errc>(250)), "an unknown code");
}

TEST(Errors, TheFirstOffendingByteIsReportedNotALaterOne) {
  EXPECT_EQ((read_everywhere<a_only>(R"({"a":"x","b":tru})")), (error{errc::wrong_type, 5}));
  EXPECT_EQ((read_everywhere<a_only>(R"({"b":tru,"a":"x"})")), (error{errc::invalid_literal, 8}));
  EXPECT_EQ((read_everywhere<a_only>(R"({"a":99999999999,"a":01})")), (error{errc::number_out_of_range, 5}));
  EXPECT_EQ((read_everywhere<a_only, hushring::strict>(R"({"b":1,"b":"\q"})")), (error{errc::invalid_escape, 13}));
  EXPECT_EQ((read_everywhere<a_only, hushring::strict>(R"({"a":1,"a":)")), (error{errc::duplicate_member, 7}));
  EXPECT_EQ((read_everywhere<a_only, hushring::strict>("{\"b\":1} x")), (error{errc::missing_member, 6}));
}

}  // namespace
