// The one pass: binds text to values by predicting, at every point, the text that compact JSON in declaration order
// would have there. What was predicted wrongly is looked up; what is no JSON is refused without saying why (the error
// is then found by `locate_error`).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include <hushring/json/detail/members.hpp>
#include <hushring/json/detail/next_key.hpp>
#include <hushring/json/detail/raw_strings.hpp>
#include <hushring/json/detail/scalars.hpp>

namespace hushring::detail {
inline namespace HUSHRING_BUILD {

/// Which members were seen.
template <std::size_t N>
class member_set {
 public:
  HUSHRING_INLINE void insert(std::size_t i) noexcept { words_[i / 64] |= 1ull << (i % 64); }
  [[nodiscard]] HUSHRING_INLINE bool contains(std::size_t i) const noexcept { return (words_[i / 64] >> (i % 64)) & 1; }
  [[nodiscard]] HUSHRING_INLINE bool all() const noexcept {
    for (std::size_t w = 0; w < count; ++w)
      if (words_[w] != (w < N / 64 ? ~0ull : (1ull << (N % 64)) - 1)) return false;
    return true;
  }

 private:
  static constexpr std::size_t count = N / 64 + (N % 64 != 0 || N == 0);
  std::array<std::uint64_t, count> words_{};
};
/// True where values can be copied: containers say that they can be, whatever they hold. `Within`: the structs being
/// looked into.
template <class T, std::size_t I, class... Within>
consteval bool member_copyable();
template <class T, class... Within>
consteval bool copyable() {
  if constexpr ((std::same_as<T, Within> || ...)) return true;
  else if constexpr (!std::is_copy_assignable_v<T>) return false;
  else if constexpr (tuple_like<T>) {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return (copyable<part_type<T, I>, T, Within...>() && ...);
    }(std::make_index_sequence<tuple_parts<T>::count>{});
  } else if constexpr (struct_like<T>) {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return (member_copyable<T, I, T, Within...>() && ...);
    }(std::make_index_sequence<class_members<T>::count>{});
  } else if constexpr (requires { typename T::mapped_type; }) return copyable<typename T::mapped_type, Within...>();
  else if constexpr (requires { typename T::value_type; }) return copyable<typename T::value_type, T, Within...>();
  else return true;
}
template <class T, std::size_t I, class... Within>
consteval bool member_copyable() {
  using M = typename class_members<T>::template type<I>;
  if constexpr (is_said<T, I>(field::kind::ignore)) return std::is_copy_assignable_v<M>;  // of any type
  else return copyable<M, Within...>();
}
/// Gives a member the value it has in a fresh object. Copies where that is possible: it keeps what the old value holds.
template <class M>
void assign_default(M& member, M&& fresh) {
  if constexpr (copyable<M>()) {
    member = static_cast<const M&>(fresh);
  } else if constexpr (object_like<M> && !std::is_move_assignable_v<M>) {  // it has ignored members of such a type
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (assign_default(get_member<I>(member), std::move(get_member<I>(fresh))), ...);
    }(std::make_index_sequence<member_count<M>>{});
  } else {
    member = std::move(fresh);
  }
}

/// Gives every member that was not seen its default; false when that is an error.
template <read_options O, class T>
HUSHRING_COLD bool complete(T& out, const member_set<member_count<T>>& seen) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    [[maybe_unused]] constexpr auto needed = []<std::size_t K>() {
      return member_is<T, K>(field::kind::required) || (O.missing == missing::error && !member_may_be_missing<T, K>());
    };
    if (((needed.template operator()<I>() && !seen.contains(I)) || ...)) return false;
    [[maybe_unused]] T fresh = fresh_value<T>();
    ((seen.contains(I) ? void() : assign_default(get_member<I>(out), std::move(get_member<I>(fresh)))), ...);
    return true;
  }(std::make_index_sequence<member_count<T>>{});
}

/// A member was null: an optional becomes empty, anything else takes its default; false when that is an error.
template <read_options O, class T>
HUSHRING_COLD bool assign_null(T& out, std::uint32_t index) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    bool done = false;
    [[maybe_unused]] const auto one = [&]<std::size_t K>() {
      using M = member_type<T, K>;
      if constexpr (nullable<M>()) {
        assign_null_value(get_member<K>(out));
        done = true;
      } else if constexpr (O.null == null::default_value) {
        T fresh = fresh_value<T>();
        assign_default(get_member<K>(out), std::move(get_member<K>(fresh)));
        done = true;
      }
    };
    ((I == index ? one.template operator()<I>() : void()), ...);
    return done;
  }(std::make_index_sequence<member_count<T>>{});
}

