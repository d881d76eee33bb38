// The seam for types beyond the basic ones: each is a `codec` in a file of its own (json/*.hpp).
#pragma once

#include <cstddef>

#include <hushring/json/detail/config.hpp>

namespace hushring {

/// How values of T are converted from and to values of a type that is bound; see json/convert.hpp.
template <class T>
struct convert;

}  // namespace hushring

namespace hushring::detail {

/// Types with a conversion of their own, which comes before all else that they could be bound as.
template <class T>
concept converted = requires { typename convert<T>::type; };

inline namespace HUSHRING_BUILD {

/// How values of T are read and written. Specialized for the types that have one, with these static members:
///
///     char opening                    the character that every value but null begins with; '\0' where there is none
///     bool begins(char c)             where there is none: whether a value may begin with `c`
///     type_info describe()            (consteval) what the slow pass that finds errors goes by
///     bool views<Within...>()         (consteval) whether a value may hold views into its text; see holds_views
///     parse<O>(p, c, out, depth)      reads a value from behind its opening character, where there is one, from its
///                                     first character otherwise; `depth` containers are open around it. Gives the place
///                                     behind the value, or null. May read `reach` bytes behind the end, but stores
///                                     nothing that depends on them, and returns nothing behind it without success being
///                                     refused later (every caller checks the end before it believes a value).
///     put<O>(sink, value)             writes a value whose opening character has been written
///     largest<Within...>()            (consteval) the most bytes that a value takes in JSON, or `varies`; see
///                                     largest_size
///     bound(value)                    where it varies: the most bytes that this value can take
///
/// and where they differ from these:
///
///     bool nullable = false           null is one of its values, which `assign_null(out)` gives
///     bool may_be_missing = false     a member of this type is never required
///     bool flat = false               cheap to read inline, arrays of it too
///     bool empty_is_none = false      "" is an empty optional of this type; type_info says so, too
///     bool absent(value)              whether it is like an empty optional: left out where those are
///     bool empty(value) = false       whether omit_empty leaves it out
template <class T>
struct codec {};

}  // namespace HUSHRING_BUILD

/// The size of what has no largest value.
inline constexpr std::size_t varies = ~std::size_t{0};

template <class T>
concept coded = requires { codec<T>::opening; };

}  // namespace hushring::detail
