#include <hushring/json/explain.hpp>

#include <algorithm>
#include <vector>

#include "locator.hpp"
#include "type_words.hpp"

namespace hushring {
namespace detail {
namespace {

/// Remembers the way to the error, and what was said of it there.
class witness {
 public:
  witness(const char* text, error e) noexcept
      : repeated_(e.code == errc::duplicate_member ? text + e.offset : nullptr) {}

  void enter_member(const char* key, const char* quote) { way_.push_back({key, quote, 0}); }
  void enter_element(std::size_t index) { way_.push_back({nullptr, nullptr, index}); }
  void leave() { way_.pop_back(); }
  bool repeats(const char* key) const { return key == repeated_; }
  void expect(const type_info* type) { type_ = type; }
  void fail(const char* expected, std::string_view member) {
    expected_ = expected;
    member_ = member;
  }

  [[nodiscard]] std::string path() const {
    std::string out;
    for (const step& s : way_) {
      out += '/';
      if (s.key == nullptr) out += std::to_string(s.index);
      else append_unescaped(out, s.key, s.quote, true);
    }
    return out;
  }
  [[nodiscard]] std::string member() const {
    std::string out;
    append_unescaped(out, member_.data(), member_.data() + member_.size(), false);
    return out;
  }
  /// What should have stood there.
  [[nodiscard]] std::string expected(errc code) const {
    if (*expected_ != '\0') return expected_;
    switch (code) {
      case errc::wrong_type:
      case errc::wrong_length:
      case errc::number_out_of_range:
      case errc::not_an_integer:
      case errc::null_value:
      case errc::unexpected_end:
      case errc::unexpected_character:
      case errc::invalid_text:
      case errc::unknown_name:
      case errc::text_too_long:
      case errc::not_exact:
      case errc::no_alternative: return type_ != nullptr ? words_for(*type_) : "a value";
      default: return {};
    }
  }

 private:
  struct step {
    const char* key;  // null: an element
    const char* quote;
    std::size_t index;
  };

  /// The text of a valid JSON string; `pointer`: as a JSON pointer spells it.
  static void append_unescaped(std::string& out, const char* p, const char* quote, bool pointer) {
    while (p < quote) {
      char bytes[4];
      const std::size_t n = next_character(p, quote, bytes);
      if (pointer && n == 1 && (bytes[0] == '~' || bytes[0] == '/')) out += bytes[0] == '~' ? "~0" : "~1";
      else out.append(bytes, n);
      if (n == 0) return;  // the text changed
    }
  }

  const char* repeated_;
  std::vector<step> way_{};
  const type_info* type_ = nullptr;
  const char* expected_ = "";
  std::string_view member_{};
};

/// Where the character that holds the byte at `at` begins, at or behind `from`.
std::size_t character_start(std::string_view text, std::size_t at, std::size_t from) {
  while (at > from && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
  return at;
}
std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// The line around `at`, at most 72 bytes of it, and a caret.
std::string excerpt_of(std::string_view line, std::size_t at) {
  constexpr std::size_t before = 48;
  constexpr std::size_t most = 72;
  std::size_t first = at > before ? character_start(line, at - before, 0) : 0;
  std::size_t last = std::min(line.size(), first + most);
  if (last < line.size()) last = character_start(line, last, first);
  std::string out = first != 0 ? "  ..." : "  ";
  const std::size_t indent = out.size() + count_characters(line.substr(first, at - first));
  for (const char c : line.substr(first, last - first)) {
    const auto u = static_cast<unsigned char>(c);
    out += u < 0x20 || u == 0x7F ? ' ' : c;  // one column each, and nothing a terminal would obey
  }
  if (last < line.size()) out += "...";
  return out + '\n' + std::string(indent, ' ') + '^';
}

}  // namespace

explanation explain_error(error e, std::string_view text, const type_info& type, const read_options& options) {
  explanation out;
  out.code = e.code;
  out.offset = std::min<std::uint64_t>(e.offset, text.size());
  const auto at = static_cast<std::size_t>(out.offset);
  const std::string_view read = text.substr(0, at);
  out.line += static_cast<std::size_t>(std::count(read.begin(), read.end(), '\n'));
  const std::size_t line_start = read.rfind('\n') == std::string_view::npos ? 0 : read.rfind('\n') + 1;
  const std::size_t line_end = std::min(text.find('\n', at), text.size());
  std::string_view line = text.substr(line_start, line_end - line_start);
  if (!line.empty() && line.back() == '\r' && at - line_start < line.size()) line.remove_suffix(1);
  out.column += count_characters(text.substr(line_start, at - line_start));
  out.excerpt = excerpt_of(line, std::min(at - line_start, line.size()));

  witness seen(text.data(), {e.code, out.offset});
  const error found = locator(text.data(), text.data() + text.size(), options, seen).run(type);
  if (found.code != e.code || found.offset != e.offset) return out;
  out.path = seen.path();
  out.member = seen.member();
  out.expected = seen.expected(e.code);
  return out;
}

}  // namespace detail

std::string explanation::message() const {
  std::string out = std::to_string(line) + ':' + std::to_string(column) + ": ";
  out += describe(code);
  if (!member.empty()) out += " (" + member + ')';
  if (!path.empty()) out += ", at " + path;
  if (!expected.empty()) out += "\nexpected: " + expected;
  return out + '\n' + excerpt + '\n';
}

}  // namespace hushring
