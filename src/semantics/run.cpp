// SPDX-License-Identifier: GPL-3.0-or-later
// The step: one visible instruction, then local ones. A thread that computes locally for very long, or that has made
// choices and goes around a loop, rests in between, so that endless local loops are cycles of states like any other.
#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "model/control_flow.h"
#include "model/needed_locals.h"
#include "semantics/machine.h"

namespace heddle::semantics {

using model::Builtin;
using model::EventKind;
using model::Instr;
using model::InstrKind;
using model::kNone;

namespace {
constexpr unsigned kLocalRun = 20000;  // instructions before a thread rests at a local one
// choices after which it rests too, so that equal outcomes meet early; loops: one
constexpr size_t kChoiceRun = 3;
constexpr unsigned kSectionRun = 2000000;  // instructions an atomic section may take
constexpr size_t kMaxFrames = 2000;
constexpr size_t kMostKnown = 1 << 15;  // threads and objects, where steps are remembered
constexpr size_t kManyFrames = 500;  // whoever calls so deep rests at each multiple, so that endless recursion is seen
}  // namespace

Machine::Machine(const model::Program& p, std::shared_ptr<Store> store)
    : p_(p), kept_(std::move(store)), store_(*kept_), ptr_bytes_(p.pointer_width / 8) {
  for (const model::Procedure& f : p.procedures)
    has_variables_.push_back(
        std::any_of(f.code.begin(), f.code.end(), [](const Instr& i) { return i.kind == InstrKind::Alloca; }));
  function_base_ = static_cast<ObjRef>(p.objects.size()) + 1;
  handles_ = function_base_ + static_cast<ObjRef>(p.procedures.size());
  dynamic_base_ = handles_ + 1;
  slot_of_object_.assign(p.objects.size(), kNone);
  constants_.resize(p.objects.size());
  for (model::ObjectId o = 0; o < p.objects.size(); ++o) {
    const model::Object& obj = p.objects[o];
    uint32_t size = static_cast<uint32_t>(obj.size);
    std::vector<uint8_t> blob(kHeader + 2 * size_t{size}, kByteData);
    ObjectHeader h{kNone, size, 0, 0, 0, 1, 0, 0};
    std::memcpy(blob.data(), &h, kHeader);
    std::memset(blob.data() + kHeader, 0, size);
    if (!obj.init.empty()) std::memcpy(blob.data() + kHeader, obj.init.data(), size);
    for (const auto& r : obj.relocations) {
      ObjRef target = r.to_function ? function_base_ + r.target : r.target + 1;
      encode_bytes(blob.data() + kHeader + r.offset, blob.data() + kHeader + size + r.offset, ptr_bytes_,
                   ptr_value(target, r.addend));
    }
    if (obj.thread_local_) {
      tls_.push_back(o);
      tls_init_.push_back(blob);
    } else if (obj.constant || obj.external) {
      constants_[o] = blob;
    } else {
      slot_of_object_[o] = globals_++;
      object_of_slot_.push_back(o);
      initial_parts_.push_back(intern_object(blob));
    }
  }
  for (const model::Procedure& f : p.procedures) {
    model::NeededLocals needed = model::needed_locals(p, f);
    live_.push_back(std::move(needed.before));
    performed_.push_back(std::move(needed.performed));
    auto& across = across_.emplace_back(f.code.size());
    for (model::Pc pc = 0; pc + 1 < f.code.size(); ++pc) {
      if (f.code[pc].kind != InstrKind::Call && f.code[pc].kind != InstrKind::CallPointer) continue;
      for (model::LocalId l : live_.back()[pc + 1])
        if (l != f.code[pc].dst) across[pc].push_back(l);
    }
  }
  threads_.resize(2);
  objects_.resize(globals_ + 16);
}

State Machine::initial() const {
  Machine& m = const_cast<Machine&>(*this);
  State empty = initial_parts_;
  empty.push_back(1);
  empty.push_back(0);
  empty.push_back(0);
  m.begin(empty);
  m.self_ = 0;
  Thread& main = m.thread(0);
  m.thread_ = &main;
  main.status = ThreadStatus::Ready;
  main.detached = false;
  main.park = ParkReason::None;
  main.local = true;
  main.exiting = main.cancelled = main.only_sleeper = false;
  main.dirty = true;
  main.handle = kFirstHandle + 1;
  main.start = p_.entry;
  m.start_frame(main, p_.entry);
  main.tls.clear();
  State s;
  m.finish(s);
  return s;
}

void Machine::begin(const State& from) {
  ++stamp_;
  from_ = &from;
  thread_count_ = from[globals_];
  if (threads_.size() < thread_count_ + 1) threads_.resize(thread_count_ + 1);
  dynamic_ = static_cast<uint32_t>(from.size() - globals_ - 2 - thread_count_);
  if (objects_.size() < globals_ + dynamic_ + 8) objects_.resize(globals_ + dynamic_ + 8);
  inputs_.clear();
  if (uint32_t part = from[globals_ + 1]) {
    Blob b = store_.get(part);
    inputs_.resize(b.size / sizeof(InputRange));
    std::memcpy(inputs_.data(), b.data, b.size);
  }
  inputs_changed_ = false;
  inputs_before_ = inputs_.size();
  faulted_ = section_failed_ = any_merged_ = false;
  atomic_depth_ = 0;
  dirty_.clear();
  looked_at_.clear();
  result_ = {};
}

StepResult Machine::step(const State& from, unsigned t, Choices& choices, State& to) {
  passing_infos_.clear();
  choices.restart();
  if (choices.items().empty() && may_know_steps(from) && take_known_step(from, t, to)) return result_;
  begin(from);
  choices_ = &choices;
  self_ = t;
  thread_ = &thread(t);
  met_others_ = false;
  Flow flow = Flow::Blocked;
  switch (thread_->status) {
    case ThreadStatus::Ready: {
      const Frame& f = thread_->frames.back();
      at_visible_ = !thread_->local;
      flow = thread_->local ? Flow::Next : execute(p_.procedures[f.proc].code[f.pc]);
      break;
    }
    case ThreadStatus::CondWaiting: flow = wake(result_.spurious); break;
    case ThreadStatus::CondWoken: flow = relock(); break;
    default: break;
  }
  at_visible_ = false;
  if (flow == Flow::Blocked) return result_;
  thread_->dirty = true;
  thread_->local = false;
  if (flow == Flow::Next) run(t);
  // Blocked inside an atomic section: the whole section waits.
  if (atomic_depth_ && threads_[t].status == ThreadStatus::Ready && !faulted_) return blocked_section(to);
  if (section_failed_) return failed_section(t, to);
  for (bool again = true; again;) {
    again = false;
    for (unsigned u = 0; u < thread_count_; ++u)
      if (threads_[u].stamp == stamp_ && threads_[u].settle) {
        threads_[u].settle = false;
        atomic_depth_ = 0;
        run(u);
        again = true;
      }
  }
  const bool plain = result_ == StepResult{} && choices.items().empty() && !met_others_;
  result_.taken = true;
  assemble(to);
  if (plain && may_know_steps(from)) remember_step(t, to);
  settle(to);
  return result_;
}

bool Machine::may_know_steps(const State& from) const {
  return !from[globals_ + 1] && !known_steps_.useless() && !events_ && !acts_ && !happenings_ && !concrete_ &&
         !keep_inputs_ && !follow_reuse_ && !blurs_ && from.size() - globals_ < kMostKnown;
}

// The number of threads and of objects may decide, too.
uint32_t Machine::who_steps(const State& from, unsigned t) const {
  const auto objects = static_cast<uint32_t>(from.size() - globals_ - 2 - from[globals_]);
  return objects << 16 | from[globals_] << 8 | t;
}

bool Machine::take_known_step(const State& from, unsigned t, State& to) {
  from_ = &from;
  const uint32_t part = from[globals_ + 2 + t];
  KnownSteps::Step step;
  if (!known_steps_.find(who_steps(from, t), part, [&](uint32_t slot) { return from[place_of(slot)]; }, step))
    return false;
  inputs_changed_ = any_merged_ = false;
  result_ = {};
  result_.taken = true;
  to = from;
  to[globals_ + 2 + t] = step.thread;
  for (const KnownSteps::Part& p : step.changed) to[place_of(p.place)] = p.part;
  settle(to);
  return true;
}

// Nothing was made, nobody was started, no input was read.
void Machine::remember_step(unsigned t, const State& to) {
  const State& from = *from_;
  if (to.size() != from.size() || to[globals_] != from[globals_] || to[globals_ + 1] || !to[globals_ + 2 + t]) return;
  changed_.clear();
  for (uint32_t slot : dirty_) changed_.push_back({slot, to[place_of(slot)]});
  known_steps_.add(who_steps(from, t), from[globals_ + 2 + t], looked_at_, {to[globals_ + 2 + t], changed_});
}

// Of blocks that are not there any more nothing was learnt.
void Machine::take_inputs(std::vector<InputRange>&& learnt) {
  inputs_ = std::move(learnt);
  const ObjRef end = dynamic_base_ + dynamic_;
  for (InputRange& r : inputs_) {
    if (r.kind != InputRange::Reuse) continue;
    if (r.parent >= end || r.operand >= end)
      r = {0, 0, 0, 0, InputRange::Rank, 0, 0};
    else
      any_merged_ |= r.lo != 0;
  }
}

// A section that waits has done nothing but look at its guard. But if it waits only for some values of an input that
// was read before, those values are a state of their own, in which it waits.
StepResult Machine::blocked_section(State& to) {
  StepResult blocked = result_;
  std::erase_if(blocked.section, [](const Access& a) { return a.write; });
  if (happenings_) std::erase_if(*happenings_, [](const Happening& h) { return h.access.write; });
  std::vector<InputRange> learnt(inputs_.begin(), inputs_.begin() + static_cast<ptrdiff_t>(inputs_before_));
  begin(*from_);
  auto same = [](const InputRange& a, const InputRange& b) {
    return a.lo == b.lo && a.hi == b.hi && a.kind == b.kind && a.parent == b.parent && a.operand == b.operand;
  };
  if (std::equal(learnt.begin(), learnt.end(), inputs_.begin(), same)) return blocked;
  take_inputs(std::move(learnt));
  inputs_changed_ = true;
  blocked.taken = blocked.narrowed = true;
  finish(to);
  return blocked;
}

// A section in which its thread fails or exits ends with the whole execution: nobody sees what it did. The others go on
// as if it had not begun yet.
StepResult Machine::failed_section(unsigned t, State& to) {
  StepResult failed = result_;
  if (happenings_) happenings_->clear();
  ParkReason why = threads_[t].park;
  std::vector<InputRange> learnt = inputs_;
  begin(*from_);
  Thread& th = thread(t);
  th.status = ThreadStatus::Parked;
  th.park = why;
  th.dirty = true;
  take_inputs(std::move(learnt));
  inputs_changed_ = true;
  failed.taken = true;
  finish(to);
  return failed;
}

// Local instructions of thread t, up to its next visible one. Leaves atomic_depth_ > 0 when a section could not go on.
void Machine::run(unsigned t) {
  self_ = t;
  thread_ = &thread(t);
  thread_->dirty = true;
  faulted_ = false;
  for (unsigned n = 0;; ++n) {
    if (thread_->status != ThreadStatus::Ready) {
      atomic_depth_ = 0;
      return;
    }
    const Frame& f = thread_->frames.back();
    const Instr& i = p_.procedures[f.proc].code[f.pc];
    if (atomic_depth_ == 0) {
      if (visible(i) || faulted_) return;
      bool loops = i.kind == InstrKind::Jump ? i.target <= f.pc
                                             : i.kind == InstrKind::Branch && (i.target <= f.pc || i.target2 <= f.pc);
      // With given inputs the list of the search says where to rest; only what it does not know is cut, later. A list
      // that waits for another thread cannot keep this one from resting.
      const bool long_run = n >= 100 * kLocalRun;
      const bool deep = n > 0 && f.pc == 0 && thread_->frames.size() % kManyFrames == 0;
      bool wish = concrete_ ? long_run : n >= kLocalRun || deep || choices_->made() > (loops ? 0 : kChoiceRun);
      if (choices_->rest(t, n, wish) || long_run) {
        thread_->local = true;
        return;
      }
    } else if (n >= kSectionRun) {
      not_followed("an atomic section that does not end within " + std::to_string(kSectionRun) + " instructions");
      return;
    }
    Flow flow = execute(i);
    if (faulted_) {
      atomic_depth_ = 0;
      return;
    }
    if (flow == Flow::Blocked) return;
    if (flow == Flow::Stop && thread_->status == ThreadStatus::Ready) return;
  }
}

// Can other threads notice or hinder this instruction?
bool Machine::visible(const Instr& i) {
  switch (i.kind) {
    case InstrKind::Load:
    case InstrKind::Store:
    case InstrKind::Rmw:
    case InstrKind::CmpXchg: {
      Value a = pointer(i.a);
      if (faulted_ || a.tag != Tag::Ptr || !shared(a.obj)) return false;
      // A value whose computation is undefined stops the thread before the access, so that nothing races with it.
      if (i.kind != InstrKind::Load) eval(i.b);
      if (i.kind == InstrKind::CmpXchg) eval(i.c);
      return !faulted_;
    }
    case InstrKind::Fill: {  // of memory blocks the size must be decided, too, while the thread rests
      Value a = pointer(i.a);
      if (faulted_ || a.tag != Tag::Ptr || !shared(a.obj)) return false;
      number(i.c);
      return !faulted_;
    }
    case InstrKind::Copy: {
      Value a = pointer(i.a), b = pointer(i.b);
      if (faulted_ || a.tag != Tag::Ptr || b.tag != Tag::Ptr || !(shared(a.obj) || shared(b.obj))) return false;
      number(i.c);
      return !faulted_;
    }
    case InstrKind::Return:
      return stack_is_known(thread_->frames.size()) || (thread_->frames.size() == 1 && thread_locals_are_known());
    case InstrKind::ScopeEnd: {
      bool known = false;
      each_ending(i, [&](ObjRef o) { known |= shared(o); });
      return known;
    }
    case InstrKind::Builtin: break;
    default: return false;
  }
  if (i.builtin == Builtin::ThreadExit) return stack_is_known(0) || thread_locals_are_known();
  const bool takes = i.builtin == Builtin::Malloc || i.builtin == Builtin::Calloc || i.builtin == Builtin::Realloc;
  if (follow_reuse_ && (takes || i.builtin == Builtin::Free)) {
    for (model::ExprId e : i.args) pointer(e);
    const Value block = takes ? Value{} : pointer(i.args[0]);
    return !faulted_ && (takes || (block.tag == Tag::Ptr && !is_function(block.obj)));
  }
  if (model::is_silent(i.builtin)) return false;
  if (i.builtin == Builtin::Realloc || i.builtin == Builtin::Free) {
    Value a = pointer(i.args[0]);
    return !faulted_ && a.tag == Tag::Ptr && !is_function(a.obj) && shared(a.obj);
  }
  for (model::ExprId e : i.args) pointer(e);  // synchronisation: its operands must be decided while the thread rests
  return !faulted_;
}

Machine::Flow Machine::straight(const Instr&) {
  if (faulted_) return Flow::Stop;
  Frame& f = thread_->frames.back();
  ++f.pc;
  f.micro = 0;
  return Flow::Next;
}

Machine::Flow Machine::perform(const Instr& i) {
  Frame& f = thread_->frames.back();
  switch (i.kind) {
    case InstrKind::Assign: {
      const std::vector<uint32_t>& performed = performed_[f.proc][f.pc];
      if (performed.size() == 1) {
        Value v = eval(i.assignments[performed[0]].value);
        if (faulted_) return Flow::Stop;
        reg(i.assignments[performed[0]].local) = v;
        return straight(i);
      }
      std::vector<Value> values;
      for (uint32_t k : performed) values.push_back(eval(i.assignments[k].value));
      if (faulted_) return Flow::Stop;
      for (size_t k = 0; k < values.size(); ++k) reg(i.assignments[performed[k]].local) = values[k];
      return straight(i);
    }
    case InstrKind::Jump: f.pc = i.target; return Flow::Next;
    case InstrKind::Branch: {
      bool taken = truth(i.a);
      if (faulted_) return Flow::Stop;
      f.pc = taken ? i.target : i.target2;
      return Flow::Next;
    }
    case InstrKind::Switch: {
      Value v = eval(i.a);
      if (faulted_) return Flow::Stop;
      unsigned width = p_.exprs[i.a].width;
      model::Pc target = i.target;
      if (v.tag == Tag::Input) {
        for (const auto& [c, pc] : i.cases)
          if (compare_input(model::ExprOp::Eq, v, c, width, false)) {
            target = pc;
            break;
          }
      } else {
        uint64_t x = number(i.a);
        if (faulted_) return Flow::Stop;
        for (const auto& [c, pc] : i.cases)
          if (c == x) {
            target = pc;
            break;
          }
      }
      f.pc = target;
      return Flow::Next;
    }
    case InstrKind::Call:
    case InstrKind::CallPointer: return execute_call(i);
    case InstrKind::Return: return execute_return(i.a ? eval(i.a) : int_value(0), i.a != 0);
    case InstrKind::Load:
    case InstrKind::Store:
    case InstrKind::Rmw:
    case InstrKind::CmpXchg: return execute_memory(i);
    case InstrKind::Copy:
    case InstrKind::Fill: return execute_bulk(i);
    case InstrKind::Fence:
      if (happenings_) happens_fence(i);
      return straight(i);
    case InstrKind::Alloca: {
      uint64_t size = number(i.a);
      if (faulted_) return Flow::Stop;
      ObjRef o = make_variable(i, size);
      assign(i.dst, ptr_value(o, 0));
      return straight(i);
    }
    case InstrKind::ScopeEnd: return end_scope(i);
    case InstrKind::Builtin: return execute_builtin(i);
    case InstrKind::Unreachable:
      undefined("unreachable", "a place the compiler was told is never reached");
      return Flow::Stop;
  }
  return Flow::Stop;
}

Machine::Flow Machine::execute_call(const Instr& i) {
  model::ProcId callee = i.callee;
  if (i.kind == InstrKind::CallPointer) {
    Value target = pointer(i.a);
    if (faulted_) return Flow::Stop;
    if (target.tag != Tag::Ptr || !is_procedure(target.obj) || target.bits != 0) {
      undefined("invalid-call", target.is_int() && target.undef ? "an uninitialised function pointer is called"
                                                                : "a pointer that is no function is called");
      return Flow::Stop;
    }
    callee = target.obj - function_base_;
  }
  std::vector<Value> args;
  for (model::ExprId e : i.args) args.push_back(eval(e));
  if (faulted_) return Flow::Stop;
  return enter(callee, args);
}

Machine::Flow Machine::enter(model::ProcId callee, const std::vector<Value>& args) {
  const model::Procedure& f = p_.procedures[callee];
  if (f.code.empty()) {
    unmodelled_.insert(f.name);
    unsupported("a call of `" + f.name + "` through a pointer: it has no definition here");
    return Flow::Stop;
  }
  if (thread_->frames.size() >= kMaxFrames) {
    not_followed("recursion deeper than " + std::to_string(kMaxFrames) + " calls");
    return Flow::Stop;
  }
  start_frame(*thread_, callee);
  for (uint32_t k = 0; k < f.params; ++k) {
    Value v = k < args.size() ? args[k] : undef_value(f.locals[k].width);
    if (v.is_int()) {
      v.bits &= mask(f.locals[k].width);
      v.undef &= mask(f.locals[k].width);
    }
    reg(k) = v;
  }
  return Flow::Next;
}

Machine::Flow Machine::execute_return(const Value& v, bool has_value) {
  if (faulted_) return Flow::Stop;
  bury_stack(thread_->frames.size());
  note_return(thread_->frames.back());
  thread_->frames.pop_back();
  if (thread_->frames.empty()) return end_thread(v);
  Frame& f = thread_->frames.back();
  const Instr& call = p_.procedures[f.proc].code[f.pc];
  if (call.dst != model::kNoLocal) {
    unsigned width = p_.procedures[f.proc].locals[call.dst].width;
    Value r = has_value ? v : undef_value(width);
    if (r.is_int()) {
      r.bits &= mask(width);
      r.undef &= mask(width);
    }
    reg(call.dst) = r;
  }
  return straight(call);
}

bool Machine::has_stack(size_t depth) const {
  const std::vector<Frame>& frames = thread_->frames;
  return std::any_of(frames.begin() + static_cast<ptrdiff_t>(depth ? depth - 1 : 0), frames.end(),
                     [&](const Frame& f) { return has_variables_[f.proc]; });
}

bool Machine::stack_is_known(size_t depth) {
  if (!has_stack(depth)) return false;
  for (uint32_t k = 0; k < dynamic_; ++k) {
    ObjectHeader h = header(dynamic_base_ + k);
    if (h.creator == self_ + 1 && h.depth >= depth && !h.status && h.owner == 0) return true;
  }
  return false;
}

// The stack objects of this frame and deeper ones die.
void Machine::bury_stack(size_t depth) {
  if (!has_stack(depth)) return;
  for (uint32_t k = 0; k < dynamic_; ++k) {
    ObjRef o = dynamic_base_ + k;
    ObjectHeader h = header(o);
    if (h.creator != self_ + 1 || h.depth < depth || h.status) continue;
    bury(o);
  }
}

void Machine::each_ending(const Instr& i, const std::function<void(ObjRef)>& f) {
  for (model::ExprId e : i.args) {
    Value v = eval(e);
    if (v.tag == Tag::Ptr && is_dynamic(v.obj) && header(v.obj).status == 0) f(v.obj);
  }
}

Machine::Flow Machine::end_scope(const Instr& i) {
  each_ending(i, [&](ObjRef o) {
    if (events_ && shared(o)) event(EventKind::ScopeEnd, &i, o, 0, 1);
    bury(o, 3);
  });
  return straight(i);
}

void Machine::bury(ObjRef o, uint8_t status) {
  uint8_t* d = writable(o, false);
  ObjectHeader h = header(o);
  if (h.owner == 0) result_.ended.push_back({abstract_of(h), self_, self_});
  h.status = status;
  std::memcpy(d, &h, kHeader);
}

bool Machine::thread_locals_are_known() {
  return std::any_of(thread_->tls.begin(), thread_->tls.end(), [&](ObjRef o) { return o && header(o).owner == 0; });
}

// The outermost procedure returned, or ThreadExit.
Machine::Flow Machine::end_thread(const Value& result) {
  if (!thread_->exiting) {
    thread_->result = marks_starts_ ? Value{} : result;
    publish(result);
    bury_stack(0);
    for (const Frame& f : thread_->frames) note_return(f);
    thread_->frames.clear();
    if (p_.thread_exit != kNone) {
      thread_->exiting = true;
      return enter(p_.thread_exit, {});
    }
  }
  thread_->exiting = thread_->cancelled = false;
  thread_->frames.clear();
  for (ObjRef o : thread_->tls)
    if (o) bury(o);
  thread_->tls.clear();
  thread_->status = ThreadStatus::Finished;
  result_.told_apart |= interchanges_ && thread_->held;
  if (thread_->detached) forget(*thread_);
  if (events_) event(EventKind::ThreadExit, nullptr, 0, 0, 0);
  return Flow::Stop;
}

}  // namespace heddle::semantics
