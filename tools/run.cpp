// SPDX-License-Identifier: GPL-3.0-or-later
// heddle run: the instrumented program, free, with its own input, output and exit code; on request its run is written
// down.
#include <csignal>
#include <iostream>

#include "base/check.h"
#include "commands.h"
#include "driver/driver.h"
#include "driver/exit_codes.h"
#include "instrument/instrument.h"
#include "native_program.h"
#include "options/options.h"
#include "output.h"
#include "report/report.h"

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

}  // namespace

int run(const std::vector<std::string>& args) {
  options::Options options = options::parse_run(args);
  if (options.help) {
    std::cout << options::run_help();
    return driver::kTrue;
  }
  trace::InputFiles input = driver::describe_input(options);
  frontend::CompileJob job{options.files, options.cflags, options.data_model == options::DataModel::Ilp32};
  replay::NativeJob native;
  native.executable = instrument::build(job, load_program(job));
  native.arguments = options.arguments;
  native.on_its_own = false;
  native.limit = std::chrono::milliseconds(options.stop_after);
  native.interrupted = &catch_interrupts();
  replay::Exchange exchange("", options.record.empty() ? 0 : kMostActs);
  replay::Happened happened;
  happened.ended = replay::run_native(native, exchange);
  happened.status = exchange.status();
  trace::RunStats stats{false, happened.status.events, happened.status.waits, 0, happened.ended.seconds};
  std::string problem;
  try {
    if (!options.record.empty()) write_recording(options, exchange, happened, input);
  } catch (const InputError& e) {
    problem = e.what();
  }
  if (!options.stats.empty())
    write_file("--stats", options.stats, [&](std::ostream& out) { report::write_json(out, stats); });
  if (!problem.empty()) throw InputError(problem);
  return exit_code_of(happened.ended);
}

}  // namespace heddle::tools
