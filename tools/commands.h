// SPDX-License-Identifier: GPL-3.0-or-later
// The subcommands of heddle. Each takes its arguments without its own name and gives back the exit code.
#pragma once
#include <atomic>
#include <string>
#include <vector>

namespace heddle::tools {

int check(const std::vector<std::string>& args);
int engine_worker(const std::vector<std::string>& args);  // what `heddle check --slurm` starts on a node
int replay(const std::vector<std::string>& args);
int run(const std::vector<std::string>& args);
int schedule(const std::vector<std::string>& args);
int certify(const std::vector<std::string>& args);
int sequentialize(const std::vector<std::string>& args);
int report(const std::vector<std::string>& args);
int batch(const std::vector<std::string>& args);
int batch_worker(const std::vector<std::string>& args);
int compare(const std::vector<std::string>& args);
int init(const std::vector<std::string>& args);
int explain(const std::vector<std::string>& args);

// A command as one would type it again.
std::string typed(const std::vector<std::string>& words);

// The first Ctrl-C (or SIGTERM) sets the flag, which engines look at; the second ends the process at once.
const std::atomic<bool>& catch_interrupts();

}  // namespace heddle::tools
