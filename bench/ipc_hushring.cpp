// hushring's channels as a rig sees them: bytes in, bytes read in place.
#include <unistd.h>

#include <optional>
#include <span>
#include <string>

#include <hushring/ipc/channel.hpp>
#include <hushring/ipc/consumer.hpp>
#include <hushring/ipc/producer.hpp>

#include "ipc_designs.hpp"

namespace bench {
namespace {

template <class T>
T need(hushring::result<T> r) {
  if (!r) fail(hushring::describe(r.error().code));
  return std::move(r).value();
}

template <hushring::channel_kind Kind>
class over_hushring {
 public:
  static constexpr std::string_view name = Kind == hushring::channel_kind::queue ? "queue" : "broadcast";

  explicit over_hushring(std::size_t bytes) : bytes_(bytes) {
    hushring::channel_options options{.kind = Kind};
    if (Kind == hushring::channel_kind::broadcast) options.reliable_consumers = 1;
    for (const bool to_far : {true, false}) need(hushring::channel::create(channel_name(to_far), options));
  }
  over_hushring(const over_hushring&) = delete;
  over_hushring& operator=(const over_hushring&) = delete;
  ~over_hushring() { forget_names(); }

  void attach(side s) {
    auto out = need(hushring::channel::open(channel_name(s == side::near)));
    auto in = need(hushring::channel::open(channel_name(s == side::far)));
    out_.emplace(need(hushring::producer<>::attach(out)));
    in_.emplace(need(hushring::consumer<>::attach(in, {.reliable = Kind == hushring::channel_kind::broadcast})));
  }
  void forget_names() {
    if (getpid() != owner_) return;
    for (const bool to_far : {true, false}) static_cast<void>(hushring::channel::remove(channel_name(to_far)));
  }
  void send(const char* payload) {
    const auto bytes = std::as_bytes(std::span(payload, bytes_));
    while (out_->publish_bytes(bytes) != hushring::publish_status::ok) look_again();
  }
  template <class F>
  void receive(F&& use) {
    for (;;) {
      if (const auto m = in_->receive()) return use(m.text().data(), m.size());
      else if (m.state() != hushring::receive_state::empty) fail("a reliable consumer lost something");
      look_again();
    }
  }

 private:
  [[nodiscard]] std::string channel_name(bool to_far) const {
    return "bench-" + std::to_string(owner_) + (to_far ? "-far" : "-near");
  }

  pid_t owner_ = getpid();
  std::size_t bytes_;
  std::optional<hushring::producer<>> out_;
  std::optional<hushring::consumer<>> in_;
};

using queue = over_hushring<hushring::channel_kind::queue>;
using broadcast = over_hushring<hushring::channel_kind::broadcast>;

}  // namespace

design queue_design() { return {queue::name, measure<queue>}; }
design broadcast_design() { return {broadcast::name, measure<broadcast>}; }

}  // namespace bench
