// simdjson On-Demand: values of the kinds that all workloads share. How the members of a struct are found is Derived's.
#pragma once

#include <simdjson.h>

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "json_rows.hpp"

namespace bench {

/// Members of one class, so that each finds all the others wherever it stands. Derived has members(object&, T&) for
/// each struct T.
template <class Derived>
struct simdjson_values {
  using value = simdjson::ondemand::value;
  using object = simdjson::ondemand::object;
  template <class T>
  using outcome = simdjson::simdjson_result<T>;

  static bool bind(outcome<value> from, std::string_view& to) { return from.get_string().get(to) == simdjson::SUCCESS; }
  static bool bind(outcome<value> from, std::int64_t& to) { return from.get_int64().get(to) == simdjson::SUCCESS; }
  static bool bind(outcome<value> from, std::uint64_t& to) { return from.get_uint64().get(to) == simdjson::SUCCESS; }
  static bool bind(outcome<value> from, bool& to) { return from.get_bool().get(to) == simdjson::SUCCESS; }
  static bool bind(outcome<value> from, double& to) {
    if (from.get_double().get(to) == simdjson::SUCCESS) return true;
    to = 0;
    return from.is_null();
  }
  static bool bind(outcome<value> from, hushring::quoted<double>& to) {
    return from.get_double_in_string().get(to.value) == simdjson::SUCCESS;
  }
  static bool bind(outcome<value> from, hushring::quoted<std::int64_t>& to) {
    return from.get_int64_in_string().get(to.value) == simdjson::SUCCESS;
  }
  template <class T, std::size_t N>
  static bool bind(outcome<value> from, std::array<T, N>& to) {
    simdjson::ondemand::array list;
    if (from.get_array().get(list) != simdjson::SUCCESS) return false;
    std::size_t i = 0;
    for (auto element : list) {
      if (i == N || !Derived::bind(element, to[i++])) return false;
    }
    return i == N;
  }
  /// Elements keep their own vectors from one read to the next: nothing is allocated in the steady state.
  template <class Array, class T>
  static bool bind_list(Array& list, std::vector<T>& to) {
    std::size_t count = 0;
    for (auto element : list) {
      if (count == to.size()) to.emplace_back();
      if (!Derived::bind(element, to[count++])) return false;
    }
    to.resize(count);
    return true;
  }
  template <class T>
  static bool bind(outcome<value> from, std::vector<T>& to) {
    simdjson::ondemand::array list;
    return from.get_array().get(list) == simdjson::SUCCESS && bind_list(list, to);
  }
  template <class T>
    requires std::is_aggregate_v<T>
  static bool bind(outcome<value> from, T& to) {
    object o;
    return from.get_object().get(o) == simdjson::SUCCESS && Derived::members(o, to);
  }

  template <class T>
  static bool document(simdjson::ondemand::document& from, std::vector<T>& to) {
    simdjson::ondemand::array list;
    return from.get_array().get(list) == simdjson::SUCCESS && bind_list(list, to);
  }
  template <class T>
  static bool document(simdjson::ondemand::document& from, T& to) {
    object o;
    return from.get_object().get(o) == simdjson::SUCCESS && Derived::members(o, to);
  }
};

/// One reused parser, and texts with their padding behind them.
template <class Values>
class simdjson_reader {
 public:
  template <class T>
  bool read(std::string_view text, T& to) {
    simdjson::ondemand::document document;
    const simdjson::padded_string_view padded(text.data(), text.size(), text.size() + simdjson::SIMDJSON_PADDING);
    if (parser_.iterate(padded).get(document) != simdjson::SUCCESS || !Values::document(document, to)) return false;
    return consumed(document, text);
  }

 private:
  /// On-Demand stops behind the last member that was asked for: nothing but the closing bracket may be left.
  template <class Document>
  static bool consumed(Document& document, std::string_view text) {
    if constexpr (requires { document.at_end(); }) {
      if (document.at_end()) return true;
    }
    const char* at = nullptr;
    if (document.current_location().get(at) != simdjson::SUCCESS) return true;  // it says so at the end, too
    return (*at == '}' || *at == ']') && at + 1 == text.data() + text.size();
  }

  static_assert(simdjson::SIMDJSON_PADDING <= 64, "workloads promise 64 readable bytes");
  simdjson::ondemand::parser parser_;
};

}  // namespace bench
