// SPDX-License-Identifier: GPL-3.0-or-later
// heddle certify: from a result to a ruling about what it claims to be true. The program is made again from its
// sources.
#include <cstdlib>
#include <functional>
#include <iostream>

#include "base/check.h"
#include "base/file_names.h"
#include "commands.h"
#include "driver/driver.h"
#include "driver/exit_codes.h"
#include "judge/judge.h"
#include "native_program.h"
#include "options/commands.h"
#include "options/options.h"
#include "output.h"
#include "report/report.h"
#include "version.h"
#include "watchdog.h"

namespace heddle::tools {

namespace {

using trace::Ruling;
using trace::Verdict;

int exit_code(Ruling::Kind ruling) {
  switch (ruling) {
    case Ruling::Certified: return driver::kTrue;
    case Ruling::Refused: return driver::kFalse;
    case Ruling::Cannot: break;
  }
  return driver::kUnknown;
}

// What the judge cannot take up, and who can.
std::string others(const trace::Result& result) {
  bool violated = false, open = false;
  for (const auto& [p, verdict] : result.properties) {
    violated |= verdict == Verdict::False;
    open |= verdict == Verdict::Unknown;
  }
  std::string words;
  if (violated) words += "A `false` is not judged here: `heddle replay` runs the real program into it.\n";
  if (open) words += "An `unknown` claims nothing, so there is nothing to judge.\n";
  return words;
}

void write_part(std::ostream& out, const trace::Certification::Part& part) {
  const Ruling& r = part.ruling;
  out << text(r.kind) << ":";
  const char* before = " ";
  for (base::Property p : part.properties) {
    out << before << text(p);
    before = ", ";
  }
  if (!r.unchecked.empty()) out << "; not checked: " << base::printable(r.unchecked);
  out << "\n";
  if (!r.judge.empty()) out << "  checked again: " << base::printable(r.judge) << "\n";
  for (const trace::Objection& o : r.objections)
    out << "  fails: " << base::printable(o.obligation) << "\n     at: " << base::printable(o.where) << "\n";
  if (!r.reason.empty()) out << "  why not: " << base::printable(r.reason) << "\n";
}

void write_text(std::ostream& out, const trace::Result& result, const trace::Certification& ruling) {
  if (result.engine.empty())
    out << "a schedule of";
  else
    out << "claimed by engine " << base::printable(result.engine) << ", of";
  for (const std::string& file : result.input.files) out << " " << base::printable(file);
  out << "\n";
  for (const trace::Certification::Part& part : ruling.parts) write_part(out, part);
  out << others(result);
  if (ruling.ruling() == Ruling::Refused)
    out << "The result and the judge contradict each other. If nobody has edited the result, this is a defect of "
           "Heddle (version " HEDDLE_VERSION "):\nplease report it, with the program and the result.\n";
  out << "ruling: " << text(ruling.ruling()) << "\n";
}

void write(const trace::Result& result, const trace::Certification& ruling, const options::Options& options) {
  if (options.format == options::Format::Json)
    report::write_json(std::cout, ruling);
  else
    write_text(std::cout, result, ruling);
}

std::vector<base::Property> claimed(const trace::Result& result) {
  std::vector<base::Property> all;
  for (const auto& [p, verdict] : result.properties)
    if (verdict == Verdict::True) all.push_back(p);
  return all;
}

// The sources are the same (job_of), but there is more in a program than its sources. A proof of another program says
// nothing about this one, so there is nothing to certify or to refuse.
void demand_same_program(const trace::InputFiles& input, const std::string& digest) {
  if (input.program_sha256.empty() || input.program_sha256 == digest) return;
  throw InputError(
      "the program is no longer the one that was checked: its sources are the same, but a header that they include, "
      "the compiler or Heddle itself has changed since the result was written; run `heddle check` again");
}

using Judge = std::function<trace::Certification(const model::Program&, const judge::Limits&)>;

trace::Certification judge_again(const trace::Result& result, const options::Options& options, const Judge& judge) {
  base::Budget budget(driver::limits(options), &catch_interrupts());
  frontend::CompileJob job = job_of(result.input);
  const char* busy = "compiling";
  auto give_up = [&](base::Exceeded limit) {
    trace::Certification none{
        {{claimed(result), Ruling::cannot(std::string(text(trace::reason(limit))) + " while " + busy)}},
        budget.elapsed_seconds()};
    write(result, none, options);
    std::_Exit(finish_standard_output() ? driver::kUnknown : driver::kBadInput);
  };
  std::string digest;
  auto compile = [&] {
    Watchdog limits(budget, give_up);
    return frontend::load(job, &digest);
  };
  model::Program program = compile();
  demand_same_program(result.input, digest);
  busy = "judging";
  Watchdog limits(budget, give_up);
  return judge(program, {budget, options.certify_states});
}

}  // namespace

int certify(const std::vector<std::string>& args) {
  options::Options options = options::parse_certify(args);
  if (options.help) {
    std::cout << options::help(options::Certify);
    return driver::kTrue;
  }
  const std::string& path = options.files[0];
  auto what = read_judgeable(path);
  if (std::holds_alternative<trace::Recording>(what))
    throw InputError(path + ": is a recorded run, which proves nothing; `heddle replay` repeats it");
  trace::Certification ruling;
  if (const auto* safe = std::get_if<report::SafeSchedule>(&what)) {
    trace::Result claim;  // who claims it is not said
    claim.input = safe->input;
    auto judge = [&](const model::Program& p, const judge::Limits& limits) {
      return judge::judge(p, safe->schedule, limits);
    };
    ruling = judge_again(claim, options, judge);
    write(claim, ruling, options);
    return exit_code(ruling.ruling());
  }
  const auto* result = std::get_if<trace::Result>(&what);
  auto judge = [&](const model::Program& p, const judge::Limits& limits) { return judge::judge(p, *result, limits); };
  if (!claimed(*result).empty()) ruling = judge_again(*result, options, judge);
  write(*result, ruling, options);
  return exit_code(ruling.ruling());
}

}  // namespace heddle::tools
