// A struct as a program with much to compile would declare it.
#pragma once

#include <string>
#include <vector>

#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

namespace hushring::testing {

struct order {
  std::string symbol;
  double price = 0;
  std::vector<std::string> tags;
};

}  // namespace hushring::testing

extern template struct hushring::reading<hushring::testing::order>;
extern template struct hushring::reading<hushring::testing::order, hushring::strict>;
extern template struct hushring::writing<hushring::testing::order>;
