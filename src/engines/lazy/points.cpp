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
      for (Lit& l : b.bits) l = lazy.c_.solver().new_literal();
      b.undef = uninitialised && k < memory[object].size ? lazy.c_.solver().new_literal() : kFalse;
      made.bytes.push_back(b);
    }
    cells.push_back(std::move(made));
    lazy.links_.push_back({this, it->second, nullptr});
    for (Pair* p : pairs) lazy.links_.push_back({this, it->second, p});
  }
  return cells[it->second].bytes[position - first];
}

// The bytes are those of the pair's write_sync if it is taken; without a pair: those from before if none is.
void ReadPoint::link(size_t cell, Pair* pair) {
  Memory& memory = lazy.stepper.memory;
  smt::Circuit& c = lazy.c_;
  const uint32_t object = cells[cell].object, first = cells[cell].first;
  const size_t count = cells[cell].bytes.size();
  Content from = memory.content(pair ? *pair->w->contents : *before, object);
  std::vector<Byte> source;
  for (uint32_t k = 0; k < count; ++k) source.push_back(memory.byte(from, first + k));  // may add cells elsewhere
  Cells& mine = cells[cell];
  auto [it, fresh] = mine.sources.try_emplace(source, kTrue);
  if (fresh) {
    it->second = c.solver().new_literal();
    for (size_t k = 0; k < count; ++k) {
      smt::Bits is(mine.bytes[k].bits.begin(), mine.bytes[k].bits.end()), was(source[k].bits.begin(), source[k].bits.end());
      is.push_back(mine.bytes[k].undef);
      was.push_back(source[k].undef);
      c.implies_equal(it->second, is, was);
    }
  }
  c.solver().add({pair ? ~pair->taken : got, it->second});
}

}  // namespace heddle::lazy
