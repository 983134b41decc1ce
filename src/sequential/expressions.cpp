// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions of the threads as expressions of the sequential program, and where addresses lead.
#include <algorithm>

#include "sequential/body.h"

namespace heddle::sequential {

using model::ExprId;
using model::Instr;
using model::kNoLocal;
using model::LocalId;
using model::ProcId;

// Expressions are shared: each is translated once.
ExprId Body::expr(const Frame& f, ExprId e) {
  auto it = f.terms.find(e);
  if (it == f.terms.end()) it = f.terms.emplace(e, translate(f, e)).first;
  return it->second;
}

ExprId Body::translate(const Frame& f, ExprId e) {
  const model::Expr& x = p_.exprs[e];
  switch (x.op) {
    case ExprOp::Const: return t_.number(x.bits, x.width);
    case ExprOp::Undef: return t_.number(0, x.width);
    case ExprOp::Local: return a_.read(f.locals + static_cast<LocalId>(x.bits));
    case ExprOp::Global:
    case ExprOp::Tls: return t_.number(shop_.memory.of_object(static_cast<model::ObjectId>(x.bits)), x.width);
    case ExprOp::Function: return t_.number(shop_.memory.of_procedure(static_cast<ProcId>(x.bits)), x.width);
    case ExprOp::Select: return t_.ite(expr(f, x.a), expr(f, x.b), expr(f, x.c));
    case ExprOp::PtrAdd: return t_.add(expr(f, x.a), expr(f, x.b));
    default: break;
  }
  if (arity(x.op) == 1) return t_.one(x.op, x.width, expr(f, x.a));
  if (meaning::is_arithmetic(x.op)) return t_.two(x.op, expr(f, x.a), expr(f, x.b));
  return q_.exprs.binary(x.op, x.width, expr(f, x.a), expr(f, x.b));
}

Memory::Reach Body::reach(const Frame& f, ExprId address) {
  Memory::Reach to{shop_.memory.blocks(f.proc, address)};
  const bool pools =
      std::any_of(to.blocks.begin(), to.blocks.end(), [&](uint32_t b) { return shop_.memory.is_pool(b); });
  if (pools) to.offset = offset_of(f, address);
  return to;
}

// How far into its block an address leads. What is read from memory, and what is merged, is taken for the beginning of
// a block: executions in which it is not are lost.
std::optional<uint64_t> Body::offset_of(const Frame& f, ExprId address) {
  const model::Expr& x = p_.exprs[address];
  if (x.op == ExprOp::PtrAdd) {
    const std::optional<uint64_t> inside = offset_of(f, x.a);
    if (!inside || p_.exprs[x.b].op != ExprOp::Const) return std::nullopt;
    return *inside + p_.exprs[x.b].bits;
  }
  if (x.op == ExprOp::Select) {
    const std::optional<uint64_t> yes = offset_of(f, x.b), no = offset_of(f, x.c);
    return yes == no ? yes : std::nullopt;
  }
  if (x.op != ExprOp::Local) return 0;
  const auto l = static_cast<LocalId>(x.bits);
  if (l < p_.procedures[f.proc].params) {
    if (!f.caller) return 0;
    const Instr& called = at(*f.caller, f.called_at);
    return l < called.args.size() ? offset_of(*f.caller, called.args[l]) : 0;
  }
  const ExprId value = shop_.definition(f.proc, l);
  return value ? offset_of(f, value) : 0;
}

void Body::read_in(const Memory::Reach& to, ExprId address, ExprId round, LocalId into) {
  if (to.blocks.empty()) {
    a_.impossible();
    return a_.assign(into, t_.number(0, a_.width(into)));
  }
  const std::optional<uint64_t> constant = t_.is_constant(address) ? std::optional(t_.value(address)) : std::nullopt;
  a_.call(shop_.memory.reader(to, constant, a_.width(into)), {address, round}, into);
}

ExprId Body::read(const Memory::Reach& to, ExprId address, unsigned width) {
  const LocalId v = a_.local(width);
  read_in(to, address, now(), v);
  return a_.read(v);
}

void Body::write(const Memory::Reach& to, ExprId address, ExprId value) {
  if (to.blocks.empty()) return a_.impossible();
  const std::optional<uint64_t> constant = t_.is_constant(address) ? std::optional(t_.value(address)) : std::nullopt;
  a_.call(shop_.memory.writer(to, constant, t_.width(value)), {address, now(), value});
}

void Body::give(const Frame& f, LocalId to, ExprId value) {
  if (to == kNoLocal) return;
  const unsigned width = a_.width(local(f, to));
  a_.assign(local(f, to), t_.width(value) > width ? t_.low(value, width) : t_.wide(value, width));
}

}  // namespace heddle::sequential
