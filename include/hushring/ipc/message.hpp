// A received message: a handle on bytes in shared memory, given back when it goes.
#pragma once

#include <hushring/error.hpp>
#include <hushring/ipc/detail/consumer_core.hpp>
#include <hushring/ipc/detail/record.hpp>
#include <hushring/json/read.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace hushring {

/// A message's bytes, copied: may go to any thread and stay for any time.
struct message_copy {
  std::string data;
  std::uint64_t sequence = 0;
  hushring::encoding encoding = encoding::bytes;
  bool redelivered = false;
};

/// What `receive` gives: a message, or why there is none. While it lives its bytes stay where they are; its destructor
/// gives them back. Several may be held at once (64 of a queue; of a broadcast channel those in 2 blocks) and released
/// in any order; one that is kept keeps its space. It may outlive its consumer.
///
/// Belongs to the consumer's thread (`copy()` is the way to others); destroying it in another one is allowed. None of
/// its members throws (but for the allocators of T), and none calls the system.
///
///     if (auto m = consumer.receive()) {
///       if (auto t = m.read()) use(*t);         // views in *t live as long as m
///     } else if (m.state() == hushring::receive_state::lost) {
///       missed += m.lost();
///     }
class [[nodiscard]] message {
 public:
  message() noexcept = default;
  message(message&& other) noexcept
      : core_(std::exchange(other.core_, nullptr)), arena_(std::exchange(other.arena_, nullptr)), what_(other.what_) {
    other.what_.state = receive_state::empty;
  }
  message& operator=(message&& other) noexcept {
    if (this != &other) {
      release();
      core_ = std::exchange(other.core_, nullptr);
      arena_ = std::exchange(other.arena_, nullptr);
      what_ = other.what_;
      other.what_.state = receive_state::empty;
    }
    return *this;
  }
  ~message() {
    if (core_ != nullptr) core_->release(what_.handle, arena_);
  }

  /// True when there is a message.
  [[nodiscard]] explicit operator bool() const noexcept { return core_ != nullptr; }
  [[nodiscard]] receive_state state() const noexcept { return what_.state; }
  /// Of states `lost` and `evicted`: how many messages this consumer will never see.
  [[nodiscard]] std::uint64_t lost() const noexcept { return what_.count; }

  /// Counts the messages of a channel from 1. Of state `lost`: the first one lost.
  [[nodiscard]] std::uint64_t sequence() const noexcept { return what_.sequence; }
  /// A former consumer of this queue was handed the message and died, or left, before it gave it back.
  [[nodiscard]] bool redelivered() const noexcept { return what_.redelivered; }
  /// What the producer says the bytes are.
  [[nodiscard]] hushring::encoding encoding() const noexcept { return what_.word.encoding(); }
  /// The number that the producer gave with it.
  [[nodiscard]] unsigned type() const noexcept { return what_.word.type(); }
  /// Bytes of the payload; 0 when there is no message, and in a forked child, which cannot see it.
  [[nodiscard]] std::size_t size() const noexcept {
    return core_ != nullptr && !core_->forked() ? what_.word.length() : 0;
  }
  /// When it was published (CLOCK_MONOTONIC nanoseconds); 0 on a channel without stamps.
  [[nodiscard]] std::uint64_t stamp() const noexcept {
    std::uint64_t when = 0;
    if (core_ != nullptr && core_->stamps && !core_->forked())
      std::memcpy(&when, what_.payload - sizeof when, sizeof when);
    return when;
  }

  /// The payload, in place. 64 further bytes behind it may be read (their value means nothing).
  [[nodiscard]] std::span<const std::byte> bytes() const& noexcept HUSHRING_LIFETIMEBOUND {
    return {what_.payload, size()};
  }
  [[nodiscard]] std::span<const std::byte> bytes() const&& = delete;
  /// The payload as characters.
  [[nodiscard]] std::string_view text() const& noexcept HUSHRING_LIFETIMEBOUND {
    return {reinterpret_cast<const char*>(what_.payload), size()};
  }
  [[nodiscard]] std::string_view text() const&& = delete;

