// SPDX-License-Identifier: GPL-3.0-or-later
// Which hand-overs of the token matter. The paper adds constraints for every pair of a read_sync and a write_sync,
// so pairs grow with reads times writes. Most of these hand-overs only separate operations that do not depend on
// each other: another order of the same operations shows the same, and the pair is not needed.
//
// The argument for two threads i and j (names as in lazy.h). An execution is a sequence of turns. Take one that
// shows a violation, drop every operation that the violation does not depend on, and move operations into earlier
// turns of their thread as long as they depend on nothing in the turn between. This ends, and in the result every
// hand-over from w of j to r of i has two properties:
//   A  The operation behind r depends on an operation of j before w, or, where both are about to race, on the next
//      operation of j behind w.
//   B  Thread j goes on later with an operation that depends on an operation of i from r on; or the operation before
//      w is the last one of j
//      and an operation of i from r on depends on it.
// With more threads the execution is the one that is least in the order of thread numbers among those with the same
// dependences. Then A holds for every hand-over to a thread with a lower number, and B need not hold. When races are
// looked for, no pair is left out there: two accesses that race must be neighbours, and the order that makes them
// neighbours is not always the least one.
//
// This is the idea of monotonic partial-order reduction (V. Kahlon, C. Wang and A. Gupta, "Monotonic Partial Order
// Reduction: An Optimal Symbolic Partial Order Reduction Technique", CAV 2009), applied to which constraints exist
// and not as constraints of its own.
//
// A mere read behind w may happen without the token, as if it came before the hand-over. So "the next operation
// behind w" means all of those reads and the first other operation.
//
// Operations are named by the depth of the read_sync before them. What an operation reads and writes is noted while
// it is unrolled; a pair that does not matter yet may matter at a deeper depth, so the question is asked again.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace heddle::unrolled {

struct Effect {  // of an operation on shared memory: bytes [first, last) of an object
  uint32_t object = 0;
  uint64_t first = 0, last = 0;
  bool write = false;
};

class Dependence {
 public:
  using Operation = unsigned;  // the depth of its read_sync

  void note(unsigned thread, Operation o, const Effect& e);
  void ends_at(unsigned thread, Operation o, unsigned write_sync) { at_write(thread, write_sync).last.insert(o); }
  void follows(unsigned thread, Operation o, unsigned write_sync) { at_write(thread, write_sync).next.insert(o); }

  // Does the hand-over from thread j at its write_sync to the operation of thread i matter, as far as the threads are
  // unrolled?
  bool matters(unsigned i, Operation r, unsigned j, unsigned write_sync, unsigned threads, bool races);

 private:
  struct Met {                    // conflicts of an operation with those of one other thread
    size_t mine = 0, theirs = 0;  // effects compared so far
    bool any = false;
    Operation earliest = 0, latest = 0;
  };
  struct Known {
    std::vector<Effect> effects;
    std::map<unsigned, Met> met;  // by thread
  };
  struct Sync {
    std::set<Operation> last, next;  // operations that end here, and those that may come first behind it
  };
  struct Thread {
    std::map<Operation, Known> operations;
    std::map<unsigned, Sync> writes;
    std::vector<std::pair<Operation, Effect>> log;  // of all operations
  };

  Thread& thread(unsigned t);
  Known& at(unsigned t, Operation o) { return thread(t).operations[o]; }
  Sync& at_write(unsigned t, unsigned depth) { return thread(t).writes[depth]; }
  const Met& meet(unsigned t, Operation o, unsigned other);
  bool depend(const Known& a, const Known& b) const;

  std::vector<Thread> threads_;
};

}  // namespace heddle::unrolled
