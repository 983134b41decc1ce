// SPDX-License-Identifier: GPL-3.0-or-later
// Small programs by hand. Instructions are appended to the procedure that was opened last; a target is a Pc that the
// test writes down, so keep the programs short enough to count.
#pragma once
#include <string>
#include <vector>

#include "model/program.h"

namespace heddle::testing {

using namespace heddle::model;

class ProgramBuilder {
 public:
  Program p;
  ProcId current = 0;

  ObjectId object(const std::string& name, uint64_t size = 4) {
    Object o;
    o.name = name;
    o.size = size;
    o.init.resize(size);
    p.objects.push_back(o);
    return static_cast<ObjectId>(p.objects.size() - 1);
  }
  SiteId site(const std::string& name, Site::Kind kind) {
    Site s;
    s.kind = kind;
    s.name = name;
    p.sites.push_back(s);
    return static_cast<SiteId>(p.sites.size() - 1);
  }
  // Opens a procedure whose parameters have these widths.
  ProcId procedure(const std::string& name, const std::vector<unsigned>& params = {}, unsigned return_width = 0) {
    Procedure f;
    f.name = name;
    f.params = static_cast<uint32_t>(params.size());
    f.return_width = static_cast<uint8_t>(return_width);
    p.procedures.push_back(f);
    current = static_cast<ProcId>(p.procedures.size() - 1);
    if (p.entry == kNone) p.entry = current;
    for (unsigned w : params) local(w);
    return current;
  }
  LocalId local(unsigned width, const std::string& name = "") {
    Local l;
    l.name = name;
    l.width = static_cast<uint8_t>(width);
    p.procedures[current].locals.push_back(l);
    return static_cast<LocalId>(p.procedures[current].locals.size() - 1);
  }
  LocalId pointer(const std::string& name = "") { return local(p.pointer_width, name); }

  ExprId c(uint64_t value, unsigned width = 32) { return p.exprs.constant(value, width); }
  ExprId null() { return c(0, p.pointer_width); }
  ExprId l(LocalId id) { return p.exprs.local(id, p.procedures[current].locals[id].width); }
  ExprId at(ObjectId o) { return leaf(p.objects[o].thread_local_ ? ExprOp::Tls : ExprOp::Global, o); }
  ExprId fn(ProcId f) { return leaf(ExprOp::Function, f); }
  ExprId op(ExprOp o, ExprId a, ExprId b) { return p.exprs.binary(o, p.exprs[a].width, a, b); }
  ExprId eq(ExprId a, ExprId b) { return p.exprs.binary(ExprOp::Eq, 1, a, b); }

  Pc emit(const Instr& i) {
    p.procedures[current].code.push_back(i);
    return static_cast<Pc>(p.procedures[current].code.size() - 1);
  }
  Pc assign(const std::vector<Assignment>& all) {
    Instr i = of(InstrKind::Assign);
    i.assignments = all;
    return emit(i);
  }
  Pc load(LocalId dst, ExprId address) {
    Instr i = of(InstrKind::Load);
    i.width = p.procedures[current].locals[dst].width;
    i.dst = dst;
    i.a = address;
    return emit(i);
  }
  Pc store(ExprId address, ExprId value) {
    Instr i = of(InstrKind::Store);
    i.width = p.exprs[value].width;
    i.a = address;
    i.b = value;
    return emit(i);
  }
  Pc copy(ExprId to, ExprId from, uint64_t bytes) {
    Instr i = of(InstrKind::Copy);
    i.a = to;
    i.b = from;
    i.c = c(bytes, p.pointer_width);
    return emit(i);
  }
  Pc alloca_(LocalId dst, SiteId site, uint64_t bytes = 4) {
    Instr i = of(InstrKind::Alloca);
    i.dst = dst;
    i.site = site;
    i.a = c(bytes, p.pointer_width);
    return emit(i);
  }
  Pc jump(Pc target) {
    Instr i = of(InstrKind::Jump);
    i.target = target;
    return emit(i);
  }
  Pc branch(ExprId condition, Pc yes, Pc no) {
    Instr i = of(InstrKind::Branch);
    i.a = condition;
    i.target = yes;
    i.target2 = no;
    return emit(i);
  }
  Pc ret(ExprId value = kNoExpr) {
    Instr i = of(InstrKind::Return);
    i.a = value;
    return emit(i);
  }
  Pc call(ProcId callee, const std::vector<ExprId>& args = {}, LocalId dst = kNoLocal) {
    Instr i = of(InstrKind::Call);
    i.callee = callee;
    i.args = args;
    i.dst = dst;
    return emit(i);
  }
  Pc call_pointer(ExprId callee, const std::vector<ExprId>& args = {}, LocalId dst = kNoLocal) {
    Instr i = of(InstrKind::CallPointer);
    i.a = callee;
    i.args = args;
    i.dst = dst;
    return emit(i);
  }
  Pc builtin(Builtin b, const std::vector<ExprId>& args = {}, LocalId dst = kNoLocal, SiteId site = kNone) {
    Instr i = of(InstrKind::Builtin);
    i.builtin = b;
    i.args = args;
    i.dst = dst;
    i.site = site;
    return emit(i);
  }
  Pc create(ExprId handle, ExprId function, ExprId argument) {
    return builtin(Builtin::ThreadCreate, {handle, c(0), function, argument});
  }

  // Types, for paths.
  TypeId type(const Type& t) {
    p.types.push_back(t);
    return static_cast<TypeId>(p.types.size() - 1);
  }

 private:
  static Instr of(InstrKind k) {
    Instr i;
    i.kind = k;
    return i;
  }
  ExprId leaf(ExprOp o, uint64_t bits) {
    return p.exprs.intern({o, static_cast<uint8_t>(p.pointer_width), 0, 0, 0, bits});
  }
};

}  // namespace heddle::testing
