// hushring_demo: one process replays exchange messages, binds them to structs and publishes those through shared memory
// to three processes that read them in place; first as fast as it goes, then at a steady rate. Prints rates, latencies
// and losses, and fails when anything was lost or read wrong.
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <new>
#include <stdexcept>

#include <hushring/ipc/channel.hpp>

#include "processes.hpp"

namespace {

using namespace demo;

volatile std::sig_atomic_t interrupted = 0;

struct options {
  settings run;
  std::string report, write_feed;
  std::uint64_t seed = 1, lines = 20'000, time_limit_s = 120;
};

[[noreturn]] void usage() {
  std::fprintf(stderr,
               "usage: hushring_demo [options]\n"
               "  --input FILE        lines of Coinbase's feed or Binance's streams; more than once for several files\n"
               "                      (without it: a feed made up from --seed N, --lines N)\n"
               "  --messages N        at full speed, at least (400000)\n"
               "  --paced N           at the steady rate, at least (250000)\n"
               "  --rate N            messages a second of the steady rate (50000)\n"
               "  --wait HOW          consumers: spin_yield, spin_sleep, sleep (spin_yield)\n"
               "  --time-limit S      gives up after S seconds (120)\n"
               "  --report FILE       what was counted, as JSON\n"
               "  --write-feed FILE   only write the feed\n");
  std::exit(2);
}

std::uint64_t number(std::string_view text) {
  std::uint64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc{} || end != text.data() + text.size() || n == 0) usage();
  return n;
}

options parse(int argc, char** argv) {
  options o;
  for (int i = 1; i < argc; i += 2) {
    if (i + 1 == argc) usage();
    const std::string_view name = argv[i], value = argv[i + 1];
    if (name == "--input") o.run.inputs.emplace_back(value);
    else if (name == "--messages") o.run.messages[full_speed] = number(value);
    else if (name == "--paced") o.run.messages[paced] = number(value);
    else if (name == "--rate") o.run.rate = number(value);
    else if (name == "--seed") o.seed = number(value);
    else if (name == "--lines") o.lines = number(value);
    else if (name == "--time-limit") o.time_limit_s = number(value);
    else if (name == "--report") o.report = value;
    else if (name == "--write-feed") o.write_feed = value;
    else if (name == "--wait" && value == "spin_yield") o.run.wait = waiting::spin_yield;
    else if (name == "--wait" && value == "spin_sleep") o.run.wait = waiting::spin_sleep;
    else if (name == "--wait" && value == "sleep") o.run.wait = waiting::sleep;
    else usage();
  }
  o.run.channel = "demo-" + std::to_string(getpid());
  return o;
}

/// The demo's processes. Whatever ends this object ends them.
class children {
 public:
  children() = default;
  children(const children&) = delete;
  children& operator=(const children&) = delete;
  ~children() {
    for (const pid_t child : running_) kill(child, SIGKILL);
    for (const pid_t child : running_) waitpid(child, nullptr, 0);
  }

  template <class Body>
  void start(Body body) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("fork failed");
    if (child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody stays behind when the coordinator is killed
      std::_Exit(body());
    }
    running_.push_back(child);
  }
  /// Notices who ended; throws when one did not end well.
  void look() {
    for (int status = 0; const pid_t child = waitpid(-1, &status, WNOHANG);) {
      if (child < 0) break;
      std::erase(running_, child);
      if (status != 0) throw std::runtime_error("a process of the demo failed");
    }
  }
  [[nodiscard]] bool all_done() const { return running_.empty(); }

 private:
  std::vector<pid_t> running_;
};

void pause_ms(unsigned ms) { usleep(ms * 1000); }

void check_running(std::uint64_t deadline) {
  if (interrupted) throw std::runtime_error("interrupted");
  if (monotonic_now() > deadline) throw std::runtime_error("the time limit is over");
}

