// SPDX-License-Identifier: GPL-3.0-or-later
// Memory: bounds and lifetime of every access, bytes to values and back, heap objects, and which objects other threads
// can reach.
#include "judge/enumerator/machine.h"
#include "model/library_state.h"

namespace heddle::oracle {

using model::Builtin;
using model::Instr;
using model::InstrKind;
using model::RmwOp;

const Object& Machine::object(ObjId id) const {
  if (watched_ == slot_) looked.push_back(id);
  auto it = s_.objects.find(id);
  if (it != s_.objects.end()) return *it->second;
  return *image_.statics.at(id);
}

Object& Machine::writable(ObjId id) {
  if (watched_ == slot_) written.push_back(id);
  auto copy = std::make_shared<Object>(*s_.objects.at(id));
  Object& out = *copy;
  s_.objects[id] = std::move(copy);
  return out;
}

ObjId Machine::make_object(Object::Kind kind, uint64_t size, bool zero) {
  if (size > (1u << 20)) unsupported("an object of more than a megabyte");
  auto o = std::make_shared<Object>();
  o->kind = kind;
  o->bytes.assign(size, Cell{Tag::Int, 0, static_cast<uint8_t>(zero ? 0 : 0xff), 0, 0});
  ObjId id = s_.next++;
  s_.objects[id] = std::move(o);
  if (image_.reuse && kind == Object::Heap) take_address(id);
  return id;
}

// Of a freed block, if no other block is there now; or one that nobody knows.
void Machine::take_address(ObjId block) {
  std::set<ObjId> left;
  for (auto& [id, o] : s_.objects)
    if (o->kind == Object::Heap && !o->alive) left.insert(s_.address(id));
  for (auto& [id, o] : s_.objects)
    if (o->kind == Object::Heap && o->alive) left.erase(s_.address(id));
  unsigned chosen = choices_.choose(static_cast<unsigned>(left.size()) + 1);
  if (chosen > 0) s_.addresses[block] = *std::next(left.begin(), chosen - 1);
}

void Machine::redirect(ObjId from, ObjId to) {
  auto value = [&](Value& v) {
    if (v.tag == Tag::Obj && v.id == from) v.id = to;
  };
  for (Thread& t : s_.threads) {
    value(t.result);
    for (Frame& f : t.frames)
      for (Value& v : f.locals) value(v);
  }
  std::vector<ObjId> holders;
  for (auto& [id, o] : s_.objects)
    for (const Cell& c : o->bytes)
      if (c.tag == Tag::Obj && c.id == from) {
        holders.push_back(id);
        break;
      }
  for (ObjId id : holders)
    for (Cell& c : writable(id).bytes)
      if (c.tag == Tag::Obj && c.id == from) c.id = to;
  reach_.reset();
}

void Machine::kill(ObjId id) {
  Object& o = writable(id);
  o.alive = false;
  o.bytes.clear();
}

Address Machine::resolve(const Value& v, uint64_t length) {
  if (v.undef) undefined("an uninitialised pointer is followed");
  if (v.tag == Tag::Int) undefined(v.bits == 0 ? "a null pointer is followed" : "a number is followed as a pointer");
  if (v.tag == Tag::Fn) undefined("a function is accessed as data");
  const Object& o = object(v.id);
  if (!o.alive) undefined("access to an object that no longer exists");
  if (o.external) unsupported("an object defined elsewhere");
  uint64_t size = o.bytes.size();
  if (v.bits > size || length > size - v.bits) undefined("access out of bounds");
  return {v.id, v.bits};
}

bool Machine::shared(ObjId id) {
  if (id < image_.statics.size()) return !p_.objects[id].constant;
  if (!reach_) {
    Reach r(s_);
    for (ObjId g = 0; g < image_.statics.size(); ++g) r.object(g);
    for (unsigned i = 0; i < s_.threads.size(); ++i) {
      if (i != slot_) r.thread(s_.threads[i]);
    }
    auto& order = r.close();
    reach_.emplace(order.begin(), order.end());
  }
  return reach_->count(id) != 0;
}

void Machine::touch(const Address& a, uint64_t length, bool write, bool atomic, const Ordering& order) {
  if (write && a.object < image_.statics.size() && p_.objects[a.object].constant) undefined("write to a constant");
  bool constant = a.object < image_.statics.size() && p_.objects[a.object].constant;
  if (write && watched_ == slot_) written.push_back(a.object);  // whatever becomes of it
  Access access{a.object, a.offset, length, write, atomic || depth_ > 0, depth_ > 0 ? Ordering{} : order};
  // State of a library model orders nothing, not even for fences around it.
  if (access.atomic && a.object < image_.statics.size() && !model::orders_threads(p_.objects[a.object]))
    access.order = {false, false, access.order.overwrites, true};
  if (length > 0 && !constant) deeds.push_back({Deed::Touch, slot_, 0, access});
  if (!recording_ || length == 0 || !shared(a.object)) return;
  accesses.push_back(access);
}

Value Machine::filled(Value v, unsigned width) const {
  if (!image_.fill || !v.undef) return v;
  for (unsigned at = 0; at < width; at += 8) v.bits |= v.undef & (uint64_t{*image_.fill} << at);
  if (width < 64) v.bits &= (uint64_t{1} << width) - 1;
  v.undef = 0;
  return v;
}

Value Machine::load(const Address& a, unsigned width) {
  const Object& o = object(a.object);
  unsigned n = width / 8;
  const Cell* c = &o.bytes[a.offset];
  Value out{c->tag, 0, 0, 0};
  if (c->tag == Tag::Int) {
    for (unsigned i = 0; i < n; ++i) {
      if (c[i].tag != Tag::Int) unsupported("part of a pointer is read");
      out.bits |= uint64_t{c[i].byte} << (8 * i);
      out.undef |= uint64_t{c[i].undef} << (8 * i);
    }
    return out;
  }
  if (width != p_.pointer_width) unsupported("part of a pointer is read");
  for (unsigned i = 0; i < n; ++i)
    if (c[i] != Cell{c->tag, static_cast<uint8_t>(i), 0, c->id, c->offset})
      unsupported("a pointer put together from parts is read");
  out.id = c->id;
  out.bits = c->offset;
  return out;
}

void Machine::store(const Address& a, unsigned width, const Value& v) {
  bool pointer = v.tag != Tag::Int;
  if (pointer && width != p_.pointer_width) unsupported("part of a pointer is written");
  Object& o = writable(a.object);
  for (unsigned i = 0; i < width / 8; ++i) {
    uint8_t byte = static_cast<uint8_t>(pointer ? i : v.bits >> (8 * i)),
            undef = static_cast<uint8_t>(v.undef >> (8 * i));
    o.bytes[a.offset + i] = pointer ? Cell{v.tag, byte, 0, v.id, v.bits} : Cell{Tag::Int, byte, undef, 0, 0};
  }
}

void Machine::memory_instruction(const Instr& in) {
  switch (in.kind) {
    case InstrKind::Load: {
      Address a = resolve(eval(in.a), in.width / 8);
      touch(a, in.width / 8, false, in.atomic(), ordering(in, false));
      return finish(in, filled(load(a, in.width), in.width));
    }
    case InstrKind::Store: {
      Address a = resolve(eval(in.a), in.width / 8);
      Value v = eval(in.b);
      touch(a, in.width / 8, true, in.atomic(), ordering(in, true));
      store(a, in.width, v);
      return finish(in);
    }
    case InstrKind::Rmw: return rmw(in);
    case InstrKind::CmpXchg: return compare_exchange(in);
    case InstrKind::Copy: return copy(in);
    case InstrKind::Fill: return fill(in);
    default: unsupported("instruction");
  }
}

namespace {
uint64_t combine(RmwOp op, uint64_t x, uint64_t y, unsigned width) {
  uint64_t sign = uint64_t{1} << (width - 1);
  bool less = x < y, signed_less = (x ^ sign) < (y ^ sign);
  switch (op) {
    case RmwOp::Xchg: return y;
    case RmwOp::Add: return x + y;
    case RmwOp::Sub: return x - y;
    case RmwOp::And: return x & y;
    case RmwOp::Or: return x | y;
    case RmwOp::Xor: return x ^ y;
    case RmwOp::Nand: return ~(x & y);
    case RmwOp::Max: return signed_less ? y : x;
    case RmwOp::Min: return signed_less ? x : y;
    case RmwOp::UMax: return less ? y : x;
    case RmwOp::UMin: return less ? x : y;
  }
  return 0;
}
}  // namespace

void Machine::rmw(const Instr& in) {
  Address a = resolve(eval(in.a), in.width / 8);
  Value operand = eval(in.b);
  touch(a, in.width / 8, true, in.atomic(), ordering(in, true));
  Value old = filled(load(a, in.width), in.width), fresh = operand;
  if (in.rmw != RmwOp::Xchg) {
    if (old.undef || operand.undef) undefined(kUninitialised);
    if (old.tag != Tag::Int || operand.tag != Tag::Int) unsupported("arithmetic on a pointer in memory");
    fresh.bits = combine(in.rmw, old.bits, operand.bits, in.width);
  }
  store(a, in.width, fresh);
  finish(in, old);
}

void Machine::compare_exchange(const Instr& in) {
  Address a = resolve(eval(in.a), in.width / 8);
  Value expected = eval(in.b), desired = eval(in.c), old = filled(load(a, in.width), in.width);
  bool same = equal(old, expected);
  old = filled(load(a, in.width), in.width);                      // equal pointers may be others now
  touch(a, in.width / 8, same, in.atomic(), ordering(in, same));  // a failed exchange is a read
  if (same) store(a, in.width, desired);
  if (in.dst2 != model::kNoLocal) set(in.dst2, integer(same));
  finish(in, old);
}

// How many bytes of a Copy or Fill the next step does: up to the next word boundary of the shared side.
uint64_t Machine::chunk(uint64_t total, const Address* shared_side) {
  uint64_t left = total - frame().progress;
  if (!shared_side) return left;
  uint64_t word = p_.pointer_width / 8;
  return std::min(left, word - (shared_side->offset + frame().progress) % word);
}

void Machine::copy(const Instr& in) {
  uint64_t total = number(in.c);
  if (total == 0) return finish(in);
  Address to = resolve(eval(in.a), total), from = resolve(eval(in.b), total);
  bool to_shared = shared(to.object), from_shared = shared(from.object);
  if (to_shared && from_shared) unsupported("a copy between two shared objects in one step");
  uint64_t n = chunk(total, depth_ ? nullptr : to_shared ? &to : from_shared ? &from : nullptr);
  uint64_t at = frame().progress;
  touch({from.object, from.offset + at}, n, false, false);
  touch({to.object, to.offset + at}, n, true, false);
  auto first = object(from.object).bytes.begin() + static_cast<int64_t>(from.offset + at);
  std::vector<Cell> bytes(first, first + static_cast<int64_t>(n));
  std::copy(bytes.begin(), bytes.end(), writable(to.object).bytes.begin() + static_cast<int64_t>(to.offset + at));
  frame().progress += n;
  if (frame().progress == total) finish(in);
}

void Machine::fill(const Instr& in) {
  uint64_t total = number(in.c);
  if (total == 0) return finish(in);
  Address to = resolve(eval(in.a), total);
  Value v = eval(in.b);
  if (v.tag != Tag::Int) unsupported("part of a pointer is written");
  uint64_t n = chunk(total, !depth_ && shared(to.object) ? &to : nullptr), at = frame().progress;
  touch({to.object, to.offset + at}, n, true, false);
  Object& o = writable(to.object);
  for (uint64_t i = 0; i < n; ++i)
    o.bytes[to.offset + at + i] = Cell{Tag::Int, static_cast<uint8_t>(v.bits), static_cast<uint8_t>(v.undef), 0, 0};
  frame().progress += n;
  if (frame().progress == total) finish(in);
}

void Machine::release(const Value& pointer) {
  Address a = resolve(pointer, 0);
  if (object(a.object).kind != Object::Heap || a.offset != 0) undefined("free of something that malloc did not return");
  touch(a, std::max<uint64_t>(1, object(a.object).bytes.size()), true, false);
  kill(a.object);
}

void Machine::heap_builtin(const Instr& in) {
  if (in.builtin == Builtin::Malloc)
    return finish(in, pointer_to(make_object(Object::Heap, number(in.args[0]), false)));
  if (in.builtin == Builtin::Calloc) {
    uint64_t n = number(in.args[0]), each = number(in.args[1]);
    if (each != 0 && n > ~uint64_t{0} / each) unsupported("an allocation of more than the address space");
    ObjId fresh = make_object(Object::Heap, n * each, true);
    touch({fresh, 0}, n * each, true, false);
    return finish(in, pointer_to(fresh));
  }
  Value old = eval(in.args[0]);
  if (in.builtin == Builtin::Free) {
    if (old != integer(0)) release(old);
    return finish(in);
  }
  if (in.builtin != Builtin::Realloc) unsupported(std::string("builtin ") + model::name(in.builtin));
  ObjId fresh = make_object(Object::Heap, number(in.args[1]), false);
  if (old != integer(0)) {
    std::vector<Cell> bytes = object(resolve(old, 0).object).bytes;
    release(old);
    if (image_.reuse && !s_.addresses.count(fresh) && choices_.choose(2)) s_.addresses[fresh] = s_.address(old.id);
    touch({fresh, 0}, std::min(bytes.size(), object(fresh).bytes.size()), true, false);
    bytes.resize(object(fresh).bytes.size(), Cell{Tag::Int, 0, 0xff, 0, 0});
    writable(fresh).bytes = bytes;
  }
  finish(in, pointer_to(fresh));
}

}  // namespace heddle::oracle