/// An integer turned out to have a fraction or an exponent: reads it again, exactly.
template <read_options O, class T>
HUSHRING_COLD const char* parse_rest_of_integer(const char* p, const context& c, T& out) noexcept {
  if constexpr (optional_like<T>) {
    return engaged(out) ? parse_rest_of_integer<O>(p, c, *out) : nullptr;  // null. is no number
  } else {
    if constexpr (O.literal_integers) return nullptr;
    std::uint64_t v = 0;
    p = reread_integer(p, c.begin, c.end, std::is_signed_v<T>, sizeof(T) * 8, v);
    out = static_cast<T>(v);
    return p;
  }
}
template <class T>
consteval bool plain_integer() {
  if constexpr (optional_like<T>) return plain_integer<held_t<T>>();
  else return integer<T>;
}

/// True for elements that are read inline: arrays of them are, too.
template <class E>
consteval bool is_flat() {
  if constexpr (requires { codec<E>::flat; }) return codec<E>::flat;
  else return number<E> || string_like<E> || quoted_like<E>;
}
template <class E>
inline constexpr bool flat = is_flat<E>();

template <read_options O, class T>
const char* parse_object(const char* p, context& c, T& out, unsigned depth);
template <read_options O, vector_like T>
const char* parse_array(const char* p, context& c, T& out, unsigned depth);
template <read_options O, vector_like T>
const char* parse_vector(const char* p, context& c, T& out, unsigned depth);
template <read_options O, array_like T>
const char* parse_array(const char* p, context& c, T& out, unsigned depth);
template <read_options O, class T>
const char* parse_tuple(const char* p, context& c, T& out, unsigned depth);
template <read_options O, class T>
const char* collect_member(const char* p, context& c, const char* behind, T& out, std::size_t& collected,
                           unsigned depth);
template <class T>
void drop_collected(T& out, std::size_t collected);

/// Reads a value from behind its opening character where T has one, from its first character otherwise. `depth`
/// containers are open around it.
template <read_options O, class T>
HUSHRING_INLINE const char* parse_opened(const char* p, context& c, T& out, unsigned depth) {
  if constexpr (coded<T>) {
    return codec<T>::template parse<O>(p, c, out, depth);
  } else if constexpr (std::same_as<T, bool>) {
    return parse_bool(p, c, out);
  } else if constexpr (integer<T>) {
    return parse_integer<O>(p, c, out);
  } else if constexpr (floating<T>) {
    return parse_floating(p, c, out);
  } else if constexpr (string_like<T>) {
    if constexpr (undecoded<O, T>) return parse_raw_string(p, c, out, O.escapes == escapes::raw);
    else return parse_string(p, c, out);
  } else if constexpr (quoted_like<T>) {
    p = parse_opened<O>(p, c, out.value, depth);
    if constexpr (integer<decltype(out.value)>)
      if (p != nullptr && number_goes_on(*p)) [[unlikely]] p = parse_rest_of_integer<O>(p, c, out.value);
    if (p == nullptr || p >= c.end || *p != '"') [[unlikely]] return nullptr;
    return p + 1;
  } else if constexpr (optional_like<T>) {
    if constexpr (quoted_like<held_t<T>>) {
      if (*p == '"' && p < c.end) [[unlikely]] {  // "" is none
        out.reset();
        return p + 1;
      }
    }
    if constexpr (requires { codec<held_t<T>>::empty_is_none; }) {
      const char* const q = parse_opened<O>(p, c, engage(out), depth);
      if (q != nullptr || *p != '"' || p[1] != '"' || p + 1 >= c.end) [[likely]] return q;
      out.reset();
      return p + 2;
    } else {
      return parse_opened<O>(p, c, engage(out), depth);
    }
  } else if constexpr (vector_like<T> || array_like<T>) {
    if constexpr (vector_like<T> && flat<held_t<T>>) return parse_vector<O>(p, c, out, depth + 1);
    else return parse_array<O>(p, c, out, depth + 1);
  } else if constexpr (tuple_like<T>) {
    return parse_tuple<O>(p, c, out, depth + 1);
  } else {
    static_assert(kind_of<T>() == kind::object);
    return parse_object<O>(p, c, out, depth + 1);
  }
}

