// SPDX-License-Identifier: GPL-3.0-or-later
// What atomic operations order for other memory. Looking at interleavings, as enumerate() does, every atomic operation
// seems to order; but a thread may learn of another one without being ordered with it, by a relaxed operation or by an
// attempt to lock that fails. Two accesses that only this keeps apart race, although no state has them next to each
// other.
#pragma once
#include "model/program.h"

namespace heddle::oracle {

struct Ordering {  // as made here: all an operation can do, as synchronisation operations and atomic sections do
  bool acquires = true, releases = true;
  bool overwrites = false;  // a mere store: what others released there before can no longer be acquired
  bool fails = false;       // a call that fails: not even a fence behind it acquires
};

// Of an atomic Load, Store, Rmw or CmpXchg; a CmpXchg that fails does not write.
Ordering ordering(const model::Instr& in, bool write);

Ordering fence(const model::Instr& in);

// Does the text of the program have a way to learn without being ordered? Not all attempts ever fail, and not all code
// is reached: this asks only whether a proof that there is no race may be too hard.
bool has_weak_order(const model::Program& p);

}  // namespace heddle::oracle
