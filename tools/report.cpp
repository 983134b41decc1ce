// SPDX-License-Identifier: GPL-3.0-or-later
// heddle report: a result or a schedule that was written down, shown again. Nothing is searched and nothing is
// compiled.
#include <fstream>
#include <iostream>
#include <iterator>

#include "base/check.h"
#include "base/file_names.h"
#include "base/sha256.h"
#include "commands.h"
#include "driver/exit_codes.h"
#include "native_program.h"
#include "options/commands.h"
#include "options/options.h"
#include "output.h"
#include "report/report.h"

namespace heddle::tools {

namespace {

// A report shows source lines. If they have changed, it would show wrong ones; if they are gone, it shows none.
void check_sources(const trace::InputFiles& input) {
  for (size_t i = 0; i < input.files.size() && i < input.sha256.size(); ++i) {
    const std::string& file = input.files[i];
    std::ifstream in(file.starts_with("/") ? file : input.cwd + "/" + file, std::ios::binary);
    if (!in)
      std::cerr << "heddle: note: " << base::printable(file) << " cannot be read (in " << base::printable(input.cwd)
                << "); the report has no text of it\n";
    else if (base::sha256(std::string(std::istreambuf_iterator<char>(in), {})) != input.sha256[i])
      throw InputError(file + ": has changed since the result was written; run `heddle check` again");
  }
}

// --violation: only this one. What the result says about the properties stays.
void choose(trace::Result& result, const options::Options& options) {
  if (!options.violation) return;
  std::vector<trace::Violation>& all = result.violations.empty() ? result.undefined_behaviour : result.violations;
  if (options.violation > all.size())
    throw InputError("--violation " + std::to_string(options.violation) + ": " + options.files[0] + " holds " +
                     std::to_string(all.size()) + (all.size() == 1 ? " violation" : " violations"));
  all = {std::move(all[options.violation - 1])};
}

void write(const options::Options& options, const std::function<void(std::ostream&)>& content) {
  if (options.report_to.empty())
    content(std::cout);
  else
    write_file("--output", options.report_to, content);
}

int report_schedule(const report::SafeSchedule& safe, const options::Options& options) {
  using options::ReportFormat;
  if (options.report_format != ReportFormat::Text && options.report_format != ReportFormat::Html)
    throw InputError(options.files[0] + ": is a safe schedule, which holds no violation; give -o schedule.html, or " +
                     "nothing for text");
  check_sources(safe.input);
  write(options, [&](std::ostream& out) {
    if (options.report_format == ReportFormat::Html)
      report::write_html(out, safe.schedule, safe.input);
    else
      report::write_text(out, safe.schedule);
  });
  return driver::kTrue;
}

}  // namespace

int report(const std::vector<std::string>& args) {
  options::Options options = options::parse_report(args);
  if (options.help) {
    std::cout << options::help(options::Report);
    return driver::kTrue;
  }
  auto what = read_judgeable(options.files[0]);
  if (auto* safe = std::get_if<report::SafeSchedule>(&what)) return report_schedule(*safe, options);
  auto* result = std::get_if<trace::Result>(&what);
  if (!result)
    throw InputError(options.files[0] + ": is a recorded run, which holds no finding; a report is made of the result " +
                     "of a check: heddle check -o result.json program.c");
  options.output = options.files[0];  // what `heddle replay` is told to take
  check_sources(result->input);
  choose(*result, options);
  write(options, [&](std::ostream& out) { write_report(out, *result, options.report_format, options); });
  return driver::kTrue;
}

}  // namespace heddle::tools
