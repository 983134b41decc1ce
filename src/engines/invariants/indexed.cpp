// SPDX-License-Identifier: GPL-3.0-or-later
// An array of locks beside an array of what they protect: while `lock[i]` is held, `data[i]` is accessed.
//
// A lock at an address that is computed is held by the name of that expression, as long as no variable in it changes.
// If the address of an access is computed with the same number, both are of the form `object + distance + scale * x`.
// Two such accesses with the same distances and scales that touch the same bytes of `data` have the same x, provided
// that no access is wider than the scale and that nothing wraps around. So both hold the same lock.
#include <algorithm>

#include "engines/invariants/walk.h"

namespace heddle::invariants {

using model::Expr;
using model::ExprId;
using model::ExprOp;

namespace {
bool fits(const Numbers& x, int64_t c, unsigned width) {
  const Numbers all = Numbers::all(width);
  return static_cast<__int128>(x.lo) + c >= all.lo && static_cast<__int128>(x.hi) + c <= all.hi;
}
constexpr __int128 kLargest = __int128{1} << 40;  // no sum of a few of these leaves 64 bits
}  // namespace

// Adds factor * e, where e is taken for a signed number. False: it is not of the form.
bool Walk::add_term(const Body& b, const State& s, ExprId id, __int128 factor, Element& to, bool& has_base) const {
  if (factor > kLargest || factor < -kLargest) return false;
  const Expr& e = p_.exprs[id];
  auto constant = [&](ExprId c) -> std::optional<int64_t> {
    const Expr& k = p_.exprs[c];
    return k.op == ExprOp::Const ? std::optional(Numbers::of_bits(k.bits, k.width).lo) : std::nullopt;
  };
  // A number that is added before the index is widened: `data[i + 1]`.
  if (e.width != p_.pointer_width) {
    const std::optional<int64_t> c = e.op == ExprOp::Add ? constant(e.b) : std::nullopt;
    const Value v = c ? evaluate(b, s, e.a) : Value{};
    if (v.only_number() && fits(*v.number, *c, e.width)) {
      return add_distance(factor * *c, to) && add_term(b, s, e.a, factor, to, has_base);
    }
    return add_index(id, factor, to);
  }
  switch (e.op) {
    case ExprOp::SExt: return p_.exprs[e.a].width > 1 && add_term(b, s, e.a, factor, to, has_base);
    case ExprOp::ZExt:
      if (const Value v = evaluate(b, s, e.a); v.only_number() && v.number->lo >= 0)
        return add_term(b, s, e.a, factor, to, has_base);
      break;
    case ExprOp::Const: return add_distance(factor * *constant(id), to);
    case ExprOp::PtrAdd:
    case ExprOp::Add: return add_term(b, s, e.a, factor, to, has_base) && add_term(b, s, e.b, factor, to, has_base);
    case ExprOp::Mul:
      if (auto c = constant(e.b)) return add_term(b, s, e.a, factor * *c, to, has_base);
      if (auto c = constant(e.a)) return add_term(b, s, e.b, factor * *c, to, has_base);
      break;
    case ExprOp::Shl:
      if (auto c = constant(e.b); c && *c >= 0 && *c < 32)
        return add_term(b, s, e.a, factor * (int64_t{1} << *c), to, has_base);
      break;
    default: break;
  }
  const Value v = evaluate(b, s, id);
  if (!v.any && !v.number && v.handles.empty() && v.addresses.size() == 1 && v.addresses[0].second.single()) {
    if (has_base || factor != 1) return false;
    has_base = true;
    to.base = plain(v.addresses[0].first);
    return add_distance(v.addresses[0].second.lo, to);
  }
  return v.only_number() && add_index(id, factor, to);
}

bool Walk::add_distance(__int128 distance, Element& to) {
  if (distance > kLargest || distance < -kLargest) return false;
  distance += to.distance;
  to.distance = static_cast<int64_t>(distance);
  return distance <= kLargest && distance >= -kLargest;
}

bool Walk::add_index(ExprId x, __int128 factor, Element& to) {
  if (to.scale != 0 && to.index != x) return false;
  to.index = x;
  to.scale += static_cast<int64_t>(factor);
  return true;
}

std::optional<Walk::Element> Walk::element(const Body& b, const State& s, const Name& address) const {
  if (!Name::is_expression(address.root)) return std::nullopt;
  Element e;
  bool has_base = false;
  if (!add_term(b, s, static_cast<ExprId>(address.root), 1, e, has_base) || !has_base || e.scale <= 0)
    return std::nullopt;
  if (!add_distance(address.distance, e)) return std::nullopt;
  // Nothing wraps around, whatever x is here and in another such access.
  const Numbers x = evaluate(b, s, e.index).as_number(p_.exprs[e.index].width);
  const __int128 most = __int128{1} << (p_.pointer_width - 3);
  if (e.scale * static_cast<__int128>(x.lo) < -most || e.scale * static_cast<__int128>(x.hi) > most)
    return std::nullopt;
  return e;
}

std::vector<Indexed> Walk::indexed(const Body& b, const State& s, const Name& address, const Thing& t,
                                   uint64_t bytes) const {
  std::vector<Indexed> all;
  if (!Name::is_expression(address.root) || !single(t)) return all;
  const bool any_lock = std::any_of(s.at.held.begin(), s.at.held.end(), [](const Held& h) {
    return h.lock.named && Name::is_expression(h.lock.name.root);
  });
  if (!any_lock) return all;
  const std::optional<Element> data = element(b, s, address);
  if (!data || data->base != plain(t) || bytes > static_cast<uint64_t>(data->scale)) return all;
  for (const Held& h : s.at.held) {
    if (!h.lock.named) continue;
    const std::optional<Element> lock = element(b, s, h.lock.name);
    if (!lock || lock->index != data->index || !single(lock->base) || lock->base.fresh) continue;
    all.push_back({lock->base, lock->distance, lock->scale, data->distance, data->scale, h.reads});
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace heddle::invariants
