// Members that cannot be bound. Nothing in here compiles.
#include <any>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <hushring/json/read.hpp>

class closed {
 public:
  explicit closed(int);
};
union either { int a; double b; };

#if CASE == 1  // refused: hushring: pointers cannot be bound; use std::optional or a value
struct refused { int* a; };
#endif
#if CASE == 2  // refused: hushring: pointers cannot be bound; use std::optional or a value
struct refused { std::vector<const char*> a; };
#endif
#if CASE == 3  // refused: hushring: a const member cannot be read; it can be ignored
struct refused { int a; const int b = 1; };
#endif
#if CASE == 4  // refused: hushring: unions cannot be bound; use std::variant
struct refused { int a; either b; };
#endif
#if CASE == 5  // refused: hushring: this type cannot be bound to JSON
struct refused { int a; std::function<void()> b; };
#endif
#if CASE == 6  // refused: hushring: of strings, those of char can be bound: their bytes are UTF-8
struct refused { std::wstring a; };
#endif
#if CASE == 7  // refused: hushring: of strings, those of char can be bound: their bytes are UTF-8
struct refused { std::u8string_view a; };
#endif
#if CASE == 8  // refused: hushring: this type cannot be bound to JSON
struct refused { std::any a; };
#endif
#if CASE == 9  // refused: hushring: this type cannot be bound to JSON
struct refused { std::shared_ptr<int> a; };
#endif
#if CASE == 10  // refused: hushring: this type cannot be bound to JSON
struct refused { std::unique_ptr<int[]> a; };
#endif
#if CASE == 11  // refused: hushring: this type cannot be bound to JSON
struct refused { std::unique_ptr<closed> a; };
#endif
#if CASE == 12  // refused: hushring: pointers cannot be bound; use std::optional or a value
struct refused { void (*a)(); };
#endif
#if CASE == 13  // refused: hushring: this enumeration has no texts
#include <hushring/json/enums.hpp>
enum class side { buy, sell };
struct refused { side a; };
#endif
#if CASE == 14  // refused: hushring: what is read needs a default constructor, as do all of its members
struct refused {
  int a;
  closed b;
  static constexpr hushring::fields fields{hushring::ignore("b")};
};
#endif

void read_refused(refused& r) { static_cast<void>(hushring::read_into("{}", r)); }
