// SPDX-License-Identifier: GPL-3.0-or-later
// heddle check: from C files to a verdict. This function is the data flow of the whole system.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <new>
#include <optional>

#include "analysis/dump.h"
#include "analysis/prepare.h"
#include "base/check.h"
#include "base/file_names.h"
#include "commands.h"
#include "driver/driver.h"
#include "driver/exit_codes.h"
#include "driver/nodes.h"
#include "judge/judge.h"
#include "judge/take_ruling.h"
#include "native_program.h"
#include "options/commands.h"
#include "options/options.h"
#include "output.h"
#include "report/report.h"
#include "result_cache.h"
#include "transactions/picture.h"
#include "validate.h"
#include "version.h"
#include "watchdog.h"

namespace heddle::tools {

namespace {

void dump(const analysis::Analyses& analyses, const options::Options& options, base::Budget& budget) {
  std::ostream& out = options.format == options::Format::Json ? std::cerr : std::cout;
  for (const std::string& form : options.dump) {
    if (form == "model") {
      out << model::dump(analyses.program());
    } else if (form == "footprints") {
      out << analysis::dump(analyses.program(), analyses.footprints());
    } else {
      const transactions::Facts facts(analyses, analysis::Patience(&budget));
      out << (form == "transactions" ? transactions::text : transactions::dot)(facts, analyses.program());
    }
  }
}

// --confirm never changes a verdict: it says more about the traces, or leaves a note.
void confirm_on_the_real_program(trace::Result& result, const frontend::CompileJob& job, const model::Program& program,
                                 const std::atomic<bool>& interrupted) {
  std::string problem;
  if (confirm(result, job, program, interrupted, problem))
    result.validated = "replayed";
  else
    std::cerr << "heddle: note: not every trace came out on the real program: " << base::printable(problem) << "\n";
}

// For callers that end the process: nothing stays in a buffer.
driver::ExitCode write_at_once(const trace::Result& result, const options::Options& options) {
  try {
    write_result(result, result, options);
    return finish_standard_output() ? driver::exit_code(result.verdict) : driver::kBadInput;
  } catch (const InputError& e) {
    std::cerr << "heddle: " << base::printable(e.what()) << "\n";
    return driver::kBadInput;
  }
}

// Some engines run only as a part of auto.
bool can_be_chosen(const std::string& engine) {
  for (int e = 0; e <= static_cast<int>(options::Engine::Walk); ++e)
    if (engine == text(static_cast<options::Engine>(e))) return true;
  return false;
}

model::Program compile(const frontend::CompileJob& job, const options::Options& options, base::Budget& budget,
                       const trace::InputFiles& input, std::string& digest) {
  Watchdog limits(budget, [&](base::Exceeded what) {
    trace::Result result = driver::gave_up(options, trace::reason(what), "while compiling");
    result.input = input;
    std::_Exit(write_at_once(result, options));
  });
  return frontend::load(job, &digest);
}

void tell_needless(const model::Program& program, const options::Options& options) {
  for (const std::string& name : options.harmless)
    if (!options.quiet && std::none_of(program.procedures.begin(), program.procedures.end(),
                                       [&](const model::Procedure& f) { return f.name == name; }))
      std::cerr << "heddle: note: --harmless " << name << " has no effect: the program never calls it\n";
}

// An engine that failed costs its own answer only; who reads the result learns of it all the same.
void tell_failures(trace::Result& result, const std::vector<driver::Failure>& failed,
                   const std::vector<std::string>& args) {
  for (const driver::Failure& f : failed) {
    std::vector<std::string> again{"check"};
    if (can_be_chosen(f.engine)) again.insert(again.end(), {"--engine", f.engine});
    for (size_t k = 0; k < args.size(); ++k)
      if (args[k] == "--engine")
        ++k;
      else if (args[k].rfind("--engine=", 0) != 0)
        again.push_back(args[k]);
    std::string told =
        "engine " + f.engine + (f.defect ? " failed with an internal error: " : " gave no answer: ") + f.what;
    if (f.defect)
      told += "; this is a defect of Heddle (version " HEDDLE_VERSION "), please report it; to see it again: " +
              typed(again);
    std::cerr << "heddle: note: " << told << "\n";
    if (result.verdict == trace::Verdict::Unknown) result.reason += "; " + told;
  }
}

// A refusal has to be heard, whatever is printed.
void ask_the_judge(trace::Result& result, const model::Program& program, const options::Options& options,
                   base::Budget& budget) {
  if (judge::take_ruling(result, judge::judge(program, result, {budget, options.certify_states})))
    std::cerr << "heddle: the judge contradicts engine " << result.engine << ": " << base::printable(result.judged)
              << "\nThis is a defect of Heddle (version " HEDDLE_VERSION
                 "), of the engine or of the judge; please report it with the program.\n";
}

trace::Result search(const options::Options& options, base::Budget& budget, const std::atomic<bool>& interrupted,
                     trace::InputFiles& input, const std::vector<std::string>& args) {
  try {
    const frontend::CompileJob job = compile_job(input);
    std::string digest;
    model::Program program = compile(job, options, budget, input, digest);
    input.program_sha256 = digest;
    tell_needless(program, options);
    const ResultCache cache(options, input, digest);
    auto lacks_claims = [&](const trace::Result& r) {
      // What is known of executions that read nothing uninitialised is no claim about the others.
      const bool for_any_value = trace::uninitialised_read(r) != nullptr;
      return !options.witness.empty() && report::has_correctness_witness(r) && r.claims.empty() && !for_any_value;
    };
    if (std::optional<trace::Result> known = cache.find(); known && !lacks_claims(*known)) return *known;
    std::optional<model::Program> for_the_judge;  // as the front end made it
    if (options.certify) for_the_judge = program;
    std::unique_ptr<analysis::Analyses> analyses = analysis::prepare(program, analysis::Patience(&budget));
    dump(*analyses, options, budget);
    std::vector<driver::Failure> failed;
    trace::Result result = driver::run(*analyses, options, digest, budget, failed);
    if (lacks_claims(result)) result.claims = driver::claims(*analyses, budget);
    cache.keep(result, !failed.empty() || interrupted || budget.check_now());
    tell_failures(result, failed, args);
    if (for_the_judge) {
      result.input = input;
      ask_the_judge(result, *for_the_judge, options, budget);
    }
    if (options.confirm && !result.violations.empty()) confirm_on_the_real_program(result, job, program, interrupted);
    return result;
  } catch (const InputError&) {
    if (!interrupted) throw;
    return driver::gave_up(options, trace::Reason::Interrupted, "while compiling");  // Ctrl-C ends the compiler too
  } catch (const analysis::OutOfBudget& e) {
    return driver::gave_up(options, trace::reason(e.limit), "while analysing");
  } catch (const std::bad_alloc&) {
    return driver::gave_up(options, trace::Reason::MemoryLimit, "the system gave no more memory");
  }
}

trace::Result read_baseline(const std::string& path) {
  auto what = read_result(path);
  if (auto* result = std::get_if<trace::Result>(&what)) return std::move(*result);
  throw InputError("--baseline " + path + ": is a recorded run; give the result of a check (heddle check -o FILE)");
}

// What people are shown: the violations that the baseline does not have. The verdicts stay as they are.
trace::Result without_known(const trace::Result& result, const trace::Result& baseline, const std::string& name) {
  trace::Result shown = result;
  shown.violations.clear();
  const std::vector<bool> fresh = report::are_new(result.violations, baseline);
  for (size_t i = 0; i < fresh.size(); ++i)
    if (fresh[i]) shown.violations.push_back(result.violations[i]);
  if (size_t known = result.violations.size() - shown.violations.size())
    std::cerr << "heddle: note: not shown: " << known << (known == 1 ? " violation" : " violations") << " of "
              << base::printable(name) << "\n";
  return shown;
}

// A suppressed violation stays a violation: the verdict is what it is, and the result says why the project lives with
// it. Only the exit code follows what is left.
void suppress(trace::Result& result, const std::vector<options::Suppression>& all) {
  auto fits = [](const std::string& wanted, const std::string& is) { return wanted.empty() || wanted == is; };
  for (trace::Violation& v : result.violations)
    for (const options::Suppression& s : all) {
      const bool here = std::any_of(v.locations.begin(), v.locations.end(), [&](const trace::Location& l) {
        return fits(s.function, l.function) && fits(s.object, l.object) &&
               (s.file.empty() || base::same_file(l.file, s.file));
      });
      if (here && fits(s.property, text(v.property)) && v.suppressed.empty()) v.suppressed = s.reason;
    }
}

bool all_suppressed(const std::vector<trace::Violation>& violations) {
  return !violations.empty() &&
         std::all_of(violations.begin(), violations.end(), [](const auto& v) { return !v.suppressed.empty(); });
}

// Nothing but suppressed violations: what is left is proven, or not known.
driver::ExitCode exit_code_of_the_rest(const trace::Result& result) {
  for (trace::Property p : result.requested) {
    auto it = result.properties.find(p);
    if (it == result.properties.end() || it->second == trace::Verdict::Unknown) return driver::kUnknown;
  }
  return driver::kTrue;
}

bool only_known(const trace::Result& result, const trace::Result& shown) {
  return !result.violations.empty() && shown.violations.empty();
}

}  // namespace

int check(const std::vector<std::string>& args) {
  options::Options options = options::parse_check(args);
  if (options.help) {
    std::cout << options::help(options::Check);
    return driver::kTrue;
  }
  if (options.strict_pointers) options.cflags.emplace_back(frontend::kStrictPointers);
  if (!options.quiet)
    for (const std::string& note : driver::notes(options))
      std::cerr << "heddle: note: " << base::printable(note) << "\n";

  if (!options.lazy_log.empty()) must_be_writable("--lazy-log", options.lazy_log);
  std::optional<trace::Result> baseline;
  if (!options.baseline.empty()) baseline = read_baseline(options.baseline);
  const std::atomic<bool>& interrupted = catch_interrupts();
  base::Budget budget(driver::limits(options), &interrupted);
  trace::InputFiles input = driver::describe_input(options);
  std::optional<witness::Witness> witness;
  if (!options.validate.empty()) witness = prepare_validation(options, input);
  trace::Result result = search(options, budget, interrupted, input, args);
  result.input = input;
  if (witness && witness->correctness) {
    write_result(result, result, options);
    return validate_correctness(result, *witness, options, [&](const options::Options& o, trace::InputFiles i) {
      return search(o, budget, interrupted, i, args);
    });
  }
  if (witness) {
    write_result(result, result, options);
    return tell_validation(result, *witness);
  }
  suppress(result, options.suppressions);
  if (!baseline) {
    write_result(result, result, options);
    return all_suppressed(result.violations) ? exit_code_of_the_rest(result) : driver::exit_code(result.verdict);
  }
  trace::Result shown = without_known(result, *baseline, options.baseline);
  write_result(result, shown, options);
  if (all_suppressed(shown.violations)) return exit_code_of_the_rest(result);
  return only_known(result, shown) ? driver::kTrue : driver::exit_code(result.verdict);
}

int engine_worker(const std::vector<std::string>& args) {
  const driver::NodeTask task = driver::read_node_task(args);
  const int messages = driver::take_standard_output();
  try {
    if (task.tool_sha256 != driver::sha256_of_this_tool()) throw InputError("the heddle there is another one");
    options::Options options = options::parse_check(task.args);
    if (options.strict_pointers) options.cflags.emplace_back(frontend::kStrictPointers);
    options.properties = task.asked;
    options.time_limit = task.time_ms;
    options.slurm = false;
    base::Budget budget(driver::limits(options), &catch_interrupts());
    std::string digest;
    model::Program program = frontend::load(compile_job(driver::describe_input(options)), &digest);
    if (digest != task.program_sha256)
      throw InputError("the program there is another one: its sources, headers or compiler differ");
    std::unique_ptr<analysis::Analyses> analyses = analysis::prepare(program, analysis::Patience(&budget));
    driver::serve(messages, task, *analyses, options, budget);
  } catch (const std::exception& e) {
    driver::refuse(messages, e.what());
  }
  return driver::kUnknown;
}

}  // namespace heddle::tools
