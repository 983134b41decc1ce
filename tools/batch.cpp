// SPDX-License-Identifier: GPL-3.0-or-later
// heddle batch: many programs. heddle --batch-worker is what `heddle batch --slurm` starts on the nodes of a cluster.
#include "batch/batch.h"

#include <iostream>

#include "base/check.h"
#include "base/file_names.h"
#include "batch/worker.h"
#include "commands.h"
#include "driver/exit_codes.h"
#include "options/commands.h"
#include "options/options.h"

namespace heddle::tools {

int batch(const std::vector<std::string>& args) {
  const options::Options options = options::parse_batch(args);
  if (options.help) {
    std::cout << options::help(options::Batch);
    return driver::kTrue;
  }
  const batch::Done done = batch::run(options, catch_interrupts());
  std::cout << done.text;
  if (!options.quiet)
    std::cout << "results: " << base::printable(options.batch_to) << "/summary.csv, "
              << base::printable(options.batch_to) << "/index.html\n";
  if (done.interrupted) std::cerr << "heddle: interrupted; the same command goes on from here\n";
  if (done.summary.anything_bad() || done.became_worse) return driver::kFalse;
  return done.interrupted ? driver::kUnknown : driver::kTrue;
}

int batch_worker(const std::vector<std::string>& args) {
  if (args.size() != 3) throw InputError("--batch-worker is for `heddle batch --slurm`, which starts it by itself");
  return batch::work(args[0], args[1], args[2], catch_interrupts());
}

}  // namespace heddle::tools
