// Arrays of employees, and coordinates.
#include <cstdio>
#include <cstdlib>

#include "workload_tools.hpp"

namespace bench {
namespace {

/// The compact `text` indented by four spaces a level. No string in it may hold a bracket, a comma or a colon.
std::string indented(std::string_view text) {
  std::string out;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '}' || c == ']') out.append(1, '\n').append(4 * --depth, ' ');
    out += c;
    if (c == ':') out += ' ';
    if (c == '{' || c == '[') ++depth;
    if (c == '{' || c == '[' || c == ',') out.append(1, '\n').append(4 * depth, ' ');
  }
  return out;
}

enum class layout : std::uint8_t { compact, indented };

workload<employees> uniform(std::string name, std::int64_t count, layout spacing = layout::compact) {
  workload<employees> work{.name = std::move(name), .records = static_cast<std::size_t>(count)};
  employees& all = work.values.emplace_back();
  std::string text = "[";
  for (std::int64_t i = 0; i < count; ++i) {
    append(text, i == 0 ? R"({"id":)" : R"(,{"id":)", i,
           R"(,"is_active":true,"balance":123.45,"address":{"city":"Warsaw","zip":10001},)"
           R"("tags":["dev","backend"],"scores":[98,87,100]})");
    all.push_back({i, true, 123.45, {"Warsaw", 10001}, {"dev", "backend"}, {98, 87, 100}});
  }
  text += ']';
  finish(work, {spacing == layout::compact ? text : indented(text)});
  return work;
}

/// Three orders of members, each with another member that the struct does not have; some values empty or null.
workload<employees> chaos(std::string name, std::int64_t count, std::string_view place) {
  workload<employees> work{.name = std::move(name), .records = static_cast<std::size_t>(count)};
  employees& all = work.values.emplace_back();
  std::string text = "[";
  for (std::int64_t i = 0; i < count; ++i) {
    std::string city, city_text;
    if (i % 17 != 0 && i < 100) {
      city = join("\"", place, "\"_\"", i, "\"");
      city_text = join(R"(\")", place, R"(\"_\")", i, R"(\")");
    } else if (i % 17 != 0) {
      city = city_text = join(place, "_", i % 100);
    }
    const decimal balance{i * 115, 2};
    employee e{i, i % 2 == 0, i % 13 == 0 ? 0.0 : balance.value(), {keep(work, city), 10'000 + i}, {}, {}};
    if (i % 7 != 0) e.tags = {"go", "json", "feeds"};
    if (i % 11 != 0) e.scores = {i % 10, i % 1000, i % 50};

    const std::string id = join(R"("id":)", i);
    const std::string active = join(R"("is_active":)", spelled(e.is_active));
    const std::string money = join(R"("balance":)", i % 13 == 0 ? "null" : balance.text());
    const std::string zip = join(R"("zip":)", e.address.zip);
    const std::string town = join(R"("city":")", city_text, "\"");
    const std::string tags = join(R"("tags":)", i % 7 == 0 ? "[]" : R"(["go","json","feeds"])");
    const std::string scores = i % 11 == 0 ? R"("scores":[])"
                                           : join(R"("scores":[)", i % 10, ",", i % 1000, ",", i % 50, "]");
    if (i > 0) text += ",\n";
    if (i % 3 == 0) {
      append(text, "{", id, ",", active, ",", money, R"(,"address":{)", town, ",", zip, R"(},"extra":[1,2.5,{"k":0}],)",
             tags, ",", scores, "}");
    } else if (i % 3 == 1) {
      append(text, "{", tags, ",", scores, R"(,"origin":{"source":"feed","version":2},)", money, R"(,"address":{)", zip,
             ",", town, "},", active, ",", id, "}");
    } else {
      append(text, R"({"address":{)", town, ",", zip, "},", id, R"(,"comment":null,)", scores, ",", active, ",", tags,
             ",", money, "}");
    }
    all.push_back(std::move(e));
  }
  text += ']';
  finish(work, {text});
  return work;
}

/// A border of many short lines and a few long ones, as maps have them.
workload<feature_collection> make_canada() {
  workload<feature_collection> work{.name = "canada"};
  random_numbers random(4);
  feature_collection& all = work.values.emplace_back();
  all.type = "FeatureCollection";
  feature& country = all.features.emplace_back(feature{"Feature", {"Canada"}, {"Polygon", {}}});
  std::string text = R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Canada"},)"
                     R"("geometry":{"type":"Polygon","coordinates":[)";
  const auto number = [&](std::int64_t low, std::int64_t high) {
    char digits[32];
    const double value = static_cast<double>(random.between(low * 1'000'000'000, high * 1'000'000'000)) / 1e9 +
                         static_cast<double>(random.below(1'000'000)) / 1e15;
    std::snprintf(digits, sizeof digits, "%.*g", static_cast<int>(15 + random.below(3)), value);
    text += digits;
    return std::strtod(digits, nullptr);
  };
  for (std::size_t line = 0; line < 480; ++line) {
    text += line == 0 ? "[" : ",[";
    auto& points = country.geometry.coordinates.emplace_back();
    const std::size_t count = line % 40 == 0 ? 2'000 : 4 + random.below(130);
    for (std::size_t i = 0; i < count; ++i) {
      text += i == 0 ? "[" : ",[";
      const double x = number(-141, -52);
      text += ',';
      points.push_back({x, number(41, 84)});
      text += ']';
    }
    text += ']';
  }
  text += "]}}]}";
  finish(work, {text});
  return work;
}

}  // namespace

const workload<employees>& chaos_100k() {
  static const auto work = chaos("chaos_100k", 100'000, "Warsaw");
  return work;
}
const workload<employees>& uniform_5() {
  static const auto work = uniform("uniform_5", 5);
  return work;
}
const workload<employees>& cyrillic() {
  static const auto work = chaos("cyrillic", 100'000, "\u0412\u0430\u0440\u0448\u0430\u0432\u0430");
  return work;
}
const workload<employees>& uniform_100() {
  static const auto work = uniform("uniform_100", 100);
  return work;
}
const workload<employees>& pretty_1000() {
  static const auto work = uniform("pretty_1000", 1'000, layout::indented);
  return work;
}
const workload<feature_collection>& canada() {
  static const auto work = make_canada();
  return work;
}
const workload<employees>& uniform_1000() {
  static const auto work = uniform("uniform_1000", 1'000);
  return work;
}
const workload<employees>& uniform_100k() {
  static const auto work = uniform("uniform_100k", 100'000);
  return work;
}

}  // namespace bench
