// SPDX-License-Identifier: GPL-3.0-or-later
// The loop: start what fits, sleep until a child ends or a tenth of a second is over, record what has ended.
#include "batch/runner.h"

#include <chrono>
#include <csignal>
#include <ctime>
#include <optional>
#include <thread>

#include "batch/process.h"
#include "batch/record.h"

namespace heddle::batch {

namespace {

std::vector<std::string> command(const Folder& folder, const Plan& plan, const Task& task) {
  std::vector<std::string> argv = {plan.tool.path, "check", "--format", "json", "-q"};
  const uint64_t memory = task.memory_bytes ? task.memory_bytes : plan.memory_bytes;
  if (memory) argv.insert(argv.end(), {"--memory-limit", std::to_string(memory >> 20) + "M"});
  if (plan.pages) argv.insert(argv.end(), {"--report", folder.page(task).string()});
  argv.insert(argv.end(), task.words.begin(), task.words.end());
  return argv;
}

// SIGCHLD is blocked and waited for, so that no end of a child is slept over.
class ChildSignals {
 public:
  ChildSignals() {
    sigemptyset(&set_);
    sigaddset(&set_, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set_, &before_);
  }
  ~ChildSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  void wait() const {
    constexpr long kTenth = 100'000'000;
    const timespec most{0, kTenth};
    sigtimedwait(&set_, nullptr, &most);
  }

 private:
  sigset_t set_{}, before_{};
};

// Who kills a whole job comes to this process next. A task that was killed with us has no result, so there is a pause.
constexpr std::chrono::milliseconds kWhoElse{500};

class Loop {
 public:
  Loop(const Folder& folder, const Plan& plan, const Watcher& watcher)
      : folder_(folder), plan_(plan), watcher_(watcher) {}

  size_t running() const { return running_.size(); }

  void start(size_t index) {
    const Task& task = plan_.tasks[index];
    const uint64_t memory = task.memory_bytes ? task.memory_bytes : plan_.memory_bytes;
    watcher_.starts(index);
    running_.push_back({index, Process(command(folder_, plan_, task), {task.time_ms, plan_.grace_ms, memory})});
  }

  void look() {
    look_at_memory();
    std::vector<One> still;
    for (One& one : running_) {
      std::optional<Ended> ended;
      const bool over = one.process.look(ended);
      if (over && ended->signal == SIGKILL && ended->ended_by == Ended::By::Itself)
        std::this_thread::sleep_for(kWhoElse);
      if (over)
        watcher_.ended(one.task, record(folder_, plan_, plan_.tasks[one.task], *ended));
      else
        still.push_back({one.task, std::move(one.process)});
    }
    if (still.size() != running_.size()) end_orphans(pids(still));
    running_.swap(still);
    std::vector<Running> shown;
    for (const One& one : running_) shown.push_back({one.task, one.process.seconds(), one.process.bytes(), ""});
    watcher_.look(shown);
  }

 private:
  struct One {
    size_t task;
    Process process;
  };
  using Clock = std::chrono::steady_clock;

  static std::vector<pid_t> pids(const std::vector<One>& some) {
    std::vector<pid_t> out;
    for (const One& one : some) out.push_back(one.process.pid());
    return out;
  }

  // All processes of the machine are looked at, which takes milliseconds: not every time.
  void look_at_memory() {
    constexpr std::chrono::milliseconds kSeldom{400};
    if (running_.empty() || Clock::now() < next_look_) return;
    next_look_ = Clock::now() + kSeldom;
    const std::vector<uint64_t> bytes = memory_of_groups(pids(running_));
    for (size_t i = 0; i < running_.size(); ++i) running_[i].process.see_memory(bytes[i]);
  }

  const Folder& folder_;
  const Plan& plan_;
  const Watcher& watcher_;
  std::vector<One> running_;
  Clock::time_point next_look_{};
};

}  // namespace

bool run_here(const Folder& folder, const Plan& plan, const std::vector<size_t>& open, unsigned jobs,
              const std::atomic<bool>& interrupted, const Watcher& watcher) {
  adopt_orphans();
  const ChildSignals signals;
  Loop loop(folder, plan, watcher);
  size_t next = 0;
  while (!interrupted && (next < open.size() || loop.running())) {
    while (next < open.size() && loop.running() < jobs) loop.start(open[next++]);
    signals.wait();
    loop.look();
  }
  return next == open.size() && !loop.running();
}

}  // namespace heddle::batch
