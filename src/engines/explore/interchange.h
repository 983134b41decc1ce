// SPDX-License-Identifier: GPL-3.0-or-later
// Workers of a pool are alike: which of them does what makes no difference, but for the handles by which main joins
// them. A search that lets threads that were started alike take each other's places (semantics/interchange.cpp) has up
// to n! fewer states; the handles stay where they are. (Symmetry as in Emerson and Sistla, "Symmetry and model
// checking", FMSD 1996; together with persistent sets as in Emerson, Jha and Peled, "Combining partial order and
// symmetry reductions", TACAS 1997.)
//
// That is no symmetry of the program: main joins threads[0] first, and now threads[0] may be any of them. It is one of
// a larger program, in which a join is satisfied by the end of any thread that was started alike. It has the executions
// of the program and more. So when the search finds nothing wrong there, nothing is wrong. What it finds counts if the
// program can do it, too (confirm.h); if not, the program is searched again as it is.
//
// What ends nowhere needs more than that: a program may stand still where the larger one goes on, since main gets
// past a join. So a join while some of these threads still run is like a spurious wake-up: possible, but owed by
// nobody. It never makes up a persistent set on its own (persistent_sets.h), and a state in which nobody can do
// anything else is a deadlock. In a ring of waiting threads, who joins waits for each that still runs. A join may come
// before or after any step of these threads, so it conflicts with all of them.
//
// Where it is asked for at all: nobody but main starts or joins threads, no result of a thread is looked at, no thread
// asks for its own handle, none is detached or cancelled, and there are no read-write locks, which count by slot. The
// search gives up as soon as anything is met that is noted by thread: pointers that are compared, threads that end with
// a lock, whatever forbids a proof. A thread that does not end (exit, a failed assumption or assertion) stays one of
// those that are alike, but nobody can join it.
#pragma once
#include "model/program.h"

namespace heddle::explore {

bool may_interchange_threads(const model::Program& p);

}  // namespace heddle::explore
