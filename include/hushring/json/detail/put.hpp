// Writes values as JSON. Two sinks share one traversal: `fast_sink` has more room than the value can need and stores
// whole words; `exact_sink` stays inside its room and goes on counting when that ends.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

#include <hushring/json/detail/bytes.hpp>
#include <hushring/json/detail/compiled.hpp>
#include <hushring/json/detail/members.hpp>
#include <hushring/json/options.hpp>

namespace hushring::detail {
inline namespace HUSHRING_BUILD {

/// How far behind a value's size bound the fast sink may store.
inline constexpr std::size_t overshoot = 32;

// ---- numbers to digits

inline constexpr auto digit_pairs = [] {
  std::array<char, 200> a{};
  for (unsigned i = 0; i < 100; ++i) {
    a[2 * i] = static_cast<char>('0' + i / 10);
    a[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return a;
}();

HUSHRING_INLINE void put_pair(char* out, std::uint32_t v) noexcept { std::memcpy(out, &digit_pairs[2 * v], 2); }

/// 1 to 8 digits.
HUSHRING_INLINE char* put_short(char* out, std::uint32_t v) noexcept {
  if (v < 10000) {
    const std::uint32_t high = v / 100;
    const std::uint32_t low = v % 100;
    if (v < 100) {
      if (v < 10) {
        *out = static_cast<char>('0' + v);
        return out + 1;
      }
      put_pair(out, v);
      return out + 2;
    }
    if (v < 1000) {
      *out = static_cast<char>('0' + high);
      put_pair(out + 1, low);
      return out + 3;
    }
    put_pair(out, high);
    put_pair(out + 2, low);
    return out + 4;
  }
  const std::uint32_t high = v / 10000;
  const std::uint32_t low = v % 10000;
  if (high < 100) {
    if (high < 10) *out++ = static_cast<char>('0' + high);
    else put_pair(out, high), out += 2;
  } else {
    if (high < 1000) *out++ = static_cast<char>('0' + high / 100);
    else put_pair(out, high / 100), out += 2;
    put_pair(out, high % 100);
    out += 2;
  }
  put_pair(out, low / 100);
  put_pair(out + 2, low % 100);
  return out + 4;
}
HUSHRING_INLINE char* put_eight(char* out, std::uint32_t v) noexcept {
  put_pair(out, v / 1000000);
  put_pair(out + 2, v / 10000 % 100);
  put_pair(out + 4, v / 100 % 100);
  put_pair(out + 6, v % 100);
  return out + 8;
}
HUSHRING_INLINE char* put_unsigned(char* out, std::uint64_t v) noexcept {
  constexpr std::uint64_t eight = 100000000;
  if (v < eight) return put_short(out, static_cast<std::uint32_t>(v));
  const std::uint64_t high = v / eight;
  if (high < eight) {
    out = put_short(out, static_cast<std::uint32_t>(high));
  } else {
    out = put_short(out, static_cast<std::uint32_t>(high / eight));
    out = put_eight(out, static_cast<std::uint32_t>(high % eight));
  }
  return put_eight(out, static_cast<std::uint32_t>(v % eight));
}
template <integer T>
HUSHRING_INLINE char* put_integer(char* out, T v) noexcept {
  auto magnitude = static_cast<std::uint64_t>(v);
  if constexpr (std::is_signed_v<T>) {
    if (v < 0) {
      *out++ = '-';
      magnitude = 0 - magnitude;
    }
  }
  return put_unsigned(out, magnitude);
}

/// `units` / 10^Decimals, without trailing zeros.
template <int Decimals>
HUSHRING_INLINE char* put_decimal(char* out, std::uint64_t units) noexcept {
  constexpr std::uint64_t one = Decimals == 3 ? 1000 : 100000000;
  const std::uint64_t whole = units / one;
  const auto rest = static_cast<std::uint32_t>(units - whole * one);
  out = put_unsigned(out, whole);
  if (rest == 0) return out;
  *out++ = '.';
  if constexpr (Decimals == 3) {
    *out = static_cast<char>('0' + rest / 100);
    put_pair(out + 1, rest % 100);
  } else {
    put_eight(out, rest);
  }
  out += Decimals;
  while (out[-1] == '0') --out;
  return out;
}

/// Thousandths (or units of 1e-8) of a positive double, if it is exactly as many of them as a decimal of 15 digits can
/// say: such decimals and doubles correspond one to one, so that it is the shortest form.
template <int Decimals>
HUSHRING_INLINE bool as_decimal(double v, std::uint64_t& units) noexcept {
  constexpr double one = Decimals == 3 ? 1e3 : 1e8;
  const auto u = static_cast<std::int64_t>(v * one + 0.5);
  units = static_cast<std::uint64_t>(u);
  return std::bit_cast<std::uint64_t>(static_cast<double>(u) / one) == std::bit_cast<std::uint64_t>(v);
}

/// A finite double: prices and the like by integers, the rest by compiled code.
HUSHRING_INLINE char* put_double(char* out, double v) noexcept {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(v);
  const std::uint64_t magnitude = bits & ~(1ull << 63);
  if (bits != magnitude) *out++ = '-';
  if (magnitude == 0) {
    *out = '0';
    return out + 1;
  }
  // compared as integers: positive doubles are ordered as their bits, and no mode of the processor changes that
  constexpr std::uint64_t smallest = std::bit_cast<std::uint64_t>(1e-8);
  constexpr std::uint64_t largest = std::bit_cast<std::uint64_t>(1e12);
  constexpr std::uint64_t largest_with_eight = std::bit_cast<std::uint64_t>(1e7);
  const double a = std::bit_cast<double>(magnitude);
  if (magnitude - smallest < largest - smallest) [[likely]] {
    std::uint64_t units;
    if (as_decimal<3>(a, units)) [[likely]] return put_decimal<3>(out, units);
    if (magnitude < largest_with_eight && as_decimal<8>(a, units)) return put_decimal<8>(out, units);
  }
  return write_double(out, a);
}

template <floating T>
HUSHRING_INLINE bool is_finite(T v) noexcept {
  if constexpr (sizeof(T) == 8) return (std::bit_cast<std::uint64_t>(v) >> 52 & 0x7FF) != 0x7FF;
  else return (std::bit_cast<std::uint32_t>(v) >> 23 & 0xFF) != 0xFF;
}

/// Copies a string that needs no escapes; null when it may need some. Stores up to 16 bytes beyond. Never reads beyond.
HUSHRING_INLINE char* copy_plain(char* out, const char* p, std::size_t n) noexcept {
  if (n >= 16) {
    const char* const last = p + n - 16;
    char* const end = out + n;
    std::uint32_t special = 0;
    for (; p < last; p += 16, out += 16) {
      std::memcpy(out, p, 16);
      special |= special_mask16(p);
    }
    std::memcpy(end - 16, last, 16);
    return (special | special_mask16(last)) == 0 ? end : nullptr;
  }
  if (n >= 8) {
    const std::uint64_t a = load_u64(p);
    const std::uint64_t b = load_u64(p + n - 8);
    std::memcpy(out, &a, 8);
    std::memcpy(out + n - 8, &b, 8);
    return (special_bytes(a) | special_bytes(b)) == 0 ? out + n : nullptr;
  }
  if (n >= 4) {
    const std::uint32_t a = load_u32(p);
    const std::uint32_t b = load_u32(p + n - 4);
    std::memcpy(out, &a, 4);
    std::memcpy(out + n - 4, &b, 4);
    return special_bytes(a | static_cast<std::uint64_t>(b) << 32) == 0 ? out + n : nullptr;
  }
  if (n == 0) return out;
  const auto byte = [&](std::size_t i) { return static_cast<std::uint64_t>(static_cast<unsigned char>(p[i])); };
  const std::uint64_t w = 0x2020202020000000u | byte(0) | byte(n >> 1) << 8 | byte(n - 1) << 16;
  out[0] = p[0];
  out[n >> 1] = p[n >> 1];
  out[n - 1] = p[n - 1];
  return special_bytes(w) == 0 ? out + n : nullptr;
}

// ---- sinks

class fast_sink {
 public:
  explicit fast_sink(char* out) noexcept : out_(out) {}

  /// A constant, without its first `Skip` and last `Drop` characters.
  template <const auto& Text, std::size_t Skip = 0, std::size_t Drop = 0>
  HUSHRING_INLINE void literal() noexcept {
    constexpr std::size_t n = Text.size() - Skip - Drop;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      ((store(out_ + 8 * I, word_of(Text.data() + Skip + 8 * I, n - 8 * I))), ...);
    }(std::make_index_sequence<(n + 7) / 8>{});
    out_ += n;
  }
  HUSHRING_INLINE void character(char c) noexcept { *out_++ = c; }
  /// Bytes that are JSON already.
  HUSHRING_INLINE void raw(std::string_view text) noexcept {
    std::memcpy(out_, text.data(), text.size());
    out_ += text.size();
  }
  /// The characters of a string, without quotes; false when they are not UTF-8.
  HUSHRING_INLINE bool string(std::string_view s) noexcept {
    char* end = copy_plain(out_, s.data(), s.size());
    if (end == nullptr) [[unlikely]] {
      if ((end = escape_string(out_, s.data(), s.size())) == nullptr) return false;
    }
    out_ = end;
    return true;
  }
  template <integer T>
  HUSHRING_INLINE void number(T v) noexcept {
    out_ = put_integer(out_, v);
  }
  HUSHRING_INLINE void number(double v) noexcept { out_ = put_double(out_, v); }
  HUSHRING_INLINE void number(float v) noexcept { out_ = write_float(out_, v); }
  /// What `put`, given a place, writes there: at most `Most` bytes, and it may store `overshoot` more. Gives the end.
  template <std::size_t Most, class Put>
  HUSHRING_INLINE void formatted(Put&& put) noexcept {
    out_ = put(out_);
  }
  [[nodiscard]] char* position() const noexcept { return out_; }

 private:
  HUSHRING_INLINE static void store(char* p, std::uint64_t word) noexcept { std::memcpy(p, &word, 8); }

  char* out_;
};

class exact_sink {
 public:
  exact_sink(char* out, std::size_t room) noexcept : out_(out), room_(room) {}

  template <const auto& Text, std::size_t Skip = 0, std::size_t Drop = 0>
  void literal() noexcept {
    append(Text.data() + Skip, Text.size() - Skip - Drop);
  }
  void character(char c) noexcept { append(&c, 1); }
  void raw(std::string_view text) noexcept { append(text.data(), text.size()); }
  bool string(std::string_view s) noexcept {
    // piece by piece, cut where a character ends
    while (!s.empty()) {
      std::size_t n = s.size() < 32 ? s.size() : 32;
      while (n < s.size() && n > 29 && (s[n] & 0xC0) == 0x80) --n;
      char piece[32 * 6];
      const char* end = escape_string(piece, s.data(), n);
      if (end == nullptr) return false;
      append(piece, static_cast<std::size_t>(end - piece));
      s.remove_prefix(n);
    }
    return true;
  }
  template <number T>
  void number(T v) noexcept {
    char digits[48];
    fast_sink f(digits);
    f.number(v);
    append(digits, static_cast<std::size_t>(f.position() - digits));
  }
  template <std::size_t Most, class Put>
  void formatted(Put&& put) noexcept {
    char text[Most + overshoot];
    append(text, static_cast<std::size_t>(put(text) - text));
  }
  /// All that was written, or would have been.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// Writes by `put`, given a fast sink, what needs at most `bound` bytes, if there is room for that.
  template <class Put>
  bool fast(std::size_t bound, errc& code, Put&& put) noexcept {
    if (size_ > room_ || room_ - size_ < bound + overshoot) return false;
    fast_sink sink(out_ + size_);
    code = put(sink);
    size_ = static_cast<std::size_t>(sink.position() - out_);
    return true;
  }

 private:
  void append(const char* p, std::size_t n) noexcept {
    if (size_ <= room_ && n <= room_ - size_ && n != 0) std::memcpy(out_ + size_, p, n);
    size_ += n;
  }

  char* out_;
  std::size_t room_;
  std::size_t size_ = 0;
};

// ---- bounds

/// The largest size of any T in JSON, or `varies`. `Within`: the structs being looked into, which may contain
/// themselves.
template <class T, class... Within>
consteval std::size_t largest_size() {
  if constexpr ((std::same_as<T, Within> || ...)) return varies;
  else if constexpr (coded<T>) return codec<T>::template largest<Within...>();
  else if constexpr (std::same_as<T, bool>) return 5;
  else if constexpr (integer<T>) return std::numeric_limits<T>::digits10 + 1 + std::is_signed_v<T>;
  else if constexpr (std::same_as<T, double>) return 24;
  else if constexpr (std::same_as<T, float>) return 24;
  else if constexpr (quoted_like<T>) return largest_size<decltype(T::value)>() + 2;
  else if constexpr (optional_like<T>) {
    constexpr std::size_t n = largest_size<held_t<T>, Within...>();
    return n == varies ? varies : n < 4 ? 4 : n;
  } else if constexpr (array_like<T>) {
    constexpr std::size_t n = largest_size<held_t<T>, Within...>();
    return n == varies ? varies : std::tuple_size_v<T> * (n + 1) + 2;
  } else if constexpr (string_like<T> || vector_like<T>) return varies;
  else if constexpr (tuple_like<T>)
    return []<std::size_t... I>(std::index_sequence<I...>) {
      if (((largest_size<part_type<T, I>, T, Within...>() == varies) || ...)) return varies;
      return ((largest_size<part_type<T, I>, T, Within...>() + 1) + ... + std::size_t{2});
    }(std::make_index_sequence<tuple_parts<T>::count>{});
  else if constexpr (collects_unknown<T>) return varies;
  else
    return []<std::size_t... I>(std::index_sequence<I...>) {
      if (((largest_size<member_type<T, I>, T, Within...>() == varies) || ...)) return varies;
      return ((fused_key<T, I>.size() + largest_size<member_type<T, I>, T, Within...>()) + ... + std::size_t{2});
    }(std::make_index_sequence<member_count<T>>{});
}

template <class T>
HUSHRING_INLINE std::size_t bound_of(const T& value);
/// Not inlined: for values that hold others of their own type.
template <class T>
std::size_t bound_of_held(const T& value) {
  return bound_of(value);
}

template <class T>
HUSHRING_INLINE std::size_t bound_of_elements(const T& value) {
  if constexpr (constexpr std::size_t each = largest_size<held_t<T>>(); each != varies) {
    return value.size() * (each + 1) + 2;
  } else {
    std::size_t sum = 2;
    for (const auto& e : value) sum += bound_of_held(e) + 1;
    return sum;
  }
}

template <class T>
HUSHRING_INLINE std::size_t bound_of(const T& value) {
  if constexpr (constexpr std::size_t n = largest_size<T>(); n != varies) {
    return n;
  } else if constexpr (coded<T>) {
    return codec<T>::bound(value);
  } else if constexpr (string_like<T>) {
    return value.size() * 6 + 2;
  } else if constexpr (optional_like<T>) {
    return engaged(value) ? bound_of_held(*value) : 4;
  } else if constexpr (vector_like<T> || array_like<T>) {
    return bound_of_elements(value);
  } else if constexpr (tuple_like<T>) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return ((bound_of(tuple_parts<T>::template get<I>(value)) + 1) + ... + std::size_t{2});
    }(std::make_index_sequence<tuple_parts<T>::count>{});
  } else {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return ((fused_key<T, I>.size() + bound_of(get_member<I>(value))) + ... + std::size_t{2});
    }(std::make_index_sequence<member_count<T>>{});
  }
}

