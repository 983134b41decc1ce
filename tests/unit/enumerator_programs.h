// SPDX-License-Identifier: GPL-3.0-or-later
// Programs for the oracle by hand: the builder, and the frame of main with two threads that most of them share.
#pragma once
#include <string>
#include <vector>

#include "model/program.h"
#include "judge/enumerator/enumerate.h"

namespace heddle::oracle {

using model::Builtin;
using model::ExprId;
using model::ExprOp;
using model::Instr;
using model::InstrKind;
using model::LocalId;
using model::ObjectId;
using model::Pc;
using model::ProcId;
using model::Program;

// Straight-line code with labels, one procedure at a time; procedure 0 is the entry.
class Builder {
 public:
  Program p;

  ObjectId global(uint64_t size, uint32_t value = 0) {
    model::Object o;
    o.name = "g" + std::to_string(p.objects.size());
    o.size = size;
    o.init.assign(size, 0);
    for (unsigned i = 0; i < 4 && i < size; ++i) o.init[i] = static_cast<uint8_t>(value >> (8 * i));
    p.objects.push_back(o);
    return static_cast<ObjectId>(p.objects.size() - 1);
  }
  ProcId procedure(unsigned params) {
    p.procedures.emplace_back();
    model::Procedure& f = p.procedures.back();
    f.name = "f" + std::to_string(p.procedures.size());
    f.params = params;
    for (unsigned i = 0; i < params; ++i) f.locals.push_back({"", 64, 0});
    p.entry = 0;
    return static_cast<ProcId>(p.procedures.size() - 1);
  }
  LocalId local(unsigned width) {
    f().locals.push_back({"", static_cast<uint8_t>(width), 0});
    return static_cast<LocalId>(f().locals.size() - 1);
  }
  Pc here() { return static_cast<Pc>(f().code.size()); }
  Instr& add(InstrKind k) {
    f().code.emplace_back();
    f().code.back().kind = k;
    return f().code.back();
  }
  ExprId address(ObjectId o) { return p.exprs.intern({ExprOp::Global, 64, 0, 0, 0, o}); }
  ExprId number(uint64_t v, unsigned width = 32) { return p.exprs.constant(v, width); }
  ExprId value(LocalId l) { return p.exprs.local(l, f().locals[l].width); }

  LocalId load(ExprId a, bool atomic = false) {
    LocalId l = local(32);
    Instr& in = add(InstrKind::Load);
    in.a = a, in.width = 32, in.dst = l, in.order = atomic ? model::MemoryOrder::SeqCst : model::MemoryOrder::NotAtomic;
    return l;
  }
  void store(ExprId a, ExprId v, bool atomic = false) {
    Instr& in = add(InstrKind::Store);
    in.a = a, in.b = v, in.width = 32, in.order = atomic ? model::MemoryOrder::SeqCst : model::MemoryOrder::NotAtomic;
  }
  void order(model::MemoryOrder o) { f().code.back().order = o; }  // of the last instruction
  void increment(ObjectId o) {
    LocalId l = load(address(o));
    store(address(o), p.exprs.binary(ExprOp::Add, 32, value(l), number(1)));
  }
  void atomic_increment(ObjectId o) {
    Instr& in = add(InstrKind::Rmw);
    in.a = address(o), in.b = number(1), in.width = 32, in.rmw = model::RmwOp::Add,
    in.order = model::MemoryOrder::SeqCst;
  }
  LocalId builtin(Builtin b, std::vector<ExprId> args = {}, unsigned width = 32) {
    LocalId l = local(width);
    Instr& in = add(InstrKind::Builtin);
    in.builtin = b, in.args = std::move(args), in.dst = l, in.width = static_cast<uint8_t>(width);
    return l;
  }
  LocalId on(Builtin b, ObjectId o) { return builtin(b, {address(o)}); }
  void create(ProcId f, ObjectId handle) {
    builtin(Builtin::ThreadCreate,
            {address(handle), number(0), p.exprs.intern({ExprOp::Function, 64, 0, 0, 0, f}), number(0, 64)});
  }
  void join(uint64_t handle) { builtin(Builtin::ThreadJoin, {number(handle, 64), number(0, 64)}); }
  ExprId equals(LocalId l, uint64_t v) {
    return p.exprs.binary(ExprOp::Eq, 1, value(l), number(v, f().locals[l].width));
  }
  void check(ExprId condition) {  // the assertion
    Pc at = here();
    Instr& in = add(InstrKind::Branch);
    in.a = condition, in.target = at + 2, in.target2 = at + 1;
    builtin(Builtin::Error);
  }
  void jump_if(ExprId condition, Pc target) {
    Pc at = here();
    Instr& in = add(InstrKind::Branch);
    in.a = condition, in.target = target, in.target2 = at + 1;
  }
  void jump(Pc target) { add(InstrKind::Jump).target = target; }
  void end() { add(InstrKind::Return); }
  void exit() { builtin(Builtin::Exit, {number(0)}); }

 private:
  model::Procedure& f() { return p.procedures.back(); }
};

inline constexpr Answer T = Answer::True, F = Answer::False, U = Answer::Unknown;

// Two threads (procedures 1 and 2, built by `body`), created and joined by main, which then runs `last`.
template <class Body, class Last>
Program two_threads(Builder& b, Body body, Last last) {
  ObjectId handles = b.global(8);
  b.procedure(0);
  b.create(1, handles);
  b.create(2, handles);
  b.join(2);
  b.join(3);
  last();
  b.exit();
  for (int i = 0; i < 2; ++i) {
    b.procedure(1);
    body(i);
    b.end();
  }
  return b.p;
}
inline constexpr auto nothing = [] {};

}  // namespace heddle::oracle
