// SPDX-License-Identifier: GPL-3.0-or-later
// The ways from a rest to the next ones: each is followed on its own, until there are many.
#include <algorithm>

#include "smt/z3/solver.h"
#include "symbolic/flow/builder.h"

namespace heddle::flow {

using model::Builtin;
using model::Instr;

namespace {
constexpr size_t kMostPaths = 400, kManyPaths = 40;
constexpr unsigned kMostMilliseconds = 50;  // for the question whether two ways exclude each other
}  // namespace

void Builder::steps_of(RestId rest) {
  at_ = rest;
  Rest& n = flow_.rests[rest];
  n.steps.clear();
  n.faults.clear();
  n.accesses.clear();
  n.may_wait = n.spot.phase == Spot::Asleep;
  n.may_wake = n.may_give_up = false;
  if (n.spot.is_last()) return;
  paths_.clear();
  paths_.push_back({n.spot, c_.truth(true), n.mine, {}, {}, {}, {}, 0, true, false, false, {}, {}, n.alone});
  for (size_t count = 0; !paths_.empty(); ++count) {
    if (count > kMostPaths && !plan_.cautious) {
      plan_.cautious = true;
      throw Again{};
    }
    if (count > kMostPaths || stop_()) throw TooLarge("too many ways from one place to the next");
    follow(next_path(count > kManyPaths));
  }
}

// The calls on the way there, and where it is: of two places, the one that comes first has the smaller numbers.
std::vector<model::Pc> Builder::way_to(const Spot& spot) const {
  std::vector<model::Pc> way{spot.pc};
  for (FrameId f = spot.frame; frames_[f].parent != kNobody; f = frames_[f].parent) way.push_back(frames_[f].call);
  std::reverse(way.begin(), way.end());
  return way;
}

// Any one; or, when there are many, one that is behind, together with those that meet it.
Builder::Path Builder::next_path(bool merging) {
  size_t first = paths_.size() - 1;
  if (merging)
    for (size_t k = 0; k < paths_.size(); ++k)
      if (way_to(paths_[k].at) < way_to(paths_[first].at)) first = k;
  auto take = [&](size_t k) {
    Path path = std::move(paths_[k]);
    paths_.erase(paths_.begin() + static_cast<std::ptrdiff_t>(k));
    return path;
  };
  Path path = take(first);
  for (size_t k = paths_.size(); merging && k-- > 0;)
    if (paths_[k].at == path.at && merge(path, paths_[k])) take(k);
  return path;
}

bool Builder::merge(std::map<Slot, Value>& a, std::map<Slot, Value>& b, const z3::Term& when, bool shared) {
  std::map<Slot, Value> both;
  std::set<Slot> all;
  for (const auto* values : {&a, &b})
    for (const auto& [s, v] : *values) all.insert(s);
  for (const Slot& s : all) {
    auto x = a.find(s), y = b.find(s);
    std::optional<Value> p, q;
    if (x != a.end()) p = x->second;
    if (y != b.end()) q = y->second;
    for (std::optional<Value>* v : {&p, &q}) {
      if (*v) continue;
      if (auto known = shared_ids_.find(s); shared && known != shared_ids_.end() && !plan_.targets.count(s)) {
        const Variable& now = flow_.shared[known->second];
        *v = number_value({now.now, now.width, now.is_signed});
      } else if (!shared) {
        *v = otherwise(s);
      }
      if (!*v) return false;
    }
    const bool pointer = p->kind == Value::Address || p->kind == Value::Function;
    if (p->kind != q->kind || (pointer && p->object != q->object) || p->number.width != q->number.width) return false;
    if (plan_.targets.count(s) && !z3::identical(p->number.n, q->number.n)) return false;
    if (p->source != q->source) p->source.reset();
    if (p->kind == Value::Number || p->kind == Value::Address) {
      z3::Term other = numbers_.as(q->number, p->number.is_signed).n;
      if (!z3::identical(p->number.n, other)) p->number.n = z3::ite(when, p->number.n, other);
    }
    both.emplace(s, *p);
  }
  a = std::move(both);
  return true;
}

// Two ways to the same instruction become one, if they differ in numbers only.
bool Builder::merge(Path& a, Path& b) {
  if (a.at.phase != Spot::Before || !a.starts.empty() || !b.starts.empty() || !a.joins.empty() || !b.joins.empty())
    return false;
  if (a.section != b.section || a.begins != b.begins || a.moved != b.moved || a.resumed != b.resumed ||
      a.alone != b.alone || a.resumed || !a.decided.empty() || !b.decided.empty() || !(a.seen == b.seen) ||
      a.handles != b.handles)
    return false;
  // Where both are possible, the choice between them is not one of numbers.
  z3::Solver solver(c_, z3::Solver::Of::Anything, kMostMilliseconds);
  solver.add(a.where);
  solver.add(b.where);
  if (solver.check() != z3::Answer::Unsat) return false;
  Path c = a;
  std::map<Slot, Value> mine = live(b, b.at), shared = b.shared, past = b.past;
  c.mine = live(a, a.at);
  if (!merge(c.mine, mine, a.where, false) || !merge(c.shared, shared, a.where, true)) return false;
  std::erase_if(c.past, [&](const auto& entry) {
    auto it = past.find(entry.first);
    return it == past.end() || it->second.kind != entry.second.kind ||
           it->second.number.width != entry.second.number.width;
  });
  std::erase_if(past, [&](const auto& entry) { return !c.past.count(entry.first); });
  if (!merge(c.past, past, a.where, false)) return false;
  c.where = a.where || b.where;
  c.passed.insert(b.passed.begin(), b.passed.end());
  c.jumps_back |= b.jumps_back;
  c.open |= b.open;
  c.guesses |= b.guesses;
  a = std::move(c);
  return true;
}

void Builder::follow(Path path) {
  try {
    for (;;) {
      executing_ = false;
      if (stop_()) throw TooLarge("out of time");
      if (path.where.simplify().is_false()) return;
      if (!path.resumed) {
        if (!path.begins && path.at.phase == Spot::Before && is_cut(path.at)) return come_to_rest(path);
        const bool visible = is_visible(path);  // before anything is noted: it may fork
        if (path.moved && path.section == 0 && visible) return come_to_rest(path);
        // What was left open is decided before the thread waits: with some values it may wait, and with others not.
        if (options_.decides && path.open && !path.moved && path.at.phase == Spot::Before &&
            instr(path.at).kind == model::InstrKind::Builtin && model::may_block(instr(path.at).builtin)) {
          plan_.cuts.insert({calls_to(path.at.frame), path.at.pc});  // whoever comes there rests
          throw Again{};
        }
        if (path.at.phase == Spot::Before && !path.passed.insert(path.at).second) {
          plan_.cuts.insert({calls_to(path.at.frame), path.at.pc});
          throw Again{};
        }
        path.moved |= visible;
        if (const Instr& i = instr(path.at); i.act) {
          const bool asleep = path.at.phase == Spot::Asleep, barrier = i.builtin == Builtin::BarrierWait;
          path.seen.acts.push_back({frames_[path.at.frame].proc, path.at.pc, asleep && !barrier, asleep && barrier});
        }
      }
      path.resumed = path.begins = false;
      executing_ = true;
      const unsigned before = numbers_.left_open();
      const bool input = instr(path.at).kind == model::InstrKind::Builtin && instr(path.at).builtin == Builtin::Nondet;
      const size_t others = paths_.size();
      const bool goes_on = one(path);
      if (numbers_.left_open() != before) {
        auto note = [&](Path& p) {
          p.open = true;
          p.guesses |= p.section > 0 && !input;
        };
        note(path);
        std::for_each(paths_.begin() + static_cast<std::ptrdiff_t>(others), paths_.end(), note);
      }
      if (!goes_on) return;
      if (path.at.phase != Spot::Before) return come_to_rest(path);
    }
  } catch (const Forked&) {
  } catch (const Refused& r) {
    flow_.rests[at_].faults.push_back({at_, path.where, false, r.why,
                                       path.at.is_last() ? model::Position{} : instr(path.at).pos, path.seen,
                                       path.joins, path.handles});
  }
}

void Builder::fork(const Path& path, const z3::Term& when, model::Pc to) {
  z3::Term both = (path.where && when).simplify();
  if (both.is_false()) return;
  Path other = path;
  other.where = both;
  other.jumps_back |= to <= path.at.pc;
  other.at.pc = to;
  paths_.push_back(std::move(other));
}

}  // namespace heddle::flow
