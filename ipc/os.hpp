// The operating system, as far as the IPC half needs it. No other file calls it (mapping apart, which is
// Boost.Interprocess's, in segment.cpp).
#pragma once

#include <hushring/error.hpp>
#include <hushring/ipc/detail/lane_layout.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace hushring::detail::os {

/// An open file description. Registered with the fork guard: a forked child closes it at once.
class file {
 public:
  file() noexcept = default;
  file(file&& other) noexcept;
  file& operator=(file&& other) noexcept;
  ~file();

  [[nodiscard]] bool is_open() const noexcept { return descriptor_ >= 0; }
  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
  void close() noexcept;

 private:
  friend struct file_access;
  int descriptor_ = -1;
  std::uint32_t slot_ = 0;  // in the fork guard's table
};

struct file_info {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::uint32_t owner = 0;
  std::uint32_t mode = 0;  // permission bits
  bool regular = false;
};

/// Opens for reading and writing; never follows a symbolic link in the last component, never waits.
[[nodiscard]] error open_file(const std::string& path, file& out) noexcept;
/// Another, independent description of the same file, named or not.
[[nodiscard]] error reopen(const file& original, const std::string& path, file& out) noexcept;
/// A file in `directory` that nobody can find until `publish_file` gives it a name.
[[nodiscard]] error create_hidden_file(const std::string& directory, std::uint32_t mode, file& out,
                                       std::string& temporary_name) noexcept;
/// Gives a hidden file its name; `already_exists` when that is taken.
[[nodiscard]] error publish_file(const file& hidden, const std::string& temporary_name,
                                 const std::string& path) noexcept;
[[nodiscard]] error remove_file(const std::string& path) noexcept;

[[nodiscard]] error describe_file(const file& f, file_info& out) noexcept;
[[nodiscard]] error describe_path(const std::string& path, file_info& out) noexcept;
/// Network and FUSE file systems have no coherent shared mappings or no dependable locks.
[[nodiscard]] error check_file_system(const file& f) noexcept;
/// Reserves `size` bytes, so that no later store can meet a full file system.
[[nodiscard]] error allocate(const file& f, std::uint64_t size) noexcept;
/// Reads up to `out.size()` bytes at `offset`; the number read, or an error.
[[nodiscard]] result<std::size_t> read_at(const file& f, std::uint64_t offset, std::span<std::byte> out) noexcept;

/// Locks of open file descriptions: they belong to the description, vanish with its last descriptor, and the kernel
/// drops them at death. Through the description that holds a lock it looks free.
[[nodiscard]] error try_lock(const file& f, std::uint64_t byte, bool& got) noexcept;
[[nodiscard]] error is_locked(const file& f, std::uint64_t byte, bool& locked) noexcept;
void unlock(const file& f, std::uint64_t byte) noexcept;

/// Waits until woken, the word differs from `expected`, or the time is over. Shared between processes.
void futex_wait(shared_u32& word, std::uint32_t expected, std::chrono::nanoseconds at_most) noexcept;
/// True when somebody was asleep there.
bool futex_wake_all(shared_u32& word) noexcept;

/// Asks that fences of sleepers reach this process. False where the kernel has no such call.
[[nodiscard]] bool register_for_barriers() noexcept;
/// A full fence in every registered process. False where the kernel has no such call.
[[nodiscard]] bool barrier_everywhere() noexcept;

/// Makes the pages of a live mapping present, in this process, without changing them.
void populate(std::byte* begin, std::size_t size) noexcept;
/// A forked child does not inherit the mapping.
void dont_inherit(std::byte* begin, std::size_t size) noexcept;

void yield() noexcept;
void sleep_for(std::chrono::nanoseconds duration) noexcept;
[[nodiscard]] std::uint32_t process_id() noexcept;
[[nodiscard]] std::uint32_t effective_user() noexcept;
void random_bytes(std::span<std::uint8_t> out) noexcept;

/// While one lives, no thread of this process forks: what is opened meanwhile is registered before a child can see it.
class fork_pause {
 public:
  fork_pause() noexcept;
  fork_pause(const fork_pause&) = delete;
  fork_pause& operator=(const fork_pause&) = delete;
  ~fork_pause();
};

}  // namespace hushring::detail::os
