// What is known of a struct's keys at compile time: the constants they are matched with, the key hash, the descriptor.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include <hushring/json/detail/bytes.hpp>
#include <hushring/json/detail/kinds.hpp>
#include <hushring/json/detail/member_defaults.hpp>
#include <hushring/json/detail/struct_members.hpp>
#include <hushring/json/detail/tuple_parts.hpp>
#include <hushring/json/detail/utf8.hpp>

namespace hushring::detail {

template <class T>
consteval bool keys_are_utf8() {
  for (const std::string_view key : all_keys<T>())
    if (!is_utf8(key)) return false;
  return true;
}

template <class T>
consteval bool keys_differ() {
  const auto keys = all_keys<T>();
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
inline constexpr auto key_hash_of = make_key_hash(all_keys<T>());

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

inline namespace HUSHRING_BUILD {  // it points to functions of codecs, which are

template <class T>
struct described {
  static const type_info info;
};

/// True where a text without this member is never an error, whatever read_options::missing says.
template <class T, std::size_t J>
consteval bool member_may_be_missing() {
  return may_be_missing<member_type<T, J>>() || member_is<T, J>(field::kind::default_value) ||
         member_is<T, J>(field::kind::omit_empty);
}

/// What unknown members' values are read as; null where nobody keeps them.
template <class T>
consteval const type_info* collected_type() {
  if constexpr (collects_unknown<T>) {
    using map = typename class_members<T>::template type<collecting_member<T>()>;
    return &described<typename map::value_type::second_type>::info;
  } else {
    return nullptr;
  }
}

template <class T>
struct described_object {
  static_assert(fields_name_members<T>(), "hushring: `fields` names a member that the struct does not have");
  static_assert(keys_are_utf8<T>(), "hushring: a key of the struct is not UTF-8");
  static_assert(keys_differ<T>(), "hushring: two members of the struct, or an alias, have the same key");
  static_assert(!keys_differ<T>() || key_hash_of<T>.found,
                "hushring: no perfect hash was found for the keys of this struct");

  static constexpr auto members = []<std::size_t... J>(std::index_sequence<J...>) {
    return std::array<member_info, sizeof...(J)>{
        member_info{key_of<T, J>(), opening_of<member_type<T, J>>(), member_may_be_missing<T, J>(),
                    member_is<T, J>(field::kind::required), &described<member_type<T, J>>::info}...};
  }(std::make_index_sequence<member_count<T>>{});

  static constexpr auto keys = [] {
    constexpr auto list = all_keys<T>();
    constexpr auto aliases = aliases_of<T>();
    std::array<key_info, list.size()> out{};
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::size_t member = i < member_count<T> ? i : aliases[i - member_count<T>].member;
      out[i] = {list[i], word_of(list[i].data(), list[i].size()), static_cast<std::uint32_t>(member)};
    }
    return out;
  }();

  static constexpr object_info info{.members = members.data(),
                                    .count = static_cast<std::uint32_t>(member_count<T>),
                                    .keys = keys.data(),
                                    .key_count = static_cast<std::uint32_t>(keys.size()),
                                    .collected = collected_type<T>(),
                                    .bucket_mask = static_cast<std::uint32_t>(key_hash_of<T>.displacements.size() - 1),
                                    .slot_mask = static_cast<std::uint32_t>(key_hash_of<T>.slots.size() - 1),
                                    .seed = key_hash_of<T>.seed,
                                    .displacements = key_hash_of<T>.displacements.data(),
                                    .slots = key_hash_of<T>.slots.data()};
};

template <class T>
struct described_tuple {
  static constexpr auto elements = []<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<const type_info*, sizeof...(I)>{&described<part_type<T, I>>::info...};
  }(std::make_index_sequence<tuple_parts<T>::count>{});
};

template <class T>
consteval type_info describe_type() {
  constexpr kind k = kind_of<T>();
  if constexpr (coded<T>) return codec<T>::describe();
  else if constexpr (k == kind::object) return {.what = k, .object = &described_object<T>::info};
  else if constexpr (k == kind::quoted) return {.what = k, .element = &described<decltype(T::value)>::info};
  else if constexpr (k == kind::optional)
    return {.what = k, .nullable = true, .element = &described<held_t<T>>::info};
  else if constexpr (k == kind::array)
    return {.what = k, .length = most_elements<T>(), .element = &described<held_t<T>>::info};
  else if constexpr (k == kind::fixed_array)
    return {.what = k, .length = std::tuple_size_v<T>, .element = &described<held_t<T>>::info};
  else if constexpr (k == kind::tuple)
    return {.what = k,
            .length = tuple_parts<T>::count,
            .shortest = shortest_tuple<T>,
            .elements = described_tuple<T>::elements.data()};
  else return {.what = k, .bits = number<T> ? sizeof(T) * 8 : 0, .view = std::same_as<T, std::string_view>};
}

template <class T>
constinit const type_info described<T>::info = describe_type<T>();

}  // namespace HUSHRING_BUILD

// ---- what follows from the members

/// True when a value of T may hold views into the text it was read from. `Within`: the structs being looked into, which
/// decide nothing again (a struct may contain itself through a vector).
template <class T, std::size_t I, class... Within>
consteval bool member_holds_views();
template <class T, class... Within>
consteval bool holds_views() {
  if constexpr (std::same_as<T, std::string_view>) return true;
  else if constexpr ((std::same_as<T, Within> || ...)) return false;
  else if constexpr (coded<T>) return codec<T>::template views<T, Within...>();
  else if constexpr (vector_like<T> || array_like<T> || optional_like<T>) return holds_views<held_t<T>, Within...>();
  else if constexpr (tuple_like<T>) {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return (holds_views<part_type<T, I>, T, Within...>() || ...);
    }(std::make_index_sequence<tuple_parts<T>::count>{});
  } else if constexpr (struct_like<T>) {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      // an ignored member may be of any type
      return (member_holds_views<T, I, T, Within...>() || ...);
    }(std::make_index_sequence<class_members<T>::count>{});
  } else return false;
}
template <class T, std::size_t I, class... Within>
consteval bool member_holds_views() {
  if constexpr (is_said<T, I>(field::kind::ignore)) return false;
  else return holds_views<typename class_members<T>::template type<I>, Within...>();
}

}  // namespace hushring::detail
