// Reading into objects that are used again and writing allocate nothing, neither through operator new nor malloc.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <boost/container/static_vector.hpp>

#include <hushring/json/fields.hpp>
#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

#include "support/guarded_text.hpp"

namespace {

std::atomic<bool> counting{false};
std::atomic<int> allocations{0};

void count() noexcept {
  if (counting.load(std::memory_order_relaxed)) allocations.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

// Sanitizers bring their own malloc; there operator new alone is counted.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HUSHRING_COUNTS_MALLOC 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define HUSHRING_COUNTS_MALLOC 0
#endif
#endif
#ifndef HUSHRING_COUNTS_MALLOC
#define HUSHRING_COUNTS_MALLOC 1
#endif

#if HUSHRING_COUNTS_MALLOC
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* malloc(std::size_t n) {
  count();
  return __libc_malloc(n);
}
void* realloc(void* p, std::size_t n) {
  count();
  return __libc_realloc(p, n);
}
void* calloc(std::size_t n, std::size_t size) {
  count();
  return __libc_calloc(n, size);
}
}
#endif

// Not inlined: compilers would see malloc's memory given to operator delete, and warn.
__attribute__((noinline)) void* operator new(std::size_t n) {
  count();
  if (void* p = std::malloc(n)) return p;
  throw std::bad_alloc();
}
__attribute__((noinline)) void* operator new[](std::size_t n) { return ::operator new(n); }
__attribute__((noinline)) void operator delete(void* p) noexcept { std::free(p); }
__attribute__((noinline)) void operator delete(void* p, std::size_t) noexcept { std::free(p); }
__attribute__((noinline)) void operator delete[](void* p) noexcept { std::free(p); }
__attribute__((noinline)) void operator delete[](void* p, std::size_t) noexcept { std::free(p); }

namespace {

using hushring::quoted;

/// The number of allocations while `work` ran.
template <class Work>
int allocations_of(Work&& work) {
  allocations = 0;
  counting = true;
  work();
  counting = false;
  return allocations;
}

struct part {
  std::string name;
  std::vector<std::int64_t> scores;
};
struct order {
  std::int64_t id = 0;
  double price = 0;
  std::string note;
  std::vector<std::string> tags;
  std::vector<std::array<quoted<double>, 2>> bids;
  std::optional<std::string> maybe;
  std::vector<part> parts;
  part one;
  std::vector<bool> bits;
};
struct views {
  std::string_view note;
  std::vector<std::string_view> tags;
};

constexpr std::string_view text =
    R"({"id":12345678901234,"price":1053.9000000000000001,"note":"a text longer than the small buffer, with \"escapes\" \u20ac",)"
    R"("tags":["short","another text longer than the small buffer","\ud83e\udd80 and an escape in a long one"],)"
    R"("bids":[["1.5","2"],["2.5","3e-1"]],"maybe":"also longer than the small buffer of a string","skip":{"a":[1,"\n"]},)"
    R"("parts":[{"name":"the first part has a long name too","scores":[1,2,3]},{"scores":[4],"name":""}],)"
    R"("one":{"name":null,"scores":[9.0]},"bits":[true,false]})";

TEST(Allocation, TheCountersCount) {
  void* volatile block = nullptr;
  EXPECT_EQ(allocations_of([&] { block = ::operator new(10); }), 1 + HUSHRING_COUNTS_MALLOC);
  ::operator delete(block);
  const int n = allocations_of([&] { block = std::malloc(10); });
  std::free(block);
  EXPECT_EQ(n, HUSHRING_COUNTS_MALLOC);
}

TEST(Allocation, ReadingIntoTheSameObjectAgainAllocatesNothing) {
  order o;
  ASSERT_TRUE(hushring::read_into(text, o));
  bool good = true;
  EXPECT_EQ(allocations_of([&] {
              for (int i = 0; i < 100; ++i) good = good && hushring::read_into(text, o).has_value();
            }),
            0);
  EXPECT_TRUE(good);
}

TEST(Allocation, ReadingFailsWithoutAllocating) {
  order o;
  ASSERT_TRUE(hushring::read_into(text, o));
  bool good = true;
  EXPECT_EQ(allocations_of([&] {
              for (std::size_t n = 0; n < text.size(); ++n)
                good = good && !hushring::read_into(text.substr(0, n), o).has_value();
            }),
            0);
  EXPECT_TRUE(good);
}

struct heapless {
  boost::container::static_vector<std::tuple<double, std::int64_t, std::optional<bool>>, 8> levels;
  boost::container::static_vector<boost::container::static_vector<std::string_view, 4>, 4> names;
  std::span<int> numbers;
};

TEST(Allocation, ContainersOfTheirOwnStorageNeedNoOther) {
  constexpr std::string_view good_text =
      R"({"levels":[[1.5,2],[2.5,3.0,true]],"names":[["a","b"],[]],"numbers":[1,2.0]})";
  constexpr std::string_view long_text = R"({"names":[[],[],[],[],[]]})";
  std::array<int, 4> room{};
  std::array<char, 512> out;
  hushring::reader in;
  bool good = true;
  EXPECT_EQ(allocations_of([&] {
              heapless h{.levels = {}, .names = {}, .numbers = room};
              good = in.read_into(good_text, h).has_value() && hushring::write(h, out).has_value();
              good = good && in.read_into(long_text, h).error() == hushring::error{hushring::errc::wrong_length, 22};
            }),
            0);
  EXPECT_TRUE(good);
}

TEST(Allocation, ReadingThroughAReaderAllocatesOnlyAtFirst) {
  views v;
  hushring::reader in;
  ASSERT_TRUE(in.read_into(text, v));
  bool good = true;
  EXPECT_EQ(allocations_of([&] {
              for (int i = 0; i < 100; ++i) good = good && in.read_into(text, v).has_value();
            }),
            0);
  constexpr hushring::read_options stable{.stable = true};
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(in.read_into<stable>(text, v));
  EXPECT_EQ(allocations_of([&] {
              for (int i = 0; i < 100; ++i) good = good && in.read_into<stable>(text, v).has_value();
            }),
            0);
  EXPECT_TRUE(good);
}

struct collector {
  int id = 0;
  std::vector<std::pair<std::string, std::string>> rest;
  static constexpr hushring::fields fields{hushring::collect("rest")};
};

TEST(Allocation, CollectingUnknownMembersInAVectorReusesThem) {
  constexpr std::string_view members =
      R"({"one that is long enough for the heap":"and its value, which is too","id":1,"another one that is long":""})";
  collector c;
  ASSERT_TRUE(hushring::read_into(members, c));
  ASSERT_EQ(c.rest.size(), 2u);
  EXPECT_EQ(allocations_of([&] { static_cast<void>(hushring::read_into(members, c)); }), 0);
  ASSERT_EQ(c.rest.size(), 2u);
}

TEST(Allocation, ShortTextsAtTheEndOfAPageAllocateNothing) {
  hushring::testing::guarded_text guarded;
  order o;
  ASSERT_TRUE(hushring::read_into(text, o));
  ASSERT_LT(text.size(), 900u);
  for (std::size_t distance = 0; distance < 66; ++distance) {
    const auto placed = guarded.place(text, distance);
    EXPECT_EQ(allocations_of([&] { static_cast<void>(hushring::read_into(placed, o)); }), 0) << distance;
  }
}

TEST(Allocation, WritingToASpanAllocatesNothing) {
  order o;
  ASSERT_TRUE(hushring::read_into(text, o));
  std::vector<char> room(hushring::size_bound(o) + 64);
  bool good = true;
  EXPECT_EQ(allocations_of([&] {
              for (std::size_t n = 0; n < room.size(); ++n)
                good = good && (hushring::write(o, std::span<char>(room).first(n)).has_value() || n < text.size());
              o.note[0] = '\xFF';
              good = good && !hushring::write(o, std::span<char>(room)).has_value();
            }),
            0);
  EXPECT_TRUE(good);
}

TEST(Allocation, WritingToAStringThatIsLargeEnoughAllocatesNothing) {
  order o;
  ASSERT_TRUE(hushring::read_into(text, o));
  std::string out;
  ASSERT_TRUE(hushring::write(o, out));
  out.reserve(2 * hushring::size_bound(o));
  EXPECT_EQ(allocations_of([&] {
              out.clear();
              static_cast<void>(hushring::write(o, out));
            }),
            0);
}

}  // namespace
