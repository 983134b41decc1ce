// SPDX-License-Identifier: GPL-3.0-or-later
// One folder, one batch: a lock keeps a second process out, and the plan keeps results of other options or of another
// heddle out. The list of tasks may change: what is in both plans keeps its result.
#include "batch/folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <random>

#include "base/check.h"
#include "base/sha256.h"
#include "batch/files.h"
#include "batch/problems.h"

namespace heddle::batch {

namespace {

namespace fs = std::filesystem;

std::string fresh_id() {
  std::random_device random;
  return base::sha256(std::to_string(random()) + "," + std::to_string(random()) + "," + std::to_string(getpid()))
      .substr(0, 12);
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& w : words) out += (out.empty() ? "" : " ") + w;
  return out.empty() ? "none" : out;
}

void compare(const Folder& folder, const Plan& before, const Plan& now) {
  const std::string where = folder.path().string();
  if (before.tool.sha256 != now.tool.sha256)
    throw InputError(where + ": holds results of another heddle (" + before.version + ", " +
                     before.tool.sha256.substr(0, 12) + "); give another folder, and `heddle compare` for both");
  if (before.settings != now.settings)
    throw InputError(where + ": holds results with other options (" + joined(before.settings) +
                     "); give the same, or another folder");
}

}  // namespace

Plan Folder::read_plan() const {
  std::optional<std::string> text = read_whole(plan());
  if (!text) throw InputError(path_.string() + ": is not the folder of a batch: it has no batch.json");
  return plan_from_json(*text, plan().string());
}

Lock::Lock(const Folder& folder) {
  std::error_code error;
  fs::create_directories(folder.path(), error);
  const std::string name = (folder.path() / ".lock").string();
  fd_ = open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd_ < 0) throw InputError("--output " + folder.path().string() + ": cannot write there: " + std::strerror(errno));
  if (flock(fd_, LOCK_EX | LOCK_NB) != 0) {
    char pid[32] = {};
    const bool known = pread(fd_, pid, sizeof pid - 1, 0) > 0;
    close(fd_);
    throw InputError(folder.path().string() + ": another batch is running there" +
                     (known ? " (process " + std::string(pid) + ")" : "") + "; wait for it, or give another folder");
  }
  const std::string mine = std::to_string(getpid());
  if (ftruncate(fd_, 0) != 0 || pwrite(fd_, mine.data(), mine.size(), 0) < 0) return;  // only for the message above
}

Lock::~Lock() { close(fd_); }

void remove_unfinished(const Folder& folder) {
  std::error_code error;
  for (const fs::path& place : {folder.path(), folder.results(), folder.slurm()})
    for (const fs::directory_entry& e : fs::directory_iterator(place, error))
      if (e.path().extension() == ".tmp") fs::remove(e.path(), error);
}

void settle(const Folder& folder, Plan& plan) {
  std::error_code error;
  const bool again = fs::exists(folder.plan(), error);
  if (!again && fs::exists(folder.results(), error))
    throw InputError(folder.path().string() + ": has a folder results, but is no batch; give another folder");
  plan.id = fresh_id();
  if (again) {
    const Plan before = folder.read_plan();
    compare(folder, before, plan);
    plan.id = before.id;
  }
  remove_unfinished(folder);
  write_whole(folder.plan(), to_json(plan));  // first: results without a plan would be nobody's
  fs::create_directories(folder.results(), error);
  if (error) throw DiskProblem(folder.results().string() + ": cannot be made: " + error.message());
}

}  // namespace heddle::batch
