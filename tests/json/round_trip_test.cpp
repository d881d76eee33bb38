// Random values: written within their bound, read back to the same value, also from shuffled and spaced-out text.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

namespace {

using hushring::quoted;
using hushring::write;
using hushring::write_options;

struct small {
  std::int16_t n = 0;
  std::optional<bool> flag;
  std::string name;
  friend bool operator==(const small&, const small&) = default;
};
struct record {
  std::int64_t id = 0;
  double price = 0;
  std::string text;
  std::optional<quoted<double>> stop;
  std::vector<std::string> tags;
  std::vector<std::uint8_t> bytes;
  std::array<float, 3> vector3{};
  std::optional<small> maybe;
  std::vector<small> many;
  std::uint64_t last = 0;
  friend bool operator==(const record&, const record&) = default;
};

class source {
 public:
  explicit source(std::uint64_t seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  std::string string() {
    static const std::string pieces[] = {"a",
                                         "\"",
                                         "\\",
                                         "\n",
                                         "\x01",
                                         "\x1F",
                                         "\x7F",
                                         "/",
                                         "\xC3\xA9",
                                         "\xE2\x82\xAC",
                                         "\xF0\x9F\xA6\x80",
                                         "plain text of some length",
                                         "0123456789abcdef",
                                         std::string(1, '\0'),
                                         "}",
                                         "{",
                                         ",",
                                         ":",
                                         "]"};
    std::string s;
    for (std::uint64_t n = below(4) == 0 ? 0 : below(12); n > 0; --n) s += pieces[below(std::size(pieces))];
    return s;
  }
  double finite() {
    for (;;) {
      const std::uint64_t kind = below(3);
      const double v = kind == 0   ? std::bit_cast<double>(random_())
                       : kind == 1 ? static_cast<double>(static_cast<std::int64_t>(below(2000000)) - 1000000) / 100
                                   : static_cast<double>(static_cast<std::int64_t>(random_() >> 20));
      if (std::isfinite(v)) return v;
    }
  }
  float finite_float() {
    for (;;)
      if (const auto v = std::bit_cast<float>(static_cast<std::uint32_t>(random_())); std::isfinite(v)) return v;
  }
  small smaller() {
    small s{static_cast<std::int16_t>(random_()), {}, string()};
    if (below(2)) s.flag = below(2) != 0;
    return s;
  }
  record whole() {
    record r;
    r.id = static_cast<std::int64_t>(random_() >> below(64));
    if (below(2)) r.id = -r.id;
    r.price = finite();
    r.text = string();
    if (below(2)) r.stop = finite();
    for (std::uint64_t n = below(4); n > 0; --n) r.tags.push_back(string());
    for (std::uint64_t n = below(6); n > 0; --n) r.bytes.push_back(static_cast<std::uint8_t>(random_()));
    for (float& f : r.vector3) f = finite_float();
    if (below(2)) r.maybe = smaller();
    for (std::uint64_t n = below(4); n > 0; --n) r.many.push_back(smaller());
    r.last = random_() >> below(64);
    return r;
  }

 private:
  std::mt19937_64 random_;
};

#if defined(__SANITIZE_ADDRESS__) || !defined(NDEBUG)
constexpr std::uint64_t rounds = 2000;
#else
constexpr std::uint64_t rounds = 20000;
#endif

TEST(RoundTrip, RandomRecordsComeBackAsTheyWere) {
  record reused;
  for (std::uint64_t seed = 0; seed < rounds; ++seed) {
    const record r = source(seed).whole();
    std::string text;
    ASSERT_TRUE(write(r, text)) << seed;
    ASSERT_LE(text.size(), hushring::size_bound(r)) << seed;
    ASSERT_TRUE(hushring::read_into(text, reused)) << seed << text;
    ASSERT_EQ(reused, r) << seed << text;
    // an exact room gives the same text
    std::vector<char> room(text.size());
    ASSERT_TRUE(write(r, std::span<char>(room))) << seed;
    ASSERT_EQ(std::string(room.data(), room.size()), text) << seed;
    // nulls for absent optionals are the same value
    std::string with_nulls;
    ASSERT_TRUE(write<write_options{.absent = hushring::absent::null}>(r, with_nulls));
    ASSERT_LE(with_nulls.size(), hushring::size_bound(r)) << seed;
    ASSERT_TRUE(hushring::read_into(with_nulls, reused));
    ASSERT_EQ(reused, r) << seed << with_nulls;
    // white space between tokens changes nothing
    std::string spaced;
    bool inside = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\\') {
        spaced += text[i++];
      } else if (text[i] == '"') {
        inside = !inside;
      } else if (!inside && std::string_view("{}[],:").find(text[i]) != std::string_view::npos) {
        spaced += std::string(seed % 3, ' ') + text[i] + (seed % 5 == 0 ? "\r\n\t" : " ");
        continue;
      }
      spaced += text[i];
    }
    ASSERT_TRUE(hushring::read_into(spaced, reused)) << seed << spaced;
    ASSERT_EQ(reused, r) << seed << spaced;
  }
}

TEST(RoundTrip, WhatWasWrittenIsReadAsViewsToo) {
  struct views {
    std::string_view text;
    std::vector<std::string_view> tags;
  };
  hushring::reader in;
  views v;
  for (std::uint64_t seed = 0; seed < rounds / 4; ++seed) {
    const record r = source(seed).whole();
    std::string text;
    ASSERT_TRUE(write(r, text));
    ASSERT_TRUE(in.read_into(text, v));
    ASSERT_EQ(v.text, r.text) << seed;
    ASSERT_EQ(std::vector<std::string>(v.tags.begin(), v.tags.end()), r.tags) << seed;
  }
}

}  // namespace
