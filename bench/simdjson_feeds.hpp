// simdjson On-Demand for captured messages: the tag first, then every member in the order in which the feed sends it,
// which is its fastest way. What a message leaves out is reset by hand.
#pragma once

#include "simdjson_values.hpp"

namespace bench {

struct simdjson_feeds : simdjson_values<simdjson_feeds> {
  using simdjson_values::bind;
  using simdjson_values::document;
  using price = hushring::quoted<double>;

  /// Names and members in turn.
  static bool walk(object&) { return true; }
  template <class T, class... Rest>
  static bool walk(object& o, const char* name, T& to, Rest&&... rest) {
    return bind(o.find_field(name), to) && walk(o, rest...);
  }
  template <class T>
  static bool maybe(object& o, const char* name, std::optional<T>& to) {
    auto found = o.find_field(name);
    if (found.error() != simdjson::SUCCESS) return to.reset(), true;
    return bind(found, to.emplace());
  }
  template <class Side>
  static bool side(outcome<value> from, Side& to, std::string_view first, std::string_view second) {
    std::string_view text;
    if (from.get_string().get(text) != simdjson::SUCCESS) return false;
    to = text == first ? Side{0} : Side{1};
    return text == first || text == second;
  }
  static bool bind(outcome<value> from, order_side& to) { return side(from, to, "buy", "sell"); }
  static bool bind(outcome<value> from, capital_side& to) { return side(from, to, "Buy", "Sell"); }

  // coinbase
  static bool bind(outcome<value> from, std::tuple<order_side, price, price>& to) {
    simdjson::ondemand::array list;
    if (from.get_array().get(list) != simdjson::SUCCESS) return false;
    std::size_t i = 0;
    for (auto element : list) {
      const bool ok = i == 0   ? bind(element, std::get<0>(to))
                      : i == 1 ? bind(element, std::get<1>(to))
                               : i == 2 && bind(element, std::get<2>(to));
      if (!ok) return false;
      ++i;
    }
    return i == 3;
  }
  static bool members(object& o, coinbase::l2update<price>& v) {
    return walk(o, "product_id", v.product_id, "changes", v.changes, "time", v.time);
  }
  static bool members(object& o, coinbase::ticker<price>& v) {
    return walk(o, "sequence", v.sequence, "product_id", v.product_id, "price", v.price, "open_24h", v.open_24h,
                "volume_24h", v.volume_24h, "low_24h", v.low_24h, "high_24h", v.high_24h, "volume_30d", v.volume_30d,
                "best_bid", v.best_bid, "best_ask", v.best_ask, "side", v.side, "time", v.time, "trade_id", v.trade_id,
                "last_size", v.last_size);
  }
  template <bool Last>
  static bool members(object& o, coinbase::match<price, Last>& v) {
    return walk(o, "trade_id", v.trade_id, "maker_order_id", v.maker_order_id, "taker_order_id", v.taker_order_id,
                "side", v.side, "size", v.size, "price", v.price, "product_id", v.product_id, "sequence", v.sequence,
                "time", v.time);
  }
  static bool members(object& o, coinbase::snapshot<price>& v) {
    return walk(o, "product_id", v.product_id, "asks", v.asks, "bids", v.bids);
  }
  static bool members(object& o, coinbase::subscribed_channel& v) {
    return walk(o, "name", v.name, "product_ids", v.product_ids);
  }
  static bool members(object& o, coinbase::subscriptions& v) { return walk(o, "channels", v.channels); }
  static bool members(object& o, coinbase_double& v) {
    std::string_view type;
    if (o.find_field("type").get_string().get(type) != simdjson::SUCCESS) return false;
    if (type == "l2update") return members(o, alternative<coinbase::l2update<price>>(v));
    if (type == "ticker") return members(o, alternative<coinbase::ticker<price>>(v));
    if (type == "match") return members(o, alternative<coinbase::match<price, false>>(v));
    if (type == "snapshot") return members(o, alternative<coinbase::snapshot<price>>(v));
    if (type == "last_match") return members(o, alternative<coinbase::match<price, true>>(v));
    return type == "subscriptions" && members(o, alternative<coinbase::subscriptions>(v));
  }

