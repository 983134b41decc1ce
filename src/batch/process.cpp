// SPDX-License-Identifier: GPL-3.0-or-later
// What the check writes goes to memory (memfd): a full disk does not cut it, and it is nobody's pipe to fill.
#include "batch/process.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <utility>

#include "base/budget.h"
#include "base/check.h"
#include "batch/problems.h"

namespace heddle::batch {

namespace {

constexpr uint64_t kLibraries = 1ull << 30;  // address space that libraries and thread stacks take, seldom resident

int unnamed_file(const char* what) {
  const int fd = memfd_create(what, MFD_CLOEXEC);
  if (fd < 0) throw DiskProblem(std::string("no memory for the output of a task: ") + std::strerror(errno));
  return fd;
}

void limit(int what, rlim_t value) {
  rlimit now{};
  if (getrlimit(static_cast<__rlimit_resource>(what), &now) != 0) return;
  now.rlim_max = std::min(now.rlim_max, value);
  now.rlim_cur = std::min(now.rlim_cur, now.rlim_max);
  setrlimit(static_cast<__rlimit_resource>(what), &now);
}

// In the new process. Only what is safe after a fork, and no way back.
[[noreturn]] void become(char* const* argv, int output, int errors, pid_t parent, const Limits& limits) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  for (int s : {SIGINT, SIGTERM, SIGPIPE, SIGCHLD}) std::signal(s, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO), dup2(output, STDOUT_FILENO), dup2(errors, STDERR_FILENO);
  limit(RLIMIT_CORE, 0);
  if (limits.memory_bytes) limit(RLIMIT_AS, limits.memory_bytes + kLibraries);
  constexpr uint64_t kThreads = 64;  // of one process: by the clock it cannot last longer than by the processor
  if (limits.time_ms) limit(RLIMIT_CPU, (limits.time_ms + limits.grace_ms) / 1000 * kThreads + 1);
  execvp(argv[0], argv);
  const char* why = std::strerror(errno);
  if (write(STDERR_FILENO, why, std::strlen(why)) < 0) _exit(126);
  _exit(127);
}

std::string content(int fd) {
  const off_t size = lseek(fd, 0, SEEK_END);
  std::string text(static_cast<size_t>(std::max<off_t>(size, 0)), '\0');
  for (size_t done = 0; done < text.size();) {
    const ssize_t n = pread(fd, text.data() + done, text.size() - done, static_cast<off_t>(done));
    if (n <= 0) {
      text.resize(done);
      break;
    }
    done += static_cast<size_t>(n);
  }
  return text;
}

double seconds_of(const timeval& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6; }

// Parent and process group, from /proc/PID/stat; the name in it may contain anything.
bool family(const char* pid, pid_t& parent, pid_t& group) {
  std::ifstream in(std::string("/proc/") + pid + "/stat");
  std::string line;
  if (!std::getline(in, line)) return false;
  const size_t end = line.rfind(')');
  char state = 0;
  return end != std::string::npos && std::sscanf(line.c_str() + end + 1, " %c %d %d", &state, &parent, &group) == 3;
}

template <class Visit>
void for_each_process(const Visit& visit) {
  DIR* all = opendir("/proc");
  if (!all) return;
  pid_t parent = 0, group = 0;
  while (dirent* e = readdir(all))
    if (e->d_name[0] >= '1' && e->d_name[0] <= '9' && family(e->d_name, parent, group))
      visit(static_cast<pid_t>(std::atoi(e->d_name)), parent, group);
  closedir(all);
}

uint64_t proportional_bytes(pid_t pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/smaps_rollup");
  for (std::string line; std::getline(in, line);)
    if (unsigned long long kib = 0; std::sscanf(line.c_str(), "Pss: %llu kB", &kib) == 1) return kib * 1024;
  return base::own_bytes(pid);
}

}  // namespace

Process::Process(const std::vector<std::string>& argv, Limits limits)
    : output_(unnamed_file("output")), errors_(unnamed_file("errors")), limits_(limits), start_(Clock::now()) {
  std::vector<char*> raw;
  for (const std::string& a : argv) raw.push_back(const_cast<char*>(a.c_str()));
  raw.push_back(nullptr);
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ == 0) become(raw.data(), output_, errors_, parent, limits_);
  if (pid_ < 0) {
    const int problem = errno;
    close(output_), close(errors_);
    throw DiskProblem(std::string("no process could be started: ") + std::strerror(problem));
  }
  setpgid(pid_, pid_);  // both do it: whoever comes first
}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      output_(std::exchange(other.output_, -1)),
      errors_(std::exchange(other.errors_, -1)),
      limits_(other.limits_),
      start_(other.start_),
      ending_(other.ending_),
      bytes_(other.bytes_) {}

Process::~Process() {
  if (pid_ > 0) {
    kill(-pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {}
  }
  if (output_ >= 0) close(output_), close(errors_);
}

double Process::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

// SIGKILL at once: the check had its own limit, and the grace to say what it knows.
void Process::end(Ended::By why) {
  if (ending_) return;
  ending_ = why;
  kill(-pid_, SIGKILL);
}

bool Process::look(std::optional<Ended>& ended) {
  if (limits_.time_ms && seconds() * 1000 > static_cast<double>(limits_.time_ms + limits_.grace_ms))
    end(Ended::By::Time);
  // A check ends itself at the limit; this is for one that does not.
  const uint64_t too_much = limits_.memory_bytes + limits_.memory_bytes / 4;
  if (limits_.memory_bytes && bytes_ > too_much && !ending_ && (bytes_ = exact_memory_of_group(pid_)) > too_much)
    end(Ended::By::Memory);
  int status = 0;
  rusage usage{};
  const pid_t got = wait4(pid_, &status, WNOHANG, &usage);
  if (got == 0 || (got < 0 && errno == EINTR)) return false;
  kill(-pid_, SIGKILL);  // what is left of the group
  Ended e;
  e.ended_by = ending_.value_or(Ended::By::Itself);
  e.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  e.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  e.seconds = seconds();
  e.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  e.peak_bytes = std::max(static_cast<uint64_t>(usage.ru_maxrss) * 1024, bytes_);
  e.output = content(output_);
  e.errors = content(errors_);
  pid_ = -1;
  ended = std::move(e);
  return true;
}

void adopt_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

void end_orphans(const std::vector<pid_t>& known) {
  const pid_t us = getpid();
  for_each_process([&](pid_t pid, pid_t parent, pid_t) {
    if (parent != us || std::find(known.begin(), known.end(), pid) != known.end()) return;
    kill(pid, SIGKILL);
    while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {}
  });
}

std::vector<uint64_t> memory_of_groups(const std::vector<pid_t>& groups) {
  std::vector<uint64_t> bytes(groups.size());
  for_each_process([&](pid_t pid, pid_t, pid_t group) {
    auto it = std::find(groups.begin(), groups.end(), group);
    if (it != groups.end()) bytes[static_cast<size_t>(it - groups.begin())] += base::own_bytes(pid);
  });
  return bytes;
}

uint64_t exact_memory_of_group(pid_t group) {
  uint64_t bytes = 0;
  for_each_process([&](pid_t pid, pid_t, pid_t its_group) {
    if (its_group == group) bytes += proportional_bytes(pid);
  });
  return bytes;
}

}  // namespace heddle::batch
