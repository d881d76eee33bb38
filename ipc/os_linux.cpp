#include "os.hpp"

#include <fcntl.h>
#include <linux/futex.h>
#include <linux/magic.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <hushring/ipc/detail/process.hpp>

#include <array>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace hushring::detail {

std::atomic<std::uint32_t> process_epoch{0};

std::uint64_t monotonic_now() noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace hushring::detail

namespace hushring::detail::os {
namespace {

error from_errno(int number) noexcept {
  switch (number) {
    case ENOENT: return error{errc::not_found};
    case EEXIST: return error{errc::already_exists};
    case EACCES:
    case EPERM: return error{errc::permission_denied};
    case ELOOP:
    case EISDIR:
    case ENXIO: return error{errc::not_a_segment_file};
    case ENOSPC:
    case EDQUOT:
    case EFBIG: return error{errc::no_space};
    case ENAMETOOLONG:
    case ENOTDIR: return error{errc::invalid_argument};
    default: return error{errc::system_error, static_cast<std::uint64_t>(number)};
  }
}

error last_error() noexcept { return from_errno(errno); }

template <class Call>
auto retry(Call call) noexcept {
  auto answer = call();
  while (answer == -1 && errno == EINTR) answer = call();
  return answer;
}

/// Every descriptor that a forked child has to close. Recursive, because files are opened under a fork_pause.
class fork_guard {
 public:
  static fork_guard& instance() noexcept {
    static fork_guard& guard = *new fork_guard;  // never destroyed: handles may be closed while the process exits
    return guard;
  }

  void pause() noexcept { mutex_.lock(); }
  void resume() noexcept { mutex_.unlock(); }

  std::uint32_t add(int descriptor) noexcept {
    const std::lock_guard hold(mutex_);
    for (std::uint32_t i = 0; i < descriptors_.size(); ++i) {
      if (descriptors_[i] == -1) {
        descriptors_[i] = descriptor;
        return i;
      }
    }
    descriptors_.push_back(descriptor);
    return static_cast<std::uint32_t>(descriptors_.size() - 1);
  }

  /// True when the descriptor is still ours to close.
  bool remove(std::uint32_t slot, int descriptor) noexcept {
    const std::lock_guard hold(mutex_);
    if (slot >= descriptors_.size() || descriptors_[slot] != descriptor) return false;
    descriptors_[slot] = -1;
    return true;
  }

 private:
  fork_guard() noexcept {
    ::pthread_atfork([] { instance().pause(); }, [] { instance().resume(); }, [] { instance().child(); });
  }

  /// Only closes: unlocking here would drop the parent's locks, since both share the descriptions.
  void child() noexcept {
    for (int& descriptor : descriptors_) {
      if (descriptor >= 0) ::close(descriptor);
      descriptor = -1;
    }
    process_epoch.fetch_add(1, std::memory_order_relaxed);  // relaxed: one thread
    // Locked by a thread of the parent: this one, under another number, could not unlock it.
    std::construct_at(&mutex_);
  }

  std::recursive_mutex mutex_;
  std::vector<int> descriptors_;
};

timespec to_timespec(std::chrono::nanoseconds duration) noexcept {
  const auto count = duration.count() < 0 ? 0 : duration.count();
  return {static_cast<time_t>(count / 1'000'000'000), static_cast<long>(count % 1'000'000'000)};
}

}  // namespace

struct file_access {
  static void adopt(file& f, int descriptor) noexcept {
    f.close();
    f.descriptor_ = descriptor;
    f.slot_ = fork_guard::instance().add(descriptor);
  }
};

file::file(file&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)), slot_(other.slot_) {}

file& file::operator=(file&& other) noexcept {
  if (this != &other) {
    close();
    descriptor_ = std::exchange(other.descriptor_, -1);
    slot_ = other.slot_;
  }
  return *this;
}

file::~file() { close(); }

void file::close() noexcept {
  if (descriptor_ < 0) return;
  if (fork_guard::instance().remove(slot_, descriptor_)) ::close(descriptor_);
  descriptor_ = -1;
}

fork_pause::fork_pause() noexcept { fork_guard::instance().pause(); }
fork_pause::~fork_pause() { fork_guard::instance().resume(); }

