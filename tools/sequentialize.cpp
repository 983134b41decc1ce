// SPDX-License-Identifier: GPL-3.0-or-later
// heddle sequentialize: the program without threads that engine lasso checks, as C.
#include <iostream>
#include <optional>

#include "analysis/prepare.h"
#include "base/check.h"
#include "commands.h"
#include "driver/driver.h"
#include "driver/exit_codes.h"
#include "engines/lasso/witness.h"
#include "frontend/frontend.h"
#include "options/commands.h"
#include "options/options.h"
#include "output.h"
#include "sequential/c_source.h"
#include "watchdog.h"

namespace heddle::tools {

int sequentialize(const std::vector<std::string>& args) {
  options::Options options = options::parse_sequentialize(args);
  if (options.help) {
    std::cout << options::help(options::Sequential);
    return driver::kTrue;
  }
  base::Budget budget(driver::limits(options), &catch_interrupts());
  auto give_up = [&](base::Exceeded limit) {
    std::cerr << "heddle: " << text(trace::reason(limit)) << ": no program was written\n";
    return driver::kUnknown;
  };
  std::optional<Watchdog> watchdog(
      std::in_place, budget, [&](base::Exceeded limit) { std::_Exit(give_up(limit)); }, false);
  model::Program program = frontend::load(
      {options.files, options.cflags, options.data_model == options::DataModel::Ilp32, {}, options.malloc_may_fail});
  std::unique_ptr<analysis::Analyses> analyses;
  try {
    analyses = analysis::prepare(program, analysis::Patience(&budget));
  } catch (const analysis::OutOfBudget& e) {
    return give_up(e.limit);
  }
  sequential::Settings settings;
  settings.stem = static_cast<unsigned>(options.stem_rounds);
  settings.loop = static_cast<unsigned>(options.loop_rounds);
  settings.threads =
      options.most_threads ? static_cast<unsigned>(options.most_threads) : lasso::threads_seen(*analyses, budget);
  settings.strong = options.fairness == options::Fairness::Strong;
  std::string source;
  try {
    source = sequential::c_source(sequential::sequentialize(*analyses, settings), program);
  } catch (const sequential::Unsupported& e) {
    throw InputError(std::string("this program cannot be written without threads: ") + e.what());
  }
  watchdog.reset();
  if (options.sequential_to.empty())
    std::cout << source;
  else
    write_file("--output", options.sequential_to, [&](std::ostream& out) { out << source; });
  return driver::kTrue;
}

}  // namespace heddle::tools
