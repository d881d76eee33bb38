#include <hushring/ipc/detail/record.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace {

using namespace hushring;
using namespace hushring::detail;

TEST(Record, WordPacksStateEncodingTypeOrdinalAndLength) {
  const record_word w = record_word::make(record_state::committed, encoding::json, 5, 3, 7);
  EXPECT_EQ(w.bits, 0xE0000018A9u);  // 7 << 37 | 3 << 11 | 5 << 5 | 1 << 3 | 1
  EXPECT_EQ(w.state(), record_state::committed);
  EXPECT_EQ(w.encoding(), encoding::json);
  EXPECT_EQ(w.type(), 5);
  EXPECT_EQ(w.ordinal(), 3u);
  EXPECT_EQ(w.length(), 7u);
}

TEST(Record, WordKeepsTheLargestFieldsApart) {
  const record_word w = record_word::make(record_state::control, encoding::raw, 63, ~std::uint64_t{0}, 134217727);
  EXPECT_EQ(w.state(), record_state::control);
  EXPECT_EQ(w.encoding(), encoding::raw);
  EXPECT_EQ(w.type(), 63);
  EXPECT_EQ(w.ordinal(), 67108863u);
  EXPECT_EQ(w.length(), 134217727u);
}

TEST(Record, AnotherStateKeepsTheRest) {
  const record_word w = record_word::make(record_state::committed, encoding::json, 5, 3, 7);
  EXPECT_EQ(w.with(record_state::done).bits, 0xE0000018ABu);
}

TEST(Record, SizeIsWholeLinesAndNeverZero) {
  EXPECT_EQ(record_size(8, 0), 64u);
  EXPECT_EQ(record_size(8, 56), 64u);
  EXPECT_EQ(record_size(8, 57), 128u);
  EXPECT_EQ(record_size(16, 48), 64u);
  EXPECT_EQ(record_size(16, 49), 128u);
}

TEST(Record, ExpandingFindsTheNearestValue) {
  EXPECT_EQ(expand_nearest(5, 8, 1000), 1029u);   // 0x405 is nearer to 1000 than 0x305
  EXPECT_EQ(expand_nearest(232, 8, 1000), 1000u);
  EXPECT_EQ(expand_nearest(255, 8, 1030), 1023u);  // backwards across a multiple of 256
  EXPECT_EQ(expand_nearest(1, 8, 1023), 1025u);    // forwards across one
  EXPECT_EQ(expand_nearest(255, 8, 0), 255u);      // never below 0
}

TEST(Record, IntentSurvivesItsWraps) {
  const std::uint64_t wrap = std::uint64_t{1} << 45;
  const intent_word w = intent_word::make(wrap + 128, (1 << 24) + 2);
  EXPECT_TRUE(w.set());
  EXPECT_FALSE(intent_word{}.set());
  EXPECT_EQ(w.position(wrap - 64), wrap + 128);
  EXPECT_EQ(w.position(wrap + 4096), wrap + 128);
  EXPECT_EQ(w.sequence((1 << 24) - 3), (1u << 24) + 2);
  EXPECT_EQ(intent_word::make(wrap - 64, (1 << 24) - 1).position(wrap + 64), wrap - 64);
  EXPECT_EQ(intent_word::make(wrap - 64, (1 << 24) - 1).sequence(1 << 24), (1u << 24) - 1);
}

}  // namespace
