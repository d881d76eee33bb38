// json_bench: rows read/<workload>/<library> and write/<workload>/<library>, repeated in random order so that what the
// machine does meanwhile hits all libraries alike, then a table of medians and of how many times faster hushring is.
// Takes the options of Google Benchmark; exits non-zero when anything that was bound or written is wrong.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <map>
#include <string>
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
      if (run.error_occurred || run.iterations == 0) continue;
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

  static constexpr const char* peers[] = {"simdjson", "rapidjson", "nlohmann", "memcpy"};
  std::map<std::string, std::map<std::string, cell>> rows_;
};

}  // namespace

int main(int argc, char** argv) {
  // Defaults first: what the command line says comes later and wins.
  std::vector<std::string> defaults{argv[0],
                                    "--benchmark_enable_random_interleaving=true",
                                    "--benchmark_repetitions=5",
                                    "--benchmark_min_time=0.1",
                                    "--benchmark_display_aggregates_only=true"};
  std::vector<char*> arguments;
  for (std::string& argument : defaults) arguments.push_back(argument.data());
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;

  bench::add_hushring();
#ifdef HUSHRING_BENCH_SIMDJSON
  bench::add_simdjson();
#endif
#ifdef HUSHRING_BENCH_RAPIDJSON
  bench::add_rapidjson();
#endif
#ifdef HUSHRING_BENCH_NLOHMANN
  bench::add_nlohmann();
#endif
  bench::add_memcpy();

  ratio_reporter reporter;
  const std::size_t ran = benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
  if (bench::something_was_wrong) std::fprintf(stderr, "json_bench: a library bound or wrote something wrong\n");
  return ran == 0 || bench::something_was_wrong ? 1 : 0;
}
