// What captured files hold, according to nlohmann/json: a DOM of each line, walked member by member.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "feed_files.hpp"

namespace bench {
namespace {

using nlohmann::json;
using price = hushring::quoted<double>;

/// Members of one class, so that each finds all the others wherever it stands. Throws at anything unexpected.
struct reference {
  static void bind(const json& from, std::string_view& to) { to = from.get_ref<const std::string&>(); }
  static void bind(const json& from, std::int64_t& to) { to = from.get<std::int64_t>(); }
  static void bind(const json& from, std::uint64_t& to) { to = from.get<std::uint64_t>(); }
  static void bind(const json& from, double& to) {
    if (!from.is_number()) throw std::runtime_error("no number");
    to = from.get<double>();
  }
  static void bind(const json& from, bool& to) { to = from.get<bool>(); }
  static void bind(const json& from, price& to) {
    to = std::strtod(from.get_ref<const std::string&>().c_str(), nullptr);
  }
  static void bind(const json& from, hushring::quoted<std::int64_t>& to) {
    to = std::strtoll(from.get_ref<const std::string&>().c_str(), nullptr, 10);
  }
  static void bind(const json& from, order_side& to) { to = from == "buy" ? order_side::buy : order_side::sell; }
  static void bind(const json& from, capital_side& to) { to = from == "Buy" ? capital_side::Buy : capital_side::Sell; }
  template <class T>
  static void bind(const json& from, std::optional<T>& to) {
    bind(from, to.emplace());
  }
  template <class... T>
  static void bind(const json& from, std::tuple<T...>& to) {
    std::size_t i = 0;
    std::apply([&](auto&... element) { (bind(from.at(i++), element), ...); }, to);
    complete(from, i);
  }
  template <class T, std::size_t N>
  static void bind(const json& from, std::array<T, N>& to) {
    std::size_t i = 0;
    for (T& element : to) bind(from.at(i++), element);
    complete(from, i);
  }
  template <class T>
  static void bind(const json& from, std::vector<T>& to) {
    if (!from.is_array()) throw std::runtime_error("no array");
    for (const json& element : from) bind(element, to.emplace_back());
  }

  /// Everything that the text has was bound.
  static void complete(const json& from, std::size_t bound) {
    if (from.size() != bound) throw std::runtime_error("members that no struct has: " + from.dump());
  }
  template <class T>
  static bool member(const json& from, const char* name, T& to) {
    const auto at = from.find(name);
    if (at == from.end()) return false;
    bind(*at, to);
    return true;
  }
  /// Names and members in turn; what is missing keeps its default where `optional` says so.
  template <class... Rest>
  static void object(const json& from, std::size_t tags, Rest&&... names_and_members) {
    complete(from, tags + walk(from, names_and_members...));
  }
  static std::size_t walk(const json&) { return 0; }
  template <class T, class... Rest>
  static std::size_t walk(const json& from, const char* name, T& to, Rest&&... rest) {
    return (member(from, name, to) ? 1u : 0u) + walk(from, rest...);
  }

  // coinbase; one member beside the listed ones is the tag
  static void bind(const json& j, coinbase::l2update<price>& v) {
    object(j, 1, "product_id", v.product_id, "changes", v.changes, "time", v.time);
  }
  static void bind(const json& j, coinbase::ticker<price>& v) {
    object(j, 1, "sequence", v.sequence, "product_id", v.product_id, "price", v.price, "open_24h", v.open_24h,
           "volume_24h", v.volume_24h, "low_24h", v.low_24h, "high_24h", v.high_24h, "volume_30d", v.volume_30d,
           "best_bid", v.best_bid, "best_ask", v.best_ask, "side", v.side, "time", v.time, "trade_id", v.trade_id,
           "last_size", v.last_size);
  }
  template <bool Last>
  static void bind(const json& j, coinbase::match<price, Last>& v) {
    object(j, 1, "trade_id", v.trade_id, "maker_order_id", v.maker_order_id, "taker_order_id", v.taker_order_id, "side",
           v.side, "size", v.size, "price", v.price, "product_id", v.product_id, "sequence", v.sequence, "time",
           v.time);
  }
  static void bind(const json& j, coinbase::snapshot<price>& v) {
    object(j, 1, "product_id", v.product_id, "asks", v.asks, "bids", v.bids);
  }
  static void bind(const json& j, coinbase::subscribed_channel& v) {
    object(j, 0, "name", v.name, "product_ids", v.product_ids);
  }
  static void bind(const json& j, coinbase::subscriptions& v) { object(j, 1, "channels", v.channels); }
  static void bind(const json& j, coinbase_double& v) {
    const std::string type = j.at("type");
    if (type == "l2update") bind(j, v.emplace<0>());
    else if (type == "ticker") bind(j, v.emplace<1>());
    else if (type == "match") bind(j, v.emplace<2>());
    else if (type == "snapshot") bind(j, v.emplace<3>());
    else if (type == "last_match") bind(j, v.emplace<4>());
    else if (type == "subscriptions") bind(j, v.emplace<5>());
    else throw std::runtime_error(type);
  }

