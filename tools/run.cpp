// SPDX-License-Identifier: GPL-3.0-or-later
// heddle run: the instrumented program, with its own input, output and exit code, free or held to a schedule that is
// proven safe; on request its run is written down.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>

#include "base/check.h"
#include "commands.h"
#include "driver/driver.h"
#include "driver/exit_codes.h"
#include "held_program.h"
#include "instrument/instrument.h"
#include "native_program.h"
#include "options/commands.h"
#include "options/options.h"
#include "output.h"
#include "report/report.h"
#include "tune.h"

namespace heddle::tools {

namespace {

constexpr uint32_t kMostActs = 1'000'000;
constexpr int kSignalled = 128;

int exit_code_of(const replay::Ended& ended) {
  switch (ended.way) {
    case replay::Ended::Way::Exited: return ended.code;
    case replay::Ended::Way::Signalled: return kSignalled + ended.code;
    case replay::Ended::Way::TimedOut: return driver::kTrue;  // that was asked for
    case replay::Ended::Way::Interrupted: break;
  }
  return kSignalled + SIGINT;
}

void write_recording(const options::Options& options, const replay::Exchange& exchange, const replay::Happened& run,
                     const trace::InputFiles& input) {
  trace::Recording recording;
  recording.input = input;
  recording.arguments = options.arguments;
  replay::take_ending(recording, run);
  replay::Exchange::Recorded recorded = exchange.recorded();
  recording.acts = std::move(recorded.acts);
  recording.full = recorded.full;
  if (recording.full)
    std::cerr << "heddle: note: the run was longer than can be recorded; only its first " << recording.acts.size()
              << " acts were kept\n";
  write_file("--record", options.record, [&](std::ostream& out) { report::write_json(out, recording); });
}

std::string quoted(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "`" : " ") + word;
  return out.empty() ? "no arguments" : out + "`";
}

// A schedule that was found with `--args` or `--stdin` holds for these alone. The arguments are in the program that was
// verified, so it has no others.
void take_surroundings(options::Options& options, const trace::InputFiles& input) {
  if (input.arguments) {
    const std::string only = "the schedule was found for " + quoted(*input.arguments) + " (schedule --args)";
    if (!options.guarded.empty())
      std::cerr << "heddle: note: " << only << "; the program has these, whatever it is started with\n";
    if (!options.arguments.empty() && options.arguments != *input.arguments)
      throw InputError(only + ", and these are " + quoted(options.arguments) +
                       "; leave them out, or find a schedule for them");
    options.arguments = *input.arguments;
  }
  if (input.standard_input.empty()) return;
  const std::string file = (std::filesystem::path(input.cwd) / input.standard_input).string();
  if (!options.guarded.empty()) {
    std::cerr << "heddle: note: the schedule was found for the standard input " << file
              << " (schedule --stdin); give the program that\n";
    return;
  }
  const int opened = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (opened < 0 || dup2(opened, STDIN_FILENO) < 0)
    throw InputError(file + ": the schedule was found for this standard input, and it cannot be read");
  close(opened);
}

std::string free_program(const options::Options& options) {
  frontend::CompileJob job{options.files, options.cflags, options.data_model == options::DataModel::Ilp32};
  return instrument::build(job, load_program(job));
}

// The run-time in it knows from then on that it must have a plan (guard[] in runtime.c).
bool mark_as_guarded(const std::string& executable) {
  constexpr std::string_view kGuard = "free program of Heddle, which a plan beside it holds if there is one";
  std::fstream file(executable, std::ios::in | std::ios::out | std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const size_t at = bytes.find(kGuard);
  if (at == std::string::npos) return false;
  file.clear();
  file.seekp(static_cast<std::streamoff>(at));
  file.put('G');
  return file.flush().good();
}

// The executable, and beside it what holds it. A program that runs from there changes over to the new plan.
void leave_behind(const options::Options& options, const HeldProgram& p) {
  std::error_code error;
  const std::string fresh = options.guarded + ".new";
  std::filesystem::copy_file(p.executable(), fresh, std::filesystem::copy_options::overwrite_existing, error);
  if (!error && !mark_as_guarded(fresh)) error = std::make_error_code(std::errc::io_error);
  if (!error) std::filesystem::rename(fresh, options.guarded, error);
  if (error) throw InputError("--output " + options.guarded + ": cannot be written: " + error.message());
  write_file("--output", options.guarded + ".plan", [&](std::ostream& out) { out << p.plan(); });
}

}  // namespace

int run(const std::vector<std::string>& args) {
  options::Options options = options::parse_run(args);
  if (options.help) {
    std::cout << options::help(options::Run);
    return driver::kTrue;
  }
  std::unique_ptr<HeldProgram> held;
  if (!options.schedule.empty()) held = std::make_unique<HeldProgram>(options);
  if (held) take_surroundings(options, held->input());
  if (held && options.tune != 0) {
    tune(options, *held);
    held = std::make_unique<HeldProgram>(options);
  }
  if (!options.guarded.empty()) {
    leave_behind(options, *held);
    return driver::kTrue;
  }
  replay::NativeJob native;
  native.executable = held ? held->executable() : free_program(options);
  native.arguments = options.arguments;
  native.on_its_own = false;
  native.limit = std::chrono::milliseconds(options.stop_after);
  native.interrupted = &catch_interrupts();
  replay::Exchange exchange("", options.record.empty() ? 0 : kMostActs, held ? held->plan() : "");
  replay::Happened happened;
  {
    std::optional<LiveSchedules> live;
    if (held && held->may_change()) live.emplace(*held, exchange);
    happened.ended = replay::run_native(native, exchange);
  }
  happened.status = exchange.status();
  const heddle_status& status = happened.status;
  trace::RunStats stats{status.left_plan != 0,
                        status.events,
                        status.waits,
                        status.sections,
                        happened.ended.seconds,
                        status.relaxed,
                        held ? held->left_out() : std::vector<std::string>{}};
  std::string problem;
  try {
    if (!options.record.empty())
      write_recording(options, exchange, happened, held ? held->input() : driver::describe_input(options));
  } catch (const InputError& e) {
    problem = e.what();
  }
  if (!options.stats.empty())
    write_file("--stats", options.stats, [&](std::ostream& out) { report::write_json(out, stats); });
  if (!problem.empty()) throw InputError(problem);
  return exit_code_of(happened.ended);
}

}  // namespace heddle::tools
