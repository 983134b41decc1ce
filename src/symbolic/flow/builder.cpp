// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/flow/builder.h"

#include <algorithm>

#include "base/check.h"
#include "model/control_flow.h"
#include "model/live_locals.h"

namespace heddle::flow {

using model::Builtin;
using model::Instr;
using model::InstrKind;

namespace {

// A number, or an offset: of the others, nothing varies.
bool varies(const Value& v) {
  return (v.kind == Value::Number || v.kind == Value::Address) && !v.number.n.is_numeral();
}

constexpr size_t kDeepestCalls = 40, kMostValues = 17;
constexpr int kMostBeginnings = 200;

}  // namespace

Calls Builder::calls_to(FrameId f) const {
  Calls calls;
  for (; f != kNobody; f = frames_[f].parent) calls.push_back({frames_[f].proc, frames_[f].call});
  std::reverse(calls.begin(), calls.end());
  return calls;
}

std::optional<Flow> Builder::run() {
  try {
    RoleId main = role_of(p_.entry, constant(0, p_.pointer_width));
    flow_.roles[main].single = true;
    flow_.entry = rest_at({flow_.roles[main].root, 0, Spot::Before}, main, {}, options_.visible != nullptr);
    arrive(flow_.entry, {});
    while (!work_.empty()) {
      RestId n = work_.back();
      work_.pop_back();
      waiting_[n] = false;
      if (stop_()) throw TooLarge("out of time");
      steps_of(n);
    }
  } catch (const Again&) {
    return std::nullopt;
  }
  // A thread that never touched something brings what everybody begins with.
  auto complete = [&](RestId to, std::map<Slot, Value>& with) {
    for (const auto& [slot, v] : flow_.rests[to].mine)
      if (!with.count(slot)) with.emplace(slot, otherwise(slot).value_or(nothing()));
  };
  for (Rest& n : flow_.rests)
    for (Step& s : n.steps) {
      complete(s.to, s.mine);
      for (Start& t : s.starts) complete(t.rest, t.with);
    }
  forget_unreached();
  flow_.frames = std::move(frames_);
  return std::move(flow_);
}

// Nodes that were met only before more was known of what threads bring.
void Builder::forget_unreached() {
  std::vector<RestId> number(flow_.rests.size(), kNobody), reached{flow_.entry};
  auto reach = [&](RestId n) {
    if (number[n] == kNobody) number[n] = 0, reached.push_back(n);
  };
  number[flow_.entry] = 0;
  for (const Role& r : flow_.roles) reach(r.end);
  for (size_t k = 0; k < reached.size(); ++k)
    for (const Step& s : flow_.rests[reached[k]].steps) {
      reach(s.to);
      for (const Start& t : s.starts) reach(t.rest);
    }
  std::sort(reached.begin(), reached.end());
  for (size_t k = 0; k < reached.size(); ++k) number[reached[k]] = static_cast<RestId>(k);
  std::vector<Rest> kept;
  for (RestId n : reached) {
    for (Step& s : flow_.rests[n].steps) {
      s.from = number[s.from];
      s.to = number[s.to];
      for (Start& t : s.starts) t.rest = number[t.rest];
      for (RestId& j : s.joins) j = number[j];
    }
    for (Fault& f : flow_.rests[n].faults) {
      f.at = number[f.at];
      for (RestId& j : f.joins) j = number[j];
    }
    for (Access& t : flow_.rests[n].accesses) t.at = number[t.at];
    kept.push_back(std::move(flow_.rests[n]));
  }
  flow_.rests = std::move(kept);
  flow_.entry = number[flow_.entry];
  for (Role& r : flow_.roles) r.end = number[r.end];
}

RoleId Builder::role_of(model::ProcId start, const Value& argument, const Calls& site) {
  bool pointer = argument.kind == Value::Address || argument.kind == Value::Function;
  for (RoleId r = 0; r < flow_.roles.size(); ++r) {
    const Role& role = flow_.roles[r];
    bool same = role.argument.kind == argument.kind && role.argument.object == argument.object &&
                z3::identical(role.argument.number.n, argument.number.n);
    if (role.start == start && role.site == site && (pointer ? same : role.argument.kind == Value::Nothing)) return r;
  }
  RoleId r = static_cast<RoleId>(flow_.roles.size());
  FrameId root = static_cast<FrameId>(frames_.size());
  frames_.push_back({start, kNobody, 0, r});
  flow_.roles.push_back({start, pointer ? argument : nothing(), site, root, kNobody, false});
  flow_.roles[r].end = rest_at({root, 0, Spot::Ended}, r);
  for (RestId n : joining_) {
    if (waiting_[n]) continue;
    waiting_[n] = true;
    work_.push_back(n);
  }
  return r;
}

FrameId Builder::frame_of(FrameId parent, model::Pc call, model::ProcId callee) {
  size_t depth = 0;
  for (FrameId f = parent; f != kNobody; f = frames_[f].parent, ++depth)
    if (frames_[f].proc == callee) throw Refused{"a procedure that calls itself"};
  if (depth > kDeepestCalls) throw Refused{"calls nested very deeply"};
  auto [it, fresh] = frame_ids_.try_emplace({parent, call, callee}, static_cast<FrameId>(frames_.size()));
  if (fresh) frames_.push_back({callee, parent, call, frames_[parent].role});
  return it->second;
}

Place Builder::place_of(Slot s) const {
  if (s.kind != Slot::Local) return {{}, s};
  Calls calls = calls_to(s.owner);
  s.owner = 0;
  return {std::move(calls), s};
}

bool Builder::is_split(const Slot& s) const {
  if (plan_.split.empty() || s.kind > Slot::Memory) return false;
  auto it = plan_.split.find(place_of(s));
  return it != plan_.split.end() && it->second;
}

// The number must be a constant at every rest: so must be what it is computed from. Returns if that is not possible.
void Builder::split(const z3::Term& n) {
  std::set<unsigned> seen;
  std::vector<z3::Term> stack{n};
  std::vector<Place> from;
  while (!stack.empty()) {
    z3::Term e = stack.back();
    stack.pop_back();
    if (!seen.insert(e.id()).second) continue;
    for (unsigned k = 0; k < e.size(); ++k) stack.push_back(e.arg(k));
    if (e.op() != z3::Op::Variable || Numbers::is_turns(e)) continue;
    const auto& mine = flow_.rests[at_].mine;
    auto it = std::find_if(mine.begin(), mine.end(), [&](const auto& entry) {
      return varies(entry.second) && z3::identical(entry.second.number.n, e);
    });
    if (it == mine.end() || it->first.kind > Slot::Memory) return;
    from.push_back(place_of(it->first));
  }
  bool grew = false;
  for (const Place& p : from)
    if (plan_.split.count(p)) return;
  for (const Place& p : from) grew |= plan_.split.emplace(p, true).second;
  if (grew) throw Again{};
}

// What is split stays so from rest to rest.
void Builder::keep_split(std::map<Slot, Value>& mine) {
  for (auto& [slot, v] : mine) {
    if (!varies(v) || !is_split(slot)) continue;
    v.number.n = v.number.n.simplify();
    if (v.number.n.is_numeral()) continue;
    split(v.number.n);
    plan_.split[place_of(slot)] = false;
    throw Again{};
  }
}

// Which element it is must be a constant. Returns if that is not possible.
void Builder::place(uint32_t object, const z3::Term& offset) {
  plan_.placed.insert(object);
  if (!plan_.blurred.count(object)) split(offset.simplify());
}

// Threads that have pointers to different objects, or none, rest at different rests.
RestId Builder::rest_at(const Spot& spot, RoleId role, const std::map<Slot, Value>& mine, bool alone) {
  Shape shape;
  for (const auto& [slot, v] : mine) {
    int64_t value = 0;
    if (v.kind != Value::Number) shape.push_back({slot, v.kind, v.object});
    if (v.source && !spot.is_last())  // a handle: which thread it names depends on where it was read
      shape.push_back({slot, Value::Mixed, (int64_t{v.source->owner} << 32) + v.source->at});
    if (!spot.is_last() && is_split(slot) && v.number.n.is_numeral(value)) {
      shape.push_back({slot, Value::Number, value});
      std::set<int64_t>& all = values_[{spot, slot}];
      all.insert(value);
      if (all.size() <= kMostValues) continue;
      plan_.split[place_of(slot)] = false;
      throw Again{};
    }
  }
  alone &= !spot.is_last();
  auto [it, fresh] = rest_ids_.try_emplace({spot, alone, shape}, static_cast<RestId>(flow_.rests.size()));
  if (!fresh) return it->second;
  if (flow_.rests.size() >= options_.most_rests) {
    bool any = false;
    for (auto& [place, still] : plan_.split) any |= std::exchange(still, false);
    if (any) throw Again{};
    throw TooLarge("more than " + std::to_string(options_.most_rests) + " places where threads meet");
  }
  // Where the user sees it: the library is called from somewhere.
  model::ProcId proc = frames_[spot.frame].proc;
  model::Position pos = spot.is_last() ? p_.procedures[proc].pos : instr(spot).pos;
  for (FrameId f = spot.frame; p_.procedures[proc].library && frames_[f].parent != kNobody;) {
    const model::Pc call = frames_[f].call;
    f = frames_[f].parent;
    proc = frames_[f].proc;
    pos = p_.procedures[proc].code[call].pos;
  }
  flow_.rests.push_back({role, spot, alone, {}, {}, {}, {}, false, false, false, proc, pos});
  waiting_.push_back(true);
  arrived_.push_back(false);
  work_.push_back(it->second);
  return it->second;
}

std::optional<Value> Builder::otherwise(const Slot& s) {
  if (s.kind == Slot::Held || s.kind == Slot::HeldReads || s.kind == Slot::Alive) return constant(0, 32);
  if (s.kind == Slot::Size || s.kind == Slot::Filled) return constant(0, 64);
  if (s.kind == Slot::Memory && is_static(s.owner)) return initial(s);  // thread-local
  return std::nullopt;
}

z3::Term Builder::variable(const Slot& s, const Number& like, bool& is_signed) {
  is_signed = like.is_signed;
  model::TypeId type = s.kind == Slot::Local ? p_.procedures[frames_[s.owner].proc].locals[s.at].type : 0;
  if (s.kind == Slot::Memory) type = model::scalar_at(p_, type_of(s.owner), s.at, s.width / 8);
  if (type) is_signed = sign_of(type);
  is_signed &= like.width > 1;
  return c_.integer_variable("v" + std::to_string(names_++));
}

Number Builder::of_main(const Slot& s, const Number& like) {
  auto known = shared_ids_.find(s);
  if (known == shared_ids_.end()) {
    bool is_signed = true;
    z3::Term now = variable(s, like, is_signed);
    known = shared_ids_.emplace(s, flow_.shared.size()).first;
    flow_.shared.push_back({s, now, like.width, is_signed, c_.integer(0)});
  }
  const Variable& v = flow_.shared[known->second];
  return {v.now, v.width, v.is_signed};
}

// What a thread brings to a rest: one constant, or a variable where there are several.
void Builder::arrive(RestId rest, const std::map<Slot, Value>& mine) {
  Rest& n = flow_.rests[rest];
  bool changed = false, first = !arrived_[rest];
  arrived_[rest] = true;
  auto vary = [&](const Slot& s, Value& v) {
    v.number = flow_.roles[n.role].single && v.kind == Value::Number
                   ? of_main(s, v.number)
                   : Number{variable(s, v.number, v.number.is_signed), v.number.width, v.number.is_signed};
    if (v.kind == Value::Number) numbers_.remember(v.number.n, v.number.width, v.number.is_signed);
    changed = true;
  };
  std::map<Slot, Value> before = std::move(n.mine);
  n.mine.clear();
  std::set<Slot> all;
  for (const auto& [s, v] : before) all.insert(s);
  for (const auto& [s, v] : mine) all.insert(s);
  for (const Slot& s : all) {
    auto value = [&](const std::map<Slot, Value>& from) {
      auto it = from.find(s);
      if (it != from.end()) return it->second;
      return otherwise(s).value_or(nothing());
    };
    auto known = before.find(s);
    if (first) {
      Value v = value(mine);
      if (!v.number.n.is_numeral()) vary(s, v);
      n.mine.emplace(s, v);
      continue;
    }
    Value old = value(before), now = value(mine);
    if (known == before.end()) changed = true;
    bool pointer = old.kind == Value::Address || old.kind == Value::Function;
    if (old.kind != now.kind || (pointer && old.object != now.object)) {
      changed |= old.kind != Value::Mixed;
      n.mine.emplace(s, mixed());
      continue;
    }
    if (old.source && old.source != now.source) {
      old.source.reset();
      changed = true;
    }
    bool fixed = old.number.n.is_numeral();
    if (fixed && (old.kind == Value::Number || old.kind == Value::Address) &&
        !z3::identical(old.number.n, numbers_.as(now.number, old.number.is_signed).n))
      vary(s, old);
    n.mine.emplace(s, old);
  }
  if (!changed || waiting_[rest]) return;
  waiting_[rest] = true;
  work_.push_back(rest);
}

const std::vector<model::LocalId>& Builder::live_locals(model::ProcId proc, model::Pc pc) {
  auto it = live_.find(proc);
  if (it == live_.end()) it = live_.emplace(proc, model::live_locals(p_, p_.procedures[proc])).first;
  return it->second[pc];
}

std::map<Slot, Value> Builder::live(const Path& path, const Spot& spot) {
  std::set<Slot> wanted;
  std::set<FrameId> chain;
  model::Pc pc = spot.pc;
  for (FrameId f = spot.frame; f != kNobody; pc = frames_[f].call + 1, f = frames_[f].parent) {
    chain.insert(f);
    const model::Procedure& proc = p_.procedures[frames_[f].proc];
    for (model::LocalId l : live_locals(frames_[f].proc, pc)) wanted.insert({Slot::Local, f, l, 0});
    if (f != spot.frame) wanted.erase({Slot::Local, f, proc.code[pc - 1].dst, 0});
  }
  std::map<Slot, Value> kept;
  for (const auto& [s, v] : path.mine) {
    if (s.kind == Slot::Local && !wanted.count(s)) continue;
    if (s.kind == Slot::Held && v.number.n.is_numeral() && z3::identical(v.number.n, c_.integer(0))) continue;
    kept.emplace(s, v);
  }
  return kept;
}

void Builder::come_to_rest(Path& path) {
  std::map<Slot, Value> mine;
  if (!path.at.is_last())
    mine = live(path, path.at);
  else if (flow_.roles[flow_.rests[at_].role]
               .single)  // main's last values are still of interest: how many threads it has started
    for (const auto* values : {&path.mine, &path.past})
      for (const auto& [slot, v] : *values)
        if (v.kind == Value::Number && shared_ids_.count(slot)) mine.emplace(slot, v);
  for (auto& [slot, v] : path.shared)
    if (std::optional<unsigned> index = plan_.targets.count(slot) ? index_of(slot, v) : std::nullopt)
      v = number_value({c_.integer(*index), 32, true});
  if (!path.at.is_last()) keep_split(mine);
  RestId to = rest_at(path.at, flow_.rests[at_].role, mine, path.alone);
  if (path.section > 0 && !path.at.is_last()) flow_.rests[to].in_section = true;
  flow_.rests[at_].steps.push_back({at_, to, path.where, mine, path.shared, path.starts, path.joins, path.seen,
                                    path.jumps_back, path.handles, path.guesses});
  arrive(to, mine);
  for (const Start& s : path.starts) arrive(s.rest, s.with);
}

bool Builder::is_cut(const Spot& spot) const {
  return !plan_.cuts.empty() && plan_.cuts.count({calls_to(spot.frame), spot.pc}) != 0;
}

// Somebody else may notice this access to shared memory, or have an influence on it.
bool Builder::is_watched(const Path& path) const {
  if (plan_.cautious) return true;
  return !path.alone && (!options_.visible || options_.visible->at(frames_[path.at.frame].proc, path.at.pc));
}

bool Builder::is_visible(Path& path) {
  const Instr& i = instr(path.at);
  if (i.kind != InstrKind::Builtin && !is_watched(path)) return false;
  auto shared = [&](model::ExprId address) {
    Value v = eval(path, address);
    return v.kind != Value::Address || is_visible(v.object);
  };
  switch (i.kind) {
    case InstrKind::Load:
    case InstrKind::Store:
    case InstrKind::Rmw:
    case InstrKind::CmpXchg:
    case InstrKind::Fill: return shared(i.a);
    case InstrKind::Copy: return shared(i.a) || shared(i.b);
    case InstrKind::ScopeEnd: return std::any_of(i.args.begin(), i.args.end(), shared);
    case InstrKind::Builtin:
      if (i.builtin == Builtin::Malloc || i.builtin == Builtin::Calloc) {
        auto it = plan_.made.find({calls_to(path.at.frame), path.at.pc});
        return !path.alone && it != plan_.made.end() && plan_.known.count(it->second) != 0;
      }
      if (i.builtin == Builtin::Free) return is_watched(path) && shared(i.args[0]);
      return !model::is_silent(i.builtin);
    default: return false;
  }
}

void Builder::enter(Path& path, model::Pc back, model::ProcId callee, const std::vector<Value>& arguments) {
  const model::Procedure& f = p_.procedures[callee];
  if (f.code.empty()) throw Refused{"a call of `" + f.name + "`, which has no definition here"};
  if (arguments.size() < f.params || f.variadic) throw Refused{"a call with other arguments than the procedure has"};
  FrameId frame = frame_of(path.at.frame, back, callee);
  for (uint32_t k = 0; k < f.params; ++k) path.mine.insert_or_assign({Slot::Local, frame, k, 0}, arguments[k]);
  path.at = {frame, 0, Spot::Before};
}

// The frame's variables are gone; whoever still has an address of one must not use it.
void Builder::bury(Path& path, FrameId f) {
  auto in_frame = [&](uint32_t object) { return this->in_frame(object, f); };
  if (flow_.roles[flow_.rests[at_].role].single)
    for (const auto& [slot, v] : path.mine)
      if (slot.kind == Slot::Local && slot.owner == f) path.past.insert_or_assign(slot, v);
  std::erase_if(path.mine, [&](const auto& entry) {
    return entry.first.kind == Slot::Local ? entry.first.owner == f : in_frame(entry.first.owner);
  });
  for (auto& [slot, v] : path.mine)
    if (v.kind == Value::Address && in_frame(v.object)) v = mixed(v.number.width);
  for (uint32_t object : plan_.known) {
    if (!in_frame(object)) continue;
    write_number(path, {Slot::Alive, object, 0, 0}, c_.integer(0));
    path.moved = true;  // others notice
  }
}

// The same for one variable, at the end of its block. If others may know it, it is not alive again when the block is
// entered again: then it is refused whatever it holds, so that its Ready need not be taken back.
void Builder::end_variable(Path& path, const Value& address) {
  if (address.kind != Value::Address || is_static(address.object) || is_heap(address.object))
    throw Refused{"a variable whose block may have been left or not"};
  uint32_t object = address.object;
  std::erase_if(path.mine,
                [&](const auto& entry) { return entry.first.kind != Slot::Local && entry.first.owner == object; });
  for (auto& [slot, v] : path.mine)
    if (v.kind == Value::Address && v.object == object) v = mixed(v.number.width);
  if (!plan_.known.count(object)) return;
  write_number(path, {Slot::Alive, object, 0, 0}, c_.integer(0));
  path.moved = true;  // others notice
}

void Builder::leave(Path& path, std::optional<Value> result) {
  FrameId f = path.at.frame;
  Frame frame = frames_[f];
  if (result && result->kind == Value::Address && in_frame(result->object, f)) result = mixed(p_.pointer_width);
  bury(path, f);
  if (frame.parent == kNobody) return end_thread(path);
  const Instr& call = p_.procedures[frames_[frame.parent].proc].code[frame.call];
  path.at = {frame.parent, frame.call + 1, Spot::Before};
  if (call.dst != model::kNoLocal) assign(path, call.dst, result ? *result : nothing());
}

void Builder::end_thread(Path& path) {
  if (p_.thread_exit != model::kNone)
    throw Refused{"thread-specific data, whose destructors run at the end of a thread"};
  for (FrameId f = path.at.frame; f != kNobody; f = frames_[f].parent) bury(path, f);
  path.at = flow_.rests[flow_.roles[flow_.rests[at_].role].end].spot;
}

// What the step has done so far is done.
void Builder::get_stuck(Path path) {
  if (path.where.simplify().is_false()) return;
  if (!path.moved) {
    flow_.rests[at_].may_give_up = true;
    return;
  }
  path.at = {flow_.roles[flow_.rests[at_].role].root, 0, Spot::Stuck};
  come_to_rest(path);
}

bool Builder::one(Path& path) {
  const Instr& i = instr(path.at);
  if (path.at.phase == Spot::Asleep) {
    if (i.builtin == Builtin::BarrierWait)
      leave_barrier(path, i);
    else
      wait(path, i);
    return true;
  }
  switch (i.kind) {
    case InstrKind::Assign: {
      std::vector<Value> values;
      for (const model::Assignment& a : i.assignments) values.push_back(eval(path, a.value));
      for (size_t k = 0; k < values.size(); ++k) assign(path, i.assignments[k].local, std::move(values[k]));
      break;
    }
    case InstrKind::Jump:
      path.jumps_back |= i.target <= path.at.pc;
      path.at.pc = i.target;
      return true;
    case InstrKind::Branch: {
      z3::Term c = truth(path, i.a);
      fork(path, !c, i.target2);
      fork(path, c, i.target);
      return false;
    }
    case InstrKind::Switch: {
      Value v = eval(path, i.a);
      Number n = number(v);
      z3::Term none = c_.truth(true);
      for (const auto& [bits, target] : i.cases) {
        z3::Term here = (n.n == numbers_.constant(bits, n.width, n.is_signed).n).simplify();
        fork(path, none && here, target);
        none = none && !here;
      }
      fork(path, none, i.target);
      return false;
    }
    case InstrKind::Call:
    case InstrKind::CallPointer: {
      model::ProcId callee = i.callee;
      if (i.kind == InstrKind::CallPointer) {
        Value f = eval(path, i.a);
        if (f.kind != Value::Function) throw Refused{"a call through a pointer that is not known"};
        callee = static_cast<model::ProcId>(f.object);
      }
      std::vector<Value> arguments;
      for (model::ExprId e : i.args) arguments.push_back(eval(path, e));
      enter(path, path.at.pc, callee, arguments);
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
    case InstrKind::Rmw:
    case InstrKind::CmpXchg: rmw(path, i); break;
    case InstrKind::Copy:
    case InstrKind::Fill: bulk(path, i); break;
    case InstrKind::Fence: break;
    case InstrKind::Alloca: {
      const z3::Term bytes = numbers_.as(number(path, i.a), false).n;
      const auto& code = p_.procedures[frames_[path.at.frame].proc].code;
      for (model::Pc pc = path.at.pc; pc < code.size(); ++pc)
        for (model::Pc to : model::successors(code[pc], pc))
          if (to <= path.at.pc && !i.forgotten) throw Refused{"memory on the stack that is taken in a loop"};
      uint32_t id = make(path, {false, false, 0, i.site}, bytes);
      assign(path, i.dst, {Value::Address, numbers_.constant(0, p_.pointer_width, true), id, std::nullopt});
      break;
    }
    case InstrKind::ScopeEnd:
      for (model::ExprId e : i.args) end_variable(path, eval(path, e));
      break;
    case InstrKind::Builtin:
      builtin(path, i);
      return !model::never_continues(i.builtin) || i.builtin == Builtin::ThreadExit;
    case InstrKind::Unreachable: throw Refused{"what the compiler takes to be unreachable"};
  }
  ++path.at.pc;
  return true;
}

std::optional<Flow> build(const model::Program& p, const analysis::PointsTo& points_to, z3::Context& context,
                          Plan& plan, const std::function<bool()>& stop, Options options) {
  for (int k = 0; k < kMostBeginnings; ++k)
    if (std::optional<Flow> made = Builder(p, points_to, context, plan, stop, options).run()) return made;
  return std::nullopt;
}

}  // namespace heddle::flow
