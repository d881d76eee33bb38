// Captured exchange messages: all of them are valid, so all are accepted, and what is bound is what another library
// reads.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/read.hpp>

#include "support/guarded_text.hpp"
#include "support/test_data.hpp"

#if __has_include(<nlohmann/json.hpp>)
#include <nlohmann/json.hpp>
#define HUSHRING_TEST_PEER 1
#else
#define HUSHRING_TEST_PEER 0
#endif

namespace {

using hushring::error;
using hushring::quoted;
using hushring::reader;

using level = std::array<quoted<double>, 2>;

struct none_of_these {
  int no_message_has_this = 5;
};
struct binance_data {
  std::string_view e, s;
  std::int64_t E = 0, T = 0, U = 0, u = 0;
  std::optional<quoted<double>> p, q;
  std::optional<bool> m;
};
struct binance {
  std::string_view stream;
  binance_data data;
};
struct bitstamp_data {
  std::optional<quoted<std::int64_t>> microtimestamp;
  std::vector<level> bids, asks;
  std::optional<std::int64_t> id;
  double amount = 0, price = 0;
};
struct bitstamp {
  std::string event, channel;
  bitstamp_data data;
};
struct coinbase {
  std::string_view type, product_id;
  std::vector<std::array<std::string_view, 3>> changes;
  std::vector<level> asks, bids;
  std::uint64_t sequence = 0;
  std::optional<quoted<double>> price, last_size;
  std::string_view time;
};

constexpr std::array<std::pair<std::string_view, int>, 11> feeds{{{"binance_delivery", 4371},
                                                                  {"binance_futures", 1535},
                                                                  {"binance_spot", 265},
                                                                  {"bitfinex", 1693},
                                                                  {"bitmex", 2120},
                                                                  {"bitstamp", 747},
                                                                  {"bybit", 3342},
                                                                  {"coinbase", 9946},
                                                                  {"gemini", 678},
                                                                  {"kraken", 4321},
                                                                  {"okx", 410}}};

class Feeds : public ::testing::Test {
 protected:
  template <class Check>
  void each_line(std::string_view feed, Check&& check) {
    const auto path = hushring::testing::data_path("feeds/" + std::string(feed) + ".ndjson");
    HUSHRING_NEEDS_DATA(path);
    std::istringstream lines(hushring::testing::file_content(path));
    for (std::string line; std::getline(lines, line);) {
      check(line);
      if (HasFailure()) {
        ADD_FAILURE() << feed << ": " << line.substr(0, 500);
        return;
      }
    }
  }
};

TEST_F(Feeds, EveryMessageIsSkippedWhole) {
  hushring::testing::guarded_text guarded(std::size_t{1} << 20);
  for (const auto& [feed, messages] : feeds) {
    int count = 0;
    each_line(feed, [&](const std::string& line) {
      ++count;
      none_of_these v;
      EXPECT_EQ(hushring::read_into("{\"message\":" + line + "}", v).error(), error{});
      if (line[0] != '{') return;
      EXPECT_EQ(hushring::read_into(line, v).error(), error{});
      // before an unmapped page, and cut off there
      const auto placed = guarded.place(line, static_cast<std::size_t>(count) % 66, "}");
      EXPECT_EQ(hushring::read_into(placed, v).error(), error{});
      EXPECT_EQ(hushring::read_into(placed.substr(0, placed.size() - 1), v).error(),
                (error{hushring::errc::unexpected_end, line.size() - 1}));
    });
    if (IsSkipped()) return;
    EXPECT_EQ(count, messages) << feed;
  }
}

std::string string_of(std::string_view s) { return std::string(s); }

#if HUSHRING_TEST_PEER
using peer = nlohmann::json;

std::string text_or_empty(const peer& j, const char* key) { return j.contains(key) ? j[key].get<std::string>() : ""; }
std::int64_t integer_or_zero(const peer& j, const char* key) {
  return j.contains(key) ? j[key].get<std::int64_t>() : 0;
}
double number_in(const peer& j) { return std::strtod(j.get<std::string>().c_str(), nullptr); }
void expect_quoted(const std::optional<quoted<double>>& got, const peer& j, const char* key) {
  ASSERT_EQ(got.has_value(), j.contains(key)) << key;
  if (got) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(got->value), std::bit_cast<std::uint64_t>(number_in(j[key]))) << key;
  }
}
void expect_levels(const std::vector<level>& got, const peer& j, const char* key) {
  ASSERT_EQ(got.size(), j.contains(key) ? j[key].size() : 0) << key;
  for (std::size_t i = 0; i < got.size(); ++i)
    for (std::size_t k = 0; k < 2; ++k)
      EXPECT_EQ(std::bit_cast<std::uint64_t>(got[i][k].value), std::bit_cast<std::uint64_t>(number_in(j[key][i][k])));
}
#endif

