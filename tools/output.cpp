// SPDX-License-Identifier: GPL-3.0-or-later
// Writing results. A file is written beside its place and moved there, so that a reader sees it whole or not at all.
// If something could not be written, a message says so, and the exit code is 3, whatever the verdict is.
#include "output.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "base/check.h"
#include "base/file_names.h"
#include "options/report_format.h"
#include "report/report.h"

namespace heddle::tools {

namespace {

bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const char* value = std::getenv(name); value && *value)
      return std::strstr(value, "UTF-8") || std::strstr(value, "utf8");
  return false;
}

report::TextStyle style(const options::Options& options, bool on_standard_output) {
  report::TextStyle style;
  bool terminal = on_standard_output && isatty(STDOUT_FILENO);
  const char* no_colour = std::getenv("NO_COLOR");
  style.colour = terminal && !(no_colour && *no_colour);
  winsize size{};
  constexpr int kWide = 160;  // on a pipe, where nothing wraps
  if (!terminal) style.width = kWide;
  const char* columns = std::getenv("COLUMNS");
  if (int n = columns ? std::atoi(columns) : 0; n > 0)
    style.width = n;
  else if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    style.width = size.ws_col;
  style.utf8 = locale_is_utf8() || !on_standard_output;
  style.quiet = options.quiet;
  style.full_trace = options.full_trace;
  style.all = options.all;
  style.alone = options.engine != options::Engine::Auto;
  style.saved_to = options.output;
  return style;
}

}  // namespace

void guard_standard_streams() {
  for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    // open() takes the lowest free number, which is this one
    if (fcntl(fd, F_GETFD) < 0 && errno == EBADF) open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

bool finish_standard_output() {
  if (std::cout.flush()) return true;
  std::cout.clear();  // try once more to learn the reason: the failure may be long ago
  errno = 0;
  std::cout << std::endl;
  if (errno == EPIPE) {
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
  }
  std::cerr << "heddle: cannot write to standard output" << (errno ? std::string(": ") + std::strerror(errno) : "")
            << "\n";
  return false;
}

void write_file(const std::string& option, const std::string& path, const std::function<void(std::ostream&)>& content) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::file_status status = fs::status(path, error);
  bool beside = !fs::exists(status) || fs::is_regular_file(status);
  // a link stays a link
  std::string target = beside && fs::exists(status) ? fs::canonical(path, error).string() : path;
  std::string written = beside ? target + "." + std::to_string(getpid()) + ".tmp" : path;
  errno = 0;
  std::ofstream out(written, std::ios::binary);
  if (out) content(out);
  out.close();
  if (out && (!beside || std::rename(written.c_str(), target.c_str()) == 0)) return;
  std::string why = errno ? std::string(": ") + std::strerror(errno) : "";
  if (beside) std::remove(written.c_str());
  throw InputError(option + " " + path + ": cannot be written" + why);
}

void must_be_writable(const std::string& option, const std::string& path) {
  std::error_code error;
  errno = 0;
  std::ofstream out(path, std::ios::binary | std::ios::app);
  if (std::filesystem::is_character_file(path, error)) out << '\n';  // a device may open and take nothing
  out.close();
  if (out) return;
  throw InputError(option + " " + path + ": cannot be written" +
                   (errno ? std::string(": ") + std::strerror(errno) : ""));
}

void write_report(std::ostream& out, const trace::Result& result, options::ReportFormat format,
                  const options::Options& options) {
  switch (format) {
    case options::ReportFormat::Text: report::write_text(out, result, style(options, &out == &std::cout)); break;
    case options::ReportFormat::Html: report::write_html(out, result); break;
    case options::ReportFormat::Sarif: report::write_sarif(out, result); break;
    case options::ReportFormat::Graphml: report::write_graphml(out, result); break;
    case options::ReportFormat::Yaml: report::write_yaml(out, result); break;
  }
}

// The files come first: a standard output whose reader has gone ends the process.
void write_result(const trace::Result& result, const trace::Result& shown, const options::Options& options) {
  std::string problem;
  auto to_file = [&](const char* option, const std::string& file, const std::function<void(std::ostream&)>& content) {
    try {
      write_file(option, file, content);
    } catch (const InputError& e) {
      problem += (problem.empty() ? "" : "\n") + std::string(e.what());
    }
  };
  if (!options.output.empty())
    to_file("--output", options.output, [&](std::ostream& out) { report::write_json(out, result); });
  for (const std::string& file : options.reports)
    to_file("--report", file,
            [&](std::ostream& out) { write_report(out, shown, options::format_of("--report", file), options); });
  if (!options.witness.empty()) {
    const options::ReportFormat format = options::witness_format_of("--witness", options.witness);
    if (report::has_witness(shown) ||
        (format == options::ReportFormat::Yaml && report::has_correctness_witness(result)))
      to_file("--witness", options.witness, [&](std::ostream& out) { write_report(out, shown, format, options); });
    else
      std::cerr << "heddle: --witness " << base::printable(options.witness)
                << ": not written: " << report::why_no_witness(shown) << "\n";
  }
  if (options.format == options::Format::Json)
    report::write_json(std::cout, result);
  else
    report::write_text(std::cout, shown, style(options, true));
  if (problem.empty()) return;
  finish_standard_output();
  throw InputError(problem);
}

}  // namespace heddle::tools
