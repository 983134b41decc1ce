// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule for people: turns of threads as text, the whole tree as a picture.
#include <ostream>
#include <set>

#include "report/report.h"

namespace heddle::report {

namespace {

std::string name(const trace::Schedule& s, unsigned thread) {
  return "thread " + std::to_string(thread) + " (" + s.threads[thread] + ")";
}

std::string quoted(const std::string& text) {
  std::string out;
  for (char c : text)
    if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else
      out += c;
  return out;
}

constexpr const char* kColours[] = {"black",  "blue",        "darkgreen", "red3",
                                    "purple", "darkorange3", "deeppink3", "cyan4"};

constexpr const char* kBeginning = "its beginning";  // steps before the first line of a thread have none

std::string line(const trace::Schedule::Edge& e) { return e.line ? "line " + std::to_string(e.line) : kBeginning; }

}  // namespace

// Of several edges the first is followed that has not been yet.
void write_text(std::ostream& out, const trace::Schedule& s) {
  std::set<uint32_t> seen;
  uint32_t at = 0;
  while (!s.nodes.empty()) {
    if (!seen.insert(at).second) break;
    const trace::Schedule::Node& n = s.nodes[at];
    if (n.goes_on_at && !seen.count(*n.goes_on_at)) {
      at = *n.goes_on_at;
      continue;
    }
    if (n.goes_on_at) {
      const uint32_t back = *n.goes_on_at;
      out << "  and so on";
      if (!s.nodes[back].edges.empty()) {
        const trace::Schedule::Edge& e = s.nodes[back].edges[0];
        out << " from " << name(s, e.thread) << ", " << line(e);
      }
      out << "\n";
      break;
    }
    if (n.edges.empty()) {
      out << "  the end\n";
      break;
    }
    const unsigned thread = n.edges[0].thread;
    std::string lines;
    uint32_t last = 0;
    bool over = false;
    while (!over) {
      const trace::Schedule::Node& x = s.nodes[at];
      if (x.goes_on_at && !seen.count(*x.goes_on_at)) {  // the same turn
        seen.insert(at);
        at = *x.goes_on_at;
        continue;
      }
      over = x.goes_on_at || x.edges.empty() || x.edges[0].thread != thread;
      if (over) break;
      const trace::Schedule::Edge& e = x.edges[0];
      if (e.line != last && e.line) lines += (lines.empty() ? "" : ", ") + std::to_string(e.line);
      last = e.line;
      seen.insert(at);
      at = e.to;
      over = seen.count(at) != 0;
    }
    seen.erase(at);
    const char* word = lines.empty() ? kBeginning : lines.find(',') == std::string::npos ? "line " : "lines ";
    out << "  " << name(s, thread) << ": " << word << lines << "\n";
  }
}

void write_dot(std::ostream& out, const trace::Schedule& s) {
  out << "digraph schedule {\n  node [shape=box, fontname=\"sans-serif\", fontsize=10];\n"
         "  edge [fontname=\"sans-serif\", fontsize=9];\n";
  for (size_t k = 0; k < s.nodes.size(); ++k) {
    const trace::Schedule::Node& n = s.nodes[k];
    std::string facts;
    for (const std::string& f : n.facts) facts += quoted(f) + "\\l";
    out << "  n" << k << " [label=\"" << k << "\\n" << facts << "\"" << (n.ends ? ", peripheries=2" : "") << "];\n";
    for (const trace::Schedule::Edge& e : n.edges)
      out << "  n" << k << " -> n" << e.to << " [color=" << kColours[e.thread % 8]
          << ", fontcolor=" << kColours[e.thread % 8] << ", label=\"" << quoted(name(s, e.thread)) << " " << line(e)
          << "\"];\n";
    if (n.goes_on_at) out << "  n" << k << " -> n" << *n.goes_on_at << " [style=dashed, constraint=false];\n";
  }
  out << "}\n";
}

}  // namespace heddle::report
