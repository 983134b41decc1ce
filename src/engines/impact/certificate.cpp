// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/impact/certificate.h"

namespace heddle::impact {

namespace {

std::string number(uint64_t n) { return std::to_string(n); }
std::string quoted(const std::string& text) { return '"' + text + '"'; }

std::string renamed(const std::string& text, const std::map<std::string, std::string>& names) {
  std::string made, word;
  auto end = [&] {
    auto it = names.find(word);
    made += it == names.end() ? word : it->second;
    word.clear();
  };
  for (char c : text) {
    if (c != '(' && c != ')' && c != ' ') {
      word += c;
      continue;
    }
    end();
    made += c;
  }
  end();
  return made;
}

class Writer {
 public:
  Writer(Places& places, const Tree& tree, const Part& part) : places_(places), tree_(tree), part_(part) {
    for (NodeId n : part.nodes) numbers_.emplace(n, numbers_.size());
  }

  // Fields without braces.
  std::string text() {
    const std::string nodes = flow::list(part_.nodes, [&](NodeId n) { return node(n); });
    auto same = [](const std::string& t) { return t; };
    return "\"formulas\":" + flow::list(formulas_, quoted) + ",\"states\":" + flow::list(states_, same) +
           ",\"nodes\":" + nodes;
  }

 private:
  size_t formula(const std::string& text) {
    auto [it, fresh] = formula_ids_.try_emplace(text, formulas_.size());
    if (fresh) formulas_.push_back(text);
    return it->second;
  }
  std::string equation(const std::string& name, int64_t n) {
    const std::string digits = n < 0 ? "(- " + std::to_string(n).substr(1) + ")" : std::to_string(n);
    return number(formula("(= " + name + " " + digits + ")"));
  }
  std::string name_of(unsigned thread, RestId rest, const Slot& slot) const {
    return places_.flow().rests[rest].mine.at(slot).number.n.text() + "t" + number(thread);
  }

  struct Known {
    size_t number = 0;
    std::map<std::string, std::string> names;  // of symbols, as the certificate calls them there
  };
  const Known& state(PlaceId id) {
    auto [it, fresh] = known_.try_emplace(id);
    Known& k = it->second;
    if (!fresh) return k;
    const Place p = places_.at(id);
    for (SymbolId s : std::vector<SymbolId>(places_.live(id)))
      if (const Symbol& symbol = places_.symbol(s); symbol.thread != kNone)
        k.names.emplace(symbol.name, name_of(symbol.thread, p.threads[symbol.thread].at, symbol.slot));
    std::vector<std::string> facts, joined;
    for (size_t c = 0; c < p.constants.size(); ++c)
      facts.push_back(equation(places_.flow().shared[places_.constants()[c]].now.text(), p.constants[c]));
    for (unsigned t = 0; t < p.threads.size(); ++t) {
      if (p.threads[t].joined) joined.push_back(number(t));
      for (const auto& [slot, n] : p.threads[t].knows) facts.push_back(equation(name_of(t, p.threads[t].at, slot), n));
    }
    auto same = [](const std::string& t) { return t; };
    k.number = states_.size();
    states_.push_back("{\"threads\":" + flow::list(p.threads, [](const Thread& t) { return number(t.at); }) +
                      ",\"joined\":" + flow::list(joined, same) + ",\"facts\":" + flow::list(facts, same) + "}");
    return k;
  }

  std::string node(NodeId id) {
    const Node& n = tree_.node(id);
    const Known& at = state(n.place);
    std::string made = "{\"state\":" + number(at.number) + ",\"label\":" + flow::list(n.label, [&](const z3::Term& t) {
                         auto [text, fresh] = texts_.try_emplace(t.id());
                         if (fresh) text->second = flow::one_line(t);
                         return number(formula(renamed(text->second, at.names)));
                       });
    NodeId by = n.covered_by;
    while (by != kNone && tree_.node(by).covered_by != kNone) by = tree_.node(by).covered_by;
    if (by != kNone) return made + ",\"covered\":" + number(numbers_.at(by)) + "}";
    std::vector<std::string> threads, edges;
    const auto& chosen = part_.follows ? part_.follows : part_.skips;
    for (unsigned t = 0; t < places_.at(n.place).threads.size(); ++t)
      if (!places_.is_last(n.place, t) && chosen(id, t)) threads.push_back(number(t));
    for (NodeId c : n.children) {
      const unsigned t = tree_.node(c).edge->thread;
      if (numbers_.count(c) && (!part_.follows || part_.follows(id, t)))
        edges.push_back("[" + number(t) + "," + number(numbers_.at(c)) + "]");
    }
    auto same = [](const std::string& t) { return t; };
    return made + (part_.follows ? ",\"follows\":" : ",\"skipped\":") + flow::list(threads, same) +
           ",\"edges\":" + flow::list(edges, same) + "}";
  }

  Places& places_;
  const Tree& tree_;
  const Part& part_;
  std::map<NodeId, size_t> numbers_;
  std::map<PlaceId, Known> known_;
  std::vector<std::string> formulas_, states_;
  std::map<std::string, size_t> formula_ids_;
  std::map<unsigned, std::string> texts_;  // of labels, by Z3's numbers
};

}  // namespace

std::string certificate(const model::Program& p, const flow::Plan& plan, const analysis::PointsTo& points_to,
                        Places& places, const Tree& tree, const Part& part) {
  std::vector<RestId> rests;
  for (RestId n = 0; n < places.flow().rests.size(); ++n) rests.push_back(n);
  return "{" + flow::map_text(p, places.flow(), plan, points_to) + ",\"places\":" +
         flow::list(rests, [&](RestId n) { return "{" + flow::place_text(p, places.flow(), n) + "}"; }) + "," +
         Writer(places, tree, part).text() + "}";
}

}  // namespace heddle::impact
