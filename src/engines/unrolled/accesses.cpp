// SPDX-License-Identifier: GPL-3.0-or-later
// Memory: where an access may go, what it finds there, what it leaves. Shared objects are read as they are before the
// step and written into what is there after it; objects that only this thread can know are part of its state.
#include <algorithm>

#include "base/check.h"
#include "engines/unrolled/stepper.h"

namespace heddle::unrolled {

using model::Instr;
using model::InstrKind;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

bool Stepper::needs_sync(unsigned thread, uint32_t object) const {
  const Object& o = memory[object];
  if (!o.shared || o.constant) return false;
  if (o.shadow_of) return control_.others_write(threads[thread].entry, memory[o.shadow_of].abstract);
  return o.abstract == ~0u || control_.others_write(threads[thread].entry, o.abstract);
}

bool Stepper::may_be_uninitialised(uint32_t object) const {
  const Object& o = memory[object];
  if (o.shadow_of) return destroys_are_possible_ || memory[o.shadow_of].abstract >= p_.objects.size();
  if (o.abstract == ~0u) return false;
  return o.abstract >= p_.objects.size() || plan_.uninitialised.count(object);
}

unsigned Stepper::meaningful_bits(uint32_t object, uint32_t position) const {
  const Object& o = memory[object];
  if (position == o.size || (o.abstract == ~0u && !o.shadow_of)) return 1;
  if (!o.shadow_of || wide_.has(memory[o.shadow_of].abstract)) return 8;
  // the number of a thread and the mark of a spin lock, or a kind; above, how often a recursive mutex is held
  if (position % 4 == 0) return 7;
  return position % 4 >= 2 && plan_.kinds.count(memory[o.shadow_of].abstract) ? 8 : 0;
}

Content Stepper::content(const State& s, uint32_t object) {
  if (!memory[object].shared) {
    auto it = s.memory.find(object);
    return it != s.memory.end() ? it->second : memory.initial(object);
  }
  return memory.content(written_.count(object) ? *next_ : *now_, object);
}

void Stepper::note_effect(const State& s, uint32_t object, const Bits& offset, uint64_t bytes, bool write) {
  const Object& o = memory[object];
  if (s.alone || !o.shared || o.constant) return;
  note_guards(s, object);
  if (!dependence && !effects) return;
  Effect e{object, 0, uint64_t{o.size} + 1, write};
  if (Circuit::is_constant(offset)) e.first = Circuit::constant_value(offset), e.last = e.first + bytes;
  if (effects) effects->push_back(e);
  if (dependence) dependence->note(thread_, s.synced, e);
}

void Stepper::put(State& s, const Target& at, const Value& v, Lit when) {
  Lit here = c_.and_(at.match, when);
  if (!memory[at.object].shared) {
    s.memory[at.object] = memory.written(content(s, at.object), at.offset, v, here);
    return;
  }
  here = c_.and_(here, s.guard);
  if (here == kFalse) return;
  if (v.undef != kFalse && memory[at.object].abstract < p_.objects.size() && !plan_.uninitialised.count(at.object)) {
    learnt_.uninitialised.insert(at.object);
    enough_ = false;
  }
  note_effect(s, at.object, at.offset, (v.bits.size() + 7) / 8, true);
  if (next_->written.size() <= at.object) next_->written.resize(at.object + 1, nullptr);
  next_->written[at.object] = memory.written(memory.content(*next_, at.object), at.offset, v, here);
  written_.insert(at.object);
}

// From now on the object may not be used.
void Stepper::set_gone(State& s, uint32_t object, Lit when) {
  s.gone.insert(object);
  if (!memory[object].shared) {
    s.memory.erase(object);
    return;
  }
  put(s, {object, when, Circuit::constant(memory[object].size, layout().offset_bits())}, symbolic::constant(1, 8),
      kTrue);
}

std::vector<Target> Stepper::places(State& s, const Value& address, model::ExprId expr, uint64_t bytes) {
  use(s, address);
  if (address.wide != kFalse) flag(s, c_.and_(address.wide, layout().names_object(address)));  // a number as an address
  const unsigned low = layout().offset_bits();
  Bits offset = Circuit::cut(address.bits, low), name(address.bits.begin() + low, address.bits.end());
  std::vector<uint32_t> possible;
  if (Circuit::is_constant(name)) {
    uint64_t o = Circuit::constant_value(name);
    // A number that happens to look like the address of an object is not one.
    const bool meant = o != 0 && o < memory.count() &&
                       evaluator_.pointees(top(s).proc, expr).has(memory[static_cast<uint32_t>(o)].abstract);
    if (meant) possible.push_back(static_cast<uint32_t>(o));
  } else {
    evaluator_.pointees(top(s).proc, expr).each([&](size_t a) {
      if (auto known = instances_.find(static_cast<uint32_t>(a)); known != instances_.end())
        for (uint32_t o : known->second) {
          bool reachable =
              memory[o].shared || memory[o].constant || s.memory.count(o) || memory[o].abstract < p_.objects.size();
          if (reachable) possible.push_back(o);
        }
      // An object that another thread makes later could be meant, too.
      if (a >= p_.objects.size() && points_to_.may_be_shared(static_cast<uint32_t>(a)) && !s.alone)
        meant_.push_back({static_cast<uint32_t>(a), thread_});
    });
  }
  std::vector<Target> out;
  Lit covered = kFalse;
  for (uint32_t o : possible) {
    Lit match = c_.eq(name, Circuit::constant(o, static_cast<unsigned>(name.size())));
    Lit inside = kFalse;
    if (memory[o].size >= bytes) inside = c_.ule(offset, Circuit::constant(memory[o].size - bytes, low));
    if (!memory[o].extent.empty())
      inside = c_.and_(inside, c_.ule(c_.add(offset, Circuit::constant(bytes, low)), memory[o].extent));
    match = c_.and_(match, inside);
    if (match == kFalse) continue;
    covered = c_.or_(covered, match);
    out.push_back({o, match, offset});
  }
  flag(s, ~covered);
  reached_ = s.guard;
  for (const Target& at : out) {
    const Object& o = memory[at.object];
    if (!o.shared && s.gone.count(at.object)) flag(s, at.match);
    if (!o.shared || !o.ends) continue;
    note_effect(s, at.object, Circuit::constant(o.size, low), 1, false);
    Byte gone = memory.byte(content(s, at.object), o.size);
    flag(s, c_.and_(at.match, gone.bits[0]));
  }
  return out;
}

// With an unknown offset, accesses are element by element: it must be a multiple of the size.
std::vector<Target> Stepper::aligned_places(State& s, model::ExprId address, unsigned bytes) {
  std::vector<Target> out = places(s, eval(s, address), address, bytes);
  for (const Target& at : out) {
    if (Circuit::is_constant(at.offset)) continue;
    smt::Clause low;
    for (unsigned k = 0; (1u << k) < bytes && k < at.offset.size(); ++k) low.push_back(at.offset[k]);
    flag(s, c_.and_(at.match, c_.any(low)));
  }
  refuse_lock_as_memory(out);
  return out;
}

void Stepper::refuse_lock_as_memory(const std::vector<Target>& at) {
  for (const Target& place : at) {
    if (!Circuit::is_constant(place.offset)) continue;  // an element of an array of structs that have locks
    uint64_t offset = Circuit::constant_value(place.offset);
    plain_[place.object].insert(offset);
    auto it = cells_.find(place.object);
    if (it != cells_.end() && it->second.count(offset))
      throw Unsupported("a lock or semaphore that is also accessed as memory");
  }
}

Value Stepper::load(State& s, const std::vector<Target>& from, unsigned bytes) {
  Value result{Circuit::constant(0, 8 * bytes), kFalse};
  bool first = true;
  for (const Target& at : from) {
    note_effect(s, at.object, at.offset, bytes, false);
    Value v = memory.read(content(s, at.object), at.offset, bytes);
    v.handle = v.bits.size() == p_.pointer_width;
    if (layout().could_be_address(v) && is_wide(at)) v.wide = kTrue;
    result = first ? v : choose(c_, at.match, v, result);
    first = false;
  }
  return result;
}

void Stepper::access(State& s, const Instr& i) {
  unsigned bytes = i.width / 8;
  Value stored = i.kind == InstrKind::Store ? eval(s, i.b) : Value{};
  std::vector<Target> at = aligned_places(s, i.a, bytes);
  if (i.kind == InstrKind::Load) {
    touch(s, i, at, bytes, kFalse, i.atomic());
    assign(s, i.dst, load(s, at, bytes));
    return;
  }
  for (const Target& place : at)
    if (memory[place.object].constant) flag(s, place.match);
  if (i.kind != InstrKind::Store) return update(s, i, at);
  stored.bits = c_.extend(stored.bits, i.width, false);
  touch(s, i, at, bytes, kTrue, i.atomic());
  note_wide(at, stored);
  for (const Target& place : at)
    if (!memory[place.object].constant) put(s, place, stored, kTrue);
}

// Atomic read and write in one step.
void Stepper::update(State& s, const Instr& i, const std::vector<Target>& at) {
  const Value old = load(s, at, i.width / 8), operand = eval(s, i.b),
              desired = i.kind == InstrKind::CmpXchg ? eval(s, i.c) : Value{};
  auto [next, writes] = updated(s, i, old, operand, desired);
  if (i.kind == InstrKind::CmpXchg) assign(s, i.dst2, {{writes}, kFalse});
  assign(s, i.dst, old);
  touch(s, i, at, i.width / 8, writes, true);
  note_wide(at, next);
  for (const Target& place : at)
    if (!memory[place.object].constant) put(s, place, next, writes);
}

}  // namespace heddle::unrolled
