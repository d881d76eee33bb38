// hushring, as a feed handler would use it: one reader, destinations and the output buffer reused.
#include <vector>

#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

#include "json_rows.hpp"

namespace bench {
namespace {

class hushring_library {
 public:
  static constexpr std::string_view name = "hushring";
  static std::string version() { return HUSHRING_BENCH_VERSION; }

  template <class T>
  bool read(std::string_view text, T& value) {
    return reader_.read_into(hushring::padded(text), value).has_value();
  }
  template <class T>
  std::string_view write(const T& value) {
    for (;;) {
      if (auto size = hushring::write(value, std::span<char>(buffer_))) return {buffer_.data(), *size};
      else if (size.error().code != hushring::errc::buffer_too_small) return {};
      else buffer_.resize(size.error().offset);
    }
  }

 private:
  hushring::reader reader_;
  std::vector<char> buffer_ = std::vector<char>(4096);
};

}  // namespace

void add_hushring() {
  add_library<hushring_library>();
  add_canada<hushring_library>();
  // Captured messages join as add_feeds<hushring_library, Coinbase, Binance, Bitmex, Kraken>(), each a variant by tag of
  // the structs in feeds.hpp with a decimal as Price, in the order of the alternatives there.
}

}  // namespace bench
