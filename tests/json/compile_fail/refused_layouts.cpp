// Structs whose members cannot be counted or named. Nothing in here compiles.
#include <hushring/json/read.hpp>

// refused: hushring: C arrays cannot be bound; use std::array
struct c_array { int a[3]; };
void read_c_array() { static_cast<void>(hushring::read<c_array>("{}")); }
