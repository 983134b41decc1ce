// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/ranking/passage.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "model/control_flow.h"
#include "model/operands.h"

namespace heddle::ranking {

using model::Builtin;
using model::ExprOp;
using model::Instr;
using model::InstrKind;
using model::Pc;
using model::ProcId;

namespace {
constexpr unsigned kDepth = 6;        // of calls that are followed
constexpr size_t kSmall = 300;        // instructions of a procedure that is followed into
constexpr uint64_t kNullPage = 4096;  // no object is there
}  // namespace

Passage::Passage(const model::Program& p, const Reach& reach, Terms& terms, ProcId f, Judge judge,
                 std::function<bool()> stop)
    : program_(p), reach_(reach), terms_(terms), proc_(f), judge_(std::move(judge)), stop_(std::move(stop)) {
  std::set<Cell> cells;
  for (ProcId g : reach.procedures())
    for (const Instr& i : p.procedures[g].code)
      if (i.kind == InstrKind::Load || i.kind == InstrKind::Store)
        if (auto cell = reach.own_cell(g, i.a, i.width)) cells.insert(*cell);
  cells_.assign(cells.begin(), cells.end());
}

void Passage::run() {
  Env start = fresh_env(proc_);
  for (const Cell& c : cells_) start.cells.push_back(terms_.fresh(c.width));
  pass(frame_of(proc_), nullptr, 0, std::move(start), false);
}

Passage::Frame Passage::frame_of(ProcId f) {
  auto it = loops_.find(f);
  if (it == loops_.end()) it = loops_.emplace(f, loops_of(program_.procedures[f])).first;
  Frame fr{f, &it->second, std::vector<uint32_t>(program_.procedures[f].code.size(), 0)};
  for (uint32_t k = 0; k < fr.loops->order.size(); ++k) fr.rank[fr.loops->order[k]] = k;
  return fr;
}

Env Passage::fresh_env(ProcId f) {
  Env env{terms_.context().truth(true), {}, {}};
  for (const model::Local& l : program_.procedures[f].locals)
    env.locals.push_back(terms_.fresh(std::max<unsigned>(l.width, 1)));
  return env;
}

void Passage::merge(std::optional<Env>& into, Env&& env) {
  if (!into) {
    into = std::move(env);
    return;
  }
  auto join = [&](std::vector<z3::Term>& a, const std::vector<z3::Term>& b) {
    HEDDLE_CHECK(a.size() == b.size()) << "paths of two procedures meet";
    for (size_t k = 0; k < a.size(); ++k)
      if (a[k].id() != b[k].id()) a[k] = z3::ite(env.guard, b[k], a[k]);
  };
  join(into->locals, env.locals);
  join(into->cells, env.cells);
  into->guard = into->guard || env.guard;
}

void Passage::merge_result(Way& way, Env&& env, std::optional<z3::Term> value) {
  if (value) way.result = way.result ? z3::ite(env.guard, *value, *way.result) : *value;
  merge(way.returned, std::move(env));
}

void Passage::deliver(const Frame& fr, const Loop* within, Pc to, Env env, std::map<uint32_t, Env>& pending, Way& way) {
  if (env.guard.is_false()) return;
  if (within && to == within->header) return merge(way.back, std::move(env));
  auto put = [&](auto& map, auto key) {
    auto it = map.find(key);
    if (it == map.end()) {
      map.emplace(key, std::move(env));
      return;
    }
    std::optional<Env> both = std::move(it->second);
    merge(both, std::move(env));
    it->second = std::move(*both);
  };
  if (within && !within->body.has(to))
    put(way.exits, to);
  else
    put(pending, fr.rank[to]);
}

Passage::Way Passage::pass(const Frame& fr, const Loop* within, Pc at, Env env, bool quiet) {
  Way way;
  std::map<uint32_t, Env> pending;
  bool first = true;
  pending.emplace(fr.rank[at], std::move(env));
  while (!pending.empty()) {
    if (stop_()) throw Stopped{};
    auto node = pending.extract(pending.begin());
    Pc pc = fr.loops->order[node.key()];
    const Loop* inner = fr.loops->headed_by(pc);
    if (inner && !(first && inner == within)) {
      Way around = through(fr, *inner, node.mapped(), quiet);
      for (auto& [to, e] : around.exits) deliver(fr, within, to, std::move(e), pending, way);
      if (around.returned) merge_result(way, std::move(*around.returned), around.result);
    } else {
      step(fr, within, pc, std::move(node.mapped()), pending, way);
    }
    first = false;
  }
  return way;
}

// The first passage is only to find the invariants; the loops inside are not judged on it.
Passage::Way Passage::through(const Frame& fr, const Loop& loop, const Env& entry, bool quiet) {
  Round round{&loop, entry, entry, std::nullopt, terms_.created(), 0, terms_.facts.size(), {}};
  forget(fr, loop, round.header);
  round.last_constant = terms_.created();
  if (quiet) return pass(fr, &loop, loop.header, round.header, true);
  size_t before = hints_.size();
  round.back = pass(fr, &loop, loop.header, round.header, true).back;
  round.hints.assign(hints_.begin() + static_cast<ptrdiff_t>(before), hints_.end());
  if (round.back)
    for (const z3::Term& i : judge_.invariants(round)) terms_.facts.push_back(z3::implies(entry.guard, i));
  Way way = pass(fr, &loop, loop.header, round.header, false);
  round.back = way.back;
  round.hints.assign(hints_.begin() + static_cast<ptrdiff_t>(before), hints_.end());
  judge_.measure(round);
  return way;
}

void Passage::forget(const Frame& fr, const Loop& loop, Env& env) {
  base::BitSet objects;
  std::set<model::LocalId> locals;
  loop.body.each([&](size_t pc) {
    objects.add_all(reach_.writes(fr.proc, static_cast<Pc>(pc)));
    model::each_assigned(program_.procedures[fr.proc].code[pc], [&](model::LocalId l) { locals.insert(l); });
  });
  for (model::LocalId l : locals) env.locals[l] = terms_.fresh(env.locals[l].width());
  forget_cells(env, objects);
}

void Passage::forget_cells(Env& env, const base::BitSet& objects) {
  for (size_t k = 0; k < cells_.size(); ++k)
    if (objects.has(cells_[k].object)) env.cells[k] = terms_.fresh(cells_[k].width);
}

void Passage::step(const Frame& fr, const Loop* within, Pc pc, Env env, std::map<uint32_t, Env>& pending, Way& way) {
  const Instr& i = program_.procedures[fr.proc].code[pc];
  auto go = [&](Pc to, const z3::Term& condition) {
    Env next = env;
    next.guard = (env.guard && condition).simplify();
    deliver(fr, within, to, std::move(next), pending, way);
  };
  switch (i.kind) {
    case InstrKind::Branch: {
      note(fr, env, i.a);
      z3::Term yes = terms_.truth(i.a, env.locals);
      go(i.target, yes);
      go(i.target2, !yes);
      return;
    }
    case InstrKind::Switch: {
      z3::Term v = terms_.value(i.a, env.locals), otherwise = terms_.context().truth(true);
      for (const auto& [value, target] : i.cases) {
        z3::Term here = v == terms_.constant(value, v.width());
        go(target, otherwise && here);
        otherwise = otherwise && !here;
      }
      go(i.target, otherwise);
      return;
    }
    case InstrKind::Return: {
      std::optional<z3::Term> value;
      if (i.a) value = terms_.value(i.a, env.locals);
      merge_result(way, std::move(env), value);
      return;
    }
    default: break;
  }
  perform(fr, i, pc, env);
  for (Pc to : model::successors(i, pc)) deliver(fr, within, to, env, pending, way);
}

void Passage::assign(const Frame& fr, Env& env, model::LocalId l, const z3::Term& v) {
  if (l != model::kNoLocal)
    env.locals[l] = terms_.fit(v, std::max<unsigned>(program_.procedures[fr.proc].locals[l].width, 1));
}

std::optional<size_t> Passage::cell_at(ProcId f, model::ExprId address, unsigned width) const {
  auto cell = reach_.own_cell(f, address, width);
  if (!cell) return std::nullopt;
  auto it = std::lower_bound(cells_.begin(), cells_.end(), *cell);
  if (it == cells_.end() || *it != *cell) return std::nullopt;
  return static_cast<size_t>(it - cells_.begin());
}

// Memory is neither at the beginning nor at the end of the address space, and whoever accesses something else is
// stopped.
void Passage::access(const Env& env, const Instr& i, Env& after) {
  z3::Term a = terms_.value(i.a, env.locals);
  uint64_t end = program_.pointer_width == 64 ? uint64_t{1} << 47 : 0xffff0000;
  z3::Term low = terms_.constant(kNullPage, program_.pointer_width),
           high = terms_.constant(end, program_.pointer_width);
  after.guard = after.guard && z3::uge(a, low) && z3::ult(a, high);
  hints_.push_back({a, terms_.constant(0, program_.pointer_width), "an address", true});
}

void Passage::perform(const Frame& fr, const Instr& i, Pc pc, Env& env) {
  switch (i.kind) {
    case InstrKind::Assign: {
      std::vector<z3::Term> values;
      for (const auto& a : i.assignments) values.push_back(terms_.value(a.value, env.locals));
      for (size_t k = 0; k < values.size(); ++k) assign(fr, env, i.assignments[k].local, values[k]);
      return;
    }
    case InstrKind::Load: {
      auto cell = cell_at(fr.proc, i.a, i.width);
      if (!cell) access(env, i, env);
      assign(fr, env, i.dst, cell ? env.cells[*cell] : terms_.fresh(i.width));
      return;
    }
    case InstrKind::Store: {
      auto cell = cell_at(fr.proc, i.a, i.width);
      if (!cell) {
        access(env, i, env);
        return forget_cells(env, reach_.writes(fr.proc, pc));
      }
      for (size_t k = 0; k < cells_.size(); ++k)
        if (k != *cell && cells_[k].overlaps(cells_[*cell])) env.cells[k] = terms_.fresh(cells_[k].width);
      env.cells[*cell] = terms_.fit(terms_.value(i.b, env.locals), i.width);
      return;
    }
    case InstrKind::Call:
      if (call(fr, i, env)) return;
      break;
    case InstrKind::Alloca: {  // of an earlier call, another object was there
      base::BitSet made;
      made.add(analysis::abstract_site(program_, i.site));
      forget_cells(env, made);
      break;
    }
    case InstrKind::Builtin:
      if (i.builtin == Builtin::Assume) {
        env.guard = env.guard && terms_.truth(i.args[0], env.locals);
        return;
      }
      if (i.builtin == Builtin::Nondet && i.dst != model::kNoLocal) {
        z3::Term v = terms_.fresh(i.width), low = terms_.value(i.args[0], env.locals),
                 high = terms_.value(i.args[1], env.locals);
        terms_.facts.push_back(z3::uge(v, terms_.fit(low, i.width)) && z3::ule(v, terms_.fit(high, i.width)));
        return assign(fr, env, i.dst, v);
      }
      break;
    default: break;
  }
  model::each_assigned(i, [&](model::LocalId l) { env.locals[l] = terms_.fresh(env.locals[l].width()); });
  forget_cells(env, reach_.writes(fr.proc, pc));
}

// Follows a call into a procedure without loops.
bool Passage::call(const Frame& fr, const Instr& i, Env& env) {
  const model::Procedure& callee = program_.procedures[i.callee];
  if (callee.code.empty() || callee.code.size() > kSmall || depth_ >= kDepth) return false;
  Frame inner = frame_of(i.callee);
  if (!inner.loops->reducible || !inner.loops->all.empty()) return false;
  Env start = fresh_env(i.callee);
  for (uint32_t k = 0; k < callee.params && k < i.args.size(); ++k)
    start.locals[k] = terms_.fit(terms_.value(i.args[k], env.locals), std::max<unsigned>(callee.locals[k].width, 1));
  start.guard = env.guard;
  start.cells = env.cells;
  ++depth_;
  Way way = pass(inner, nullptr, 0, std::move(start), true);
  --depth_;
  if (!way.returned) {
    env.guard = terms_.context().truth(false);
    return true;
  }
  env.guard = way.returned->guard;
  env.cells = way.returned->cells;
  if (i.dst != model::kNoLocal)
    assign(fr, env, i.dst, way.result ? *way.result : terms_.fresh(program_.procedures[fr.proc].locals[i.dst].width));
  return true;
}

// Comparisons in a condition tell what the loop is about.
void Passage::note(const Frame& fr, const Env& env, model::ExprId condition) {
  model::each_node(program_.exprs, condition, [&](model::ExprId, const model::Expr& e) {
    if (e.op < ExprOp::Eq || e.op > ExprOp::Sle) return true;
    const model::Procedure& f = program_.procedures[fr.proc];
    hints_.push_back({terms_.value(e.a, env.locals), terms_.value(e.b, env.locals),
                      model::dump(program_, f, e.a) + " and " + model::dump(program_, f, e.b), false});
    return true;
  });
}

}  // namespace heddle::ranking
