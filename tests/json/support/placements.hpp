// Reads one text at every place it could lie at: what comes out must not depend on alignment, on the distance to the
// end of the page, or on the bytes behind the text.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <ostream>
#include <string>
#include <string_view>

#include <hushring/json/read.hpp>

namespace hushring {
inline void PrintTo(errc code, std::ostream* out) { *out << static_cast<int>(code) << " (" << describe(code) << ")"; }
inline void PrintTo(error e, std::ostream* out) { *out << describe(e.code) << " at " << e.offset; }
}  // namespace hushring

namespace hushring::testing {

/// Calls `visit(text, padded, place)` for copies of `text`: in a heap block of its size; at 64 alignments; 0 to 65
/// bytes before an unmapped page; before many tails, `tail` (what the text could go on with) among them.
void for_each_placement(std::string_view text, std::string_view tail,
                        const std::function<void(std::string_view, bool, const std::string&)>& visit);

/// Reads `text` through a reader at every placement; all must give the same error, or the same value. Gives that error.
template <class T, read_options O = read_options{}>
error read_everywhere(std::string_view text, std::string_view tail = {}) {
  reader first_reader;
  reader later_reader;
  T first{};
  const std::string own(text);
  const error expected = first_reader.read_into<O>(std::string_view(own), first).error();
  for_each_placement(text, tail, [&](std::string_view placed, bool is_padded, const std::string& place) {
    T out{};
    const error got = is_padded ? later_reader.read_into<O>(padded(placed), out).error()
                                : later_reader.read_into<O>(placed, out).error();
    if (got != expected)
      ADD_FAILURE() << ::testing::PrintToString(got) << ", elsewhere " << ::testing::PrintToString(expected) << ": "
                    << text << "\n"
                    << place;
    else if (!got && !(out == first)) ADD_FAILURE() << "another value than elsewhere: " << text << "\n" << place;
  });
  return expected;
}

}  // namespace hushring::testing
