// Structs from JSON.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#include <hushring/error.hpp>
#include <hushring/json/arena.hpp>
#include <hushring/json/detail/containers.hpp>
#include <hushring/json/detail/text.hpp>
#include <hushring/json/options.hpp>

namespace hushring {

/// A text behind whose end 64 bytes of any value may be read; spares a test of where its page ends.
struct padded_text {
  std::string_view text;
};
/// Promises that 64 bytes behind the end of `text` may be read.
[[nodiscard]] constexpr padded_text padded(std::string_view text) noexcept { return {text}; }

namespace detail {
/// Owned strings that are about to go: views of them would dangle at once.
template <class T>
concept temporary_string = owned_string<T>;  // deduced from T&&: a reference would not match
}  // namespace detail
template <detail::temporary_string T>
padded_text padded(T&& text) = delete;

/// True when values of T hold views (std::string_view) into the text they were read from.
template <class T>
inline constexpr bool holds_views = detail::holds_views<T>();

/// Reads the one value that `text` holds into `out`.
///
/// `text` is any range of bytes: no terminator, no padding, at any alignment; a byte order mark at its start is passed.
/// Members come in any order; unknown ones are validated and skipped, missing and null ones take their default
/// initializers (see read_options). Whatever `out` held before is replaced; strings and vectors keep their memory, so
/// that reading into the same object again allocates nothing once it is large enough. Elements that a shorter array has
/// no longer take theirs along (a vector of strings that shrinks and grows allocates the strings again: views do not),
/// and maps and sets begin anew.
///
/// Arrays are read into std::vector and what is like it (of any allocator; more than a static vector can hold are
/// `wrong_length`), std::deque, std::list, std::set, and std::span: into the storage that it refers to, after which it
/// is as long as the array was (more elements are `wrong_length`; missing or null, it is empty: set it before each
/// read).
/// Arrays of exact length are read into std::array, std::pair, std::tuple and structs described by `as_array`; optional
/// parts at the end of the latter three may be missing. Objects of any keys are read into std::map, std::unordered_map
/// and what is like them.
///
/// Errors: the code and the byte offset of the first byte that does not fit, in grammar, UTF-8 or type; `out` is then
/// valid but unspecified. Never throws but what the allocators of T's members throw. Makes no system call and no
/// allocation of its own, but for one copy of the text (more than 1 KB, ending within 64 bytes of its page's end).
///
///     order o;
///     if (auto done = hushring::read_into(text, o); !done) log(describe(done.error().code), done.error().offset);
///
/// For a T that holds views use a `reader`, which keeps what the views point to.
template <read_options O = read_options{}, class T, class Build = detail::build>
result<void> read_into(std::string_view text, T& out) {
  static_assert(!holds_views<T>, "hushring: T holds views: read it through a hushring::reader or a message");
  return detail::parse<O>(text.data(), text.data() + text.size(), out, nullptr, detail::tail_bytes::none);
}
template <read_options O = read_options{}, class T, class Build = detail::build>
result<void> read_into(padded_text text, T& out) {
  static_assert(!holds_views<T>, "hushring: T holds views: read it through a hushring::reader or a message");
  return detail::parse<O>(text.text.data(), text.text.data() + text.text.size(), out, nullptr,
                          detail::tail_bytes::padded);
}

/// As `read_into`, into a fresh T.
template <class T, read_options O = read_options{}, class Build = detail::build>
result<T> read(std::string_view text) {
  T out{};
  if (auto done = read_into<O>(text, out); !done) return done.error();
  return out;
}
template <class T, read_options O = read_options{}, class Build = detail::build>
result<T> read(padded_text text) {
  T out{};
  if (auto done = read_into<O>(text, out); !done) return done.error();
  return out;
}

/// Reads values that hold views. A view points into the text where the text has the string as it is, and into the
/// reader's memory where the string had escapes, or was copied (keys of maps; everything with read_options::stable). So:
///
///   - views live until the text goes or changes, the reader goes, or the reader reads again, whichever is first. What is
///     to be kept longer is copied, or read into std::string;
///   - a moved reader takes its memory, and the views into it, along;
///   - the text itself is never written to: it may lie in read-only memory.
///
/// What the compiler can see of that does not compile: temporary strings as the text, and reading by a temporary reader.
///
/// Memory is kept from one read to the next: after the first few texts nothing is allocated any more. A string with
/// escapes reserves room for all that is left of the text; `reader(most)` sets a limit, beyond which reading fails with
/// `out_of_memory`, as it does when the system has no more. Belongs to one thread at a time.
///
///     hushring::reader in;
///     quote q;                                      // struct quote { std::string_view symbol; double price; };
///     if (auto done = in.read_into(line, q)) use(q);
class reader {
 public:
  reader() noexcept = default;
  /// One whose memory never takes more than `most` bytes.
  explicit reader(std::size_t most) noexcept : scratch_(most) {}

  /// As the free `read_into`; ends the life of the views that earlier calls gave.
  template <read_options O = read_options{}, class T, class Build = detail::build>
  result<void> read_into(std::string_view text, T& out) & {
    scratch_.reset();
    return detail::parse<O>(text.data(), text.data() + text.size(), out, &scratch_, detail::tail_bytes::none);
  }
  template <read_options O = read_options{}, class T, class Build = detail::build>
  result<void> read_into(padded_text text, T& out) & {
    scratch_.reset();
    return detail::parse<O>(text.text.data(), text.text.data() + text.text.size(), out, &scratch_,
                            detail::tail_bytes::padded);
  }
  /// As `read_into`, into a fresh T.
  template <class T, read_options O = read_options{}, class Build = detail::build>
  result<T> read(std::string_view text) & {
    T out{};
    if (auto done = read_into<O>(text, out); !done) return done.error();
    return out;
  }
  template <class T, read_options O = read_options{}, class Build = detail::build>
  result<T> read(padded_text text) & {
    T out{};
    if (auto done = read_into<O>(text, out); !done) return done.error();
    return out;
  }

  template <read_options O = read_options{}, detail::temporary_string Text, class T>
  result<void> read_into(Text&& text, T& out) & = delete;
  template <class T, read_options O = read_options{}, detail::temporary_string Text>
  result<T> read(Text&& text) & = delete;
  // the views would go with the reader
  template <read_options O = read_options{}, class Text, class T>
  result<void> read_into(Text&& text, T& out) && = delete;
  template <class T, read_options O = read_options{}, class Text>
  result<T> read(Text&& text) && = delete;

 private:
  arena scratch_;
};

}  // namespace hushring
