// The sending end of a channel.
#pragma once

#include <hushring/error.hpp>
#include <hushring/ipc/channel.hpp>
#include <hushring/ipc/detail/producer_core.hpp>
#include <hushring/ipc/wait.hpp>
#include <hushring/json/write.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace hushring {

/// What became of a message. Only `ok` means that it was sent; nothing else leaves a trace in the channel.
enum class publish_status : std::uint8_t {
  ok,
  full,       ///< no room now: the consumer (broadcast: a reliable one) has to move on first
  too_large,  ///< larger than the channel's max_message
  invalid,    ///< a value that JSON cannot express: NaN, infinity, a string that is not UTF-8; a type above 63
  timeout,    ///< no room within the time allowed
  cancelled,  ///< cancel() was called meanwhile
  busy,       ///< a claim of this producer is still open
  forked,     ///< the handle belongs to the parent process
};

/// How a producer takes part.
struct producer_options {
  std::string_view name = {};  ///< for tools, up to 31 bytes
};

/// A place in the channel that the user fills in. Nothing is visible to consumers before `commit`; the destructor
/// aborts. One at a time per producer, which must live as long and must not publish meanwhile. Belongs to one thread.
///
///     if (auto place = feed.claim(512)) place.commit(format(place.bytes()), encoding::json);
class [[nodiscard]] claim {
 public:
  claim(claim&& other) noexcept
      : core_(std::exchange(other.core_, nullptr)), bytes_(std::exchange(other.bytes_, {})), status_(other.status_) {}
  claim& operator=(claim&& other) noexcept {
    if (this != &other) {
      abort();
      core_ = std::exchange(other.core_, nullptr);
      bytes_ = std::exchange(other.bytes_, {});
      status_ = other.status_;
    }
    return *this;
  }
  ~claim() { abort(); }

  /// True while there is a place to write to.
  [[nodiscard]] explicit operator bool() const noexcept { return core_ != nullptr; }
  /// Why there is none: full, too_large, busy or forked.
  [[nodiscard]] publish_status status() const noexcept { return status_; }
  /// Where to write: exactly as many bytes as were asked for. Their value is unspecified. Stores must stay inside.
  [[nodiscard]] std::span<std::byte> bytes() & noexcept HUSHRING_LIFETIMEBOUND { return bytes_; }
  [[nodiscard]] std::span<std::byte> bytes() && = delete;
  /// The same as characters.
  [[nodiscard]] std::span<char> text() & noexcept HUSHRING_LIFETIMEBOUND {
    return {reinterpret_cast<char*>(bytes_.data()), bytes_.size()};
  }
  [[nodiscard]] std::span<char> text() && = delete;

  /// Publishes the first `used` bytes as one message and ends the claim. `too_large` (and an abort) when that is more
  /// than were claimed. `type` is up to the user: 0 to 63, otherwise `invalid`.
  publish_status commit(std::size_t used, encoding e = encoding::bytes, unsigned type = 0) noexcept {
    if (core_ == nullptr) return status_;
    if (core_->forked()) return drop(publish_status::forked);
    if (used > bytes_.size()) return refuse(publish_status::too_large);
    if (type > detail::record_word::max_type) return refuse(publish_status::invalid);
    core_->claim_open = false;
    core_->commit(used, bytes_.size(), e, type);
    return drop(publish_status::ok);
  }
  /// Gives the place back.
  void abort() noexcept {
    if (core_ == nullptr) return;
    core_->claim_open = false;
    if (!core_->forked()) core_->abort();
    static_cast<void>(drop(publish_status::cancelled));
  }

 private:
  template <class, encoding>
  friend class producer;
  explicit claim(publish_status status) noexcept : status_(status) {}
  claim(detail::producer_core& core, std::span<std::byte> bytes) noexcept : core_(&core), bytes_(bytes) {
    core.claim_open = true;
  }
  publish_status refuse(publish_status status) noexcept {
    abort();
    return status_ = status;
  }
  publish_status drop(publish_status status) noexcept {
    core_ = nullptr;
    bytes_ = {};
    return status_ = status;
  }

