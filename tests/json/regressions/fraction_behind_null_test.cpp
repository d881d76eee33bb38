// null with a dot or an e behind it was taken for an integer whose fraction follows, and an empty optional was written
// to.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include <hushring/json/read.hpp>

#include "../support/placements.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::testing::read_everywhere;

struct item {
  std::optional<int> a;
  int b = 0;
  friend bool operator==(const item&, const item&) = default;
};

TEST(Regressions, NullHasNoFraction) {
  EXPECT_EQ((read_everywhere<item>(R"({"a":null.5})")), (error{errc::unexpected_character, 9}));
  EXPECT_EQ((read_everywhere<item>(R"({"a":nulle5})")), (error{errc::unexpected_character, 9}));
  EXPECT_EQ((read_everywhere<item>(R"({"b":null.5})")), (error{errc::unexpected_character, 9}));
  EXPECT_EQ((read_everywhere<std::optional<int>>("null.5")), (error{errc::trailing_data, 4}));
  EXPECT_EQ((read_everywhere<std::vector<std::optional<int>>>("[null.5]")), (error{errc::unexpected_character, 5}));
  EXPECT_EQ((read_everywhere<std::vector<std::optional<int>>>("[1,null.5]")), (error{errc::unexpected_character, 7}));
}

}  // namespace
