// The bytes of a segment, as they lie in the file.
#include "channel_fixture.hpp"

#include <hushring/ipc/consumer.hpp>
#include <hushring/ipc/producer.hpp>

#include <cstring>
#include <string>

#include "layout.hpp"

namespace {

using namespace hushring;
using namespace hushring::detail;

template <class Number>
Number number_at(const std::string& bytes, std::size_t offset) {
  Number n;
  std::memcpy(&n, bytes.data() + offset, sizeof n);
  return n;
}

struct Layout : test::ChannelTest {};

TEST_F(Layout, AQueueSegmentIsAsWritten) {
  auto ch = make({.capacity = 65536, .max_message = 1000});
  const std::string bytes = test::bytes_of_file(ch.path());
  ASSERT_EQ(bytes.size(), 90112u);
  EXPECT_EQ(bytes.substr(0, 8), "hushring");
  EXPECT_EQ(number_at<std::uint32_t>(bytes, 8), 1u);       // version
  EXPECT_EQ(number_at<std::uint32_t>(bytes, 12), 160u);    // header_size
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 16), 90112u);  // total_size
  EXPECT_EQ(number_at<std::uint32_t>(bytes, 24), 4096u);   // page_size
  EXPECT_EQ(number_at<std::uint32_t>(bytes, 28), 0x01020308u);
  EXPECT_EQ(number_at<std::uint32_t>(bytes, 32), 1u);      // queue
  EXPECT_EQ(number_at<std::uint32_t>(bytes, 36), 1u);      // lanes
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 40), 65536u);  // capacity
  EXPECT_EQ(number_at<std::uint32_t>(bytes, 48), 1000u);   // max_message
  EXPECT_EQ(number_at<std::uint32_t>(bytes, 52), 8u);      // payload_offset
  EXPECT_EQ(number_at<std::uint32_t>(bytes, 56), 1u);      // max_consumers
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 96), 4096u);    // registry
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 104), 8192u);   // participants
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 112), 12288u);  // consumer role
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 120), 16384u);  // blocks: none
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 128), 16384u);  // lane pages
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 136), 20480u);  // data
  EXPECT_EQ(bytes.find_first_not_of('\0', 160), std::string::npos);
}

TEST_F(Layout, AMessageLiesInTheLane) {
  auto ch = make({.capacity = 65536, .max_message = 1000});
  auto p = producer<>::attach(ch).value();
  ASSERT_EQ(p.publish_text("{\"a\":1}", 5), publish_status::ok);
  const std::string bytes = test::bytes_of_file(ch.path());
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 20480), 0xE0000008A9u);
  EXPECT_EQ(bytes.substr(20488, 7), "{\"a\":1}");
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 16384), 0x10002u);     // owner: slot 1, generation 1
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 16384 + 8), 1u);       // epoch
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 16384 + 16), 3u);      // intent: set, sequence 1, line 0
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 16384 + 24), 1u);      // sequence hint
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 12288 + 128), 0u);     // the consumer's head
  auto c = consumer<>::attach(ch).value();
  EXPECT_TRUE(c.receive());
  const std::string later = test::bytes_of_file(ch.path());
  EXPECT_EQ(number_at<std::uint64_t>(later, 12288), 0x10001u);      // owner: slot 0, generation 1
  EXPECT_EQ(number_at<std::uint64_t>(later, 12288 + 128), 64u);     // head
  EXPECT_EQ(number_at<std::uint64_t>(later, 12288 + 136), 64u);     // releasing
  EXPECT_EQ(number_at<std::uint64_t>(later, 12288 + 144), 64u);     // received
  EXPECT_EQ(number_at<std::uint64_t>(later, 20480), 0u);
}

TEST_F(Layout, ABroadcastSegmentIsAsWritten) {
  auto ch = make({.kind = channel_kind::broadcast, .capacity = 4096, .max_message = 1000, .max_consumers = 3});
  const std::string bytes = test::bytes_of_file(ch.path());
  EXPECT_EQ(number_at<std::uint32_t>(bytes, 32), 2u);
  EXPECT_EQ(number_at<std::uint32_t>(bytes, 64), 2u);       // pins
  EXPECT_EQ(number_at<std::uint32_t>(bytes, 68), 8u);       // blocks: 2 x 3 + 2
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 72), 1088u);    // 1008 -> 1024, and a line for NEXT
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 40), 8704u);    // capacity
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 112), 12288u);  // three consumer areas, a page each
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 120), 24576u);  // block table
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 128), 28672u);  // lane page
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 136), 32768u);  // data
  EXPECT_EQ(bytes.size(), 49152u);                          // 32768 + 8704 + 4096, in pages
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 24576), 1u);      // block 0: generation
  EXPECT_EQ(number_at<std::uint64_t>(bytes, 24576 + 8), 1u);  // first sequence
}

segment_header chosen() {
  segment_header h{};
  h.kind = 1;
  h.lanes = 1;
  h.capacity = 65536;
  h.max_message = 1000;
  h.payload_offset = 8;
  h.max_consumers = 1;
  return h;
}

TEST(Geometry, ImpossibleChoicesAreRefused) {
  segment_header h = chosen();
  ASSERT_TRUE(complete_geometry(h));
  const auto refuses = [](auto change) {
    segment_header bad = chosen();
    change(bad);
    return !complete_geometry(bad);
  };
  EXPECT_TRUE(refuses([](auto& b) { b.kind = 0; }));
  EXPECT_TRUE(refuses([](auto& b) { b.kind = 3; }));
  EXPECT_TRUE(refuses([](auto& b) { b.lanes = 0; }));
  EXPECT_TRUE(refuses([](auto& b) { b.lanes = 2; }));
  EXPECT_TRUE(refuses([](auto& b) { b.capacity = 65536 + 64; }));
  EXPECT_TRUE(refuses([](auto& b) { b.capacity = 32768; }));
  EXPECT_TRUE(refuses([](auto& b) { b.capacity = std::uint64_t{1} << 40; }));
  EXPECT_TRUE(refuses([](auto& b) { b.max_message = 0; }));
  EXPECT_TRUE(refuses([](auto& b) { b.max_message = 32697; }));  // two of them and a line do not fit
  EXPECT_FALSE(refuses([](auto& b) { b.max_message = 32696; }));
  EXPECT_TRUE(refuses([](auto& b) { b.payload_offset = 0; }));
  EXPECT_TRUE(refuses([](auto& b) { b.payload_offset = 12; }));
  EXPECT_TRUE(refuses([](auto& b) { b.payload_offset = 128; }));
  EXPECT_TRUE(refuses([](auto& b) { b.max_consumers = 2; }));
  EXPECT_TRUE(refuses([](auto& b) { b.block_count = 1; }));
  EXPECT_TRUE(refuses([](auto& b) { b.stamps = 1; }));  // no room for it
  EXPECT_TRUE(refuses([](auto& b) { b.stamps = 2; }));
  EXPECT_TRUE(refuses([](auto& b) { b.evict = 1; }));
}

}  // namespace
