// SPDX-License-Identifier: GPL-3.0-or-later
// The commands are started as processes with a limit of their own: while the controller is away they hang for long.
// What a command says on its way to failing decides whether the controller is away (try again) or said no.
#include "batch/slurm.h"

#include <chrono>
#include <sstream>
#include <thread>

#include "base/check.h"
#include "batch/process.h"

namespace heddle::batch {

namespace {

constexpr uint64_t kPatienceMs = 10'000;
constexpr int kNotThere = 127;

Ended capture(const std::vector<std::string>& argv) {
  Process process(argv, {kPatienceMs, 0, 0});
  std::optional<Ended> ended;
  while (!process.look(ended)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  if (ended->exit_code == kNotThere)
    throw InputError(argv[0] + ": cannot be started; is Slurm installed here (Debian: slurm-client)?");
  return *ended;
}

bool controller_is_away(const Ended& e) {
  if (e.ended_by == Ended::By::Time || e.signal) return true;
  for (const char* words : {"Unable to contact", "Socket timed out", "Connection refused", "Zero Bytes",
                            "Communication connection failure", "Transport endpoint", "temporarily unable",
                            "Unexpected message received", "in standby mode", "Connection timed out"})
    if (e.errors.find(words) != std::string::npos) return true;
  return false;
}

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> out(1);
  for (char c : line)
    if (c == '|')
      out.emplace_back();
    else
      out.back() += c;
  return out;
}

}  // namespace

std::optional<std::string> Slurm::submit(const Submission& s) {
  std::vector<std::string> argv = {
      "sbatch",
      "--parsable",
      "--no-requeue",
      "--job-name=" + s.name,
      "--array=0-" + std::to_string(s.elements - 1) + (s.at_once ? "%" + std::to_string(s.at_once) : ""),
      "--output=" + s.log,
      "--time=" + std::to_string(s.minutes),
      "--mem=" + std::to_string(s.mib) + "M",
      "--ntasks=1",
      "--cpus-per-task=" + std::to_string(s.processors)};
  std::string without;
  for (const std::string& node : s.without_nodes) without += (without.empty() ? "" : ",") + node;
  if (!without.empty()) argv.push_back("--exclude=" + without);
  argv.insert(argv.end(), s.more.begin(), s.more.end());
  argv.push_back(s.script);
  const Ended e = capture(argv);
  std::string number = trimmed(e.output);
  number = number.substr(0, number.find(';'));  // the name of a cluster may follow
  const bool good =
      e.exit_code == 0 && !e.signal && !number.empty() && number.find_first_not_of("0123456789") == std::string::npos;
  if (good) return number;
  if (controller_is_away(e)) return std::nullopt;
  throw InputError("sbatch refuses the job: " + trimmed(e.errors));
}

std::optional<std::vector<Element>> Slurm::active(const std::string& name) {
  const Ended e = capture({"squeue", "--noheader", "--array", "--name=" + name, "--format=%F|%K|%T|%N"});
  if (e.exit_code != 0 || e.signal) return std::nullopt;
  std::vector<Element> out;
  std::istringstream lines(e.output);
  for (std::string line; std::getline(lines, line);)
    if (const std::vector<std::string> f = fields(line); f.size() == 4) out.push_back({f[0], f[1], f[2], f[3]});
  return out;
}

void Slurm::cancel(const std::set<std::string>& jobs) {
  if (jobs.empty()) return;
  std::vector<std::string> argv = {"scancel"};
  argv.insert(argv.end(), jobs.begin(), jobs.end());
  capture(argv);
}

size_t Slurm::processors() {
  const Ended e = capture({"sinfo", "--noheader", "--format=%C"});  // allocated/idle/other/total
  unsigned long allocated = 0, idle = 0;
  if (std::sscanf(e.output.c_str(), "%lu/%lu/", &allocated, &idle) != 2) return 0;
  return allocated + idle;
}

std::string Slurm::end_of(const std::string& job, const std::string& element) {
  const Ended e = capture({"scontrol", "--oneliner", "show", "job", job + "_" + element});
  std::istringstream words(e.output);
  std::string state, reason, node;
  for (std::string w; words >> w;) {
    if (w.starts_with("JobState=")) state = w.substr(9);
    if (w.starts_with("Reason=")) reason = w.substr(7);
    if (w.starts_with("BatchHost=")) node = w.substr(10);
  }
  if (state.empty()) return "";
  return state + (reason.empty() || reason == "None" ? "" : ", " + reason) + (node.empty() ? "" : ", on " + node);
}

}  // namespace heddle::batch