  // binance
  static bool members(object& o, binance::depth_update<price>& v) {
    return walk(o, "E", v.E, "T", v.T, "s", v.s, "U", v.U, "u", v.u, "pu", v.pu, "b", v.b, "a", v.a);
  }
  static bool members(object& o, binance::book_ticker<price>& v) {
    return walk(o, "u", v.u, "s", v.s, "b", v.b, "B", v.B, "a", v.a, "A", v.A, "T", v.T, "E", v.E);
  }
  static bool members(object& o, binance::agg_trade<price>& v) {
    return walk(o, "E", v.E, "a", v.a, "s", v.s, "p", v.p, "q", v.q, "f", v.f, "l", v.l, "T", v.T, "m", v.m);
  }
  static bool members(object& o, binance::candle<price>& v) {
    return walk(o, "t", v.t, "T", v.T, "s", v.s, "i", v.i, "f", v.f, "L", v.L, "o", v.o, "c", v.c, "h", v.h, "l", v.l,
                "v", v.v, "n", v.n, "x", v.x, "q", v.q, "V", v.V, "Q", v.Q, "B", v.B);
  }
  static bool members(object& o, binance::kline<price>& v) { return walk(o, "E", v.E, "s", v.s, "k", v.k); }
  static bool members(object& o, binance::event<price>& v) {
    std::string_view type;
    if (o.find_field("e").get_string().get(type) != simdjson::SUCCESS) return false;
    if (type == "depthUpdate") return members(o, alternative<binance::depth_update<price>>(v));
    if (type == "bookTicker") return members(o, alternative<binance::book_ticker<price>>(v));
    if (type == "aggTrade") return members(o, alternative<binance::agg_trade<price>>(v));
    return type == "kline" && members(o, alternative<binance::kline<price>>(v));
  }
  static bool bind(outcome<value> from, binance::event<price>& to) {
    object o;
    return from.get_object().get(o) == simdjson::SUCCESS && members(o, to) && closed(o);
  }
  static bool members(object& o, binance_double& v) { return walk(o, "stream", v.stream, "data", v.data); }
  /// Walks to the end of an object in which another one lies, so that only the outer one's bracket is left.
  static bool closed(object& o) { return o.find_field("").error() == simdjson::NO_SUCH_FIELD; }

  // bitmex
  static bool members(object& o, bitmex::order_book_row<double>& v) {
    return walk(o, "symbol", v.symbol, "id", v.id, "side", v.side) && maybe(o, "size", v.size) &&
           maybe(o, "price", v.price);
  }
  static bool members(object& o, bitmex::quote_row<double>& v) {
    return walk(o, "timestamp", v.timestamp, "symbol", v.symbol, "bidSize", v.bidSize, "bidPrice", v.bidPrice,
                "askPrice", v.askPrice, "askSize", v.askSize);
  }
  static bool members(object& o, bitmex::trade_row<double>& v) {
    return walk(o, "timestamp", v.timestamp, "symbol", v.symbol, "side", v.side, "size", v.size, "price", v.price,
                "tickDirection", v.tickDirection, "trdMatchID", v.trdMatchID, "grossValue", v.grossValue,
                "homeNotional", v.homeNotional, "foreignNotional", v.foreignNotional);
  }
  /// Names and texts in turn, of which some are there.
  template <class... Rest>
  static bool texts(object& o, Rest&&... names_and_members) {
    for (auto field : o) {
      simdjson::ondemand::raw_json_string key;
      std::string_view text;
      if (field.key().get(key) != simdjson::SUCCESS || field.value().get_string().get(text) != simdjson::SUCCESS) {
        return false;
      }
      if (!pick(key, text, names_and_members...)) return false;
    }
    return true;
  }
  static bool pick(simdjson::ondemand::raw_json_string, std::string_view) { return false; }
  template <class... Rest>
  static bool pick(simdjson::ondemand::raw_json_string key, std::string_view text, std::string_view name,
                   std::string_view& to, Rest&&... rest) {
    if (key == name) return to = text, true;
    return pick(key, text, rest...);
  }
  static bool members(object& o, bitmex::columns& v) {
    return texts(o, "timestamp", v.timestamp, "symbol", v.symbol, "id", v.id, "side", v.side, "size", v.size, "price",
                 v.price, "bidSize", v.bidSize, "bidPrice", v.bidPrice, "askPrice", v.askPrice, "askSize", v.askSize,
                 "tickDirection", v.tickDirection, "trdMatchID", v.trdMatchID, "grossValue", v.grossValue,
                 "homeNotional", v.homeNotional, "foreignNotional", v.foreignNotional);
  }
  static bool members(object& o, bitmex::relations& v) { return texts(o, "symbol", v.symbol, "side", v.side); }
  static bool members(object& o, bitmex::attributes& v) {
    return texts(o, "timestamp", v.timestamp, "symbol", v.symbol, "id", v.id);
  }
  static bool members(object& o, bitmex::filter& v) { return texts(o, "symbol", v.symbol); }
  template <class Row>
  static bool members(object& o, bitmex::table<Row>& v) {
    if (!walk(o, "action", v.action)) return false;
    v.keys.clear();
    v.types = {};
    v.foreignKeys = {};
    v.attributes = {};
    v.filter = {};
    if (v.action == "partial" && !walk(o, "keys", v.keys, "types", v.types, "foreignKeys", v.foreignKeys, "attributes",
                                       v.attributes, "filter", v.filter)) {
      return false;
    }
    return walk(o, "data", v.data);
  }
  static bool members(object& o, bitmex::request& v) { return walk(o, "op", v.op, "args", v.args) && closed(o); }
  static bool members(object& o, bitmex::subscribed& v) {
    return walk(o, "subscribe", v.subscribe, "request", v.request);
  }
  static bool members(object& o, bitmex::rate_limit& v) { return walk(o, "remaining", v.remaining) && closed(o); }
  static bool members(object& o, bitmex::welcome& v) {
    return walk(o, "version", v.version, "timestamp", v.timestamp, "docs", v.docs, "limit", v.limit);
  }
  /// Messages without a table are known by their first member.
  static bool members(object& o, bitmex_double& to) {
    for (auto field : o) {
      simdjson::ondemand::raw_json_string key;
      std::string_view text;
      if (field.key().get(key) != simdjson::SUCCESS) return false;
      if (key == "success") {
        auto& v = alternative<bitmex::subscribed>(to);
        return bind(field.value(), v.success) && members(o, v);
      }
      if (field.value().get_string().get(text) != simdjson::SUCCESS) return false;
      if (key == "info") {
        auto& v = alternative<bitmex::welcome>(to);
        v.info = text;
        return members(o, v);
      }
      if (key != "table") return false;
      if (text == "orderBookL2") return members(o, alternative<bitmex::table<bitmex::order_book_row<double>>>(to));
      if (text == "quote") return members(o, alternative<bitmex::table<bitmex::quote_row<double>>>(to));
      return text == "trade" && members(o, alternative<bitmex::table<bitmex::trade_row<double>>>(to));
    }
    return false;
  }

