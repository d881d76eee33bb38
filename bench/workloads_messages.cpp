// Single messages as exchanges send them.
#include "workload_tools.hpp"

namespace bench {
namespace {

constexpr std::size_t messages = 20'000;
// fewer of the long ones: a message just received is in the cache, 20 MB of them are not
constexpr std::size_t long_messages = 1'000;

constexpr std::array<std::string_view, 8> symbols{"BTCUSDT", "ETHUSDT", "SOLUSDT", "LINKUSDT",
                                                  "XRPUSDT", "ETHBTC",  "LTCUSDT", "ADAUSDT"};

workload<trade> make_trades() {
  workload<trade> work{.name = "trade"};
  random_numbers random(1);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < messages; ++i) {
    const std::string_view symbol = symbols[random.below(symbols.size())];
    const decimal price{random.between(1'000'00, 99'999'99), 2};
    const decimal qty{random.between(1, 9'999), 3};
    texts.push_back(join(R"({"symbol":")", symbol, R"(","price":)", price.text(), R"(,"qty":)", qty.text(), "}"));
    work.values.push_back({symbol, price.value(), qty.value()});
  }
  finish(work, texts);
  return work;
}

template <class Decimal>
workload<basic_agg_trade<Decimal>> make_agg_trades(std::string name) {
  workload<basic_agg_trade<Decimal>> work{.name = std::move(name)};
  random_numbers random(2);
  std::vector<std::string> texts;
  std::int64_t time = 1'626'992'741'000, id = 165'992'920, first = 239'613'220;
  for (std::size_t i = 0; i < messages; ++i) {
    time += random.between(0, 40);
    const std::int64_t last = first + random.between(0, 5);
    const std::string_view symbol = symbols[random.below(symbols.size())];
    const decimal price{random.between(1'000, 9'999'99) * 1'000'000, 8};
    const decimal qty{random.between(1, 99'999), 3};
    const bool maker = random.below(2) == 0;
    const std::string_view p = keep(work, price.text()), q = keep(work, qty.text());

    basic_agg_trade<Decimal> value{.e = "aggTrade", .E = time + 3, .s = symbol, .a = id++, .f = first, .l = last,
                                   .T = time, .m = maker, .M = true};
    bind(value.p, price, p);
    bind(value.q, qty, q);
    texts.push_back(join(R"({"e":"aggTrade","E":)", value.E, R"(,"s":")", symbol, R"(","a":)", value.a, R"(,"p":")", p,
                         R"(","q":")", q, R"(","f":)", first, R"(,"l":)", last, R"(,"T":)", time, R"(,"m":)",
                         spelled(maker), R"(,"M":true})"));
    work.values.push_back(value);
    first = last + 1;
  }
  finish(work, texts);
  return work;
}

template <class Decimal>
workload<basic_depth<Decimal>> make_depths(std::string name) {
  constexpr std::int64_t levels = 20;
  workload<basic_depth<Decimal>> work{.name = std::move(name)};
  random_numbers random(3);
  std::vector<std::string> texts;
  std::int64_t time = 1'626'992'741'000, update = 600'859'599'090;
  for (std::size_t i = 0; i < long_messages; ++i) {
    time += 100;
    const std::int64_t first = update, last = update + random.between(1, 2'000);
    const std::string_view symbol = symbols[random.below(symbols.size())];
    basic_depth<Decimal> value{.e = "depthUpdate", .E = time, .s = symbol, .U = first, .u = last, .b = {}, .a = {}};
    std::string text = join(R"({"e":"depthUpdate","E":)", time, R"(,"s":")", symbol, R"(","U":)", first, R"(,"u":)",
                            last);
    const std::int64_t middle = random.between(10'000'00, 99'000'00);
    for (const bool bids : {true, false}) {
      text += bids ? R"(,"b":[)" : R"(,"a":[)";
      for (std::int64_t level = 1; level <= levels; ++level) {
        const decimal price{bids ? middle - level * random.between(1, 9) : middle + level * random.between(1, 9), 2};
        const decimal qty{random.between(1, 99'999), 4};
        const std::string_view p = keep(work, price.text()), q = keep(work, qty.text());
        auto& entry = (bids ? value.b : value.a).emplace_back();
        bind(entry[0], price, p);
        bind(entry[1], qty, q);
        append(text, level == 1 ? R"([")" : R"(,[")", p, R"(",")", q, R"("])");
      }
      text += ']';
    }
    text += '}';
    texts.push_back(std::move(text));
    work.values.push_back(std::move(value));
    update = last + 1;
  }
  finish(work, texts);
  return work;
}

}  // namespace

const workload<trade>& trades() {
  static const auto work = make_trades();
  return work;
}
const workload<agg_trade>& agg_trades() {
  static const auto work = make_agg_trades<std::string_view>("agg_trade");
  return work;
}
const workload<agg_trade_double>& agg_trades_double() {
  static const auto work = make_agg_trades<hushring::quoted<double>>("agg_trade_double");
  return work;
}
const workload<depth>& depths() {
  static const auto work = make_depths<std::string_view>("depth");
  return work;
}
const workload<depth_double>& depths_double() {
  static const auto work = make_depths<hushring::quoted<double>>("depth_double");
  return work;
}

}  // namespace bench
