// What a program does with channels: both ends, in one process.
#include "channel_fixture.hpp"

#include <hushring/ipc/consumer.hpp>
#include <hushring/ipc/producer.hpp>

#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using namespace hushring;
using namespace std::chrono_literals;
using test::code_of;

struct trade {
  std::string symbol;
  double price = 0;
  double qty = 0;
};
struct trade_view {
  std::string_view symbol;
  double price = 0;
  double qty = 0;
};
struct quote {
  std::string symbol;
  double bid = 0;
};
struct tick {
  std::int64_t id;
  double price;
};
struct other_tick {
  std::int64_t id;
  double value;
};
struct text_list {
  std::vector<std::string> list;
};

struct Endpoints : test::ChannelTest {};
struct EveryKind : test::ChannelTest, testing::WithParamInterface<channel_kind> {
  channel make_one() { return make({.kind = GetParam(), .max_message = 4096, .max_consumers = 2}); }
};
INSTANTIATE_TEST_SUITE_P(Kind, EveryKind, testing::Values(channel_kind::queue, channel_kind::broadcast),
                         [](const auto& test) { return test.param == channel_kind::queue ? "Queue" : "Broadcast"; });

TEST_P(EveryKind, AStructArrivesAsJson) {
  auto ch = make_one();
  auto c = consumer<trade>::attach(ch).value();
  auto p = producer<trade>::attach(ch).value();
  ASSERT_EQ(p.publish({"BTCUSDT", 67000.5, 0.25}), publish_status::ok);
  EXPECT_EQ(p.sequence(), 1u);
  auto m = c.receive();
  ASSERT_TRUE(m);
  EXPECT_EQ(m.state(), receive_state::message);
  EXPECT_EQ(m.text(), R"({"symbol":"BTCUSDT","price":67000.5,"qty":0.25})");
  EXPECT_EQ(m.encoding(), encoding::json);
  EXPECT_EQ(m.sequence(), 1u);
  EXPECT_FALSE(m.redelivered());
  auto t = m.read();
  ASSERT_TRUE(t);
  EXPECT_EQ(t->symbol, "BTCUSDT");
  EXPECT_EQ(t->price, 67000.5);
  EXPECT_EQ(t->qty, 0.25);
  trade again;
  EXPECT_TRUE(m.read_into(again));
  EXPECT_EQ(again.symbol, "BTCUSDT");
  EXPECT_EQ(c.receive().state(), receive_state::empty);
}

TEST_P(EveryKind, ViewsPointIntoTheMessageOrItsOwnMemory) {
  auto ch = make_one();
  auto c = consumer<trade_view>::attach(ch).value();
  auto p = producer<>::attach(ch).value();
  ASSERT_EQ(p.publish_text(R"({"symbol":"plain","price":1,"qty":2})"), publish_status::ok);
  ASSERT_EQ(p.publish_text(R"({"symbol":"a\"b","price":1,"qty":2})"), publish_status::ok);
  ASSERT_EQ(p.publish_text(R"({"symbol":"c\\d","price":1,"qty":2})"), publish_status::ok);
  auto plain = c.receive();
  auto first = c.receive();
  auto second = c.receive();
  auto t0 = plain.read();
  auto t1 = first.read();
  auto t2 = second.read();
  ASSERT_TRUE(t0 && t1 && t2);
  EXPECT_EQ(t0->symbol.data(), plain.text().data() + 11);
  EXPECT_EQ(t1->symbol, "a\"b");
  EXPECT_EQ(t2->symbol, "c\\d");
  first.release();
  EXPECT_EQ(t2->symbol, "c\\d");  // each message has its own
  EXPECT_EQ(second.text(), R"({"symbol":"c\\d","price":1,"qty":2})");
}

TEST_P(EveryKind, ARawStructArrivesAsItsBytes) {
  auto ch = make_one();
  auto c = consumer<tick, encoding::raw>::attach(ch).value();
  auto p = producer<tick, encoding::raw>::attach(ch).value();
  ASSERT_EQ(p.publish({7, 1.5}), publish_status::ok);
  auto m = c.receive();
  ASSERT_TRUE(m);
  EXPECT_EQ(m.encoding(), encoding::raw);
  ASSERT_EQ(m.bytes().size(), 16u);
  auto t = m.read();
  ASSERT_TRUE(t);
  EXPECT_EQ(t->id, 7);
  EXPECT_EQ(t->price, 1.5);
  EXPECT_EQ(m.message::read<trade>().error().code, errc::wrong_schema);
}

