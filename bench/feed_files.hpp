// Captured messages and a real map, found by HUSHRING_TEST_DATA; what they hold says nlohmann/json.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "feeds.hpp"
#include "workload_tools.hpp"

namespace bench {

/// Texts of a file, and the checksum of the value of each.
struct captured {
  std::vector<std::string> texts;
  std::vector<std::uint64_t> checksums;
};

/// Why there are no rows of captured messages, or nothing.
std::string why_no_captured_files();

// Read once, when first asked for.
const captured& coinbase_file();
const captured& binance_futures_file();
const captured& bitmex_file();
const captured& kraken_file();
const captured& canada_text();

/// `File` as a workload that is bound to T.
template <class T, const captured& (*File)()>
const workload<T>& captured_workload() {
  static const workload<T> work = [] {
    workload<T> made;
    join_texts(made, File().texts);
    made.checksums = File().checksums;
    return made;
  }();
  return work;
}

}  // namespace bench
