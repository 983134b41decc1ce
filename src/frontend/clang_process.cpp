// SPDX-License-Identifier: GPL-3.0-or-later
// Running clang. Its error output is drained to the end, so that it never blocks on a full pipe, but only the beginning
// is kept: garbage input can make it write megabytes.
#include "frontend/clang_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/check.h"

extern char** environ;

namespace heddle::frontend {
namespace {

constexpr size_t kKeptErrors = 64 * 1024;

std::string drain(int fd) {
  std::string kept;
  char buffer[4096];
  for (;;) {
    ssize_t n = read(fd, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return kept;
    if (kept.size() < kKeptErrors) kept.append(buffer, static_cast<size_t>(n));
  }
}

int spawn(const std::vector<std::string>& argv, int error_fd, pid_t& pid) {
  std::vector<char*> raw;
  for (const std::string& a : argv) raw.push_back(const_cast<char*>(a.c_str()));
  raw.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, error_fd, 2);
  int error = posix_spawnp(&pid, raw[0], &actions, nullptr, raw.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

}  // namespace

ChildResult run_child(const std::vector<std::string>& argv) {
  ChildResult result;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw InputError(std::string("cannot create a pipe: ") + std::strerror(errno));
  pid_t pid = 0;
  int error = spawn(argv, ends[1], pid);
  close(ends[1]);
  if (error != 0) {
    close(ends[0]);
    result.errors = std::strerror(error);
    return result;
  }
  result.started = true;
  result.errors = drain(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

PrivateDirectory::PrivateDirectory() {
  const char* base = std::getenv("TMPDIR");
  std::string pattern = std::string(base && *base ? base : "/tmp") + "/heddle-XXXXXX";
  if (!mkdtemp(pattern.data()))
    throw InputError("cannot create a temporary directory " + pattern + ": " + std::strerror(errno) + "; set TMPDIR to a writable directory");
  path_ = pattern;
}

PrivateDirectory::~PrivateDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace heddle::frontend
