// A struct without members.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

namespace {

using hushring::errc;
using hushring::error;
using hushring::read;
using hushring::write;

struct none {};
struct holder {
  none a;
  std::optional<none> b;
  std::vector<none> c;
};

TEST(EmptyStruct, AStructWithoutMembersTakesAnyObject) {
  EXPECT_TRUE(read<none>("{}"));
  EXPECT_TRUE(read<none>(R"({"a":1,"b":[{"c":null}]})"));
  EXPECT_TRUE((read<none, hushring::strict>("{ }")));
  EXPECT_EQ(read<none>("[]").error(), (error{errc::wrong_type, 0}));
  EXPECT_EQ(read<none>("{").error(), (error{errc::unexpected_end, 1}));
  EXPECT_EQ((read<none, hushring::read_options{.unknown = hushring::unknown::error}>(R"({"a":1})").error()),
            (error{errc::unknown_member, 1}));
  std::string out;
  ASSERT_TRUE(write(none{}, out));
  EXPECT_EQ(out, "{}");
  ASSERT_TRUE(write(std::array<none, 2>{}, out));
  EXPECT_EQ(out, "{}[{},{}]");
}

TEST(EmptyStruct, MayBeAMemberOrAnElement) {
  const auto v = read<holder>(R"({"a":{},"b":{"x":[1]},"c":[{},{ },{"y":2}]})");
  ASSERT_TRUE(v);
  EXPECT_TRUE(v->b);
  EXPECT_EQ(v->c.size(), 3u);
  std::string out;
  ASSERT_TRUE(write(*v, out));
  EXPECT_EQ(out, R"({"a":{},"b":{},"c":[{},{},{}]})");
}

}  // namespace
