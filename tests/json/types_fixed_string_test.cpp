// Strings of limited length.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <hushring/json/fixed_string.hpp>

#include "types_checks.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::fixed_string;
using hushring::read_into;
using hushring::testing::check_read;
using hushring::testing::value_of;
using hushring::testing::written;
using namespace std::literals;

struct order {
  fixed_string<12> symbol = "none";
  fixed_string<3> side;
};

template <std::size_t N>
void check_sizes() {
  for (std::size_t n = 0; n <= N; ++n) {
    const std::string text(n, 'x');
    EXPECT_EQ(value_of<std::vector<fixed_string<N>>>("[\"" + text + "\"]")[0].view(), text);
  }
  for (const std::size_t n : {N + 1, N + 15, N + 100}) {
    const std::string text(n, 'x');
    EXPECT_EQ((check_read<std::vector<fixed_string<N>>>("[\"" + text + "\"]")), (error{errc::text_too_long, 1})) << n;
  }
}

TEST(FixedString, TakesWhatFits) {
  static_assert(std::is_trivially_copyable_v<fixed_string<12>> && sizeof(fixed_string<15>) == 16);
  check_sizes<1>();
  check_sizes<12>();
  check_sizes<15>();
  check_sizes<16>();
  check_sizes<17>();
  check_sizes<48>();
  check_sizes<63>();
  check_sizes<64>();
  check_sizes<100>();
}

TEST(FixedString, EscapesAndUtf8CountAsTheBytesTheyGive) {
  using text = std::vector<fixed_string<4>>;
  EXPECT_EQ(value_of<text>(R"(["\u0062uy"])")[0], "buy");
  EXPECT_EQ(value_of<text>(R"(["\ud83d\ude00"])")[0], "\xF0\x9F\x98\x80");
  EXPECT_EQ(value_of<text>("[\"\xD0\x9F\xD0\x9F\"]")[0], "\xD0\x9F\xD0\x9F");
  EXPECT_EQ(value_of<text>(R"(["a\u0000b"])")[0], "a\0b"sv);
  EXPECT_EQ((check_read<text>(R"(["\u0062uyer"])")), (error{errc::text_too_long, 1}));
  EXPECT_EQ((check_read<text>("[\"\xD0\x9F\xD0\x9F!\"]")), (error{errc::text_too_long, 1}));
  EXPECT_EQ((check_read<text>("[\"\xD0\"]")), (error{errc::invalid_utf8, 2}));
  EXPECT_EQ((check_read<text>("[\"a\nb\"]")), (error{errc::control_character, 3}));
  EXPECT_EQ((check_read<text>(R"(["ab)", "\"]")), (error{errc::unexpected_end, 4}));
  EXPECT_EQ((check_read<text>(R"([12])")), (error{errc::wrong_type, 1}));
  EXPECT_EQ((check_read<text>(R"([{}])")), (error{errc::wrong_type, 1}));
}

TEST(FixedString, NothingStaleStays) {
  order o;
  ASSERT_TRUE(o.symbol.assign("BTCUSDT"));
  ASSERT_TRUE(o.side.assign("buy"));
  ASSERT_TRUE(read_into(R"({"side":null})", o));
  EXPECT_EQ(o.symbol, "none");
  EXPECT_TRUE(o.side.empty());
  ASSERT_TRUE(read_into(R"({"side":"b"})", o));
  EXPECT_EQ(o.side, "b");
  EXPECT_FALSE(o.side.assign("sell"));
  EXPECT_EQ(o.side, "b");
}

TEST(FixedString, IsComparedAndWrittenLikeAString) {
  const fixed_string<8> a = "abc";
  EXPECT_TRUE(a == "abc" && a == fixed_string<4>("abc") && a != "abd"s && "abc"sv == a);
  EXPECT_TRUE(a < "abd"sv && a > fixed_string<2>("ab"));
  EXPECT_EQ(written(order{.symbol = "a\"\n", .side = "\0"}), "{\"symbol\":\"a\\\"\\n\",\"side\":\"\\u0000\"}");
  fixed_string<4> bad;
  ASSERT_TRUE(bad.assign("\xFF"));
  std::string out;
  EXPECT_EQ(hushring::write(bad, out).error().code, errc::invalid_utf8_in_value);
  EXPECT_EQ(out, "");
}

}  // namespace
