// SPDX-License-Identifier: GPL-3.0-or-later
// The walk over the code does not tell apart from where a procedure was called: when it may return at all, it may
// return to every call that the walk has met. That is more than can happen, never less.
#include "judge/enumerator/code_ahead.h"

#include "model/control_flow.h"
#include "model/operands.h"

namespace heddle::oracle {

using model::Builtin;
using model::Expr;
using model::ExprOp;
using model::Instr;
using model::InstrKind;

namespace {

bool takes_lock(Builtin b) {
  return b == Builtin::MutexLock || b == Builtin::SpinLock || b == Builtin::RwReadLock || b == Builtin::RwWriteLock;
}

bool handles_threads(Builtin b) { return b == Builtin::ThreadCreate || b == Builtin::ThreadJoin; }

// More than starting, joining and ending; a request to end could change what any wait does.
bool is_beyond(const Instr& i) {
  const Builtin b = i.builtin;
  return b == Builtin::ThreadTryJoin || b == Builtin::ThreadDetach || b == Builtin::ThreadCancel ||
         b == Builtin::ThreadCancelled || b == Builtin::ThreadCancelJoin || b == Builtin::CondCancelWait ||
         b == Builtin::CondCancelTimedWait || b == Builtin::SemCancelWait;
}

}  // namespace

CodeAhead::CodeAhead(const model::Program& p) : program_(p) {
  std::set<model::ProcId> taken;
  for (const model::Object& o : p.objects)
    for (const auto& r : o.relocations)
      if (r.to_function) taken.insert(r.target);
  for (model::ExprId e = 0; e < p.exprs.size(); ++e)
    if (p.exprs[e].op == ExprOp::Function) taken.insert(static_cast<model::ProcId>(p.exprs[e].bits));
  address_taken_.assign(taken.begin(), taken.end());
  std::set<Lock> locks;
  for (const model::Procedure& f : p.procedures) {
    effects_.emplace_back();
    for (const Instr& i : f.code) {
      effects_.back().push_back(effect(i));
      understood_ &= !is_beyond(i);
      for (const Lock& l : effects_.back().back().waits_for) locks.insert(l);
    }
  }
  locks_.assign(locks.begin(), locks.end());
}

// The address of a static object, a constant number of bytes further on or not, or anything else. Adding a number to a
// pointer never gives a pointer to another object.
void CodeAhead::access(Effect& e, model::ExprId address, bool write) const {
  const Expr* at = &program_.exprs[address];
  while (at->op == ExprOp::PtrAdd) {
    mention(e, at->b);
    at = &program_.exprs[at->a];
  }
  if (at->op != ExprOp::Global) return mention(e, address);
  ObjId object = static_cast<ObjId>(at->bits);
  (write ? e.does.writes : e.does.reads).insert(object);
}

void CodeAhead::mention(Effect& e, model::ExprId root) const {
  model::each_node(program_.exprs, root, [&](model::ExprId, const Expr& node) {
    if (node.op == ExprOp::Global) e.does.named.insert(static_cast<ObjId>(node.bits));
    return true;
  });
}

std::vector<model::ProcId> CodeAhead::callees(const Instr&, model::ExprId function) const {
  const Expr& f = program_.exprs[function];
  if (f.op == ExprOp::Function) return {static_cast<model::ProcId>(f.bits)};
  return address_taken_;
}

CodeAhead::Effect CodeAhead::effect(const Instr& i) const {
  Effect e;
  switch (i.kind) {
    case InstrKind::Load: access(e, i.a, false); return e;
    case InstrKind::Store:
    case InstrKind::Rmw:
    case InstrKind::CmpXchg:
    case InstrKind::Fill:
      access(e, i.a, true);
      for (model::ExprId operand : {i.b, i.c})
        if (operand != model::kNoExpr) mention(e, operand);
      return e;
    case InstrKind::Copy:
      access(e, i.a, true);
      access(e, i.b, false);
      mention(e, i.c);
      return e;
    default: break;
  }
  const bool synchronises = i.kind == InstrKind::Builtin && model::synchronises(i.builtin) != model::Synchronises::None;
  model::each_operand(i, [&](model::ExprId operand) { synchronises ? access(e, operand, true) : mention(e, operand); });
  if (i.kind == InstrKind::Call) e.calls = {i.callee};
  if (i.kind == InstrKind::CallPointer) e.calls = callees(i, i.a);
  if (i.kind != InstrKind::Builtin) return e;
  e.does.threads = handles_threads(i.builtin);
  if (i.builtin == Builtin::ThreadCreate) e.starts = callees(i, i.args[2]);
  if (!takes_lock(i.builtin)) return e;
  const Expr *at = &program_.exprs[i.args[0]], *by = nullptr;
  if (at->op == ExprOp::PtrAdd) by = &program_.exprs[at->b], at = &program_.exprs[at->a];
  if (at->op == ExprOp::Global && (!by || by->op == ExprOp::Const))
    e.waits_for = {{static_cast<ObjId>(at->bits), by ? by->bits : 0}};
  return e;
}

class CodeAhead::Walk {
 public:
  Walk(const CodeAhead& code, const std::set<Lock>& kept)
      : code_(code), kept_(kept), procedures_(code.effects_.size()) {
    for (size_t p = 0; p < procedures_.size(); ++p) procedures_[p].seen.resize(code.effects_[p].size());
  }

