// SPDX-License-Identifier: GPL-3.0-or-later
// The batch that waits for a cluster. It believes two things only: a result in the folder, and a queue that was
// answered. A pack whose element is no longer in the queue, and which still has open tasks a moment later, is lost:
//
// - Its node was not fit (the worker has said so): the tasks are sent again, without that node.
// - A task was running: that one has used up one of its tries, and goes alone the next time, so that a task which
//   brings its job down does not take others with it. The rest of the pack is sent again.
// - Nothing was running: all have used up a try.
//
// So each loss takes a try from a task or a node from the list, and the batch comes to an end. While the controller
// does not answer nothing is concluded: jobs go on running, and results keep coming in.
//
// A worker that everybody takes for dead may be alive behind a broken network. What it writes is then a result as good
// as the other; the file has one name, so it counts once.
#include "batch/cluster.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <thread>

#include "base/check.h"
#include "base/shell_words.h"
#include "batch/files.h"
#include "batch/packs.h"
#include "batch/record.h"
#include "batch/slurm.h"

namespace heddle::batch {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kTick{250}, kAskEvery{1000}, kSettle{1500}, kTryAgain{3000};
constexpr std::chrono::minutes kPatience{10};  // without an answer of the controller
constexpr size_t kLargestArray = 1000;         // Slurm's default allows 1001

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

struct Sent {
  std::string job, wave, element;
  Pack tasks;
  Clock::time_point gone{};  // since when it is not in the queue
};

class Cluster {
 public:
  Cluster(const Folder& folder, const Plan& plan, const std::vector<size_t>& open, const options::Options& options,
          const Watcher& watcher, LiveTable& table)
      : folder_(fs::absolute(folder.path())),
        plan_(plan),
        options_(options),
        watcher_(watcher),
        table_(table),
        name_("heddle-" + plan.id),
        open_(open.begin(), open.end()),
        heard_(Clock::now()) {
    for (const std::string& words : options.slurm_options)
      for (const std::string& w : base::shell_words(words, "--slurm")) words_.push_back(w);
  }

  ~Cluster() { cancel_all(); }

  bool run(const std::atomic<bool>& interrupted) {
    fs::create_directories(folder_.slurm());
    end_leftovers(interrupted);
    take_results();
    to_send_ = packed({open_.begin(), open_.end()}, slots(), options_.pack);
    while (!open_.empty() && !interrupted) {
      send();
      std::this_thread::sleep_for(kTick);
      take_results();
      ask();
      show();
    }
    return open_.empty();
  }

 private:
  size_t slots() const {
    const size_t processors = Slurm::processors() / std::max<size_t>(options_.task_jobs, 1);
    if (!options_.batch_jobs) return std::max<size_t>(processors, 1);
    return processors ? std::min<size_t>(options_.batch_jobs, processors) : options_.batch_jobs;
  }

  // Jobs of a batch in this folder that was killed: nobody waits for them any more.
  void end_leftovers(const std::atomic<bool>& interrupted) {
    for (bool told = false; !interrupted;) {
      const std::optional<std::vector<Element>> active = Slurm::active(name_);
      if (active && active->empty()) return;
      if (active) cancel_unknown(*active);
      if (!told)
        table_.note(active ? "jobs of the interrupted batch are cancelled first" : "waiting for Slurm's controller");
      told = true;
      if (Clock::now() - heard_ > kPatience) throw InputError("Slurm's controller does not answer (squeue)");
      std::this_thread::sleep_for(kTick);
    }
  }

  void cancel_unknown(const std::vector<Element>& active) {
    std::set<std::string> unknown;
    for (const Element& e : active)
      if (!jobs_.contains(e.job)) unknown.insert(e.job);
    Slurm::cancel(unknown);
  }

  void cancel_all() {
    try {
      if (!open_.empty()) Slurm::cancel(jobs_);
    } catch (const std::exception& e) {
      table_.note(std::string("jobs could not be cancelled: ") + e.what());
    }
  }

