// SPDX-License-Identifier: GPL-3.0-or-later
// Operations that tell a thread something without ordering memory: atomics that do not release or acquire, attempts to
// lock that fail, requests to cancel a thread (POSIX, 4.12). Where a program has them, "never next to each other" does
// not mean "ordered".
#pragma once
#include <optional>
#include <string>

#include "model/program.h"

namespace heddle::analysis {

bool writes_weakly(const model::Instr& i);  // what others read here is not ordered after what came before
bool reads_weakly(const model::Instr& i);   // what is read here is not acquired
bool fails_weakly(const model::Instr& i);   // a compare-and-exchange that does not acquire when it fails
// POSIX (4.12) does not list sem_getvalue among what synchronises memory
bool looks_at_semaphore(const model::Instr& i);
bool has_weak_atomics(const model::Program& p);        // one of the above
bool makes_attempts_to_lock(const model::Program& p);  // or to cancel, or waits inside atomic sections
std::string operation_text(const model::Instr& i);     // "the relaxed load"
// The first of either kind in the program, with its place: "the relaxed load of `flag` at a.c:17"; nullopt: there is
// none.
std::optional<std::string> first_weak_operation(const model::Program& p);

}  // namespace heddle::analysis
