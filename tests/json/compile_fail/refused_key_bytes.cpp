// A key that is not UTF-8. Nothing in here compiles.
#include <hushring/json/fields.hpp>
#include <hushring/json/read.hpp>

// refused: hushring: .*UTF-8
struct bad_key {
  int a;
  static constexpr hushring::fields fields{hushring::rename("a", "\xFF")};
};
void read_bad_key() { static_cast<void>(hushring::read<bad_key>("{}")); }
