// Structs: which members are written, how much room they need, what is touched behind the room.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

#include "support/guarded_text.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::quoted;
using hushring::size_bound;
using hushring::write;
using hushring::write_options;

constexpr write_options nulls{.absent = hushring::absent::null};

template <write_options O = write_options{}, class T>
std::string written(const T& value) {
  std::string out;
  return write<O>(value, out) ? out : "error";
}

struct optionals {
  std::optional<int> a;
  int b = 2;
  std::optional<std::string> c;
  std::optional<double> d;
  std::optional<std::vector<int>> e;
};
struct all_optional {
  std::optional<int> a;
  std::optional<quoted<int>> b;
  std::optional<std::array<bool, 2>> c;
};

TEST(WriteStructs, EmptyOptionalsAreLeftOutWhereverTheyStand) {
  EXPECT_EQ(written(optionals{}), R"({"b":2})");
  EXPECT_EQ(written(optionals{1, 2, "x", 0.5, std::vector<int>{}}), R"({"a":1,"b":2,"c":"x","d":0.5,"e":[]})");
  EXPECT_EQ(written(optionals{{}, 2, "x", {}, {}}), R"({"b":2,"c":"x"})");
  EXPECT_EQ(written(optionals{1, 2, {}, {}, std::vector<int>{1}}), R"({"a":1,"b":2,"e":[1]})");
  EXPECT_EQ(written(all_optional{}), "{}");
  EXPECT_EQ(written(all_optional{1, {}, {}}), R"({"a":1})");
  EXPECT_EQ(written(all_optional{{}, quoted<int>(2), {}}), R"({"b":"2"})");
  EXPECT_EQ(written(all_optional{{}, {}, std::array{true, false}}), R"({"c":[true,false]})");
  EXPECT_EQ(written(all_optional{{}, quoted<int>(2), std::array{true, false}}), R"({"b":"2","c":[true,false]})");
  EXPECT_EQ(written(all_optional{1, {}, std::array{true, false}}), R"({"a":1,"c":[true,false]})");
}

TEST(WriteStructs, EmptyOptionalsAreNullWhereAskedFor) {
  EXPECT_EQ(written<nulls>(optionals{}), R"({"a":null,"b":2,"c":null,"d":null,"e":null})");
  EXPECT_EQ(written<nulls>(all_optional{}), R"({"a":null,"b":null,"c":null})");
  EXPECT_EQ(written<nulls>(all_optional{1, quoted<int>(2), std::array{true, true}}),
            R"({"a":1,"b":"2","c":[true,true]})");
}

TEST(WriteStructs, EmptyOptionalsInArraysAreNullAlways) {
  EXPECT_EQ(written(std::vector<std::optional<int>>{1, {}, 3}), "[1,null,3]");
  EXPECT_EQ(written(std::vector<std::optional<std::string>>{{}, "a", {}}), R"([null,"a",null])");
  EXPECT_EQ(written(std::optional<optionals>{}), "null");
  EXPECT_EQ(written(std::array<std::optional<quoted<double>>, 2>{}), "[null,null]");
}

struct leaf {
  std::int8_t v = 0;
};
struct tree {
  leaf in;
  std::vector<leaf> many;
  std::array<std::array<int, 2>, 2> grid{};
  std::vector<bool> bits;
  std::vector<tree> trees;
};

TEST(WriteStructs, ContainersInsideEachOther) {
  EXPECT_EQ(written(tree{}), R"({"in":{"v":0},"many":[],"grid":[[0,0],[0,0]],"bits":[],"trees":[]})");
  EXPECT_EQ(written(tree{{-1}, {{2}, {3}}, {{{4, 5}, {6, 7}}}, {true, false}, {tree{}}}),
            R"({"in":{"v":-1},"many":[{"v":2},{"v":3}],"grid":[[4,5],[6,7]],"bits":[true,false],"trees":[)"
            R"({"in":{"v":0},"many":[],"grid":[[0,0],[0,0]],"bits":[],"trees":[]}]})");
  EXPECT_EQ(written(std::array<int, 0>{}), "[]");
}

