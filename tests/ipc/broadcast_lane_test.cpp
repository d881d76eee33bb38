// The broadcast lane by itself, in one thread: what producer and consumers promise, case by case.
#include "broadcast_fixture.hpp"

#include <hushring/ipc/detail/broadcast_consumer.hpp>
#include <hushring/ipc/detail/broadcast_lane.hpp>
#include <hushring/ipc/detail/broadcast_producer.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace hushring;
using namespace hushring::detail;
using test::lane_in_memory;
using test::small_geometry;

using producer_type = broadcast_producer<>;
using consumer_type = broadcast_consumer<>;

constexpr auto lossy = consumer_mode::lossy;
constexpr auto reliable = consumer_mode::reliable;

bool send(producer_type& p, std::string_view text) {
  std::byte* place = p.claim(text.size());
  if (place == nullptr) return false;
  std::memcpy(place, text.data(), text.size());
  p.commit(text.size(), text.size(), encoding::json, 3);
  return true;
}

std::string text_of(const broadcast_record& r) {
  return std::string(reinterpret_cast<const char*>(r.payload), r.word.length());
}

/// Receives one message and gives it back; otherwise the outcome's name.
std::string next(consumer_type& c) {
  broadcast_record r;
  switch (c.receive(r)) {
    case broadcast_outcome::record: {
      std::string text = text_of(r);
      c.release(r.handle);
      return text;
    }
    case broadcast_outcome::empty:
      return "<empty>";
    case broadcast_outcome::lost:
      return "<lost " + std::to_string(c.loss().count) + " from " + std::to_string(c.loss().first) + ">";
    case broadcast_outcome::evicted:
      return "<evicted, lost " + std::to_string(c.loss().count) + " from " + std::to_string(c.loss().first) + ">";
    case broadcast_outcome::new_epoch:
      return "<epoch " + std::to_string(c.epoch()) + ">";
    case broadcast_outcome::too_many_held:
      return "<too many held>";
    case broadcast_outcome::corrupt:
      return "<corrupt>";
  }
  return "<?>";
}

/// Two consumers, so 6 blocks; a block has three lines for records, of which a CONTROL record takes one.
struct BroadcastLane : testing::Test {
  lane_in_memory memory{small_geometry(3, 2)};
  const broadcast_lane& lane = memory.lane();
  producer_type producer;
  consumer_type first, second;

  void SetUp() override { ASSERT_FALSE(producer.take_over(lane, 1)); }
  std::uint64_t word(std::uint32_t block, std::uint64_t line) const {
    return word_at(lane.block(block) + line * line_size).load();
  }
  void send_numbers(int from, int to) {
    for (int i = from; i <= to; ++i) ASSERT_TRUE(send(producer, std::to_string(i))) << i;
  }
};

TEST_F(BroadcastLane, AMessageArrivesAtEveryConsumer) {
  first.join(lane, 0, 1, lossy, join_at::oldest);
  second.join(lane, 1, 2, reliable, join_at::oldest);
  ASSERT_TRUE(send(producer, R"({"a":1})"));
  broadcast_record r;
  ASSERT_EQ(first.receive(r), broadcast_outcome::record);
  EXPECT_EQ(text_of(r), R"({"a":1})");
  EXPECT_EQ(r.sequence, 1u);
  EXPECT_EQ(r.word.type(), 3);
  EXPECT_EQ(r.word.encoding(), encoding::json);
  first.release(r.handle);
  EXPECT_EQ(next(first), "<empty>");
  EXPECT_EQ(next(second), R"({"a":1})");
  EXPECT_EQ(next(second), "<empty>");
}

