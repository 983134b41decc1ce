// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of memory: copied and filled, made and given back.
#include <algorithm>

#include "engines/unrolled/stepper.h"

namespace heddle::unrolled {

using model::Builtin;
using model::Instr;
using model::InstrKind;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

namespace {
constexpr uint64_t kLargest = 1u << 16;  // bytes of an object
constexpr uint64_t kUnknown = 64;        // at most, of one whose size is not known
constexpr uint64_t kMostCopied = 4096;
}  // namespace

// Word by word, as the interpreter does it: State::micro counts the bytes done. All at once where nobody sees it.
bool Stepper::copy(State& s, const Instr& i) {
  uint64_t size = constant(s, i.c, "the size of a block of memory");
  if (size == 0 || s.guard == kFalse) return true;
  if (size > kMostCopied) throw Unsupported("a block of more than 4096 bytes");
  const bool copies = i.kind == InstrKind::Copy;
  const uint64_t word = p_.pointer_width / 8;
  std::vector<Target> to = places(s, eval(s, i.a), i.a, size), from;
  if (copies) from = places(s, eval(s, i.b), i.b, size);
  if (s.guard == kFalse) return true;
  auto known = [](const std::vector<Target>& at) { return at.size() == 1 && Circuit::is_constant(at[0].offset); };
  if (!known(to) || (copies && !known(from))) throw Unsupported("a block of memory at an unknown address");
  for (const std::vector<Target>* at : {&to, &from})
    for (const Target& place : *at)
      if (shadows_.count(place.object))
        throw Unsupported("a lock or semaphore that is copied or overwritten as a whole");
  if (memory[to[0].object].constant) {
    flag(s, kTrue);
    return true;
  }
  note_wide_block(to[0], copies ? &from[0] : nullptr, copies ? Value{} : eval(s, i.b), size);
  bool shared = control_.shared(memory[to[0].object].abstract);
  uint64_t at = Circuit::constant_value(shared || !copies ? to[0].offset : from[0].offset);
  bool stepwise = shared || (copies && control_.shared(memory[from[0].object].abstract));
  for (;;) {
    uint64_t chunk = size - s.micro;
    if (stepwise && s.section == 0) chunk = std::min<uint64_t>(chunk, word - (at + s.micro) % word);
    auto part = [&](const Target& p) {
      return Target{p.object, p.match,
                    Circuit::constant(Circuit::constant_value(p.offset) + s.micro, layout().offset_bits())};
    };
    for (uint64_t done = 0; done < chunk; ++done) {  // byte by byte: what is uninitialised in one is not in the next
      auto one = [&](const Target& p) {
        return std::vector<Target>{
            {p.object, p.match,
             Circuit::constant(Circuit::constant_value(p.offset) + s.micro + done, layout().offset_bits())}};
      };
      Value v = copies ? load(s, one(from[0]), 1) : eval(s, i.b);
      v.bits.resize(8, kFalse);
      put(s, one(to[0])[0], v, kTrue);
    }
    touch(s, i, {part(to[0])}, static_cast<unsigned>(chunk), kTrue, false);
    if (copies) touch(s, i, {part(from[0])}, static_cast<unsigned>(chunk), kFalse, false);
    if (s.guard != kFalse && i.act) {
      Act a;
      a.ordered = operates_ || s.section > 0;
      a.bytes = chunk;
      add_act(s, a);
    }
    s.micro += static_cast<uint32_t>(chunk);
    if (s.micro == size) break;
    if (operates_) return false;
  }
  s.micro = 0;
  return true;
}

// Objects are named by their maker, their site and how many it made there before: at different depths the same one.
uint32_t Stepper::object_for(const Plan::Made& m) {
  auto [it, fresh] = made_.try_emplace(m, 0);
  if (!fresh) return it->second;
  const model::Site& site = p_.sites[m.abstract - p_.objects.size()];
  Object o;
  o.abstract = m.abstract;
  o.size = m.size;
  if (m.unknown_extent) o.extent = c_.fresh(layout().offset_bits());
  o.shared = points_to_.may_be_shared(m.abstract);
  o.ends = site.kind == model::Site::Stack || frees_are_possible_;
  o.defined = m.zero;
  o.name = site.name;
  uint32_t made = memory.add(std::move(o));
  instances_[m.abstract].push_back(made);
  if (std::find(learnt_.made.begin(), learnt_.made.end(), m) == learnt_.made.end()) {
    learnt_.made.push_back(m);
    for (const auto& [meant, by] : meant_) enough_ &= meant != m.abstract || by == m.thread;
  }
  return made_[m] = made;
}

// A size that is not known is followed up to a bound. In one execution an object is made once, so that its extent is
// one value. 0: the path ends.
uint32_t Stepper::allocate(State& s, const Instr& i) {
  const bool heap = i.kind == InstrKind::Builtin;
  const Bits wanted = wanted_size(s, i);
  const bool known = Circuit::is_constant(wanted);
  if (!known) {
    const Lit fits = c_.ule(wanted, Circuit::constant(kUnknown, 64)), beyond = c_.and_(s.guard, ~fits);
    if (beyond != kFalse) cuts.push_back(beyond);
    s.guard = c_.and_(s.guard, fits);
  }
  if (s.guard == kFalse) return 0;
  const uint64_t size = known ? Circuit::constant_value(wanted) : kUnknown;
  if (size > kLargest) throw Unsupported("an object of more than " + std::to_string(kLargest) + " bytes");
  uint32_t number = i.forgotten && known ? 0 : s.made[i.site]++;
  if (number > 4000) throw Unsupported("more than 4000 objects made in one place");
  uint32_t made = object_for({thread_, static_cast<uint32_t>(p_.objects.size()) + i.site, number,
                              static_cast<uint32_t>(size), heap && i.builtin == Builtin::Calloc, !known});
  if (!known) c_.implies_equal(s.guard, memory[made].extent, Circuit::cut(wanted, layout().offset_bits()));
  if (i.forgotten) s.gone.erase(made);
  if (!memory[made].shared) s.memory.insert_or_assign(made, memory.initial(made));
  std::vector<uint32_t>& mine = top(s).variables;
  if (!heap && std::find(mine.begin(), mine.end(), made) == mine.end()) mine.push_back(made);
  assign(s, i.dst, layout().address_of(made));
  return made;
}

void Stepper::free_block(State& s, const Instr& i) {
  Value a = eval(s, i.args[0]);
  use(s, a);
  Lit null = c_.eq(a.bits, Circuit::constant(0, p_.pointer_width));
  if (null == kTrue) return;
  // Only where it is not null.
  Lit rest = c_.and_(s.guard, null);
  s.guard = c_.and_(s.guard, ~null);
  std::vector<Target> all = places(s, a, i.args[0], 0);
  for (const Target& at : all) {
    const Object& o = memory[at.object];
    bool heap = o.abstract >= p_.objects.size() && o.abstract != ~0u &&
                p_.sites[o.abstract - p_.objects.size()].kind == model::Site::Heap;
    Lit start = heap ? c_.eq(at.offset, Circuit::constant(0, layout().offset_bits())) : kFalse;
    flag(s, c_.and_(at.match, ~start));
  }
  touch(s, i, all, 0, kTrue, false);
  for (const Target& at : all) {
    if (!memory[at.object].shared && at.match != kTrue) throw Unsupported("memory that may be freed or not");
    set_gone(s, at.object, at.match);
  }
  s.guard = c_.or_(s.guard, rest);
}

// A new block, what was in the old one, and the end of that: in one step.
void Stepper::reallocate(State& s, const Instr& i) {
  const Bits wanted = wanted_size(s, i);
  const Value old = eval(s, i.args[0]);
  use(s, old);
  if (s.guard == kFalse) return;
  if (!Circuit::is_constant(wanted) || Circuit::constant_value(wanted) == 0)
    throw Unsupported("realloc to an unknown size or to no bytes");
  const uint64_t size = Circuit::constant_value(wanted);
  if (size > kMostCopied) throw Unsupported("a block of more than 4096 bytes");
  const Lit all = s.guard, null = c_.eq(old.bits, Circuit::constant(0, p_.pointer_width));
  s.guard = c_.and_(all, ~null);
  std::vector<Target> from;
  if (s.guard != kFalse) from = places(s, old, i.args[0], 0);
  s.guard = all;
  std::vector<Value> bytes(size, Value{Circuit::constant(0, 8), kTrue});
  for (const Target& t : from) {
    if (shadows_.count(t.object)) throw Unsupported("a lock or semaphore that is copied or overwritten as a whole");
    for (uint64_t k = 0; k < std::min<uint64_t>(size, memory[t.object].size); ++k) {
      Value was = load(s, {{t.object, t.match, layout().offset_constant(k)}}, 1);
      const Bits& extent = memory[t.object].extent;  // what is behind it was never there
      if (!extent.empty()) was.undef = c_.or_(was.undef, ~c_.ult(layout().offset_constant(k), extent));
      bytes[k] = choose(c_, t.match, was, bytes[k]);
    }
  }
  free_block(s, i);
  const uint32_t made = allocate(s, i);
  if (made == 0) return;
  const Target to{made, kTrue, layout().offset_constant(0)};
  for (const Target& t : from) {
    const Target start{t.object, t.match, layout().offset_constant(0)};
    note_wide_block(to, &start, {}, std::min<uint64_t>(size, memory[t.object].size));
  }
  for (uint64_t k = 0; k < size; ++k)
    if (bytes[k].undef != kTrue) put(s, {made, kTrue, layout().offset_constant(k)}, bytes[k], kTrue);
}

}  // namespace heddle::unrolled
