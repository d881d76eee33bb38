#include "feed_source.hpp"

#include <array>
#include <cstdarg>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace demo {
namespace {

void split(feed& f) {
  for (std::size_t at = 0; at < f.text.size();) {
    const std::size_t end = std::min(f.text.find('\n', at), f.text.size());
    if (end > at) f.lines.emplace_back(f.text.data() + at, end - at);
    at = end + 1;
  }
}

class random_numbers {
 public:
  explicit random_numbers(std::uint64_t seed) noexcept : state_(seed) {}
  std::uint64_t below(std::uint64_t bound) noexcept {  // SplitMix64
    state_ += 0x9E37'79B9'7F4A'7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9u;
    z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBu;
    return (z ^ (z >> 31)) % bound;
  }

 private:
  std::uint64_t state_;
};

[[gnu::format(printf, 2, 3)]] void append(std::string& to, const char* format, ...) {
  std::array<char, 512> buffer;
  va_list arguments;
  va_start(arguments, format);
  const int size = std::vsnprintf(buffer.data(), buffer.size(), format, arguments);
  va_end(arguments);
  to.append(buffer.data(), static_cast<std::size_t>(size));
}

struct product {
  const char* name;
  std::uint64_t price;  // in ticks
  int decimals;
};
constexpr std::array<product, 6> products{{{"BTC-USD", 6'012'345, 2},
                                           {"ETH-USD", 231'215, 2},
                                           {"BAND-GBP", 147'775, 4},
                                           {"YFI-BTC", 8'123, 4},
                                           {"SKL-USD", 7'910, 4},
                                           {"DASH-BTC", 53'210, 7}}};

std::string price_text(std::uint64_t ticks, int decimals) {
  std::uint64_t unit = 1;
  for (int i = 0; i < decimals; ++i) unit *= 10;
  std::string text;
  append(text, "%llu.%0*llu", static_cast<unsigned long long>(ticks / unit), decimals,
         static_cast<unsigned long long>(ticks % unit));
  return text;
}

}  // namespace

feed load(const std::vector<std::string>& files) {
  feed f;
  for (const std::string& name : files) {
    std::ifstream in(name, std::ios::binary);
    std::ostringstream all;
    if (!in || !(all << in.rdbuf())) throw std::runtime_error("cannot read " + name);
    f.text += all.str();
    if (!f.text.empty() && f.text.back() != '\n') f.text += '\n';
  }
  split(f);
  return f;
}

feed generate(std::uint64_t seed, std::size_t lines) {
  feed f;
  random_numbers random(seed);
  std::array<std::uint64_t, products.size()> middle;
  const auto size_text = [&] { return price_text(1 + random.below(999'999), 4); };

  std::size_t written = 0;
  for (std::size_t i = 0; i < products.size(); ++i, ++written) {
    const product& p = products[i];
    middle[i] = p.price;
    append(f.text, R"({"type":"snapshot","product_id":"%s")", p.name);
    for (const bool asks : {true, false}) {
      f.text += asks ? R"(,"asks":[)" : R"(,"bids":[)";
      for (std::uint64_t l = 1; l <= 400; ++l) {
        const std::string at = price_text(asks ? p.price + l : p.price - l, p.decimals);
        append(f.text, R"(%s["%s","%s"])", l == 1 ? "" : ",", at.c_str(), size_text().c_str());
      }
      f.text += ']';
    }
    f.text += "}\n";
  }

  std::uint64_t sequence = 177'100'000, trade_id = 280'000, micros = 0;
  for (; written < lines; ++written) {
    const std::size_t i = random.below(products.size());
    const product& p = products[i];
    micros += random.below(400);
    std::string time;
    append(time, "2021-04-17T16:%02u:%02u.%06uZ", static_cast<unsigned>(micros / 60'000'000 % 60),
           static_cast<unsigned>(micros / 1'000'000 % 60), static_cast<unsigned>(micros % 1'000'000));
    const bool sell = random.below(2) == 0;
    const char* const side = sell ? "sell" : "buy";
    const std::uint64_t away = 1 + random.below(40);
    const std::string price = price_text(sell ? middle[i] + away : middle[i] - away, p.decimals);
    const std::uint64_t pick = random.below(100);
    if (pick < 94) {
      const std::string size = random.below(4) == 0 ? "0.00000000" : size_text();
      append(f.text, R"({"type":"l2update","product_id":"%s","changes":[["%s","%s","%s"]],"time":"%s"})", p.name, side,
             price.c_str(), size.c_str(), time.c_str());
    } else if (pick < 98) {
      middle[i] += random.below(3);
      middle[i] -= random.below(3);
      append(f.text,
             R"({"type":"match","trade_id":%llu,"maker_order_id":"2a0da34e-61f7-4c36-88e5-%012llx",)"
             R"("taker_order_id":"3c82abaa-c01e-4608-be59-%012llx","side":"%s","size":"%s","price":"%s",)"
             R"("product_id":"%s","sequence":%llu,"time":"%s"})",
             static_cast<unsigned long long>(trade_id++), static_cast<unsigned long long>(random.below(1ull << 48)),
             static_cast<unsigned long long>(random.below(1ull << 48)), side, size_text().c_str(), price.c_str(),
             p.name, static_cast<unsigned long long>(sequence++), time.c_str());
    } else {
      append(f.text,
             R"({"type":"ticker","sequence":%llu,"product_id":"%s","price":"%s","best_bid":"%s","best_ask":"%s",)"
             R"("side":"%s","time":"%s","trade_id":%llu,"last_size":"%s"})",
             static_cast<unsigned long long>(sequence++), p.name, price.c_str(),
             price_text(middle[i] - 1, p.decimals).c_str(), price_text(middle[i] + 1, p.decimals).c_str(), side,
             time.c_str(), static_cast<unsigned long long>(trade_id), size_text().c_str());
    }
    f.text += '\n';
  }
  split(f);
  return f;
}

}  // namespace demo
