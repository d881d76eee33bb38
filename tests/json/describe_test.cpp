// Classes and enumerations that Boost.Describe knows.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <hushring/json/describe.hpp>
#include <hushring/json/fields.hpp>
#include <hushring/json/read.hpp>
#include <hushring/json/schema.hpp>
#include <hushring/json/write.hpp>

#include "types_checks.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::read;
using hushring::read_into;
using hushring::testing::check_read;
using hushring::testing::value_of;
using hushring::testing::written;

class position {
 public:
  position() = default;
  position(std::string account, double size) : account_(std::move(account)), size_(size) {}
  [[nodiscard]] double size() const { return size_; }
  friend bool operator==(const position&, const position&) = default;

  static constexpr hushring::fields fields{hushring::rename("account_", "account"), hushring::rename("size_", "size"),
                                           hushring::ignore("cache_")};
  static int count;

 private:
  std::string account_ = "none";
  double size_ = 2.5;
  int cache_ = 0;
  std::string not_described_ = "kept";

  BOOST_DESCRIBE_CLASS(position, (), (count), (), (account_, size_, cache_))
};
int position::count = 0;

TEST(Describe, PrivateMembersOfClassesAreBound) {
  EXPECT_EQ(written(position("a", 1.5)), R"({"account":"a","size":1.5})");
  EXPECT_EQ(value_of<position>(R"({"size":1.5,"account":"a","count":7,"cache_":8,"not_described_":"x"})"),
            position("a", 1.5));
  EXPECT_EQ(position::count, 0);
  EXPECT_EQ(value_of<position>(R"({"account":"a","size":null})"), position("a", 2.5));
  EXPECT_EQ((check_read<position, hushring::strict>(R"({"size":1.5})")), (error{errc::missing_member, 11}));
  EXPECT_EQ(check_read<position>(R"({"size":"1.5"})"), (error{errc::wrong_type, 8}));
}

struct base {
  int id = 1;
  std::string name = "base";
  friend bool operator==(const base&, const base&) = default;
  BOOST_DESCRIBE_CLASS(base, (), (id, name), (), ())
};
struct other_base {
  bool flag = false;
  friend bool operator==(const other_base&, const other_base&) = default;
  BOOST_DESCRIBE_CLASS(other_base, (), (flag), (), ())
};
class derived : public base, public other_base {
 public:
  int own = 3;
  friend bool operator==(const derived&, const derived&) = default;
  static constexpr hushring::fields fields{hushring::rename("id", "ID"), hushring::required("name")};

 private:
  std::vector<int> hidden_;
  BOOST_DESCRIBE_CLASS(derived, (base, other_base), (own), (), (hidden_))
};

TEST(Describe, MembersOfBasesComeFirst) {
  derived d;
  d.id = 7;
  d.name = "n";
  d.flag = true;
  EXPECT_EQ(written(d), R"({"ID":7,"name":"n","flag":true,"own":3,"hidden_":[]})");
  EXPECT_EQ(value_of<derived>(R"({"ID":7,"name":"n","flag":true,"own":3,"hidden_":[]})"), d);
  EXPECT_EQ(value_of<derived>(R"({"hidden_":[],"flag":true,"name":"n","ID":7})"), d);
  EXPECT_EQ(check_read<derived>(R"({"ID":7})"), (error{errc::missing_member, 7}));
}

struct hides {
  int id = 5;
  friend bool operator==(const hides&, const hides&) = default;
  BOOST_DESCRIBE_CLASS(hides, (), (id), (), ())
};
struct hiding : hides {
  std::string id = "own";
  friend bool operator==(const hiding&, const hiding&) = default;
  BOOST_DESCRIBE_CLASS(hiding, (hides), (id), (), ())
};

TEST(Describe, HiddenMembersAreNotBound) {
  EXPECT_EQ(written(hiding{}), R"({"id":"own"})");
  EXPECT_EQ(value_of<hiding>(R"({"id":"x"})"), (hiding{{5}, "x"}));
}

