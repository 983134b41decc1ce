// SPDX-License-Identifier: GPL-3.0-or-later
// Which objects an address may name and which procedures a function pointer may call: inclusion-based points-to
// (Andersen, "Program Analysis and Specialization for the C Programming Language", PhD thesis, DIKU 1994, chapter 4),
// flow-, context- and field-insensitive. Sound for the executions the interpreter defines: an address whose set is
// empty can only be null, undefined or a number that never was an address; the interpreter stops a path that
// dereferences one, so the access touches nothing.
//
// Memory handed to unmodelled calls escapes: such a call may store any escaped address into any escaped object, call
// any escaped procedure, and return any of them. External objects (declared, not defined) have escaped from the start.
#pragma once
#include <unordered_map>
#include <vector>

#include "analysis/access_set.h"
#include "analysis/inclusion_graph.h"
#include "analysis/patience.h"
#include "base/bit_set.h"
#include "model/program.h"

namespace heddle::analysis {

class PointsTo {
 public:
  // What an engine does at a call that is not modelled: go on, with anything it may have done, or not follow the
  // execution any further.
  enum class Unmodelled : uint8_t { GoesOn, Ends };
  explicit PointsTo(const model::Program& p, Unmodelled unmodelled = Unmodelled::GoesOn, Patience patience = {});
  PointsTo(const PointsTo&) = delete;  // the watchers in the graph know this object
  PointsTo& operator=(const PointsTo&) = delete;

  static uint64_t made();  // so many were computed in this process: they are dear, and one should do

  // The abstract objects an address expression of procedure f may refer to.
  base::BitSet objects(model::ProcId f, model::ExprId address) const;
  // The procedures a function pointer may call, ascending.
  std::vector<model::ProcId> targets(model::ProcId f, model::ExprId pointer) const;

  // Whether an address may be stored in the object.
  bool may_hold_address(uint32_t abstract_object) const { return !graph_.set(content(abstract_object)).empty(); }

  // Whether a local of procedure f, or what f returns, may carry the address of the object.
  bool may_hold(model::ProcId f, model::LocalId l, uint32_t abstract_object) const {
    return graph_.set(local(f, l)).has(abstract_object);
  }
  bool may_return(model::ProcId f, uint32_t abstract_object) const {
    return graph_.set(result(f)).has(abstract_object);
  }

  base::BitSet escaped_objects() const { return objects_in(graph_.set(unknown_)); }
  std::vector<model::ProcId> escaped_procedures() const { return procedures_in(graph_.set(unknown_)); }
  // Whether a thread other than the one that created the object may get at it: its address is in memory, passed to a
  // thread, a thread's result, or escaped. Static objects without an instance per thread are everybody's anyway.
  bool may_be_shared(uint32_t abstract_object) const { return shared_.has(abstract_object); }

 private:
  using Node = InclusionGraph::Node;

  // Elements: abstract objects, then procedures.
  uint32_t procedure_element(model::ProcId f) const { return object_count_ + f; }
  bool is_object(uint32_t element) const { return element < object_count_; }
  Node content(uint32_t abstract_object) const { return first_content_ + abstract_object; }
  Node local(model::ProcId f, model::LocalId l) const { return first_local_[f] + l; }
  Node result(model::ProcId f) const { return first_result_ + f; }
  Node value(model::ProcId f, model::ExprId e);  // the node of an expression's value

  void make_nodes();
  void constrain_initialisers();
  void constrain_unknown();
  void constrain(model::ProcId f, const model::Instr& i);
  void constrain_builtin(model::ProcId f, const model::Instr& i);
  void load(Node address, Node into);
  void store(Node address, Node from);
  void copy(Node to_address, Node from_address);
  void call(model::ProcId f, const model::Instr& i, model::ProcId callee);
  void start_thread(model::ProcId thread, Node argument);
  void into_local(model::ProcId f, model::LocalId l, Node from);
  void point_local(model::ProcId f, const model::Instr& i);  // the result is the address of the instruction's site
  void collect_shared();

  base::BitSet evaluate(model::ProcId f, model::ExprId e) const;
  base::BitSet objects_in(const base::BitSet& elements) const;
  std::vector<model::ProcId> procedures_in(const base::BitSet& elements) const;

  const model::Program& program_;
  const Unmodelled unmodelled_;
  uint32_t object_count_;
  InclusionGraph graph_;
  Node first_content_ = 0, first_result_ = 0;
  std::vector<Node> first_local_;
  Node unknown_ = 0;         // what unmodelled code may hold
  Node thread_results_ = 0;  // what ends of threads hand to joins
  Node thread_arguments_ = 0;
  std::unordered_map<uint64_t, Node> values_;
  base::BitSet shared_;
};

}  // namespace heddle::analysis