TEST_P(EveryKind, RawReadsOfOtherPayloadsAreRefused) {
  auto ch = make_one();
  auto c = consumer<tick, encoding::raw>::attach(ch).value();
  auto p = producer<>::attach(ch).value();
  ASSERT_EQ(p.publish_text("{}"), publish_status::ok);
  EXPECT_EQ(c.receive().read().error().code, errc::wrong_schema);
}

TEST_P(EveryKind, BytesAndTypesArriveAsTheyWere) {
  auto ch = make_one();
  auto c = consumer<>::attach(ch).value();
  auto p = producer<>::attach(ch).value();
  const std::array<std::byte, 3> bytes{std::byte{0}, std::byte{1}, std::byte{255}};
  ASSERT_EQ(p.publish_bytes(bytes, 63), publish_status::ok);
  ASSERT_EQ(p.publish_bytes({}), publish_status::ok);
  auto m = c.receive();
  EXPECT_EQ(m.encoding(), encoding::bytes);
  EXPECT_EQ(m.type(), 63u);
  ASSERT_EQ(m.size(), 3u);
  EXPECT_EQ(m.bytes()[2], std::byte{255});
  EXPECT_EQ(m.copy().data, std::string("\0\1\xff", 3));
  auto nothing = c.receive();
  EXPECT_TRUE(nothing);
  EXPECT_EQ(nothing.text(), "");
}

TEST_P(EveryKind, AClaimIsFilledInPlaceAndShrinks) {
  auto ch = make_one();
  auto c = consumer<>::attach(ch).value();
  auto p = producer<>::attach(ch).value();
  {
    auto place = p.claim(4096);
    ASSERT_TRUE(place);
    EXPECT_EQ(place.bytes().size(), 4096u);
    EXPECT_EQ(p.publish_text("{}"), publish_status::busy);
    EXPECT_EQ(p.claim(1).status(), publish_status::busy);
    std::memset(place.bytes().data(), 'x', 4096);
    std::memcpy(place.text().data(), "short", 5);
    EXPECT_EQ(place.commit(5, encoding::json, 2), publish_status::ok);
    EXPECT_FALSE(place);
    EXPECT_EQ(place.commit(5), publish_status::ok);  // over: nothing more happens
  }
  {
    auto dropped = p.claim(100);
    ASSERT_TRUE(dropped);
    std::memset(dropped.bytes().data(), 'y', 100);
  }
  auto tries_more = p.claim(10);
  EXPECT_EQ(tries_more.commit(11), publish_status::too_large);
  EXPECT_EQ(p.claim(4097).status(), publish_status::too_large);
  ASSERT_EQ(p.publish_text("after"), publish_status::ok);
  auto m = c.receive();
  EXPECT_EQ(m.text(), "short");
  EXPECT_EQ(m.type(), 2u);
  EXPECT_EQ(c.receive().copy().data, "after");
  EXPECT_EQ(c.receive().state(), receive_state::empty);
}

TEST_P(EveryKind, ValuesThatJsonCannotExpressAreInvalid) {
  auto ch = make_one();
  auto c = consumer<>::attach(ch).value();
  auto p = producer<trade>::attach(ch).value();
  EXPECT_EQ(p.publish({"x", std::numeric_limits<double>::quiet_NaN(), 1}), publish_status::invalid);
  EXPECT_EQ(p.publish({"\xff", 1, 1}), publish_status::invalid);
  EXPECT_EQ(p.publish({"fine", 1, 1}), publish_status::ok);
  auto m = c.receive();
  EXPECT_EQ(m.sequence(), 1u);
  EXPECT_EQ(m.text(), R"({"symbol":"fine","price":1,"qty":1})");
}

TEST_P(EveryKind, TheLimitIsTheMessageNotItsBound) {
  auto ch = make_one();
  auto c = consumer<>::attach(ch).value();
  auto p = producer<trade>::attach(ch).value();
  const std::size_t around = std::strlen(R"({"symbol":"","price":1,"qty":1})");
  EXPECT_EQ(p.publish({std::string(4096 - around, 's'), 1, 1}), publish_status::ok);  // bound: six times as much
  EXPECT_EQ(p.publish({std::string(4097 - around, 's'), 1, 1}), publish_status::too_large);
  EXPECT_EQ(p.publish_text(std::string(4096, ' ')), publish_status::ok);
  EXPECT_EQ(p.publish_text(std::string(4097, ' ')), publish_status::too_large);
  EXPECT_EQ(c.receive().size(), 4096u);
  EXPECT_EQ(c.receive().size(), 4096u);
  EXPECT_EQ(c.receive().state(), receive_state::empty);
}

