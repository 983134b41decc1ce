// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/weak_operations.h"

#include <set>

#include "model/control_flow.h"

namespace heddle::analysis {

using model::Instr;
using model::InstrKind;
using model::MemoryOrder;

namespace {

bool releases(MemoryOrder o) {
  return o == MemoryOrder::Release || o == MemoryOrder::AcqRel || o == MemoryOrder::SeqCst;
}
bool acquires(MemoryOrder o) {
  return o == MemoryOrder::Acquire || o == MemoryOrder::AcqRel || o == MemoryOrder::SeqCst;
}
bool updates(const Instr& i) { return i.kind == InstrKind::Rmw || i.kind == InstrKind::CmpXchg; }

}  // namespace

bool writes_weakly(const Instr& i) {
  return i.atomic() && (i.kind == InstrKind::Store || updates(i)) && !releases(i.order);
}
bool reads_weakly(const Instr& i) {
  return i.atomic() && (i.kind == InstrKind::Load || updates(i)) && !acquires(i.order);
}
bool fails_weakly(const Instr& i) { return i.kind == InstrKind::CmpXchg && !acquires(i.order_of_failure); }
bool looks_at_semaphore(const Instr& i) {
  return i.kind == InstrKind::Builtin && i.builtin == model::Builtin::SemGetValue;
}

bool has_weak_atomics(const model::Program& p) {
  for (const model::Procedure& f : p.procedures)
    for (const Instr& i : f.code)
      if (writes_weakly(i) || reads_weakly(i) || fails_weakly(i) || looks_at_semaphore(i)) return true;
  return false;
}

std::string operation_text(const Instr& i) {
  if (looks_at_semaphore(i)) return "the look at the value";
  if (i.kind == InstrKind::Builtin)
    return i.builtin == model::Builtin::ThreadCancel ? "the request to cancel" : "the attempt to lock";
  std::string what = i.kind == InstrKind::Load ? "load" : i.kind == InstrKind::Store ? "store" : "update";
  static constexpr const char* kOrders[] = {
      "plain", "relaxed", "acquiring", "releasing", "acquiring and releasing", "sequentially consistent"};
  return std::string("the ") + kOrders[static_cast<size_t>(i.order)] + " " + what;
}

namespace {
bool orders_nothing_else(model::Builtin b) {
  bool attempts = model::may_give_up(b) && model::only_synchronises(b) && !model::waits_on_condition(b);
  return attempts || b == model::Builtin::ThreadCancel;
}

// What waits inside an atomic section: the section waits as a whole, also with what it does before it takes the lock,
// and no order comes from that. nullptr: nothing does.
const Instr* waits_in_section(const model::Program& p) {
  using At = std::pair<model::ProcId, model::Pc>;
  std::set<At> seen;
  std::vector<At> todo;
  auto reach = [&](model::ProcId f, model::Pc pc) {
    if (seen.insert({f, pc}).second) todo.push_back({f, pc});
  };
  for (model::ProcId f = 0; f < p.procedures.size(); ++f)
    for (model::Pc pc = 0; pc < p.procedures[f].code.size(); ++pc)
      if (const Instr& i = p.procedures[f].code[pc];
          i.kind == InstrKind::Builtin && i.builtin == model::Builtin::AtomicBegin)
        reach(f, pc + 1);
  while (!todo.empty()) {
    const auto [f, pc] = todo.back();
    todo.pop_back();
    const Instr& i = p.procedures[f].code[pc];
    if (i.kind == InstrKind::Builtin && i.builtin == model::Builtin::AtomicEnd) continue;
    if (i.kind == InstrKind::Builtin && model::may_block(i.builtin) && model::only_synchronises(i.builtin)) return &i;
    if (i.kind == InstrKind::Call) reach(i.callee, 0);
    for (model::Pc next : model::successors(i, pc)) reach(f, next);
  }
  return nullptr;
}
}  // namespace

bool makes_attempts_to_lock(const model::Program& p) {
  for (const model::Procedure& f : p.procedures)
    for (const Instr& i : f.code)
      if (orders_nothing_else(i.builtin)) return true;
  return waits_in_section(p) != nullptr;
}

std::optional<std::string> first_weak_operation(const model::Program& p) {
  std::optional<std::string> in_library;
  for (const model::Procedure& f : p.procedures)
    for (const Instr& i : f.code) {
      if (!writes_weakly(i) && !reads_weakly(i) && !fails_weakly(i) && !looks_at_semaphore(i) &&
          !orders_nothing_else(i.builtin))
        continue;
      model::ExprId address = i.kind == InstrKind::Builtin ? i.args[0] : i.a;
      const model::Expr& e = p.exprs[address];
      std::string object = e.op == model::ExprOp::Global ? " of `" + p.objects[e.bits].name + "`" : "";
      if (!f.library) return operation_text(i) + object + " at " + model::position_text(p, i.pos);
      in_library = "an attempt to lock";
    }
  return in_library;
}

}  // namespace heddle::analysis
