// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/native_run.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "base/check.h"

namespace heddle::replay {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kGrace{3};  // between a request to end and the end

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> out;
  for (const std::string& w : words) out.push_back(const_cast<char*>(w.c_str()));
  out.push_back(nullptr);
  return out;
}

// In the child, between fork and exec: system calls only. The error of what failed goes through the pipe.
[[noreturn]] void become(const NativeJob& job, char* const* argv, char* const* environment, pid_t parent, int report) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  int nothing = open("/dev/null", O_RDWR);
  if (job.on_its_own) {
    setpgid(0, 0);
    if (job.input >= 0) lseek(job.input, 0, SEEK_SET);
    dup2(job.input >= 0 ? job.input : nothing, 0);
    rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
  }
  if (job.output == NativeJob::Output::ToStandardError) dup2(2, 1);
  if (job.output == NativeJob::Output::Discard) {
    dup2(nothing, 1);
    dup2(nothing, 2);
  }
  if (nothing > 2) close(nothing);
  execve(argv[0], argv, environment);
  int error = errno;
  [[maybe_unused]] ssize_t sent = write(report, &error, sizeof error);
  _exit(127);
}

class Child {
 public:
  Child(const NativeJob& job, const Exchange& exchange) : job_(job), started_(Clock::now()) {
    std::vector<std::string> words = job.arguments, variables = exchange.environment();
    words.insert(words.begin(), job.executable);
    std::vector<char*> argv = pointers(words), environment = pointers(variables);
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0) cannot_start(errno);
    pid_t parent = getpid();
    pid_ = fork();
    if (pid_ == 0) become(job, argv.data(), environment.data(), parent, report[1]);
    int failed = pid_ < 0 ? errno : 0;
    close(report[1]);
    int error = 0;
    while (!failed && read(report[0], &error, sizeof error) < 0 && errno == EINTR) {}
    close(report[0]);
    if (failed) cannot_start(failed);
    if (job.on_its_own) setpgid(pid_, pid_);
    if (error) wait_status_ = reap(), cannot_start(error);
    handle_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
  }
  ~Child() {
    if (!over_) kill_now();
    while (!over_) over_ = waitpid(pid_, &wait_status_, 0) == pid_ || errno != EINTR;
    if (job_.on_its_own) kill(-pid_, SIGKILL);  // what it left behind
    if (handle_ >= 0) close(handle_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  Ended wait() {
    Ended ended;
    while (!look()) {
      if (job_.every_20_ms) job_.every_20_ms();
      if (job_.limit.count() > 0 && Clock::now() - started_ >= job_.limit) end(ended, Ended::Way::TimedOut);
      if (job_.interrupted && *job_.interrupted) end(ended, Ended::Way::Interrupted);
    }
    if (job_.every_20_ms) job_.every_20_ms();
    ended.seconds = std::chrono::duration<double>(Clock::now() - started_).count();
    bool by_us = ended.way == Ended::Way::TimedOut || ended.way == Ended::Way::Interrupted;
    ended.code = WIFSIGNALED(wait_status_) ? WTERMSIG(wait_status_) : WEXITSTATUS(wait_status_);
    if (!by_us && WIFSIGNALED(wait_status_)) ended.way = Ended::Way::Signalled;
    return ended;
  }

 private:
  [[noreturn]] void cannot_start(int error) {
    throw InputError(job_.executable + ": cannot be run: " + std::strerror(error));
  }
  int reap() {
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {}
    over_ = true;
    return status;
  }
  // Waits 20 ms at most; true when the child is over.
  bool look() {
    pollfd waiting{handle_, POLLIN, 0};
    poll(handle_ >= 0 ? &waiting : nullptr, handle_ >= 0, 20);
    pid_t found = waitpid(pid_, &wait_status_, WNOHANG);
    over_ = found == pid_ || (found < 0 && errno != EINTR);
    return over_;
  }
  // The first time, the child gets its last signal; a child that does not run on its own is asked to end. When the
  // grace is over, the child is killed.
  void end(Ended& ended, Ended::Way why) {
    bool first = ended.way == Ended::Way::Exited;
    if (first) ended.way = why, asked_ = Clock::now();
    if (first && job_.on_its_own)
      kill(pid_, job_.last_signal);
    else if (first && why == Ended::Way::TimedOut)
      kill(pid_, SIGTERM);
    else if (first && !isatty(STDIN_FILENO))
      kill(pid_, SIGINT);  // a terminal has told the program already
    else if (Clock::now() - asked_ > kGrace)
      kill_now();
  }
  void kill_now() {
    kill(pid_, SIGKILL);
    if (job_.on_its_own) kill(-pid_, SIGKILL);
  }

  const NativeJob& job_;
  const Clock::time_point started_;
  Clock::time_point asked_;
  pid_t pid_ = -1;
  int handle_ = -1, wait_status_ = 0;
  bool over_ = false;
};

}  // namespace

Ended run_native(const NativeJob& job, const Exchange& exchange) { return Child(job, exchange).wait(); }

std::string signal_name(int number) {
  const char* name = sigabbrev_np(number);
  return name ? std::string("SIG") + name : "signal " + std::to_string(number);
}

}  // namespace heddle::replay
