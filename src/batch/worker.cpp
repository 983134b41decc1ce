// SPDX-License-Identifier: GPL-3.0-or-later
// Before anything counts, the node is checked: both tools have the hashes of the plan, and the tool can check a small
// program, which needs the compiler, too. A node that is not fit says so in a file and runs nothing.
#include "batch/worker.h"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <thread>

#include "batch/files.h"
#include "batch/packs.h"
#include "batch/problems.h"
#include "batch/process.h"
#include "batch/runner.h"
#include "batch/summary.h"

namespace heddle::batch {

namespace {

namespace fs = std::filesystem;

std::string node() {
  if (const char* name = std::getenv("SLURMD_NODENAME"); name && *name) return name;
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "?";
}

void compare_tool(const Tool& planned, const Tool& here, const char* what) {
  if (planned.sha256 != here.sha256)
    throw InputError(here.path + ", " + what + ", is another version than where the batch was started (" +
                     here.sha256.substr(0, 12) + " instead of " + planned.sha256.substr(0, 12) + ")");
}

// A program without threads that is proven in a moment.
void try_a_check(const Plan& plan) {
  char directory[] = "/tmp/heddle-node-XXXXXX";
  if (!mkdtemp(directory)) throw InputError(std::string("/tmp cannot be written: ") + std::strerror(errno));
  const fs::path program = fs::path(directory) / "program.c";
  std::ofstream(program) << "int main(void) { return 0; }\n";
  constexpr uint64_t kLong = 60'000;
  Process process({plan.tool.path, "check", "-q", program.string()}, {kLong, 0, 0});
  std::optional<Ended> ended;
  while (!process.look(ended)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::error_code error;
  fs::remove_all(directory, error);
  if (ended->exit_code != 0 || ended->signal) throw InputError("a check does not work there: " + ended->errors);
}

void check_node(const Plan& plan) {
  if (chdir(plan.cwd.c_str()) != 0) throw InputError(plan.cwd + " cannot be entered: " + std::strerror(errno));
  compare_tool(plan.runner, this_tool(), "which runs the tasks");
  compare_tool(plan.tool, tool_at(plan.tool.path), "which checks the tasks");
  try_a_check(plan);
}

}  // namespace

int work(const std::string& path, const std::string& wave, const std::string& element,
         const std::atomic<bool>& interrupted) {
  const Folder folder(path);
  const WaveFiles files(folder, wave);
  const Plan plan = folder.read_plan();
  const std::vector<Pack> packs = read_packs(files.packs(), plan.tasks.size());
  const Pack& pack = packs.at(std::stoul(element));
  try {
    check_node(plan);
  } catch (const InputError& e) {
    write_whole(files.unfit(element), node() + "\n" + e.what());
    throw;
  }
  std::vector<size_t> open;
  for (size_t i : pack) {
    const std::optional<std::string> text = read_whole(folder.result(plan.tasks[i]));
    if (!text || !read_outcome(*text, plan.tasks[i], plan.tool.sha256)) open.push_back(i);
  }
  Watcher watcher;
  watcher.starts = [&](size_t task) { write_whole(files.now(element), std::to_string(task)); };
  return run_here(folder, plan, open, 1, interrupted, watcher) ? 0 : 2;
}

}  // namespace heddle::batch
