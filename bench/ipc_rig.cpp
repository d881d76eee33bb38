#include "ipc_rig.hpp"

#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace bench {

bool one_core = false;

void give_way() noexcept { sched_yield(); }

void fail(std::string_view what) {
  std::fprintf(stderr, "ipc_bench: %.*s\n", static_cast<int>(what.size()), what.data());
  std::_Exit(1);
}

struct meeting_point {
  alignas(128) std::atomic<std::uint64_t> near_line{0};
  alignas(128) std::atomic<std::uint64_t> far_line{0};
  alignas(128) std::atomic<std::uint64_t> near_step{0};
  alignas(128) std::atomic<std::uint64_t> far_step{0};
  pid_t far = 0;
};

namespace {

void pin(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0) fail("cannot run on the cores that were asked for");
}

/// Waits for the other side; gives up when it died, for then nobody would ever come.
void wait_for(const std::atomic<std::uint64_t>& step, std::uint64_t value, pid_t child) {
  for (std::uint64_t looks = 0; step.load(std::memory_order_acquire) < value; ++looks) {
    look_again();
    if (child != 0 && looks % (1 << 20) == 0 && waitpid(child, nullptr, WNOHANG) == child) fail("the far process died");
  }
}

}  // namespace

payload::payload(std::size_t bytes) : bytes_((bytes + 7) / 8 * 8) {
  for (std::size_t i = 0; i < bytes; ++i) bytes_[i] = static_cast<char>(i * 37 + 11);
  bytes_.resize(bytes);
  numbered(0);
  sum_of_rest_ = sum(bytes_.data(), bytes);
}

const char* payload::numbered(std::uint64_t number) noexcept {
  std::memcpy(bytes_.data(), &number, sizeof number);
  return bytes_.data();
}

std::uint64_t payload::sum(const char* data, std::size_t size) noexcept {
  std::uint64_t total = 0, word = 0;
  std::size_t i = 0;
  for (; i + 8 <= size; i += 8) std::memcpy(&word, data + i, 8), total += word;
  word = 0;
  std::memcpy(&word, data + i, size - i);
  return total + word;
}

bool payload::right(const char* data, std::size_t size, std::uint64_t number) const noexcept {
  return size == bytes_.size() && sum(data, size) == sum_of_rest_ + number;
}

meeting_point& fork_far(const plan& p, void (*far)(meeting_point&, void*), void* context) {
  void* memory = mmap(nullptr, sizeof(meeting_point), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) fail("no shared memory");
  auto& m = *new (memory) meeting_point;
  const pid_t child = fork();
  if (child < 0) fail("fork failed");
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // it would spin for ever without us
    pin(p.far_core);
    far(m, context);
    std::_Exit(0);
  }
  m.far = child;
  pin(p.near_core);
  return m;
}

void join_far(meeting_point& m) {
  int status = 0;
  if (waitpid(m.far, &status, 0) != m.far || status != 0) fail("the far process failed");
  munmap(&m, sizeof m);
}

void meet(meeting_point& m, side s, std::uint64_t step) {
  if (s == side::near) {
    m.near_step.store(step, std::memory_order_release);
    wait_for(m.far_step, step, m.far);
  } else {
    m.far_step.store(step, std::memory_order_release);
    wait_for(m.near_step, step, 0);
  }
}

double raw_hop(meeting_point& m, side s, std::uint64_t round_trips) {
  // Both sides count on from where the line stands, so that the hop can be measured more than once.
  const std::uint64_t base = m.near_line.load(std::memory_order_acquire);
  if (s == side::far) {
    const std::uint64_t from = m.far_line.load(std::memory_order_relaxed);  // relaxed: only this side writes it
    for (std::uint64_t i = from + 1; i <= from + round_trips; ++i) {
      while (m.near_line.load(std::memory_order_acquire) != i) look_again();
      m.far_line.store(i, std::memory_order_release);
    }
    return 0;
  }
  std::vector<ticks> trips(round_trips);
  ticks last = now();
  for (std::uint64_t i = 1; i <= round_trips; ++i) {
    m.near_line.store(base + i, std::memory_order_release);
    while (m.far_line.load(std::memory_order_acquire) != base + i) look_again();
    const ticks t = now();
    trips[i - 1] = t - last;
    last = t;
  }
  measurement result;
  percentiles(trips, result);
  return result.p50;
}

void percentiles(std::vector<ticks>& round_trips, measurement& to) {
  const auto at = [&](double share) {
    const auto n = static_cast<std::size_t>(share * static_cast<double>(round_trips.size() - 1));
    std::nth_element(round_trips.begin(), round_trips.begin() + static_cast<std::ptrdiff_t>(n), round_trips.end());
    return static_cast<double>(round_trips[n]) * ns_a_tick() / 2;
  };
  to.p50 = at(0.50);
  to.p99 = at(0.99);
}

}  // namespace bench
