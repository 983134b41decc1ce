// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions. Using an uninitialised value is undefined behaviour; copying it is not.
#include <algorithm>

#include "engines/order/unwinding.h"
#include "model/operands.h"

namespace heddle::order {

using model::Expr;
using model::ExprOp;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

uint64_t Unwinding::function_address(model::ProcId f) const {
  uint64_t first = uint64_t{1} << (p_.pointer_width - offset_bits() - 1);
  return (first + f) << offset_bits();
}

Value Unwinding::address_of(uint32_t object) const {
  uint64_t objects_end = uint64_t{1} << (p_.pointer_width - offset_bits() - 1);
  if (object >= objects_end) throw Unsupported("more than " + std::to_string(objects_end) + " objects");
  return {Circuit::constant(uint64_t{object} << offset_bits(), p_.pointer_width), kFalse};
}

void Unwinding::use(State& s, const Value& v) {
  if (v.undef != kFalse) flag(s, c_.and_(s.guard, v.undef));
}

void Unwinding::consume(State& s, const model::Instr& i) {
  const Frame& f = s.frames.back();
  for (model::ExprId e : i.args)
    if (!model::is_defined(p_.exprs, e, [&](model::LocalId l) { return f.locals[l] && f.locals[l]->undef == kFalse; }))
      use(s, eval(s, e));
}

// May the expression be an address? Then looking at it as a number is not supported.
bool Unwinding::holds_address(model::ProcId f, model::ExprId e) {
  if (p_.exprs[e].width != p_.pointer_width) return false;  // parts of one are refused where they are made
  auto [it, fresh] = addresses_.try_emplace({f, e}, false);
  if (fresh) it->second = !points_to_.objects(f, e).empty() || !points_to_.targets(f, e).empty();
  return it->second;
}

// Does it name an object? What has none of the bits that do is null or a number.
bool Unwinding::could_be_address(const Value& v) const {
  return v.bits.size() == p_.pointer_width &&
         std::any_of(v.bits.begin() + offset_bits(), v.bits.end(), [](Lit l) { return l != kFalse; });
}

Lit Unwinding::names_object(const Value& v) {
  return could_be_address(v) ? c_.any(smt::Clause(v.bits.begin() + offset_bits(), v.bits.end())) : kFalse;
}
Lit Unwinding::is_address(model::ProcId f, model::ExprId e, const Value& v) {
  return could_be_address(v) && holds_address(f, e) ? names_object(v) : kFalse;
}

// May one of these be memory that ends before the program does?
bool Unwinding::may_end(const base::BitSet& among) const {
  bool found = false;
  among.each([&](size_t o) {
    if (o < p_.objects.size()) return;
    const model::Site& site = p_.sites[o - p_.objects.size()];
    found |= site.kind != model::Site::Heap || frees_are_possible_;
  });
  return found;
}

Lit Unwinding::is_handle(const Value& v) {
  if (v.bits.size() != p_.pointer_width) return kFalse;
  Bits high(v.bits.begin() + 8, v.bits.end());
  return c_.eq(high, Circuit::constant(kHandle >> 8, static_cast<unsigned>(high.size())));
}

Lit Unwinding::same_object(const Bits& a, const Bits& b) {
  return c_.eq(Bits(a.begin() + offset_bits(), a.end()), Bits(b.begin() + offset_bits(), b.end()));
}

Lit Unwinding::truth(State& s, model::ExprId e) {
  Value v = eval(s, e);
  use(s, v);
  return v.bits.at(0);
}

Bits Unwinding::number(State& s, model::ExprId e) {
  Value v = eval(s, e);
  use(s, v);
  flag(s, c_.and_(s.guard, is_address(s.frames.back().proc, e, v)));
  return v.bits;
}

uint64_t Unwinding::constant(State& s, model::ExprId e, const char* what) {
  Bits b = number(s, e);
  if (!Circuit::is_constant(b)) throw Unsupported(std::string(what) + " that is not a constant");
  return Circuit::constant_value(b);
}

Value Unwinding::eval(State& s, model::ExprId id) {
  const Expr e = p_.exprs[id];
  Frame& f = s.frames.back();
  switch (e.op) {
    case ExprOp::Const: {
      Value v = constant_value(e.bits, e.width);
      v.wide = could_be_address(v);
      return v;
    }
    case ExprOp::Undef: return {Circuit::constant(0, e.width), kTrue};
    case ExprOp::Local: {
      const ValuePtr& v = f.locals[e.bits];
      return v ? *v : Value{Circuit::constant(0, e.width), kTrue};
    }
    case ExprOp::Global: return address_of(static_cast<uint32_t>(e.bits) + 1);
    case ExprOp::Function: return constant_value(function_address(static_cast<model::ProcId>(e.bits)), e.width);
    case ExprOp::Tls: {
      auto [it, fresh] = tls_.try_emplace({thread_, static_cast<model::ObjectId>(e.bits)}, 0);
      if (fresh) {
        Instance o = objects[e.bits + 1];
        o.owner = static_cast<int>(thread_);
        o.shared = points_to_.may_be_shared(static_cast<uint32_t>(e.bits));
        if (o.shared) throw Unsupported("a thread-local variable that other threads may know");
        uint32_t made = new_object(std::move(o));
        tls_[{thread_, static_cast<model::ObjectId>(e.bits)}] = made;
        return address_of(made);
      }
      return address_of(it->second);
    }
    case ExprOp::Select: {
      Lit c = truth(s, e.a);
      if (c == kTrue) return eval(s, e.b);
      if (c == kFalse) return eval(s, e.c);
      Value a = eval(s, e.b), b = eval(s, e.c);
      return {c_.ite(c, a.bits, b.bits), c_.ite(c, a.undef, b.undef), a.handle || b.handle, a.wide || b.wide};
    }
    default: break;
  }
  if (e.op >= ExprOp::FAdd) throw Unsupported("floating-point numbers");
  Value a = eval(s, e.a), b = model::arity(e.op) > 1 ? eval(s, e.b) : Value{};
  check_addresses(s, e, a, b);
  // A handle is compared, and nothing else.
  bool compares = e.op == ExprOp::Eq || e.op == ExprOp::Ne;
  if (!compares && a.handle) flag(s, c_.and_(s.guard, is_handle(a)));
  if (!compares && b.handle) flag(s, c_.and_(s.guard, is_handle(b)));
  if (e.op == ExprOp::ZExt || e.op == ExprOp::SExt || e.op == ExprOp::Trunc) {
    if (e.op == ExprOp::Trunc) return {Circuit::cut(a.bits, e.width), a.undef};
    Value v{c_.extend(a.bits, e.width, e.op == ExprOp::SExt), a.undef};
    v.wide = could_be_address(v);
    return v;
  }
  use(s, a);
  if (model::arity(e.op) > 1) use(s, b);
  Value v = compute(s, e, a, b);
  v.wide = e.op == ExprOp::PtrAdd ? a.wide : could_be_address(v);
  return v;
}

// What would look at an address as a number is not expressed.
void Unwinding::check_addresses(State& s, const Expr& e, const Value& a, const Value& b) {
  const model::ProcId f = s.frames.back().proc;
  const bool binary = model::arity(e.op) > 1;
  Lit first = is_address(f, e.a, a), second = binary ? is_address(f, e.b, b) : kFalse;
  auto refuse = [&](Lit when) { flag(s, c_.and_(s.guard, when)); };
  if (a.wide || b.wide) refuse(c_.and_(first, second));
  switch (e.op) {
    case ExprOp::PtrAdd: return;  // compute() looks at it
    case ExprOp::Eq:
    case ExprOp::Ne: {
      base::BitSet x = points_to_.objects(f, e.a), y = points_to_.objects(f, e.b);
      return compare_addresses(s, a, b, first, second, &x, &y);
    }
    case ExprOp::ZExt:
    case ExprOp::SExt:
    case ExprOp::Trunc:
      if (p_.exprs[e.a].width != e.width) refuse(first);
      return;
    case ExprOp::Add:
    case ExprOp::Sub: {
      if (first == kFalse && second == kFalse) return;
      Bits result = e.op == ExprOp::Add ? c_.add(a.bits, b.bits) : c_.sub(a.bits, b.bits);
      Lit both = c_.and_(first, second), one = c_.xor_(first, second);
      if (e.op == ExprOp::Add) {
        refuse(both);
        refuse(c_.and_(one, ~c_.ite(first, same_object(a.bits, result), same_object(b.bits, result))));
      } else {
        refuse(c_.and_(second, ~first));
        refuse(c_.and_(both, ~same_object(a.bits, b.bits)));
        refuse(c_.all({first, ~second, ~same_object(a.bits, result)}));
      }
      return;
    }
    case ExprOp::Ult:
    case ExprOp::Ule:  // defined within one object only
      if (first != kFalse || second != kFalse) refuse(c_.and_(c_.or_(first, second), ~same_object(a.bits, b.bits)));
      return;
    default: refuse(c_.or_(first, second));
  }
}

// Of what each of them may mean: null for anything.
void Unwinding::compare_addresses(State& s, const Value& a, const Value& b, Lit first, Lit second,
                                  const base::BitSet* of_a, const base::BitSet* of_b) {
  auto null = [&](const Bits& n) { return c_.eq(n, Circuit::constant(0, static_cast<unsigned>(n.size()))); };
  // Every thread has a handle of its own here; in the program the handle of a joined thread may be given out again.
  if (joins_are_possible_ && a.bits.size() == p_.pointer_width) {
    Lit handles = c_.all({s.guard, is_handle(a), is_handle(b)});
    if (handles != kFalse) compared_handles_.push_back({handles, a.bits, b.bits, place(s)});
  }
  // With a number other than null.
  flag(s, c_.all({s.guard, first, ~second, ~null(b.bits)}));
  flag(s, c_.all({s.guard, second, ~first, ~null(a.bits)}));
  Lit both = c_.and_(first, second);
  if (both == kFalse) return;
  // The end of one object may be the beginning of another.
  auto begins = [&](const Value& v) {
    return c_.eq(Circuit::cut(v.bits, offset_bits()), Circuit::constant(0, offset_bits()));
  };
  Lit apart = c_.and_(both, ~same_object(a.bits, b.bits));
  if (apart != kFalse) {
    Lit touch = c_.or_(c_.and_(at_end(s, of_a, a), begins(b)), c_.and_(at_end(s, of_b, b), begins(a)));
    flag(s, c_.all({s.guard, apart, touch}));
  }
  // An address of memory that is gone may be that of something new.
  if ((of_a && !may_end(*of_a) && of_b && !may_end(*of_b)) || a.bits == b.bits) return;
  for (const auto& [object, freed] : s.freed) {
    Bits name = Circuit::constant(object, p_.pointer_width - offset_bits());
    auto means = [&](const Value& v) { return c_.eq(Bits(v.bits.begin() + offset_bits(), v.bits.end()), name); };
    flag(s, c_.all({s.guard, both, freed, c_.or_(means(a), means(b))}));
  }
  comparisons_.push_back({thread_, events.size(), c_.and_(s.guard, both), a.bits, b.bits});
}

// Is it the address just behind its object?
Lit Unwinding::at_end(State& s, const base::BitSet* among, const Value& v) {
  const unsigned low = offset_bits();
  Bits offset = Circuit::cut(v.bits, low), name(v.bits.begin() + low, v.bits.end());
  std::vector<uint32_t> possible;
  if (Circuit::is_constant(name))
    possible.push_back(static_cast<uint32_t>(Circuit::constant_value(name)));
  else if (among)
    possible = candidates(s, *among);
  else
    for (uint32_t o = 1; o < objects.size(); ++o) possible.push_back(o);
  smt::Clause any;
  for (uint32_t o : possible) {
    if (o == 0 || o >= objects.size()) continue;  // of a function
    Bits size = objects[o].extent.empty() ? Circuit::constant(objects[o].size, low) : objects[o].extent;
    any.push_back(c_.and_(c_.eq(name, Circuit::constant(o, static_cast<unsigned>(name.size()))), c_.eq(offset, size)));
  }
  return c_.any(any);
}

// A comparison is no event: what ends before the next one of its thread may have ended before it.
void Unwinding::look_for_compared_ends() {
  for (const Comparison& c : comparisons_)
    for (const Freed& f : free_of) {
      auto [guard, event] = frees[f.index];
      if (!f.offset.empty()) continue;
      Bits name = Circuit::constant(f.object, p_.pointer_width - offset_bits());
      Lit meant = c_.or_(c_.eq(Bits(c.a.begin() + offset_bits(), c.a.end()), name),
                         c_.eq(Bits(c.b.begin() + offset_bits(), c.b.end()), name));
      if (meant == kFalse) continue;
      bool follows = c.next < events.size() && events[c.next].thread == c.thread;
      Node next = follows ? events[c.next].node : threads[c.thread].end;
      Lit earlier = events[event].thread == c.thread ? (event < c.next ? kTrue : kFalse)
                                                     : c_.solver().before(events[event].node, next);
      doubt(c_.all({c.guard, guard, meant, earlier}), events[event].instr);
    }
}

Value Unwinding::compute(State& s, const Expr& e, const Value& va, const Value& vb) {
  const Bits &a = va.bits, &b = vb.bits;
  auto bit = [](Lit l) { return Value{{l}, kFalse}; };
  auto zero_divisor = [&] {
    flag(s, c_.and_(s.guard, c_.eq(b, Circuit::constant(0, static_cast<unsigned>(b.size())))));
  };
  auto overflowing_division = [&] {
    unsigned w = static_cast<unsigned>(a.size());
    Lit lowest = c_.eq(a, Circuit::constant(uint64_t{1} << (w - 1), w)),
        minus_one = c_.eq(b, Circuit::constant(~uint64_t{0}, w));
    flag(s, c_.and_(s.guard, c_.and_(lowest, minus_one)));
  };
  auto far_shift = [&] {
    unsigned w = static_cast<unsigned>(b.size());
    flag(s, c_.and_(s.guard, ~c_.ult(b, Circuit::constant(e.width, w))));
  };
  switch (e.op) {
    case ExprOp::PtrAdd: {  // far outside its object an address would be that of another one
      Bits sum = c_.add(a, b);
      flag(s, c_.and_(s.guard,
                      ~c_.eq(Bits(a.begin() + offset_bits(), a.end()), Bits(sum.begin() + offset_bits(), sum.end()))));
      return {sum, kFalse};
    }
    case ExprOp::Add: return {c_.add(a, b), kFalse};
    case ExprOp::Sub: return {c_.sub(a, b), kFalse};
    case ExprOp::Mul: return {c_.mul(a, b), kFalse};
    case ExprOp::UDiv: zero_divisor(); return {c_.udiv(a, b), kFalse};
    case ExprOp::URem: zero_divisor(); return {c_.urem(a, b), kFalse};
    case ExprOp::SDiv:
      zero_divisor();
      overflowing_division();
      return {c_.sdiv(a, b), kFalse};
    case ExprOp::SRem:
      zero_divisor();
      overflowing_division();
      return {c_.srem(a, b), kFalse};
    case ExprOp::Shl: far_shift(); return {c_.shl(a, b), kFalse};
    case ExprOp::LShr: far_shift(); return {c_.lshr(a, b), kFalse};
    case ExprOp::AShr: far_shift(); return {c_.ashr(a, b), kFalse};
    case ExprOp::And: return {c_.and_(a, b), kFalse};
    case ExprOp::Or: return {c_.or_(a, b), kFalse};
    case ExprOp::Xor: return {c_.xor_(a, b), kFalse};
    case ExprOp::Eq: return bit(c_.eq(a, b));
    case ExprOp::Ne: return bit(~c_.eq(a, b));
    case ExprOp::Ult: return bit(c_.ult(a, b));
    case ExprOp::Ule: return bit(c_.ule(a, b));
    case ExprOp::Slt: return bit(c_.slt(a, b));
    case ExprOp::Sle: return bit(c_.sle(a, b));
    default: throw Unsupported(std::string("the operator ") + model::text(e.op));
  }
}

}  // namespace heddle::order
