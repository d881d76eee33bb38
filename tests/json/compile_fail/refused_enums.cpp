// Enumerations that cannot be bound. Nothing in here compiles: each line `// refused: sentence` names what the compiler
// must say about the lines behind it.
#include <hushring/json/enums.hpp>
#include <hushring/json/read.hpp>

enum class unlisted { a };
enum unfixed { b };
enum class twice { c, d };
template <>
inline constexpr auto hushring::enum_names<unfixed> = hushring::by_number;
template <>
inline constexpr auto hushring::enum_names<twice> = hushring::names<twice>({{twice::c, "c"}, {twice::d, "c"}});

// refused: hushring: this enumeration has no texts: specialize hushring::enum_names for it
struct order { unlisted e; };
void read_unlisted() { static_cast<void>(hushring::read<order>("{}")); }

// refused: hushring: by number, an enumeration needs an underlying type
void read_unfixed() { static_cast<void>(hushring::read<unfixed>("1")); }

// refused: hushring: two values of an enumeration have the same text
void read_twice() { static_cast<void>(hushring::read<twice>("\"c\"")); }