TEST_F(BroadcastLane, RecordsAndNextLieWhereTheLayoutSays) {
  send_numbers(1, 3);
  // state 3 | encoding 2 | type 6 | ordinal 26 | length 27
  EXPECT_EQ(word(0, 0), 7u | 0u << 3 | 0u << 5 | 0ull << 11 | 8ull << 37);  // CONTROL, epoch in 8 bytes
  EXPECT_EQ(word(0, 1), 1u | 1u << 3 | 3u << 5 | 1ull << 11 | 1ull << 37);  // message 1
  EXPECT_EQ(word(0, 2), 1u | 1u << 3 | 3u << 5 | 2ull << 11 | 1ull << 37);  // message 2
  EXPECT_EQ(word(0, 3), 6u | 0u << 3 | 0u << 5 | 2ull << 11 | 1ull << 37);  // NEXT: block 1
  EXPECT_EQ(word(1, 0), 1u | 1u << 3 | 3u << 5 | 3ull << 11 | 1ull << 37);  // message 3
  EXPECT_EQ(word_at(lane.block(0) + 8).load(), 1u);                         // the epoch
  EXPECT_EQ(lane.blocks[0].generation.load(), 1u);
  EXPECT_EQ(lane.blocks[0].first.load(), 1u);
  EXPECT_EQ(lane.blocks[0].last.load(), 2u);
  EXPECT_EQ(lane.blocks[1].generation.load(), 3u);
  EXPECT_EQ(lane.blocks[1].first.load(), 3u);
  EXPECT_EQ(lane.blocks[1].last.load(), 0u);
  EXPECT_EQ(lane.blocks[1].epoch.load(), 1u);
  EXPECT_EQ(lane.page->current.load(), 1u);
}

TEST_F(BroadcastLane, PinsAndCursorLieInTheConsumersOwnArea) {
  first.join(lane, 0, 77, reliable, join_at::oldest);
  send_numbers(1, 3);
  EXPECT_EQ(next(first), "1");
  EXPECT_EQ(lane.head(0).mode.load(), 2u);
  EXPECT_EQ(lane.head(0).owner.load(), 77u);
  EXPECT_EQ(lane.cursor(0).cursor.load(), 1u);
  EXPECT_EQ(lane.cursor(0).pins[0].load() + lane.cursor(0).pins[1].load(), 1u);  // block 0, once
  EXPECT_EQ(next(first), "2");
  EXPECT_EQ(next(first), "3");
  EXPECT_EQ(lane.cursor(0).cursor.load(), 3u);
  EXPECT_EQ(lane.cursor(0).pins[0].load() + lane.cursor(0).pins[1].load(), 2u);  // block 1, once
  first.leave();
  EXPECT_EQ(lane.head(0).mode.load(), 0u);
  EXPECT_EQ(lane.cursor(0).pins[0].load() + lane.cursor(0).pins[1].load(), 0u);
}

TEST_F(BroadcastLane, TheNewestPlaceIsBehindWhatWasSentBefore) {
  send_numbers(1, 9);
  first.join(lane, 0, 1, lossy, join_at::newest);
  EXPECT_EQ(first.sequence(), 9u);
  EXPECT_EQ(next(first), "<empty>");
  send_numbers(10, 10);
  EXPECT_EQ(next(first), "10");
}

TEST_F(BroadcastLane, TheOldestPlaceIsTheFirstMessageThatIsLeft) {
  send_numbers(1, 20);  // 2 in the first block, then 3 in each: 1-2 3-5 6-8 9-11 12-14 15-17 18-20, and 6 blocks
  first.join(lane, 0, 1, lossy, join_at::oldest);
  EXPECT_EQ(next(first), "3");
  EXPECT_EQ(next(first), "4");
}

TEST_F(BroadcastLane, AConsumerThatWaitsBeforeTheFirstMessageGetsIt) {
  lane_in_memory fresh(small_geometry(3, 2));
  first.join(fresh.lane(), 0, 1, lossy, join_at::newest);
  EXPECT_EQ(next(first), "<empty>");
  producer_type late;
  ASSERT_FALSE(late.take_over(fresh.lane(), 9));
  EXPECT_EQ(next(first), "<empty>");  // the first producer restarts nothing
  ASSERT_TRUE(send(late, "hello"));
  EXPECT_EQ(next(first), "hello");
  EXPECT_EQ(first.epoch(), 9u);
}

TEST_F(BroadcastLane, LossIsExactAndSaysWhereItBegan) {
  first.join(lane, 0, 1, lossy, join_at::oldest);
  send_numbers(1, 2);
  EXPECT_EQ(next(first), "1");
  send_numbers(3, 40);
  EXPECT_EQ(next(first), "2");  // its block is pinned
  EXPECT_EQ(next(first), "<lost 24 from 3>");
  for (int i = 27; i <= 40; ++i) EXPECT_EQ(next(first), std::to_string(i));
  EXPECT_EQ(next(first), "<empty>");
  EXPECT_EQ(first.sequence(), 40u);
}

