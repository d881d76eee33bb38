// Finding members: order, similar names, renamed keys, keys spelt with escapes, long keys.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <hushring/json/fields.hpp>
#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

#include "support/placements.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::read;
using hushring::testing::read_everywhere;

struct five {
  int a = -1;
  std::string b = "none";
  double c = -1;
  bool d = false;
  std::array<int, 2> e{-1, -1};
  friend bool operator==(const five&, const five&) = default;
};

TEST(Members, EveryOrderGivesTheSameValue) {
  std::array<std::string_view, 5> members = {R"("a":1)", R"("b":"two")", R"("c":3.5)", R"("d":true)", R"("e":[5,6])"};
  std::sort(members.begin(), members.end());
  int orders = 0;
  do {
    for (const std::string_view separator : {",", " , ", ",\n\t", ",\"x\":{\"a\":7},"}) {
      std::string text = "{";
      for (const std::string_view m : members) text += (text.size() > 1 ? std::string(separator) : "") + std::string(m);
      text += "}";
      const auto v = read<five>(text);
      ASSERT_TRUE(v) << text;
      EXPECT_EQ(*v, (five{1, "two", 3.5, true, {5, 6}})) << text;
    }
    ++orders;
  } while (std::next_permutation(members.begin(), members.end()));
  EXPECT_EQ(orders, 120);
}

TEST(Members, EverySubsetLeavesTheOthersAtTheirDefaults) {
  constexpr std::array<std::string_view, 5> members = {R"("a":1)", R"("b":"two")", R"("c":3.5)", R"("d":true)",
                                                       R"("e":[5,6])"};
  for (unsigned set = 0; set < 32; ++set) {
    std::string text = "{";
    for (std::size_t i = 0; i < 5; ++i)
      if (set >> i & 1) text += (text.size() > 1 ? "," : "") + std::string(members[i]);
    text += "}";
    const auto v = read<five>(text);
    ASSERT_TRUE(v) << text;
    EXPECT_EQ(v->a, set & 1 ? 1 : -1) << text;
    EXPECT_EQ(v->b, set & 2 ? "two" : "none") << text;
    EXPECT_EQ(v->c, set & 4 ? 3.5 : -1.0) << text;
    EXPECT_EQ(v->d, (set & 8) != 0) << text;
    EXPECT_EQ(v->e, (set & 16 ? std::array{5, 6} : std::array{-1, -1})) << text;
  }
}

struct prefixes {
  int b = 0;
  int bid = 0;
  int bid_px = 0;
  int bid_px_e8 = 0;
  int bid_px_e8_of_the_last_update = 0;
  int update_id = 0;
  int update_ts = 0;
  friend bool operator==(const prefixes&, const prefixes&) = default;
};

TEST(Members, NamesThatArePrefixesOfEachOtherAreToldApart) {
  EXPECT_EQ(
      *read<prefixes>(
          R"({"bid":1,"bid_px":2,"bid_px_e8":3,"b":4,"bid_px_e8_of_the_last_update":5,"update_ts":6,"update_id":7})"),
      (prefixes{4, 1, 2, 3, 5, 7, 6}));
  EXPECT_EQ(*read<prefixes>(
                R"({"":9,"bi":9,"bid_":9,"bid_px_e":9,"bid_px_e88":9,"bid_px_e8_of_the_last_updat":9,)"
                R"("bid_px_e8_of_the_last_updates":9,"update_i":9,"update_idx":9,"update_it":9,"Bid":9,"BID":9})"),
            prefixes{});
  // the value of the unknown name looks like a member
  EXPECT_EQ(*read<prefixes>(R"({"x":"\"bid\":1","y":"bid","bid":2})"), (prefixes{0, 2}));
}

struct inside {
  int price_a1 = 0;
  int price_b1 = 0;
  int price_c1 = 0;
  int price_for_all_of_a_market1 = 0;
  int price_for_all_of_b_market1 = 0;
  friend bool operator==(const inside&, const inside&) = default;
};

