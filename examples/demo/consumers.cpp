#include <cstdio>
#include <map>
#include <string>
#include <unordered_map>

#include <hushring/ipc/channel.hpp>
#include <hushring/ipc/consumer.hpp>

#include "processes.hpp"

namespace demo {
namespace {

/// Best bid and ask of each symbol, from books, changes of books, and quotes.
class books {
 public:
  void apply(const book_update& u) {
    book& b = of(u.symbol);
    if (u.snapshot) b.bids.clear(), b.asks.clear();
    change(b.bids, u.bids);
    change(b.asks, u.asks);
    b.best = {b.bids.empty() ? 0 : b.bids.begin()->first, b.asks.empty() ? 0 : b.asks.begin()->first};
  }
  void apply(const quote& q) { of(q.symbol).best = {q.bid, q.ask}; }
  void apply(const trade& t) { of(t.symbol).last_trade = t.price; }
  [[nodiscard]] std::size_t size() const { return of_.size(); }

 private:
  struct best {
    double bid = 0, ask = 0;
  };
  struct book {
    std::map<double, double, std::greater<>> bids;
    std::map<double, double> asks;
    books::best best;
    double last_trade = 0;
  };
  struct text_hash : std::hash<std::string_view> {
    using is_transparent = void;
  };

  book& of(std::string_view symbol) {
    const auto found = of_.find(symbol);
    return found != of_.end() ? found->second : of_.emplace(std::string(symbol), book{}).first->second;
  }
  static void change(auto& side, const std::vector<level>& levels) {
    for (const auto& [price, size] : levels) {
      if (size == 0) side.erase(price);
      else side.insert_or_assign(price, size);
    }
  }

  std::unordered_map<std::string, book, text_hash, std::equal_to<>> of_;
};

/// Binds a message in place to the struct that its number names.
class binder {
 public:
  /// False when the message is not what it says.
  bool bind(const hushring::message& m, tally& t) {
    switch (static_cast<kind>(m.type())) {
      case kind::trade: return read(m, trade_, t) && (books_.apply(trade_), true);
      case kind::book_update: return read(m, update_, t) && (books_.apply(update_), true);
      case kind::quote: return read(m, quote_, t) && (books_.apply(quote_), true);
      case kind::other: return read(m, other_, t);
      default: return false;
    }
  }
  [[nodiscard]] std::size_t symbols() const { return books_.size(); }

 private:
  template <class T>
  static bool read(const hushring::message& m, T& to, tally& t) {
    if (!m.read_into<hushring::strict>(to)) return false;
    t.fingerprints += fingerprint_of(to);
    return true;
  }

  // Kept, so that their vectors keep their memory.
  trade trade_;
  book_update update_;
  quote quote_;
  other other_;
  books books_;
};

template <class Wait>
int consume(const settings& s, role which, results& r, const Wait& wait) {
  auto channel = hushring::channel::open(s.channel);
  if (!channel) return 1;
  auto consumer = hushring::consumer<>::attach(*channel, {.reliable = true, .name = role_names[which]});
  if (!consumer) return 1;
  r.attached.fetch_add(1);

  participant& me = r.consumer[which];
  binder bind;
  for (std::size_t p = 0; p < phases;) {
    tally& t = me.of[p];
    const auto m = consumer->receive(wait);
    const std::uint64_t now = monotonic_now();
    if (!m) {
      if (m.state() == hushring::receive_state::new_epoch) continue;  // the publisher attached after us
      if (m.state() != hushring::receive_state::lost) {
        std::fprintf(stderr, "demo: the %s can receive no more (state %d)\n", role_names[which],
                     static_cast<int>(m.state()));
        return 1;
      }
      t.lost += m.lost();
      continue;
    }
    if (m.type() == static_cast<unsigned>(kind::end_of_phase)) {
      if (which == book_keeper) r.books.store(bind.symbols());
      me.phases_done.store(static_cast<std::uint32_t>(++p));
      continue;
    }
    if (t.messages == 0) t.first_ns = now;
    t.last_ns = now;
    t.latency.add(now - m.stamp());
    t.bytes += m.size();
    ++t.messages;
    if (m.type() < kinds) ++t.by_kind[m.type()];
    if (which == book_keeper && !bind.bind(m, t)) ++t.misread;
    // relaxed: a figure for the progress line
    me.messages.fetch_add(1, std::memory_order_relaxed);
  }
  return 0;
}

}  // namespace

int run_consumer(const settings& s, role which, results& r) {
  switch (s.wait) {
    case waiting::spin_yield: return consume(s, which, r, hushring::spin_yield{});
    case waiting::spin_sleep: return consume(s, which, r, hushring::spin_sleep{});
    case waiting::sleep: return consume(s, which, r, hushring::sleep{});
  }
  return 1;
}

}  // namespace demo
