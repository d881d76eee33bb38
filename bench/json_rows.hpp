// The rows read/<workload>/<library> and write/<workload>/<library>: one loop for all libraries, so that only the
// library differs. What a library binds is checked against the generator's values before and after every timed run.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "checksum.hpp"
#include "feed_files.hpp"
#include "workloads.hpp"

namespace bench {

// A library is a class with
//   static constexpr std::string_view name;
//   static std::string version()
//   bool read(std::string_view text, T& value)   64 readable bytes follow the text; views live until the next read
//   std::string_view write(const T& value)       a view of the library's own, reused buffer; empty when it fails
// for the types that it can do. One object serves all calls of a row, as in a program that handles a feed.

/// Set by a row that bound something wrong; main() then fails.
inline bool something_was_wrong = false;

inline void report_wrong(benchmark::State& state, const char* what) {
  something_was_wrong = true;
  state.SkipWithError(what);
}

template <class T>
void set_counters(benchmark::State& state, const workload<T>& work) {
  const auto iterations = static_cast<std::int64_t>(state.iterations());
  std::size_t bytes = 0;
  for (const std::string_view text : work.texts) bytes += text.size();
  state.SetItemsProcessed(iterations * static_cast<std::int64_t>(work.records));
  state.SetBytesProcessed(iterations * static_cast<std::int64_t>(bytes / work.texts.size()));
}

/// A row without its clock: `run` binds or writes everything `passes` times and says how many records that were. What
/// an instruction counter is to look at happens in counted_pass() alone.
struct countable {
  std::string name;
  std::function<std::size_t(std::size_t passes)> run;
};
inline std::vector<countable> countables;

/// True when `library` binds every text of the workload to exactly what the generator wrote into it.
template <class Library, class T>
bool reads_all(Library& library, const workload<T>& work) {
  T value{};
  for (std::size_t i = 0; i < work.texts.size(); ++i) {
    if (!library.read(work.texts[i], value) || checksum(value) != work.checksums[i]) return false;
  }
  return true;
}

/// What one row keeps between its repetitions: nothing is shared with other rows.
template <class Library, class T>
struct row {
  const workload<T>& work;
  Library library{};
  T value{};
  bool checked = false;
};

template <class Library, class T>
[[gnu::noinline]] void counted_pass(Library& library, const workload<T>& work, T& value) {
  for (const std::string_view text : work.texts) library.read(text, value);
}
template <class Library, class T>
[[gnu::noinline]] void counted_pass(Library& library, const workload<T>& work) {
  for (const T& value : work.values) library.write(value);
}
template <class Library, class T>
std::size_t count_reads(row<Library, T>& r, std::size_t passes) {
  if (!reads_all(r.library, r.work)) return 0;
  for (const std::string_view text : r.work.texts) r.library.read(text, r.value);  // what is reused has its size now
  for (std::size_t i = 0; i < passes; ++i) counted_pass(r.library, r.work, r.value);
  return passes * r.work.records * r.work.texts.size();
}
template <class Library, class T>
std::size_t count_writes(row<Library, T>& r, std::size_t passes) {
  for (const T& value : r.work.values) r.library.write(value);
  for (std::size_t i = 0; i < passes; ++i) counted_pass(r.library, r.work);
  return passes * r.work.records * r.work.values.size();
}

template <class Library, class T>
void read_row(benchmark::State& state, row<Library, T>& r) {
  const workload<T>& work = r.work;
  if (!r.checked && !reads_all(r.library, work)) return report_wrong(state, "the bound values are wrong");
  r.checked = true;

  const std::size_t count = work.texts.size();
  std::size_t next = 0;
  bool ok = true;
  for (auto _ : state) {
    ok &= r.library.read(work.texts[next], r.value);
    benchmark::DoNotOptimize(&r.value);
    benchmark::ClobberMemory();
    if (++next == count) next = 0;
  }
  const std::size_t last = next == 0 ? count - 1 : next - 1;
  if (!ok || checksum(r.value) != work.checksums[last]) return report_wrong(state, "the last bound value is wrong");
  set_counters(state, work);
}

/// True when everything that `library` writes holds the generator's values. The library reads it back itself: that its
/// reader is right was checked against the generator.
template <class Library, class T>
bool writes_all(Library& library, const workload<T>& work) {
  Library reader;
  T value{};
  std::string copy;
  for (std::size_t i = 0; i < work.values.size(); ++i) {
    copy.assign(library.write(work.values[i]));
    const std::size_t size = copy.size();
    copy.append(64, '\0');
    if (!reader.read({copy.data(), size}, value) || checksum(value) != work.checksums[i]) return false;
  }
  return reads_all(reader, work);
}

template <class Library, class T>
void write_row(benchmark::State& state, row<Library, T>& r) {
  const workload<T>& work = r.work;
  if (!r.checked && !writes_all(r.library, work)) return report_wrong(state, "what was written is wrong");
  r.checked = true;

  const std::size_t count = work.values.size();
  std::size_t next = 0;
  std::size_t smallest = ~std::size_t{0};
  for (auto _ : state) {
    const std::string_view text = r.library.write(work.values[next]);
    benchmark::DoNotOptimize(text.data());
    benchmark::ClobberMemory();
    smallest = std::min(smallest, text.size());
    if (++next == count) next = 0;
  }
  if (smallest == 0) return report_wrong(state, "a write failed");
  set_counters(state, work);
}

/// Workloads are generated when a row of theirs first runs, never for rows that are filtered out.
template <class Library, class T>
void add_row(const std::string& name, const workload<T>& (*work)(), void (*run)(benchmark::State&, row<Library, T>&),
             std::size_t (*count)(row<Library, T>&, std::size_t)) {
  const auto state_of_row = std::make_shared<std::unique_ptr<row<Library, T>>>();
  const auto prepared = [=]() -> row<Library, T>& {
    if (*state_of_row == nullptr) state_of_row->reset(new row<Library, T>{work()});
    return **state_of_row;
  };
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) { run(state, prepared()); });
  countables.push_back({name, [=](std::size_t passes) { return count(prepared(), passes); }});
}

