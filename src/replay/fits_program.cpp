// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/fits_program.h"

#include <set>

#include "base/check.h"

namespace heddle::replay {

namespace {

// A result has U+FFFD in place of bytes that are not UTF-8: only the rest of a name can be compared.
std::string plain_part(const std::string& name) {
  std::string out;
  for (char c : name)
    if (static_cast<unsigned char>(c) < 0x80) out += c;
  return out;
}

}  // namespace

void check_fits(const trace::Violation& violation, const model::Program& program) {
  std::set<std::string> files{""};
  for (const std::string& f : program.files) files.insert(plain_part(f));
  std::set<model::EventId> events{0};
  for (const model::Procedure& f : program.procedures)
    for (const model::Instr& i : f.code) events.insert(i.event);
  auto refuse = [](const std::string& what) {
    throw InputError(
        "the trace names " + what +
        ", which the program does not have: it was edited, or written by another version; run `heddle check` again");
  };
  auto check_file = [&](const std::string& file) {
    if (!files.contains(plain_part(file))) refuse("the file " + file);
  };
  for (const trace::Location& l : violation.locations) check_file(l.file);
  for (const trace::TraceThread& t : violation.trace.threads) check_file(t.file);
  for (const trace::Input& i : violation.trace.inputs) check_file(i.file);
  for (const trace::Step& s : violation.trace.steps) {
    check_file(s.file);
    if (!events.contains(s.event)) refuse("the event " + std::to_string(s.event));
  }
}

}  // namespace heddle::replay
