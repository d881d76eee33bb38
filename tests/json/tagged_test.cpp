// Values of several types that a tag tells apart.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include <hushring/json/raw_json.hpp>
#include <hushring/json/schema.hpp>
#include <hushring/json/tagged.hpp>

#include "types_checks.hpp"

namespace {

using hushring::adjacent;
using hushring::alt;
using hushring::errc;
using hushring::error;
using hushring::otherwise;
using hushring::read_options;
using hushring::tagged;
using hushring::testing::check_read;
using hushring::testing::value_of;
using hushring::testing::written;

struct trade {
  std::string s = "none";
  double p = 1;
  std::vector<int> ids{};
  friend bool operator==(const trade&, const trade&) = default;
};
struct depth {
  std::int64_t u = 0;
  std::vector<std::array<int, 2>> b{};
  friend bool operator==(const depth&, const depth&) = default;
};
struct nothing {
  friend bool operator==(const nothing&, const nothing&) = default;
};
/// Has a member for the tag.
struct status {
  std::string_view e = "";
  int code = 0;
  friend bool operator==(const status&, const status&) = default;
};

using event = tagged<"e", alt<"trade", trade>, alt<"depthUpdate", depth>, alt<"status", status>, alt<"nothing", nothing>>;
struct message {
  std::string_view stream = "";
  event data;
  friend bool operator==(const message&, const message&) = default;
};

TEST(Tagged, TheTagMayStandAnywhere) {
  const event expected = trade{.s = "X", .p = 2.5, .ids = {1, 2}};
  EXPECT_EQ(value_of<event>(R"({"e":"trade","s":"X","p":2.5,"ids":[1,2]})"), expected);
  EXPECT_EQ(value_of<event>(R"({"s":"X","e":"trade","p":2.5,"ids":[1,2]})"), expected);
  EXPECT_EQ(value_of<event>(R"({"ids":[1,2],"p":2.5,"s":"X","e":"trade"})"), expected);
  EXPECT_EQ(value_of<event>(R"( { "ids" : [ 1 , 2 ] , "p" : 2.5 , "s" : "X" , "e" : "trade" } )"), expected);
  EXPECT_EQ(value_of<event>(R"({"x":[{"e":"depthUpdate"}],"p":2.5,"s":"X","e":"trade","ids":[1,2]})"), expected);
  EXPECT_EQ(value_of<event>(R"({"e":"depthUpdate","u":5,"b":[[1,2]]})"), (event{depth{5, {{1, 2}}}}));
  EXPECT_EQ(value_of<event>("{\n  \"u\": 5,\n  \"e\": \"depthUpdate\"\n}"), (event{depth{5, {}}}));
  EXPECT_EQ(value_of<event>(R"({"e":"nothing"})"), event{nothing{}});
  EXPECT_EQ(value_of<event>(R"({"a":1,"e":"nothing","b":2})"), event{nothing{}});
}

TEST(Tagged, MembersOfTheValueAreReadAsAlways) {
  EXPECT_EQ(value_of<event>(R"({"e":"trade"})"), event{trade{}});
  EXPECT_EQ(value_of<event>(R"({"e":"trade","p":null,"s":null})"), event{trade{}});
  EXPECT_EQ(value_of<event>(R"({"p":null,"e":"trade"})"), event{trade{}});
  EXPECT_EQ((value_of<message>(R"({"stream":"a","data":{"e":"trade","s":"X"}})")), (message{"a", trade{.s = "X"}}));
  EXPECT_EQ((value_of<message>(R"({"data":{"s":"X","e":"trade"},"stream":"a"})")), (message{"a", trade{.s = "X"}}));
  EXPECT_EQ((value_of<message>(R"({"stream":"a"})")), (message{"a", trade{}}));
  EXPECT_EQ((value_of<message>(R"({"stream":"a","data":null})")), (message{"a", trade{}}));
  EXPECT_EQ((value_of<std::vector<event>>(R"([{"e":"nothing"},{"e":"trade"}, {"u":1,"e":"depthUpdate"}])")),
            (std::vector<event>{nothing{}, trade{}, depth{1, {}}}));
}

TEST(Tagged, TagsAndKeysAreComparedUnescaped) {
  EXPECT_EQ(value_of<event>(R"({"\u0065":"\u0074rade","s":"X"})"), event{trade{.s = "X"}});
  EXPECT_EQ(value_of<event>(R"({"e":"tr\u0061de","s":"X"})"), event{trade{.s = "X"}});
  EXPECT_EQ(value_of<event>(R"({"s":"X","e":"tr\u0061de"})"), event{trade{.s = "X"}});
  EXPECT_EQ(value_of<event>(R"({"s":"X","\u0065":"trade"})"), event{trade{.s = "X"}});
  using odd = tagged<"a\"\\/~\xC3\xA9\n", alt<"q\"\\\x01\xD0\x9F", trade>, alt<"", depth>>;
  EXPECT_EQ(value_of<odd>("{\"a\\\"\\\\/~\xC3\xA9\\n\":\"q\\\"\\\\\\u0001\xD0\x9F\",\"p\":3}"), (odd{trade{.p = 3}}));
  EXPECT_EQ(value_of<odd>("{\"p\":3,\"a\\\"\\\\\\/~\\u00e9\\n\":\"q\\\"\\\\\\u0001\\u041f\"}"), (odd{trade{.p = 3}}));
  EXPECT_EQ(value_of<odd>("{\"a\\\"\\\\/~\xC3\xA9\\n\":\"\",\"u\":3}"), (odd{depth{3, {}}}));
  EXPECT_EQ(written(odd{trade{}}), "{\"a\\\"\\\\/~\xC3\xA9\\u000a\":\"q\\\"\\\\\\u0001\xD0\x9F\",\"s\":\"none\",\"p\":1,\"ids\":[]}");
}

TEST(Tagged, WithoutAnAlternativeTheValueIsRefused) {
  EXPECT_EQ(check_read<event>(R"({"e":"other"})"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<event>(R"({"e":"trad"})"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<event>(R"({"e":"trades"})"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<event>(R"( {"e":5})"), (error{errc::no_alternative, 1}));
  EXPECT_EQ(check_read<event>(R"({"e":null})"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<event>(R"({"e":["trade"]})"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<event>("{}"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<event>(R"({"E":"trade"})"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<event>(R"(["e","trade"])"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<event>(R"("trade")"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<event>("1"), (error{errc::no_alternative, 0}));
  EXPECT_EQ((check_read<message, hushring::strict>(R"({"stream":"","data":null})")), (error{errc::null_value, 20}));
  EXPECT_EQ((check_read<message, hushring::strict>(R"({"stream":""})")), (error{errc::missing_member, 12}));
  EXPECT_EQ(check_read<message>(R"({"stream":"","data":{"f":"trade"}})"), (error{errc::no_alternative, 20}));
}

TEST(Tagged, ErrorsAreThoseOfTheAlternative) {
  EXPECT_EQ(check_read<event>(R"({"e":"trade","p":"x"})"), (error{errc::wrong_type, 17}));
  EXPECT_EQ(check_read<event>(R"({"p":"x","e":"trade"})"), (error{errc::wrong_type, 5}));
  EXPECT_EQ(check_read<event>(R"({"e":"trade","u":"x"})"), error{});
  EXPECT_EQ(check_read<event>(R"({"e":"depthUpdate","u":"x"})"), (error{errc::wrong_type, 23}));
  EXPECT_EQ((check_read<event, hushring::strict>(R"({"e":"trade","s":"","p":1})")), (error{errc::missing_member, 25}));
  // the tag comes first: the first error is the alternative's
  EXPECT_EQ(check_read<event>(R"({"e":"trade","p":"x","q":})"), (error{errc::wrong_type, 17}));
  // it does not: it is searched for first
  EXPECT_EQ(check_read<event>(R"({"p":"x","q":,"e":"trade"})"), (error{errc::unexpected_character, 13}));
  EXPECT_EQ(check_read<event>(R"({"p":"x","e":"trade","q":})"), (error{errc::wrong_type, 5}));
  for (const std::string text : {R"({"e":"trade","p":1})", R"({"p":1,"e":"trade"})", R"({"u":[[{}]],"e":"status"})"})
    for (std::size_t n = 1; n < text.size(); ++n)
      EXPECT_EQ(check_read<event>(text.substr(0, n), text.substr(n)), (error{errc::unexpected_end, n})) << n;
  EXPECT_EQ(check_read<event>("{\"e\":\"trade\",\"z\":\"\xFF\"}"), (error{errc::invalid_utf8, 18}));
  EXPECT_EQ(check_read<event>("{\"z\":\"\xFF\",\"e\":\"trade\"}"), (error{errc::invalid_utf8, 6}));
  EXPECT_EQ(check_read<event>(R"({"e":"trade"} x)"), (error{errc::trailing_data, 14}));
}

TEST(Tagged, TheLastOfSeveralTagsDecides) {
  EXPECT_EQ(value_of<event>(R"({"e":"trade","u":7,"e":"depthUpdate"})"), (event{depth{7, {}}}));
  EXPECT_EQ(value_of<event>(R"({"u":7,"e":"trade","e":"depthUpdate"})"), (event{depth{7, {}}}));
  EXPECT_EQ(value_of<event>(R"({"e":"other","e":"depthUpdate","u":7})"), (event{depth{7, {}}}));
  EXPECT_EQ(value_of<event>(R"({"e":5,"e":"depthUpdate","u":7})"), (event{depth{7, {}}}));
  EXPECT_EQ(value_of<event>(R"({"e":null,"e":"depthUpdate","u":7})"), (event{depth{7, {}}}));
  EXPECT_EQ(value_of<event>(R"({"e":"trade","s":5,"e":"depthUpdate","u":7})"), (event{depth{7, {}}}));
  EXPECT_EQ(value_of<event>(R"({"e":"trade","p":7,"e":"trade"})"), (event{trade{.p = 7}}));
  EXPECT_EQ(value_of<event>(R"({"e":"trade","p":7,"e":"tr\u0061de"})"), (event{trade{.p = 7}}));
  EXPECT_EQ(value_of<event>(R"({"e":"status","code":7,"e":"trade","p":2})"), (event{trade{.p = 2}}));
  EXPECT_EQ(value_of<event>(R"({"e":"trade","code":7,"e":"status"})"), (event{status{"status", 7}}));
  EXPECT_EQ(check_read<event>(R"({"e":"trade","e":"other"})"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<event>(R"({"e":"trade","e":null})"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<event>(R"({"e":"status","e":null})"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<event>(R"({"e":"trade","e":5})"), (error{errc::no_alternative, 0}));
  EXPECT_EQ((check_read<event, read_options{.duplicate = hushring::duplicate::error}>(R"({"e":"trade","e":"trade"})")),
            (error{errc::duplicate_member, 13}));
  EXPECT_EQ((check_read<event, read_options{.duplicate = hushring::duplicate::error}>(R"({"p":1,"e":"trade","e":"trade"})")),
            (error{errc::duplicate_member, 19}));
  EXPECT_EQ((check_read<event, read_options{.duplicate = hushring::duplicate::error}>(R"({"e":"status","e":"status"})")),
            (error{errc::duplicate_member, 14}));
}

TEST(Tagged, TheTagIsNoUnknownMember) {
  constexpr read_options exact{.unknown = hushring::unknown::error};
  EXPECT_EQ((check_read<event, exact>(R"({"e":"trade","p":1})")), error{});
  EXPECT_EQ((check_read<event, exact>(R"({"p":1,"e":"trade"})")), error{});
  EXPECT_EQ((check_read<event, exact>(R"({"e":"status","code":1})")), error{});
  EXPECT_EQ((check_read<event, exact>(R"({"e":"trade","q":1})")), (error{errc::unknown_member, 13}));
  EXPECT_EQ((check_read<event, exact>(R"({"q":1,"e":"trade"})")), (error{errc::unknown_member, 1}));
}

TEST(Tagged, TheTagIsWrittenFirstOrByTheMemberThatHasIt) {
  EXPECT_EQ(written(event{trade{"X", 2, {3}}}), R"({"e":"trade","s":"X","p":2,"ids":[3]})");
  EXPECT_EQ(written(event{nothing{}}), R"({"e":"nothing"})");
  EXPECT_EQ(written(event{status{"status", 4}}), R"({"e":"status","code":4})");
  EXPECT_EQ(written(event{status{"something", 4}}), R"({"e":"status","code":4})");
  EXPECT_EQ(written(message{"s", depth{4, {{1, 2}}}}), R"({"stream":"s","data":{"e":"depthUpdate","u":4,"b":[[1,2]]}})");
  EXPECT_EQ(written(std::vector<event>{nothing{}, trade{}}),
            R"([{"e":"nothing"},{"e":"trade","s":"none","p":1,"ids":[]}])");
  EXPECT_EQ(written(event{}), R"({"e":"trade","s":"none","p":1,"ids":[]})");
  std::string text;
  EXPECT_EQ(hushring::write(event{trade{.s = "\xFF"}}, text).error(), (error{errc::invalid_utf8_in_value, 0}));
  constexpr hushring::write_options pretty{.pretty = true};
  EXPECT_TRUE(hushring::write<pretty>(event{depth{4, {}}}, text));
  EXPECT_EQ(text, "{\n  \"e\": \"depthUpdate\",\n  \"u\": 4,\n  \"b\": []\n}");
  EXPECT_EQ((hushring::size_bound<tagged<"e", alt<"a", nothing>, alt<"bcd", nothing>>>()), 12 + 32);
}

TEST(Tagged, TheAlternativeKeepsItsMemory) {
  hushring::reader in;
  message m;
  ASSERT_TRUE(in.read_into(R"({"data":{"e":"trade","ids":[1,2,3,4,5,6,7,8]}})", m));
  const int* const place = m.data.get_if<trade>()->ids.data();
  ASSERT_TRUE(in.read_into(R"({"data":{"e":"trade","ids":[9]}})", m));
  EXPECT_EQ(m.data.get_if<trade>()->ids.data(), place);
  ASSERT_TRUE(in.read_into(R"({"data":{"ids":[9,8],"e":"trade"}})", m));
  EXPECT_EQ(m.data.get_if<trade>()->ids.data(), place);
  EXPECT_EQ(m.data.get_if<trade>()->ids, (std::vector{9, 8}));
}

TEST(Tagged, ItIsAVariant) {
  event e = depth{3, {}};
  EXPECT_TRUE(e.holds<depth>());
  EXPECT_EQ(std::get<depth>(e).u, 3);
  EXPECT_EQ(e.get_if<trade>(), nullptr);
  EXPECT_EQ(e.index(), 1U);
  EXPECT_EQ(std::visit([](const auto& alternative) { return sizeof alternative; }, e), sizeof(depth));
  EXPECT_EQ(e.visit([](const depth& d) { return static_cast<int>(d.u); }, [](const auto&) { return -1; }), 3);
  e.visit([](depth& d) { d.u = 4; }, [](auto&) {});
  EXPECT_EQ(std::as_const(e).get_if<depth>()->u, 4);
  e = trade{.s = "X"};
  EXPECT_EQ(e, event{trade{.s = "X"}});
  e.emplace<nothing>();
  EXPECT_TRUE(std::holds_alternative<nothing>(e));
  const event copy = e;
  EXPECT_EQ(copy, e);
  using twice = tagged<"e", alt<"a", nothing>, alt<"b", nothing>>;
  EXPECT_EQ(value_of<twice>(R"({"e":"b"})").index(), 1U);
  EXPECT_EQ(written(twice{std::in_place_index<1>}), R"({"e":"b"})");
}

TEST(Tagged, OtherwiseTakesAllOtherValues) {
  using any = tagged<"e", alt<"trade", trade>, otherwise<hushring::raw_json_string>>;
  EXPECT_EQ(value_of<any>(R"({"e":"trade","p":3})"), any{trade{.p = 3}});
  for (const std::string text : {R"({"e":"other","p":3})", R"({"x":{}})", "{}", "[1,2]", "5", "true", R"("trade")",
                                 R"({"e":"trade","e":1})", "null"})
    EXPECT_EQ(value_of<any>(text), any{hushring::raw_json_string(text)}) << text;
  EXPECT_EQ(value_of<std::vector<any>>(R"([ 1 , {"e":"trade"}, [] ])"),
            (std::vector<any>{hushring::raw_json_string("1"), trade{}, hushring::raw_json_string("[]")}));
  EXPECT_EQ(check_read<any>(R"({"e":"trade","p":"x"})"), (error{errc::wrong_type, 17}));
  EXPECT_EQ(check_read<any>(R"([1,})"), (error{errc::unexpected_character, 3}));
  EXPECT_EQ(written(any{hushring::raw_json_string("[1]")}), "[1]");
  EXPECT_EQ(written(any{trade{}}), R"({"e":"trade","s":"none","p":1,"ids":[]})");

  using object = tagged<"e", alt<"trade", trade>, otherwise<depth>>;
  EXPECT_EQ(value_of<object>(R"({"e":"x","u":3})"), (object{depth{3, {}}}));
  EXPECT_EQ(value_of<object>(R"({"u":3})"), (object{depth{3, {}}}));
  EXPECT_EQ(check_read<object>("[]"), (error{errc::wrong_type, 0}));
  EXPECT_EQ(written(object{depth{3, {}}}), R"({"u":3,"b":[]})");

  using answer = tagged<"success", alt<true, status>, otherwise<nothing>>;
  using level = tagged<"table", alt<"book", depth>, otherwise<answer>>;
  EXPECT_EQ(value_of<level>(R"({"table":"book","u":3})").index(), 0U);
  EXPECT_EQ(value_of<level>(R"({"success":true,"code":3})"), (level{answer{status{"", 3}}}));
  EXPECT_EQ(std::get<1>(value_of<level>(R"({"info":1})")).index(), 1U);

  using array = tagged<"e", alt<"trade", trade>, otherwise<std::vector<int>>>;
  EXPECT_EQ(value_of<array>("[1,2]"), (array{std::vector{1, 2}}));
  EXPECT_EQ(value_of<array>(R"({"e":"trade"})"), array{trade{}});
  EXPECT_EQ(check_read<array>(R"({"e":"x"})"), (error{errc::wrong_type, 0}));
  EXPECT_EQ(written(std::vector<array>{std::vector{1}, trade{}}), R"([[1],{"e":"trade","s":"none","p":1,"ids":[]}])");
}

TEST(Tagged, PrefixesDecideWhereNoWholeTagDoes) {
  using stream = tagged<"topic", alt<hushring::prefix<"trade.">, trade>, alt<hushring::prefix<"trade.deep.">, depth>,
                        alt<"trade.all", nothing>, alt<hushring::prefix<"st">, status>>;
  EXPECT_EQ(value_of<stream>(R"({"topic":"trade.BTCUSDT","p":3})"), (stream{trade{.p = 3}}));
  EXPECT_EQ(value_of<stream>(R"({"topic":"trade.","p":3})"), (stream{trade{.p = 3}}));
  EXPECT_EQ(value_of<stream>(R"({"p":3,"topic":"trade.a\u0062"})"), (stream{trade{.p = 3}}));
  EXPECT_EQ(value_of<stream>(R"({"topic":"trade.deep.1","u":3})"), (stream{depth{3, {}}}));
  EXPECT_EQ(value_of<stream>(R"({"u":3,"topic":"tr\u0061de.deep.\u0031"})"), (stream{depth{3, {}}}));
  EXPECT_EQ(value_of<stream>(R"({"topic":"trade.\u0064eep.1","u":3})"), (stream{depth{3, {}}}));
  EXPECT_EQ(value_of<stream>(R"({"topic":"trade.all"})"), (stream{nothing{}}));
  EXPECT_EQ(value_of<stream>(R"({"topic":"trade.al\u006c"})"), (stream{nothing{}}));
  EXPECT_EQ(value_of<stream>(R"({"topic":"trade.alll","p":3})"), (stream{trade{.p = 3}}));
  EXPECT_EQ(value_of<stream>(R"({"topic":"start of a long text that goes on behind sixteen bytes","code":3})"),
            (stream{status{"", 3}}));
  EXPECT_EQ(check_read<stream>(R"({"topic":"trade"})"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<stream>("{\"topic\":\"trade.\xFF\"}"), (error{errc::invalid_utf8, 16}));
  EXPECT_EQ(check_read<stream>("{\"topic\":\"st\\q\"}"), (error{errc::invalid_escape, 13}));
  EXPECT_EQ(written(stream{trade{}}), R"({"topic":"trade.","s":"none","p":1,"ids":[]})");

  struct named {
    std::string topic;
    int x = 0;
    bool operator==(const named&) const = default;
  };
  using own = tagged<"topic", alt<hushring::prefix<"a.">, named>, alt<"a.b", nothing>>;
  EXPECT_EQ(value_of<own>(R"({"topic":"a.x","x":3})"), (own{named{"a.x", 3}}));
  EXPECT_EQ(value_of<own>(R"({"x":3,"topic":"a.x"})"), (own{named{"a.x", 3}}));
  EXPECT_EQ(value_of<own>(R"({"topic":"a.x","topic":"a.b"})"), (own{nothing{}}));
  EXPECT_EQ(value_of<own>(R"({"topic":"a.x","topic":"a.y"})"), (own{named{"a.y", 0}}));
  EXPECT_EQ(written(own{named{"a.x", 3}}), R"({"topic":"a.x","x":3})");
  EXPECT_EQ(written(own{named{"", 3}}), R"({"topic":"a.","x":3})");
  EXPECT_EQ(written(own{named{"a.b", 3}}), R"({"topic":"a.","x":3})");
}

TEST(Tagged, NumbersAndBooleansAreTags) {
  using numbered = tagged<"op", alt<1, trade>, alt<-20, depth>, alt<true, nothing>, alt<"1", status>>;
  EXPECT_EQ(value_of<numbered>(R"({"op":1,"p":3})"), (numbered{trade{.p = 3}}));
  EXPECT_EQ(value_of<numbered>(R"({"p":3,"op":1})"), (numbered{trade{.p = 3}}));
  EXPECT_EQ(value_of<numbered>(R"({"op":1.0,"p":3})"), (numbered{trade{.p = 3}}));
  EXPECT_EQ(value_of<numbered>(R"({"op":10e-1,"p":3})"), (numbered{trade{.p = 3}}));
  EXPECT_EQ(value_of<numbered>(R"({"op":-20,"u":3})"), (numbered{depth{3, {}}}));
  EXPECT_EQ(value_of<numbered>(R"({"op":true})"), (numbered{nothing{}}));
  EXPECT_EQ(value_of<numbered>(R"({"op":"1","code":2})"), (numbered{status{"", 2}}));
  for (const std::string text : {R"({"op":12})", R"({"op":1.5})", R"({"op":-1})", R"({"op":false})", R"({"op":"true"})", R"({"op":1e400})"})
    EXPECT_EQ(check_read<numbered>(text), (error{errc::no_alternative, 0})) << text;
  EXPECT_EQ(written(numbered{trade{}}), R"({"op":1,"s":"none","p":1,"ids":[]})");
  EXPECT_EQ(written(numbered{nothing{}}), R"({"op":true})");
  EXPECT_EQ(written(numbered{depth{}}), R"({"op":-20,"u":0,"b":[]})");
  struct coded {
    int op = 0;
    bool operator==(const coded&) const = default;
  };
  using own = tagged<"op", alt<7, coded>, alt<8, nothing>>;
  EXPECT_EQ(value_of<own>(R"({"op":7})"), own{coded{7}});
  EXPECT_EQ(value_of<own>(R"({"op":7.0})"), own{coded{7}});
  EXPECT_EQ(value_of<own>(R"({"op":7,"op":8})"), own{nothing{}});
  EXPECT_EQ(written(own{coded{3}}), R"({"op":7})");
}

TEST(Tagged, TagsOfMembersInsideAreFoundByPointer) {
  struct envelope_of_trade {
    std::string stream;
    struct inner {
      std::string e;
      double p = 0;
      bool operator==(const inner&) const = default;
    } data;
    bool operator==(const envelope_of_trade&) const = default;
  };
  struct envelope_of_depth {
    std::string stream;
    depth data;
    bool operator==(const envelope_of_depth&) const = default;
  };
  using pointed = tagged<"/data/e", alt<"trade", envelope_of_trade>, alt<"depth", envelope_of_depth>>;
  const pointed one = envelope_of_trade{"s", {"trade", 3}};
  EXPECT_EQ(value_of<pointed>(R"({"stream":"s","data":{"e":"trade","p":3}})"), one);
  EXPECT_EQ(value_of<pointed>(R"({"data":{"p":3,"e":"trade"},"stream":"s"})"), one);
  EXPECT_EQ(value_of<pointed>(R"({"data":{"e":"depth","u":3},"stream":"s"})"), (pointed{envelope_of_depth{"s", {3, {}}}}));
  EXPECT_EQ(value_of<pointed>(R"({"stream":"s","data":{"e":"x","e":"trade","p":3}})"), one);
  EXPECT_EQ(value_of<pointed>(R"({"data":{"e":"depth"},"stream":"s","data":{"e":"trade","p":3}})"), one);
  EXPECT_EQ(value_of<std::vector<pointed>>(R"([{"data":{"e":"trade"}},{"data":{"e":"depth"}},{"data":{"e":"trade"}}])").size(), 3U);
  EXPECT_EQ(check_read<pointed>(R"({"data":{"e":"trade"},"data":{}})"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<pointed>(R"({"data":{"e":"trade"},"data":null})"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<pointed>(R"({"data":[{"e":"trade"}]})"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<pointed>(R"({"e":"trade"})"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<pointed>(R"({"data":{"e":"trade","p":"x"}})"), (error{errc::wrong_type, 25}));
  EXPECT_EQ(check_read<pointed>(R"({"data":{"e":"depth"},"data":{}})"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<pointed>(R"({"data":{"e":"depth"},"data":null})"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<std::vector<pointed>>(R"([{"data":{"e":"depth"}},{"data":{}}])"), (error{errc::no_alternative, 24}));
  EXPECT_EQ(check_read<std::vector<pointed>>(R"([{"data":{"e":"depth"}},{"data":null}])"), (error{errc::no_alternative, 24}));
  EXPECT_EQ(check_read<std::vector<pointed>>(R"([{"data":{"e":"depth"}},{}])"), (error{errc::no_alternative, 24}));
  EXPECT_EQ((check_read<pointed, read_options{.unknown = hushring::unknown::error}>(R"({"data":{"u":1,"e":"depth"}})")), error{});
  EXPECT_EQ(written(pointed{envelope_of_trade{"s", {"", 3}}}), R"({"stream":"s","data":{"e":"trade","p":3}})");
  EXPECT_EQ(written(pointed{envelope_of_depth{"s", {3, {}}}}), R"({"stream":"s","data":{"e":"depth","u":3,"b":[]}})");
}

TEST(Tagged, TagsOfArraysAreCountedFromEitherEnd) {
  struct side {
    std::vector<int> as, bs;
    bool operator==(const side&) const = default;
  };
  using book = std::tuple<int, side, std::string, std::string>;
  using both = std::tuple<int, side, side, std::string, std::string>;
  using pair = std::tuple<int, std::vector<double>, std::string, std::string>;
  using kraken = tagged<"/-2", alt<hushring::prefix<"book-">, book>, alt<"spread", pair>, alt<"both", both>>;
  EXPECT_EQ(value_of<kraken>(R"([1,{"as":[2]},"book-10","X/Y"])"), (kraken{book{1, side{{2}, {}}, "book-10", "X/Y"}}));
  EXPECT_EQ(value_of<kraken>(R"([ 1 , {"as":[2]} , "book-10" , "X/Y" ])"), (kraken{book{1, side{{2}, {}}, "book-10", "X/Y"}}));
  EXPECT_EQ(value_of<kraken>(R"([1,[1.5],"spread","X/Y"])"), (kraken{pair{1, {1.5}, "spread", "X/Y"}}));
  EXPECT_EQ(value_of<kraken>(R"([1,{"as":[2]},{"bs":[3]},"both","X/Y"])"), (kraken{both{1, side{{2}, {}}, side{{}, {3}}, "both", "X/Y"}}));
  EXPECT_EQ(value_of<std::vector<kraken>>(R"([[1,{},"book-1",""],[1,[],"spread",""],[1,{},{},"both",""],[1,{},"book-1",""]])").size(), 4U);
  EXPECT_EQ(check_read<kraken>(R"([1,{},"boot-10","X/Y"])"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<kraken>(R"([1,{},"book-10","X/Y",1])"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<kraken>(R"([1,{},2,"book-10","X/Y"])"), (error{errc::wrong_type, 6}));
  EXPECT_EQ(check_read<kraken>("[]"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<kraken>(R"(["spread"])"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(check_read<kraken>(R"({"-2":"spread"})"), (error{errc::wrong_type, 0}));
  EXPECT_EQ(written(kraken{pair{1, {}, "spread", "X"}}), R"([1,[],"spread","X"])");

  using first = tagged<"/0", alt<"n", std::tuple<std::string, int>>, alt<"s", std::tuple<std::string, std::string>>>;
  EXPECT_EQ(value_of<first>(R"(["n",5])").index(), 0U);
  EXPECT_EQ(value_of<first>(R"(["s","5"])").index(), 1U);
  EXPECT_EQ(check_read<first>(R"(["n","5"])"), (error{errc::wrong_type, 5}));
  using deep = tagged<"/-1/kind", alt<"a", std::tuple<int, nothing>>, alt<"b", std::vector<hushring::raw_json_string>>>;
  EXPECT_EQ(value_of<deep>(R"([1,{"kind":"a"}])").index(), 0U);
  EXPECT_EQ(value_of<deep>(R"([1,2,{"kind":"b"}])").index(), 1U);
}

TEST(Tagged, TheTagMayStandBesideItsValue) {
  using frame = adjacent<"type", "data", alt<"trade", trade>, alt<"pong", std::int64_t>, alt<"levels", std::vector<int>>,
                         alt<"end", std::optional<int>>>;
  EXPECT_EQ(value_of<frame>(R"({"type":"trade","data":{"p":3}})"), frame{trade{.p = 3}});
  EXPECT_EQ(value_of<frame>(R"({"data":{"p":3},"type":"trade"})"), frame{trade{.p = 3}});
  EXPECT_EQ(value_of<frame>(R"({"id":7, "data" : 3 , "type" : "pong" })"), frame{std::int64_t{3}});
  EXPECT_EQ(value_of<frame>(R"({"type":"pong","data":3.0})"), frame{std::int64_t{3}});
  EXPECT_EQ(value_of<frame>(R"({"type":"levels","data":[1,2]})"), (frame{std::vector{1, 2}}));
  EXPECT_EQ(value_of<frame>(R"({"type":"end"})"), frame{std::optional<int>()});
  EXPECT_EQ(value_of<frame>(R"({"type":"trade"})"), frame{trade{}});
  EXPECT_EQ(value_of<frame>(R"({"type":"trade","data":null})"), frame{trade{}});
  EXPECT_EQ(value_of<frame>(R"({"type":"trade","data":3,"type":"pong","data":4})"), frame{std::int64_t{4}});
  EXPECT_EQ(check_read<frame>(R"({"type":"trade","data":{},"type":"pong"})"), (error{errc::wrong_type, 23}));
  EXPECT_EQ((check_read<frame, hushring::strict>(R"({"type":"trade"})")), (error{errc::missing_member, 15}));
  EXPECT_EQ((check_read<frame, hushring::strict>(R"({"type":"trade","data":null})")), (error{errc::null_value, 23}));
  EXPECT_EQ((check_read<frame, hushring::strict>(R"({"type":"end"})")), error{});
  EXPECT_EQ(check_read<frame>(R"({"type":"pong","data":"3"})"), (error{errc::wrong_type, 22}));
  EXPECT_EQ(check_read<frame>(R"({"data":3})"), (error{errc::no_alternative, 0}));
  EXPECT_EQ(written(frame{std::int64_t{3}}), R"({"type":"pong","data":3})");
  EXPECT_EQ(written(frame{trade{}}), R"({"type":"trade","data":{"s":"none","p":1,"ids":[]}})");
  EXPECT_EQ(written(frame{std::optional<int>()}), R"({"type":"end"})");
}

struct tree {
  int n = 0;
  std::vector<tagged<"k", alt<"tree", tree>, alt<"leaf", nothing>>> kids;
  // not defaulted: Clang then looks at the variant while this struct is not complete
  friend bool operator==(const tree& a, const tree& b) { return a.n == b.n && a.kids == b.kids; }
};
using any_tree = tagged<"k", alt<"tree", tree>, alt<"leaf", nothing>>;

/// `levels` objects inside each other.
std::string nested(int levels, std::string_view before, std::string_view behind) {
  std::string text = R"({"k":"leaf"})";
  for (int i = 0; i < levels; ++i) text = std::string(before) + "\"kids\":[" + text + "]" + std::string(behind);
  return text;
}

TEST(Tagged, TypesContainThemselves) {
  const any_tree expected = tree{0, {tree{0, {nothing{}}}}};
  EXPECT_EQ(value_of<any_tree>(nested(2, R"({"k":"tree",)", "}")), expected);
  EXPECT_EQ(value_of<any_tree>(nested(2, "{", R"(,"k":"tree"})")), expected);
  EXPECT_EQ(written(expected), R"({"k":"tree","n":0,"kids":[{"k":"tree","n":0,"kids":[{"k":"leaf"}]}]})");
}

// What is nested deeply, with its tags last or contradicted, takes time in proportion to its size. (A search at every
// level would take minutes here, and reading every level twice would never end.)
TEST(Tagged, DeepNestingIsReadOnlyAFewTimes) {
  constexpr int levels = 500;
  const std::string pad = ",\"x\":\"" + std::string(4000, ' ') + "\"";
  for (const std::string behind : {R"(,"k":"tree"})", R"(,"k":"leaf","k":"tree"})", "}"})
    for (const std::string before : {R"({"n":1,)", R"({"k":"tree",)", R"({"k":"leaf",)"}) {
      std::string text = nested(levels, before, pad + behind);
      hushring::reader in;
      any_tree out;
      const bool is_tree = behind != "}" || before == R"({"k":"tree",)";
      const error expected = is_tree || before == R"({"k":"leaf",)" ? error{} : error{errc::no_alternative, 0};
      EXPECT_EQ(in.read_into(text, out).error(), expected) << before << behind;
      EXPECT_EQ(out.index(), is_tree ? 0U : expected ? out.index() : 1U);
      const std::size_t leaf = text.find(R"("k":"leaf"})");
      text.replace(leaf, 10, R"("k":"lead")");
      if (is_tree) {
        EXPECT_EQ(in.read_into(text, out).error(), (error{errc::no_alternative, leaf - 1}));
      }
      text.insert(leaf, "\"x\":[1,],");
      EXPECT_EQ(in.read_into(text, out).error(), (error{errc::unexpected_character, leaf + 7}));
    }
}

TEST(Tagged, SchemasAndExplanationsKnowTheTags) {
  const auto s = hushring::schema<event>();
  EXPECT_EQ(s.what(), hushring::type_schema::kind::choice);
  EXPECT_EQ(s.alternative_count(), 4U);
  EXPECT_EQ(s.tag_pointer(), "/e");
  EXPECT_EQ(s.alternative(1).tag, "depthUpdate");
  EXPECT_EQ(s.alternative(1).type.member(0).key, "e");
  EXPECT_EQ(s.alternative(1).type.member(1).key, "u");
  EXPECT_NE(hushring::json_schema<event>().find(R"("const":"depthUpdate")"), std::string::npos);
  EXPECT_NE((hushring::json_schema<tagged<"e", alt<7, trade>>>().find(R"("const":7)")), std::string::npos);
}

}  // namespace
