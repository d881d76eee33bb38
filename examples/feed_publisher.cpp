// feed_publisher CHANNEL FILE.ndjson: binds each line that is a trade to a struct and publishes it.
// Start it before or after feed_consumer, kill and restart either at any time.
#include <hushring/hushring.hpp>

#include <cstdio>
#include <fstream>
#include <string>

#include "trade.hpp"

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: feed_publisher CHANNEL FILE.ndjson\n"), 2;

  auto channel = hushring::channel::open_or_create(argv[1]);  // a queue of 4 MB
  if (!channel) return std::fprintf(stderr, "channel: %s\n", hushring::describe(channel.error().code).data()), 1;
  auto feed = hushring::producer<trade>::attach(*channel);
  if (!feed) return std::fprintf(stderr, "producer: %s\n", hushring::describe(feed.error().code).data()), 1;

  std::ifstream file(argv[2]);
  if (!file) return std::fprintf(stderr, "cannot read %s\n", argv[2]), 1;
  hushring::reader reader;  // keeps what views of escaped strings point to
  trade t;
  unsigned long sent = 0;
  for (std::string line; std::getline(file, line);) {
    if (auto bound = reader.read_into(line, t); !bound) {
      const hushring::error e = bound.error();
      std::fprintf(stderr, "%s at byte %llu of: %s\n", hushring::describe(e.code).data(),
                   static_cast<unsigned long long>(e.offset), line.c_str());
      continue;
    }
    if (t.type != "match" && t.type != "last_match") continue;
    // The struct is written straight into shared memory. A full queue waits for its consumer, asleep.
    if (feed->publish(t, hushring::spin_sleep{}) == hushring::publish_status::ok) ++sent;
  }
  std::printf("%lu trades sent\n", sent);
}
