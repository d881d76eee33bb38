// Enumerations.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/enums.hpp>
#include <hushring/json/explain.hpp>
#include <hushring/json/schema.hpp>

#include "types_checks.hpp"

namespace {

enum class side { buy, sell };
enum class kind : std::uint8_t { market = 1, limit = 2, stop_limit = 7 };
enum class code : char { bid = 'B', ask = 'A' };
enum class odd { quote, slash, long_text, cyrillic, empty };
enum class symbol { s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16, s17 };
enum class status : std::int16_t { open = -1, closed = 300 };

}  // namespace

template <>
inline constexpr auto hushring::enum_names<side> =
    hushring::names<side>({{side::buy, "buy"}, {side::sell, "sell"}, {side::sell, "ask"}});
template <>
inline constexpr auto hushring::enum_names<kind> = hushring::names<kind>(
    {{kind::market, "MARKET"}, {kind::limit, "LIMIT"}, {kind::stop_limit, "STOP_LOSS_LIMIT"}});
template <>
inline constexpr auto hushring::enum_names<code> = hushring::by_number;
template <>
inline constexpr auto hushring::enum_names<status> = hushring::by_number;
template <>
inline constexpr auto hushring::enum_names<odd> =
    hushring::names<odd>({{odd::quote, "a\"b"},
                          {odd::slash, "\\"},
                          {odd::long_text, "a text of more than thirty-two bytes in all"},
                          {odd::cyrillic, "\xD0\x9F\xD0\x9F"},
                          {odd::empty, ""}});
template <>
inline constexpr auto hushring::enum_names<symbol> = hushring::names<symbol>(
    {{symbol::s0, "BTCUSDT"}, {symbol::s1, "ETHUSDT"},  {symbol::s2, "BNBUSDT"},  {symbol::s3, "SOLUSDT"},
     {symbol::s4, "XRPUSDT"}, {symbol::s5, "ADAUSDT"},  {symbol::s6, "DOGEUSDT"}, {symbol::s7, "DOTUSDT"},
     {symbol::s8, "LTCUSDT"}, {symbol::s9, "LINKUSDT"}, {symbol::s10, "UNIUSDT"}, {symbol::s11, "TRXUSDT"},
     {symbol::s12, "BCHUSDT"}, {symbol::s13, "XLMUSDT"}, {symbol::s14, "ATOMUSDT"}, {symbol::s15, "ETCUSDT"},
     {symbol::s16, "1000SHIBUSDT_240329"}, {symbol::s17, "\"17\""}});

