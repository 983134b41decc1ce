// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/impact/claims.h"

#include <algorithm>
#include <map>
#include <set>

#include "symbolic/flow/claims.h"

namespace heddle::impact {

namespace {

constexpr size_t kFewValues = 3;

class Common {
 public:
  Common(const analysis::Analyses& analyses, const Places& places, const Tree& tree, const std::vector<NodeId>& nodes)
      : places_(places), tree_(tree), nodes_(nodes), sayable_(analyses, places.flow().shared) {}

  trace::Claims all() {
    say(std::nullopt);
    for (size_t k = 0; k < places_.constants().size(); ++k)
      if (slot(k).kind == Slot::Lock && !sayable_.name(slot(k)).empty()) say(k);
    return sayable_.take();
  }

 private:
  const Slot& slot(size_t constant) const { return places_.flow().shared[places_.constants()[constant]].slot; }

  // Of the states in which this constant, a lock, is 0.
  void say(std::optional<size_t> free) {
    std::vector<std::set<int64_t>> values(places_.constants().size());
    std::map<unsigned, std::pair<size_t, const z3::Term*>> labels;  // how many nodes have it
    size_t states = 0;
    for (NodeId n : nodes_) {
      const Node& node = tree_.node(n);
      const Place& place = places_.at(node.place);
      if (free && place.constants[*free] != 0) continue;
      ++states;
      for (size_t k = 0; k < values.size(); ++k) values[k].insert(place.constants[k]);
      for (const z3::Term& t : node.label) ++labels.try_emplace(t.id(), 0, &t).first->second.first;
    }
    if (states == 0) return;
    const Slot* unless = free ? &slot(*free) : nullptr;
    for (size_t k = 0; k < values.size(); ++k) {
      if (!free) ever_.push_back(values[k].size());
      const std::string name = sayable_.name(slot(k));
      if (name.empty() || slot(k).kind == Slot::Lock || values[k].size() > kFewValues) continue;
      if (free && values[k].size() >= ever_[k]) continue;
      std::string text;
      for (int64_t v : values[k]) text += (text.empty() ? "" : " || ") + name + " == " + std::to_string(v);
      sayable_.say("(" + text + ")", {slot(k)}, unless);
    }
    for (const auto& [id, label] : labels)
      if (label.first == states && (!free || !said_.count(id))) {
        sayable_.say(*label.second, unless);
        said_.insert(id);
      }
  }

  const Places& places_;
  const Tree& tree_;
  const std::vector<NodeId>& nodes_;
  flow::Sayable sayable_;
  std::vector<size_t> ever_;  // how many values each constant has
  std::set<unsigned> said_;   // of all states
};

}  // namespace

trace::Claims claims(const analysis::Analyses& analyses, const Places& places, const Tree& tree,
                     const std::vector<NodeId>& nodes) {
  return Common(analyses, places, tree, nodes).all();
}

}  // namespace heddle::impact