TEST_P(EveryKind, JsonThatIsNoneGivesCodeAndOffset) {
  auto ch = make_one();
  auto c = consumer<trade>::attach(ch).value();
  auto p = producer<>::attach(ch).value();
  ASSERT_EQ(p.publish_text(R"({"symbol":"a","price":x})"), publish_status::ok);
  auto m = c.receive();
  EXPECT_EQ(m.read().error(), (error{errc::unexpected_character, 22}));
  EXPECT_EQ(message().read<trade>().error().code, errc::invalid_argument);
}

TEST_P(EveryKind, AnotherStructIsRefusedOnEitherSide) {
  auto ch = make_one();
  auto p = producer<trade>::attach(ch).value();
  EXPECT_EQ(code_of(consumer<quote>::attach(ch)), errc::wrong_schema);
  EXPECT_EQ(code_of(consumer<tick, encoding::raw>::attach(ch)), errc::wrong_schema);
  EXPECT_TRUE((consumer<trade_view>::attach(ch)));  // the same members
  EXPECT_TRUE((consumer<>::attach(ch)));            // whatever it is
  EXPECT_EQ(code_of(consumer<quote>::attach(ch)), errc::wrong_schema);
}

TEST_P(EveryKind, RawStructsMustBeTheVerySame) {
  auto ch = make_one();
  auto c = consumer<tick, encoding::raw>::attach(ch).value();
  EXPECT_EQ(code_of(producer<other_tick, encoding::raw>::attach(ch)), errc::wrong_schema);
  EXPECT_EQ(code_of(producer<tick>::attach(ch)), errc::wrong_schema);
  EXPECT_TRUE((producer<tick, encoding::raw>::attach(ch)));
}

TEST_P(EveryKind, OneProducerAtATime) {
  auto ch = make_one();
  {
    auto p = producer<>::attach(ch).value();
    EXPECT_EQ(code_of(producer<>::attach(ch)), errc::producer_exists);
    ASSERT_EQ(p.publish_text("1"), publish_status::ok);
  }
  auto p = producer<>::attach(ch).value();
  EXPECT_EQ(p.sequence(), 1u);
  ASSERT_EQ(p.publish_text("2"), publish_status::ok);
  EXPECT_EQ(p.sequence(), 2u);
}

TEST_P(EveryKind, WaitingEndsByMessageTimeOutOrCancel) {
  auto ch = make_one();
  auto c = consumer<>::attach(ch).value();
  auto p = producer<>::attach(ch).value();
  EXPECT_EQ(c.receive(spin{}, 1ms).state(), receive_state::timeout);
  EXPECT_EQ(c.receive(spin_yield{}, 1ms).state(), receive_state::timeout);
  EXPECT_EQ(c.receive(spin_sleep{}, 1ms).state(), receive_state::timeout);
  EXPECT_EQ(c.receive(hushring::sleep{}, 1ms).state(), receive_state::timeout);
  EXPECT_EQ(c.receive(hushring::sleep{}, 0ns).state(), receive_state::timeout);
  c.cancel();
  EXPECT_EQ(c.receive(hushring::sleep{}).state(), receive_state::cancelled);
  ASSERT_EQ(p.publish_text("there"), publish_status::ok);
  EXPECT_EQ(c.receive(hushring::sleep{}).copy().data, "there");
}

TEST_P(EveryKind, StampsSayWhen) {
  auto ch = make({.kind = GetParam(), .max_message = 4096, .max_consumers = 2, .stamps = true});
  EXPECT_TRUE(ch.has_stamps());
  auto c = consumer<>::attach(ch).value();
  auto p = producer<>::attach(ch).value();
  const std::uint64_t before = detail::monotonic_now();
  ASSERT_EQ(p.publish_text("stamped"), publish_status::ok);
  const std::uint64_t after = detail::monotonic_now();
  auto m = c.receive();
  EXPECT_EQ(m.text(), "stamped");
  EXPECT_GE(m.stamp(), before);
  EXPECT_LE(m.stamp(), after);
}

