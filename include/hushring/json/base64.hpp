// Bytes as text.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <hushring/error.hpp>
#include <hushring/json/detail/parse.hpp>
#include <hushring/json/detail/put.hpp>

namespace hushring {

/// Bytes that stand in JSON as base64 (RFC 4648, section 4: the standard alphabet, with padding). Container is any
/// container of bytes that can be resized; it keeps its memory when it is read into again.
///
/// Read strictly: any other character, a wrong length, wrong padding, or bits that no byte has are `invalid_text`.
/// Missing and null give no bytes.
///
///     struct message { hushring::base64 payload; };           // {"payload":"3q2+7w=="}
///     use(m.payload.bytes.data(), m.payload.bytes.size());
template <class Container>
struct basic_base64 {
  static_assert(sizeof(typename Container::value_type) == 1, "hushring: basic_base64<> holds a container of bytes");
  Container bytes{};

  basic_base64() = default;
  explicit(false) basic_base64(Container b) : bytes(std::move(b)) {}
  friend bool operator==(const basic_base64&, const basic_base64&) = default;
};
using base64 = basic_base64<std::vector<std::byte>>;

namespace detail {

struct decoded_base64 {
  const char* next;  // behind the closing quote, or null
  std::size_t size;  // bytes written
};
/// Decodes the string of `length` bytes at `p`, which a quote follows, to `out`, which has room for 3 bytes for every 4
/// of the string's. Escapes are read ("\/").
decoded_base64 decode_base64(const char* p, std::size_t length, char* out) noexcept;
errc check_base64(const char* first, const char* last) noexcept;
/// Writes 4 characters for every 3 bytes begun; returns the end.
char* encode_base64(char* out, const char* bytes, std::size_t size) noexcept;

template <class Container>
struct codec<basic_base64<Container>> {
  using T = basic_base64<Container>;

  static constexpr char opening = '"';
  static consteval type_info describe() { return {.what = kind::text, .check = check_base64, .format = "base64"}; }
  template <class...>
  static consteval bool views() {
    return false;
  }
  template <read_options O>
  HUSHRING_INLINE static const char* parse(const char* p, const context& c, T& out, unsigned) {
    const scanned_string s = scan_string(p, c.end);
    if (s.quote == nullptr) return nullptr;
    const auto length = static_cast<std::size_t>(s.quote - p);
    out.bytes.resize(length / 4 * 3);
    const decoded_base64 d = decode_base64(p, length, reinterpret_cast<char*>(out.bytes.data()));
    out.bytes.resize(d.size);
    return d.next;
  }
  template <write_options O, class Sink>
  HUSHRING_INLINE static errc put(Sink& sink, const T& value) noexcept {
    constexpr std::size_t most = 48;  // becomes 64 characters
    const char* const bytes = reinterpret_cast<const char*>(value.bytes.data());
    const std::size_t size = value.bytes.size();
    for (std::size_t i = 0; i < size; i += most)
      sink.template formatted<most / 3 * 4>(
          [&](char* out) { return encode_base64(out, bytes + i, size - i < most ? size - i : most); });
    sink.character('"');
    return errc::ok;
  }
  template <class...>
  static consteval std::size_t largest() {
    return varies;
  }
  static std::size_t bound(const T& value) noexcept { return (value.bytes.size() + 2) / 3 * 4 + 2; }
  static bool empty(const T& value) noexcept { return value.bytes.empty(); }
};

}  // namespace detail
}  // namespace hushring
