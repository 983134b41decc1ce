// SPDX-License-Identifier: GPL-3.0-or-later
// Calls: the situation a procedure is walked through in, and what whoever called it knows afterwards. Names of
// addresses belong to one frame: on the way in they become names of parameters, on the way back names of the caller's
// variables.
#include <algorithm>

#include "engines/invariants/walk.h"

namespace heddle::invariants {

using model::Builtin;
using model::ExprId;
using model::Instr;
using model::InstrKind;
using model::LocalId;
using model::Pc;
using model::ProcId;

namespace {

constexpr unsigned kExactArguments = 40, kMostContexts = 400;  // of one procedure in one thread

// Null stays apart from numbers that could be addresses.
Numbers of_any_call(const Numbers& n, unsigned width, unsigned pointer_width) {
  constexpr int64_t kNearNull = 4095;
  return width == pointer_width && is_like_null(n) ? Numbers::between(-kNearNull, kNearNull) : Numbers::all(width);
}

bool unlocks(const Instr& i) {
  return i.kind == InstrKind::Builtin &&
         (model::event_kind(i.builtin) == model::EventKind::Unlock || model::waits_on_condition(i.builtin));
}

}  // namespace

void Walk::look_at_calls() {
  const auto& effects = analyses_.effects();
  const size_t n = p_.procedures.size();
  may_unlock_.assign(n, false);
  makes_.assign(n, base::BitSet(p_.sites.size()));
  for (ProcId f = 0; f < n; ++f)
    for (const Instr& i : p_.procedures[f].code) {
      if (unlocks(i)) may_unlock_[f] = true;
      if (i.site != model::kNone) makes_[f].add(i.site);
      if (i.kind == InstrKind::Builtin && (i.builtin == Builtin::Free || i.builtin == Builtin::Realloc)) frees_ = true;
    }
  for (bool grows = true; grows;) {
    grows = false;
    for (ProcId f = 0; f < n; ++f)
      for (const analysis::Effects& e : effects[f])
        for (ProcId g : e.calls) {
          grows |= makes_[f].add_all(makes_[g]);
          if (may_unlock_[g] && !may_unlock_[f]) may_unlock_[f] = grows = true;
        }
  }
}

const Walk::Exits& Walk::enter(ThreadId t, ProcId f, State entry, model::Position from) {
  const model::Procedure& code = p_.procedures[f];
  if (code.code.empty()) throw GivesUp{"`" + code.name + "` has no definition here", true};
  if (std::any_of(entry.locals.begin(), entry.locals.begin() + code.params, [](const Value& v) { return v.nothing(); }))
    doubt_value(from);
  entry.names.resize(code.locals.size());
  for (LocalId l = 0; l < code.locals.size(); ++l) entry.names[l] = {l, 0};
  ContextKey key{t, f, entry.at, {entry.locals.begin(), entry.locals.begin() + code.params}, {}};
  for (const Thing& made : entry.made)
    if (made.kind == Thing::Made && makes_[f].has(made.id)) key.made.insert(made);
  if (unsigned n = context_count_[{t, f}]; n > kExactArguments && !contexts_.count(key)) {
    if (n > kMostContexts) throw GivesUp{"`" + code.name + "` is called in too many situations"};
    key.made.clear();
    for (LocalId l = 0; l < code.params; ++l) {
      Value& v = entry.locals[l];
      if (v.number) v.number = of_any_call(*v.number, code.locals[l].width, p_.pointer_width);
      if (n > 2 * kExactArguments) v = Value::anything();
      key.arguments[l] = v;
    }
  }
  auto [it, is_new] = contexts_.try_emplace(key);
  Context& c = it->second;
  bool grew = is_new;
  if (is_new) {
    ++context_count_[{t, f}];
    c.entry = std::move(entry);
  } else {
    grew = join_states(c.entry, entry, code, round_ > 6);
  }
  if (c.walking) {
    if (grew) changed_ = true;
    return c.exits;
  }
  if (!grew && c.walked == round_) return c.exits;
  c.walking = true;
  Body b{t, f, code, from, c.entry.made, {}, {}, {}, {}};
  const State start = c.entry;
  walk_body(b, start);
  c.walking = false;
  c.walked = round_;
  for (auto& [at, exit] : b.exits) {
    auto [known, first] = c.exits.try_emplace(at, exit);
    if (first) {
      changed_ = true;
      continue;
    }
    bool more = join_memory(known->second.state, exit.state);
    more |= join_seen(known->second.state, exit.state, round_ > 6);
    if (known->second.copy_of && known->second.copy_of != exit.copy_of) known->second.copy_of.reset(), more = true;
    for (auto& [l, v] : exit.state.where) more |= join_into(known->second.state.where[l], v, 64);
    more |= join_into(known->second.result, exit.result, code.return_width, round_ > 6);
    for (LocalId l = 0; l < code.params; ++l)
      more |= join_into(known->second.parameters[l], exit.parameters[l], code.locals[l].width, round_ > 6);
    changed_ |= more;
  }
  return c.exits;
}

// What is held by a name of this frame is held by the name of a parameter or of the result, or not known any more.
void Walk::come_back(Body& b, State& s, const Instr& i) {
  const Value result = i.a ? evaluate(b, s, i.a) : Value{};
  const Name n = i.a ? name_of(s, i.a) : Name{};
  std::map<Lock, Value> where;
  std::vector<Held> held;
  for (Held h : s.at.held) {
    if (h.lock.named) {
      const Lock before = h.lock;
      if (n.known() && h.lock.name.root == n.root && n.root >= b.code.params)
        h.lock.name = {Name::kResult, h.lock.name.distance - n.distance};
      else if (h.lock.name.root >= b.code.params && !Name::is_outer(h.lock.name.root)) {
        lose_lock(s);
        continue;
      }
      where[h.lock] = s.where[before];
    }
    held.push_back(h);
  }
  std::sort(held.begin(), held.end());
  s.at.held = std::move(held);
  s.where = std::move(where);
  std::optional<Word> copy_of;
  if (i.a && p_.exprs[i.a].op == model::ExprOp::Local)
    if (auto c = s.copies.find(static_cast<LocalId>(p_.exprs[i.a].bits)); c != s.copies.end()) copy_of = c->second;
  s.rounds.result = share_of(b, s, i.a);
  return leave(b, std::move(s), result, copy_of);
}

void Walk::leave(Body& b, State s, const Value& result, const std::optional<Word>& copy_of) {
  // What this frame made on the stack is gone.
  std::vector<Thing> gone;
  for (const Instr& i : b.code.code) {
    if (i.kind != InstrKind::Alloca) continue;
    for (uint8_t nth = 1; nth <= kInstances; ++nth) {
      Thing t{Thing::Made, i.site, b.thread, nth, false};
      if (b.entry_made.count(t)) continue;
      t.fresh = true;
      if (s.mine.erase(t)) s.made.erase(shared(t));  // what others knew keeps its name: the next one is another lock
      gone.push_back(t);
    }
    gone.push_back({Thing::Made, i.site, b.thread, kLaterInstances, true});  // of this frame or of one around it
  }
  if (recording_)
    for (const Thing& t : gone)
      if (leads_to(result, t) || known_in_memory(s, t)) doubt(b, b.code.code.back());
  std::vector<Value> parameters(s.locals.begin(), s.locals.begin() + b.code.params);
  s.copies.clear();
  s.shares.clear(), s.fetched.clear(), s.newest.clear();
  s.locals.clear();
  s.names.clear();
  Exit exit{std::move(s), result, std::move(parameters), copy_of};
  auto [it, first] = b.exits.try_emplace(exit.state.at, exit);
  if (first) return;
  join_memory(it->second.state, exit.state);
  join_seen(it->second.state, exit.state, false);
  if (it->second.copy_of != exit.copy_of) it->second.copy_of.reset();
  for (auto& [l, v] : exit.state.where) join_into(it->second.state.where[l], v, 64);
  join_into(it->second.result, exit.result, b.code.return_width);
  for (LocalId l = 0; l < b.code.params; ++l)
    join_into(it->second.parameters[l], exit.parameters[l], b.code.locals[l].width);
}

void Walk::call(Body& b, Pc pc, State& s, const Instr& i, ProcId callee, std::vector<Next>& next) {
  const model::Procedure& g = p_.procedures[callee];
  if (i.args.size() != g.params) doubt(b, i);
  if (g.code.empty()) throw GivesUp{"the call of `" + g.name + "`, which is not modelled", true, g.name};
  // Of the objects that are made again and again only the last one can be fresh.
  makes_[callee].each(
      [&](size_t site) { escape(s, {Thing::Made, static_cast<uint32_t>(site), b.thread, kLaterInstances, true}); });
  State entry;
  std::map<Name::Root, Name> parameter;  // by root: the parameter that has its address, less a distance
  std::vector<Name> names;
  for (size_t k = 0; k < i.args.size() && k < g.params; ++k) {
    entry.locals.push_back(evaluate(b, s, i.args[k]));
    names.push_back(name_of(s, i.args[k]));
    if (names.back().known())
      parameter.try_emplace(names.back().root, Name{static_cast<LocalId>(k), names.back().distance});
  }
  entry.locals.resize(g.locals.size());
  pass_shares(b, s, i, entry);
  entry.thread = s.thread;
  entry.at = s.at;
  entry.at.held.clear();
  std::vector<Lock> outer;  // locks that the callee has no name for
  for (Held h : s.at.held) {
    if (h.lock.named) {
      const Lock before = h.lock;
      if (auto it = parameter.find(h.lock.name.root); it != parameter.end()) {
        h.lock.name = {it->second.root, h.lock.name.distance - it->second.distance};
      } else if (!may_unlock_[callee]) {
        h.lock.name = {Name::of_outer(outer.size()), 0};
        outer.push_back(before);
      } else {
        lose_lock(s);
        entry.at.lost = true;
        continue;
      }
      entry.where[h.lock] = s.where[before];
    }
    entry.at.held.push_back(h);
  }
  std::sort(entry.at.held.begin(), entry.at.held.end());
  entry.mine = s.mine;
  entry.made = s.made;
  entry.guarded = s.guarded;
  entry.seen = s.seen;
  entry.notices = s.notices;
  entry.perhaps = s.perhaps;
  const Exits exits = enter(b.thread, callee, std::move(entry), position(b, i));
  for (const auto& [at, exit] : exits) {
    if (i.dst != model::kNoLocal && exit.result.nothing()) doubt_value(position(b, i));
    State r = s;
    bool possible = true;
    for (size_t k = 0; k < i.args.size() && k < g.params; ++k)
      if (exit.parameters[k].only_number()) possible &= restrict(b, r, i.args[k], *exit.parameters[k].number, 0);
    if (!possible) continue;
    // What the callee made known, or freed from the stack of a caller.
    for (const auto& [t, content] : s.mine)
      if (!exit.state.mine.count(t)) {
        for (Value& v : r.locals) publish(v, t);
        for (auto& [l, v] : r.where) publish(v, t);
      }
    r.mine = exit.state.mine;
    r.made = exit.state.made;
    // Others who call it in the same situation may have made more before.
    auto is_theirs = [&](const Thing& t) { return t.kind == Thing::Made && !makes_[callee].has(t.id); };
    std::erase_if(r.made, [&](const Thing& t) { return is_theirs(t) && !s.made.count(t); });
    std::erase_if(r.mine, [&](const auto& m) { return is_theirs(m.first) && !s.mine.count(m.first); });
    r.guarded = exit.state.guarded;
    r.seen = exit.state.seen;
    r.notices = exit.state.notices;
    r.perhaps = exit.state.perhaps;
    std::erase_if(r.copies, [&](const auto& c) { return r.seen.count(c.second); });  // perhaps found later
    r.at = exit.state.at;
    r.at.held.clear();
    r.where.clear();
    assign(r, i.dst, exit.result, {});
    take_share(r, i, exit.state.rounds);
    if (exit.copy_of && i.dst != model::kNoLocal) r.copies[i.dst] = *exit.copy_of;
    std::map<Lock, Value> where;
    for (Held h : exit.state.at.held) {
      if (h.lock.named) {
        const Lock before = h.lock;
        const Name::Root root = h.lock.name.root;
        Name n;
        if (root == Name::kResult) {
          if (i.dst != model::kNoLocal) n = {i.dst, 0};
        } else if (Name::is_outer(root)) {
          n = outer[static_cast<uint32_t>(root)].name;
        } else if (root < names.size()) {
          n = names[root];
        }
        const bool gone =
            root != Name::kResult && i.dst != model::kNoLocal &&
            (n.root == i.dst || (Name::is_expression(n.root) && mentions(static_cast<ExprId>(n.root), i.dst)));
        if (!n.known() || gone) {
          lose_lock(r);
          continue;
        }
        h.lock.name = {n.root, h.lock.name.distance + n.distance};
        auto w = exit.state.where.find(before);
        if (w != exit.state.where.end()) where[h.lock] = w->second;
      }
      r.at.held.push_back(h);
    }
    r.where = std::move(where);
    std::sort(r.at.held.begin(), r.at.held.end());
    next.push_back({pc + 1, std::move(r)});
  }
}

}  // namespace heddle::invariants
