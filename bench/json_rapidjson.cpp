// RapidJSON at its fastest that is still right: SAX events straight into the structs, in situ on a copy of the text
// (its parser overwrites what it reads), full precision (without it doubles are off by an ulp), encodings validated
// (without it invalid UTF-8 passes). Writing: its SAX writer into a reused buffer.
#include <rapidjson/reader.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <charconv>
#include <cstring>

#include "json_rows.hpp"

namespace bench {
namespace {

using rapidjson::SizeType;

bool parse_double(std::string_view text, double& to) {
  return std::from_chars(text.data(), text.data() + text.size(), to).ec == std::errc{};
}
bool assign(std::string_view& to, std::string_view from) { return to = from, true; }
bool assign(hushring::quoted<double>& to, std::string_view from) { return parse_double(from, to.value); }

/// Turns RapidJSON's many kinds of numbers into two, and accepts nothing else unless Derived says so.
template <class Derived>
struct events : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Derived> {
  Derived& self() { return static_cast<Derived&>(*this); }
  bool Int(int v) { return self().integer(v); }
  bool Uint(unsigned v) { return self().integer(v); }
  bool Int64(std::int64_t v) { return self().integer(v); }
  bool Uint64(std::uint64_t v) { return v <= INT64_MAX && self().integer(static_cast<std::int64_t>(v)); }
  bool Double(double v) { return self().real(v); }
  bool String(const char* s, SizeType n, bool) { return self().text({s, n}); }
  bool Key(const char* s, SizeType n, bool) { return self().key({s, n}); }

  bool integer(std::int64_t) { return false; }
  bool real(double) { return false; }
  bool text(std::string_view) { return false; }
  bool Bool(bool) { return false; }
  bool Null() { return false; }
  bool StartObject() { return true; }
  bool StartArray() { return false; }
  bool EndArray(SizeType) { return false; }
  bool EndObject(SizeType) { return true; }
};

struct trade_events : events<trade_events> {
  explicit trade_events(trade& t) : to(t) {}
  bool key(std::string_view k) {
    if (k == "symbol") at = symbol;
    else if (k == "price") at = price;
    else if (k == "qty") at = qty;
    else return false;
    return true;
  }
  bool text(std::string_view s) { return at == symbol && (to.symbol = s, true); }
  bool real(double v) {
    (at == price ? to.price : to.qty) = v;
    return at != symbol;
  }
  bool integer(std::int64_t v) { return real(static_cast<double>(v)); }

  trade& to;
  enum { symbol, price, qty } at = symbol;
};

template <class Decimal>
struct agg_trade_events : events<agg_trade_events<Decimal>> {
  explicit agg_trade_events(basic_agg_trade<Decimal>& t) : to(t) {}
  bool key(std::string_view k) { return at = k[0], k.size() == 1; }
  bool text(std::string_view s) {
    switch (at) {
      case 'e': return to.e = s, true;
      case 's': return to.s = s, true;
      case 'p': return assign(to.p, s);
      case 'q': return assign(to.q, s);
      default: return false;
    }
  }
  bool integer(std::int64_t v) {
    switch (at) {
      case 'E': return to.E = v, true;
      case 'a': return to.a = v, true;
      case 'f': return to.f = v, true;
      case 'l': return to.l = v, true;
      case 'T': return to.T = v, true;
      default: return false;
    }
  }
  bool Bool(bool v) { return (at == 'm' ? to.m : to.M) = v, at == 'm' || at == 'M'; }

  basic_agg_trade<Decimal>& to;
  char at = 0;
};

template <class Decimal>
struct depth_events : events<depth_events<Decimal>> {
  explicit depth_events(basic_depth<Decimal>& d) : to(d) { to.b.clear(), to.a.clear(); }
  bool key(std::string_view k) {
    at = k[0];
    side = at == 'b' ? &to.b : at == 'a' ? &to.a : nullptr;
    return k.size() == 1;
  }
  bool StartArray() {
    if (side == nullptr) return false;
    if (++depth == 2) side->emplace_back(), column = 0;
    return true;
  }
  bool EndArray(SizeType n) { return depth-- == 1 || n == 2; }
  bool text(std::string_view s) {
    if (depth == 2) return column < 2 && assign(side->back()[column++], s);
    if (at == 'e') return to.e = s, true;
    return at == 's' && (to.s = s, true);
  }
  bool integer(std::int64_t v) {
    switch (at) {
      case 'E': return to.E = v, true;
      case 'U': return to.U = v, true;
      case 'u': return to.u = v, true;
      default: return false;
    }
  }

  basic_depth<Decimal>& to;
  std::vector<std::array<Decimal, 2>>* side = nullptr;
  std::size_t column = 0;
  int depth = 0;
  char at = 0;
};

struct employees_events : events<employees_events> {
  explicit employees_events(employees& e) : to(e) {}
  enum field { none, id, is_active, balance, address, city, zip, tags, scores, unknown };

