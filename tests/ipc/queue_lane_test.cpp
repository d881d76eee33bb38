// The queue lane by itself, in one thread: what both ends promise, case by case.
#include "queue_fixture.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace hushring;
using namespace hushring::detail;
using test::next;
using test::queue_in_memory;
using test::send;

using producer_type = queue_producer<>;
using consumer_type = queue_consumer<>;

struct QueueLane : testing::Test {
  void attach(queue_in_memory& lane) {
    ASSERT_FALSE(producer.take_over(lane.memory()));
    ASSERT_FALSE(consumer.take_over(lane.memory(), false));
  }
  producer_type producer;
  consumer_type consumer;
};

TEST_F(QueueLane, AMessageArrivesWithItsSequenceEncodingAndType) {
  queue_in_memory lane;
  attach(lane);
  ASSERT_TRUE(send(producer, "{\"a\":1}"));
  EXPECT_EQ(lane.word(0), 0xE0000008A9u);  // length 7, sequence 1, type 5, json, committed
  queue_record r;
  ASSERT_EQ(consumer.receive(r), queue_outcome::record);
  EXPECT_EQ(test::text_of(r), "{\"a\":1}");
  EXPECT_EQ(r.sequence, 1u);
  EXPECT_EQ(r.word.encoding(), encoding::json);
  EXPECT_EQ(r.word.type(), 5);
  EXPECT_FALSE(r.redelivered);
  consumer.release(r.handle);
  EXPECT_EQ(next(consumer), "<empty>");
}

TEST_F(QueueLane, ReleasedLinesStartWithZero) {
  queue_in_memory lane;
  attach(lane);
  ASSERT_TRUE(send(producer, std::string(300, 'x')));  // 308 bytes: five lines
  EXPECT_EQ(producer.tail(), 320u);
  EXPECT_EQ(next(consumer), std::string(300, 'x'));
  EXPECT_EQ(consumer.head(), 320u);
  EXPECT_EQ(lane.cursor().head, 320u);
  EXPECT_EQ(lane.cursor().releasing, 320u);
  EXPECT_EQ(lane.cursor().received, 320u);
  EXPECT_EQ(lane.first_dirty(0, 2048), 2048u);
}

TEST_F(QueueLane, AnEmptyMessageIsAMessage) {
  queue_in_memory lane;
  attach(lane);
  ASSERT_TRUE(send(producer, ""));
  EXPECT_EQ(next(consumer), "");
  EXPECT_EQ(next(consumer), "<empty>");
}

TEST_F(QueueLane, ARecordMayFillTheRingToItsLastByte) {
  queue_in_memory lane(2048, 440, 2048 - 448);
  attach(lane);
  ASSERT_TRUE(send(producer, std::string(440, 'e')));  // 448 bytes: exactly what is left
  EXPECT_EQ(producer.tail(), 2048u);
  ASSERT_TRUE(send(producer, "next lap"));
  EXPECT_EQ(lane.word(0) & 7, 1u);
  EXPECT_EQ(next(consumer), std::string(440, 'e'));
  EXPECT_EQ(next(consumer), "next lap");
}

TEST_F(QueueLane, APadOfOneLineLeadsToTheNextLap) {
  queue_in_memory lane(2048, 400, 2048 - 64);
  attach(lane);
  ASSERT_TRUE(send(producer, std::string(57, 'p')));  // two lines do not fit in one
  EXPECT_EQ(lane.word(2048 - 64) & 7, 2u);            // pad
  EXPECT_EQ(lane.word(2048 - 64) >> 37, 56u);
  EXPECT_EQ(producer.tail(), 2048u + 128);
  EXPECT_EQ(next(consumer), std::string(57, 'p'));
  EXPECT_EQ(consumer.head(), 2048u + 128);
  EXPECT_EQ(lane.first_dirty(0, 2048), 2048u);
}

