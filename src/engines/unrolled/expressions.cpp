// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions. Using an uninitialised value is undefined behaviour; copying it is not.
#include <algorithm>

#include "engines/unrolled/stepper.h"
#include "model/operands.h"

namespace heddle::unrolled {

using model::Expr;
using model::ExprOp;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

void Stepper::use(State& s, const Value& v) {
  if (v.undef != kFalse) flag(s, v.undef);
}

void Stepper::consume(State& s, const model::Instr& i) {
  const Frame& f = top(s);
  for (model::ExprId e : i.args)
    if (!model::is_defined(p_.exprs, e, [&](model::LocalId l) { return f.locals[l] && f.locals[l]->undef == kFalse; }))
      use(s, eval(s, e));
}

// May the expression be an address? Then looking at it as a number is not supported.
bool Stepper::holds_address(model::ProcId f, model::ExprId e) {
  if (p_.exprs[e].width != p_.pointer_width) return false;  // parts of one are refused where they are made
  auto [it, fresh] = addresses_.try_emplace({f, e}, false);
  if (fresh) it->second = !points_to_.objects(f, e).empty() || !points_to_.targets(f, e).empty();
  return it->second;
}

Lit Stepper::truth(State& s, model::ExprId e) {
  Value v = eval(s, e);
  use(s, v);
  return v.bits.at(0);
}

Bits Stepper::number(State& s, model::ExprId e) {
  Value v = eval(s, e);
  use(s, v);
  return v.bits;
}

uint64_t Stepper::constant(State& s, model::ExprId e, const char* what) {
  Bits b = number(s, e);
  if (s.guard == kFalse) return 0;  // the path ends: it does not matter
  if (!Circuit::is_constant(b)) throw Unsupported(std::string(what) + " that is not a constant");
  return Circuit::constant_value(b);
}

Value Stepper::eval(State& s, model::ExprId id) {
  const Expr e = p_.exprs[id];
  const Frame& f = *s.frames[s.top];
  switch (e.op) {
    case ExprOp::Const: return constant_value(e.bits, e.width);
    case ExprOp::Undef: return {Circuit::constant(0, e.width), kTrue};
    case ExprOp::Local: {
      const ValuePtr& v = f.locals[e.bits];
      return v ? *v : Value{Circuit::constant(0, e.width), kTrue};
    }
    case ExprOp::Global: return memory.address_of(static_cast<uint32_t>(e.bits) + 1);
    case ExprOp::Function: return constant_value(memory.function_address(static_cast<model::ProcId>(e.bits)), e.width);
    case ExprOp::Tls: {
      auto [it, fresh] = tls_.try_emplace({thread_, static_cast<model::ObjectId>(e.bits)}, 0);
      if (fresh) {
        if (points_to_.may_be_shared(static_cast<uint32_t>(e.bits)))
          throw Unsupported("a thread-local variable that other threads may know");
        Object o = memory[static_cast<uint32_t>(e.bits) + 1];
        o.initial = nullptr;
        uint32_t made = memory.add(std::move(o));
        instances_[static_cast<uint32_t>(e.bits)].push_back(made);
        tls_[{thread_, static_cast<model::ObjectId>(e.bits)}] = made;
        return memory.address_of(made);
      }
      return memory.address_of(it->second);
    }
    case ExprOp::Select: {
      Lit c = truth(s, e.a);
      if (c == kTrue) return eval(s, e.b);
      if (c == kFalse) return eval(s, e.c);
      // What is undefined in the branch that is not taken does not happen.
      const Lit before = s.guard, on = c_.and_(before, c), off = c_.and_(before, ~c);
      s.guard = on;
      Value a = eval(s, e.b);
      const Lit after_on = s.guard;
      s.guard = off;
      Value b = eval(s, e.c);
      s.guard = after_on == on && s.guard == off ? before : c_.or_(after_on, s.guard);
      return {c_.ite(c, a.bits, b.bits), c_.ite(c, a.undef, b.undef)};
    }
    default: break;
  }
  if (e.op >= ExprOp::FAdd) throw Unsupported("floating-point numbers");
  Value a = eval(s, e.a), b = model::arity(e.op) > 1 ? eval(s, e.b) : Value{};
  check_addresses(s, e, a, b);
  if (e.op == ExprOp::ZExt || e.op == ExprOp::SExt || e.op == ExprOp::Trunc) {
    if (e.op == ExprOp::Trunc) return {Circuit::cut(a.bits, e.width), a.undef};
    return {c_.extend(a.bits, e.width, e.op == ExprOp::SExt), a.undef};
  }
  use(s, a);
  if (model::arity(e.op) > 1) use(s, b);
  return compute(s, e, a, b);
}

Lit Stepper::is_handle(const Bits& v) {
  if (v.size() != p_.pointer_width) return kFalse;
  Bits high(v.begin() + 8, v.end());
  return c_.eq(high, Circuit::constant(kHandle >> 8, static_cast<unsigned>(high.size())));
}

namespace {
bool ends_with_a_block(const model::Program& p, const analysis::PointsTo& points_to, size_t object) {
  for (model::ProcId f = 0; f < p.procedures.size(); ++f) {
    if (p.procedures[f].name != p.sites[object - p.objects.size()].function) continue;
    for (const model::Instr& i : p.procedures[f].code)
      if (i.kind == model::InstrKind::ScopeEnd && std::any_of(i.args.begin(), i.args.end(), [&](model::ExprId e) {
            return points_to.objects(f, e).has(object);
          }))
        return true;
  }
  return false;
}
}  // namespace

// May one of them be the address of memory that has ended, and the other one that of memory of the same kind, made
// later?
bool Stepper::may_meet_again(model::ProcId f, model::ExprId a, model::ExprId b) const {
  struct Kinds {
    bool made[2] = {}, ended[2] = {};  // by model::Site::Kind
  };
  auto kinds = [&](model::ExprId e) {
    Kinds k;
    if (p_.exprs[e].width == p_.pointer_width)
      points_to_.objects(f, e).each([&](size_t o) {
        if (o < p_.objects.size()) return;
        const model::Site& site = p_.sites[o - p_.objects.size()];
        k.made[site.kind] = true;
        k.ended[site.kind] |= site.kind == model::Site::Heap
                                  ? frees_are_possible_
                                  : site.function != "main" || ends_with_a_block(p_, points_to_, o);
      });
    return k;
  };
  Kinds x = kinds(a), y = kinds(b);
  bool found = false;
  for (auto kind : {model::Site::Stack, model::Site::Heap})
    found |= (x.ended[kind] && y.made[kind]) || (y.ended[kind] && x.made[kind]);
  return found;
}

// The end of an object, or more: what lies there is not known.
Lit Stepper::is_behind_its_object(model::ProcId f, model::ExprId e, const Bits& v) {
  const unsigned low = memory.offset_bits();
  const Bits offset = Circuit::cut(v, low), name(v.begin() + low, v.end());
  smt::Clause any;
  points_to_.objects(f, e).each([&](size_t abstract) {
    auto known = instances_.find(static_cast<uint32_t>(abstract));
    if (known == instances_.end()) return;
    for (uint32_t o : known->second) {
      Lit behind = ~c_.ult(offset, Circuit::constant(memory[o].size, low));
      any.push_back(c_.and_(behind, c_.eq(name, Circuit::constant(o, static_cast<unsigned>(name.size())))));
    }
  });
  return c_.any(any);
}

// Addresses are names here, not numbers.
void Stepper::check_addresses(State& s, const Expr& e, const Value& a, const Value& b) {
  model::ProcId f = top(s).proc;
  const unsigned low = memory.offset_bits();
  if (e.op != ExprOp::Eq && e.op != ExprOp::Ne && threads.size() > 1)  // a handle is compared, and nothing else
    for (const Value* v : {&a, &b}) flag(s, is_handle(v->bits));
  if (e.op == ExprOp::PtrAdd || e.op == ExprOp::Add || e.op == ExprOp::Sub || e.op == ExprOp::ZExt ||
      e.op == ExprOp::SExt || e.op == ExprOp::Trunc) {
    bool same_width = p_.exprs[e.a].width == e.width;
    if (e.op != ExprOp::PtrAdd && !same_width && holds_address(f, e.a))
      throw Unsupported("an address in an integer of another width");
    bool binary = e.op == ExprOp::Add || e.op == ExprOp::Sub;
    bool first = binary && holds_address(f, e.a), second = binary && holds_address(f, e.b);
    if ((e.op == ExprOp::Sub && second && !first) || (e.op == ExprOp::Add && first && second))
      throw Unsupported("an address that is used as a number");
    auto object = [&](const Bits& v) { return Bits(v.begin() + low, v.end()); };
    if (e.op == ExprOp::Sub && first && second)
      flag(s, ~c_.eq(object(a.bits), object(b.bits)));
    else if (first || second)
      flag(s, ~c_.eq(object((first ? a : b).bits),
                     object(e.op == ExprOp::Add ? c_.add(a.bits, b.bits) : c_.sub(a.bits, b.bits))));
  } else if (e.op == ExprOp::Eq || e.op == ExprOp::Ne) {
    // Every thread has a handle of its own here; in the program the handle of a joined thread may be given out again.
    if (joins_are_possible_ && a.bits.size() == p_.pointer_width) {
      flag(s, c_.and_(is_handle(a.bits), is_handle(b.bits)));
    }
    // An address of memory that is gone may be that of something new; where memory is freed, two addresses are not
    // compared.
    auto null = [&](const Bits& v) { return c_.eq(v, Circuit::constant(0, static_cast<unsigned>(v.size()))); };
    if (may_meet_again(f, e.a, e.b)) {
      flag(s, c_.and_(~null(a.bits), ~null(b.bits)));
    } else if (holds_address(f, e.a) && holds_address(f, e.b)) {
      for (uint32_t o : s.gone)
        for (const Value* v : {&a, &b}) {
          Lit named = c_.eq(Bits(v->bits.begin() + low, v->bits.end()),
                            Circuit::constant(o, static_cast<unsigned>(v->bits.size() - low)));
          flag(s, c_.all({named, ~null(a.bits), ~null(b.bits), ~c_.eq(a.bits, b.bits)}));
        }
    }
    // The end of an object may be the beginning of another one.
    if (holds_address(f, e.a) && holds_address(f, e.b)) {
      Bits x(a.bits.begin() + low, a.bits.end()), y(b.bits.begin() + low, b.bits.end());
      auto some = [&](const Bits& name) {
        return ~c_.eq(name, Circuit::constant(0, static_cast<unsigned>(name.size())));
      };
      Lit apart = c_.all({~c_.eq(x, y), some(x), some(y)});
      if (apart != kFalse)
        flag(s, c_.and_(apart, c_.or_(is_behind_its_object(f, e.a, a.bits), is_behind_its_object(f, e.b, b.bits))));
    }
    if (holds_address(f, e.a) != holds_address(f, e.b)) {  // with null, or with a number
      const Bits& number = holds_address(f, e.a) ? b.bits : a.bits;
      flag(s, ~c_.eq(number, Circuit::constant(0, static_cast<unsigned>(number.size()))));
    }
  } else if (holds_address(f, e.a) || (model::arity(e.op) > 1 && holds_address(f, e.b))) {
    bool order = e.op == ExprOp::Ult || e.op == ExprOp::Ule;
    if (!order) throw Unsupported("an address that is used as a number");
    // Comparing addresses is defined within one object only.
    Bits x(a.bits.begin() + low, a.bits.end()), y(b.bits.begin() + low, b.bits.end());
    flag(s, ~c_.eq(x, y));
  }
}

Value Stepper::compute(State& s, const Expr& e, const Value& va, const Value& vb) {
  const Bits &a = va.bits, &b = vb.bits;
  auto bit = [](Lit l) { return Value{{l}, kFalse}; };
  auto zero_divisor = [&] { flag(s, c_.eq(b, Circuit::constant(0, static_cast<unsigned>(b.size())))); };
  auto overflowing_division = [&] {
    unsigned w = static_cast<unsigned>(a.size());
    Lit lowest = c_.eq(a, Circuit::constant(uint64_t{1} << (w - 1), w)),
        minus_one = c_.eq(b, Circuit::constant(~uint64_t{0}, w));
    flag(s, c_.and_(lowest, minus_one));
  };
  auto far_shift = [&] { flag(s, ~c_.ult(b, Circuit::constant(e.width, static_cast<unsigned>(b.size())))); };
  switch (e.op) {
    case ExprOp::PtrAdd: {  // far outside its object an address would be that of another one
      Bits sum = c_.add(a, b);
      const unsigned low = memory.offset_bits();
      flag(s, ~c_.eq(Bits(a.begin() + low, a.end()), Bits(sum.begin() + low, sum.end())));
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

}  // namespace heddle::unrolled