template <read_options O, class T>
const char* parse_object(const char* p, context& c, T& out, unsigned depth) {
  constexpr std::size_t n = member_count<T>;
  static_assert(!std::is_aggregate_v<T> || requires { T{}; },
                "hushring: what is read needs a default constructor, as do all of its members");
  static_assert(can_be_set<T>(), "hushring: a const member cannot be read; it can be ignored");
  static constexpr read_options options = O;
  if (depth > O.max_depth || p >= c.end) [[unlikely]] return nullptr;
  member_set<n> seen;
  std::uint32_t k = search;
  std::uint32_t likely = first_member;
  [[maybe_unused]] std::size_t collected = 0;         // unknown members
  [[maybe_unused]] const char* behind = nullptr;      // the member before such a one

  // Reads member I, whose value `p` is at, and moves on to the next: predicted, or looked up.
  [[maybe_unused]] const auto step = [&]<std::size_t I>() __attribute__((always_inline)) {
    using M = member_type<T, I>;
    M& member = get_member<I>(out);
    if constexpr (O.duplicate == duplicate::error) {
      if (seen.contains(I)) [[unlikely]] {
        k = no_member;
        return;
      }
    }
    seen.insert(I);
    const char* q;
    while ((q = parse_opened<O>(p, c, member, depth)) == nullptr) [[unlikely]] {
      if constexpr (opening_of<M>() == '\0') {
        // without a fixed opening, white space before the value and null are met only here
        if (is_space(*p) && (p = skip_space(p + 1, c.end)) < c.end) continue;
        if (is_null(p, c) && assign_null<O>(out, I)) {
          q = p + 4;
          break;
        }
      }
      k = no_member;
      return;
    }
    p = q;
    if constexpr (I + 1 < n) {
      if (matches<fused_key<T, I + 1>, 0>(p, c)) [[likely]] {
        p += fused_key<T, I + 1>.size();
        k = I + 1;
        return;
      }
    } else {
      if (*p == '}' && p < c.end) [[likely]] {  // objects that close at once must not add up behind the end
        ++p;
        k = end_of_object;
        return;
      }
    }
    if constexpr (plain_integer<M>()) {
      if (number_goes_on(*p)) [[unlikely]] {
        if ((p = parse_rest_of_integer<O>(p, c, member)) == nullptr) {
          k = no_member;
          return;
        }
      }
    }
    k = search;
    likely = I + 1;
  };

  if constexpr (n > 0) {
    if (matches<fused_key<T, 0>, 1>(p, c)) [[likely]] {
      p += fused_key<T, 0>.size() - 1;
      k = 0;
    }
  }
  for (;;) {
    if (k == search) {
      const bool first = likely == first_member;
      const char* const key = first ? p : p + 1;
      const bool compact = n > 0 && *key == '"' && key < c.end && (first || *p == ',');
      if (!(compact ? find_spelling<T>(p, key, c, k) : find_line<T>(p, c, likely, k, depth))) {
        const member_step s = next_member(p, c, described_object<T>::info, first, depth, options);
        if constexpr (collects_unknown<T>) behind = p;
        p = s.p;
        k = s.index;
        if (k == skipped_member) {
          k = search;
          likely &= first_member - 1;
          continue;
        }
      }
    }
    // Each step that predicted well leads straight into the next; the loop serves members that come out of order.
    [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
      ((k == I ? step.template operator()<I>() : void()), ...);
    }(std::make_index_sequence<n>{});
    if (k < n || k == search) continue;
    if (k == end_of_object) break;
    if (k == no_member) return nullptr;
    if constexpr (collects_unknown<T>) {
      if (k == kept_member) {
        if ((p = collect_member<O>(p, c, behind, out, collected, depth)) == nullptr) return nullptr;
        k = search;
        likely &= first_member - 1;
        continue;
      }
    }
    // the value was null
    const std::uint32_t index = k - null_member;
    if constexpr (n > 0) {
      if constexpr (O.duplicate == duplicate::error)
        if (seen.contains(index)) return nullptr;
      seen.insert(index);
    }
    if (!assign_null<O>(out, index)) return nullptr;
    k = search;
    likely = index + 1;
  }
  if constexpr (collects_unknown<T>) drop_collected(out, collected);
  if (!seen.all()) [[unlikely]] {
    if (!complete<O>(out, seen)) return nullptr;
  }
  return p;
}

/// True when a value of E begins with `c`, or no value does.
template <class E>
HUSHRING_INLINE bool begins(char c) noexcept {
  if constexpr (opening_of<E>() != '\0') return c == opening_of<E>();
  else if constexpr (coded<E>) return codec<E>::begins(c);
  else if constexpr (optional_like<E>) return begins<held_t<E>>(c);
  else if constexpr (kind_of<E>() == kind::boolean) return c == 't' || c == 'f';
  else return c >= '-' && c <= '9';  // a minus, a digit, or one of the two that fit nowhere
}
/// How many characters of the opening are passed before an element is read.
template <class E>
inline constexpr std::size_t opening_size = opening_of<E>() != '\0';

