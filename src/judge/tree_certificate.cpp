// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/tree_certificate.h"

#include <algorithm>

namespace heddle::judge {

using nlohmann::json;

namespace {

constexpr size_t kMostThreads = 1000;

TreeCertificate read(const model::Program& p, const json& j) {
  MapReader reader(p, j);
  reader.read();
  TreeCertificate c;
  c.map = reader.map();
  auto below = [](const json& n, size_t limit, const char* what) {
    return MapReader::below(n.get<size_t>(), limit, what);
  };
  const size_t formulas = j.at("formulas").size();
  std::set<std::string> all = reader.shared();
  std::vector<std::set<std::string>> of_state;
  for (const json& s : j.at("states")) {
    TreeCertificate::State state;
    for (const json& place : s.at("threads")) state.places.push_back(below(place, c.map.places.size(), "a place"));
    if (state.places.empty() || state.places.size() > kMostThreads) bad("a state has no threads, or too many");
    state.joined.assign(state.places.size(), false);
    for (const json& t : s.at("joined")) state.joined[below(t, state.places.size(), "a thread")] = true;
    for (const json& f : s.at("facts")) state.facts.push_back(below(f, formulas, "a formula"));
    std::set<std::string>& names = of_state.emplace_back();
    for (size_t t = 0; t < state.places.size(); ++t)
      for (const KnownPlace::Own& o : c.map.places[state.places[t]].own) names.insert(of_thread(o.name, t));
    all.insert(names.begin(), names.end());
    c.states.push_back(std::move(state));
  }
  for (const json& f : j.at("formulas")) c.formulas.emplace_back(f.get<std::string>(), all);
  auto check = [&](size_t state, const std::vector<size_t>& some) {
    for (size_t f : some)
      for (const std::string& name : c.formulas[f].names())
        if (!reader.shared().count(name) && !of_state[state].count(name))
          bad("a label speaks of " + name + ", which nobody has there");
  };
  for (size_t s = 0; s < c.states.size(); ++s) check(s, c.states[s].facts);
  const size_t nodes = j.at("nodes").size();
  for (const json& n : j.at("nodes")) {
    TreeCertificate::Node node;
    node.state = below(n.at("state"), c.states.size(), "a state");
    const size_t threads = c.states[node.state].places.size();
    for (const json& f : n.at("label")) node.label.push_back(below(f, formulas, "a formula"));
    check(node.state, node.label);
    if (n.contains("covered")) {
      node.covered_by = below(n.at("covered"), nodes, "a node");
    } else {
      std::set<unsigned> some;
      for (const json& t : n.contains("follows") ? n.at("follows") : n.at("skipped"))
        some.insert(static_cast<unsigned>(below(t, threads, "a thread")));
      (n.contains("follows") ? node.follows.emplace() : node.skipped) = std::move(some);
      for (const json& e : n.at("edges"))
        node.edges.push_back(
            {static_cast<unsigned>(below(e.at(0), threads, "a thread")), below(e.at(1), nodes, "a node")});
    }
    c.nodes.push_back(std::move(node));
  }
  if (c.nodes.empty()) bad("a tree without nodes");
  return c;
}

}  // namespace

std::string of_thread(const std::string& name, size_t thread) { return name + "t" + std::to_string(thread); }

TreeCertificate read_tree(const model::Program& p, const std::string& text) {
  try {
    return read(p, json::parse(text));
  } catch (const json::exception& e) {
    bad(std::string("the certificate is not as it should be: ") + e.what());
  } catch (const BadFormula& e) {
    bad(e.what());
  }
}

}  // namespace heddle::judge
