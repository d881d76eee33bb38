// What a type takes, in words.
#pragma once

#include <string>

#include <hushring/json/detail/type_info.hpp>

namespace hushring::detail {

/// "an integer from -128 to 127", "one of buy, sell", "an array of 2 elements": what stands behind "expected".
std::string words_for(const type_info& type);

}  // namespace hushring::detail
