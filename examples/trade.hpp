// The struct that feed_publisher sends and feed_consumer receives. Its members are found by their names: nothing is
// registered and nothing generated.
#pragma once

#include <hushring/json/fields.hpp>
#include <hushring/json/quoted.hpp>

#include <cstdint>
#include <string_view>

struct trade {
  std::string_view type;
  std::string_view symbol;
  std::string_view side;
  hushring::quoted<double> price;  // exchanges send prices in quotes
  hushring::quoted<double> size;
  std::int64_t trade_id = 0;

  static constexpr hushring::fields fields{hushring::rename("symbol", "product_id")};
};
