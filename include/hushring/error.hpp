// Errors as values: `error` says what and where, `result<T>` is a value or an error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

namespace hushring {

/// What went wrong. JSON codes come with the byte offset of the first offending byte; `describe()` gives a sentence.
enum class errc : std::uint8_t {
  ok = 0,

  // JSON text                  // example input, and what it was bound to
  unexpected_end,               // {"a":1            any
  unexpected_character,         // {"a" 1}           any
  trailing_data,                // 1 2               any
  invalid_literal,              // nul               any
  invalid_number,               // 01                any
  number_out_of_range,          // 300               std::uint8_t
  not_an_integer,               // 1.5               int
  invalid_escape,               // "\q"              any
  invalid_surrogate,            // "\ud800"          any
  control_character,            // "<0x01>"          any
  invalid_utf8,                 // "<0xFF>"          any
  depth_exceeded,               // [[[[...           any, deeper than read_options::max_depth
  wrong_type,                   // "x"               int
  wrong_length,                 // [1,2]             std::array<int, 3>
  unknown_member,               // {"b":1}           struct {a}, read_options::unknown = error
  missing_member,               // {}                struct {a}, read_options::missing = error
  duplicate_member,             // {"a":1,"a":2}     struct {a}, read_options::duplicate = error
  null_value,                   // null              int, read_options::null = error
  invalid_text,                 // "2021-13-01"      a point in time; any string that its type cannot take
  escaped_view,                 // "a\n"             std::string_view, read_options::escapes = error
  unknown_name,                 // "hold"            enum {buy, sell}
  text_too_long,                // "abcdefghi"       fixed_string<8>
  not_exact,                    // 0.123             decimal<2>
  no_alternative,               // {"e":"x"}         tagged<"e", alt<"trade", ...>>; a value that no alternative takes
  text_changed,                 // the bytes changed while they were read
  out_of_memory,                // the arena could not grow

  // writing
  buffer_too_small,             // offset = bytes needed
  not_finite,                   // NaN or infinity
  invalid_utf8_in_value,        // a string member holds invalid UTF-8

  // channels
  invalid_argument,             // an option or a name that no channel can have
  not_found,                    // no channel of that name
  already_exists,               // create() of a name that is taken
  permission_denied,            // the file's mode or owner refuses
  not_a_segment_file,           // a symbolic link, a directory, a device
  world_writable,               // the segment is writable by everybody: not trusted
  bad_magic,                    // not a hushring segment
  bad_version,                  // another layout version
  bad_size,                     // the file is shorter or longer than its header says
  bad_geometry,                 // header values that contradict each other
  wrong_kind,                   // a queue where a broadcast was asked for, or the reverse
  wrong_schema,                 // the lane carries another struct
  wrong_options,                // open_or_create() of a channel that exists with other options
  corrupt_lane,                 // the lane's words contradict each other; offset = the position
  no_space,                     // /dev/shm (or the file system) is full
  unsupported_file_system,      // no shared mapping or no locks there (network, FUSE)
  no_free_slot,                 // every participant slot is taken by a living process
  producer_exists,              // the lane has a living producer
  consumer_exists,              // the queue has a living consumer
  reliable_refused,             // the channel's creator allows no (further) reliable consumer
  timed_out,                    // a registry wait ended; the holder is alive
  forked,                       // the handle belongs to the parent process
  system_error,                 // any other errno
};

/// One sentence on a code, without a final stop. Never allocates.
[[nodiscard]] std::string_view describe(errc code) noexcept;

/// What went wrong and where. For JSON `offset` is the byte offset of the first offending byte, for `buffer_too_small`
/// the number of bytes needed, for `system_error` the errno; 0 otherwise.
struct [[nodiscard]] error {
  errc code = errc::ok;
  std::uint64_t offset = 0;

