// Messages of exchanges as they were captured, each bound to one of the structs of its feed. `Price` is what prices and
// quantities are bound to; the last alternatives of a variant are rare. Every member of every message is bound.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include <hushring/json/quoted.hpp>

namespace bench {

// Spelled as the feeds spell them, so that enumerators can be matched by name.
enum class order_side : std::uint8_t { buy, sell };
enum class capital_side : std::uint8_t { Buy, Sell };

/// Objects told apart by "type".
namespace coinbase {

template <class Price>
struct l2update {
  std::string_view product_id;
  std::vector<std::tuple<order_side, Price, Price>> changes;
  std::string_view time;
};
template <class Price>
struct ticker {
  std::int64_t sequence = 0;
  std::string_view product_id;
  Price price{};
  Price open_24h{};
  Price volume_24h{};
  Price low_24h{};
  Price high_24h{};
  Price volume_30d{};
  Price best_bid{};
  Price best_ask{};
  order_side side{};
  std::string_view time;
  std::int64_t trade_id = 0;
  Price last_size{};
};
/// "match" and, once after subscribing, "last_match".
template <class Price, bool Last>
struct match {
  std::int64_t trade_id = 0;
  std::string_view maker_order_id;
  std::string_view taker_order_id;
  order_side side{};
  Price size{};
  Price price{};
  std::string_view product_id;
  std::int64_t sequence = 0;
  std::string_view time;
};
template <class Price>
struct snapshot {
  std::string_view product_id;
  std::vector<std::array<Price, 2>> asks;
  std::vector<std::array<Price, 2>> bids;
};
struct subscribed_channel {
  std::string_view name;
  std::vector<std::string_view> product_ids;
};
struct subscriptions {
  std::vector<subscribed_channel> channels;
};
template <class Price>
using message = std::variant<l2update<Price>, ticker<Price>, match<Price, false>, snapshot<Price>, match<Price, true>,
                             subscriptions>;

}  // namespace coinbase

/// A stream's name, and objects told apart by "e".
namespace binance {

template <class Price>
struct depth_update {
  std::int64_t E = 0;
  std::int64_t T = 0;
  std::string_view s;
  std::int64_t U = 0;
  std::int64_t u = 0;
  std::int64_t pu = 0;
  std::vector<std::array<Price, 2>> b;
  std::vector<std::array<Price, 2>> a;
};
template <class Price>
struct book_ticker {
  std::int64_t u = 0;
  std::string_view s;
  Price b{};
  Price B{};
  Price a{};
  Price A{};
  std::int64_t T = 0;
  std::int64_t E = 0;
};
template <class Price>
struct agg_trade {
  std::int64_t E = 0;
  std::int64_t a = 0;
  std::string_view s;
  Price p{};
  Price q{};
  std::int64_t f = 0;
  std::int64_t l = 0;
  std::int64_t T = 0;
  bool m = false;
};
template <class Price>
struct candle {
  std::int64_t t = 0;
  std::int64_t T = 0;
  std::string_view s;
  std::string_view i;
  std::int64_t f = 0;
  std::int64_t L = 0;
  Price o{};
  Price c{};
  Price h{};
  Price l{};
  Price v{};
  std::int64_t n = 0;
  bool x = false;
  Price q{};
  Price V{};
  Price Q{};
  Price B{};
};
template <class Price>
struct kline {
  std::int64_t E = 0;
  std::string_view s;
  candle<Price> k;
};
template <class Price>
using event = std::variant<depth_update<Price>, book_ticker<Price>, agg_trade<Price>, kline<Price>>;

template <class Event>
struct basic_message {
  std::string_view stream;
  Event data;
};
template <class Price>
using message = basic_message<event<Price>>;

}  // namespace binance

/// Tables told apart by "table". The first message of each is "partial": it describes the table and may be long.
namespace bitmex {

template <class Price>
struct order_book_row {
  std::string_view symbol;
  std::int64_t id = 0;
  capital_side side{};
  std::optional<std::int64_t> size;  // not in "delete"
  std::optional<Price> price;        // in "insert" and "partial" only
};
template <class Price>
struct quote_row {
  std::string_view timestamp;
  std::string_view symbol;
  std::int64_t bidSize = 0;
  Price bidPrice{};
  Price askPrice{};
  std::int64_t askSize = 0;
};
template <class Price>
struct trade_row {
  std::string_view timestamp;
  std::string_view symbol;
  capital_side side{};
  std::int64_t size = 0;
  Price price{};
  std::string_view tickDirection;
  std::string_view trdMatchID;
  std::int64_t grossValue = 0;
  double homeNotional = 0;  // a quotient of 17 digits
  double foreignNotional = 0;
};
/// What a partial says of its columns; each table has some of these.
struct columns {
  std::string_view timestamp, symbol, id, side, size, price, bidSize, bidPrice, askPrice, askSize, tickDirection,
      trdMatchID, grossValue, homeNotional, foreignNotional;
};
struct relations {
  std::string_view symbol, side;
};
struct attributes {
  std::string_view timestamp, symbol, id;
};
struct filter {
  std::string_view symbol;
};
template <class Row>
struct table {
  std::string_view action;
  std::vector<Row> data;
  // partial only
  std::vector<std::string_view> keys;
  columns types;
  relations foreignKeys;
  bitmex::attributes attributes;
  bitmex::filter filter;
};
struct request {
  std::string_view op;
  std::vector<std::string_view> args;
};
struct subscribed {
  bool success = false;
  std::string_view subscribe;
  bitmex::request request;
};
struct rate_limit {
  std::int64_t remaining = 0;
};
struct welcome {
  std::string_view info;
  std::string_view version;
  std::string_view timestamp;
  std::string_view docs;
  rate_limit limit;
};
template <class Price>
using message =
    std::variant<table<order_book_row<Price>>, table<quote_row<Price>>, table<trade_row<Price>>, subscribed, welcome>;

}  // namespace bitmex

/// Arrays [id, {...}, name, pair], or with a second object where bids and asks changed at once; objects told apart by
/// "event".
namespace kraken {

template <class Price>
struct book_side {
  std::vector<std::array<Price, 3>> as, bs, a, b;  // price, volume, time
  hushring::quoted<std::int64_t> c;
};
template <class Price>
struct book {
  std::int64_t channel = 0;
  book_side<Price> first;
  book_side<Price> second;
  std::string_view name;
  std::string_view pair;
};
struct heartbeat {};
struct subscription {
  std::int64_t depth = 0;
  std::string_view name;
};
struct subscription_status {
  std::int64_t channelID = 0;
  std::string_view channelName;
  std::string_view pair;
  std::string_view status;
  kraken::subscription subscription;
};
struct system_status {
  std::uint64_t connectionID = 0;
  std::string_view status;
  std::string_view version;
};
template <class Price>
using message = std::variant<book<Price>, heartbeat, subscription_status, system_status>;

}  // namespace kraken

/// The alternative T of `to`, which keeps its vectors when it was there already.
template <class T, class Variant>
T& alternative(Variant& to) {
  if (T* held = std::get_if<T>(&to)) return *held;
  return to.template emplace<T>();
}

// Prices as doubles, out of quotes where the feed quotes them.
using coinbase_double = coinbase::message<hushring::quoted<double>>;
using binance_double = binance::message<hushring::quoted<double>>;
using bitmex_double = bitmex::message<double>;
using kraken_double = kraken::message<hushring::quoted<double>>;

}  // namespace bench
