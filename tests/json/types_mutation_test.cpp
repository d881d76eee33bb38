// Mutated texts of all types of one string or number: what must hold for any bytes (tests/fuzz/json_checks.hpp).
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/base64.hpp>
#include <hushring/json/chrono.hpp>
#include <hushring/json/convert.hpp>
#include <hushring/json/decimal.hpp>
#include <hushring/json/dynamic_decimal.hpp>
#include <hushring/json/enums.hpp>
#include <hushring/json/fixed_string.hpp>
#include <hushring/json/raw_json.hpp>
#include <hushring/json/raw_number.hpp>

#include "../fuzz/json_checks.hpp"

namespace {

enum class side { buy, sell };
enum class level : std::int8_t {};
struct even {
  std::int64_t half = 0;
  friend bool operator==(const even&, const even&) = default;
};

}  // namespace

template <>
inline constexpr auto hushring::enum_names<side> =
    hushring::names<side>({{side::buy, "buy"}, {side::sell, "sell"}, {side::sell, "offer, or ask"}});
template <>
inline constexpr auto hushring::enum_names<level> = hushring::by_number;
template <>
struct hushring::convert<even> {
  using type = std::int64_t;
  static errc read(const type& v, even& out) noexcept {
    out.half = v / 2;
    return v % 2 == 0 ? errc::ok : errc::invalid_text;
  }
  static type write(const even& e) noexcept { return e.half * 2; }
};

namespace {

using namespace std::chrono;
using namespace hushring;

struct numbers {
  decimal<2> d2;
  decimal<8> d8;
  decimal<18, number_form::plain> d18;
  dynamic_decimal dynamic;
  std::optional<decimal<4>> maybe;
  epoch<seconds, microseconds> at;
  epoch<milliseconds> then;
  milliseconds wait{5};
  level l{};
  as_number<side> n;
  even e;
  std::vector<std::array<decimal<4>, 2>> book;
  raw_number_string raw;
  friend bool operator==(const numbers&, const numbers&) = default;
};
struct texts {
  side s{};
  char c = 'x';
  fixed_string<7> f;
  sys_time<microseconds> t{};
  base64 b;
  std::vector<side> sides;
  raw_json_string raw;
  friend bool operator==(const texts&, const texts&) = default;
};
struct views {
  raw_json value;
  raw_number number;
  friend bool operator==(const views&, const views&) = default;
};

constexpr std::string_view number_seed =
    R"({"d2":"-12.50","d8":38757.46,"d18":"0.123456789012345678","dynamic":"2.1E-7","maybe":"",)"
    R"("at":"1618678123.481570","then":1618678123481,"wait":"250","l":-7,"n":1.0,"e":12,)"
    R"("book":[["7.6110","2"],["0.0004",1e3]],"raw":1234567890123456789012345e-3})";
constexpr std::string_view text_seed =
    R"({"s":"buy","c":"B","f":"abc\u0064","t":"2021-04-17T16:43:37.075687Z","b":"Zm9vYg==",)"
    R"("sides":["sell","offer, or ask","b\u0075y"],"raw":{"a":[1,"x",null]}})";
constexpr std::string_view view_seed = R"({"value":[{"a":"b\n"},1.5e3,true],"number":-0.5})";

/// A few bytes of `text` changed, removed or repeated.
std::string mutate(std::string_view text, std::mt19937_64& random) {
  constexpr std::string_view bytes = "0123456789-+.eE\"\\,:[]{} TZuntf/=\x80\xC3\x01";
  std::string out(text);
  for (std::uint64_t n = random() % 3 + 1; n > 0 && !out.empty(); --n) {
    const std::size_t at = random() % out.size();
    switch (random() % 4) {
      case 0: out.erase(at, random() % 3 + 1); break;
      case 1: out.insert(at, 1, bytes[random() % bytes.size()]); break;
      case 2: out.insert(at, out.substr(at, random() % 12)); break;
      default: out[at] = bytes[random() % bytes.size()];
    }
  }
  return out;
}

constexpr read_options closed{.unknown = unknown::error,
                              .missing = missing::error,
                              .duplicate = duplicate::error,
                              .null = null::error,
                              .literal_integers = true,
                              .max_depth = 3};

template <class T>
void check_mutants(std::string_view seed, unsigned number) {
  std::mt19937_64 random(number);
  fuzz::check_reading<T>(seed);
  for (int i = 0; i < 20000; ++i) {
    const std::string text = mutate(seed, random);
    fuzz::check_reading<T>(text);
    if (i % 4 == 0) fuzz::check_reading<T, closed>(text);
  }
}

TEST(TypesMutation, Numbers) { check_mutants<numbers>(number_seed, 1); }
TEST(TypesMutation, Texts) { check_mutants<texts>(text_seed, 2); }
TEST(TypesMutation, Views) { check_mutants<views>(view_seed, 3); }
TEST(TypesMutation, NumbersAlone) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (std::uint64_t n = random() % 24 + 1; n > 0; --n) {
      constexpr std::string_view bytes = "0123456789000999-.e+";
      text += bytes[random() % (n % 8 == 0 ? bytes.size() : 16)];
    }
    const std::string array = "[\"" + text + "\"," + text + ']';
    fuzz::check_reading<std::vector<decimal<8>>>(array);
    fuzz::check_reading<std::vector<dynamic_decimal>>(array);
    fuzz::check_reading<std::vector<epoch<seconds, nanoseconds>>>('[' + text + ']');
    fuzz::check_reading<decimal<0, number_form::plain>>(text);
  }
}

}  // namespace