TEST_F(BroadcastLane, HeldBytesStayAsTheyAreHoweverMuchIsSent) {
  first.join(lane, 0, 1, lossy, join_at::oldest);
  second.join(lane, 1, 2, lossy, join_at::oldest);
  send_numbers(1, 3);
  broadcast_record a, b, c;
  ASSERT_EQ(first.receive(a), broadcast_outcome::record);
  ASSERT_EQ(second.receive(b), broadcast_outcome::record);
  ASSERT_EQ(first.receive(c), broadcast_outcome::record);
  send_numbers(4, 1000);
  EXPECT_EQ(text_of(a), "1");
  EXPECT_EQ(text_of(b), "1");
  EXPECT_EQ(text_of(c), "2");
}

TEST_F(BroadcastLane, EveryPinOfEveryLossyConsumerLeavesTheProducerGoing) {
  first.join(lane, 0, 1, lossy, join_at::oldest);
  second.join(lane, 1, 2, lossy, join_at::oldest);
  std::vector<broadcast_record> held;
  broadcast_record r;
  for (int i = 1; i <= 300; ++i) {
    ASSERT_TRUE(send(producer, std::to_string(i)));
    for (consumer_type* c : {&first, &second}) {
      const broadcast_outcome outcome = c->receive(r);
      if (outcome == broadcast_outcome::record) held.push_back(r);
    }
  }
  EXPECT_GE(held.size(), 8u);
  for (const auto& m : held) EXPECT_EQ(text_of(m), std::to_string(m.sequence));
  EXPECT_EQ(first.receive(r), broadcast_outcome::too_many_held);
}

TEST_F(BroadcastLane, MoreBlocksThanPinsAreRefusedUntilOneIsGivenBack) {
  first.join(lane, 0, 1, lossy, join_at::oldest);
  send_numbers(1, 6);
  broadcast_record one, two, three, four, more;
  ASSERT_EQ(first.receive(one), broadcast_outcome::record);
  ASSERT_EQ(first.receive(two), broadcast_outcome::record);
  ASSERT_EQ(first.receive(three), broadcast_outcome::record);  // the second block
  ASSERT_EQ(first.receive(four), broadcast_outcome::record);
  EXPECT_EQ(next(first), "5");
  EXPECT_EQ(first.held(), 4u);
  EXPECT_EQ(first.receive(more), broadcast_outcome::too_many_held);
  first.release(two.handle);
  EXPECT_EQ(first.receive(more), broadcast_outcome::too_many_held);  // the first block still has `one`
  first.release(one.handle);
  EXPECT_EQ(next(first), "6");
  EXPECT_EQ(text_of(three), "3");
  first.release(four.handle);
  first.release(three.handle);
  EXPECT_EQ(first.held(), 0u);
}

TEST_F(BroadcastLane, AReliableConsumerHoldsTheProducerBackAndLosesNothing) {
  first.join(lane, 0, 0x10001, reliable, join_at::oldest);
  int sent = 0;
  while (send(producer, std::to_string(sent + 1))) ++sent;
  EXPECT_EQ(sent, 17);  // 2 + 5 x 3
  EXPECT_EQ(producer.blocker().consumer, 0u);
  EXPECT_EQ(producer.blocker().owner, 0x10001u);
  EXPECT_FALSE(producer.has_room(1));
  for (int i = 1; i <= 2; ++i) EXPECT_EQ(next(first), std::to_string(i));
  EXPECT_FALSE(send(producer, "18"));
  EXPECT_EQ(next(first), "3");  // has left the first block
  EXPECT_TRUE(producer.has_room(1));
  EXPECT_TRUE(send(producer, "18"));
  for (int i = 4; i <= 18; ++i) EXPECT_EQ(next(first), std::to_string(i));
}

