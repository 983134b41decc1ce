// SPDX-License-Identifier: GPL-3.0-or-later
// Running clang. Both pipes are drained together until they close, so that the child never blocks on a full pipe. Of
// the errors only the beginning is kept: garbage input can make clang write megabytes.
#include "frontend/clang_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/check.h"

extern char** environ;

namespace heddle::frontend {
namespace {

constexpr size_t kKeptErrors = 64 * 1024;

struct Pipe {
  int read_end = -1, write_end = -1;
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      throw InputError(std::string("cannot create a pipe to clang-19: ") + std::strerror(errno));
    read_end = ends[0];
    write_end = ends[1];
  }
  ~Pipe() {
    close_end(read_end);
    close_end(write_end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  static void close_end(int& fd) {
    if (fd >= 0) close(fd);
    fd = -1;
  }
};

// False when the pipe has come to its end.
bool read_some(int fd, std::string& kept, size_t limit) {
  char buffer[16384];
  ssize_t n = read(fd, buffer, sizeof buffer);
  if (n < 0) return errno == EINTR || errno == EAGAIN;
  if (kept.size() < limit) kept.append(buffer, static_cast<size_t>(n));
  return n > 0;
}

void drain(int output_fd, int error_fd, ChildResult& result) {
  pollfd waiting[2] = {{output_fd, POLLIN, 0}, {error_fd, POLLIN, 0}};
  while (waiting[0].fd >= 0 || waiting[1].fd >= 0) {
    if (poll(waiting, 2, -1) < 0 && errno != EINTR) return;
    if (waiting[0].revents && !read_some(output_fd, result.output, std::string::npos)) waiting[0].fd = -1;
    if (waiting[1].revents && !read_some(error_fd, result.errors, kKeptErrors)) waiting[1].fd = -1;
    waiting[0].revents = waiting[1].revents = 0;
  }
}

int spawn(const std::vector<std::string>& argv, int output_fd, int error_fd, pid_t& pid) {
  std::vector<char*> raw;
  for (const std::string& a : argv) raw.push_back(const_cast<char*>(a.c_str()));
  raw.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output_fd, 1);
  posix_spawn_file_actions_adddup2(&actions, error_fd, 2);
  int error = posix_spawnp(&pid, raw[0], &actions, nullptr, raw.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

}  // namespace

ChildResult run_child(const std::vector<std::string>& argv) {
  ChildResult result;
  Pipe output, errors;
  pid_t pid = 0;
  if (int error = spawn(argv, output.write_end, errors.write_end, pid); error != 0) {
    result.errors = std::strerror(error);
    return result;
  }
  result.started = true;
  Pipe::close_end(output.write_end);
  Pipe::close_end(errors.write_end);
  drain(output.read_end, errors.read_end, result);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

}  // namespace heddle::frontend
