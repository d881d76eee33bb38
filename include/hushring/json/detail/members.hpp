// The members of a struct: references through Boost.PFR, keys, the constants they are matched with, the key hash.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include <boost/pfr/core.hpp>
#include <boost/pfr/core_name.hpp>

#include <hushring/json/detail/bytes.hpp>
#include <hushring/json/detail/kinds.hpp>
#include <hushring/json/detail/utf8.hpp>
#include <hushring/json/fields.hpp>

namespace hushring::detail {

template <class T>
inline constexpr std::size_t member_count = boost::pfr::tuple_size_v<T>;

template <class T, std::size_t I>
using member_type = std::remove_cvref_t<boost::pfr::tuple_element_t<I, T>>;

template <class T, std::size_t I>
consteval std::string_view key_of() {
  constexpr std::string_view name = boost::pfr::get_name<I, T>();
  for (const field& f : fields_of<T>.list)
    if (f.name == name) return f.key;
  return name;
}

template <class T>
consteval auto keys_of() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<std::string_view, sizeof...(I)>{key_of<T, I>()...};
  }(std::make_index_sequence<member_count<T>>{});
}

template <class T>
consteval bool fields_name_members() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    for (const field& f : fields_of<T>.list)
      if (!((f.name == boost::pfr::get_name<I, T>()) || ...)) return false;
    return true;
  }(std::make_index_sequence<member_count<T>>{});
}

template <class T>
consteval bool keys_are_utf8() {
  for (const std::string_view key : keys_of<T>())
    if (!is_utf8(key)) return false;
  return true;
}

template <class T>
consteval bool keys_differ() {
  const auto keys = keys_of<T>();
  for (std::size_t i = 0; i < keys.size(); ++i)
    for (std::size_t j = i + 1; j < keys.size(); ++j)
      if (keys[i] == keys[j]) return false;
  return true;
}

/// The length of a key as JSON spells it, and the spelling.
consteval std::size_t escaped_length(std::string_view key) {
  std::size_t n = 0;
  for (char c : key) n += c == '"' || c == '\\' ? 2 : static_cast<unsigned char>(c) < 0x20 ? 6 : 1;
  return n;
}
template <std::size_t N>
consteval std::array<char, N> spell_member(std::string_view key, char opening) {
  std::array<char, N> out{};
  std::size_t n = 0;
  out[n++] = ',';
  out[n++] = '"';
  for (char c : key) {
    if (c == '"' || c == '\\') {
      out[n++] = '\\';
      out[n++] = c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      for (char u : {'\\', 'u', '0', '0', static_cast<char>('0' + (c >> 4)), "0123456789abcdef"[c & 15]}) out[n++] = u;
    } else {
      out[n++] = c;
    }
  }
  out[n++] = '"';
  out[n++] = ':';
  if (opening != '\0') out[n++] = opening;
  return out;
}

/// `,"key":` and the opening character of the value, as compact JSON spells it.
template <class T, std::size_t I>
inline constexpr auto fused_key = spell_member<escaped_length(key_of<T, I>()) + 4 +
                                               (opening_of<member_type<T, I>>() != '\0')>(
    key_of<T, I>(), opening_of<member_type<T, I>>());

// ---- the key hash, found at compile time

constexpr std::uint64_t hash_key(std::string_view key, std::uint64_t seed) noexcept {
  std::uint64_t h = hash_start(seed, key.size());
  std::size_t i = 0;
  do {
    h = hash_step(h, word_of(key.data() + i, key.size() - i));
    i += 8;
  } while (i < key.size());
  return h;
}

template <std::size_t N>
struct key_hash {
  static constexpr std::size_t buckets = std::bit_ceil(N / 2 + 1);
  static constexpr std::size_t slot_count = std::bit_ceil(N + N / 2 + 1);
  std::uint64_t seed = 0;
  std::array<std::uint16_t, buckets> displacements{};
  std::array<std::uint16_t, slot_count> slots{};
  bool found = false;
};

template <std::size_t N>
consteval key_hash<N> make_key_hash(const std::array<std::string_view, N>& keys) {
  for (std::uint64_t seed = 1; seed < 64; ++seed) {
    key_hash<N> t;
    t.seed = seed;
    t.slots.fill(N);
    std::array<std::uint64_t, N> h{};
    std::array<std::size_t, key_hash<N>::buckets> size{};
    for (std::size_t i = 0; i < N; ++i) ++size[(h[i] = hash_key(keys[i], seed)) & (t.buckets - 1)];
    bool all = true;
    for (std::size_t want = N; want > 0 && all; --want) {  // the fullest buckets first
      for (std::size_t b = 0; b < t.buckets && all; ++b) {
        if (size[b] != want) continue;
        bool placed = false;
        for (std::uint32_t d = 0; d < 1024 && !placed; ++d) {
          auto slots = t.slots;
          placed = true;
          for (std::size_t i = 0; i < N && placed; ++i) {
            if ((h[i] & (t.buckets - 1)) != b) continue;
            auto& slot = slots[hash_slot(h[i], d) & (t.slot_count - 1)];
            placed = slot == N;
            slot = static_cast<std::uint16_t>(i);
          }
          if (placed) {
            t.slots = slots;
            t.displacements[b] = static_cast<std::uint16_t>(d);
          }
        }
        all = placed;
      }
    }
    if (all) {
      t.found = true;
      return t;
    }
  }
  return {};
}

