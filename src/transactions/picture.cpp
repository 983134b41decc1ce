// SPDX-License-Identifier: GPL-3.0-or-later
#include "transactions/picture.h"

#include <algorithm>
#include <sstream>

namespace heddle::transactions {

namespace {

bool rests(const Graph& g, const State& s) {
  return std::all_of(s.at.begin(), s.at.end(),
                     [&](NodeId n) { return n == kNotStarted || g.skeleton().nodes()[n].rests; });
}

// The user's position: library procedures stand where they were called.
std::string place_text(const Graph& g, const model::Program& p, NodeId n) {
  if (n == kNotStarted) return "-";
  const Node* node = &g.skeleton().nodes()[n];
  if (node->kind == Node::End) return "end";
  while (p.procedures[node->proc].library && g.skeleton().frames()[node->frame].parent != ~0u)
    node = &g.skeleton().nodes()[g.skeleton().frames()[node->frame].call];
  const model::Position pos = g.skeleton().instr(*node).pos;
  return std::to_string(pos.line) + ":" + std::to_string(pos.column);
}

std::string state_text(const Graph& g, const model::Program& p, const State& s) {
  std::string out;
  for (NodeId n : s.at) out += (out.empty() ? "" : ", ") + place_text(g, p, n);
  return "(" + out + ")";
}

std::string names(const model::Program& p, const base::BitSet& set, const Relevance* only) {
  std::string out;
  set.each([&](size_t o) {
    if (only && !only->relevant(o)) return;
    out += (out.empty() ? "" : ", ") + (o < p.objects.size() ? p.objects[o].name : p.sites[o - p.objects.size()].name);
  });
  return out.empty() ? "-" : out;
}

std::string pair_text(const model::Program& p, const Place& at) {
  const model::Position pos = p.procedures[at.proc].code[at.pc].pos;
  return p.procedures[at.proc].name + " " + std::to_string(pos.line) + ":" + std::to_string(pos.column);
}

std::string quoted(const std::string& s) {
  std::string out;
  for (char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return "\"" + out + "\"";
}

}  // namespace

Picture::Picture(const Facts& facts) {
  const Graph& g = *facts.graph();
  const std::vector<State>& states = g.states();
  const std::vector<std::vector<ThreadId>> turns = facts.sensitivity()->turns();
  std::map<StateId, size_t> index;
  std::vector<StateId> order;
  auto vertex = [&](StateId id) {
    auto [it, fresh] = index.try_emplace(id, vertices.size());
    if (fresh) vertices.push_back({id, false, {}}), order.push_back(id);
    return it->second;
  };
  // where all rest again, behind a step
  auto resting = [&](StateId from) {
    std::vector<StateId> found, todo{from}, seen;
    while (!todo.empty()) {
      const StateId id = todo.back();
      todo.pop_back();
      if (std::find(seen.begin(), seen.end(), id) != seen.end()) continue;
      seen.push_back(id);
      if (rests(g, states[id]) || states[id].next.empty())
        found.push_back(id);
      else
        for (const Step& k : states[id].next) todo.push_back(k.to);
    }
    std::sort(found.begin(), found.end());
    return found;
  };
  for (StateId id : resting(0)) vertex(id);
  for (Vertex& v : vertices) v.kept = true;
  for (size_t k = 0; k < order.size(); ++k) {
    const StateId id = order[k];
    for (const Step& step : states[id].next)
      for (StateId to : resting(step.to)) {
        const bool kept = std::find(turns[id].begin(), turns[id].end(), step.thread) != turns[id].end();
        Edge e{step.thread, vertex(to), kept};
        std::vector<Edge>& next = vertices[k].next;
        if (std::find(next.begin(), next.end(), e) == next.end()) next.push_back(e);
      }
  }
  std::vector<size_t> todo;
  for (size_t k = 0; k < vertices.size(); ++k)
    if (vertices[k].kept) todo.push_back(k);
  while (!todo.empty()) {
    const size_t k = todo.back();
    todo.pop_back();
    for (const Edge& e : vertices[k].next)
      if (e.kept && !vertices[e.to].kept) vertices[e.to].kept = true, todo.push_back(e.to);
  }
}

std::string text(const Facts& facts, const model::Program& p) {
  std::ostringstream out;
  const Relevance& r = facts.relevance();
  out << "\nshared variables: " << names(p, r.shared(), nullptr) << "; seen by conditions: " << names(p, r.shared(), &r)
      << "\n";
  if (!facts.graph()) {
    out << "no transaction graph: " << facts.no_graph() << "\n";
    return out.str();
  }
  const Graph& g = *facts.graph();
  const Picture picture(facts);
  out << "transaction graph of";
  for (ThreadId t = 0; t < g.skeleton().threads().size(); ++t)
    out << (t ? ", " : " ") << (t ? p.procedures[g.skeleton().threads()[t].entry].name : "main");
  out << "; " << picture.vertices.size() << " states, built " << g.rounds()
      << (g.rounds() == 1 ? " time\n" : " times\n");
  for (size_t k = 0; k < picture.vertices.size(); ++k) {
    const Picture::Vertex& v = picture.vertices[k];
    const State& s = g.states()[v.state];
    const std::string values = g.numbers().text(*s.value);
    out << "  " << k << " " << state_text(g, p, s) << (values.empty() ? "" : "  " + values)
        << (v.kept ? "" : "  left out") << "\n";
    for (const Picture::Edge& e : v.next)
      out << "    thread " << e.thread << " -> " << e.to << (e.kept || !v.kept ? "" : "  left out") << "\n";
  }
  out << "pairs whose order matters: " << facts.sensitivity()->pairs().size() << " of "
      << facts.sensitivity()->meetings().size() << " that meet\n";
  for (const auto& [a, b] : facts.sensitivity()->pairs())
    out << "  " << pair_text(p, a) << " and " << pair_text(p, b) << "\n";
  return out.str();
}

std::string dot(const Facts& facts, const model::Program& p) {
  std::ostringstream out;
  out << "digraph transactions {\n  node [shape=box, fontname=monospace];\n";
  if (facts.graph()) {
    const Graph& g = *facts.graph();
    const Picture picture(facts);
    for (size_t k = 0; k < picture.vertices.size(); ++k) {
      const Picture::Vertex& v = picture.vertices[k];
      const State& s = g.states()[v.state];
      out << "  " << k << " [label=" << quoted(state_text(g, p, s)) << (v.kept ? "" : ", color=gray, fontcolor=gray")
          << "];\n";
      for (const Picture::Edge& e : v.next)
        out << "  " << k << " -> " << e.to << " [label=" << e.thread
            << (e.kept && v.kept ? "" : ", style=dashed, color=gray") << "];\n";
    }
  }
  out << "}\n";
  return out.str();
}

}  // namespace heddle::transactions
