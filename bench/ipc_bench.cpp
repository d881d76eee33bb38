// ipc_bench [--rounds N] [--quick] [--cores A,B] [--only NAME] [--json FILE]
//
// Latency (half a round trip) and rate of messages between two processes on two cores. What a cache line needs from
// core to core changes from second to second where cores are virtual, so every figure stands beside the raw hop that
// was measured right before and after it, and only their ratio should be compared.
#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include "ipc_designs.hpp"

namespace {

using bench::measurement;

constexpr std::size_t sizes[] = {50, 150, 500, 4096};

struct arguments {
  bench::plan plan;
  std::string only, json;
};

[[noreturn]] void usage() {
  std::fprintf(stderr, "usage: ipc_bench [--rounds N] [--quick] [--cores A,B] [--only NAME] [--json FILE]\n");
  std::exit(2);
}

arguments parse(int argc, char** argv) {
  arguments a;
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  sched_getaffinity(0, sizeof allowed, &allowed);
  int found = 0;
  for (int core = 0; core < CPU_SETSIZE && found < 2; ++core) {
    if (CPU_ISSET(core, &allowed)) (found++ == 0 ? a.plan.near_core : a.plan.far_core) = core;
  }
  if (found < 2) a.plan.far_core = a.plan.near_core;

  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i];
    if (option == "--quick") {
      a.plan.rounds = 1;
      a.plan.round_trips = 2'000;
      a.plan.streamed = 20'000;
      continue;
    }
    if (i + 1 == argc) usage();
    const char* value = argv[++i];
    if (option == "--rounds") a.plan.rounds = std::atoi(value);
    else if (option == "--cores" && std::sscanf(value, "%d,%d", &a.plan.near_core, &a.plan.far_core) == 2) continue;
    else if (option == "--only") a.only = value;
    else if (option == "--json") a.json = value;
    else usage();
  }
  if (a.plan.rounds < 1) usage();
  bench::one_core = a.plan.near_core == a.plan.far_core;
  if (bench::one_core) std::printf("One core only: both processes share it and yield. These are no latencies.\n");
  return a;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct row {
  std::string_view design;
  std::size_t bytes;
  std::vector<double> p50, p99, raw, ratio, rate;

  void add(const measurement& m) {
    p50.push_back(m.p50), p99.push_back(m.p99), raw.push_back(m.raw);
    ratio.push_back(m.p50 / m.raw), rate.push_back(m.messages_per_s);
  }
};

void print(const std::vector<row>& rows) {
  std::printf("\n%-22s %6s %9s %9s %9s %9s %14s\n", "design", "bytes", "p50 ns", "p99 ns", "raw ns", "p50/raw",
              "messages/s");
  for (const row& r : rows) {
    std::printf("%-22.*s %6zu %9.0f %9.0f %9.0f %9.2f %14.0f\n", static_cast<int>(r.design.size()), r.design.data(),
                r.bytes, median(r.p50), median(r.p99), median(r.raw), median(r.ratio), median(r.rate));
  }
}

bool write_json(const std::vector<row>& rows, const std::string& file) {
  std::FILE* out = std::fopen(file.c_str(), "w");
  if (out == nullptr) return false;
  for (const row& r : rows) {
    std::fprintf(out,
                 "{\"design\":\"%.*s\",\"bytes\":%zu,\"p50_ns\":%.1f,\"p99_ns\":%.1f,\"raw_ns\":%.1f,"
                 "\"p50_over_raw\":%.3f,\"messages_per_s\":%.0f}\n",
                 static_cast<int>(r.design.size()), r.design.data(), r.bytes, median(r.p50), median(r.p99),
                 median(r.raw), median(r.ratio), median(r.rate));
  }
  return std::fclose(out) == 0;
}

}  // namespace

int main(int argc, char** argv) {
  const arguments a = parse(argc, argv);
  std::vector<bench::design> designs{bench::queue_design(), bench::broadcast_design(), bench::boost_design()};
  if (!a.only.empty()) std::erase_if(designs, [&](const bench::design& d) { return d.name != a.only; });
  if (designs.empty()) usage();

  std::vector<row> rows;
  for (const bench::design& d : designs) {
    for (const std::size_t bytes : sizes) rows.push_back({d.name, bytes, {}, {}, {}, {}, {}});
  }
  bench::ns_a_tick();  // before the first fork
  std::printf("cores %d and %d, %d rounds of %llu round trips\n", a.plan.near_core, a.plan.far_core, a.plan.rounds,
              static_cast<unsigned long long>(a.plan.round_trips));
  // Round by round over everything: what the machine does meanwhile hits all designs alike.
  for (int round = 0; round < a.plan.rounds; ++round) {
    for (const std::size_t bytes : sizes) {
      for (const bench::design& d : designs) {
        const measurement m = d.measure(a.plan, bytes);
        for (row& r : rows) {
          if (r.design == d.name && r.bytes == bytes) r.add(m);
        }
      }
    }
  }
  print(rows);
  if (!a.json.empty() && !write_json(rows, a.json)) {
    std::fprintf(stderr, "ipc_bench: cannot write %s\n", a.json.c_str());
    return 1;
  }
  return 0;
}
