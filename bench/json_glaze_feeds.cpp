// glaze for captured messages: the tag is looked at by hand, where the feed always has it, and the text is then read at
// once into the struct of that alternative. (Its tagged variants look for the tag first, and read the object again.)
// glaze leaves alone what a text does not mention, so that is reset by hand.
#include "glaze_meta.hpp"
#include "json_rows.hpp"

namespace bench {
namespace {

using price = hushring::quoted<double>;

/// What lies between `before` and the next quote, where `text` goes on with `before`.
std::string_view quoted_after(std::string_view text, std::string_view before) {
  if (!text.starts_with(before)) return {};
  const std::string_view rest = text.substr(before.size());
  return rest.substr(0, rest.find('"'));
}

}  // namespace

// Reflected types need linkage.
/// {"stream": ..., "data": {...}}, read into parts that exist already.
template <class Event>
struct binance_envelope {
  std::string_view* stream;
  Event* data;
};
/// [id, {...}, name, pair] likewise, and with a second object.
struct kraken_one {
  std::int64_t* channel;
  kraken::book_side<price>* first;
  std::string_view* name;
  std::string_view* pair;
};
struct kraken_two {
  std::int64_t* channel;
  kraken::book_side<price>* first;
  kraken::book_side<price>* second;
  std::string_view* name;
  std::string_view* pair;
};

}  // namespace bench

template <>
struct glz::meta<bench::kraken_one> {
  using T = bench::kraken_one;
  static constexpr auto value = glz::array(&T::channel, &T::first, &T::name, &T::pair);
};
template <>
struct glz::meta<bench::kraken_two> {
  using T = bench::kraken_two;
  static constexpr auto value = glz::array(&T::channel, &T::first, &T::second, &T::name, &T::pair);
};

namespace bench {
namespace {

class glaze_feeds_library {
 public:
  static constexpr std::string_view name = "glaze";

  bool read(std::string_view text, coinbase_double& to) {
    const std::string_view type = quoted_after(text, R"({"type":")");
    if (type == "l2update") return into<coinbase::l2update<price>>(text, to);
    if (type == "ticker") return into<coinbase::ticker<price>>(text, to);
    if (type == "match") return into<coinbase::match<price, false>>(text, to);
    if (type == "snapshot") return into<coinbase::snapshot<price>>(text, to);
    if (type == "last_match") return into<coinbase::match<price, true>>(text, to);
    return type == "subscriptions" && into<coinbase::subscriptions>(text, to);
  }

  bool read(std::string_view text, binance_double& to) {
    const std::size_t data = text.find("\"data\":");
    if (data == std::string_view::npos) return false;
    const std::string_view type = quoted_after(text.substr(data), R"("data":{"e":")");
    if (type == "depthUpdate") return event<binance::depth_update<price>>(text, to);
    if (type == "bookTicker") return event<binance::book_ticker<price>>(text, to);
    if (type == "aggTrade") return event<binance::agg_trade<price>>(text, to);
    return type == "kline" && event<binance::kline<price>>(text, to);
  }

  bool read(std::string_view text, bitmex_double& to) {
    const std::string_view table = quoted_after(text, R"({"table":")");
    if (table == "orderBookL2") return rows<bitmex::order_book_row<double>>(text, to);
    if (table == "quote") return rows<bitmex::quote_row<double>>(text, to);
    if (table == "trade") return rows<bitmex::trade_row<double>>(text, to);
    if (text.starts_with(R"({"success":)")) return into<bitmex::subscribed>(text, to);
    return text.starts_with(R"({"info":)") && into<bitmex::welcome>(text, to);
  }

  bool read(std::string_view text, kraken_double& to) {
    if (text.starts_with('[')) {
      auto& v = alternative<kraken::book<price>>(to);
      clear(v.first), clear(v.second);
      kraken_one one{&v.channel, &v.first, &v.name, &v.pair};
      if (glaze_read<lenient>(text, one, context_)) return true;
      clear(v.first);
      kraken_two two{&v.channel, &v.first, &v.second, &v.name, &v.pair};
      return glaze_read<lenient>(text, two, context_);
    }
    constexpr std::string_view key = R"("event":")";
    const std::size_t event = text.find(key);
    if (event == std::string_view::npos) return false;
    const std::string_view type = quoted_after(text.substr(event), key);
    if (type == "heartbeat") return into<kraken::heartbeat>(text, to);
    if (type == "subscriptionStatus") return into<kraken::subscription_status>(text, to);
    return type == "systemStatus" && into<kraken::system_status>(text, to);
  }

 private:
  template <class T, class Variant>
  bool into(std::string_view text, Variant& to) {
    return glaze_read<lenient>(text, alternative<T>(to), context_);
  }
  template <class Event>
  bool event(std::string_view text, binance_double& to) {
    binance_envelope<Event> envelope{&to.stream, &alternative<Event>(to.data)};
    return glaze_read<lenient>(text, envelope, context_);
  }
  template <class Row>
  bool rows(std::string_view text, bitmex_double& to) {
    auto& v = alternative<bitmex::table<Row>>(to);
    v.data.clear();
    v.keys.clear();
    v.types = {};
    v.foreignKeys = {};
    v.attributes = {};
    v.filter = {};
    return glaze_read<lenient>(text, v, context_);
  }
  static void clear(kraken::book_side<price>& side) {
    side.as.clear(), side.bs.clear(), side.a.clear(), side.b.clear();
    side.c = 0;
  }

  glz::context context_;
};

}  // namespace

void add_glaze_feeds() { add_feeds<glaze_feeds_library>(); }

}  // namespace bench
