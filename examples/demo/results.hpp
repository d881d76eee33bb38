// What the processes of the demo tell each other beside the channel: counters that the coordinator shows and compares.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

#include "market.hpp"

namespace demo {

enum phase : std::size_t { full_speed, paced, phases };
inline constexpr std::size_t consumers = 3;

/// Counts of durations in nanoseconds: exact below 64, within 1.6 % above.
class histogram {
 public:
  void add(std::uint64_t ns) noexcept {
    counts_[bucket(ns)]++;
    largest_ = std::max(largest_, ns);
    ++total_;
  }
  /// The duration that `share` of all did not exceed.
  [[nodiscard]] std::uint64_t at(double share) const noexcept {
    const auto wanted = static_cast<std::uint64_t>(share * static_cast<double>(total_));
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      seen += counts_[i];
      if (seen > wanted) return std::min(upper_end(i), largest_);
    }
    return largest_;
  }
  [[nodiscard]] std::uint64_t largest() const noexcept { return largest_; }

 private:
  static constexpr int bits = 6;  // of precision
  static std::size_t bucket(std::uint64_t ns) noexcept {
    const int shift = std::max(0, static_cast<int>(std::bit_width(ns)) - bits - 1);
    return (static_cast<std::size_t>(shift) << bits) + static_cast<std::size_t>(ns >> shift);
  }
  static std::uint64_t upper_end(std::size_t i) noexcept {
    const std::size_t shift = i < (2u << bits) ? 0 : (i >> bits) - 1;
    return ((static_cast<std::uint64_t>(i - (shift << bits)) + 1) << shift) - 1;
  }

  std::array<std::uint32_t, (64 - bits + 1) << bits> counts_{};
  std::uint64_t largest_ = 0;
  std::uint64_t total_ = 0;
};

/// What one process counted in one phase. Written by that process only; read by others once it says that it is done.
struct tally {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  std::uint64_t lost = 0;
  std::uint64_t misread = 0;
  std::uint64_t fingerprints = 0;  // sum over what was bound
  std::array<std::uint64_t, kinds> by_kind{};
  std::uint64_t first_ns = 0, last_ns = 0;  // on the monotonic clock
  histogram latency;                        // the publisher: how far behind its schedule it published
};

struct participant {
  std::array<tally, phases> of;
  alignas(128) std::atomic<std::uint64_t> messages{0};  // so far, for the progress line
  std::atomic<std::uint32_t> phases_done{0};
};

/// Lives in memory that all processes of the demo share.
struct results {
  participant publisher;
  std::array<participant, consumers> consumer;
  alignas(128) std::atomic<std::uint32_t> attached{0};  // of publisher and consumers
  std::atomic<bool> go{false};
  std::atomic<std::uint64_t> books{0};  // symbols with a top of book
};

}  // namespace demo
