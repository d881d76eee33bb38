// Every statement that a struct's description can make: what is read, what is written, what is an error.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/fields.hpp>
#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

#include "types_checks.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::field;
using hushring::key_style;
using hushring::read;
using hushring::read_into;
using hushring::read_options;
using hushring::testing::check_read;
using hushring::testing::value_of;
using hushring::testing::written;

// ---- rename, alias

struct trade {
  std::string symbol;
  double price = -1;
  int quantity = 0;
  friend bool operator==(const trade&, const trade&) = default;
  static constexpr hushring::fields fields{
      hushring::rename("symbol", "s"),       hushring::alias("symbol", "symbol"), hushring::alias("symbol", "pair"),
      hushring::alias("symbol", "a \"name\""), hushring::rename("price", "p"),      hushring::alias("quantity", "q")};
};

TEST(Fields, MembersAreReadFromAllOfTheirAliases) {
  EXPECT_EQ(value_of<trade>(R"({"s":"X","p":1.5,"quantity":2})"), (trade{"X", 1.5, 2}));
  EXPECT_EQ(value_of<trade>(R"({"symbol":"X","p":1.5,"q":2})"), (trade{"X", 1.5, 2}));
  EXPECT_EQ(value_of<trade>(R"({"q":2,"p":1.5,"pair":"X"})"), (trade{"X", 1.5, 2}));
  EXPECT_EQ(value_of<trade>(R"({"a \"name\"":"X","q":2})"), (trade{"X", -1, 2}));
  EXPECT_EQ(value_of<trade>(R"({ "pair" : "X" , "q" : 2 })"), (trade{"X", -1, 2}));
  // the C++ name of a renamed member, and other spellings, mean nothing
  EXPECT_EQ(value_of<trade>(R"({"price":1.5,"Pair":"X","":"X","pairs":"X"})"), trade{});
}

TEST(Fields, AliasesMayBeSpeltWithEscapes) {
  EXPECT_EQ(value_of<trade>(R"({"\u0070air":"X"})"), (trade{"X"}));
  EXPECT_EQ(value_of<trade>(R"({"a\u0020\u0022name\u0022":"X"})"), (trade{"X"}));
  EXPECT_EQ(value_of<trade>(R"({"\u0073":"X","\u0071":3})"), (trade{"X", -1, 3}));
}

TEST(Fields, MembersAreWrittenUnderTheirOwnKey) {
  EXPECT_EQ(written(trade{"X", 1.5, 2}), R"({"s":"X","p":1.5,"quantity":2})");
}

TEST(Fields, AKeyAndItsAliasAreDuplicates) {
  EXPECT_EQ(value_of<trade>(R"({"s":"X","pair":"Y"})"), (trade{"Y"}));
  EXPECT_EQ(value_of<trade>(R"({"pair":"Y","symbol":"Z","s":"X"})"), (trade{"X"}));
  constexpr read_options once{.duplicate = hushring::duplicate::error};
  EXPECT_EQ((check_read<trade, once>(R"({"s":"X","pair":"Y"})")), (error{errc::duplicate_member, 9}));
  EXPECT_EQ((check_read<trade, once>(R"({"pair":"X","symbol":"Y"})")), (error{errc::duplicate_member, 12}));
  EXPECT_EQ((check_read<trade, once>(R"({"pair":"X","p":1,"pai\u0072":"Y"})")), (error{errc::duplicate_member, 18}));
  EXPECT_EQ((check_read<trade, once>(R"({"quantity":1,"q":1})")), (error{errc::duplicate_member, 14}));
  EXPECT_EQ((check_read<trade, once>(R"({"s":"X","price":1,"price":1})")), error{});  // unknown ones may repeat
}

