// Where the lanes' algorithms can be interrupted: nothing in a release, everything in a test.
#pragma once

namespace hushring::detail {

/// The policy that every lane takes as its last template parameter. Lanes call `step(name)` beside each store that
/// others can see, and between the loads whose order matters; a test stalls, kills or switches there. `planted(name)`
/// lets a test leave out one necessary store or check, to prove that it would notice. This one does nothing and costs
/// nothing.
struct no_steps {
  static constexpr void step(const char* /*name*/) noexcept {}
  static constexpr bool planted(const char* /*bug*/) noexcept { return false; }
};

}  // namespace hushring::detail
