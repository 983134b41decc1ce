// SPDX-License-Identifier: GPL-3.0-or-later
// Questions about a state that do not change it, and the words for traces.
#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "model/control_flow.h"
#include "model/library_names.h"
#include "model/sizes.h"
#include "semantics/machine.h"

namespace heddle::semantics {

using model::Builtin;
using model::Instr;
using model::InstrKind;
using model::kNone;

ThreadInfo& Machine::outline(uint32_t part) const {
  if (infos_.size() <= part) infos_.resize(store_.count() + 1024);
  if (infos_[part]) return *infos_[part];
  infos_[part] = std::make_unique<ThreadInfo>();
  ++infos_known_;
  ThreadInfo& r = *infos_[part];
  r.complete = true;
  if (!part) return r;
  Thread& th = inspect_;
  decode_thread(store_.get(part).data, th);
  r.status = th.status;
  r.park = th.park;
  r.timed = th.timed;
  r.local = th.local;
  r.detached = th.detached;
  r.handle = th.handle;
  r.start = th.start;
  r.cancelled = th.cancelled && !th.exiting;
  for (size_t k = th.frames.size(); k-- > 0;)
    r.stack.push_back({th.frames[k].proc, th.frames[k].pc + (k + 1 < th.frames.size() ? 1 : 0)});
  if (th.frames.empty()) return r;
  const Frame& f = th.frames.back();
  const Instr& i = p_.procedures[f.proc].code[f.pc];
  r.instr = &i;
  auto all_of = [&](model::Synchronises what) { return model::size_of(what, p_.pointer_width); };
  if (th.status == ThreadStatus::CondWaiting || th.status == ThreadStatus::BarrierWaiting)
    r.accesses.push_back({th.cond, th.cond_offset, all_of(model::synchronises(i.builtin)), true, true});
  if (th.status == ThreadStatus::CondWoken)
    r.accesses.push_back({th.mutex, th.mutex_offset, all_of(model::Synchronises::Mutex), true, true});
  if ((th.status == ThreadStatus::CondWaiting || th.only_sleeper) && model::waits_cancellably(i.builtin)) {
    r.accesses.push_back({requests(i), 0, 4, false, true});
    r.timed |= r.cancelled;
  }
  r.complete = th.status != ThreadStatus::Ready || th.local;
  return r;
}

// The operands of the next instruction are decided, but not always by the thread's own values alone: `a[x < 5]` asks
// for the interval of a free input x. Such an answer holds for this state only.
const ThreadInfo& Machine::info(const State& s, unsigned t) const {
  ThreadInfo& known = outline(thread_part(s, t));
  if (known.complete) return known;
  ThreadInfo r = known;
  Machine& m = const_cast<Machine&>(*this);
  Choices none;
  m.begin(s);
  m.choices_ = &none;
  m.self_ = t;
  m.thread_ = &inspect_;
  decode_thread(store_.get(thread_part(s, t)).data, inspect_);
  m.beyond_thread_ = false;
  ++m.exactly_;
  m.look_at_operands(r);
  --m.exactly_;
  m.faulted_ = false;
  HEDDLE_CHECK(none.made() == 0) << "a thread rests in front of an operand that is not decided";
  r.complete = true;
  if (!beyond_thread_) return known = std::move(r);
  passing_infos_.push_back(std::move(r));
  return passing_infos_.back();
}

bool Machine::may_exchange(const State& s, unsigned t) const {
  Machine& m = const_cast<Machine&>(*this);
  const Instr& i = *info(s, t).instr;
  Choices choices;
  m.begin(s);
  m.choices_ = &choices;
  m.self_ = t;
  m.thread_ = &inspect_;
  decode_thread(store_.get(thread_part(s, t)).data, inspect_);
  ++m.exactly_;
  const Value old = m.load(m.eval(i.a), i.width), expected = m.eval(i.b);
  const Value same = m.faulted_ ? int_value(0) : m.eval_binary({model::ExprOp::Eq, 1, i.b, i.b, 0, 0}, old, expected);
  --m.exactly_;
  // Who takes a step that something uninitialised decides is told so then.
  const bool may = !m.faulted_ && ((!same.undef && (same.bits & 1)) || choices.made() > 0);
  m.faulted_ = false;
  return may;
}

void Machine::look_at_operands(ThreadInfo& r) {
  Machine& m = *this;
  const Frame& f = inspect_.frames.back();
  const Instr& i = *r.instr;
  auto add = [&](ObjRef o, uint64_t offset, uint64_t size, bool write, bool atomic) {
    r.accesses.push_back({o, static_cast<uint32_t>(offset), static_cast<uint32_t>(size), write, atomic});
  };
  auto add_at = [&](model::ExprId e, uint64_t size, bool write, bool atomic) {
    Value a = m.eval(e);
    if (a.tag == Tag::Ptr && !is_function(a.obj)) add(a.obj, a.bits, size, write, atomic);
  };
  switch (i.kind) {
    case InstrKind::Load: add_at(i.a, i.width / 8, false, i.atomic()); break;
    case InstrKind::Store: add_at(i.a, i.width / 8, true, i.atomic()); break;
    case InstrKind::Rmw:
    case InstrKind::CmpXchg: add_at(i.a, i.width / 8, true, true); break;
    case InstrKind::Copy:
    case InstrKind::Fill: {
      // The next word only; both sides are noted, the private one harms nobody.
      uint64_t left = m.eval(i.c).bits - f.micro;
      for (model::ExprId e : {i.a, i.b}) {
        if (e == i.b && i.kind == InstrKind::Fill) break;
        Value a = m.eval(e);
        if (a.tag != Tag::Ptr || is_function(a.obj)) continue;
        uint64_t at = a.bits + f.micro;
        add(a.obj, at, std::min<uint64_t>(left, ptr_bytes_ - at % ptr_bytes_), e == i.a, false);
      }
      break;
    }
    case InstrKind::Return: r.section = true; break;  // the end of stack objects that others know
    case InstrKind::ScopeEnd:
      for (model::ExprId e : i.args) {
        add_at(e, kWhole, true, false);
        if (!r.accesses.empty()) r.accesses.back().ends = true;
      }
      break;
    case InstrKind::Builtin: {
      switch (i.builtin) {
        case Builtin::AtomicBegin:
        case Builtin::ThreadExit: r.section = true; break;
        case Builtin::Free:
        case Builtin::Realloc: {
          Value a = m.eval(i.args[0]);
          if (a.tag == Tag::Ptr) add(a.obj, 0, kWhole, true, false);
          if (follow_reuse_) add(handles_, 0, 1, true, true);
          break;
        }
        case Builtin::ThreadCreate: add_at(i.args[0], ptr_bytes_, true, false); break;
        case Builtin::ThreadJoin:
        case Builtin::ThreadCancelJoin:
        case Builtin::ThreadTryJoin: add_at(i.args[1], ptr_bytes_, true, false); [[fallthrough]];
        case Builtin::ThreadDetach:
        case Builtin::ThreadCancel:
          r.join_handle = static_cast<uint32_t>(m.eval(i.args[0]).bits);
          r.joins = r.join_handle % kHandleStep;
          break;
        case Builtin::ThreadCancelled: break;
        case Builtin::None:
        case Builtin::Nondet:
        case Builtin::Assume:
        case Builtin::Error:
        case Builtin::AssertFail:
        case Builtin::Abort:
        case Builtin::Exit:
        case Builtin::Unmodelled:
        case Builtin::Output:
        case Builtin::Yield:
        case Builtin::Malloc:
        case Builtin::Calloc:
          if (follow_reuse_) add(handles_, 0, 1, false, true);
          break;
        case Builtin::AtomicEnd:
        case Builtin::Apart:
        case Builtin::ThreadSelf: break;  // no thread rests in front of these
#define HEDDLE_BUILTIN(name, ...)
#define HEDDLE_SYNCHRONISES(name, ...) case Builtin::name:
#include "model/builtins.def"
          add_at(i.args[0], model::size_of(model::synchronises(i.builtin), p_.pointer_width),
                 i.builtin != Builtin::SemGetValue, !model::is_plain_write(i.builtin));
          if (model::waits_on_condition(i.builtin))
            add_at(i.args[1], model::size_of(model::Synchronises::Mutex, p_.pointer_width), true, true);
          if (i.builtin == Builtin::SemGetValue) add_at(i.args[1], 4, true, false);
      }
      if (i.builtin == Builtin::ThreadCancel || i.builtin == Builtin::ThreadCancelled ||
          model::waits_cancellably(i.builtin))
        add(requests(i), 0, 4, i.builtin == Builtin::ThreadCancel, true);
      break;
    }
    default: break;
  }
}

const uint8_t* Machine::blob_of(const State& s, ObjRef o) const {
  uint32_t slot = slot_of(o);
  if (slot == kNone) return o && o < function_base_ && !constants_[o - 1].empty() ? constants_[o - 1].data() : nullptr;
  uint32_t part = slot < globals_ ? s[slot] : s[globals_ + 2 + s[globals_] + (slot - globals_)];
  return part ? store_.get(part).data : nullptr;
}

// A number in memory, if it is there and defined.
std::optional<uint32_t> Machine::peek(const State& s, ObjRef o, uint32_t offset, unsigned bytes) const {
  const uint8_t* b = blob_of(s, o);
  if (!b) return std::nullopt;
  ObjectHeader h;
  std::memcpy(&h, b, kHeader);
  if (h.status || offset + bytes > h.size) return std::nullopt;
  if (h.tags)
    for (unsigned k = 0; k < bytes; ++k)
      if (uint8_t tag = b[kHeader + h.size + offset + k]; tag != kByteData && !is_lock_byte(tag)) return std::nullopt;
  uint32_t v = 0;
  std::memcpy(&v, b + kHeader + offset, bytes);
  return v;
}

bool Machine::can_proceed(const State& s, unsigned t) const {
  const ThreadInfo& in = info(s, t);
  switch (in.status) {
    case ThreadStatus::Ready: break;
    case ThreadStatus::CondWaiting: return true;
    case ThreadStatus::CondWoken: return peek(s, in.accesses[0].obj, in.accesses[0].offset, 2).value_or(0) == 0;
    default: return false;
  }
  if (in.local || in.instr->kind != InstrKind::Builtin || !model::may_block(in.instr->builtin)) return true;
  if (in.cancelled && model::waits_cancellably(in.instr->builtin)) return true;
  if (in.instr->builtin == Builtin::ThreadJoin || in.instr->builtin == Builtin::ThreadCancelJoin) {
    if (interchanges_)
      if (const Ending e = ending(s, t); e.named) return e.finished.has_value();
    unsigned u = in.joins - 1;
    if (u >= threads(s) || u == t) return true;
    const ThreadInfo& target = info(thread_part(s, u));
    if (target.handle != in.join_handle) return true;
    return target.status == ThreadStatus::Finished || target.status == ThreadStatus::Free || target.detached;
  }
  if (in.accesses.empty()) return true;
  const Access& a = in.accesses[0];
  return !waits_at(s, t, in.instr->builtin, a);
}

// Would an operation that may block wait, as the object is now? One that is not initialised does not wait: it fails.
bool Machine::waits_at(const State& s, unsigned t, Builtin b, const Access& a) const {
  Numbers words{32};
  const uint64_t self = uint64_t{t} + 1;
  const uint64_t low = peek(s, a.obj, a.offset, 2).value_or(0), high = peek(s, a.obj, a.offset + 2, 2).value_or(0);
  FirstCase<meaning::LockState<Numbers>> lock;
  FirstCase<meaning::RwState<Numbers>> rw;
  FirstCase<uint64_t> count;
  switch (model::synchronises(b)) {
    case model::Synchronises::Mutex: {
      uint32_t kind_at = a.offset + model::mutex_kind_offset(p_.pointer_width);
      meaning::lock(words, {low, 0}, uint64_t{peek(s, a.obj, kind_at, 4).value_or(0) & 3}, self, 0, lock);
      return lock.outcome.end == meaning::Ending::Waits;
    }
    case model::Synchronises::SpinLock:
      meaning::lock(words, {low, 0}, uint64_t{model::kNormalMutex}, self, 0, lock);
      return lock.outcome.end == meaning::Ending::Waits;
    case model::Synchronises::RwLock:
      meaning::rw_lock(words, {low, high}, self, b == Builtin::RwWriteLock, 0, rw);
      return rw.outcome.end == meaning::Ending::Waits;
    case model::Synchronises::Semaphore:
      meaning::take(words, uint64_t{peek(s, a.obj, a.offset, 4).value_or(1)}, 0, count);
      return count.outcome.end == meaning::Ending::Waits;
    case model::Synchronises::Condition:  // the wait itself begins at once
    case model::Synchronises::Barrier:
    case model::Synchronises::None: break;
  }
  return false;
}

std::vector<unsigned> Machine::waits_for(const State& s, unsigned t) const {
  const ThreadInfo& in = info(s, t);
  if (in.status != ThreadStatus::Ready && in.status != ThreadStatus::CondWoken) return {};
  return can_proceed(s, t) ? std::vector<unsigned>{} : holders(s, t);
}

std::vector<unsigned> Machine::holders(const State& s, unsigned t) const {
  const ThreadInfo& in = info(s, t);
  if (in.status == ThreadStatus::Ready && model::event_kind(in.instr->builtin) == model::EventKind::Join)
    return {in.joins - 1};
  if (in.status == ThreadStatus::Ready && model::event_kind(in.instr->builtin) == model::EventKind::SemWait) return {};
  const Access& a = in.accesses[0];
  if (uint32_t owner = peek(s, a.obj, a.offset, 2).value_or(0)) return {owner - 1};
  std::vector<unsigned> readers;
  for (unsigned u = 0; u < threads(s); ++u)
    if (peek(s, a.obj, a.offset + kReaders + u, 1).value_or(0)) readers.push_back(u);
  return readers;
}

bool Machine::exists(const State& s, const Access& a) const {
  const uint8_t* b = blob_of(s, a.obj);
  ObjectHeader h{};
  if (b)
    std::memcpy(&h, b, kHeader);
  else  // a global nobody reads again
    h.size = static_cast<uint32_t>(p_.objects[a.obj - 1].size);
  return h.status == 0 && (a.size == kWhole || uint64_t{a.offset} + a.size <= h.size);
}

bool Machine::same(const State& a, const State& b, const std::set<model::ObjectId>& apart_from) const {
  if (a.size() != b.size()) return false;
  for (size_t k = 0; k < a.size(); ++k)
    if (a[k] != b[k] && (k >= globals_ || !apart_from.count(object_of_slot_[k]))) return false;
  return true;
}

bool Machine::is_private(const State& s, ObjRef o) const {
  if (!is_dynamic(o)) return false;
  ObjectHeader h;
  std::memcpy(&h, blob_of(s, o), kHeader);
  return h.owner != 0;
}

bool Machine::owns(const State& s, unsigned t, const LockAt& lock) const {
  const uint8_t* b = blob_of(s, lock.obj);
  if (!b) return false;
  ObjectHeader h;
  std::memcpy(&h, b, kHeader);
  if (h.status || !h.tags || lock.offset + 2 > h.size || b[kHeader + h.size + lock.offset] != kByteOwner) return false;
  uint16_t owner;
  std::memcpy(&owner, b + kHeader + lock.offset, 2);
  return owner == t + 1;
}

std::vector<Machine::LockAt> Machine::locks_of(const State& s, unsigned t) const {
  std::vector<LockAt> locks;
  auto look = [&](ObjRef o, uint32_t part) {
    if (!part) return;
    const uint8_t* b = store_.get(part).data;
    ObjectHeader h;
    std::memcpy(&h, b, kHeader);
    if (h.status || !h.tags) return;
    for (uint32_t at = 0; at + 2 <= h.size; ++at)
      if (b[kHeader + h.size + at] == kByteOwner) {
        if (owns(s, t, {o, at})) locks.push_back({o, at});
        ++at;
      }
  };
  for (unsigned k = 0; k < globals_; ++k) look(object_of_slot_[k] + 1, s[k]);
  const size_t first = globals_ + 2 + s[globals_];
  for (size_t k = first; k < s.size(); ++k) look(dynamic_base_ + static_cast<ObjRef>(k - first), s[k]);
  return locks;
}

void Machine::each_created(const State& s, const std::function<void(const Created&)>& f) const {
  const size_t first = globals_ + 2 + s[globals_];
  for (size_t k = first; k < s.size(); ++k) {
    ObjectHeader h;
    std::memcpy(&h, store_.get(s[k]).data, kHeader);
    if (h.status) continue;
    const ObjRef o = dynamic_base_ + static_cast<ObjRef>(k - first);
    f({o, abstract_of(s, o), h.creator, (h.site & 0x80000000u) != 0});
  }
}

uint32_t Machine::abstract_of(const State& s, ObjRef o) const {
  if (o == handles_) return abstract_heap(p_);
  if (o == 0 || is_function(o)) return kNone;
  if (!is_dynamic(o)) return o - 1;
  ObjectHeader h;
  std::memcpy(&h, blob_of(s, o), kHeader);
  return abstract_of(h);
}

namespace {
// "->next", "[2]"; a byte that is no member of its own has no path ("+").
std::string path_in(const model::Program& p, model::TypeId type, uint32_t offset, uint32_t size) {
  if (!type) return offset ? "+" : "";
  std::string path =
      size == Machine::kLock ? model::path_to_lock(p, type, offset) : model::path_in_type(p, type, offset, size);
  if (path.find('+') != std::string::npos) return "+";
  while (!path.empty() && path.back() == '.') path.pop_back();  // a member without a name
  return path;
}

std::string byte_of(uint32_t offset, const std::string& object) {
  return "byte " + std::to_string(offset) + " of " + object;
}

// Who draws an input: in a model of the library, the function that the user called. What is drawn before main has the
// name that its model gives it.
template <typename Frames>
std::string called_by_user(const model::Program& p, const Frames& frames, const Instr& drawing) {
  std::string name = drawing.text;
  for (auto f = frames.rbegin(); f != frames.rend(); ++f) {
    if (!p.procedures[f->proc].library) return name;
    name = model::name_for_users(p.procedures[f->proc].name);
  }
  return drawing.text;
}

}  // namespace

// "job->next (malloc at pool.c:151)"
std::string Machine::block_name(const Birth& b, uint32_t offset, uint32_t size) const {
  const std::string& file = p_.files[b.pos.file];
  const std::string base = file.substr(file.rfind('/') == std::string::npos ? 0 : file.rfind('/') + 1);
  std::string place = "(" + b.function + (b.pos.line ? " at " + base + ":" + std::to_string(b.pos.line) : "") + ")";
  std::string type = b.type ? p_.types[b.type].name : "";
  if (type.empty()) return offset ? byte_of(offset, place) : place;
  for (const char* word : {"struct ", "union "})
    if (type.rfind(word, 0) == 0) type.erase(0, std::string(word).size());
  std::string path = path_in(p_, b.type, offset, size);
  if (path == "+") return byte_of(offset, type + " " + place);
  if (path.rfind(".", 0) == 0) path = "->" + path.substr(1);
  return type + path + " " + place;
}

std::string Machine::name_of(const ObjectHeader& h, ObjRef o, uint32_t offset, uint32_t size) const {
  std::string base;
  model::TypeId type = 0;
  if (!is_dynamic(o) || h.site & 0x80000000u) {
    const model::Object& obj = p_.objects[is_dynamic(o) ? h.site & 0x7fffffffu : o - 1];
    base = obj.name;
    type = obj.type;
  } else {
    const model::Site& where = p_.sites[h.site];
    if (where.kind == model::Site::Heap) return block_name(birth_of(h), offset, size);
    if (where.name.empty()) return block_name({"variable of " + where.function, {}, where.type}, offset, size);
    type = where.type;
    base = where.name;
  }
  const std::string path = path_in(p_, type, offset, size);
  return path == "+" ? byte_of(offset, base) : base + path;
}

std::string Machine::object_name(const State& s, ObjRef o, uint32_t offset, uint32_t size) const {
  if (o == 0) return "";
  if (o == handles_) return "thread handle";
  if (is_function(o)) return p_.procedures[o - function_base_].name;
  ObjectHeader h{};
  if (is_dynamic(o)) std::memcpy(&h, blob_of(s, o), kHeader);
  return name_of(h, o, offset, size);
}

std::string Machine::work_object_name(ObjRef o, uint32_t offset, uint32_t size) {
  if (o == 0) return "";
  if (o == handles_) return "thread handle";
  if (is_function(o)) return p_.procedures[o - function_base_].name;
  return name_of(is_dynamic(o) ? header(o) : ObjectHeader{}, o, offset, size);
}

model::Position Machine::user_position(const Thread& th, std::string* function) const {
  for (size_t k = th.frames.size(); k-- > 0;) {
    const Frame& f = th.frames[k];
    const model::Procedure& proc = p_.procedures[f.proc];
    if (proc.library) continue;
    if (function) *function = proc.name;
    return proc.code[f.pc].pos;
  }
  return {};
}

// What the entry procedure does with the result of main is main's.
model::Position Machine::fault_position(const Thread& th, std::string* function) const {
  model::Position pos = user_position(th, function);
  if (pos.line != 0 || th.frames.empty() || th.frames[0].proc != p_.entry) return pos;
  *function = "main";
  return p_.procedures[p_.entry].code[th.frames[0].pc].pos;
}

model::Position Machine::position(const ThreadInfo& in, std::string* function) const {
  for (size_t k = 0; k < in.stack.size(); ++k) {
    const model::Procedure& proc = p_.procedures[in.stack[k].first];
    if (proc.library) continue;
    if (function) *function = proc.name;
    return proc.code[in.stack[k].second - (k ? 1 : 0)].pos;
  }
  return {};
}

std::string Machine::value_text(const Value& v, model::TypeId type, unsigned width) {
  if (v.tag == Tag::Ptr) {
    std::string name = work_object_name(v.obj, static_cast<uint32_t>(v.bits), 0);
    if (v.loose()) return "part of the address of " + name;
    return is_function(v.obj) ? name : "&" + name;
  }
  if (v.tag == Tag::Input) return "any";
  if (v.undef) return "uninitialised";
  if (type) return model::format_value(p_, type, v.bits, width);
  return width == 1 ? std::to_string(v.bits) : std::to_string(sign_extend(v.bits, width));
}

std::string Machine::stored_text(const Value& v, ObjRef o, uint32_t offset, unsigned width) {
  const ObjectHeader h = is_dynamic(o) ? header(o) : ObjectHeader{};
  model::TypeId type = !is_dynamic(o)         ? p_.objects[o - 1].type
                       : h.site & 0x80000000u ? p_.objects[h.site & 0x7fffffffu].type
                       : h.birth              ? birth_of(h).type
                                              : p_.sites[h.site].type;
  if (type && p_.types[type].size) type = model::scalar_at(p_, type, offset % p_.types[type].size, width / 8);
  return value_text(v, type, width);
}

void Machine::touched(ObjRef o, uint32_t offset, uint32_t size, bool write) {
  reached(o, offset, size, write);
  if (happenings_) happens_access(o, offset, size, write);
}

void Machine::reached(ObjRef o, uint32_t offset, uint32_t size, bool write) {
  if (acts_) last_access_ = {o, offset, size, write, false};
  if (!record_sections_ || !atomic_depth_ || faulted_) return;
  if (o && !is_function(o) && shared(o)) result_.section.push_back({o, offset, size, write, true});
}

void Machine::event(model::EventKind kind, const Instr* i, ObjRef o, uint32_t offset, uint32_t size,
                    const std::string& value, int other) {
  Event e;
  e.thread = static_cast<int>(self_);
  e.kind = kind;
  e.instr = i;
  e.pos = user_position(*thread_, &e.function);
  if (kind == model::EventKind::Input) e.called = called_by_user(p_, thread_->frames, *i);
  e.of_library =
      kind != model::EventKind::Error && o && !is_dynamic(o) && !is_function(o) && p_.objects[o - 1].internal;
  e.obj = o;
  e.offset = offset;
  e.size = size;
  e.other_thread = other;
  e.value = value;
  bool memory = kind == model::EventKind::Read || kind == model::EventKind::Write || kind == model::EventKind::Rmw;
  bool whole = kind == model::EventKind::Free || kind == model::EventKind::ScopeEnd || kind == model::EventKind::Error;
  if (o) e.object = work_object_name(o, offset, memory ? size : whole ? 0 : kLock);
  for (size_t k = brief_events_ ? 0 : thread_->frames.size(); k-- > 0;) {
    const Frame& f = thread_->frames[k];
    const model::Procedure& proc = p_.procedures[f.proc];
    if (proc.library) continue;
    for (model::LocalId l : k + 1 == thread_->frames.size() ? live_[f.proc][f.pc] : across_[f.proc][f.pc])
      if (!proc.locals[l].name.empty())
        e.locals.push_back(
            {proc.locals[l].name, value_text(thread_->regs[f.base + l], proc.locals[l].type, proc.locals[l].width)});
    break;
  }
  events_->push_back(std::move(e));
}

size_t Machine::bytes() const {
  size_t n = store_.bytes() + known_steps_.bytes() + infos_known_ * (sizeof(ThreadInfo) + 96);
  return n + (infos_.capacity() + thread_references_.capacity() + object_references_.capacity()) * sizeof(void*);
}

}  // namespace heddle::semantics