TEST_F(QueueLane, OneLineAlwaysStaysFree) {
  queue_in_memory lane(2048, 400);
  attach(lane);
  int sent = 0;
  while (send(producer, "0123456789")) ++sent;
  EXPECT_EQ(sent, 31);  // of 32 lines
  EXPECT_FALSE(producer.has_room(0));
  EXPECT_EQ(next(consumer), "0123456789");
  EXPECT_TRUE(producer.has_room(56));
  EXPECT_FALSE(producer.has_room(57));
  EXPECT_TRUE(send(producer, "again"));
  EXPECT_FALSE(send(producer, "full"));
}

TEST_F(QueueLane, ACommitMayUseLessThanWasClaimed) {
  queue_in_memory lane;
  attach(lane);
  std::byte* place = producer.claim(400);
  ASSERT_NE(place, nullptr);
  test::scribble(place, 400);
  producer.commit(10, 400, encoding::bytes);
  EXPECT_EQ(producer.tail(), 64u);
  EXPECT_EQ(lane.first_dirty(64, 2048), 2048u);
  ASSERT_TRUE(send(producer, "behind it"));
  EXPECT_EQ(next(consumer).size(), 10u);
  EXPECT_EQ(next(consumer), "behind it");
}

TEST_F(QueueLane, LinesThatWereNotTouchedAreNotZeroedAgain) {
  queue_in_memory lane;
  attach(lane);
  std::byte* place = producer.claim(400);
  ASSERT_NE(place, nullptr);
  test::scribble(place, 100);
  producer.commit(10, 100, encoding::bytes);
  EXPECT_EQ(lane.first_dirty(64, 2048), 2048u);
}

TEST_F(QueueLane, AnAbortedClaimLeavesNothing) {
  queue_in_memory lane;
  attach(lane);
  std::byte* place = producer.claim(400);
  ASSERT_NE(place, nullptr);
  test::scribble(place, 400);
  producer.abort();
  EXPECT_EQ(lane.first_dirty(0, 2048), 2048u);
  EXPECT_EQ(next(consumer), "<empty>");
  ASSERT_TRUE(send(producer, "first"));
  EXPECT_EQ(producer.sequence(), 1u);
  EXPECT_EQ(next(consumer), "first");
}

TEST_F(QueueLane, AnAbortBehindAPadLeavesNothingEither) {
  queue_in_memory lane(2048, 400, 2048 - 64);
  attach(lane);
  std::byte* place = producer.claim(400);
  ASSERT_NE(place, nullptr);
  test::scribble(place, 400);
  producer.abort();
  EXPECT_EQ(lane.first_dirty(0, 2048), 2048u);
  EXPECT_EQ(next(consumer), "<empty>");
}

TEST_F(QueueLane, SpaceComesBackInOrderWhateverTheOrderOfReleases) {
  queue_in_memory lane;
  attach(lane);
  for (const char* text : {"a", "b", "c", "d"}) ASSERT_TRUE(send(producer, text));
  queue_record r[4];
  for (auto& one : r) ASSERT_EQ(consumer.receive(one), queue_outcome::record);
  consumer.release(r[1].handle);
  EXPECT_EQ(lane.word(64) & 7, 3u);  // done
  EXPECT_EQ(lane.cursor().head, 0u);
  consumer.release(r[2].handle);
  EXPECT_EQ(lane.cursor().head, 0u);
  EXPECT_EQ(test::text_of(r[0]), "a");
  consumer.release(r[0].handle);
  EXPECT_EQ(lane.cursor().head, 192u);
  EXPECT_EQ(lane.first_dirty(0, 192), 192u);
  consumer.release(r[3].handle);
  EXPECT_EQ(lane.cursor().head, 256u);
}

