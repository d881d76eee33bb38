// Bytes that another thread scrambles while they are read: any result is allowed, no access outside of the text, and
// views lie inside the text or are copies. The text ends where an unmapped page begins.
//
// HUSHRING_TEST_SECONDS lengthens the run (default: half a second for each test).
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <hushring/json/read.hpp>

#include "support/guarded_text.hpp"

namespace {

using hushring::errc;
using hushring::quoted;

struct part {
  std::string_view name;
  std::vector<std::int64_t> scores;
};
struct target {
  std::string_view s;
  std::int64_t id = 0;
  double price = 0;
  std::string owned;
  std::array<std::string, 2> plain;
  std::optional<quoted<double>> stop;
  std::vector<std::string_view> tags;
  std::vector<std::array<quoted<float>, 2>> bids;
  std::vector<part> parts;
  std::array<std::uint8_t, 3> bytes{};
  bool flag = false;
};

constexpr std::string_view good =
    R"({"s":"text \u0041 with \"escapes\" \ud83e\udd80","id":1234567890123456789,"price":123.456789012345678901234,)"
    R"("owned":"a long string that \n has escapes, and is longer than sixty-four bytes, so that it takes the slow way",)"
    R"("plain":["a plain string of some length, all of it ASCII","and a much longer one, beyond the sixty-four bytes )"
    R"(that are looked at first, which is copied in one go"],"stop":"1.5e-3","unknown":{"a":[1,2,{"b":"c\\"}],"d":null,"e":[[[[true]]]]},"tags":["one","two","thr\u0065e","é€🦀"],)"
    R"("bids":[["1.5","2"],["33.25","0"]],"parts":[{"name":"p","scores":[1,2.0,3e1]},{"scores":[],"name":"\t"}],)"
    R"("bytes":[1,255,2550e-1],"flag":false})";

/// What the writer puts over single bytes: those that mean something to a parser.
constexpr std::string_view hostile("\"\\{}[],:0123456789.eE+-tfnu \n\x01\x80\xC3\xE2\xF0\xFF\0", 36);

std::chrono::milliseconds duration() {
  const char* seconds = std::getenv("HUSHRING_TEST_SECONDS");
  return std::chrono::milliseconds(seconds != nullptr ? 1000 * std::atol(seconds) : 500);
}

/// Touches all of a view; outside of the text it must be a copy in the reader's memory, not the bytes behind the text.
void expect_inside(std::string_view view, std::string_view text, const char* guard) {
  if (view.data() == nullptr) {
    EXPECT_TRUE(view.empty());
    return;
  }
  const bool inside = view.data() >= text.data() && view.data() + view.size() <= text.data() + text.size();
  const bool beside = view.data() + view.size() <= text.data() || view.data() >= guard;
  EXPECT_TRUE(inside || beside) << static_cast<const void*>(view.data()) << " " << view.size();
  unsigned sum = 0;
  for (const char& c : view) sum += static_cast<unsigned char>(*static_cast<const volatile char*>(&c));
  EXPECT_LE(sum, 255 * view.size());
}

/// Reads `text`, which ends `distance` bytes before the unmapped page, as long as another thread writes into it.
template <class Read>
void run(std::size_t distance, Read&& read) {
  hushring::testing::guarded_text guarded;
  const std::string_view text = guarded.place(good, distance, "\"}]");
  char* const bytes = guarded.end() - distance - text.size();
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    std::mt19937_64 random(distance + 1);
    while (!stop.load(std::memory_order_relaxed)) {
      std::memcpy(bytes, good.data(), good.size());
      for (std::uint64_t n = random() % 4; n > 0; --n) {
        auto* byte = reinterpret_cast<volatile char*>(bytes + random() % good.size());
        for (std::uint64_t flips = random() % 64; flips > 0; --flips) *byte = hostile[random() % hostile.size()];
      }
    }
  });
  const auto end = std::chrono::steady_clock::now() + duration();
  std::uint64_t reads = 0;
  std::uint64_t accepted = 0;
  while (std::chrono::steady_clock::now() < end && !::testing::Test::HasFailure()) {
    for (int i = 0; i < 64; ++i) {
      ++reads;
      accepted += read(text, guarded.end() + 4096);
    }
  }
  stop = true;
  writer.join();
  EXPECT_GT(reads, 0u);
  std::printf("  %llu reads, %llu of them accepted\n", static_cast<unsigned long long>(reads),
              static_cast<unsigned long long>(accepted));
}

/// True when `s` is UTF-8: what is given away must have been checked as it was copied, not before.
bool is_utf8(std::string_view s) {
  for (std::size_t i = 0; i < s.size();) {
    const auto at = [&](std::size_t k) { return i + k < s.size() ? static_cast<unsigned char>(s[i + k]) : 0u; };
    const unsigned lead = at(0);
    const std::size_t n = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (n == 0) return false;
    for (std::size_t k = 1; k < n; ++k)
      if ((at(k) & 0xC0) != 0x80) return false;
    if ((lead == 0xE0 && at(1) < 0xA0) || (lead == 0xED && at(1) > 0x9F) || (lead == 0xF0 && at(1) < 0x90) ||
        (lead == 0xF4 && at(1) > 0x8F))
      return false;
    i += n;
  }
  return true;
}

bool read_views(hushring::reader& in, target& v, std::string_view text, const char* guard, bool is_padded) {
  const auto done = is_padded ? in.read_into(hushring::padded(text), v) : in.read_into(text, v);
  EXPECT_LE(done.error().offset, text.size());
  expect_inside(v.s, text, guard);
  for (const std::string_view tag : v.tags) expect_inside(tag, text, guard);
  for (const part& p : v.parts) expect_inside(p.name, text, guard);
  return done.has_value();
}

TEST(HostileWriter, OwnedStringsAreValidWhateverIsWrittenMeanwhile) {
  target v;
  hushring::reader in;
  run(64, [&](std::string_view text, const char*) {
    const bool done = in.read_into(text, v).has_value();
    if (done) {
      EXPECT_TRUE(is_utf8(v.owned));
      EXPECT_TRUE(is_utf8(v.plain[0]));
      EXPECT_TRUE(is_utf8(v.plain[1]));
    }
    return done;
  });
}

TEST(HostileWriter, ATextBeforeAnUnmappedPageIsReadByWayOfACopy) {
  hushring::reader in;
  run(0, [&](std::string_view text, const char* guard) {
    target v;
    return read_views(in, v, text, guard, false);
  });
}

TEST(HostileWriter, ATextIsReadInPlaceWithinItsPage) {
  hushring::reader in;
  run(64, [&](std::string_view text, const char* guard) {
    target v;
    return read_views(in, v, text, guard, false);
  });
}

TEST(HostileWriter, APaddedTextIsReadInPlaceIntoAReusedObject) {
  hushring::reader in;
  target v;
  run(64, [&](std::string_view text, const char* guard) {
    // views of earlier reads are gone with the reader's memory
    v.s = {};
    for (std::string_view& tag : v.tags) tag = {};
    for (part& p : v.parts) p.name = {};
    return read_views(in, v, text, guard, true);
  });
}

}  // namespace
