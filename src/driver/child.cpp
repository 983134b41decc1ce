// SPDX-License-Identifier: GPL-3.0-or-later
// Both sides of the fork. The engine's side ends with _exit: what is in the parent's buffers is the parent's to write,
// and nobody has to tidy up a memory that goes away as a whole.
#include "driver/child.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>

#include "analysis/patience.h"
#include "base/check.h"
#include "base/progress.h"
#include "driver/messages.h"
#include "trace/bytes.h"

namespace heddle::driver {

using trace::Reason;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kMayLimitData = false;  // sanitizers map terabytes that they never touch
#else
constexpr bool kMayLimitData = true;
#endif

constexpr int kPipe = 1 << 20;  // traces are long

std::atomic<bool>* shared_flag() {
  void* page = mmap(nullptr, sizeof(std::atomic<bool>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  HEDDLE_CHECK(page != MAP_FAILED) << "the system gives a page of memory";
  return new (page) std::atomic<bool>(false);
}

// One allocation can be larger than all that is left. The watchdog would see it too late, so the system refuses it.
void limit_data(uint64_t bytes) {
  rlimit limit{};
  if (!kMayLimitData || bytes == 0 || getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, bytes + base::resident_bytes());
  setrlimit(RLIMIT_DATA, &limit);
}

void lift_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_DATA, &limit);
}

// The watchdog alone decides about Ctrl-C, which the terminal sends to every process.
void belong_to(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

void be_the_engine(int fd, base::Budget& budget, const Work& work, Write write) {
  limit_data(budget.limits().memory_bytes);
  base::send_progress_to(
      [=](const std::optional<base::ProgressLine>& line) { write(fd, kProgress, line ? base::to_bytes(*line) : ""); });
  try {
    write(fd, kResult,
          trace::to_bytes(work(budget, [=](const trace::Result& r) { write(fd, kNote, trace::to_bytes(r)); })));
  } catch (const std::bad_alloc&) {
    lift_limit();
    write(fd, kNoMemory, "");
  } catch (const analysis::OutOfBudget& e) {
    write(fd, kSpent, std::string(1, static_cast<char>(trace::reason(e.limit))));
  } catch (const NoAnswer& e) {
    write(fd, kLost, e.what());
  } catch (const std::exception& e) {
    write(fd, kFailure, e.what());
  }
  _exit(0);
}

Child::Child(std::string name, const base::Budget& whole, const Work& work)
    : name_(std::move(name)), stop_(shared_flag()) {
  int ends[2];
  HEDDLE_CHECK(pipe2(ends, O_CLOEXEC) == 0) << "a pipe can be made: " << std::strerror(errno);
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ == 0) {
    belong_to(parent);
    base::Budget budget(whole, stop_);
    be_the_engine(ends[1], budget, work, write_message);
  }
  close(ends[1]);
  pipe_ = ends[0];
  if (pid_ < 0)
    failure_ = std::string("no process could be started for it: ") + std::strerror(errno);
  else
    fcntl(pipe_, F_SETFL, O_NONBLOCK), fcntl(pipe_, F_SETPIPE_SZ, kPipe);
}

Child::~Child() {
  if (running()) kill(pid_, SIGKILL), reap();
  if (pipe_ >= 0) close(pipe_);
  munmap(stop_, sizeof *stop_);
}

bool Child::read() {
  if (!running()) return false;
  char buffer[1 << 16];
  bool news = false, broken = false;
  ssize_t n = 0;
  while ((n = ::read(pipe_, buffer, sizeof buffer)) > 0) unread_.append(buffer, static_cast<size_t>(n));
  const bool gone = n == 0;
  while (std::optional<Message> m = next_message(unread_, broken)) {
    news |= m->kind != kProgress;
    take(m->kind, m->content);
  }
  if (broken) failure_ = "it sent what is no result", defect_ = true;
  if (broken) kill(pid_, SIGKILL);
  if (gone || broken) reap();
  return news || gone || broken;
}

void Child::take(char kind, const std::string& content) {
  switch (kind) {
    case kProgress: progress_ = base::progress_from_bytes(content); return;
    case kNoMemory: ended_ = Reason::MemoryLimit; return;
    case kSpent:
      if (!ended_) ended_ = content.size() == 1 ? static_cast<Reason>(content[0]) : Reason::TimeLimit;
      return;
    case kFailure: failure_ = content, defect_ = true; return;
    case kLost: failure_ = content; return;
    default: break;
  }
  std::optional<trace::Result> r = trace::from_bytes(content);
  if (!r) {
    failure_ = "it sent a result that contradicts itself", defect_ = true;
    return;
  }
  known_ = std::move(r);
  done_ = kind == kResult;
}

void Child::reap() {
  int status = 0;
  rusage usage{};
  while (wait4(pid_, &status, 0, &usage) < 0 && errno == EINTR) {}
  pid_ = -1;
  peak_ = static_cast<uint64_t>(usage.ru_maxrss) * 1024;
  progress_.reset();
  if (done_ || ended_ || !failure_.empty()) return;
  const int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  defect_ = number != SIGKILL && number != SIGTERM;
  if (number == 0)
    failure_ = "it ended without a result";
  else
    failure_ = std::string(defect_ ? "it crashed" : "it was killed from outside") + " (signal " +
               std::to_string(number) + ", " + strsignal(number) + ")";
}

void Child::ask_to_stop(Reason why) {
  if (!running() || ended_) return;
  ended_ = why;
  stop_->store(true, std::memory_order_relaxed);
  pause(false);
}

void Child::end(Reason why) {
  if (!running()) return;
  read();  // what it said in time counts
  if (!running()) return;
  ended_ = ended_.value_or(why);
  kill(pid_, SIGKILL);
  reap();
}

void Child::pause(bool on) {
  if (!running() || on == paused_) return;
  kill(pid_, on ? SIGSTOP : SIGCONT);
  paused_ = on;
}

uint64_t Child::own_bytes() const { return running() ? base::own_bytes(pid_) : 0; }

}  // namespace heddle::driver
