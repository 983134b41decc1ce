// SPDX-License-Identifier: GPL-3.0-or-later
// Iterative Impact (Metzler, Suri and Weissenbacher, "Extracting safe thread schedules from incomplete model checking
// results", SPIN 2019, algorithms 1, 2 and 5): the tree is explored one schedule at a time. At each node one thread is
// followed, with all its edges: the thread that came here, or after it has jumped back the one that has waited longest.
// What is left when everything is covered is a schedule under which nothing fails, somebody can always go on, and
// nobody is left out for ever. Then the first node that could also go on otherwise does, and so on.
//
// Where we differ. A thread that may have to wait is followed only where the label shows that it need not (the paper's
// Check_Enabledness, before the step instead of behind it). A cover is made only if every cycle that it closes has a
// step of each thread that can go on somewhere in the cycle: cycles are looked for by taking the thread's edges away
// and asking for what is still strongly connected, so all cycles are seen, also those across several covers. So the
// tree is fair at every moment. Once nodes have several threads to choose from, there is no end of longer and longer
// fair cycles; so a cycle is also accepted if each of its threads may be chosen somewhere in it (the paper's Definition
// 4). A thread in front of an atomic section counts as one that can go on, whether its condition holds or not: such a
// condition is a wish, which a schedule must fulfil and not avoid. A cycle in which nobody does anything that others
// notice, and in which a machine integer grows in every round, is none (endless.h): no execution stays in it, while
// the paper takes every cycle for one that may be endless. Nor do the rounds of such a loop end a turn: from outside
// nobody could tell which of several threads is through with its own first. A loop without acts that may be endless
// does end it, or the others would wait for ever. Whoever is held to such a tree is treated fairly if, of the threads
// that may go on, the one goes that has gone least often (the paper's Lemma 2). A thread at a node that leads to a
// failure, or to where nobody can go on, is taken back with all that follows, and another one is tried. Where every
// way on goes round for ever and leaves somebody out, the node is taken back as well (backtrack.cpp).
#pragma once
#include <optional>

#include "engines/impact/deciding.h"
#include "engines/impact/endless.h"
#include "engines/impact/search.h"

namespace heddle::impact {

class Schedules {
 public:
  // When a thread's turn ends: after so many rounds of loops, when it sleeps, or where it calls one of these.
  struct Turns {
    unsigned rounds = 1;
    std::set<model::ProcId> slow;
    std::function<bool(const flow::Seen::Act&)> is_attempt;  // an operation that gives up instead of waiting
    std::function<bool(const flow::Rest&)> is_wish;          // in front of an atomic section of the program
  };
  Schedules(z3::Context& context, const model::Program& program, Places& places, Tree& tree, const Turns& turns,
            const std::function<void()>& tick)
      : places_(places),
        tree_(tree),
        turns_(turns),
        tick_(tick),
        endless_(context, program, places, tree, tick),
        deciding_(places.flow()) {}

  struct Progress {
    enum Kind : uint8_t { Safe, Violation, Nothing } kind = Nothing;
    std::optional<Found> found;  // Violation; it is for the caller to see whether it is one
  };
  // The next schedule, or the next violation; nothing: all executions are decided.
  Progress next();

  // Of the schedules so far, all together.
  bool is_followed(NodeId n, unsigned thread) const;
  bool is_part(NodeId n) const { return !is_dead(n); }                  // it was not taken back
  std::vector<NodeId> reached() const;                                  // from the root, in the order of breadth first
  bool is_fair() { return is_fair_from(Tree::kRoot, Fairness::Fair); }  // whoever chooses
  bool has_schedule() const { return !is_dead(Tree::kRoot) && work_.empty(); }
  // Executions that were not looked at: a thread that has to wait or not, depending on inputs, was not followed there.
  const std::optional<model::Position>& left_out() const { return left_out_; }
  // Labels, covers and missing edges, once more from nothing but the labels.
  bool breaks_somewhere();

