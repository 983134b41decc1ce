// SPDX-License-Identifier: GPL-3.0-or-later
// Looking at files before anything expensive happens.
#include "options/inputs.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/check.h"

namespace heddle::options {

namespace fs = std::filesystem;

void check_readable(const std::string& path, const std::string& what) {
  std::error_code error;
  fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) throw InputError(path + ": no such " + what);
  if (error) throw InputError(path + ": cannot look at this " + what + ": " + error.message());
  if (fs::is_directory(status)) throw InputError(path + ": is a directory; name the " + what + " in it");
  if (!fs::is_regular_file(status))
    throw InputError(path + ": is not a regular file; save the " + what + " to one first");
  if (access(path.c_str(), R_OK) != 0)
    throw InputError(path + ": cannot read this " + what + ": " + std::strerror(errno));
}

std::string read_small_file(const std::string& path, const std::string& what, size_t limit_bytes) {
  check_readable(path, what);
  std::error_code error;
  if (fs::file_size(path, error) > limit_bytes) throw InputError(path + ": too large for a " + what);
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw InputError(path + ": cannot read this " + what);
  return text.str();
}

void check_source(const std::string& path) {
  check_readable(path, "C source file");
  std::ifstream in(path, std::ios::binary);
  char buffer[4096];
  in.read(buffer, sizeof buffer);
  size_t n = static_cast<size_t>(in.gcount());
  if (in.bad()) throw InputError(path + ": cannot read this C source file");
  if (n == 0) throw InputError(path + ": is empty; a C program with a main function is needed");
  if (std::memchr(buffer, 0, n)) throw InputError(path + ": is not a C source file: it holds binary data");
}

void check_output(const std::string& option, const std::string& path) {
  fs::path directory = fs::path(path).parent_path();
  if (directory.empty()) directory = ".";
  std::error_code error;
  if (fs::is_directory(path, error)) throw InputError(option + " " + path + ": is a directory; name a file");
  if (!fs::is_directory(directory, error))
    throw InputError(option + " " + path + ": there is no directory " + directory.string());
  if (access(directory.c_str(), W_OK) != 0)
    throw InputError(option + " " + path + ": cannot write there: " + std::strerror(errno));
}

}  // namespace heddle::options
