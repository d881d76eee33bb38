// The grammar of JSON numbers, with exact bounds.
#pragma once

#include <hushring/json/detail/bytes.hpp>

namespace hushring::detail {

/// The parts of a number; all lie in the text. `end` is null when it is none, and `bad` the first byte that does not
/// fit.
struct number_parts {
  const char* digits;         // of the integer part
  const char* digits_end;
  const char* fraction;       // behind the dot; equal to fraction_end where there is none
  const char* fraction_end;
  const char* exponent;       // of its digits; equal to exponent_end where there is none
  const char* exponent_end;
  bool negative;
  bool negative_exponent;
  const char* end;
  const char* bad;
};

inline number_parts split_number(const char* p, const char* end) noexcept {
  number_parts n{};
  const auto fail = [&](const char* at) {
    n.end = nullptr;
    n.bad = at;
    return n;
  };
  if (p < end && *p == '-') {
    n.negative = true;
    ++p;
  }
  n.digits = p;
  if (p >= end || !is_digit(*p)) return fail(p);
  if (*p == '0') {
    ++p;
    if (p < end && is_digit(*p)) return fail(p);
  } else {
    while (p < end && is_digit(*p)) ++p;
  }
  n.digits_end = n.fraction = n.fraction_end = n.exponent = n.exponent_end = p;
  if (p < end && *p == '.') {
    n.fraction = ++p;
    while (p < end && is_digit(*p)) ++p;
    if (p == n.fraction) return fail(p);
    n.fraction_end = n.exponent = n.exponent_end = p;
  }
  if (p < end && (*p == 'e' || *p == 'E')) {
    ++p;
    if (p < end && (*p == '+' || *p == '-')) n.negative_exponent = *p++ == '-';
    n.exponent = p;
    while (p < end && is_digit(*p)) ++p;
    if (p == n.exponent) return fail(p);
    n.exponent_end = p;
  }
  n.end = p;
  return n;
}

}  // namespace hushring::detail
