// Boost.Interprocess' message_queue: the queue that most programs of our users' kind start with. Its try_ calls in a
// loop are its fastest way; the blocking ones sleep in the kernel.
#include <unistd.h>

#include <boost/interprocess/ipc/message_queue.hpp>
#include <memory>
#include <string>

#include "ipc_designs.hpp"

namespace bench {
namespace {

namespace ipc = boost::interprocess;

class boost_message_queue {
 public:
  static constexpr std::string_view name = "boost_message_queue";
  static constexpr std::size_t depth = 256;

  explicit boost_message_queue(std::size_t bytes) : bytes_(bytes), buffer_(bytes) {
    for (const bool to_far : {true, false}) {
      const std::string queue = file(to_far);
      ipc::message_queue::remove(queue.c_str());
      ipc::message_queue(ipc::create_only, queue.c_str(), depth, bytes);
    }
  }
  boost_message_queue(const boost_message_queue&) = delete;
  boost_message_queue& operator=(const boost_message_queue&) = delete;
  ~boost_message_queue() { forget_names(); }

  void attach(side s) {
    out_ = std::make_unique<ipc::message_queue>(ipc::open_only, file(s == side::near).c_str());
    in_ = std::make_unique<ipc::message_queue>(ipc::open_only, file(s == side::far).c_str());
  }
  void forget_names() {
    if (getpid() != owner_) return;
    for (const bool to_far : {true, false}) ipc::message_queue::remove(file(to_far).c_str());
  }
  void send(const char* payload) {
    while (!out_->try_send(payload, bytes_, 0)) look_again();
  }
  template <class F>
  void receive(F&& use) {
    std::size_t size = 0;
    unsigned priority = 0;
    while (!in_->try_receive(buffer_.data(), buffer_.size(), size, priority)) look_again();
    use(buffer_.data(), size);
  }

 private:
  [[nodiscard]] std::string file(bool to_far) const {
    return "hushring_bench_" + std::to_string(owner_) + (to_far ? "_far" : "_near");
  }

  pid_t owner_ = getpid();
  std::size_t bytes_;
  std::vector<char> buffer_;
  std::unique_ptr<ipc::message_queue> out_, in_;
};

}  // namespace

design boost_design() { return {boost_message_queue::name, measure<boost_message_queue>}; }

}  // namespace bench
