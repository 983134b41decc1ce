// SPDX-License-Identifier: GPL-3.0-or-later
// The largest set of variables and locals that is closed: first all candidates, then those are taken out whose value
// gets to something else.
#include "sequential/idle_counters.h"

#include <vector>

#include "model/operands.h"

namespace heddle::sequential {

using model::Builtin;
using model::ExprId;
using model::ExprOp;
using model::Instr;
using model::InstrKind;
using model::LocalId;
using model::ObjectId;
using model::ProcId;

namespace {

class Finder {
 public:
  explicit Finder(const analysis::Analyses& analyses) : p_(analyses.program()) {
    for (const model::Object& object : p_.objects)
      candidate_.push_back(!object.constant && !object.thread_local_ && !object.external && object.size <= 8);
    for (const model::Object& object : p_.objects)  // initialised pointers know others
      for (const model::Object::Relocation& r : object.relocations)
        if (!r.to_function) candidate_[r.target] = false;
    for (const model::Procedure& f : p_.procedures) idle_.emplace_back(f.locals.size(), true);
  }

  std::set<ObjectId> find() {
    for (ProcId f = 0; f < p_.procedures.size(); ++f) {
      for (LocalId l = 0; l < p_.procedures[f].params; ++l) idle_[f][l] = false;
      for (const Instr& i : p_.procedures[f].code) exclude_known_addresses(i);
    }
    for (changed_ = true; changed_;) {
      changed_ = false;
      for (ProcId f = 0; f < p_.procedures.size(); ++f)
        for (const Instr& i : p_.procedures[f].code) look_at(f, i);
    }
    std::set<ObjectId> found;
    for (ObjectId o = 0; o < p_.objects.size(); ++o)
      if (candidate_[o] && accessed_[o]) found.insert(o);
    return found;
  }

 private:
  bool is_direct(ExprId e) const { return p_.exprs[e].op == ExprOp::Global && candidate_[p_.exprs[e].bits]; }
  static bool is_access(const Instr& i) {
    return i.kind == InstrKind::Load || i.kind == InstrKind::Store || i.kind == InstrKind::Rmw;
  }

  // The address of a candidate is used to access it and for nothing else.
  void exclude_known_addresses(const Instr& i) {
    if (accessed_.empty()) accessed_.assign(p_.objects.size(), false);
    model::each_operand(i, [&](ExprId root) {
      if (is_access(i) && root == i.a && p_.exprs[root].op == ExprOp::Global) {
        accessed_[p_.exprs[root].bits] = true;
        return;
      }
      model::each_node(p_.exprs, root, [&](ExprId, const model::Expr& e) {
        if (e.op == ExprOp::Global) candidate_[e.bits] = false;
        return true;
      });
    });
  }

  void needs(ProcId f, ExprId root) {
    model::each_node(p_.exprs, root, [&](ExprId, const model::Expr& e) {
      if (e.op == ExprOp::Local && idle_[f][e.bits]) {
        idle_[f][e.bits] = false;
        changed_ = true;
      }
      return true;
    });
  }
  void needs_object(ExprId address) {
    if (!is_direct(address)) return;
    candidate_[p_.exprs[address].bits] = false;
    changed_ = true;
  }

  void look_at(ProcId f, const Instr& i) {
    if (is_access(i)) {
      if (!is_direct(i.a)) {
        needs(f, i.a);
        if (i.b) needs(f, i.b);
      }
      if (i.dst != model::kNoLocal && !idle_[f][i.dst]) needs_object(i.a);
      return;
    }
    if (i.kind == InstrKind::Assign) {
      for (const model::Assignment& s : i.assignments) {
        bool partial = false;  // its result may be undefined, which everybody notices
        model::each_node(p_.exprs, s.value, [&](ExprId, const model::Expr& e) {
          partial |= model::is_partial(p_.exprs, e);
          return true;
        });
        if (partial || !idle_[f][s.local]) needs(f, s.value);
      }
      return;
    }
    if (i.kind == InstrKind::Builtin && i.builtin == Builtin::Output) return;
    model::each_operand(i, [&](ExprId e) { needs(f, e); });
  }

  const model::Program& p_;
  std::vector<bool> candidate_, accessed_;
  std::vector<std::vector<bool>> idle_;  // by procedure and local
  bool changed_ = false;
};

}  // namespace

std::set<ObjectId> idle_counters(const analysis::Analyses& analyses) { return Finder(analyses).find(); }

}  // namespace heddle::sequential
