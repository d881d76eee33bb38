// The fault cases of data/cases/cases.jsonl for reading: faults that other libraries had, bound to the type each names.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <hushring/json/read.hpp>
#include <hushring/json/tagged.hpp>
#include <hushring/json/variant.hpp>
#include <hushring/json/write.hpp>

#include "support/placements.hpp"
#include "support/reference_json.hpp"
#include "support/test_data.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::quoted;
using hushring::testing::canonical;
using hushring::testing::read_everywhere;
using hushring::testing::string_members;

// The structs the cases name, member for member.
#define SAME(T) friend bool operator==(const T&, const T&) = default
struct port_only {
  int port = 0;
  SAME(port_only);
};
struct prefixes {
  int b = 0, bid = 0, bid_px = 0, bid_px_e8 = 0;
  SAME(prefixes);
};
struct letters {
  std::string e;
  std::int64_t E = 0;
  int t = 0, T = 0;
  SAME(letters);
};
struct prices {
  int price_a1 = 0, price_b1 = 0;
  SAME(prices);
};
struct px_only {
  int px = 0;
  SAME(px_only);
};
struct id_px {
  int id = 0;
  double px = 0;
  SAME(id_px);
};
struct optional_v {
  std::optional<int> v;
  SAME(optional_v);
};
struct v_3 {
  int v = 3;
  SAME(v_3);
};
struct id_px_95 {
  int id = 0;
  double px = 9.5;
  SAME(id_px_95);
};
struct qty_px {
  int qty = 0;
  double px = 0;
  SAME(qty_px);
};
struct id_only {
  int id = 0;
  SAME(id_only);
};
struct n_only {
  int n = 0;
  SAME(n_only);
};
struct quoted_p {
  quoted<double> p;
  SAME(quoted_p);
};
struct m_only {
  std::string m;
  SAME(m_only);
};
struct string_int {
  std::string s;
  int n = 0;
  SAME(string_int);
};
struct note_only {
  std::string_view note;
  SAME(note_only);
};
struct limit_order {
  int px = 0;
  SAME(limit_order);
};
struct market_order {
  SAME(market_order);
};
struct order_o {
  hushring::tagged<"kind", hushring::alt<"limit", limit_order>, hushring::alt<"market", market_order>> o;
  SAME(order_o);
};
#undef SAME

struct reading {
  std::function<error(std::string_view)> everywhere;
  std::function<std::string(std::string_view)> value;  // what was read, written again
  bool doubles;
};

template <class T>
reading bind_to(bool doubles = false) {
  return {[](std::string_view text) { return read_everywhere<T>(text, text); },
          [](std::string_view text) {
            hushring::reader in;
            std::string out;
            const auto v = in.read<T>(text);
            if (v)
              static_cast<void>(hushring::write<hushring::write_options{.absent = hushring::absent::null}>(*v, out));
            return out;
          },
          doubles};
}

const std::map<std::string, reading> readings{
    {"array<int,3>", bind_to<std::array<int, 3>>()},
    {"bool", bind_to<bool>()},
    {"double", bind_to<double>(true)},
    {"int", bind_to<int>()},
    {"int32", bind_to<std::int32_t>()},
    {"int64", bind_to<std::int64_t>()},
    {"uint64", bind_to<std::uint64_t>()},
    {"string", bind_to<std::string>()},
    {"string_view", bind_to<std::string_view>()},
    {"struct{b:int,bid:int,bid_px:int,bid_px_e8:int}", bind_to<prefixes>()},
    {"struct{e:string,E:int64,t:int,T:int}", bind_to<letters>()},
    {"struct{id:int,px:double=9.5}", bind_to<id_px_95>(true)},
    {"struct{id:int,px:double}", bind_to<id_px>(true)},
    {"struct{id:int}", bind_to<id_only>()},
    {"struct{m:string}", bind_to<m_only>()},
    {"struct{note:string_view}", bind_to<note_only>()},
    {"struct{n:int}", bind_to<n_only>()},
    {"struct{port:int}", bind_to<port_only>()},
    {"struct{price_a1:int,price_b1:int}", bind_to<prices>()},
    {"struct{px:int}", bind_to<px_only>()},
    {"struct{o:variant<limit,market> tag=kind}", bind_to<order_o>()},
    {"struct{p:quoted<double>}", bind_to<quoted_p>()},
    {"struct{qty:int,px:double}", bind_to<qty_px>(true)},
    {"struct{v:int=3}", bind_to<v_3>()},
    {"struct{v:optional<int>}", bind_to<optional_v>()},
    {"tuple<string,int>", bind_to<string_int>()},
    {"vector<double>", bind_to<std::vector<double>>(true)},
    {"vector<int64>", bind_to<std::vector<std::int64_t>>()},
    {"vector<int>", bind_to<std::vector<int>>()},
    {"vector<string>", bind_to<std::vector<std::string>>()},
    {"vector<struct{v:optional<int>}>", bind_to<std::vector<optional_v>>()},
    {"vector<uint16>", bind_to<std::vector<std::uint16_t>>()},
    {"vector<uint32>", bind_to<std::vector<std::uint32_t>>()},
    {"vector<uint8>", bind_to<std::vector<std::uint8_t>>()},
    {"vector<variant<int,double,string>>", bind_to<std::vector<std::variant<int, double, std::string>>>()},
    {"vector<vector<vector<int>>>", bind_to<std::vector<std::vector<std::vector<int>>>>()},
};