 private:
  struct State {
    std::set<unsigned> followed, refused;  // threads; refused: it fails, or may have to wait
    std::set<unsigned> waits, goes;  // the label shows that it must wait; there is an execution in which it need not
    bool dead = false;               // taken back
    std::optional<bool> makes_round{};
  };
  // backtrack.cpp
  using Moment = std::pair<PlaceId, std::vector<unsigned>>;
  struct Way {  // to a node
    bool is_made = false, is_exact = false;
    std::optional<bool> is_reached;
    std::optional<Moment> moment;  // nothing: what decides is not known in numbers
  };
  Way& way(NodeId n);
  bool is_exact(NodeId from, const Edge& e);
  bool is_reached(NodeId n);
  void refuse(NodeId n, unsigned thread);
  bool is_refused(NodeId n, unsigned thread);
  bool is_lost(NodeId n);
  bool goes_round(NodeId n);
  bool has_gone_before(NodeId n, unsigned thread);
  void note_step(NodeId n, NodeId child);
  std::optional<unsigned> untried_from(NodeId n);
  struct Options {                                    // at a moment
    NodeId node = kNone;                              // one of it
    std::map<unsigned, std::optional<Moment>> leads;  // of those that were tried, to where; nothing: that depends
  };
  struct Reached {
    std::map<unsigned, Moment> to;
    std::set<unsigned> has_to_go;  // it can for sure, or has a wish
  };
  using Part = std::map<Moment, Reached>;
  static bool has_fair_cycle(const Part& all);
  static std::vector<std::set<Moment>> components(const Part& all, const std::set<Moment>& among);
  State& state(NodeId n);
  bool is_dead(NodeId n) const { return n < states_.size() && states_[n].dead; }
  bool is_alive(NodeId n) const { return !is_dead(n) && !tree_.has_covered_ancestor(n); }
  bool is_impossible(NodeId n) const;         // its label says so
  bool is_behind_impossible(NodeId n) const;  // ... or that of a node on the way to it: no execution leads there
  bool is_skipped(NodeId n, unsigned thread) const;
  bool is_in_turn(NodeId n);
  bool makes_round(NodeId n);
  unsigned rounds_made(NodeId n);
  bool is_as_far_in_turn(NodeId n, NodeId older);
  std::vector<unsigned> in_order(NodeId n);
  std::optional<Found> look_at(NodeId n);
  enum class Turn : uint8_t { Goes, Waits, Fails };
  Turn turn(NodeId n, unsigned thread, std::optional<Found>& found);
  void follow(NodeId n, unsigned thread);
  void take_back(NodeId n);
  void kill(NodeId n);
  bool close(NodeId n);
  // Fair: every cycle has a step of each thread that can go on in it. Admits: at some node of the cycle, the thread may
  // be chosen.
  enum class Fairness : uint8_t { Fair, Admits };
  bool is_fair_from(NodeId n, Fairness kind);
  bool can_go(NodeId n, unsigned thread);
  bool has_to_go(NodeId n, unsigned thread);
  bool is_wish(PlaceId p, unsigned thread) const;
  bool start_another();
  bool uncover_from_impossible();
  void requeue_uncovered();
  bool is_over(PlaceId p) const;
  void leave_out(NodeId n, unsigned thread);
  z3::Term nobody_can_go(NodeId n);

  Places& places_;
  Tree& tree_;
  const Turns& turns_;
  const std::function<void()>& tick_;
  Endless endless_;
  std::vector<NodeId> work_{Tree::kRoot};
  std::vector<State> states_;
  std::map<NodeId, std::set<unsigned>> wanted_;  // not skipped although they could be (the paper's set I)
  std::optional<model::Position> left_out_;
  std::set<PlaceId> sleepers_told_;
  std::vector<Found> pending_;  // violations that are not told yet
  const Deciding deciding_;
  std::vector<Way> ways_;
  std::map<Moment, std::set<unsigned>> refused_in_;  // wherever it is that moment
  std::map<Moment, Options> graph_;
  std::set<Moment> lost_;                       // no schedule leads on from there
  std::set<std::pair<NodeId, unsigned>> told_;  // who goes where, in the last schedule
};

}  // namespace heddle::impact
