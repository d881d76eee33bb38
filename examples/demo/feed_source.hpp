// Where the demo's lines come from: captured feeds, or a made-up one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace demo {

struct feed {
  std::string text;
  std::vector<std::string_view> lines;  // of `text`
};

/// All lines of these files, one file behind the other. Throws std::runtime_error when one cannot be read.
feed load(const std::vector<std::string>& files);

/// What Coinbase's feed looks like: a snapshot of each book, then changes of books with a few trades and tickers among
/// them. The same seed gives the same bytes everywhere.
feed generate(std::uint64_t seed, std::size_t lines);

}  // namespace demo
