// Arrays of all that can be gone through, and strings that are appended to.
#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <ranges>
#include <span>
#include <string>
#include <vector>

#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

namespace {

using hushring::errc;
using hushring::error;
using hushring::write;

struct trade {
  std::string symbol;
  double price = 0;
};

template <class R>
std::string written(R&& range) {
  std::string text = "kept";
  EXPECT_TRUE(write(range, text));
  text.erase(0, 4);
  std::vector<char> room(text.size());
  const auto n = write(range, std::span<char>(room));
  EXPECT_TRUE(n && std::string(room.data(), *n) == text) << text;
  EXPECT_EQ(write(range, std::span<char>(room).first(text.size() - 1)).error(),
            (error{errc::buffer_too_small, text.size()}));
  return text;
}

TEST(WriteRanges, ViewsAreArrays) {
  const std::vector<trade> trades{{"a", 1}, {"b", 20}, {"c", 30}};
  EXPECT_EQ(written(trades | std::views::filter([](const trade& t) { return t.price > 10; })),
            R"([{"symbol":"b","price":20},{"symbol":"c","price":30}])");
  EXPECT_EQ(written(trades | std::views::transform([](const trade& t) { return t.price; })), "[1,20,30]");
  EXPECT_EQ(written(trades | std::views::transform([](const trade& t) { return trade{t.symbol + "!", 0}; })),
            R"([{"symbol":"a!","price":0},{"symbol":"b!","price":0},{"symbol":"c!","price":0}])");
  EXPECT_EQ(written(trades | std::views::drop(3)), "[]");
  EXPECT_EQ(written(std::views::iota(1, 4)), "[1,2,3]");
  EXPECT_EQ(written(std::initializer_list<int>{1, 2}), "[1,2]");
}

TEST(WriteRanges, SpansAndArraysAreArrays) {
  const trade trades[] = {{"a", 1}, {"b", 2}};
  EXPECT_EQ(written(std::span(trades)), R"([{"symbol":"a","price":1},{"symbol":"b","price":2}])");
  EXPECT_EQ(written(std::span(trades).first(0)), "[]");
  EXPECT_EQ(written(std::array{trade{"a", 1}}), R"([{"symbol":"a","price":1}])");
  EXPECT_EQ(written(std::span<const std::string_view>()), "[]");
}

TEST(WriteRanges, OfAViewMembersAreNamedInErrorsLikeOfOthers) {
  std::string out = "kept";
  const std::vector<double> values{1, std::nan("")};
  EXPECT_EQ(write(values | std::views::take(2), out).error(), (error{errc::not_finite, 0}));
  EXPECT_EQ(out, "kept");
  ASSERT_TRUE(write(values | std::views::take(1), out));
  EXPECT_EQ(out, "kept[1]");
}

TEST(WriteRanges, AStringKeepsWhatItHadWhenAWriteFailsInTheMiddle) {
  std::string out(100, 'k');
  const std::string before = out;
  std::vector<trade> trades(50, {"good", 1});
  trades.push_back({"\xC3", 1});
  EXPECT_EQ(write(trades, out).error(), (error{errc::invalid_utf8_in_value, 0}));
  EXPECT_EQ(out, before);
  trades.back() = {"good", std::nan("")};
  EXPECT_EQ(write(trades, out).error(), (error{errc::not_finite, 0}));
  EXPECT_EQ(out, before);
}

}  // namespace
