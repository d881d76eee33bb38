// Any bytes as a number.
#include <cstddef>
#include <cstdint>

#include "json_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  hushring::fuzz::check_number({reinterpret_cast<const char*>(data), size});
  return 0;
}
