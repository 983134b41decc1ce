// SPDX-License-Identifier: GPL-3.0-or-later
// The threads' extended finite state machines (Ganai and Gupta, SPIN 2008, section 2.2), one for each procedure: which
// instructions are visible to other threads, what is merged into one block, and how many empty steps (NOPs) lie on an
// edge.
//
// A block is a visible operation alone (with its read_sync before and its write_sync behind: three steps), or local
// computation up to the next branch, join, call or visible operation. Procedures have one copy; recursive ones as many
// as the bound on recursion allows.
//
// Path and loop balancing (PB; M. K. Ganai and A. Gupta, "Accelerating high-level bounded model checking", ICCAD 2006):
// all ways from the entry of a procedure to a block get the length of the longest one, calls counted with the length of
// the callee, and the length of every loop is rounded up to a multiple of one unit, so that what goes around loops
// comes together again.
#pragma once
#include <map>
#include <vector>

#include "analysis/analyses.h"
#include "model/program.h"
#include "transactions/facts.h"

namespace heddle::unrolled {

class Control {
 public:
  // facts: operations that nobody notices (transactions/facts.h) are not visible; null: they are
  Control(const analysis::Analyses& analyses, bool balance, unsigned visible_steps,
          const transactions::Facts* facts = nullptr);

  bool visible(model::ProcId f, model::Pc pc) const { return is_visible_[f][pc]; }
  bool joins(model::ProcId f, model::Pc pc) const { return procedures_[f].joins[pc]; }
  // Empty steps between the block in which `last` is and the one that starts at `target`.
  unsigned padding(model::ProcId f, model::Pc last, model::Pc target) const;
  unsigned padding_of_return(model::ProcId f, model::Pc last) const;
  unsigned length(model::ProcId f) const { return procedures_[f].length; }

  // May a thread other than one that began with `entry` write the abstract object while that one runs?
  bool others_write(model::ProcId entry, uint32_t abstract) const { return visible_.others_write(entry, abstract); }
  bool shared(uint32_t abstract) const { return visible_.shared(abstract); }
  bool recursive(model::ProcId f) const { return procedures_[f].recursive; }

  struct CallSite {
    model::ProcId caller;
    model::Pc pc;
  };
  const std::vector<CallSite>& call_sites() const { return call_sites_; }
  // into call_sites()
  const std::vector<uint32_t>& calls_of(model::ProcId f) const { return procedures_[f].called_from; }
  uint32_t call_site(model::ProcId f, model::Pc pc) const { return procedures_[f].site_at.at(pc); }

 private:
  struct Procedure {
    std::vector<bool> joins;
    std::vector<model::Pc> block_of;  // the first instruction of its block
    std::map<std::pair<model::Pc, model::Pc>, unsigned> padding;
    std::map<model::Pc, unsigned> return_padding;
    std::vector<uint32_t> called_from;
    std::map<model::Pc, uint32_t> site_at;
    unsigned length = 1;
    bool recursive = false;
  };
  struct Block {
    unsigned cost = 1;
    bool returns = false;
    std::vector<model::Pc> next;
  };

  void find_calls();
  std::vector<model::ProcId> callees(model::ProcId f, const model::Instr& i) const;
  std::map<model::Pc, Block> blocks(model::ProcId f);
  std::vector<unsigned> balance(model::ProcId f, unsigned unit);  // the lengths of its loops
  std::vector<model::ProcId> callees_first() const;

  const model::Program& p_;
  const unsigned visible_steps_;  // of a visible operation: with read_sync and write_sync or without
  const analysis::PointsTo& points_to_;
  const analysis::Visible& visible_;
  std::vector<std::vector<bool>> is_visible_;
  std::vector<Procedure> procedures_;
  std::vector<CallSite> call_sites_;
};

}  // namespace heddle::unrolled
