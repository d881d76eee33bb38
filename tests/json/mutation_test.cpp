// Mutated texts: reading in every place agrees, with the pass for errors too, and with another library on what is JSON.
// The checks are those of the fuzz targets; HUSHRING_TEST_SECONDS lengthens the run.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>

#if __has_include(<nlohmann/json.hpp>)
#include <nlohmann/json.hpp>
#define HUSHRING_TEST_PEER 1
#else
#define HUSHRING_TEST_PEER 0
#endif

#include "../fuzz/json_checks.hpp"

namespace {

constexpr std::string_view seeds[] = {
    R"({"A":1,"b":2,"d":1.5,"f":-2.5e-3,"24h":true,"s":"text","o":null,"q":"1.5","qi":"-7","v":[1,2,3],"strings":["a","\n"],)"
    R"("pairs":[["1","2.5"]],"three":[1,-2,3],"in":{"x":1,"flag":false,"name":"n"},"many":[{"x":2},{"name":"m"}],"deep":[{"A":5}]})",
    R"({"b":255,"A":-9223372036854775808,"o":12e2,"v":[8.0,-0,2550e-1],"q":"","s":"\u0041\ud83e\udd80é€🦀"})",
    "{ \"A\" : 1 , \"unknown\" : [ { \"k\" : [ true , null , 1e5 , \"\\\\\" ] } , { } , [ ] ] , \"s\" : \"\" }",
    R"({"d":123456789012345678901234567890.5e-10,"f":16777217,"v":[],"many":[],"deep":[{"deep":[{"deep":[]}]}]})",
    R"({"s":"a string that is longer than sixteen and thirty-two and forty-eight and sixty-four bytes","24h":false,"in":null})",
    R"([1,-2,3.0,null,"x",{"a":1}])",
    R"(["1.5",null])",
};
constexpr std::string_view pieces[] = {"\"",
                                       "\\",
                                       "{",
                                       "}",
                                       "[",
                                       "]",
                                       ",",
                                       ":",
                                       " ",
                                       "\n",
                                       "null",
                                       "true",
                                       "false",
                                       "0",
                                       "1",
                                       "-",
                                       ".",
                                       "e",
                                       "E",
                                       "+",
                                       "\"A\":",
                                       "\"v\":",
                                       "\"s\":",
                                       "\"o\":",
                                       "\"in\":{",
                                       "\"deep\":[{",
                                       "\\u0041",
                                       "\\ud800",
                                       "\x80",
                                       "\xC3",
                                       "\xE2\x82\xAC",
                                       "\xFF",
                                       "\x01",
                                       "\"\"",
                                       "99999999999999999999",
                                       "1e5",
                                       ".0",
                                       "nul",
                                       "\"q\":\"\"",
                                       "\t"};

class mutator {
 public:
  explicit mutator(std::uint64_t seed) : random_(seed) {}
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

  std::string text() {
    std::string t(seeds[below(std::size(seeds))]);
    for (std::size_t n = 1 + below(3); n > 0; --n) {
      const std::size_t at = below(t.size() + 1);
      const std::string_view piece = pieces[below(std::size(pieces))];
      switch (below(7)) {
        case 0:
          t.insert(at, piece);
          break;
        case 1:
          t.replace(at, std::min(piece.size(), t.size() - at), piece);
          break;
        case 2:
          t.erase(at, 1 + below(4));
          break;
        case 3:
          t.resize(at);
          break;
        case 4:
          if (at < t.size()) t[at] = static_cast<char>(random_());
          break;
        case 5:
          t.insert(below(t.size() + 1), t.substr(at, 1 + below(12)));
          break;
        default:
          t.insert(at, std::string(below(4), ' '));
          break;
      }
    }
    return t;
  }
  std::string number() {
    std::string t;
    for (std::size_t n = 1 + below(below(4) == 0 ? 40 : 12); n > 0; --n)
      t += "00123456789999....eE+--"[below(below(3) ? 14 : 23)];
    return t;
  }

 private:
  std::mt19937_64 random_;
};

template <class Round>
void run(int rounds, Round&& round) {
  const char* seconds = std::getenv("HUSHRING_TEST_SECONDS");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds != nullptr ? std::atol(seconds) : 0);
  std::uint64_t seed = 0;
  do {
    for (int i = 0; i < rounds; ++i) round(seed++);
  } while (std::chrono::steady_clock::now() < end);
}

#if defined(__SANITIZE_ADDRESS__) || !defined(NDEBUG)
constexpr int rounds = 3000;
#else
constexpr int rounds = 30000;
#endif

TEST(Mutation, ReadingAgreesWithItselfOnMutatedTexts) {
  run(rounds, [](std::uint64_t seed) { hushring::fuzz::check_text(mutator(seed).text()); });
}

TEST(Mutation, NumbersAgreeWithTheStandardLibrary) {
  run(rounds, [](std::uint64_t seed) { hushring::fuzz::check_number(mutator(seed).number()); });
}

#if HUSHRING_TEST_PEER
struct no_member {
  int no_text_has_this = 0;
};

TEST(Mutation, SkippingAcceptsWhatAnotherLibraryTakesForJson) {
  run(rounds, [](std::uint64_t seed) {
    const std::string text = mutator(seed).text();
    const std::string wrapped = "{\"x\":" + text + "}";
    no_member v;
    const bool accepted = hushring::read_into(wrapped, v).has_value();
    // the peer refuses numbers beyond a double's range; we skip them
    bool beyond = false;
    nlohmann::json parsed;
    try {
      parsed = nlohmann::json::parse(wrapped);
    } catch (const nlohmann::json::out_of_range&) {
      beyond = true;
    } catch (const nlohmann::json::parse_error&) {
      parsed = nlohmann::json(nlohmann::json::value_t::discarded);
    }
    ASSERT_TRUE(beyond || accepted == !parsed.is_discarded()) << wrapped;
  });
}
#endif

}  // namespace