/// True for containers of structs: they are bounded and written one struct at a time.
template <class T>
inline constexpr bool many_records = [] {
  if constexpr (vector_like<T>) return kind_of<held_t<T>>() == kind::object;
  else return false;
}();

// ---- values

/// `{"key":` and the opening character: what an object begins with.
template <class T, std::size_t I>
inline constexpr auto first_key = [] {
  auto text = fused_key<T, I>;
  text[0] = '{';
  return text;
}();

inline constexpr std::array<char, 4> null_text{'n', 'u', 'l', 'l'};
inline constexpr std::array<char, 4> true_text{'t', 'r', 'u', 'e'};
inline constexpr std::array<char, 5> false_text{'f', 'a', 'l', 's', 'e'};

/// True where a value of T may stand for a member that is not there.
template <class T>
consteval bool may_be_absent() {
  return optional_like<T> || requires(const T& value) { codec<T>::absent(value); };
}
template <class T>
HUSHRING_INLINE bool is_absent(const T& value) noexcept {
  if constexpr (optional_like<T>) return !engaged(value);
  else return codec<T>::absent(value);
}
/// What `omit_empty` leaves out.
template <class T>
HUSHRING_INLINE bool is_empty(const T& value) noexcept {
  if constexpr (requires { codec<T>::empty(value); }) return codec<T>::empty(value);
  else if constexpr (may_be_absent<T>()) return is_absent(value);
  else if constexpr (std::same_as<T, bool>) return !value;
  else if constexpr (integer<T>) return value == 0;
  else if constexpr (std::same_as<T, double>) return std::bit_cast<std::uint64_t>(value) << 1 == 0;
  else if constexpr (std::same_as<T, float>) return std::bit_cast<std::uint32_t>(value) << 1 == 0;
  else if constexpr (quoted_like<T>) return is_empty(value.value);
  else if constexpr (string_like<T> || vector_like<T> || array_like<T>) return value.empty();
  else return false;
}

