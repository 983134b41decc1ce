// SPDX-License-Identifier: GPL-3.0-or-later
// heddle check --validate: is what another tool found a violation? Heddle looks for violations of that property itself,
// all of them, and compares. Confirmed: an execution of the program violates the property where the witness says.
// Refuted: the property is proven. Everything else is not known.
//
// A witness of correctness is confirmed when the property is proven, and so is the program with the ghosts in it that
// fails where an invariant does not hold.
#include "validate.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>

#include "base/check.h"
#include "base/file_names.h"
#include "options/inputs.h"
#include "options/property_file.h"

namespace heddle::tools {

namespace {

constexpr size_t kLargestWitness = size_t{64} << 20;

std::vector<base::Property> property_of(const witness::Witness& w, unsigned& memory_safety, const std::string& path) {
  std::string text = w.specification;
  if (text.find("CHECK") == std::string::npos) text = "CHECK( init(main()), LTL(" + text + ") )";
  options::PropertyFile found = options::parse_property_file(text, path);
  if (found.properties.empty())
    throw InputError(path + ": Heddle cannot check the property of this witness: " + w.specification);
  if (found.memory_safety) memory_safety = found.memory_safety;
  return found.properties;
}

std::string about_conditions(const witness::Witness& w) {
  if (w.not_read == 0) return "";
  return "; " + std::to_string(w.not_read) + (w.not_read == 1 ? " condition" : " conditions") +
         " of the witness on values were not looked at";
}

void tell(const witness::Witness& w, const std::string& what) {
  std::cerr << "heddle: witness" << base::printable(w.producer.empty() ? "" : " of " + w.producer) << " "
            << base::printable(what) << "\n";
}

// The program with the witness in it, in files of its own.
class WitnessProgram {
 public:
  WitnessProgram(const witness::Correctness& c, const trace::InputFiles& input) : input_(input) {
    std::map<std::string, std::string> texts;
    for (const std::string& f : input.files)
      if (auto text = witness::read_source(input.cwd, f)) texts[f] = *text;
    witness::Instrumented made = witness::instrument(c, texts);
    not_placed_ = made.not_placed;
    namespace fs = std::filesystem;
    std::string name = (fs::temp_directory_path() / "heddle-witness-XXXXXX").string();
    if (!mkdtemp(name.data())) throw InputError("cannot make a folder for the program with the witness: " + name);
    folder_ = name;
    std::set<std::string> folders;
    for (size_t k = 0; k < input_.files.size(); ++k) {
      auto changed = made.files.find(input_.files[k]);
      if (changed == made.files.end()) continue;
      fs::path from = fs::path(input_.files[k]).parent_path();
      folders.insert(from.empty() ? "." : from.string());
      input_.files[k] = folder_ / (std::to_string(k) + ".c");
      std::ofstream(input_.files[k], std::ios::binary) << changed->second;
    }
    for (const std::string& f : folders) input_.cflags.insert(input_.cflags.end(), {"-iquote", f});
  }
  ~WitnessProgram() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  WitnessProgram(const WitnessProgram&) = delete;
  WitnessProgram& operator=(const WitnessProgram&) = delete;

  const trace::InputFiles& input() const { return input_; }
  const std::vector<std::string>& not_placed() const { return not_placed_; }

 private:
  trace::InputFiles input_;
  std::vector<std::string> not_placed_;
  std::filesystem::path folder_;
};

// The first invariant that fails, from 1; 0: none does.
size_t failing(const trace::Result& r, size_t invariants) {
  for (const trace::Violation& v : r.violations)
    for (size_t n = 1; n <= invariants; ++n)
      if (v.message.find(witness::name_of_invariant(n)) != std::string::npos) return n;
  return 0;
}

options::Options about_invariants(options::Options options) {
  options.properties = {base::Property::UnreachCall};
  options.all = true;
  options.certify = options.confirm = false;
  options.witness.clear();
  options.output.clear();
  options.dump.clear();
  return options;
}

}  // namespace

witness::Witness prepare_validation(options::Options& options, const trace::InputFiles& input) {
  witness::Witness w =
      witness::read(options::read_small_file(options.validate, "witness", kLargestWitness), options.validate);
  options.properties = property_of(w, options.memory_safety, options.validate);
  options.all = !w.correctness;
  const bool same = w.hashes.empty() || std::any_of(w.hashes.begin(), w.hashes.end(), [&](const std::string& h) {
                      return std::find(input.sha256.begin(), input.sha256.end(), h) != input.sha256.end();
                    });
  if (!same)
    std::cerr << "heddle: note: " << base::printable(options.validate)
              << ": was written for another version of the program: its hashes differ\n";
  return w;
}

driver::ExitCode tell_validation(const trace::Result& result, const witness::Witness& w) {
  size_t best = 0, there = 0;
  for (const trace::Violation& v : result.violations) {
    if (!witness::is_at_targets(v, w)) continue;
    ++there;
    best = std::max(best, witness::passed(v, w));
  }
  if (there > 0) {
    tell(w, "confirmed: the program violates the property there" +
                (w.passes.empty() ? ""
                                  : ", in an execution that passes " + std::to_string(best) + " of its " +
                                        std::to_string(w.passes.size()) + " waypoints in their order") +
                about_conditions(w));
    return driver::kFalse;
  }
  if (result.verdict == trace::Verdict::True) {
    tell(w, "refuted: the property is proven");
    return driver::kTrue;
  }
  tell(w, result.violations.empty()
              ? "neither confirmed nor refuted: no violation was found, and no proof"
              : "neither confirmed nor refuted: the property is violated, but not where the witness says");
  return driver::kUnknown;
}

driver::ExitCode validate_correctness(const trace::Result& result, const witness::Witness& w,
                                      const options::Options& options, const Search& search) {
  const std::string neither = "neither confirmed nor refuted: ";
  if (result.verdict == trace::Verdict::False) {
    tell(w, "refuted: the property is violated");
    return driver::kFalse;
  }
  const std::vector<witness::Invariant>& all = w.correctness->facts;
  const WitnessProgram program(*w.correctness, result.input);
  trace::Result held;
  try {
    held = search(about_invariants(options), program.input());
  } catch (const InputError& e) {
    tell(w, neither + "the program with its invariants cannot be compiled: " + e.what());
    return driver::kUnknown;
  }
  if (const size_t n = failing(held, all.size())) {
    const witness::Invariant& i = all[n - 1];
    tell(w, "refuted: invariant " + std::to_string(n) + " at " + i.at.file + ":" + std::to_string(i.at.line) +
                " does not always hold: " + i.value);
    return driver::kFalse;
  }
  auto not_known = [&](const std::string& why) {
    tell(w, neither + why);
    return driver::kUnknown;
  };
  if (result.verdict != trace::Verdict::True) return not_known("the property is not proven");
  if (held.verdict != trace::Verdict::True)
    return not_known("it is not known whether the invariants hold" + (held.reason.empty() ? "" : ": " + held.reason));
  if (!program.not_placed().empty()) return not_known(program.not_placed()[0]);
  if (w.not_read > 0) return not_known(std::to_string(w.not_read) + " parts of it are of kinds that are not looked at");
  tell(w, "confirmed: the property is proven, and so " +
              (all.size() == 1 ? "is its invariant" : "are its " + std::to_string(all.size()) + " invariants"));
  return driver::kTrue;
}

}  // namespace heddle::tools