error open_file(const std::string& path, file& out) noexcept {
  const fork_pause hold;
  const int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  const int descriptor = retry([&] { return ::open(path.c_str(), flags); });
  if (descriptor < 0) return last_error();
  file_access::adopt(out, descriptor);
  return {};
}

error reopen(const file& original, const std::string& path, file& out) noexcept {
  const fork_pause hold;
  std::array<char, 40> name{};
  std::snprintf(name.data(), name.size(), "/proc/self/fd/%d", original.descriptor());
  const int descriptor = retry([&] { return ::open(name.data(), O_RDWR | O_CLOEXEC); });
  if (descriptor >= 0) {
    file_access::adopt(out, descriptor);
    return {};
  }
  if (const error e = open_file(path, out)) return e;  // without /proc: by its name, when that is still the same file
  file_info was, is;
  if (const error e = describe_file(original, was)) return e;
  if (const error e = describe_file(out, is)) return e;
  return was.device == is.device && was.inode == is.inode ? error{} : error{errc::not_found};
}

error create_hidden_file(const std::string& directory, std::uint32_t mode, file& out,
                         std::string& temporary_name) noexcept {
  const fork_pause hold;
  temporary_name.clear();
  const bool can_link = ::access("/proc/self/fd", X_OK) == 0;  // publish_file names the hidden file through it
  int descriptor = -1;
  if (can_link) descriptor = retry([&] { return ::open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); });
  if (!can_link || (descriptor < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL))) {
    std::array<std::uint8_t, 8> noise{};
    random_bytes(noise);
    std::array<char, 17> text{};
    for (std::size_t i = 0; i < noise.size(); ++i) {
      std::snprintf(text.data() + 2 * i, 3, "%02x", static_cast<unsigned>(noise[i]));
    }
    temporary_name = directory + "/.hushring-" + text.data();
    descriptor = retry([&] { return ::open(temporary_name.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600); });
  }
  if (descriptor < 0) return last_error();
  file_access::adopt(out, descriptor);
  // The umask has its say in open(), not here: the creator asked for exactly this mode.
  if (::fchmod(descriptor, static_cast<mode_t>(mode)) != 0) return last_error();
  return {};
}

