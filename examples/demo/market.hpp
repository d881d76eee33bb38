// What the demo publishes: one struct for each kind of market event, whatever exchange it came from.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

namespace demo {

/// The number that a message carries beside its text, so that a consumer knows which struct to read.
enum class kind : unsigned { trade = 1, book_update = 2, quote = 3, other = 4, end_of_phase = 63 };
inline constexpr std::size_t kinds = 5;  // 0 is unused

struct trade {
  std::string_view symbol;
  std::string_view side;
  double price = 0;
  double size = 0;
  std::int64_t id = 0;
};

using level = std::array<double, 2>;  // price and size; size 0 removes the level

struct book_update {
  std::string_view symbol;
  bool snapshot = false;  // the whole book, not a change
  std::vector<level> bids;
  std::vector<level> asks;
};

struct quote {
  std::string_view symbol;
  double bid = 0;
  double bid_size = 0;
  double ask = 0;
  double ask_size = 0;
};

/// Anything that has neither prices nor trades: candles, answers to a subscription.
struct other {
  std::string_view event;
  std::string_view symbol;
};

/// A number for everything that a struct holds. The sum over all messages does not depend on their order, so both ends
/// of the channel and an independent reader of the file can compare theirs.
class fingerprint {
 public:
  void add(std::uint64_t word) noexcept {
    value_ = (value_ ^ word) * 0x9E37'79B9'7F4A'7C15u;
    value_ ^= value_ >> 29;
  }
  void add(std::string_view text) noexcept {
    for (const char c : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
    add(static_cast<std::uint64_t>(text.size()));
  }
  void add(double number) noexcept { add(std::bit_cast<std::uint64_t>(number)); }
  void add(const std::vector<level>& levels) noexcept {
    for (const level& l : levels) add(l[0]), add(l[1]);
    add(static_cast<std::uint64_t>(levels.size()));
  }
  [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0;
};

inline std::uint64_t fingerprint_of(const trade& t) noexcept {
  fingerprint f;
  f.add(t.symbol), f.add(t.side), f.add(t.price), f.add(t.size), f.add(static_cast<std::uint64_t>(t.id));
  return f.value();
}
inline std::uint64_t fingerprint_of(const book_update& b) noexcept {
  fingerprint f;
  f.add(b.symbol), f.add(static_cast<std::uint64_t>(b.snapshot)), f.add(b.bids), f.add(b.asks);
  return f.value();
}
inline std::uint64_t fingerprint_of(const quote& q) noexcept {
  fingerprint f;
  f.add(q.symbol), f.add(q.bid), f.add(q.bid_size), f.add(q.ask), f.add(q.ask_size);
  return f.value();
}
inline std::uint64_t fingerprint_of(const other& o) noexcept {
  fingerprint f;
  f.add(o.event), f.add(o.symbol);
  return f.value();
}

}  // namespace demo
