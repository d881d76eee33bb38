// The floor: copying the bytes of a text, without looking at them.
#include <algorithm>
#include <cstring>
#include <vector>

#include "json_rows.hpp"

namespace bench {
namespace {

template <class T>
void copy_row(benchmark::State& state, const workload<T>& work) {
  std::size_t largest = 0;
  for (const std::string_view text : work.texts) largest = std::max(largest, text.size());
  std::vector<char> target(largest);
  std::size_t next = 0;
  for (auto _ : state) {
    const std::string_view text = work.texts[next];
    std::memcpy(target.data(), text.data(), text.size());
    benchmark::DoNotOptimize(target.data());
    benchmark::ClobberMemory();
    if (++next == work.texts.size()) next = 0;
  }
  set_counters(state, work);
}

template <class T>
void add(std::string_view name, const workload<T>& (*work)(), bool written = true) {
  for (const char* direction : {"read/", "write/"}) {
    if (!written && std::string_view(direction) == "write/") continue;
    benchmark::RegisterBenchmark((direction + std::string(name) + "/memcpy").c_str(),
                                 [work](benchmark::State& state) { copy_row(state, work()); });
  }
}

}  // namespace

void add_memcpy() {
  add("chaos_100k", chaos_100k);
  add("cyrillic", cyrillic);
  add("uniform_5", uniform_5);
  add("uniform_100", uniform_100);
  add("uniform_1000", uniform_1000);
  add("uniform_100k", uniform_100k);
  add("pretty_1000", pretty_1000, false);
  add("canada", canada, false);
  add("trade", trades);
  add("agg_trade", agg_trades);
  add("agg_trade_double", agg_trades_double);
  add("depth", depths);
  add("depth_double", depths_double);
}

}  // namespace bench
