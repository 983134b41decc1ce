// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/loop_order.h"

#include <algorithm>
#include <functional>

#include "model/control_flow.h"

namespace heddle::model {

namespace {

// Strongly connected components of the part `nodes`, without edges into `cut`; in topological order.
class Components {
 public:
  Components(const std::vector<std::vector<Pc>>& next, const std::vector<bool>& inside, Pc cut)
      : next_(next),
        inside_(inside),
        cut_(cut),
        number_(next.size(), 0),
        low_(next.size(), 0),
        open_(next.size(), false) {}

  std::vector<std::vector<Pc>> from(const std::vector<Pc>& roots) {
    for (Pc r : roots)
      if (!number_[r]) visit(r);
    std::reverse(found_.begin(), found_.end());
    return std::move(found_);
  }

 private:
  struct Frame {
    Pc pc;
    size_t edge;
  };
  void visit(Pc root) {  // Tarjan, without recursion
    std::vector<Frame> frames{{root, 0}};
    begin(root);
    while (!frames.empty()) {
      Frame& f = frames.back();
      if (f.edge < next_[f.pc].size()) {
        Pc to = next_[f.pc][f.edge++];
        if (!inside_[to] || to == cut_) continue;
        if (!number_[to]) {
          begin(to);
          frames.push_back({to, 0});
        } else if (open_[to]) {
          low_[f.pc] = std::min(low_[f.pc], number_[to]);
        }
        continue;
      }
      Pc done = f.pc;
      frames.pop_back();
      if (!frames.empty()) low_[frames.back().pc] = std::min(low_[frames.back().pc], low_[done]);
      if (low_[done] != number_[done]) continue;
      std::vector<Pc>& component = found_.emplace_back();
      Pc last;
      do {
        last = stack_.back();
        stack_.pop_back();
        open_[last] = false;
        component.push_back(last);
      } while (last != done);
    }
  }
  void begin(Pc pc) {
    number_[pc] = low_[pc] = ++count_;
    open_[pc] = true;
    stack_.push_back(pc);
  }

  const std::vector<std::vector<Pc>>& next_;
  const std::vector<bool>& inside_;
  Pc cut_;
  std::vector<uint32_t> number_, low_;
  std::vector<bool> open_;
  std::vector<Pc> stack_;
  std::vector<std::vector<Pc>> found_;
  uint32_t count_ = 0;
};

}  // namespace

LoopOrder::LoopOrder(const Procedure& f) : places_(f.code.size()) {
  std::vector<std::vector<Pc>> next(f.code.size());
  std::vector<unsigned> ways(f.code.size(), 0);
  for (Pc pc = 0; pc < f.code.size(); ++pc) {
    next[pc] = successors(f.code[pc], pc);
    for (Pc to : next[pc]) ++ways[to];
  }
  uint32_t position = 0;
  // A component of more than one node, or with an edge to itself, is a loop; its head is the node that is entered
  // first.
  std::function<void(const std::vector<Pc>&, Pc, Pc, const std::vector<Pc>&)> order =
      [&](const std::vector<Pc>& nodes, Pc entry, Pc cut, const std::vector<Pc>& heads) {
        std::vector<bool> inside(f.code.size(), false);
        for (Pc pc : nodes) inside[pc] = true;
        std::vector<Pc> roots{entry};
        if (entry == cut) roots = next[entry];
        std::erase_if(roots, [&](Pc pc) { return !inside[pc] || pc == cut; });
        for (const std::vector<Pc>& component : Components(next, inside, cut).from(roots)) {
          Pc head = component.back();  // Tarjan closes a component at the node it met first
          bool loops =
              component.size() > 1 || std::find(next[head].begin(), next[head].end(), head) != next[head].end();
          places_[head].position = position++;
          places_[head].reachable = true;
          places_[head].heads = heads;
          if (!loops) continue;
          std::vector<Pc> inner = heads;
          inner.push_back(head);
          places_[head].heads = inner;
          order(component, head, head, inner);
        }
      };
  std::vector<Pc> all;
  for (Pc pc = 0; pc < f.code.size(); ++pc) all.push_back(pc);
  if (!all.empty()) order(all, 0, kNone, {});
  for (Pc pc = 0; pc < f.code.size(); ++pc) places_[pc].joins = ways[pc] > 1;
}

}  // namespace heddle::model
