// Integers of more than 64 bits. Nothing in here compiles.
#include <hushring/json/read.hpp>

// refused: hushring: this type cannot be bound to JSON
__extension__ typedef __int128 wide_integer;
struct wide { wide_integer a; };
void read_wide() { static_cast<void>(hushring::read<wide>("{}")); }
