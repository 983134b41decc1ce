// SPDX-License-Identifier: GPL-3.0-or-later
// The threads of a program with all calls inlined: what the transaction graph is the product of. Each ThreadCreate
// that is executed at most once is one thread. Addresses and functions that follow from constants are known: a
// parameter is bound to what its call hands over, so that the library's pthread_create starts the function it is told.
//
// What ends the whole execution (a failure, an exit, an assumption that does not hold) ends only its thread here: what
// the others do afterwards they may as well have done before. So no step keeps the others from going on, and of two
// steps that do not depend on each other either may come first.
//
// What has no skeleton: recursion, threads started in loops or with functions that are not known, requests to cancel,
// and programs that are too large. Then there is no transaction graph, and engines do without its facts.
#pragma once
#include <map>
#include <optional>
#include <stdexcept>
#include <vector>

#include "analysis/analyses.h"
#include "model/loop_order.h"
#include "model/program.h"
#include "transactions/relevance.h"

namespace heddle::transactions {

struct NoGraph : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What an expression certainly is.
struct Known {
  enum Kind : uint8_t { Number, Place, Function } kind = Number;
  uint64_t value = 0;  // the number; the procedure; the abstract object, or a variable (Skeleton::first_variable)
  uint64_t offset = 0;
  bool operator==(const Known&) const = default;
};

using NodeId = uint32_t;
using FrameId = uint32_t;
using ThreadId = uint32_t;

struct Edge {
  NodeId to = 0;
  enum Kind : uint8_t { Always, Holds, Fails, Case } kind = Always;  // what is known of Skeleton::tested on this edge
  uint64_t value = 0;                                                // Case
};

struct Node {
  // Relock: behind the sleep of a wait on a condition, before the mutex is taken again. End: the last three of Thread.
  enum Kind : uint8_t { Instr, Relock, End } kind = Instr;
  model::ProcId proc = 0;
  model::Pc pc = 0;
  FrameId frame = 0;
  ThreadId thread = 0;
  unsigned section = 0;   // nesting of atomic sections
  bool visible = false;   // others may notice it, and some condition sees it
  bool rests = false;     // others may run while the thread is here
  bool looping = false;   // the thread may come here again
  ThreadId starts = ~0u;  // ThreadCreate
  std::vector<Edge> next;
};

struct Frame {
  model::ProcId proc = 0;
  NodeId call = 0;
  FrameId parent = ~0u;
  ThreadId thread = 0;
  bool looping = false;
  std::vector<std::optional<Known>> parameters;
};

struct Thread {
  model::ProcId entry = 0;
  NodeId first = 0;
  NodeId end = 0;      // it may be joined
  NodeId stopped = 0;  // behind a failure, an exit or an assumption that does not hold: nobody comes to join it
  NodeId lost = 0;     // behind a step that leads nowhere, since it is undefined
  NodeId creator = ~0u;
};

class Skeleton {
 public:
  Skeleton(const analysis::Analyses& analyses, const Relevance& relevance);  // throws NoGraph

  const std::vector<Thread>& threads() const { return threads_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Frame>& frames() const { return frames_; }
  const model::Program& program() const { return p_; }
  const analysis::Analyses& analyses() const { return analyses_; }
  const model::Instr& instr(const Node& n) const { return p_.procedures[n.proc].code[n.pc]; }
  // By what a branch, a switch or an assumption chooses its edge.
  static model::ExprId tested(const model::Instr& i) { return i.kind == model::InstrKind::Builtin ? i.args[0] : i.a; }

  std::optional<Known> known(FrameId frame, model::ExprId e, unsigned depth = 0) const;
  // Variables on the stack that exist once are numbered behind all abstract objects.
  uint64_t first_variable() const { return p_.objects.size() + p_.sites.size(); }
  model::SiteId site_of_variable(uint64_t variable) const { return variables_[variable - first_variable()].site; }
  size_t variables() const { return variables_.size(); }

 private:
  struct Variable {
    FrameId frame;
    model::Pc pc;
    model::SiteId site;
  };
  NodeId node(FrameId frame, model::Pc pc, unsigned section);
  FrameId open(model::ProcId f, NodeId call, FrameId parent, ThreadId thread, bool looping);
  ThreadId start(model::ProcId f, NodeId creator, std::optional<Known> argument);
  void follow(NodeId n);
  std::optional<bool> outcome(NodeId n) const;  // of what is tested there, if it is certain
  void follow_call(NodeId n, const model::Instr& i);
  void follow_builtin(NodeId n, const model::Instr& i);
  void leave(NodeId n);
  void link(NodeId from, NodeId to, Edge::Kind kind = Edge::Always, uint64_t value = 0);
  bool rests(const Node& n) const;
  bool visible(model::ProcId f, model::Pc pc) const {
    return analyses_.visible().at(f, pc) && !relevance_.quiet(f, pc);
  }
  bool in_loop(model::ProcId f, model::Pc pc) const { return !order(f)[pc].heads.empty(); }
  const model::LoopOrder& order(model::ProcId f) const;
  void find_definitions();

  const analysis::Analyses& analyses_;
  const Relevance& relevance_;
  const model::Program& p_;
  std::vector<Thread> threads_;
  std::vector<Node> nodes_;
  std::vector<Frame> frames_;
  std::map<std::tuple<FrameId, model::Pc, unsigned>, NodeId> ids_;
  std::vector<NodeId> todo_;
  mutable std::map<model::ProcId, model::LoopOrder> orders_;
  std::vector<std::vector<model::Pc>> definitions_;  // by procedure and local; kNone: none or several
  mutable std::map<std::pair<FrameId, model::Pc>, uint64_t> variable_ids_;
  mutable std::vector<Variable> variables_;
};

}  // namespace heddle::transactions
