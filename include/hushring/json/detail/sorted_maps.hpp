// Writes maps in the order of their keys' bytes.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

#include <hushring/json/detail/put.hpp>

namespace hushring::detail {

/// Keys in copies of our own, each with the value it belongs to: what is sorted cannot change meanwhile, though the
/// keys be views of memory that others write.
class key_list {
 public:
  struct entry {
    const char* text;
    std::size_t size;
    const void* value;
  };

  key_list() noexcept = default;
  key_list(const key_list&) = delete;
  key_list& operator=(const key_list&) = delete;
  ~key_list();

  /// Room for that many keys of so many bytes in all; false when there is no memory.
  [[nodiscard]] bool reserve(std::size_t count, std::size_t bytes) noexcept;
  /// Where the next key's bytes go, and how many there may be.
  [[nodiscard]] std::span<char> room() const noexcept { return {next_, left_}; }
  /// Takes the bytes that were put there.
  void add(std::size_t size, const void* value) noexcept;
  void sort() noexcept;

  [[nodiscard]] const entry* begin() const noexcept { return entries_; }
  [[nodiscard]] const entry* end() const noexcept { return entries_ + count_; }

 private:
  entry* entries_ = nullptr;
  std::size_t count_ = 0;
  char* next_ = nullptr;
  std::size_t left_ = 0;
};

inline namespace HUSHRING_BUILD {

/// Puts a key as it is sorted into `room`, and gives its size: the text of a string; of other keys what JSON has.
template <write_options O, class K>
std::size_t put_sorted_key(const K& key, std::span<char> room, errc& code) {
  if constexpr (string_like<K>) {
    const std::string_view text = key;
    if (text.size() <= room.size() && !text.empty()) std::memcpy(room.data(), text.data(), text.size());
    return text.size();
  } else {
    exact_sink<form_of<O>()> sink(room.data(), room.size());
    if (const errc why = put_value<O>(sink, key); why != errc::ok) code = why;
    return sink.size();
  }
}

/// Writes the members behind `{`, and `}`. `as_key(k)` gives what a key is written as.
template <write_options O, class Sink, class T, class AsKey>
errc put_sorted_map(Sink& sink, const T& map, AsKey&& as_key) {
  errc code = errc::ok;
  std::size_t bytes = 0;
  for (const auto& [k, v] : map) bytes += put_sorted_key<O>(as_key(k), {}, code);
  key_list keys;
  if (code == errc::ok && !keys.reserve(map.size(), bytes)) code = errc::out_of_memory;
  if (code != errc::ok) return code;
  for (const auto& [k, v] : map) keys.add(put_sorted_key<O>(as_key(k), keys.room(), code), &v);
  keys.sort();

  bool later = false;
  for (const key_list::entry& e : keys) {
    if (later) sink.character(',');
    later = true;
    const std::string_view text(e.text, e.size);
    if constexpr (string_like<std::remove_cvref_t<decltype(as_key(map.begin()->first))>>) {
      if (code = put_value<O>(sink, text); code != errc::ok) return code;
    } else {
      sink.raw(text);
    }
    sink.character(':');
    const auto& value = *static_cast<const typename T::mapped_type*>(e.value);
    if (code = put_value<O>(sink, value); code != errc::ok) return code;
  }
  sink.character('}');
  return errc::ok;
}

}  // namespace HUSHRING_BUILD
}  // namespace hushring::detail
