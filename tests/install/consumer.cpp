// Uses both halves of the library: exits with 0 when a struct went through a channel and came back whole.
#include <hushring/hushring.hpp>

#include <unistd.h>

#include <string>

struct order {
  std::string_view symbol;
  double price = 0;
  int count = 0;
};

int main() {
  const std::string name = "install-test-" + std::to_string(getpid());
  auto channel = hushring::channel::create(name);
  if (!channel) return 1;
  auto producer = hushring::producer<order>::attach(*channel);
  auto consumer = hushring::consumer<order>::attach(*channel);
  static_cast<void>(hushring::channel::remove(name));
  if (!producer || !consumer) return 2;
  if (producer->publish({"XYZ", 1.25, 7}) != hushring::publish_status::ok) return 3;
  const auto m = consumer->receive();
  if (!m) return 4;
  const auto o = m.read();
  return o && o->symbol == "XYZ" && o->price == 1.25 && o->count == 7 ? 0 : 5;
}
