// Structs that cannot be taken apart. Nothing in here compiles.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <hushring/json/read.hpp>

struct base { int a; };
struct empty_base {};

#define TEN(name) int name##0, name##1, name##2, name##3, name##4, name##5, name##6, name##7, name##8, name##9;
#define FIFTY(name) TEN(name##a) TEN(name##b) TEN(name##c) TEN(name##d) TEN(name##e)

#if CASE == 1  // refused: hushring: C arrays cannot be bound; use std::array
struct refused { int a; char name[16]; };
#endif
#if CASE == 2  // refused: hushring: C arrays cannot be bound; use std::array
struct refused { int a[1]; };
#endif
#if CASE == 3  // refused: hushring: C arrays cannot be bound; use std::array
struct refused { std::unique_ptr<int> a; base b[2]; std::string c[3]; };
#endif
#if CASE == 4  // refused: hushring: a struct with a base class cannot be bound; make the base a member
struct refused : base { int b; };
#endif
#if CASE == 5  // refused: hushring: a struct with a base class cannot be bound; make the base a member
struct refused : empty_base { std::string b; };
#endif
#if CASE == 6  // refused: hushring: bit-fields cannot be bound; use whole integers
struct refused { std::string a; std::uint32_t b : 3; bool c : 1; };
#endif
#if CASE == 7  // refused: hushring: references cannot be bound; use values or views
struct refused { int a; std::string& b; };
#endif
#if CASE == 8  // refused: hushring: a struct can have at most 190 members
struct refused { FIFTY(a) FIFTY(b) FIFTY(c) TEN(d) TEN(e) TEN(f) TEN(g) int last; };
#endif
#if CASE == 9  // refused: hushring: a struct can have at most 190 members
struct refused { FIFTY(a) FIFTY(b) FIFTY(c) FIFTY(d) FIFTY(e) };
#endif
#if CASE == 10  // refused: hushring: in an optional of what may be null itself, null has two meanings
struct refused { int a; std::optional<std::unique_ptr<refused>> next; };
#endif
#if CASE == 11  // refused: hushring: in an optional of what may be null itself, null has two meanings
struct refused { std::optional<std::optional<int>> a; };
#endif
#if CASE == 12  // refused: hushring: a struct can have at most 190 members
struct part { FIFTY(a) FIFTY(b) };
struct refused {
  part one;
  FIFTY(c) FIFTY(d)
  static constexpr hushring::fields fields{hushring::flatten("one")};
};
#endif

void read_refused(refused& r) { static_cast<void>(hushring::read_into("{}", r)); }
