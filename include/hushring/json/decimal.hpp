// Exact decimal numbers of a fixed scale.
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

#include <hushring/error.hpp>
#include <hushring/json/detail/decimals.hpp>
#include <hushring/json/fixed_string.hpp>

namespace hushring {

/// An exact decimal number: mantissa() / 10^Scale. Read from a JSON number or from one in quotes, also with an
/// exponent, and never rounded; an absent optional of it may be "" too. Written in the shortest plain form ("0.5",
/// "120"), in quotes unless Form says otherwise.
///
/// Errors: `not_exact` where the number has more decimals than Scale (zeros at its end do not count: 0.120 is a
/// decimal<2>), `number_out_of_range` where the mantissa would need more than 64 bits, `invalid_number` for quotes
/// around anything else than a JSON number, `wrong_type` for other values. -0 is 0.
///
///     struct level { hushring::decimal<8> price, quantity; };        // {"price":"38757.46","quantity":"0.00025"}
///     if (l.price.mantissa() % tick == 0) ...
///     auto limit = hushring::decimal<8>::from_text("38757.46");
template <int Scale, number_form Form = number_form::quoted>
class decimal {
  static_assert(Scale >= 0 && Scale <= detail::largest_scale, "hushring: a decimal's scale is 0 to 18");

 public:
  static constexpr int scale = Scale;

  constexpr decimal() noexcept = default;
  [[nodiscard]] static constexpr decimal from_mantissa(std::int64_t mantissa) noexcept {
    decimal d;
    d.mantissa_ = mantissa;
    return d;
  }
  /// From a number as JSON has it, without quotes; the errors are those of reading.
  [[nodiscard]] static result<decimal> from_text(std::string_view text) noexcept {
    decimal d;
    const bool quoted = !text.empty() && text.front() == '"';
    const errc code = quoted ? errc::invalid_number
                             : detail::decimal_value(text.data(), text.data() + text.size(), Scale, d.mantissa_);
    if (code != errc::ok) return code;
    return d;
  }

  [[nodiscard]] constexpr std::int64_t mantissa() const noexcept { return mantissa_; }
  /// The shortest plain form: "-0.5", "120".
  [[nodiscard]] fixed_string<detail::largest_decimal> to_text() const noexcept {
    char text[detail::largest_decimal + 8];
    const char* const end = detail::write_decimal(text, mantissa_, Scale);
    fixed_string<detail::largest_decimal> out;
    static_cast<void>(out.assign({text, static_cast<std::size_t>(end - text)}));
    return out;
  }
  /// The nearest double.
  [[nodiscard]] explicit operator double() const noexcept { return detail::scaled_double(mantissa_, -Scale); }

  friend constexpr bool operator==(const decimal&, const decimal&) noexcept = default;
  friend constexpr std::strong_ordering operator<=>(const decimal&, const decimal&) noexcept = default;

 private:
  friend struct detail::codec<decimal>;

  std::int64_t mantissa_ = 0;
};

namespace detail {

template <int Scale, number_form Form>
struct codec<decimal<Scale, Form>> : text_or_number_codec<Form> {
  using T = decimal<Scale, Form>;

  static consteval type_info describe() {
    return {.what = kind::text_or_number,
            .empty_is_none = true,
            .check = [](const char* first, const char* last) noexcept {
              std::int64_t mantissa;
              return decimal_value(first, last, Scale, mantissa);
            }};
  }
  template <read_options O>
  HUSHRING_INLINE static const char* parse(const char* p, context& c, T& out, unsigned) noexcept {
    return codec::parse_form(p, [&](const char* number, auto quoted) __attribute__((always_inline)) {
      return parse_decimal<Scale, quoted>(number, c, out.mantissa_);
    });
  }
  template <write_options O, class Sink>
  HUSHRING_INLINE static errc put(Sink& sink, const T& value) noexcept {
    codec::template put_form<largest_decimal>(
        sink, [&](char* out) __attribute__((always_inline)) { return put_scaled<Scale>(out, value.mantissa_); });
    return errc::ok;
  }
  template <class...>
  static consteval std::size_t largest() {
    return largest_decimal + 2;
  }
  static constexpr bool empty(const T& value) noexcept { return value.mantissa_ == 0; }
};

}  // namespace detail
}  // namespace hushring