TEST(Members, NamesOfOneLengthWithTheSameEndsAreToldApart) {
  EXPECT_EQ(
      *read<inside>(
          R"({"pryce_a1":9,"price_b1":2,"price_for_all_of_b_market1":5,"price_a1":1,"price_for_all_of_a_market1":4,)"
          R"("price_c1":3,"price_d1":9,"price_for_all_of_c_market1":9,"price_for_ball_of_a_market":9})"),
      (inside{1, 2, 3, 4, 5}));
}

struct exchange {
  std::string type;
  std::int64_t event_time = 0;
  int t = 0;
  int T = 0;
  double change_24h = 0;
  std::string class_;
  int quote_in_key = 0;
  int unicode = 0;
  int empty = -1;
  int slash = 0;
  int control = 0;
  friend bool operator==(const exchange&, const exchange&) = default;

  static constexpr hushring::fields fields{hushring::rename("type", "e"),
                                           hushring::rename("event_time", "E"),
                                           hushring::rename("change_24h", "24h"),
                                           hushring::rename("class_", "class"),
                                           hushring::rename("quote_in_key", "a\"b\\c"),
                                           hushring::rename("unicode", "\u0446\u0435\u043d\u0430"),
                                           hushring::rename("empty", ""),
                                           hushring::rename("slash", "a/b"),
                                           hushring::rename("control", "line\nfeed")};
};

TEST(Members, RenamedKeysReplaceTheNames) {
  const auto v = read<exchange>(
      R"({"e":"trade","E":1700000000001,"t":8,"T":9,"24h":-1.5,"class":"spot","a\"b\\c":3,"цена":4,"":5,"a/b":6,"line\u000afeed":7})");
  ASSERT_TRUE(v);
  EXPECT_EQ(*v, (exchange{"trade", 1700000000001, 8, 9, -1.5, "spot", 3, 4, 5, 6, 7}));
  // other spellings, other order
  EXPECT_EQ(
      *read<exchange>(
          R"({"line\nfeed":7,"a\/b":6,"":5,"\u0446ен\u0430":4,"\u0061\u0022b\u005cc":3,"cl\u0061ss":"spot","2\u0034h":-1.5,)"
          R"("\u0054":9,"\u0074":8,"\u0045":1700000000001,"\u0065":"trade"})"),
      *v);
  // the C++ names mean nothing any more
  EXPECT_EQ(
      *read<exchange>(R"({"type":"x","event_time":1,"change_24h":1,"class_":"x","unicode":1,"empty":1,"a\\\"b":1})"),
      exchange{});
  EXPECT_EQ((read_everywhere<exchange>(R"({"e":"trade","E":1700000000001,"a\"b\\c":3,"":5})")), error{});
}

TEST(Members, RenamedKeysAreWrittenEscaped) {
  std::string out;
  ASSERT_TRUE(hushring::write(exchange{"x", 1, 2, 3, 4, "y", 5, 6, 7, 8, 9}, out));
  EXPECT_EQ(out,
            R"({"e":"x","E":1,"t":2,"T":3,"24h":4,"class":"y","a\"b\\c":5,"цена":6,"":7,"a/b":8,"line\u000afeed":9})");
}

struct closed {
  int a = 0;
  int b = 0;
};

}  // namespace

template <>
inline constexpr auto hushring::fields_of<closed> =
    hushring::fields{hushring::rename("a", "b"), hushring::rename("b", "a")};

