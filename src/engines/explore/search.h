// SPDX-License-Identifier: GPL-3.0-or-later
// Expanding one state: its successors under a persistent set, and what is wrong with the state itself. Depth-first
// order, breadth-first order and the full graph for termination are built on this (engine.cpp, shorten.cpp,
// fair_cycles.cpp).
#pragma once
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/property.h"
#include "engines/explore/ended_variables.h"
#include "engines/explore/fair_cycles.h"
#include "engines/explore/happens_before.h"
#include "engines/explore/persistent_sets.h"
#include "engines/explore/visited.h"
#include "engines/explore/weak_order.h"
#include "semantics/machine.h"
#include "semantics/simulate.h"

namespace heddle::explore {

// Something wrong, found in or by a step from `state`.
struct Finding {
  base::Property property{};
  std::string kind;
  StateId state = kNoState;
  std::vector<semantics::Move> last;  // moves from `state` that show it: the failing step; both accesses of a race
  std::vector<unsigned> threads;      // involved, by slot: the racing two, the ring, the blocked
  bool apart = false;                 // a race whose first access came before `state`; `last` makes the second one
  std::vector<semantics::Move> way;   // from the start, where `state` is none of the search's (confirm.h)
  std::string key;                    // findings with the same key are the same bug
  model::Position at;                 // of what failed, if the failing step does not begin there
};

struct Successor {
  StateId id = kNoState;
  unsigned thread = 0;
  bool fresh = false, spurious = false;
  uint16_t fair = 0;  // what fair choices it made: Search::fair_choices
};

struct Expansion {
  std::vector<Successor> successors;
  std::vector<bool> enabled;  // by thread: has a step that is no spurious wake-up (all threads known only if full)
  bool full = false;
  bool unsure = false;  // an atomic section blocks for all inputs that were tried, but not all were
};

// What was passed on the way that makes a proof impossible.
struct Dropped {
  bool wide_input = false, unmodelled = false, thread_limit = false;
  bool needs_reuse =
      false;  // pointers to freed memory are compared: to be searched again, with what addresses are given out
  bool strict_comparison = false;  // the same, where that is undefined behaviour (Program::strict_pointers)
  bool ended_variable = false;     // a pointer to a variable is compared that may have ended (ended_variables.h)
  std::vector<semantics::Fault> undefined, unsupported;  // one of each kind and place
  std::vector<std::string> in_words() const;
  bool any() const { return wide_input || unmodelled || thread_limit || !undefined.empty() || !unsupported.empty(); }
  void add(const Dropped& other);
};

// Which races are looked for: two accesses that can be made next to each other; or any two that nothing orders
// (happens_before.h), which needs more states.
enum class Races : uint8_t { None, Adjacent, Unordered };

// What is left out: nothing; what persistent sets from static futures allow; what is known about locks besides; and
// which of the threads of a procedure does what (interchange.h).
enum class Reduce : uint8_t { Nothing, Futures, Locks, Threads };

struct Follows {
  bool reuse = false;  // new blocks may have the addresses of freed ones (Machine::follow_reuse)
  // It goes on behind uses of what was never initialised, as long as nobody decides by such a value (Machine::blur).
  // What is found then happens whatever the value is.
  bool any_values = false;
  // What is computed from an input is any number (Machine::forget_numbers): what is found may not be there.
  bool any_numbers = false;
};

class Search {
 public:
  // with: whose states these are, too; both may search at the same time then, and neither looks for unordered races.
  Search(const analysis::Analyses& analyses, Reduce reduce, Races races, Follows follows, Search* with = nullptr,
         const Foreknowledge& known = {});

