// Values written straight into a channel: what fails in the middle, or does not fit, is never seen, and the next message
// is as if nothing had been.
#include "channel_fixture.hpp"

#include <hushring/ipc/consumer.hpp>
#include <hushring/ipc/producer.hpp>
#include <hushring/json/only.hpp>

#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace hushring;

struct entry {
  std::string name;
  double value = 0;
};
struct report {
  std::string title;
  std::vector<entry> entries;
  std::optional<std::string> note;
};

struct Publish : test::ChannelTest, testing::WithParamInterface<channel_kind> {
  channel make_one() {
    return make({.kind = GetParam(), .capacity = 64 * 1024, .max_message = 4096, .max_consumers = 2});
  }
};
struct PublishQueue : test::ChannelTest {};
INSTANTIATE_TEST_SUITE_P(Kind, Publish, testing::Values(channel_kind::queue, channel_kind::broadcast),
                         [](const auto& test) { return test.param == channel_kind::queue ? "Queue" : "Broadcast"; });

TEST_P(Publish, WhatFailsInTheMiddleLeavesNoTrace) {
  auto ch = make_one();
  auto c = consumer<>::attach(ch).value();
  auto p = producer<report>::attach(ch).value();
  report good{"t", {{"a", 1}}, {}};
  for (std::size_t before = 0; before < 40; ++before) {
    report bad{std::string(before, 't'), std::vector<entry>(before, entry{"name", 0.5}), {}};
    bad.entries.push_back({"nan", std::nan("")});
    EXPECT_EQ(p.publish(bad), publish_status::invalid) << before;
    bad.entries.back() = {std::string(before, 'x') + "\xC3", 1};
    EXPECT_EQ(p.publish(bad), publish_status::invalid) << before;
    bad.entries.pop_back();
    bad.note = "\xED\xA0\x80";
    EXPECT_EQ(p.publish(bad), publish_status::invalid) << before;
    EXPECT_EQ(c.receive().state(), receive_state::empty);
    good.title = std::to_string(before);
    ASSERT_EQ(p.publish(good), publish_status::ok);
    const auto m = c.receive();
    ASSERT_EQ(m.text(), "{\"title\":\"" + good.title + R"(","entries":[{"name":"a","value":1}]})");
    ASSERT_EQ(m.sequence(), before + 1);
  }
}

TEST_P(Publish, TheSizeCountsNotTheBound) {
  auto ch = make_one();
  auto c = consumer<>::attach(ch).value();
  auto p = producer<report>::attach(ch).value();
  const std::size_t around = std::strlen(R"({"title":"","entries":[]})");
  // bounds of up to six times the limit
  for (const std::size_t size : {600u, 4090u, 4096u}) {
    ASSERT_EQ(p.publish({std::string(size - around, 't'), {}, {}}), publish_status::ok) << size;
    ASSERT_EQ(c.receive().size(), size);
  }
  for (const std::size_t size : {4097u, 5000u, 100000u}) {
    ASSERT_EQ(p.publish({std::string(size - around, 't'), {}, {}}), publish_status::too_large) << size;
    ASSERT_EQ(c.receive().state(), receive_state::empty);
  }
  // the last bytes are invalid, and too many besides
  EXPECT_NE(p.publish({std::string(5000, 't'), {{"", std::nan("")}}, {}}), publish_status::ok);
  EXPECT_EQ(c.receive().state(), receive_state::empty);
  ASSERT_EQ(p.publish({"next", {}, {}}), publish_status::ok);
  EXPECT_EQ(c.receive().copy().data, R"({"title":"next","entries":[]})");
}

TEST_F(PublishQueue, FillsTheLastRoomThatTheBoundExceeds) {
  auto ch = make({.capacity = 64 * 1024, .max_message = 16 * 1024});
  auto c = consumer<>::attach(ch).value();
  auto p = producer<report>::attach(ch).value();
  const report big{std::string(2000, '\x01'), {}, {}};  // 12,025 bytes of text: the bound is the size
  const report long_one{std::string(12000, 'a'), {}, {}};
  const std::string text = "{\"title\":\"" + std::string(12000, 'a') + "\",\"entries\":[]}";
  int sent = 0;
  while (p.publish(sent % 2 ? big : long_one) == publish_status::ok) ++sent;
  EXPECT_EQ(sent, 5);
  EXPECT_EQ(p.publish(big), publish_status::full);
  EXPECT_EQ(p.publish({"", {{"", std::nan("")}}, {}}), publish_status::invalid);
  EXPECT_EQ(c.receive().copy().data, text);
}

TEST_P(Publish, OptionsAreThoseOfWriting) {
  auto ch = make_one();
  auto c = consumer<>::attach(ch).value();
  auto p = producer<report>::attach(ch).value();
  const report r{"<\xC3\xA9>", {{"", std::nan("")}}, {}};
  EXPECT_EQ(p.publish(r), publish_status::invalid);
  constexpr write_options nulls{.not_finite = not_finite::null, .absent = absent::null, .html_safe = true};
  ASSERT_EQ(p.publish<nulls>(r), publish_status::ok);
  EXPECT_EQ(c.receive().copy().data,
            "{\"title\":\"\\u003c\xC3\xA9\\u003e\",\"entries\":[{\"name\":\"\",\"value\":null}],\"note\":null}");
  constexpr write_options pretty{.decimals = 2, .pretty = true};
  ASSERT_EQ(p.publish<pretty>({"t", {{"a", 1}}, {}}), publish_status::ok);
  EXPECT_EQ(c.receive().copy().data,
            "{\n  \"title\": \"t\",\n  \"entries\": [\n    {\n      \"name\": \"a\",\n      \"value\": 1.00\n    }\n  ]\n}");
  ASSERT_EQ(p.publish<nulls>(r, spin_yield{}), publish_status::ok);
  EXPECT_EQ(c.receive().copy().data.substr(0, 10), "{\"title\":\"");
}

TEST_P(Publish, SomeMembersOnly) {
  auto ch = make_one();
  auto c = consumer<report>::attach(ch).value();
  auto p = producer<report>::attach(ch).value();
  const report r{"t", {{"a", std::nan("")}}, "n"};
  ASSERT_EQ(p.publish(only<"note", "title">(r)), publish_status::ok);
  auto m = c.receive();
  EXPECT_EQ(m.text(), R"({"title":"t","note":"n"})");
  report back;
  ASSERT_TRUE(m.read_into(back));
  EXPECT_TRUE(back.entries.empty());
  ASSERT_EQ(p.publish(only(r, *mask_of<report>({"note"}))), publish_status::ok);
  EXPECT_EQ(c.receive().copy().data, R"({"note":"n"})");
  EXPECT_EQ(p.publish(only(r, member_mask<report>::all())), publish_status::invalid);
  EXPECT_EQ(c.receive().state(), receive_state::empty);
}

}  // namespace