TEST_F(BroadcastLane, AnEvictedConsumerIsToldOnceAndExactly) {
  first.join(lane, 0, 0x10001, reliable, join_at::oldest);
  while (send(producer, "x")) {
  }
  producer.evict(producer.blocker().consumer, producer.blocker().owner);
  send_numbers(18, 40);
  EXPECT_EQ(next(first), "x");  // the block that it reads stays
  EXPECT_EQ(next(first), "x");
  EXPECT_EQ(next(first), "<evicted, lost 24 from 3>");
  EXPECT_EQ(lane.head(0).mode.load(), 1u);
  EXPECT_EQ(next(first), "27");
  send_numbers(41, 80);
  EXPECT_EQ(next(first), "28");
  EXPECT_EQ(next(first), "29");
  EXPECT_EQ(next(first).substr(0, 5), "<lost");
}

TEST_F(BroadcastLane, AnEvictionDoesNotReachTheNextOwnerOfTheArea) {
  producer.evict(0, 0x10001);
  first.join(lane, 0, 0x20001, reliable, join_at::oldest);
  int sent = 0;
  while (send(producer, std::to_string(sent + 1))) ++sent;
  EXPECT_EQ(sent, 17);
  EXPECT_EQ(producer.blocker().owner, 0x20001u);
}

TEST_F(BroadcastLane, WhatADeadConsumerHeldIsForgottenOnRequest) {
  {
    consumer_type dies;
    dies.join(lane, 0, 1, reliable, join_at::oldest);
    send_numbers(1, 1);
    broadcast_record r;
    ASSERT_EQ(dies.receive(r), broadcast_outcome::record);
  }
  while (send(producer, "x")) {
  }
  forget_consumer(lane, 0);
  EXPECT_TRUE(send(producer, "y"));
  EXPECT_EQ(lane.cursor(0).pins[0].load() + lane.cursor(0).pins[1].load(), 0u);
}

TEST_F(BroadcastLane, ARestartIsSeenInItsPlace) {
  first.join(lane, 0, 1, reliable, join_at::oldest);
  send_numbers(1, 4);
  producer_type successor;
  ASSERT_FALSE(successor.take_over(lane, 2));
  EXPECT_EQ(successor.sequence(), 4u);
  ASSERT_TRUE(send(successor, "5"));
  for (int i = 1; i <= 4; ++i) EXPECT_EQ(next(first), std::to_string(i));
  EXPECT_EQ(next(first), "<epoch 2>");
  EXPECT_EQ(next(first), "5");
  EXPECT_EQ(next(first), "<empty>");
}

TEST_F(BroadcastLane, ARestartThatWasOverwrittenIsReportedBehindTheLoss) {
  first.join(lane, 0, 1, lossy, join_at::oldest);
  send_numbers(1, 3);
  EXPECT_EQ(next(first), "1");
  ASSERT_FALSE(producer.take_over(lane, 2));
  send_numbers(4, 60);
  EXPECT_EQ(next(first), "2");
  EXPECT_EQ(next(first).substr(0, 5), "<lost");
  EXPECT_EQ(next(first), "<epoch 2>");
  const std::string text = next(first);
  EXPECT_EQ(text, std::to_string(first.sequence()));
}

TEST_F(BroadcastLane, ARestartWithoutRoomIsToldBeforeTheFirstMessage) {
  first.join(lane, 0, 1, reliable, join_at::oldest);
  int sent = 0;
  while (send(producer, std::to_string(sent + 1))) ++sent;
  ASSERT_FALSE(producer.take_over(lane, 2));
  EXPECT_FALSE(send(producer, "no"));
  EXPECT_EQ(producer.blocker().owner, 1u);
  for (int i = 1; i <= 3; ++i) EXPECT_EQ(next(first), std::to_string(i));
  ASSERT_TRUE(send(producer, "18"));
  for (int i = 4; i <= 17; ++i) EXPECT_EQ(next(first), std::to_string(i));
  EXPECT_EQ(next(first), "<epoch 2>");
  EXPECT_EQ(next(first), "18");
}

