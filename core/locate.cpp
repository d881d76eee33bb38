// Finds the first error of a text that could not be bound.
#include <hushring/json/detail/compiled.hpp>

#include "locator.hpp"

namespace hushring::detail {

error locate_error(const char* begin, const char* end, const type_info& type, const read_options& options) noexcept {
  unobserved nobody;
  return locator(begin, end, options, nobody).run(type);
}

}  // namespace hushring::detail
