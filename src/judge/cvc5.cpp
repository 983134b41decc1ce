// SPDX-License-Identifier: GPL-3.0-or-later
// cvc5 reads and writes one end of a pair of sockets. Unlike a pipe, a socket can say that its reader is gone without a
// signal to the whole process. Commands are collected until an answer is wanted: cvc5 then reads them in one piece.
#include "judge/cvc5.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>

namespace heddle::judge {

namespace {

constexpr int kLookEveryMs = 20;        // at the budget, while cvc5 works
constexpr size_t kMessageLength = 500;  // of what cvc5 complains about
constexpr const char* kMissing =
    "the solver cvc5 is not installed, and proofs are checked with it; on Debian: apt-get install cvc5";

// In the child, between fork and exec: system calls only. The error goes through the pipe.
[[noreturn]] void become_cvc5(int socket, int report, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  std::signal(SIGINT, SIG_IGN);  // Ctrl-C is decided by who asks
  dup2(socket, STDIN_FILENO);
  dup2(socket, STDOUT_FILENO);
  if (int nothing = open("/dev/null", O_WRONLY); nothing >= 0) dup2(nothing, STDERR_FILENO);
  execlp("cvc5", "cvc5", "--lang", "smt2", "--incremental", static_cast<char*>(nullptr));
  int error = errno;
  [[maybe_unused]] ssize_t sent = write(report, &error, sizeof error);
  _exit(127);
}

// Where the first word or the first balanced expression of a text ends; nullopt if it is not complete. A word is
// complete with its end of line.
std::optional<size_t> end_of_expression(const std::string& text) {
  size_t depth = 0;
  char quote = 0;
  bool begun = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quote) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '|') {
      quote = c;
      begun = true;
    } else if (c == '(') {
      ++depth;
      begun = true;
    } else if (c == ')') {
      if (depth <= 1) return i + 1;
      --depth;
    } else if (!std::isspace(static_cast<unsigned char>(c))) {
      begun = true;
    } else if (c == '\n' && begun && depth == 0) {
      return i + 1;
    }
  }
  return std::nullopt;
}

std::string trimmed(const std::string& s) {
  size_t from = s.find_first_not_of(" \t\r\n");
  return from == std::string::npos ? "" : s.substr(from, s.find_last_not_of(" \t\r\n") - from + 1);
}

}  // namespace

Cvc5::Cvc5(base::Budget* budget) : budget_(budget) { start(); }

Cvc5::~Cvc5() { stop(); }

void Cvc5::start() {
  int ends[2], report[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw Cvc5Failed(std::string("cannot make a socket for cvc5: ") + std::strerror(errno));
  if (pipe2(report, O_CLOEXEC) != 0) {
    close(ends[0]);
    close(ends[1]);
    throw Cvc5Failed(std::string("cannot make a pipe for cvc5: ") + std::strerror(errno));
  }
  pid_t parent = getpid();
  process_ = fork();
  if (process_ == 0) become_cvc5(ends[1], report[1], parent);
  int error = process_ < 0 ? errno : 0;
  close(ends[1]);
  close(report[1]);
  while (!error && read(report[0], &error, sizeof error) < 0 && errno == EINTR) {}
  close(report[0]);
  socket_ = ends[0];
  fcntl(socket_, F_SETFL, O_NONBLOCK);
  if (!error) return;
  stop();
  const bool missing = error == ENOENT || error == EACCES;  // also when a folder of PATH may not be read
  throw Cvc5Failed(missing ? kMissing : std::string("cannot start cvc5: ") + std::strerror(error));
}

void Cvc5::stop() {
  if (socket_ >= 0) close(socket_);
  socket_ = -1;
  if (process_ > 0) {
    kill(process_, SIGKILL);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {}
  }
  process_ = -1;
}

void Cvc5::failed(const std::string& what) {
  stop();
  throw Cvc5Failed(what.size() > kMessageLength ? what.substr(0, kMessageLength) + "..." : what);
}

bool Cvc5::wait_for(short events) {
  for (;;) {
    bool too_large =
        budget_ && budget_->limits().memory_bytes && base::own_bytes(process_) > budget_->limits().memory_bytes;
    if (too_large || (budget_ && budget_->check_now())) {
      spent_ = true;
      stop();
      return false;
    }
    pollfd waiting{socket_, events, 0};
    if (poll(&waiting, 1, budget_ ? kLookEveryMs : -1) > 0) return true;
  }
}

void Cvc5::send(std::string_view commands) {
  unsent_ += commands;
  unsent_ += '\n';
}

std::string Cvc5::answer() {
  if (spent_) return "";
  if (socket_ < 0) throw Cvc5Failed("cvc5 has ended before");
  ++questions_;
  for (size_t done = 0; done < unsent_.size();) {
    if (!wait_for(POLLOUT)) return "";
    ssize_t n = ::send(socket_, unsent_.data() + done, unsent_.size() - done, MSG_NOSIGNAL);
    if (n < 0 && errno == EPIPE) break;  // what cvc5 said before it ended is still to be read
    if (n < 0 && errno != EINTR && errno != EAGAIN)
      failed(std::string("cannot write to cvc5: ") + std::strerror(errno));
    done += n > 0 ? static_cast<size_t>(n) : 0;
  }
  unsent_.clear();
  std::optional<size_t> end;
  while (!(end = end_of_expression(unread_))) {
    if (!wait_for(POLLIN)) return "";
    char buffer[16384];
    ssize_t n = recv(socket_, buffer, sizeof buffer, 0);
    if (n == 0 || (n < 0 && errno == ECONNRESET)) failed("cvc5 ended without an answer " + trimmed(unread_));
    if (n < 0 && errno != EINTR && errno != EAGAIN)
      failed(std::string("cannot read from cvc5: ") + std::strerror(errno));
    if (n > 0) unread_.append(buffer, static_cast<size_t>(n));
  }
  std::string first = trimmed(unread_.substr(0, *end));
  unread_.erase(0, *end);
  if (first.starts_with("(error")) failed("cvc5 does not understand what it was told: " + first);
  return first;
}

trace::Answer Cvc5::check() {
  send("(check-sat)");
  std::string said = answer();
  if (said == "sat") return trace::Answer::Sat;
  if (said == "unsat") return trace::Answer::Unsat;
  if (said == "unknown" || spent_) return trace::Answer::Unknown;
  failed("cvc5 gave an answer that is none: " + said);
}

std::string Cvc5::ask(std::string_view command) {
  send(command);
  return answer();
}

}  // namespace heddle::judge