  semantics::Machine& machine() { return machine_; }
  const semantics::Machine& machine() const { return machine_; }
  const Visited& visited() const { return *visited_; }
  Visited& visited() { return *visited_; }
  StateId start();
  void expand(StateId id, Expansion& out, bool everybody = false);  // everybody: nobody is left out
  // A reduction has turned out to be wrong (lock_discipline.h): what was found is true, but not all there is.
  bool misled() const { return locks_ && locks_->broken(); }
  // Reduce::Threads: threads have taken each other's places, but something was met that tells them apart. Then nothing
  // is proven.
  bool mistook_threads() const { return symmetry_->interchanged && symmetry_->told_apart; }
  bool interchanged_threads() const { return symmetry_->interchanged; }
  void tell_threads_apart() { symmetry_->told_apart = true; }
  void restart();                                    // forgets the states and goes on with what it has learnt
  void follow(const Search& other);                  // its states, and what it has learnt, are this search's, too
  void add(const Search& other);                     // what the other one has met and learnt
  void look_back();                                  // when all is searched: what can only be told then
  std::vector<semantics::Move> path_to(StateId id);  // moves from the start
  semantics::Move move_between(StateId from, StateId to, unsigned thread);
  model::Position position(StateId id, unsigned thread);  // in the user's code: what the thread does next
  semantics::MakeMachine make_machine() const;            // more machines that number and erase as this search does

  std::function<void(Finding&&)> on_finding;
  Dropped dropped;
  // a place where a thread learns of others without being ordered: adjacent races are not all
  std::optional<WeakOrder::Place> weak_order;
  // what is ordered there C does not say: forbids the proof that there is no race
  std::optional<model::Position> mixed_sizes;
  std::vector<FairChoices> fair_choices{{}};  // the different sets that steps made; the first is empty
  uint64_t transitions = 0;
  unsigned most_threads = 1;
  // Polled inside long expansions; true stops early.
  std::function<bool()> stop;

 private:
  struct BlockUse {  // by whom, and under which locks
    unsigned thread = 0;
    std::set<std::pair<semantics::ObjRef, uint32_t>> locks;
    bool operator==(const BlockUse&) const = default;
  };
  using BlockUses = std::map<uint32_t, std::vector<BlockUse>>;  // by the place that takes the block
  void note_use(uint32_t site, const BlockUse& use, BlockUses& here, BlockUses& there);
  bool step_thread(StateId id, unsigned t, Expansion& out);
  const semantics::State& state_to_join_in(unsigned t, bool& early);
  void look_for_differences(const semantics::StepResult& r);
  uint16_t note_choices(unsigned t, const semantics::StepResult& r);
  void note_blocks(unsigned t, const semantics::StepResult& r);
  void note_faults(StateId id, unsigned t, const semantics::Choices& choices, const semantics::StepResult& r);
  void load(StateId id, semantics::State& s, uint32_t& past) const;
  std::pair<StateId, bool> insert(semantics::State& s, uint32_t past, StateId parent, unsigned thread);
  HappensBefore::Step order(StateId id, unsigned t, const semantics::Choices& choices, const semantics::StepResult& r);
  void note_races(StateId id);
  void note_section_races(StateId id, unsigned t, const semantics::Choices& choices, const semantics::StepResult& r);
  void note_rings(StateId id);
  void note_deadlock(StateId id);
  std::string place(unsigned t);

  std::shared_ptr<const analysis::Footprints> footprints_;
  semantics::Machine machine_;
  Futures futures_;
  std::unique_ptr<LockDiscipline> locks_;  // Reduce::Locks
  PersistentSets persistent_;
  EndedVariables ended_variables_;
  WeakOrder weak_order_;
  std::shared_ptr<Visited> visited_;
  const bool reduce_;
  const Follows follows_;
  const Races races_;
  std::unique_ptr<HappensBefore> happens_before_;  // Races::Unordered
  std::vector<semantics::Happening> happenings_;   // of the last step
  semantics::State state_, next_;
  uint32_t past_ = 0;  // of the state being expanded
  // by thread, of the state being expanded: can proceed; not only spuriously; stepped
  std::vector<bool> can_, steps_, done_;
  struct Symmetry {  // of all who search together
    std::atomic<bool> interchanged{false}, told_apart{false};
  };
  std::shared_ptr<Symmetry> symmetry_;
  semantics::State exchanged_;
  std::vector<unsigned> everybody_;  // who can proceed, where nothing is left out
  std::set<std::string> dropped_keys_;
  BlockUses compared_, freed_;
  std::map<std::pair<unsigned, const model::Instr*>, unsigned>
      choosers_;  // thread and place of a fair choice -> its bit
};

}  // namespace heddle::explore
