// SPDX-License-Identifier: GPL-3.0-or-later
// Steps: control flow, calls, atomic sections, parking, and the local run between two visible instructions.
#include <algorithm>
#include <utility>

#include "judge/enumerator/machine.h"

namespace heddle::oracle {

using model::Builtin;
using model::Instr;
using model::InstrKind;

void undefined(const std::string& what) { throw Park{Thread::Undefined, what}; }
void unsupported(const std::string& what) { throw Park{Thread::Unsupported, what}; }

uint64_t Choices::draw() {
  random_ ^= random_ << 13;
  random_ ^= random_ >> 7;
  random_ ^= random_ << 17;
  return random_ * 0x9e3779b97f4a7c15ull >> 8;
}

uint64_t Choices::draw(uint64_t low, uint64_t high, const std::vector<uint64_t>& constants) {
  constexpr uint64_t kOuter = 4;
  const uint64_t most = high - low, any = draw() ^ draw() << 32;
  const uint64_t wide = most == ~uint64_t{0} ? any : any % (most + 1);
  if (most < 2 * kOuter) return low + wide;
  const uint64_t how = draw() % 6;
  if (how > 2 && !constants.empty())
    if (uint64_t near = constants[draw() % constants.size()] + draw() % 3 - 1; near - low <= most) return near;
  return how == 0 ? low + any % kOuter : how == 1 ? high - any % kOuter : low + wide;
}

unsigned Choices::choose(unsigned alternatives) {
  if (alternatives <= 1) return 0;
  if (random()) return static_cast<unsigned>(draw() % alternatives);
  if (at_ == digits_.size()) digits_.push_back({0, alternatives});
  return digits_[at_++].chosen;
}

bool Choices::next() {
  while (!digits_.empty() && digits_.back().chosen + 1 == digits_.back().of) digits_.pop_back();
  if (digits_.empty()) return false;
  ++digits_.back().chosen;
  at_ = 0;
  return true;
}

Image::Image(const model::Program& p, uint64_t most_inputs) : program(p), inputs(most_inputs) {
  for (const model::Object& g : p.objects) {
    auto o = std::make_shared<Object>();
    o->external = g.external;
    o->bytes.resize(g.size, Cell{});
    for (size_t i = 0; i < g.init.size() && i < g.size; ++i) o->bytes[i].byte = g.init[i];
    for (const auto& r : g.relocations)
      for (unsigned i = 0; i < p.pointer_width / 8; ++i)
        o->bytes.at(r.offset + i) = Cell{r.to_function ? Tag::Fn : Tag::Obj, static_cast<uint8_t>(i), 0, r.target,
                                         static_cast<uint64_t>(r.addend)};
    statics.push_back(std::move(o));
  }
  for (model::ExprId e = 0; e < p.exprs.size(); ++e)
    if (p.exprs[e].op == model::ExprOp::Const) constants.push_back(p.exprs[e].bits);
  for (const model::Procedure& f : p.procedures)
    for (const model::Instr& i : f.code)
      frees |= i.kind == model::InstrKind::Builtin && (i.builtin == Builtin::Free || i.builtin == Builtin::Realloc);
}

State Image::initial() const {
  State s;
  s.next = static_cast<ObjId>(statics.size());
  for (ObjId i = 0; i < statics.size(); ++i)
    if (!program.objects[i].constant && !program.objects[i].thread_local_) s.objects[i] = statics[i];
  s.threads.resize(kMaxThreads);
  Choices none;
  Machine(*this, s, none).start_thread(0, program.entry);
  return s;
}

void Machine::enter(unsigned slot) {
  slot_ = slot;
  reach_.reset();
}

void Machine::park(const Park& p) {
  model::Position pos;
  if (!thread().frames.empty()) pos = instr().pos;
  notes.push_back({p.what, pos, p.text});
  Thread& t = thread();
  t.status = Thread::Parked;
  t.parking = p.what;
  t.frames.clear();  // its stack objects stay: others may hold pointers to them
  t.tls.clear();
  t.wait = {};
  t.cancelled = false;
  t.result = uninitialised();
}

bool Machine::possible(const Thread& t, Move move) {
  bool sleeps = t.wait.kind == Wait::Cond || t.wait.kind == Wait::CondTimed;
  bool asked = t.wait.cancellable && t.cancelled && !t.exiting;  // whoever is asked to end before he wakes acts upon it
  switch (move) {
    case SpuriousWake: return sleeps && !asked;
    case TimeOut: return t.wait.kind == Wait::CondTimed && !asked;
    case CancelledWake: return sleeps && asked;
    default: return true;
  }
}

Machine::Outcome Machine::step(unsigned slot, Move move) {
  enter(slot);
  recording_ = true;
  watched_ = slot;
  try {
    Wait& w = thread().wait;
    if (move == Normal) {
      if (w.kind == Wait::Reacquire)
        reacquire();
      else if (w.kind != Wait::None)
        throw Blocked{};
      else
        execute_section();
    } else {
      if (move == CancelledWake) asked_to_end(instr());
      w.result = move == TimeOut ? 110 : move == CancelledWake ? 125 : 0;
      w.kind = Wait::Reacquire;
    }
  } catch (const Blocked&) {
    return NotEnabled;
  } catch (const Park& p) {
    park(p);
    if (depth_ > 0) return Terminal;  // the others never see half a section
  }
  recording_ = false;
  settle();
  return Stepped;
}

// One instruction, or all of a section that opens here.
void Machine::execute_section() {
  execute();
  for (unsigned n = 0; depth_ > 0 && thread().status == Thread::Active; ++n) {
    if (n == kSectionRun) unsupported("an atomic section that does not end");
    execute();
    if (thread().wait.kind != Wait::None) unsupported("sleeping inside an atomic section");
  }
  depth_ = 0;
}

void Machine::settle() {
  for (unsigned i = 0; i < s_.threads.size(); ++i)
    if (s_.threads[i].status == Thread::Active && s_.threads[i].wait.kind == Wait::None) run_local(i);
}

void Machine::run_local(unsigned slot) {
  enter(slot);
  try {
    for (unsigned n = 0; n < kLocalRun && thread().status == Thread::Active && !rests(); ++n) execute();
  } catch (const Park& p) {
    park(p);
  }
}

// In front of a visible instruction. To ask is not to look: what becomes of the object until the step is taken is seen
// by the step.
bool Machine::rests() {
  const std::optional<unsigned> watched = std::exchange(watched_, std::nullopt);
  struct Again {
    Machine& m;
    std::optional<unsigned> watched;
    ~Again() { m.watched_ = watched; }
  } again{*this, watched};
  return visible();
}

bool Machine::visible() {
  const Instr& in = instr();
  auto meets_shared = [&](model::ExprId e, uint64_t n) { return shared(resolve(eval(e), n).object); };
  switch (in.kind) {
    case InstrKind::Load:
    case InstrKind::Store:
    case InstrKind::Rmw:
    case InstrKind::CmpXchg: return meets_shared(in.a, in.width / 8);
    case InstrKind::Copy: {
      uint64_t n = number(in.c);
      return n > 0 && (meets_shared(in.a, n) || meets_shared(in.b, n));
    }
    case InstrKind::Fill: return number(in.c) > 0 && meets_shared(in.a, number(in.c));
    case InstrKind::Return: return stack_is_shared(false);
    case InstrKind::ScopeEnd: {
      bool known = false;
      for (ObjId id : ending(in)) known |= shared(id);
      return known;
    }
    case InstrKind::Builtin: break;
    default: return false;
  }
  switch (in.builtin) {
    case Builtin::None:
    case Builtin::Assume:
    case Builtin::Error:
    case Builtin::AssertFail:
    case Builtin::Abort:
    case Builtin::Exit:
    case Builtin::Unmodelled:
    case Builtin::Output:
    case Builtin::Yield:
    case Builtin::Apart:
    case Builtin::AtomicEnd:
    case Builtin::ThreadSelf: return false;
    case Builtin::Malloc:
    case Builtin::Calloc: return image_.reuse;
    case Builtin::ThreadExit: return stack_is_shared(true);
    case Builtin::Free:
    case Builtin::Realloc: {
      Value v = eval(in.args[0]);
      if (image_.reuse && (v == integer(0) || !shared(resolve(v, 0).object)))
        return in.builtin == Builtin::Realloc || v != integer(0);
      return v != integer(0) && shared(resolve(v, 0).object);
    }
    case Builtin::Nondet:
    case Builtin::AtomicBegin:
    case Builtin::ThreadCreate:
    case Builtin::ThreadJoin:
    case Builtin::ThreadTryJoin:
    case Builtin::ThreadDetach:
    case Builtin::ThreadCancel:
    case Builtin::ThreadCancelled:
    case Builtin::ThreadCancelJoin:
#define HEDDLE_BUILTIN(...)
#define HEDDLE_SYNCHRONISES(name, ...) case Builtin::name:
#include "model/builtins.def"
      break;
  }
  return true;
}

// Leaving ends the life of objects that others can reach: they can tell before from after.
bool Machine::stack_is_shared(bool all_frames) {
  for (size_t i = all_frames ? 0 : thread().frames.size() - 1; i < thread().frames.size(); ++i)
    for (ObjId id : thread().frames[i].stack)
      if (shared(id)) return true;
  return false;
}

// What the frame has made and still lives, of what the instruction names.
std::vector<ObjId> Machine::ending(const Instr& in) {
  std::vector<ObjId> all;
  for (model::ExprId e : in.args) {
    Value v = eval(e);
    const std::vector<ObjId>& mine = frame().stack;
    if (v.tag == Tag::Obj && std::find(mine.begin(), mine.end(), v.id) != mine.end()) all.push_back(v.id);
  }
  return all;
}

void Machine::set(model::LocalId l, Value v) {
  unsigned width = p_.procedures[frame().proc].locals[l].width;
  uint64_t mask = width < 64 ? (uint64_t{1} << width) - 1 : ~uint64_t{0};
  if (v.tag == Tag::Int) v.bits &= mask, v.undef &= mask;
  frame().locals[l] = v;
}

void Machine::finish(const Instr& in, std::optional<Value> result) {
  if (result && in.dst != model::kNoLocal) set(in.dst, *result);
  frame().progress = 0;
  ++frame().pc;
}

void Machine::call(model::ProcId callee, const std::vector<model::ExprId>& args) {
  const model::Procedure& f = p_.procedures[callee];
  if (f.code.empty()) unsupported("call of " + f.name + ", which has no body");
  if (args.size() < f.params || (args.size() > f.params && !f.variadic))
    undefined("call of " + f.name + " with the wrong number of arguments");
  if (thread().frames.size() >= kMaxFrames) unsupported("recursion too deep");
  Frame fresh;
  fresh.proc = callee;
  fresh.locals.resize(f.locals.size(), uninitialised());
  for (unsigned i = 0; i < f.params; ++i) fresh.locals[i] = eval(args[i]);
  thread().frames.push_back(std::move(fresh));
}

void Machine::leave_frame() {
  for (ObjId id : frame().stack) kill(id);
  thread().frames.pop_back();
}

void Machine::do_return(const Instr& in) {
  Value v = in.a ? eval(in.a) : uninitialised();
  leave_frame();
  if (!thread().frames.empty()) return finish(instr(), v);
  if (thread().exiting) return end_thread();
  begin_exit(v);
}

void Machine::follow(Doing::Phase phase, const Instr* in, std::optional<Value> value, unsigned other) {
  if (followed) followed->push_back({phase, slot_, in, value, other});
}

// It was executed, and its frame is still there.
void Machine::follow(const Instr& in) {
  std::optional<Value> value;
  const bool draws = in.kind == InstrKind::Builtin && in.builtin == Builtin::Nondet;
  if (in.kind == InstrKind::Load || in.kind == InstrKind::Rmw || in.kind == InstrKind::CmpXchg || draws)
    if (in.dst != model::kNoLocal) value = frame().locals[in.dst];
  if (in.kind == InstrKind::Store) value = eval(in.b);
  unsigned other = 0;
  if (in.kind == InstrKind::Builtin && in.builtin == Builtin::ThreadCreate) other = deeds.back().other;
  const Doing::Phase phase = thread().wait.kind != Wait::None ? Doing::Asleep
                             : frame().progress != 0          ? Doing::Part
                                                              : Doing::Whole;
  follow(phase, &in, value, other);
}

void Machine::execute() {
  const Instr& in = instr();
  const bool builtin = in.kind == InstrKind::Builtin;
  const bool leaves = in.kind == InstrKind::Return || (builtin && in.builtin == Builtin::ThreadExit);
  const bool calls = in.kind == InstrKind::Call || in.kind == InstrKind::CallPointer;
  if (leaves) follow(Doing::Whole, &in);
  execute_instruction();
  if (followed && !leaves && !calls && !(builtin && in.builtin == Builtin::BarrierWait)) follow(in);
}

void Machine::execute_instruction() {
  const Instr& in = instr();
  Frame& f = frame();
  switch (in.kind) {
    case InstrKind::Assign: {
      std::vector<Value> values;
      for (auto& a : in.assignments) values.push_back(eval(a.value));
      for (size_t i = 0; i < values.size(); ++i) set(in.assignments[i].local, values[i]);
      return finish(in);
    }
    case InstrKind::Jump: f.pc = in.target; return;
    case InstrKind::Branch: f.pc = truth(in.a) ? in.target : in.target2; return;
    case InstrKind::Switch: {
      uint64_t v = number(in.a);
      f.pc = in.target;
      for (auto& [value, target] : in.cases)
        if (value == v) f.pc = target;
      return;
    }
    case InstrKind::Call: return call(in.callee, in.args);
    case InstrKind::CallPointer: {
      Value target = eval(in.a);
      if (target.tag != Tag::Fn || target.bits != 0) undefined("call through something that is not a function");
      return call(target.id, in.args);
    }
    case InstrKind::Return: return do_return(in);
    case InstrKind::Fence:
      deeds.push_back({Deed::Fence, slot_, 0, {0, 0, 0, false, true, fence(in)}});
      return finish(in);
    case InstrKind::Alloca: {
      ObjId id = make_object(Object::Stack, number(in.a), false);
      f.stack.push_back(id);
      return finish(in, pointer_to(id));
    }
    case InstrKind::ScopeEnd:
      for (ObjId id : ending(in)) {
        kill(id);
        std::erase(f.stack, id);
      }
      return finish(in);
    case InstrKind::Builtin: return execute_builtin(in);
    case InstrKind::Unreachable: undefined("a place that must not be reached");
    default: return memory_instruction(in);
  }
}

void Machine::execute_builtin(const Instr& in) {
  switch (in.builtin) {
    case Builtin::None: return finish(in);
    case Builtin::Output:
    case Builtin::Yield: consume(in); return finish(in, uninitialised());
    case Builtin::Apart: {
      Value a = eval(in.args[0]), b = eval(in.args[2]);
      uint64_t n = number(in.args[1]), m = number(in.args[3]);
      for (uint64_t k = 0; a.tag == Tag::Obj && b.tag == Tag::Obj && a.id == b.id && k < n; ++k)
        if (a.bits + k - b.bits < m) undefined("a copy between blocks that overlap");
      return finish(in);
    }
    case Builtin::Nondet: {
      uint64_t low = number(in.args[0]), high = number(in.args[1]);
      if (choices_.random()) return finish_int(in, choices_.draw(low, high, image_.constants));
      if (high - low >= image_.inputs) unsupported("an input too wide to be enumerated");
      return finish_int(in, low + choices_.choose(static_cast<unsigned>(high - low + 1)));
    }
    case Builtin::AtomicBegin: ++depth_; return finish(in);
    case Builtin::AtomicEnd:
      if (depth_ == 0) unsupported("the end of an atomic section that did not begin");
      --depth_;
      return finish(in);
    case Builtin::Assume:
      if (truth(in.args[0])) return finish(in);
      if (depth_ > 0) throw Blocked{};
      throw Park{Thread::Assume, "assumption"};
    case Builtin::Error: throw Park{Thread::Failed, "reach_error"};
    case Builtin::AssertFail: throw Park{Thread::Failed, "assertion " + in.text};
    case Builtin::Unmodelled: unsupported("call of " + in.text);
    case Builtin::Abort:
    case Builtin::Exit: consume(in); throw Park{Thread::Exit, "exit"};
    case Builtin::Malloc:
    case Builtin::Calloc:
    case Builtin::Realloc:
    case Builtin::Free: return heap_builtin(in);
    case Builtin::ThreadCreate:
    case Builtin::ThreadJoin:
    case Builtin::ThreadTryJoin:
    case Builtin::ThreadDetach:
    case Builtin::ThreadCancel:
    case Builtin::ThreadCancelled:
    case Builtin::ThreadCancelJoin:
    case Builtin::ThreadExit:
    case Builtin::ThreadSelf: return thread_builtin(in);
#define HEDDLE_BUILTIN(...)
#define HEDDLE_SYNCHRONISES(name, ...) case Builtin::name:
#include "model/builtins.def"
      return synchronise(in);
  }
}

void Machine::synchronise(const Instr& in) {
  switch (model::synchronises(in.builtin)) {
    case model::Synchronises::Mutex: return mutex_builtin(in);
    case model::Synchronises::RwLock: return rw_builtin(in);
    case model::Synchronises::SpinLock: return spin_builtin(in);
    case model::Synchronises::Condition: return cond_builtin(in);
    case model::Synchronises::Barrier: return barrier_builtin(in);
    case model::Synchronises::Semaphore: return semaphore_builtin(in);
    case model::Synchronises::None: break;
  }
  unsupported(std::string("builtin ") + model::name(in.builtin));
}

}  // namespace heddle::oracle