TEST(Fields, AliasesAreNotMissingAndNotUnknown) {
  EXPECT_EQ((check_read<trade, hushring::strict>(R"({"pair":"X","p":1,"q":2})")), error{});
  EXPECT_EQ((check_read<trade, hushring::strict>(R"({"pair":"X","p":1})")), (error{errc::missing_member, 17}));
  constexpr read_options known{.unknown = hushring::unknown::error};
  EXPECT_EQ((check_read<trade, known>(R"({"pair":"X","a \"name\"":"Y"})")), error{});
  EXPECT_EQ((check_read<trade, known>(R"({"price":1})")), (error{errc::unknown_member, 1}));
}

// ---- ignore

struct cannot_be_bound {
  int numbers[3] = {1, 2, 3};
};
struct with_ignored {
  int a = 1;
  std::function<void()> callback;
  std::string b = "b";
  void* pointer = nullptr;
  cannot_be_bound other;
  std::unique_ptr<int> owned;
  static constexpr hushring::fields fields{hushring::ignore("callback"), hushring::ignore("pointer"),
                                           hushring::ignore("other"), hushring::ignore("owned")};
};

TEST(Fields, IgnoredMembersAreNeitherReadNorWritten) {
  int target = 0;
  with_ignored v;
  v.pointer = &target;
  v.other.numbers[1] = 7;
  ASSERT_TRUE(read_into(R"({"pointer":5,"callback":{},"a":2,"other":[1],"owned":null})", v));
  EXPECT_EQ(v.a, 2);
  EXPECT_EQ(v.b, "b");
  EXPECT_EQ(v.pointer, &target);  // what they hold stays
  EXPECT_EQ(v.other.numbers[1], 7);
  EXPECT_EQ(written(v), R"({"a":2,"b":"b"})");
  constexpr read_options known{.unknown = hushring::unknown::error};
  EXPECT_EQ((read_into<known>(R"({"a":2,"pointer":5})", v).error()), (error{errc::unknown_member, 7}));
  EXPECT_TRUE((read_into<hushring::strict>(R"({"a":2,"b":""})", v)));
}

struct with_mutex {
  std::mutex lock;
  int n = 4;
  std::string s = "s";
  static constexpr hushring::fields fields{hushring::ignore("lock")};
};

TEST(Fields, IgnoredMembersNeedNotBeMovable) {
  with_mutex v;
  ASSERT_TRUE(read_into(R"({"n":5})", v));
  EXPECT_EQ(v.n, 5);
  EXPECT_EQ(v.s, "s");
  ASSERT_TRUE(read_into(R"({"n":null,"s":"t"})", v));
  EXPECT_EQ(v.n, 4);
  EXPECT_EQ(written(v), R"({"n":4,"s":"t"})");
}

struct all_ignored {
  int a = 1;
  static constexpr hushring::fields fields{hushring::ignore("a")};
};

TEST(Fields, AllMembersMayBeIgnored) {
  all_ignored v{7};
  ASSERT_TRUE(read_into(R"({"a":2})", v));
  EXPECT_EQ(v.a, 7);
  EXPECT_EQ(written(v), "{}");
  EXPECT_EQ(read<all_ignored>(R"({"a":})").error(), (error{errc::unexpected_character, 5}));
}

// ---- omit_empty

struct may_be_empty {
  std::string s;
  int n = 0;
  double d = 0;
  bool b = false;
  std::vector<int> v;
  std::optional<int> o;
  int kept = 0;
  friend bool operator==(const may_be_empty&, const may_be_empty&) = default;
  static constexpr hushring::fields fields{hushring::omit_empty("s"), hushring::omit_empty("n"),
                                           hushring::omit_empty("d"), hushring::omit_empty("b"),
                                           hushring::omit_empty("v"), hushring::omit_empty("o")};
};

TEST(Fields, EmptyMembersAreLeftOutWhereThatIsSaid) {
  EXPECT_EQ(written(may_be_empty{}), R"({"kept":0})");
  EXPECT_EQ(written(may_be_empty{"x", 1, 0.5, true, {0}, 0, 2}),
            R"({"s":"x","n":1,"d":0.5,"b":true,"v":[0],"o":0,"kept":2})");
  EXPECT_EQ(written(may_be_empty{{}, 0, -0.0, false, {1}, {}, 0}), R"({"v":[1],"kept":0})");
}

TEST(Fields, WhatIsLeftOutIsNotMissing) {
  EXPECT_EQ((check_read<may_be_empty, hushring::strict>(R"({"kept":0})")), error{});
  EXPECT_EQ((check_read<may_be_empty, hushring::strict>(R"({"s":""})")), (error{errc::missing_member, 7}));
}

// ---- required

struct order {
  int id = 0;
  std::optional<int> account;
  std::string note = "none";
  friend bool operator==(const order&, const order&) = default;
  static constexpr hushring::fields fields{hushring::required("id"), hushring::required("account"),
                                           hushring::alias("account", "acc")};
};

TEST(Fields, RequiredMembersMustBeThereWhateverTheOptionsSay) {
  EXPECT_EQ(check_read<order>(R"({"id":1,"account":2})"), error{});
  EXPECT_EQ(check_read<order>(R"({"acc":2,"id":1})"), error{});
  EXPECT_EQ(check_read<order>(R"({"id":1,"account":null})"), error{});  // null is there
  EXPECT_EQ(check_read<order>("{}"), (error{errc::missing_member, 1}));
  EXPECT_EQ(check_read<order>(R"({"id":1 , "note":"" })"), (error{errc::missing_member, 20}));
  EXPECT_EQ(check_read<order>(R"({"account":1})"), (error{errc::missing_member, 12}));
  EXPECT_EQ(check_read<order>(R"({"id":1)"), (error{errc::unexpected_end, 7}));
  EXPECT_EQ(check_read<std::vector<order>>(R"([{"id":1,"account":2},{"id":1}])"), (error{errc::missing_member, 29}));
  EXPECT_EQ((check_read<order, hushring::strict>(R"({"id":1,"account":2})")), (error{errc::missing_member, 19}));
}

// ---- default_value

struct defaults {
  int n = -1;
  std::int8_t small = 1;
  std::uint64_t large = 1;
  double d = -1;
  float f = -1;
  bool b = false;
  std::string s = "initial";
  std::string_view view = "initial";
  std::optional<int> o;
  std::optional<hushring::quoted<double>> q;
  int other = 3;
  friend bool operator==(const defaults&, const defaults&) = default;
  static constexpr hushring::fields fields{hushring::default_value("n", 7),
                                           hushring::default_value("small", -128),
                                           hushring::default_value("large", 18446744073709551615u),
                                           hushring::default_value("d", 1),
                                           hushring::default_value("f", 0.5),
                                           hushring::default_value("b", true),
                                           hushring::default_value("s", "text"),
                                           hushring::default_value("view", std::string_view("view")),
                                           hushring::default_value("o", 9),
                                           hushring::default_value("q", 2.5)};
};
const defaults described{7, -128, 18446744073709551615u, 1, 0.5f, true, "text", "view", 9, {{2.5}}, 3};

TEST(Fields, DescribedDefaultsReplaceInitializersOfMissingMembers) {
  EXPECT_EQ(value_of<defaults>("{}"), described);
  defaults reused{1, 2, 3, 4, 5, false, "6", "7", 8, {{9}}, 10};
  hushring::reader in;
  ASSERT_TRUE(in.read_into("{}", reused));
  EXPECT_EQ(reused, described);
  EXPECT_EQ(value_of<defaults>(R"({"n":1,"other":2,"o":5})").o, 5);
}

TEST(Fields, DescribedDefaultsReplaceNullButOptionalsAreThenEmpty) {
  defaults v = value_of<defaults>(
      R"({"n":null,"small":null,"large":null,"d":null,"f":null,"b":null,"s":null,"view":null,"o":null,"q":null})");
  EXPECT_FALSE(v.o || v.q);
  v.o = 9, v.q.emplace(2.5);
  EXPECT_EQ(v, described);
}

TEST(Fields, MembersWithADescribedDefaultMayBeMissing) {
  EXPECT_EQ((check_read<defaults, hushring::strict>(R"({"other":1})")), error{});
  EXPECT_EQ((check_read<defaults, hushring::strict>("{}")), (error{errc::missing_member, 1}));
  EXPECT_EQ((check_read<defaults, hushring::strict>(R"({"other":1,"n":null})")), (error{errc::null_value, 15}));
}

struct holds_defaults {
  struct inner {
    int x = 1;
    static constexpr hushring::fields fields{hushring::default_value("x", 5)};
    friend bool operator==(const inner&, const inner&) = default;
  };
  inner in;
  std::vector<inner> list;
  friend bool operator==(const holds_defaults&, const holds_defaults&) = default;
};

TEST(Fields, DescribedDefaultsHoldInsideOfMissingStructs) {
  EXPECT_EQ(value_of<holds_defaults>("{}"), (holds_defaults{{5}, {}}));
  EXPECT_EQ(value_of<holds_defaults>(R"({"in":null,"list":[null,{},{"x":2}]})"), (holds_defaults{{5}, {{5}, {5}, {2}}}));
}

// ---- key styles

template <key_style Style>
struct quote {
  int best_bid = 0;
  int best_ask_price_1 = 0;
  int volume = 0;
  int lastTrade = 0;
  int also_named = 0;
  friend bool operator==(const quote&, const quote&) = default;
  static constexpr hushring::fields fields{hushring::keys(Style), hushring::rename("also_named", "also_named"),
                                           hushring::alias("volume", "vol")};
};

template <key_style Style>
void expect_keys(std::string_view text) {
  EXPECT_EQ(written(quote<Style>{1, 2, 3, 4, 5}), text);
  EXPECT_EQ(value_of<quote<Style>>(text), (quote<Style>{1, 2, 3, 4, 5}));
  EXPECT_EQ(value_of<quote<Style>>(R"({"vol":3})"), (quote<Style>{0, 0, 3}));
}

TEST(Fields, KeysOfEachStyleComeFromTheNames) {
  expect_keys<key_style::as_written>(
      R"({"best_bid":1,"best_ask_price_1":2,"volume":3,"lastTrade":4,"also_named":5})");
  expect_keys<key_style::camel>(R"({"bestBid":1,"bestAskPrice1":2,"volume":3,"lastTrade":4,"also_named":5})");
  expect_keys<key_style::pascal>(R"({"BestBid":1,"BestAskPrice1":2,"Volume":3,"LastTrade":4,"also_named":5})");
  expect_keys<key_style::kebab>(R"({"best-bid":1,"best-ask-price-1":2,"volume":3,"lastTrade":4,"also_named":5})");
  expect_keys<key_style::screaming>(R"({"BEST_BID":1,"BEST_ASK_PRICE_1":2,"VOLUME":3,"LASTTRADE":4,"also_named":5})");
  expect_keys<key_style::lower>(R"({"bestbid":1,"bestaskprice1":2,"volume":3,"lasttrade":4,"also_named":5})");
}

// ---- both ways of describing

struct described_inside {
  int a = 0;
  static constexpr hushring::fields fields{hushring::rename("a", "A")};
};
struct described_outside {
  int a = 0;
};
struct described_twice {
  int a = 0;
  [[maybe_unused]] static constexpr hushring::fields fields{hushring::rename("a", "inside")};
};
template <class T>
struct described_template {
  T a{};
};

}  // namespace

