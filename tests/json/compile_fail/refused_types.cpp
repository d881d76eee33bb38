// Types that cannot be bound. Nothing in here compiles: each line `// refused: sentence` names what the compiler must say
// about the lines behind it.
#include <string>
#include <vector>

#include <hushring/json/quoted.hpp>
#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

// refused: hushring: pointers cannot be bound; use std::optional or a value
struct pointer { int* a; };
void read_pointer() { static_cast<void>(hushring::read<pointer>("{}")); }

// refused: hushring: this type cannot be bound to JSON; docs/binding.md lists those that can
struct wide { long double a; };
void read_wide() { static_cast<void>(hushring::read<wide>("{}")); }
struct letter { wchar_t a; };
void read_letter() { static_cast<void>(hushring::read<letter>("{}")); }

// refused: hushring: quoted<> holds a number
void read_quoted_string() { static_cast<void>(hushring::read<hushring::quoted<std::string>>("{}")); }

// refused: hushring: read_options::max_depth is at most 4096
void read_too_deep() { static_cast<void>(hushring::read<int, hushring::read_options{.max_depth = 4097}>("1")); }
