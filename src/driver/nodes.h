// SPDX-License-Identifier: GPL-3.0-or-later
// `heddle check --slurm`: the engines run on the nodes of a cluster, and each property is a question of its own. The
// rules of auto stay as they are: what is a process here only waits for what a process there says, in the same messages
// (messages.h), through srun. A node is asked first whether its heddle is the same file, and whether what it compiles
// is the same program: a node may have other sources or headers under the same names. So a result is one of this
// program, whoever computed it.
#pragma once
#include <string>
#include <vector>

#include "driver/portfolio.h"

namespace heddle::driver {

// The same engines, on nodes; `program` is the hash of what was compiled here. Throws InputError if there is no Slurm
// here.
Portfolio on_nodes(const Portfolio& engines, const options::Options& options, const std::string& program);
// Of the options, the properties are asked.
Work on_node(const std::string& engine, const options::Options& options, const std::string& program,
             const trace::Suspicions& suspicions = {});

// Jobs of this run that are still there are cancelled when it ends: nobody waits for them any more.
class CancelledAtTheEnd {
 public:
  explicit CancelledAtTheEnd(bool used) : used_(used) {}
  ~CancelledAtTheEnd();
  CancelledAtTheEnd(const CancelledAtTheEnd&) = delete;

 private:
  const bool used_;
};

// The other end: what `heddle check --slurm` starts on a node, as `heddle --engine-worker` with these words.
struct NodeTask {
  std::string tool_sha256, program_sha256, engine;
  std::vector<base::Property> asked;
  uint64_t time_ms = 0;           // 0: no limit
  trace::Suspicions suspicions;   // the names of files are left out
  std::vector<std::string> args;  // of the check
};
std::vector<std::string> words(const NodeTask& task);
NodeTask read_node_task(const std::vector<std::string>& words);  // throws InputError

// Where messages go on a node. What else is printed to the standard output from now on is lost.
int take_standard_output();
// Tells that nothing can be said on this node, and why.
void refuse(int messages, const std::string& why);
[[noreturn]] void serve(int messages, const NodeTask& task, analysis::Analyses& analyses,
                        const options::Options& options, base::Budget& budget);

std::string sha256_of_this_tool();

}  // namespace heddle::driver
