// Views that would dangle. Nothing in here compiles.
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/read.hpp>

std::string text();

// refused: hushring: T holds views: read it through a hushring::reader or a message
struct view { std::vector<std::optional<std::string_view>> a; };
void read_view() { static_cast<void>(hushring::read<view>("{}")); }

struct tagged { std::string_view a; };
void read_temporaries(tagged& t) {
  hushring::reader in;
  // refused: use of deleted function .*read\(Text&&|call to deleted member function 'read'
  static_cast<void>(in.read<tagged>(text()));
  // refused: use of deleted function .*read_into\(Text&&|call to deleted member function 'read_into'
  static_cast<void>(in.read_into(text(), t));
  // refused: use of deleted function .*read\(Text&&\) &&|call to deleted member function 'read'
  static_cast<void>(hushring::reader().read<tagged>("{}"));
  // refused: use of deleted function .*read_into\(Text&&, T&\) &&|call to deleted member function 'read_into'
  static_cast<void>(hushring::reader().read_into("{}", t));
}
