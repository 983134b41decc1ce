// SPDX-License-Identifier: GPL-3.0-or-later
// What is written goes to the disk before the file gets its name: some file systems say only then that they are full.
#include "batch/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "batch/problems.h"

namespace heddle::batch {

namespace {
bool write_all(int fd, const std::string& content) {
  for (size_t done = 0; done < content.size();) {
    const ssize_t n = write(fd, content.data() + done, content.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    done += static_cast<size_t>(n);
  }
  return fdatasync(fd) == 0 || errno == EINVAL;
}
}  // namespace

void write_whole(const std::filesystem::path& path, const std::string& content) {
  const std::string written = path.string() + "." + std::to_string(getpid()) + ".tmp";
  const int fd = open(written.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  bool good = fd >= 0 && write_all(fd, content);
  int problem = errno;
  if (fd >= 0 && close(fd) != 0 && good) good = false, problem = errno;
  if (good && std::rename(written.c_str(), path.c_str()) == 0) return;
  if (good) problem = errno;
  unlink(written.c_str());
  throw DiskProblem(path.string() + ": cannot be written: " + std::strerror(problem));
}

std::optional<std::string> read_whole(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::string text(std::istreambuf_iterator<char>(in), {});
  return in.bad() ? std::nullopt : std::optional(std::move(text));
}

}  // namespace heddle::batch
