// SPDX-License-Identifier: GPL-3.0-or-later
// Memory. Constant objects, objects that one thread alone can know, and everything while main is alone are followed directly, byte by
// byte. The rest becomes accesses of events.
#include <algorithm>

#include "engines/bmc/unwinding.h"

namespace heddle::bmc {

using model::Instr;
using model::InstrKind;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

namespace {
constexpr uint32_t kLargest = 1u << 16;  // bytes of an object
constexpr uint32_t kSmallest = 32;       // of an object whose size is not known: so many for each round of a loop
constexpr size_t kMostPositions = 1100;  // of an unknown offset that is followed directly
}  // namespace

uint32_t Unwinding::new_object(Instance&& o) {
  if (o.size > kLargest) throw Unsupported("an object of more than " + std::to_string(kLargest) + " bytes");
  o.held_as = o.abstract;
  objects.push_back(std::move(o));
  uint32_t id = static_cast<uint32_t>(objects.size() - 1);
  instances_[objects[id].abstract].push_back(id);
  address_of(id);  // there must be room
  return id;
}

// What is there before anybody writes, as the program's text has it.
Content Unwinding::content(const State& s, uint32_t o) const {
  auto it = s.memory.find(o);
  if (it != s.memory.end() && it->second) return it->second;
  Instance& object = const_cast<Unwinding*>(this)->objects[o];
  if (object.content) return object.content;
  if (object.size > kLargest) throw Unsupported("an object of more than " + std::to_string(kLargest) + " bytes");
  auto bytes = std::make_shared<std::vector<Byte>>(object.size, Byte{Circuit::constant(0, 8), kFalse});
  if (object.abstract < p_.objects.size()) {
    const model::Object& from = p_.objects[object.abstract];
    for (size_t k = 0; k < from.init.size() && k < bytes->size(); ++k) (*bytes)[k].bits = Circuit::constant(from.init[k], 8);
    for (const auto& r : from.relocations) {
      uint64_t address = r.to_function ? function_address(r.target) : uint64_t{r.target + 1} << offset_bits();
      address += static_cast<uint64_t>(r.addend);
      for (unsigned k = 0; k < p_.pointer_width / 8; ++k) (*bytes)[r.offset + k] = {Circuit::constant(address >> (8 * k), 8), kFalse, true};
    }
  } else {
    for (Byte& b : *bytes) b.undef = kTrue;
  }
  object.content = bytes;
  return bytes;
}

bool Unwinding::direct(const State& s, uint32_t o) const {
  const Instance& object = objects[o];
  if (object.constant) return true;
  if (object.synchronisation) return false;
  if (!object.shared) return true;
  return s.alone;
}

std::vector<uint32_t> Unwinding::candidates(const State&, const base::BitSet& abstract) const {
  std::vector<uint32_t> all;
  abstract.each([&](size_t a) {
    auto it = instances_.find(static_cast<uint32_t>(a));
    if (it == instances_.end()) return;
    for (uint32_t o : it->second)
      if (objects[o].shared || objects[o].constant || objects[o].owner == static_cast<int>(thread_) || objects[o].owner < 0) all.push_back(o);
  });
  return all;
}

std::vector<Unwinding::Target> Unwinding::targets(State& s, const Value& address, model::ExprId expr, uint64_t bytes) {
  use(s, address);
  const unsigned low = offset_bits();
  Bits offset = Circuit::cut(address.bits, low), name(address.bits.begin() + low, address.bits.end());
  std::vector<uint32_t> possible;
  if (Circuit::is_constant(name)) {
    uint64_t o = Circuit::constant_value(name);
    if (o != 0 && o < objects.size()) possible.push_back(static_cast<uint32_t>(o));
  } else {
    base::BitSet abstract = points_to_.objects(s.frames.back().proc, expr);
    possible = candidates(s, abstract);
    // An object that another thread makes later could be meant, too.
    abstract.each([&](size_t a) {
      if (a >= p_.objects.size() && points_to_.may_be_shared(static_cast<uint32_t>(a)) && !s.alone) late_.push_back({static_cast<uint32_t>(a), thread_});
    });
  }
  std::vector<Target> out;
  Lit covered = kFalse;
  for (uint32_t o : possible) {
    Lit match = c_.eq(name, Circuit::constant(o, static_cast<unsigned>(name.size())));
    Lit inside = kFalse;
    if (objects[o].size >= bytes) inside = c_.ule(offset, Circuit::constant(objects[o].size - bytes, low));
    if (!objects[o].extent.empty()) inside = c_.and_(inside, c_.ule(c_.add(offset, Circuit::constant(bytes, low)), objects[o].extent));
    match = c_.and_(match, inside);
    if (match == kFalse) continue;
    if (objects[o].abstract < p_.objects.size() && p_.objects[objects[o].abstract].external) {
      unmodelled.insert(objects[o].name);
      flag(s, c_.and_(s.guard, match));
    }
    if (auto freed = s.freed.find(o); freed != s.freed.end()) flag(s, c_.all({s.guard, match, freed->second}));
    covered = c_.or_(covered, match);
    out.push_back({o, match, offset});
  }
  flag(s, c_.and_(s.guard, ~covered));
  return out;
}

Value Unwinding::read_content(const Content& content, const Bits& offset, unsigned bytes) {
  auto at = [&](uint64_t position) {
    Value v;
    for (unsigned k = 0; k < bytes; ++k) {
      const Byte& b = (*content)[position + k];
      v.bits.insert(v.bits.end(), b.bits.begin(), b.bits.end());
      v.undef = c_.or_(v.undef, b.undef);
    }
    return v;
  };
  if (Circuit::is_constant(offset)) return at(Circuit::constant_value(offset));
  size_t step = bytes;  // unaligned unknown offsets are cut off below
  if (content->size() / step > kMostPositions) throw Unsupported("an unknown index into a large array");
  Value v = at(0);
  for (uint64_t position = step; position + bytes <= content->size(); position += step) {
    Lit here = c_.eq(offset, Circuit::constant(position, static_cast<unsigned>(offset.size())));
    if (here == kFalse) continue;
    Value other = at(position);
    v = {c_.ite(here, other.bits, v.bits), c_.ite(here, other.undef, v.undef)};
  }
  return v;
}

// Is there a part of an address?
Lit Unwinding::has_address(const Content& c, const Bits& offset, unsigned bytes) {
  auto at = [&](uint64_t position) {
    bool found = false;
    for (uint64_t k = position; k < std::min<uint64_t>(position + bytes, c->size()); ++k) found |= (*c)[k].address;
    return found;
  };
  if (Circuit::is_constant(offset)) return at(Circuit::constant_value(offset)) ? kTrue : kFalse;
  smt::Clause places;
  for (uint64_t position = 0; position < c->size(); position += bytes)
    if (at(position)) places.push_back(c_.eq(offset, Circuit::constant(position, static_cast<unsigned>(offset.size()))));
  return c_.any(places);
}

// Are some of the bytes of an address, and others not?
Lit Unwinding::has_part_of_address(const Content& c, const Bits& offset, unsigned bytes) {
  smt::Clause places;
  each_position(offset, bytes, static_cast<uint32_t>(c->size()), [&](uint64_t position) {
    bool some = false, all = true;
    for (uint64_t k = position; k < std::min<uint64_t>(position + bytes, c->size()); ++k) some |= (*c)[k].address, all &= (*c)[k].address;
    if (some && !all) places.push_back(c_.eq(offset, Circuit::constant(position, static_cast<unsigned>(offset.size()))));
  });
  return c_.any(places);
}

Content Unwinding::write_content(const Content& before, const Bits& offset, const Value& v, Lit when, bool address) {
  unsigned bytes = static_cast<unsigned>(v.bits.size() / 8);
  auto after = std::make_shared<std::vector<Byte>>(*before);
  auto put = [&](uint64_t position, Lit here) {
    for (unsigned k = 0; k < bytes; ++k) {
      Byte& b = (*after)[position + k];
      Bits part(v.bits.begin() + 8 * k, v.bits.begin() + 8 * k + 8);
      b = {c_.ite(here, part, b.bits), c_.ite(here, v.undef, b.undef), address || (b.address && here != kTrue)};
    }
  };
  if (Circuit::is_constant(offset)) {
    put(Circuit::constant_value(offset), when);
    return after;
  }
  if (before->size() / bytes > kMostPositions) throw Unsupported("an unknown index into a large array");
  for (uint64_t position = 0; position + bytes <= before->size(); position += bytes) {
    Lit here = c_.eq(offset, Circuit::constant(position, static_cast<unsigned>(offset.size())));
    if (here != kFalse) put(position, c_.and_(when, here));
  }
  return after;
}

// May an address be stored where this one points?
bool Unwinding::may_hold_address(const State& s, model::ExprId address) const {
  bool found = false;
  points_to_.objects(s.frames.back().proc, address).each([&](size_t o) { found |= points_to_.may_hold_address(static_cast<uint32_t>(o)); });
  return found;
}

namespace {
// The offset is a multiple of the size: otherwise the element-wise view above would be wrong.
Lit misaligned(Circuit& c, const Bits& offset, unsigned bytes) {
  smt::Clause low;
  for (unsigned k = 0; (1u << k) < bytes && k < offset.size(); ++k) low.push_back(offset[k]);
  return Circuit::is_constant(offset) ? kFalse : c.any(low);
}
}  // namespace

// What main does to an object before anything synchronises there is undone by the initialisation.
void Unwinding::note_plain(const State& s, const Target& t, unsigned bytes) {
  if (s.alone && !cells_.count(t.object)) return;
  std::vector<Plain>& all = plain_[t.object];
  auto same = [&](const Plain& p) { return p.offset == t.offset && p.bytes == bytes && Circuit::is_constant(t.offset); };
  if (std::any_of(all.begin(), all.end(), same)) return;
  all.push_back({t.offset, bytes, c_.and_(s.guard, t.match), place(s)});
}

// Where something synchronises, bytes have no meaning here.
void Unwinding::look_for_locks_in_memory() {
  for (const auto& [object, cells] : cells_) {
    auto it = plain_.find(object);
    if (it == plain_.end()) continue;
    for (const Plain& p : it->second)
      for (const Cell& cell : cells) {
        unsigned low = offset_bits();
        Lit overlap = c_.or_(c_.ult(c_.sub(cell.offset, p.offset), Circuit::constant(p.bytes, low)), c_.ult(c_.sub(p.offset, cell.offset), Circuit::constant(4, low)));
        if (overlap == kTrue && Circuit::is_constant(p.offset)) throw Unsupported("a lock or semaphore that is also accessed as memory");
        doubt(c_.all({overlap, p.when, cell.match}), p.at);
      }
  }
}

Value Unwinding::load(State& s, model::ExprId address, unsigned width, const Instr* i) {
  int event = -1;
  return load_at(s, eval(s, address), address, width, i, event);
}

// All accesses belong to one event, which is made when the first one needs it.
Value Unwinding::load_at(State& s, const Value& a, model::ExprId expr, unsigned width, const Instr* i, int& event) {
  unsigned bytes = width / 8;
  Value result{Circuit::constant(0, width), kFalse};
  bool first = true, asked = false;
  Value unknown;
  const std::vector<Target> all = targets(s, a, expr, bytes);
  for (const Target& t : all) {
    note_plain(s, t, bytes);
    flag(s, c_.and_(s.guard, c_.and_(t.match, misaligned(c_, t.offset, bytes))));
    Value v;
    bool settled = objects[t.object].shared && !objects[t.object].synchronisation && !plan_.written.count(objects[t.object].abstract);
    bool known = direct(s, t.object);
    bool narrow = width != p_.pointer_width;  // parts of addresses, or several
    if (known || (settled && settled_ && !plan_.several_starts)) {
      Content from = content(known ? s : *settled_, t.object);
      if (narrow) flag(s, c_.all({s.guard, t.match, has_address(from, t.offset, bytes)}));
      else flag(s, c_.all({s.guard, t.match, has_part_of_address(from, t.offset, bytes)}));
      v = read_content(from, t.offset, bytes);
    } else {
      if (event < 0) event = static_cast<int>(add_event(s, i));
      if (!asked) unknown = unknown_in(all, bytes);
      asked = true;
      Access r;
      r.event = static_cast<uint32_t>(event);
      r.guard = c_.and_(s.guard, t.match);
      r.object = t.object;
      r.offset = t.offset;
      r.bytes = bytes;
      unknown.handle |= plan_.handles.count(objects[t.object].abstract) != 0;
      r.value = unknown;
      r.address = narrow;
      r.atomic = i && i->atomic();
      accesses.push_back(r);
      v = unknown;
    }
    v.handle |= plan_.handles.count(objects[t.object].abstract) != 0;
    result = first ? v : Value{c_.ite(t.match, v.bits, result.bits), c_.ite(t.match, v.undef, result.undef), v.handle || result.handle};
    first = false;
  }
  result.handle &= width == p_.pointer_width;
  return result;
}

// What may be read from one of these places, as far as the plan knows.
template <class Place>
Value Unwinding::unknown_in(const std::vector<Place>& places, unsigned bytes) {
  std::vector<HeldByte> held(bytes);
  for (const Place& t : places) {
    asked_.insert(t.object);
    auto it = plan_.held.find(objects[t.object].held_as);
    if (it == plan_.held.end()) continue;
    each_position(t.offset, bytes, objects[t.object].size, [&](uint64_t at) {
      for (unsigned k = 0; k < bytes; ++k) held[k].add(it->second.at(at + k));
    });
  }
  Value v;
  for (const HeldByte& b : held) {
    for (unsigned bit = 0; bit < 8; ++bit) v.bits.push_back(!(b.ones >> bit & 1) ? kFalse : !(b.zeros >> bit & 1) ? kTrue : c_.solver().new_literal());
    if (b.undef && v.undef == kFalse) v.undef = c_.solver().new_literal();
  }
  return v;
}

template Value Unwinding::unknown_in(const std::vector<Target>&, unsigned);
template Value Unwinding::unknown_in(const std::vector<Cell>&, unsigned);

void Unwinding::note_held_bits() {
  auto note = [&](const Content& content, HeldBits& held) {
    for (size_t k = 0; k < content->size(); ++k) held.note(k, (*content)[k].bits, 0, (*content)[k].undef);
  };
  for (uint32_t o : asked_) note(initial(o), learnt_.held[objects[o].held_as]);
  for (const Access& a : accesses) {
    if (!a.write || a.attempt || a.guard == kFalse) continue;
    auto it = learnt_.held.find(objects[a.object].held_as);
    if (it == learnt_.held.end()) continue;
    if (a.content) {
      note(a.content, it->second);
      continue;
    }
    each_position(a.offset, a.bytes, objects[a.object].size, [&](uint64_t at) {
      for (unsigned k = 0; k < a.bytes; ++k) it->second.note(at + k, a.value.bits, 8 * k, a.value.undef);
    });
  }
}

void Unwinding::store(State& s, model::ExprId address, unsigned width, const Value& v, const Instr* i, bool may_be_address) {
  int event = part_of_;
  store_at(s, eval(s, address), address, width, v, i, event, may_be_address);
}

void Unwinding::store_at(State& s, const Value& a, model::ExprId expr, unsigned width, const Value& v, const Instr* i, int& event, bool may_be_address) {
  unsigned bytes = width / 8;
  may_be_address &= could_be_address(v);
  for (const Target& t : targets(s, a, expr, bytes)) {
    note_plain(s, t, bytes);
    flag(s, c_.and_(s.guard, c_.and_(t.match, misaligned(c_, t.offset, bytes))));
    if (objects[t.object].constant) {
      flag(s, c_.and_(s.guard, t.match));
      continue;
    }
    change(s);
    if (v.handle) learnt_.handles.insert(objects[t.object].abstract);
    if (direct(s, t.object)) {
      s.memory[t.object] = write_content(content(s, t.object), t.offset, v, t.match, may_be_address || v.handle);
      continue;
    }
    if (event < 0) event = static_cast<int>(add_event(s, i));
    learnt_.written.insert(objects[t.object].abstract);
    Access w;
    w.event = static_cast<uint32_t>(event);
    w.guard = c_.and_(s.guard, t.match);
    w.object = t.object;
    w.offset = t.offset;
    w.bytes = bytes;
    w.write = true;
    w.value = v;
    w.address = may_be_address || v.handle;
    w.atomic = i && i->atomic();
    accesses.push_back(w);
  }
}

// Atomic read and write in one event.
void Unwinding::update(State& s, const Instr& i) {
  unsigned bytes = i.width / 8;
  size_t before = events.size();
  Value old = load(s, i.a, i.width, &i);
  Value operand = eval(s, i.b);
  operand.bits = c_.extend(operand.bits, i.width, false);
  Value next = old;
  Lit writes = kTrue;
  if (i.kind == InstrKind::Rmw) {
    const Bits &x = old.bits, &y = operand.bits;
    if (i.rmw != model::RmwOp::Xchg) {
      use(s, old);
      use(s, operand);
      next.undef = kFalse;
      bool sum = i.rmw == model::RmwOp::Add || i.rmw == model::RmwOp::Sub;
      if (!sum) flag(s, c_.and_(s.guard, is_address(s.frames.back().proc, i.b, operand)));
    }
    switch (i.rmw) {
      case model::RmwOp::Xchg: next = operand; break;
      case model::RmwOp::Add: next.bits = c_.add(x, y); break;
      case model::RmwOp::Sub: next.bits = c_.sub(x, y); break;
      case model::RmwOp::And: next.bits = c_.and_(x, y); break;
      case model::RmwOp::Or: next.bits = c_.or_(x, y); break;
      case model::RmwOp::Xor: next.bits = c_.xor_(x, y); break;
      case model::RmwOp::Nand: next.bits = c_.not_(c_.and_(x, y)); break;
      case model::RmwOp::Max: next.bits = c_.ite(c_.slt(x, y), y, x); break;
      case model::RmwOp::Min: next.bits = c_.ite(c_.slt(x, y), x, y); break;
      case model::RmwOp::UMax: next.bits = c_.ite(c_.ult(x, y), y, x); break;
      case model::RmwOp::UMin: next.bits = c_.ite(c_.ult(x, y), x, y); break;
    }
  } else {
    use(s, old);
    use(s, operand);
    writes = c_.eq(old.bits, operand.bits);
    next = eval(s, i.c);
    next.bits = c_.extend(next.bits, i.width, false);
    assign(s, i.dst2, {{writes}, kFalse});
  }
  assign(s, i.dst, old);
  model::ProcId here = s.frames.back().proc;
  bool address = could_be_address(next) && (holds_address(here, i.b) || (i.kind == InstrKind::CmpXchg && holds_address(here, i.c)) || may_hold_address(s, i.a));
  const uint64_t version = s.version;
  const Lit attempted = writes;
  if (old.undef == kFalse && next.undef == kFalse) writes = c_.and_(writes, ~c_.eq(old.bits, next.bits));  // what was there already
  Value a = eval(s, i.a);
  int event = events.size() > before ? static_cast<int>(events.size() - 1) : -1;
  for (const Target& t : targets(s, a, i.a, bytes)) {
    if (objects[t.object].constant) {
      flag(s, c_.and_(s.guard, t.match));
      continue;
    }
    Lit when = c_.and_(t.match, writes);
    if (when == kFalse) continue;
    change(s);
    if (direct(s, t.object)) {
      s.memory[t.object] = write_content(content(s, t.object), t.offset, next, when, address);
      continue;
    }
    if (event < 0) event = static_cast<int>(add_event(s, &i));
    learnt_.written.insert(objects[t.object].abstract);
    Access w;
    w.event = static_cast<uint32_t>(event);
    w.guard = c_.and_(s.guard, when);
    w.object = t.object;
    w.offset = t.offset;
    w.bytes = bytes;
    w.write = true;
    w.value = next;
    w.address = address;
    w.atomic = true;
    accesses.push_back(w);
  }
  if (s.version != version) s.soft = {attempted, writes, version, s.version};
}

// Are all of these bytes initialised under the same condition?
bool Unwinding::evenly_initialised(const State& s, uint64_t address, unsigned bytes) const {
  uint64_t object = address >> offset_bits(), at = address & ((uint64_t{1} << offset_bits()) - 1);
  if (object == 0 || object >= objects.size() || !direct(s, static_cast<uint32_t>(object))) return true;
  Content c = content(s, static_cast<uint32_t>(object));
  for (uint64_t k = at + 1; k < std::min<uint64_t>(at + bytes, c->size()); ++k)
    if ((*c)[k].undef != (*c)[at].undef) return false;
  return true;
}

// Word by word, as the step does it; in smaller pieces where it is not known how the words lie.
void Unwinding::copy(State& s, const Instr& i) {
  change(s);
  uint64_t size = constant(s, i.c, "the size of a block of memory");
  const unsigned word = p_.pointer_width / 8;
  if (size > 4096) throw Unsupported("a block of more than 4096 bytes");
  bool copies = i.kind == InstrKind::Copy;
  Value to = eval(s, i.a), from = copies ? eval(s, i.b) : Value{}, byte = copies ? Value{} : eval(s, i.b);
  bool known = Circuit::is_constant(to.bits) && (!copies || Circuit::is_constant(from.bits));
  const uint64_t low = (uint64_t{1} << offset_bits()) - 1;
  auto offset_of = [&](const Value& a) { return Circuit::is_constant(a.bits) ? Circuit::constant_value(a.bits) & low : 0; };
  pieces_.clear();
  size_t before = events.size();
  if (size == 0) return;
  // The block is within its objects as a whole.
  auto check = [&](const Value& a, model::ExprId expr) {
    bool shared = false;
    for (const Target& t : targets(s, a, expr, size)) shared |= !direct(s, t.object);
    return shared;
  };
  bool to_shared = check(to, i.a), addresses = copies && may_hold_address(s, i.b);
  if (copies) check(from, i.b);
  for (uint64_t done = 0; done < size;) {
    uint64_t at = offset_of(to_shared || !copies ? to : from) + done;
    unsigned chunk = known ? static_cast<unsigned>(std::min<uint64_t>(size - done, word - at % word)) : size % word == 0 ? word : size % 4 == 0 ? 4 : 1;
    while (chunk & (chunk - 1)) chunk &= chunk - 1;  // a power of two
    while (known && copies && chunk > 1 && !evenly_initialised(s, Circuit::constant_value(from.bits) + done, chunk)) chunk /= 2;  // padding
    auto behind = [&](const Value& a) { return Value{c_.add(a.bits, Circuit::constant(done, p_.pointer_width)), a.undef}; };
    int event = -1;
    Value v;
    if (!copies) {
      for (unsigned k = 0; k < chunk; ++k) v.bits.insert(v.bits.end(), byte.bits.begin(), byte.bits.begin() + 8);
      v.undef = byte.undef;
    } else {
      v = load_at(s, behind(from), i.b, 8 * chunk, &i, event);
    }
    store_at(s, behind(to), i.a, 8 * chunk, v, &i, event, addresses && chunk == word);
    if (event >= 0) pieces_.push_back(chunk);
    done += chunk;
  }
  if (events.size() == before) pieces_ = {size};
}

// Main starts its first thread: what it has written so far becomes a write of whole objects, before everything others do.
void Unwinding::settle(State& s) {
  if (!s.alone) return;
  change(s);
  s.alone = false;
  uint32_t event = add_event(s, nullptr);
  if (settled_) learnt_.several_starts = true;
  settled_ = std::make_shared<State>(s);
  settled_->alone = true;
  for (auto it = s.memory.begin(); it != s.memory.end();) {
    if (!objects[it->first].shared) {
      ++it;
      continue;
    }
    Access w;
    w.event = event;
    w.guard = s.guard;
    w.object = it->first;
    w.write = true;
    w.content = it->second ? it->second : content(s, it->first);
    accesses.push_back(w);
    it = s.memory.erase(it);
  }
  for (auto& [o, freed] : s.freed) {
    if (!objects[o].shared) continue;
    learnt_.written.insert(objects[o].abstract);
    free_of.push_back({static_cast<uint32_t>(frees.size()), o, {}});
    frees.emplace_back(c_.and_(s.guard, freed), event);
  }
}

Bits Unwinding::wanted_size(State& s, const Instr& i) {
  bool heap = i.kind == InstrKind::Builtin;
  if (!heap) return c_.extend(number(s, i.a), 64, false);
  if (i.builtin == model::Builtin::Realloc) return c_.extend(number(s, i.args[1]), 64, false);
  Bits size = c_.extend(number(s, i.args[0]), 64, false);
  if (i.builtin == model::Builtin::Malloc) return size;
  Bits each = c_.extend(number(s, i.args[1]), 64, false), limit = Circuit::constant(uint64_t{1} << 31, 64);
  Lit small = c_.and_(c_.ult(size, limit), c_.ult(each, limit));  // otherwise the product could be anything
  if (small == kFalse) throw Unsupported("a very large block of memory");
  flag(s, c_.and_(s.guard, ~small));
  return c_.mul(size, each);
}

// A size that is not known is followed up to a bound, as loops are.
void Unwinding::allocate(State& s, const Instr& i) {
  using model::Builtin;
  change(s);
  bool heap = i.kind == InstrKind::Builtin;
  Bits wanted = wanted_size(s, i);
  bool known = Circuit::is_constant(wanted);
  uint64_t size = known ? Circuit::constant_value(wanted) : std::min<uint64_t>(kSmallest * bound_.rounds, kLargest);
  if (!known) {
    Lit fits = c_.ule(wanted, Circuit::constant(size, 64));
    State beyond = s;
    beyond.guard = c_.and_(s.guard, ~fits);
    if (beyond.guard != kFalse) cut(beyond);
    s.guard = c_.and_(s.guard, fits);
  }
  Instance o;
  o.abstract = static_cast<uint32_t>(p_.objects.size()) + i.site;
  o.size = static_cast<uint32_t>(std::min<uint64_t>(size, kLargest + 1));
  o.shared = points_to_.may_be_shared(o.abstract);
  o.owner = static_cast<int>(thread_);
  o.name = p_.sites[i.site].name;
  auto bytes = std::make_shared<std::vector<Byte>>(o.size <= kLargest ? o.size : 0, Byte{Circuit::constant(0, 8), heap && i.builtin == Builtin::Calloc ? kFalse : kTrue});
  o.content = bytes;
  if (!known) o.extent = Circuit::cut(wanted, offset_bits());
  if (!o.shared || s.alone) {
    uint32_t made = new_object(std::move(o));
    if (!heap) s.frames.back().variables.push_back(made);
    return assign(s, i.dst, address_of(made));
  }
  Made m{thread_, o.abstract, o.size, heap && i.builtin == Builtin::Calloc, !known};
  learnt_.made.push_back(m);
  for (size_t k = 0; k < taken_.size(); ++k)
    if (!taken_[k] && plan_.made[k] == m) {
      taken_[k] = true;
      if (!known) c_.implies_equal(s.guard, objects[pool_first_ + k].extent, o.extent);
      if (!heap) s.frames.back().variables.push_back(pool_first_ + static_cast<uint32_t>(k));
      return assign(s, i.dst, address_of(pool_first_ + static_cast<uint32_t>(k)));
    }
  for (const auto& [abstract, thread] : late_) late_object_ |= abstract == o.abstract && thread != thread_;
  uint32_t made = new_object(std::move(o));
  if (!heap) s.frames.back().variables.push_back(made);
  assign(s, i.dst, address_of(made));
}

// A new block, what was in the old one, and the end of that.
void Unwinding::reallocate(State& s, const Instr& i) {
  Bits wanted = wanted_size(s, i);
  if (!Circuit::is_constant(wanted) || Circuit::constant_value(wanted) == 0) throw Unsupported("realloc to an unknown size or to no bytes");
  uint64_t size = Circuit::constant_value(wanted);
  if (size > 4096) throw Unsupported("a block of more than 4096 bytes");
  const unsigned word = p_.pointer_width / 8;
  Value old = eval(s, i.args[0]);
  Lit null = c_.eq(old.bits, Circuit::constant(0, p_.pointer_width));
  State some = s;  // only looks
  some.guard = c_.and_(s.guard, ~null);
  std::vector<Target> from = targets(some, old, i.args[0], 0);
  std::vector<std::pair<unsigned, Value>> pieces;
  bool addresses = may_hold_address(s, i.args[0]);
  for (uint64_t at = 0; at < size;) {
    uint64_t left = size - at;
    for (const Target& t : from)
      if (objects[t.object].size > at) left = std::min<uint64_t>(left, objects[t.object].size - at);
    unsigned piece = static_cast<unsigned>(std::min<uint64_t>(word, left));
    while (piece & (piece - 1)) piece &= piece - 1;
    Value v{Circuit::constant(0, 8 * piece), kTrue};
    for (const Target& t : from) {
      if (objects[t.object].size < at + piece) continue;
      State one = some;
      one.guard = c_.and_(some.guard, t.match);
      int event = -1;
      Value there{c_.add(address_of(t.object).bits, Circuit::constant(at, p_.pointer_width)), kFalse};
      Value x = load_at(one, there, i.args[0], 8 * piece, &i, event);
      v = {c_.ite(t.match, x.bits, v.bits), c_.ite(t.match, x.undef, v.undef)};
    }
    pieces.emplace_back(piece, v);
    at += piece;
  }
  free_block(s, i);
  allocate(s, i);
  Value fresh = *s.frames.back().locals.at(i.dst);
  uint64_t at = 0;
  for (const auto& [piece, v] : pieces) {
    int event = -1;
    store_at(s, {c_.add(fresh.bits, Circuit::constant(at, p_.pointer_width)), kFalse}, i.args[0], 8 * piece, v, &i, event, addresses && piece == word);
    at += piece;
  }
}

void Unwinding::free_block(State& s, const Instr& i) {
  change(s);
  Value a = eval(s, i.args[0]);
  Lit null = c_.eq(a.bits, Circuit::constant(0, p_.pointer_width));
  State rest = s;
  rest.guard = c_.and_(s.guard, ~null);
  std::vector<Target> all = targets(rest, a, i.args[0], 0);
  uint32_t event = add_event(s, &i);
  for (const Target& t : all) {
    bool heap = objects[t.object].abstract >= p_.objects.size() && p_.sites[objects[t.object].abstract - p_.objects.size()].kind == model::Site::Heap;
    Lit start = c_.eq(t.offset, Circuit::constant(0, offset_bits()));
    if (!heap) start = kFalse;
    flag(rest, c_.and_(rest.guard, c_.and_(t.match, ~start)));
    if (direct(s, t.object)) {
      Lit& freed = s.freed.try_emplace(t.object, kFalse).first->second;
      freed = c_.or_(freed, c_.and_(t.match, ~null));
      continue;
    }
    learnt_.written.insert(objects[t.object].abstract);
    free_of.push_back({static_cast<uint32_t>(frees.size()), t.object, {}});
    frees.emplace_back(c_.and_(rest.guard, t.match), event);
  }
}

}  // namespace heddle::bmc
