// SPDX-License-Identifier: GPL-3.0-or-later
// Witness -> GraphML, format 1.0 (Beyer, Dangl, Dietsch, Heizmann, Stahlbauer: Witness Validation and Stepwise
// Testification across Software Verifiers, ESEC/FSE 2015), with the edge data for threads (Beyer, Friedberger:
// Violation Witnesses and Result Validation for Multi-Threaded Programs, ISoLA 2020). The automaton is one path. Its
// first edge enters main as thread 0; an edge that creates a thread is followed by the one that enters the function of
// this thread. A race has no form of its own in this format: the path ends with its second access.
#include <ostream>

#include "report/phrases.h"
#include "report/report.h"
#include "report/witness.h"

namespace heddle::report {
namespace {

std::string escaped(const std::string& text) {
  std::string out;
  for (unsigned char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else if (c >= 0x20 || c == '\n' || c == '\t')
      out += static_cast<char>(c);
    else
      out += '?';
  }
  return out;
}

struct Key {
  const char *id, *type, *of, *standard;
};
constexpr Key kKeys[] = {{"witness-type", "string", "graph", nullptr},
                         {"witness-format-version", "string", "graph", nullptr},
                         {"sourcecodelang", "string", "graph", nullptr},
                         {"producer", "string", "graph", nullptr},
                         {"specification", "string", "graph", nullptr},
                         {"programfile", "string", "graph", nullptr},
                         {"programhash", "string", "graph", nullptr},
                         {"architecture", "string", "graph", nullptr},
                         {"creationtime", "string", "graph", nullptr},
                         {"entry", "boolean", "node", "false"},
                         {"violation", "boolean", "node", "false"},
                         {"threadId", "string", "edge", nullptr},
                         {"createThread", "string", "edge", nullptr},
                         {"enterFunction", "string", "edge", nullptr},
                         {"startline", "int", "edge", nullptr},
                         {"endline", "int", "edge", nullptr},
                         {"assumption", "string", "edge", nullptr},
                         {"assumption.scope", "string", "edge", nullptr},
                         {"assumption.resultfunction", "string", "edge", nullptr}};

class Graphml {
 public:
  Graphml(std::ostream& out, const trace::Result& r) : out_(out), result_(r), witness_(witness(r)) {}

  void write() {
    out_ << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
            "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n";
    for (const Key& k : kKeys) {
      out_ << " <key id=\"" << k.id << "\" attr.name=\"" << k.id << "\" attr.type=\"" << k.type << "\" for=\"" << k.of
           << "\"";
      if (k.standard)
        out_ << "><default>" << k.standard << "</default></key>\n";
      else
        out_ << "/>\n";
    }
    out_ << " <graph edgedefault=\"directed\">\n";
    graph_data();
    path();
    out_ << " </graph>\n</graphml>\n";
  }

 private:
  void data(const char* key, const std::string& value, const char* indent = "   ") {
    out_ << indent << "<data key=\"" << key << "\">" << escaped(value) << "</data>\n";
  }

  void graph_data() {
    const trace::InputFiles& input = result_.input;
    std::string files, hashes;
    for (const std::string& f : input.files) files += (files.empty() ? "" : " ") + f;
    for (const std::string& h : input.sha256) hashes += (hashes.empty() ? "" : " ") + h;
    data("witness-type", "violation_witness", "  ");
    data("witness-format-version", "1.0", "  ");
    data("sourcecodelang", "C", "  ");
    data("producer", "Heddle " HEDDLE_VERSION, "  ");
    data("specification", "CHECK( init(main()), LTL(" + specification(witness_.violation->property) + ") )", "  ");
    data("programfile", files, "  ");
    data("programhash", hashes, "  ");
    data("architecture", input.data_model == "ilp32" ? "32bit" : "64bit", "  ");
    data("creationtime", now(), "  ");
  }

  void path() {
    out_ << "  <node id=\"N0\">\n";
    data("entry", "true");
    out_ << "  </node>\n";
    begin_edge("0");
    data("createThread", "0");
    data("enterFunction", "main");
    end_edge(false);
    for (const WitnessStep& s : witness_.steps) step(s);
    for (const WitnessStep& s : witness_.targets) {
      begin_edge(std::to_string(s.thread));
      lines(s.line);
      end_edge(&s == &witness_.targets.back());
    }
  }

  void step(const WitnessStep& s) {
    begin_edge(std::to_string(s.thread));
    lines(s.line);
    if (s.kind == WitnessStep::Create) data("createThread", std::to_string(s.step->other_thread));
    if (s.kind == WitnessStep::Start && s.constraint != "1") assume(s.constraint, s.function);
    if (s.kind == WitnessStep::Input) {
      assume("\\result == " + s.constraint, s.function);
      for (const trace::Input& i : witness_.violation->trace.inputs)
        if (i.line == s.line && i.file == s.file && i.thread == s.thread) {
          data("assumption.resultfunction", i.function);
          break;
        }
    }
    end_edge(false);
    if (s.kind != WitnessStep::Create) return;
    begin_edge(std::to_string(s.step->other_thread));
    for (const trace::TraceThread& t : witness_.violation->trace.threads)
      if (t.id == s.step->other_thread && !t.name.empty()) data("enterFunction", t.name);
    end_edge(false);
  }

  void assume(const std::string& what, const std::string& function) {
    data("assumption", what);
    if (!function.empty()) data("assumption.scope", function);
  }
  void lines(uint32_t line) {
    data("startline", std::to_string(line));
    data("endline", std::to_string(line));
  }
  // Nodes and edges may stand in any order: each edge is written in front of the node it leads to.
  void begin_edge(const std::string& thread) {
    out_ << "  <edge source=\"N" << node_ << "\" target=\"N" << node_ + 1 << "\">\n";
    data("threadId", thread);
  }
  void end_edge(bool violation) {
    out_ << "  </edge>\n  <node id=\"N" << ++node_ << "\"";
    if (!violation) {
      out_ << "/>\n";
      return;
    }
    out_ << ">\n";
    data("violation", "true");
    out_ << "  </node>\n";
  }

  std::ostream& out_;
  const trace::Result& result_;
  Witness witness_;
  size_t node_ = 0;
};

}  // namespace

void write_graphml(std::ostream& out, const trace::Result& r) { Graphml(out, r).write(); }

}  // namespace heddle::report
