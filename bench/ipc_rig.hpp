// Two processes on two cores, and what is measured between them: the raw hop of a cache line, the latency of messages
// (half a round trip) and their rate. A design is a class with
//   static constexpr std::string_view name;
//   explicit Design(std::size_t bytes)              creates what both processes use; before the fork
//   void attach(side)                               in each process: opens its ends, touches all of their memory
//   void forget_names()                             once both are attached: nothing stays behind, whoever is killed
//   void send(const char* payload)                  `bytes` of them, again and again while there is no room
//   template <class F> void receive(F&& use)        waits for a message and calls use(const char*, std::size_t)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ticks.hpp"

namespace bench {

enum class side { near, far };  // near measures; far answers

/// True when the two processes must share a core: then everything yields while it waits, and figures mean little.
extern bool one_core;
void give_way() noexcept;
inline void look_again() noexcept {
  if (one_core) [[unlikely]] give_way();
}

struct plan {
  int near_core = 0, far_core = 1;
  std::uint64_t round_trips = 20'000;
  std::uint64_t streamed = 200'000;  // at most; large messages stream fewer
  int rounds = 7;
};

/// What one fork of two processes measured, in nanoseconds.
struct measurement {
  double p50 = 0, p99 = 0, raw = 0, messages_per_s = 0;
};

/// Memory that near and far share beside the design under test.
struct meeting_point;

/// A message's content: a fixed pattern whose first word is its number.
class payload {
 public:
  explicit payload(std::size_t bytes);
  /// The message of this number; valid until the next call.
  const char* numbered(std::uint64_t number) noexcept;
  /// Reads every byte; false when anything differs from what numbered(number) gave.
  bool right(const char* data, std::size_t size, std::uint64_t number) const noexcept;

 private:
  static std::uint64_t sum(const char* data, std::size_t size) noexcept;
  std::vector<char> bytes_;
  std::uint64_t sum_of_rest_ = 0;
};

/// Runs `near` in this process and `far` in a forked one, each on its core. Exits with a message when far fails.
meeting_point& fork_far(const plan& p, void (*far)(meeting_point&, void*), void* context);
void join_far(meeting_point& m);
/// Both have arrived at step `step`.
void meet(meeting_point& m, side s, std::uint64_t step);
/// The median of half a round trip of two lines, each written by one side only.
double raw_hop(meeting_point& m, side s, std::uint64_t round_trips);
/// The values that 50 and 99 of 100 round trips do not exceed, halved.
void percentiles(std::vector<ticks>& round_trips, measurement& to);
[[noreturn]] void fail(std::string_view what);

template <class Design>
measurement measure(const plan& p, std::size_t bytes) {
  struct context {
    const plan& p;
    std::size_t bytes;
    Design design;
  } c{p, bytes, Design(bytes)};
  const std::uint64_t warm_up = p.round_trips / 10;
  const std::uint64_t streamed = p.streamed / (1 + bytes / 512);

  // What each side does comes in pairs: the n-th meet() of one is the n-th of the other.
  meeting_point& m = fork_far(
      p,
      [](meeting_point& point, void* raw) {
        context& far = *static_cast<context*>(raw);
        const std::uint64_t trips = far.p.round_trips / 10 + far.p.round_trips;
        payload expected(far.bytes);
        far.design.attach(side::far);
        meet(point, side::far, 1);
        raw_hop(point, side::far, far.p.round_trips / 4);
        bool right = true;
        for (std::uint64_t i = 0; i < trips; ++i) {
          far.design.receive([&](const char* data, std::size_t size) { right &= expected.right(data, size, i); });
          far.design.send(expected.numbered(i));
        }
        raw_hop(point, side::far, far.p.round_trips / 4);
        meet(point, side::far, 2);
        const std::uint64_t count = far.p.streamed / (1 + far.bytes / 512);
        for (std::uint64_t i = 0; i < count; ++i) {
          far.design.receive([&](const char* data, std::size_t size) { right &= expected.right(data, size, i); });
        }
        meet(point, side::far, 3);
        if (!right) fail("the far side received something else than was sent");
      },
      &c);

  measurement result;
  payload message(bytes);
  std::vector<ticks> round_trips(p.round_trips);
  c.design.attach(side::near);
  meet(m, side::near, 1);
  c.design.forget_names();
  const double raw_before = raw_hop(m, side::near, p.round_trips / 4);
  bool right = true;
  ticks last = 0;
  for (std::uint64_t i = 0; i < warm_up + p.round_trips; ++i) {
    c.design.send(message.numbered(i));
    c.design.receive([&](const char* data, std::size_t size) { right &= message.right(data, size, i); });
    const ticks t = now();
    if (i >= warm_up) round_trips[i - warm_up] = t - last;
    last = t;
  }
  const double raw_after = raw_hop(m, side::near, p.round_trips / 4);
  result.raw = (raw_before + raw_after) / 2;
  percentiles(round_trips, result);

  meet(m, side::near, 2);
  const ticks start = now();
  for (std::uint64_t i = 0; i < streamed; ++i) c.design.send(message.numbered(i));
  meet(m, side::near, 3);
  result.messages_per_s = static_cast<double>(streamed) / (static_cast<double>(now() - start) * ns_a_tick()) * 1e9;
  if (!right) fail("the near side received something else than was sent");
  join_far(m);
  return result;
}

}  // namespace bench