template <class Library, class T>
void add_reads(std::string_view workload_name, const workload<T>& (*work)()) {
  const std::string name = "read/" + std::string(workload_name) + "/" + std::string(Library::name);
  add_row<Library, T>(name, work, read_row<Library, T>, count_reads<Library, T>);
}
template <class Library, class T>
void add_writes(std::string_view workload_name, const workload<T>& (*work)()) {
  const std::string name = "write/" + std::string(workload_name) + "/" + std::string(Library::name);
  add_row<Library, T>(name, work, write_row<Library, T>, count_writes<Library, T>);
}
template <class Library, class T>
void add_rows(std::string_view workload_name, const workload<T>& (*work)()) {
  if constexpr (requires(Library l, T value) { l.read(std::string_view{}, value); }) {
    add_reads<Library, T>(workload_name, work);
  }
  if constexpr (requires(Library l, const T& value) { l.write(value); }) add_writes<Library, T>(workload_name, work);
}

/// The rows that every library has, and its version in what the program says of its surroundings.
template <class Library>
void add_library() {
  benchmark::AddCustomContext(std::string(Library::name), Library::version());
  add_rows<Library>("chaos_100k", chaos_100k);
  add_rows<Library>("cyrillic", cyrillic);
  add_rows<Library>("uniform_5", uniform_5);
  add_rows<Library>("uniform_100", uniform_100);
  add_rows<Library>("uniform_1000", uniform_1000);
  add_rows<Library>("uniform_100k", uniform_100k);
  add_reads<Library>("pretty_1000", pretty_1000);
  add_rows<Library>("trade", trades);
  add_rows<Library>("agg_trade", agg_trades);
  add_rows<Library>("agg_trade_double", agg_trades_double);
  add_rows<Library>("depth", depths);
  add_rows<Library>("depth_double", depths_double);
}

/// Coordinates: generated ones, and a real map where it is found.
template <class Library>
void add_canada() {
  add_reads<Library>("canada", canada);
  if (why_no_captured_files().empty()) {
    add_reads<Library>("canada_file", captured_workload<feature_collection, canada_text>);
  }
}

/// Captured messages, each feed bound to the variant that the library has for it.
template <class Library, class Coinbase = coinbase_double, class Binance = binance_double, class Bitmex = bitmex_double,
          class Kraken = kraken_double>
void add_feeds() {
  if (!why_no_captured_files().empty()) return;
  add_reads<Library>("feed_coinbase", captured_workload<Coinbase, coinbase_file>);
  add_reads<Library>("feed_binance_futures", captured_workload<Binance, binance_futures_file>);
  add_reads<Library>("feed_bitmex", captured_workload<Bitmex, bitmex_file>);
  add_reads<Library>("feed_kraken", captured_workload<Kraken, kraken_file>);
}

// Defined in the file of each library; a library that was not found when CMake ran has none.
void add_hushring();
void add_memcpy();
void add_simdjson();
void add_simdjson_keys();
void add_glaze();
void add_glaze_feeds();
void add_rapidjson();
void add_nlohmann();

}  // namespace bench
