// SPDX-License-Identifier: GPL-3.0-or-later
// One execution, and what goes wrong in it. Either somebody decides who steps, and decisions inside steps come out at
// random; or the steps of an earlier execution are taken again, as far as they can be.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/property.h"
#include "base/random.h"
#include "engines/walk/race_clocks.h"
#include "engines/walk/who_steps.h"
#include "semantics/simulate.h"

namespace heddle::walk {

struct Finding {
  base::Property property{};
  std::string kind;
  std::string key;                     // findings with the same key are the same bug
  std::vector<semantics::Move> moves;  // the last one shows it
  std::vector<unsigned> threads;       // those that wait for ever
};

class Walker {
 public:
  // What is worth a finding. Asked often: by the kind of thing, then by the key.
  struct Asks {
    std::function<bool(base::Property)> about;
    std::function<bool(const std::string& key)> about_this;
  };
  Walker(const model::Program& p, Asks asks, base::Budget& budget);

  // Until nobody steps, or after `longest` steps. Calls found() for everything that is asked for.
  void walk(WhoSteps& who, base::Random& random, size_t longest, const std::function<void(Finding&&)>& found);
  // Takes these moves, but for those that cannot be taken, until it finds something with this key. nullopt: it does
  // not.
  std::optional<Finding> again(const std::vector<semantics::Move>& moves, const std::string& key);

  semantics::MakeMachine make_machine() const;
  size_t steps() const { return moves_.size(); }  // of the last walk
  unsigned most_threads() const { return most_threads_; }
  bool was_cut() const { return cut_; }  // the last walk: by a call without a model, or by too many threads

 private:
  using Pick = std::function<uint32_t(size_t k, uint32_t arity)>;
  enum class Step : uint8_t { Taken, Blocked, Over };  // Over: what comes now could not be shown again
  void begin();
  Step step(unsigned t, const Pick& pick, bool spuriously);
  void note_faults(const semantics::StepResult& r);
  void note_race();
  void look_for_deadlocks(bool everybody_waits);
  void note(base::Property p, const std::string& kind, const std::string& key, std::vector<unsigned> threads);
  bool nobody_steps();
  std::string place(unsigned t) const;

  const model::Program& p_;
  const Asks asks_;
  base::Budget& budget_;
  semantics::Machine machine_;
  semantics::State state_, next_;
  std::vector<semantics::Happening> happenings_;
  std::unique_ptr<RaceClocks> clocks_;
  std::vector<semantics::Move> moves_;
  std::function<void(Finding&&)> found_;
  const std::string* only_ = nullptr;  // the key of what is looked for; null: all that is asked for
  // Whether addresses are given out again: what the machine of the last walk did, and what the next one will do.
  bool reuse_ = false, wants_reuse_ = false;
  bool cut_ = false;
  unsigned most_threads_ = 1;
};

}  // namespace heddle::walk
