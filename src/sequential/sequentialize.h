// SPDX-License-Identifier: GPL-3.0-or-later
// From a program with threads to one without, whose error is reached exactly when the threads have a fair execution
// that never ends, within a number of rounds:
//
//   Atig, Bouajjani, Emmi, Lal: "Detecting Fair Non-Termination in Multithreaded Programs", CAV 2012.
//
// The threads take turns, round after round: `stem` rounds first, then `loop` rounds that are repeated for ever. The
// new program runs one thread after the other, each through all of its rounds. What shared memory holds at the
// beginning of a round is guessed, with a copy of the memory for each round; in the end the guesses are compared with
// what the round before has left, and the last round of the loop with the first. A thread remembers where it stands,
// and its locals, when the loop begins, and has to come back to that.
//
// Fairness: a thread that takes no step in the loop has ended before it, or waits for something all the time. What it
// waits for is guessed too, and nobody may do in the loop what would let it go (strong), or it must have had to wait at
// some point of the loop (weak).
//
// Where we differ from the paper:
//  - Procedures are inlined unless they are recursive, so most threads have one frame to come back to, and the loop of
//    every thread begins at the same round. The paper's `shift` is for frames of callers, and is not needed then. The
//    loop may begin in a recursive procedure that never returns (the paper's keyframe), and the stack may grow in it;
//    the interpreter confirms that (any_values.h), and the message says so, because a real stack is full some time.
//  - Threads are started by pthread_create; semaphores, read-write locks, barriers, condition variables and joins wait
//    like locks: each of them is a word of memory and a condition on it.
//  - Addresses are numbers: an object gets a place, and a pointer is guessed like any other number. Blocks of the heap
//    come from a pool for each allocation, the first free one first; so a loop that allocates and frees a block comes
//    back to the same state.
#pragma once
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "analysis/analyses.h"
#include "model/program.h"

namespace heddle::sequential {

// The program does what is not translated; the words say what and where.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Settings {
  unsigned stem = 1, loop = 1;  // rounds
  unsigned threads = 2;         // main included; an execution that starts more is not looked at
  unsigned blocks = 6;          // of the heap, for each allocation; an execution that needs more is not looked at
  bool strong = true;
  bool all_start = false;  // only executions in which main starts all threads before it stays anywhere
  unsigned rounds() const { return stem + loop; }
};

// What an input of the sequential program stands for. The line of an input is its index in Sequential::sites.
struct Site {
  enum Kind : uint8_t {
    None,
    Guess,    // what memory holds, or what a thread waits for
    Thread,   // the thread of this number runs from here on
    Switch,   // before an instruction others notice: the round in which it is executed; or one of the two numbers below
    Head,     // the same at the head of a loop that does nothing others notice
    Asleep,   // the same for a thread that sleeps on a condition variable or at a barrier
    Relock,   // the same for one that was woken and has to lock its mutex again
    Input,    // an input of the threads
    TimeOut,  // 1: the sleeper at this instruction wakes because its time is over
    Wake,     // which thread is woken; Settings::threads: nobody sleeps
  } kind = None;
  model::ProcId proc = model::kNone;
  model::Pc pc = 0;
};

struct Sequential {
  model::Program program;  // prepared (analysis/prepare.h) by whoever checks it
  std::vector<Site> sites;
  Settings settings;
  std::set<model::ObjectId> left_out;  // variables of the threads that decide nothing (idle_counters.h)
  // Instead of a round: the thread has come back to where the loop began; it waits for ever.
  unsigned comes_back() const { return settings.rounds(); }
  unsigned stuck() const { return settings.rounds() + 1; }
};

Sequential sequentialize(const analysis::Analyses& analyses, const Settings& settings);

}  // namespace heddle::sequential