template <class T>
inline constexpr auto key_hash_of = make_key_hash(keys_of<T>());

// ---- a quick look at what is most likely: a known key, spelt as compact JSON spells it

/// What stands behind the opening quote of a member's key: `key":` and the opening character of the value.
struct spelling {
  std::uint64_t word;  // its first 8 bytes, and a mask of those there are
  std::uint64_t mask;
  std::uint64_t size;
  const char* text;
};

/// Spellings found by their first bytes, which must differ: slot = (bytes * multiplier) >> shift.
template <std::size_t N>
struct spelling_table {
  static constexpr int bits = std::bit_width(N * N / 4 + 2 * N) < 12 ? std::bit_width(N * N / 4 + 2 * N) : 12;
  std::array<spelling, N> spellings{};
  std::array<std::uint8_t, std::size_t{1} << bits> slots{};
  std::uint64_t mask = 0;
  std::uint64_t multiplier = 0;  // 0: none was found, keys have to be looked up by hash
};

template <class T>
consteval auto make_spelling_table() {
  constexpr std::size_t n = member_count<T>;
  static_assert(n < 256);
  spelling_table<n> t;
  std::size_t shortest = 8;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto one = [&](std::size_t i, const char* text, std::size_t size) {
      if (size < shortest) shortest = size;
      t.spellings[i] = {word_of(text, size), low_bytes(size), size, text};
    };
    (one(I, fused_key<T, I>.data() + 2, fused_key<T, I>.size() - 2), ...);
  }(std::make_index_sequence<n>{});
  t.mask = low_bytes(shortest);
  std::uint64_t m = 0x9E3779B97F4A7C15u;
  for (int attempt = 0; attempt < 256; ++attempt, m = m * 6364136223846793005u + 1442695040888963407u) {
    t.slots.fill(255);
    bool good = true;
    for (std::size_t i = 0; i < n && good; ++i) {
      auto& slot = t.slots[((t.spellings[i].word & t.mask) * (m | 1)) >> (64 - t.bits)];
      good = slot == 255;
      slot = static_cast<std::uint8_t>(i);
    }
    if (!good) continue;
    for (auto& slot : t.slots)
      if (slot == 255) slot = 0;  // any: the whole spelling is compared
    t.multiplier = m | 1;
    break;
  }
  return t;
}

template <class T>
inline constexpr auto spelling_table_of = make_spelling_table<T>();

// ---- the descriptor

template <class T>
struct described {
  static const type_info info;
};

template <class T>
struct described_object {
  static_assert(fields_name_members<T>(), "hushring: `fields` names a member that the struct does not have");
  static_assert(keys_are_utf8<T>(), "hushring: a key of the struct is not UTF-8");
  static_assert(keys_differ<T>(), "hushring: two members of the struct have the same key");
  static_assert(key_hash_of<T>.found, "hushring: no perfect hash was found for the keys of this struct");

  static constexpr auto members = []<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<member_info, sizeof...(I)>{
        member_info{key_of<T, I>(), word_of(key_of<T, I>().data(), key_of<T, I>().size()),
                    opening_of<member_type<T, I>>(), optional_like<member_type<T, I>>,
                    &described<member_type<T, I>>::info}...};
  }(std::make_index_sequence<member_count<T>>{});

  static constexpr object_info info{members.data(),
                                    static_cast<std::uint32_t>(member_count<T>),
                                    static_cast<std::uint32_t>(key_hash_of<T>.displacements.size() - 1),
                                    static_cast<std::uint32_t>(key_hash_of<T>.slots.size() - 1),
                                    key_hash_of<T>.seed,
                                    key_hash_of<T>.displacements.data(),
                                    key_hash_of<T>.slots.data()};
};

template <class T>
consteval type_info describe_type() {
  constexpr kind k = kind_of<T>();
  if constexpr (k == kind::object) return {k, 0, 0, nullptr, &described_object<T>::info};
  else if constexpr (k == kind::quoted) return {k, 0, 0, &described<decltype(T::value)>::info, nullptr};
  else if constexpr (k == kind::optional || k == kind::array)
    return {k, 0, 0, &described<typename T::value_type>::info, nullptr};
  else if constexpr (k == kind::fixed_array)
    return {k, 0, std::tuple_size_v<T>, &described<typename T::value_type>::info, nullptr};
  else return {k, number<T> ? sizeof(T) * 8 : 0, 0, nullptr, nullptr};
}

template <class T>
constinit const type_info described<T>::info = describe_type<T>();

// ---- what follows from the members

/// True when a value of T may hold views into the text it was read from. `Within`: the structs being looked into, which
/// decide nothing again (a struct may contain itself through a vector).
template <class T, class... Within>
consteval bool holds_views() {
  if constexpr (std::same_as<T, std::string_view>) return true;
  else if constexpr (vector_like<T> || array_like<T> || optional_like<T>)
    return holds_views<typename T::value_type, Within...>();
  else if constexpr ((std::same_as<T, Within> || ...)) return false;
  else if constexpr (kind_of<T>() == kind::object) {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return (holds_views<member_type<T, I>, T, Within...>() || ...);
    }(std::make_index_sequence<member_count<T>>{});
  } else return false;
}

}  // namespace hushring::detail