TEST_F(Feeds, BinanceMessagesBindToWhatAnotherLibraryReads) {
  reader in;
  binance v;
  for (const char* feed : {"binance_futures", "binance_delivery", "binance_spot"})
    each_line(feed, [&](const std::string& line) {
      ASSERT_EQ(in.read_into(line, v).error(), error{});
      EXPECT_NE(v.stream, "");
#if HUSHRING_TEST_PEER
      const peer j = peer::parse(line);
      const peer& d = j["data"];
      EXPECT_EQ(string_of(v.stream), text_or_empty(j, "stream"));
      EXPECT_EQ(string_of(v.data.e), text_or_empty(d, "e"));
      EXPECT_EQ(string_of(v.data.s), text_or_empty(d, "s"));
      EXPECT_EQ(v.data.E, integer_or_zero(d, "E"));
      EXPECT_EQ(v.data.T, integer_or_zero(d, "T"));
      EXPECT_EQ(v.data.U, integer_or_zero(d, "U"));
      EXPECT_EQ(v.data.u, integer_or_zero(d, "u"));
      expect_quoted(v.data.p, d, "p");
      expect_quoted(v.data.q, d, "q");
      ASSERT_EQ(v.data.m.has_value(), d.contains("m"));
      if (v.data.m) {
        EXPECT_EQ(*v.data.m, d["m"].get<bool>());
      }
#endif
    });
}

TEST_F(Feeds, BitstampMessagesBindToWhatAnotherLibraryReads) {
  bitstamp v;
  each_line("bitstamp", [&](const std::string& line) {
    ASSERT_EQ(hushring::read_into(line, v).error(), error{});
#if HUSHRING_TEST_PEER
    const peer j = peer::parse(line);
    const peer& d = j["data"];
    EXPECT_EQ(v.event, text_or_empty(j, "event"));
    EXPECT_EQ(v.channel, text_or_empty(j, "channel"));
    ASSERT_EQ(v.data.microtimestamp.has_value(), d.contains("microtimestamp"));
    if (v.data.microtimestamp) {
      EXPECT_EQ(std::to_string(v.data.microtimestamp->value), text_or_empty(d, "microtimestamp"));
    }
    expect_levels(v.data.bids, d, "bids");
    expect_levels(v.data.asks, d, "asks");
    ASSERT_EQ(v.data.id.has_value(), d.contains("id"));
    if (v.data.id) {
      EXPECT_EQ(*v.data.id, integer_or_zero(d, "id"));
    }
    EXPECT_EQ(v.data.amount, d.contains("amount") ? d["amount"].get<double>() : 0.0);
    EXPECT_EQ(v.data.price, d.contains("price") ? d["price"].get<double>() : 0.0);
#endif
  });
}

TEST_F(Feeds, CoinbaseMessagesBindToWhatAnotherLibraryReads) {
  reader in;
  coinbase v;
  each_line("coinbase", [&](const std::string& line) {
    ASSERT_EQ(in.read_into(line, v).error(), error{});
    EXPECT_NE(v.type, "");
#if HUSHRING_TEST_PEER
    const peer j = peer::parse(line);
    EXPECT_EQ(string_of(v.type), text_or_empty(j, "type"));
    EXPECT_EQ(string_of(v.product_id), text_or_empty(j, "product_id"));
    EXPECT_EQ(string_of(v.time), text_or_empty(j, "time"));
    EXPECT_EQ(v.sequence, static_cast<std::uint64_t>(integer_or_zero(j, "sequence")));
    expect_quoted(v.price, j, "price");
    expect_quoted(v.last_size, j, "last_size");
    expect_levels(v.asks, j, "asks");
    expect_levels(v.bids, j, "bids");
    ASSERT_EQ(v.changes.size(), j.contains("changes") ? j["changes"].size() : 0);
    for (std::size_t i = 0; i < v.changes.size(); ++i)
      for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(string_of(v.changes[i][k]), j["changes"][i][k].get<std::string>());
#endif
  });
}

// Whole documents: valid, and a struct that names none of their members skips them.
TEST_F(Feeds, WholeDocumentsAreSkipped) {
  int documents = 0;
  for (const char* name : {"json", "payloads"}) {
    const auto directory = hushring::testing::data_path(name);
    HUSHRING_NEEDS_DATA(directory);
    for (const auto& path : hushring::testing::files_in(directory)) {
      if (path.extension() != ".json") continue;
      const std::string text = hushring::testing::file_content(path);
      none_of_these v;
      EXPECT_EQ(hushring::read_into("{\"document\":" + text + "}", v).error(), error{}) << path;
      ++documents;
    }
  }
  EXPECT_GE(documents, 8);
}

}  // namespace
