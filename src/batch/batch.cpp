// SPDX-License-Identifier: GPL-3.0-or-later
// The batch as a whole: collect the tasks, take the folder, run what has no result yet, sum up. Whoever starts it again
// comes here, too: what has a result is not run, and the summaries are written anew.
#include "batch/batch.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/budget.h"
#include "base/check.h"
#include "batch/cluster.h"
#include "batch/comparison.h"
#include "batch/live_table.h"
#include "batch/problems.h"
#include "batch/runner.h"
#include "batch/tasks.h"

namespace heddle::batch {

namespace {

unsigned jobs_here(const options::Options& options) {
  if (options.batch_jobs) return static_cast<unsigned>(options.batch_jobs);
  const long processors = std::max(1l, sysconf(_SC_NPROCESSORS_ONLN));
  return std::max(1u, static_cast<unsigned>(processors) / static_cast<unsigned>(options.task_jobs));
}

// As typed, so that a batch that goes on can be told apart from another one.
std::vector<std::string> settings(const options::Options& options) {
  std::vector<std::string> out = options.handed_on;
  for (const std::string& p : options.property) out.insert(out.end(), {"--property", p});
  const uint64_t time = options.time_limit ? options.time_limit : kDefaultTimeMs;
  out.insert(out.end(), {"--time-limit", std::to_string(time) + "ms"});
  if (options.memory_limit) out.insert(out.end(), {"--memory-limit", std::to_string(options.memory_limit >> 20) + "M"});
  out.insert(out.end(), {"--task-jobs", std::to_string(options.task_jobs)});
  if (!options.cflags.empty()) out.push_back("--");
  out.insert(out.end(), options.cflags.begin(), options.cflags.end());
  return out;
}

uint64_t memory_for_a_task(const options::Options& options) {
  constexpr uint64_t kOnCluster = 2ull << 30, kLeast = 256ull << 20;
  if (options.memory_limit) return options.memory_limit;
  return options.slurm ? kOnCluster : std::max(kLeast, base::usable_memory_bytes() / jobs_here(options));
}

Plan make_plan(const options::Options& options, std::vector<Task> tasks) {
  Plan plan;
  plan.version = HEDDLE_VERSION;
  plan.cwd = std::filesystem::current_path().string();
  plan.runner = this_tool();
  plan.tool = options.tool.empty() ? plan.runner : tool_at(options.tool);
  plan.settings = settings(options);
  plan.memory_bytes = memory_for_a_task(options);
  plan.grace_ms = options.grace;
  plan.pages = options.pages;
  plan.tasks = std::move(tasks);
  return plan;
}

std::vector<size_t> open_tasks(const Summary& summary) {
  std::vector<size_t> open;
  for (size_t i = 0; i < summary.outcomes.size(); ++i)
    if (!summary.outcomes[i]) open.push_back(i);
  return open;
}

// What lies there under the name of a task and does not count.
size_t outdated(const Folder& folder, const Summary& summary) {
  std::error_code error;
  size_t n = 0;
  for (size_t i : open_tasks(summary)) n += std::filesystem::exists(folder.result(summary.plan.tasks[i]), error);
  return n;
}

void tell_beginning(LiveTable& table, const Folder& folder, const Summary& summary,
                    const std::vector<std::string>& notes, bool quiet) {
  if (quiet) return;
  for (const std::string& note : notes) table.note(note);
  if (size_t n = summary.finished())
    table.note(std::to_string(n) + " of " + std::to_string(summary.plan.tasks.size()) +
               " tasks have their result already");
  if (size_t n = outdated(folder, summary))
    table.note(std::to_string(n) +
               " results are broken, or of programs or properties that have changed; they are run again");
}

bool run_open_tasks(const options::Options& options, const Folder& folder, Summary& summary, LiveTable& table,
                    const std::atomic<bool>& interrupted) {
  const std::vector<size_t> open = open_tasks(summary);
  Watcher watcher;
  watcher.ended = [&](size_t task, const Outcome& outcome) {
    summary.outcomes[task] = outcome;
    table.ended(task, outcome);
  };
  if (options.slurm) return run_on_cluster(folder, summary.plan, open, options, interrupted, watcher, table);
  watcher.look = [&](const std::vector<Running>& running) { table.look(running); };
  return run_here(folder, summary.plan, open, jobs_here(options), interrupted, watcher);
}

}  // namespace

Done run(const options::Options& options, const std::atomic<bool>& interrupted) {
  Collected collected = collect(options);
  std::optional<Summary> against;
  if (!options.against.empty()) against = read_summary(Folder(options.against));
  const Folder folder(options.batch_to);
  Plan plan = make_plan(options, std::move(collected.tasks));
  const Lock lock(folder);
  settle(folder, plan);
  Done done{{options.batch_to, std::move(plan), {}}, false, "", false};
  read_results(folder, done.summary);
  {
    LiveTable table(done.summary.plan, done.summary.finished(), options.quiet, options.progress);
    tell_beginning(table, folder, done.summary, collected.notes, options.quiet);
    try {
      done.interrupted = !run_open_tasks(options, folder, done.summary, table, interrupted);
    } catch (const DiskProblem& e) {
      throw DiskProblem(std::string(e.what()) + "; when that is mended, the same command goes on");
    }
  }
  remove_unfinished(folder);  // a worker on a node may have been killed while it wrote
  write_summaries(folder, done.summary, against ? &*against : nullptr);
  done.text = summary_text(done.summary);
  if (against) {
    const Comparison c = compare(*against, done.summary, {});
    done.text += "\nbeside " + against->name + ":\n" + comparison_text(c, *against, done.summary);
    done.became_worse = c.anything_became_wrong();
  }
  return done;
}

}  // namespace heddle::batch