  // binance
  static void bind(const json& j, binance::depth_update<price>& v) {
    object(j, 1, "E", v.E, "T", v.T, "s", v.s, "U", v.U, "u", v.u, "pu", v.pu, "b", v.b, "a", v.a);
  }
  static void bind(const json& j, binance::book_ticker<price>& v) {
    object(j, 1, "u", v.u, "s", v.s, "b", v.b, "B", v.B, "a", v.a, "A", v.A, "T", v.T, "E", v.E);
  }
  static void bind(const json& j, binance::agg_trade<price>& v) {
    object(j, 1, "E", v.E, "a", v.a, "s", v.s, "p", v.p, "q", v.q, "f", v.f, "l", v.l, "T", v.T, "m", v.m);
  }
  static void bind(const json& j, binance::candle<price>& v) {
    object(j, 0, "t", v.t, "T", v.T, "s", v.s, "i", v.i, "f", v.f, "L", v.L, "o", v.o, "c", v.c, "h", v.h, "l", v.l,
           "v", v.v, "n", v.n, "x", v.x, "q", v.q, "V", v.V, "Q", v.Q, "B", v.B);
  }
  static void bind(const json& j, binance::kline<price>& v) { object(j, 1, "E", v.E, "s", v.s, "k", v.k); }
  static void bind(const json& j, binance::event<price>& v) {
    const std::string type = j.at("e");
    if (type == "depthUpdate") bind(j, v.emplace<0>());
    else if (type == "bookTicker") bind(j, v.emplace<1>());
    else if (type == "aggTrade") bind(j, v.emplace<2>());
    else if (type == "kline") bind(j, v.emplace<3>());
    else throw std::runtime_error(type);
  }
  static void bind(const json& j, binance_double& v) { object(j, 0, "stream", v.stream, "data", v.data); }

  // bitmex
  static void bind(const json& j, bitmex::order_book_row<double>& v) {
    object(j, 0, "symbol", v.symbol, "id", v.id, "side", v.side, "size", v.size, "price", v.price);
  }
  static void bind(const json& j, bitmex::quote_row<double>& v) {
    object(j, 0, "timestamp", v.timestamp, "symbol", v.symbol, "bidSize", v.bidSize, "bidPrice", v.bidPrice, "askPrice",
           v.askPrice, "askSize", v.askSize);
  }
  static void bind(const json& j, bitmex::trade_row<double>& v) {
    object(j, 0, "timestamp", v.timestamp, "symbol", v.symbol, "side", v.side, "size", v.size, "price", v.price,
           "tickDirection", v.tickDirection, "trdMatchID", v.trdMatchID, "grossValue", v.grossValue, "homeNotional",
           v.homeNotional, "foreignNotional", v.foreignNotional);
  }
  static void bind(const json& j, bitmex::columns& v) {
    object(j, 0, "timestamp", v.timestamp, "symbol", v.symbol, "id", v.id, "side", v.side, "size", v.size, "price",
           v.price, "bidSize", v.bidSize, "bidPrice", v.bidPrice, "askPrice", v.askPrice, "askSize", v.askSize,
           "tickDirection", v.tickDirection, "trdMatchID", v.trdMatchID, "grossValue", v.grossValue, "homeNotional",
           v.homeNotional, "foreignNotional", v.foreignNotional);
  }
  static void bind(const json& j, bitmex::relations& v) { object(j, 0, "symbol", v.symbol, "side", v.side); }
  static void bind(const json& j, bitmex::attributes& v) {
    object(j, 0, "timestamp", v.timestamp, "symbol", v.symbol, "id", v.id);
  }
  static void bind(const json& j, bitmex::filter& v) { object(j, 0, "symbol", v.symbol); }
  template <class Row>
  static void bind(const json& j, bitmex::table<Row>& v) {
    object(j, 1, "action", v.action, "data", v.data, "keys", v.keys, "types", v.types, "foreignKeys", v.foreignKeys,
           "attributes", v.attributes, "filter", v.filter);
  }
  static void bind(const json& j, bitmex::request& v) { object(j, 0, "op", v.op, "args", v.args); }
  static void bind(const json& j, bitmex::subscribed& v) {
    object(j, 0, "success", v.success, "subscribe", v.subscribe, "request", v.request);
  }
  static void bind(const json& j, bitmex::rate_limit& v) { object(j, 0, "remaining", v.remaining); }
  static void bind(const json& j, bitmex::welcome& v) {
    object(j, 0, "info", v.info, "version", v.version, "timestamp", v.timestamp, "docs", v.docs, "limit", v.limit);
  }
  static void bind(const json& j, bitmex_double& v) {
    const std::string table = j.value("table", "");
    if (table == "orderBookL2") bind(j, v.emplace<0>());
    else if (table == "quote") bind(j, v.emplace<1>());
    else if (table == "trade") bind(j, v.emplace<2>());
    else if (j.contains("success")) bind(j, v.emplace<3>());
    else if (j.contains("info")) bind(j, v.emplace<4>());
    else throw std::runtime_error(j.dump());
  }

