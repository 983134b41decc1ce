// SPDX-License-Identifier: GPL-3.0-or-later
#include "transactions/flow.h"

#include <functional>
#include <set>

#include "model/operands.h"

namespace heddle::transactions {

using model::Builtin;
using model::Expr;
using model::ExprId;
using model::ExprOp;
using model::Instr;
using model::InstrKind;
using model::LocalId;

void each_use(const model::Program& p, const Instr& i, const std::function<void(ExprId, bool)>& f) {
  auto partial = [&](ExprId root) {
    model::each_node(p.exprs, root, [&](ExprId, const Expr& e) {
      if (!model::is_partial(p.exprs, e)) return true;
      f(e.a, true);
      if (model::arity(e.op) > 1) f(e.b, true);
      return true;
    });
  };
  model::each_operand(i, partial);
  auto all = [&](std::initializer_list<ExprId> some, bool decides) {
    for (ExprId e : some)
      if (e != model::kNoExpr) f(e, decides);
  };
  switch (i.kind) {
    case InstrKind::Assign:
      for (const model::Assignment& a : i.assignments) f(a.value, false);
      return;
    case InstrKind::Return: return all({i.a}, false);
    case InstrKind::Call:
      for (ExprId e : i.args) f(e, false);
      return;
    case InstrKind::CallPointer:
      f(i.a, true);
      for (ExprId e : i.args) f(e, false);
      return;
    case InstrKind::Store:
    case InstrKind::Rmw:
    case InstrKind::CmpXchg: f(i.a, true); return all({i.b, i.c}, false);
    case InstrKind::Fill:
      f(i.a, true);
      f(i.c, true);
      return all({i.b}, false);
    case InstrKind::Builtin: break;
    default:
      all({i.a, i.b, i.c}, true);
      for (ExprId e : i.args) f(e, true);
      return;
  }
  for (size_t k = 0; k < i.args.size(); ++k) {
    const bool handed_on = i.builtin == Builtin::Output || i.builtin == Builtin::Exit ||
                           i.builtin == Builtin::ThreadExit || (i.builtin == Builtin::ThreadCreate && k == 3);
    f(i.args[k], !handed_on);
  }
}

Flow::Flow(const Skeleton& s, const Words& words)
    : s_(s), words_(words), at_(s.nodes().size()), defined_(s.nodes().size()), decided_by_(s.nodes().size()) {
  CellId next = static_cast<CellId>(words.words().size());
  for (const Frame& f : s.frames()) {
    first_local_.push_back(next);
    next += static_cast<CellId>(s.program().procedures[f.proc].locals.size());
  }
  results_ = next;
  into_.resize(cells());
  definitions_.resize(cells());
  seen_by_.resize(cells());
  for (NodeId n = 0; n < s.nodes().size(); ++n) {
    if (s.nodes()[n].kind != Node::Instr) continue;
    add_conditions(n);
    add_flows(n);
  }
  close();
}

// What is known does not depend on anybody.
void Flow::add_conditions(NodeId n) {
  const Node& at = s_.nodes()[n];
  const Instr& i = s_.instr(at);
  if (i.kind == InstrKind::Branch && at.next.size() == 1) return;
  std::set<ExprId> seen;
  each_use(s_.program(), i, [&](ExprId e, bool decides) {
    if (!decides || s_.known(at.frame, e) || !seen.insert(e).second) return;
    bool any = false;
    const uint32_t c = static_cast<uint32_t>(conditions_.size());
    model::each_node(s_.program().exprs, e, [&](ExprId, const Expr& leaf) {
      if (leaf.op != ExprOp::Local) return true;
      seen_by_[cell(at.frame, static_cast<LocalId>(leaf.bits))].add(c);
      any = true;
      return true;
    });
    if (!any) return;
    conditions_.push_back({n, e});
    at_[n].push_back(c);
  });
}

void Flow::flow(NodeId n, ExprId from, CellId to) {
  const FrameId frame = s_.nodes()[n].frame;
  model::each_node(s_.program().exprs, from, [&](ExprId, const Expr& e) {
    if (e.op == ExprOp::Local) flow(cell(frame, static_cast<LocalId>(e.bits)), to);
    return true;
  });
}

void Flow::add_flows(NodeId n) {
  const Node& at = s_.nodes()[n];
  const Instr& i = s_.instr(at);
  const Touches& touches = words_.of(n);
  switch (i.kind) {
    case InstrKind::Assign:
      for (const model::Assignment& a : i.assignments) {
        defines(n, cell(at.frame, a.local));
        flow(n, a.value, cell(at.frame, a.local));
      }
      return;
    case InstrKind::Call:
    case InstrKind::CallPointer:
      for (const Edge& e : at.next) {
        const FrameId callee = s_.nodes()[e.to].frame;
        const uint32_t params = s_.program().procedures[s_.frames()[callee].proc].params;
        for (LocalId l = 0; l < params; ++l) {
          defines(n, cell(callee, l));
          if (l < i.args.size()) flow(n, i.args[l], cell(callee, l));
        }
      }
      return;
    case InstrKind::Return: {
      const Frame& f = s_.frames()[at.frame];
      CellId to = results_;
      if (f.parent != ~0u) {
        const LocalId dst = s_.instr(s_.nodes()[f.call]).dst;
        if (dst == model::kNoLocal) return;
        to = cell(f.parent, dst);
      }
      defines(n, to);
      if (i.a != model::kNoExpr) flow(n, i.a, to);
      return;
    }
    default: break;
  }
  std::vector<CellId> to;
  if (i.dst != model::kNoLocal) to.push_back(cell(at.frame, i.dst));
  if (i.dst2 != model::kNoLocal) to.push_back(cell(at.frame, i.dst2));
  touches.writes.each([&](size_t w) { to.push_back(static_cast<CellId>(w)); });
  for (CellId c : to) {
    defines(n, c);
    touches.reads.each([&](size_t w) { flow(static_cast<CellId>(w), c); });
    if (i.kind != InstrKind::Load && i.kind != InstrKind::Alloca)
      each_use(s_.program(), i, [&](ExprId e, bool) { flow(n, e, c); });
    if (i.kind == InstrKind::Builtin && model::event_kind(i.builtin) == model::EventKind::Join) flow(results_, c);
  }
  if (i.kind == InstrKind::Builtin && i.builtin == Builtin::ThreadExit) flow(n, i.args[0], results_);
  if (at.starts != ~0u) {
    const FrameId first = s_.nodes()[s_.threads()[at.starts].first].frame;
    if (s_.program().procedures[s_.threads()[at.starts].entry].params > 0) {
      defines(n, cell(first, 0));
      flow(n, i.args[3], cell(first, 0));
    }
  }
}

void Flow::close() {
  for (base::BitSet& b : seen_by_)
    if (b == base::BitSet()) b = base::BitSet(conditions_.size());
  std::vector<CellId> todo;
  for (CellId c = 0; c < cells(); ++c)
    if (!seen_by_[c].empty()) todo.push_back(c);
  while (!todo.empty()) {
    const CellId c = todo.back();
    todo.pop_back();
    for (CellId from : into_[c])
      if (seen_by_[from].add_all(seen_by_[c])) todo.push_back(from);
  }
  for (NodeId n = 0; n < defined_.size(); ++n)
    for (CellId c : defined_[n]) decided_by_[n].add_all(seen_by_[c]);
}

std::optional<ThreadId> Flow::joined(NodeId join) const {
  const Node& at = s_.nodes()[join];
  const Expr& handle = s_.program().exprs[s_.instr(at).args[0]];
  if (handle.op != ExprOp::Local) return std::nullopt;
  std::set<CellId> seen;
  std::vector<CellId> todo{cell(at.frame, static_cast<LocalId>(handle.bits))};
  std::optional<ThreadId> found;
  while (!todo.empty()) {
    const CellId c = todo.back();
    todo.pop_back();
    if (!seen.insert(c).second) continue;
    if (definitions_[c].empty()) return std::nullopt;
    for (NodeId d : definitions_[c]) {
      const Node& by = s_.nodes()[d];
      const Instr& i = s_.instr(by);
      if (by.starts != ~0u && c < words_.words().size()) {
        if (found && *found != by.starts) return std::nullopt;
        found = by.starts;
        continue;
      }
      auto passed_on = [&](ExprId e) {
        const Expr& v = s_.program().exprs[e];
        if (v.op != ExprOp::Local) return false;
        todo.push_back(cell(by.frame, static_cast<LocalId>(v.bits)));
        return true;
      };
      bool fine = false;
      if (i.kind == InstrKind::Store) fine = words_.exact(d) && passed_on(i.b);
      if (i.kind == InstrKind::Load && words_.exact(d)) todo.push_back(*words_.exact(d)), fine = true;
      if (i.kind == InstrKind::Return && i.a != model::kNoExpr) fine = passed_on(i.a);
      if (i.kind == InstrKind::Assign)
        for (const model::Assignment& a : i.assignments)
          if (cell(by.frame, a.local) == c) fine = passed_on(a.value);
      if (i.kind == InstrKind::Call)
        for (const Edge& e : by.next) {
          const FrameId callee = s_.nodes()[e.to].frame;
          if (c >= first_local_[callee] && c - first_local_[callee] < i.args.size())
            fine = passed_on(i.args[c - first_local_[callee]]);
        }
      if (!fine) return std::nullopt;
    }
  }
  return found;
}

}  // namespace heddle::transactions
