// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of threads with numbers: the ways from a place, with names of their own for each thread.
#pragma once
#include "judge/questions.h"
#include "judge/steps/arrival.h"
#include "judge/tree_certificate.h"
#include "judge/variables.h"

namespace heddle::judge {

// Which shared variables a way depends on, and which it changes.
struct Touched {
  std::set<std::string> reads, writes;
  bool starts = false, joins = false, ends = false;
};

class TreeSteps {
 public:
  TreeSteps(const model::Program& p, const TreeCertificate& c)
      : c_(c), walker_(p, c.map.map, names_), variables_(c.map.map, walker_) {}

  Variables& variables() { return variables_; }
  steps::Walker& walker() { return walker_; }
  const steps::Place& place(size_t n) const { return c_.map.places[n].place; }
  const steps::Ways& ways(size_t place);
  size_t count() const { return count_; }  // ways so far

  std::map<std::string, std::string> own_names(size_t place, size_t thread) const;
  // What is supposed when the thread goes this way.
  const Suppositions& suppositions(size_t place, size_t thread, size_t way);

  // A thread goes a way, from a state of one node to that of another.
  struct Landing {
    Suppositions suppositions;
    std::map<std::string, std::string> becomes;  // names afterwards, in terms of those before
    std::vector<Claim> must;
  };
  // Nothing: this way does not lead there.
  const std::optional<Landing>& lands(const TreeCertificate::State& from, size_t thread, size_t way,
                                      const TreeCertificate::State& to);
  // Enough threads have ended that the way joins.
  bool can_join(const TreeCertificate::State& from, const steps::Way& way) const;
  bool can_surely_join(const TreeCertificate::State& from, const steps::Way& way) const;  // whichever is meant

  // Whatever the state: where the first is followed by the second, of another thread, the second could have gone first.
  bool commute(size_t place, size_t way, size_t later_place, size_t later_way);

 private:
  using Key = std::vector<size_t>;
  std::optional<Landing> land(const TreeCertificate::State& from, size_t thread, size_t way,
                              const TreeCertificate::State& to);
  const Touched& touched(size_t place, size_t way);
  bool matters(const steps::Slot& slot, const steps::Spot& at);
  bool is_ended(const TreeCertificate::State& s, size_t thread, steps::RoleId role) const;

  const TreeCertificate& c_;
  steps::Names names_;
  steps::Walker walker_;
  Variables variables_;
  std::map<size_t, steps::Ways> ways_;
  std::map<Key, Suppositions> suppositions_;
  std::map<Key, std::optional<Landing>> landings_;
  std::map<Key, Touched> touched_;
  size_t count_ = 0;
};

}  // namespace heddle::judge
