// Points in time and durations of std::chrono.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <hushring/json/detail/decimals.hpp>
#include <hushring/json/detail/times.hpp>
#include <hushring/json/number_form.hpp>

namespace hushring {

/// A point in time that stands in JSON as a number of Units (std::chrono::seconds to nanoseconds) since the beginning
/// of 1970, in quotes or without; `value` counts Durations, which may be finer: kraken's "1618678123.481570" is an
/// epoch<seconds, microseconds>. Written without quotes unless Form says otherwise.
///
/// Errors: `not_exact` where there are more decimals than Duration has, `number_out_of_range` where it would overflow,
/// `invalid_number` for quotes around anything else than a JSON number. An absent optional of it may be "" too.
///
///     struct trade { hushring::epoch<std::chrono::milliseconds> time; };     // {"time":1618678123481}
///     std::chrono::sys_time<std::chrono::milliseconds> t = trade.time;
template <class Unit, class Duration = Unit, number_form Form = number_form::plain>
struct epoch {
  std::chrono::sys_time<Duration> value{};

  constexpr epoch() noexcept = default;
  constexpr explicit(false) epoch(std::chrono::sys_time<Duration> v) noexcept : value(v) {}
  constexpr explicit(false) operator std::chrono::sys_time<Duration>() const noexcept { return value; }
  friend constexpr auto operator<=>(const epoch&, const epoch&) noexcept = default;
};

namespace detail {

/// A number that is counted in units of 10^-Scale.
template <class T, int Scale, number_form Form>
struct count_codec : text_or_number_codec<Form> {
  static consteval type_info describe() {
    return {.what = kind::text_or_number,
            .empty_is_none = true,
            .check = [](const char* first, const char* last) noexcept {
              std::int64_t count;
              return decimal_value(first, last, Scale, count);
            },
            .format = codec<T>::format};
  }
  template <read_options O>
  HUSHRING_INLINE static const char* parse(const char* p, const context& c, T& out, unsigned) noexcept {
    std::int64_t count;
    p = count_codec::parse_form(p, [&](const char* number, auto quoted) __attribute__((always_inline)) {
      return parse_decimal<Scale, quoted>(number, c, count);
    });
    if (p != nullptr) [[likely]] out = codec<T>::from_count(count);
    return p;
  }
  template <write_options O, class Sink>
  HUSHRING_INLINE static errc put(Sink& sink, const T& value) noexcept {
    const std::int64_t count = codec<T>::to_count(value);
    count_codec::template put_form<largest_decimal>(
        sink, [count](char* out) __attribute__((always_inline)) { return put_scaled<Scale>(out, count); });
    return errc::ok;
  }
  template <class...>
  static consteval std::size_t largest() {
    return largest_decimal + 2;
  }
  static constexpr bool empty(const T& value) noexcept { return codec<T>::to_count(value) == 0; }
};

/// Durations are numbers of their own units: std::chrono::milliseconds(250) is 250. Read in quotes, too.
template <class Rep, class Period>
struct codec<std::chrono::duration<Rep, Period>>
    : count_codec<std::chrono::duration<Rep, Period>, 0, number_form::plain> {
  using T = std::chrono::duration<Rep, Period>;
  static_assert(is_count<Rep>, "hushring: durations are bound that count in integers of 64 bits");

  static constexpr std::string_view format = "a duration";
  static constexpr T from_count(std::int64_t count) noexcept { return T(count); }
  static constexpr std::int64_t to_count(T value) noexcept { return value.count(); }
};

template <class Unit, class Duration, number_form Form>
struct codec<epoch<Unit, Duration, Form>>
    : count_codec<epoch<Unit, Duration, Form>, decimals_of<Duration> - decimals_of<Unit>, Form> {
  using T = epoch<Unit, Duration, Form>;
  static_assert(decimals_of<Duration> >= decimals_of<Unit>,
                "hushring: epoch<Unit, Duration>: Duration is as fine as Unit, or finer");

  static constexpr std::string_view format = decimals_of<Unit> == 0   ? "seconds since 1970"
                                             : decimals_of<Unit> == 3 ? "milliseconds since 1970"
                                             : decimals_of<Unit> == 6 ? "microseconds since 1970"
                                                                      : "nanoseconds since 1970";
  static constexpr T from_count(std::int64_t count) noexcept {
    return std::chrono::sys_time<Duration>(Duration(count));
  }
  static constexpr std::int64_t to_count(T value) noexcept { return value.value.time_since_epoch().count(); }
};

/// A point in time is ISO 8601 text: "2021-04-17T16:43:37.075687Z". Read: a date, T, a time with seconds and none to
/// nine decimals, then Z or an offset (+02:00); years 0000 to 9999. Anything else is `invalid_text`: dates alone, times
/// without an offset, small letters, a leap second (:60). Decimals that Duration does not have are `not_exact` unless
/// they are zeros; a time beyond Duration's range is `number_out_of_range` (nanoseconds: 1677 to 2262), read or, where
/// the year would have no four digits, written. Written as UTC with as few decimals as are exact.
template <class Duration>
struct codec<std::chrono::sys_time<Duration>> {
  using T = std::chrono::sys_time<Duration>;
  static constexpr int decimals = decimals_of<Duration>;

  static constexpr char opening = '"';
  static constexpr bool flat = true;
  static consteval type_info describe() {
    return {.what = kind::text,
            .check = [](const char* first, const char* last) noexcept { return check_time(first, last, decimals); },
            .format = "date-time"};
  }
  template <class...>
  static consteval bool views() {
    return false;
  }
  template <read_options O>
  HUSHRING_INLINE static const char* parse(const char* p, const context& c, T& out, unsigned) noexcept {
    std::int64_t count;
    p = parse_time<decimals>(p, c, count);
    if (p != nullptr) [[likely]] out = T(Duration(count));
    return p;
  }
  template <write_options O, class Sink>
  HUSHRING_INLINE static errc put(Sink& sink, const T& value) noexcept {
    constexpr std::int64_t one = powers_of_ten[decimals];
    const std::int64_t count = value.time_since_epoch().count();
    const std::int64_t over = count % one;
    const std::int64_t seconds = count / one - (over < 0);
    if (seconds < first_second || seconds > last_second) [[unlikely]] return errc::number_out_of_range;
    const auto rest = static_cast<std::uint32_t>((over < 0 ? over + one : over) * powers_of_ten[9 - decimals]);
    sink.template formatted<largest_time + 1>([&](char* out) { return write_time(out, seconds, rest); });
    return errc::ok;
  }
  template <class...>
  static consteval std::size_t largest() {
    return largest_time + 2;
  }
};

}  // namespace detail
}  // namespace hushring
