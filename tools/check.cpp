// SPDX-License-Identifier: GPL-3.0-or-later
// heddle check: from C files to a verdict. This function is the data flow of the whole system.
#include <iostream>
#include <new>

#include "analysis/acts.h"
#include "analysis/dump.h"
#include "base/check.h"
#include "commands.h"
#include "driver/driver.h"
#include "driver/exit_codes.h"
#include "frontend/frontend.h"
#include "options/options.h"
#include "output.h"

namespace heddle::tools {

namespace {

void dump(const model::Program& program, const options::Options& options) {
  std::ostream& out = options.format == options::Format::Json ? std::cerr : std::cout;
  for (const std::string& form : options.dump)
    out << (form == "model" ? model::dump(program) : analysis::dump(program, analysis::Footprints(program)));
}

trace::Result search(const options::Options& options, base::Budget& budget, const std::atomic<bool>& interrupted) {
  try {
    model::Program program = frontend::load({options.files, options.cflags, options.data_model == options::DataModel::Ilp32});
    analysis::mark_acts(program);
    dump(program, options);
    return driver::run(program, options, budget);
  } catch (const InputError&) {
    if (!interrupted) throw;
    return driver::gave_up(options, trace::Reason::Interrupted, "while compiling");  // Ctrl-C ends the compiler too
  } catch (const std::bad_alloc&) {
    return driver::gave_up(options, trace::Reason::MemoryLimit, "the system gave no more memory");
  }
}

}  // namespace

int check(const std::vector<std::string>& args) {
  options::Options options = options::parse_check(args);
  if (options.help) {
    std::cout << options::check_help();
    return driver::kTrue;
  }
  if (!options.quiet)
    for (const std::string& note : driver::notes(options)) std::cerr << "heddle: note: " << note << "\n";

  const std::atomic<bool>& interrupted = catch_interrupts();
  base::Budget budget(driver::limits(options), &interrupted);
  trace::InputFiles input = driver::describe_input(options);
  trace::Result result = search(options, budget, interrupted);
  result.input = input;
  write_result(result, options);
  return driver::exit_code(result.verdict);
}

}  // namespace heddle::tools
