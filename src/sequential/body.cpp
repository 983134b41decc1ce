// SPDX-License-Identifier: GPL-3.0-or-later
#include "sequential/body.h"

#include <algorithm>
#include <functional>

namespace heddle::sequential {

using model::Builtin;
using model::ExprId;
using model::Instr;
using model::InstrKind;
using model::kNoLocal;
using model::LocalId;
using model::Pc;
using model::ProcId;

namespace {
constexpr size_t kLargestBody = 60000;  // instructions
}

ExprId Shop::word(model::ObjectId o, ExprId index) const {
  Terms t(q.exprs);
  const ExprId offset = t.mul(t.wide(index, q.pointer_width), t.number(8, q.pointer_width));
  return q.exprs.binary(ExprOp::PtrAdd, q.pointer_width, object(o), offset);
}

ExprId Shop::definition(ProcId f, LocalId l) {
  const model::Program& p = analyses.program();
  auto& known = definitions[f];
  if (known.empty()) {
    known.assign(p.procedures[f].locals.size(), model::kNoExpr);
    std::vector<unsigned> times(known.size(), 0);
    for (const Instr& i : p.procedures[f].code) {
      if (i.dst != kNoLocal) ++times[i.dst];
      if (i.dst2 != kNoLocal) ++times[i.dst2];
      for (const model::Assignment& a : i.assignments) {
        known[a.local] = a.value;
        ++times[a.local];
      }
    }
    for (size_t k = 0; k < known.size(); ++k)
      if (times[k] != 1) known[k] = model::kNoExpr;
  }
  return known[l];
}

ExprId goes(Terms& t, ExprId how, ExprId word) {
  auto is = [&](Goes g) { return t.eq(how, t.number(static_cast<uint64_t>(g), t.width(how))); };
  const ExprId zero = t.eq(word, t.constant(0, word)), unowned = t.eq(t.low(word, 16), t.number(0, 16));
  return t.ite(is(Goes::WhenUnowned), unowned, t.ite(is(Goes::WhenZero), zero, t.no(zero)));
}

ProcId Shop::call_of(ProcId f) {
  auto [it, fresh] = calls.try_emplace(f, model::kNone);
  if (fresh) {
    unwritten.push_back(std::make_unique<Body>(*this, f, Body::Call));
    it->second = unwritten.back()->id();
  }
  return it->second;
}

ProcId Shop::released_of(const std::vector<uint32_t>& blocks) {
  auto [it, fresh] = released.try_emplace(blocks);
  if (fresh) {
    it->second = std::make_unique<Assembler>(q, "released_" + std::to_string(released.size()));
    it->second->parameter(q.pointer_width, "address");
    it->second->parameter(32, "word");
  }
  return it->second->id();
}

Body::Body(Shop& shop, ProcId root, Kind kind)
    : shop_(shop),
      p_(shop.analyses.program()),
      q_(shop.q),
      root_(root),
      kind_(kind),
      a_(shop.q, (kind == Thread ? "run_" : "call_") + p_.procedures[root].name,
         kind == Thread ? 0 : p_.procedures[root].return_width),
      t_(shop.q.exprs),
      self_(a_.parameter(16, "self")) {
  if (kind == Thread) {
    argument_ = a_.parameter(q_.pointer_width, "argument");
    round_ = a_.parameter(8, "round");
  } else {
    stays_ = a_.parameter(1, "stays");
    const model::Procedure& f = p_.procedures[root];
    for (uint32_t k = 0; k < f.params; ++k) {
      const LocalId l = a_.parameter(f.locals[k].width, f.locals[k].name);
      if (k == 0) first_ = l;
    }
  }
}

void Body::write() {
  const model::Procedure& f = p_.procedures[root_];
  if (kind_ == Call) round_ = a_.local(8, "round");
  moved_ = a_.local(1, "moved");
  depth_ = a_.local(8, "depth");
  exit_ = a_.label();
  a_.assign_all({{moved_, t_.bit(false)}, {depth_, t_.number(0, 8)}});
  if (kind_ == Call) take_round();
  Frame root;
  root.proc = root_;
  root.after = a_.label();
  if (kind_ == Thread && f.params > 1)
    throw Unsupported("the thread function " + f.name + " takes more than one argument");
  const LocalId returned = a_.local(f.return_width ? f.return_width : 1, "returned");
  root.result = f.return_width ? returned : kNoLocal;
  root.locals = returned + 1;
  for (const model::Local& l : f.locals) a_.local(l.width, l.name);
  a_.assign(returned, t_.number(0, a_.width(returned)));
  for (uint32_t k = 0; k < f.params; ++k)
    a_.assign(root.locals + k, kind_ == Thread ? t_.low(a_.read(argument_), f.locals[0].width) : a_.read(first_ + k));
  inline_procedure(root);
  a_.place(root.after);
  if (kind_ == Call) {
    a_.assume(t_.no(a_.read(stays_)));
    keep_round();
    a_.leave(f.return_width ? a_.read(returned) : model::kNoExpr);
    a_.place(exit_);
    a_.store(shop_.object(shop_.told), t_.number(1, 8));
    a_.leave(f.return_width ? a_.read(returned) : model::kNoExpr);
    return a_.finish();
  }
  if (root_ == p_.entry)
    a_.impossible();
  else
    end_thread(t_.wide(a_.read(returned), q_.pointer_width));
  a_.jump(exit_);
  a_.place(exit_);
  a_.leave();
  a_.finish();
}

void Body::keep_round() {
  a_.store(shop_.object(shop_.round_kept), now());
  a_.store(shop_.object(shop_.moved_kept), t_.wide(a_.read(moved_), 8));
}

void Body::take_round() {
  const LocalId moved = a_.local(8);
  a_.load(round_, shop_.object(shop_.round_kept));
  a_.load(moved, shop_.object(shop_.moved_kept));
  a_.assign(moved_, t_.low(a_.read(moved), 1));
}

// The loop may begin in a procedure that is not inlined if that one never returns: below it nothing is touched any
// more.
void Body::call_recursive(Frame& f, Pc pc, ProcId callee) {
  const Instr& i = at(f, pc);
  const model::Procedure& g = p_.procedures[callee];
  if (shop_.has_sections) throw Unsupported("recursion in a program with atomic sections: " + g.name);
  if (g.variadic || i.args.size() != g.params) throw Unsupported("a call of " + g.name + " by another type");
  const LocalId stays = a_.local(1, "stays");
  a_.input(stays, 0, 1, shop_.site(Site::Guess), "stays");
  std::vector<ExprId> arguments{a_.read(self_), a_.read(stays)};
  for (uint32_t k = 0; k < g.params; ++k) {
    if (p_.exprs[i.args[k]].width != g.locals[k].width) throw Unsupported("a call of " + g.name + " by another type");
    arguments.push_back(expr(f, i.args[k]));
  }
  keep_round();
  a_.call(shop_.call_of(callee), std::move(arguments), local(f, i.dst));
  take_round();
  const LocalId told = a_.local(8);
  const Label on = a_.label();
  a_.load(told, shop_.object(shop_.told));
  a_.branch(t_.eq(a_.read(told), t_.number(0, 8)), on, exit_);
  a_.place(on);
}

// Its parameters are assigned.
void Body::inline_procedure(Frame& f) {
  const model::Procedure& procedure = p_.procedures[f.proc];
  if (procedure.code.empty()) throw Unsupported("a call of " + procedure.name + ", which has no body");
  if (procedure.variadic) throw Unsupported("a call of " + procedure.name + ", which takes any number of arguments");
  for (const Instr& i : procedure.code)
    if (i.kind == InstrKind::Alloca && shop_.recursive[f.proc])
      throw Unsupported("recursion of " + procedure.name + ", which has variables in memory");
  if (a_.size() > kLargestBody) throw Unsupported("a thread of that many instructions");
  f.order = std::make_shared<model::LoopOrder>(procedure);
  for (Pc pc = 0; pc < procedure.code.size(); ++pc) f.labels.push_back(a_.label());
  for (Pc pc = 0; pc < procedure.code.size(); ++pc) {
    a_.place(f.labels[pc]);
    instruction(f, pc);
  }
}

void Body::instruction(Frame& f, Pc pc) {
  const Instr& i = at(f, pc);
  if (uint32_t rounds = rounds_of_loop(f, pc)) a_.goes_around(rounds);
  if (is_quiet_head(f, pc)) pause(f, pc, Site::Head);
  switch (i.kind) {
    case InstrKind::Assign: {
      std::vector<model::Assignment> all;
      for (const model::Assignment& s : i.assignments) all.push_back({local(f, s.local), expr(f, s.value)});
      a_.assign_all(std::move(all));
      break;
    }
    case InstrKind::Jump: a_.jump(f.labels[i.target]); break;
    case InstrKind::Branch: a_.branch(expr(f, i.a), f.labels[i.target], f.labels[i.target2]); break;
    case InstrKind::Switch: {
      std::vector<std::pair<uint64_t, Label>> cases;
      for (auto [value, to] : i.cases) cases.emplace_back(value, f.labels[to]);
      a_.choose(expr(f, i.a), cases, f.labels[i.target]);
      break;
    }
    case InstrKind::Call: call(f, pc, i.callee); break;
    case InstrKind::CallPointer: call_pointer(f, pc); break;
    case InstrKind::Return:
      if (f.result != kNoLocal && i.a) a_.assign(f.result, expr(f, i.a));
      a_.jump(f.after);
      break;
    case InstrKind::Load:
    case InstrKind::Store:
    case InstrKind::Rmw:
    case InstrKind::CmpXchg: memory_access(f, pc); break;
    case InstrKind::Copy:
    case InstrKind::Fill: move_block(f, pc); break;
    case InstrKind::Alloca: {
      const Block& b = shop_.memory.of_site(i.site);
      ExprId address = t_.number(b.base, q_.pointer_width);
      if (b.slots > 1) address = t_.add(address, t_.mul(self(q_.pointer_width), t_.number(b.size, q_.pointer_width)));
      give(f, i.dst, address);
      break;
    }
    case InstrKind::Fence:
    case InstrKind::ScopeEnd: break;
    case InstrKind::Builtin: builtin(f, pc); break;
    case InstrKind::Unreachable:
      a_.impossible();
      a_.jump(exit_);
      break;
  }
}

void Body::call(Frame& f, Pc pc, ProcId callee) {
  if (shop_.recursive[callee]) return call_recursive(f, pc, callee);
  const Instr& i = at(f, pc);
  const model::Procedure& g = p_.procedures[callee];
  Frame inner;
  inner.caller = &f;
  inner.proc = callee;
  inner.called_at = pc;
  inner.result = local(f, i.dst);
  inner.after = a_.label();
  if (g.locals.empty()) {
    inner.locals = 0;
  } else {
    inner.locals = a_.local(g.locals[0].width, g.locals[0].name);
    for (size_t l = 1; l < g.locals.size(); ++l) a_.local(g.locals[l].width, g.locals[l].name);
  }
  if (i.args.size() < g.params) throw Unsupported("a call of " + g.name + " with too few arguments");
  std::vector<model::Assignment> parameters;
  for (uint32_t k = 0; k < g.params; ++k) {
    if (p_.exprs[i.args[k]].width != g.locals[k].width) throw Unsupported("a call of " + g.name + " by another type");
    parameters.push_back({inner.locals + k, expr(f, i.args[k])});
  }
  if (inner.result != kNoLocal && g.return_width != a_.width(inner.result))
    throw Unsupported("a call of " + g.name + " by another type");
  a_.assign_all(std::move(parameters));
  inline_procedure(inner);
  a_.place(inner.after);
}

void Body::call_pointer(Frame& f, Pc pc) {
  const Instr& i = at(f, pc);
  const ExprId to = expr(f, i.a);
  const Label after = a_.label();
  for (ProcId g : shop_.analyses.points_to().targets(f.proc, i.a)) {
    if (p_.procedures[g].code.empty() || p_.procedures[g].params != i.args.size()) continue;
    const Label here = a_.label(), next = a_.label();
    a_.branch(t_.eq(to, t_.number(shop_.memory.of_procedure(g), q_.pointer_width)), here, next);
    a_.place(here);
    call(f, pc, g);
    a_.jump(after);
    a_.place(next);
  }
  a_.impossible();
  if (i.dst != kNoLocal) a_.assign(local(f, i.dst), t_.number(0, a_.width(local(f, i.dst))));
  a_.jump(after);
  a_.place(after);
}

// Before the loop: a thread that ends is not part of one.
void Body::end_thread(ExprId result) {
  a_.assume(t_.ult(now(), t_.number(shop_.settings.stem, 8)));
  const Memory::Reach words = shop_.memory.thread_words();
  write(words, thread_word(a_.read(self_), Memory::Ended), t_.number(1, 32));
  write(words, thread_word(a_.read(self_), Memory::Result), t_.wide(result, 64));
  const LocalId waits = a_.local(64);
  a_.load(waits, shop_.word(shop_.waits_at, a_.read(self_)));
  a_.assume(t_.eq(a_.read(waits), t_.number(0, 64)));
}

namespace {
bool is_head(const model::LoopOrder& order, Pc pc) { return !order[pc].heads.empty() && order[pc].heads.back() == pc; }
bool is_inside(const model::LoopOrder& order, Pc head, Pc pc) {
  const std::vector<Pc>& heads = order[pc].heads;
  return std::find(heads.begin(), heads.end(), head) != heads.end();
}
}  // namespace

bool Body::is_left_out(const Instr& i) const {
  if (i.kind != InstrKind::Load && i.kind != InstrKind::Store && i.kind != InstrKind::Rmw) return false;
  const model::Expr& address = p_.exprs[i.a];
  return address.op == ExprOp::Global && shop_.left_out.count(static_cast<model::ObjectId>(address.bits)) > 0;
}

bool Body::touches_shared(ProcId f, const Instr& i) {
  if (i.kind != InstrKind::Load && i.kind != InstrKind::Store && i.kind != InstrKind::Rmw &&
      i.kind != InstrKind::CmpXchg)
    return false;
  bool shared = false;
  shop_.analyses.points_to().objects(f, i.a).each(
      [&](size_t o) { shared |= shop_.analyses.visible().shared(static_cast<uint32_t>(o)); });
  return shared;
}

// Does the loop do nothing that others notice?
bool Body::is_quiet(const Frame& f, Pc head) {
  const model::Procedure& procedure = p_.procedures[f.proc];
  for (Pc pc = 0; pc < procedure.code.size(); ++pc) {
    if (!is_inside(*f.order, head, pc)) continue;
    const InstrKind kind = procedure.code[pc].kind;
    if (kind == InstrKind::Call || kind == InstrKind::CallPointer) return false;
    if (shop_.analyses.visible().at(f.proc, pc) && !is_left_out(procedure.code[pc])) return false;
  }
  return true;
}

// Where others may run: before what they notice. In a quiet loop, so that the thread can stay in it, also where it
// looks at memory that others know; the interpreter rests there, too.
bool Body::pauses_at(const Frame& f, Pc pc) {
  if (shop_.analyses.visible().at(f.proc, pc) && !is_left_out(at(f, pc))) return true;
  if (!touches_shared(f.proc, at(f, pc))) return false;
  const std::vector<Pc>& heads = (*f.order)[pc].heads;
  return std::any_of(heads.begin(), heads.end(), [&](Pc head) { return is_quiet(f, head); });
}

// The head of a quiet loop that does not even look: the thread pauses here.
bool Body::is_quiet_head(const Frame& f, Pc pc) {
  if (!is_head(*f.order, pc) || !is_quiet(f, pc)) return false;
  const model::Procedure& procedure = p_.procedures[f.proc];
  for (Pc other = 0; other < procedure.code.size(); ++other)
    if (is_inside(*f.order, pc, other) && touches_shared(f.proc, procedure.code[other])) return false;
  return true;
}

// A loop that is left by a comparison with a constant goes around about as often as that says; 0: it is no such loop.
uint32_t Body::rounds_of_loop(const Frame& f, Pc pc) {
  constexpr uint64_t kMost = 100;
  if (!is_head(*f.order, pc)) return 0;
  uint64_t most = 0;
  const model::Procedure& procedure = p_.procedures[f.proc];
  for (Pc other = 0; other < procedure.code.size(); ++other) {
    const Instr& i = procedure.code[other];
    if (i.kind != InstrKind::Branch || !is_inside(*f.order, pc, other)) continue;
    if (is_inside(*f.order, pc, i.target) && is_inside(*f.order, pc, i.target2)) continue;
    const model::Expr& condition = p_.exprs[i.a];
    if (!meaning::is_comparison(condition.op)) continue;
    for (ExprId side : {condition.a, condition.b})
      if (p_.exprs[side].op == ExprOp::Const && p_.exprs[side].bits <= kMost)
        most = std::max(most, p_.exprs[side].bits);
  }
  return most ? static_cast<uint32_t>(most) + 1 : 0;
}

std::vector<LocalId> Body::live(const Frame& f, Pc pc) {
  auto needed = [&](ProcId g) -> const model::NeededLocals& {
    auto& known = shop_.needed[g];
    if (!known) known = model::needed_locals(p_, p_.procedures[g]);
    return *known;
  };
  std::vector<LocalId> all;
  for (LocalId l : needed(f.proc).before[pc]) all.push_back(f.locals + l);
  for (const Frame* c = &f; c->caller; c = c->caller) {
    const Instr& called = at(*c->caller, c->called_at);
    for (LocalId l : needed(c->caller->proc).before[c->called_at + 1])
      if (l != called.dst) all.push_back(c->caller->locals + l);
  }
  return all;
}

void Body::each_private_word(const std::function<void(ExprId, ExprId)>& f) {
  for (size_t k = 0; k < shop_.memory.count(); ++k) {
    const Block& b = shop_.memory.block(static_cast<uint32_t>(k));
    if (b.kind != Block::Private) continue;
    for (uint64_t at = 0; at < b.bytes() / 8; ++at)
      f(shop_.word(b.copies[0][0], t_.number(at, q_.pointer_width)),
        shop_.word(b.saved, t_.number(at, q_.pointer_width)));
  }
}

void Body::remember(uint32_t site, const std::vector<LocalId>& locals) {
  a_.store(shop_.object(shop_.location), t_.number(site, 32));
  for (LocalId l : locals) {
    auto [it, fresh] = remembered_.try_emplace(l, 0);
    if (fresh) {
      model::Object o;
      o.name = "saved_" + std::to_string(a_.id()) + "_" + std::to_string(l);
      o.size = 8;
      o.init.resize(8);
      o.alignment = 8;
      q_.objects.push_back(std::move(o));
      it->second = static_cast<model::ObjectId>(q_.objects.size() - 1);
    }
    a_.store(shop_.object(it->second), t_.wide(a_.read(l), 64));
  }
  each_private_word([&](ExprId present, ExprId saved) {
    const LocalId v = a_.local(64);
    a_.load(v, present);
    a_.store(saved, a_.read(v));
  });
}

void Body::compare(uint32_t site, const std::vector<LocalId>& locals) {
  auto equal = [&](ExprId address, ExprId value) {
    const LocalId v = a_.local(t_.width(value));
    a_.load(v, address);
    a_.assume(t_.eq(a_.read(v), value));
  };
  equal(shop_.object(shop_.location), t_.number(site, 32));
  for (LocalId l : locals) equal(shop_.object(remembered_.at(l)), t_.wide(a_.read(l), 64));
  each_private_word([&](ExprId present, ExprId saved) {
    const LocalId v = a_.local(64);
    a_.load(v, present);
    equal(saved, a_.read(v));
  });
}

// Other threads may run here. An input says in which round this thread goes on, or that its part of the execution is
// told: it is back where the loop began, or it waits here for ever.
void Body::pause(const Frame& f, Pc pc, Site::Kind kind, const std::optional<Wait>& wait) {
  const Settings& s = shop_.settings;
  const ExprId stem = t_.number(s.stem, 8), end = t_.number(s.rounds(), 8), stuck = t_.number(s.rounds() + 1, 8);
  const uint32_t site = shop_.site(kind, f.proc, pc);
  const std::vector<LocalId> locals = live(f, pc);
  const Label over = a_.label();
  if (shop_.has_sections) {
    const Label outside = a_.label();
    a_.branch(t_.eq(a_.read(depth_), t_.number(0, 8)), outside, over);
    a_.place(outside);
  }
  const bool starts = root_ == p_.entry && shop_.starts_threads;
  ExprId all_there = t_.bit(true);
  LocalId started = kNoLocal;
  if (starts) {
    started = a_.local(8);
    a_.load(started, shop_.object(shop_.started));
    if (s.all_start) all_there = t_.eq(a_.read(started), t_.number(s.threads - 1, 8));
  }
  if (starts && kind == Site::Switch) {  // main is alone
    const Label others = a_.label();
    a_.branch(t_.eq(a_.read(started), t_.number(0, 8)), over, others);
    a_.place(others);
  }
  const LocalId next = a_.local(8, "next");
  const ExprId n = a_.read(next);
  if (starts && s.all_start) {  // a branch of its own: who was started is known on all others
    const Label early = a_.label(), late = a_.label();
    a_.branch(all_there, late, early);
    a_.place(early);
    a_.input(next, 0, s.stem - 1, site, "round");
    a_.assume(t_.ule(now(), n));
    a_.assign(round_, n);
    a_.jump(over);
    a_.place(late);
  }
  a_.input(next, 0, s.rounds() + (wait ? 1 : 0), site, "round");
  a_.assume(t_.ule(now(), n));
  const Label begin = a_.label(), begun = a_.label(), back = a_.label(), not_back = a_.label();
  a_.branch(t_.both(t_.ult(now(), stem), t_.both(t_.ule(stem, n), t_.ult(n, end))), begin, begun);
  a_.place(begin);
  if (kind_ == Call) a_.assume(a_.read(stays_));
  remember(site, locals);
  a_.jump(begun);
  a_.place(begun);
  a_.branch(t_.eq(n, end), back, not_back);
  a_.place(back);
  a_.assume(a_.read(moved_));
  compare(site, locals);
  const LocalId waits = a_.local(64);
  a_.load(waits, shop_.word(shop_.waits_at, a_.read(self_)));
  a_.assume(t_.eq(a_.read(waits), t_.number(0, 64)));
  if (shop_.has_fair_choices) {
    const LocalId made = a_.local(64), taken = a_.local(64);
    a_.load(made, shop_.object(shop_.choices_made));
    a_.load(taken, shop_.object(shop_.choices_taken));
    a_.assume(t_.eq(a_.read(made), a_.read(taken)));
  }
  a_.store(shop_.object(shop_.somebody_moves), t_.number(1, 8));
  a_.jump(exit_);
  a_.place(not_back);
  if (wait) {
    for (Shop::Waits* waits_here : {&shop_.main_waits, &shop_.others_wait}) {
      if (kind_ == Thread && (waits_here == &shop_.main_waits) != (root_ == p_.entry)) continue;
      waits_here->blocks.insert(wait->reach.blocks.begin(), wait->reach.blocks.end());
      waits_here->how.insert(static_cast<uint64_t>(wait->how));
    }
    const Label stays = a_.label(), goes_on = a_.label();
    a_.branch(t_.eq(n, stuck), stays, goes_on);
    a_.place(stays);
    a_.assume(t_.ult(now(), stem));
    const LocalId word = a_.local(32), at = a_.local(64), how = a_.local(8);
    read_in(wait->reach, wait->address, stem, word);
    a_.load(at, shop_.word(shop_.waits_at, a_.read(self_)));
    a_.load(how, shop_.word(shop_.waits_how, a_.read(self_)));
    a_.assume(t_.eq(a_.read(at), t_.wide(wait->address, 64)));
    a_.assume(t_.eq(a_.read(how), t_.number(static_cast<uint64_t>(wait->how), 8)));
    const ExprId goes_now = goes(t_, t_.number(static_cast<uint64_t>(wait->how), 8), a_.read(word));
    if (s.strong) {
      a_.assume(t_.no(goes_now));
    } else {
      const Label yes = a_.label(), done = a_.label();
      a_.branch(goes_now, done, yes);
      a_.place(yes);
      a_.store(shop_.word(shop_.waited, a_.read(self_)), t_.number(1, 8));
      a_.jump(done);
      a_.place(done);
    }
    a_.jump(exit_);
    a_.place(goes_on);
  }
  a_.assign_all({{round_, n}, {moved_, t_.either(a_.read(moved_), t_.ule(stem, n))}});
  a_.jump(over);
  a_.place(over);
}

}  // namespace heddle::sequential