TEST_F(QueueLane, HoldingTooManyIsRefusedAndGoesOnLater) {
  queue_in_memory lane(8192, 400);
  attach(lane);
  std::vector<queue_record> held;
  for (int i = 0; i < 65; ++i) ASSERT_TRUE(send(producer, std::to_string(i)));
  queue_record r;
  for (int i = 0; i < 64; ++i) {
    ASSERT_EQ(consumer.receive(r), queue_outcome::record);
    held.push_back(r);
  }
  EXPECT_EQ(consumer.receive(r), queue_outcome::too_many_held);
  consumer.release(held[7].handle);
  EXPECT_EQ(consumer.receive(r), queue_outcome::too_many_held);  // its place is behind older ones
  for (int i = 0; i < 64; ++i) {
    if (i != 7) consumer.release(held[static_cast<std::size_t>(i)].handle);
  }
  EXPECT_EQ(next(consumer), "64");
}

TEST_F(QueueLane, AnotherThreadsReleaseIsFoundByCollect) {
  queue_in_memory lane;
  attach(lane);
  ASSERT_TRUE(send(producer, "a"));
  ASSERT_TRUE(send(producer, "b"));
  queue_record a, b;
  ASSERT_EQ(consumer.receive(a), queue_outcome::record);
  ASSERT_EQ(consumer.receive(b), queue_outcome::record);
  consumer.release_elsewhere(b.handle);
  consumer.release_elsewhere(a.handle);
  EXPECT_EQ(lane.cursor().head, 0u);
  consumer.collect();
  EXPECT_EQ(lane.cursor().head, 128u);
  EXPECT_EQ(consumer.held_count(), 0u);
}

// ---- take-over

TEST_F(QueueLane, ANewProducerGoesOnBehindWhatIsThere) {
  queue_in_memory lane;
  attach(lane);
  ASSERT_TRUE(send(producer, "one"));
  ASSERT_TRUE(send(producer, std::string(100, '2')));
  producer_type second;
  ASSERT_FALSE(second.take_over(lane.memory()));
  EXPECT_EQ(second.tail(), 192u);
  EXPECT_EQ(second.sequence(), 2u);
  ASSERT_TRUE(send(second, "three"));
  EXPECT_EQ(next(consumer), "one");
  EXPECT_EQ(next(consumer), std::string(100, '2'));
  EXPECT_EQ(next(consumer), "three");
}

TEST_F(QueueLane, AClaimThatDiedIsOverwritten) {
  queue_in_memory lane;
  attach(lane);
  ASSERT_TRUE(send(producer, "one"));
  test::scribble(producer.claim(400), 400);  // and no commit
  producer_type second;
  ASSERT_FALSE(second.take_over(lane.memory()));
  EXPECT_EQ(second.tail(), 64u);
  EXPECT_EQ(second.sequence(), 1u);
  EXPECT_EQ(lane.first_dirty(64, 2048), 2048u);
}

TEST_F(QueueLane, AnIntentWithoutCommitGivesItsSequenceBack) {
  queue_in_memory lane;
  attach(lane);
  ASSERT_TRUE(send(producer, "one"));
  lane.page().intent = intent_word::make(64, 2).bits;  // announced, and died before the commit
  producer_type second;
  ASSERT_FALSE(second.take_over(lane.memory()));
  EXPECT_EQ(second.tail(), 64u);
  EXPECT_EQ(second.sequence(), 1u);
}

TEST_F(QueueLane, ACommitWithoutHintIsFound) {
  queue_in_memory lane;
  attach(lane);
  ASSERT_TRUE(send(producer, "one"));
  lane.page().sequence_hint = 0;  // died between commit and hint
  producer_type second;
  ASSERT_FALSE(second.take_over(lane.memory()));
  EXPECT_EQ(second.tail(), 64u);
  EXPECT_EQ(second.sequence(), 1u);
}

