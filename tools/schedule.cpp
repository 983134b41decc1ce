// SPDX-License-Identifier: GPL-3.0-or-later
// heddle schedule: schedules that are proven safe, and violations, one file each as soon as it is known.
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <new>
#include <utility>

#include "analysis/prepare.h"
#include "base/check.h"
#include "commands.h"
#include "driver/driver.h"
#include "driver/exit_codes.h"
#include "driver/schedules.h"
#include "frontend/frontend.h"
#include "held_program.h"
#include "native_program.h"
#include "options/commands.h"
#include "options/options.h"
#include "output.h"
#include "report/report.h"
#include "watchdog.h"

namespace heddle::tools {

namespace {

class Directory {
 public:
  Directory(const options::Options& options, const trace::InputFiles& input) : options_(options), input_(input) {
    std::error_code error;
    std::filesystem::create_directories(options.directory, error);
    if (error || !std::filesystem::is_directory(options.directory))
      throw InputError("--output " + options.directory + ": this directory cannot be made" +
                       (error ? ": " + error.message() : ""));
    // What an earlier run left would look like a result of this one.
    for (const auto& entry : std::filesystem::directory_iterator(options.directory)) {
      const std::string name = entry.path().filename().string();
      const bool ours =
          (name.starts_with("ivr-") && (name.ends_with(".json") || name.ends_with(".dot"))) || name == kTuned;
      if (ours) std::filesystem::remove(entry.path(), error);
    }
  }

  bool safe(const trace::Schedule& s) {
    std::lock_guard lock(mutex_);
    const std::string name = next_name();
    write_file("--output", path(name + ".json"), [&](std::ostream& out) {
      report::write_json(out, s, input_);
      out << "\n";
    });
    if (options_.dot)
      write_file("--output", path(name + ".dot"), [&](std::ostream& out) { report::write_dot(out, s); });
    tell(name, "safe");
    if (is_text() && !options_.quiet && ++safe_ == 1) report::write_text(std::cout, s);
    return !options_.first && more();
  }

  bool violation(const trace::Violation& v) {
    std::lock_guard lock(mutex_);
    const std::string name = next_name();
    trace::Result r;
    r.engine = "impact";
    r.requested = {v.property};
    r.properties[v.property] = trace::Verdict::False;
    r.verdict = trace::Verdict::False;
    r.violations = {v};
    r.input = input_;
    r.validated = "simulated";
    write_file("--output", path(name + ".json"), [&](std::ostream& out) { report::write_json(out, r); });
    tell(name, "counterexample");
    if (is_text() && !options_.quiet)
      std::cout << "  " << v.message << "; see it: heddle replay " << path(name + ".json") << "\n";
    return more();
  }

  // False: that was done already.
  bool finish(trace::Scheduling s) {
    std::lock_guard lock(mutex_);
    if (std::exchange(finished_, true)) return false;
    s.stats.insert(s.stats.begin(), {"seconds", since_start()});
    if (!is_text()) {
      report::write_json(std::cout, s, told_);
      return true;
    }
    if (!s.reason.empty()) std::cout << "unknown: " << s.reason << "\n";
    for (const std::string& name : input_.harmless)
      std::cout << "provided that it does nothing but return a value: " << name << "\n";
    std::cout << "schedule, " << rounded(since_start()) << "\nverdict: " << text(s.word) << "\n";
    return true;
  }

 private:
  static std::string rounded(double seconds) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f s", seconds);
    return text;
  }
  bool is_text() const { return options_.format == options::Format::Text; }
  bool more() const { return options_.most == 0 || told_.size() < options_.most; }
  double since_start() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  std::string path(const std::string& name) const {
    return (std::filesystem::path(options_.directory) / name).string();
  }
  std::string next_name() const {
    std::string number = std::to_string(told_.size() + 1);
    return "ivr-" + std::string(number.size() < 3 ? 3 - number.size() : 0, '0') + number;
  }
  void tell(const std::string& name, const char* kind) {
    told_.push_back({name + ".json", kind, since_start()});
    if (is_text())
      std::cout << path(name + ".json") << ": " << kind << ", " << rounded(told_.back().seconds) << std::endl;
  }

  const options::Options& options_;
  const trace::InputFiles& input_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;  // the watchdog may have to finish
  bool finished_ = false;
  std::vector<trace::IvrFile> told_;
  unsigned safe_ = 0;
};

int exit_code(trace::Word w) {
  switch (w) {
    case trace::Word::Safe: return driver::kTrue;
    case trace::Word::PartiallySafe:
    case trace::Word::Unsafe: return driver::kFalse;
    case trace::Word::Unknown: return driver::kUnknown;
  }
  return driver::kUnknown;
}

}  // namespace

int schedule(const std::vector<std::string>& args) {
  options::Options options = options::parse_schedule(args);
  if (options.help) {
    std::cout << options::help(options::Plan);
    return driver::kTrue;
  }
  if (options.no_locks) options.cflags.emplace_back(frontend::kNoLocks);
  const std::atomic<bool>& interrupted = catch_interrupts();
  base::Budget budget(driver::limits(options), &interrupted);
  trace::InputFiles input = driver::describe_input(options);
  Directory directory(options, input);
  trace::Scheduling said;
  Watchdog watchdog(budget, [&](base::Exceeded limit) {
    trace::Scheduling stopped;
    stopped.reason = text(trace::reason(limit));
    if (!directory.finish(stopped)) return;
    std::_Exit(finish_standard_output() ? exit_code(stopped.word) : driver::kBadInput);
  });
  try {
    model::Program program = frontend::load(compile_job(input), &input.program_sha256);
    std::unique_ptr<analysis::Analyses> analyses = analysis::prepare(program, analysis::Patience(&budget));
    said = driver::schedules(*analyses, options, budget,
                             {[&](const trace::Schedule& s) { return directory.safe(s); },
                              [&](const trace::Violation& v) { return directory.violation(v); }});
  } catch (const analysis::OutOfBudget& e) {
    said.reason = std::string(text(trace::reason(e.limit))) + ": while analysing";
  } catch (const std::bad_alloc&) {
    said.reason = "memory limit: the system gave no more memory";
  }
  directory.finish(said);
  return exit_code(said.word);
}

}  // namespace heddle::tools
