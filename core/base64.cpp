// Base64 (RFC 4648, section 4).
#include <hushring/json/base64.hpp>

#include <array>
#include <cstdint>

#include "escapes.hpp"

namespace hushring::detail {
namespace {

constexpr char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t no_digit = 0xFF;
constexpr std::uint8_t padding = 0xFE;

/// What each byte stands for: 0 to 63, or one of these.
constexpr auto values = [] {
  std::array<std::uint8_t, 256> table{};
  table.fill(no_digit);
  for (std::uint8_t i = 0; i < 64; ++i) table[static_cast<unsigned char>(alphabet[i])] = i;
  table['='] = padding;
  return table;
}();

/// The next character of a string, escaped or not; every byte is looked at once.
std::uint8_t next_value(const char*& p, const char* quote) noexcept {
  const char c = *p;
  if (c != '\\') {
    ++p;
    return values[static_cast<unsigned char>(c)];
  }
  const escape e = read_escape(p, quote);
  if (e.length == 0 || e.code_point > 0x7F) return no_digit;
  p += e.length;
  return values[e.code_point];
}

/// Gives its bytes to `put(index, byte)`; failure leaves `next` null.
template <class Put>
decoded_base64 decode(const char* p, const char* quote, Put put) noexcept {
  constexpr decoded_base64 failure{nullptr, 0};
  std::size_t size = 0;
  while (p < quote) {
    std::uint32_t bits = 0;
    int digits = 0;
    int pads = 0;
    for (int i = 0; i < 4; ++i) {
      if (p >= quote) return failure;
      const std::uint8_t v = next_value(p, quote);
      if (v == padding) {
        ++pads;
        bits <<= 6;
      } else if (v == no_digit || pads != 0) {
        return failure;
      } else {
        bits = bits << 6 | v;
        ++digits;
      }
    }
    if (digits < 2 || (pads != 0 && p != quote)) return failure;
    const int bytes = digits - 1;
    if ((bits & (0xFFFFFFu >> (8 * bytes))) != 0) return failure;
    for (int i = 0; i < bytes; ++i) put(size++, static_cast<char>(bits >> (16 - 8 * i) & 0xFF));
  }
  return {quote + 1, size};
}

}  // namespace

decoded_base64 decode_base64(const char* p, std::size_t length, char* out) noexcept {
  return decode(p, p + length, [out](std::size_t i, char byte) { out[i] = byte; });
}

errc check_base64(const char* first, const char* last) noexcept {
  return decode(first + 1, last - 1, [](std::size_t, char) {}).next != nullptr ? errc::ok : errc::invalid_text;
}

char* encode_base64(char* out, const char* bytes, std::size_t size) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])); };
  for (std::size_t i = 0; i < size; i += 3) {
    const std::size_t left = size - i;
    const std::uint32_t bits = byte(i) << 16 | (left > 1 ? byte(i + 1) << 8 : 0) | (left > 2 ? byte(i + 2) : 0);
    out[0] = alphabet[bits >> 18];
    out[1] = alphabet[bits >> 12 & 63];
    out[2] = left > 1 ? alphabet[bits >> 6 & 63] : '=';
    out[3] = left > 2 ? alphabet[bits & 63] : '=';
    out += 4;
  }
  return out;
}

}  // namespace hushring::detail