TEST_F(QueueLane, ACommitThatWasConsumedAndZeroedIsRemembered) {
  queue_in_memory lane;
  attach(lane);
  ASSERT_TRUE(send(producer, "one"));
  lane.page().sequence_hint = 0;
  EXPECT_EQ(next(consumer), "one");
  producer_type second;
  ASSERT_FALSE(second.take_over(lane.memory()));
  EXPECT_EQ(second.tail(), 64u);
  EXPECT_EQ(second.sequence(), 1u);
  ASSERT_TRUE(send(second, "two"));
  EXPECT_EQ(next(consumer), "two");
}

TEST_F(QueueLane, ReleasingCountsNotHead) {
  queue_in_memory lane;
  attach(lane);
  ASSERT_TRUE(send(producer, "one"));
  lane.page().sequence_hint = 0;
  lane.cursor().releasing = 64;  // the consumer is in the middle of its release:
  *reinterpret_cast<std::uint64_t*>(lane.at(0)) = 0;  // zeroed, head not yet moved
  producer_type second;
  ASSERT_FALSE(second.take_over(lane.memory()));
  EXPECT_EQ(second.tail(), 64u);
  EXPECT_EQ(second.sequence(), 1u);
}

TEST_F(QueueLane, ARecordBehindAnUncommittedPadIsRemoved) {
  queue_in_memory lane(2048, 400, 2048 - 64);
  attach(lane);
  ASSERT_TRUE(send(producer, std::string(100, 'p')));
  *reinterpret_cast<std::uint64_t*>(lane.at(2048 - 64)) = 0;  // died between the record and its PAD
  lane.page().sequence_hint = 0;
  producer_type second;
  ASSERT_FALSE(second.take_over(lane.memory()));
  EXPECT_EQ(second.tail(), 2048u - 64);
  EXPECT_EQ(second.sequence(), 0u);
  EXPECT_EQ(lane.first_dirty(0, 2048), 2048u);
}

TEST_F(QueueLane, ANewConsumerGetsTheUnreleasedAgainFlagged) {
  queue_in_memory lane;
  attach(lane);
  for (const char* text : {"a", "b", "c"}) ASSERT_TRUE(send(producer, text));
  queue_record a, b;
  ASSERT_EQ(consumer.receive(a), queue_outcome::record);
  ASSERT_EQ(consumer.receive(b), queue_outcome::record);
  consumer_type second;
  ASSERT_FALSE(second.take_over(lane.memory(), false));
  EXPECT_EQ(next(second), "a (again)");
  EXPECT_EQ(next(second), "b (again)");
  EXPECT_EQ(next(second), "c");
}

TEST_F(QueueLane, AtMostOnceDropsThem) {
  queue_in_memory lane;
  attach(lane);
  for (const char* text : {"a", "b", "c"}) ASSERT_TRUE(send(producer, text));
  queue_record a, b;
  ASSERT_EQ(consumer.receive(a), queue_outcome::record);
  ASSERT_EQ(consumer.receive(b), queue_outcome::record);
  consumer_type second;
  ASSERT_FALSE(second.take_over(lane.memory(), true));
  EXPECT_EQ(next(second), "c");
  EXPECT_EQ(lane.cursor().head, 192u);
}

TEST_F(QueueLane, ANewConsumerSkipsWhatWasReleasedOutOfOrder) {
  queue_in_memory lane;
  attach(lane);
  for (const char* text : {"a", "b"}) ASSERT_TRUE(send(producer, text));
  queue_record a, b;
  ASSERT_EQ(consumer.receive(a), queue_outcome::record);
  ASSERT_EQ(consumer.receive(b), queue_outcome::record);
  consumer.release(b.handle);
  consumer_type second;
  ASSERT_FALSE(second.take_over(lane.memory(), false));
  EXPECT_EQ(next(second), "a (again)");
  EXPECT_EQ(next(second), "<empty>");
  EXPECT_EQ(lane.cursor().head, 128u);  // the skipped one gave its space back, too
}