/// Runs everything; returns once all processes ended well.
void run(const options& o, const feed& f, results& r) {
  hushring::channel_options channel{.kind = hushring::channel_kind::broadcast};
  channel.max_consumers = channel.reliable_consumers = consumers;
  channel.stamps = true;
  const auto created = hushring::channel::create(o.run.channel, channel);
  if (!created) throw std::runtime_error("no channel: " + std::string(hushring::describe(created.error().code)));
  struct remover {
    const std::string& name;
    ~remover() { static_cast<void>(hushring::channel::remove(name)); }
  };

  children all;
  const std::uint64_t deadline = monotonic_now() + o.time_limit_s * 1'000'000'000;
  {
    // The name is needed only until everybody is attached; without it, nothing stays behind however the demo ends.
    const remover remove{o.run.channel};
    for (std::size_t i = 0; i < consumers; ++i) {
      all.start([&] { return run_consumer(o.run, static_cast<role>(i), r); });
    }
    all.start([&] { return run_publisher(o.run, f, r); });
    while (r.attached.load() < consumers + 1) {
      all.look();
      check_running(deadline);
      pause_ms(1);
    }
  }
  r.go.store(true);

  std::uint64_t published = 0;
  for (unsigned tenths = 1; !all.all_done(); ++tenths) {
    pause_ms(100);
    all.look();
    check_running(deadline);
    if (tenths % 10 != 0) continue;
    const std::uint64_t so_far = r.publisher.messages.load();
    std::uint64_t slowest = so_far;
    for (const participant& c : r.consumer) slowest = std::min(slowest, c.messages.load());
    std::printf("%3u s  %-10s  published %9llu (%llu a second), the slowest consumer is %llu behind\n", tenths / 10,
                r.publisher.phases_done.load() == 0 ? "full speed" : "paced", static_cast<unsigned long long>(so_far),
                static_cast<unsigned long long>(so_far - published), static_cast<unsigned long long>(so_far - slowest));
    std::fflush(stdout);
    published = so_far;
  }
}

void print_row(const char* name, const tally& t) {
  const double seconds = static_cast<double>(t.last_ns - t.first_ns) / 1e9;
  const auto us = [&](double share) { return static_cast<double>(t.latency.at(share)) / 1e3; };
  std::printf("  %-12s %9llu %12llu %12.0f %6llu %9.1f %9.1f %9.1f %9.1f\n", name,
              static_cast<unsigned long long>(t.messages), static_cast<unsigned long long>(t.bytes),
              static_cast<double>(t.messages) / seconds, static_cast<unsigned long long>(t.lost), us(0.5), us(0.99),
              us(0.999), static_cast<double>(t.latency.largest()) / 1e3);
}

void print_table(const options& o, const results& r, double hop_before, double hop_after, long cores) {
  for (std::size_t p = 0; p < phases; ++p) {
    const tally& sent = r.publisher.of[p];
    if (p == full_speed) std::printf("\nfull speed: the publisher waits while a consumer is a channel behind\n");
    else std::printf("\npaced: one message every %.1f us\n", 1e6 / static_cast<double>(o.run.rate));
    std::printf("  %-12s %9s %12s %12s %6s %9s %9s %9s %9s\n", "consumer", "messages", "bytes", "messages/s", "lost",
                "p50 us", "p99 us", "p99.9 us", "max us");
    for (std::size_t i = 0; i < consumers; ++i) print_row(role_names[i], r.consumer[i].of[p]);
    std::printf("  published: %llu messages, %llu bytes, %.0f messages/s\n",
                static_cast<unsigned long long>(sent.messages), static_cast<unsigned long long>(sent.bytes),
                static_cast<double>(sent.messages) * 1e9 / static_cast<double>(sent.last_ns - sent.first_ns));
    if (p == paced) {
      std::printf("  behind schedule when binding began: p50 %.1f us, p99 %.1f us, max %.1f us\n",
                  static_cast<double>(sent.latency.at(0.5)) / 1e3, static_cast<double>(sent.latency.at(0.99)) / 1e3,
                  static_cast<double>(sent.latency.largest()) / 1e3);
    }
  }
  std::printf("\nOne-way latency is from the stamp that a message carries (taken when it is published) to the moment\n"
              "the consumer has it. %llu symbols have a top of book.\n",
              static_cast<unsigned long long>(r.books.load()));
  if (hop_before > 0) {
    std::printf("raw hop of a cache line between two cores: %.0f ns before, %.0f ns after\n", hop_before, hop_after);
  } else {
    std::printf("one core only: no cache line travels, so there is no raw hop to compare with\n");
  }
  std::printf("%ld cores for %zu busy processes%s\n", cores, consumers + 1,
              cores < static_cast<long>(consumers + 1)
                  ? ": they take turns, and latencies are mostly those of the scheduler"
                  : "");
}