TEST(BroadcastTakeOver, GoesOnAfterTheLastMessageAndZeroesTheRest) {
  lane_in_memory memory(small_geometry(10, 1));
  const broadcast_lane& lane = memory.lane();
  producer_type producer, successor;
  ASSERT_FALSE(producer.take_over(lane, 1));
  ASSERT_TRUE(send(producer, "1"));
  std::memset(producer.claim(300), 0x29, 300);  // each line of which looks like a record
  ASSERT_FALSE(successor.take_over(lane, 1));   // the same epoch: no CONTROL record
  for (std::uint64_t line = 2; line <= 10; ++line) EXPECT_EQ(word_at(lane.block(0) + line * line_size).load(), 0u);
  ASSERT_TRUE(send(successor, "2"));
  EXPECT_EQ(successor.sequence(), 2u);
  consumer_type consumer;
  consumer.join(lane, 0, 1, lossy, join_at::oldest);
  EXPECT_EQ(next(consumer), "1");
  EXPECT_EQ(next(consumer), "2");
  EXPECT_EQ(next(consumer), "<empty>");
}

TEST(BroadcastCommit, AShrunkClaimLeavesZerosBehindIt) {
  lane_in_memory memory(small_geometry(40, 1));
  producer_type producer;
  ASSERT_FALSE(producer.take_over(memory.lane(), 1));
  std::byte* block = memory.lane().block(0);
  for (const std::uint64_t used : {0u, 1u, 56u, 57u, 120u, 500u}) {
    std::byte* place = producer.claim(1500);
    std::memset(place, 0xff, 1500);
    producer.commit(used, 1500, encoding::bytes);
    // From behind the record to the end of what was claimed.
    std::byte* end = place - 8 + record_size(8, used);
    for (std::byte* line = end; line < place - 8 + record_size(8, 1500); line += line_size)
      EXPECT_EQ(word_at(line).load(), 0u) << used << " at " << (line - block);
  }
}

TEST(BroadcastCommit, WhatWasTouchedEndsWithTheClaim) {
  lane_in_memory memory(small_geometry(3, 1));
  producer_type producer;
  ASSERT_FALSE(producer.take_over(memory.lane(), 1));
  std::byte* next_block = memory.lane().block(1);
  for (int line = 0; line < 4; ++line) word_at(next_block + line * 64).store(~0ull);
  ASSERT_NE(producer.claim(100), nullptr);  // up to the line of NEXT
  producer.commit(10, 4000, encoding::bytes);
  for (int line = 0; line < 4; ++line) EXPECT_EQ(word_at(next_block + line * 64).load(), ~0ull) << line;
}

TEST(BroadcastCommit, AnAbortLeavesNothing) {
  lane_in_memory memory(small_geometry(10, 1));
  producer_type producer;
  ASSERT_FALSE(producer.take_over(memory.lane(), 1));
  std::memset(producer.claim(400), 0xff, 400);
  producer.abort();
  for (std::uint64_t line = 1; line <= 10; ++line)
    EXPECT_EQ(word_at(memory.lane().block(0) + line * line_size).load(), 0u) << line;
  ASSERT_TRUE(send(producer, "next"));
  EXPECT_EQ(producer.sequence(), 1u);
  consumer_type consumer;
  consumer.join(memory.lane(), 0, 1, lossy, join_at::oldest);
  EXPECT_EQ(next(consumer), "next");
  EXPECT_EQ(next(consumer), "<empty>");
}

TEST(BroadcastCommit, EmptyAndLargestMessagesFit) {
  for (const std::uint32_t offset : {8u, 16u, 32u, 64u}) {
    const std::uint64_t largest = 1000;
    const auto geometry = plan_broadcast(4 * min_block_size(largest, offset), largest, offset, 1, 2);
    ASSERT_TRUE(geometry) << offset;
    lane_in_memory memory(*geometry);
    producer_type producer;
    consumer_type consumer;
    ASSERT_FALSE(producer.take_over(memory.lane(), 1));
    consumer.join(memory.lane(), 0, 1, reliable, join_at::oldest);
    for (int i = 0; i < 20; ++i) {
      const std::string text(i % 2 == 0 ? largest : 0, static_cast<char>('a' + i));
      ASSERT_TRUE(send(producer, text)) << offset << ", " << i;
      EXPECT_EQ(next(consumer), text);
    }
    EXPECT_EQ(producer.claim(geometry->block_size), nullptr);
  }
}

