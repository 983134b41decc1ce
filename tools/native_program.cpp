// SPDX-License-Identifier: GPL-3.0-or-later
#include "native_program.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "analysis/prepare.h"
#include "base/check.h"
#include "base/sha256.h"
#include "instrument/instrument.h"
#include "options/inputs.h"
#include "report/report.h"
#include "trace/contradictions.h"

namespace heddle::tools {

model::Program load_program(const frontend::CompileJob& job) {
  model::Program program = frontend::load(job);
  analysis::prepare(program);
  return program;
}

std::vector<frontend::Place> places(const std::vector<std::string>& texts) {
  std::vector<frontend::Place> all;
  for (const std::string& text : texts) all.push_back(frontend::parse_place(text));
  return all;
}

namespace {

template <class What>
What read(const std::string& path, What (*from)(std::istream&)) {
  options::check_readable(path, "result file");
  std::ifstream in(path, std::ios::binary);
  try {
    What what = from(in);
    if (auto* result = std::get_if<trace::Result>(&what))
      if (std::string problem = trace::contradiction(*result); !problem.empty())
        throw InputError("contradicts itself: " + problem + "; it was edited, or damaged; run `heddle check` again");
    return what;
  } catch (const InputError& e) {
    throw InputError(path + ": " + e.what());
  }
}

}  // namespace

std::variant<trace::Result, trace::Recording> read_result(const std::string& path) {
  return read(path, report::read_replayable);
}

std::variant<trace::Result, trace::Recording, report::SafeSchedule> read_judgeable(const std::string& path) {
  return read(path, report::read_judgeable);
}

frontend::CompileJob compile_job(const trace::InputFiles& input) {
  return {input.files,           input.cflags,     input.data_model == "ilp32", places(input.reach),
          input.malloc_may_fail, input.arguments,  input.standard_input,        input.models,
          input.harmless,        input.file_flags, input.main_function,         input.entries,
          input.acquires,        input.releases};
}

frontend::CompileJob job_of(const trace::InputFiles& input) {
  if (input.files.empty() || input.files.size() != input.sha256.size())
    throw InputError("not a Heddle result: input should name files, and a hash for each of them");
  if (input.data_model != "lp64" && input.data_model != "ilp32")
    throw InputError("not a Heddle result: input.data_model should be lp64 or ilp32");
  if (chdir(input.cwd.c_str()) != 0)
    throw InputError(input.cwd + ": the program was checked there, but: " + std::strerror(errno) +
                     "; run `heddle check` again");
  std::vector<std::string> more = input.models;
  if (!input.standard_input.empty()) more.push_back(input.standard_input);
  if (more.size() != input.more_sha256.size())
    throw InputError("not a Heddle result: input.more_sha256 should have a hash for each model and the standard input");
  auto unchanged = [&](const std::string& file, const std::string& sha256) {
    std::ifstream in(file, std::ios::binary);
    std::string again = "; run `heddle check` again";
    if (!in) throw InputError(file + ": this source cannot be read any more (in " + input.cwd + ")" + again);
    if (base::sha256(std::string(std::istreambuf_iterator<char>(in), {})) != sha256)
      throw InputError(file + ": has changed since the result was written" + again);
  };
  for (size_t i = 0; i < input.files.size(); ++i) unchanged(input.files[i], input.sha256[i]);
  for (size_t i = 0; i < more.size(); ++i) unchanged(more[i], input.more_sha256[i]);
  if (!input.file_flags.empty() && input.file_flags.size() != input.files.size())
    throw InputError("not a Heddle result: input.file_flags should have flags for each file");
  if (input.acquires.size() != input.releases.size())
    throw InputError("not a Heddle result: input.acquire and input.release should be of the same length");
  return compile_job(input);
}

bool confirm(const trace::Result& result, const frontend::CompileJob& job, const model::Program& program,
             const std::atomic<bool>& interrupted, std::string& problem) {
  replay::Settings settings;
  settings.output = replay::NativeJob::Output::Discard;
  settings.interrupted = &interrupted;
  try {
    std::string executable = instrument::build(job, program);
    for (const trace::Violation& v : result.violations) {
      problem = std::string(text(v.property)) + ": ";
      if (!v.trace.script.why_not.empty()) {
        problem += "cannot be replayed: " + v.trace.script.why_not;
        return false;
      }
      replay::check_script(v.trace.script, program);
      replay::Attempt attempt = replay::replay_violation(executable, program, v, settings);
      if (attempt.interrupted) problem = "interrupted";
      if (attempt.reproduced) continue;
      problem += attempt.interrupted ? "" : attempt.outcome;
      return false;
    }
  } catch (const InputError& e) {
    problem += e.what();
    return false;
  }
  problem.clear();
  return true;
}

}  // namespace heddle::tools
