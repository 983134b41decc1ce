// SPDX-License-Identifier: GPL-3.0-or-later
// A tree of labelled places that covers every execution.
//
// A step is what a thread does from its place to the next one, as judge/steps derives it. An execution is *followed* if
// the program's first state fulfils the first node's label, each step leads along an edge to a node whose label its
// state fulfils, and a covered node is left for the one that covers it. What has to be shown:
//
// 1. The first state fulfils the first node's label.
// 2. From every state that fulfils the label of a node without cover, every step of every thread leads along an edge to
//    a node whose label is fulfilled then; except the steps of threads that are skipped there.
// 3. A covered node is at the same places as the one that covers it, which is not covered itself, and implies its
//    label.
// 4. Where a thread t is skipped, the step before was one of a thread u with a larger number, t was there already, and
//    any step of t could have gone before it, with the same result (where a cover leads: for the edge to the covered
//    node).
// 5. No state that fulfils the label of a node without cover allows a violation, whoever goes next.
//
// Then there is no violation. Of all executions of the same length to the same state, take the one whose list of
// threads is the least, compared number by number. It is followed: where it took a step that is skipped, the two steps
// could be exchanged by 4, and the list would be less. So every state of the program is one of some node, and 5 is
// about all of them.
//
// Of a schedule, a node says which threads may go on there, and an execution is one in which nobody else does. 2 and 5
// are about these threads then, nobody is skipped, and it has to be shown as well:
//
// 6. The nodes, edges and covers are those of the schedule.
// 7. A thread that may go on somewhere has no need to wait there, whatever the inputs are; and where nobody may go on,
//    all threads have ended or the program has. A sleeper is woken by whoever holds the program to the schedule.
// 8. Cycles are fair, as the schedule says: of each thread that can go on somewhere in a cycle, the cycle has a
//    step; or it may be chosen somewhere in the cycle. A cycle that makes a machine integer larger and never smaller
//    does not count: no execution goes round for ever.
//
// Threads that wait for each other for ever while another one goes on are not looked for: the ruling says so.
#pragma once
#include <string>

#include "judge/question.h"
#include "trace/schedule.h"

namespace heddle::judge {

inline constexpr const char* kTree = "tree";  // the kind of the certificate

// `content` is the JSON text of the certificate. Throws Cvc5Failed.
Ruling tree(const Question& question, const std::string& content);
// The same for a schedule, of which nothing is said about data races. Throws Cvc5Failed.
Ruling schedule(const Question& question, const trace::Schedule& schedule);

}  // namespace heddle::judge
