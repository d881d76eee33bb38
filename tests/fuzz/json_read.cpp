// Any bytes as JSON text, bound to structs and views.
#include <cstddef>
#include <cstdint>

#include "json_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  hushring::fuzz::check_text({reinterpret_cast<const char*>(data), size});
  return 0;
}
