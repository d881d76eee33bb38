// simdjson's newest ways: On-Demand with key selectors (members found through a perfect hash made at compile time), and
// its string_builder for writing, kept and cleared, names as compile-time constants. The builder does not check UTF-8:
// that would be another call.
#include <utility>

#include "simdjson_values.hpp"

namespace bench {
namespace {

struct selected : simdjson_values<selected> {
  /// A handler of one member.
  template <class T>
  static auto into(T& to) {
    return [&to](value v) noexcept { return bind(std::move(v), to) ? simdjson::SUCCESS : simdjson::INCORRECT_TYPE; };
  }
  static bool complete(simdjson::ondemand::for_each_result result, std::size_t count) {
    return result.error == simdjson::SUCCESS && result.matched_count == count;
  }
  static bool members(object& o, address& v) {
    return complete(o.for_each<"city", "zip">(into(v.city), into(v.zip)), 2);
  }
  static bool members(object& o, employee& v) {
    return complete(o.for_each<"id", "is_active", "balance", "address", "tags", "scores">(
                        into(v.id), into(v.is_active), into(v.balance), into(v.address), into(v.tags), into(v.scores)),
                    6);
  }
  static bool members(object& o, trade& v) {
    return complete(o.for_each<"symbol", "price", "qty">(into(v.symbol), into(v.price), into(v.qty)), 3);
  }
  template <class Decimal>
  static bool members(object& o, basic_agg_trade<Decimal>& v) {
    return complete(o.for_each<"e", "E", "s", "a", "p", "q", "f", "l", "T", "m", "M">(
                        into(v.e), into(v.E), into(v.s), into(v.a), into(v.p), into(v.q), into(v.f), into(v.l),
                        into(v.T), into(v.m), into(v.M)),
                    11);
  }
  template <class Decimal>
  static bool members(object& o, basic_depth<Decimal>& v) {
    return complete(o.for_each<"e", "E", "s", "U", "u", "b", "a">(into(v.e), into(v.E), into(v.s), into(v.U), into(v.u),
                                                                  into(v.b), into(v.a)),
                    7);
  }
};

class simdjson_keys_library : public simdjson_reader<selected> {
 public:
  static constexpr std::string_view name = "simdjson_keys";
  static std::string version() { return HUSHRING_BENCH_SIMDJSON_KEYS; }

  template <class T>
  std::string_view write(const T& value) {
    builder_.clear();
    add(value);
    std::string_view text;
    return builder_.view().get(text) == simdjson::SUCCESS ? text : std::string_view{};
  }

 private:
  /// The part of a list, or of an object, that holds for every T.
  template <class T>
  void add(const std::vector<T>& list) {
    builder_.start_array();
    bool first = true;
    for (const T& element : list) {
      if (!first) builder_.append_comma();
      first = false;
      add(element);
    }
    builder_.end_array();
  }
  template <class T>
  void add(const std::array<T, 2>& pair) {
    builder_.start_array();
    add(pair[0]);
    builder_.append_comma();
    add(pair[1]);
    builder_.end_array();
  }
  void add(std::string_view text) { builder_.escape_and_append_with_quotes(text); }
  void add(std::int64_t number) { builder_.append(number); }
  void add(double number) { builder_.append(number); }
  void add(bool value) { builder_.append(value); }
  void add(hushring::quoted<double> number) {
    builder_.append('"');
    builder_.append(number.value);
    builder_.append('"');
  }
  template <simdjson::constevalutil::fixed_string Name, class T>
  void member(const T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string_view>) {
      builder_.append_key_value<Name>(value);
    } else {
      builder_.escape_and_append_with_quotes<Name>();
      builder_.append_colon();
      add(value);
    }
  }
  template <simdjson::constevalutil::fixed_string Name, class T>
  void next(const T& value) {
    builder_.append_comma();
    member<Name>(value);
  }
  void add(const address& v) {
    builder_.start_object();
    member<"city">(v.city), next<"zip">(v.zip);
    builder_.end_object();
  }
  void add(const employee& v) {
    builder_.start_object();
    member<"id">(v.id), next<"is_active">(v.is_active), next<"balance">(v.balance), next<"address">(v.address);
    next<"tags">(v.tags), next<"scores">(v.scores);
    builder_.end_object();
  }
  void add(const trade& v) {
    builder_.start_object();
    member<"symbol">(v.symbol), next<"price">(v.price), next<"qty">(v.qty);
    builder_.end_object();
  }
  template <class Decimal>
  void add(const basic_agg_trade<Decimal>& v) {
    builder_.start_object();
    member<"e">(v.e), next<"E">(v.E), next<"s">(v.s), next<"a">(v.a), next<"p">(v.p), next<"q">(v.q), next<"f">(v.f);
    next<"l">(v.l), next<"T">(v.T), next<"m">(v.m), next<"M">(v.M);
    builder_.end_object();
  }
  template <class Decimal>
  void add(const basic_depth<Decimal>& v) {
    builder_.start_object();
    member<"e">(v.e), next<"E">(v.E), next<"s">(v.s), next<"U">(v.U), next<"u">(v.u), next<"b">(v.b), next<"a">(v.a);
    builder_.end_object();
  }

  simdjson::builder::string_builder builder_{4096};
};

}  // namespace

void add_simdjson_keys() { add_library<simdjson_keys_library>(); }

}  // namespace bench
