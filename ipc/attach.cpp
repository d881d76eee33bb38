#include "attach.hpp"

#include <utility>

namespace hushring::detail {

error join_current(std::shared_ptr<segment>& where, participant_role role, std::string_view name, membership& member,
                   registry_lock& lock) {
  constexpr int tries = 8;  // somebody who replaces the channel faster than this is welcome to the error
  for (int i = 0;; ++i) {
    const error e = member.join(where, role, name, lock);
    if (e.code != errc::not_found || i == tries) return e;
    auto next = segment::open(where->path());
    if (!next) return next.error();
    where = std::move(next).value();
  }
}

error agree_on_schema(lane_page& page, const lane_schema& mine) noexcept {
  // relaxed throughout: the registry lock orders them.
  if (mine.fingerprint == 0) return {};
  if (page.schema.load(std::memory_order_relaxed) == 0) {
    page.schema_encoding.store(static_cast<std::uint32_t>(mine.encoding), std::memory_order_relaxed);
    page.schema_size.store(mine.size, std::memory_order_relaxed);
    page.schema_alignment.store(mine.alignment, std::memory_order_relaxed);
    page.schema.store(mine.fingerprint, std::memory_order_relaxed);
    return {};
  }
  const bool same = page.schema.load(std::memory_order_relaxed) == mine.fingerprint &&
                    page.schema_encoding.load(std::memory_order_relaxed) == static_cast<std::uint32_t>(mine.encoding) &&
                    page.schema_size.load(std::memory_order_relaxed) == mine.size &&
                    page.schema_alignment.load(std::memory_order_relaxed) == mine.alignment;
  return same ? error{} : error{errc::wrong_schema};
}

void set_up_site(wait_site& site, const membership& member, sleeper_line& line) noexcept {
  site.futex = &member.self().futex;
  site.sleepers = &line.words[member.slot() / 64];
  site.bit = std::uint64_t{1} << member.slot() % 64;
}

void set_up_waker(waker& wakes, membership& member, sleeper_line& line, std::uint32_t first,
                  std::uint32_t last) noexcept {
  wakes.sleepers = &line.words[first / 64];
  wakes.words = (last + 63) / 64 - first / 64;
  wakes.first = first / 64 * 64;
  wakes.last = last;
  wakes.fence_needed = !os::register_for_barriers();
  wakes.futexes = reinterpret_cast<std::byte*>(&member.where().participants()->futex);
  wakes.futex_stride = sizeof(participant);
  wakes.recover = [](void* context, std::uint32_t slot) noexcept {
    return static_cast<membership*>(context)->recover_if_dead(slot);
  };
  wakes.context = &member;
}

}  // namespace hushring::detail
