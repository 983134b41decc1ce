// SPDX-License-Identifier: GPL-3.0-or-later
// Nobody sleeps for ever while all others wait for him. In a deadlock, every thread rests: it sleeps, waits for the
// end of another, or is at its own end. (Nobody waits for a lock: whoever holds one waits for locks only, and there is
// no ring.) For every place where main may rest we look for a contradiction between what must be so at the places
// where the threads rest that main has started. What is known of a deadlock:
//
// 1. A flag (notices.cpp) that was set when a thread came to rest is set. A flag that only this thread sets, and has
//    not set yet, is what it was before threads ran.
// 2. A thread sleeps on a condition variable c, and found a word with the mutex in its hand just before. Every writer
//    of the word holds that mutex and gives a notice to c before it rests. All have come to rest, so if the word had
//    been written since, there would have been a notice since. A broadcast, or a signal if nobody else ever waits on
//    c, would have woken the thread. So the word is still what the thread found.
// 3. Of several that sleep on c, consider the one that fell asleep last. If all who ever wait on c must rest there,
//    then none of them has run since, nor was one of them woken. If the other threads give at least a signal to c
//    after each write, then the word was not written since. So it is what one of the sleepers found.
//
// A thread that main has started for sure and that cannot rest anywhere is a contradiction, and so is a word with two
// values. No conclusion is drawn from a thread that checks its condition again or does not; spurious wake-ups and
// waits with a time limit only add to those who run. Wherever something is not known (the condition variable, the
// mutex, the number of threads), there is no contradiction, and no proof.
#pragma once
#include <optional>

#include "engines/invariants/walk.h"

namespace heddle::invariants {

// A place where main may rest in a deadlock, if there is one. Presumes that there is no ring of waits, and that whoever
// holds a lock waits for locks only.
std::optional<Rest> rest_for_ever(const Walk& walk);

}  // namespace heddle::invariants
