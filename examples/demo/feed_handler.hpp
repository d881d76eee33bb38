// From what an exchange sends to the structs of market.hpp: Coinbase's channels and Binance's combined streams.
#pragma once

#include <hushring/json/quoted.hpp>
#include <hushring/json/read.hpp>

#include "market.hpp"

namespace demo {

/// Binds one line to the exchange's struct and hands the market's struct to `publish(value, kind)`.
/// Views in it live until the next line.
class feed_handler {
 public:
  /// False when the line is not what these exchanges send.
  template <class Publish>
  bool handle(std::string_view line, Publish&& publish) {
    if (!reader_.read_into(line, envelope_)) return false;
    if (!envelope_.type.empty()) return coinbase(line, publish);
    return binance(line, publish);
  }

 private:
  using number = hushring::quoted<double>;
  using price_level = std::array<number, 2>;

  /// Just enough to know what a message is; the rest is validated and skipped.
  struct event_name {
    std::string_view e;
  };
  struct envelope {
    std::string_view type;  // Coinbase
    event_name data;        // Binance
  };

  struct coinbase_match {
    std::string_view product_id, side;
    number price, size;
    std::int64_t trade_id = 0;
  };
  struct coinbase_l2update {
    std::string_view product_id;
    std::vector<std::array<std::string_view, 3>> changes;  // side, price, size
  };
  struct coinbase_snapshot {
    std::string_view product_id;
    std::vector<price_level> bids, asks;
  };
  struct coinbase_ticker {
    std::string_view product_id;
    number best_bid, best_ask;
  };
  struct coinbase_other {
    std::string_view type, product_id;
  };

  template <class Data>
  struct binance_message {
    Data data;
  };
  struct binance_trade {
    std::string_view s;
    std::int64_t a = 0;
    number p, q;
    bool m = false;  // the buyer had the resting order: the trade was a sale
  };
  struct binance_depth {
    std::string_view s;
    std::vector<price_level> b, a;
  };
  struct binance_book_ticker {
    std::string_view s;
    number b, B, a, A;
  };
  struct binance_other {
    std::string_view e, s;
  };

  template <class Publish>
  bool coinbase(std::string_view line, Publish& publish) {
    const std::string_view type = envelope_.type;
    if (type == "l2update") {
      if (!reader_.read_into(line, l2update_)) return false;
      start_book(l2update_.product_id, false);
      for (const auto& [side, price_text, size_text] : l2update_.changes) {
        const auto at = hushring::read<double>(price_text), size = hushring::read<double>(size_text);
        if (!at || !size) return false;
        (side == "buy" ? book_.bids : book_.asks).push_back({*at, *size});
      }
      publish(book_, kind::book_update);
    } else if (type == "match" || type == "last_match") {
      if (!reader_.read_into(line, match_)) return false;
      publish(trade{match_.product_id, match_.side, match_.price, match_.size, match_.trade_id}, kind::trade);
    } else if (type == "ticker") {
      if (!reader_.read_into(line, ticker_)) return false;
      publish(quote{ticker_.product_id, ticker_.best_bid, 0, ticker_.best_ask, 0}, kind::quote);
    } else if (type == "snapshot") {
      if (!reader_.read_into(line, snapshot_)) return false;
      start_book(snapshot_.product_id, true);
      append(book_.bids, snapshot_.bids), append(book_.asks, snapshot_.asks);
      publish(book_, kind::book_update);
    } else {
      coinbase_other o;
      if (!reader_.read_into(line, o)) return false;
      publish(other{o.type, o.product_id}, kind::other);
    }
    return true;
  }

  template <class Publish>
  bool binance(std::string_view line, Publish& publish) {
    const std::string_view event = envelope_.data.e;
    if (event == "depthUpdate") {
      if (!reader_.read_into(line, depth_)) return false;
      start_book(depth_.data.s, false);
      append(book_.bids, depth_.data.b), append(book_.asks, depth_.data.a);
      publish(book_, kind::book_update);
    } else if (event == "bookTicker") {
      if (!reader_.read_into(line, book_ticker_)) return false;
      const binance_book_ticker& t = book_ticker_.data;
      publish(quote{t.s, t.b, t.B, t.a, t.A}, kind::quote);
    } else if (event == "aggTrade") {
      if (!reader_.read_into(line, agg_trade_)) return false;
      const binance_trade& t = agg_trade_.data;
      publish(trade{t.s, t.m ? "sell" : "buy", t.p, t.q, t.a}, kind::trade);
    } else {
      binance_message<binance_other> o;
      if (!reader_.read_into(line, o) || o.data.e.empty()) return false;
      publish(other{o.data.e, o.data.s}, kind::other);
    }
    return true;
  }

  void start_book(std::string_view symbol, bool snapshot) {
    book_.symbol = symbol;
    book_.snapshot = snapshot;
    book_.bids.clear();
    book_.asks.clear();
  }
  static void append(std::vector<level>& to, const std::vector<price_level>& from) {
    for (const price_level& l : from) to.push_back({l[0], l[1]});
  }

  // Destinations that are read into again and again: nothing is allocated once they are large enough.
  hushring::reader reader_;
  envelope envelope_;
  coinbase_l2update l2update_;
  coinbase_match match_;
  coinbase_ticker ticker_;
  coinbase_snapshot snapshot_;
  binance_message<binance_depth> depth_;
  binance_message<binance_book_ticker> book_ticker_;
  binance_message<binance_trade> agg_trade_;
  book_update book_;
};

}  // namespace demo
