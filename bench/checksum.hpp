// One number for all that was bound: every member of every record takes part, strings byte by byte, doubles by bits.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <ranges>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>

#include <boost/pfr.hpp>
#include <hushring/json/quoted.hpp>

namespace bench {

constexpr std::uint64_t mix(std::uint64_t sum, std::uint64_t word) noexcept {
  sum = (sum ^ word) * 0x9E37'79B9'7F4A'7C15u;
  return sum ^ (sum >> 29);
}

template <class T>
std::uint64_t checksum(const T& value, std::uint64_t sum = 0) noexcept;

namespace detail {
template <class T>
inline constexpr bool is_quoted = false;
template <class T>
inline constexpr bool is_quoted<hushring::quoted<T>> = true;
/// std::variant, and what derives from it.
template <class... T>
void as_variant(const std::variant<T...>&);
template <class T>
concept variant_like = requires(const T& value) { as_variant(value); };
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_tuple = false;
template <class... T>
inline constexpr bool is_tuple<std::tuple<T...>> = true;
}  // namespace detail

template <class T>
std::uint64_t checksum(const T& value, std::uint64_t sum) noexcept {
  if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    const std::string_view text = value;
    for (const char c : text) sum = mix(sum, static_cast<unsigned char>(c));
    return mix(sum, text.size());
  } else if constexpr (std::is_floating_point_v<T>) {
    return mix(sum, std::bit_cast<std::uint64_t>(static_cast<double>(value)));
  } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    return mix(sum, static_cast<std::uint64_t>(value));
  } else if constexpr (detail::is_quoted<T>) {
    return checksum(value.value, sum);
  } else if constexpr (detail::variant_like<T>) {
    return std::visit([&](const auto& held) { return checksum(held, mix(sum, value.index())); }, value);
  } else if constexpr (detail::is_optional<T>) {
    return value ? checksum(*value, mix(sum, 1)) : mix(sum, 0);
  } else if constexpr (detail::is_tuple<T>) {
    std::apply([&](const auto&... member) { ((sum = checksum(member, sum)), ...); }, value);
    return sum;
  } else if constexpr (std::ranges::range<const T>) {
    std::uint64_t size = 0;
    for (const auto& element : value) sum = checksum(element, sum), ++size;
    return mix(sum, size);
  } else {
    boost::pfr::for_each_field(value, [&](const auto& member) { sum = checksum(member, sum); });
    return sum;
  }
}

}  // namespace bench