/// Walks the elements of an array: from behind `[`, or from behind its element number `i - 1`. `element(p, i)` reads
/// one; `null_element(i, p)` takes the null at `p`. `count` becomes the number of elements. `depth` containers are
/// open.
template <read_options O, class E, class Element, class NullElement>
HUSHRING_INLINE const char* parse_elements(const char* p, context& c, std::size_t i, Element&& element,
                                           NullElement&& null_element, std::size_t& count, unsigned depth) {
  if (i == 0 && p < c.end) [[likely]] {
    if (begins<E>(*p)) [[likely]] {
      p += opening_size<E>;
      goto opened;
    }
    if (*p == ']') {
      count = 0;
      return p + 1;
    }
  }
  for (;;) {
    {
      const bool closing = i != 0 && *p == '\n';
      const char* const newline = p + (i != 0 && *p == ',');
      if (*newline == '\n') {
        const char* const q = indented_as_before(newline, c, depth - closing);
        if (q != nullptr && !closing && begins<E>(*q)) {
          p = q + opening_size<E>;
          goto opened;
        }
        if (q != nullptr && closing && *q == ']') {
          p = q + 1;
          break;
        }
      }
      const element_step s = next_element(p, c, opening_of<E>(), i == 0, depth);
      p = s.p;
      if (s.what == element_step_kind::end) break;
      if (s.what == element_step_kind::failure) return nullptr;
      if (s.what == element_step_kind::null) {
        if (!null_element(i, p - 4)) return nullptr;
        ++i;
        continue;
      }
    }
  opened:
    for (;;) {
      const char* q = element(p, i);
      if (q == nullptr) [[unlikely]] return nullptr;
      p = q;
      ++i;
      if (p >= c.end) [[unlikely]] return nullptr;
      if (*p == ']') {
        count = i;
        return p + 1;
      }
      if (*p != ',') break;
      if (!begins<E>(p[1])) {
        if (p[1] != '\n' || !begins<E>(p[2])) break;  // one record a line is common
        ++p;
      }
      p += 1 + opening_size<E>;
    }
    if constexpr (plain_integer<E>()) {
      if (number_goes_on(*p)) [[unlikely]] {
        // the element before is read again, exactly; `element` finds it by its index
        if ((p = element(nullptr, i - 1, p)) == nullptr) return nullptr;
      }
    }
  }
  count = i;
  return p;
}

/// Reads one element, or (`p` null) reads the integer that ends at `behind` again.
template <read_options O, class E>
HUSHRING_INLINE const char* parse_element(const char* p, const char* behind, context& c, E& out, unsigned depth) {
  if constexpr (plain_integer<E>()) {
    if (p == nullptr) return parse_rest_of_integer<O>(behind, c, out);
  }
  if constexpr (string_like<E> && !undecoded<O, E>) return parse_string_in_array(p, c, out);
  else return parse_opened<O>(p, c, out, depth);
}

template <read_options O, class E>
bool null_element_value(E& out) {
  if constexpr (nullable<E>()) assign_null_value(out);
  else if constexpr (O.null == null::error) return false;
  else assign_default(out, fresh_value<E>());
  return true;
}

/// Reads a value from its first character on, whatever it is: null, or an integer with a fraction of zero.
template <read_options O, class T>
HUSHRING_INLINE const char* parse_value(const char* p, context& c, T& out, unsigned depth) {
  const char* q = nullptr;
  if constexpr (opening_of<T>() != '\0') {
    if (*p == opening_of<T>()) [[likely]] return parse_opened<O>(p + 1, c, out, depth);
  } else {
    if ((q = parse_opened<O>(p, c, out, depth)) != nullptr) [[likely]] {
      if constexpr (plain_integer<T>())
        if (number_goes_on(*q)) q = parse_rest_of_integer<O>(q, c, out);
      return q;
    }
  }
  return is_null(p, c) && null_element_value<O>(out) ? p + 4 : nullptr;
}

/// The elements of a vector as they are overwritten: those it has are reused, with the memory they hold.
template <class T>
class element_places {
 public:
  using element = typename T::value_type;

