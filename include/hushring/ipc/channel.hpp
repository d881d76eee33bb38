// Channels: named segments of shared memory through which processes send messages.
#pragma once

#include <hushring/error.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace hushring {

namespace detail {
class segment;
struct channel_access;
}  // namespace detail

/// What becomes of a message.
enum class channel_kind : std::uint8_t {
  queue,      ///< one consumer receives each message; it stays until it was received, so a full queue refuses more
  broadcast,  ///< every consumer receives every message; the slow ones lose some and are told exactly how many
};

/// What happens when a reliable consumer of a broadcast channel holds the producer back for longer than allowed.
enum class when_held_back : std::uint8_t {
  refuse,  ///< the producer's calls return `full` until the consumer moves on or dies
  evict,   ///< the consumer becomes a lossy one and is told so
};

/// Where channels lie: files named `directory/prefix` + name of the channel.
struct channel_location {
  std::string directory = "/dev/shm";  ///< absolute, or relative to where the process stays
  std::string prefix = "hushring-";
};

/// What the creator of a channel decides.
struct channel_options {
  channel_kind kind = channel_kind::queue;
  /// Bytes for messages, at least. A queue takes the next power of two; both kinds take more when `max_message` needs
  /// it (a queue twice its size; a broadcast channel 2 x max_consumers + 2 times, for consumers hold whole blocks).
  std::uint64_t capacity = 4 << 20;  ///< a queue: 64 KB to 1 GB. A broadcast channel takes 36 MB with these defaults
  std::uint32_t max_message = 1 << 20;  ///< bytes of the largest message, below 128 MiB
  std::uint32_t max_consumers = 16;     ///< broadcast: how many may be attached at once; at most 448
  std::uint32_t reliable_consumers = 0;  ///< broadcast: how many of them may ask the producer to wait for them
  /// With `evict`: how long a reliable consumer may hold the producer back.
  std::chrono::nanoseconds hold_back{0};
  when_held_back held_back = when_held_back::refuse;
  bool stamps = false;        ///< every message carries the time of its publication (8 bytes, about 20 ns)
  std::uint32_t mode = 0600;  ///< permissions of the file; 0660 to share it with a group. Never for everybody
  channel_location location = {};
};

/// A channel that exists. Copies share one mapping. Producers and consumers attach to it and keep what they need: the
/// channel object may go before them.
///
/// None of these calls is meant for hot paths: they make system calls and allocate. Any thread may make them.
class channel {
 public:
  /// Creates a channel. Its name appears only once it is complete, and all of its memory is there: nobody can run out
  /// of space later.
  /// `already_exists`; `not_found`: the directory; `invalid_argument`: a name with '/' or control characters, or
  /// options that contradict each other; `no_space`: the file system cannot hold all of it; `permission_denied`;
  /// `unsupported_file_system`.
  [[nodiscard]] static result<channel> create(std::string_view name, const channel_options& options = {});

  /// Opens a channel that exists; waits for it to appear for up to `wait_for`.
  /// `not_found`; `permission_denied`; `not_a_segment_file`: a link, a directory, a device; `world_writable`;
  /// `bad_magic`; `bad_version`; `bad_size`; `bad_geometry`: not to be trusted, each in its way;
  /// `unsupported_file_system`.
  [[nodiscard]] static result<channel> open(std::string_view name, std::chrono::nanoseconds wait_for = {},
                                            const channel_location& location = {});

  /// Opens it if it exists, creates it otherwise. When two processes do so at once, one creates and the other opens.
  /// `wrong_kind`, `wrong_options`: it exists, but not as `options` say. Otherwise the errors of both.
  [[nodiscard]] static result<channel> open_or_create(std::string_view name, const channel_options& options = {});

  /// Removes the name; until then the channel stays, with its memory, whoever lives. Those who are attached go on among
  /// themselves; a channel created later is another one. `not_found`; `permission_denied`; `bad_magic`,
  /// `world_writable`: not a file that this library should delete; `timed_out`: the process in the error's offset is
  /// attaching and does not finish.
  static result<void> remove(std::string_view name, const channel_location& location = {});

  [[nodiscard]] channel_kind kind() const noexcept;
  /// Bytes for messages, as they came out.
  [[nodiscard]] std::uint64_t capacity() const noexcept;
  /// Bytes of the largest message.
  [[nodiscard]] std::uint32_t max_message() const noexcept;
  [[nodiscard]] std::uint32_t max_consumers() const noexcept;
  /// Whether messages carry the time of their publication.
  [[nodiscard]] bool has_stamps() const noexcept;
  /// The file.
  [[nodiscard]] const std::string& path() const noexcept;

 private:
  friend struct detail::channel_access;
  explicit channel(std::shared_ptr<detail::segment> segment) noexcept : segment_(std::move(segment)) {}

  std::shared_ptr<detail::segment> segment_;
};

namespace detail {
/// The one door between channels and the handles that attach to them.
struct channel_access {
  static channel make(std::shared_ptr<segment> s) noexcept { return channel(std::move(s)); }
  static std::shared_ptr<segment>& segment_of(channel& c) noexcept { return c.segment_; }
};
}  // namespace detail

}  // namespace hushring
