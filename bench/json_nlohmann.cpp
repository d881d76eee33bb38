// nlohmann/json: a DOM, then a walk over it, which is its usual way. Its writer needs a DOM too.
#include <charconv>
#include <nlohmann/json.hpp>

#include "json_rows.hpp"

namespace bench {
namespace {

using nlohmann::json;

/// Members of one class, so that each finds all the others wherever it stands.
struct conversion {
  static void bind(const json& from, std::string_view& to) { to = from.get_ref<const std::string&>(); }
  static void bind(const json& from, std::int64_t& to) { to = from.get<std::int64_t>(); }
  static void bind(const json& from, bool& to) { to = from.get<bool>(); }
  static void bind(const json& from, double& to) { to = from.is_null() ? 0.0 : from.get<double>(); }
  static void bind(const json& from, hushring::quoted<double>& to) {
    const auto& text = from.get_ref<const std::string&>();
    if (std::from_chars(text.data(), text.data() + text.size(), to.value).ec != std::errc{}) {
      throw std::invalid_argument("no number in quotes");
    }
  }
  template <class T>
  static void bind(const json& from, std::array<T, 2>& to) {
    bind(from.at(0), to[0]), bind(from.at(1), to[1]);
  }
  static void bind(const json& from, employee& to) {
    bind(from.at("id"), to.id);
    bind(from.at("is_active"), to.is_active);
    bind(from.at("balance"), to.balance);
    bind(from.at("address").at("city"), to.address.city);
    bind(from.at("address").at("zip"), to.address.zip);
    bind(from.at("tags"), to.tags);
    bind(from.at("scores"), to.scores);
  }
  static void bind(const json& from, trade& to) {
    bind(from.at("symbol"), to.symbol), bind(from.at("price"), to.price), bind(from.at("qty"), to.qty);
  }
  template <class Decimal>
  static void bind(const json& from, basic_agg_trade<Decimal>& to) {
    bind(from.at("e"), to.e), bind(from.at("E"), to.E), bind(from.at("s"), to.s), bind(from.at("a"), to.a);
    bind(from.at("p"), to.p), bind(from.at("q"), to.q), bind(from.at("f"), to.f), bind(from.at("l"), to.l);
    bind(from.at("T"), to.T), bind(from.at("m"), to.m), bind(from.at("M"), to.M);
  }
  template <class Decimal>
  static void bind(const json& from, basic_depth<Decimal>& to) {
    bind(from.at("e"), to.e), bind(from.at("E"), to.E), bind(from.at("s"), to.s);
    bind(from.at("U"), to.U), bind(from.at("u"), to.u), bind(from.at("b"), to.b), bind(from.at("a"), to.a);
  }
  static void bind(const json& from, feature& to) {
    bind(from.at("type"), to.type);
    bind(from.at("properties").at("name"), to.properties.name);
    bind(from.at("geometry").at("type"), to.geometry.type);
    bind(from.at("geometry").at("coordinates"), to.geometry.coordinates);
  }
  static void bind(const json& from, feature_collection& to) {
    bind(from.at("type"), to.type), bind(from.at("features"), to.features);
  }
  template <class T>
  static void bind(const json& from, std::vector<T>& to) {
    to.resize(from.size());
    std::size_t i = 0;
    for (const json& element : from) bind(element, to[i++]);
  }

  template <class T>
  static json build(const T& value) {
    return value;
  }
  static json build(const std::string_view& value) { return std::string(value); }
  static json build(const hushring::quoted<double>& value) {
    char text[32];
    return std::string(text, std::to_chars(text, text + sizeof text, value.value).ptr);
  }
  template <class T>
  static json build(const std::array<T, 2>& value) {
    return json::array({build(value[0]), build(value[1])});
  }
  static json build(const employee& v) {
    return {{"id", v.id},
            {"is_active", v.is_active},
            {"balance", v.balance},
            {"address", {{"city", build(v.address.city)}, {"zip", v.address.zip}}},
            {"tags", build(v.tags)},
            {"scores", build(v.scores)}};
  }
  static json build(const trade& v) { return {{"symbol", build(v.symbol)}, {"price", v.price}, {"qty", v.qty}}; }
  template <class Decimal>
  static json build(const basic_agg_trade<Decimal>& v) {
    return {{"e", build(v.e)}, {"E", v.E}, {"s", build(v.s)}, {"a", v.a}, {"p", build(v.p)}, {"q", build(v.q)},
            {"f", v.f},        {"l", v.l}, {"T", v.T},        {"m", v.m}, {"M", v.M}};
  }
  template <class Decimal>
  static json build(const basic_depth<Decimal>& v) {
    return {{"e", build(v.e)}, {"E", v.E},        {"s", build(v.s)}, {"U", v.U},
            {"u", v.u},        {"b", build(v.b)}, {"a", build(v.a)}};
  }
  template <class T>
  static json build(const std::vector<T>& value) {
    json list = json::array();
    for (const T& element : value) list.push_back(build(element));
    return list;
  }
};

class nlohmann_library {
 public:
  static constexpr std::string_view name = "nlohmann";
  static std::string version() {
    return std::to_string(NLOHMANN_JSON_VERSION_MAJOR) + "." + std::to_string(NLOHMANN_JSON_VERSION_MINOR) + "." +
           std::to_string(NLOHMANN_JSON_VERSION_PATCH);
  }

  template <class T>
  bool read(std::string_view text, T& value) {
    document_ = json::parse(text.begin(), text.end(), nullptr, false);
    if (document_.is_discarded()) return false;
    try {
      conversion::bind(document_, value);
      return true;
    } catch (const std::exception&) {
      return false;
    }
  }
  template <class T>
  std::string_view write(const T& value) {
    return text_ = conversion::build(value).dump();
  }

 private:
  json document_;  // views point into it
  std::string text_;
};

}  // namespace

void add_nlohmann() {
  add_library<nlohmann_library>();
  add_canada<nlohmann_library>();
}

}  // namespace bench
