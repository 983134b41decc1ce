// SPDX-License-Identifier: GPL-3.0-or-later
// The field `batch` is put behind the last field of what the check wrote; the rest stays as it is, byte for byte, so
// `heddle replay`, `certify` and `report` take the file as the result of a check.
//
// A check that gave no whole result makes a result all the same, with the verdict `unknown` (a limit) or `error` (it
// was refused, or crashed). But a disk that is full is nobody's result, and neither is a task that somebody stopped, as
// Slurm does with all processes of a job: the batch stops there, and the task is open.
#include "batch/record.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstring>
#include <ctime>

#include "batch/files.h"
#include "batch/problems.h"
#include "batch/result_json.h"

namespace heddle::batch {

namespace {

constexpr int kCannotStart = 127;  // what the process says when the tool cannot be executed
constexpr size_t kKeptMessages = 4000;

std::string host() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "";
}

std::string now() {
  char text[32] = {};
  const std::time_t t = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&t, &utc);
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

std::string last_line(const std::string& text) {
  std::string line = text;
  while (!line.empty() && (line.back() == '\n' || line.back() == ' ')) line.pop_back();
  line.erase(0, line.rfind('\n') + 1);
  return line;
}

std::string tail(const std::string& text) {
  return text.size() <= kKeptMessages ? text : "..." + text.substr(text.size() - kKeptMessages);
}

// The message of a check that was stopped by the machine, not by its program.
void refuse_problems_of_the_machine(const Ended& e) {
  if (e.exit_code == kCannotStart) throw DiskProblem("the tool that checks cannot be started: " + last_line(e.errors));
  for (int s : {SIGTERM, SIGINT, SIGHUP})
    if (e.signal == s) throw DiskProblem(std::string("a task was told from outside to stop (") + strsignal(s) + ")");
  for (int problem : {ENOSPC, EDQUOT, EROFS, EIO})
    if (e.exit_code >= 3 && e.errors.find(std::strerror(problem)) != std::string::npos)
      throw DiskProblem("a task could not write: " + last_line(e.errors));
}

Json base_record(const Plan& plan, const Task& task) {
  return {{"task", task.name}, {"property", task.property}, {"expected", task.expected},
          {"key", task.key},   {"tool", plan.tool.sha256},  {"host", host()},
          {"finished", now()}};
}

double milliseconds(double seconds) { return std::round(seconds * 1000) / 1000; }

Json record_of(const Plan& plan, const Task& task, const Ended& e, uint64_t peak_mib) {
  Json r = base_record(plan, task);
  r["seconds"] = milliseconds(e.seconds);
  r["cpu_seconds"] = milliseconds(e.cpu_seconds);
  r["mib"] = peak_mib ? peak_mib : e.peak_bytes >> 20;  // the check has seen all its processes together
  r["exit_code"] = e.signal ? Json(nullptr) : Json(e.exit_code);
  r["signal"] = e.signal ? Json(e.signal) : Json(nullptr);
  if (!e.errors.empty()) r["messages"] = tail(e.errors);
  return r;
}

std::string dumped(const Json& j) { return j.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json result_without_check(const Task& task, const char* verdict, const std::string& code, const std::string& reason) {
  return {{"heddle", HEDDLE_VERSION}, {"verdict", verdict},           {"property", task.property},
          {"engine", nullptr},        {"properties", Json::object()}, {"reason", reason},
          {"reason_code", code},      {"violations", Json::array()}};
}

// Why there is no result of the check.
Json failure(const Task& task, const Ended& e) {
  switch (e.ended_by) {
    case Ended::By::Time:
      return result_without_check(task, "unknown", "time limit", "it did not stop by itself and was ended");
    case Ended::By::Memory:
      return result_without_check(task, "unknown", "memory limit", "it did not stop by itself and was ended");
    case Ended::By::Itself: break;
  }
  if (e.signal == SIGXCPU) return result_without_check(task, "unknown", "time limit", "it was ended by the system");
  if (e.signal)
    return result_without_check(task, "error", e.signal == SIGKILL ? "killed" : "crashed",
                                "signal " + std::to_string(e.signal) + " (" + strsignal(e.signal) + ")");
  const std::string said = last_line(e.errors);
  if (e.exit_code == 3) return result_without_check(task, "error", "refused", said);
  if (e.exit_code == 4) return result_without_check(task, "error", "internal error", said);
  return result_without_check(task, "error", "no result",
                              "exit code " + std::to_string(e.exit_code) + (said.empty() ? "" : ": " + said));
}

Outcome store(const Folder& folder, const Plan& plan, const Task& task, std::string text, const Json& record) {
  text.erase(text.find_last_of('}'));
  text += ", \"batch\": " + dumped(record) + "}\n";
  std::optional<Outcome> outcome = read_outcome(text, task, plan.tool.sha256);
  HEDDLE_CHECK(outcome) << "what is written for " << task.name << " can be read again";
  write_whole(folder.result(task), text);
  return *outcome;
}

}  // namespace

Outcome record(const Folder& folder, const Plan& plan, const Task& task, const Ended& ended) {
  refuse_problems_of_the_machine(ended);
  std::optional<Json> whole = parse_without_traces(ended.output);
  if (whole && !(whole->contains("verdict") && (*whole)["verdict"].is_string())) whole.reset();
  if (whole && whole->contains("reason_code") && (*whole)["reason_code"] == "interrupted")
    throw DiskProblem("a task was told from outside to stop");
  std::error_code error;
  if (!whole || (*whole)["verdict"] != "false") std::filesystem::remove(folder.page(task), error);
  if (!whole) return store(folder, plan, task, dumped(failure(task, ended)), record_of(plan, task, ended, 0));
  uint64_t mib = 0;
  if (auto stats = whole->find("stats"); stats != whole->end() && stats->is_object() && stats->contains("peak_mib"))
    mib = (*stats)["peak_mib"].is_number() ? (*stats)["peak_mib"].get<uint64_t>() : 0;
  return store(folder, plan, task, ended.output, record_of(plan, task, ended, mib));
}

Outcome record_failure(const Folder& folder, const Plan& plan, const Task& task, const std::string& why) {
  Json record = base_record(plan, task);
  record["seconds"] = 0;
  record["mib"] = 0;
  return store(folder, plan, task, dumped(result_without_check(task, "error", "job failed", why)), record);
}

}  // namespace heddle::batch
