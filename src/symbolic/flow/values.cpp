// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions over the values of a path. An address keeps its object; what would look at it as a number is refused.
#include "base/check.h"
#include "model/operands.h"
#include "symbolic/flow/builder.h"

namespace heddle::flow {

using model::Expr;
using model::ExprId;
using model::ExprOp;

namespace {
constexpr size_t kMostDecisions = 8;
}

bool Builder::sign_of(model::TypeId type) const {
  const model::Type& t = p_.types[type];
  if (t.kind == model::Type::Unknown || t.kind == model::Type::Enum) return true;
  return t.is_signed;
}

void Builder::refuse_if(Path& path, const z3::Term& when, const std::string& why, bool failure) {
  if (when.simplify().is_false()) return;
  z3::Term here = (path.where && when).simplify();
  if (here.is_false()) return;
  flow_.rests[at_].faults.push_back({at_, here, failure, why, instr(path.at).pos, path.seen, path.joins, path.handles});
  path.where = path.where && !when;
}

void Builder::assign(Path& path, model::LocalId l, Value v) {
  if (l != model::kNoLocal) path.mine.insert_or_assign({Slot::Local, path.at.frame, l, 0}, std::move(v));
}

void Builder::assign_int(Path& path, model::LocalId l, int64_t v) {
  assign(path, l, constant(static_cast<uint64_t>(v), 32));
}

Number Builder::number(const Value& v) {
  switch (v.kind) {
    case Value::Number: return v.number;
    case Value::Nothing: throw Refused{"an uninitialised value may be used"};
    case Value::Mixed: throw Refused{"a value that may be a number or an address, or one of several addresses"};
    default: throw Refused{"an address is used as a number"};
  }
}

Number Builder::number(Path& path, ExprId e) { return number(eval(path, e)); }

z3::Term Builder::truth(Path& path, ExprId e) {
  Value v = eval(path, e);
  if (v.kind == Value::Function) return c_.truth(true);
  return numbers_.truth(number(v));
}

// The instruction is begun again, once with each answer.
void Builder::fork_on(Path& path, const z3::Term& condition) {
  if (executing_) path.passed.erase(path.at);
  path.resumed = executing_;
  for (bool answer : {false, true}) {
    Path other = path;
    other.where = path.where && (answer ? condition : !condition);
    other.decided.push_back({condition, answer});
    paths_.push_back(std::move(other));
  }
  throw Forked{};
}

Value Builder::select(const z3::Term& when, const Value& a, const Value& b) {
  if (when.is_true()) return a;
  if (when.is_false()) return b;
  bool pointer = a.kind == Value::Address || a.kind == Value::Function;
  if ((a.kind == Value::Nothing) != (b.kind == Value::Nothing)) return nothing(a.number.width);  // perhaps
  if (a.kind != b.kind || (pointer && a.object != b.object)) return mixed(a.number.width);
  Value v = a;
  if (v.source != b.source) v.source.reset();
  if (a.kind == Value::Number || a.kind == Value::Address)
    v.number.n = z3::ite(when, a.number.n, numbers_.as(b.number, a.number.is_signed).n).simplify();
  return v;
}

void Builder::consume(Path& path, const model::Instr& i) {
  auto defined = [](const Value& v) { return v.kind != Value::Nothing && v.kind != Value::Mixed; };
  for (ExprId e : i.args) {
    auto local = [&](model::LocalId l) {
      auto it = path.mine.find({Slot::Local, path.at.frame, l, 0});
      return it != path.mine.end() && defined(it->second);
    };
    if (!model::is_defined(p_.exprs, e, local) && !defined(eval(path, e)))
      throw Refused{"a value that may be uninitialised is used"};
  }
}

// Of null and of addresses that do not vary.
std::optional<bool> Builder::same_pointer(const Value& a, const Value& b) const {
  auto fixed = [&](const Value& v) {
    return is_null(v) || v.kind == Value::Function || (v.kind == Value::Address && v.number.n.is_numeral());
  };
  if (!fixed(a) || !fixed(b) || (is_null(a) && is_null(b))) return std::nullopt;
  return a.kind == b.kind && a.object == b.object && z3::identical(a.number.n, b.number.n);
}

Value Builder::eval(Path& path, ExprId id) {
  const Expr e = p_.exprs[id];
  auto address = [&](Value::Kind kind, uint64_t object) {
    return Value{kind, numbers_.constant(0, p_.pointer_width, true), static_cast<uint32_t>(object), std::nullopt};
  };
  switch (e.op) {
    case ExprOp::Const: return constant(e.bits, e.width);
    case ExprOp::Undef: return nothing(e.width);
    case ExprOp::Local: {
      auto it = path.mine.find({Slot::Local, path.at.frame, static_cast<uint32_t>(e.bits), 0});
      return it == path.mine.end() ? nothing(e.width) : it->second;
    }
    case ExprOp::Global:
    case ExprOp::Tls: return address(Value::Address, e.bits);
    case ExprOp::Function: return address(Value::Function, e.bits);
    case ExprOp::Select: {
      z3::Term c = truth(path, e.a);
      for (const auto& [condition, answer] : path.decided)
        if (z3::identical(condition, c)) c = c_.truth(answer);
      if (c.is_true()) return eval(path, e.b);
      if (c.is_false()) return eval(path, e.c);
      // Only one of them is computed: what would be undefined in the other is not.
      z3::Term before = path.where;
      struct Inside {  // one of two: what forks there would lose the other
        unsigned& depth;
        explicit Inside(unsigned& d) : depth(d) { ++depth; }
        ~Inside() { --depth; }
      };
      try {
        std::optional<Inside> inside(selecting_);
        path.where = before && c;
        Value a = eval(path, e.b);
        z3::Term first = path.where;
        path.where = before && !c;
        Value b = eval(path, e.c);
        path.where = first || path.where;
        inside.reset();
        Value v = select(c, a, b);
        bool differ = (v.kind == Value::Mixed && a.kind != Value::Mixed && b.kind != Value::Mixed) ||
                      (v.kind == Value::Nothing && a.kind != b.kind);
        if (differ && selecting_ == 0 && path.decided.size() < kMostDecisions) fork_on(path, c);
        return v;
      } catch (const Refused&) {
        path.where = before;
        throw;
      }
    }
    default: break;
  }
  if (e.op >= ExprOp::FAdd) throw Refused{"floating-point numbers"};
  Value a = eval(path, e.a);
  if (model::arity(e.op) == 1) {
    if (a.kind == Value::Nothing) return nothing(e.width);
    if (a.kind != Value::Number && p_.exprs[e.a].width == e.width) return a;
    Number n = number(a);
    Value v = number_value(e.op == ExprOp::Trunc ? numbers_.cut(n, e.width, path.where)
                                                 : numbers_.extend(n, e.width, e.op == ExprOp::SExt));
    if (e.width == n.width) v.source = a.source;
    return v;
  }
  Value b = eval(path, e.b);
  return binary(path, e, a, b);
}

Value Builder::binary(Path& path, const Expr& e, const Value& a, const Value& b) {
  bool first = a.kind == Value::Address || a.kind == Value::Function,
       second = b.kind == Value::Address || b.kind == Value::Function;
  if (first || second) return on_address(path, e, a, b);
  Number x = number(a), y = number(b);
  refuse_if(path, numbers_.undefined(e.op, x, y), "a division by zero, or a shift too far");
  return number_value(numbers_.binary(e.op, e.width, x, y, path.where));
}

Value Builder::on_address(Path& path, const Expr& e, const Value& first, const Value& second) {
  const Value a = settled(first), b = settled(second);
  bool both = a.kind == Value::Address && b.kind == Value::Address, same = both && a.object == b.object;
  // Offsets are not bounded here; outside of their object they are not compared.
  auto stay_inside = [&](const Value& v, bool end_too) {
    if (v.kind != Value::Address) return;
    z3::Term size = this->size(path, v.object);
    refuse_if(path, !(v.number.n >= 0 && (end_too ? v.number.n <= size : v.number.n < size)),
              "an address outside of its object is looked at");
  };
  switch (e.op) {
    case ExprOp::Add:
    case ExprOp::PtrAdd: {
      bool swap = a.kind == Value::Number;
      const Value &base = swap ? b : a, &by = swap ? a : b;
      if (base.kind != Value::Address || by.kind != Value::Number) break;
      Value v = base;  // an offset is not bounded: leaving the object is refused where it is used
      v.number.n = (base.number.n + numbers_.as(by.number, true).n).simplify();
      return v;
    }
    case ExprOp::Sub:
      if (same) {
        stay_inside(a, true), stay_inside(b, true);
        return number_value(numbers_.binary(ExprOp::Sub, e.width, a.number, b.number, path.where));
      }
      if (a.kind == Value::Address && b.kind == Value::Number) {
        Value v = a;
        v.number.n = (a.number.n - numbers_.as(b.number, true).n).simplify();
        return v;
      }
      break;
    case ExprOp::Eq:
    case ExprOp::Ne: {
      bool equal = e.op == ExprOp::Eq, apart = both && !same;  // the end of one may be the beginning of the other
      stay_inside(a, !apart), stay_inside(b, !apart);
      if (same) return number_value(numbers_.from(equal ? a.number.n == b.number.n : a.number.n != b.number.n));
      if (is_null(a) || is_null(b)) return number_value(numbers_.from(c_.truth(!equal)));
      if (both) {
        stays_there(path, a.object), stays_there(path, b.object);
        must_live(path, a.object), must_live(path, b.object);
        return number_value(numbers_.from(c_.truth(!equal)));
      }
      if (a.kind == Value::Function && b.kind == Value::Function)
        return number_value(numbers_.from(c_.truth((a.object == b.object) == equal)));
      break;
    }
    case ExprOp::Ult:
    case ExprOp::Ule:
      if (same) {
        stay_inside(a, true), stay_inside(b, true);
        return number_value(numbers_.from(e.op == ExprOp::Ult ? a.number.n < b.number.n : a.number.n <= b.number.n));
      }
      break;
    default: break;
  }
  throw Refused{"an address is used as a number"};
}

}  // namespace heddle::flow
