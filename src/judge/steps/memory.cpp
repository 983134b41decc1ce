// SPDX-License-Identifier: GPL-3.0-or-later
// Memory. The map says which objects are words with names and which are blurred: what is read from those is any value.
// It also says which objects made at run time only their thread knows. Both are held to here: an access that does not
// fit is refused.
#include "judge/steps/walker.h"

namespace heddle::judge::steps {

using model::Instr;
using model::InstrKind;

bool Walker::is_shared(uint32_t object) const {
  return is_static(object) ? !p_.objects[object].thread_local_ : map_.objects.at(object).known;
}

uint64_t Walker::size_of(uint32_t object) const {
  return is_static(object) ? p_.objects[object].size : map_.objects.at(object).size;
}

bool Walker::in_frame(uint32_t object, FrameId f) const {
  return !is_static(object) && !is_heap(object) && map_.objects.at(object).calls == calls_to(f);
}

bool Walker::may_hold_address(uint32_t object) const {
  if (!is_static(object) || !p_.objects[object].relocations.empty()) return true;
  return !is_constant(object) && !map_.only_numbers.count(object);
}

// What others know is made once: a variable of the first thread that is in no loop, or memory whose Alive says so (the
// caller asks). What the thread alone knows it may make again; the one before has no name any more then.
uint32_t Walker::make(Path& path, bool heap, bool zeroed, uint64_t size) {
  auto it = made_at_.find({calls_to(path.at.frame), path.at.pc});
  if (it == made_at_.end()) throw Refused{"an object that the certificate does not name"};
  const uint32_t id = it->second;
  const MadeObject& o = map_.objects.at(id);
  if (o.heap != heap || o.zeroed != zeroed || o.size != size)
    throw Refused{"an object of another kind or size than the certificate says"};
  if (o.known && !heap && (role_ != 0 || repeats(path.at.frame, path.at.pc)))
    throw Refused{"a variable that others know and that may exist more than once"};
  for (auto* values : {&path.mine, &path.stale})
    std::erase_if(*values, [&](const auto& entry) {
      return entry.first.kind != Slot::Local && entry.first.kind != Slot::Alive && entry.first.owner == id;
    });
  for (auto& [slot, v] : path.mine)
    if (v.kind == Value::Address && v.object == id) v = mixed(p_.pointer_width);
  return id;
}

void Walker::must_live(Path& path, uint32_t object) {
  if (is_static(object)) return;
  if (is_heap(object) || map_.objects.at(object).known) {
    undefined_if(path, no(equal(state(path, {Slot::Alive, object, 0, 0}), number(1))),
                 is_heap(object) ? "memory that may be freed" : "a variable whose procedure may have returned");
    return;
  }
  FrameId f = path.at.frame;
  while (f != kNobody && !in_frame(object, f)) f = frames_[f].parent;
  if (f == kNobody) throw Refused{"a variable whose procedure has returned"};
}

// Others may free what they know just before a comparison, which is no step of its own.
void Walker::stays_there(uint32_t object) const {
  if (!is_heap(object) || !map_.objects.at(object).known) return;
  for (const model::Procedure& f : p_.procedures)
    for (const model::Instr& i : f.code)
      if (i.kind == model::InstrKind::Builtin &&
          (i.builtin == model::Builtin::Free || i.builtin == model::Builtin::Realloc))
        throw Refused{"a pointer to memory that another thread may have freed is compared"};
}

// Others may get at it from now on.
void Walker::expose(const Value& v) const {
  if (v.kind != Value::Address) return;
  if (is_static(v.object)) {
    if (p_.objects[v.object].thread_local_) throw Refused{"the address of a thread-local variable in memory"};
  } else if (!map_.objects.at(v.object).known) {
    throw Refused{"others get to know an object that the certificate takes for a thread's own"};
  }
}

void Walker::reach(Path& path, const Value& address, uint64_t bytes, bool write) {
  if (address.kind != Value::Address)
    throw Refused{address.kind == Value::Nothing ? "an uninitialised pointer may be used"
                                                 : "a pointer that is not known to name one object"};
  if (is_static(address.object)) {
    const model::Object& o = p_.objects[address.object];
    if (o.external) throw Refused{"`" + o.name + "`, which is declared and not defined"};
    if (write && o.constant) throw Refused{"a constant is written"};
  }
  must_live(path, address.object);
  const Int last = static_cast<Int>(size_of(address.object)) - static_cast<Int>(bytes);
  undefined_if(path, no(both(at_most(number(0), address.number.n), at_most(address.number.n, number(last)))),
               "an access outside of its object");
}

// Words of an object do not overlap, and what synchronises is nothing else.
void Walker::claim_word(const Slot& s) {
  auto& words = words_[s.owner];
  if (words.count({s.at, s.width})) return;
  for (const auto& [at, width] : words)
    if (at < s.at + s.width / 8u && s.at < at + width / 8u)
      throw Refused{"an object whose words overlap, and that the certificate takes word by word"};
  words.insert({s.at, s.width});
}

Value Walker::initial(const Slot& s) const {
  if (s.kind == Slot::Local) return nothing(64);
  if (s.kind == Slot::Held || s.kind == Slot::HeldReads) return constant(0, 32);
  const Value unknown = constant(~uint64_t{0}, 32);  // -1
  if (!is_static(s.owner)) {
    const MadeObject& o = map_.objects.at(s.owner);
    if (s.kind == Slot::Alive) return constant(o.heap ? 0 : 1, 32);
    if (s.kind == Slot::Ready) return constant(o.zeroed, 32);
    if (s.kind == Slot::Memory) return o.zeroed || o.known ? constant(0, s.width) : nothing(s.width);
    return unknown;
  }
  const model::Object& o = p_.objects[s.owner];
  if (s.kind == Slot::Alive || s.kind == Slot::Ready) return constant(1, 32);
  if (s.kind == Slot::Lock && s.width == kSpinLock) return unknown;  // it has no static initialiser
  if (s.kind == Slot::Handle || s.kind == Slot::Readers) return constant(0, 32);
  const unsigned bytes = s.kind == Slot::Memory ? s.width / 8u : 4;
  for (const model::Object::Relocation& r : o.relocations) {
    if (r.offset + p_.pointer_width / 8 <= s.at || r.offset >= s.at + bytes) continue;
    if (r.offset != s.at || s.width != p_.pointer_width || s.kind != Slot::Memory) return mixed(s.width);
    Value v = address(r.target, r.to_function ? 0 : r.addend);
    if (r.to_function && r.addend != 0) return mixed(s.width);
    if (r.to_function) v.kind = Value::Function;
    return v;
  }
  uint64_t bits = 0;
  for (unsigned k = 0; k < bytes; ++k)
    if (s.at + k < o.init.size()) bits |= uint64_t{o.init[s.at + k]} << (8 * k);
  if (s.kind == Slot::Memory) return constant(bits, s.width);
  return bits ? unknown : constant(0, 32);  // what synchronises begins as zeros
}

bool Walker::is_mine(const Slot& s) const {
  return s.kind == Slot::Held || s.kind == Slot::HeldReads || !is_shared(s.owner);
}

Value Walker::read(Path& path, const Slot& s) {
  if (is_mine(s)) {
    auto it = path.mine.find(s);
    return it == path.mine.end() ? initial(s) : it->second;
  }
  if (auto it = path.shared.find(s); it != path.shared.end()) return it->second;
  if (map_.mixed.count(s)) return mixed(s.width);
  auto it = map_.shared.find(s);
  if (it == map_.shared.end()) throw Refused{"a shared variable that the certificate does not name"};
  const Shared& v = it->second;
  if (!v.points) return value({variable(v.name), v.width, v.is_signed});
  if (auto known = path.holds.find(s); known != path.holds.end())
    return known->second == 0 ? constant(0, s.width) : v.targets[known->second - 1];
  Decision d;
  d.word = s;
  for (size_t k = 0; k <= v.targets.size(); ++k)
    d.cases.push_back(equal(variable(v.name), number(static_cast<Int>(k))));
  throw d;
}

void Walker::write(Path& path, const Slot& s, const Value& v) {
  if (is_mine(s)) {
    path.mine.insert_or_assign(s, v);
    return;
  }
  if (map_.mixed.count(s)) return;
  auto it = map_.shared.find(s);
  if (it == map_.shared.end()) throw Refused{"a shared variable that the certificate does not name"};
  if (it->second.points ? !index_of(it->second, v) : v.kind != Value::Number || v.number.width != it->second.width)
    throw Refused{"a value that the certificate does not expect in a shared variable"};
  path.shared.insert_or_assign(s, v);
}

// Null is 0.
std::optional<size_t> Walker::index_of(const Shared& s, const Value& v) const {
  if (is_null(v)) return 0;
  for (size_t k = 0; k < s.targets.size() && v.is_pointer(); ++k) {
    const Value& t = s.targets[k];
    if (t.kind == v.kind && t.object == v.object && t.number.n == v.number.n) return k + 1;
  }
  return std::nullopt;
}

Value Walker::load(Path& path, const Value& address, unsigned width) {
  reach(path, address, width / 8, false);
  const uint32_t object = address.object;
  const bool fixed = address.number.n.is_number(), blurred = is_blurred(object);
  if (blurred || (is_constant(object) && !fixed)) {
    if (!is_static(object) && !map_.objects.at(object).zeroed) throw Refused{"an array that may be uninitialised"};
    if (width == p_.pointer_width && may_hold_address(object)) return mixed(width);
    return value(numbers_.any(width, true, path.premises));
  }
  if (!fixed) throw Refused{"an index that varies, in an object that the certificate takes word by word"};
  Slot s{Slot::Memory, object, static_cast<uint32_t>(address.number.n.k), static_cast<uint8_t>(width)};
  if (is_constant(object)) return initial(s);
  claim_word(s);
  if (!is_static(object) && is_shared(object) && !map_.objects.at(object).zeroed) {
    Slot ready = s;
    ready.kind = Slot::Ready;
    undefined_if(path, no(equal(state(path, ready), number(1))), "an uninitialised variable may be read");
  }
  Value v = read(path, s);
  const Slot handle{Slot::Handle, object, s.at, 0};
  if (v.kind == Value::Number && map_.handles.count(handle)) v.source = handle;
  return v;
}

void Walker::store(Path& path, const Value& address, unsigned width, const Value& v) {
  reach(path, address, width / 8, true);
  const uint32_t object = address.object;
  const bool shared = is_shared(object), blurred = is_blurred(object);
  if (shared || blurred) {
    expose(v);
    if (v.kind == Value::Nothing) throw Refused{"a value that may be uninitialised is stored"};
  }
  if (blurred) {
    const bool comes_back = width == p_.pointer_width && is_static(object);  // as what nobody may look at
    if (v.kind == Value::Mixed && !comes_back) throw Refused{"a value that may be uninitialised is stored"};
    if (v.kind != Value::Number && !may_hold_address(object))
      throw Refused{"an address in an object that holds numbers alone, as the certificate says"};
    return;
  }
  if (!address.number.n.is_number())
    throw Refused{"an index that varies, in an object that the certificate takes word by word"};
  if (v.kind == Value::Number && v.number.width != width) throw Refused{"a value of another width than its word"};
  Slot s{Slot::Memory, object, static_cast<uint32_t>(address.number.n.k), static_cast<uint8_t>(width)};
  claim_word(s);
  Value kept = v;
  kept.source.reset();
  write(path, s, kept);
  store_handle(path, {Slot::Handle, object, s.at, 0}, v);
  if (is_static(object) || !shared || map_.objects.at(object).zeroed) return;
  s.kind = Slot::Ready;
  set(path, s, number(1));
}

// Of the words with a thread's handle, at most one has a Handle that names it. The library moves a new thread's handle
// from a variable of its own to where the program wants it, and the name moves with it. Values that were read from the
// word before are none of its handles any more.
void Walker::store_handle(Path& path, const Slot& word, const Value& v) {
  if (!map_.handles.count(word)) return;
  const bool moves = v.source && !is_static(v.source->owner) && is_mine(*v.source) && *v.source != word &&
                     p_.procedures[map_.objects.at(v.source->owner).calls.back().first].library;
  const Term names = moves ? state(path, *v.source) : number(0);
  if (moves) set(path, *v.source, number(0));
  set(path, word, names);
  if (!is_mine(word)) return;
  for (auto& [slot, mine] : path.mine)
    if (mine.source == word) mine.source.reset();
}

void Walker::note_access(Path& path, const Value& address, uint64_t bytes, bool write, bool atomic) {
  if (address.kind != Value::Address || !is_visible(address.object) || path.premises.never) return;
  ways_.accesses.push_back(
      {path.premises, address.object, address.number.n, bytes, write, atomic || path.section > 0, instr(path.at).pos});
}

void Walker::load_or_store(Path& path, const Instr& i) {
  const Value to = eval(path, i.a);
  note_access(path, to, i.width / 8u, i.kind == InstrKind::Store, i.atomic());
  if (i.kind == InstrKind::Store) {
    Value v = eval(path, i.b);
    if (v.kind == Value::Number) v.number = numbers_.extended(v.number, i.width, false, path.premises);
    return store(path, to, i.width, v);
  }
  Value v = load(path, to, i.width);
  const unsigned width = i.dst == model::kNoLocal ? i.width : procedure(path.at.frame).locals[i.dst].width;
  if (v.kind == Value::Number && width < i.width) v = value(numbers_.cut(v.number, width, path.premises));
  assign(path, i.dst, v);
}

void Walker::update(Path& path, const Instr& i) {
  const Value to = eval(path, i.a);
  note_access(path, to, i.width / 8u, true, true);
  const Value old = load(path, to, i.width), by = eval(path, i.b);
  Value after = by;
  if (i.rmw != model::RmwOp::Xchg)
    after = value(numbers_.updated(i.rmw, i.width, number_of(old), number_of(by), path.premises));
  store(path, to, i.width, after);
  assign(path, i.dst, old);
}

void Walker::compare_and_swap(Path& path, const Instr& i) {
  const Value to = eval(path, i.a);
  note_access(path, to, i.width / 8u, false, true);
  const Value old = load(path, to, i.width), expected = eval(path, i.b), wanted = eval(path, i.c);
  Truth same = truth(false);
  if (old.is_pointer() || expected.is_pointer()) {
    for (const Value* v : {&old, &expected}) {
      if (v->kind == Value::Address) reach(path, *v, 1, false);
      if (!v->is_pointer() && !is_null(*v)) number_of(*v), throw Refused{"an address is used as a number"};
    }
    same = truth(old.kind == expected.kind && old.object == expected.object);
    if (same.is(true) && old.kind == Value::Address) same = equal(old.number.n, expected.number.n);
  } else {
    same = numbers_.equals(number_of(old), number_of(expected), path.premises);
  }
  Path writes = path;  // one that does not find what it expects is a load
  writes.premises.require(same);
  note_access(writes, to, i.width / 8u, true, true);
  if (!same.value) {
    auto known = path.decided.find(same.text);
    const bool numbers = old.kind == Value::Number && wanted.kind == Value::Number;
    if (known == path.decided.end() && !numbers) throw Decision{{same, no(same)}, same.text};
    if (known != path.decided.end()) same = truth(known->second);
  }
  Value after = same.is(false) ? old : wanted;
  if (!same.value) {
    const Number other = numbers_.as(old.number, wanted.number.is_signed, path.premises);
    after.number = {choice(same, wanted.number.n, other.n), wanted.number.width, wanted.number.is_signed};
    after.source.reset();
  }
  store(path, to, i.width, after);
  assign(path, i.dst, old);
  assign(path, i.dst2, value(numbers_.from(same)));
}

// Many words at once. They are words of objects whose content may be anything, so it does not matter that others may go
// on in between.
void Walker::bulk(Path& path, const Instr& i) {
  const Number size = numbers_.as(number_at(path, i.c), false, path.premises);
  if (!size.n.is_number() || size.n.k > (1 << 20)) throw Refused{"as many bytes copied or filled as a variable says"};
  if (i.kind == InstrKind::Fill) number_at(path, i.b);
  const auto bytes = static_cast<uint64_t>(size.n.k);
  if (bytes == 0) return;
  const Value to = eval(path, i.a);
  note_access(path, to, bytes, true, false);
  reach(path, to, bytes, true);
  if (!is_blurred(to.object)) throw Refused{"many bytes of an object that the certificate takes word by word"};
  if (i.kind == InstrKind::Fill) return;
  const Value from = eval(path, i.b);
  note_access(path, from, bytes, false, false);
  reach(path, from, bytes, false);
  if (!is_static(from.object)) throw Refused{"a copy of memory that may be uninitialised"};
  if (!is_blurred(from.object) && !is_constant(from.object))
    throw Refused{"many bytes of an object that the certificate takes word by word"};
  if (may_hold_address(from.object) && !may_hold_address(to.object))
    throw Refused{"an address in an object that holds numbers alone, as the certificate says"};
}

}  // namespace heddle::judge::steps
