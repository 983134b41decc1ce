// SPDX-License-Identifier: GPL-3.0-or-later
#include "transactions/words.h"

#include <functional>

namespace heddle::transactions {

using model::Builtin;
using model::ExprId;
using model::Instr;
using model::InstrKind;

namespace {

constexpr uint64_t kOfLock = 4;  // a lock is one word at its address

bool is_word_access(const Instr& i) {
  return i.kind == InstrKind::Load || i.kind == InstrKind::Store || i.kind == InstrKind::Rmw ||
         i.kind == InstrKind::CmpXchg;
}

// Operands of builtins that are addresses, with what happens there.
void each_address(const model::Program& p, const Instr& i,
                  const std::function<void(ExprId, uint64_t bytes, bool read, bool write)>& f) {
  const uint64_t pointer = p.pointer_width / 8;
  if (model::synchronises(i.builtin) != model::Synchronises::None) f(i.args[0], kOfLock, true, true);
  if (model::waits_on_condition(i.builtin)) f(i.args[1], kOfLock, true, true);
  if (i.builtin == Builtin::SemGetValue) f(i.args[1], 4, false, true);
  if (i.builtin == Builtin::ThreadCreate) f(i.args[0], pointer, false, true);
  if (i.builtin == Builtin::ThreadJoin || i.builtin == Builtin::ThreadTryJoin) f(i.args[1], pointer, false, true);
}

}  // namespace

Words::Words(const Skeleton& s) : s_(s), touches_(s.nodes().size()), exact_(s.nodes().size()) {
  const model::Program& p = s.program();
  for (NodeId n = 0; n < s.nodes().size(); ++n) {
    if (s.nodes()[n].kind == Node::End) continue;
    const Instr& i = s.instr(s.nodes()[n]);
    if (is_word_access(i)) collect(n, i.a, i.width / 8);
    if (i.kind == InstrKind::Builtin)
      each_address(p, i, [&](ExprId e, uint64_t bytes, bool, bool) { collect(n, e, bytes); });
  }
  for (size_t k = 0; k < s.variables(); ++k)
    variables_of_[s.site_of_variable(s.first_variable() + k)].push_back(s.first_variable() + k);
  const uint64_t objects = s.first_variable() + s.variables();
  for (uint64_t o = 0; o < objects; ++o) word(o, 0, 0);
  overlaps_.resize(words_.size());
  for (const auto& [object, mine] : of_object_)
    for (WordId a : mine)
      for (WordId b : mine) {
        const Word &x = words_[a], &y = words_[b];
        const bool whole = x.bytes == 0 && y.bytes == 0, apart = x.bytes == 0 || y.bytes == 0;
        if (whole || (!apart && x.first < y.first + y.bytes && y.first < x.first + x.bytes)) overlaps_[a].push_back(b);
      }
  for (NodeId n = 0; n < s.nodes().size(); ++n) touch_all(n);
}

WordId Words::word(uint64_t object, uint64_t first, uint64_t bytes) {
  auto [it, fresh] = ids_.try_emplace({object, first, bytes}, static_cast<WordId>(words_.size()));
  if (!fresh) return it->second;
  words_.push_back({object, first, bytes});
  of_object_[object].push_back(it->second);
  return it->second;
}

void Words::collect(NodeId n, ExprId address, uint64_t bytes) {
  std::optional<Known> k = s_.known(s_.nodes()[n].frame, address);
  if (k && k->kind == Known::Place) word(k->value, k->offset, bytes);
}

std::optional<WordId> Words::exact(NodeId n, ExprId address, unsigned bytes) const {
  std::optional<Known> k = s_.known(s_.nodes()[n].frame, address);
  if (!k || k->kind != Known::Place) return std::nullopt;
  auto it = ids_.find({k->value, k->offset, bytes});
  return it == ids_.end() ? std::nullopt : std::optional(it->second);
}

void Words::touch_object(NodeId n, uint64_t object, bool read, bool write) {
  if (object < s_.program().objects.size() && s_.program().objects[object].constant) return;
  for (WordId w : of_object_[object]) {
    if (read) touches_[n].reads.add(w);
    if (write) touches_[n].writes.add(w);
  }
}

void Words::touch(NodeId n, ExprId address, uint64_t bytes, bool read, bool write) {
  const Node& at = s_.nodes()[n];
  if (std::optional<WordId> w = exact(n, address, static_cast<unsigned>(bytes))) {
    if (words_[*w].object < s_.program().objects.size() && s_.program().objects[words_[*w].object].constant) return;
    for (WordId other : overlaps_[*w]) {
      if (read) touches_[n].reads.add(other);
      if (write) touches_[n].writes.add(other);
    }
    return;
  }
  s_.analyses().points_to().objects(at.proc, address).each([&](size_t o) {
    touch_object(n, o, read, write);
    if (o < s_.program().objects.size()) return;
    auto it = variables_of_.find(static_cast<model::SiteId>(o - s_.program().objects.size()));
    if (it == variables_of_.end()) return;
    for (uint64_t v : it->second) touch_object(n, v, read, write);
  });
}

void Words::touch_all(NodeId n) {
  const Node& at = s_.nodes()[n];
  if (at.kind == Node::End) return;
  const Instr& i = s_.instr(at);
  if (at.kind == Node::Relock) return touch(n, i.args[1], kOfLock, true, true);
  if (is_word_access(i)) {
    touch(n, i.a, i.width / 8, i.kind != InstrKind::Store, i.kind != InstrKind::Load);
    exact_[n] = exact(n, i.a, i.width / 8);
    return;
  }
  if (i.kind == InstrKind::Call || i.kind == InstrKind::CallPointer) return;  // inlined
  if (i.kind == InstrKind::Builtin && i.builtin != Builtin::Unmodelled && i.builtin != Builtin::Free &&
      i.builtin != Builtin::Realloc)
    return each_address(s_.program(), i,
                        [&](ExprId e, uint64_t bytes, bool read, bool write) { touch(n, e, bytes, read, write); });
  if (i.kind == InstrKind::Return && at.visible) {  // variables that others may know end here
    for (const Instr& other : s_.program().procedures[at.proc].code) {
      if (other.kind != InstrKind::Alloca) continue;
      touch_object(n, s_.program().objects.size() + other.site, true, true);
      for (uint64_t v : variables_of_[other.site]) touch_object(n, v, true, true);
    }
    return;
  }
  const analysis::AccessSet& all = s_.analyses().effects()[at.proc][at.pc].touches;
  auto objects = [&](const base::BitSet& set, bool write) {
    set.each([&](size_t o) {
      touch_object(n, o, !write, write);
      if (o < s_.program().objects.size()) return;
      auto it = variables_of_.find(static_cast<model::SiteId>(o - s_.program().objects.size()));
      if (it == variables_of_.end()) return;
      for (uint64_t v : it->second) touch_object(n, v, !write, write);
    });
  };
  objects(all.reads, false);
  objects(all.writes, true);
}

}  // namespace heddle::transactions
