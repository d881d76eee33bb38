// A small, slow JSON reader of the tests' own: for the case files, and to compare values without the code under test.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace hushring::testing {

/// The members of an object whose values are strings, decoded; of other values the text.
std::map<std::string, std::string> string_members(std::string_view object);

/// The value of valid JSON text in one spelling: members sorted, strings decoded, doubles as the bits that strtod
/// gives. Integers keep their digits, unless `numbers_are_doubles`.
std::string canonical(std::string_view text, bool numbers_are_doubles);

}  // namespace hushring::testing
