// What travels with a parse.
#pragma once

#include <cstddef>
#include <cstdint>

#include <hushring/error.hpp>
#include <hushring/json/arena.hpp>
#include <hushring/json/detail/choice_search.hpp>
#include <hushring/json/detail/config.hpp>

namespace hushring::detail {

struct context {
  const char* begin;
  const char* end;
  arena* scratch;             // decoded strings; may be null when T holds no views
  std::ptrdiff_t to_text;     // what turns a pointer into the bytes being parsed into one into the caller's text
  bool out_of_memory = false;

  // Why the text was refused and where, when that depends on the object that it was read into, and not on its type
  // alone: the pass that finds errors does not know the object.
  errc refused = errc::ok;
  const char* refused_at = nullptr;
  const char* refuse(errc code, const char* p) noexcept {
    if (p < end) {  // otherwise it was read from what stands behind the text
      refused = code;
      refused_at = p;
    }
    return nullptr;
  }

  // The special characters (quotes, backslashes, ...) of 64 bytes from `masked` on: strings inside arrays lie close
  // together, and share it. Belongs to this text alone, like the context.
  const char* masked = nullptr;
  std::uint64_t special = 0;

  choice_search choices{};    // of values that are one of several types

  unsigned indent = 0;  // how many blanks each level of the text was indented by, where it last was
};

}  // namespace hushring::detail