TEST_P(EveryKind, MessagesOutliveTheirConsumer) {
  auto ch = make_one();
  auto p = producer<>::attach(ch).value();
  message a, b;
  {
    auto c = consumer<>::attach(ch).value();
    ASSERT_EQ(p.publish_text("first"), publish_status::ok);
    ASSERT_EQ(p.publish_text("second"), publish_status::ok);
    a = c.receive();
    b = c.receive();
  }
  EXPECT_EQ(a.text(), "first");
  EXPECT_EQ(b.text(), "second");
  if (GetParam() == channel_kind::queue) {
    EXPECT_EQ(code_of(consumer<>::attach(ch)), errc::consumer_exists);  // its place is still taken
  }
  b.release();
  a.release();
  auto next = consumer<>::attach(ch);
  ASSERT_TRUE(next);
  ASSERT_EQ(p.publish_text("third"), publish_status::ok);
  EXPECT_EQ(next->receive().copy().data, "third");
}

TEST_P(EveryKind, MessagesMayEndInOtherThreads) {
  auto ch = make_one();
  auto p = producer<>::attach(ch).value();
  auto c = consumer<trade_view>::attach(ch).value();
  for (int round = 0; round < 2000; ++round) {
    ASSERT_EQ(p.publish_text(R"({"symbol":"a\"b","price":1,"qty":2})"), publish_status::ok);
    auto m = c.receive();
    ASSERT_TRUE(m);
    if (round % 10 == 0) {
      ASSERT_EQ(m.read()->symbol, "a\"b");
      std::thread([gone = std::move(m)]() mutable { gone.release(); }).join();
    }
  }
}

TEST_P(EveryKind, AClosedConsumersMessageMayEndInAnotherThread) {
  auto ch = make_one();
  auto p = producer<>::attach(ch).value();
  message m;
  {
    auto c = consumer<>::attach(ch).value();
    ASSERT_EQ(p.publish_text("x"), publish_status::ok);
    m = c.receive();
  }
  std::thread([&] { m.release(); }).join();
  EXPECT_TRUE((consumer<>::attach(ch)));  // attaching sweeps
}

TEST_F(Endpoints, AFullQueueSaysSoAndWaitsOnRequest) {
  auto ch = make({.capacity = 64 * 1024, .max_message = 1024});
  auto c = consumer<>::attach(ch).value();
  auto p = producer<trade>::attach(ch).value();
  int sent = 0;
  while (p.publish_text("x") == publish_status::ok) ++sent;
  EXPECT_EQ(sent, 1023);  // lines of 64 KB, but one
  EXPECT_EQ(p.publish({"symbol", 1, 2}), publish_status::full);
  EXPECT_EQ(p.publish({"symbol", 1, 2}, spin_sleep{}, 1ms), publish_status::timeout);
  EXPECT_EQ(p.publish_text("y", spin{}, 1ms), publish_status::timeout);
  EXPECT_EQ(p.claim(1).status(), publish_status::full);
  p.cancel();
  EXPECT_EQ(p.publish_text("y", hushring::sleep{}), publish_status::cancelled);
  std::thread reader([&] {
    std::this_thread::sleep_for(5ms);
    for (int i = 0; i < sent; ++i) static_cast<void>(c.receive());
  });
  EXPECT_EQ(p.publish({"symbol", 1, 2}, hushring::sleep{}), publish_status::ok);
  reader.join();
  EXPECT_EQ(c.receive().copy().data, R"({"symbol":"symbol","price":1,"qty":2})");
}

TEST_F(Endpoints, JsonGoesIntoTheLastRoomThatItsBoundWouldNotFit) {
  auto ch = make({.capacity = 64 * 1024, .max_message = 16 * 1024});
  auto c = consumer<>::attach(ch).value();
  auto p = producer<text_list>::attach(ch).value();
  const text_list big{{std::string(2000, 'a')}};
  int sent = 0;
  while (p.publish(big) == publish_status::ok) ++sent;
  EXPECT_EQ(sent, 31);  // 65,472 / 2,048: 2,013 bytes of text, 12,000 of bound
}

TEST_F(Endpoints, NothingDirtyStaysBehindJson) {
  auto ch = make({.capacity = 64 * 1024, .max_message = 8 * 1024});
  auto c = consumer<text_list>::attach(ch).value();
  auto p = producer<text_list>::attach(ch).value();
  std::uint64_t seed = 1;
  text_list value, back;
  for (int round = 0; round < 20000; ++round) {
    value.list.resize((seed >> 33) % 5);
    for (std::string& s : value.list) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      s.assign((seed >> 33) % 200, static_cast<char>('a' + round % 26));
      if (seed % 3 == 0) s += "\"\n\x01";
    }
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    ASSERT_EQ(p.publish(value), publish_status::ok);
    if (round % 7 == 6) {
      for (int i = 0; i < 7; ++i) {
        auto m = c.receive();
        ASSERT_TRUE(m) << "round " << round << " state " << static_cast<int>(m.state());
        ASSERT_TRUE(m.read_into(back));
      }
      ASSERT_EQ(back.list, value.list);
      ASSERT_EQ(c.receive().state(), receive_state::empty) << round;
    }
  }
}

