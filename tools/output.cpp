// SPDX-License-Identifier: GPL-3.0-or-later
// Writing results. A file is written beside its place and moved there, so that a reader sees it whole or not at all.
#include "output.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>

#include "base/check.h"
#include "report/report.h"

namespace heddle::tools {

namespace {

bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const char* value = std::getenv(name); value && *value) return std::strstr(value, "UTF-8") || std::strstr(value, "utf8");
  return false;
}

report::TextStyle style_of_terminal(const options::Options& options) {
  report::TextStyle style;
  bool terminal = isatty(STDOUT_FILENO);
  const char* no_colour = std::getenv("NO_COLOR");
  style.colour = terminal && !(no_colour && *no_colour);
  winsize size{};
  if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) style.width = size.ws_col;
  style.utf8 = locale_is_utf8();
  style.quiet = options.quiet;
  style.full_trace = options.full_trace;
  style.saved_to = options.output;
  return style;
}

}  // namespace

void write_file(const std::string& option, const std::string& path, const std::function<void(std::ostream&)>& content) {
  std::string temporary = path + "." + std::to_string(getpid()) + ".tmp";
  std::ofstream out(temporary, std::ios::binary);
  content(out);
  out.close();
  if (!out || std::rename(temporary.c_str(), path.c_str()) != 0) {
    std::string why = std::strerror(errno);
    std::remove(temporary.c_str());
    throw InputError(option + " " + path + ": cannot be written: " + why);
  }
}

void write_result(const trace::Result& result, const options::Options& options) {
  if (options.format == options::Format::Json) report::write_json(std::cout, result);
  else report::write_text(std::cout, result, style_of_terminal(options));
  if (!std::cout.flush()) throw InputError("cannot write the result to standard output");
  if (!options.output.empty()) write_file("--output", options.output, [&](std::ostream& out) { report::write_json(out, result); });
}

}  // namespace heddle::tools
