#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <ctime>
#include <new>
#include <vector>

#include "processes.hpp"

namespace demo {
namespace {

struct lines {
  alignas(128) std::atomic<std::uint32_t> there{0};
  alignas(128) std::atomic<std::uint32_t> back{0};
};

bool pin(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  return sched_setaffinity(0, sizeof set, &set) == 0;
}

}  // namespace

std::uint64_t monotonic_now() noexcept {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(t.tv_nsec);
}

double raw_hop() {
  constexpr std::uint32_t batch = 64;  // round trips per look at the clock, which would cost as much as one
  constexpr std::uint32_t batches = 400;
  cpu_set_t before;
  CPU_ZERO(&before);
  sched_getaffinity(0, sizeof before, &before);
  std::vector<int> cores;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &before)) cores.push_back(core);
  }
  if (cores.size() < 2) return 0;

  void* memory = mmap(nullptr, sizeof(lines), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 0;
  auto& l = *new (memory) lines;
  const pid_t child = fork();
  if (child == 0) {
    pin(cores[1]);
    for (std::uint32_t i = 1; i <= batch * batches; ++i) {
      while (l.there.load(std::memory_order_acquire) != i) {
      }
      l.back.store(i, std::memory_order_release);
    }
    std::_Exit(0);
  }
  std::vector<double> halves;
  if (child > 0) {
    pin(cores[0]);
    std::uint32_t i = 0;
    for (std::uint32_t b = 0; b < batches; ++b) {
      const std::uint64_t start = monotonic_now();
      for (std::uint32_t n = 0; n < batch; ++n) {
        l.there.store(++i, std::memory_order_release);
        while (l.back.load(std::memory_order_acquire) != i) {
        }
      }
      halves.push_back(static_cast<double>(monotonic_now() - start) / (2.0 * batch));
    }
    waitpid(child, nullptr, 0);
    sched_setaffinity(0, sizeof before, &before);
  }
  munmap(memory, sizeof(lines));
  if (halves.empty()) return 0;
  std::nth_element(halves.begin(), halves.begin() + static_cast<std::ptrdiff_t>(halves.size() / 2), halves.end());
  return halves[halves.size() / 2];
}

}  // namespace demo
