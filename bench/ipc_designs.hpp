// The designs that ipc_bench compares.
#pragma once

#include "ipc_rig.hpp"

namespace bench {

struct design {
  std::string_view name;
  measurement (*measure)(const plan&, std::size_t bytes);
};

// hushring
design queue_design();      // bytes through a queue
design broadcast_design();  // bytes through a broadcast channel to one reliable consumer
// peers
design boost_design();  // Boost.Interprocess' message_queue

}  // namespace bench
