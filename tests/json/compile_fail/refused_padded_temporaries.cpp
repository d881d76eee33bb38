// A view of a string that goes at the semicolon, by way of padded(). Nothing in here compiles.
#include <string>
#include <string_view>

#include <hushring/json/read.hpp>

std::string text();

// refused: use of deleted function .*padded|call to deleted function 'padded'
void read_temporary(std::string_view& out, hushring::reader& in) { static_cast<void>(in.read_into(hushring::padded(text()), out)); }
