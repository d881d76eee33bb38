// demo_check REPORT FEED...: reads the feeds with nlohmann/json and compares what they hold with what the demo's book
// keeper bound on the far side of shared memory. Nothing of hushring takes part; only the fingerprint is shared.
#include <cstdio>

#ifdef HUSHRING_HAS_NLOHMANN
#include <array>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "market.hpp"

namespace {

using nlohmann::json;

double number(const json& quoted) { return std::strtod(quoted.get_ref<const std::string&>().c_str(), nullptr); }
std::string text(const json& object, const char* key) { return object.value(key, std::string()); }

struct totals {
  std::array<std::uint64_t, demo::kinds> by_kind{};
  std::uint64_t fingerprints = 0;

  void add(demo::kind k, std::uint64_t fingerprint) {
    ++by_kind[static_cast<std::size_t>(k)];
    fingerprints += fingerprint;
  }
};

void add_levels(std::vector<demo::level>& to, const json& from) {
  for (const json& l : from) to.push_back({number(l.at(0)), number(l.at(1))});
}

void add_coinbase(const json& m, totals& t) {
  const std::string type = m.at("type"), symbol = text(m, "product_id");
  if (type == "l2update" || type == "snapshot") {
    demo::book_update u{.symbol = symbol, .snapshot = type == "snapshot", .bids = {}, .asks = {}};
    if (u.snapshot) add_levels(u.bids, m.at("bids")), add_levels(u.asks, m.at("asks"));
    else {
      for (const json& c : m.at("changes")) {
        (c.at(0) == "buy" ? u.bids : u.asks).push_back({number(c.at(1)), number(c.at(2))});
      }
    }
    t.add(demo::kind::book_update, fingerprint_of(u));
  } else if (type == "match" || type == "last_match") {
    const std::string side = m.at("side");
    t.add(demo::kind::trade,
          fingerprint_of(demo::trade{symbol, side, number(m.at("price")), number(m.at("size")), m.at("trade_id")}));
  } else if (type == "ticker") {
    t.add(demo::kind::quote,
          fingerprint_of(demo::quote{symbol, number(m.at("best_bid")), 0, number(m.at("best_ask")), 0}));
  } else {
    t.add(demo::kind::other, fingerprint_of(demo::other{type, symbol}));
  }
}

void add_binance(const json& m, totals& t) {
  const std::string event = m.at("e"), symbol = m.at("s");
  if (event == "depthUpdate") {
    demo::book_update u{.symbol = symbol, .snapshot = false, .bids = {}, .asks = {}};
    add_levels(u.bids, m.at("b")), add_levels(u.asks, m.at("a"));
    t.add(demo::kind::book_update, fingerprint_of(u));
  } else if (event == "bookTicker") {
    t.add(demo::kind::quote, fingerprint_of(demo::quote{symbol, number(m.at("b")), number(m.at("B")), number(m.at("a")),
                                                        number(m.at("A"))}));
  } else if (event == "aggTrade") {
    t.add(demo::kind::trade, fingerprint_of(demo::trade{symbol, m.at("m").get<bool>() ? "sell" : "buy",
                                                        number(m.at("p")), number(m.at("q")), m.at("a")}));
  } else {
    t.add(demo::kind::other, fingerprint_of(demo::other{event, symbol}));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  totals once;
  for (int i = 2; i < argc; ++i) {
    std::ifstream in(argv[i]);
    for (std::string line; std::getline(in, line);) {
      const json m = json::parse(line);
      if (m.contains("data")) add_binance(m.at("data"), once);
      else add_coinbase(m, once);
    }
  }
  std::uint64_t lines = 0;
  for (const std::uint64_t n : once.by_kind) lines += n;

  std::ifstream report_file(argv[1]);
  const json report = json::parse(report_file);
  bool right = lines > 0 && report.at("lines") == lines && report.at("phases").size() == 2;
  for (const json& phase : report.at("phases")) {
    // The feed was replayed a whole number of times.
    const std::uint64_t passes = phase.at("messages").get<std::uint64_t>() / lines;
    right &= passes > 0 && phase.at("messages") == passes * lines && phase.at("lost") == 0;
    right &= phase.at("fingerprints") == once.fingerprints * passes;
    for (std::size_t k = 0; k < demo::kinds; ++k) right &= phase.at("by_kind").at(k) == once.by_kind[k] * passes;
  }
  std::printf("demo_check: %llu lines, %s\n", static_cast<unsigned long long>(lines), right ? "the same" : "DIFFERENT");
  return right ? 0 : 1;
}
#else
int main() {
  std::printf("demo_check: SKIPPED, there is no other JSON library to compare with\n");
  return 0;
}
#endif
