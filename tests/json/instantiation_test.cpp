// Reading and writing code that is instantiated once in the program, in support/instantiation_order.cpp.
#include <gtest/gtest.h>

#include <string>

#include "support/instantiation_order.hpp"

namespace {

using hushring::testing::order;

TEST(Instantiation, OneSourceFileHasTheCodeThatAllOthersCall) {
  order o;
  ASSERT_TRUE(hushring::read_into(R"({"symbol":"BTCUSDT","price":1.5,"tags":["a","b"]})", o));
  EXPECT_EQ(o.symbol, "BTCUSDT");
  EXPECT_EQ(o.price, 1.5);
  std::string text;
  ASSERT_TRUE(hushring::write(o, text));
  EXPECT_EQ(text, R"({"symbol":"BTCUSDT","price":1.5,"tags":["a","b"]})");
  const auto failed = hushring::read_into<hushring::strict>(R"({"symbol":"BTCUSDT"})", o);
  EXPECT_EQ(failed.error(), (hushring::error{hushring::errc::missing_member, 19}));
}

}  // namespace
