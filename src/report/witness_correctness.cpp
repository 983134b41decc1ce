// SPDX-License-Identifier: GPL-3.0-or-later
// What the proofs claim -> YAML, format 2.1: an `invariant_set`, and with ghosts a `ghost_instrumentation`. A set
// without any invariant is one, too: the verdict itself is what a validator checks.
#include <ostream>

#include "report/report.h"
#include "report/witness.h"
#include "witness/correctness.h"

namespace heddle::report {
namespace {

constexpr const char* kVersion = "2.1";

void write_location(std::ostream& out, const witness::Location& l, const std::string& indent) {
  out << "location:\n"
      << indent << "  file_name: " << quoted(l.file) << "\n"
      << indent << "  line: " << l.line << "\n"
      << indent << "  column: " << l.column << "\n"
      << indent << "  function: " << quoted(l.function) << "\n";
}

void write_value(std::ostream& out, const std::string& value, const std::string& indent) {
  out << indent << "value: " << quoted(value) << "\n" << indent << "format: \"c_expression\"\n";
}

void write_ghosts(std::ostream& out, const witness::Correctness& w) {
  out << "    ghost_variables:\n";
  for (const witness::GhostVariable& g : w.ghosts) {
    out << "    - name: " << quoted(g.name) << "\n      type: " << quoted(g.type)
        << "\n      scope: \"global\"\n      initial:\n";
    write_value(out, g.initial, "        ");
  }
  out << "    ghost_updates:\n";
  for (const witness::GhostUpdate& u : w.updates) {
    out << "    - ";
    write_location(out, u.at, "      ");
    out << "      updates:\n      - variable: " << quoted(u.variable) << "\n";
    write_value(out, u.value, "        ");
  }
}

}  // namespace

void write_correctness(std::ostream& out, const trace::Result& r) {
  const trace::Property p = *proven(r);
  const witness::Correctness w = witness::correctness(r);
  if (!w.ghosts.empty()) {
    out << "- entry_type: \"ghost_instrumentation\"\n" << metadata(r, p, kVersion, "ghosts") << "  content:\n";
    write_ghosts(out, w);
  }
  out << "- entry_type: \"invariant_set\"\n" << metadata(r, p, kVersion, "facts");
  if (w.facts.empty()) out << "  content: []\n";
  if (!w.facts.empty()) out << "  content:\n";
  for (const witness::Invariant& i : w.facts) {
    out << "  - invariant:\n      type: \"" << (i.of_loop ? "loop" : "location") << "_invariant\"\n      ";
    write_location(out, i.at, "      ");
    write_value(out, i.value, "      ");
  }
}

}  // namespace heddle::report
