// SPDX-License-Identifier: GPL-3.0-or-later
// An automaton. Its shortest way from the entry to a violation is the execution; edges have the lines.
#include <deque>
#include <map>
#include <set>

#include "base/check.h"
#include "witness/witness.h"
#include "witness/xml.h"

namespace heddle::witness {
namespace {

std::map<std::string, std::string> data(const Element& e) {
  std::map<std::string, std::string> all;
  for (const Element& c : e.children)
    if (c.name == "data") all[c.attribute("key")] = c.text;
  return all;
}

std::string trimmed(const std::string& s) {
  const size_t from = s.find_first_not_of(" \t\r\n"), to = s.find_last_not_of(" \t\r\n");
  return from == std::string::npos ? "" : s.substr(from, to - from + 1);
}

const Element* child(const Element& e, const std::string& name) {
  for (const Element& c : e.children)
    if (c.name == name) return &c;
  return nullptr;
}

std::vector<const Element*> shortest_way(const Element& graph, const std::string& entry,
                                         const std::set<std::string>& violations) {
  std::map<std::string, std::vector<const Element*>> out;
  for (const Element& e : graph.children)
    if (e.name == "edge") out[e.attribute("source")].push_back(&e);
  std::map<std::string, const Element*> came;
  std::deque<std::string> todo{entry};
  came[entry] = nullptr;
  while (!todo.empty()) {
    const std::string node = todo.front();
    todo.pop_front();
    if (violations.count(node)) {
      std::deque<const Element*> way;
      for (const Element* e = came[node]; e; e = came[e->attribute("source")]) way.push_front(e);
      return {way.begin(), way.end()};
    }
    for (const Element* e : out[node])
      if (came.emplace(e->attribute("target"), e).second) todo.push_back(e->attribute("target"));
  }
  return {};
}

}  // namespace

Witness read_graphml(const std::string& text, const std::string& path) {
  const Element root = parse_xml(text, path);
  const Element* graph = child(root, "graph");
  if (!graph) throw InputError(path + ": is not a witness: there is no <graph>");
  auto facts = data(*graph);
  if (const std::string type = trimmed(facts["witness-type"]); !type.empty() && type != "violation_witness")
    throw InputError(path + ": is a " + type + "; only witnesses of violations can be followed");
  Witness w;
  w.specification = trimmed(facts["specification"]);
  w.producer = trimmed(facts["producer"]);
  if (w.specification.empty()) throw InputError(path + ": is not a witness: the specification is missing");
  if (const std::string hash = trimmed(facts["programhash"]); hash.size() == 64) w.hashes.push_back(hash);
  std::string entry;
  std::set<std::string> violations;
  for (const Element& n : graph->children) {
    if (n.name != "node") continue;
    auto about = data(n);
    if (trimmed(about["entry"]) == "true") entry = n.attribute("id");
    if (trimmed(about["violation"]) == "true") violations.insert(n.attribute("id"));
  }
  if (violations.empty()) throw InputError(path + ": is not a witness of a violation: no node is marked as one");
  for (const Element* e : shortest_way(*graph, entry, violations)) {
    auto about = data(*e);
    w.not_read += about.count("assumption");
    const long line = std::strtol(about["startline"].c_str(), nullptr, 10);
    if (line > 0) w.passes.push_back({trimmed(about["originfile"]), static_cast<uint32_t>(line)});
  }
  if (!w.passes.empty()) {
    w.targets.push_back(w.passes.back());
    w.passes.pop_back();
  }
  return w;
}

}  // namespace heddle::witness