TEST(BroadcastSequence, GoesOnBeyondWhatTheOrdinalHolds) {
  lane_in_memory memory(small_geometry(3, 1));
  const std::uint64_t start = (std::uint64_t{5} << 26) - 2;
  memory.lane().blocks[0].first.store(start);
  producer_type producer;
  consumer_type consumer;
  ASSERT_FALSE(producer.take_over(memory.lane(), 1));
  consumer.join(memory.lane(), 0, 1, lossy, join_at::oldest);
  broadcast_record r;
  for (std::uint64_t i = 0; i < 10; ++i) {
    ASSERT_TRUE(send(producer, "m"));
    ASSERT_EQ(consumer.receive(r), broadcast_outcome::record);
    EXPECT_EQ(r.sequence, start + i);
    EXPECT_EQ(r.word.ordinal(), (start + i) % (1 << 26));
    consumer.release(r.handle);
  }
}

TEST(BroadcastGeometry, DividesTheCapacityIntoEnoughBlocks) {
  const auto g = plan_broadcast(4 << 20, 4096, 8, 16, 2);
  ASSERT_TRUE(g);
  EXPECT_EQ(g->blocks, 34u);
  EXPECT_EQ(g->block_size, 123328u);  // 4 MiB / 34, down to a line
  EXPECT_TRUE(valid(*g, 4 << 20));
  EXPECT_FALSE(valid(*g, g->data_size() - 1));
}

TEST(BroadcastGeometry, RefusesACapacityThatIsTooSmallAndSaysWhatWouldDo) {
  const auto g = plan_broadcast(4 << 20, 1 << 20, 8, 16, 2);
  ASSERT_FALSE(g);
  EXPECT_EQ(g.error().code, errc::invalid_argument);
  EXPECT_EQ(g.error().offset, 35655936u);  // 34 blocks of 1 MiB, a line for the word and one for NEXT
  EXPECT_TRUE(plan_broadcast(35655936, 1 << 20, 8, 16, 2));
  EXPECT_FALSE(plan_broadcast(35655935, 1 << 20, 8, 16, 2));
}

TEST(BroadcastGeometry, RefusesWhatNoLaneCanHave) {
  EXPECT_FALSE(plan_broadcast(1 << 20, 100, 8, 0, 2));
  EXPECT_FALSE(plan_broadcast(1 << 20, 100, 8, 1, 1));
  EXPECT_FALSE(plan_broadcast(1 << 20, 100, 8, 1, 7));
  EXPECT_FALSE(plan_broadcast(1 << 20, 100, 12, 1, 2));
  EXPECT_FALSE(plan_broadcast(1 << 20, 100, 0, 1, 2));
  EXPECT_FALSE(plan_broadcast(~0ull, ~0ull, 8, 1, 2));
}

TEST(BroadcastHostile, WordsThatCannotBeAreReportedAsCorruptForGood) {
  const record_word too_long = record_word::make(record_state::committed, encoding::json, 0, 1, 5000);
  const record_word huge = record_word::make(record_state::committed, encoding::json, 0, 1, record_word::max_length);
  const record_word out_of_order = record_word::make(record_state::committed, encoding::json, 0, 7, 8);
  const record_word no_such_block = record_word::make(record_state::next, encoding::bytes, 0, 0, 4);
  const record_word itself = record_word::make(record_state::next, encoding::bytes, 0, 0, 0);
  const record_word taken = record_word::make(record_state::taken, encoding::bytes, 0, 1, 8);
  const record_word pad = record_word::make(record_state::pad, encoding::bytes, 0, 1, 8);
  const record_word control = record_word::make(record_state::control, encoding::bytes, 0, 0, 4000);
  for (const record_word word : {too_long, huge, out_of_order, no_such_block, itself, taken, pad, control}) {
    lane_in_memory memory(small_geometry(3, 1));
    word_at(memory.lane().block(0)).store(word.bits);
    consumer_type consumer;
    consumer.join(memory.lane(), 0, 1, lossy, join_at::oldest);
    EXPECT_EQ(next(consumer), "<corrupt>") << word.bits;
    word_at(memory.lane().block(0)).store(0);
    EXPECT_EQ(next(consumer), "<corrupt>") << word.bits;
  }
}

