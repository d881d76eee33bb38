// Channels of tests: names that no other run has, removed whatever happens; child processes that cannot outlive a test.
#pragma once

#include <hushring/ipc/channel.hpp>

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace hushring::test {

/// Kills the program when a test hangs.
inline void start_watchdog(unsigned seconds = 60) {
  std::signal(SIGALRM, SIG_DFL);
  ::alarm(seconds);
}

class ChannelTest : public testing::Test {
 protected:
  ChannelTest() { start_watchdog(); }
  ~ChannelTest() override {
    for (const pid_t child : children_) {
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, 0);
    }
    for (const std::string& path : paths_) ::unlink(path.c_str());
    ::alarm(0);
  }

  std::string fresh_name() {
    static int counter = 0;
    std::string fresh = "test-" + std::to_string(::getpid()) + "-" + std::to_string(counter++);
    paths_.push_back(path_of(fresh));
    return fresh;
  }
  static std::string path_of(const std::string& of) { return "/dev/shm/hushring-" + of; }

  channel make(const channel_options& options = {}) {
    name = fresh_name();
    auto made = channel::create(name, options);
    if (!made) {
      ADD_FAILURE() << "create: " << describe(made.error().code) << " " << made.error().offset;
      std::abort();
    }
    return std::move(made).value();
  }

  /// Runs `body` in a child; its result is the exit status.
  pid_t spawn(const std::function<int()>& body) {
    std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      ::_exit(body());
    }
    children_.push_back(child);
    return child;
  }
  /// Its exit status, or 1000 + the signal that ended it.
  int wait_for(pid_t child) {
    std::erase(children_, child);
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  }
  /// It has ended and was waited for.
  void forget(pid_t child) { std::erase(children_, child); }
  int kill_and_wait(pid_t child) {
    ::kill(child, SIGKILL);
    return wait_for(child);
  }

  std::string name;  // of the last channel made

 private:
  std::vector<pid_t> children_;
  std::vector<std::string> paths_;
};

/// One byte in each direction between a test and its child.
class rendezvous {
 public:
  rendezvous() {
    if (::pipe(there_) != 0 || ::pipe(back_) != 0) std::abort();
  }
  ~rendezvous() {
    for (const int d : {there_[0], there_[1], back_[0], back_[1]}) ::close(d);
  }
  rendezvous(const rendezvous&) = delete;
  rendezvous& operator=(const rendezvous&) = delete;
  void child_says_ready() { put(back_[1]); }
  void wait_for_child() { get(back_[0]); }
  void tell_child() { put(there_[1]); }
  void child_waits() { get(there_[0]); }

 private:
  static void put(int d) {
    if (::write(d, "x", 1) != 1) std::abort();
  }
  static void get(int d) {
    char c;
    if (::read(d, &c, 1) != 1) std::abort();
  }
  int there_[2];
  int back_[2];
};

inline std::string bytes_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

template <class T>
errc code_of(const result<T>& r) {
  return r.error().code;
}

}  // namespace hushring::test
