// Names, options and life of channels.
#include "channel_fixture.hpp"

#include <unistd.h>

#include <hushring/ipc/channel.hpp>
#include <hushring/ipc/consumer.hpp>
#include <hushring/ipc/producer.hpp>

#include <chrono>
#include <string>
#include <thread>

namespace {

using namespace hushring;
using namespace std::chrono_literals;
using test::code_of;

struct Channel : test::ChannelTest {};

TEST_F(Channel, DefaultsAreFourMegabytesAndMessagesOfOne) {
  auto ch = make();
  EXPECT_EQ(ch.kind(), channel_kind::queue);
  EXPECT_EQ(ch.capacity(), 4194304u);
  EXPECT_EQ(ch.max_message(), 1048576u);
  EXPECT_EQ(ch.path(), path_of(name));
  EXPECT_FALSE(ch.has_stamps());
}

TEST_F(Channel, CapacityGrowsUntilTheLargestMessageFits) {
  EXPECT_EQ(make({.capacity = 1, .max_message = 1}).capacity(), 65536u);
  EXPECT_EQ(make({.capacity = 65537, .max_message = 1}).capacity(), 131072u);
  EXPECT_EQ(make({.capacity = 65536, .max_message = 65536}).capacity(), 262144u);
  auto b = make({.kind = channel_kind::broadcast, .max_message = 1000, .max_consumers = 1});
  EXPECT_EQ(b.max_consumers(), 1u);
  EXPECT_EQ(b.capacity(), 4194304u);  // four blocks of a megabyte
}

TEST_F(Channel, AnExistingNameIsNotReplaced) {
  auto first = make();
  EXPECT_EQ(code_of(channel::create(name)), errc::already_exists);
  EXPECT_TRUE(channel::open(name));
}

TEST_F(Channel, WhatDoesNotExistIsNotFound) {
  EXPECT_EQ(code_of(channel::open(fresh_name())), errc::not_found);
  EXPECT_EQ(code_of(channel::open(fresh_name(), 3ms)), errc::not_found);
  EXPECT_EQ(channel::remove(fresh_name()).error().code, errc::not_found);
}

TEST_F(Channel, OpenWaitsForTheNameToAppear) {
  const std::string later = fresh_name();
  std::thread creator([&] {
    std::this_thread::sleep_for(10ms);
    ASSERT_TRUE(channel::create(later));
  });
  EXPECT_TRUE(channel::open(later, 30s));
  creator.join();
}

TEST_F(Channel, NamesAreFileNames) {
  for (const char* bad : {"", "a/b", "..\n", "a\x7f"}) {
    EXPECT_EQ(code_of(channel::create(bad)), errc::invalid_argument);
    EXPECT_EQ(code_of(channel::open(bad)), errc::invalid_argument);
    EXPECT_EQ(channel::remove(bad).error().code, errc::invalid_argument);
  }
  EXPECT_EQ(code_of(channel::create(std::string(201, 'n'))), errc::invalid_argument);
  EXPECT_EQ(code_of(channel::create(".", {.location = {.prefix = ""}})), errc::invalid_argument);
}

TEST_F(Channel, ImpossibleOptionsAreInvalid) {
  EXPECT_EQ(code_of(channel::create(fresh_name(), {.max_message = 0})), errc::invalid_argument);
  EXPECT_EQ(code_of(channel::create(fresh_name(), {.max_message = 200 << 20})), errc::invalid_argument);
  EXPECT_EQ(code_of(channel::create(fresh_name(), {.kind = channel_kind::broadcast, .max_consumers = 0})),
            errc::invalid_argument);
  EXPECT_EQ(code_of(channel::create(fresh_name(), {.kind = channel_kind::broadcast, .max_consumers = 1000})),
            errc::invalid_argument);
  EXPECT_EQ(code_of(channel::create(fresh_name(), {.kind = channel_kind::broadcast, .max_consumers = 2,
                                                   .reliable_consumers = 3})),
            errc::invalid_argument);
  EXPECT_EQ(code_of(channel::create(fresh_name(), {.location = {.directory = "/nowhere/at/all"}})), errc::not_found);
  EXPECT_EQ(code_of(channel::create(fresh_name(), {.reliable_consumers = 1})), errc::invalid_argument);
  EXPECT_EQ(code_of(channel::create(fresh_name(), {.kind = channel_kind::broadcast, .reliable_consumers = 1,
                                                   .held_back = when_held_back::evict})),
            errc::invalid_argument);
  EXPECT_EQ(code_of(channel::create(fresh_name(), {.kind = channel_kind::broadcast, .reliable_consumers = 1,
                                                   .hold_back = std::chrono::milliseconds(1)})),
            errc::invalid_argument);
  EXPECT_EQ(code_of(channel::create(fresh_name(), {.location = {.prefix = std::string("a\0b", 3)}})),
            errc::invalid_argument);
}

TEST_F(Channel, OpenOrCreateComparesWhatItFinds) {
  const std::string either = fresh_name();
  auto made = channel::open_or_create(either, {.max_message = 1000});
  ASSERT_TRUE(made);
  auto found = channel::open_or_create(either, {.max_message = 1000});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->max_message(), 1000u);
  EXPECT_EQ(code_of(channel::open_or_create(either, {.max_message = 1001})), errc::wrong_options);
  EXPECT_EQ(code_of(channel::open_or_create(either, {.kind = channel_kind::broadcast, .max_message = 1000})),
            errc::wrong_kind);
}

