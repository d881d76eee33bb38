// An integer that had been read whole, with its fraction or exponent, was read again from the digits before a second
// dot or e: -5e1e0 became 1.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <hushring/json/quoted.hpp>
#include <hushring/json/read.hpp>

#include "../support/placements.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::testing::read_everywhere;

struct item {
  std::int64_t a = 0;
  std::int8_t b = 0;
  std::optional<int> c;
  hushring::quoted<int> d;
  int e = 0;
  friend bool operator==(const item&, const item&) = default;
};

TEST(Regressions, TwoNumbersAreNotReadAsOne) {
  struct bad {
    std::string number;
    std::uint64_t offset;
  };
  for (const bad& n : {bad{"-5e1e0", 4},
                       {"-5.0.0", 4},
                       {"0.0.0", 3},
                       {"0e0e0", 3},
                       {"-1e0-1e0", 4},
                       {"1234567890123456789.0.0", 21},
                       {"-5e1.0", 4},
                       {"-0.0e0.0", 6}}) {
    EXPECT_EQ((read_everywhere<item>("{\"a\":" + n.number + "}")), (error{errc::unexpected_character, 5 + n.offset}))
        << n.number;
    EXPECT_EQ((read_everywhere<item>("{\"a\":" + n.number + ",\"b\":1}")),
              (error{errc::unexpected_character, 5 + n.offset}))
        << n.number;
    EXPECT_EQ((read_everywhere<item>("{ \"e\":" + n.number + "}").code == errc::ok), false) << n.number;
    EXPECT_EQ((read_everywhere<std::int64_t>(n.number)), (error{errc::trailing_data, n.offset})) << n.number;
    EXPECT_EQ((read_everywhere<std::vector<std::int64_t>>("[1," + n.number + "]")),
              (error{errc::unexpected_character, 3 + n.offset}))
        << n.number;
  }
  EXPECT_EQ((read_everywhere<item>(R"({"b":300e-1e0})")), (error{errc::unexpected_character, 11}));
  EXPECT_EQ((read_everywhere<item>(R"({"c":-5e1e0})")), (error{errc::unexpected_character, 9}));
  EXPECT_EQ((read_everywhere<item>(R"({"d":"-5e1e0"})")), (error{errc::invalid_number, 10}));
  EXPECT_EQ((read_everywhere<std::vector<std::optional<int>>>("[-5.0.0]")), (error{errc::unexpected_character, 5}));
}

}  // namespace
