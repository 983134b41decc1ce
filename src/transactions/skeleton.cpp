// SPDX-License-Identifier: GPL-3.0-or-later
#include "transactions/skeleton.h"

#include "model/control_flow.h"
#include "model/operands.h"

namespace heddle::transactions {

using model::Builtin;
using model::Expr;
using model::ExprOp;
using model::Instr;
using model::InstrKind;
using model::Pc;
using model::ProcId;

namespace {

constexpr size_t kMostNodes = 20000, kMostThreads = 12;
constexpr unsigned kDeepest = 64;  // chains of definitions

uint64_t mask(unsigned width) { return width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1; }

std::optional<Known> number(uint64_t n, unsigned width) { return Known{Known::Number, n & mask(width), 0}; }

std::optional<Known> combined(const Expr& e, const Known& a, const Known& b) {
  const bool equality = e.op == ExprOp::Eq || e.op == ExprOp::Ne;
  if (a.kind == Known::Number && b.kind == Known::Number) {
    switch (e.op) {
      case ExprOp::Add:
      case ExprOp::PtrAdd: return number(a.value + b.value, e.width);
      case ExprOp::Sub: return number(a.value - b.value, e.width);
      case ExprOp::Mul: return number(a.value * b.value, e.width);
      case ExprOp::Eq: return number(a.value == b.value, 1);
      case ExprOp::Ne: return number(a.value != b.value, 1);
      default: return std::nullopt;
    }
  }
  const Known &place = a.kind == Known::Number ? b : a, &other = a.kind == Known::Number ? a : b;
  if (other.kind != Known::Number || place.kind == Known::Number) return std::nullopt;
  if (equality && other.value == 0) return number(e.op == ExprOp::Ne, 1);  // no object lies at address 0
  if (place.kind == Known::Place && (e.op == ExprOp::PtrAdd || e.op == ExprOp::Add))
    return Known{Known::Place, place.value, place.offset + other.value};
  return std::nullopt;
}

}  // namespace

Skeleton::Skeleton(const analysis::Analyses& analyses, const Relevance& relevance)
    : analyses_(analyses), relevance_(relevance), p_(analyses.program()) {
  if (p_.thread_exit != model::kNone) throw NoGraph("thread-specific keys");
  find_definitions();
  start(p_.entry, ~0u, std::nullopt);
  while (!todo_.empty()) {
    NodeId n = todo_.back();
    todo_.pop_back();
    follow(n);
  }
  for (Node& n : nodes_) n.rests = rests(n);
}

void Skeleton::find_definitions() {
  for (const model::Procedure& f : p_.procedures) {
    std::vector<Pc> at(f.locals.size(), model::kNone);
    std::vector<bool> seen(f.locals.size(), false);
    for (Pc pc = 0; pc < f.code.size(); ++pc)
      model::each_assigned(f.code[pc], [&](model::LocalId l) {
        at[l] = seen[l] || l < f.params ? model::kNone : pc;
        seen[l] = true;
      });
    definitions_.push_back(std::move(at));
  }
}

const model::LoopOrder& Skeleton::order(ProcId f) const {
  auto it = orders_.find(f);
  return it != orders_.end() ? it->second : orders_.emplace(f, model::LoopOrder(p_.procedures[f])).first->second;
}

// A loop in which nothing is visible would otherwise run for ever before anybody else does.
bool Skeleton::rests(const Node& n) const {
  if (n.section > 0) return false;
  if (n.visible || n.kind != Node::Instr) return true;
  const model::LoopOrder::Place& place = order(n.proc)[n.pc];
  if (place.heads.empty() || place.heads.back() != n.pc) return false;
  // is there a way around on which nothing is visible?
  const std::vector<Instr>& code = p_.procedures[n.proc].code;
  std::vector<bool> seen(code.size(), false);
  std::vector<Pc> todo{n.pc};
  while (!todo.empty()) {
    const Pc pc = todo.back();
    todo.pop_back();
    for (Pc next : model::successors(code[pc], pc)) {
      if (next == n.pc) return true;
      if (next >= code.size() || seen[next] || visible(n.proc, next)) continue;
      seen[next] = true;
      todo.push_back(next);
    }
  }
  return false;
}

NodeId Skeleton::node(FrameId frame, Pc pc, unsigned section) {
  auto [it, fresh] = ids_.try_emplace({frame, pc, section}, static_cast<NodeId>(nodes_.size()));
  if (!fresh) return it->second;
  if (nodes_.size() >= kMostNodes) throw NoGraph("more than 20000 places, calls inlined");
  Node n;
  n.proc = frames_[frame].proc;
  n.pc = pc;
  n.frame = frame;
  n.thread = frames_[frame].thread;
  n.section = section;
  n.visible = visible(n.proc, pc);
  n.looping = frames_[frame].looping || in_loop(n.proc, pc);
  nodes_.push_back(n);
  todo_.push_back(it->second);
  return it->second;
}

FrameId Skeleton::open(ProcId f, NodeId call, FrameId parent, ThreadId thread, bool looping) {
  for (FrameId up = parent; up != ~0u; up = frames_[up].parent)
    if (frames_[up].proc == f) throw NoGraph("recursion of `" + p_.procedures[f].name + "`");
  if (p_.procedures[f].code.empty())
    throw NoGraph("a call of `" + p_.procedures[f].name + "`, which has no definition");
  Frame made;
  made.proc = f;
  made.call = call;
  made.parent = parent;
  made.thread = thread;
  made.looping = looping;
  made.parameters.resize(p_.procedures[f].params);
  frames_.push_back(std::move(made));
  return static_cast<FrameId>(frames_.size() - 1);
}

ThreadId Skeleton::start(ProcId f, NodeId creator, std::optional<Known> argument) {
  if (threads_.size() >= kMostThreads) throw NoGraph("more than 12 threads");
  const ThreadId t = static_cast<ThreadId>(threads_.size());
  threads_.push_back({});
  threads_[t].entry = f;
  threads_[t].creator = creator;
  const FrameId frame = open(f, ~0u, ~0u, t, false);
  if (!frames_[frame].parameters.empty()) frames_[frame].parameters[0] = argument;
  Node end;
  end.kind = Node::End;
  end.proc = f;
  end.frame = frame;
  end.thread = t;
  threads_[t].end = static_cast<NodeId>(nodes_.size());
  threads_[t].stopped = threads_[t].end + 1;
  threads_[t].lost = threads_[t].end + 2;
  nodes_.insert(nodes_.end(), 3, end);
  threads_[t].first = node(frame, 0, 0);
  return t;
}

void Skeleton::link(NodeId from, NodeId to, Edge::Kind kind, uint64_t value) {
  nodes_[from].next.push_back({to, kind, value});
}

void Skeleton::follow(NodeId n) {
  const Node at = nodes_[n];
  if (at.kind == Node::Relock) return link(n, node(at.frame, at.pc + 1, at.section));
  const Instr& i = instr(at);
  auto to = [&](Pc pc) { return node(at.frame, pc, at.section); };
  switch (i.kind) {
    case InstrKind::Branch:
      if (std::optional<bool> c = outcome(n)) return link(n, to(*c ? i.target : i.target2));
      link(n, to(i.target), Edge::Holds);
      return link(n, to(i.target2), Edge::Fails);
    case InstrKind::Switch:
      for (const auto& [value, target] : i.cases) link(n, to(target), Edge::Case, value);
      return link(n, to(i.target));
    case InstrKind::Call:
    case InstrKind::CallPointer: return follow_call(n, i);
    case InstrKind::Return: return leave(n);
    case InstrKind::Builtin: return follow_builtin(n, i);
    case InstrKind::Copy:
    case InstrKind::Fill:
      if (at.visible) link(n, n), nodes_[n].looping = true;  // word by word
      return link(n, to(at.pc + 1));
    case InstrKind::Unreachable: return link(n, threads_[at.thread].stopped);
    default:
      for (Pc next : model::successors(i, at.pc)) link(n, to(next));
  }
}

std::optional<bool> Skeleton::outcome(NodeId n) const {
  std::optional<Known> c = known(nodes_[n].frame, tested(instr(nodes_[n])));
  return c && c->kind == Known::Number ? std::optional(c->value != 0) : std::nullopt;
}

void Skeleton::follow_call(NodeId n, const Instr& i) {
  const Node at = nodes_[n];
  std::vector<ProcId> callees{i.callee};
  if (i.kind == InstrKind::CallPointer) {
    std::optional<Known> k = known(at.frame, i.a);
    if (k && k->kind == Known::Function)
      callees = {static_cast<ProcId>(k->value)};
    else
      callees = analyses_.points_to().targets(at.proc, i.a);
  }
  for (ProcId f : callees) {
    const FrameId frame = open(f, n, at.frame, at.thread, at.looping);
    for (size_t k = 0; k < frames_[frame].parameters.size() && k < i.args.size(); ++k)
      frames_[frame].parameters[k] = known(at.frame, i.args[k]);
    link(n, node(frame, 0, at.section));
  }
}

void Skeleton::leave(NodeId n) {
  const Node at = nodes_[n];
  const Frame& f = frames_[at.frame];
  if (f.parent == ~0u) return link(n, threads_[at.thread].end);
  link(n, node(f.parent, nodes_[f.call].pc + 1, at.section));
}

void Skeleton::follow_builtin(NodeId n, const Instr& i) {
  const Node at = nodes_[n];
  if (i.builtin == Builtin::ThreadExit) return link(n, threads_[at.thread].end);
  if (model::never_continues(i.builtin)) return link(n, threads_[at.thread].stopped);
  if (i.builtin == Builtin::Assume) {
    const std::optional<bool> c = outcome(n);
    if (c != false) link(n, node(at.frame, at.pc + 1, at.section), Edge::Holds);
    if (c != true) link(n, threads_[at.thread].stopped, Edge::Fails);
    return;
  }
  if (model::waits_cancellably(i.builtin) || i.builtin == Builtin::ThreadCancel ||
      i.builtin == Builtin::ThreadCancelled)
    throw NoGraph("requests to cancel threads");
  if (i.builtin == Builtin::Unmodelled) throw NoGraph("a call of `" + i.text + "`, which is not modelled");
  if (i.builtin == Builtin::ThreadCreate) {
    if (at.looping) throw NoGraph("threads that are started in a loop");
    std::optional<Known> k = known(at.frame, i.args[2]);
    std::vector<ProcId> targets = analyses_.points_to().targets(at.proc, i.args[2]);
    if (k && k->kind == Known::Function) targets = {static_cast<ProcId>(k->value)};
    if (targets.size() != 1) throw NoGraph("a thread that starts with an unknown function");
    const ThreadId t = start(targets[0], n, known(at.frame, i.args[3]));
    nodes_[n].starts = t;
  }
  if (model::waits_on_condition(i.builtin)) {
    Node relock = at;
    relock.kind = Node::Relock;
    relock.visible = true;
    relock.next.clear();
    nodes_.push_back(relock);
    const NodeId made = static_cast<NodeId>(nodes_.size() - 1);
    todo_.push_back(made);
    return link(n, made);
  }
  unsigned section = at.section;
  if (i.builtin == Builtin::AtomicBegin) ++section;
  if (i.builtin == Builtin::AtomicEnd && section > 0) --section;
  if (section > 16) throw NoGraph("atomic sections nested without end");
  link(n, node(at.frame, at.pc + 1, section));
}

std::optional<Known> Skeleton::known(FrameId frame, model::ExprId id, unsigned depth) const {
  if (depth > kDeepest) return std::nullopt;
  const Expr& e = p_.exprs[id];
  switch (e.op) {
    case ExprOp::Const: return number(e.bits, e.width);
    case ExprOp::Global: return Known{Known::Place, e.bits, 0};
    case ExprOp::Function: return Known{Known::Function, e.bits, 0};
    case ExprOp::Local: break;
    case ExprOp::ZExt:
    case ExprOp::Trunc:
    case ExprOp::SExt: {
      std::optional<Known> a = known(frame, e.a, depth + 1);
      if (!a || a->kind != Known::Number) return std::nullopt;
      const unsigned from = p_.exprs[e.a].width;
      if (e.op == ExprOp::SExt && from < 64 && (a->value >> (from - 1) & 1)) a->value |= ~mask(from);
      return number(a->value, e.width);
    }
    case ExprOp::Add:
    case ExprOp::Sub:
    case ExprOp::Mul:
    case ExprOp::PtrAdd:
    case ExprOp::Eq:
    case ExprOp::Ne: {
      std::optional<Known> a = known(frame, e.a, depth + 1), b = known(frame, e.b, depth + 1);
      return a && b ? combined(e, *a, *b) : std::nullopt;
    }
    default: return std::nullopt;
  }
  const Frame& f = frames_[frame];
  const model::LocalId l = static_cast<model::LocalId>(e.bits);
  if (l < f.parameters.size()) return f.parameters[l];
  const Pc at = definitions_[f.proc][l];
  if (at == model::kNone) return std::nullopt;
  const Instr& i = p_.procedures[f.proc].code[at];
  if (i.kind == InstrKind::Assign) {
    for (const model::Assignment& a : i.assignments)
      if (a.local == l) return known(frame, a.value, depth + 1);
  } else if (i.kind == InstrKind::Alloca && !f.looping && !in_loop(f.proc, at)) {
    auto [it, fresh] = variable_ids_.try_emplace({frame, at}, first_variable() + variables_.size());
    if (fresh) variables_.push_back({frame, at, i.site});
    return Known{Known::Place, it->second, 0};
  }
  return std::nullopt;
}

}  // namespace heddle::transactions
