// SPDX-License-Identifier: GPL-3.0-or-later
// heddle.1, written from the table of options, for man.
#include <sstream>

#include "options/commands.h"

namespace heddle::options {
namespace {

// For roff: a minus is no hyphen, a backslash begins a request, and so does a dot at the beginning of a line.
std::string roff(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return !out.empty() && (out[0] == '.' || out[0] == '\'') ? "\\&" + out : out;
}

void write_option(std::ostream& out, const Row& r) {
  out << ".TP\n";
  std::string before;
  for (std::string name : split(r.names, ',')) {
    if (name.starts_with("!")) name.erase(0, 1);
    out << before << "\\fB" << roff(name) << "\\fR";
    before = ", ";
  }
  if (!r.metavar.empty()) out << " \\fI" << roff(r.metavar) << "\\fR";
  out << "\n" << roff(r.help);
  if (!r.default_text.empty() && r.kind != Kind::Switch) out << " Default: " << roff(r.default_text) << ".";
  out << "\n";
}

void write_command(std::ostream& out, const CommandInfo& c) {
  out << ".SS heddle " << c.name << " " << roff(c.synopsis) << "\n" << roff(c.summary) << ".\n";
  for (Level level : {Level::Common, Level::Regular, Level::Expert})
    for (const Row& r : table())
      if ((r.commands & c.command) && r.level == level) write_option(out, r);
}

}  // namespace

std::string manual() {
  std::ostringstream out;
  out << ".\\\" Written by heddle --dump-man from the table of options.\n"
         ".TH HEDDLE 1 \"\" \"Heddle " HEDDLE_VERSION
         "\" \"User Commands\"\n"
         ".SH NAME\nheddle \\- checks multithreaded C programs\n.SH SYNOPSIS\n";
  for (const CommandInfo& c : commands()) out << "\\fBheddle " << c.name << "\\fR " << roff(c.synopsis) << "\n.br\n";
  out << "\\fBheddle \\-\\-version\\fR\n"
         ".SH DESCRIPTION\n"
         "Heddle considers every interleaving of the threads of a C program and every bit of their numbers. Either it "
         "finds\nan execution that goes wrong and shows it step by step, or it proves that no execution does.\n"
         ".PP\nTimes are written 500ms, 60s, 2m, 1h; sizes 512M, 4G.\n"
         ".SH COMMANDS AND OPTIONS\n";
  for (const CommandInfo& c : commands()) write_command(out, c);
  out << ".SH EXIT STATUS\n"
         "Of \\fBheddle check\\fR and \\fBheddle schedule\\fR:\n"
         ".TP\n0\nall properties hold\n"
         ".TP\n1\none is violated; of a schedule: partially\\-safe or unsafe\n"
         ".TP\n2\nunknown; the output says why, and how far the search got\n"
         ".TP\n3\nbad input or usage; the message says what to do\n"
         ".TP\n4\nan internal error: a defect of Heddle\n"
         ".PP\nThe help of each command says what the numbers mean there.\n"
         ".SH ENVIRONMENT\n"
         ".TP\n\\fBNO_COLOR\\fR\nif it is not empty, the output has no colours; there are none on a pipe either\n"
         ".SH EXAMPLES\n"
         ".nf\nheddle check bank.c\n"
         "heddle check \\-\\-property termination \\-\\-time\\-limit 60s philosophers.c\n"
         "heddle check \\-o result.json bank.c; heddle replay result.json\n"
         "heddle report \\-o bug.html result.json\n"
         "heddle explain data\\-race\n.fi\n";
  return out.str();
}

}  // namespace heddle::options