  bool key(std::string_view k) {
    if (skipped > 0) return true;
    if (at == address) {
      in_address = true;
      at = k == "city" ? city : k == "zip" ? zip : unknown;
    } else if (in_address) {
      at = k == "city" ? city : k == "zip" ? zip : unknown;
    } else {
      at = k == "id"          ? id
           : k == "is_active" ? is_active
           : k == "balance"   ? balance
           : k == "address"   ? address
           : k == "tags"      ? tags
           : k == "scores"    ? scores
                              : unknown;
    }
    return true;
  }
  bool StartObject() {
    if (at == unknown) return ++skipped, true;
    if (at == address) return true;
    if (count == to.size()) to.emplace_back();
    record = &to[count++];
    return true;
  }
  bool EndObject(SizeType) {
    if (skipped > 0) return --skipped, true;
    if (in_address) in_address = false;
    at = none;
    return true;
  }
  bool StartArray() {
    if (at == unknown) return ++skipped, true;
    if (at == tags) record->tags.clear();
    else if (at == scores) record->scores.clear();
    return true;
  }
  bool EndArray(SizeType) {
    if (skipped > 0) --skipped;
    return true;
  }
  bool text(std::string_view s) {
    switch (at) {
      case city: return record->address.city = s, true;
      case tags: return record->tags.push_back(s), true;
      default: return at == unknown;
    }
  }
  bool integer(std::int64_t v) {
    switch (at) {
      case id: return record->id = v, true;
      case zip: return record->address.zip = v, true;
      case scores: return record->scores.push_back(v), true;
      case balance: return record->balance = static_cast<double>(v), true;
      default: return at == unknown;
    }
  }
  bool real(double v) { return at == balance ? (record->balance = v, true) : at == unknown; }
  bool Bool(bool v) { return at == is_active ? (record->is_active = v, true) : at == unknown; }
  bool Null() { return at == balance ? (record->balance = 0, true) : at == unknown; }

  employees& to;
  employee* record = nullptr;
  std::size_t count = 0;
  int skipped = 0;  // containers of an unknown member that are open
  bool in_address = false;
  field at = none;
};

trade_events events_for(trade& t) { return trade_events(t); }
template <class Decimal>
agg_trade_events<Decimal> events_for(basic_agg_trade<Decimal>& t) {
  return agg_trade_events<Decimal>(t);
}
template <class Decimal>
depth_events<Decimal> events_for(basic_depth<Decimal>& d) {
  return depth_events<Decimal>(d);
}
employees_events events_for(employees& e) { return employees_events(e); }

/// Members of one class, so that each finds all the others wherever it stands.
struct writing {
  template <class W>
  static void put(W& w, std::string_view v) {
    w.String(v.data(), static_cast<SizeType>(v.size()));
  }
  template <class W>
  static void put(W& w, std::int64_t v) {
    w.Int64(v);
  }
  template <class W>
  static void put(W& w, bool v) {
    w.Bool(v);
  }
  template <class W>
  static void put(W& w, double v) {
    w.Double(v);
  }
  template <class W>
  static void put(W& w, hushring::quoted<double> v) {
    char text[32];
    put(w, std::string_view(text, std::to_chars(text, text + sizeof text, v.value).ptr));
  }
  template <class W, class T>
  static void put(W& w, const std::array<T, 2>& v) {
    w.StartArray(), put(w, v[0]), put(w, v[1]), w.EndArray();
  }
  template <class W, class T>
  static void put(W& w, const std::vector<T>& v) {
    w.StartArray();
    for (const T& element : v) put(w, element);
    w.EndArray();
  }
  template <class W, class T>
  static void member(W& w, std::string_view key, const T& v) {
    w.Key(key.data(), static_cast<SizeType>(key.size())), put(w, v);
  }
  template <class W>
  static void put(W& w, const address& v) {
    w.StartObject(), member(w, "city", v.city), member(w, "zip", v.zip), w.EndObject();
  }
  template <class W>
  static void put(W& w, const employee& v) {
    w.StartObject(), member(w, "id", v.id), member(w, "is_active", v.is_active), member(w, "balance", v.balance);
    member(w, "address", v.address), member(w, "tags", v.tags), member(w, "scores", v.scores), w.EndObject();
  }
  template <class W>
  static void put(W& w, const trade& v) {
    w.StartObject(), member(w, "symbol", v.symbol), member(w, "price", v.price), member(w, "qty", v.qty), w.EndObject();
  }
  template <class W, class Decimal>
  static void put(W& w, const basic_agg_trade<Decimal>& v) {
    w.StartObject(), member(w, "e", v.e), member(w, "E", v.E), member(w, "s", v.s), member(w, "a", v.a);
    member(w, "p", v.p), member(w, "q", v.q), member(w, "f", v.f), member(w, "l", v.l), member(w, "T", v.T);
    member(w, "m", v.m), member(w, "M", v.M), w.EndObject();
  }
  template <class W, class Decimal>
  static void put(W& w, const basic_depth<Decimal>& v) {
    w.StartObject(), member(w, "e", v.e), member(w, "E", v.E), member(w, "s", v.s), member(w, "U", v.U);
    member(w, "u", v.u), member(w, "b", v.b), member(w, "a", v.a), w.EndObject();
  }
};

class rapidjson_library {
 public:
  static constexpr std::string_view name = "rapidjson";
  static std::string version() { return RAPIDJSON_VERSION_STRING; }

  template <class T>
  bool read(std::string_view text, T& value) {
    if (copy_.size() < text.size() + 1) copy_.resize(text.size() + 1);
    std::memcpy(copy_.data(), text.data(), text.size());
    copy_[text.size()] = '\0';
    rapidjson::InsituStringStream stream(copy_.data());
    auto handler = events_for(value);
    constexpr unsigned flags = rapidjson::kParseInsituFlag | rapidjson::kParseFullPrecisionFlag |
                               rapidjson::kParseValidateEncodingFlag;
    if (reader_.Parse<flags>(stream, handler).IsError()) return false;
    if constexpr (std::is_same_v<T, employees>) value.resize(handler.count);
    return true;
  }
  template <class T>
  std::string_view write(const T& value) {
    buffer_.Clear();
    rapidjson::Writer<rapidjson::StringBuffer> writer(buffer_);
    writing::put(writer, value);
    return {buffer_.GetString(), buffer_.GetSize()};
  }

 private:
  rapidjson::Reader reader_;
  std::vector<char> copy_;  // views point into it
  rapidjson::StringBuffer buffer_;
};

}  // namespace

void add_rapidjson() { add_library<rapidjson_library>(); }

}  // namespace bench
