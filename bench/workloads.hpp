// What the JSON benchmarks read and write: generated with fixed seeds, so every library sees the same bytes.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/quoted.hpp>

namespace bench {

struct address {
  std::string_view city;
  std::int64_t zip = 0;
};
struct employee {
  std::int64_t id = 0;
  bool is_active = false;
  double balance = 0;
  bench::address address;
  std::vector<std::string_view> tags;
  std::vector<std::int64_t> scores;
};
using employees = std::vector<employee>;

struct trade {
  std::string_view symbol;
  double price = 0;
  double qty = 0;
};

/// An aggregated trade as exchanges send it; `Decimal` is what quoted prices are bound to.
template <class Decimal>
struct basic_agg_trade {
  std::string_view e;
  std::int64_t E = 0;
  std::string_view s;
  std::int64_t a = 0;
  Decimal p{};
  Decimal q{};
  std::int64_t f = 0;
  std::int64_t l = 0;
  std::int64_t T = 0;
  bool m = false;
  bool M = false;
};
using agg_trade = basic_agg_trade<std::string_view>;
using agg_trade_double = basic_agg_trade<hushring::quoted<double>>;

/// A change of an order book: price and quantity of each level, both quoted.
template <class Decimal>
struct basic_depth {
  std::string_view e;
  std::int64_t E = 0;
  std::string_view s;
  std::int64_t U = 0;
  std::int64_t u = 0;
  std::vector<std::array<Decimal, 2>> b;
  std::vector<std::array<Decimal, 2>> a;
};
using depth = basic_depth<std::string_view>;
using depth_double = basic_depth<hushring::quoted<double>>;

/// A map in GeoJSON: little but coordinates.
struct geometry {
  std::string_view type;
  std::vector<std::vector<std::array<double, 2>>> coordinates;
};
struct feature_properties {
  std::string_view name;
};
struct feature {
  std::string_view type;
  feature_properties properties;
  bench::geometry geometry;
};
struct feature_collection {
  std::string_view type;
  std::vector<feature> features;
};

/// Texts, and the values that they hold. Values come from the generator, not from any parser.
template <class T>
struct workload {
  std::string name{};
  std::size_t records = 1;                 // in each text
  std::string bytes{};                     // all texts, a NUL after each, and 64 readable bytes
  std::vector<std::string_view> texts{};   // views of `bytes`
  std::vector<T> values{};                 // one a text, or none
  std::vector<std::uint64_t> checksums{};  // of the value of each text
  std::deque<std::string> pool{};          // what views in `values` point at
};

// One array of many employees.
const workload<employees>& chaos_100k();
const workload<employees>& cyrillic();
const workload<employees>& uniform_5();
const workload<employees>& uniform_100();
const workload<employees>& uniform_1000();
const workload<employees>& pretty_1000();
const workload<employees>& uniform_100k();
// 20,000 different messages each: fewer would be learnt by heart by the branch predictor. 1,000 of the long depth ones.
const workload<trade>& trades();
const workload<agg_trade>& agg_trades();
const workload<agg_trade_double>& agg_trades_double();
const workload<depth>& depths();
const workload<depth_double>& depths_double();
// One text of 2 MB with 38,000 coordinates of 15 to 17 digits.
const workload<feature_collection>& canada();

/// The texts of `from` for a library that must bind them to a type of its own.
template <class T, class From>
workload<T> retargeted(const workload<From>& from) {
  return {.name = from.name, .records = from.records, .texts = from.texts, .checksums = from.checksums};
}

}  // namespace bench
