// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/topics.h"

#include <algorithm>
#include <map>

#include "base/check.h"

namespace heddle::report {

using trace::Property;
using trace::Reason;

const std::vector<Topic>& property_topics() {
  static const std::vector<Topic> topics = {
      {text(Property::UnreachCall), "No assertion fails, and no error function is called.",
       "The property is violated if an execution fails an `assert`, or calls `reach_error` or `__VERIFIER_error`. "
       "Heddle "
       "looks at all interleavings and all inputs. The trace is one execution that fails.",
       "Read the interleaving from below: which value did the assertion see, and which step of another thread wrote "
       "it? "
       "Where two steps of one thread belong together, hold a lock from the first step to the last one."},
      {text(Property::NoDataRace), "No two threads access the same memory at the same time.",
       "A data race is two accesses of two threads to the same bytes, at least one of them a write, not both of them "
       "atomic, and nothing that orders the one before the other: no common lock, no join, no signal, no barrier. The "
       "behaviour of a C program with a data race is undefined, also where the race looks harmless.",
       "Hold the same lock at both accesses (the report says which locks each thread holds), or make the variable "
       "atomic, or let one thread wait until the other one is done."},
      {text(Property::NoDeadlock), "Some thread can always go on, and no threads wait for each other in a ring.",
       "The property is violated if no thread can step although not all have ended, or if some threads wait for each "
       "other for ever while others still run. A thread that locks a mutex twice waits for itself.",
       "Take locks in the same order in all threads; signal a condition after changing what the waiter looks at, and "
       "look again in a loop around the wait. The report names the lock that each thread holds and the lock that it "
       "waits for."},
      {text(Property::Termination), "Every fair execution ends.",
       "The property is violated by a livelock: an execution that runs for ever although every thread gets its turn. "
       "The trace has a part that repeats. With strong fairness (the default) a thread that is able to go on again and "
       "again does go on in the end; `--fairness weak` asks only that a thread goes on which is able to all the time.",
       "Look at the part that repeats: what does each thread wait for, and who should change it? Threads that give way "
       "to each other need an order, or a random pause."},
      {text(Property::NoOverflow), "No signed arithmetic overflows.",
       "C leaves the overflow of signed numbers undefined. This version of Heddle does not check the property: numbers "
       "wrap around, as on the machine.",
       "Check with another tool, or assert the range of the result."},
      {text(Property::ValidMemsafety), "Memory is only used inside of objects that exist.",
       "The property is violated by an access outside of an object, to memory that was freed, that has left its scope "
       "or that nobody has written yet, through a null pointer, and by freeing what cannot be freed. For the other "
       "properties such an error makes a proof impossible.",
       "Repair the first error of the trace; what happens behind it says nothing."},
  };
  return topics;
}

const std::vector<Topic>& reason_topics() {
  static const std::vector<Topic> topics = {
      {text(Reason::TimeLimit), "The time that you allowed is over.",
       "The search was ended before it had seen everything. What it found until then is in the result.",
       "Allow more with --time-limit, or check a smaller instance: fewer threads, shorter loops."},
      {text(Reason::MemoryLimit), "The memory that you allowed, or that there is, is used up.",
       "The limit counts all processes of the run together; without --memory-limit it is nine tenths of what was free.",
       "Allow more with --memory-limit, or check a smaller instance: fewer threads, shorter loops."},
      {text(Reason::StateLimit), "The search has seen as many states as you allowed.",
       "The search was ended by --state-limit before it had seen everything.", "Raise --state-limit, or leave it out."},
      {text(Reason::Interrupted), "You, or the system, stopped the search.",
       "Ctrl-C and a termination signal end the search early. What it found until then is in the result.",
       "Run it again and let it finish, or set --time-limit."},
      {text(Reason::WideInput), "An input has too many values to try them all.",
       "The engine tried some values of an input and found no violation; the others were not tried.",
       "Constrain the input with __VERIFIER_assume, use a narrower type, or let --engine auto choose an engine that "
       "computes with symbols."},
      {text(Reason::UnmodelledCall), "The program calls a function that Heddle knows nothing about.",
       "A call without a body and without a model could do anything, so no proof passes it. The output names the "
       "functions.",
       "Give the function a body in one of the checked files or with --model FILE.c: what matters of it for the "
       "threads "
       "is enough. If it returns any value and does nothing else, --harmless NAME says so."},
      {text(Reason::UndefinedBehaviour), "An execution does something that C leaves undefined.",
       "Behind undefined behaviour a program may do anything, so nothing can be proven about it. The report shows the "
       "execution that leads there.",
       "Repair the undefined behaviour first; --property valid-memsafety shows it alone."},
      {text(Reason::Unsupported), "The program uses something that the engine does not define.",
       "Examples are an address used as a number and some library functions. The output names the line.",
       "Rewrite the named line in plainer C, or try another --engine."},
      {text(Reason::BoundReached), "There is no violation up to a bound, and executions go further.",
       "The engine looks at a bounded number of rounds of each loop, or of steps. It found no violation within the "
       "bound and could not show that the bound is enough.",
       "Raise the bound (--unwind, --lazy-depth), or use --engine auto, which also tries engines without a bound."},
      {text(Reason::WeakAtomics), "The program uses atomics that order less than the engine assumes.",
       "Whether relaxed atomics order two accesses depends on more than the interleaving, and the engine does not "
       "follow it.",
       "Use acquire and release or memory_order_seq_cst (the default) where threads learn from each other, or try "
       "another --engine."},
      {text(Reason::NoProof), "The engine found no proof, and it does not look for violations.",
       "Some engines only prove. The facts that this one knows how to find are not enough for this program. That says "
       "nothing against the program.",
       "Use --engine auto: other engines find violations, and other proofs."},
      {text(Reason::NotChecked), "This part of the property is not checked.",
       "Heddle does not know a part of what was asked for; memory leaks are an example.",
       "Ask for less with --property, or check this part with another tool."},
      {text(Reason::EngineFailed), "An engine failed: an internal error, or its process was killed.",
       "The answers of the other engines stand. A process is also killed by the system, when memory runs out.",
       "Report the defect, if the message speaks of one: it says how to see it again. Or try another --engine."},
      {text(Reason::ProofRefused), "An engine had a proof, and the judge of --certify refused it.",
       "The judge shares no code with the engines. One of the two is wrong, so Heddle claims nothing.",
       "Report the defect, with the program and the result (-o FILE)."},
  };
  return topics;
}

namespace {

std::string with_dashes(std::string words) {
  std::replace(words.begin(), words.end(), ' ', '-');
  return words;
}

const Topic* named(const std::vector<Topic>& topics, const std::string& name) {
  for (const Topic& t : topics)
    if (with_dashes(t.name) == name) return &t;
  return nullptr;
}

}  // namespace

const Topic& topic(Property p) {
  const Topic* t = named(property_topics(), text(p));
  HEDDLE_CHECK(t) << "there is a topic about " << text(p);
  return *t;
}

const Topic& topic(Reason r) {
  const Topic* t = named(reason_topics(), with_dashes(text(r)));
  HEDDLE_CHECK(t) << "there is a topic about the reason " << text(r);
  return *t;
}

const Topic* find_topic(const std::string& word) {
  static const std::map<std::string, Property> kKinds = {{"data-race", Property::NoDataRace},
                                                         {"race", Property::NoDataRace},
                                                         {"deadlock", Property::NoDeadlock},
                                                         {"assertion", Property::UnreachCall},
                                                         {"assert", Property::UnreachCall},
                                                         {"livelock", Property::Termination},
                                                         {"overflow", Property::NoOverflow},
                                                         {"memsafety", Property::ValidMemsafety},
                                                         {"out-of-bounds", Property::ValidMemsafety},
                                                         {"use-after-free", Property::ValidMemsafety},
                                                         {"use-after-scope", Property::ValidMemsafety}};
  const std::string name = with_dashes(word);
  if (auto kind = kKinds.find(name); kind != kKinds.end()) return &topic(kind->second);
  if (const Topic* t = named(property_topics(), name)) return t;
  return named(reason_topics(), name);
}

}  // namespace heddle::report