  detail::producer_core* core_ = nullptr;
  std::span<std::byte> bytes_;
  publish_status status_ = publish_status::ok;
};

/// The one producer of a channel at a time. `T` is the struct that is sent, as JSON or (`encoding::raw`) as the bytes
/// of a trivially copyable struct; void for texts and bytes only.
///
/// Publishing never throws, allocates or waits (but for the calls with a time-out), and makes no system call while
/// nobody sleeps. Belongs to one thread at a time. When the process dies at any instruction, every message published so
/// far stays, none is half there, and the next producer goes on behind it.
///
///     auto feed = hushring::producer<trade>::attach(channel);
///     if (feed->publish(t) == hushring::publish_status::full) ++dropped;
template <class T = void, encoding E = encoding::json>
class producer {
 public:
  /// Becomes the channel's producer, where the previous one stopped.
  /// `producer_exists`: there is one, and it lives. `wrong_schema`: the channel carries another struct. `corrupt_lane`:
  /// a hostile peer damaged it. `not_found`: the channel was removed. `forked`, `timed_out`, `system_error`.
  /// Makes system calls and allocates.
  [[nodiscard]] static result<producer> attach(channel& where, const producer_options& options = {}) {
    auto core =
        detail::attach_producer(detail::channel_access::segment_of(where), detail::schema_of<T, E>(), options.name);
    if (!core) return core.error();
    return producer(std::move(core).value());
  }

  /// Sends a value. A JSON message is written straight into the channel, as the options say.
  template <write_options O = write_options{}, class U = T, class Build = detail::build>
    requires(!std::is_void_v<U>)
  [[nodiscard]] publish_status publish(const std::type_identity_t<U>& value) noexcept {
    if (const publish_status s = precheck(); s != publish_status::ok) [[unlikely]] return s;
    if constexpr (E == encoding::raw) return send(&value, sizeof value, encoding::raw);
    else return send_json<O>(value);
  }
  /// Sends some of its members (json/only.hpp), as JSON: `feed.publish(hushring::only<"s", "p">(t))`.
  template <write_options O = write_options{}, class Choice, class U = T, class Build = detail::build>
    requires(!std::is_void_v<U> && E == encoding::json)
  [[nodiscard]] publish_status publish(const detail::partial<U, Choice>& value) noexcept {
    if (const publish_status s = precheck(); s != publish_status::ok) [[unlikely]] return s;
    return send_json<O>(value);
  }

  /// Sends JSON text as it is. It is not checked: its consumers do that.
  [[nodiscard]] publish_status publish_text(std::string_view json, unsigned type = 0) noexcept {
    if (const publish_status s = precheck(type); s != publish_status::ok) [[unlikely]] return s;
    return send(json.data(), json.size(), encoding::json, type);
  }

  /// Sends bytes as they are.
  [[nodiscard]] publish_status publish_bytes(std::span<const std::byte> bytes, unsigned type = 0) noexcept {
    if (const publish_status s = precheck(type); s != publish_status::ok) [[unlikely]] return s;
    return send(bytes.data(), bytes.size(), encoding::bytes, type);
  }

  /// The same, but waits for room as `strategy` says: `timeout` or `cancelled` when none came.
  template <write_options O = write_options{}, wait_strategy Strategy, class U = T, class Build = detail::build>
    requires(!std::is_void_v<U>)
  [[nodiscard]] publish_status publish(const std::type_identity_t<U>& value, const Strategy& strategy,
                                       std::chrono::nanoseconds timeout = forever) noexcept {
    return until_room(strategy, timeout, [&] { return publish<O, U, Build>(value); });
  }
  template <wait_strategy Strategy>
  [[nodiscard]] publish_status publish_text(std::string_view json, const Strategy& strategy,
                                            std::chrono::nanoseconds timeout = forever) noexcept {
    return until_room(strategy, timeout, [&] { return publish_text(json); });
  }
  template <wait_strategy Strategy>
  [[nodiscard]] publish_status publish_bytes(std::span<const std::byte> bytes, const Strategy& strategy,
                                             std::chrono::nanoseconds timeout = forever) noexcept {
    return until_room(strategy, timeout, [&] { return publish_bytes(bytes); });
  }

