// simdjson On-Demand, members looked up by name in the order of the struct: its usual way, and its fastest where texts
// keep that order. UTF-8 is validated everywhere; strings, numbers and literals only where they are bound, so
// unknown members pass unchecked.
#include "simdjson_feeds.hpp"

namespace bench {
namespace {

struct lookups : simdjson_values<lookups> {
  static bool members(object& o, address& to) { return bind(o["city"], to.city) && bind(o["zip"], to.zip); }
  static bool members(object& o, employee& to) {
    return bind(o["id"], to.id) && bind(o["is_active"], to.is_active) && bind(o["balance"], to.balance) &&
           bind(o["address"], to.address) && bind(o["tags"], to.tags) && bind(o["scores"], to.scores);
  }
  static bool members(object& o, trade& to) {
    return bind(o["symbol"], to.symbol) && bind(o["price"], to.price) && bind(o["qty"], to.qty);
  }
  template <class Decimal>
  static bool members(object& o, basic_agg_trade<Decimal>& to) {
    return bind(o["e"], to.e) && bind(o["E"], to.E) && bind(o["s"], to.s) && bind(o["a"], to.a) && bind(o["p"], to.p) &&
           bind(o["q"], to.q) && bind(o["f"], to.f) && bind(o["l"], to.l) && bind(o["T"], to.T) && bind(o["m"], to.m) &&
           bind(o["M"], to.M);
  }
  template <class Decimal>
  static bool members(object& o, basic_depth<Decimal>& to) {
    return bind(o["e"], to.e) && bind(o["E"], to.E) && bind(o["s"], to.s) && bind(o["U"], to.U) && bind(o["u"], to.u) &&
           bind(o["b"], to.b) && bind(o["a"], to.a);
  }
  static bool members(object& o, feature_properties& to) { return bind(o["name"], to.name); }
  static bool members(object& o, geometry& to) {
    return bind(o["type"], to.type) && bind(o["coordinates"], to.coordinates);
  }
  static bool members(object& o, feature& to) {
    return bind(o["type"], to.type) && bind(o["properties"], to.properties) && bind(o["geometry"], to.geometry);
  }
  static bool members(object& o, feature_collection& to) {
    return bind(o["type"], to.type) && bind(o["features"], to.features);
  }
};

struct simdjson_library : simdjson_reader<lookups> {
  static constexpr std::string_view name = "simdjson";
  static std::string version() { return HUSHRING_BENCH_SIMDJSON; }
};
struct simdjson_feeds_library : simdjson_reader<simdjson_feeds> {
  static constexpr std::string_view name = "simdjson";
};

}  // namespace

void add_simdjson() {
  add_library<simdjson_library>();
  add_canada<simdjson_library>();
  add_feeds<simdjson_feeds_library>();
}

}  // namespace bench
