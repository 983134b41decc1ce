// SPDX-License-Identifier: GPL-3.0-or-later
// Whether something undefined may happen. The analysis holds for executions in which nothing undefined happens; where
// every step is shown to be defined, it holds without that condition. What is not looked at closely is in doubt. Error
// calls and waits that were not excluded are noted here, too.
#include <algorithm>

#include "analysis/weak_operations.h"
#include "engines/invariants/walk.h"
#include "model/operands.h"

namespace heddle::invariants {

using model::Builtin;
using model::Expr;
using model::ExprId;
using model::ExprOp;
using model::Instr;
using model::InstrKind;
using model::Synchronises;

namespace {

// The model of printf takes an argument as what the format says. Which that is is not followed: on most ways it is
// taken for something else than it is.
bool follows_a_format(const std::string& library_function) {
  return library_function == "format" || library_function == "known_format";
}

}  // namespace

void Walk::doubt(const Body& b, const Instr& i) {
  if (!recording_) return;
  const model::Position here = position(b, i);
  auto before = [](const model::Position& x, const model::Position& y) {
    return std::tie(x.file, x.line, x.column) < std::tie(y.file, y.line, y.column);
  };
  if (!doubt_ || before(here, *doubt_)) doubt_ = here;
}

void Walk::fail(const Body& b, const Instr& i) {
  const model::Position at = position(b, i);
  auto same = [&](const ErrorCall& e) { return e.event == i.event && e.pos == at; };
  if (std::none_of(failures_.begin(), failures_.end(), same)) failures_.push_back({at, i.event});
}

// What is written to a fresh object is ordered before what others do with it, because they learn its address from a
// lock, a start, or an access that is ordered itself (if not, that access races). A relaxed operation orders nothing.
void Walk::look_at_order(const Body& b, const Instr& i, const Value& v) {
  if (!recording_ || hands_over_weakly_ || (!v.any && v.addresses.empty())) return;
  if (analysis::writes_weakly(i) || analysis::reads_weakly(i) || analysis::fails_weakly(i))
    hands_over_weakly_ = position(b, i);
}

// The end of an object on the stack is harmless if nobody has its address any more.
bool Walk::leads_to(const Value& v, const Thing& t) {
  return v.any || std::any_of(v.addresses.begin(), v.addresses.end(), [&](const auto& a) { return a.first == t; });
}

bool Walk::known_in_memory(const State& s, const Thing& t) {
  bool known = false;
  for (const auto& [other, content] : s.mine) content.each_value([&](const Value& v) { known |= leads_to(v, t); });
  return known;
}

bool Walk::still_known(const Body& b, model::Pc pc, const State& s, const Thing& t) {
  if (known_in_memory(s, t)) return true;
  if (pc + 1 >= b.code.code.size()) return false;
  const std::vector<model::LocalId>& needed = live(b, pc + 1);
  return std::any_of(needed.begin(), needed.end(), [&](model::LocalId l) { return leads_to(s.locals[l], t); });
}

// Operands that may be undefined, or computed from what is.
void Walk::doubt_operands(const Body& b, const State& s, model::Pc pc) {
  if (!recording_) return;
  const Instr& i = b.code.code[pc];
  if (partial_.empty()) {
    partial_.resize(p_.procedures.size());
    for (size_t f = 0; f < partial_.size(); ++f)
      for (const Instr& each : p_.procedures[f].code) {
        bool partial = false;
        model::each_operand(
            each, [&](ExprId e) { partial |= !model::is_defined(p_.exprs, e, [](model::LocalId) { return true; }); });
        partial_[f].push_back(partial);
      }
  }
  if (partial_[b.proc][pc]) return doubt(b, i);
  if (i.kind == InstrKind::Jump) return;
  if (i.kind == InstrKind::Assign) return doubt_addresses(b, s, i);
  model::each_operand(i, [&](ExprId e) {
    model::each_node(p_.exprs, e, [&](ExprId, const Expr& node) {
      if (node.op == ExprOp::Local && s.locals[node.bits].nothing()) doubt(b, i);
      return true;
    });
  });
  doubt_addresses(b, s, i);
}

// Addresses and handles may be moved and compared with each other. Whatever else is done with them makes them numbers.
void Walk::doubt_addresses(const Body& b, const State& s, const Instr& i) {
  model::each_operand(i, [&](ExprId root) {
    model::each_node(p_.exprs, root, [&](ExprId, const Expr& e) {
      if (e.op == ExprOp::PtrAdd) {
        const Value moved = evaluate(b, s, e.a);
        const bool null = moved.number && !moved.addresses.empty() && is_like_null(*moved.number);
        if (null && evaluate(b, s, e.b).constant() != 0) doubt(b, i);
      }
      if (e.op == ExprOp::PtrAdd || e.op == ExprOp::Eq || e.op == ExprOp::Ne || e.op == ExprOp::Select) return true;
      const ExprId operands[] = {e.a, e.b, e.c};
      for (int k = 0; k < model::arity(e.op); ++k) {
        const Value v = evaluate(b, s, operands[k]);
        if (v.any || !v.addresses.empty() || !v.handles.empty()) doubt(b, i);
      }
      return true;
    });
  });
}

// Where an address leads is known from what it was made of. A number that an address was made into by decisions, by
// digits or by a floating-point number has lost that, and so has what comes from other files: what is behind it would
// not be looked at.
void Walk::know_where(const Body& b, const Instr& i, ExprId e, const Value& address) const {
  if (!recording_ || (b.code.library && follows_a_format(b.code.name))) return;
  auto at = [&] { return " at " + model::position_text(p_, position(b, i)); };
  if (!address.any) {
    if (address.number && !is_like_null(*address.number)) throw GivesUp{"a number that is used as an address" + at()};
    return;
  }
  const base::BitSet objects = points_to_.objects(b.proc, e);
  bool elsewhere = false;
  objects.each(
      [&](size_t o) { elsewhere |= o < p_.objects.size() && p_.objects[o].external && !p_.objects[o].internal; });
  if (elsewhere) throw GivesUp{"an address that comes from a variable without a definition" + at()};
  if (objects.empty() && points_to_.targets(b.proc, e).empty() && uninitialised_ == Uninitialised::NoValue)
    throw GivesUp{"an address of which nothing is known" + at()};
}

void Walk::doubt_access(const Body& b, const State& s, const Instr& i, const Value& address, uint64_t bytes,
                        bool write) {
  if (!recording_) return;
  if (address.any || address.number || !address.handles.empty() || address.addresses.empty()) return doubt(b, i);
  for (const auto& [t, offset] : address.addresses) {
    uint64_t size = 0;
    for (const Held& h : s.at.held)  // the bytes of a lock while it is held
      if (write && i.kind != InstrKind::Builtin && !h.lock.named && h.lock.thing == plain(t) &&
          may_overlap(offset, bytes, Numbers::constant(h.lock.offset), h.bytes))
        return doubt(b, i);
    if (t.kind == Thing::Static) {
      if (write && p_.objects[t.id].constant) return doubt(b, i);
      size = p_.objects[t.id].size;
    } else if (t.kind == Thing::ThreadLocal && t.maker == b.thread) {
      size = p_.objects[t.id].size;
    } else if (t.kind == Thing::Made) {
      // Fresh objects are there until their block ends; on the heap, while nothing is freed.
      const auto& where = t.fresh ? s.mine : shared_;
      auto it = where.find(plain(t));
      const bool lives = t.fresh ? p_.sites[t.id].kind == model::Site::Stack || !frees_
                                 : p_.sites[t.id].kind == model::Site::Heap && !frees_;
      if (it != where.end() && lives) size = it->second.least_size();
    }
    if (offset.lo < 0 || bytes > size || static_cast<uint64_t>(offset.hi) > size - bytes) return doubt(b, i);
  }
}

void Walk::doubt_content(const Body& b, const State& s, const Instr& i, const Value& address, unsigned bytes) {
  if (!recording_ || uninitialised_ == Uninitialised::AnyValue) return;
  for (const auto& [t, offset] : address.addresses) {
    if (t.kind != Thing::Made) continue;
    const auto& where = t.fresh ? s.mine : shared_;
    auto it = where.find(plain(t));
    if (it == where.end() || !it->second.surely_initialised(offset, bytes)) return doubt(b, i);
  }
}

bool Walk::holds(const State& s, const Value& address, const Name& n) const {
  return std::any_of(s.at.held.begin(), s.at.held.end(), [&](const Held& h) { return is(h, address, n); });
}

bool Walk::is(const Held& h, const Value& address, const Name& n) {
  if (h.lock.named) return n.known() && h.lock.name == n;
  return !address.any && address.addresses.size() == 1 && plain(address.addresses[0].first) == h.lock.thing &&
         address.addresses[0].second == Numbers::constant(h.lock.offset);
}

// What synchronises must be initialised: static objects are, except those without a static initialiser.
void Walk::doubt_lock(const Body& b, const State& s, const Instr& i, size_t argument) {
  if (!recording_) return;
  const Value address = evaluate(b, s, i.args[argument]);
  doubt_access(b, s, i, address, 4, true);
  const Synchronises what = argument == 0 ? model::synchronises(i.builtin) : Synchronises::Mutex;
  for (const auto& [t, offset] : address.addresses)
    if (offset.single() && used_as_.try_emplace({plain(t), offset.lo}, what).first->second != what) return doubt(b, i);
  if (what != Synchronises::Mutex && what != Synchronises::RwLock && what != Synchronises::Condition)
    return doubt(b, i);
  for (const auto& [t, offset] : address.addresses)
    if (t.kind == Thing::Made) return doubt(b, i);
}

void Walk::wait_otherwise(const Body& b, const Instr& i, const std::string& why) {
  if (recording_ && other_waits_.empty()) other_waits_ = why + " at " + model::position_text(p_, position(b, i));
}

// A wait for something that perhaps never comes. In a thread that holds no lock it is in nobody's way.
void Walk::sleep(const Body& b, State& s, const Instr& i, const std::string& why, Rest r) {
  if (!s.at.held.empty() || s.at.lost || s.at.sections) wait_otherwise(b, i, why);
  rest(b, s, i, std::move(r));
}

// It lets the mutex go, perhaps sleeps for ever, and waits for the mutex.
void Walk::wait_on_condition(const Body& b, State& s, const Instr& i) {
  const std::string why = "a wait on a condition variable";
  const Value mutex = evaluate(b, s, i.args[1]);
  const Name name = name_of(s, i.args[1]);
  const std::optional<Notice> condition = condition_at(evaluate(b, s, i.args[0]));
  if (!condition)
    waiters_.reset();
  else if (waiters_)
    (*waiters_)[*condition].insert(b.thread);
  State without = s;
  Rest r{Rest::OnCondition, b.thread, condition, {}, {}, {}, {}, {}, {}};
  const size_t released = std::erase_if(without.at.held, [&](const Held& h) {
    if (h.times != 1 || !is(h, mutex, name)) return false;
    r.mutex = h.lock;
    return true;
  });
  if (released != 1) wait_otherwise(b, i, why);
  for (const auto& [word, seen] : s.seen)
    if (std::find(seen.under.begin(), seen.under.end(), r.mutex) != seen.under.end()) r.seen[word] = seen.value;
  if (!model::may_give_up(i.builtin)) {
    sleep(b, without, i, why, std::move(r));
    s.notices.clear();
  }
  forget_seen(s, std::nullopt);
  wait(b, without, i, mutex, std::nullopt);
}

void Walk::lose_lock(State& s) const {
  s.at.lost = true;
  if (recording_ && other_waits_.empty()) other_waits_ = "a lock that is not known any more while it may be held";
}

void Walk::wait(const Body& b, const State& s, const Instr& i, const Value& lock, std::optional<ThreadId> end_of) {
  if (!recording_) return;
  if (s.at.sections) return wait_otherwise(b, i, "a section that may wait");
  Wait w{b.thread, end_of, {}, {}, {}, s.at.started, s.at.over, position(b, i), i.event};
  auto add = [](auto& to, const Value& v) {
    if (v.any) return false;
    for (const auto& [t, offset] : v.addresses)
      to.push_back({t, offset.single() ? std::optional(offset.lo) : std::nullopt});
    return true;
  };
  bool known = end_of || add(w.lock, lock);
  for (const Held& h : s.at.held) {
    if (!h.lock.named) {
      w.held.push_back({h.lock.thing, h.lock.offset});
      if (!h.lock.thing.fresh) w.gates.push_back(h);
      continue;
    }
    auto where = s.where.find(h.lock);
    known &= where != s.where.end() && add(w.held, where->second);
  }
  if (!known) return wait_otherwise(b, i, "one of several locks");
  waits_.insert(std::move(w));
}

}  // namespace heddle::invariants
