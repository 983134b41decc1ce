// SPDX-License-Identifier: GPL-3.0-or-later
// Lazy modelling (M. K. Ganai and A. Gupta, "Efficient Modeling of Concurrent Systems in BMC", SPIN 2008).
// Each thread is unrolled alone, with a copy of shared memory of its own. At a read_sync it may take over the copy, and
// with it the token, of a thread that is at a write_sync; constraints for such pairs are added when unrolling reaches
// them:
//
//   P1  RW(r@k, w@h)  =>  thread i is at r and has no token, thread j is at w and has it
//   P2  each r takes from one w at most, each w gives to one r at most: RW => RC = its number in r, WC = its number in
//   w
//   P3  RW  =>  i's copy of shared memory after r is j's at w; i has the token then, j has not
//   S1  RC = 0  =>  i's copy and token stay; WC = 0  =>  j's token stays
//   S3  an operation that writes goes on only with the token (the path ends otherwise: executions are prefixes)
//
// Where we deviate. P1 has an implication, not an equivalence: as an equivalence together with P2 it would exclude
// executions in which two writes could hand over. The logical clocks CS are those of the solver's order theory
// (smt/order_theory.h), which keeps just such vectors: RW orders w before r, the points of a thread are ordered, and no
// cycle is a model. So they cost a literal for each pair and no bits. Behind a mere read a thread gives the token away
// only if it took it for that read: otherwise it could have done so before. Two bytes for which several pairs have the
// same literals need one implication, and bytes that nobody asks for need none. Hand-overs between operations that do
// not depend on each other get no pair (dependence.h).
#pragma once
#include <optional>

#include "engines/unrolled/model.h"

namespace heddle::unrolled {

struct Point;
struct ReadPoint;
struct WritePoint;

struct Pair {
  ReadPoint* r = nullptr;
  WritePoint* w = nullptr;
  Lit taken;  // RW
};

class Lazy : public Model {
 public:
  Lazy(const model::Program& p, const analysis::PointsTo& points_to, const Control& control, smt::Circuit& circuit,
       const Switches& switches, const Plan& plan);
  ~Lazy() override;

  void advance() override;
  bool stuck() const override { return stuck_; }
  Lit goes_on() override;
  Lit closed() override;  // every read_sync takes from one of the pairs there are now, or from none
  semantics::Execution execution(const Suspect& s) const override;
  smt::Clause events() const override;  // the literals RW
  std::string switches_text(const Suspect& s) const override;

 private:
  struct Unrolled {
    Stepper::States states;
    unsigned depth = 0;
    Lit token = smt::kFalse;
    std::shared_ptr<const Contents> contents;
    std::optional<smt::Node> last;  // the latest point
    std::vector<ReadPoint*> reads;
    std::vector<WritePoint*> writes;
    WritePoint* takes_from = nullptr;  // in a turn of a window: where it takes the token
    unsigned from = 0;                 // where its window begins
  };

  void begin_thread(unsigned t);
  void step_thread(unsigned t);
  ReadPoint* read_point(unsigned t, const std::vector<const State*>& states);
  WritePoint* write_point(unsigned t, const std::vector<const State*>& states);
  void pair_up();
  bool possible(const ReadPoint& r, const WritePoint& w) const;
  bool matters(const ReadPoint& r, const WritePoint& w);
  void note_syncs(unsigned t);
  void add_pair(ReadPoint* r, WritePoint* w, Lit taken);
  void number(std::vector<Lit>& code, const std::vector<Pair*>& pairs, Lit taken);
  void link_cells();
  void find_races();
  void order(Unrolled& u, Point& p);
  bool take_turns();
  // by thread, its turns: the depth from which the thread runs, and the number of the turn
  std::vector<std::vector<std::pair<unsigned, unsigned>>> turns() const;
  friend struct ReadPoint;

  std::deque<Unrolled> threads_;
  std::deque<ReadPoint> read_points_;
  std::deque<WritePoint> write_points_;
  std::deque<Pair> pairs_;
  struct Link {
    ReadPoint* r;
    size_t cell;
    Pair* pair;  // null: what was there before
  };
  std::deque<Link> links_;
  Dependence dependence_;
  std::optional<unsigned> give_at_;  // in a turn of a window: the depth from which on the thread gives the token away
  unsigned steps_ = 0;               // of each thread from where its window begins
  bool stuck_ = false;
};

}  // namespace heddle::unrolled
