// What the generators of workloads share: random numbers, decimals, texts put together, a workload finished.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "checksum.hpp"
#include "workloads.hpp"

namespace bench {

inline constexpr std::size_t readable_behind = 64;

/// SplitMix64: the standard's distributions differ between libraries, this does not.
class random_numbers {
 public:
  explicit random_numbers(std::uint64_t seed) noexcept : state_(seed) {}
  std::uint64_t below(std::uint64_t bound) noexcept {
    state_ += 0x9E37'79B9'7F4A'7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9u;
    z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBu;
    return (z ^ (z >> 31)) % bound;
  }
  std::int64_t between(std::int64_t low, std::int64_t high) noexcept {
    return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low + 1)));
  }

 private:
  std::uint64_t state_;
};

/// `units` divided by 10^decimals. Both are below 2^53 and 10^22, so one division rounds correctly.
struct decimal {
  std::int64_t units;
  int decimals;

  std::string text() const {
    std::string digits = std::to_string(units);
    const auto wanted = static_cast<std::size_t>(decimals) + 1;
    if (digits.size() < wanted) digits.insert(0, wanted - digits.size(), '0');
    if (decimals > 0) digits.insert(digits.end() - decimals, '.');
    return digits;
  }
  double value() const {
    double power = 1;
    for (int i = 0; i < decimals; ++i) power *= 10;
    return static_cast<double>(units) / power;
  }
};

template <class T>
std::string_view keep(workload<T>& work, std::string_view text) {
  // one behind the other, as the strings of a message lie
  constexpr std::size_t chunk = 1 << 20;
  if (work.pool.empty() || work.pool.back().size() + text.size() > chunk) work.pool.emplace_back().reserve(chunk);
  std::string& last = work.pool.back();
  last += text;
  return {last.data() + last.size() - text.size(), text.size()};
}
/// Appends texts and integers, one behind another.
template <class... Parts>
void append(std::string& to, const Parts&... parts) {
  const auto one = [&to](const auto& part) {
    if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(part)>>) to.append(std::to_string(part));
    else to.append(std::string_view(part));
  };
  (one(parts), ...);
}
template <class... Parts>
std::string join(const Parts&... parts) {
  std::string out;
  append(out, parts...);
  return out;
}
inline std::string_view spelled(bool value) { return value ? "true" : "false"; }
inline void bind(std::string_view& to, const decimal&, std::string_view text) { to = text; }
inline void bind(hushring::quoted<double>& to, const decimal& from, std::string_view) { to = from.value(); }

/// Joins `texts` into `work.bytes`, a NUL after each for the peers that profit from one.
template <class T>
void join_texts(workload<T>& work, const std::vector<std::string>& texts) {
  std::size_t size = 0;
  for (const std::string& text : texts) size += text.size() + 1;
  work.bytes.reserve(size + readable_behind);
  for (const std::string& text : texts) work.bytes.append(text).push_back('\0');
  work.bytes.append(readable_behind, '\0');

  const char* at = work.bytes.data();
  for (const std::string& text : texts) work.texts.emplace_back(at, text.size()), at += text.size() + 1;
}
/// The same, and the checksums of `work.values`.
template <class T>
void finish(workload<T>& work, const std::vector<std::string>& texts) {
  join_texts(work, texts);
  for (const T& value : work.values) work.checksums.push_back(checksum(value));
}

}  // namespace bench
