// Exact decimal numbers that keep the scale they were written with.
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

#include <hushring/error.hpp>
#include <hushring/json/detail/decimals.hpp>
#include <hushring/json/fixed_string.hpp>

namespace hushring {

/// Compares a_mantissa * 10^a_exponent with b_mantissa * 10^b_exponent, exactly.
namespace detail {
constexpr std::weak_ordering compare_scaled(scaled_integer a, scaled_integer b) noexcept {
  if (a.exponent == b.exponent || a.mantissa == 0 || b.mantissa == 0 || (a.mantissa < 0) != (b.mantissa < 0))
    return a.mantissa <=> b.mantissa;
  if (a.exponent < b.exponent) return 0 <=> compare_scaled(b, a);
  const int more = a.exponent - b.exponent;
  // ten to the nineteenth is more than any mantissa
  if (more > largest_scale) return a.mantissa <=> std::int64_t{0};
  __extension__ using wide = __int128;
  const wide left = static_cast<wide>(a.mantissa) * powers_of_ten[static_cast<std::size_t>(more)];
  const wide right = b.mantissa;
  return left < right ? std::weak_ordering::less
                      : left > right ? std::weak_ordering::greater : std::weak_ordering::equivalent;
}
}  // namespace detail

/// An exact decimal number mantissa() * 10^exponent() that keeps its scale: 1.50 is 150 * 10^-2, 2.1E-7 is 21 * 10^-8.
/// Read from a JSON number or from one in quotes (an absent optional of it may be "" too), and written as it was read:
/// with as many decimals, with an exponent only where that is above 0 (1e5) or below all plain notation; in quotes
/// unless Form says otherwise. Compares by value: 1.50 equals 1.5.
///
/// Errors: `number_out_of_range` where the mantissa would need more than 64 bits even without zeros at its end, or the
/// exponent more than 16; `invalid_number` for quotes around anything else than a JSON number, `wrong_type` for other
/// values. -0 is 0.
///
///     struct fill { hushring::dynamic_decimal size; };               // {"size":"1.50"}
///     double d(f.size);                                              // 1.5
template <number_form Form>
class basic_dynamic_decimal {
 public:
  constexpr basic_dynamic_decimal() noexcept = default;
  constexpr basic_dynamic_decimal(std::int64_t mantissa, std::int16_t exponent) noexcept
      : value_{mantissa, exponent} {}
  /// From a number as JSON has it, without quotes; the errors are those of reading.
  [[nodiscard]] static result<basic_dynamic_decimal> from_text(std::string_view text) noexcept {
    basic_dynamic_decimal d;
    const bool quoted = !text.empty() && text.front() == '"';
    const errc code =
        quoted ? errc::invalid_number : detail::scaled_value(text.data(), text.data() + text.size(), d.value_);
    if (code != errc::ok) return code;
    return d;
  }

  [[nodiscard]] constexpr std::int64_t mantissa() const noexcept { return value_.mantissa; }
  [[nodiscard]] constexpr int exponent() const noexcept { return value_.exponent; }
  /// As it is written: "1.50", "15e3".
  [[nodiscard]] fixed_string<detail::largest_scaled> to_text() const noexcept {
    char text[detail::largest_scaled + 8];
    const char* const end = detail::write_scaled(text, value_);
    fixed_string<detail::largest_scaled> out;
    static_cast<void>(out.assign({text, static_cast<std::size_t>(end - text)}));
    return out;
  }
  /// The nearest double; infinity beyond its range.
  [[nodiscard]] explicit operator double() const noexcept {
    return detail::scaled_double(value_.mantissa, value_.exponent);
  }

  friend constexpr bool operator==(const basic_dynamic_decimal& a, const basic_dynamic_decimal& b) noexcept {
    return detail::compare_scaled(a.value_, b.value_) == 0;
  }
  friend constexpr std::weak_ordering operator<=>(const basic_dynamic_decimal& a,
                                                  const basic_dynamic_decimal& b) noexcept {
    return detail::compare_scaled(a.value_, b.value_);
  }

 private:
  friend struct detail::codec<basic_dynamic_decimal>;

  detail::scaled_integer value_{};
};
using dynamic_decimal = basic_dynamic_decimal<number_form::quoted>;

namespace detail {

template <number_form Form>
struct codec<basic_dynamic_decimal<Form>> : text_or_number_codec<Form> {
  using T = basic_dynamic_decimal<Form>;

  static consteval type_info describe() {
    return {.what = kind::text_or_number,
            .empty_is_none = true,
            .check = [](const char* first, const char* last) noexcept {
              scaled_integer value;
              return scaled_value(first, last, value);
            }};
  }
  template <read_options O>
  HUSHRING_INLINE static const char* parse(const char* p, context& c, T& out, unsigned) noexcept {
    return codec::parse_form(p, [&](const char* number, auto quoted) __attribute__((always_inline)) {
      return parse_scaled<quoted>(number, c, out.value_);
    });
  }
  template <write_options O, class Sink>
  HUSHRING_INLINE static errc put(Sink& sink, const T& value) noexcept {
    codec::template put_form<largest_scaled>(sink, [&](char* out) { return write_scaled(out, value.value_); });
    return errc::ok;
  }
  template <class...>
  static consteval std::size_t largest() {
    return largest_scaled + 2;
  }
  static constexpr bool empty(const T& value) noexcept { return value.mantissa() == 0; }
};

}  // namespace detail
}  // namespace hushring