/// True where member K of T is left out by some values.
template <write_options O, class T, std::size_t K>
consteval bool may_be_left_out() {
  return (O.absent == absent::omit && may_be_absent<member_type<T, K>>()) ||
         member_is<T, K>(field::kind::omit_empty);
}
template <write_options O, class T, std::size_t K, class M>
HUSHRING_INLINE bool is_left_out(const M& member) noexcept {
  if constexpr (member_is<T, K>(field::kind::omit_empty)) return is_empty(member);
  else if constexpr (may_be_left_out<O, T, K>()) return is_absent(member);
  else return false;
}

template <write_options O, class Sink, class T>
errc put_opened(Sink& sink, const T& value);
template <write_options O, class Sink, class T>
errc put_tuple(Sink& sink, const T& value);

/// Writes a whole value.
template <write_options O, class Sink, class T>
HUSHRING_INLINE errc put_value(Sink& sink, const T& value) {
  if constexpr (optional_like<T>) {
    if (!engaged(value)) {
      sink.template literal<null_text>();
      return errc::ok;
    }
    return put_value<O>(sink, *value);
  } else {
    if constexpr (opening_of<T>() != '\0') sink.character(opening_of<T>());
    return put_opened<O>(sink, value);
  }
}

template <write_options O, class Sink, class T>
errc put_object(Sink& sink, const T& value) {
  constexpr std::size_t n = member_count<T>;
  errc code = errc::ok;
  [[maybe_unused]] bool any = false;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    [[maybe_unused]] const auto member = [&]<std::size_t K>() __attribute__((always_inline)) {
      using M = member_type<T, K>;
      const M& m = get_member<K>(value);
      // only behind members that may be left out is the comma decided at run time
      constexpr bool surely_first = K == 0;
      constexpr bool surely_later = []<std::size_t... J>(std::index_sequence<J...>) {
        return (!may_be_left_out<O, T, J>() || ...);
      }(std::make_index_sequence<K>{});
      const auto key = [&]<std::size_t Drop>() __attribute__((always_inline)) {
        if constexpr (surely_first) sink.template literal<first_key<T, K>, 1, Drop>();
        else if constexpr (surely_later) sink.template literal<fused_key<T, K>, 0, Drop>();
        else if (any) sink.template literal<fused_key<T, K>, 0, Drop>();
        else sink.template literal<fused_key<T, K>, 1, Drop>();
        any = true;
      };
      if constexpr (may_be_left_out<O, T, K>()) {
        if (is_left_out<O, T, K>(m)) return true;
      }
      if constexpr (optional_like<M>) {
        if (!engaged(m)) {
          key.template operator()<(opening_of<M>() != '\0')>();
          sink.template literal<null_text>();
          return true;
        } else {
          key.template operator()<0>();
          code = put_opened<O>(sink, *m);
        }
      } else {
        key.template operator()<0>();
        code = put_opened<O>(sink, m);
      }
      return code == errc::ok;
    };
    static_cast<void>((member.template operator()<I>() && ...));
  }(std::make_index_sequence<n>{});
  sink.character('}');
  return code;
}

