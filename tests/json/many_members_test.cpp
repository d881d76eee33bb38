// Structs of 1, 40, 129 and 190 members.
#include <gtest/gtest.h>

#include <string>

#include <boost/pfr/core.hpp>

#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

namespace {

using hushring::duplicate;
using hushring::errc;
using hushring::error;
using hushring::missing;
using hushring::read;
using hushring::read_options;
using hushring::unknown;
using hushring::write;

#define TEN(p) int p##0 = 1, p##1 = 1, p##2 = 1, p##3 = 1, p##4 = 1, p##5 = 1, p##6 = 1, p##7 = 1, p##8 = 1, p##9 = 1;

struct one {
  int a = 1;
};
struct forty {
  TEN(f) TEN(f1) TEN(f2) TEN(f3)
};
struct members_129 {
  TEN(f)
  TEN(f1) TEN(f2) TEN(f3) TEN(f4) TEN(f5) TEN(f6) TEN(f7) TEN(f8) TEN(f9) TEN(f10)
      TEN(f11) int f120 = 1,
                   f121 = 1, f122 = 1, f123 = 1, f124 = 1, f125 = 1, f126 = 1, f127 = 1, f128 = 1;
};
struct members_190 {
  TEN(f)
  TEN(f1) TEN(f2) TEN(f3) TEN(f4) TEN(f5) TEN(f6) TEN(f7) TEN(f8) TEN(f9) TEN(f10) TEN(f11) TEN(f12) TEN(f13) TEN(f14)
      TEN(f15) TEN(f16) TEN(f17) TEN(f18)
};
#undef TEN

template <class T>
int member(const T& value, std::size_t wanted) {
  int found = -1;
  boost::pfr::for_each_field(value, [&](const int& m, std::size_t i) {
    if (i == wanted) found = m;
  });
  return found;
}

/// {"f<first>":<first>,...} for every `step`-th member, modulo n.
std::string shuffled(std::size_t n, std::size_t first, std::size_t step) {
  std::string text = "{";
  for (std::size_t i = 0, at = first % n; i < n; ++i, at = (at + step) % n)
    text += (i ? ",\"f" : "\"f") + std::to_string(at) + "\":" + std::to_string(at * 3);
  return text + "}";
}

// One set of options a struct: large structs cost seconds of compile time for each.
template <class T, read_options O>
void expect_every_member(std::size_t n) {
  for (const std::size_t step :
       {std::size_t{1}, n - 1, std::size_t{7}, std::size_t{11}}) {  // 7 and 11 divide none of the counts
    const auto v = read<T, O>(shuffled(n, step * 5, step));
    ASSERT_TRUE(v) << n << " " << step;
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(member(*v, i), static_cast<int>(3 * i));
  }
  if constexpr (O.missing == missing::default_value) {
    for (std::size_t only = 0; only < n; ++only) {
      const auto v = read<T, O>("{\"f" + std::to_string(only) + "\":7}");
      ASSERT_TRUE(v);
      for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(member(*v, i), i == only ? 7 : 1);
    }
  }
  for (std::size_t left_out = 0; left_out < n; ++left_out) {
    std::string text = "{";
    for (std::size_t i = 0; i < n; ++i)
      if (i != left_out) text += (text.size() > 1 ? ",\"f" : "\"f") + std::to_string(i) + "\":0";
    const std::uint64_t end = text.size();
    EXPECT_EQ((read<T, O>(text + "}").error()),
              (O.missing == missing::error ? error{errc::missing_member, end} : error{}));
    text += ",\"f" + std::to_string((left_out + 1) % n) + "\":0}";
    EXPECT_EQ((read<T, O>(text).error()), O.duplicate == duplicate::error ? (error{errc::duplicate_member, end + 1})
                                          : O.missing == missing::error ? (error{errc::missing_member, text.size() - 1})
                                                                        : error{});
  }
  EXPECT_EQ((read<T, O>(shuffled(n, 0, 1).insert(1, "\"f" + std::to_string(n) + "\":0,")).error()),
            (O.unknown == unknown::error ? error{errc::unknown_member, 1} : error{}));
}

TEST(ManyMembers, AStructOfOneMember) {
  EXPECT_EQ(read<one>(R"({"a":5})")->a, 5);
  EXPECT_EQ(read<one>("{}")->a, 1);
  EXPECT_EQ(read<one>(R"({"b":5,"a":6,"c":7})")->a, 6);
}

TEST(ManyMembers, AStructOf40Members) { expect_every_member<forty, hushring::strict>(40); }
TEST(ManyMembers, AStructOf129Members) {
  expect_every_member<members_129, read_options{.unknown = unknown::error, .missing = missing::error}>(129);
}
TEST(ManyMembers, AStructOf190Members) {
  expect_every_member<members_190, read_options{.duplicate = duplicate::error}>(190);
}
TEST(ManyMembers, AStructOf129MembersIsWrittenInOrder) {
  std::string out;
  ASSERT_TRUE(write(members_129{}, out));
  std::string expected = "{";
  for (int i = 0; i < 129; ++i) expected += (i ? ",\"f" : "\"f") + std::to_string(i) + "\":1";
  EXPECT_EQ(out, expected + "}");
}

}  // namespace
