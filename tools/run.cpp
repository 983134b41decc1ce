// SPDX-License-Identifier: GPL-3.0-or-later
// heddle run: the instrumented program, with its own input, output and exit code, free or held to a schedule that is
// proven safe; on request its run is written down.
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "analysis/prepare.h"
#include "base/check.h"
#include "commands.h"
#include "driver/driver.h"
#include "driver/exit_codes.h"
#include "instrument/instrument.h"
#include "native_program.h"
#include "options/options.h"
#include "output.h"
#include "options/inputs.h"
#include "report/report.h"
#include "schedule/plan_file.h"

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

// The program, and the plan that holds it (empty: it runs free).
struct Prepared {
  trace::InputFiles input;
  std::string executable, plan;
};

Prepared free_program(const options::Options& options) {
  frontend::CompileJob job{options.files, options.cflags, options.data_model == options::DataModel::Ilp32};
  return {driver::describe_input(options), instrument::build(job, load_program(job)), ""};
}

std::pair<trace::Schedule, trace::InputFiles> read_schedule(const std::string& path) {
  if (std::error_code error; !std::filesystem::exists(path, error))
    throw InputError(path + ": no such schedule; `heddle schedule FILE.c -o DIR` looks for some");
  options::check_readable(path, "schedule");
  std::ifstream in(path, std::ios::binary);
  try {
    return report::read_schedule(in);
  } catch (const InputError& e) {
    throw InputError(path + ": " + e.what());
  }
}

// Of a directory, the last schedule that is safe: each one contains those that were found before it.
std::string chosen_schedule(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return path;
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(path, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("ivr-") && name.ends_with(".json")) found.push_back(entry.path());
  }
  // ivr-1000 comes behind ivr-999
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    const std::string x = a.filename().string(), y = b.filename().string();
    return x.size() != y.size() ? x.size() > y.size() : x > y;
  });
  for (const std::filesystem::path& f : found) {
    std::ifstream in(f, std::ios::binary);
    try {
      report::read_schedule(in);
      return f.string();
    } catch (const InputError&) {  // a violation
    }
  }
  throw InputError("--schedule " + path + ": there is no safe schedule in this directory (ivr-001.json and so on)");
}

void show(const options::Options& options, const schedule::ProgramSchedule& s, const schedule::Events& events) {
  if (options.show.empty()) return;
  const bool picture = std::filesystem::path(options.show).extension() == ".dot";
  write_file("--show", options.show,
             [&](std::ostream& out) { out << (picture ? schedule::dot(s, events) : schedule::text(s, events)); });
}

Prepared held_program(const options::Options& options) {
  const std::filesystem::path here = std::filesystem::current_path();
  auto [tree, input] = read_schedule(chosen_schedule(options.schedule));
  frontend::CompileJob job = job_of(input);  // goes to where the program was checked
  model::Program program = frontend::load(job);
  std::unique_ptr<analysis::Analyses> analyses = analysis::prepare(program);
  Prepared out{input, instrument::build(job, program), ""};
  std::filesystem::current_path(here);
  schedule::Events events(program);
  schedule::Wanted wanted;
  wanted.level = static_cast<unsigned>(options.opt);
  wanted.replication = static_cast<unsigned>(options.replicate);
  wanted.may_elide = options.on_divergence == options::OnDivergence::Stop;
  schedule::ProgramSchedule made =
      schedule::program_schedule(schedule::automaton(tree, program), events, *analyses, wanted);
  show(options, made, events);
  schedule::PlanSettings settings;
  settings.on_divergence = static_cast<heddle_on_divergence>(options.on_divergence);
  out.plan = schedule::plan_file(made, events, settings);
  return out;
}

// The executable, and beside it what holds it.
void leave_behind(const options::Options& options, const Prepared& p) {
  std::error_code error;
  const auto how = std::filesystem::copy_options::overwrite_existing;
  std::filesystem::copy_file(p.executable, options.guarded, how, error);
  if (error) throw InputError("--output " + options.guarded + ": cannot be written: " + error.message());
  write_file("--output", options.guarded + ".plan", [&](std::ostream& out) { out << p.plan; });
}

}  // namespace

int run(const std::vector<std::string>& args) {
  options::Options options = options::parse_run(args);
  if (options.help) {
    std::cout << options::run_help();
    return driver::kTrue;
  }
  Prepared prepared = options.schedule.empty() ? free_program(options) : held_program(options);
  if (!options.guarded.empty()) {
    leave_behind(options, prepared);
    return driver::kTrue;
  }
  replay::NativeJob native;
  native.executable = prepared.executable;
  native.arguments = options.arguments;
  native.on_its_own = false;
  native.limit = std::chrono::milliseconds(options.stop_after);
  native.interrupted = &catch_interrupts();
  replay::Exchange exchange("", options.record.empty() ? 0 : kMostActs, prepared.plan);
  replay::Happened happened;
  happened.ended = replay::run_native(native, exchange);
  happened.status = exchange.status();
  const heddle_status& status = happened.status;
  trace::RunStats stats{status.left_plan != 0, status.events, status.waits, status.sections, happened.ended.seconds};
  std::string problem;
  try {
    if (!options.record.empty()) write_recording(options, exchange, happened, prepared.input);
  } catch (const InputError& e) {
    problem = e.what();
  }
  if (!options.stats.empty())
    write_file("--stats", options.stats, [&](std::ostream& out) { report::write_json(out, stats); });
  if (!problem.empty()) throw InputError(problem);
  return exit_code_of(happened.ended);
}

}  // namespace heddle::tools
