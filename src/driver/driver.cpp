// SPDX-License-Identifier: GPL-3.0-or-later
// Everything around an engine; which engines there are is in portfolio.cpp.
#include "driver/driver.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/check.h"
#include "base/sha256.h"
#include "driver/auto.h"
#include "driver/crew.h"
#include "driver/error_calls.h"
#include "driver/nodes.h"
#include "driver/portfolio.h"
#include "driver/reached.h"
#include "engines/invariants/engine.h"

namespace heddle::driver {

using options::Engine;

namespace {

trace::Result run_alone(analysis::Analyses& analyses, const options::Options& options, const std::string& program,
                        Crew& crew) {
  const Child& alone =
      crew.start(text(options.engine), options.slurm ? on_node(text(options.engine), options, program)
                                                     : work(engine(options.engine), {}, analyses, options));
  while (crew.running()) crew.turn();
  return answer(alone, options.properties);
}

// Before the processes fork: what more than one of them will ask for.
void analyse_for_all(const analysis::Analyses& analyses) {
  analyses.points_to_if_modelled();
  analyses.footprints();
  analyses.thread_starts();
}

// Whoever failed costs only its own answer. With no other answer there is nothing but the failure to tell.
std::vector<Failure> failures(const Crew& crew, const trace::Result& result) {
  std::vector<Failure> all;
  for (const Child& c : crew.members())
    if (!c.done() && !c.failure().empty()) all.push_back({c.name(), c.failure(), c.defect()});
  bool decided = std::any_of(result.properties.begin(), result.properties.end(),
                             [](const auto& p) { return p.second != trace::Verdict::Unknown; });
  bool only_defects = std::all_of(all.begin(), all.end(), [](const Failure& f) { return f.defect; });
  if (!all.empty() && all.size() == crew.members().size() && only_defects && !decided) throw InternalError(all[0].what);
  return all;
}

}  // namespace

trace::Result run(analysis::Analyses& analyses, const options::Options& options, const std::string& program,
                  base::Budget& budget, std::vector<Failure>& failed) {
  constexpr unsigned kAll = 1000;  // what waits for a node takes no turns
  Crew crew(budget, options.slurm ? kAll : engines_at_once(options));
  const CancelledAtTheEnd jobs(options.slurm);
  trace::Result result;
  if (options.engine == Engine::Auto) {
    analyse_for_all(analyses);
    const Portfolio here = portfolio(analyses, options);
    result = run_auto(options.slurm ? on_nodes(here, options, program) : here, options, budget, crew,
                      error_calls(analyses.program()));
  } else {
    result = run_alone(analyses, options, program, crew);
  }
  failed = failures(crew, result);
  tell_reached(result, options.reach);
  result.stats.insert(result.stats.begin(), {{"seconds", budget.elapsed_seconds()},
                                             {"peak_mib", static_cast<double>(crew.peak_bytes() >> 20)}});
  return result;
}

std::vector<std::string> notes(const options::Options& options) {
  std::vector<std::string> notes = options.notes;
  const options::Options defaults;
  auto unused = [&](bool given, const char* name) {
    if (given) notes.push_back(std::string(name) + " has no effect: engine explore is exact and runs alone");
  };
  unused(options.unwind != defaults.unwind && options.engine == Engine::Explore, "--unwind");
  unused(options.contexts != defaults.contexts && options.engine != Engine::Lasso && options.engine != Engine::Auto,
         "--contexts");
  unused(options.jobs != defaults.jobs && options.engine != Engine::Auto && options.engine != Engine::Explore,
         "--jobs");
  unused(options.seed != defaults.seed && options.engine != Engine::BmcLazy, "--seed");
  return notes;
}

base::Budget::Limits limits(const options::Options& options) {
  uint64_t memory = options.memory_limit ? options.memory_limit : base::usable_memory_bytes();
  return {std::chrono::milliseconds(options.time_limit), memory, options.state_limit};
}

trace::InputFiles describe_input(const options::Options& options) {
  trace::InputFiles input;
  input.files = options.files;
  input.cflags = options.cflags;
  input.reach = options.reach;
  input.malloc_may_fail = options.malloc_may_fail;
  input.weak_fairness = options.fairness == options::Fairness::Weak;
  input.data_model = text(options.data_model);
  std::error_code error;
  input.cwd = std::filesystem::current_path(error).string();
  auto hash = [](const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return base::sha256(std::string(std::istreambuf_iterator<char>(in), {}));
  };
  for (const std::string& file : options.files) input.sha256.push_back(hash(file));
  if (!options.args.empty()) input.arguments = options.arguments;
  input.models = options.models;
  input.harmless = options.harmless;
  input.file_flags = options.file_flags;
  input.main_function = options.main_function;
  input.entries = options.entries;
  input.acquires = options.acquires;
  input.releases = options.releases;
  input.standard_input = options.stdin_file;
  for (const std::string& file : options.models) input.more_sha256.push_back(hash(file));
  if (!options.stdin_file.empty()) input.more_sha256.push_back(hash(options.stdin_file));
  return input;
}

trace::Claims claims(const analysis::Analyses& analyses, base::Budget& budget) {
  return invariants::claims_of(analyses, budget);
}

trace::Result gave_up(const options::Options& options, trace::Reason why, const std::string& how_far) {
  trace::Result result;
  result.engine = text(options.engine);
  result.requested = options.properties;
  trace::conclude(result, {}, why, how_far);
  return result;
}

}  // namespace heddle::driver
