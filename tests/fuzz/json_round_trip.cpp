// Any bytes as the members of a struct: what can be written reads back to the same value.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "json_checks.hpp"

namespace {

using namespace hushring;

class source {
 public:
  source(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  template <class T>
  T take() {
    T v{};
    const std::size_t n = sizeof v < size_ ? sizeof v : size_;
    std::memcpy(&v, data_, n);
    data_ += n;
    size_ -= n;
    return v;
  }
  std::string string() {
    std::size_t n = take<std::uint8_t>();
    n = n < size_ ? n : size_;
    std::string s(reinterpret_cast<const char*>(data_), n);
    data_ += n;
    size_ -= n;
    return s;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  source from(data, size);
  fuzz::outer v;
  v.a = from.take<std::int64_t>();
  v.b = from.take<std::uint8_t>();
  v.d = from.take<double>();
  v.f = from.take<float>();
  v.s = from.string();
  if (from.take<std::uint8_t>() & 1) v.q = from.take<double>();
  v.qi = from.take<std::int16_t>();
  for (int n = from.take<std::uint8_t>() % 4; n > 0; --n) v.strings.push_back(from.string());
  for (int n = from.take<std::uint8_t>() % 4; n > 0; --n) v.many.push_back({from.take<int>(), {}, from.string()});

  std::string text;
  const auto n = write(v, text);
  std::vector<char> room(size_bound(v));
  const auto m = write(v, std::span<char>(room));
  if (n.has_value() != m.has_value() || n.error() != m.error()) fuzz::fail("two ways of writing differ", text);
  if (!n) {
    const bool finite = std::isfinite(v.d) && std::isfinite(v.f) && (!v.q || std::isfinite(v.q->value));
    if (!text.empty() || (finite && n.error().code != errc::invalid_utf8_in_value))
      fuzz::fail("an error without a reason", text);
    return 0;
  }
  if (std::string_view(room.data(), *m) != text) fuzz::fail("two ways of writing differ", text);
  fuzz::outer back;
  if (!read_into(text, back) || !(back == v)) fuzz::fail("read back to another value", text);
  fuzz::check_reading<fuzz::outer>(text);
  return 0;
}
