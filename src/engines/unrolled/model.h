// SPDX-License-Identifier: GPL-3.0-or-later
// What the search by depth needs of a way to model the program; lazy.h and eager.h are the two.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "engines/unrolled/stepper.h"
#include "transactions/facts.h"

namespace heddle::unrolled {

// Something to find: the literal implies that it happens.
struct Suspect {
  Lit lit;
  base::Property property{};
  std::pair<model::Position, model::Position> where;
  unsigned first = 0, second = 0;              // threads
  unsigned first_depth = 0, second_depth = 0;  // race: of the operations
  uint32_t alike = 0;                          // eager, monotonic: the first operation is one of these
};

struct Switches {
  bool context = true, locksets = true, dependence = true, folding = true, reads = true, races = true, failures = true;
  bool same_states = false;  // eager: as many depths for an operation as with read_sync and write_sync
  bool local = true;         // eager: what only one thread notices takes no depth
  bool movers = false;       // eager: operations that move right take no depth of their own (movers.cpp)
  unsigned recursion = 4;
  bool monotonic = false;                      // eager: one interleaving for each partial order (reduction.h)
  const transactions::Facts* facts = nullptr;  // ... of operations whose order matters
  // A window: threads take turns as told, each up to a depth; from there on as they like.
  struct Window {
    struct Turn {
      unsigned thread, until;
    };
    std::vector<Turn> turns;
  };
  std::optional<Window> window;
};

class Model {
 public:
  Model(const model::Program& p, const analysis::PointsTo& points_to, const Control& control, smt::Circuit& circuit,
        const Switches& switches, const Plan& plan)
      : stepper(p, points_to, control, circuit,
                {switches.context, switches.folding, switches.recursion, switches.movers}, plan),
        c_(circuit),
        switches_(switches) {}
  virtual ~Model() = default;

  virtual void advance() = 0;                   // by one depth, with all constraints
  virtual bool stuck() const { return false; }  // the turns of the window are not possible
  virtual Lit goes_on() = 0;                    // some thread goes on beyond the depth
  virtual Lit closed() = 0;                     // assume it: nothing comes from what is not unrolled yet
  virtual semantics::Execution execution(const Suspect& s) const = 0;  // of the solver's model
  // what makes this execution different from others (eqn 16)
  virtual smt::Clause events() const = 0;
  virtual std::string switches_text(const Suspect& s) const = 0;  // who ran from where to where
  unsigned depth() const { return depth_; }
  std::vector<Suspect> take_suspects() { return std::exchange(suspects_, {}); }  // new ones

  Stepper stepper;
  struct Statistics {
    uint64_t blocks = 0, pairs = 0, pruned = 0, needless = 0, read_syncs = 0, write_syncs = 0;
  };
  const Statistics& statistics() const { return statistics_; }
  std::function<void()> poll;  // asked now and then; may throw; the stepper has it, too

 protected:
  void find_failures();
  void suspect_race(smt::Clause conditions, const Touch& a, const Touch& b, const Suspect& threads);

  smt::Circuit& c_;
  const Switches switches_;
  unsigned depth_ = 0;
  Statistics statistics_;

 private:
  std::vector<Suspect> suspects_;
  size_t failures_seen_ = 0;
};

}  // namespace heddle::unrolled