  void thread(const std::vector<Place>& calls) {
    for (size_t at = 0; at < calls.size(); ++at) {
      if (at + 1 < calls.size())
        returns_to(calls[at + 1].first, calls[at]);
      else
        go(calls[at]);
    }
    ends();
  }

  Ahead run() {
    while (!todo_.empty()) {
      Place at = todo_.back();
      todo_.pop_back();
      step(at);
    }
    return std::move(all_);
  }

 private:
  struct Of {  // a procedure
    std::vector<bool> seen;
    bool returns = false;
    std::vector<Place> callers;  // where it goes on behind a call
  };

  void go(Place at) {
    std::vector<bool>& seen = procedures_[at.first].seen;
    if (at.second >= seen.size() || seen[at.second]) return;
    seen[at.second] = true;
    todo_.push_back(at);
  }

  void returns_to(model::ProcId callee, Place at) {
    if (procedures_[callee].returns) return go(at);
    procedures_[callee].callers.push_back(at);
  }

  void ends() {
    if (code_.program_.thread_exit != model::kNone) go({code_.program_.thread_exit, 0});
  }

  void step(Place at) {
    auto [proc, pc] = at;
    const Effect& e = code_.effects_[proc][pc];
    for (const Lock& l : e.waits_for)
      if (kept_.count(l)) {
        all_.stopped_at.insert(l);
        return;
      }
    all_.reads.insert(e.does.reads.begin(), e.does.reads.end());
    all_.writes.insert(e.does.writes.begin(), e.does.writes.end());
    all_.named.insert(e.does.named.begin(), e.does.named.end());
    all_.threads |= e.does.threads;
    for (model::ProcId started : e.starts) {
      go({started, 0});
      ends();
    }
    for (model::ProcId callee : e.calls) {
      go({callee, 0});
      returns_to(callee, {proc, pc + 1});
    }
    const Instr& i = code_.program_.procedures[proc].code[pc];
    if (i.kind == InstrKind::Return) {
      procedures_[proc].returns = true;
      for (Place caller : std::exchange(procedures_[proc].callers, {})) go(caller);
    }
    if (i.kind != InstrKind::Call && i.kind != InstrKind::CallPointer)
      for (model::Pc next : model::successors(i, pc)) go({proc, next});
  }

  const CodeAhead& code_;
  const std::set<Lock>& kept_;
  std::vector<Of> procedures_;
  std::vector<Place> todo_;
  Ahead all_;
};

const Ahead& CodeAhead::of(const std::vector<std::vector<Place>>& threads, const std::set<Lock>& kept) const {
  std::string key;
  auto add = [&](uint64_t n) { key += std::to_string(n) + " "; };
  for (const std::vector<Place>& calls : threads) {
    for (Place at : calls) add(at.first), add(at.second);
    key += "|";
  }
  for (const Lock& l : kept) add(l.first), add(l.second);
  constexpr size_t kMost = 100'000;
  if (known_.size() > kMost) known_.clear();
  auto [it, fresh] = known_.try_emplace(key);
  if (!fresh) return it->second;
  Walk walk(*this, kept);
  for (const std::vector<Place>& calls : threads) walk.thread(calls);
  return it->second = walk.run();
}

}  // namespace heddle::oracle