template <>
inline constexpr auto hushring::fields_of<described_outside> = hushring::fields{hushring::rename("a", "A")};
template <>
inline constexpr auto hushring::fields_of<described_twice> = hushring::fields{hushring::rename("a", "outside")};
template <class T>
inline constexpr auto hushring::fields_of<described_template<T>> = hushring::fields{hushring::rename("a", "A")};

namespace {

TEST(Fields, StructsAreDescribedInsideOrOutside) {
  EXPECT_EQ(written(described_inside{1}), R"({"A":1})");
  EXPECT_EQ(written(described_outside{1}), R"({"A":1})");
  EXPECT_EQ(written(described_template<int>{1}), R"({"A":1})");
  EXPECT_EQ(written(described_template<bool>{true}), R"({"A":true})");
  EXPECT_EQ(written(described_twice{1}), R"({"outside":1})");  // outside wins: it may be somebody else's struct
  EXPECT_EQ(read<described_outside>(R"({"A":5})")->a, 5);
}

struct not_a_description {
  int fields = 3;
  int other = 4;
};

TEST(Fields, AMemberMayBeCalledFields) {
  EXPECT_EQ(written(not_a_description{}), R"({"fields":3,"other":4})");
  EXPECT_EQ(read<not_a_description>(R"({"fields":8})")->fields, 8);
}

}  // namespace
