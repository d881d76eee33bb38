#include "reference_json.hpp"

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>

namespace hushring::testing {
namespace {

class parser {
 public:
  parser(std::string_view text, bool numbers_are_doubles) : text_(text), doubles_(numbers_are_doubles) {}

  std::string value() {
    space();
    switch (peek()) {
      case '{': {
        std::string out = "{";
        for (const auto& [key, member] : members()) out += key + "=" + member + ";";
        return out + "}";
      }
      case '[': {
        std::string out = "[";
        take('[');
        for (space(); peek() != ']'; space()) {
          out += value() + ";";
          space();
          if (peek() != ']') take(',');
        }
        take(']');
        return out + "]";
      }
      case '"':
        return "\"" + string() + "\"";
      case 't':
        return word("true");
      case 'f':
        return word("false");
      case 'n':
        return word("null");
      default:
        return number();
    }
  }

  std::map<std::string, std::string> members() {
    std::map<std::string, std::string> all;
    take('{');
    for (space(); peek() != '}'; space()) {
      std::string key = string();
      space();
      take(':');
      all[std::move(key)] = value();
      space();
      if (peek() != '}') take(',');
    }
    take('}');
    return all;
  }

 private:
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void take(char c) {
    if (peek() != c) throw std::runtime_error("not JSON: " + std::string(text_));
    ++at_;
  }
  void space() {
    while (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t') ++at_;
  }
  std::string word(const char* w) {
    for (const char* p = w; *p != '\0'; ++p) take(*p);
    return w;
  }
  std::string number() {
    const std::size_t begin = at_;
    while (peek() != '\0' && std::string_view("+-0123456789.eE").find(peek()) != std::string_view::npos) ++at_;
    const std::string digits(text_.substr(begin, at_ - begin));
    if (digits.empty()) throw std::runtime_error("not JSON: " + std::string(text_));
    if (!doubles_ && digits.find_first_of(".eE") == std::string::npos) return digits;
    return "#" + std::to_string(std::bit_cast<std::uint64_t>(std::strtod(digits.c_str(), nullptr)));
  }
  std::uint32_t hex() {
    const std::uint32_t v =
        static_cast<std::uint32_t>(std::strtoul(std::string(text_.substr(at_, 4)).c_str(), nullptr, 16));
    at_ += 4;
    return v;
  }
  std::string string() {
    std::string out;
    take('"');
    while (peek() != '"') {
      char c = peek();
      ++at_;
      if (c != '\\') {
        if (at_ > text_.size()) throw std::runtime_error("unfinished string");
        out += c;
        continue;
      }
      c = peek();
      ++at_;
      constexpr std::string_view names = "bfnrt";
      constexpr std::string_view meanings = "\b\f\n\r\t";
      if (const std::size_t i = names.find(c); i != std::string_view::npos) {
        out += meanings[i];
      } else if (c == 'u') {
        std::uint32_t u = hex();
        if (u >= 0xD800 && u < 0xDC00 && text_.substr(at_, 2) == "\\u") {
          at_ += 2;
          u = 0x10000 + ((u - 0xD800) << 10) + (hex() - 0xDC00);
        }
        append(out, u);
      } else {
        out += c;
      }
    }
    take('"');
    return out;
  }
  static void append(std::string& out, std::uint32_t u) {
    const auto byte = [&](std::uint32_t v) { out += static_cast<char>(v); };
    if (u < 0x80) {
      byte(u);
    } else if (u < 0x800) {
      byte(0xC0 | u >> 6), byte(0x80 | (u & 63));
    } else if (u < 0x10000) {
      byte(0xE0 | u >> 12), byte(0x80 | (u >> 6 & 63)), byte(0x80 | (u & 63));
    } else {
      byte(0xF0 | u >> 18), byte(0x80 | (u >> 12 & 63)), byte(0x80 | (u >> 6 & 63)), byte(0x80 | (u & 63));
    }
  }

  std::string_view text_;
  bool doubles_;
  std::size_t at_ = 0;
};

}  // namespace

std::map<std::string, std::string> string_members(std::string_view object) {
  auto all = parser(object, false).members();
  for (auto& [key, value] : all)
    if (value.size() >= 2 && value.front() == '"') value = value.substr(1, value.size() - 2);
  return all;
}

std::string canonical(std::string_view text, bool numbers_are_doubles) {
  return parser(text, numbers_are_doubles).value();
}

}  // namespace hushring::testing
