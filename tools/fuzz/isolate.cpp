// SPDX-License-Identifier: GPL-3.0-or-later
// The child writes its outcome as lines of text to a pipe: "refused MESSAGE", "report ANSWERS STATES COMPLETE",
// "order DECIDES RACES REASON", "livelocks" with five counts and whether a lock is read as memory, a "cannot WHY" for
// each livelock that the real program cannot be led to, and one "differs" with four tab-separated fields for each
// disagreement.
#include "isolate.h"

#include <csignal>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "replayed.h"

namespace heddle::fuzz {

using oracle::Answer;

namespace {

constexpr unsigned kSeconds = 60;    // of processor time, so that other work on the machine is no finding
constexpr unsigned kPatience = 600;  // and by the clock, for a child that does nothing at all

std::string one_line(std::string s) {
  for (char& c : s)
    if (c == '\n' || c == '\t') c = ' ';
  return s;
}

std::string describe(const Workspace& workspace, const std::string& source) {
  std::ostringstream out;
  try {
    bool widens = source.find("#ifdef WIDE") != source.npos;
    model::Program program = workspace.load(source);
    model::Program wide = widens ? workspace.load(source, {"-DWIDE"}) : program;
    Judgement j = judge(program, {wide, source.find("any(") != source.npos});
    if (!j.lassos.empty()) {
      Replayed again = replay_lassos(source, widens, j.lassos, workspace);
      j.livelocks.replayed = again.violations - again.cannot;
      j.livelocks.cannot = again.cannot;
      j.why_cannot = again.why_cannot;
      j.disagreements.insert(j.disagreements.end(), again.disagreements.begin(), again.disagreements.end());
    }
    const oracle::Report& r = j.report;
    out << "report";
    for (Answer a :
         {r.unreach_call, r.no_data_race, r.no_deadlock, r.termination_strong, r.termination_weak, r.valid_memsafety})
      out << ' ' << static_cast<int>(a);
    out << ' ' << r.states << ' ' << r.complete << '\n';
    out << "order " << j.decides << ' ' << j.decides_races << ' ' << one_line(j.undecided) << '\n';
    const Judgement::Livelocks& l = j.livelocks;
    out << "livelocks " << l.explore << ' ' << l.lasso << ' ' << l.replayed << ' ' << l.cannot << ' ' << l.formulas
        << ' ' << j.reads_a_lock << '\n';
    for (const std::string& why : j.why_cannot) out << "cannot " << one_line(why) << '\n';
    for (const Disagreement& d : j.disagreements)
      out << "differs\t" << d.property << '\t' << d.oracle << '\t' << one_line(d.engine) << '\t' << one_line(d.setting)
          << '\n';
  } catch (const InputError& e) {
    out << "refused " << one_line(e.what()) << '\n';
  } catch (const std::exception& e) {
    out << "differs\tcrash\t\t" << one_line(e.what()) << "\t\n";
  }
  return out.str();
}

void read_report(std::istream& in, oracle::Report& r) {
  for (Answer* a : {&r.unreach_call, &r.no_data_race, &r.no_deadlock, &r.termination_strong, &r.termination_weak,
                    &r.valid_memsafety}) {
    int n = 0;
    in >> n;
    *a = static_cast<Answer>(n);
  }
  in >> r.states >> r.complete;
}

Outcome parse(const std::string& text) {
  Outcome out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream in(line);
    std::string word;
    if (line.rfind("refused ", 0) == 0) out.refused = line.substr(8);
    if (line.rfind("report ", 0) == 0) in >> word, read_report(in, out.judgement.report);
    if (line.rfind("livelocks ", 0) == 0) {
      Judgement::Livelocks& l = out.judgement.livelocks;
      in >> word >> l.explore >> l.lasso >> l.replayed >> l.cannot >> l.formulas >> out.judgement.reads_a_lock;
    }
    if (line.rfind("cannot ", 0) == 0) out.judgement.why_cannot.push_back(line.substr(7));
    if (line.rfind("order ", 0) == 0) {
      in >> word >> out.judgement.decides >> out.judgement.decides_races >> std::ws;
      std::getline(in, out.judgement.undecided);
    }
    if (line.rfind("differs\t", 0) != 0) continue;
    Disagreement d;
    std::getline(in, word, '\t');
    for (std::string* field : {&d.property, &d.oracle, &d.engine, &d.setting}) std::getline(in, *field, '\t');
    out.judgement.disagreements.push_back(d);
  }
  return out;
}

std::string read_all(int fd) {
  std::string text;
  char buffer[4096];
  for (ssize_t n; (n = read(fd, buffer, sizeof buffer)) > 0;) text.append(buffer, static_cast<size_t>(n));
  close(fd);
  return text;
}

[[noreturn]] void run_child(const Workspace& workspace, const std::string& source, int fd) {
  rlimit limit{kSeconds, kSeconds + 5};
  setrlimit(RLIMIT_CPU, &limit);
  alarm(kPatience);
  std::string text = describe(workspace, source);
  for (size_t at = 0; at < text.size();) {
    ssize_t n = write(fd, text.data() + at, text.size() - at);
    if (n <= 0) _exit(1);
    at += static_cast<size_t>(n);
  }
  _exit(0);
}

}  // namespace

Outcome judge_isolated(const Workspace& workspace, const std::string& source) {
  int ends[2];
  HEDDLE_CHECK(pipe(ends) == 0) << "a pipe can be made";
  pid_t child = fork();
  HEDDLE_CHECK(child >= 0) << "a process can be started";
  if (child == 0) run_child(workspace, source, ends[1]);
  close(ends[1]);
  Outcome out = parse(read_all(ends[0]));
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) {
    bool slow = WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGXCPU;
    std::string what =
        slow ? "no answer in " + std::to_string(kSeconds) + " seconds" : "signal " + std::to_string(WTERMSIG(status));
    out.judgement.disagreements.push_back({slow ? "hang" : "crash", "", what, ""});
  }
  return out;
}

}  // namespace heddle::fuzz