TEST_F(QueueLane, ANewConsumerFinishesTheLastRelease) {
  queue_in_memory lane;
  attach(lane);
  ASSERT_TRUE(send(producer, std::string(200, 'a')));
  ASSERT_TRUE(send(producer, "b"));
  queue_record a;
  ASSERT_EQ(consumer.receive(a), queue_outcome::record);
  lane.cursor().releasing = 256;  // announced; the first of four lines was zeroed
  *reinterpret_cast<std::uint64_t*>(lane.at(0)) = 0;
  consumer_type second;
  ASSERT_FALSE(second.take_over(lane.memory(), false));
  EXPECT_EQ(lane.cursor().head, 256u);
  EXPECT_EQ(lane.first_dirty(0, 256), 256u);
  EXPECT_EQ(next(second), "b");
}

TEST_F(QueueLane, SequencesGoOnBeyondTheWrapOfOrdinals) {
  queue_in_memory lane(2048, 400, 0, (1 << 26) - 2);
  attach(lane);
  queue_record r;
  for (std::uint64_t expected : {67108863u, 67108864u, 67108865u}) {
    ASSERT_TRUE(send(producer, "x"));
    ASSERT_EQ(consumer.receive(r), queue_outcome::record);
    EXPECT_EQ(r.sequence, expected);
    consumer.release(r.handle);
  }
}

TEST_F(QueueLane, TakeOverWorksAcrossTheWrapsOfTheIntent) {
  const std::uint64_t start = (std::uint64_t{1} << 45) - 128;
  queue_in_memory lane(2048, 400, start, (1 << 24) - 2);
  attach(lane);
  for (int i = 0; i < 6; ++i) {
    ASSERT_TRUE(send(producer, std::to_string(i)));
    producer_type fresh;
    ASSERT_FALSE(fresh.take_over(lane.memory()));
    EXPECT_EQ(fresh.tail(), start + 64 * static_cast<std::uint64_t>(i + 1));
    EXPECT_EQ(fresh.sequence(), 16777214u + static_cast<unsigned>(i) + 1);
    producer = fresh;
    if (i % 2 == 0) {
      EXPECT_EQ(next(consumer), std::to_string(i / 2));
    }
  }
}

// ---- hostile words

TEST_F(QueueLane, ALengthBeyondTheMaximumIsCorrupt) {
  queue_in_memory lane;
  attach(lane);
  *reinterpret_cast<std::uint64_t*>(lane.at(0)) =
      record_word::make(record_state::committed, encoding::bytes, 0, 1, 401).bits;
  EXPECT_EQ(next(consumer), "<corrupt>");
}

TEST_F(QueueLane, ARecordThatLeavesTheRingIsCorrupt) {
  queue_in_memory lane(2048, 400, 2048 - 64);
  attach(lane);
  *reinterpret_cast<std::uint64_t*>(lane.at(2048 - 64)) =
      record_word::make(record_state::committed, encoding::bytes, 0, 1, 57).bits;
  EXPECT_EQ(next(consumer), "<corrupt>");
}

TEST_F(QueueLane, APadThatEndsElsewhereIsCorrupt) {
  queue_in_memory lane;
  attach(lane);
  *reinterpret_cast<std::uint64_t*>(lane.at(0)) = record_word::make(record_state::pad, encoding::bytes, 0, 1, 56).bits;
  EXPECT_EQ(next(consumer), "<corrupt>");
}

TEST_F(QueueLane, StatesOfOtherKindsAreCorrupt) {
  for (const record_state s :
       {record_state::taken, record_state::releasing, record_state::next, record_state::control, record_state::empty}) {
    queue_in_memory lane;
    attach(lane);
    *reinterpret_cast<std::uint64_t*>(lane.at(0)) = record_word::make(s, encoding::bytes, 0, 1, 8).bits;
    EXPECT_EQ(next(consumer), "<corrupt>");
  }
}

