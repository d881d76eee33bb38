// simdjson On-Demand: one reused parser, input with its padding behind it, and for each struct the faster of its ways
// to find members (look-ups, or one walk where their order varies). The packaged version has no writer.
#include <simdjson.h>

#include "json_rows.hpp"

namespace bench {
namespace {

using simdjson::ondemand::value;
template <class T>
using outcome = simdjson::simdjson_result<T>;

/// Members of one class, so that each finds all the others wherever it stands.
struct binding {
  static bool bind(outcome<value> from, std::string_view& to) { return from.get_string().get(to) == simdjson::SUCCESS; }
  static bool bind(outcome<value> from, std::int64_t& to) { return from.get_int64().get(to) == simdjson::SUCCESS; }
  static bool bind(outcome<value> from, bool& to) { return from.get_bool().get(to) == simdjson::SUCCESS; }
  static bool bind(outcome<value> from, double& to) {
    if (from.get_double().get(to) == simdjson::SUCCESS) return true;
    to = 0;
    return from.is_null();
  }
  static bool bind(outcome<value> from, hushring::quoted<double>& to) {
    return from.get_double_in_string().get(to.value) == simdjson::SUCCESS;
  }
  template <class T>
  static bool bind(outcome<value> from, std::array<T, 2>& to) {
    simdjson::ondemand::array list;
    if (from.get_array().get(list) != simdjson::SUCCESS) return false;
    std::size_t i = 0;
    for (auto element : list) {
      if (i == 2 || !bind(element, to[i++])) return false;
    }
    return i == 2;
  }
  static bool bind(outcome<value> from, address& to) {
    simdjson::ondemand::object o;
    return from.get_object().get(o) == simdjson::SUCCESS && bind(o["city"], to.city) && bind(o["zip"], to.zip);
  }
  /// Records that come in several orders, where looking a member up would start over and over: one walk.
  static bool bind_members(simdjson::ondemand::object& o, employee& to) {
    for (auto field : o) {
      simdjson::ondemand::raw_json_string key;
      if (field.key().get(key) != simdjson::SUCCESS) return false;
      bool ok = true;
      if (key == "id") ok = bind(field.value(), to.id);
      else if (key == "is_active") ok = bind(field.value(), to.is_active);
      else if (key == "balance") ok = bind(field.value(), to.balance);
      else if (key == "address") ok = bind(field.value(), to.address);
      else if (key == "tags") ok = bind(field.value(), to.tags);
      else if (key == "scores") ok = bind(field.value(), to.scores);
      if (!ok) return false;
    }
    return true;
  }
  template <class Object>
  static bool bind_members(Object& o, trade& to) {
    return bind(o["symbol"], to.symbol) && bind(o["price"], to.price) && bind(o["qty"], to.qty);
  }
  template <class Object, class Decimal>
  static bool bind_members(Object& o, basic_agg_trade<Decimal>& to) {
    return bind(o["e"], to.e) && bind(o["E"], to.E) && bind(o["s"], to.s) && bind(o["a"], to.a) && bind(o["p"], to.p) &&
           bind(o["q"], to.q) && bind(o["f"], to.f) && bind(o["l"], to.l) && bind(o["T"], to.T) && bind(o["m"], to.m) &&
           bind(o["M"], to.M);
  }
  template <class Object, class Decimal>
  static bool bind_members(Object& o, basic_depth<Decimal>& to) {
    return bind(o["e"], to.e) && bind(o["E"], to.E) && bind(o["s"], to.s) && bind(o["U"], to.U) && bind(o["u"], to.u) &&
           bind(o["b"], to.b) && bind(o["a"], to.a);
  }
  static bool bind(outcome<value> from, employee& to) {
    simdjson::ondemand::object o;
    return from.get_object().get(o) == simdjson::SUCCESS && bind_members(o, to);
  }
  /// Elements keep their own vectors from one read to the next: nothing is allocated in the steady state.
  template <class Array, class T>
  static bool bind_list(Array& list, std::vector<T>& to) {
    std::size_t count = 0;
    for (auto element : list) {
      if (count == to.size()) to.emplace_back();
      if (!bind(element, to[count++])) return false;
    }
    to.resize(count);
    return true;
  }
  template <class T>
  static bool bind(outcome<value> from, std::vector<T>& to) {
    simdjson::ondemand::array list;
    return from.get_array().get(list) == simdjson::SUCCESS && bind_list(list, to);
  }
};

class simdjson_library {
 public:
  static constexpr std::string_view name = "simdjson";

  template <class T>
  bool read(std::string_view text, T& value) {
    simdjson::ondemand::document document;
    const simdjson::padded_string_view padded(text.data(), text.size(), text.size() + simdjson::SIMDJSON_PADDING);
    if (parser_.iterate(padded).get(document) != simdjson::SUCCESS) return false;
    if constexpr (std::is_same_v<T, employees>) {
      simdjson::ondemand::array list;
      return document.get_array().get(list) == simdjson::SUCCESS && binding::bind_list(list, value);
    } else {
      simdjson::ondemand::object object;
      return document.get_object().get(object) == simdjson::SUCCESS && binding::bind_members(object, value);
    }
  }

 private:
  static_assert(simdjson::SIMDJSON_PADDING <= 64, "workloads promise 64 readable bytes");
  simdjson::ondemand::parser parser_;
};

}  // namespace

void add_simdjson() { add_library<simdjson_library>(); }

}  // namespace bench
