// Descriptions that contradict their structs. Nothing in here compiles.
#include <hushring/json/fields.hpp>
#include <hushring/json/read.hpp>

// refused: hushring: `fields` names a member that the struct does not have
struct no_such_member {
  int a;
  static constexpr hushring::fields fields{hushring::rename("b", "c")};
};
void read_no_such_member() { static_cast<void>(hushring::read<no_such_member>("{}")); }

// refused: hushring: two members of the struct have the same key
struct same_keys {
  int a;
  int b;
  static constexpr hushring::fields fields{hushring::rename("b", "a")};
};
void read_same_keys() { static_cast<void>(hushring::read<same_keys>("{}")); }
