// What producers and consumers do alike when they attach.
#pragma once

#include <hushring/error.hpp>
#include <hushring/ipc/detail/schema.hpp>
#include <hushring/ipc/wait.hpp>

#include <memory>
#include <string_view>

#include "membership.hpp"
#include "segment.hpp"

namespace hushring::detail {

/// Joins; when the name leads to another segment by now, opens that one (and leaves it in `where`) and tries again.
[[nodiscard]] error join_current(std::shared_ptr<segment>& where, participant_role role, std::string_view name,
                                 membership& member, registry_lock& lock);

/// The first typed participant says what the lane carries; others must mean the same. Under the registry lock.
[[nodiscard]] error agree_on_schema(lane_page& page, const lane_schema& mine) noexcept;

/// Where this participant sleeps.
void set_up_site(wait_site& site, const membership& member, sleeper_line& line) noexcept;

/// Whom it wakes: participants [first, last), whose bits are in `line`. The member must outlive the waker.
void set_up_waker(waker& wakes, membership& member, sleeper_line& line, std::uint32_t first,
                  std::uint32_t last) noexcept;

}  // namespace hushring::detail
