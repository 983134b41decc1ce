// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of memory: copied and filled, made and given back.
#include <algorithm>

#include "engines/order/unwinding.h"

namespace heddle::order {

using model::Instr;
using model::InstrKind;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;

namespace {
constexpr uint32_t kSmallest = 32;  // bytes of an object whose size is not known: so many for each round of a loop
}

// Are all of these bytes initialised under the same condition?
bool Unwinding::evenly_initialised(const State& s, uint64_t address, unsigned bytes) const {
  uint64_t object = address >> layout_.offset_bits(), at = address & ((uint64_t{1} << layout_.offset_bits()) - 1);
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
  const uint64_t low = (uint64_t{1} << layout_.offset_bits()) - 1;
  auto offset_of = [&](const Value& a) {
    return Circuit::is_constant(a.bits) ? Circuit::constant_value(a.bits) & low : 0;
  };
  pieces_.clear();
  size_t before = events.size();
  if (size == 0) return;
  // The block is within its objects as a whole.
  auto check = [&](const Value& a, model::ExprId expr) {
    bool shared = false;
    for (const Target& t : targets(s, a, expr, size)) shared |= !direct(s, t.object);
    return shared;
  };
  bool to_shared = check(to, i.a), addresses = copies && evaluator_.may_point_to_addresses(s.frames.back().proc, i.b);
  if (copies) check(from, i.b);
  for (uint64_t done = 0; done < size;) {
    uint64_t at = offset_of(to_shared || !copies ? to : from) + done;
    unsigned chunk = known              ? static_cast<unsigned>(std::min<uint64_t>(size - done, word - at % word))
                     : size % word == 0 ? word
                     : size % 4 == 0    ? 4
                                        : 1;
    while (chunk & (chunk - 1)) chunk &= chunk - 1;  // a power of two
    // padding
    while (known && copies && chunk > 1 && !evenly_initialised(s, Circuit::constant_value(from.bits) + done, chunk))
      chunk /= 2;
    auto behind = [&](const Value& a) {
      return Value{c_.add(a.bits, Circuit::constant(done, p_.pointer_width)), a.undef};
    };
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

// A size that is not known is followed up to a bound, as loops are.
void Unwinding::allocate(State& s, const Instr& i) {
  using model::Builtin;
  if (!i.forgotten) change(s);
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
  if (i.forgotten && known)
    if (auto again = again_.find({thread_, i.site, size}); again != again_.end())
      return make_again(s, i, again->second);
  Instance o;
  o.abstract = static_cast<uint32_t>(p_.objects.size()) + i.site;
  o.size = static_cast<uint32_t>(std::min<uint64_t>(size, kLargest + 1));
  o.shared = points_to_.may_be_shared(o.abstract);
  o.owner = static_cast<int>(thread_);
  o.name = p_.sites[i.site].name;
  auto bytes = std::make_shared<std::vector<Byte>>(
      o.size <= kLargest ? o.size : 0,
      symbolic::constant_byte(0, heap && i.builtin == Builtin::Calloc ? kFalse : kTrue));
  o.content = bytes;
  if (!known) o.extent = Circuit::cut(wanted, layout_.offset_bits());
  if (!o.shared || s.alone) {
    uint32_t made = new_object(std::move(o));
    if (i.forgotten && known) again_[{thread_, i.site, size}] = made;
    if (!heap) s.frames.back().variables.push_back(made);
    return assign(s, i.dst, layout_.address_of(made));
  }
  Plan::Made m{thread_, o.abstract, o.size, heap && i.builtin == Builtin::Calloc, !known};
  learnt_.made.push_back(m);
  for (size_t k = 0; k < taken_.size(); ++k)
    if (!taken_[k] && plan_.made[k] == m) {
      taken_[k] = true;
      if (!known) c_.implies_equal(s.guard, objects[pool_first_ + k].extent, o.extent);
      if (!heap) s.frames.back().variables.push_back(pool_first_ + static_cast<uint32_t>(k));
      return assign(s, i.dst, layout_.address_of(pool_first_ + static_cast<uint32_t>(k)));
    }
  for (const auto& [abstract, thread] : late_) late_object_ |= abstract == o.abstract && thread != thread_;
  uint32_t made = new_object(std::move(o));
  if (!heap) s.frames.back().variables.push_back(made);
  assign(s, i.dst, layout_.address_of(made));
}

// A variable that nobody knows any more gets its object again, as it was before anybody wrote.
void Unwinding::make_again(State& s, const Instr& i, uint32_t o) {
  s.memory.erase(o);
  s.freed.erase(o);
  std::vector<uint32_t>& mine = s.frames.back().variables;
  if (std::find(mine.begin(), mine.end(), o) == mine.end()) mine.push_back(o);
  assign(s, i.dst, layout_.address_of(o));
}

// A new block, what was in the old one, and the end of that.
void Unwinding::reallocate(State& s, const Instr& i) {
  Bits wanted = wanted_size(s, i);
  if (!Circuit::is_constant(wanted) || Circuit::constant_value(wanted) == 0)
    throw Unsupported("realloc to an unknown size or to no bytes");
  uint64_t size = Circuit::constant_value(wanted);
  if (size > 4096) throw Unsupported("a block of more than 4096 bytes");
  const unsigned word = p_.pointer_width / 8;
  Value old = eval(s, i.args[0]);
  Lit null = c_.eq(old.bits, Circuit::constant(0, p_.pointer_width));
  State some = s;  // only looks
  some.guard = c_.and_(s.guard, ~null);
  std::vector<Target> from = targets(some, old, i.args[0], 0);
  std::vector<std::pair<unsigned, Value>> pieces;
  bool addresses = evaluator_.may_point_to_addresses(s.frames.back().proc, i.args[0]);
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
      Value there{c_.add(layout_.address_of(t.object).bits, Circuit::constant(at, p_.pointer_width)), kFalse};
      Value x = load_at(one, there, i.args[0], 8 * piece, &i, event);
      v = choose(c_, t.match, x, v);
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
    store_at(s, {c_.add(fresh.bits, Circuit::constant(at, p_.pointer_width)), kFalse}, i.args[0], 8 * piece, v, &i,
             event, addresses && piece == word);
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
    bool heap = objects[t.object].abstract >= p_.objects.size() &&
                p_.sites[objects[t.object].abstract - p_.objects.size()].kind == model::Site::Heap;
    Lit start = c_.eq(t.offset, Circuit::constant(0, layout_.offset_bits()));
    if (!heap) start = kFalse;
    flag(rest, c_.and_(t.match, ~start));
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

}  // namespace heddle::order
