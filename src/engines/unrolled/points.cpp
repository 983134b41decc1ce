// SPDX-License-Identifier: GPL-3.0-or-later
// What is in shared memory after a read_sync: P3 and S1, for the bytes that somebody asks for.
#include "engines/unrolled/points.h"

#include <algorithm>

namespace heddle::unrolled {

using smt::kFalse;
using smt::kTrue;

void Point::summarise(smt::Circuit& c, const std::vector<const State*>& states) {
  smt::Clause any;
  locks = held = states[0]->locks;
  held.insert(states[0]->shares.begin(), states[0]->shares.end());
  joined = ~uint64_t{0};
  for (const State* s : states) {
    any.push_back(s->guard);
    std::erase_if(locks, [&](const LockWord& l) { return !s->locks.count(l); });
    std::erase_if(held, [&](const LockWord& l) { return !s->locks.count(l) && !s->shares.count(l); });
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
    Cells made;
    made.object = object;
    made.first = first;
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

// The bytes are those of the pair's write_sync if the pair is taken; without a pair: those from before if no pair is
// taken. Most objects stay the same from one write_sync to the next, so that many pairs share a literal.
void ReadPoint::link(size_t cell, Pair* pair) {
  smt::OrderSolver& solver = lazy.c_.solver();
  if (!pair) return solver.add({got, from_before(cell)});
  const Content other = lazy.stepper.memory.content(*pair->w->contents, cells[cell].object);
  auto known = cells[cell].taken_over.find(other);
  Lit same = known != cells[cell].taken_over.end() ? known->second : takes_over(cell, other);
  solver.add({~pair->taken, same});
}

Lit ReadPoint::from_before(size_t cell) {
  if (!cells[cell].from_before)
    cells[cell].from_before = comes_from(cell, whole(cell), bytes_of(cell, *before, whole(cell)));
  return *cells[cell].from_before;
}

std::vector<Byte> ReadPoint::bytes_of(size_t cell, const Contents& contents, uint32_t which) {
  Memory& memory = lazy.stepper.memory;
  const Content n = memory.content(contents, cells[cell].object);
  std::vector<Byte> all;
  for (uint32_t k = 0; k < cells[cell].bytes.size(); ++k)
    if (which >> k & 1) all.push_back(memory.byte(n, cells[cell].first + k));  // may add cells elsewhere
  return all;
}

// With two threads, what the other thread has not written since it took over is what it was when this thread gave the
// token away: so there are as many sources as writes, and not as many as read_syncs of the other thread.
Lit ReadPoint::takes_over(size_t cell, Content other) {
  Memory& memory = lazy.stepper.memory;
  smt::OrderSolver& solver = lazy.c_.solver();
  const uint32_t first = cells[cell].first, count = static_cast<uint32_t>(cells[cell].bytes.size());
  Lit same = kTrue;
  if (lazy.stepper.threads.size() > 2) {
    std::vector<Byte> bytes;
    for (uint32_t k = 0; k < count; ++k) bytes.push_back(memory.byte(other, first + k));
    same = comes_from(cell, whole(cell), bytes);
  } else {
    std::map<Lit, std::pair<uint32_t, std::vector<Byte>>> own;
    bool untouched = true;
    for (uint32_t k = 0; k < count; ++k) {
      OwnByte b = memory.own_byte(other, first + k);
      untouched &= b.written == kFalse;
      own[b.written].first |= 1u << k;
      own[b.written].second.push_back(b.byte);
    }
    if (untouched) return from_before(cell);
    const bool plain = own.size() == 1 && own.begin()->first.is_constant();
    if (!plain) same = solver.new_literal();
    for (const auto& [written, bytes] : own) {
      if (written != kTrue) {
        Lit mine = comes_from(cell, bytes.first, bytes_of(cell, *before, bytes.first));
        if (plain)
          same = mine;
        else
          solver.add({~same, written, mine});
      }
      if (written != kFalse) {
        Lit theirs = comes_from(cell, bytes.first, bytes.second);
        if (plain)
          same = theirs;
        else
          solver.add({~same, ~written, theirs});
      }
    }
  }
  cells[cell].taken_over.emplace(other, same);
  return same;
}

}  // namespace heddle::unrolled