TEST_F(Channel, CreatorsThatRaceMeetInOneChannel) {
  for (int round = 0; round < 20; ++round) {
    const std::string raced = fresh_name();
    std::vector<pid_t> racers;
    for (int i = 0; i < 3; ++i) {
      racers.push_back(spawn([&] {
        auto ch = channel::open_or_create(raced, {.capacity = 65536, .max_message = 100});
        return ch ? 0 : static_cast<int>(ch.error().code);
      }));
    }
    for (const pid_t racer : racers) EXPECT_EQ(wait_for(racer), 0);
  }
}

TEST_F(Channel, ARemovedChannelGoesOnAmongThoseWhoHaveIt) {
  auto ch = make();
  auto c = consumer<>::attach(ch).value();
  auto p = producer<>::attach(ch).value();
  ASSERT_TRUE(channel::remove(name));
  ASSERT_EQ(p.publish_text("still"), publish_status::ok);
  EXPECT_EQ(c.receive().copy().data, "still");
  EXPECT_EQ(code_of(producer<>::attach(ch)), errc::not_found);
}

TEST_F(Channel, AttachingFollowsTheNameToANewSegment) {
  auto old = make();
  auto other = channel::open(name).value();
  ASSERT_TRUE(channel::remove(name));
  auto fresh = channel::create(name);
  ASSERT_TRUE(fresh);
  auto p = producer<>::attach(*fresh).value();
  auto c = consumer<>::attach(other).value();  // was opened before the replacement
  ASSERT_EQ(p.publish_text("here"), publish_status::ok);
  EXPECT_EQ(c.receive().copy().data, "here");
}

TEST_F(Channel, RemoveLeavesFilesThatAreNoSegments) {
  for (const char* content : {"not a segment at all", "short", ""}) {
    const std::string other = fresh_name();
    std::ofstream(path_of(other)) << content;
    EXPECT_FALSE(channel::remove(other)) << content;
    EXPECT_EQ(::unlink(path_of(other).c_str()), 0) << content;
  }
}

TEST_F(Channel, RemoveTakesSegmentsThatNobodyCanUse) {
  auto ch = make();
  const std::uint64_t end = 4096;
  ASSERT_EQ(::truncate(path_of(name).c_str(), end), 0);
  EXPECT_EQ(code_of(channel::open(name)), errc::bad_size);
  EXPECT_TRUE(channel::remove(name));
  EXPECT_EQ(code_of(channel::open(name)), errc::not_found);
}

TEST_F(Channel, MessageTypesEndAt63) {
  auto ch = make();
  auto p = producer<>::attach(ch).value();
  auto c = consumer<>::attach(ch).value();
  EXPECT_EQ(p.publish_text("{}", 64), publish_status::invalid);
  auto place = p.claim(8);
  EXPECT_EQ(place.commit(2, encoding::json, 64), publish_status::invalid);
  EXPECT_EQ(p.publish_text("{}", 63), publish_status::ok);
  const auto m = c.receive();
  EXPECT_EQ(m.type(), 63u);
  EXPECT_EQ(m.sequence(), 1u);
}

TEST_F(Channel, TheChannelObjectMayGoFirst) {
  auto ch = std::make_unique<channel>(make());
  auto c = consumer<>::attach(*ch).value();
  auto p = producer<>::attach(*ch).value();
  ch.reset();
  ASSERT_EQ(p.publish_text("x"), publish_status::ok);
  EXPECT_EQ(c.receive().copy().data, "x");
}

}  // namespace
