// Text that stays inside its room, and text laid out on lines.
#include <hushring/json/detail/sinks.hpp>

namespace hushring::detail {

void bounded_text::append(const char* p, std::size_t n) noexcept {
  if (size_ <= room_ && n <= room_ - size_ && n != 0) std::memcpy(out_ + size_, p, n);
  size_ += n;
}

bool bounded_text::append_string(std::string_view s, string_form form) noexcept {
  // piece by piece, cut where no character is
  constexpr std::size_t most = 64;
  while (!s.empty()) {
    std::size_t n = s.size();
    if (n > most) {
      n = most;
      // a lead byte among the last three begins a character that may go on behind them
      for (std::size_t back = 1; back <= 3; ++back) {
        const auto byte = static_cast<unsigned char>(s[most - back]);
        if (byte < 0x80) break;
        if (byte < 0xC0) continue;
        if (back < (byte < 0xE0 ? 2u : byte < 0xF0 ? 3u : 4u)) n = most - back;
        break;
      }
    }
    char piece[most * 6];
    const char* const end = escape_string(piece, s.data(), n, form);
    if (end == nullptr) return false;
    append(piece, static_cast<std::size_t>(end - piece));
    s.remove_prefix(n);
  }
  return true;
}

void indented_text::new_line() noexcept {
  constexpr std::string_view blanks = "                                                                ";
  bounded_text::append('\n');
  std::size_t left = std::size_t{indent_} * depth_;
  for (; left > blanks.size(); left -= blanks.size()) bounded_text::append(blanks.data(), blanks.size());
  bounded_text::append(blanks.data(), left);
}

void indented_text::append(const char* p, std::size_t n) noexcept {
  const char* const end = p + n;
  const char* from = p;  // what has not been written yet
  const auto write_up_to = [&](const char* to) {
    bounded_text::append(from, static_cast<std::size_t>(to - from));
    from = to;
  };
  for (; p < end; ++p) {
    const char c = *p;
    if (in_string_) {
      if (c == '"') in_string_ = false;
      else if (c == '\\' && p + 1 < end) ++p;
    } else if (is_space(c)) {
      write_up_to(p);
      ++from;
    } else if (c == ',') {
      write_up_to(p + 1);
      new_line();
    } else if (c == ':') {
      write_up_to(p + 1);
      bounded_text::append(' ');
    } else if (c == '}' || c == ']') {
      write_up_to(p);
      if (depth_ != 0) --depth_;
      if (!opened_) new_line();
      opened_ = false;
    } else {
      if (opened_) {
        write_up_to(p);
        new_line();
      }
      opened_ = c == '{' || c == '[';
      depth_ += opened_;
      in_string_ = c == '"';
    }
  }
  write_up_to(end);
}

}  // namespace hushring::detail
