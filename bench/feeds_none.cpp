// Without nlohmann/json there is nothing that says what captured messages hold, so they are left out.
#include "feed_files.hpp"

namespace bench {
namespace {
const captured nothing;
}

std::string why_no_captured_files() { return "nlohmann/json, which says what they hold, was not found"; }
const captured& coinbase_file() { return nothing; }
const captured& binance_futures_file() { return nothing; }
const captured& bitmex_file() { return nothing; }
const captured& kraken_file() { return nothing; }
const captured& canada_text() { return nothing; }

}  // namespace bench
