// glaze with reflected structs, one kept context, texts with a NUL and readable bytes behind them, UTF-8 validated (its
// default) and trailing bytes refused. A string_view holds what stands between the quotes, escapes and all: where texts
// have escapes, city is a std::string. Unknown members are skipped without a look at what is in them.
#include "glaze_meta.hpp"
#include "json_rows.hpp"

namespace bench {

// Reflected types need linkage.
struct money {
  std::optional<double> amount;  // null is an error for a double
};
struct glaze_address {
  std::string city;
  std::int64_t zip = 0;
};
struct glaze_employee {
  std::int64_t id = 0;
  bool is_active = false;
  money balance;
  glaze_address address;
  std::vector<std::string_view> tags;
  std::vector<std::int64_t> scores;
};
using glaze_employees = std::vector<glaze_employee>;

}  // namespace bench

template <>
struct glz::meta<bench::money> {
  static constexpr auto value = &bench::money::amount;
};

namespace bench {

/// Null counts as 0, as it does for the others.
template <>
std::uint64_t checksum(const money& value, std::uint64_t sum) noexcept {
  return checksum(value.amount.value_or(0.0), sum);
}

namespace {

class glaze_library {
 public:
  static constexpr std::string_view name = "glaze";
  static std::string version() { return HUSHRING_BENCH_GLAZE; }

  template <class T>
  bool read(std::string_view text, T& to) {
    // no unknown members in these, and its hash is faster when it may assume so
    constexpr bool known = !std::is_same_v<T, glaze_employees>;
    return glaze_read<known ? known_only : lenient>(text, to, context_);
  }
  template <class T>
  std::string_view write(const T& value) {
    context_.error = {};
    if (glz::write<glz::opts{}>(value, text_, context_)) return {};
    return text_;
  }

 private:
  glz::context context_;
  std::string text_;
};

const workload<glaze_employees>& chaos_with_strings() {
  static const auto work = retargeted<glaze_employees>(chaos_100k());
  return work;
}
const workload<glaze_employees>& cyrillic_with_strings() {
  static const auto work = retargeted<glaze_employees>(cyrillic());
  return work;
}

}  // namespace

void add_glaze() {
  benchmark::AddCustomContext(std::string(glaze_library::name), glaze_library::version());
  add_reads<glaze_library>("chaos_100k", chaos_with_strings);
  add_reads<glaze_library>("cyrillic", cyrillic_with_strings);
  add_rows<glaze_library>("uniform_5", uniform_5);
  add_rows<glaze_library>("uniform_100", uniform_100);
  add_rows<glaze_library>("uniform_1000", uniform_1000);
  add_rows<glaze_library>("uniform_100k", uniform_100k);
  add_reads<glaze_library>("pretty_1000", pretty_1000);
  add_rows<glaze_library>("trade", trades);
  add_rows<glaze_library>("agg_trade", agg_trades);
  add_rows<glaze_library>("agg_trade_double", agg_trades_double);
  add_rows<glaze_library>("depth", depths);
  add_rows<glaze_library>("depth_double", depths_double);
  add_canada<glaze_library>();
  add_glaze_feeds();
}

}  // namespace bench