  // Sends the waiting packs. When nobody answers, the job may be there all the same, and is cancelled before the next
  // try.
  void send() {
    if (to_send_.empty() || Clock::now() < next_send_) return;
    if (in_doubt_) {
      const std::optional<std::vector<Element>> active = Slurm::active(name_);
      if (!active) return put_off();
      cancel_unknown(*active);
      in_doubt_ = false;
    }
    while (!to_send_.empty()) {
      const size_t n = std::min(to_send_.size(), kLargestArray);
      std::vector<Pack> wave(to_send_.begin(), to_send_.begin() + static_cast<std::ptrdiff_t>(n));
      if (!send_wave(wave)) {
        in_doubt_ = true;
        return put_off();
      }
      to_send_.erase(to_send_.begin(), to_send_.begin() + static_cast<std::ptrdiff_t>(n));
    }
  }

  void put_off() {
    next_send_ = Clock::now() + kTryAgain;
    if (Clock::now() - heard_ > kPatience) throw InputError("Slurm's controller does not answer (sbatch)");
  }

  bool send_wave(const std::vector<Pack>& packs) {
    std::string wave;
    do wave = std::to_string(++wave_);
    while (fs::exists(WaveFiles(folder_, wave).packs()));
    const WaveFiles files(folder_, wave);
    write_packs(files.packs(), packs);
    write_whole(files.script(), script(wave));
    const std::optional<std::string> job = Slurm::submit(submission(packs, files));
    if (!job) return false;
    heard_ = Clock::now();
    jobs_.insert(*job);
    for (size_t i = 0; i < packs.size(); ++i) sent_.push_back({*job, wave, std::to_string(i), packs[i], {}});
    return true;
  }

  // The shell looks for the tool, which cannot say itself that it is missing.
  std::string script(const std::string& wave) const {
    const std::string tool = quoted(plan_.runner.path), folder = quoted(folder_.path().string());
    const std::string start = quoted((folder_.slurm() / ("wave-" + wave)).string());
    return "#!/bin/sh\n"
           "# An element of `heddle batch --slurm`: one pack of tasks.\n"
           "if [ ! -x " +
           tool +
           " ]; then\n"
           "  printf '%s\\n%s' \"$SLURMD_NODENAME\" " +
           quoted(plan_.runner.path + " is not there") + " > " + start +
           "-\"$SLURM_ARRAY_TASK_ID\".unfit\n"
           "  exit 3\n"
           "fi\n"
           "exec " +
           tool + " --batch-worker " + folder + " " + wave + " \"$SLURM_ARRAY_TASK_ID\"\n";
  }

  Submission submission(const std::vector<Pack>& packs, const WaveFiles& files) const {
    constexpr uint64_t kMinute = 60'000, kMargin = 3, kOverhead = 256;
    Submission s;
    s.name = name_;
    s.script = files.script().string();
    s.log = files.log("%a").string();
    s.elements = packs.size();
    s.at_once = options_.batch_jobs;
    s.processors = options_.task_jobs;
    s.without_nodes = unfit_;
    s.more = words_;
    for (const Pack& p : packs) {
      uint64_t ms = 0;
      for (size_t i : p) {
        const Task& t = plan_.tasks[i];
        ms += t.time_ms + plan_.grace_ms;
        const uint64_t bytes = t.memory_bytes ? t.memory_bytes : plan_.memory_bytes;
        s.mib = std::max(s.mib, ((bytes + bytes / 4) >> 20) + kOverhead);
      }
      s.minutes = std::max(s.minutes, ms / kMinute + kMargin);
    }
    return s;
  }

  // One look at the folder, however many tasks there are.
  void take_results() {
    std::map<std::string, size_t> by_name;
    for (size_t i : open_) by_name[plan_.tasks[i].stem + ".json"] = i;
    std::error_code error;
    for (const fs::directory_entry& e : fs::directory_iterator(folder_.results(), error)) {
      auto it = by_name.find(e.path().filename().string());
      if (it == by_name.end()) continue;
      const Task& task = plan_.tasks[it->second];
      const std::optional<std::string> text = read_whole(e.path());
      if (!text) continue;
      if (std::optional<Outcome> outcome = read_outcome(*text, task, plan_.tool.sha256)) {
        open_.erase(it->second);
        watcher_.ended(it->second, *outcome);
      }
    }
  }