  // kraken
  static void bind(const json& j, kraken::book_side<price>& v) {
    object(j, 0, "as", v.as, "bs", v.bs, "a", v.a, "b", v.b, "c", v.c);
  }
  static void bind(const json& j, kraken::subscription& v) { object(j, 0, "depth", v.depth, "name", v.name); }
  static void bind(const json& j, kraken_double& v) {
    if (j.is_array()) {
      const std::size_t last = j.size() - 1;
      auto& book = v.emplace<0>();
      bind(j.at(0), book.channel);
      bind(j.at(1), book.first);
      if (last == 4) bind(j.at(2), book.second);
      bind(j.at(last - 1), book.name);
      bind(j.at(last), book.pair);
      complete(j, last == 4 ? 5 : 4);
      return;
    }
    const std::string type = j.at("event");
    if (type == "heartbeat") {
      v.emplace<1>();
      object(j, 1);
    } else if (type == "subscriptionStatus") {
      auto& s = v.emplace<2>();
      object(j, 1, "channelID", s.channelID, "channelName", s.channelName, "pair", s.pair, "status", s.status,
             "subscription", s.subscription);
    } else if (type == "systemStatus") {
      auto& s = v.emplace<3>();
      object(j, 1, "connectionID", s.connectionID, "status", s.status, "version", s.version);
    } else {
      throw std::runtime_error(type);
    }
  }

  // a real map
  static void bind(const json& j, feature_properties& v) { object(j, 0, "name", v.name); }
  static void bind(const json& j, geometry& v) { object(j, 0, "type", v.type, "coordinates", v.coordinates); }
  static void bind(const json& j, feature& v) {
    object(j, 0, "type", v.type, "properties", v.properties, "geometry", v.geometry);
  }
  static void bind(const json& j, feature_collection& v) { object(j, 0, "type", v.type, "features", v.features); }
};

std::filesystem::path data_directory() {
  const char* named = std::getenv("HUSHRING_TEST_DATA");
  return named != nullptr && *named != '\0' ? named : HUSHRING_TEST_DATA;
}

constexpr const char* needed[] = {"feeds/coinbase.ndjson", "feeds/binance_futures.ndjson", "feeds/bitmex.ndjson",
                                  "feeds/kraken.ndjson", "json/canada.json"};

template <class T>
void add(captured& to, std::string text) {
  T value{};
  const json document = json::parse(text);
  reference::bind(document, value);
  to.checksums.push_back(checksum(value));
  to.texts.push_back(std::move(text));
}

template <class T>
captured read_lines(const char* name) {
  captured made;
  std::ifstream file(data_directory() / name);
  for (std::string line; std::getline(file, line);) {
    if (!line.empty()) add<T>(made, line);
  }
  return made;
}

}  // namespace

std::string why_no_captured_files() {
  const auto directory = data_directory();
  if (directory.empty()) return "HUSHRING_TEST_DATA names no directory of captured messages";
  for (const char* file : needed) {
    if (!std::filesystem::exists(directory / file)) return (directory / file).string() + " does not exist";
  }
  return {};
}

const captured& coinbase_file() {
  static const auto file = read_lines<coinbase_double>(needed[0]);
  return file;
}
const captured& binance_futures_file() {
  static const auto file = read_lines<binance_double>(needed[1]);
  return file;
}
const captured& bitmex_file() {
  static const auto file = read_lines<bitmex_double>(needed[2]);
  return file;
}
const captured& kraken_file() {
  static const auto file = read_lines<kraken_double>(needed[3]);
  return file;
}
const captured& canada_text() {
  static const captured made = [] {
    captured one;
    std::ifstream file(data_directory() / needed[4]);
    std::string text(std::istreambuf_iterator<char>(file), {});
    while (!text.empty() && text.back() == '\n') text.pop_back();
    add<feature_collection>(one, std::move(text));
    return one;
  }();
  return made;
}

}  // namespace bench
