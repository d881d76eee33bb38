// Which alternative of a choice a value is.
#pragma once

#include <hushring/json/detail/choice_search.hpp>
#include <hushring/json/detail/type_info.hpp>

namespace hushring::detail {

/// The alternative that the value at `p` is read as, or null when there is none or the value is no JSON. Reads nothing
/// behind the end of `all`. Of what is no JSON, the alternative that it seemed to be until it turned out so: where its
/// own errors come first, they are the ones to tell.
const type_info* choose(const char* p, const type_info& type, unsigned depth, unsigned max_depth, choice_search& choices,
                        choice_search::text all) noexcept;

}  // namespace hushring::detail
