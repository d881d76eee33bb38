// Points in time and durations.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/chrono.hpp>
#include <hushring/json/schema.hpp>

#include "types_checks.hpp"

namespace {

using hushring::epoch;
using hushring::errc;
using hushring::error;
using hushring::number_form;
using hushring::testing::check_read;
using hushring::testing::value_of;
using hushring::testing::written;
using namespace std::chrono;

template <class D>
std::int64_t count_of(const std::string& text) {
  const std::string json = "[\"" + text + "\"]";
  const auto t = value_of<std::array<sys_time<D>, 1>>(json)[0];
  // the same where it is the last thing of the text, and where much follows
  EXPECT_EQ((value_of<std::vector<sys_time<D>>>("[\"" + text + "\",\"" + text + "\"]")), (std::vector{t, t})) << text;
  return t.time_since_epoch().count();
}
template <class D>
errc refusal(const std::string& text) {
  const error e = check_read<std::vector<sys_time<D>>>("[\"" + text + "\"]", "Z\"]");
  EXPECT_EQ(e.offset, 1u) << text;
  return e.code;
}

TEST(Time, Iso8601IsReadAtTheResolutionOfItsType) {
  EXPECT_EQ(count_of<microseconds>("2021-04-17T16:43:37.075687Z"), 1618677817075687);
  EXPECT_EQ(count_of<nanoseconds>("2021-04-17T16:43:37.075687Z"), 1618677817075687000);
  EXPECT_EQ(count_of<nanoseconds>("2021-04-17T16:43:37.075687123Z"), 1618677817075687123);
  EXPECT_EQ(count_of<nanoseconds>("2021-04-17T16:43:37.07568712Z"), 1618677817075687120);
  EXPECT_EQ(count_of<milliseconds>("2021-04-17T16:43:37.5Z"), 1618677817500);
  EXPECT_EQ(count_of<milliseconds>("2021-04-17T16:43:37Z"), 1618677817000);
  EXPECT_EQ(count_of<seconds>("2021-04-17T16:43:37Z"), 1618677817);
  EXPECT_EQ(count_of<seconds>("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(count_of<seconds>("1969-12-31T23:59:59Z"), -1);
  EXPECT_EQ(count_of<milliseconds>("1969-12-31T23:59:59.999Z"), -1);
  EXPECT_EQ(count_of<seconds>("2000-02-29T00:00:00Z"), 951782400);
  EXPECT_EQ(count_of<seconds>("2024-02-29T12:00:00Z"), 1709208000);
  EXPECT_EQ(count_of<seconds>("0000-01-01T00:00:00Z"), -62167219200);
  EXPECT_EQ(count_of<seconds>("9999-12-31T23:59:59Z"), 253402300799);
  EXPECT_EQ(count_of<nanoseconds>("2262-04-11T23:47:16.854775807Z"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(count_of<nanoseconds>("1677-09-21T00:12:43.145224192Z"), std::numeric_limits<std::int64_t>::min());
}

TEST(Time, EveryDayIsTheDayOfTheStandardLibrary) {
  for (std::int64_t day = -719528; day <= 2932896; day += 97) {
    const year_month_day date{sys_days(days(static_cast<int>(day)))};
    ASSERT_EQ(hushring::detail::days_from_civil(static_cast<unsigned>(static_cast<int>(date.year())),
                                                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day())),
              day);
    ASSERT_TRUE(hushring::detail::is_date(static_cast<unsigned>(static_cast<int>(date.year())),
                                          static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day())));
    const sys_time<seconds> t{seconds(day * 86400 + 86399)};
    std::string text;
    ASSERT_TRUE(hushring::write(t, text));
    ASSERT_EQ(hushring::read<sys_time<seconds>>(text).value(), t) << text;
  }
}

TEST(Time, OffsetsAndEscapesAreRead) {
  EXPECT_EQ(count_of<seconds>("2021-04-17T18:43:37+02:00"), 1618677817);
  EXPECT_EQ(count_of<seconds>("2021-04-17T11:13:37-05:30"), 1618677817);
  EXPECT_EQ(count_of<milliseconds>("2021-04-17T16:43:37.075+00:00"), 1618677817075);
  EXPECT_EQ(count_of<nanoseconds>("2021-04-17T16:43:37.075687123-00:00"), 1618677817075687123);
  EXPECT_EQ(count_of<seconds>("0000-01-01T00:00:00+23:59"), -62167219200 - 86340);
  EXPECT_EQ(count_of<seconds>(R"(2021\u002d04-17T16:43:37\u005A)"), 1618677817);
}

TEST(Time, DecimalsBeyondTheResolutionAreZeros) {
  EXPECT_EQ(count_of<milliseconds>("2021-04-17T16:43:37.075000Z"), 1618677817075);
  EXPECT_EQ(count_of<seconds>("2021-04-17T16:43:37.000000000Z"), 1618677817);
  EXPECT_EQ(refusal<milliseconds>("2021-04-17T16:43:37.075687Z"), errc::not_exact);
  EXPECT_EQ(refusal<seconds>("2021-04-17T16:43:37.1Z"), errc::not_exact);
  EXPECT_EQ(refusal<microseconds>("2021-04-17T16:43:37.075687001Z"), errc::not_exact);
}

TEST(Time, WhatIsNoTimeIsRefused) {
  for (const std::string text :
       {"", "2021-04-17", "2021-04-17T16:43Z", "2021-04-17T16:43:37", "2021-04-17T16:43:37.Z", "2021-04-17t16:43:37Z",
        "2021-04-17T16:43:37z", "2021-04-17 16:43:37Z", "2021-13-17T16:43:37Z", "2021-00-17T16:43:37Z",
        "2021-04-31T16:43:37Z", "2021-04-00T16:43:37Z", "2021-02-29T16:43:37Z", "1900-02-29T16:43:37Z",
        "2021-04-17T24:00:00Z", "2021-04-17T16:60:37Z", "2021-04-17T16:43:60Z", "2021-04-17T16:43:37.0756870001Z",
        "2021-04-17T16:43:37+2:00", "2021-04-17T16:43:37+02", "2021-04-17T16:43:37+24:00", "2021-04-17T16:43:37+02:60",
        "2021-04-17T16:43:37ZZ", "2021-04-17T16:43:37.5Z ", "x021-04-17T16:43:37Z", "2021-04-17T16:43:3xZ",
        "2021-04-17T16:4:337Z", "2021/04/17T16:43:37Z", "+2021-04-17T16:43:37Z", "2021-04-17T16:43:37.07568x7Z",
        "2021-04-17T16:43:37.0756/7Z", "2021-04-17T16:43:37.0756:7Z",
        "2021-04-17T16:43:37.075687000+02:00 and much more than that"})
    EXPECT_EQ(refusal<nanoseconds>(text), errc::invalid_text) << text;
  EXPECT_EQ(refusal<nanoseconds>("2262-04-11T23:47:16.854775808Z"), errc::number_out_of_range);
  EXPECT_EQ(refusal<nanoseconds>("1677-09-21T00:12:43.145224191Z"), errc::number_out_of_range);
  EXPECT_EQ(refusal<nanoseconds>("9999-12-31T23:59:59Z"), errc::number_out_of_range);
  EXPECT_EQ((check_read<std::vector<sys_time<seconds>>>("[1618677817]")), (error{errc::wrong_type, 1}));
  EXPECT_EQ((check_read<std::vector<sys_time<seconds>>>("[\"2021-04-17T16:43:37", "Z\"]")),
            (error{errc::unexpected_end, 21}));
  EXPECT_EQ((check_read<std::vector<sys_time<seconds>>>("[\"2021-04-17T16:43:37Z", "\"]")),
            (error{errc::unexpected_end, 22}));
}

TEST(Time, EveryOtherByteAtAnyPlaceIsJudgedAlike) {
  const std::string good = "2021-04-17T16:43:37.075687Z";
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (int c = 0x20; c < 0x100; ++c) {
      std::string text = '"' + good + '"';
      text[i + 1] = static_cast<char>(c);
      const auto fast = hushring::read<sys_time<microseconds>>(text);
      const error slow = hushring::detail::locate_error(text.data(), text.data() + text.size(),
                                                        hushring::detail::described<sys_time<microseconds>>::info, {});
      ASSERT_EQ(fast.has_value(), slow.code == errc::text_changed) << text;
    }
  }
}

TEST(Time, IsWrittenInUtcWithTheDecimalsThatItNeeds) {
  const auto text = [](auto d) { return written(sys_time<decltype(d)>(d)); };
  EXPECT_EQ(text(microseconds(1618677817075687)), R"("2021-04-17T16:43:37.075687Z")");
  EXPECT_EQ(text(nanoseconds(1618677817000000001)), R"("2021-04-17T16:43:37.000000001Z")");
  EXPECT_EQ(text(milliseconds(1618677817500)), R"("2021-04-17T16:43:37.5Z")");
  EXPECT_EQ(text(milliseconds(-1)), R"("1969-12-31T23:59:59.999Z")");
  EXPECT_EQ(text(seconds(0)), R"("1970-01-01T00:00:00Z")");
  EXPECT_EQ(text(seconds(-62167219200)), R"("0000-01-01T00:00:00Z")");
  EXPECT_EQ(text(seconds(253402300799)), R"("9999-12-31T23:59:59Z")");
  EXPECT_EQ(text(nanoseconds::min()), R"("1677-09-21T00:12:43.145224192Z")");
  EXPECT_EQ(text(nanoseconds::max()), R"("2262-04-11T23:47:16.854775807Z")");
  std::string out;
  EXPECT_EQ(hushring::write(sys_time<seconds>(seconds(253402300800)), out).error().code, errc::number_out_of_range);
  EXPECT_EQ(hushring::write(sys_time<seconds>(seconds(-62167219201)), out).error().code, errc::number_out_of_range);
  EXPECT_EQ(hushring::write(sys_time<milliseconds>::min(), out).error().code, errc::number_out_of_range);
}

TEST(Time, IsAKeyAndADateTimeInSchemas) {
  using map = std::map<sys_time<seconds>, int>;
  const map m{{sys_time<seconds>(seconds(1)), 2}};
  EXPECT_EQ(written(m), R"({"1970-01-01T00:00:01Z":2})");
  EXPECT_EQ(value_of<map>(R"({"1970-01-01T00:00:01Z":2})"), m);
  EXPECT_EQ(hushring::schema<sys_time<seconds>>().format(), "date-time");
}

template <class Epoch>
std::int64_t ticks(const std::string& json) {
  return value_of<std::array<Epoch, 1>>('[' + json + ']')[0].value.time_since_epoch().count();
}
template <class Epoch>
error refused(const std::string& json) {
  return check_read<std::vector<Epoch>>('[' + json + ']', "\"]");
}

TEST(Epoch, IsANumberOfUnitsInQuotesOrNot) {
  EXPECT_EQ(ticks<epoch<milliseconds>>("1618678123481"), 1618678123481);
  EXPECT_EQ(ticks<epoch<milliseconds>>(R"("1618678123481")"), 1618678123481);
  EXPECT_EQ(ticks<epoch<nanoseconds>>("1618678123481570123"), 1618678123481570123);
  EXPECT_EQ(ticks<epoch<nanoseconds>>("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(ticks<epoch<seconds>>("0"), 0);
  EXPECT_EQ(ticks<epoch<seconds>>("-1"), -1);
  EXPECT_EQ(ticks<epoch<seconds>>("1618678123.000"), 1618678123);
  EXPECT_EQ(ticks<epoch<seconds>>("1.618678123e9"), 1618678123);
  EXPECT_EQ((ticks<epoch<seconds, microseconds>>(R"("1618678123.481570")")), 1618678123481570);
  EXPECT_EQ((ticks<epoch<seconds, nanoseconds>>("1618678123.481570")), 1618678123481570000);
  EXPECT_EQ((ticks<epoch<seconds, nanoseconds>>("-1618678123.481570001")), -1618678123481570001);
  EXPECT_EQ((ticks<epoch<milliseconds, nanoseconds>>("1618678123481.5")), 1618678123481500000);
  EXPECT_EQ(refused<epoch<seconds>>("1618678123.5"), (error{errc::not_exact, 1}));
  EXPECT_EQ((refused<epoch<seconds, milliseconds>>(R"("1618678123.481570")")), (error{errc::not_exact, 1}));
  EXPECT_EQ((refused<epoch<seconds, nanoseconds>>("9223372037")), (error{errc::number_out_of_range, 1}));
  EXPECT_EQ(refused<epoch<seconds>>("9223372036854775808"), (error{errc::number_out_of_range, 1}));
  EXPECT_EQ(refused<epoch<seconds>>(R"("now")"), (error{errc::invalid_number, 1}));
  EXPECT_EQ(refused<epoch<seconds>>("null,1x"), (error{errc::unexpected_character, 7}));
  EXPECT_EQ(refused<epoch<seconds>>("[]"), (error{errc::wrong_type, 1}));
  EXPECT_EQ((check_read<std::vector<epoch<seconds>>>("[16", "18]")), (error{errc::unexpected_end, 3}));
}

TEST(Epoch, IsWrittenAsItsFormSays) {
  EXPECT_EQ(written(epoch<milliseconds>(sys_time<milliseconds>(milliseconds(1618678123481)))), "1618678123481");
  EXPECT_EQ(written(epoch<seconds, microseconds, number_form::quoted>(
                sys_time<microseconds>(microseconds(1618678123481570)))),
            R"("1618678123.48157")");
  EXPECT_EQ(written(epoch<seconds, nanoseconds>(sys_time<nanoseconds>(nanoseconds(-1500000000)))), "-1.5");
  EXPECT_EQ(written(epoch<nanoseconds>(sys_time<nanoseconds>::min())), "-9223372036854775808");
  EXPECT_EQ(hushring::schema<epoch<milliseconds>>().format(), "milliseconds since 1970");
}

struct timing {
  milliseconds timeout{250};
  std::optional<seconds> wait;
  sys_time<nanoseconds> at{};
  epoch<milliseconds> seen{};
  friend bool operator==(const timing&, const timing&) = default;
};

TEST(Duration, IsANumberOfItsUnits) {
  const auto t = value_of<timing>(
      R"({"timeout":-5,"wait":"30","at":"1970-01-01T00:00:01.5Z","seen":1618678123481})");
  EXPECT_EQ(t.timeout, milliseconds(-5));
  EXPECT_EQ(t.wait, seconds(30));
  EXPECT_EQ(t.at.time_since_epoch(), nanoseconds(1500000000));
  EXPECT_EQ(written(t), R"({"timeout":-5,"wait":30,"at":"1970-01-01T00:00:01.5Z","seen":1618678123481})");
  EXPECT_EQ(value_of<timing>(R"({"timeout":null,"wait":"","at":null,"seen": null})"), timing{});
  EXPECT_EQ((check_read<timing>(R"({"timeout":1.5})")), (error{errc::not_exact, 11}));
}

}  // namespace