  /// True when something went wrong.
  [[nodiscard]] constexpr explicit operator bool() const noexcept { return code != errc::ok; }
  friend constexpr bool operator==(error, error) noexcept = default;
};
static_assert(std::is_trivially_copyable_v<error>);

namespace detail {
/// Prints `e` to stderr and aborts: `result::value()` was called on an error.
[[noreturn]] void bad_result_access(error e) noexcept;
}  // namespace detail

/// A value, or the error that kept it from being. The interface of std::expected, as far as it makes sense without
/// exceptions: `value()` of an error prints the error and aborts, `*r` and `r->` of an error are undefined.
template <class T>
class [[nodiscard]] result {
 public:
  using value_type = T;
  using error_type = hushring::error;

  template <class U = T>
    requires(std::is_constructible_v<T, U &&> && !std::is_same_v<std::remove_cvref_t<U>, result> &&
             !std::is_same_v<std::remove_cvref_t<U>, hushring::error>)
  constexpr result(U&& value) noexcept(std::is_nothrow_constructible_v<T, U&&>) : value_(std::forward<U>(value)) {}
  constexpr result(hushring::error e) noexcept : failed_(true), error_(e) {}
  constexpr result(errc code) noexcept : result(hushring::error{code, 0}) {}

  constexpr result(const result& other)
    requires std::is_copy_constructible_v<T>
      : failed_(other.failed_) {
    if (failed_) error_ = other.error_;
    else std::construct_at(std::addressof(value_), other.value_);
  }
  constexpr result(result&& other) noexcept(std::is_nothrow_move_constructible_v<T>) : failed_(other.failed_) {
    if (failed_) error_ = other.error_;
    else std::construct_at(std::addressof(value_), std::move(other.value_));
  }
  constexpr result& operator=(result other) noexcept(std::is_nothrow_move_constructible_v<T>) {
    std::destroy_at(this);
    std::construct_at(this, std::move(other));
    return *this;
  }
  constexpr ~result() {
    if (!failed_) std::destroy_at(std::addressof(value_));
  }

  [[nodiscard]] constexpr bool has_value() const noexcept { return !failed_; }
  [[nodiscard]] constexpr explicit operator bool() const noexcept { return !failed_; }

  constexpr T& operator*() & noexcept { return value_; }
  constexpr const T& operator*() const& noexcept { return value_; }
  constexpr T&& operator*() && noexcept { return std::move(value_); }
  constexpr T* operator->() noexcept { return std::addressof(value_); }
  constexpr const T* operator->() const noexcept { return std::addressof(value_); }

  constexpr T& value() & { return check(), value_; }
  constexpr const T& value() const& { return check(), value_; }
  constexpr T&& value() && { return check(), std::move(value_); }

  template <class U>
  constexpr T value_or(U&& other) const& {
    return failed_ ? static_cast<T>(std::forward<U>(other)) : value_;
  }
  template <class U>
  constexpr T value_or(U&& other) && {
    return failed_ ? static_cast<T>(std::forward<U>(other)) : std::move(value_);
  }

  /// The error; `errc::ok` when there is a value.
  [[nodiscard]] constexpr hushring::error error() const noexcept { return failed_ ? error_ : hushring::error{}; }

 private:
  constexpr void check() const noexcept {
    if (failed_) detail::bad_result_access(error_);
  }

  bool failed_ = false;
  union {
    T value_;
    hushring::error error_;
  };
};

/// Success, or an error: 16 bytes, trivially copyable.
template <>
class [[nodiscard]] result<void> {
 public:
  using value_type = void;
  using error_type = hushring::error;

  constexpr result() noexcept = default;
  constexpr result(hushring::error e) noexcept : error_(e) {}
  constexpr result(errc code) noexcept : error_{code, 0} {}

  [[nodiscard]] constexpr bool has_value() const noexcept { return error_.code == errc::ok; }
  [[nodiscard]] constexpr explicit operator bool() const noexcept { return has_value(); }
  constexpr void value() const noexcept {
    if (!has_value()) detail::bad_result_access(error_);
  }
  [[nodiscard]] constexpr hushring::error error() const noexcept { return error_; }

 private:
  hushring::error error_;
};

}  // namespace hushring
