// SPDX-License-Identifier: GPL-3.0-or-later
// Violation -> YAML, format 2.2: the format 2.0 (Ayaziova, Beyer, Lingsch-Rosenfeld, Spiessl, Strejcek: Software
// Verification Witnesses 2.0, SPIN 2024) with thread_id. Thread 0 is main; the others are numbered in the order of the
// followed calls of pthread_create, each a waypoint function_enter. A race ends with one segment of two targets, which
// have no order. Columns are left out: they would have to be those of statements, and a step has that of an expression.
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>

#include "report/report.h"
#include "report/witness.h"

namespace heddle::report {
namespace {

class Yaml {
 public:
  Yaml(std::ostream& out, const trace::Result& r) : out_(out), result_(r), witness_(witness(r)) {}

  void write() {
    out_ << "- entry_type: \"violation_sequence\"\n";
    out_ << metadata(result_, witness_.violation->property, "2.2", witness_.violation->message);
    out_ << "  content:\n";
    for (const WitnessStep& s : witness_.steps) {
      out_ << "  - segment:\n";
      waypoint(s);
      if (s.kind == WitnessStep::Create) ids_.emplace(s.step->other_thread, static_cast<int>(ids_.size()));
    }
    out_ << "  - segment:\n";
    for (const WitnessStep& s : witness_.targets) waypoint(s);
  }

 private:
  void waypoint(const WitnessStep& s) {
    static constexpr const char* kTypes[] = {"assumption", "function_enter", "function_return", "target"};
    out_ << "    - waypoint:\n        type: \"" << kTypes[s.kind]
         << "\"\n        action: \"follow\"\n        thread_id: " << id(s.thread) << "\n";
    if (s.kind == WitnessStep::Start) constraint(s.constraint, "c_expression");
    if (s.kind == WitnessStep::Input) constraint("\\result == " + s.constraint, "acsl_expression");
    out_ << "        location:\n          file_name: " << quoted(s.file) << "\n          line: " << s.line << "\n";
    if (!s.function.empty()) out_ << "          function: " << quoted(s.function) << "\n";
  }
  void constraint(const std::string& value, const char* format) {
    out_ << "        constraint:\n          value: " << quoted(value) << "\n          format: \"" << format << "\"\n";
  }
  int id(int thread) const {
    auto it = ids_.find(thread);
    return it == ids_.end() ? thread : it->second;
  }

  std::ostream& out_;
  const trace::Result& result_;
  Witness witness_;
  std::map<int, int> ids_{{0, 0}};
};

}  // namespace

// A string of JSON is one of YAML, too.
std::string quoted(const std::string& s) {
  return nlohmann::json(s).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string metadata(const trace::Result& r, trace::Property p, const std::string& version, const std::string& of) {
  const trace::InputFiles& input = r.input;
  std::string all = now();
  for (const std::string& h : input.sha256) all += h;
  std::string out = "  metadata:\n    format_version: \"" + version + "\"\n    uuid: " + quoted(unique_id(all + of)) +
                    "\n    creation_time: " + quoted(now()) +
                    "\n    producer:\n      name: \"Heddle\"\n      version: \"" HEDDLE_VERSION
                    "\"\n    task:\n      input_files:\n";
  for (const std::string& f : input.files) out += "        - " + quoted(f) + "\n";
  out += "      input_file_hashes:\n";
  for (size_t i = 0; i < input.files.size() && i < input.sha256.size(); ++i)
    out += "        " + quoted(input.files[i]) + ": " + quoted(input.sha256[i]) + "\n";
  return out + "      specification: " + quoted(specification(p)) +
         "\n      data_model: " + (input.data_model == "ilp32" ? "\"ILP32\"" : "\"LP64\"") +
         "\n      language: \"C\"\n";
}

void write_yaml(std::ostream& out, const trace::Result& r) {
  if (has_correctness_witness(r))
    write_correctness(out, r);
  else
    Yaml(out, r).write();
}

}  // namespace heddle::report