error publish_file(const file& hidden, const std::string& temporary_name, const std::string& path) noexcept {
  if (!temporary_name.empty()) {
    const int answer = ::link(temporary_name.c_str(), path.c_str());
    const error e = answer == 0 ? error{} : last_error();
    ::unlink(temporary_name.c_str());
    return e;
  }
  std::array<char, 40> name{};
  std::snprintf(name.data(), name.size(), "/proc/self/fd/%d", hidden.descriptor());
  if (::linkat(AT_FDCWD, name.data(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0) return {};
  return last_error();
}

error remove_file(const std::string& path) noexcept { return ::unlink(path.c_str()) == 0 ? error{} : last_error(); }

namespace {
error convert(int answer, const struct stat& from, file_info& out) noexcept {
  if (answer != 0) return last_error();
  out.device = from.st_dev;
  out.inode = from.st_ino;
  out.size = static_cast<std::uint64_t>(from.st_size);
  out.owner = from.st_uid;
  out.mode = from.st_mode & 07777u;
  out.regular = S_ISREG(from.st_mode);
  return {};
}
}  // namespace

error describe_file(const file& f, file_info& out) noexcept {
  struct stat info {};
  return convert(::fstat(f.descriptor(), &info), info, out);
}

error describe_path(const std::string& path, file_info& out) noexcept {
  struct stat info {};
  return convert(::lstat(path.c_str(), &info), info, out);
}

error check_file_system(const file& f) noexcept {
  struct statfs info {};
  if (::fstatfs(f.descriptor(), &info) != 0) return last_error();
  switch (static_cast<unsigned long>(info.f_type)) {
    case 0x6969:      // NFS
    case 0x65735546:  // FUSE
    case 0xff534d42:  // CIFS
    case 0xfe534d42:  // SMB2
    case 0x517b:      // SMB
    case 0x01021997:  // 9P
    case 0x00c36400:  // Ceph
    case 0x5346414f:  // AFS
    case 0x73757245:  // Coda
      return error{errc::unsupported_file_system};
    default: return {};
  }
}

error allocate(const file& f, std::uint64_t size) noexcept {
  const int answer = retry([&] { return ::fallocate(f.descriptor(), 0, 0, static_cast<off_t>(size)); });
  if (answer == 0) return {};
  if (errno != EOPNOTSUPP) return last_error();
  const int number = ::posix_fallocate(f.descriptor(), 0, static_cast<off_t>(size));  // writes to every block
  return number == 0 ? error{} : from_errno(number);
}

result<std::size_t> read_at(const file& f, std::uint64_t offset, std::span<std::byte> out) noexcept {
  std::size_t done = 0;
  while (done < out.size()) {
    const ssize_t n = retry([&] {
      return ::pread(f.descriptor(), out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
    });
    if (n < 0) return last_error();
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  return done;
}

namespace {
struct flock byte_range(short type, std::uint64_t byte) noexcept {
  struct flock range {};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = static_cast<off_t>(byte);
  range.l_len = 1;
  return range;
}
}  // namespace

error try_lock(const file& f, std::uint64_t byte, bool& got) noexcept {
  struct flock range = byte_range(F_WRLCK, byte);
  got = retry([&] { return ::fcntl(f.descriptor(), F_OFD_SETLK, &range); }) == 0;
  if (got || errno == EAGAIN || errno == EACCES) return {};
  return errno == EINVAL || errno == ENOLCK ? error{errc::unsupported_file_system} : last_error();
}

error is_locked(const file& f, std::uint64_t byte, bool& locked) noexcept {
  struct flock range = byte_range(F_WRLCK, byte);
  if (retry([&] { return ::fcntl(f.descriptor(), F_OFD_GETLK, &range); }) != 0) return last_error();
  locked = range.l_type != F_UNLCK;
  return {};
}

void unlock(const file& f, std::uint64_t byte) noexcept {
  struct flock range = byte_range(F_UNLCK, byte);
  retry([&] { return ::fcntl(f.descriptor(), F_OFD_SETLK, &range); });
}

void futex_wait(shared_u32& word, std::uint32_t expected, std::chrono::nanoseconds at_most) noexcept {
  const timespec time = to_timespec(at_most);
  ::syscall(SYS_futex, &word, FUTEX_WAIT, expected, &time, nullptr, 0);
}

bool futex_wake_all(shared_u32& word) noexcept {
  return ::syscall(SYS_futex, &word, FUTEX_WAKE, 0x7fffffff, nullptr, nullptr, 0) > 0;
}

bool register_for_barriers() noexcept {
  return ::syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED, 0, 0) == 0;
}

bool barrier_everywhere() noexcept { return ::syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL_EXPEDITED, 0, 0) == 0; }

void populate(std::byte* begin, std::size_t size) noexcept {
  // Not in the headers of older C libraries; kernels before 5.14 refuse it.
  constexpr int populate_write = 23;
  if (::madvise(begin, size, populate_write) == 0) return;
  for (std::size_t at = 0; at < size; at += 4096) {
    // SYNC none: changes nothing, but takes the page as a writer would. acq_rel because a read-modify-write of a word
    // in use must not be weaker than its neighbours.
    word_at(begin + at).fetch_or(0, std::memory_order_acq_rel);
  }
}

void dont_inherit(std::byte* begin, std::size_t size) noexcept { ::madvise(begin, size, MADV_DONTFORK); }

void yield() noexcept { ::sched_yield(); }

void sleep_for(std::chrono::nanoseconds duration) noexcept {
  const timespec time = to_timespec(duration);
  ::nanosleep(&time, nullptr);
}

std::uint32_t process_id() noexcept { return static_cast<std::uint32_t>(::getpid()); }
std::uint32_t effective_user() noexcept { return static_cast<std::uint32_t>(::geteuid()); }

void random_bytes(std::span<std::uint8_t> out) noexcept {
  if (::getrandom(out.data(), out.size(), 0) == static_cast<ssize_t>(out.size())) return;
  std::uint64_t state = monotonic_now() ^ process_id();
  for (std::uint8_t& byte : out) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    byte = static_cast<std::uint8_t>(state >> 56);
  }
}

}  // namespace hushring::detail::os
