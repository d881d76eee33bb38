// Some members of a struct, to be written.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <type_traits>

#include <hushring/error.hpp>
#include <hushring/json/detail/containers.hpp>
#include <hushring/json/detail/put.hpp>

namespace hushring {

namespace detail {

/// The struct itself, or that of which a container holds many.
template <class T>
struct record_of {
  using type = typename record_of<std::remove_cv_t<held_t<T>>>::type;
};
template <object_like T>
struct record_of<T> {
  using type = T;
};
template <class T>
using record_of_t = typename record_of<T>::type;

/// The number of the member that has this key; how many there are when none has.
template <class T>
constexpr std::size_t find_key(std::string_view key) noexcept {
  constexpr auto keys = keys_of<T>();
  std::size_t i = 0;
  while (i < keys.size() && keys[i] != key) ++i;
  return i;
}

/// A key as a template argument.
template <std::size_t N>
struct key_text {
  char text[N];

  consteval explicit(false) key_text(const char (&literal)[N]) noexcept {
    for (std::size_t i = 0; i < N; ++i) text[i] = literal[i];
  }
  [[nodiscard]] constexpr std::string_view view() const noexcept { return {text, N - 1}; }
};

template <std::size_t... I>
struct chosen_indices {
  static constexpr bool and_collected = false;
  template <std::size_t K>
  static constexpr presence chosen = ((K == I) || ...) ? presence::always : presence::never;
  template <std::size_t K>
  static constexpr bool now() noexcept {
    return chosen<K> == presence::always;
  }
};

}  // namespace detail

/// Which members of T are to be written, decided at run time. A few words of bits.
///
///     auto mask = hushring::mask_of<trade>({"e", "p"});   // unknown_member where T has no such key; offset: which one
///     hushring::write(hushring::only(t, *mask), out);
template <class T>
class member_mask {
 public:
  static constexpr std::size_t size = detail::member_count<T>;

  /// None of them.
  constexpr member_mask() noexcept = default;
  /// All of them.
  [[nodiscard]] static constexpr member_mask all() noexcept {
    member_mask mask;
    for (std::size_t i = 0; i < size; ++i) mask.set(i);
    return mask;
  }

  /// Adds member number `i` as JSON has them, or takes it out. There must be such a member.
  constexpr member_mask& set(std::size_t i, bool on = true) noexcept {
    if (on) words_[i / 64] |= bit(i);
    else words_[i / 64] &= ~bit(i);
    return *this;
  }
  /// The same by its key; false when T has none of that key.
  [[nodiscard]] constexpr bool set_key(std::string_view key, bool on = true) noexcept {
    const std::size_t i = detail::find_key<T>(key);
    if (i < size) set(i, on);
    return i < size;
  }
  [[nodiscard]] constexpr bool contains(std::size_t i) const noexcept { return (words_[i / 64] & bit(i)) != 0; }
  friend constexpr bool operator==(const member_mask&, const member_mask&) noexcept = default;

 private:
  static constexpr std::uint64_t bit(std::size_t i) noexcept { return std::uint64_t{1} << (i % 64); }

  std::array<std::uint64_t, size / 64 + 1> words_{};
};

/// The members that have these keys. `unknown_member` when T has no such key; the offset says which of them.
template <class T>
[[nodiscard]] constexpr result<member_mask<T>> mask_of(std::initializer_list<std::string_view> keys) noexcept {
  member_mask<T> mask;
  std::uint64_t i = 0;
  for (const std::string_view key : keys) {
    if (!mask.set_key(key)) return error{errc::unknown_member, i};
    ++i;
  }
  return mask;
}

namespace detail {

template <class T>
struct masked_members {
  static constexpr bool and_collected = false;
  template <std::size_t K>
  static constexpr presence chosen = presence::sometimes;
  template <std::size_t K>
  [[nodiscard]] constexpr bool now() const noexcept {
    return mask.contains(K);
  }

  member_mask<T> mask;
};

/// A value of which some members are to be written; a container whose structs are.
template <class T, class Choice>
struct partial {
  const T* value;
  [[no_unique_address]] Choice choice;
};

/// The structs of a container, each as a `partial`.
template <class T, class Choice>
struct partial_elements {
  using element = std::remove_cv_t<held_t<T>>;
  using value_type = partial<element, Choice>;

  const T& container;
  const Choice& choice;

  struct iterator {
    decltype(std::declval<const T&>().begin()) at;
    const Choice* choice;

    value_type operator*() const { return {&*at, *choice}; }
    iterator& operator++() {
      ++at;
      return *this;
    }
    bool operator==(const iterator& other) const { return at == other.at; }
  };
  [[nodiscard]] iterator begin() const { return {container.begin(), &choice}; }
  [[nodiscard]] iterator end() const { return {container.end(), &choice}; }
};

template <class T, class Choice>
struct codec<partial<T, Choice>> {
  static constexpr char opening = opening_of<T>();
  static consteval type_info describe() { return describe_type<T>(); }
  template <write_options O, class Sink>
  static errc put(Sink& sink, const partial<T, Choice>& part) {
    if constexpr (object_like<T>) return put_members<O>(sink, *part.value, part.choice);
    else return put_elements<O>(sink, partial_elements<T, Choice>{*part.value, part.choice});
  }
  template <class...>
  static consteval std::size_t largest() {
    return largest_size<T>();
  }
  static std::size_t bound(const partial<T, Choice>& part) { return bound_of(*part.value); }
};

}  // namespace detail

/// What is to be written, of all the members of `value`, a struct, is those that have these keys; of a container of
/// structs it is those of each. In the order of declaration, and empty ones are left out as ever. A key that no member
/// has does not compile. Refers to `value`.
///
///     hushring::write(hushring::only<"s", "p">(t), out);        // {"s":"BTCUSDT","p":38757.46}
///     hushring::write(hushring::only<"s", "p">(trades), out);   // [{"s":...},...]
template <detail::key_text... Keys, class T>
[[nodiscard]] constexpr auto only(const T& value) noexcept {
  using record = detail::record_of_t<T>;
  static_assert(((detail::find_key<record>(Keys.view()) < detail::member_count<record>) && ...),
                "hushring: only<> names a key that the struct does not have");
  return detail::partial<T, detail::chosen_indices<detail::find_key<record>(Keys.view())...>>{&value, {}};
}

/// The same with the members that are in `mask`.
template <class T>
[[nodiscard]] constexpr auto only(const T& value, const member_mask<detail::record_of_t<T>>& mask) noexcept {
  return detail::partial<T, detail::masked_members<detail::record_of_t<T>>>{&value, {mask}};
}

}  // namespace hushring