namespace {

TEST(Members, ADescriptionBesideTheStructMaySwapNames) {
  const auto v = read<closed>(R"({"a":1,"b":2})");
  ASSERT_TRUE(v);
  EXPECT_EQ(v->a, 2);
  EXPECT_EQ(v->b, 1);
}

struct long_names {
  int thirty_bytes_long_member_name1 = 0;
  int thirty_one_bytes_long_member_na = 0;
  int a_member_name_of_more_than_thirty_two_bytes = 0;
  std::string a_member_name_of_more_than_thirty_two_bytes_too;
  int a_member_name_that_is_longer_than_the_sixty_four_bytes_that_may_be_read_behind = 0;
  int last = 0;
  friend bool operator==(const long_names&, const long_names&) = default;
};

TEST(Members, LongNamesAreMatchedWholeAndOnlyInsideTheText) {
  const std::string text =
      R"({"thirty_bytes_long_member_name1":1,"thirty_one_bytes_long_member_na":2,)"
      R"("a_member_name_of_more_than_thirty_two_bytes":3,"a_member_name_of_more_than_thirty_two_bytes_too":"4",)"
      R"("a_member_name_that_is_longer_than_the_sixty_four_bytes_that_may_be_read_behind":5,"last":6})";
  EXPECT_EQ(*read<long_names>(text), (long_names{1, 2, 3, "4", 5, 6}));
  EXPECT_EQ((read_everywhere<long_names>(text)), error{});
  EXPECT_EQ(*read<long_names>(
                R"({"last":6,"a_member_name_of_more_than_thirty_two_bytes_two":"x",)"
                R"("a_member_name_that_is_longer_than_the_sixty_four_bytes_that_may_be_read_behind" : 5 ,)"
                R"("a_member_name_of_more_than_thirty_two_byte":1,"a_member_name_of_more_than_thirty_two_bytes":3})"),
            (long_names{0, 0, 3, "", 5, 6}));
}

TEST(Members, EveryTruncationIsAnErrorEvenWhenTheRestFollows) {
  const std::string text =
      R"({"thirty_bytes_long_member_name1":1,"thirty_one_bytes_long_member_na":2,)"
      R"("a_member_name_of_more_than_thirty_two_bytes":3,"a_member_name_of_more_than_thirty_two_bytes_too":"4",)"
      R"("a_member_name_that_is_longer_than_the_sixty_four_bytes_that_may_be_read_behind":5,"last":6})";
  for (std::size_t n = 0; n < text.size(); ++n)
    EXPECT_EQ((read_everywhere<long_names>(std::string_view(text).substr(0, n), std::string_view(text).substr(n))),
              (error{errc::unexpected_end, n}));
}

TEST(Members, KeysMustBeStringsFollowedByAColon) {
  EXPECT_EQ((read_everywhere<five>("{a:1}")), (error{errc::unexpected_character, 1}));
  EXPECT_EQ((read_everywhere<five>("{'a':1}")), (error{errc::unexpected_character, 1}));
  EXPECT_EQ((read_everywhere<five>("{1:1}")), (error{errc::unexpected_character, 1}));
  EXPECT_EQ((read_everywhere<five>("{\"a\" 1}")), (error{errc::unexpected_character, 5}));
  EXPECT_EQ((read_everywhere<five>("{\"a\"=1}")), (error{errc::unexpected_character, 4}));
  EXPECT_EQ((read_everywhere<five>("{\"a\"::1}")), (error{errc::unexpected_character, 5}));
  EXPECT_EQ((read_everywhere<five>("{\"a\":}")), (error{errc::unexpected_character, 5}));
  EXPECT_EQ((read_everywhere<five>("{\"a\"}")), (error{errc::unexpected_character, 4}));
  EXPECT_EQ((read_everywhere<five>("{,}")), (error{errc::unexpected_character, 1}));
  EXPECT_EQ((read_everywhere<five>("{\"a\":1,}")), (error{errc::unexpected_character, 7}));
  EXPECT_EQ((read_everywhere<five>("{,\"a\":1}")), (error{errc::unexpected_character, 1}));
  EXPECT_EQ((read_everywhere<five>("{\"a\":1,,\"b\":\"\"}")), (error{errc::unexpected_character, 7}));
  EXPECT_EQ((read_everywhere<five>("{\"a\":1 \"b\":\"\"}")), (error{errc::unexpected_character, 7}));
  EXPECT_EQ((read_everywhere<five>("{\"a\":1]")), (error{errc::unexpected_character, 6}));
  EXPECT_EQ((read_everywhere<five>("{\"a\":1}}")), (error{errc::trailing_data, 7}));
  EXPECT_EQ((read_everywhere<five>("{\"\\u00e\":1}")), (error{errc::invalid_escape, 7}));
  EXPECT_EQ((read_everywhere<five>("{\"a\n\":1}")), (error{errc::control_character, 3}));
}

}  // namespace