TEST_F(QueueLane, ABrokenHeadGivesNoRoom) {
  queue_in_memory lane;
  attach(lane);
  while (send(producer, "x")) {
  }
  for (const std::uint64_t head : {std::uint64_t{4096}, ~std::uint64_t{0}, std::uint64_t{1} << 60}) {
    lane.cursor().head = head;
    EXPECT_FALSE(send(producer, "x"));
  }
  lane.cursor().head = 63;  // masked to whole lines
  EXPECT_FALSE(send(producer, "x"));
}

TEST_F(QueueLane, TakeOverOfNonsenseEndsInAnErrorOrALane) {
  std::mt19937_64 random(7);
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    queue_in_memory lane;
    for (std::uint64_t i = 0; i < 2048; i += 8) {
      *reinterpret_cast<std::uint64_t*>(lane.at(i)) = random() >> random() % 64;
    }
    lane.cursor().head = random() >> random() % 64;
    lane.cursor().releasing = random() % 2 == 0 ? random() : lane.cursor().head + random() % 4096;
    lane.cursor().received = random() % 2 == 0 ? random() : lane.cursor().head + random() % 4096;
    lane.page().intent = random();
    lane.page().sequence_hint = random();
    producer_type p;
    consumer_type c;
    if (p.take_over(lane.memory())) {
      ++refused;
    } else {
      for (int i = 0; i < 50; ++i) send(p, "text");
    }
    if (!c.take_over(lane.memory(), random() % 2 == 0)) {
      for (int i = 0; i < 100; ++i) next(c);
    }
  }
  EXPECT_GT(refused, 100);
  EXPECT_LT(refused, 3000);
}

// ---- everything at once

TEST_F(QueueLane, InvariantZHoldsAfterEveryOperation) {
  std::mt19937_64 random(11);
  queue_in_memory lane(4096, 900);
  attach(lane);
  struct expectation {
    std::uint64_t sequence;
    std::string text;
  };
  std::vector<expectation> sent;
  std::vector<queue_record> held;
  std::size_t received = 0;
  const auto check_free_space = [&] {
    ASSERT_EQ(lane.first_dirty(producer.tail(), consumer.head() + 4096), consumer.head() + 4096);
  };
  for (int i = 0; i < 40000; ++i) {
    switch (random() % 8) {
      case 0:
      case 1:
      case 2: {
        const std::uint64_t wanted = random() % 900;
        std::byte* place = producer.claim(wanted);
        if (place == nullptr) break;
        const std::uint64_t touched = random() % (wanted + 1);
        test::scribble(place, touched);
        if (random() % 6 == 0) {
          producer.abort();
        } else {
          const std::uint64_t used = random() % (touched + 1);
          sent.push_back({producer.sequence() + 1, std::string(reinterpret_cast<char*>(place), used)});
          producer.commit(used, touched, encoding::bytes);
        }
        break;
      }
      case 3: {
        producer_type fresh;
        ASSERT_FALSE(fresh.take_over(lane.memory()));
        ASSERT_EQ(fresh.tail(), producer.tail());
        ASSERT_EQ(fresh.sequence(), producer.sequence());
        producer = fresh;
        break;
      }
      case 4:
      case 5: {
        queue_record r;
        const queue_outcome outcome = consumer.receive(r);
        if (outcome == queue_outcome::record) {
          ASSERT_LT(received, sent.size());
          ASSERT_EQ(r.sequence, sent[received].sequence);
          ASSERT_EQ(test::text_of(r), sent[received].text);
          ++received;
          held.push_back(r);
        } else {
          ASSERT_TRUE(outcome == queue_outcome::empty ? received == sent.size()
                                                      : outcome == queue_outcome::too_many_held);
        }
        break;
      }
      default:
        if (held.empty()) break;
        const std::size_t which = random() % held.size();
        ASSERT_EQ(test::text_of(held[which]), sent[held[which].sequence - 1].text);
        consumer.release(held[which].handle);
        held.erase(held.begin() + static_cast<std::ptrdiff_t>(which));
    }
    check_free_space();
  }
  EXPECT_GT(sent.size(), 1000u);
}

}  // namespace