  explicit element_places(T& v) noexcept : vector_(v), first_(v.data()), size_(v.size()) {}
  HUSHRING_INLINE element& operator[](std::size_t i) {
    if (i >= size_) [[unlikely]] grow();
    return first_[i];
  }
  void finish(std::size_t count) {
    if (count < size_) vector_.erase(vector_.begin() + static_cast<std::ptrdiff_t>(count), vector_.end());
  }

 private:
  HUSHRING_COLD void grow() {
    if constexpr (std::is_trivially_copyable_v<element> && sizeof(element) <= 32)
      vector_.resize(size_ < vector_.capacity() ? vector_.capacity() : size_ < 4 ? 4 : size_ * 2);
    else
      vector_.emplace_back();
    first_ = vector_.data();
    size_ = vector_.size();
  }

  T& vector_;
  element* first_;
  std::size_t size_;
};

template <read_options O, vector_like T>
HUSHRING_INLINE const char* parse_vector(const char* p, context& c, T& out, unsigned depth) {
  using E = typename T::value_type;
  if (depth > O.max_depth || p >= c.end) [[unlikely]] return nullptr;
  std::size_t count = 0;
  if constexpr (vector_of_bits<T>) {
    out.clear();
    return parse_elements<O, E>(
        p, c, 0,
        [&](const char* q, std::size_t) {
          bool value = false;
          q = parse_bool(q, c, value);
          out.push_back(value);
          return q;
        },
        [&](std::size_t, const char*) {
          out.push_back(false);
          return O.null == null::default_value;
        },
        count, depth);
  } else {
    constexpr std::size_t most = most_elements<T>();
    element_places<T> places(out);
    p = parse_elements<O, E>(
        p, c, 0,
        [&](const char* q, std::size_t i, const char* behind = nullptr) __attribute__((always_inline)) -> const char* {
          if constexpr (most != 0)
            if (i >= most) [[unlikely]] return nullptr;
          return parse_element<O>(q, behind, c, places[i], depth);
        },
        [&](std::size_t i, const char*) { return (most == 0 || i < most) && null_element_value<O>(places[i]); }, count,
        depth);
    if (p != nullptr) places.finish(count);
    return p;
  }
}

template <read_options O, vector_like T>
const char* parse_array(const char* p, context& c, T& out, unsigned depth) {
  return parse_vector<O>(p, c, out, depth);
}

/// The elements of a fixed array from number `i` on.
template <read_options O, array_like T>
HUSHRING_INLINE const char* parse_fixed_elements(const char* p, context& c, T& out, unsigned depth, std::size_t i) {
  constexpr std::size_t n = std::tuple_size_v<T>;
  std::size_t count = 0;
  p = parse_elements<O, held_t<T>>(
      p, c, i,
      [&](const char* q, std::size_t at, const char* behind = nullptr) __attribute__((always_inline)) -> const char* {
        if (at >= n) [[unlikely]] return nullptr;
        return parse_element<O>(q, behind, c, out[at], depth);
      },
      [&](std::size_t at, const char*) { return at < n && null_element_value<O>(out[at]); }, count, depth);
  return count == n ? p : nullptr;
}
template <read_options O, array_like T>
__attribute__((noinline)) const char* parse_rest_of_array(const char* p, context& c, T& out, unsigned depth,
                                                          std::size_t i) {
  return parse_fixed_elements<O>(p, c, out, depth, i);
}

template <read_options O, array_like T>
const char* parse_array(const char* p, context& c, T& out, unsigned depth) {
  using E = held_t<T>;
  constexpr std::size_t n = std::tuple_size_v<T>;
  if (depth > O.max_depth || p >= c.end) [[unlikely]] return nullptr;
  if constexpr (n > 0 && n <= 8 && (opening_of<E>() != '\0' || floating<E> || (coded<E> && flat<E>))) {
    // compact and complete, as nearly always
    std::size_t i = 0;
    if (begins<E>(*p)) [[likely]] {
      const bool all = [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
        return ([&]() __attribute__((always_inline)) {
          p = parse_element<O>(p + opening_size<E>, nullptr, c, out[I], depth);
          if (p == nullptr) return false;
          i = I + 1;
          if constexpr (I + 1 < n) {
            if (p[0] != ',' || !begins<E>(p[1])) return false;
            ++p;
            return true;
          } else {
            return *p == ']' && p < c.end;
          }
        }() && ...);
      }(std::make_index_sequence<n>{});
      if (all) [[likely]] return p + 1;
      if (p == nullptr) return nullptr;
    }
    return parse_rest_of_array<O>(p, c, out, depth, i);
  } else {
    return parse_fixed_elements<O>(p, c, out, depth, 0);
  }
}

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
