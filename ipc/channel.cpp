#include <hushring/ipc/channel.hpp>

#include <hushring/ipc/detail/process.hpp>

#include <algorithm>
#include <bit>
#include <utility>

#include "membership.hpp"
#include "segment.hpp"

namespace hushring {
namespace {

using namespace std::chrono_literals;
using detail::segment_header;

constexpr std::size_t longest_name = 200;

/// Empty for a name that no file could have safely.
std::string path_of(std::string_view name, const channel_location& where) {
  if (name.empty() || name.size() > longest_name || where.directory.empty()) return {};
  // a NUL would end the path before the name
  if (where.directory.find('\0') != std::string::npos || where.prefix.find('\0') != std::string::npos) return {};
  for (const char c : name) {
    if (c == '/' || static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return {};
  }
  if (where.prefix.find('/') != std::string::npos || (where.prefix.empty() && name.front() == '.')) return {};
  std::string path = where.directory;
  path += '/';
  path += where.prefix;
  path += name;
  return path;
}

/// Zeroed but for what the creator chose; impossible choices are left for complete_geometry() to refuse.
segment_header plan(const channel_options& o) {
  segment_header h{};
  h.lanes = 1;
  h.max_message = o.max_message;
  h.payload_offset = o.stamps ? 16 : 8;
  h.stamps = o.stamps ? 1 : 0;
  if (o.max_message > detail::record_word::max_length || o.capacity > detail::max_total_size) return h;
  if (o.kind == channel_kind::queue) {
    h.kind = static_cast<std::uint32_t>(detail::segment_kind::queue);
    h.max_consumers = 1;
    h.capacity = std::bit_ceil(std::max(o.capacity, detail::min_queue_capacity));
    while (!detail::queue_capacity_suffices(h.capacity, h.max_message, h.payload_offset)) h.capacity *= 2;
  } else {
    h.kind = static_cast<std::uint32_t>(detail::segment_kind::broadcast);
    h.max_consumers = o.max_consumers;
    h.reliable_consumers = o.reliable_consumers;
    h.pins_per_consumer = 2;
    h.hold_back = static_cast<std::uint64_t>(std::max<std::int64_t>(o.hold_back.count(), 0));
    h.evict = o.held_back == when_held_back::evict ? 1 : 0;
    const auto divide = [&](std::uint64_t capacity) {
      return detail::plan_broadcast(capacity, h.max_message, h.payload_offset, h.max_consumers, h.pins_per_consumer);
    };
    auto blocks = divide(o.capacity);
    if (!blocks && blocks.error().offset != 0) blocks = divide(blocks.error().offset);  // as much as it needs
    if (!blocks) return h;
    h.block_count = blocks->blocks;
    h.block_size = blocks->block_size;
    h.capacity = blocks->data_size();
  }
  return h;
}

/// Choices that say nothing, or the opposite of each other.
bool contradict(const channel_options& o) {
  if (o.kind == channel_kind::queue && o.reliable_consumers != 0) return true;
  return o.held_back == when_held_back::evict ? o.hold_back <= 0ns : o.hold_back != 0ns;
}

/// Whether an existing channel is what was asked for.
error compare(const segment_header& is, const segment_header& wanted) {
  if (is.kind != wanted.kind) return error{errc::wrong_kind};
  segment_header complete = wanted;
  if (!complete_geometry(complete)) return error{errc::invalid_argument};
  const bool same = is.capacity == complete.capacity && is.max_message == complete.max_message &&
                    is.payload_offset == complete.payload_offset && is.max_consumers == complete.max_consumers &&
                    is.reliable_consumers == complete.reliable_consumers && is.hold_back == complete.hold_back &&
                    is.evict == complete.evict && is.stamps == complete.stamps;
  return same ? error{} : error{errc::wrong_options};
}

}  // namespace

result<channel> channel::create(std::string_view name, const channel_options& options) {
  const std::string path = path_of(name, options.location);
  if (path.empty() || (options.mode & 02) != 0 || (options.mode & 0600) != 0600 || contradict(options)) {
    return errc::invalid_argument;
  }
  auto made = detail::segment::create(options.location.directory, path, plan(options), options.mode & 0777);
  if (!made) return made.error();
  return detail::channel_access::make(std::move(made).value());
}

result<channel> channel::open(std::string_view name, std::chrono::nanoseconds wait_for,
                              const channel_location& location) {
  const std::string path = path_of(name, location);
  if (path.empty()) return errc::invalid_argument;
  const std::uint64_t start = detail::monotonic_now();
  for (;;) {
    auto found = detail::segment::open(path);
    if (found) return detail::channel_access::make(std::move(found).value());
    if (found.error().code != errc::not_found) return found.error();
    if (std::chrono::nanoseconds(static_cast<std::int64_t>(detail::monotonic_now() - start)) >= wait_for) {
      return found.error();
    }
    detail::os::sleep_for(1ms);
  }
}

result<channel> channel::open_or_create(std::string_view name, const channel_options& options) {
  for (;;) {
    auto found = open(name, {}, options.location);
    if (found) {
      if (const error e = compare(found->segment_->geometry(), plan(options))) return e;
      return found;
    }
    if (found.error().code != errc::not_found) return found;
    auto made = create(name, options);
    if (made || made.error().code != errc::already_exists) return made;
  }
}

result<void> channel::remove(std::string_view name, const channel_location& location) {
  const std::string path = path_of(name, location);
  if (path.empty()) return errc::invalid_argument;
  auto found = detail::segment::open(path);
  if (found) {
    // Under the registry lock, so that nobody joins a segment whose name has just gone.
    detail::os::file own;
    if (const error e = detail::os::reopen((*found)->probe(), path, own)) return e;
    detail::registry_lock lock;
    if (const error e = lock.acquire(**found, own, 5s)) return e;
    if (!(*found)->is_current()) return errc::not_found;
    return detail::os::remove_file(path);
  }
  switch (found.error().code) {
    // A segment that nobody can use goes the same way; any other file stays.
    case errc::bad_version:
    case errc::bad_geometry: return detail::os::remove_file(path);
    case errc::bad_size:
      if (found.error().offset < sizeof(segment_header::magic)) return found.error();  // too short to tell
      return detail::os::remove_file(path);
    default: return found.error();
  }
}

channel_kind channel::kind() const noexcept {
  return segment_->kind() == detail::segment_kind::queue ? channel_kind::queue : channel_kind::broadcast;
}
std::uint64_t channel::capacity() const noexcept { return segment_->geometry().capacity; }
std::uint32_t channel::max_message() const noexcept { return segment_->geometry().max_message; }
std::uint32_t channel::max_consumers() const noexcept { return segment_->geometry().max_consumers; }
bool channel::has_stamps() const noexcept { return segment_->geometry().stamps != 0; }
const std::string& channel::path() const noexcept { return segment_->path(); }

}  // namespace hushring
