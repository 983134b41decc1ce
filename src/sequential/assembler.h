// SPDX-License-Identifier: GPL-3.0-or-later
// Writes one procedure of a Program: locals, labels, instructions. Labels may be jumped to before they are placed.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "model/program.h"
#include "sequential/terms.h"

namespace heddle::sequential {

class Assembler {
 public:
  using Label = uint32_t;

  // The procedure has its number from the beginning on, so that others, and itself, can call it.
  Assembler(model::Program& q, std::string name, unsigned return_width = 0);
  model::ProcId id() const { return id_; }

  model::LocalId parameter(unsigned width, std::string name);  // before all locals
  model::LocalId local(unsigned width, std::string name = "");
  ExprId read(model::LocalId l) const { return q_.exprs.local(l, f_.locals[l].width); }
  unsigned width(model::LocalId l) const { return f_.locals[l].width; }

  Label label();
  void place(Label l);
  void goes_around(uint32_t rounds);  // here a loop begins that is followed at least so often

  void assign(model::LocalId l, ExprId value) { assign_all({{l, value}}); }
  void assign_all(std::vector<model::Assignment> all);  // at once: each right side sees the old values
  void jump(Label to);
  void branch(ExprId condition, Label yes, Label no);
  void choose(ExprId value, const std::vector<std::pair<uint64_t, Label>>& cases, Label otherwise);
  void load(model::LocalId into, ExprId address);
  void store(ExprId address, ExprId value);
  void assume(ExprId condition);
  void impossible() { assume(q_.exprs.constant(0, 1)); }
  void call(model::ProcId callee, std::vector<ExprId> arguments, model::LocalId into = model::kNoLocal);
  void input(model::LocalId into, uint64_t low, uint64_t high, uint32_t line, const std::string& name);
  void error();
  void exit();
  void leave(ExprId value = model::kNoExpr);

  void finish();  // all labels are placed, and the last instruction goes nowhere
  size_t size() const { return f_.code.size(); }

 private:
  model::Instr& add(model::InstrKind kind);

  model::Program& q_;
  const model::ProcId id_;
  model::Procedure f_;
  std::vector<model::Pc> placed_;
};

}  // namespace heddle::sequential