struct a_b {
  int a = 1;
  std::vector<int> b{1, 2, 3};
};

/// Every size of the room from 0 to what is needed and beyond: only the exact one and larger ones succeed, and no byte
/// behind the room changes.
template <class T>
void expect_exact_room(const T& value, const std::string& text) {
  for (std::size_t room = 0; room <= text.size() + 80; ++room) {
    std::vector<char> memory(room + 64, '\x5A');
    const auto n = write(value, std::span<char>(memory).first(room));
    if (room < text.size()) {
      EXPECT_EQ(n.error(), (error{errc::buffer_too_small, text.size()})) << room;
    } else {
      ASSERT_TRUE(n) << room;
      EXPECT_EQ(std::string(memory.data(), *n), text) << room;
    }
    for (std::size_t i = room; i < memory.size(); ++i) ASSERT_EQ(memory[i], '\x5A') << room;
  }
  // the room ends where an unmapped page begins
  hushring::testing::guarded_text guarded;
  for (std::size_t room = 0; room <= text.size() + 80; ++room) {
    const auto n = write(value, std::span<char>(guarded.end() - room, room));
    EXPECT_EQ(n.has_value(), room >= text.size());
  }
}

TEST(WriteStructs, TheRoomMayBeExactlyAsLargeAsTheText) {
  expect_exact_room(a_b{}, R"({"a":1,"b":[1,2,3]})");
  expect_exact_room(7, "7");
  expect_exact_room(-1.5, "-1.5");
  expect_exact_room(
      std::string(40, '\2') + "\xC3\xA9", "\"" + [] {
        std::string s;
        for (int i = 0; i < 40; ++i) s += "\\u0002";
        return s;
      }() + "\xC3\xA9\"");
  expect_exact_room(
      optionals{1, -20, std::string(70, 'x') + "\"" + std::string(70, 'y'), 1e-9, std::vector<int>{}},
      R"({"a":1,"b":-20,"c":")" + std::string(70, 'x') + "\\\"" + std::string(70, 'y') + R"(","d":1e-9,"e":[]})");
}

TEST(WriteStructs, TheBoundOfASizeIsAlwaysEnough) {
  // the widest value of each type
  struct widest {
    bool b = false;
    std::int8_t i8 = -128;
    std::uint8_t u8 = 255;
    std::int16_t i16 = -32768;
    std::uint16_t u16 = 65535;
    std::int32_t i32 = std::numeric_limits<std::int32_t>::min();
    std::uint32_t u32 = std::numeric_limits<std::uint32_t>::max();
    std::int64_t i64 = std::numeric_limits<std::int64_t>::min();
    std::uint64_t u64 = std::numeric_limits<std::uint64_t>::max();
    double d = -2.2250738585072014e-308;
    float f = -1.1754944e-38F;
    quoted<double> qd = -1.7976931348623157e308;
    std::optional<std::int8_t> o;
    std::array<bool, 3> a{};
  };
  EXPECT_GE(size_bound(widest{}), written(widest{}).size());
  EXPECT_GE(size_bound(widest{}), written<nulls>(widest{}).size());
  // 11 members' worth of exact maxima: the bound is not a rough guess either
  EXPECT_LE(size_bound(widest{}), written<nulls>(widest{}).size() + 72);
  const std::string controls(50, '\1');
  EXPECT_EQ(size_bound(controls), 302u + 32u);  // the fast writer stores whole words
  EXPECT_EQ(written(controls).size(), 302u);
  EXPECT_GE(size_bound(std::vector<std::string>(5, controls)), written(std::vector<std::string>(5, controls)).size());
  EXPECT_GE(size_bound(std::vector<std::optional<std::int8_t>>(9)),
            written(std::vector<std::optional<std::int8_t>>(9)).size());
  EXPECT_GE(size_bound(std::optional<std::string>{}), 4u);
  EXPECT_GE(size_bound(all_optional{}), written<nulls>(all_optional{}).size());
}

}  // namespace
