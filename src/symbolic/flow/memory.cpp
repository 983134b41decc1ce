// SPDX-License-Identifier: GPL-3.0-or-later
// Memory as words. An object whose accesses are always to the same words is a set of variables; any other is blurred:
// what is read from it is any value, and only its bounds matter.
#include "base/check.h"
#include "symbolic/flow/builder.h"

namespace heddle::flow {

using model::Instr;
using model::InstrKind;

uint64_t Builder::size_of(uint32_t object) const {
  return is_static(object) ? p_.objects[object].size : plan_.objects.at(object).size;
}
model::TypeId Builder::type_of(uint32_t object) const {
  return is_static(object) ? p_.objects[object].type : plan_.objects.at(object).type;
}

// Others may get at the object from now on. A variable of main is as good as a global as long as main has not returned,
// memory on the heap as long as it is not freed and was taken only once.
void Builder::expose(const Value& v) {
  if (v.kind != Value::Address) return;
  if (is_static(v.object)) {
    if (p_.objects[v.object].thread_local_) throw Refused{"the address of a thread-local variable in memory"};
    return;
  }
  if (plan_.known.count(v.object)) return;
  const Calls& calls = plan_.objects.at(v.object).calls;
  bool possible = is_heap(v.object) || (calls.front().first == p_.entry && calls.size() <= 2);
  if (!possible) throw Refused{"the address of a thread's own variable in memory"};
  plan_.known.insert(v.object);
  throw Again{};
}

bool Builder::in_frame(uint32_t object, FrameId f) const {
  return !is_static(object) && !is_heap(object) && plan_.objects.at(object).calls == calls_to(f);
}

// What the thread had from this place before is gone.
uint32_t Builder::make(Path& path, MadeObject object) {
  object.calls = calls_to(path.at.frame);
  uint32_t next = static_cast<uint32_t>(p_.objects.size() + plan_.made.size());
  uint32_t id = plan_.made.try_emplace({object.calls, path.at.pc}, next).first->second;
  if (auto it = plan_.objects.find(id);
      it != plan_.objects.end() && it->second.size != object.size && plan_.uneven.insert(id).second)
    throw Again{};
  if (plan_.uneven.count(id)) throw Refused{"memory of several sizes from one place"};
  plan_.objects[id] = object;
  std::erase_if(path.mine, [&](const auto& entry) {
    return entry.first.kind != Slot::Local && entry.first.kind != Slot::Alive && entry.first.owner == id;
  });
  for (auto& [slot, v] : path.mine)
    if (v.kind == Value::Address && v.object == id) v = mixed(v.number.width);
  return id;
}

void Builder::must_live(Path& path, uint32_t object) {
  if (is_static(object)) return;
  if (is_heap(object) || plan_.known.count(object)) {
    refuse_if(path, read_number(path, {Slot::Alive, object, 0, 0}).n != 1,
              is_heap(object) ? "memory that may be freed" : "a variable whose procedure may have returned");
    return;
  }
  FrameId f = path.at.frame;
  while (!in_frame(object, f))
    if ((f = frames_[f].parent) == kNobody) throw Refused{"a variable whose procedure has returned"};
}

// Inside its object, or not followed.
Value Builder::reachable(Path& path, const Value& address, unsigned bytes, bool write) {
  if (address.kind != Value::Address)
    throw Refused{address.kind == Value::Nothing ? "an uninitialised pointer may be used"
                                                 : "a pointer that is not known to name one object"};
  if (is_static(address.object)) {
    const model::Object& o = p_.objects[address.object];
    if (o.external) throw Refused{"`" + o.name + "`, which is declared and not defined"};
    if (write && o.constant) throw Refused{"a constant is written"};
  }
  must_live(path, address.object);
  uint64_t size = size_of(address.object);
  if (bytes > size) throw Refused{"an access outside of its object"};
  refuse_if(path, !(address.number.n >= 0 && address.number.n <= c_.integer(size - bytes)),
            "an access outside of its object");
  return address;
}

// A word that overlaps another one, or is not always the same, blurs its object.
void Builder::overlap(const Slot& s) {
  auto& words = words_[s.owner];
  if (words.count({s.at, s.width})) return;
  for (const auto& [at, width] : words)
    if (at < s.at + s.width / 8u && s.at < at + width / 8u) {
      plan_.blurred.insert(s.owner);
      throw Again{};
    }
  words.insert({s.at, s.width});
}

Value Builder::initial(const Slot& s) {
  if (s.kind == Slot::Alive) return constant(is_heap(s.owner) ? 0 : 1, 32);
  if (!is_static(s.owner))
    return s.kind == Slot::Ready    ? constant(plan_.objects.at(s.owner).zeroed, 32)
           : s.kind == Slot::Memory ? constant(0, s.width)
                                    : constant(static_cast<uint64_t>(-1), 32);
  const model::Object& o = p_.objects[s.owner];
  // it has no static initialiser
  if (s.kind == Slot::Lock && s.width == kSpinLock) return constant(static_cast<uint64_t>(-1), 32);
  if (s.kind == Slot::Handle || s.kind == Slot::Readers) return constant(0, 32);
  uint64_t bits = 0;
  unsigned bytes = s.kind == Slot::Memory ? s.width / 8u : 4;
  for (const model::Object::Relocation& r : o.relocations) {
    if (r.offset + p_.pointer_width / 8 <= s.at || r.offset >= s.at + bytes) continue;
    if (r.offset != s.at || s.width != p_.pointer_width || s.kind != Slot::Memory) return mixed(s.width);
    if (r.to_function) return {Value::Function, numbers_.constant(0, p_.pointer_width, true), r.target, std::nullopt};
    return {Value::Address, numbers_.constant(static_cast<uint64_t>(r.addend), p_.pointer_width, true), r.target,
            std::nullopt};
  }
  for (unsigned k = 0; k < bytes; ++k)
    if (s.at + k < o.init.size()) bits |= uint64_t{o.init[s.at + k]} << (8 * k);
  // synchronisation objects begin as zeros, or unknown
  if (s.kind != Slot::Memory) return constant(bits ? static_cast<uint64_t>(-1) : 0, 32);
  return constant(bits, s.width);
}

Value Builder::read(Path& path, const Slot& s) {
  if (!is_shared(s.owner) || s.kind == Slot::Held || s.kind == Slot::HeldReads) {
    auto it = path.mine.find(s);
    if (it != path.mine.end()) return it->second;
    if (auto v = otherwise(s)) return *v;
    if (s.kind == Slot::Memory && !plan_.objects.at(s.owner).zeroed) return nothing(s.width);
    return initial(s);
  }
  if (auto it = path.shared.find(s); it != path.shared.end()) return it->second;
  if (plan_.mixed.count(s)) return mixed(s.width);
  if (plan_.targets.count(s)) {  // one path for each of them
    Number which = pointer_variable(s);
    HEDDLE_CHECK(executing_) << "memory is read outside of an instruction";
    path.passed.erase(path.at);
    path.resumed = true;
    for (size_t k = 0; k <= plan_.targets.at(s).size(); ++k) {
      Path other = path;
      other.where = path.where && which.n == c_.integer(static_cast<int>(k));
      other.shared.insert_or_assign(s, target(s, k));
      paths_.push_back(std::move(other));
    }
    throw Forked{};
  }
  auto known = shared_ids_.find(s);
  if (known == shared_ids_.end()) {
    Value v = initial(s);
    if (index_of(s, v).value_or(0)) return read(path, s);
    if (v.kind != Value::Number) {
      plan_.mixed.insert(s);
      throw Again{};
    }
    bool is_signed = true;
    z3::Term now = variable(s, v.number, is_signed);
    known = shared_ids_.emplace(s, flow_.shared.size()).first;
    unsigned width = s.kind == Slot::Memory ? s.width : 32;
    flow_.shared.push_back({s, now, width, is_signed, numbers_.as(v.number, is_signed).n});
  }
  const Variable& v = flow_.shared[known->second];
  return number_value({v.now, v.width, v.is_signed});
}

void Builder::write(Path& path, const Slot& s, const Value& v) {
  if (!is_shared(s.owner) || s.kind == Slot::Held || s.kind == Slot::HeldReads) {
    path.mine.insert_or_assign(s, v);
    return;
  }
  if (plan_.mixed.count(s)) return;
  bool pointer = v.kind == Value::Address || v.kind == Value::Function, known = plan_.targets.count(s);
  if (pointer || known ? !index_of(s, v) : v.kind != Value::Number) {
    plan_.mixed.insert(s);
    throw Again{};
  }
  if (!known) read(path, s);
  path.shared.insert_or_assign(s, v);
}

// Null is 0. Nothing: it is no address, or one that varies.
std::optional<unsigned> Builder::index_of(const Slot& s, const Value& v) {
  if (is_null(v)) return 0;
  int64_t offset = 0;
  bool pointer = v.kind == Value::Address || v.kind == Value::Function;
  if (!pointer || s.width != p_.pointer_width || !v.number.n.simplify().is_numeral(offset)) return std::nullopt;
  std::vector<Plan::Pointee>& all = plan_.targets[s];
  Plan::Pointee target{v.kind, v.object, offset};
  for (size_t k = 0; k < all.size(); ++k)
    if (all[k] == target) return static_cast<unsigned>(k + 1);
  all.push_back(target);
  throw Again{};
}

Value Builder::target(const Slot& s, size_t index) const {
  if (index == 0) return constant(0, s.width);
  const Plan::Pointee& t = plan_.targets.at(s)[index - 1];
  return {t.kind, numbers_.constant(static_cast<uint64_t>(t.offset), p_.pointer_width, true), t.object, std::nullopt};
}

Number Builder::pointer_variable(const Slot& s) {
  auto known = shared_ids_.find(s);
  if (known == shared_ids_.end()) {
    std::optional<unsigned> first = index_of(s, initial(s));
    if (!first) {  // a number at first
      plan_.mixed.insert(s);
      throw Again{};
    }
    known = shared_ids_.emplace(s, flow_.shared.size()).first;
    flow_.shared.push_back({s, c_.integer_variable("v" + std::to_string(names_++)), 32, true, c_.integer(*first)});
  }
  return {flow_.shared[known->second].now, 32, true};
}

Value Builder::load(Path& path, const Value& address, unsigned width) {
  reachable(path, address, width / 8, false);
  uint64_t at = 0;
  bool fixed = address.number.n.simplify().is_numeral(at);
  bool constant_object = is_static(address.object) && p_.objects[address.object].constant;
  if (!fixed && !constant_object && !plan_.blurred.count(address.object)) {
    plan_.blurred.insert(address.object);
    throw Again{};
  }
  Slot s{Slot::Memory, address.object, static_cast<uint32_t>(at), static_cast<uint8_t>(width)};
  if (plan_.blurred.count(address.object) || (constant_object && !fixed)) {
    if (!is_static(address.object) && !plan_.objects.at(address.object).zeroed)
      throw Refused{"an array that may be uninitialised"};
    if (width == p_.pointer_width && (!is_static(address.object) || points_to_.may_hold_address(address.object)))
      return mixed(width);
    return number_value(numbers_.any(width, true, path.where));
  }
  if (constant_object) return initial(s);
  overlap(s);
  if (!is_static(address.object) && is_shared(address.object) && !plan_.objects.at(address.object).zeroed) {
    Slot ready = s;
    ready.kind = Slot::Ready;
    refuse_if(path, read_number(path, ready).n != 1, "an uninitialised variable may be read");
  }
  Value v = read(path, s);
  if (Slot handle{Slot::Handle, s.owner, s.at, 0}; plan_.handles.count(handle)) v.source = handle;
  return v;
}

void Builder::store(Path& path, const Value& address, unsigned width, const Value& v) {
  reachable(path, address, width / 8, true);
  if (is_shared(address.object)) expose(v);
  uint64_t at = 0;
  bool fixed = address.number.n.simplify().is_numeral(at), blurred = plan_.blurred.count(address.object);
  if (!fixed && !blurred) {
    plan_.blurred.insert(address.object);
    throw Again{};
  }
  bool comes_back =
      width == p_.pointer_width && is_static(address.object) && points_to_.may_hold_address(address.object);
  bool unsure = v.kind == Value::Nothing || (blurred && v.kind == Value::Mixed && !comes_back);
  if (unsure && (blurred || is_shared(address.object))) throw Refused{"a value that may be uninitialised is stored"};
  if (blurred) return expose(v);
  Slot s{Slot::Memory, address.object, static_cast<uint32_t>(at), static_cast<uint8_t>(width)};
  overlap(s);
  Value kept = v;
  kept.source.reset();
  model::TypeId type = model::scalar_at(p_, type_of(s.owner), s.at, width / 8);
  if (kept.kind == Value::Number && type) kept.number = numbers_.as(kept.number, sign_of(type));
  write(path, s, kept);
  store_handle(path, {Slot::Handle, s.owner, s.at, 0}, v);
  if (is_static(address.object) || !is_shared(address.object) || plan_.objects.at(address.object).zeroed) return;
  s.kind = Slot::Ready;
  write_number(path, s, c_.integer(1));
}

// The library moves a new thread's handle from a variable of its own to where the program wants it. Other copies of a
// handle are not followed: they name no thread.
void Builder::store_handle(Path& path, const Slot& word, const Value& v) {
  bool moves = v.source && !is_static(v.source->owner) &&
               p_.procedures[plan_.objects.at(v.source->owner).calls.back().first].library;
  if (moves && plan_.handles.insert(word).second) throw Again{};
  if (!plan_.handles.count(word)) return;
  write_number(path, word, moves ? read_number(path, *v.source).n : c_.integer(0));
  if (moves) write_number(path, *v.source, c_.integer(0));
}

void Builder::note_access(Path& path, const Value& address, unsigned bytes, bool write, bool atomic) {
  if (address.kind != Value::Address || !is_visible(address.object)) return;
  flow_.rests[at_].accesses.push_back({at_, path.where, address.number.n, address.object, bytes, write,
                                       atomic || path.section > 0, instr(path.at).pos});
}

void Builder::load_or_store(Path& path, const Instr& i) {
  Value address = eval(path, i.a);
  note_access(path, address, i.width / 8u, i.kind == InstrKind::Store, i.atomic());
  if (i.kind == InstrKind::Store) {
    Value v = eval(path, i.b);
    if (v.kind == Value::Number) v.number = numbers_.extend(v.number, i.width, false);  // a truth value
    return store(path, address, i.width, v);
  }
  Value v = load(path, address, i.width);
  unsigned width = p_.procedures[frames_[path.at.frame].proc].locals[i.dst].width;
  if (v.kind == Value::Number && width < i.width) v.number = numbers_.cut(v.number, width, path.where);
  assign(path, i.dst, v);
}

void Builder::rmw(Path& path, const Instr& i) {
  Value address = eval(path, i.a);
  note_access(path, address, i.width / 8u, true, true);
  Value old = load(path, address, i.width);
  if (i.kind == InstrKind::CmpXchg) {
    Value expected = eval(path, i.b), wanted = eval(path, i.c);
    z3::Term equal = c_.truth(false);
    if (std::optional<bool> same = same_pointer(old, expected)) {
      for (const Value& v : {old, expected})
        if (v.kind == Value::Address) reachable(path, v, 1, false);
      equal = c_.truth(*same);
    } else {
      Number x = number(old), y = number(expected);
      equal = (x.n == numbers_.as(y, x.is_signed).n).simplify();
    }
    store(path, address, i.width, select(equal, wanted, old));
    assign(path, i.dst, old);
    assign(path, i.dst2, number_value(numbers_.from(equal)));
    return;
  }
  Value by = eval(path, i.b);
  assign(path, i.dst, old);
  if (i.rmw == model::RmwOp::Xchg) return store(path, address, i.width, by);
  Number x = number(old), y = number(by);
  store(path, address, i.width, number_value(numbers_.updated(i.rmw, i.width, x, y, path.where)));
}

// Many words at once: the objects are blurred.
void Builder::bulk(Path& path, const Instr& i) {
  Number size = number(path, i.c);
  uint64_t bytes = 0;
  if (!size.n.simplify().is_numeral(bytes) || bytes > (1u << 20))
    throw Refused{"as many bytes copied or filled as a variable says"};
  if (i.kind == InstrKind::Fill) number(path, i.b);
  if (bytes == 0) return;
  for (model::ExprId e : {i.a, i.b}) {
    bool to = e == i.a;
    if (!to && i.kind == InstrKind::Fill) break;
    Value address = eval(path, e);
    note_access(path, address, static_cast<unsigned>(bytes), to, false);
    reachable(path, address, static_cast<unsigned>(bytes), to);
    bool constant_object = is_static(address.object) && p_.objects[address.object].constant;
    if (constant_object || plan_.blurred.count(address.object)) continue;
    plan_.blurred.insert(address.object);
    throw Again{};
  }
  Value from = eval(path, i.b);
  if (i.kind == InstrKind::Copy && from.kind == Value::Address && !is_static(from.object))
    throw Refused{"a copy of memory that may be uninitialised"};
}

}  // namespace heddle::flow
