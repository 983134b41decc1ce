// SPDX-License-Identifier: GPL-3.0-or-later
// One node per local, per content of an abstract object, per procedure's result, plus three collective ones. An
// expression carries the addresses of all its leaves except through comparisons and floating-point arithmetic: whatever
// can be put together again into an address (masking, xor, truncated halves) keeps its objects. pthread_t is a number,
// no address.
#include "analysis/points_to.h"

#include <atomic>

#include "model/operands.h"

namespace heddle::analysis {

using model::Builtin;
using model::Expr;
using model::ExprId;
using model::ExprOp;
using model::Instr;
using model::InstrKind;
using model::LocalId;
using model::ProcId;

namespace {

bool carries_address(ExprOp op) {
  switch (op) {
    case ExprOp::Eq:
    case ExprOp::Ne:
    case ExprOp::Ult:
    case ExprOp::Ule:
    case ExprOp::Slt:
    case ExprOp::Sle:
    case ExprOp::FAdd:
    case ExprOp::FSub:
    case ExprOp::FMul:
    case ExprOp::FDiv:
    case ExprOp::FRem:
    case ExprOp::FNeg:
    case ExprOp::FEq:
    case ExprOp::FLt:
    case ExprOp::FLe:
    case ExprOp::FUno:
    case ExprOp::FpToFp:
    case ExprOp::FpToSi:
    case ExprOp::FpToUi:
    case ExprOp::SiToFp:
    case ExprOp::UiToFp: return false;
    default: return true;
  }
}

// Calls leaf(const Expr&) for each address constant and local whose addresses the value may carry.
template <class F>
void each_address_leaf(const model::ExprPool& pool, ExprId root, F leaf) {
  each_node(pool, root, [&](ExprId, const Expr& e) {
    if (e.op == ExprOp::Local || e.op == ExprOp::Global || e.op == ExprOp::Tls || e.op == ExprOp::Function) leaf(e);
    return carries_address(e.op);
  });
}

}  // namespace

namespace {
std::atomic<uint64_t> made_so_far{0};
}
uint64_t PointsTo::made() { return made_so_far; }

PointsTo::PointsTo(const model::Program& p, Unmodelled unmodelled, Patience patience)
    : program_(p), unmodelled_(unmodelled), object_count_(static_cast<uint32_t>(p.objects.size() + p.sites.size())) {
  ++made_so_far;
  make_nodes();
  constrain_initialisers();
  constrain_unknown();
  for (ProcId f = 0; f < p.procedures.size(); ++f)
    for (const Instr& i : p.procedures[f].code) patience.ask(), constrain(f, i);
  graph_.solve(patience);
  collect_shared();
}

void PointsTo::make_nodes() {
  auto add = [&](size_t n) {
    Node first = graph_.add_node();
    for (size_t i = 1; i < n; ++i) graph_.add_node();
    return first;
  };
  unknown_ = add(1);
  thread_results_ = add(1);
  thread_arguments_ = add(1);
  first_content_ = add(object_count_);
  first_result_ = add(program_.procedures.size());
  for (const model::Procedure& f : program_.procedures) first_local_.push_back(add(f.locals.size()));
}

void PointsTo::constrain_initialisers() {
  for (model::ObjectId o = 0; o < program_.objects.size(); ++o) {
    const model::Object& object = program_.objects[o];
    for (const model::Object::Relocation& r : object.relocations)
      graph_.add_element(content(o), r.to_function ? procedure_element(r.target) : abstract_object(program_, r.target));
    if (object.external) graph_.add_element(unknown_, abstract_object(program_, o));
  }
}

void PointsTo::constrain_unknown() {
  graph_.watch(unknown_, [this](uint32_t element) {
    if (is_object(element)) {
      graph_.include(unknown_, content(element));
      graph_.include(content(element), unknown_);
      return;
    }
    ProcId f = element - object_count_;
    for (LocalId l = 0; l < program_.procedures[f].params; ++l) graph_.include(unknown_, local(f, l));
    graph_.include(result(f), unknown_);
  });
}

PointsTo::Node PointsTo::value(ProcId f, ExprId e) {
  const Expr& root = program_.exprs[e];
  if (root.op == ExprOp::Local) return local(f, static_cast<LocalId>(root.bits));
  auto [it, fresh] = values_.try_emplace(uint64_t{f} << 32 | e, 0);
  if (!fresh) return it->second;
  Node n = it->second = graph_.add_node();
  each_address_leaf(program_.exprs, e, [&](const Expr& leaf) {
    if (leaf.op == ExprOp::Local)
      graph_.include(local(f, static_cast<LocalId>(leaf.bits)), n);
    else
      graph_.add_element(n, static_cast<uint32_t>(leaf.bits) + (leaf.op == ExprOp::Function ? object_count_ : 0));
  });
  return n;
}

void PointsTo::load(Node address, Node into) {
  graph_.watch(address, [=, this](uint32_t element) {
    if (is_object(element)) graph_.include(content(element), into);
  });
}

void PointsTo::store(Node address, Node from) {
  graph_.watch(address, [=, this](uint32_t element) {
    if (is_object(element)) graph_.include(from, content(element));
  });
}

void PointsTo::copy(Node to_address, Node from_address) {
  Node between = graph_.add_node();
  load(from_address, between);
  store(to_address, between);
}

void PointsTo::into_local(ProcId f, LocalId l, Node from) {
  if (l != model::kNoLocal) graph_.include(from, local(f, l));
}

void PointsTo::point_local(ProcId f, const Instr& i) {
  if (i.dst != model::kNoLocal) graph_.add_element(local(f, i.dst), abstract_site(program_, i.site));
}

void PointsTo::call(ProcId f, const Instr& i, ProcId callee) {
  const model::Procedure& g = program_.procedures[callee];
  for (size_t k = 0; k < i.args.size(); ++k) {
    if (g.code.empty() || (k >= g.params && g.variadic))
      graph_.include(value(f, i.args[k]), unknown_);
    else if (k < g.params)
      graph_.include(value(f, i.args[k]), local(callee, static_cast<LocalId>(k)));
  }
  into_local(f, i.dst, g.code.empty() ? unknown_ : result(callee));
}

void PointsTo::start_thread(ProcId thread, Node argument) {
  graph_.include(argument, thread_arguments_);
  if (program_.procedures[thread].code.empty()) {
    graph_.include(argument, unknown_);
    graph_.include(unknown_, thread_results_);
    return;
  }
  if (program_.procedures[thread].params > 0) graph_.include(argument, local(thread, 0));
  graph_.include(result(thread), thread_results_);
}

void PointsTo::constrain(ProcId f, const Instr& i) {
  switch (i.kind) {
    case InstrKind::Assign:
      for (const model::Assignment& s : i.assignments) graph_.include(value(f, s.value), local(f, s.local));
      break;
    case InstrKind::Call: call(f, i, i.callee); break;
    case InstrKind::CallPointer:
      graph_.watch(value(f, i.a), [this, f, &i](uint32_t element) {
        if (!is_object(element)) call(f, i, element - object_count_);
      });
      break;
    case InstrKind::Return:
      if (i.a) graph_.include(value(f, i.a), result(f));
      break;
    case InstrKind::Load:
      if (i.dst != model::kNoLocal) load(value(f, i.a), local(f, i.dst));
      break;
    case InstrKind::Rmw:
    case InstrKind::CmpXchg:
      if (i.dst != model::kNoLocal) load(value(f, i.a), local(f, i.dst));
      store(value(f, i.a), value(f, i.kind == InstrKind::Rmw ? i.b : i.c));
      break;
    case InstrKind::Store:
    case InstrKind::Fill: store(value(f, i.a), value(f, i.b)); break;
    case InstrKind::Copy: copy(value(f, i.a), value(f, i.b)); break;
    case InstrKind::Alloca: point_local(f, i); break;
    case InstrKind::Builtin: constrain_builtin(f, i); break;
    case InstrKind::Jump:
    case InstrKind::Branch:
    case InstrKind::Switch:
    case InstrKind::Fence:
    case InstrKind::ScopeEnd:
    case InstrKind::Unreachable: break;
  }
}

void PointsTo::constrain_builtin(ProcId f, const Instr& i) {
  switch (i.builtin) {
    case Builtin::Malloc:
    case Builtin::Calloc: point_local(f, i); break;
    case Builtin::Realloc: {  // the block may stay where it is or move with its content
      point_local(f, i);
      into_local(f, i.dst, value(f, i.args[0]));
      load(value(f, i.args[0]), content(abstract_site(program_, i.site)));
      break;
    }
    case Builtin::ThreadCreate: {
      Node argument = value(f, i.args[3]);
      graph_.watch(value(f, i.args[2]), [=, this](uint32_t element) {
        if (!is_object(element)) start_thread(element - object_count_, argument);
      });
      break;
    }
    case Builtin::ThreadExit: graph_.include(value(f, i.args[0]), thread_results_); break;
    case Builtin::ThreadJoin:
    case Builtin::ThreadCancelJoin:
    case Builtin::ThreadTryJoin: store(value(f, i.args[1]), thread_results_); break;
    case Builtin::Unmodelled:
      if (unmodelled_ == Unmodelled::Ends) break;
      for (ExprId e : i.args) graph_.include(value(f, e), unknown_);
      into_local(f, i.dst, unknown_);
      break;
    // The others neither take nor give addresses other than that of the object they work on.
    case Builtin::None:
    case Builtin::Nondet:
    case Builtin::Assume:
    case Builtin::Error:
    case Builtin::AssertFail:
    case Builtin::Abort:
    case Builtin::Exit:
    case Builtin::Output:
    case Builtin::Yield:
    case Builtin::AtomicBegin:
    case Builtin::AtomicEnd:
    case Builtin::Free:
    case Builtin::Apart:
    case Builtin::ThreadDetach:
    case Builtin::ThreadCancel:
    case Builtin::ThreadCancelled:
    case Builtin::ThreadSelf:
#define HEDDLE_BUILTIN(name, ...)
#define HEDDLE_SYNCHRONISES(name, ...) case Builtin::name:
#include "model/builtins.def"
      break;
  }
}

void PointsTo::collect_shared() {
  for (uint32_t o = 0; o < object_count_; ++o) shared_.add_all(graph_.set(content(o)));
  for (Node n : {unknown_, thread_results_, thread_arguments_}) shared_.add_all(graph_.set(n));
}

base::BitSet PointsTo::evaluate(ProcId f, ExprId e) const {
  base::BitSet all(object_count_ + program_.procedures.size());
  each_address_leaf(program_.exprs, e, [&](const Expr& leaf) {
    if (leaf.op == ExprOp::Local)
      all.add_all(graph_.set(local(f, static_cast<LocalId>(leaf.bits))));
    else
      all.add(static_cast<uint32_t>(leaf.bits) + (leaf.op == ExprOp::Function ? object_count_ : 0));
  });
  return all;
}

base::BitSet PointsTo::objects_in(const base::BitSet& elements) const {
  base::BitSet objects(object_count_);
  elements.each([&](size_t e) {
    if (is_object(static_cast<uint32_t>(e))) objects.add(e);
  });
  return objects;
}

std::vector<ProcId> PointsTo::procedures_in(const base::BitSet& elements) const {
  std::vector<ProcId> procedures;
  elements.each([&](size_t e) {
    if (!is_object(static_cast<uint32_t>(e))) procedures.push_back(static_cast<ProcId>(e - object_count_));
  });
  return procedures;
}

base::BitSet PointsTo::objects(ProcId f, ExprId address) const { return objects_in(evaluate(f, address)); }
std::vector<ProcId> PointsTo::targets(ProcId f, ExprId pointer) const { return procedures_in(evaluate(f, pointer)); }

}  // namespace heddle::analysis
