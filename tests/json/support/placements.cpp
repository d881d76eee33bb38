#include "placements.hpp"

#include <array>
#include <cstring>
#include <memory>

#include "guarded_text.hpp"

namespace hushring::testing {
namespace {

using namespace std::literals;

constexpr std::array hostile_tails{
    "0123456789"sv, "9"sv,    "00000000"sv, ".5"sv,  "e9"sv, "E+1"sv,      " "sv,      "\r\n"sv, "\""sv,   "\\\""sv,
    "\xFF"sv,       "\x80"sv, "}"sv,        "]"sv,   "}]"sv, ",\"a\":1"sv, ",1"sv,     "null"sv, "true"sv, "alse}"sv,
    "\0"sv,         ":"sv,    "u0041\""sv,  "\"}"sv, "]}"sv, "\"]}"sv,     ",{},[]"sv, "//"sv,   "-"sv,    "ull}"sv,
};

}  // namespace

void for_each_placement(std::string_view text, std::string_view tail,
                        const std::function<void(std::string_view, bool, const std::string&)>& visit) {
  {
    const std::unique_ptr<char[]> block(new char[text.size()]);  // to the byte: sanitizers see its end
    if (!text.empty()) std::memcpy(block.get(), text.data(), text.size());
    visit({block.get(), text.size()}, false, "in a block of its own");
  }
  static guarded_text guarded(1 << 20);
  const auto tail_number = [&](std::size_t i) {
    i %= hostile_tails.size() + 1;
    return i == hostile_tails.size() ? tail : hostile_tails[i];
  };
  for (std::size_t distance = 0; distance <= 65; ++distance) {
    for (const std::string_view behind : {tail, tail_number(distance)}) {
      const std::string_view placed = guarded.place(text, distance, behind);
      const std::string where =
          std::to_string(distance) + " bytes before an unmapped page, tail " + std::string(behind);
      visit(placed, false, where);
      if (distance >= 64) visit(placed, true, where + ", padded");
    }
  }
  for (std::size_t shift = 0; shift < 64; ++shift) {
    const std::string_view behind = tail_number(shift);
    const std::string_view placed = guarded.place(text, 128 + shift, behind);
    const std::string where = "alignment " + std::to_string(shift) + ", tail " + std::string(behind);
    visit(placed, false, where);
    visit(placed, true, where + ", padded");
  }
}

}  // namespace hushring::testing
