// SPDX-License-Identifier: GPL-3.0-or-later
// Everything around an engine; which engines `auto` runs is in auto.cpp.
#include "driver/driver.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/check.h"
#include "base/sha256.h"
#include "driver/auto.h"
#include "driver/proofs.h"
#include "driver/reached.h"
#include "engines/explore/engine.h"
#include "engines/induction/engine.h"
#include "engines/lazy/engine.h"

namespace heddle::driver {

using options::Engine;

trace::Result run(const model::Program& program, const options::Options& options, base::Budget& budget) {
  trace::Result result = options.engine == Engine::Auto       ? run_auto(program, options, budget)
                         : options.engine == Engine::BmcOrder ? run_order(program, options, budget)
                         : options.engine == Engine::BmcLazy  ? lazy::run_lazy(program, options, budget)
                         : options.engine == Engine::BmcEager ? lazy::run_eager(program, options, budget)
                         : options.engine == Engine::Induction ? induction::run(program, options, budget)
                                                              : explore::run(program, options, budget);
  tell_reached(result, options.reach);
  result.stats.insert(result.stats.begin(), {{"seconds", budget.elapsed_seconds()},
                                             {"peak_mib", static_cast<double>(base::peak_resident_bytes() >> 20)}});
  return result;
}

std::vector<std::string> notes(const options::Options& options) {
  std::vector<std::string> notes = options.notes;
  const options::Options defaults;
  auto unused = [&](bool given, const char* name) {
    if (given) notes.push_back(std::string(name) + " has no effect: engine explore is exact and runs alone");
  };
  unused(options.unwind != defaults.unwind && options.engine == Engine::Explore, "--unwind");
  unused(options.contexts != defaults.contexts, "--contexts");
  unused(options.jobs != defaults.jobs, "--jobs");
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
  input.data_model = text(options.data_model);
  std::error_code error;
  input.cwd = std::filesystem::current_path(error).string();
  for (const std::string& file : options.files) {
    std::ifstream in(file, std::ios::binary);
    input.sha256.push_back(base::sha256(std::string(std::istreambuf_iterator<char>(in), {})));
  }
  return input;
}

trace::Result gave_up(const options::Options& options, trace::Reason why, const std::string& how_far) {
  trace::Result result;
  result.engine = text(options.engine);
  result.requested = options.properties;
  trace::conclude(result, std::nullopt, why, how_far);
  return result;
}

}  // namespace heddle::driver
