// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/unrolled/control.h"

#include <algorithm>
#include <functional>
#include <set>

#include "model/control_flow.h"

namespace heddle::unrolled {

using model::Builtin;
using model::Instr;
using model::InstrKind;
using model::Pc;
using model::ProcId;

namespace {
bool is_call(const Instr& i) { return i.kind == InstrKind::Call || i.kind == InstrKind::CallPointer; }
// What all loops are rounded up to. Larger is better, because fewer depths have a read_sync or a write_sync, until
// small loops become much longer.
unsigned unit_of(std::vector<unsigned> loops) {
  if (loops.empty()) return 1;
  std::sort(loops.begin(), loops.end());
  if (std::all_of(loops.begin(), loops.end(), [&](unsigned l) { return l % loops[0] == 0; })) return loops[0];
  unsigned twice_the_median = 2 * loops[loops.size() / 2];
  return (twice_the_median + 7) / 8 * 8;
}
bool is_two_steps(const Instr& i) {
  return i.kind == InstrKind::Builtin && (model::waits_on_condition(i.builtin) || i.builtin == Builtin::BarrierWait);
}
}  // namespace

Control::Control(const analysis::Analyses& analyses, bool balance, unsigned visible_steps,
                 const transactions::Facts* facts)
    : p_(analyses.program()),
      visible_steps_(visible_steps),
      points_to_(analyses.points_to()),
      visible_(analyses.visible()),
      procedures_(p_.procedures.size()) {
  for (ProcId f = 0; f < p_.procedures.size(); ++f) {
    is_visible_.emplace_back();
    for (Pc pc = 0; pc < p_.procedures[f].code.size(); ++pc)
      is_visible_[f].push_back(visible_.at(f, pc) && (!facts || facts->noticed({f, pc})));
  }
  find_calls();
  for (ProcId f = 0; f < p_.procedures.size(); ++f) {
    const std::vector<Instr>& code = p_.procedures[f].code;
    Procedure& mine = procedures_[f];
    std::vector<unsigned> ways(code.size(), 0);
    if (!code.empty()) ways[0] = 1;
    for (Pc pc = 0; pc < code.size(); ++pc) {
      for (Pc next : model::successors(code[pc], pc))
        if (next < code.size()) ++ways[next];
    }
    for (unsigned n : ways) mine.joins.push_back(n > 1);
    mine.block_of.resize(code.size(), model::kNone);
  }
  std::vector<ProcId> order = callees_first();
  std::vector<unsigned> loops;
  for (ProcId f : order) {
    std::vector<unsigned> found = this->balance(f, 1);
    loops.insert(loops.end(), found.begin(), found.end());
  }
  if (balance) {
    for (ProcId f : order) this->balance(f, unit_of(loops));
  } else {
    for (Procedure& f : procedures_) f.padding.clear(), f.return_padding.clear();
  }
}

std::vector<ProcId> Control::callees(ProcId f, const Instr& i) const {
  if (i.kind == InstrKind::Call) return {i.callee};
  if (i.kind == InstrKind::CallPointer) return points_to_.targets(f, i.a);
  return {};
}

void Control::find_calls() {
  for (ProcId f = 0; f < p_.procedures.size(); ++f)
    for (Pc pc = 0; pc < p_.procedures[f].code.size(); ++pc) {
      const Instr& i = p_.procedures[f].code[pc];
      if (!is_call(i)) continue;
      uint32_t site = static_cast<uint32_t>(call_sites_.size());
      call_sites_.push_back({f, pc});
      procedures_[f].site_at[pc] = site;
      for (ProcId callee : callees(f, i)) procedures_[callee].called_from.push_back(site);
    }
  for (ProcId f = 0; f < p_.procedures.size(); ++f) {  // does it reach itself?
    std::set<ProcId> seen;
    std::vector<ProcId> todo{f};
    while (!todo.empty() && !procedures_[f].recursive) {
      ProcId g = todo.back();
      todo.pop_back();
      for (const Instr& i : p_.procedures[g].code)
        for (ProcId h : callees(g, i)) {
          procedures_[f].recursive |= h == f;
          if (seen.insert(h).second) todo.push_back(h);
        }
    }
  }
}

std::map<Pc, Control::Block> Control::blocks(ProcId f) {
  const std::vector<Instr>& code = p_.procedures[f].code;
  Procedure& mine = procedures_[f];
  std::map<Pc, Block> out;
  std::vector<Pc> todo;
  if (!code.empty()) todo.push_back(0);
  while (!todo.empty()) {
    Pc start = todo.back();
    todo.pop_back();
    auto [it, fresh] = out.try_emplace(start);
    if (!fresh) continue;
    Block& b = it->second;
    for (Pc pc = start;;) {
      const Instr& i = code[pc];
      mine.block_of[pc] = start;
      b.next = model::successors(i, pc);
      b.returns |= i.kind == InstrKind::Return;
      if (visible(f, pc)) {
        b.cost = is_two_steps(i) ? 2 * visible_steps_ : visible_steps_;
        break;
      }
      if (is_call(i)) {
        unsigned longest = 0;
        for (ProcId g : callees(f, i))
          if (!procedures_[g].recursive) longest = std::max(longest, procedures_[g].length);
        b.cost = 1 + longest;
        break;
      }
      if (b.next.size() != 1 || mine.joins[b.next[0]] || visible(f, b.next[0])) break;
      pc = b.next[0];
    }
    for (Pc next : b.next)
      if (next < code.size()) todo.push_back(next);
  }
  return out;
}

std::vector<unsigned> Control::balance(ProcId f, unsigned unit) {
  Procedure& mine = procedures_[f];
  mine.padding.clear();
  mine.return_padding.clear();
  std::map<Pc, Block> all = blocks(f);
  // Edges that go back, and the blocks in an order in which the other edges go forward.
  std::map<Pc, int> state;  // 1: being visited, 2: done
  std::set<std::pair<Pc, Pc>> back;
  std::vector<Pc> order;
  std::function<void(Pc)> visit = [&](Pc b) {
    state[b] = 1;
    for (Pc next : all[b].next) {
      if (!all.count(next)) continue;
      if (state[next] == 1)
        back.insert({b, next});
      else if (state[next] == 0)
        visit(next);
    }
    state[b] = 2;
    order.push_back(b);
  };
  if (!all.empty()) visit(0);
  std::reverse(order.begin(), order.end());
  std::map<Pc, unsigned> position;
  unsigned length = 1;
  for (Pc b : order) {
    unsigned end = position[b] + all[b].cost;
    for (Pc next : all[b].next)
      if (all.count(next) && !back.count({b, next})) position[next] = std::max(position[next], end);
    if (all[b].returns) length = std::max(length, end);
  }
  std::vector<unsigned> loops;
  for (Pc b : order) {
    unsigned end = position[b] + all[b].cost;
    for (Pc next : all[b].next) {
      if (!all.count(next)) continue;
      if (!back.count({b, next})) {
        mine.padding[{b, next}] = position[next] - end;
        continue;
      }
      unsigned around = end - position[next];
      loops.push_back(around);
      mine.padding[{b, next}] = (unit - around % unit) % unit;
    }
    if (all[b].returns) mine.return_padding[b] = length - end;
  }
  mine.length = length;
  return loops;
}

std::vector<ProcId> Control::callees_first() const {
  std::vector<ProcId> order;
  std::vector<bool> seen(p_.procedures.size(), false);
  std::function<void(ProcId)> visit = [&](ProcId f) {
    if (seen[f]) return;
    seen[f] = true;
    for (const Instr& i : p_.procedures[f].code)
      for (ProcId g : callees(f, i)) visit(g);
    order.push_back(f);
  };
  for (ProcId f = 0; f < p_.procedures.size(); ++f) visit(f);
  return order;
}

unsigned Control::padding(ProcId f, Pc last, Pc target) const {
  const Procedure& mine = procedures_[f];
  auto it = mine.padding.find({mine.block_of[last], target});
  return it == mine.padding.end() ? 0 : it->second;
}

unsigned Control::padding_of_return(ProcId f, Pc last) const {
  const Procedure& mine = procedures_[f];
  auto it = mine.return_padding.find(mine.block_of[last]);
  return it == mine.return_padding.end() ? 0 : it->second;
}

}  // namespace heddle::unrolled
