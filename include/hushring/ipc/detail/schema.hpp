// The fingerprint of a struct: tells two programs that they mean different structs before they misread each other.
#pragma once

#include <hushring/ipc/detail/record.hpp>
#include <hushring/json/detail/members.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace hushring::detail {

/// What a lane's messages are, as kept in its lane_page.
struct lane_schema {
  std::uint64_t fingerprint = 0;  // 0: untyped
  hushring::encoding encoding = hushring::encoding::bytes;
  std::uint32_t size = 0;       // raw
  std::uint32_t alignment = 0;  // raw
  friend constexpr bool operator==(const lane_schema&, const lane_schema&) noexcept = default;
};

/// FNV-1a over what is added, in 64 bits.
class fingerprint {
 public:
  constexpr void add(std::string_view text) noexcept {
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
    add_byte(0xff);  // in no UTF-8 text: keeps neighbours apart
  }
  constexpr void add(std::uint64_t number) noexcept {
    for (unsigned i = 0; i < 8; ++i) add_byte(static_cast<unsigned char>(number >> 8 * i));
  }
  [[nodiscard]] constexpr std::uint64_t value() const noexcept { return value_ == 0 ? 1 : value_; }

 private:
  constexpr void add_byte(unsigned char byte) noexcept { value_ = (value_ ^ byte) * 0x100000001b3u; }
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

/// JSON: the members' keys and kinds. Widths do not count, for the text is the same.
template <class T, class... Within>
constexpr void add_json(fingerprint& f) {
  constexpr kind what = kind_of<T>();
  if constexpr (what == kind::unsigned_integer) f.add(static_cast<std::uint64_t>(kind::signed_integer));
  else f.add(static_cast<std::uint64_t>(what));
  if constexpr (coded<T>) {
    constexpr type_info info = codec<T>::describe();
    f.add(info.format);
    if (info.names != nullptr)
      for (std::size_t i = 0; i < info.length; ++i) f.add(info.names[i]);
  } else if constexpr (optional_like<T> || vector_like<T>) {
    add_json<held_t<T>, Within...>(f);
  } else if constexpr (array_like<T>) {
    f.add(std::tuple_size_v<T>);
    add_json<typename T::value_type, Within...>(f);
  } else if constexpr (what == kind::object) {
    if constexpr ((std::is_same_v<T, Within> || ...)) {
      f.add("again");  // a struct that contains itself, through a vector
    } else {
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((f.add(key_of<T, I>()), add_json<member_type<T, I>, T, Within...>(f)), ...);
      }(std::make_index_sequence<member_count<T>>{});
    }
  }
}

/// Raw: names, kinds, widths, size and alignment.
template <class T>
constexpr void add_raw(fingerprint& f) {
  static_assert(!std::is_pointer_v<T> && !std::is_member_pointer_v<T> && !std::is_same_v<T, std::string_view>,
                "hushring: a raw struct must not point anywhere: the other process has other addresses");
  f.add(sizeof(T));
  f.add(alignof(T));
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    f.add((std::is_floating_point_v<T> ? 2u : 0u) + (std::is_signed_v<T> ? 1u : 0u) + (std::is_enum_v<T> ? 4u : 0u));
  } else if constexpr (array_like<T>) {
    f.add(std::tuple_size_v<T>);
    add_raw<typename T::value_type>(f);
  } else if constexpr (object_like<T>) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      ((f.add(boost::pfr::get_name<I, T>()), add_raw<boost::pfr::tuple_element_t<I, T>>(f)), ...);
    }(std::make_index_sequence<boost::pfr::tuple_size_v<T>>{});
  }
}

template <class T, hushring::encoding E>
consteval lane_schema schema_of() {
  if constexpr (std::is_void_v<T>) {
    return {};
  } else if constexpr (E == hushring::encoding::raw) {
    static_assert(std::is_trivially_copyable_v<T>, "hushring: only trivially copyable structs can be sent raw");
    fingerprint f;
    add_raw<T>(f);
    return {f.value(), E, sizeof(T), alignof(T)};
  } else {
    static_assert(E == hushring::encoding::json, "hushring: typed messages are JSON or raw");
    fingerprint f;
    add_json<T>(f);
    return {f.value(), E, 0, 0};
  }
}

}  // namespace hushring::detail
