// SPDX-License-Identifier: GPL-3.0-or-later
#include "smt/z3/solver.h"

#include "smt/z3/checked.h"

namespace heddle::smt::z3 {

Model::Model(Z3_context context, Z3_model model) : context_(context), model_(model) {
  no_error(context);
  Z3_model_inc_ref(context_, model_);
}

Model::~Model() {
  if (model_) Z3_model_dec_ref(context_, model_);
}

Term Model::value(const Term& t) const {
  Z3_ast found = nullptr;
  if (!Z3_model_eval(context_, model_, t.ast(), true, &found)) {
    no_error(context_);
    throw Error("a model without a value");
  }
  return {context_, found};
}

Solver::Solver(const Context& context, Of what, unsigned milliseconds) : context_(context) {
  if (what == Of::BitVectors) {
    Z3_tactic tactic = Z3_mk_tactic(context_, "qfbv");
    no_error(context_);
    Z3_tactic_inc_ref(context_, tactic);
    solver_ = Z3_mk_solver_from_tactic(context_, tactic);
    Z3_solver_inc_ref(context_, solver_);
    Z3_tactic_dec_ref(context_, tactic);
  } else {
    solver_ = Z3_mk_solver(context_);
    Z3_solver_inc_ref(context_, solver_);
  }
  Z3_params params = Z3_mk_params(context_);
  Z3_params_inc_ref(context_, params);
  if (what == Of::Anything) Z3_params_set_bool(context_, params, Z3_mk_string_symbol(context_, "ctrl_c"), false);
  if (milliseconds) Z3_params_set_uint(context_, params, Z3_mk_string_symbol(context_, "timeout"), milliseconds);
  Z3_solver_set_params(context_, solver_, params);
  Z3_params_dec_ref(context_, params);
  no_error(context_);
}

Solver::~Solver() { Z3_solver_dec_ref(context_, solver_); }

void Solver::push() {
  Z3_solver_push(context_, solver_);
  no_error(context_);
}

void Solver::pop() {
  Z3_solver_pop(context_, solver_, 1);
  no_error(context_);
}

void Solver::reset() {
  Z3_solver_reset(context_, solver_);
  no_error(context_);
}

void Solver::add(const Term& t) {
  Z3_solver_assert(context_, solver_, t.ast());
  no_error(context_);
}

Answer Solver::check() {
  Z3_lbool r = Z3_solver_check(context_, solver_);
  no_error(context_);
  return r == Z3_L_TRUE ? Answer::Sat : r == Z3_L_FALSE ? Answer::Unsat : Answer::Unknown;
}

Model Solver::model() const { return {context_, Z3_solver_get_model(context_, solver_)}; }

}  // namespace heddle::smt::z3
