// feed_consumer CHANNEL: receives the trades of feed_publisher and reads them where they lie, in shared memory.
// Ends when nothing came for two seconds.
#include <hushring/hushring.hpp>

#include <chrono>
#include <cstdio>

#include "trade.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: feed_consumer CHANNEL\n"), 2;

  auto channel = hushring::channel::open_or_create(argv[1]);
  if (!channel) return std::fprintf(stderr, "channel: %s\n", hushring::describe(channel.error().code).data()), 1;
  auto trades = hushring::strict_consumer<trade>::attach(*channel);
  if (!trades) return std::fprintf(stderr, "consumer: %s\n", hushring::describe(trades.error().code).data()), 1;

  unsigned long received = 0;
  double turnover = 0;
  while (const auto m = trades->receive(hushring::spin_sleep{}, std::chrono::seconds(2))) {
    const auto t = m.read();  // views in *t point into the message, which m holds
    if (!t) {
      std::fprintf(stderr, "message %llu: %s\n", static_cast<unsigned long long>(m.sequence()),
                   hushring::describe(t.error().code).data());
      continue;
    }
    ++received;
    turnover += t->price * t->size;
    std::printf("%.*s %.*s %g x %g\n", static_cast<int>(t->symbol.size()), t->symbol.data(),
                static_cast<int>(t->side.size()), t->side.data(), double{t->size}, double{t->price});
  }
  std::printf("%lu trades received, turnover %.2f\n", received, turnover);
}
