// SPDX-License-Identifier: GPL-3.0-or-later
#include "smt/z3/solver.h"

#include <algorithm>
#include <set>

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

namespace {

// What is read from arrays, as far as it does not depend on x: the largest such terms.
std::vector<Term> reads(const Term& t, const std::vector<Term>& x) {
  std::vector<Term> found, stack{t};
  std::set<unsigned> seen;
  auto depends = [&](const Term& root) {
    std::vector<Term> left{root};
    std::set<unsigned> met;
    while (!left.empty()) {
      Term e = left.back();
      left.pop_back();
      if (!met.insert(e.id()).second) continue;
      if (std::any_of(x.begin(), x.end(), [&](const Term& v) { return identical(v, e); })) return true;
      for (unsigned k = 0; k < e.size(); ++k) left.push_back(e.arg(k));
    }
    return false;
  };
  while (!stack.empty()) {
    Term e = stack.back();
    stack.pop_back();
    if (!seen.insert(e.id()).second) continue;
    if (e.op() == Op::Element && !depends(e)) {
      found.push_back(e);
      continue;
    }
    for (unsigned k = 0; k < e.size(); ++k) stack.push_back(e.arg(k));
  }
  return found;
}

}  // namespace

Term eliminate(const std::vector<Term>& x, const Term& whole, unsigned milliseconds) {
  Z3_context c = whole.context();
  const std::vector<Term> opaque = reads(whole, x);
  std::vector<Term> names;
  for (size_t k = 0; k < opaque.size(); ++k) names.emplace_back(c, Z3_mk_fresh_const(c, "read", Z3_mk_int_sort(c)));
  const Term t = opaque.empty() ? whole : whole.substitute(opaque, names);
  std::vector<Z3_app> bound;
  for (const Term& v : x) bound.push_back(Z3_to_app(c, v.ast()));
  Term some(c, Z3_mk_exists_const(c, 0, static_cast<unsigned>(bound.size()), bound.data(), 0, nullptr, t.ast()));
  Z3_goal goal = Z3_mk_goal(c, false, false, false);
  Z3_goal_inc_ref(c, goal);
  Z3_goal_assert(c, goal, some.ast());
  Z3_tactic plain = Z3_mk_tactic(c, "qe");
  Z3_tactic_inc_ref(c, plain);
  Z3_tactic limited = Z3_tactic_try_for(c, plain, milliseconds);
  Z3_tactic_inc_ref(c, limited);
  std::vector<Term> parts;
  Z3_apply_result result = Z3_tactic_apply(c, limited, goal);
  const bool done = result != nullptr && Z3_get_error_code(c) == Z3_OK;
  if (done) {
    Z3_apply_result_inc_ref(c, result);
    for (unsigned k = 0; k < Z3_apply_result_get_num_subgoals(c, result); ++k) {
      Z3_goal sub = Z3_apply_result_get_subgoal(c, result, k);
      std::vector<Term> all;
      for (unsigned j = 0; j < Z3_goal_size(c, sub); ++j) all.emplace_back(c, Z3_goal_formula(c, sub, j));
      parts.push_back(conjunction(all, c));
    }
    Z3_apply_result_dec_ref(c, result);
  }
  Z3_tactic_dec_ref(c, limited);
  Z3_tactic_dec_ref(c, plain);
  Z3_goal_dec_ref(c, goal);
  if (!done) return whole;
  Term made = disjunction(parts, c).simplify();
  return opaque.empty() ? made : made.substitute(names, opaque);
}

}  // namespace heddle::smt::z3