/// Writes the elements of an array and its end.
template <write_options O, bool Records, class Sink, class T>
HUSHRING_INLINE errc put_elements(Sink& sink, const T& value) {
  bool later = false;
  for (const held_t<T>& e : value) {
    if (later) sink.character(',');
    later = true;
    errc code;
    if constexpr (std::same_as<Sink, exact_sink> && Records) {
      // record by record, so that only the last ones go slowly
      if (!sink.fast(bound_of(e), code, [&](fast_sink& f) { return put_value<O>(f, e); }))
        code = put_value<O>(sink, e);
    } else {
      code = put_value<O>(sink, e);
    }
    if (code != errc::ok) return code;
  }
  sink.character(']');
  return errc::ok;
}

/// Writes a value whose opening character has been written.
template <write_options O, class Sink, class T>
HUSHRING_INLINE errc put_opened(Sink& sink, const T& value) {
  if constexpr (coded<T>) {
    return codec<T>::template put<O>(sink, value);
  } else if constexpr (std::same_as<T, bool>) {
    if (value) sink.template literal<true_text>();
    else sink.template literal<false_text>();
  } else if constexpr (integer<T>) {
    sink.number(value);
  } else if constexpr (floating<T>) {
    if (!is_finite(value)) [[unlikely]] {
      if constexpr (O.not_finite == not_finite::error) return errc::not_finite;
      sink.template literal<null_text>();
      return errc::ok;
    }
    sink.number(value);
  } else if constexpr (string_like<T>) {
    if (!sink.string(value)) [[unlikely]] return errc::invalid_utf8_in_value;
    sink.character('"');
  } else if constexpr (quoted_like<T>) {
    constexpr write_options inner{.not_finite = not_finite::error, .absent = O.absent};
    if (const errc code = put_opened<inner>(sink, value.value); code != errc::ok) return code;
    sink.character('"');
  } else if constexpr (vector_like<T> || array_like<T>) {
    return put_elements<O, many_records<T>>(sink, value);
  } else if constexpr (tuple_like<T>) {
    return put_tuple<O>(sink, value);
  } else {
    static_assert(kind_of<T>() == kind::object);
    return put_object<O>(sink, value);
  }
  return errc::ok;
}

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
