// What cannot be written. Nothing in here compiles.
#include <string>
#include <vector>

#include <hushring/json/only.hpp>
#include <hushring/json/write.hpp>

struct trade {
  std::string symbol;
  double price;
};

// refused: hushring: only<> names a key that the struct does not have
void write_no_member(const trade& t, std::string& out) {
  static_cast<void>(hushring::write(hushring::only<"symbol", "prize">(t), out));
}

// refused: hushring: the size of this type's values varies
constexpr std::size_t bound_of_what_varies = hushring::size_bound<trade>();

// refused: hushring: write_options::decimals is 0 to 100
void write_too_many_decimals(const trade& t, std::string& out) {
  static_cast<void>(hushring::write<hushring::write_options{.decimals = 101}>(t, out));
}
