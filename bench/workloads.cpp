#include "workloads.hpp"


#include "checksum.hpp"

namespace bench {
namespace {

constexpr std::size_t messages = 20'000;
// fewer of the long ones: a message just received is in the cache, 20 MB of them are not
constexpr std::size_t long_messages = 1'000;
constexpr std::size_t readable_behind = 64;

/// SplitMix64: the standard's distributions differ between libraries, this does not.
class random_numbers {
 public:
  explicit random_numbers(std::uint64_t seed) noexcept : state_(seed) {}
  std::uint64_t below(std::uint64_t bound) noexcept {
    state_ += 0x9E37'79B9'7F4A'7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9u;
    z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBu;
    return (z ^ (z >> 31)) % bound;
  }
  std::int64_t between(std::int64_t low, std::int64_t high) noexcept {
    return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low + 1)));
  }

 private:
  std::uint64_t state_;
};

/// `units` divided by 10^decimals. Both are below 2^53 and 10^22, so one division rounds correctly.
struct decimal {
  std::int64_t units;
  int decimals;

  std::string text() const {
    std::string digits = std::to_string(units);
    const auto wanted = static_cast<std::size_t>(decimals) + 1;
    if (digits.size() < wanted) digits.insert(0, wanted - digits.size(), '0');
    if (decimals > 0) digits.insert(digits.end() - decimals, '.');
    return digits;
  }
  double value() const {
    double power = 1;
    for (int i = 0; i < decimals; ++i) power *= 10;
    return static_cast<double>(units) / power;
  }
};

template <class T>
std::string_view keep(workload<T>& work, std::string_view text) {
  // one behind the other, as the strings of a message lie
  constexpr std::size_t chunk = 1 << 20;
  if (work.pool.empty() || work.pool.back().size() + text.size() > chunk) work.pool.emplace_back().reserve(chunk);
  std::string& last = work.pool.back();
  last += text;
  return {last.data() + last.size() - text.size(), text.size()};
}
/// Appends texts and integers, one behind another.
template <class... Parts>
void append(std::string& to, const Parts&... parts) {
  const auto one = [&to](const auto& part) {
    if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(part)>>) to.append(std::to_string(part));
    else to.append(std::string_view(part));
  };
  (one(parts), ...);
}
template <class... Parts>
std::string join(const Parts&... parts) {
  std::string out;
  append(out, parts...);
  return out;
}
std::string_view spelled(bool value) { return value ? "true" : "false"; }
void bind(std::string_view& to, const decimal&, std::string_view text) { to = text; }
void bind(hushring::quoted<double>& to, const decimal& from, std::string_view) { to = from.value(); }

/// Joins `texts` into `work.bytes` and takes the checksums of `work.values`.
template <class T>
void finish(workload<T>& work, const std::vector<std::string>& texts) {
  std::size_t size = 0;
  for (const std::string& text : texts) size += text.size();
  work.bytes.reserve(size + readable_behind);
  for (const std::string& text : texts) work.bytes += text;
  work.bytes.append(readable_behind, '\0');

  const char* at = work.bytes.data();
  for (const std::string& text : texts) work.texts.emplace_back(at, text.size()), at += text.size();
  for (const T& value : work.values) work.checksums.push_back(checksum(value));
}

workload<employees> uniform(std::string name, std::int64_t count) {
  workload<employees> work{.name = std::move(name), .records = static_cast<std::size_t>(count)};
  employees& all = work.values.emplace_back();
  std::string text = "[";
  for (std::int64_t i = 0; i < count; ++i) {
    append(text, i == 0 ? R"({"id":)" : R"(,{"id":)", i,
           R"(,"is_active":true,"balance":123.45,"address":{"city":"Warsaw","zip":10001},)"
           R"("tags":["dev","backend"],"scores":[98,87,100]})");
    all.push_back({i, true, 123.45, {"Warsaw", 10001}, {"dev", "backend"}, {98, 87, 100}});
  }
  text += ']';
  finish(work, {text});
  return work;
}

/// Three orders of members, each with another member that the struct does not have; some values empty or null.
workload<employees> chaos(std::int64_t count) {
  workload<employees> work{.name = "chaos_100k", .records = static_cast<std::size_t>(count)};
  employees& all = work.values.emplace_back();
  std::string text = "[";
  for (std::int64_t i = 0; i < count; ++i) {
    std::string city, city_text;
    if (i % 17 != 0 && i < 100) {
      city = join("\"Warsaw\"_\"", i, "\"");
      city_text = join(R"(\"Warsaw\"_\")", i, R"(\")");
    } else if (i % 17 != 0) {
      city = city_text = join("Warsaw_", i % 100);
    }
    const decimal balance{i * 115, 2};
    employee e{i, i % 2 == 0, i % 13 == 0 ? 0.0 : balance.value(), {keep(work, city), 10'000 + i}, {}, {}};
    if (i % 7 != 0) e.tags = {"go", "json", "feeds"};
    if (i % 11 != 0) e.scores = {i % 10, i % 1000, i % 50};

    const std::string id = join(R"("id":)", i);
    const std::string active = join(R"("is_active":)", spelled(e.is_active));
    const std::string money = join(R"("balance":)", i % 13 == 0 ? "null" : balance.text());
    const std::string zip = join(R"("zip":)", e.address.zip);
    const std::string town = join(R"("city":")", city_text, "\"");
    const std::string tags = join(R"("tags":)", i % 7 == 0 ? "[]" : R"(["go","json","feeds"])");
    const std::string scores = i % 11 == 0 ? R"("scores":[])"
                                           : join(R"("scores":[)", i % 10, ",", i % 1000, ",", i % 50, "]");
    if (i > 0) text += ",\n";
    if (i % 3 == 0) {
      append(text, "{", id, ",", active, ",", money, R"(,"address":{)", town, ",", zip, R"(},"extra":[1,2.5,{"k":0}],)",
             tags, ",", scores, "}");
    } else if (i % 3 == 1) {
      append(text, "{", tags, ",", scores, R"(,"origin":{"source":"feed","version":2},)", money, R"(,"address":{)", zip,
             ",", town, "},", active, ",", id, "}");
    } else {
      append(text, R"({"address":{)", town, ",", zip, "},", id, R"(,"comment":null,)", scores, ",", active, ",", tags,
             ",", money, "}");
    }
    all.push_back(std::move(e));
  }
  text += ']';
  finish(work, {text});
  return work;
}

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

const workload<employees>& chaos_100k() {
  static const auto work = chaos(100'000);
  return work;
}
const workload<employees>& uniform_5() {
  static const auto work = uniform("uniform_5", 5);
  return work;
}
const workload<employees>& uniform_1000() {
  static const auto work = uniform("uniform_1000", 1'000);
  return work;
}
const workload<employees>& uniform_100k() {
  static const auto work = uniform("uniform_100k", 100'000);
  return work;
}
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
