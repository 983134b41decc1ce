// SPDX-License-Identifier: GPL-3.0-or-later
// The makers of each domain, for domains/lattice.cpp.
#pragma once
#include "domains/lattice.h"

namespace heddle::domains {

Value make_ranges(size_t variables);
Value make_congruences(size_t variables);
Value make_octagons(size_t variables);
Value make_polyhedra(size_t variables);
Value make_product(std::vector<Value> parts);
// What `inner` knows of some of the variables: members[k] is its variable k. Of the others it knows nothing.
Value make_part(std::vector<Var> members, size_t variables, Value inner);

}  // namespace heddle::domains
