// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/invariants/teams.h"

#include <algorithm>

#include "engines/invariants/walk.h"
#include "model/operands.h"

namespace heddle::invariants {

using model::Expr;
using model::ExprId;
using model::ExprOp;
using model::Instr;
using model::InstrKind;
using model::LocalId;
using model::Pc;
using model::ProcId;

namespace {

using Wide = __int128;

constexpr unsigned kDeepest = 10;  // of an expression

bool fits(Wide lo, Wide hi, unsigned width) {
  const Numbers all = Numbers::all(width);
  return lo >= all.lo && hi <= all.hi;
}

bool is_address(const Value& v) { return !v.any && !v.number && v.handles.empty() && !v.addresses.empty(); }

// As a number, or as an offset.
std::optional<Numbers> range_of(const Value& v) {
  if (v.only_number()) return v.number;
  if (!is_address(v)) return std::nullopt;
  Numbers all = v.addresses[0].second;
  for (const auto& [t, offset] : v.addresses) all = join(all, offset);
  return all;
}

std::optional<Share> times(const Share& x, const Numbers& factor) {
  if (!factor.single()) return std::nullopt;
  const Wide f = factor.lo, scale = x.scale * f, lo = x.distance.lo * f, hi = x.distance.hi * f;
  if (!fits(scale, scale, 64) || !fits(std::min(lo, hi), std::max(lo, hi), 64)) return std::nullopt;
  return Share{x.of, static_cast<int64_t>(scale), mul(x.distance, factor, 64)};
}

std::optional<Share> plus(const Share& x, const Share& y) {
  if (x.scale && y.scale && x.of != y.of) return std::nullopt;
  const Wide scale = static_cast<Wide>(x.scale) + y.scale;
  const Wide lo = static_cast<Wide>(x.distance.lo) + y.distance.lo,
             hi = static_cast<Wide>(x.distance.hi) + y.distance.hi;
  if (!fits(scale, scale, 64) || !fits(lo, hi, 64)) return std::nullopt;
  return Share{x.scale ? x.of : y.of, static_cast<int64_t>(scale), add(x.distance, y.distance, 64)};
}

bool join_share(std::optional<Share>& into, const std::optional<Share>& from) {
  if (!into || into == from) return false;
  if (!from || from->of != into->of || from->scale != into->scale) return into.reset(), true;
  const Numbers both = widen(into->distance, from->distance, 64);
  if (both == into->distance) return false;
  into->distance = both;
  return true;
}

}  // namespace

bool join(Below& into, const Below& from) {
  bool grew = std::erase_if(into, [&](const auto& b) { return !from.count(b.first); }) > 0;
  for (auto& [base, k] : into)
    if (from.at(base) > k) k = from.at(base), grew = true;
  return grew;
}

bool Rounds::join(const Rounds& o) {
  bool grew = std::erase_if(all, [&](const auto& r) { return !o.all.count(r.first); }) > 0;
  for (auto& [root, mine] : all) {
    const Round before = mine;
    const Round& other = o.all.at(root);
    std::erase_if(mine.kept_now, [&](const auto& k) {
      auto there = other.kept_now.find(k.first);
      return other.started.count(k.first) && (there == other.kept_now.end() || there->second != k.second);
    });
    for (const auto& [f, row] : other.kept_now)
      if (!mine.started.count(f)) mine.kept_now[f] = row;
    for (const auto& [f, times] : other.started) mine.started[f] = std::max(mine.started[f], times);
    for (const auto& [f, rows] : other.kept) mine.kept[f].join(rows);
    heddle::invariants::join(mine.below, other.below);
    if (mine.joined_now != other.joined_now) mine.joined_now.reset();
    mine.joined.join(other.joined);
    grew |= mine != before;
  }
  grew |= std::erase_if(handles, [&](const auto& h) {
            auto there = o.handles.find(h.first);
            return there == o.handles.end() || there->second != h.second;
          }) > 0;
  if (o.starts && !starts) starts = grew = true;
  return join_share(result, o.result) || grew;
}

void Rounds::forget(const Thing& t) {
  std::erase_if(handles, [&](const auto& h) { return may_be_same(h.first.first, t); });
  for (auto& [root, r] : all) {
    std::erase_if(r.kept_now, [&](const auto& k) { return may_be_same(k.second.thing, t); });
    for (auto& [f, rows] : r.kept)
      if (rows.kind == Rows::There && may_be_same(rows.row.thing, t)) rows.also(std::nullopt);
  }
}

// Procedures that run at most once, by main; their counters; and their variables that never change.
void Walk::look_at_counters() {
  const size_t n = p_.procedures.size();
  std::vector<bool> known_by_address(n), once(n);
  if (p_.thread_exit != model::kNone) known_by_address[p_.thread_exit] = true;
  for (ExprId e = 0; e < p_.exprs.size(); ++e)
    if (p_.exprs[e].op == ExprOp::Function) known_by_address[p_.exprs[e].bits] = true;
  for (const model::Object& o : p_.objects)
    for (const model::Object::Relocation& r : o.relocations)
      if (r.to_function) known_by_address[r.target] = true;
  std::vector<std::vector<std::pair<ProcId, Pc>>> calls(n);
  for (ProcId f = 0; f < n; ++f)
    for (Pc pc = 0; pc < p_.procedures[f].code.size(); ++pc) {
      const Instr& i = p_.procedures[f].code[pc];
      if (i.kind == InstrKind::Call) calls[i.callee].push_back({f, pc});
      detaches_ |= i.kind == InstrKind::Builtin && i.builtin == model::Builtin::ThreadDetach;
    }
  auto in_no_loop = [&](ProcId f, Pc pc) {
    if (!orders_[f]) orders_[f].emplace(p_.procedures[f]);
    return (*orders_[f])[pc].heads.empty();
  };
  std::vector<ProcId> ahead;
  if (!known_by_address[p_.entry] && calls[p_.entry].empty()) ahead.push_back(p_.entry);
  while (!ahead.empty()) {
    const ProcId f = ahead.back();
    ahead.pop_back();
    once[f] = true;
    for (ProcId g = 0; g < n; ++g)
      if (!known_by_address[g] && calls[g].size() == 1 && calls[g][0].first == f && in_no_loop(f, calls[g][0].second))
        ahead.push_back(g);
  }
  for (ProcId f = 0; f < n; ++f) {
    if (!once[f]) continue;
    const model::Procedure& code = p_.procedures[f];
    std::vector<std::pair<unsigned, unsigned>> assigned(code.locals.size());  // in no loop, in loops
    std::vector<bool> otherwise(code.locals.size());                          // by something else than an Assign
    for (Pc pc = 0; pc < code.code.size(); ++pc)
      model::each_assigned(code.code[pc], [&](LocalId l) {
        ++(in_no_loop(f, pc) ? assigned[l].first : assigned[l].second);
        if (code.code[pc].kind != InstrKind::Assign) otherwise[l] = true;
      });
    for (LocalId l = 0; l < code.locals.size(); ++l) {
      const auto& [outside, inside] = assigned[l];
      if (l >= code.params && outside == 1 && inside > 0 && !otherwise[l]) counts_.insert(root_of(f, l));
      if (inside == 0 && outside == (l < code.params ? 0u : 1u)) never_changes_.insert(root_of(f, l));
    }
  }
}

std::optional<Share> Walk::linear(const Body& b, const State& s, ExprId id, unsigned depth) const {
  const Expr& e = p_.exprs[id];
  if (e.op == ExprOp::Local)
    if (auto known = s.shares.find(static_cast<LocalId>(e.bits)); known != s.shares.end()) return known->second;
  const bool follows = e.op == ExprOp::Add || e.op == ExprOp::PtrAdd || e.op == ExprOp::Sub || e.op == ExprOp::Mul ||
                       e.op == ExprOp::Shl || e.op == ExprOp::SExt || e.op == ExprOp::ZExt || e.op == ExprOp::Trunc;
  if (!follows || depth > kDeepest) {
    const std::optional<Numbers> range = range_of(evaluate(b, s, id));
    return range ? std::optional(Share{kOwn, 0, *range}) : std::nullopt;
  }
  const std::optional<Share> x = linear(b, s, e.a, depth + 1);
  const Value vx = evaluate(b, s, e.a);
  const std::optional<Numbers> rx = range_of(vx);
  if (!x || !rx) return std::nullopt;
  if (model::arity(e.op) == 1) {
    const unsigned from = p_.exprs[e.a].width;
    if (!vx.only_number() || from == 1) return std::nullopt;
    if (e.op == ExprOp::ZExt && rx->lo < 0) return std::nullopt;
    if (e.op == ExprOp::Trunc && (e.width == 1 || !fits(rx->lo, rx->hi, e.width))) return std::nullopt;
    return x;
  }
  const std::optional<Share> y = linear(b, s, e.b, depth + 1);
  const Value vy = evaluate(b, s, e.b);
  const std::optional<Numbers> ry = range_of(vy);
  if (!y || !ry || (is_address(vx) && is_address(vy))) return std::nullopt;
  const unsigned width = is_address(vx) || is_address(vy) ? 64 : e.width;
  switch (e.op) {
    case ExprOp::Add:
    case ExprOp::PtrAdd:
      if (!fits(static_cast<Wide>(rx->lo) + ry->lo, static_cast<Wide>(rx->hi) + ry->hi, width)) return std::nullopt;
      return plus(*x, *y);
    case ExprOp::Sub: {
      if (is_address(vy) || !fits(static_cast<Wide>(rx->lo) - ry->hi, static_cast<Wide>(rx->hi) - ry->lo, width))
        return std::nullopt;
      const std::optional<Share> less = times(*y, Numbers::constant(-1));
      return less ? plus(*x, *less) : std::nullopt;
    }
    default: break;
  }
  if (!vx.only_number() || !vy.only_number()) return std::nullopt;
  const Share* of = y->scale == 0 ? &*x : &*y;
  Numbers factor = y->scale == 0 ? *ry : *rx;
  if (x->scale && y->scale) return std::nullopt;
  if (e.op == ExprOp::Shl) {
    if (y->scale || !factor.single() || factor.lo < 0 || factor.lo > 61) return std::nullopt;
    factor = Numbers::constant(int64_t{1} << factor.lo);
  }
  if (!factor.single()) return std::nullopt;
  const Numbers& range = of == &*x ? *rx : *ry;
  const Wide lo = static_cast<Wide>(range.lo) * factor.lo, hi = static_cast<Wide>(range.hi) * factor.lo;
  return fits(std::min(lo, hi), std::max(lo, hi), width) ? times(*of, factor) : std::nullopt;
}

std::optional<Share> Walk::share_of(const Body& b, const State& s, ExprId e) const {
  if (s.shares.empty() || e == model::kNoExpr) return std::nullopt;
  const std::optional<Share> x = linear(b, s, e, 0);
  return x && x->scale ? x : std::nullopt;
}

std::optional<std::pair<Root, Row>> Walk::row_of(const Body& b, const State& s, ExprId address,
                                                 const Things& at) const {
  const std::optional<Share> share = share_of(b, s, address);
  if (!share || share->of == kOwn || !share->distance.single() || at.size() != 1 || !at[0].first.fresh)
    return std::nullopt;
  return std::pair(share->of, Row{at[0].first, share->scale, share->distance.lo});
}

bool Walk::join_shares(State& into, const State& from, bool widening) const {
  bool grew = std::erase_if(into.shares, [&](const auto& mine) {
                auto other = from.shares.find(mine.first);
                return other == from.shares.end() || other->second.of != mine.second.of ||
                       other->second.scale != mine.second.scale;
              }) > 0;
  for (auto& [l, mine] : into.shares) {
    const Numbers& other = from.shares.at(l).distance;
    const Numbers both = widening ? widen(mine.distance, other, 64) : join(mine.distance, other);
    grew |= both != mine.distance;
    mine.distance = both;
  }
  auto differs = [](const auto& there) {
    return [&there](const auto& mine) {
      auto other = there.find(mine.first);
      return other == there.end() || other->second != mine.second;
    };
  };
  grew |= std::erase_if(into.fetched, differs(from.fetched)) > 0;
  return std::erase_if(into.newest, differs(from.newest)) > 0 || grew;
}

void Walk::forget_share(State& s, LocalId l) {
  s.shares.erase(l);
  s.fetched.erase(l);
  s.newest.erase(l);
}

// A counter gets its next value: another round begins.
void Walk::count(State& s, Root counter, bool first, const Value& v, const std::optional<Share>& share) {
  Counter& c = threads_.counters[counter];
  auto note = [&](std::optional<Numbers>& all, const Numbers& n) {
    const Numbers both = all ? join(*all, n) : n;
    if (all != both) all = both, changed_ = true;
  };
  auto at = s.rounds.all.find(counter);
  if (first) {
    s.rounds.all[counter] = {};
    note(c.start, v.only_number() ? *v.number : Numbers::all(64));
  } else if (at == s.rounds.all.end()) {
    return;
  } else if (!share || share->of != counter || share->scale != 1 || !share->distance.single() ||
             share->distance.lo == 0) {
    s.rounds.all.erase(at);
    return;
  } else {
    Round& r = at->second;
    note(c.steps, share->distance);
    for (const auto& [f, times] : r.started) {
      auto row = r.kept_now.find(f);
      r.kept[f].also(times == 1 && row != r.kept_now.end() ? std::optional(row->second) : std::nullopt);
    }
    r.joined.also(r.joined_now);
    r.started.clear(), r.below.clear(), r.kept_now.clear(), r.joined_now.reset();
  }
}

void Walk::assign_shares(const Body& b, Pc pc, State& s, const Instr& i,
                         const std::vector<std::optional<Share>>& shares) {
  std::vector<Root> counted;
  for (size_t k = 0; k < i.assignments.size(); ++k) {
    const Root root = root_of(b.proc, i.assignments[k].local);
    if (b.thread != 0 || !counts_.count(root)) continue;
    count(s, root, (*orders_[b.proc])[pc].heads.empty(), s.locals[i.assignments[k].local], shares[k]);
    counted.push_back(root);
  }
  auto is_counted = [&](Root r) { return std::find(counted.begin(), counted.end(), r) != counted.end(); };
  if (!counted.empty()) {
    std::erase_if(s.shares, [&](const auto& x) { return is_counted(x.second.of); });
    std::erase_if(s.fetched, [&](const auto& x) { return is_counted(x.second.first); });
    s.newest.clear();
    s.rounds.handles.clear();
  }
  for (size_t k = 0; k < i.assignments.size(); ++k) {
    const LocalId l = i.assignments[k].local;
    if (const Root root = root_of(b.proc, l); is_counted(root)) {
      if (s.rounds.all.count(root)) s.shares[l] = {root, 1, {}};
    } else if (shares[k] && !is_counted(shares[k]->of)) {
      s.shares[l] = *shares[k];
    }
  }
}

// Main has read a word: the handle of a thread, perhaps.
void Walk::fetch(State& s, LocalId l, const Things& at, const std::optional<std::pair<Root, Row>>& row) const {
  if (l == model::kNoLocal || at.size() != 1) return;
  if (auto h = s.rounds.handles.find({at[0].first, at[0].second.lo});
      at[0].second.single() && h != s.rounds.handles.end())
    s.newest[l] = h->second;
  if (row) s.fetched[l] = *row;
}

// Main stores a word: the handle of the thread that it has started in this round, perhaps.
void Walk::keep(const Body& b, State& s, const Instr& i, const Things& at, const std::map<Root, Round>& before) const {
  if (p_.exprs[i.b].op != ExprOp::Local || at.size() != 1) return;
  auto newest = s.newest.find(static_cast<LocalId>(p_.exprs[i.b].bits));
  if (newest == s.newest.end()) return;
  const ProcId f = newest->second;
  if (at[0].second.single() && at[0].first.fresh) s.rounds.handles[{at[0].first, at[0].second.lo}] = f;
  const std::optional<std::pair<Root, Row>> row = row_of(b, s, i.a, at);
  if (!row || !s.rounds.all.count(row->first)) return;
  // The handles of earlier rounds are elsewhere.
  Round& r = s.rounds.all.at(row->first);
  r.kept_now[f] = row->second;
  const auto& kept = before.at(row->first).kept;
  if (auto there = kept.find(f); there != kept.end() && there->second.row == row->second) r.kept[f] = there->second;
  wait_later(s);
}

void Walk::join_team(const Body& b, State& s, const Instr& i, ThreadId t, bool certain,
                     const std::optional<Share>& argument) {
  Thread& thread = threads_[t];
  Team& team = thread.team;
  if (s.at.over.count(t) && !thread.again) thread.again = changed_ = true;
  std::map<Root, Below> goes;
  if (b.thread == 0 && certain && evaluate(b, s, i.args[1]).constant() == 0)
    for (const auto& [root, round] : s.rounds.all)
      if (!round.started.count(thread.begins_with)) goes[root] = round.below;
  if (!team.any) {
    team = {true, std::move(goes), argument.value_or(Share{})};
    changed_ = true;
    return;
  }
  if (std::erase_if(team.goes, [&](const auto& g) { return !goes.count(g.first); })) changed_ = true;
  for (auto& [root, below] : team.goes) changed_ |= join(below, goes.at(root));
  std::optional<Share> both = team.argument.scale ? std::optional(team.argument) : std::nullopt;
  if (!both) return;
  if (argument && argument->of == both->of && argument->scale == both->scale && round_ <= 6)
    both->distance = join(both->distance, argument->distance);
  else
    join_share(both, argument);
  if (both.value_or(Share{}) == team.argument) return;
  team.argument = both.value_or(Share{});
  changed_ = true;
}

// Who waits for all threads has to look for their handles and wait after the last one was started and kept.
void Walk::wait_later(State& s) {
  for (auto& [root, r] : s.rounds.all) {
    if (r.joined.kind != Rows::NoRoundYet) r.joined.also(std::nullopt);
    r.joined_now.reset();
  }
  s.fetched.clear();
  s.rounds.starts = true;
}

void Walk::has_started(State& s, const std::vector<ProcId>& begins_with, const Things& handle) {
  for (auto& [root, r] : s.rounds.all) {
    for (ProcId f : begins_with) {
      unsigned& times = r.started[f];
      times = begins_with.size() > 1 || times > 0 ? 2 : 1;
      r.kept_now.erase(f);
    }
  }
  wait_later(s);
  std::erase_if(s.rounds.handles, [&](const auto& h) { return h.second == begins_with[0]; });
  std::erase_if(s.newest, [&](const auto& n) { return n.second == begins_with[0]; });
  if (begins_with.size() == 1 && handle.size() == 1 && handle[0].second.single() && handle[0].first.fresh)
    s.rounds.handles[{handle[0].first, handle[0].second.lo}] = begins_with[0];
}

void Walk::waited(State& s, const Instr& i) const {
  if (i.builtin != model::Builtin::ThreadJoin || p_.exprs[i.args[0]].op != ExprOp::Local) return;
  auto handle = s.fetched.find(static_cast<LocalId>(p_.exprs[i.args[0]].bits));
  if (handle == s.fetched.end()) return;
  if (auto r = s.rounds.all.find(handle->second.first); r != s.rounds.all.end())
    r->second.joined_now = handle->second.second;
}

// A second counter has come so far; all it has passed has been waited for.
void Walk::all_are_over(State& s, Root counter, const Below& at_least) {
  auto waits = s.rounds.all.find(counter);
  if (waits == s.rounds.all.end() || waits->second.joined.kind != Rows::There) return;
  const Counter& second = threads_.counters[counter];
  if (!second.start || !second.start->single() || !second.steps || !second.steps->single() || second.steps->lo < 0)
    return;
  auto comes_as_far = [&](Root root, const Below& below) {
    const Counter& first = threads_.counters[root];
    if (!first.start || !first.start->single() || !first.steps || !first.steps->single()) return false;
    const Wide ahead = static_cast<Wide>(first.start->lo) - second.start->lo, step = second.steps->lo;
    if (first.steps->lo < 0 || ahead < 0 || ahead % step || first.steps->lo % step) return false;
    return std::any_of(at_least.begin(), at_least.end(), [&](const auto& l) {
      auto b = below.find(l.first);
      return b != below.end() && b->second <= l.second;
    });
  };
  for (ThreadId t = 1; t < threads_.size(); ++t) {
    const Thread& thread = threads_[t];
    if (thread.again || !thread.over_at_end || !s.at.started.count(t)) continue;
    const bool all = std::any_of(thread.team.goes.begin(), thread.team.goes.end(), [&](const auto& g) {
      return has_handles_at(s, thread, g.first, waits->second.joined) && comes_as_far(g.first, g.second);
    });
    if (all) s.at.over.insert(thread.over_at_end->begin(), thread.over_at_end->end());
  }
}

// Are the handles of all that were started there, each at the place of its own round?
bool Walk::has_handles_at(const State& s, const Thread& thread, Root counter, const Rows& rows) const {
  auto starts = s.rounds.all.find(counter);
  auto known = threads_.counters.find(counter);
  if (detaches_ || thread.parent != 0 || starts == s.rounds.all.end() || known == threads_.counters.end()) return false;
  auto kept = starts->second.kept.find(thread.begins_with);
  if (starts->second.started.count(thread.begins_with) || kept == starts->second.kept.end()) return false;
  const std::optional<Numbers>& steps = known->second.steps;
  if (rows.kind != Rows::There || kept->second != rows || !steps || steps->lo < 0) return false;
  const Wide apart = static_cast<Wide>(rows.row.scale) * steps->lo;
  return (apart < 0 ? -apart : apart) >= p_.pointer_width / 8;
}

// Threads that go by the value that a counter has now: that one is over.
Threads Walk::waited_for(const State& s, const Round& r) const {
  Threads all;
  if (!r.joined_now) return all;
  const Rows rows{Rows::There, *r.joined_now};
  for (ThreadId t = 1; t < threads_.size(); ++t)
    if (const Team& team = threads_[t].team;
        team.goes.count(team.argument.of) && has_handles_at(s, threads_[t], team.argument.of, rows))
      all.insert(t);
  return all;
}

// On the way into a procedure and back.
void Walk::pass_shares(const Body& b, const State& s, const Instr& i, State& entry) const {
  entry.rounds = s.rounds;
  entry.rounds.result.reset();
  entry.rounds.starts = false;
  for (LocalId k = 0; k < i.args.size() && k < entry.locals.size(); ++k) {
    if (const std::optional<Share> share = share_of(b, s, i.args[k])) entry.shares[k] = *share;
    if (p_.exprs[i.args[k]].op != ExprOp::Local) continue;
    const auto l = static_cast<LocalId>(p_.exprs[i.args[k]].bits);
    if (auto handle = s.fetched.find(l); handle != s.fetched.end()) entry.fetched[k] = handle->second;
  }
}

void Walk::take_share(State& s, const Instr& i, const Rounds& found) {
  const bool starts = s.rounds.starts;
  s.rounds = found;
  if (found.starts) s.fetched.clear();
  s.rounds.starts |= starts;
  if (i.dst != model::kNoLocal && found.result) s.shares[i.dst] = *found.result;
  s.rounds.result.reset();
}

// An expression without a constant that is added to it, and without casts that keep its value.
ExprId Walk::strip(const Body& b, const State& s, ExprId id, int64_t& added) const {
  for (;;) {
    const Expr& e = p_.exprs[id];
    const bool casts = e.op == ExprOp::SExt || e.op == ExprOp::ZExt || e.op == ExprOp::Trunc;
    const bool adds = e.op == ExprOp::Add && p_.exprs[e.b].op == ExprOp::Const;
    if (!casts && !adds) return id;
    const Value v = evaluate(b, s, e.a);
    if (!v.only_number() || p_.exprs[e.a].width == 1) return id;
    const int64_t n = adds ? Numbers::of_bits(p_.exprs[e.b].bits, e.width).lo : 0;
    if (e.op == ExprOp::ZExt && v.number->lo < 0) return id;
    if (!fits(static_cast<Wide>(v.number->lo) + n, static_cast<Wide>(v.number->hi) + n, e.width)) return id;
    if (n < -(int64_t{1} << 40) || n > int64_t{1} << 40) return id;
    added += n;
    id = e.a;
  }
}

// What a value can be says how large its distance can be.
void Walk::trim(const Body& b, State& s, ExprId local) const {
  if (p_.exprs[local].op != ExprOp::Local || b.thread == 0) return;
  auto share = s.shares.find(static_cast<LocalId>(p_.exprs[local].bits));
  const Value& v = s.locals[p_.exprs[local].bits];
  if (share == s.shares.end() || !v.only_number()) return;
  const Team& team = threads_[b.thread].team;
  auto below = team.goes.find(team.argument.of);
  auto counter = threads_.counters.find(team.argument.of);
  if (below == team.goes.end() || counter == threads_.counters.end()) return;
  auto end = below->second.find(kOwn);
  const Counter& c = counter->second;
  if (end == below->second.end() || !c.start || !c.steps || c.steps->lo < 0) return;
  const Wide x = static_cast<Wide>(share->second.scale) * c.start->lo,
             y = static_cast<Wide>(share->second.scale) * (static_cast<Wide>(end->second) - 1);
  const Wide lo = v.number->lo - std::max(x, y), hi = v.number->hi - std::min(x, y);
  if (!fits(lo, hi, 64)) return;
  Numbers& d = share->second.distance;
  if (std::optional<Numbers> n = meet(d, static_cast<int64_t>(lo), static_cast<int64_t>(hi))) d = *n;
}

void Walk::learn_of_counters(const Body& b, State& s, ExprId condition, bool holds) {
  if (s.shares.empty()) return;
  const Expr& e = p_.exprs[condition];
  const bool strict = e.op == ExprOp::Slt || e.op == ExprOp::Ult,
             is_unsigned = e.op == ExprOp::Ult || e.op == ExprOp::Ule;
  if (!strict && !is_unsigned && e.op != ExprOp::Sle) return;
  if (is_unsigned)
    for (ExprId side : {e.a, e.b}) {
      const Value v = evaluate(b, s, side);
      if (!v.only_number() || v.number->lo < 0) return;
    }
  // low + by_low < high + by_high
  int64_t by_low = 0, by_high = strict == holds ? 0 : 1;
  const ExprId low = strip(b, s, holds ? e.a : e.b, by_low), high = strip(b, s, holds ? e.b : e.a, by_high);
  const int64_t by = by_high - by_low;
  auto counter = [&](ExprId x) -> std::optional<Root> {
    if (p_.exprs[x].op != ExprOp::Local) return std::nullopt;
    const Root root = root_of(b.proc, static_cast<LocalId>(p_.exprs[x].bits));
    auto share = s.shares.find(static_cast<LocalId>(p_.exprs[x].bits));
    const bool is = share != s.shares.end() && share->second == Share{root, 1, {}} && s.rounds.all.count(root);
    return is ? std::optional(root) : std::nullopt;
  };
  auto constant = [&](ExprId x) -> std::optional<Root> {
    if (p_.exprs[x].op != ExprOp::Local) return std::nullopt;
    const Root root = root_of(b.proc, static_cast<LocalId>(p_.exprs[x].bits));
    return never_changes_.count(root) ? std::optional(root) : std::nullopt;
  };
  if (const std::optional<Root> r = counter(low)) {
    Below& below = s.rounds.all.at(*r).below;
    auto note = [&](Root base, int64_t k) {
      auto [it, is_new] = below.try_emplace(base, k);
      it->second = std::min(it->second, k);
    };
    if (const std::optional<Root> base = constant(high)) note(*base, by);
    if (const Value v = evaluate(b, s, low); v.only_number() && v.number->hi < INT64_MAX) note(kOwn, v.number->hi + 1);
  }
  if (const std::optional<Root> r = counter(high)) {
    Below at_least;
    if (const std::optional<Root> base = constant(low)) at_least[*base] = 1 - by;
    if (const Value v = evaluate(b, s, high); v.only_number()) at_least[kOwn] = v.number->lo;
    all_are_over(s, *r, at_least);
  }
  trim(b, s, low);
  trim(b, s, high);
  // Of two shares of one counter with the same scale the distances are compared.
  const std::optional<Share> x = linear(b, s, low, 0), y = linear(b, s, high, 0);
  if (!x || !y || !x->scale || x->scale != y->scale || x->of != y->of) return;
  auto narrow = [&](ExprId local, Wide lo, Wide hi) {
    auto share = s.shares.find(static_cast<LocalId>(p_.exprs[local].bits));
    if (p_.exprs[local].op != ExprOp::Local || share == s.shares.end() || !fits(lo, hi, 64)) return;
    if (std::optional<Numbers> n = meet(share->second.distance, static_cast<int64_t>(lo), static_cast<int64_t>(hi)))
      share->second.distance = *n;
  };
  narrow(low, INT64_MIN, static_cast<Wide>(y->distance.hi) + by - 1);
  narrow(high, static_cast<Wide>(x->distance.lo) - by + 1, INT64_MAX);
}

}  // namespace heddle::invariants
