// The processes of the demo. Each runs in a fork of its own and opens the channel by its name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "feed_source.hpp"
#include "results.hpp"

namespace demo {

enum class waiting { spin_yield, spin_sleep, sleep };

struct settings {
  std::string channel;
  std::vector<std::string> inputs;
  std::array<std::uint64_t, phases> messages{400'000, 250'000};  // at least; whole passes over the feed
  std::uint64_t rate = 50'000;                                   // messages a second in the paced phase
  waiting wait = waiting::spin_yield;  // more processes than cores is the usual case here
};

/// Which of the consumers a process is.
enum role : std::size_t {
  book_keeper,  // binds every message and keeps the best bid and ask of each symbol
  counter,      // counts messages by kind
  stopwatch,    // only measures
};
inline constexpr const char* role_names[consumers] = {"book keeper", "counter", "stopwatch"};

/// Binds the feed's lines and publishes what they say: at full speed, then paced. Returns an exit code.
int run_publisher(const settings& s, const feed& f, results& r);
/// Receives until the last phase ends. Returns an exit code.
int run_consumer(const settings& s, role which, results& r);

/// Half a round trip of a cache line between two processes on two cores, in nanoseconds; 0 with one core only.
double raw_hop();

/// CLOCK_MONOTONIC, as in the stamps of messages.
std::uint64_t monotonic_now() noexcept;

}  // namespace demo
