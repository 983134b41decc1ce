// SPDX-License-Identifier: GPL-3.0-or-later
// Memory. Constant objects, objects that one thread alone can know, and everything while main is alone are followed
// directly, byte by byte. The rest becomes accesses of events.
#include <algorithm>

#include "engines/order/contents.h"
#include "engines/order/unwinding.h"

namespace heddle::order {

using model::Instr;
using model::InstrKind;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

uint32_t Unwinding::new_object(Instance&& o) {
  if (o.size > kLargest) throw Unsupported("an object of more than " + std::to_string(kLargest) + " bytes");
  o.held_as = o.abstract;
  objects.push_back(std::move(o));
  uint32_t id = static_cast<uint32_t>(objects.size() - 1);
  instances_[objects[id].abstract].push_back(id);
  layout_.address_of(id);  // there must be room
  return id;
}

// What is there before anybody writes, as the program's text has it.
Content Unwinding::content(const State& s, uint32_t o) const {
  auto it = s.memory.find(o);
  if (it != s.memory.end() && it->second) return it->second;
  Instance& object = const_cast<Unwinding*>(this)->objects[o];
  if (object.content) return object.content;
  if (object.size > kLargest) throw Unsupported("an object of more than " + std::to_string(kLargest) + " bytes");
  auto bytes = std::make_shared<std::vector<Byte>>(object.size, symbolic::constant_byte(0));
  if (object.abstract < p_.objects.size()) {
    const model::Object& from = p_.objects[object.abstract];
    for (size_t k = 0; k < from.init.size() && k < bytes->size(); ++k)
      (*bytes)[k] = symbolic::constant_byte(from.init[k]);
    for (const auto& r : from.relocations) {
      uint64_t address = r.to_function ? layout_.function_address(r.target) : layout_.address(r.target + 1);
      address += static_cast<uint64_t>(r.addend);
      for (unsigned k = 0; k < p_.pointer_width / 8; ++k)
        (*bytes)[r.offset + k] = symbolic::constant_byte(address >> (8 * k), kFalse, kTrue);
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

std::vector<uint32_t> Unwinding::candidates(const base::BitSet& abstract) const {
  std::vector<uint32_t> all;
  abstract.each([&](size_t a) {
    auto it = instances_.find(static_cast<uint32_t>(a));
    if (it == instances_.end()) return;
    for (uint32_t o : it->second)
      if (objects[o].shared || objects[o].constant || objects[o].owner == static_cast<int>(thread_) ||
          objects[o].owner < 0)
        all.push_back(o);
  });
  return all;
}

std::vector<Target> Unwinding::targets(State& s, const Value& address, model::ExprId expr, uint64_t bytes) {
  use(s, address);
  if (address.wide != kFalse)  // a number as an address
    flag(s, c_.and_(address.wide, layout_.names_object(address)));
  const unsigned low = layout_.offset_bits();
  Bits offset = Circuit::cut(address.bits, low), name(address.bits.begin() + low, address.bits.end());
  std::vector<uint32_t> possible;
  if (Circuit::is_constant(name)) {
    uint64_t o = Circuit::constant_value(name);
    // A number that happens to look like the address of an object is not one. realloc fills the block it makes.
    const Frame& f = s.frames.back();
    const Instr& i = p_.procedures[f.proc].code[f.pc];
    const bool fills = i.kind == InstrKind::Builtin && i.builtin == model::Builtin::Realloc;
    auto allows = [&](uint32_t abstract) {
      return evaluator_.pointees(f.proc, expr).has(abstract) ||
             (fills && abstract == analysis::abstract_site(p_, i.site));
    };
    const bool meant = o != 0 && o < objects.size() && allows(objects[o].abstract);
    if (meant) possible.push_back(static_cast<uint32_t>(o));
  } else {
    const base::BitSet& abstract = evaluator_.pointees(s.frames.back().proc, expr);
    possible = candidates(abstract);
    // An object that another thread makes later could be meant, too.
    abstract.each([&](size_t a) {
      if (a >= p_.objects.size() && points_to_.may_be_shared(static_cast<uint32_t>(a)) && !s.alone)
        late_.push_back({static_cast<uint32_t>(a), thread_});
    });
  }
  std::vector<Target> out;
  Lit covered = kFalse;
  for (uint32_t o : possible) {
    Lit match = c_.eq(name, Circuit::constant(o, static_cast<unsigned>(name.size())));
    Lit inside = kFalse;
    if (objects[o].size >= bytes) inside = c_.ule(offset, Circuit::constant(objects[o].size - bytes, low));
    if (!objects[o].extent.empty())
      inside = c_.and_(inside, c_.ule(c_.add(offset, Circuit::constant(bytes, low)), objects[o].extent));
    match = c_.and_(match, inside);
    if (match == kFalse) continue;
    if (objects[o].abstract < p_.objects.size() && p_.objects[objects[o].abstract].external) {
      unmodelled.insert("content of " + objects[o].name);
      flag(s, match);
    }
    if (auto freed = s.freed.find(o); freed != s.freed.end()) flag(s, c_.and_(match, freed->second));
    covered = c_.or_(covered, match);
    out.push_back({o, match, offset});
  }
  flag(s, ~covered);
  return out;
}

namespace {
// The offset is a multiple of the size: otherwise the element-wise view above would be wrong.
Lit misaligned(Circuit& c, const Bits& offset, unsigned bytes) {
  smt::Clause low;
  for (unsigned k = 0; (1u << k) < bytes && k < offset.size(); ++k) low.push_back(offset[k]);
  return Circuit::is_constant(offset) ? kFalse : c.any(low);
}
}  // namespace

// A word that is not where words are could be parts of two addresses.
bool Unwinding::is_askew(const Target& t, unsigned width) const {
  return width == p_.pointer_width && Circuit::is_constant(t.offset) &&
         Circuit::constant_value(t.offset) % (width / 8) != 0;
}

// What main does to an object before anything synchronises there is undone by the initialisation.
void Unwinding::note_plain(const State& s, const Target& t, unsigned bytes) {
  if (s.alone && !cells_.count(t.object)) return;
  std::vector<Plain>& all = plain_[t.object];
  auto same = [&](const Plain& p) {
    return p.offset == t.offset && p.bytes == bytes && Circuit::is_constant(t.offset);
  };
  if (std::any_of(all.begin(), all.end(), same)) return;
  all.push_back({t.offset, bytes, c_.and_(s.guard, t.match), place(s)});
}

// Where something synchronises, bytes have no meaning here.
void Unwinding::look_for_locks_in_memory() {
  for (const auto& [object, cells] : cells_) {
    auto it = plain_.find(object);
    if (it == plain_.end()) continue;
    for (const Plain& p : it->second) {
      if (stop_ && stop_()) throw Unsupported("out of time");
      for (const auto& [cell, bytes] : cells) {
        unsigned low = layout_.offset_bits();
        Lit overlap = c_.or_(c_.ult(c_.sub(cell.offset, p.offset), Circuit::constant(p.bytes, low)),
                             c_.ult(c_.sub(p.offset, cell.offset), Circuit::constant(bytes, low)));
        if (overlap == kTrue && Circuit::is_constant(p.offset))
          throw Unsupported("a lock or semaphore that is also accessed as memory");
        doubt(c_.all({overlap, p.when, cell.match}), p.at);
      }
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
    flag(s, c_.and_(t.match, misaligned(c_, t.offset, bytes)));
    if (is_askew(t, width) && points_to_.may_hold_address(objects[t.object].abstract)) flag(s, t.match);
    Value v;
    bool settled = objects[t.object].shared && !objects[t.object].synchronisation &&
                   !plan_.written.count(objects[t.object].abstract);
    bool known = direct(s, t.object);
    bool narrow = width != p_.pointer_width;  // parts of addresses, or several
    if (known || (settled && settled_ && !plan_.several_starts)) {
      Content from = content(known ? s : *settled_, t.object);
      if (narrow)
        flag(s, c_.and_(t.match, has_address(c_, from, t.offset, bytes)));
      else
        flag(s, c_.and_(t.match, has_part_of_address(c_, from, t.offset, bytes)));
      v = read_content(c_, from, t.offset, bytes);
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
      if (is_wide(t, bytes)) unknown.wide = kTrue;
      r.value = unknown;
      r.address = narrow;
      r.atomic = i && i->atomic();
      accesses.push_back(r);
      v = unknown;
    }
    v.handle |= plan_.handles.count(objects[t.object].abstract) != 0;
    if (is_wide(t, bytes)) v.wide = kTrue;
    result = first ? v : choose(c_, t.match, v, result);
    first = false;
  }
  result.handle &= width == p_.pointer_width;
  if (!layout_.could_be_address(result)) result.wide = kFalse;
  return result;
}

// A part of a word may make it look like an address as well.
void Unwinding::note_wide(const Target& t, unsigned bytes) {
  const unsigned word = p_.pointer_width / 8, high = layout_.offset_bits() / 8;
  if (!points_to_.may_hold_address(objects[t.object].abstract)) return;
  each_position(t.offset, bytes, objects[t.object].size, [&](uint64_t at) {
    if ((at + bytes - 1) % word >= high) learnt_.wide.insert({objects[t.object].abstract, at / word});
  });
}

bool Unwinding::is_wide(const Target& t, unsigned bytes) const {
  const unsigned word = p_.pointer_width / 8;
  if (bytes != word || plan_.wide.empty()) return false;
  bool found = false;
  each_position(t.offset, bytes, objects[t.object].size,
                [&](uint64_t at) { found |= plan_.wide.count({objects[t.object].abstract, at / word}) != 0; });
  return found;
}

// What may be read from one of these places, as far as the plan knows.
Value Unwinding::unknown_in(const std::vector<Target>& places, unsigned bytes) {
  std::vector<HeldByte> held(bytes);
  for (const Target& t : places) {
    asked_.insert(t.object);
    auto it = plan_.held.find(objects[t.object].held_as);
    if (it == plan_.held.end()) continue;
    each_position(t.offset, bytes, objects[t.object].size, [&](uint64_t at) {
      for (unsigned k = 0; k < bytes; ++k) held[k].add(it->second.at(at + k));
    });
  }
  Value v;
  for (const HeldByte& b : held) {
    for (unsigned bit = 0; bit < 8; ++bit)
      v.bits.push_back(!(b.ones >> bit & 1) ? kFalse : !(b.zeros >> bit & 1) ? kTrue : c_.solver().new_literal());
    if (b.undef && v.undef == kFalse) v.undef = c_.solver().new_literal();
  }
  return v;
}

void Unwinding::note_held_bits() {
  auto note = [&](const Content& content, HeldBits& held) {
    for (size_t k = 0; k < content->size(); ++k) held.note(k, (*content)[k].bits, 0, (*content)[k].undef);
  };
  for (uint32_t o : asked_) note(content(State(), o), learnt_.held[objects[o].held_as]);
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

void Unwinding::store(State& s, model::ExprId address, unsigned width, const Value& v, const Instr* i,
                      bool may_be_address) {
  int event = part_of_;
  store_at(s, eval(s, address), address, width, v, i, event, may_be_address);
}

void Unwinding::store_at(State& s, const Value& a, model::ExprId expr, unsigned width, const Value& v, const Instr* i,
                         int& event, bool may_be_address) {
  unsigned bytes = width / 8;
  may_be_address &= layout_.could_be_address(v);
  for (const Target& t : targets(s, a, expr, bytes)) {
    note_plain(s, t, bytes);
    flag(s, c_.and_(t.match, misaligned(c_, t.offset, bytes)));
    if (objects[t.object].constant) {
      flag(s, t.match);
      continue;
    }
    change(s);
    if (may_be_address && is_askew(t, width)) flag(s, t.match);
    if (v.handle) learnt_.handles.insert(objects[t.object].abstract);
    if (v.wide != kFalse || (width < p_.pointer_width && v.bits != Circuit::constant(0, width))) note_wide(t, bytes);
    if (direct(s, t.object)) {
      s.memory[t.object] = write_content(c_, content(s, t.object), t.offset, v, t.match, may_be_address || v.handle);
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
  int event = -1;
  const Value a = eval(s, i.a);
  const Value operand = eval(s, i.b), desired = i.kind == InstrKind::CmpXchg ? eval(s, i.c) : Value{};
  Value old = load_at(s, a, i.a, i.width, &i, event);
  symbolic::Update made = updated(s, i, old, operand, desired);
  const Value& next = made.next;
  Lit writes = made.writes;
  if (i.kind == InstrKind::CmpXchg) assign(s, i.dst2, {{writes}, kFalse});
  assign(s, i.dst, old);
  model::ProcId here = s.frames.back().proc;
  bool address =
      layout_.could_be_address(next) &&
      (evaluator_.holds_address(here, i.b) || (i.kind == InstrKind::CmpXchg && evaluator_.holds_address(here, i.c)) ||
       evaluator_.may_point_to_addresses(here, i.a) || next.handle);
  const uint64_t version = s.version;
  const Lit attempted = writes;
  // what was there already
  if (old.undef == kFalse && next.undef == kFalse) writes = c_.and_(writes, ~c_.eq(old.bits, next.bits));
  for (const Target& t : targets(s, a, i.a, bytes)) {
    if (objects[t.object].constant) {
      flag(s, t.match);
      continue;
    }
    Lit when = c_.and_(t.match, writes);
    if (next.handle) learnt_.handles.insert(objects[t.object].abstract);
    if (next.wide != kFalse || (i.width < p_.pointer_width && next.bits != Circuit::constant(0, i.width)))
      note_wide(t, bytes);
    if (attempted != writes && !direct(s, t.object)) {  // it races all the same
      if (event < 0) event = static_cast<int>(add_event(s, &i));
      learnt_.written.insert(objects[t.object].abstract);
      Access silent;
      silent.event = static_cast<uint32_t>(event);
      silent.guard = c_.all({s.guard, t.match, attempted});
      silent.object = t.object;
      silent.offset = t.offset;
      silent.bytes = bytes;
      silent.attempt = silent.touches = silent.write = silent.atomic = true;
      accesses.push_back(silent);
    }
    if (when == kFalse) continue;
    change(s);
    if (direct(s, t.object)) {
      s.memory[t.object] = write_content(c_, content(s, t.object), t.offset, next, when, address);
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
  if (s.version != version)
    s.soft = std::make_shared<Soft>(Soft{s.version, {{~attempted, version, s.soft}, {~writes, version, s.soft}}});
}

// Main starts its first thread: what it has written so far becomes a write of whole objects, before everything others
// do.
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

}  // namespace heddle::order
