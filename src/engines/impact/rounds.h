// SPDX-License-Identifier: GPL-3.0-or-later
// A proof of unreach-call along one order of the steps (turns.h), by linear facts.
//
// A *node* is a place together with the lane that has the turn. Nodes that every cycle comes through are *cuts*: only
// there it is said what holds, as the smallest set of linear facts around some points (symbolic/facts). What happens
// between two cuts is one formula, so nothing is forgotten on it: which cell of an array a thread has just looked at is
// still known when another thread looks there in the same round. Ways that meet at a node go on as one, so that forks
// do not double them: under which condition it was which of them, and what each symbol is then. Where more than one may
// be gone, as when two threads are followed that both can go on, a free variable chooses. Facts are found as induction
// finds them: a way that leaves the facts has a model, which is a point to be added (Reps, Sagiv and Yorsh, VMCAI
// 2004).
//
// The facts only ever become fewer. So as soon as they allow a violation, this order has no proof. It says nothing
// about races and deadlocks: what is not followed may race.
#pragma once
#include "engines/impact/last_look.h"
#include "engines/impact/turns.h"
#include "smt/z3/solver.h"
#include "symbolic/facts/facts.h"

namespace heddle::impact {

class Rounds {
 public:
  Rounds(z3::Context& context, Places& places, const std::function<bool()>& stop);
  ~Rounds();

  // A violation is *late* if all other threads have ended when it happens, in the order that is followed. `Late` after
  // `Early`: it excludes those that are late in either of the two orders.
  enum class Sought : uint8_t { All, Early, Late };

  // How threads may be put into lanes, the most promising first.
  std::vector<Lanes> orders();
  // Facts that every way keeps and that exclude such violations. Throws Stopped.
  bool find(const Lanes& lanes, Sought sought);
  // After `find`, from nothing but the facts: is there a way that leaves them, or a violation of those they exclude?
  LastLook look_once_more();
  size_t nodes() const { return nodes_.size(); }
  size_t cuts() const { return cuts_.size(); }
  uint64_t questions() const { return questions_; }

 private:
  using NodeId = uint32_t;
  struct Link {
    const Edge* edge;
    NodeId to;
  };
  struct Node {
    PlaceId place;
    unsigned lane;
    bool all = false;                // everybody is followed, so that no cycle leaves out a thread
    std::vector<unsigned> followed;  // threads
    std::vector<Link> links;
    bool is_cut = false;
    bool is_leftover = false;
    std::vector<SymbolId> needed{};  // are still read from here on
  };
  struct Cut {
    std::vector<SymbolId> over;
    std::vector<z3::Term> names;
    facts::Facts facts;
  };
  struct Way;
  struct Stage {  // of the ways from a cut on
    NodeId node = 0;
    std::set<NodeId> passed{};  // cuts that are leftovers
    bool ends = false;          // they end here
    auto operator<=>(const Stage&) const = default;
  };

  bool draw(const Lanes& lanes);
  bool draw_once(const Lanes& lanes, const std::set<std::pair<PlaceId, unsigned>>& all);
  std::optional<NodeId> leaves_out_somebody();
  bool can_step(const Node& n, unsigned thread);
  void find_cuts();
  void find_components(bool without_cuts, std::vector<uint32_t>& component,
                       std::vector<std::set<unsigned>>& moving) const;
  void find_leftovers();
  void find_relevant();
  bool has_relevant_update(const Edge& e) const;
  bool is_relevant(const z3::Term& t) const;
  bool is_left_out(const Edge& e) const;
  std::set<SymbolId> symbols(const z3::Term& t) const;
  void find_needed();
  void find_shapes();
  z3::Term in_range(NodeId n);
  void open(NodeId n);
  bool begin();
  std::vector<z3::Term> written(const Cut& cut) const;
  bool follow(NodeId from);
  bool follow(Stage first, Way way);
  Stage behind(const Stage& s, NodeId to) const;
  std::vector<Stage> stages(const Stage& first) const;
  z3::Term named(const z3::Term& t);
  bool excludes(const z3::Term& one, const std::vector<z3::Term>& others);
  Way meet(NodeId n, std::vector<Way> ways);
  std::optional<Way> take(const Link& link, bool only, const Way& way);
  bool arrive(NodeId at, const Way& way);
  bool is_late(NodeId n, unsigned thread) const;
  void find_left_to_late();
  bool allows_trouble(NodeId n, const Way& way);
  bool ask(const std::vector<z3::Term>& when, const z3::Term& t);

  z3::Context& c_;
  Places& places_;
  const std::function<bool()>& stop_;
  std::vector<facts::Int> thresholds_;  // of bounds
  Turns turns_;
  z3::Solver solver_;
  std::vector<Node> nodes_;
  std::map<NodeId, Cut> cuts_;
  std::set<SymbolId> relevant_;
  std::set<std::pair<SymbolId, SymbolId>> compared_;  // somewhere in the program
  std::map<SymbolId, std::set<int64_t>> flags_;       // and their values
  std::set<const flow::Fault*> left_to_late_;         // late somewhere in the order in which early ones were excluded
  std::set<NodeId> work_;
  unsigned threads_ = 0;  // at most, at a place
  NodeId begun_ = kNone;  // the cut whose ways are followed
  Sought sought_ = Sought::All;
  bool last_look_ = false;
  uint64_t questions_ = 0;
  std::map<unsigned, std::pair<z3::Term, z3::Term>> names_of_;  // terms by their number, and their names
  unsigned names_ = 0;
};

}  // namespace heddle::impact
