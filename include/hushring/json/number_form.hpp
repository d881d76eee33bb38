// How numbers that may stand in quotes or not are written.
#pragma once

#include <cstdint>

namespace hushring {

/// Numbers of the types that have such a parameter (decimal, dynamic_decimal, epoch) are read in quotes and without;
/// this is how they are written, and which of the two is read a little faster.
enum class number_form : std::uint8_t {
  quoted,  ///< "1.25", as exchanges send prices
  plain,   ///< 1.25
};

}  // namespace hushring
