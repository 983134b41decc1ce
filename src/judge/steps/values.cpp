// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions. An address keeps its object; what would look at it as a number is refused.
#include "judge/steps/walker.h"
#include "model/operands.h"

namespace heddle::judge::steps {

using model::Expr;
using model::ExprId;
using model::ExprOp;

namespace {
constexpr size_t kMostDecisions = 8;
}

Value Walker::address(uint32_t object, Int offset) const {
  return {Value::Address, {number(offset), p_.pointer_width, true}, object, std::nullopt};
}

void Walker::undefined_if(Path& path, const Truth& when, const std::string& why) {
  Truth here = when;
  for (const Truth& u : path.under) here = both(u, here);
  if (here.is(false)) return;
  Premises met = path.premises;
  met.require(here);
  fault(path, met, why, Fault::Undefined);
  path.premises.require(no(here));
}

void Walker::assign(Path& path, model::LocalId l, Value v) {
  if (l == model::kNoLocal) return;
  if (v.kind == Value::Number && v.number.width != procedure(path.at.frame).locals[l].width)
    throw Refused{"a value of another width than its variable"};
  path.mine.insert_or_assign(Slot{Slot::Local, path.at.frame, l, 0}, std::move(v));
}

void Walker::assign_int(Path& path, model::LocalId l, int v) {
  assign(path, l, constant(static_cast<uint64_t>(static_cast<int64_t>(v)), 32));
}

Number Walker::number_of(const Value& v) const {
  switch (v.kind) {
    case Value::Number: return v.number;
    case Value::Nothing: throw Refused{"an uninitialised value may be used"};
    case Value::Mixed: throw Refused{"a value that may be a number or an address, or one of several addresses"};
    case Value::Address:
    case Value::Function: break;
  }
  throw Refused{"an address is used as a number"};
}

Truth Walker::truth_at(Path& path, ExprId e) { return numbers_.truth_of(number_at(path, e)); }

// What leaves the program must be defined; what is certainly defined need not be computed.
void Walker::consume(Path& path, const model::Instr& i) {
  auto defined = [](const Value& v) { return v.kind != Value::Nothing && v.kind != Value::Mixed; };
  for (ExprId e : i.args) {
    auto local = [&](model::LocalId l) {
      auto it = path.mine.find(Slot{Slot::Local, path.at.frame, l, 0});
      return it != path.mine.end() && defined(it->second);
    };
    if (!model::is_defined(p_.exprs, e, local) && !defined(eval(path, e)))
      throw Refused{"a value that may be uninitialised is used"};
  }
}

Value Walker::eval(Path& path, ExprId id) {
  const Expr e = p_.exprs[id];
  switch (e.op) {
    case ExprOp::Const: return constant(e.bits, e.width);
    case ExprOp::Undef: return nothing(e.width);
    case ExprOp::Local: {
      auto it = path.mine.find(Slot{Slot::Local, path.at.frame, static_cast<uint32_t>(e.bits), 0});
      return it == path.mine.end() ? nothing(e.width) : it->second;
    }
    case ExprOp::Global:
    case ExprOp::Tls: return address(static_cast<uint32_t>(e.bits), 0);
    case ExprOp::Function: {
      Value f = address(static_cast<uint32_t>(e.bits), 0);
      f.kind = Value::Function;
      return f;
    }
    case ExprOp::Select: return select(path, e);
    default: break;
  }
  if (e.op == ExprOp::None || e.op >= ExprOp::FAdd) throw Refused{"floating-point numbers"};
  const Value a = eval(path, e.a);
  if (model::arity(e.op) == 2) return binary(path, e, a, eval(path, e.b));
  if (a.kind == Value::Nothing) return nothing(e.width);
  const Number n = number_of(a);
  switch (e.op) {
    case ExprOp::Trunc: return value(numbers_.cut(n, e.width, path.premises));
    case ExprOp::ZExt: return value(numbers_.extended(n, e.width, false, path.premises));
    case ExprOp::SExt: return value(numbers_.extended(n, e.width, true, path.premises));
    default: throw Refused{"an operator that is not understood"};
  }
}

// Only one of the two is computed: what would be undefined in the other is not.
Value Walker::select(Path& path, const Expr& e) {
  Truth c = truth_at(path, e.a);
  if (auto it = path.decided.find(c.text); !c.value && it != path.decided.end()) c = truth(it->second);
  if (c.value) return eval(path, *c.value ? e.b : e.c);
  path.under.push_back(c);
  const Value a = eval(path, e.b);
  path.under.back() = no(c);
  const Value b = eval(path, e.c);
  path.under.pop_back();
  const bool pointers = a.is_pointer() || b.is_pointer();
  if (a.kind != b.kind || (pointers && a.object != b.object)) {
    if (path.decided.size() < kMostDecisions) throw Decision{{c, no(c)}, c.text};
    return mixed(e.width);
  }
  if (a.kind != Value::Number && a.kind != Value::Address) return a;
  Value v = a;
  if (a.source != b.source) v.source.reset();
  v.number.is_set.reset();
  const Term other = a.kind == Value::Address ? b.number.n : numbers_.as(b.number, a.number.is_signed, path.premises).n;
  if (a.number.width == 1) {
    const Truth x = numbers_.truth_of(a.number), y = numbers_.truth_of(b.number);
    return value(numbers_.from(either(both(c, x), both(no(c), y))));
  }
  v.number.n = choice(c, a.number.n, other);
  return v;
}

Value Walker::binary(Path& path, const Expr& e, const Value& a, const Value& b) {
  if (a.is_pointer() || b.is_pointer()) return on_address(path, e, a, b);
  const Number x = number_of(a), y = number_of(b);
  undefined_if(path, numbers_.undefined(e.op, x, y, path.premises), "a division by zero, or a shift too far");
  return value(numbers_.binary(e.op, e.width, x, y, path.premises));
}

Value Walker::on_address(Path& path, const Expr& e, const Value& a, const Value& b) {
  const bool two = a.kind == Value::Address && b.kind == Value::Address, same = two && a.object == b.object;
  // An offset is any integer; outside of its object an address is not compared.
  auto stay_inside = [&](const Value& v, bool end_too) {
    if (v.kind != Value::Address) return;
    const Term size = number(static_cast<Int>(size_of(v.object)) - (end_too ? 0 : 1));
    undefined_if(path, no(both(at_most(number(0), v.number.n), at_most(v.number.n, size))),
                 "an address outside of its object is looked at");
  };
  auto moved = [&](const Value& base, const Value& by, bool back) {
    const Term n = numbers_.as(by.number, true, path.premises).n;
    Value v = base;
    v.number.n = back ? minus(base.number.n, n) : plus(base.number.n, n);
    return v;
  };
  switch (e.op) {
    case ExprOp::Add:
    case ExprOp::PtrAdd:
      if (a.kind == Value::Address && b.kind == Value::Number) return moved(a, b, false);
      if (b.kind == Value::Address && a.kind == Value::Number) return moved(b, a, false);
      break;
    case ExprOp::Sub:
      if (a.kind == Value::Address && b.kind == Value::Number) return moved(a, b, true);
      if (!same) break;
      stay_inside(a, true), stay_inside(b, true);
      // an address of 64 bits plus nothing, cut to 64 bits: in range whatever the offsets are
      return value(numbers_.cut({minus(a.number.n, b.number.n), e.width + 1u, true}, e.width, path.premises));
    case ExprOp::Eq:
    case ExprOp::Ne: {
      const bool equal = e.op == ExprOp::Eq;
      const bool apart = two && !same;  // the end of one may be the beginning of the other
      stay_inside(a, !apart), stay_inside(b, !apart);
      if (same) {
        const Truth t = steps::equal(a.number.n, b.number.n);
        return value(numbers_.from(equal ? t : no(t)));
      }
      if (is_null(a) || is_null(b)) return value(numbers_.from(truth(!equal)));
      if (two) {
        stays_there(a.object), stays_there(b.object);
        must_live(path, a.object), must_live(path, b.object);
        return value(numbers_.from(truth(!equal)));
      }
      if (a.kind == Value::Function && b.kind == Value::Function)
        return value(numbers_.from(truth((a.object == b.object) == equal)));
      break;
    }
    case ExprOp::Ult:
    case ExprOp::Ule:
      if (!same) break;
      stay_inside(a, true), stay_inside(b, true);
      return value(numbers_.from(e.op == ExprOp::Ult ? less(a.number.n, b.number.n) : at_most(a.number.n, b.number.n)));
    default: break;
  }
  throw Refused{"an address is used as a number"};
}

}  // namespace heddle::judge::steps
