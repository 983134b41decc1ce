// SPDX-License-Identifier: GPL-3.0-or-later
// Memory: what addresses lead to, reading and writing, and objects that other threads get to know.
#include <algorithm>

#include "engines/invariants/walk.h"
#include "model/library_names.h"

namespace heddle::invariants {

using model::ExprId;
using model::Instr;

namespace {

bool is_every(const Thing& t) { return t.nth == kEveryInstance; }

// Numbers that go round in a ring, such as `next = (next + 1) % 32`: all of them at once. One by one there would be too
// many, and what grows too often grows without bound.
std::optional<Numbers> of_a_ring(const model::Program& p, ExprId what) {
  const model::Expr& e = p.exprs[what];
  const bool ring = e.op == model::ExprOp::URem || e.op == model::ExprOp::SRem || e.op == model::ExprOp::And;
  if (!ring || p.exprs[e.b].op != model::ExprOp::Const) return std::nullopt;
  const int64_t n = Numbers::of_bits(p.exprs[e.b].bits, p.exprs[e.b].width).lo;
  if (n <= 0) return std::nullopt;
  return Numbers::between(0, e.op == model::ExprOp::And ? n : n - 1);
}

}  // namespace

// There is one such object at a time.
bool Walk::single(const Thing& t) const {
  switch (t.kind) {
    case Thing::Static: return true;
    case Thing::ThreadLocal: return !is_every(t) && threads_[t.maker].unique;
    case Thing::Made: return t.fresh || (t.nth >= 1 && t.nth <= kInstances && threads_[t.maker].unique);
    case Thing::Procedure: return false;
  }
  return false;
}

bool Walk::nobody_else_knows(const Thing& t) const {
  if (t.fresh || t.kind == Thing::Procedure) return true;
  if (t.kind == Thing::Static) return p_.objects[t.id].constant;
  const uint32_t abstract =
      t.kind == Thing::Made ? analysis::abstract_site(p_, t.id) : analysis::abstract_object(p_, t.id);
  return !points_to_.may_be_shared(abstract);
}

Walk::Things Walk::things(const Body& b, const State&, ExprId address, const Value& v) const {
  Things all;
  if (v.any) {
    points_to_.objects(b.proc, address).each([&](size_t o) {
      Thing t;
      if (o >= p_.objects.size())
        t = {Thing::Made, static_cast<uint32_t>(o - p_.objects.size()), 0, kEveryInstance, false};
      else if (p_.objects[o].thread_local_)
        t = {Thing::ThreadLocal, static_cast<uint32_t>(o), 0, kEveryInstance, false};
      else
        t = static_thing(static_cast<uint32_t>(o));
      all.push_back({t, Numbers::all(64)});
    });
    return all;
  }
  for (const auto& [t, offset] : v.addresses) {
    if (t.kind == Thing::Static && p_.objects[t.id].external)
      if (const std::string& name = p_.objects[t.id].name; name.starts_with(model::kArgumentOfEntry))
        throw GivesUp{"what the argument of `" + name.substr(model::kArgumentOfEntry.size()) +
                      "` leads to, of which nothing is known"};
    if (t.kind != Thing::Procedure) all.push_back({t, offset});
  }
  return all;
}

Value Walk::first_value(const Thing& t, const Numbers& offset, unsigned bytes) const {
  if (t.kind == Thing::Made) return {};  // what its Content says
  const model::Object& o = p_.objects[t.id];
  if (o.external) return Value::anything();
  const bool zero = std::all_of(o.init.begin(), o.init.end(), [](uint8_t x) { return x == 0; });
  if (zero && o.relocations.empty()) return Value::of(Numbers::constant(0));
  if (offset.single() && offset.lo >= 0 && static_cast<uint64_t>(offset.lo) + bytes <= o.init.size()) {
    const auto at = static_cast<uint64_t>(offset.lo);
    for (const model::Object::Relocation& r : o.relocations) {
      if (r.offset + p_.pointer_width / 8 <= at || at + bytes <= r.offset) continue;
      if (r.offset != at || bytes != p_.pointer_width / 8) return Value::anything();
      const Thing target = r.to_function ? Thing{Thing::Procedure, r.target, 0, 0, false} : static_thing(r.target);
      return Value::address(target, Numbers::constant(r.addend));
    }
    uint64_t bits = 0;
    for (unsigned k = 0; k < bytes && k < 8; ++k) bits |= uint64_t{o.init[at + k]} << (8 * k);
    return Value::of(Numbers::of_bits(bits, bytes * 8));
  }
  return o.relocations.empty() ? Value::of(Numbers::all(bytes * 8)) : Value::anything();
}

Value Walk::load_one(const State& s, const Thing& t, const Numbers& offset, unsigned bytes, Uninitialised reads) const {
  if (t.own) return load_one(s, plain(t), offset, bytes, reads);
  auto from = [&](const Thing& place, const Content& c) {
    return c.read(offset, bytes, never_written(place, c, offset, bytes, reads));
  };
  if (t.fresh) {
    auto it = s.mine.find(t);
    return it == s.mine.end() ? Value::anything() : from(t, it->second);
  }
  if (const Content* c = guarded(s, t)) return from(t, *c);
  Value v = first_value(t, offset, bytes);
  if (is_every(t)) {
    for (const auto& [other, content] : s.mine)
      if (may_be_same(other, t)) join_into(v, from(other, content), bytes * 8);
    for (const auto& [other, content] : shared_)
      if (may_be_same(other, t)) join_into(v, from(other, content), bytes * 8);
    return v;
  }
  if (reads == Uninitialised::AnyValue && t.kind == Thing::Made && !shared_.count(t)) return Value::anything();
  for (const Thing& place : {t, every_instance(t)}) {
    auto it = shared_.find(place);
    if (it != shared_.end()) join_into(v, from(place, it->second), bytes * 8);
    if (place == every_instance(place)) break;
  }
  return v;
}

Value Walk::load(const State& s, const Things& at, unsigned bytes, Uninitialised reads) const {
  if (reads == Uninitialised::AnyValue && was_destroyed(at, bytes)) return Value::anything();
  Value v;
  for (const auto& [t, offset] : at) {
    join_into(v, load_one(s, t, offset, bytes, reads), bytes * 8);
    if (v.any) break;
  }
  return v.nothing() && reads == Uninitialised::AnyValue ? Value::anything() : v;
}

void Walk::store(const Body& b, State& s, const Things& at, bool surely, unsigned bytes, ExprId what, Value v) {
  if (std::any_of(at.begin(), at.end(), [](const auto& t) { return !t.first.fresh; })) {
    escape(b, s, v, what);
    disown(v);
    if (v.only_number())
      if (const std::optional<Numbers> round = of_a_ring(p_, what)) v.number = join(*v.number, *round);
    // What is fresh in the value is shared now. A static object keeps its name, whoever hands its address on.
    for (auto& [t, offset] : Value(v).addresses)
      if (t.fresh && t.kind == Thing::Made && !s.mine.count(t)) publish(v, t);
  }
  for (const auto& [t, offset] : at) wrote(s, t, offset, bytes, v, surely && at.size() == 1);
  for (const auto& [t, offset] : at) {
    if (t.fresh) {
      auto it = s.mine.find(t);
      if (it == s.mine.end()) continue;
      if (surely && at.size() == 1 && offset.single())
        it->second.set(offset.lo, bytes, v);
      else
        it->second.add(offset, bytes, v);
      continue;
    }
    if (is_every(t))
      for (auto& [other, content] : s.mine)
        if (may_be_same(other, t)) content.add(Numbers::all(64), bytes, v);
    changed_ |= shared_.try_emplace(plain(t)).first->second.add(offset, bytes, v);
    if (t.kind != Thing::Static || !may_be_guarded_[t.id]) continue;
    written(s, t.id);
    auto it = s.guarded.find(t.id);
    if (it == s.guarded.end()) {
      write_unguarded(t.id, [&, &offset = offset](Content& c) { return c.add(offset, bytes, v); });
    } else if (surely && at.size() == 1 && offset.single()) {
      it->second.set(offset.lo, bytes, v);
    } else {
      it->second.add(offset, bytes, v);
    }
  }
}

void Walk::blur(const Body&, State& s, const Things& at) {
  for (const auto& [t, offset] : at) {
    wrote(s, t, Numbers::all(64), 1, Value::anything(), false);
    for (auto& [other, content] : s.mine)
      if (may_be_same(other, t) && (t.fresh ? other == t : is_every(t))) content.blur();
    if (!t.fresh) changed_ |= shared_.try_emplace(plain(t)).first->second.blur();
    if (t.fresh || t.kind != Thing::Static || !may_be_guarded_[t.id]) continue;
    written(s, t.id);
    if (auto it = s.guarded.find(t.id); it != s.guarded.end())
      it->second.blur();
    else
      write_unguarded(t.id, [](Content& c) { return c.blur(); });
  }
}

// What is copied to may be anything afterwards; addresses in what is copied get known where others can read the copy.
void Walk::copy(const Body& b, State& s, const Things& to, const Things& from) {
  const bool shares = std::any_of(to.begin(), to.end(), [](const auto& t) { return !t.first.fresh; });
  if (shares) {
    // Addresses of fresh objects in what is copied get known with it.
    for (const auto& [t, offset] : from) {
      std::vector<Thing> inside;
      for (const auto& [other, content] : s.mine)
        if (may_be_same(other, t))
          content.each_value([&](const Value& v) {
            for (const auto& [thing, at] : v.addresses)
              if (thing.fresh) inside.push_back(thing);
            if (v.any) inside.clear(), inside.push_back(Thing{Thing::Procedure, 0, 0, 0, true});
          });
      for (const Thing& t2 : inside) {
        if (t2.kind == Thing::Procedure) return escape_all(s), blur(b, s, to);
        if (s.mine.count(t2)) escape(s, t2);
      }
    }
  }
  blur(b, s, to);
}

void Walk::escape(State& s, const Thing& fresh) {
  auto it = s.mine.find(fresh);
  if (it == s.mine.end() || fresh.kind != Thing::Made) return;
  Content content = std::move(it->second);
  s.mine.erase(it);
  for (Value& v : s.locals) publish(v, fresh);
  for (auto& [t, other] : s.mine) other.publish(fresh);
  for (auto& [l, v] : s.where) publish(v, fresh);
  content.publish(fresh);
  content.disown();
  for (Held& h : s.at.held)
    if (!h.lock.named && h.lock.thing == fresh) h.lock.thing = shared(fresh);
  // A lock that there may be several of is not known by its object.
  if (std::erase_if(s.at.held, [&](const Held& h) { return !h.lock.named && !single(h.lock.thing); })) lose_lock(s);
  std::sort(s.at.held.begin(), s.at.held.end());
  // Whatever its content leads to is known, too.
  std::vector<Thing> inside;
  content.each_value([&](const Value& v) {
    for (const auto& [t, offset] : v.addresses)
      if (t.fresh) inside.push_back(t);
    if (v.any)
      for (const auto& [t, other] : s.mine)
        if (t.kind == Thing::Made) inside.push_back(t);
  });
  for (const Thing& t : inside) {
    escape(s, t);
    content.publish(t);
  }
  auto [at, is_new] = shared_.try_emplace(shared(fresh), content);
  changed_ |= at->second.join(content) || is_new;
  if (!is_new && at->second.begins() != content.begins() && content.begins() == Content::Begins::Zero)
    changed_ |= at->second.add(Numbers::all(64), 0, Value::of(Numbers::constant(0)));
}

void Walk::escape(const Body& b, State& s, const Value& v, ExprId e) {
  const Value copy = v;
  for (const auto& [t, offset] : copy.addresses)
    if (t.fresh) escape(s, t);
  if (!v.any) return;
  std::vector<Thing> known;
  const base::BitSet objects = points_to_.objects(b.proc, e);
  for (const auto& [t, content] : s.mine)
    if (t.kind == Thing::Made && objects.has(analysis::abstract_site(p_, t.id))) known.push_back(t);
  for (const Thing& t : known) escape(s, t);
}

void Walk::escape_all(State& s) {
  std::vector<Thing> all;
  for (const auto& [t, content] : s.mine)
    if (t.kind == Thing::Made) all.push_back(t);
  for (const Thing& t : all) escape(s, t);
}

Value Walk::make(Body& b, State& s, const Instr& i, Content::Begins begins, std::optional<int64_t> size) {
  Thing t{Thing::Made, i.site, b.thread, 1, false};
  if (i.kind == model::InstrKind::Alloca && i.forgotten) {
    s.made.erase(t);
  } else {
    while (t.nth <= kInstances && s.made.count(t)) ++t.nth;
  }
  Thing fresh = t;
  fresh.fresh = true;
  if (t.nth == kLaterInstances) escape(s, fresh);  // the one before
  s.rounds.forget(fresh);
  s.made.insert(t);
  s.mine.insert_or_assign(fresh, Content(begins, size.value_or(0) > 0 ? static_cast<uint64_t>(*size) : 0));
  return Value::address(fresh);
}

void Walk::record(const Body& b, const State& s, const Instr& i, const Things& at, const Name& name, uint64_t bytes,
                  bool write, bool atomic, const std::optional<Share>& share) {
  if (!recording_ || bytes == 0) return;
  for (const auto& [t, offset] : at) {
    if (nobody_else_knows(t)) continue;
    Access a{t,         offset,         bytes,   write, atomic || s.at.sections > 0, b.thread, {}, {}, {}, s.at.started,
             s.at.over, position(b, i), i.event, {}};
    if (share && share->of == kOwn) a.share = *share;
    if (share && s.rounds.all.count(share->of)) {
      a.share = *share;
      const Round& round = s.rounds.all.at(share->of);
      for (const auto& [f, times] : round.started) a.round.insert(f);
      a.waited_for = waited_for(s, round);
    }
    for (const Held& h : s.at.held) {
      if (!h.lock.named) {
        if (h.lock.thing.fresh) continue;  // each thread has one of its own
        a.locks.push_back(h);
        if (h.lock.thing == plain(t) && offset.single()) a.beside.push_back({h.lock.offset - offset.lo, h.reads});
      } else if (name.known() && h.lock.name.root == name.root) {
        a.beside.push_back({h.lock.name.distance - name.distance, h.reads});
      }
    }
    std::sort(a.beside.begin(), a.beside.end());
    if (at.size() == 1) a.indexed = indexed(b, s, name, t, bytes);
    accesses_.insert(std::move(a));
  }
}

}  // namespace heddle::invariants
