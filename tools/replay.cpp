// SPDX-License-Identifier: GPL-3.0-or-later
// heddle replay: from a result, or a recorded run, to the real program that does it again.
#include <sys/stat.h>
#include <unistd.h>

#include <iostream>
#include <memory>

#include "base/check.h"
#include "base/file_names.h"
#include "commands.h"
#include "debugger.h"
#include "driver/exit_codes.h"
#include "instrument/instrument.h"
#include "live_steps.h"
#include "native_program.h"
#include "options/commands.h"
#include "options/options.h"
#include "replay/fits_program.h"
#include "report/report.h"

namespace heddle::tools {

namespace {

using options::Options;

constexpr int kReproduced = driver::kTrue, kNotReproduced = driver::kFalse;

// The violations that were asked for and can be replayed. If there is none, the undefined behaviour that was met on the
// way.
std::vector<const trace::Violation*> chosen(const trace::Result& result, const Options& options) {
  const std::vector<trace::Violation>& all = result.violations.empty() ? result.undefined_behaviour : result.violations;
  const std::string& file = options.files[0];
  if (all.empty()) throw InputError(file + ": holds no violation to replay; its verdict is " + text(result.verdict));
  if (options.violation > all.size())
    throw InputError("--violation " + std::to_string(options.violation) + ": " + file + " holds " +
                     std::to_string(all.size()) + (all.size() == 1 ? " violation" : " violations"));
  std::vector<const trace::Violation*> out;
  std::string problems;
  for (size_t i = 0; i < all.size(); ++i) {
    if (options.violation && options.violation != i + 1) continue;
    const std::string& why = all[i].trace.script.why_not;
    if (why.empty())
      out.push_back(&all[i]);
    else
      problems += (problems.empty() ? "" : "\n") + std::string("violation ") + std::to_string(i + 1) + " (" +
                  all[i].kind + ") cannot be replayed: " + why;
  }
  if (out.empty()) throw InputError(file + ": " + problems);
  if (!problems.empty()) std::cerr << "heddle: note: " << base::printable(problems) << "\n";
  return out;
}

class Rounds {
 public:
  Rounds(const Options& options, const std::atomic<bool>& interrupted)
      : options_(options), interrupted_(interrupted), all_(options.times, true) {
    settings_.loops = static_cast<unsigned>(options.loops);
    settings_.output = options.format == options::Format::Json ? replay::NativeJob::Output::ToStandardError
                                                               : replay::NativeJob::Output::Pass;
    settings_.interrupted = &interrupted;
  }

  // What the program read is not in the recording. A user who has kept it in a file can give it again.
  void give_input_file() {
    struct stat about{};
    if (fstat(STDIN_FILENO, &about) == 0 && S_ISREG(about.st_mode)) settings_.input = STDIN_FILENO;
  }

  // `once` runs the program once; what came out is printed and kept.
  template <class Once>
  void run(const std::string& front, const trace::Trace* trace, Once once) {
    trace::ReplayedViolation v;
    replay::Attempt first_bad;
    for (size_t i = 0; i < options_.times && !interrupted_; ++i) {
      std::unique_ptr<LiveSteps> live =
          options_.print && trace ? std::make_unique<LiveSteps>(out(), *trace, settings_.loops) : nullptr;
      settings_.progress = live ? [&](uint32_t done) { live->reached(done); } : std::function<void(uint32_t)>();
      std::cout.flush();
      replay::Attempt attempt = once(settings_);
      if (attempt.interrupted) break;
      if (live && attempt.reproduced) live->reached(~0u);
      ++v.runs;
      v.reproduced += attempt.reproduced;
      all_[i] = all_[i] && attempt.reproduced;
      if (attempt.reproduced && v.diverged.empty()) v.outcome = attempt.outcome;
      if (attempt.reproduced || !v.diverged.empty()) continue;
      v.outcome = v.diverged = attempt.outcome;
      for (const std::string& t : attempt.threads) v.diverged += "; " + t;
      first_bad = attempt;
    }
    print(front, v, first_bad);
    rounds_ = std::min<size_t>(rounds_, v.runs);
    replay_.violations.push_back(v);
  }

  int finish() {
    replay_.runs = static_cast<unsigned>(rounds_);
    for (size_t i = 0; i < rounds_; ++i) replay_.reproduced += all_[i];
    if (options_.format == options::Format::Json) report::write_json(std::cout, replay_);
    return replay_.reproduced == options_.times ? kReproduced : kNotReproduced;
  }

 private:
  std::ostream& out() const { return options_.format == options::Format::Json ? std::cerr : std::cout; }
  void print(const std::string& front, const trace::ReplayedViolation& v, const replay::Attempt& bad) const {
    if (options_.format == options::Format::Json) return;
    if (v.runs > 0 || !interrupted_)
      std::cout << front << "reproduced " << v.reproduced << " of " << v.runs << (v.outcome.empty() ? "" : ": ")
                << base::printable(v.outcome) << "\n";
    for (const std::string& t : bad.threads) std::cout << "  " << base::printable(t) << "\n";
    if (interrupted_) std::cout << "interrupted\n";
  }

  const Options& options_;
  const std::atomic<bool>& interrupted_;
  replay::Settings settings_;
  trace::Replay replay_;
  std::vector<bool> all_;  // per round: everything came out
  size_t rounds_ = ~size_t{0};
};

int replay_result(const trace::Result& result, const Options& options) {
  std::vector<const trace::Violation*> violations = chosen(result, options);
  frontend::CompileJob job = job_of(result.input);
  model::Program program = load_program(job);
  for (const trace::Violation* v : violations) {
    replay::check_script(v->trace.script, program);
    replay::check_fits(*v, program);
  }
  std::string executable = instrument::build(job, program);
  if (options.gdb && violations.size() > 1)
    std::cerr << "heddle: note: this is the first of " << violations.size()
              << " violations; --violation chooses another\n";
  if (options.gdb)
    return debug(executable, *violations[0], static_cast<unsigned>(options.loops)) ? kReproduced : kNotReproduced;
  Rounds rounds(options, catch_interrupts());
  for (const trace::Violation* v : violations)
    rounds.run(violations.size() > 1 ? std::string(text(v->property)) + ": " : "", &v->trace,
               [&](const replay::Settings& s) { return replay::replay_violation(executable, program, *v, s); });
  return rounds.finish();
}

int replay_recording(const trace::Recording& recording, const Options& options) {
  if (options.gdb || options.violation || options.print)
    throw InputError(options.files[0] +
                     ": is a recorded run; --gdb, --violation and --print are for results of a check");
  frontend::CompileJob job = job_of(recording.input);
  model::Program program = load_program(job);
  replay::check_script(replay::script_of(recording), program);
  std::string executable = instrument::build(job, program);
  if (recording.full)
    std::cerr << "heddle: note: the recording is not complete; from its end on the program runs free\n";
  Rounds rounds(options, catch_interrupts());
  rounds.give_input_file();
  rounds.run("", nullptr,
             [&](const replay::Settings& s) { return replay::replay_recording(executable, program, recording, s); });
  return rounds.finish();
}

}  // namespace

int replay(const std::vector<std::string>& args) {
  Options options = options::parse_replay(args);
  if (options.help) {
    std::cout << options::help(options::Replay);
    return driver::kTrue;
  }
  auto what = read_result(options.files[0]);
  if (auto* result = std::get_if<trace::Result>(&what)) return replay_result(*result, options);
  return replay_recording(std::get<trace::Recording>(what), options);
}

}  // namespace heddle::tools