TEST(BroadcastHostile, ATakeOverOfWordsThatCannotBeIsRefused) {
  const auto refused = [](auto&& damage) {
    lane_in_memory memory(small_geometry(3, 1));
    producer_type producer;
    EXPECT_FALSE(producer.take_over(memory.lane(), 1));
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(send(producer, "m"));
    damage(memory.lane());
    const error e = producer.take_over(memory.lane(), 2);
    EXPECT_EQ(e.code, errc::corrupt_lane);
    EXPECT_EQ(producer.claim(1), nullptr);
    return e.code == errc::corrupt_lane;
  };
  EXPECT_TRUE(refused([](const broadcast_lane& l) { l.page->current.store(4); }));
  EXPECT_TRUE(refused([](const broadcast_lane& l) { l.page->current.store(~0ull); }));
  EXPECT_TRUE(refused([](const broadcast_lane& l) { l.blocks[1].generation.store(8); }));
  EXPECT_TRUE(refused([](const broadcast_lane& l) { word_at(l.block(1)).store(~0ull); }));
  EXPECT_TRUE(refused([](const broadcast_lane& l) {  // a ring of NEXT records
    l.blocks[1].generation.store(1);
    word_at(l.block(1)).store(record_word::make(record_state::next, encoding::bytes, 0, 0, 0).bits);
    word_at(l.block(0)).store(record_word::make(record_state::next, encoding::bytes, 0, 0, 1).bits);
  }));
}

TEST(BroadcastHostile, NothingThatPeersWriteLeadsOutOfTheLaneOrIntoALoop) {
  std::mt19937_64 random(7);
  lane_in_memory memory(small_geometry(6, 2));
  const broadcast_lane& lane = memory.lane();
  const std::uint64_t words = (memory.size() - lane_in_memory::guard) / 8;
  std::uint64_t seen[7] = {};
  for (int round = 0; round < 3000; ++round) {
    std::memset(memory.bytes(), 0, memory.size());
    format_broadcast(lane);
    producer_type producer;
    consumer_type consumers[2];
    bool usable = !producer.take_over(lane, 1);
    for (std::uint32_t c = 0; c < 2; ++c) consumers[c].join(lane, c, c + 1, c == 0 ? lossy : reliable, join_at::oldest);
    for (int i = 0; i < 400; ++i) {
      if (random() % 4 == 0) {  // a word, mostly a plausible one
        shared_u64& victim = reinterpret_cast<shared_u64*>(memory.bytes())[random() % words];
        const std::uint64_t values[] = {random(),          random() % 16, victim.load() + 2,
                                        victim.load() ^ 1, ~0ull,         random() % 8 | random() % 512 << 37};
        victim.store(values[random() % 6]);
      }
      if (usable && random() % 50 == 0) usable = !producer.take_over(lane, random() % 4 + 1);
      if (usable) {
        const std::uint64_t length = random() % (lane.geometry.max_message + 1);
        if (std::byte* place = producer.claim(length)) {
          ASSERT_GE(place, lane.data);
          ASSERT_LE(place + length, lane.data + lane.geometry.data_size());
          std::memset(place, static_cast<int>(random()), length);
          producer.commit(random() % (length + 1), length, encoding::bytes);
        } else if (random() % 4 == 0) {
          producer.evict(producer.blocker().consumer, producer.blocker().owner);
        }
      }
      for (consumer_type& consumer : consumers) {
        broadcast_record r;
        const broadcast_outcome outcome = consumer.receive(r);
        ++seen[static_cast<int>(outcome)];
        if (outcome == broadcast_outcome::record) {
          ASSERT_GE(r.payload, lane.data);
          ASSERT_LE(r.word.length(), lane.geometry.max_message);
          ASSERT_LE(r.payload + r.word.length(), lane.data + lane.geometry.data_size());
          if (random() % 4 != 0) consumer.release(r.handle);
        } else if (outcome == broadcast_outcome::corrupt) {
          const auto c = static_cast<std::uint32_t>(&consumer - consumers);
          consumer.join(lane, c, random(), random() % 2 == 0 ? lossy : reliable,
                        random() % 2 == 0 ? join_at::oldest : join_at::newest);
        }
      }
    }
  }
  for (const std::uint64_t count : seen) EXPECT_GT(count, 0u);
}

}  // namespace
