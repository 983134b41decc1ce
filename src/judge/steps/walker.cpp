// SPDX-License-Identifier: GPL-3.0-or-later
// Control: from instruction to instruction, through calls, until others may go on.
//
// Three things are done earlier than in the program, together with the visible instruction before them: a thread ends,
// a variable ends with its procedure, a thread gets stuck. Others only ever gain possibilities by that (to join, to
// meet a variable that is gone, which is a fault, to go on), so no execution is missed.
#include "judge/steps/walker.h"

#include <algorithm>

#include "model/control_flow.h"
#include "model/live_locals.h"
#include "model/operands.h"

namespace heddle::judge::steps {

using model::Builtin;
using model::Instr;
using model::InstrKind;

namespace {
constexpr size_t kMostPaths = 1000, kDeepestCalls = 60;
}

Walker::Walker(const model::Program& p, const Map& map, Names& names)
    : p_(p), map_(map), numbers_(names), frames_(map.frames) {
  for (FrameId f = 0; f < frames_.size(); ++f)
    if (frames_[f].parent != kNobody)
      frame_ids_.emplace(std::tuple(frames_[f].parent, frames_[f].call, frames_[f].proc), f);
  for (const auto& [id, o] : map.objects) made_at_.emplace(std::pair(o.calls, o.pc), id);
}

Calls Walker::calls_to(FrameId f) const {
  Calls calls;
  for (; f != kNobody; f = frames_[f].parent) calls.push_back({frames_[f].proc, frames_[f].call});
  std::reverse(calls.begin(), calls.end());
  return calls;
}

bool Walker::repeats(FrameId f, model::Pc pc) const {
  for (; f != kNobody; pc = frames_[f].call, f = frames_[f].parent) {
    const auto& code = procedure(f).code;
    std::set<model::Pc> seen;
    for (std::vector<model::Pc> next = model::successors(code[pc], pc); !next.empty();) {
      const model::Pc at = next.back();
      next.pop_back();
      if (!seen.insert(at).second) continue;
      for (model::Pc to : model::successors(code[at], at)) next.push_back(to);
    }
    if (seen.count(pc)) return true;
  }
  return false;
}

Ways Walker::from(const Place& place) {
  ways_ = {};
  role_ = place.role;
  if (place.spot.is_last()) return {};
  Path first;
  first.at = place.spot;
  first.mine = place.mine;
  paths_.clear();
  paths_.push_back(std::move(first));
  for (size_t count = 0; !paths_.empty(); ++count) {
    Path path = std::move(paths_.back());
    paths_.pop_back();
    if (count > kMostPaths) {
      fault(path, {}, "too many ways from one place to the next", Fault::NotUnderstood);
      break;
    }
    follow(std::move(path));
  }
  return std::move(ways_);
}

bool Walker::is_live(const Slot& local, const Spot& at) {
  model::Pc pc = at.pc;
  for (FrameId f = at.frame; f != kNobody; pc = frames_[f].call + 1, f = frames_[f].parent) {
    if (f != local.owner) continue;
    if (f != at.frame && procedure(f).code[pc - 1].dst == local.at) return false;  // the call assigns it
    auto it = live_.find(frames_[f].proc);
    if (it == live_.end()) it = live_.emplace(frames_[f].proc, model::live_locals(p_, procedure(f))).first;
    return std::binary_search(it->second[pc].begin(), it->second[pc].end(), local.at);
  }
  return false;  // its procedure has returned
}

void Walker::fault(const Path& path, const Premises& premises, const std::string& what, Fault::Kind kind) {
  if (premises.never) return;
  ways_.faults.push_back({premises, kind, what, path.at.is_last() ? model::Position{} : instr(path.at).pos});
}

void Walker::rest(const Path& path) {
  if (path.premises.never) return;
  ways_.ways.push_back(
      {path.at, path.premises, path.mine, path.past, path.stale, path.shared, path.starts, path.joins, path.pos});
}

void Walker::follow(Path path) {
  while (!path.premises.never) {
    const Path before = path;  // to begin again from when something must be decided first
    try {
      if (!path.begins && path.at.phase == Spot::Before && map_.cuts.count({calls_to(path.at.frame), path.at.pc}))
        return rest(path);
      const bool visible = path.at.phase == Spot::Asleep || is_visible(path);
      if (path.moved && path.section == 0 && visible) return rest(path);
      if (!path.passed.insert(path.at).second) throw Refused{"a loop in which the certificate has no place"};
      path.begins = false;
      if (visible || !path.moved) path.pos = instr(path.at).pos;
      path.moved |= visible;
      if (!one(path)) return;
      if (path.at.phase != Spot::Before) return rest(path);
    } catch (const Decision& d) {
      for (size_t k = 0; k < d.cases.size(); ++k) {
        Path other = before;
        for (const auto& [name, known] : path.premises.given) other.premises.given.emplace(name, known);
        other.premises.require(d.cases[k]);
        if (d.word)
          other.holds[*d.word] = k;
        else
          other.decided[d.about] = k == 0;
        if (!other.premises.never) paths_.push_back(std::move(other));
      }
      return;
    } catch (const Refused& r) {
      return fault(path, path.premises, r.why, Fault::NotUnderstood);
    }
  }
}

bool Walker::is_visible(Path& path) {
  const Instr& i = instr(path.at);
  auto met = [&](model::ExprId e) {
    const Value v = eval(path, e);
    return v.kind != Value::Address || is_visible(v.object);
  };
  switch (i.kind) {
    case InstrKind::Load:
    case InstrKind::Store:
    case InstrKind::Rmw:
    case InstrKind::CmpXchg:
    case InstrKind::Fill: return met(i.a);
    case InstrKind::Copy: return met(i.a) || met(i.b);
    case InstrKind::ScopeEnd:
      for (uint32_t object : ended_by(path, i))
        if (is_visible(object)) return true;
      return false;
    case InstrKind::Builtin:
      if (i.builtin == Builtin::Malloc || i.builtin == Builtin::Calloc) {
        auto it = made_at_.find({calls_to(path.at.frame), path.at.pc});
        return it == made_at_.end() || map_.objects.at(it->second).known;
      }
      if (i.builtin == Builtin::Free) return met(i.args[0]);
      return !model::is_silent(i.builtin);
    case InstrKind::Assign:
    case InstrKind::Jump:
    case InstrKind::Branch:
    case InstrKind::Switch:
    case InstrKind::Call:
    case InstrKind::CallPointer:
    case InstrKind::Return:
    case InstrKind::Fence:
    case InstrKind::Alloca:
    case InstrKind::Unreachable: return false;
  }
  return true;
}

void Walker::go(const Path& path, const Truth& when, model::Pc to) {
  Path other = path;
  other.premises.require(when);
  other.at.pc = to;
  if (!other.premises.never) paths_.push_back(std::move(other));
}

void Walker::enter(Path& path, model::ProcId callee, const std::vector<Value>& arguments) {
  const model::Procedure& f = p_.procedures[callee];
  if (f.code.empty()) throw Refused{"a call of `" + f.name + "`, which has no definition here"};
  if (arguments.size() != f.params || f.variadic) throw Refused{"a call with other arguments than the procedure has"};
  size_t depth = 0;
  for (FrameId g = path.at.frame; g != kNobody; g = frames_[g].parent, ++depth)
    if (frames_[g].proc == callee) throw Refused{"a procedure that calls itself"};
  if (depth > kDeepestCalls) throw Refused{"calls nested very deeply"};
  auto [it, fresh] = frame_ids_.try_emplace({path.at.frame, path.at.pc, callee}, static_cast<FrameId>(frames_.size()));
  if (fresh) frames_.push_back({callee, path.at.frame, path.at.pc, role_});
  for (uint32_t k = 0; k < f.params; ++k) {
    if (arguments[k].kind == Value::Number && arguments[k].number.width != f.locals[k].width)
      throw Refused{"an argument of another width than the parameter"};
    path.mine.insert_or_assign(Slot{Slot::Local, it->second, k, 0}, arguments[k]);
  }
  path.at = {it->second, 0, Spot::Before};
}

// The procedure's variables are gone, and the thread's addresses of them are of no use any more.
void Walker::forget_frame(Path& path, FrameId f) {
  if (role_ == 0)
    for (const auto& [slot, v] : path.mine)
      if (slot.kind == Slot::Local && slot.owner == f) path.past.insert_or_assign(slot, v);
  for (auto* values : {&path.mine, &path.stale})
    std::erase_if(*values, [&](const auto& entry) {
      return entry.first.kind == Slot::Local ? entry.first.owner == f : in_frame(entry.first.owner, f);
    });
  for (auto& [slot, v] : path.mine)
    if (v.kind == Value::Address && in_frame(v.object, f)) v = mixed(p_.pointer_width);
  for (const auto& [id, o] : map_.objects) {
    if (!o.known || !in_frame(id, f)) continue;
    set(path, {Slot::Alive, id, 0, 0}, number(0));
    path.moved = true;
  }
}

// The variables whose block ends: what the argument points to. Where nobody needs its value any more, a certificate
// does not say it; if only declarations assign it, it may be any of those variables, and all of them end: the program
// can do less with them then, never more. What the certificate does not name was never made.
std::vector<uint32_t> Walker::ended_by(Path& path, const Instr& i) {
  std::vector<uint32_t> ended;
  const auto& code = procedure(path.at.frame).code;
  for (model::ExprId e : i.args) {
    const Value address = eval(path, e);
    if (address.kind == Value::Address && !is_static(address.object) && !is_heap(address.object)) {
      ended.push_back(address.object);
      continue;
    }
    bool declared = p_.exprs[e].op == model::ExprOp::Local && p_.exprs[e].bits >= procedure(path.at.frame).params;
    for (model::Pc pc = 0; pc < code.size() && declared; ++pc)
      model::each_assigned(code[pc], [&](model::LocalId l) {
        if (l != p_.exprs[e].bits) return;
        declared &= code[pc].kind == InstrKind::Alloca;
        auto it = made_at_.find({calls_to(path.at.frame), pc});
        if (it != made_at_.end()) ended.push_back(it->second);
      });
    if (!declared) throw Refused{"a variable whose block may have been left or not"};
  }
  return ended;
}

// The same for one variable, at the end of its block. Without its address nobody can read it any more; a certificate
// may still speak of what it held.
void Walker::end_variable(Path& path, uint32_t object) {
  std::erase_if(path.mine, [&](const auto& entry) {
    const bool ends = entry.first.kind != Slot::Local && entry.first.owner == object;
    if (ends) path.stale.insert_or_assign(entry.first, entry.second);
    return ends;
  });
  for (auto& [slot, v] : path.mine)
    if (v.kind == Value::Address && v.object == object) v = mixed(p_.pointer_width);
  if (!map_.objects.at(object).known) return;
  set(path, {Slot::Alive, object, 0, 0}, number(0));
  path.moved = true;
}

void Walker::leave(Path& path, std::optional<Value> result) {
  const FrameId f = path.at.frame;
  const Frame frame = frames_[f];
  if (result && result->kind == Value::Address && in_frame(result->object, f)) result = mixed(p_.pointer_width);
  forget_frame(path, f);
  if (frame.parent == kNobody) return end_thread(path);
  path.at = {frame.parent, frame.call, Spot::Before};
  const model::LocalId dst = instr(path.at).dst;
  ++path.at.pc;
  assign(path, dst, result ? *result : nothing(64));
}

void Walker::end_thread(Path& path) {
  if (p_.thread_exit != model::kNone)
    throw Refused{"thread-specific data, whose destructors run at the end of a thread"};
  for (FrameId f = path.at.frame; f != kNobody; f = frames_[f].parent) forget_frame(path, f);
  path.at = {map_.roles[role_].root, 0, Spot::Ended};
}

// Whoever has done nothing visible may as well stay where it is.
void Walker::get_stuck(Path path) {
  if (path.premises.never) return;
  if (!path.moved) {
    ways_.ends.push_back(path.premises);
    return;
  }
  path.at = {map_.roles[role_].root, 0, Spot::Stuck};
  rest(path);
}

bool Walker::one(Path& path) {
  const Instr& i = instr(path.at);
  if (path.at.phase == Spot::Asleep) {
    wait(path, i);
    return false;
  }
  switch (i.kind) {
    case InstrKind::Assign: {
      std::vector<Value> values;
      for (const model::Assignment& a : i.assignments) values.push_back(eval(path, a.value));
      for (size_t k = 0; k < values.size(); ++k) assign(path, i.assignments[k].local, std::move(values[k]));
      break;
    }
    case InstrKind::Jump: path.at.pc = i.target; return true;
    case InstrKind::Branch: {
      const Truth c = truth_at(path, i.a);
      go(path, no(c), i.target2);
      go(path, c, i.target);
      return false;
    }
    case InstrKind::Switch: {
      const Number n = number_at(path, i.a);
      Truth none = truth(true);
      for (const auto& [bits, target] : i.cases) {
        const Truth here = numbers_.equals(n, numbers_.constant(bits, n.width), path.premises);
        go(path, both(none, here), target);
        none = both(none, no(here));
      }
      go(path, none, i.target);
      return false;
    }
    case InstrKind::Call:
    case InstrKind::CallPointer: {
      model::ProcId callee = i.callee;
      if (i.kind == InstrKind::CallPointer) {
        const Value f = eval(path, i.a);
        if (f.kind != Value::Function) throw Refused{"a call through a pointer that is not known"};
        callee = f.object;
      }
      std::vector<Value> arguments;
      for (model::ExprId e : i.args) arguments.push_back(eval(path, e));
      enter(path, callee, arguments);
      return true;
    }
    case InstrKind::Return: {
      std::optional<Value> result;
      if (i.a != model::kNoExpr) result = eval(path, i.a);
      leave(path, result);
      return true;
    }
    case InstrKind::Load:
    case InstrKind::Store: load_or_store(path, i); break;
    case InstrKind::Rmw: update(path, i); break;
    case InstrKind::CmpXchg: compare_and_swap(path, i); break;
    case InstrKind::Copy:
    case InstrKind::Fill: bulk(path, i); break;
    case InstrKind::Fence: break;
    case InstrKind::Alloca: {
      const Number size = number_at(path, i.a);
      if (!size.n.is_number()) throw Refused{"a variable-length array"};
      const auto bytes = static_cast<uint64_t>(numbers_.as(size, false, path.premises).n.k);
      assign(path, i.dst, address(make(path, false, false, bytes), 0));
      break;
    }
    case InstrKind::ScopeEnd:
      for (uint32_t object : ended_by(path, i)) end_variable(path, object);
      break;
    case InstrKind::Builtin: return operation(path, i);
    case InstrKind::Unreachable: throw Refused{"what the compiler takes to be unreachable"};
  }
  ++path.at.pc;
  return true;
}

}  // namespace heddle::judge::steps
