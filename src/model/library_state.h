// SPDX-License-Identifier: GPL-3.0-or-later
// State of the library models and C's happens-before. A model keeps its own state in atomic operations and sections so
// that it never races; but POSIX (4.12) and C do not say that getenv, atexit or localtime order threads, so an access
// to such state orders nothing. A model of a function that does order keeps its state in objects called ordering_X.
#pragma once
#include "model/program.h"

namespace heddle::model {

inline bool orders_threads(const Object& o) { return !o.internal || o.name.rfind("ordering_", 0) == 0; }

}  // namespace heddle::model