namespace {

using hushring::as_number;
using hushring::errc;
using hushring::error;
using hushring::testing::check_read;
using hushring::testing::value_of;
using hushring::testing::written;

struct order {
  side s = side::sell;
  std::optional<kind> k;
  as_number<side> n = side::sell;
  code c = code::ask;
  friend bool operator==(const order&, const order&) = default;
};

template <class E>
E one(const std::string& text) {
  return value_of<std::array<E, 1>>('[' + text + ']')[0];
}
template <class E>
error refusal(const std::string& text) {
  return check_read<std::vector<E>>('[' + text + ']', "\"]");
}

TEST(Enum, NamesAreReadHoweverTheyAreSpelled) {
  EXPECT_EQ(one<side>(R"("buy")"), side::buy);
  EXPECT_EQ(one<side>(R"("sell")"), side::sell);
  EXPECT_EQ(one<side>(R"("ask")"), side::sell);
  EXPECT_EQ(one<side>(R"("b\u0075y")"), side::buy);
  EXPECT_EQ(one<kind>(R"("STOP_LOSS_LIMIT")"), kind::stop_limit);
  EXPECT_EQ(one<kind>(R"("STOP_LOSS_\u004cIMIT")"), kind::stop_limit);
  EXPECT_EQ(one<odd>(R"("a\"b")"), odd::quote);
  EXPECT_EQ(one<odd>(R"("\\")"), odd::slash);
  EXPECT_EQ(one<odd>(R"("a text of more than thirty-two bytes in all")"), odd::long_text);
  EXPECT_EQ(one<odd>("\"\xD0\x9F\xD0\x9F\""), odd::cyrillic);
  EXPECT_EQ(one<odd>(R"("\u041F\u041f")"), odd::cyrillic);
  EXPECT_EQ(one<odd>(R"("")"), odd::empty);
  const order o = value_of<order>(R"({"s":"buy","k":"LIMIT","n":0,"c":66})");
  EXPECT_EQ(o, (order{side::buy, kind::limit, side::buy, code::bid}));
  EXPECT_EQ(value_of<order>(R"({ "c" : 66 , "n" : 0 , "k" : "LIMIT" , "s" : "buy" })"), o);
}

TEST(Enum, ManyNamesAreLookedUp) {
  for (const auto& n : hushring::enum_names<symbol>.list) {
    const std::string text = written(n.value);
    EXPECT_EQ(one<symbol>(text), n.value) << text;
  }
  EXPECT_EQ(one<symbol>(R"("BTC\u0055SDT")"), symbol::s0);
  EXPECT_EQ(refusal<symbol>(R"("BTCUSD")"), (error{errc::unknown_name, 1}));
  EXPECT_EQ(refusal<symbol>(R"("1000SHIBUSDT_240330")"), (error{errc::unknown_name, 1}));
  EXPECT_EQ(refusal<symbol>("\"BTC\xFF\""), (error{errc::invalid_utf8, 5}));
}

TEST(Enum, OtherTextsAreUnknownNamesAndNumbersOfTheWrongType) {
  for (const std::string text :
       {R"("hold")", R"("")", R"("bu")", R"("buyy")", R"("Buy")", R"(" buy")", R"("b\u0055y")"})
    EXPECT_EQ(refusal<side>(text), (error{errc::unknown_name, 1})) << text;
  EXPECT_EQ(refusal<kind>(R"("STOP_LOSS_LIMIX")"), (error{errc::unknown_name, 1}));
  EXPECT_EQ(refusal<kind>(R"("STOP_LOSS")"), (error{errc::unknown_name, 1}));
  EXPECT_EQ(refusal<odd>(R"("a"b")"), (error{errc::unknown_name, 1}));
  EXPECT_EQ(refusal<side>("0"), (error{errc::wrong_type, 1}));
  EXPECT_EQ(refusal<side>("true"), (error{errc::wrong_type, 1}));
  EXPECT_EQ(refusal<side>(R"("buy)"), (error{errc::unexpected_end, 6}));
  EXPECT_EQ((check_read<std::vector<side>>(R"(["buy)", "\"]")), (error{errc::unexpected_end, 5}));
  EXPECT_EQ((check_read<std::vector<side>>(R"(["bu)", "y\"]")), (error{errc::unexpected_end, 4}));
  EXPECT_EQ((check_read<std::vector<side>>(R"([")", "buy\"]")), (error{errc::unexpected_end, 2}));
  EXPECT_EQ(refusal<side>("\"b\\qy\""), (error{errc::invalid_escape, 4}));
}

TEST(Enum, NumbersAreReadWhereTheyAreAskedFor) {
  EXPECT_EQ(one<code>("66"), code::bid);
  EXPECT_EQ(one<code>("67"), code{67});
  EXPECT_EQ(one<code>("6.7e1"), code{67});
  EXPECT_EQ(one<status>("-1"), status::open);
  EXPECT_EQ(refusal<code>("128"), (error{errc::number_out_of_range, 1}));
  EXPECT_EQ(refusal<code>("1.5"), (error{errc::not_an_integer, 1}));
  EXPECT_EQ(refusal<code>(R"("B")"), (error{errc::wrong_type, 1}));
  EXPECT_EQ(one<as_number<side>>("1").value, side::sell);
  EXPECT_EQ(one<as_number<side>>("1.0").value, side::sell);
  EXPECT_EQ(one<as_number<side>>("100e-2").value, side::sell);
  EXPECT_EQ(one<as_number<kind>>("7").value, kind::stop_limit);
  EXPECT_EQ(refusal<as_number<kind>>("0"), (error{errc::unknown_name, 1}));
  EXPECT_EQ(refusal<as_number<kind>>("3.0"), (error{errc::unknown_name, 1}));
  EXPECT_EQ(refusal<as_number<kind>>("300"), (error{errc::number_out_of_range, 1}));
  EXPECT_EQ(refusal<as_number<side>>(R"("buy")"), (error{errc::wrong_type, 1}));
  EXPECT_EQ(refusal<as_number<side>>("01"), (error{errc::invalid_number, 2}));
  EXPECT_EQ((check_read<std::vector<as_number<side>>>("[1", "0]")), (error{errc::unexpected_end, 2}));
  constexpr hushring::read_options literal{.literal_integers = true};
  EXPECT_EQ((check_read<std::vector<as_number<side>>, literal>("[1.0]")), (error{errc::not_an_integer, 2}));
}

TEST(Enum, NullTakesTheDefault) {
  const order o = value_of<order>(R"({"s":null,"k":null,"n":null,"c": null })");
  EXPECT_EQ(o, order{});
  EXPECT_EQ((check_read<order, hushring::strict>(R"({"s":null})")), (error{errc::null_value, 5}));
}

TEST(Enum, IsWrittenByItsFirstTextOrItsNumber) {
  EXPECT_EQ(written(order{side::sell, kind::stop_limit, side::sell, code::bid}),
            R"({"s":"sell","k":"STOP_LOSS_LIMIT","n":1,"c":66})");
  EXPECT_EQ(written(odd::quote), R"("a\"b")");
  EXPECT_EQ(written(odd::empty), R"("")");
  EXPECT_EQ(hushring::name_of(side::sell), "sell");
  EXPECT_EQ(hushring::name_of(side{5}), "");
  std::string out = "x";
  EXPECT_EQ(hushring::write(side{5}, out).error().code, errc::unknown_name);
  EXPECT_EQ(hushring::write(as_number<side>(side{5}), out).error().code, errc::unknown_name);
  EXPECT_EQ(out, "x");
}

TEST(Enum, IsAKeyOfMapsAndSaysItsTexts) {
  using book = std::map<side, int>;
  const book b{{side::buy, 1}, {side::sell, 2}};
  EXPECT_EQ(value_of<book>(R"({"sell":2,"b\u0075y":1})"), b);
  EXPECT_EQ(written(b), R"({"buy":1,"sell":2})");
  EXPECT_EQ((check_read<book>(R"({"hold":2})")), (error{errc::unknown_name, 1}));
  const auto names = hushring::schema<side>().names();
  EXPECT_EQ((std::vector<std::string_view>(names.begin(), names.end())),
            (std::vector<std::string_view>{"buy", "sell", "ask"}));
  EXPECT_EQ(hushring::json_schema<side>(),
            R"({"$schema":"https://json-schema.org/draft/2020-12/schema","enum":["buy","sell","ask"]})");
  const hushring::explanation why = hushring::explain<side>({errc::unknown_name, 0}, R"("hold")");
  EXPECT_EQ(why.expected, "one of buy, sell, ask");
}

}  // namespace
