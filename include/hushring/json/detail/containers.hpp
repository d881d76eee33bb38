// Containers of all kinds that are no vectors, and single characters. Whatever asks about a type includes this first: a
// type is bound, or not, once and for all when it is first asked about.
#pragma once

#include <hushring/json/character.hpp>
#include <hushring/json/detail/collect.hpp>
#include <hushring/json/detail/maps.hpp>
#include <hushring/json/detail/sequences.hpp>
