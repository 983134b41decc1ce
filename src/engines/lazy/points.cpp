// SPDX-License-Identifier: GPL-3.0-or-later
// What is in shared memory after a read_sync: P3 and S1, for the bytes that somebody asks for.
#include "engines/lazy/points.h"

#include <algorithm>

namespace heddle::lazy {

using smt::kFalse;
using smt::kTrue;

void Point::summarise(smt::Circuit& c, const std::vector<const State*>& states) {
  smt::Clause any;
  locks = states[0]->locks;
  joined = ~uint64_t{0};
  for (const State* s : states) {
    any.push_back(s->guard);
    std::erase_if(locks, [&](const Cell& l) { return !s->locks.count(l); });
    created |= s->created;
    joined &= s->joined;
  }
  here = c.any(any);
}

Content ReadPoint::content(uint32_t object) {
  auto it = contents_after.find(object);
  if (it != contents_after.end()) return it->second;
  Memory& memory = lazy.stepper.memory;
  Content was = memory.content(*before, object);
  Content is = lazy.stepper.needs_sync(thread, object) ? memory.synchronised(was, this) : was;
  return contents_after[object] = is;
}

Byte ReadPoint::synchronised(uint32_t object, uint32_t position, Content) {
  uint32_t first = position / kCellBytes * kCellBytes;
  auto [it, fresh] = cell_at.try_emplace({object, first}, cells.size());
  if (fresh) {
    const Memory& memory = lazy.stepper.memory;
    Cells made{object, first, {}, {}};
    uint32_t size = memory[object].size + (memory[object].ends ? 1 : 0);
    bool uninitialised = lazy.stepper.may_be_uninitialised(object);
    for (uint32_t k = first; k < std::min(first + kCellBytes, size); ++k) {
      Byte b;
      unsigned bits = lazy.stepper.meaningful_bits(object, k);
      b.bits.fill(kFalse);
      for (unsigned bit = 0; bit < bits; ++bit) b.bits[bit] = lazy.c_.solver().new_literal();
      b.undef = uninitialised && k < memory[object].size ? lazy.c_.solver().new_literal() : kFalse;
      made.bytes.push_back(b);
    }
    cells.push_back(std::move(made));
    lazy.links_.push_back({this, it->second, nullptr});
    for (Pair* p : pairs) lazy.links_.push_back({this, it->second, p});
  }
  return cells[it->second].bytes[position - first];
}

Lit ReadPoint::comes_from(size_t cell, uint32_t which, const std::vector<Byte>& source) {
  Cells& mine = cells[cell];
  auto [it, fresh] = mine.sources.try_emplace({which, source}, kTrue);
  if (!fresh) return it->second;
  smt::Circuit& c = lazy.c_;
  it->second = c.solver().new_literal();
  smt::Bits is, was;
  auto add = [](smt::Bits& to, const Byte& b) {
    to.insert(to.end(), b.bits.begin(), b.bits.end());
    to.push_back(b.undef);
  };
  for (size_t k = 0, n = 0; k < mine.bytes.size(); ++k) {
    if (!(which >> k & 1)) continue;
    add(is, mine.bytes[k]);
    add(was, source[n++]);
  }
  c.implies_equal(it->second, is, was);
  return it->second;
}

// The bytes are those of the pair's write_sync if it is taken; without a pair: those from before if none is. With two threads, what the other
// one has not written since it took over is what it was when this one gave the token away: so there are as many sources as writes, and
// not as many as read_syncs of the other.
void ReadPoint::link(size_t cell, Pair* pair) {
  Memory& memory = lazy.stepper.memory;
  smt::OrderSolver& solver = lazy.c_.solver();
  const uint32_t object = cells[cell].object, first = cells[cell].first, count = static_cast<uint32_t>(cells[cell].bytes.size());
  auto bytes_of = [&](const Contents& c, uint32_t which) {
    Content n = memory.content(c, object);
    std::vector<Byte> all;
    for (uint32_t k = 0; k < count; ++k)
      if (which >> k & 1) all.push_back(memory.byte(n, first + k));  // may add cells elsewhere
    return all;
  };
  const uint32_t whole = (1u << count) - 1;
  if (!pair) return solver.add({got, comes_from(cell, whole, bytes_of(*before, whole))});
  if (lazy.stepper.threads.size() > 2) return solver.add({~pair->taken, comes_from(cell, whole, bytes_of(*pair->w->contents, whole))});
  Content n = memory.content(*pair->w->contents, object);
  std::map<Lit, std::pair<uint32_t, std::vector<Byte>>> own;
  for (uint32_t k = 0; k < count; ++k) {
    OwnByte b = memory.own_byte(n, first + k);
    own[b.written].first |= 1u << k;
    own[b.written].second.push_back(b.byte);
  }
  for (const auto& [written, bytes] : own) {
    if (written != kTrue) solver.add({~pair->taken, written, comes_from(cell, bytes.first, bytes_of(*before, bytes.first))});
    if (written != kFalse) solver.add({~pair->taken, ~written, comes_from(cell, bytes.first, bytes.second)});
  }
}

}  // namespace heddle::lazy
