// What must hold for any bytes, shared by the fuzz targets and by the mutation test.
#pragma once

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/fields.hpp>
#include <hushring/json/quoted.hpp>
#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

namespace hushring::fuzz {

[[noreturn]] inline void fail(const char* what, std::string_view text) {
  std::fprintf(stderr, "%s: %.*s\n", what, static_cast<int>(text.size()), text.data());
  std::abort();
}

struct inner {
  int x = 7;
  std::optional<bool> flag;
  std::string name;
  friend bool operator==(const inner&, const inner&) = default;
};
struct outer {
  std::int64_t a = 1;
  std::uint8_t b = 2;
  double d = 0;
  float f = 0;
  bool flag = false;
  std::string s;
  std::optional<int> o;
  std::optional<quoted<double>> q;
  quoted<std::int16_t> qi;
  std::vector<int> v;
  std::vector<std::string> strings;
  std::vector<std::array<quoted<double>, 2>> pairs;
  std::array<std::int8_t, 3> three{};
  inner in;
  std::vector<inner> many;
  std::vector<outer> deep;
  friend bool operator==(const outer&, const outer&) = default;
  static constexpr hushring::fields fields{hushring::rename("a", "A"), hushring::rename("flag", "24h")};
};
struct views {
  std::string_view s;
  std::vector<std::string_view> strings;
  std::optional<std::string_view> o;
  friend bool operator==(const views&, const views&) = default;
};

/// Reads `text` into a T in several places; all must agree with each other and with the pass that looks for errors.
template <class T, read_options O = read_options{}>
void check_reading(std::string_view text) {
  reader in;
  T value{};
  const std::unique_ptr<char[]> block(new char[text.size()]);
  if (!text.empty()) std::memcpy(block.get(), text.data(), text.size());
  const error expected = in.read_into<O>(std::string_view(block.get(), text.size()), value).error();
  if (expected.code == errc::text_changed) fail("nothing changed", text);
  if (expected.offset > text.size()) fail("an offset outside of the text", text);
  if (!expected) {
    const error located = detail::locate_error(text.data(), text.data() + text.size(), detail::described<T>::info, O);
    if (located.code != errc::text_changed) fail("accepted, but the pass for errors finds one", text);
  }
  // in place, before bytes that could continue it
  for (const std::string_view tail :
       {std::string_view("0123456789\"}]}]}"), std::string_view("}]}]}]}]}"), std::string_view(" \"\\\xFF")}) {
    std::string behind(text);
    while (behind.size() < text.size() + 64) behind += tail;
    reader other_reader;
    T other{};
    const error e = other_reader.read_into<O>(padded(std::string_view(behind).substr(0, text.size())), other).error();
    if (e != expected) fail("another error in place", text);
    if (!e && !(other == value)) fail("another value in place", text);
  }
  if (expected) return;
  // what was read can be written and read back
  std::string written;
  if (const auto n = write(value, written); !n) fail("cannot be written", text);
  if (written.size() > size_bound(value)) fail("longer than its bound", text);
  reader again_reader;
  T again{};
  if (!again_reader.read_into(written, again)) fail("cannot be read back", written);
  if (!(again == value)) fail("read back to another value", written);
  std::vector<char> exact(written.size());
  if (!write(value, std::span<char>(exact)) || std::memcmp(exact.data(), written.data(), exact.size()) != 0)
    fail("written in another way to an exact room", written);
}

inline void check_text(std::string_view text) {
  check_reading<outer>(text);
  check_reading<outer, read_options{.unknown = unknown::error,
                                    .missing = missing::error,
                                    .duplicate = duplicate::error,
                                    .null = null::error,
                                    .literal_integers = true,
                                    .max_depth = 4}>(text);
  check_reading<views>(text);
  check_reading<std::vector<std::optional<std::int16_t>>>(text);
}

/// A number as text: doubles and floats as the standard library reads them, integers by their digits.
inline void check_number(std::string_view text) {
  const std::string member = "[" + std::string(text) + "]";
  const auto d = read<std::vector<double>>(member);
  const auto f = read<std::vector<float>>(member);
  const auto i = read<std::vector<std::int64_t>>(member);
  if (d && d->size() == 1 && !text.empty() && (text[0] == '-' || (text[0] >= '0' && text[0] <= '9'))) {
    const std::string number(text.substr(0, text.find_last_of("0123456789") + 1));
    const double reference = std::strtod(number.c_str(), nullptr);
    if (std::bit_cast<std::uint64_t>((*d)[0]) != std::bit_cast<std::uint64_t>(reference))
      fail("another double than strtod's", text);
    if (f &&
        std::bit_cast<std::uint32_t>((*f)[0]) != std::bit_cast<std::uint32_t>(std::strtof(number.c_str(), nullptr)))
      fail("another float than strtof's", text);
    if (i) {
      std::int64_t whole = 0;
      const auto [end, code] = std::from_chars(number.data(), number.data() + number.size(), whole);
      if (end == number.data() + number.size() && (code != std::errc{} || whole != (*i)[0]))
        fail("another integer", text);
    }
  }
  if (i && !d) fail("an integer, but no double", text);
  check_reading<std::vector<double>>(member);
  check_reading<std::vector<float>>(member);
  check_reading<std::vector<std::int64_t>>(member);
  check_reading<double>(text);
  check_reading<std::int8_t>(text);
  check_reading<std::uint64_t>(text);
  check_reading<std::optional<quoted<std::int32_t>>>("\"" + std::string(text) + "\"");
}

}  // namespace hushring::fuzz
