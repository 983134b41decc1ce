// SPDX-License-Identifier: GPL-3.0-or-later
// Z3's answers. Assertions are added within push() and pop(); a model is read before the next of these.
#pragma once
#include "smt/z3/terms.h"

struct _Z3_solver;
struct _Z3_model;

namespace heddle::smt::z3 {

enum class Answer : uint8_t { Unsat, Sat, Unknown };

class Model {
 public:
  Model(_Z3_context* context, _Z3_model* model);
  Model(Model&& o) noexcept : context_(o.context_), model_(std::exchange(o.model_, nullptr)) {}
  Model& operator=(Model&&) = delete;
  ~Model();
  // Variables that do not matter have some value.
  Term value(const Term& t) const;

 private:
  _Z3_context* context_;
  _Z3_model* model_;
};

class Solver {
 public:
  enum class Of : uint8_t { Anything, BitVectors };
  // Without a limit, only an interrupt of the context ends a search. The tool notices Ctrl-C itself.
  explicit Solver(const Context& context, Of what = Of::Anything, unsigned milliseconds = 0);
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  ~Solver();

  void push();
  void pop();
  void reset();
  void add(const Term& t);
  Answer check();
  Model model() const;  // after Sat

 private:
  _Z3_context* context_;
  _Z3_solver* solver_;
};

// Integers `x` of which one fulfils `t`: what that says of the others. Some of `x` may stay, if it is too hard.
Term eliminate(const std::vector<Term>& x, const Term& t, unsigned milliseconds = 2000);

}  // namespace heddle::smt::z3
