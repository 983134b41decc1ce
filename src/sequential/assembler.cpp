// SPDX-License-Identifier: GPL-3.0-or-later
#include "sequential/assembler.h"

#include "base/check.h"

namespace heddle::sequential {

using model::Builtin;
using model::Instr;
using model::InstrKind;
using model::LocalId;

Assembler::Assembler(model::Program& q, std::string name, unsigned return_width)
    : q_(q), id_(static_cast<model::ProcId>(q.procedures.size())) {
  f_.name = std::move(name);
  f_.return_width = static_cast<uint8_t>(return_width);
  q_.procedures.emplace_back();
}

LocalId Assembler::parameter(unsigned width, std::string name) {
  HEDDLE_CHECK(f_.params == f_.locals.size()) << "parameters come before locals";
  ++f_.params;
  return local(width, std::move(name));
}

LocalId Assembler::local(unsigned width, std::string name) {
  f_.locals.push_back({std::move(name), static_cast<uint8_t>(width), 0});
  return static_cast<LocalId>(f_.locals.size() - 1);
}

Assembler::Label Assembler::label() {
  placed_.push_back(model::kNone);
  return static_cast<Label>(placed_.size() - 1);
}

void Assembler::place(Label l) {
  HEDDLE_CHECK(placed_[l] == model::kNone) << "a label is placed once";
  placed_[l] = static_cast<model::Pc>(f_.code.size());
}

void Assembler::goes_around(uint32_t rounds) { f_.rounds.emplace_back(static_cast<model::Pc>(f_.code.size()), rounds); }

Instr& Assembler::add(InstrKind kind) {
  Instr& i = f_.code.emplace_back();
  i.kind = kind;
  return i;
}

void Assembler::assign_all(std::vector<model::Assignment> all) {
  if (!all.empty()) add(InstrKind::Assign).assignments = std::move(all);
}

void Assembler::jump(Label to) { add(InstrKind::Jump).target = to; }

void Assembler::branch(ExprId condition, Label yes, Label no) {
  const model::Expr& e = q_.exprs[condition];
  if (e.op == model::ExprOp::Const) return jump(e.bits ? yes : no);
  Instr& i = add(InstrKind::Branch);
  i.a = condition;
  i.target = yes;
  i.target2 = no;
}

void Assembler::choose(ExprId value, const std::vector<std::pair<uint64_t, Label>>& cases, Label otherwise) {
  if (cases.empty()) return jump(otherwise);
  Instr& i = add(InstrKind::Switch);
  i.a = value;
  i.target = otherwise;
  for (auto [constant, to] : cases) i.cases.emplace_back(constant, to);
}

void Assembler::load(LocalId into, ExprId address) {
  Instr& i = add(InstrKind::Load);
  i.a = address;
  i.dst = into;
  i.width = static_cast<uint8_t>(width(into));
}

void Assembler::store(ExprId address, ExprId value) {
  Instr& i = add(InstrKind::Store);
  i.a = address;
  i.b = value;
  i.width = q_.exprs[value].width;
}

void Assembler::assume(ExprId condition) {
  Instr& i = add(InstrKind::Builtin);
  i.builtin = Builtin::Assume;
  i.args = {condition};
}

void Assembler::call(model::ProcId callee, std::vector<ExprId> arguments, LocalId into) {
  Instr& i = add(InstrKind::Call);
  i.callee = callee;
  i.args = std::move(arguments);
  i.dst = into;
}

void Assembler::input(LocalId into, uint64_t low, uint64_t high, uint32_t line, const std::string& name) {
  const unsigned bits = width(into);
  Instr& i = add(InstrKind::Builtin);
  i.builtin = Builtin::Nondet;
  i.width = static_cast<uint8_t>(bits);
  i.dst = into;
  i.args = {q_.exprs.constant(low, bits), q_.exprs.constant(high, bits)};
  i.text = name;
  i.pos = {1, line, 0};
  i.event = line;
}

void Assembler::error() {
  Instr& i = add(InstrKind::Builtin);
  i.builtin = Builtin::Error;
}

void Assembler::exit() {
  Instr& i = add(InstrKind::Builtin);
  i.builtin = Builtin::Exit;
  i.args = {q_.exprs.constant(0, 32)};
}

void Assembler::leave(ExprId value) { add(InstrKind::Return).a = value; }

void Assembler::finish() {
  for (Instr& i : f_.code) {
    auto resolve = [&](model::Pc& to) {
      HEDDLE_CHECK(placed_[to] != model::kNone) << "a label of " << f_.name << " was never placed";
      to = placed_[to];
    };
    if (i.kind == InstrKind::Jump || i.kind == InstrKind::Branch || i.kind == InstrKind::Switch) resolve(i.target);
    if (i.kind == InstrKind::Branch) resolve(i.target2);
    for (auto& [value, to] : i.cases) resolve(to);
  }
  q_.procedures[id_] = std::move(f_);
}

}  // namespace heddle::sequential