  // kraken
  static bool members(object& o, kraken::book_side<price>& v) {
    clear(v);
    for (auto field : o) {
      simdjson::ondemand::raw_json_string key;
      if (field.key().get(key) != simdjson::SUCCESS) return false;
      bool ok = false;
      if (key == "a") ok = bind(field.value(), v.a);
      else if (key == "b") ok = bind(field.value(), v.b);
      else if (key == "c") ok = bind(field.value(), v.c);
      else if (key == "as") ok = bind(field.value(), v.as);
      else if (key == "bs") ok = bind(field.value(), v.bs);
      if (!ok) return false;
    }
    return true;
  }
  static void clear(kraken::book_side<price>& v) {
    v.as.clear(), v.bs.clear(), v.a.clear(), v.b.clear();
    v.c = 0;
  }
  static bool members(simdjson::ondemand::array& list, kraken::book<price>& v) {
    std::size_t i = 0;
    std::string_view* const texts[] = {&v.name, &v.pair};
    std::size_t text = 0;
    clear(v.second);
    for (auto element : list) {
      bool ok = false;
      if (i == 0) ok = bind(element, v.channel);
      else if (i == 1) ok = bind(element, v.first);
      else if (i == 2 && element.type() == simdjson::ondemand::json_type::object) ok = bind(element, v.second);
      else if (text < 2) ok = bind(element, *texts[text++]);
      if (!ok) return false;
      ++i;
    }
    return text == 2;
  }
  static bool members(object& o, kraken::subscription& v) {
    return walk(o, "depth", v.depth, "name", v.name) && closed(o);
  }
  /// The tag is not first here: looked up, and everything else from the start again.
  static bool document(simdjson::ondemand::document& from, kraken_double& to) {
    simdjson::ondemand::array list;
    if (from.get_array().get(list) == simdjson::SUCCESS) return members(list, alternative<kraken::book<price>>(to));
    object o;
    std::string_view type;
    if (from.get_object().get(o) != simdjson::SUCCESS || o["event"].get_string().get(type) != simdjson::SUCCESS) {
      return false;
    }
    if (type == "heartbeat") return alternative<kraken::heartbeat>(to), closed(o);
    if (type == "subscriptionStatus") {
      auto& v = alternative<kraken::subscription_status>(to);
      return bind(o["channelID"], v.channelID) && bind(o["channelName"], v.channelName) && bind(o["pair"], v.pair) &&
             bind(o["status"], v.status) && bind(o["subscription"], v.subscription);
    }
    auto& v = alternative<kraken::system_status>(to);
    return type == "systemStatus" && bind(o["connectionID"], v.connectionID) && bind(o["status"], v.status) &&
           bind(o["version"], v.version);
  }
};

}  // namespace bench
