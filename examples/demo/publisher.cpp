#include <sched.h>

#include <cstdio>

#include <hushring/ipc/channel.hpp>
#include <hushring/ipc/producer.hpp>

#include "feed_handler.hpp"
#include "processes.hpp"

namespace demo {
namespace {

/// Publishes structs with a number that says which one it is. While a consumer holds the channel full, it waits: this
/// is a broadcast channel with reliable consumers only, so nothing is ever lost.
class market_publisher {
 public:
  explicit market_publisher(hushring::producer<> producer) : producer_(std::move(producer)) {}

  template <class T>
  bool publish(const T& value, kind k) {
    for (;;) {
      if (auto place = producer_.claim(hushring::size_bound(value))) {
        const auto size = hushring::write(value, place.text());
        if (!size) return false;  // the destructor gives the place back
        bytes_ += *size;
        return place.commit(*size, hushring::encoding::json, static_cast<unsigned>(k)) == hushring::publish_status::ok;
      } else if (place.status() != hushring::publish_status::full) {
        return false;
      }
      sched_yield();
    }
  }
  bool end_phase() {
    while (true) {
      const auto status = producer_.publish_text("{}", static_cast<unsigned>(kind::end_of_phase));
      if (status != hushring::publish_status::full) return status == hushring::publish_status::ok;
      sched_yield();
    }
  }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  hushring::producer<> producer_;
  std::uint64_t bytes_ = 0;
};

}  // namespace

int run_publisher(const settings& s, const feed& f, results& r) {
  auto channel = hushring::channel::open(s.channel);
  if (!channel) return 1;
  auto producer = hushring::producer<>::attach(*channel, {.name = "demo publisher"});
  if (!producer) return 1;
  market_publisher market(std::move(*producer));
  feed_handler handler;
  r.attached.fetch_add(1);
  while (!r.go.load()) sched_yield();

  for (std::size_t p = 0; p < phases; ++p) {
    tally& t = r.publisher.of[p];
    const std::uint64_t before = market.bytes();
    const std::uint64_t passes = (s.messages[p] + f.lines.size() - 1) / f.lines.size();
    const double interval = p == paced ? 1e9 / static_cast<double>(s.rate) : 0;
    const std::uint64_t start = monotonic_now();
    for (std::uint64_t pass = 0; pass < passes; ++pass) {
      for (const std::string_view line : f.lines) {
        if (p == paced) {
          // The schedule never slips: a message that comes late shortens the next gap, and its lateness is reported.
          const std::uint64_t due = start + static_cast<std::uint64_t>(interval * static_cast<double>(t.messages));
          std::uint64_t now = monotonic_now();
          for (; now < due; now = monotonic_now()) sched_yield();
          t.latency.add(now - due);
        }
        bool sent = false;
        const bool bound = handler.handle(line, [&](const auto& value, kind k) {
          t.fingerprints += fingerprint_of(value);
          ++t.by_kind[static_cast<std::size_t>(k)];
          sent = market.publish(value, k);
        });
        if (!bound) {
          std::fprintf(stderr, "demo: not a message of these exchanges: %.*s\n", static_cast<int>(line.size()),
                       line.data());
          return 1;
        }
        if (!sent) {
          std::fprintf(stderr, "demo: a message could not be published\n");
          return 1;
        }
        ++t.messages;
        // relaxed: a figure for the progress line
        r.publisher.messages.fetch_add(1, std::memory_order_relaxed);
      }
    }
    t.first_ns = start;
    t.last_ns = monotonic_now();
    t.bytes = market.bytes() - before;
    if (!market.end_phase()) return 1;
    r.publisher.phases_done.store(static_cast<std::uint32_t>(p + 1));
    for (const participant& c : r.consumer) {
      while (c.phases_done.load() <= p) sched_yield();
    }
  }
  return 0;
}

}  // namespace demo