TEST_F(Endpoints, AQueueHoldsSixtyFourMessages) {
  auto ch = make();
  auto c = consumer<>::attach(ch).value();
  auto p = producer<>::attach(ch).value();
  for (int i = 0; i < 65; ++i) ASSERT_EQ(p.publish_text(std::to_string(i)), publish_status::ok);
  std::vector<message> held;
  for (int i = 0; i < 64; ++i) held.push_back(c.receive());
  EXPECT_EQ(c.receive().state(), receive_state::too_many_held);
  held.erase(held.begin(), held.begin() + 32);
  EXPECT_EQ(held.front().text(), "32");
  EXPECT_EQ(c.receive().copy().data, "64");
}

TEST_F(Endpoints, AnUnreadQueueKeepsItsMessagesForTheNextConsumer) {
  auto ch = make();
  auto p = producer<>::attach(ch).value();
  ASSERT_EQ(p.publish_text("kept"), publish_status::ok);
  { auto c = consumer<>::attach(ch).value(); }
  auto c = consumer<>::attach(ch).value();
  EXPECT_EQ(code_of(consumer<>::attach(ch)), errc::consumer_exists);
  auto m = c.receive();
  EXPECT_EQ(m.text(), "kept");
  EXPECT_FALSE(m.redelivered());
}

TEST_F(Endpoints, EveryBroadcastConsumerGetsEveryMessage) {
  auto ch = make({.kind = channel_kind::broadcast, .max_message = 256, .max_consumers = 2});
  auto a = consumer<>::attach(ch).value();
  auto b = consumer<>::attach(ch).value();
  EXPECT_EQ(code_of(consumer<>::attach(ch)), errc::no_free_slot);
  EXPECT_EQ(code_of(consumer<>::attach(ch)), errc::no_free_slot);
  auto p = producer<>::attach(ch).value();
  ASSERT_EQ(p.publish_text("to all"), publish_status::ok);
  EXPECT_EQ(a.receive().copy().data, "to all");
  EXPECT_EQ(b.receive().copy().data, "to all");
}

TEST_F(Endpoints, ASlowConsumerLosesExactlyWhatItIsTold) {
  auto ch = make({.kind = channel_kind::broadcast, .capacity = 4096, .max_message = 256, .max_consumers = 2});
  auto c = consumer<>::attach(ch).value();
  auto p = producer<>::attach(ch).value();
  constexpr std::uint64_t sent = 1000;
  for (std::uint64_t i = 1; i <= sent; ++i) ASSERT_EQ(p.publish_text(std::to_string(i)), publish_status::ok);
  std::uint64_t received = 0, lost = 0, expected = 1;
  for (;;) {
    auto m = c.receive();
    if (m) {
      EXPECT_EQ(m.text(), std::to_string(expected++));
      ++received;
    } else if (m.state() == receive_state::lost) {
      EXPECT_EQ(m.sequence(), expected);
      EXPECT_GT(m.lost(), 0u);
      expected += m.lost();
      lost += m.lost();
    } else {
      EXPECT_EQ(m.state(), receive_state::empty);
      break;
    }
  }
  EXPECT_GT(lost, 0u);
  EXPECT_GT(received, 0u);
  EXPECT_EQ(received + lost, sent);
}

TEST_F(Endpoints, AReliableConsumerIsWaitedFor) {
  auto ch = make({.kind = channel_kind::broadcast, .capacity = 4096, .max_message = 256, .max_consumers = 2,
                  .reliable_consumers = 1});
  auto c = consumer<>::attach(ch, {.reliable = true}).value();
  EXPECT_EQ(code_of(consumer<>::attach(ch, {.reliable = true})), errc::reliable_refused);
  EXPECT_TRUE((consumer<>::attach(ch)));
  auto p = producer<>::attach(ch).value();
  std::uint64_t sent = 0;
  while (p.publish_text(std::to_string(sent + 1)) == publish_status::ok) ++sent;
  EXPECT_GT(sent, 10u);
  EXPECT_EQ(p.publish_text("x", spin_sleep{}, 2ms), publish_status::timeout);
  for (std::uint64_t i = 1; i <= sent; ++i) ASSERT_EQ(c.receive().copy().data, std::to_string(i));
  EXPECT_EQ(p.publish_text("y"), publish_status::ok);
  EXPECT_EQ(c.receive().copy().data, "y");
}