std::string input_of(const std::map<std::string, std::string>& c) {
  if (const auto hex = c.find("input_hex"); hex != c.end()) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex->second.size(); i += 2)
      bytes += static_cast<char>(std::stoi(hex->second.substr(i, 2), nullptr, 16));
    return bytes;
  }
  return c.at("input");
}

/// Tuples come later: ["...",7] is read as {"s":"...","n":7}.
std::string as_bound(std::string_view target, const std::string& text) {
  if (target != "tuple<string,int>") return text;
  const std::size_t comma = text.rfind(',');
  if (text.front() != '[' || text.back() != ']' || comma == std::string::npos)
    throw std::runtime_error("not a pair: " + text);
  return "{\"s\":" + text.substr(1, comma - 1) + ",\"n\":" + text.substr(comma + 1, text.size() - comma - 2) + "}";
}

/// Any JSON text, as a member that nobody asked for; a byte order mark stays at the start.
error skipped_everywhere(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  std::string wrapped;
  if (text.starts_with(mark)) wrapped += mark, text.remove_prefix(mark.size());
  wrapped += "{\"x\":";
  wrapped += text;
  wrapped += "}";
  return read_everywhere<id_only>(wrapped, text);
}

TEST(Cases, ReadAsTheirTargetsSay) {
  const auto path = hushring::testing::data_path("cases/cases.jsonl");
  HUSHRING_NEEDS_DATA(path);
  std::istringstream lines(hushring::testing::file_content(path));
  int ran = 0;
  int skipped_values = 0;
  std::map<std::string, int> later;
  for (std::string line; std::getline(lines, line);) {
    const auto c = string_members(line);
    const std::string& target = c.at("target");
    if (target.starts_with("write") || target.starts_with("shm") || target == "prettify") continue;
    const std::string input = as_bound(target, input_of(c));
    const std::string& expect = c.at("expect");
    if (target == "any") {
      ++skipped_values;
      EXPECT_EQ(skipped_everywhere(input).code == errc::ok, expect != "reject") << line;
      continue;
    }
    const auto found = readings.find(target);
    if (found == readings.end()) {
      ++later[target];
      continue;
    }
    ++ran;
    const error e = found->second.everywhere(input);
    EXPECT_EQ(e.code == errc::ok, expect != "reject") << line << ::testing::PrintToString(e);
    if (expect == "value" && !e) {
      EXPECT_EQ(canonical(found->second.value(input), found->second.doubles),
                canonical(as_bound(target, c.at("value")), found->second.doubles))
          << line;
    }
  }
  int others = 0;
  for (const auto& [target, count] : later) {
    std::printf("  not yet: %3d %s\n", count, target.c_str());
    others += count;
  }
  std::printf("  %d cases bound, %d skipped as unknown members, %d of types that come later\n", ran, skipped_values,
              others);
  EXPECT_GE(ran, 165);
  EXPECT_EQ(skipped_values, 41);
}

}  // namespace
