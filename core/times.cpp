// ISO 8601 in any of its forms that are read, and its writing.
#include <hushring/json/detail/times.hpp>

#include <cstring>

namespace hushring::detail {
namespace {

/// Walks over a text that does not change.
class cursor {
 public:
  cursor(const char* p, const char* end) noexcept : p_(p), end_(end) {}

  [[nodiscard]] bool pass(char c) noexcept {
    if (p_ == end_ || *p_ != c) return false;
    ++p_;
    return true;
  }
  /// Exactly `count` digits.
  [[nodiscard]] bool number(int count, unsigned highest, unsigned& out) noexcept {
    out = 0;
    for (; count > 0; --count, ++p_) {
      if (p_ == end_ || !is_digit(*p_)) return false;
      out = out * 10 + static_cast<unsigned>(*p_ - '0');
    }
    return out <= highest;
  }
  /// One to nine digits, as if they were nine.
  [[nodiscard]] bool nanoseconds(unsigned& out) noexcept {
    out = 0;
    int count = 0;
    for (; p_ != end_ && is_digit(*p_); ++p_) {
      if (++count > 9) return false;
      out = out * 10 + static_cast<unsigned>(*p_ - '0');
    }
    const bool any = count != 0;
    for (; count < 9; ++count) out *= 10;
    return any;
  }
  [[nodiscard]] bool at_end() const noexcept { return p_ == end_; }

 private:
  const char* p_;
  const char* end_;
};

/// Seconds by which the local time is ahead of UTC.
bool read_offset(cursor& in, std::int64_t& out) noexcept {
  out = 0;
  if (in.pass('Z')) return true;
  const bool behind = in.pass('-');
  if (!behind && !in.pass('+')) return false;
  unsigned hours, minutes;
  if (!in.number(2, 23, hours) || !in.pass(':') || !in.number(2, 59, minutes)) return false;
  out = hours * 3600 + minutes * 60;
  if (behind) out = -out;
  return true;
}

errc time_value(const char* p, const char* end, int decimals, std::int64_t& out) noexcept {
  cursor in(p, end);
  unsigned year, month, day, hour, minute, second, nanoseconds = 0;
  std::int64_t offset;
  const bool good = in.number(4, 9999, year) && in.pass('-') && in.number(2, 12, month) && month != 0 && in.pass('-') &&
                    in.number(2, 31, day) && is_date(year, month, day) && in.pass('T') && in.number(2, 23, hour) &&
                    in.pass(':') && in.number(2, 59, minute) && in.pass(':') && in.number(2, 59, second) &&
                    (!in.pass('.') || in.nanoseconds(nanoseconds)) && read_offset(in, offset) && in.at_end();
  if (!good) return errc::invalid_text;
  const auto beyond = static_cast<unsigned>(powers_of_ten[static_cast<std::size_t>(9 - decimals)]);
  if (nanoseconds % beyond != 0) return errc::not_exact;
  const std::int64_t seconds = days_from_civil(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - offset;
  // with the fraction's sign, so that the lowest values do not overflow on the way
  std::int64_t whole = seconds, parts = nanoseconds / beyond;
  const std::int64_t one = powers_of_ten[static_cast<std::size_t>(decimals)];
  if (whole < 0 && parts != 0) {
    ++whole;
    parts -= one;
  }
  if (__builtin_mul_overflow(whole, one, &out) || __builtin_add_overflow(out, parts, &out))
    return errc::number_out_of_range;
  return errc::ok;
}

/// The text between the quotes, decoded to where nobody changes it: as much as a time can have.
class private_text {
 public:
  private_text(const char* p, const char* end) noexcept : decoded_(decode_string(p, end, bytes_, sizeof bytes_)) {}
  [[nodiscard]] const char* behind() const noexcept { return decoded_.next; }
  errc value(int decimals, std::int64_t& out) const noexcept {
    if (behind() == nullptr) return errc::invalid_text;
    return time_value(bytes_, bytes_ + decoded_.size, decimals, out);
  }

 private:
  char bytes_[40];  // 2021-04-17T16:43:37.075687000+02:00 has 35
  decoded_string decoded_;
};

char* put_two(char* out, unsigned v) noexcept {
  put_pair(out, v);
  return out + 2;
}

}  // namespace

const char* read_time(const char* p, const char* end, int decimals, std::int64_t& out) noexcept {
  const private_text text(p, end);
  return text.value(decimals, out) == errc::ok ? text.behind() : nullptr;
}

errc check_time(const char* first, const char* last, int decimals) noexcept {
  std::int64_t value;
  return private_text(first + 1, last).value(decimals, value);
}

char* write_time(char* out, std::int64_t seconds, std::uint32_t nanoseconds) noexcept {
  // from days to a date as days_from_civil goes, with years that begin in March
  const std::int64_t since_year_0 = seconds - first_second;
  const auto second = static_cast<unsigned>(since_year_0 % 86400);
  const auto days = static_cast<unsigned>(since_year_0 / 86400) + 146097 - 60;  // from March 1 of the year -400
  const unsigned era = days / 146097;
  const unsigned day_of_era = days % 146097;
  const unsigned year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const unsigned day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const unsigned m = (5 * day_of_year + 2) / 153;
  const unsigned month = m < 10 ? m + 3 : m - 9;
  const unsigned year = era * 400 + year_of_era + (month <= 2) - 400;
  out = put_two(out, year / 100);
  out = put_two(out, year % 100);
  *out++ = '-';
  out = put_two(out, month);
  *out++ = '-';
  out = put_two(out, day_of_year - (153 * m + 2) / 5 + 1);
  *out++ = 'T';
  out = put_two(out, second / 3600);
  *out++ = ':';
  out = put_two(out, second / 60 % 60);
  *out++ = ':';
  out = put_two(out, second % 60);
  if (nanoseconds != 0) {
    *out++ = '.';
    *out = static_cast<char>('0' + nanoseconds / 100000000);
    out = put_eight(out + 1, nanoseconds % 100000000);
    while (out[-1] == '0') --out;
  }
  *out++ = 'Z';
  *out++ = '"';
  return out;
}

}  // namespace hushring::detail