  /// Takes a place for up to `size` bytes, to be filled in by the caller. Test it: `status()` says why there is none.
  [[nodiscard]] hushring::claim claim(std::size_t size) noexcept {
    if (const publish_status s = precheck(); s != publish_status::ok) [[unlikely]] return hushring::claim(s);
    if (size > core_->max_message) return hushring::claim(publish_status::too_large);
    std::byte* const place = core_->claim(size);
    if (place == nullptr) return hushring::claim(publish_status::full);
    return hushring::claim(*core_, {place, size});
  }

  /// Sequence of the last message sent; 0 before the first. Counts on from producer to producer.
  [[nodiscard]] std::uint64_t sequence() const noexcept { return core_->sequence(); }
  /// Bytes of the largest message.
  [[nodiscard]] std::size_t max_message() const noexcept { return core_->max_message; }
  /// Ends a wait for room that is going on in another thread, or the next one. Any thread may call it.
  void cancel() noexcept {
    if (!core_->forked()) core_->site.cancel();
  }

 private:
  explicit producer(detail::producer_handle core) noexcept : core_(std::move(core)) {}

  [[nodiscard]] publish_status precheck(unsigned type = 0) const noexcept {
    if (core_->forked()) [[unlikely]] return publish_status::forked;
    if (type > detail::record_word::max_type) [[unlikely]] return publish_status::invalid;
    return core_->claim_open ? publish_status::busy : publish_status::ok;
  }

  [[nodiscard]] publish_status send(const void* from, std::size_t size, encoding e, unsigned type = 0) noexcept {
    if (size > core_->max_message) [[unlikely]] return publish_status::too_large;
    std::byte* const place = core_->claim(size);
    if (place == nullptr) [[unlikely]] return publish_status::full;
    if (size != 0) std::memcpy(place, from, size);
    core_->commit(size, size, e, type);
    return publish_status::ok;
  }

  template <write_options O, class U, class Build = detail::build>
  [[nodiscard]] publish_status send_json(const U& value) noexcept {
    // The fast writer may store this far behind what it has written so far; with as much room again as a margin.
    constexpr std::size_t reach = 2 * detail::overshoot;
    std::size_t room = std::min<std::size_t>(size_bound<O>(value), core_->max_message);
    std::byte* place = core_->claim(room);
    if (place == nullptr) [[unlikely]] {
      // The bound may be far above the size: count, then ask for exactly that.
      const auto counted = write<O>(value, std::span<char>());
      if (!counted && counted.error().code != errc::buffer_too_small) return publish_status::invalid;
      room = counted ? *counted : static_cast<std::size_t>(counted.error().offset);
      if (room > core_->max_message) return publish_status::too_large;
      place = core_->claim(room);
      if (place == nullptr) return publish_status::full;
    }
    const auto size = write<O>(value, std::span<char>(reinterpret_cast<char*>(place), room));
    if (!size) [[unlikely]] {
      core_->abort();
      return size.error().code == errc::buffer_too_small ? publish_status::too_large : publish_status::invalid;
    }
    core_->commit(*size, *size + reach, encoding::json, 0);
    return publish_status::ok;
  }

  template <class Strategy, class Send>
  [[nodiscard]] publish_status until_room(const Strategy& strategy, std::chrono::nanoseconds timeout,
                                          Send send_once) noexcept {
    publish_status status = send_once();
    if (status != publish_status::full) [[likely]] return status;
    switch (detail::wait_until(core_->site, strategy, timeout,
                               [&] { return (status = send_once()) != publish_status::full; })) {
      case detail::wait_end::timeout: return publish_status::timeout;
      case detail::wait_end::cancelled: return publish_status::cancelled;
      case detail::wait_end::ready: break;
    }
    return status;
  }

  detail::producer_handle core_;
};

}  // namespace hushring