/// The first difference between what was published and what was received; empty when there is none.
std::string difference(const results& r) {
  for (std::size_t p = 0; p < phases; ++p) {
    const tally& sent = r.publisher.of[p];
    for (std::size_t i = 0; i < consumers; ++i) {
      const tally& got = r.consumer[i].of[p];
      const std::string who = std::string("the ") + role_names[i];
      if (got.lost != 0) return who + " lost messages";
      if (got.messages != sent.messages) return who + " counted another number of messages";
      if (got.bytes != sent.bytes) return who + " counted other bytes";
      if (got.by_kind != sent.by_kind) return who + " counted other kinds of messages";
      if (got.misread != 0) return who + " could not read messages";
    }
    if (r.consumer[book_keeper].of[p].fingerprints != sent.fingerprints) return "the book keeper read other values";
  }
  return {};
}

void write_report(const std::string& file, const feed& f, const results& r) {
  std::ofstream out(file);
  out << "{\"lines\":" << f.lines.size() << ",\"phases\":[";
  for (std::size_t p = 0; p < phases; ++p) {
    const tally& got = r.consumer[book_keeper].of[p];
    out << (p == 0 ? "" : ",") << "{\"messages\":" << got.messages << ",\"lost\":" << got.lost
        << ",\"fingerprints\":" << got.fingerprints << ",\"by_kind\":[";
    for (std::size_t k = 0; k < kinds; ++k) out << (k == 0 ? "" : ",") << got.by_kind[k];
    out << "]}";
  }
  out << "]}\n";
  if (!out.flush()) throw std::runtime_error("cannot write " + file);
}

int demonstrate(const options& o) {
  const feed f = o.run.inputs.empty() ? generate(o.seed, o.lines) : load(o.run.inputs);
  if (f.lines.empty()) throw std::runtime_error("the feed is empty");
  if (!o.write_feed.empty()) {
    if (!(std::ofstream(o.write_feed) << f.text).flush()) throw std::runtime_error("cannot write " + o.write_feed);
    return 0;
  }
  if (o.run.inputs.empty()) std::printf("feed: made up, seed %llu", static_cast<unsigned long long>(o.seed));
  else std::printf("feed:");
  for (const std::string& input : o.run.inputs) std::printf(" %s", input.c_str());
  std::printf(" (%zu messages, %zu bytes)\n", f.lines.size(), f.text.size());

  void* memory = mmap(nullptr, sizeof(results), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no shared memory");
  auto& r = *new (memory) results;
  const double hop_before = raw_hop();
  run(o, f, r);
  const double hop_after = raw_hop();
  print_table(o, r, hop_before, hop_after, sysconf(_SC_NPROCESSORS_ONLN));
  if (!o.report.empty()) write_report(o.report, f, r);

  if (const std::string what = difference(r); !what.empty()) throw std::runtime_error(what);
  std::printf("demo: OK, %llu messages through %zu consumers, none lost, every value as published\n",
              static_cast<unsigned long long>(r.publisher.of[full_speed].messages + r.publisher.of[paced].messages),
              consumers);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const options o = parse(argc, argv);
  for (const int s : {SIGINT, SIGTERM, SIGHUP}) std::signal(s, [](int) { interrupted = 1; });
  try {
    return demonstrate(o);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "demo: FAILED: %s\n", e.what());
    return 1;
  }
}
