// Descriptions that contradict their structs or themselves. Nothing in here compiles.
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hushring/json/fields.hpp>
#include <hushring/json/read.hpp>

using namespace hushring;
struct inner { int x; };
struct collector {
  std::map<std::string, int> rest;
  static constexpr hushring::fields fields{collect("rest")};
};

struct refused {
  int a;
  int b;
  std::string s;
  std::optional<signed char> o;
  inner in;
  std::map<std::string, int> rest;
  std::vector<std::pair<int, int>> numbers;
  collector collected;

  static constexpr hushring::fields fields{
#if CASE == 1  // refused: hushring: `fields` names a member that the struct does not have
      hushring::rename("c", "d")
#endif
#if CASE == 2  // refused: hushring: two members of the struct, or an alias, have the same key
      hushring::rename("b", "a")
#endif
#if CASE == 3  // refused: hushring: two members of the struct, or an alias, have the same key
      alias("a", "b")
#endif
#if CASE == 4  // refused: hushring: two members of the struct, or an alias, have the same key
      alias("a", "a")
#endif
#if CASE == 5  // refused: hushring: two members of the struct, or an alias, have the same key
      flatten("in"), hushring::rename("a", "x")
#endif
#if CASE == 6  // refused: hushring: `fields` says the same of a member, or of the struct, twice
      hushring::rename("a", "x"), hushring::rename("a", "y")
#endif
#if CASE == 7  // refused: hushring: `fields` says the same of a member, or of the struct, twice
      keys(key_style::camel), keys(key_style::kebab)
#endif
#if CASE == 8  // refused: hushring: `fields` contradicts itself: of a member that it ignores, flattens, or collects
      hushring::rename("a", "x"), ignore("a")
#endif
#if CASE == 9  // refused: hushring: `fields` contradicts itself: of a member that it ignores, flattens, or collects
      flatten("in"), required("in")
#endif
#if CASE == 10  // refused: hushring: `fields` contradicts itself: of a member that it ignores, flattens, or collects
      collect("rest"), omit_empty("rest")
#endif
#if CASE == 11  // refused: hushring: `fields` contradicts itself: a required member cannot be left out when it is empty
      omit_empty("a"), required("a")
#endif
#if CASE == 12  // refused: hushring: `fields` collects unknown members in two members
      collect("rest"), collect("numbers")
#endif
#if CASE == 13  // refused: hushring: `fields` contradicts itself: a struct that is an array has no keys
      as_array, hushring::rename("a", "x")
#endif
#if CASE == 14  // refused: hushring: only a member that is a struct itself can be flattened
      flatten("s")
#endif
#if CASE == 15  // refused: hushring: unknown members are collected in a map from strings, or in a vector of pairs
      collect("numbers")
#endif
#if CASE == 16  // refused: hushring: unknown members are collected in a map from strings, or in a vector of pairs
      collect("a")
#endif
#if CASE == 17  // refused: hushring: default_value is for numbers, booleans and strings; use a default initializer
      default_value("in", 1)
#endif
#if CASE == 18  // refused: hushring: a default_value is no value of its member: of another type, or out of range
      default_value("s", 1)
#endif
#if CASE == 19  // refused: hushring: a default_value is no value of its member: of another type, or out of range
      default_value("o", 128)
#endif
#if CASE == 20  // refused: hushring: a default_value is no value of its member: of another type, or out of range
      default_value("a", 0.5)
#endif
#if CASE == 21  // refused: hushring: a default_value is no value of its member: of another type, or out of range
      default_value("a", true)
#endif
#if CASE == 22  // refused: hushring: a default_value is no value of its member: of another type, or out of range
      default_value("s", "\xFF")
#endif
#if CASE == 23  // refused: hushring: a flattened struct cannot collect unknown members; collect them in the outer one
      flatten("collected")
#endif
#if CASE == 24  // refused: hushring: a key of the struct is not UTF-8
      hushring::rename("a", "\xFF")
#endif
  };
};
void read_refused(refused& r) { static_cast<void>(read_into("{}", r)); }
