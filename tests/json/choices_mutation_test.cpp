// Mutated texts of values that are one of several types: wherever one is read, and whatever its destination was before,
// the alternative, the value and the error are the same; the pass that looks for errors agrees; what was read is written
// and read back. HUSHRING_TEST_SECONDS lengthens the run.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include <hushring/json/raw_json.hpp>
#include <hushring/json/tagged.hpp>
#include <hushring/json/variant.hpp>

#include "../fuzz/json_checks.hpp"

namespace {

using hushring::adjacent;
using hushring::alt;
using hushring::otherwise;
using hushring::tagged;

struct trade {
  std::string s{};
  double p = 1;
  friend bool operator==(const trade&, const trade&) = default;
};
struct depth {
  std::int64_t u = 3;
  std::vector<std::array<int, 2>> b{};
  friend bool operator==(const depth&, const depth&) = default;
};
/// Has the tag's member, with a default that is its tag, or not.
struct status {
  std::string e = "status";
  int u = 0;
  friend bool operator==(const status&, const status&) = default;
};
struct halt {
  std::string e{};
  bool p = false;
  // the tag is written whatever `e` holds: nothing, where the text was null
  friend bool operator==(const halt& a, const halt& b) { return a.p == b.p; }
};
using event = tagged<"e", alt<"trade", trade>, alt<"depth", depth>, alt<"status", status>, alt<"halt", halt>, alt<7, depth>>;
using any_event = tagged<"e", alt<hushring::prefix<"trade">, trade>, alt<"tradeX", depth>,
                         otherwise<std::variant<std::int64_t, double, std::string, bool, depth, std::vector<int>>>>;
struct data_of_trade {
  halt data{};
  friend bool operator==(const data_of_trade&, const data_of_trade&) = default;
};
struct data_of_depth {
  depth data{};
  friend bool operator==(const data_of_depth&, const data_of_depth&) = default;
};
using pointed = tagged<"/data/e", alt<"halt", data_of_trade>, alt<"depth", data_of_depth>>;
using frame = adjacent<"e", "data", alt<"trade", trade>, alt<"depth", depth>, alt<"n", double>, otherwise<status>>;
using arrays = std::variant<std::array<int, 2>, std::tuple<int, std::string, int>,
                            std::vector<std::variant<std::int8_t, double>>, std::array<event, 1>>;
using several = std::variant<std::monostate, std::vector<arrays>, event, std::string_view>;

constexpr std::string_view seeds[] = {
    R"({"e":"trade","s":"X","p":2.5})",
    R"({"s":"X","p":2.5,"e":"trade"})",
    R"({"e":"depth","u":5,"b":[[1,2],[3,4]]})",
    R"({"u":5,"b":[],"e":"tr\u0061de","e":"depth"})",
    R"({"e":"status","u":5})",
    R"({"p":true,"e":"halt"})",
    R"({"e":7,"u":1})",
    R"({"e":"tradeX.Y","p":1.5})",
    R"({"data":{"e":"halt","p":true}})",
    R"({"data":{"u":4,"e":"depth"}})",
    R"([1,{"p":3},"trade","x"])",
    R"([1,{"u":3},"depth",4])",
    R"([1,2,"x",3])",
    R"({"e":"trade","data":{"p":3}})",
    R"({"data":1.5,"e":"n"})",
    R"([1,2])",
    R"([1,"2",3])",
    R"([1,2.5,300,4])",
    R"([{"e":"halt"}])",
    R"([[1,2],[1,"2",3],[{"u":1,"e":"depth"}],[]])",
};
constexpr std::string_view pieces[] = {
    "\"",       "\\",        "{",           "}",           "[",         "]",         ",",      ":",
    " ",        "\n",        "null",        "true",        "1",         "-",         ".5",     "e9",
    "\\u0065", "\xC3",      "\"trade\"",   "\"depth\"",   "\"halt\"",  "\"status\"", "\"e\":", ",\"e\":\"depth\"",
    "\"e\":7,", "\"e\":null,", "\"p\":\"x\",", "\"data\":{", "\"u\":2.0,", "\"x\":[{}],", "7.0",   "\"\"",
};

class mutator {
 public:
  explicit mutator(std::uint64_t seed) : random_(seed) {}
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

  std::string text() {
    std::string t(seeds[below(std::size(seeds))]);
    for (std::size_t n = below(4); n > 0; --n) {
      const std::size_t at = below(t.size() + 1);
      const std::string_view piece = pieces[below(std::size(pieces))];
      switch (below(6)) {
        case 0: t.replace(at, std::min(piece.size(), t.size() - at), piece); break;
        case 1: t.erase(at, 1 + below(4)); break;
        case 2: t.insert(below(t.size() + 1), t.substr(at, 1 + below(14))); break;
        case 3: t.replace(at, t.size() - at, below(2) == 0 ? "" : seeds[below(std::size(seeds))]); break;
        default: {
          // where it fits best: behind a comma or a bracket
          const std::size_t gap = t.find_first_of(",{[", at);
          t.insert(gap == std::string::npos ? at : gap + 1, piece);
        }
      }
    }
    return t;
  }

 private:
  std::mt19937_64 random_;
};

constexpr hushring::read_options exact{.unknown = hushring::unknown::error,
                                       .missing = hushring::missing::error,
                                       .duplicate = hushring::duplicate::error,
                                       .null = hushring::null::error,
                                       .literal_integers = true,
                                       .max_depth = 3};

/// As hushring::fuzz::check_reading; besides, into objects of `earlier` kinds.
template <class T>
void check(std::string_view text, std::vector<T>& earlier) {
  hushring::fuzz::check_reading<T>(text);
  hushring::fuzz::check_reading<T, exact>(text);
  hushring::reader in;
  T fresh{};
  const hushring::error expected = in.read_into(text, fresh).error();
  for (const T& before : earlier) {
    T v = before;
    hushring::reader again;
    ASSERT_EQ(again.read_into(text, v).error(), expected) << text;
    if (!expected) {
      ASSERT_TRUE(v == fresh) << text;
    }
  }
  if (expected || hushring::holds_views<T>) return;
  if (earlier.size() < 6) earlier.push_back(fresh);
  else earlier[text.size() % 6] = fresh;
}

#if defined(__SANITIZE_ADDRESS__) || !defined(NDEBUG)
constexpr int rounds = 2000;
#else
constexpr int rounds = 20000;
#endif

template <class... T>
void run() {
  const char* seconds = std::getenv("HUSHRING_TEST_SECONDS");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds != nullptr ? std::atol(seconds) : 0);
  std::tuple<std::vector<T>...> earlier;
  std::uint64_t seed = 0;
  do {
    for (int i = 0; i < rounds && !::testing::Test::HasFailure(); ++i) {
      const std::string text = mutator(seed++).text();
      (check<T>(text, std::get<std::vector<T>>(earlier)), ...);
    }
  } while (std::chrono::steady_clock::now() < end);
}

TEST(ChoicesMutation, Tagged) { run<event, any_event, frame>(); }
TEST(ChoicesMutation, TaggedByPointer) { run<pointed>(); }
TEST(ChoicesMutation, Variants) { run<arrays, several>(); }

}  // namespace
