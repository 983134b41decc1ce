// SPDX-License-Identifier: GPL-3.0-or-later
// What an expression means in bits: the meaning of the interpreter (semantics/eval.cpp) for all paths at once. Using an
// uninitialised value is undefined; copying, masking and shifting it is not. An address is no number: what would look
// at it as one is flagged, under the condition that it is an address there. Where the interpreter knows more (which
// bits of a word are initialised), a flag makes the answer unknown, and never wrong.
//
// The engine says where the thread is, through `Here`.
#pragma once
#include <map>

#include "analysis/points_to.h"
#include "symbolic/bits/layout.h"

namespace heddle::symbolic {

// A thread at one point of a path, as its engine knows it.
class Here {
 public:
  virtual ~Here() = default;
  virtual model::ProcId procedure() const = 0;
  virtual const ValuePtr& local(model::LocalId l) const = 0;  // null: never assigned
  virtual Lit& guard() = 0;                                   // the thread is here
  virtual void flag(Lit condition) = 0;                       // something undefined happens, if the thread is here
  virtual Value thread_local_address(model::ObjectId o) = 0;
  // The objects that may be meant by an address which the analysis gives this set; null: by any address.
  virtual std::vector<uint32_t> candidates(const base::BitSet* abstract) = 0;
  virtual Bits size_of(uint32_t object) const = 0;  // as wide as an offset; empty: there is no such object
  // Two handles are compared, if `when`: one of them may have been given out again.
  virtual void compares_handles(Lit when, const Value& a, const Value& b) = 0;
  // Addresses of different objects are compared, if `when`: one of the objects may be gone. The sets are what they may
  // mean; null: anything.
  virtual void compares_addresses(Lit when, const Value& a, const Value& b, const base::BitSet* of_a,
                                  const base::BitSet* of_b) = 0;
};

// What a read-modify-write instruction does to the old value.
struct Update {
  Value next;
  Lit writes;
};

class Evaluator {
 public:
  Evaluator(const model::Program& p, const analysis::PointsTo& points_to, smt::Circuit& c, const Layout& layout);

  Value eval(Here& at, model::ExprId e);
  Lit truth(Here& at, model::ExprId e);
  Bits number(Here& at, model::ExprId e);
  // How many bytes a new block shall have, 64 bits wide: malloc, calloc, realloc, or a variable.
  Bits block_size(Here& at, const model::Instr& i);
  uint64_t constant_number(Here& at, model::ExprId e, const char* what);  // Unsupported if it is none
  static void use(Here& at, const Value& v);
  void consume(Here& at, const model::Instr& i);  // its arguments leave the program

  // What the expression may be the address of.
  const base::BitSet& pointees(model::ProcId f, model::ExprId e);
  bool holds_address(model::ProcId f, model::ExprId e);
  Lit is_address(model::ProcId f, model::ExprId e, const Value& v);
  bool may_point_to_addresses(model::ProcId f, model::ExprId e);  // one may be stored where it points
  // With an operand and, for compare-and-exchange, the desired value.
  Update update(Here& at, const model::Instr& i, const Value& old, Value operand, Value desired);

 private:
  // Of two values for equality. First and second: a is an address, b is one.
  void compare(Here& at, const Value& a, const Value& b, Lit first, Lit second, const base::BitSet* of_a,
               const base::BitSet* of_b);
  struct Pointees {
    base::BitSet objects;
    bool any = false;        // it may be an address, of a function as well
    bool addresses = false;  // one of the objects may hold one
    uint64_t alignment = 0;  // of all of them
  };
  const Pointees& look_up(model::ProcId f, model::ExprId e);
  Value select(Here& at, const model::Expr& e);
  Value compute(Here& at, const model::Expr& e, const Value& a, const Value& b);
  void check_addresses(Here& at, const model::Expr& e, const Value& a, const Value& b);
  void check_sum(Here& at, const model::Expr& e, const Value& a, const Value& b, Lit first, Lit second);
  void check_mask(Here& at, const model::Expr& e, const Value& a, const Value& b, Lit first, Lit second);
  void check_order(Here& at, const model::Expr& e, const Value& a, const Value& b, Lit first, Lit second);
  Lit wide(model::ProcId f, const model::Expr& e, const Value& a, const Value& b, const Value& result);
  Lit is_small(const Value& v, bool negative_too);
  struct End {
    Lit there, beyond;  // just behind its object, or even further
  };
  End end_of(Here& at, const base::BitSet* among, const Value& v);

  const model::Program& p_;
  const analysis::PointsTo& points_to_;
  smt::Circuit& c_;
  const Layout& layout_;
  bool handles_return_ = false;  // that of a thread which was joined may be given out again
  std::map<std::pair<model::ProcId, model::ExprId>, Pointees> pointees_;
};

}  // namespace heddle::symbolic
