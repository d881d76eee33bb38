// The limit of nesting is exact and the same for bound values, skipped ones and structs that contain themselves.
#include <gtest/gtest.h>
#include <pthread.h>

#include <string>
#include <vector>

#include <hushring/json/read.hpp>

namespace {

using hushring::errc;
using hushring::error;
using hushring::read;
using hushring::read_options;

struct node {
  int id = 0;
  std::vector<node> n;
};
struct item {
  int a = 0;
};

std::string repeat(std::string_view s, std::size_t n) {
  std::string out;
  for (std::size_t i = 0; i < n; ++i) out += s;
  return out;
}

/// `levels` containers: an object, an array, an object ...; the innermost is an array or an object.
std::string nodes(std::size_t levels) {
  std::string open;
  std::string close;
  for (std::size_t i = 0; i < levels; ++i) {
    const bool innermost = i + 1 == levels;
    if (i % 2 == 0) {
      open += innermost ? "{" : "{\"n\":";
      close.insert(0, "}");
    } else {
      open += "[";
      close.insert(0, "]");
    }
  }
  return open + close;
}

TEST(Depth, ABoundValueMayHave1024Levels) {
  EXPECT_TRUE(read<node>(nodes(1023)));
  EXPECT_TRUE(read<node>(nodes(1024)));
  // 512 times `{"n":` and 512 times `[` stand before the container too many
  EXPECT_EQ(read<node>(nodes(1025)).error(), (error{errc::depth_exceeded, 512 * 6}));
  EXPECT_EQ(read<node>(nodes(1026)).error(), (error{errc::depth_exceeded, 512 * 6}));
  EXPECT_EQ(read<node>(nodes(100000)).error(), (error{errc::depth_exceeded, 512 * 6}));
}

TEST(Depth, ASkippedValueMayReachTheSameLevel) {
  const auto skipped = [](std::string_view open, std::string_view close, std::size_t n) {
    return "{\"x\":" + repeat(open, n) + repeat(close, n) + "}";
  };
  EXPECT_TRUE(read<item>(skipped("[", "]", 1023)));
  EXPECT_EQ(read<item>(skipped("[", "]", 1024)).error(), (error{errc::depth_exceeded, 5 + 1023}));
  EXPECT_EQ(read<item>(skipped("[", "]", 1000000)).error(), (error{errc::depth_exceeded, 5 + 1023}));
  EXPECT_EQ(read<item>("{\"x\":" + repeat("[", 1000000)).error(), (error{errc::depth_exceeded, 5 + 1023}));
  const std::string objects = "{\"x\":" + repeat("{\"k\":", 1023) + "1" + repeat("}", 1024);
  EXPECT_TRUE(read<item>(objects));
  EXPECT_EQ(read<item>("{\"x\":" + repeat("{\"k\":", 1024) + "1" + repeat("}", 1025)).error(),
            (error{errc::depth_exceeded, 5 + 1023 * 5}));
  // deep inside a bound value: 3 containers around, 1021 left
  const std::string inside = "{\"n\":[{\"x\":" + repeat("[", 1021) + repeat("]", 1021) + "}]}";
  EXPECT_TRUE(read<node>(inside));
  EXPECT_EQ(read<node>("{\"n\":[{\"x\":" + repeat("[", 1022) + repeat("]", 1022) + "}]}").error(),
            (error{errc::depth_exceeded, 11 + 1021}));
  // empty containers count as well
  EXPECT_EQ(read<item>("{\"x\":" + repeat("[", 1023) + "{}" + repeat("]", 1023) + "}").error(),
            (error{errc::depth_exceeded, 5 + 1023}));
  // many side by side do not
  EXPECT_TRUE(read<item>("{\"x\":[" + repeat("[[]],{\"k\":[]},", 5000) + "1]}"));
}

TEST(Depth, TheOptionMovesTheLimit) {
  constexpr read_options three{.max_depth = 3};
  EXPECT_TRUE((read<node, three>(nodes(3))));
  EXPECT_EQ((read<node, three>(nodes(4)).error()), (error{errc::depth_exceeded, 11}));
  EXPECT_TRUE((read<item, three>("{\"x\":[[]]}")));
  EXPECT_EQ((read<item, three>("{\"x\":[[[]]]}").error()), (error{errc::depth_exceeded, 7}));
  EXPECT_EQ((read<item, three>("{\"x\":[{\"y\":{}}]}").error()), (error{errc::depth_exceeded, 11}));
  constexpr read_options deepest{.max_depth = 4096};
  EXPECT_TRUE((read<item, deepest>("{\"x\":" + repeat("[", 4095) + repeat("]", 4095) + "}")));
  EXPECT_EQ((read<item, deepest>("{\"x\":" + repeat("[", 4096) + repeat("]", 4096) + "}").error()),
            (error{errc::depth_exceeded, 5 + 4095}));
}

// Every level of recursion costs stack: at the limit it stays below half a megabyte (sanitizers need more).
TEST(Depth, TheLimitIsReachedWithASmallStack) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
#if defined(__SANITIZE_ADDRESS__) || !defined(NDEBUG)
  constexpr std::size_t stack = std::size_t{4} << 20;
#else
  constexpr std::size_t stack = std::size_t{512} << 10;
#endif
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, stack), 0);
  struct outcome {
    bool bound, refused, skipped;
  } result{};
  pthread_t thread;
  ASSERT_EQ(pthread_create(
                &thread, &attributes,
                [](void* out) -> void* {
                  auto& r = *static_cast<outcome*>(out);
                  r.bound = read<node>(nodes(1024)).has_value();
                  r.refused = !read<node>(nodes(1025)).has_value();
                  r.skipped = read<item>("{\"x\":" + repeat("[", 1023) + repeat("]", 1023) + "}").has_value();
                  return nullptr;
                },
                &result),
            0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  EXPECT_TRUE(result.bound);
  EXPECT_TRUE(result.refused);
  EXPECT_TRUE(result.skipped);
}

}  // namespace