  /// Reads JSON in place. Views in the T point into the message (strings with escapes: into memory that it owns) and
  /// live as long as it does. `wrong_schema`: the payload is a raw struct. `invalid_argument`: there is no message.
  /// Otherwise as hushring::read_into.
  template <class T, read_options O = read_options{}, class Build = detail::build>
  [[nodiscard]] result<T> read() const& {
    T out{};
    if (auto done = read_json<O>(out); !done) return done.error();
    return out;
  }
  template <class T, read_options O = read_options{}, class Build = detail::build>
    requires holds_views<T>
  [[nodiscard]] result<T> read() const&& = delete;

  /// The same, into an object that may keep its memory from message to message.
  template <read_options O = read_options{}, class T, class Build = detail::build>
  [[nodiscard]] result<void> read_into(T& out) const& {
    return read_json<O>(out);
  }
  template <read_options O = read_options{}, class T, class Build = detail::build>
    requires holds_views<T>
  [[nodiscard]] result<void> read_into(T& out) const&& = delete;

  /// Copies a struct that was sent raw. `wrong_schema`: the payload is none, or of another size.
  template <class T>
  [[nodiscard]] result<T> read_raw() const noexcept {
    static_assert(std::is_trivially_copyable_v<T>);
    if (core_ == nullptr) return errc::invalid_argument;
    if (core_->forked()) return errc::forked;
    if (encoding() != encoding::raw || size() != sizeof(T)) return errc::wrong_schema;
    T out;
    std::memcpy(&out, what_.payload, sizeof out);
    return out;
  }

  /// The way to another thread, or to keep it. Allocates.
  [[nodiscard]] message_copy copy() const {
    return {std::string(text()), sequence(), encoding(), redelivered()};
  }

  /// Gives it back now.
  void release() noexcept {
    if (core_ != nullptr) core_->release(what_.handle, arena_);
    core_ = nullptr;
    arena_ = nullptr;
    what_.state = receive_state::empty;
  }

 private:
  template <class, hushring::encoding, read_options>
  friend class consumer;

  /// Looks once; true unless there was nothing.
  bool take(detail::consumer_core& core) noexcept {
    core.receive(what_);
    if (what_.state == receive_state::message) [[likely]] core_ = &core;
    return what_.state != receive_state::empty;
  }

  template <read_options O, class T>
  [[nodiscard]] result<void> read_json(T& out) const {
    if (core_ == nullptr) [[unlikely]] return errc::invalid_argument;
    if (core_->forked()) [[unlikely]] return errc::forked;
    if (encoding() == encoding::raw) [[unlikely]] return errc::wrong_schema;
    arena* scratch = nullptr;
    if constexpr (holds_views<T>) {
      if (arena_ == nullptr) arena_ = core_->arenas.take();
      if (arena_ == nullptr) return errc::out_of_memory;
      scratch = &arena_->memory;
    }
    const char* const begin = reinterpret_cast<const char*>(what_.payload);
    return detail::parse<O>(begin, begin + what_.word.length(), out, scratch, detail::tail_bytes::padded);
  }

  detail::consumer_core* core_ = nullptr;  // null: nothing to give back
  mutable detail::pooled_arena* arena_ = nullptr;
  detail::received what_;
};

/// A message of a typed consumer: `read()` knows what it reads.
template <class T, encoding E, read_options O>
class [[nodiscard]] typed_message : public message {
 public:
  using message::message;

  /// As `message::read<T>()`; for raw structs as `message::read_raw<T>()`.
  template <std::same_as<detail::build> Build = detail::build>
  [[nodiscard]] result<T> read() const& {
    if constexpr (E == encoding::raw) return this->template read_raw<T>();
    else return message::template read<T, O, Build>();
  }
  template <std::same_as<detail::build> Build = detail::build>
    requires(E != encoding::raw && holds_views<T>)
  [[nodiscard]] result<T> read() const&& = delete;

  /// The same, into an object that may keep its memory from message to message.
  template <std::same_as<detail::build> Build = detail::build>
  [[nodiscard]] result<void> read_into(T& out) const& {
    if constexpr (E == encoding::raw) {
      auto got = this->template read_raw<T>();
      if (!got) return got.error();
      out = *got;
      return {};
    } else {
      return message::template read_into<O, T, Build>(out);
    }
  }
  template <std::same_as<detail::build> Build = detail::build>
    requires(E != encoding::raw && holds_views<T>)
  [[nodiscard]] result<void> read_into(T& out) const&& = delete;
};

}  // namespace hushring
