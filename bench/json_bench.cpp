// json_bench: rows read/<workload>/<library> and write/<workload>/<library>, repeated in random order so that what the
// machine does meanwhile hits all libraries alike, then a table of medians and of how many times faster hushring is.
// Takes the options of Google Benchmark; exits non-zero when anything that was bound or written is wrong.
//
//   json_bench --count=PASSES ROW    binds or writes all of one row PASSES times, without a clock, and prints how many
//                                    records that were; bench/instructions runs it under callgrind
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "json_rows.hpp"

namespace {

/// What google's console reporter shows, and at the end hushring beside each peer.
class ratio_reporter : public benchmark::ConsoleReporter {
 public:
  ratio_reporter() : ConsoleReporter(OO_Tabular) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      if (failed(run) || run.iterations == 0) continue;
      const bool median = run.aggregate_name == "median";
      if (!median && run.run_type != Run::RT_Iteration) continue;
      const auto items = run.counters.find("items_per_second");
      if (items == run.counters.end()) continue;
      add(run.run_name.str(), 1e9 / items->second.value, median);
    }
  }

  void Finalize() override {
    ConsoleReporter::Finalize();
    if (rows_.empty()) return;
    std::printf("\nns a record (median), and the peer's time divided by hushring's\n%-24s %10s", "", "hushring");
    for (const char* library : peers) std::printf(" %20s", library);
    std::printf("\n");
    for (const auto& [row, cells] : rows_) {
      const auto own = cells.find("hushring");
      std::printf("%-24s", row.c_str());
      if (own == cells.end()) std::printf(" %10s", "-");
      else std::printf(" %10.1f", own->second.ns);
      for (const char* library : peers) {
        const auto peer = cells.find(library);
        if (peer == cells.end()) std::printf(" %20s", "-");
        else if (own == cells.end()) std::printf(" %12.1f        ", peer->second.ns);
        else std::printf(" %12.1f (%4.2fx)", peer->second.ns, peer->second.ns / own->second.ns);
      }
      std::printf("\n");
    }
  }

 private:
  /// The member has another name in Google Benchmark from 1.8 on.
  template <class Result>
  static bool failed(const Result& run) {
    if constexpr (requires { run.error_occurred; }) return run.error_occurred;
    else return run.skipped != decltype(run.skipped){};
  }

  struct cell {
    double ns = 0;
    bool median = false;
  };

  void add(const std::string& name, double ns, bool median) {
    const std::size_t slash = name.rfind('/');
    const std::string row = name.substr(0, slash), library = name.substr(slash + 1);
    cell& c = rows_[row][library];
    if (median || !c.median) c = {ns, median};
  }

  static constexpr const char* peers[] = {"simdjson", "simdjson_keys", "glaze", "rapidjson", "nlohmann", "memcpy"};
  std::map<std::string, std::map<std::string, cell>> rows_;
};

void add_rows() {
  bench::add_hushring();
#ifdef HUSHRING_BENCH_SIMDJSON
  bench::add_simdjson();
#endif
#ifdef HUSHRING_BENCH_SIMDJSON_KEYS
  bench::add_simdjson_keys();
#endif
#ifdef HUSHRING_BENCH_GLAZE
  bench::add_glaze();
#endif
#ifdef HUSHRING_BENCH_RAPIDJSON
  bench::add_rapidjson();
#endif
#ifdef HUSHRING_BENCH_NLOHMANN
  bench::add_nlohmann();
#endif
  bench::add_memcpy();
}

int count(const char* passes, const std::string& name) {
  for (const bench::countable& row : bench::countables) {
    if (row.name != name) continue;
    const std::size_t records = row.run(std::strtoul(passes, nullptr, 10));
    std::printf("%zu\n", records);
    return records == 0 ? 1 : 0;
  }
  std::fprintf(stderr, "json_bench: there is no row %s\n", name.c_str());
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr std::string_view counting = "--count=";
  const bool counts = argc == 3 && std::string_view(argv[1]).starts_with(counting);
  const std::string missing = bench::why_no_captured_files();
  if (!missing.empty()) std::fprintf(stderr, "json_bench: no rows of captured messages: %s\n", missing.c_str());
  add_rows();
  if (counts) return count(argv[1] + counting.size(), argv[2]);

  // Defaults first: what the command line says comes later and wins.
  std::vector<std::string> defaults{argv[0],
                                    "--benchmark_enable_random_interleaving=true",
                                    "--benchmark_repetitions=5",
                                    "--benchmark_min_time=0.1",
                                    "--benchmark_display_aggregates_only=true"};
  std::vector<char*> arguments;
  for (std::string& argument : defaults) arguments.push_back(argument.data());
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  int given = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&given, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(given, arguments.data())) return 2;
  benchmark::AddCustomContext("compiler", HUSHRING_BENCH_COMPILER);

  ratio_reporter reporter;
  const std::size_t ran = benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
  if (bench::something_was_wrong) std::fprintf(stderr, "json_bench: a library bound or wrote something wrong\n");
  return ran == 0 || bench::something_was_wrong ? 1 : 0;
}