  void ask() {
    if (Clock::now() < next_ask_) return;
    next_ask_ = Clock::now() + kAskEvery;
    std::optional<std::vector<Element>> active = Slurm::active(name_);
    if (!active) {
      if (Clock::now() - heard_ > kPatience) throw InputError("Slurm's controller does not answer (squeue)");
      return;
    }
    heard_ = Clock::now();
    active_ = std::move(*active);
    std::set<std::string> queue;
    for (const Element& e : active_)
      if (e.state != "COMPLETING") queue.insert(e.job + "_" + e.element);
    std::vector<Sent> still;
    for (Sent& s : sent_) {
      std::erase_if(s.tasks, [&](size_t i) { return !open_.contains(i); });
      if (s.tasks.empty()) continue;
      if (queue.contains(s.job + "_" + s.element))
        s.gone = {};
      else if (s.gone == Clock::time_point{})
        s.gone = Clock::now();
      else if (Clock::now() - s.gone > kSettle) {
        lost(s);
        continue;
      }
      still.push_back(s);
    }
    sent_.swap(still);
  }

  void lost(const Sent& s) {
    const WaveFiles files(folder_, s.wave);
    if (std::optional<std::string> unfit = read_whole(files.unfit(s.element))) {
      const std::string node = unfit->substr(0, unfit->find('\n')), why = unfit->substr(unfit->find('\n') + 1);
      if (unfit_.insert(node).second) {
        table_.note("node " + node + " is left out: " + why);
        to_send_.push_back(s.tasks);
        return;
      }
    }
    const std::string end = Slurm::end_of(s.job, s.element);
    const std::string why = "job " + s.job + "_" + s.element + " ended" + (end.empty() ? "" : " (" + end + ")");
    table_.note(why + " and left " + std::to_string(s.tasks.size()) + (s.tasks.size() == 1 ? " task" : " tasks") +
                " without a result");
    const std::optional<std::string> now = read_whole(files.now(s.element));
    Pack rest;
    for (size_t i : s.tasks) {
      const bool ran = now && *now == std::to_string(i);
      const bool nobody_ran =
          !now || std::none_of(s.tasks.begin(), s.tasks.end(), [&](size_t t) { return *now == std::to_string(t); });
      if (ran || nobody_ran) ++tries_[i];
      if (tries_[i] >= options_.tries)
        give_up(i, why);
      else if (ran)
        to_send_.push_back({i});
      else
        rest.push_back(i);
    }
    if (!rest.empty()) to_send_.push_back(rest);
  }

  void give_up(size_t task, const std::string& why) {
    const Outcome outcome = record_failure(folder_, plan_, plan_.tasks[task],
                                           "sent " + std::to_string(options_.tries) + " times; the last " + why);
    open_.erase(task);
    watcher_.ended(task, outcome);
  }

  void show() {
    if (!table_.live()) return;
    std::vector<Running> running;
    size_t waiting = 0;
    for (const Element& e : active_) {
      waiting += e.state == "PENDING";
      if (e.state != "RUNNING") continue;
      for (const Sent& s : sent_) {
        if (s.job != e.job || s.element != e.element) continue;
        std::error_code error;
        const fs::path now = WaveFiles(folder_, s.wave).now(s.element);
        const std::optional<std::string> text = read_whole(now);
        if (!text || text->empty()) continue;
        const auto since = fs::file_time_type::clock::now() - fs::last_write_time(now, error);
        const size_t task = std::strtoull(text->c_str(), nullptr, 10);
        if (task < plan_.tasks.size() && open_.contains(task))
          running.push_back({task, std::chrono::duration<double>(since).count(), 0, e.node});
      }
    }
    table_.look(running, std::to_string(waiting) + " packs waiting");
  }

  const Folder folder_;
  const Plan& plan_;
  const options::Options& options_;
  const Watcher& watcher_;
  LiveTable& table_;
  const std::string name_;
  std::vector<std::string> words_;
  std::set<size_t> open_;
  std::map<size_t, uint64_t> tries_;
  std::vector<Pack> to_send_;
  std::vector<Sent> sent_;
  std::vector<Element> active_;
  std::set<std::string> jobs_;   // ours
  std::set<std::string> unfit_;  // nodes
  Clock::time_point heard_, next_ask_{}, next_send_{};
  bool in_doubt_ = false;
  size_t wave_ = 0;
};

}  // namespace

bool run_on_cluster(const Folder& folder, const Plan& plan, const std::vector<size_t>& open,
                    const options::Options& options, const std::atomic<bool>& interrupted, const Watcher& watcher,
                    LiveTable& table) {
  if (open.empty()) return true;
  return Cluster(folder, plan, open, options, watcher, table).run(interrupted);
}

}  // namespace heddle::batch
