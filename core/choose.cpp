#include "choose.hpp"

namespace hushring::detail {

const type_info* choose(const char*, const char*, const type_info& type, unsigned, unsigned) noexcept {
  return type.choice->otherwise;
}

}  // namespace hushring::detail