TEST_F(Endpoints, AReliableConsumerIsRefusedUnlessAllowed) {
  auto ch = make({.kind = channel_kind::broadcast, .max_message = 256, .max_consumers = 2});
  EXPECT_EQ(code_of(consumer<>::attach(ch, {.reliable = true})), errc::reliable_refused);
}

TEST_F(Endpoints, AReliableConsumerThatHoldsBackTooLongIsEvictedAndTold) {
  auto ch = make({.kind = channel_kind::broadcast, .capacity = 4096, .max_message = 256, .max_consumers = 2,
                  .reliable_consumers = 1, .hold_back = 5ms, .held_back = when_held_back::evict});
  auto c = consumer<>::attach(ch, {.reliable = true}).value();
  auto p = producer<>::attach(ch).value();
  std::uint64_t sent = 0;
  for (; sent < 500; ++sent) ASSERT_EQ(p.publish_text("x", spin_sleep{}), publish_status::ok);
  std::uint64_t received = 0, lost = 0;
  bool evicted = false;
  for (;;) {
    auto m = c.receive();
    if (m) ++received;
    else if (m.state() == receive_state::evicted || m.state() == receive_state::lost) {
      evicted = evicted || m.state() == receive_state::evicted;
      lost += m.lost();
    } else break;
  }
  EXPECT_TRUE(evicted);
  EXPECT_EQ(received + lost, sent);
}

TEST_F(Endpoints, AConsumerMayBeginWithTheOldest) {
  auto ch = make({.kind = channel_kind::broadcast, .max_message = 256, .max_consumers = 2});
  auto p = producer<>::attach(ch).value();
  ASSERT_EQ(p.publish_text("old"), publish_status::ok);
  auto oldest = consumer<>::attach(ch, {.join = join_at::oldest}).value();
  auto newest = consumer<>::attach(ch).value();
  EXPECT_EQ(oldest.receive().copy().data, "old");
  EXPECT_EQ(newest.receive().state(), receive_state::empty);
}

TEST_F(Endpoints, ARestartedProducerIsANewEpoch) {
  auto ch = make({.kind = channel_kind::broadcast, .max_message = 256, .max_consumers = 2});
  auto c = consumer<>::attach(ch).value();
  {
    auto p = producer<>::attach(ch).value();
    ASSERT_EQ(p.publish_text("one"), publish_status::ok);
  }
  EXPECT_EQ(c.receive().copy().data, "one");
  auto p = producer<>::attach(ch).value();
  ASSERT_EQ(p.publish_text("two"), publish_status::ok);
  EXPECT_EQ(c.receive().state(), receive_state::new_epoch);
  auto m = c.receive();
  EXPECT_EQ(m.text(), "two");
  EXPECT_EQ(m.sequence(), 2u);
}

TEST_F(Endpoints, AMovedMessageIsEmpty) {
  auto ch = make();
  auto c = consumer<>::attach(ch).value();
  auto p = producer<>::attach(ch).value();
  ASSERT_EQ(p.publish_text("x"), publish_status::ok);
  auto m = c.receive();
  message taken = std::move(m);
  EXPECT_TRUE(taken);
  EXPECT_FALSE(m);  // NOLINT(bugprone-use-after-move): that is the promise
  EXPECT_EQ(m.state(), receive_state::empty);
  EXPECT_EQ(m.size(), 0u);
}

// What must not compile: views of messages that are gone at the end of the line.
template <class M>
concept temporary_text = requires(M&& m) { std::move(m).text(); };
template <class M>
concept temporary_bytes = requires(M&& m) { std::move(m).bytes(); };
template <class M>
concept temporary_read = requires(M&& m) { std::move(m).read(); };
using view_message = typed_message<trade_view, encoding::json, read_options{}>;
using owning_message = typed_message<trade, encoding::json, read_options{}>;
static_assert(!temporary_text<message> && !temporary_bytes<message> && !temporary_text<view_message>);
static_assert(!temporary_read<view_message>);
static_assert(temporary_read<owning_message>);
static_assert(!std::is_copy_constructible_v<message> && std::is_nothrow_move_constructible_v<message>);
static_assert(!std::is_copy_constructible_v<owning_message> && std::is_nothrow_move_constructible_v<owning_message>);

}  // namespace
