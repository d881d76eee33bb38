// Which alternative of a choice a value is.
#pragma once

#include <hushring/json/detail/type_info.hpp>

namespace hushring::detail {

/// The alternative that the value at `p` is read as, or null when there is none or the value is no JSON. Reads nothing
/// behind `end`.
const type_info* choose(const char* p, const char* end, const type_info& type, unsigned depth,
                        unsigned max_depth) noexcept;

}  // namespace hushring::detail