// an aggregate with a base, and one of another library, described from outside
struct aggregate : base {
  double price = 0;
  friend bool operator==(const aggregate&, const aggregate&) = default;
};
BOOST_DESCRIBE_STRUCT(aggregate, (base), (price))

TEST(Describe, AggregatesMayHaveBasesWhenTheyAreDescribed) {
  EXPECT_EQ(written(aggregate{{1, "n"}, 2}), R"({"id":1,"name":"n","price":2})");
  EXPECT_EQ(value_of<aggregate>(R"({"price":2,"name":"n"})"), (aggregate{{1, "n"}, 2}));
}

class node {
 public:
  node() = default;
  explicit node(int value) : value_(value) {}
  void add(int value) { children_.emplace_back(value); }
  friend bool operator==(const node& a, const node& b) {
    return a.value_ == b.value_ && a.children_ == b.children_ && !a.next_ == !b.next_ &&
           (!a.next_ || *a.next_ == *b.next_);
  }

 private:
  int value_ = 0;
  std::vector<node> children_;
  std::unique_ptr<node> next_;
  BOOST_DESCRIBE_CLASS(node, (), (), (), (value_, children_, next_))
};

TEST(Describe, ClassesMayHoldThemselvesAndOthersMayHoldThem) {
  const std::string text =
      R"({"value_":1,"children_":[{"value_":2,"children_":[]}],"next_":{"value_":3,"children_":[]}})";
  EXPECT_EQ(written(value_of<node>(text)), text);
  using map = std::map<std::string, std::optional<position>>;
  EXPECT_EQ(written(map{{"a", position("x", 1)}, {"b", {}}}), R"({"a":{"account":"x","size":1},"b":null})");
  EXPECT_EQ(value_of<map>(R"({"a":{"account":"x","size":1},"b":null})"), (map{{"a", position("x", 1)}, {"b", {}}}));
}

struct nothing_described {
  int a = 1;
  BOOST_DESCRIBE_CLASS(nothing_described, (), (), (), ())
};

TEST(Describe, WhatIsNotDescribedIsNoMember) {
  EXPECT_EQ(written(nothing_described{}), "{}");
  EXPECT_EQ(read<nothing_described>(R"({"a":2})")->a, 1);
}

// ---- enumerations

BOOST_DEFINE_ENUM_CLASS(side, buy, sell)
enum class status : int { open = 1, closed = 5, unnamed = 9 };
BOOST_DESCRIBE_ENUM(status, open, closed)
BOOST_DEFINE_ENUM(plain_enum, first_one, second_one)
BOOST_DEFINE_ENUM_CLASS(renamed, a, b)

struct order {
  side s = side::buy;
  std::optional<status> st;
  plain_enum p = first_one;
  renamed r = renamed::a;
  friend bool operator==(const order&, const order&) = default;
};

}  // namespace

template <>
inline constexpr auto hushring::enum_names<renamed> = hushring::names<renamed>({{renamed::a, "A"}, {renamed::b, "B"}});

namespace {

TEST(Describe, EnumerationsAreTheNamesOfTheirEnumerators) {
  EXPECT_EQ(value_of<order>(R"({"s":"sell","st":"closed","p":"second_one","r":"B"})"),
            (order{side::sell, status::closed, second_one, renamed::b}));
  EXPECT_EQ(written(order{side::sell, status::open, second_one, renamed::b}),
            R"({"s":"sell","st":"open","p":"second_one","r":"B"})");
  EXPECT_EQ(check_read<order>(R"({"s":"Sell"})"), (error{errc::unknown_name, 5}));
  EXPECT_EQ(check_read<order>(R"({"st":"unnamed"})"), (error{errc::unknown_name, 6}));
  EXPECT_EQ(check_read<order>(R"({"r":"a"})"), (error{errc::unknown_name, 5}));
  EXPECT_EQ(check_read<order>(R"({"s":1})"), (error{errc::wrong_type, 5}));
  std::string out;
  EXPECT_EQ(hushring::write(order{side::sell, status::unnamed, first_one, renamed::a}, out).error().code,
            errc::unknown_name);
}

}  // namespace
