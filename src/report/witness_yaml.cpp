// SPDX-License-Identifier: GPL-3.0-or-later
// Witness -> YAML, format 2.2: the format 2.0 (Ayaziova, Beyer, Lingsch-Rosenfeld, Spiessl, Strejcek: Software
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

// A string of JSON is one of YAML, too.
std::string quoted(const std::string& s) {
  return nlohmann::json(s).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

class Yaml {
 public:
  Yaml(std::ostream& out, const trace::Result& r) : out_(out), result_(r), witness_(witness(r)) {}

  void write() {
    out_ << "- entry_type: \"violation_sequence\"\n";
    metadata();
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
  void metadata() {
    const trace::InputFiles& input = result_.input;
    std::string all = now(), hashes;
    for (const std::string& h : input.sha256) all += h;
    out_ << "  metadata:\n    format_version: \"2.2\"\n    uuid: "
         << quoted(unique_id(all + witness_.violation->message)) << "\n    creation_time: " << quoted(now())
         << "\n    producer:\n      name: \"Heddle\"\n      version: \"" HEDDLE_VERSION
            "\"\n    task:\n      input_files:\n";
    for (const std::string& f : input.files) out_ << "        - " << quoted(f) << "\n";
    out_ << "      input_file_hashes:\n";
    for (size_t i = 0; i < input.files.size() && i < input.sha256.size(); ++i)
      out_ << "        " << quoted(input.files[i]) << ": " << quoted(input.sha256[i]) << "\n";
    out_ << "      specification: " << quoted(specification(witness_.violation->property))
         << "\n      data_model: " << (input.data_model == "ilp32" ? "\"ILP32\"" : "\"LP64\"")
         << "\n      language: \"C\"\n";
  }

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

void write_yaml(std::ostream& out, const trace::Result& r) { Yaml(out, r).write(); }

}  // namespace heddle::report
