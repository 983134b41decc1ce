// SPDX-License-Identifier: GPL-3.0-or-later
// The child writes lines of text to a pipe as it goes: "refused MESSAGE", "report ANSWERS STATES COMPLETE", "asks NAME"
// before each contestant is asked, "said" with the fields of a statement between tabs, "took SECONDS NAME". So what was
// said before a crash is known, and so is who was asked when it happened.
#include "isolate.h"

#include <algorithm>
#include <csignal>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "base/processor_time.h"
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

class Child {
 public:
  Child(const Workspace& w, int fd) : workspace_(w), fd_(fd) {}

  void run(const std::string& source, const std::vector<Contestant>& asked) try {
    begin("(front end)");
    const bool widens = source.find("#ifdef WIDE") != source.npos;
    const std::vector<std::string> narrow_flags{"-w"}, wide_flags{"-w", "-DWIDE"};
    model::Program program = workspace_.load(source, narrow_flags), wide;
    if (widens) wide = workspace_.load(source, wide_flags);
    begin("(oracle)");
    Comparison comparison(program, widens ? &wide : nullptr, source.find("any(") != source.npos);
    tell(comparison.report());
    if (!comparison.report().complete) return end();
    tell(comparison.oracle_against_itself().statements);
    for (const Contestant& c : asked) {
      begin(c.name);
      Findings f = comparison.ask(c);
      tell(f.statements);
      const bool narrow = c.questions.empty() || c.questions[0].exact || !widens;
      tell(replay_each(c.name, f.to_replay, source, narrow ? narrow_flags : wide_flags, workspace_));
    }
    end();
  } catch (const InputError& e) {
    write("refused " + one_line(e.what()));
  } catch (const std::exception& e) {
    tell({{asking_, "", "crash", "", e.what(), "", true}});
  }

 private:
  void begin(const std::string& name) {
    end();
    asking_ = name;
    began_ = base::cpu_seconds();
    write("asks " + name);
  }

  void end() {
    if (!asking_.empty()) write("took " + std::to_string(base::cpu_seconds() - began_) + " " + asking_);
    asking_.clear();
  }

  void tell(const oracle::Report& r) {
    std::ostringstream out;
    out << "report";
    for (Answer a :
         {r.unreach_call, r.no_data_race, r.no_deadlock, r.termination_strong, r.termination_weak, r.valid_memsafety})
      out << ' ' << static_cast<int>(a);
    out << ' ' << r.states << ' ' << r.complete;
    write(out.str());
  }

  void tell(const std::vector<Statement>& statements) {
    for (const Statement& s : statements) {
      std::string line = "said";
      for (const std::string& field : {s.engine, s.setting, s.property, s.oracle, s.said, s.reason})
        line += "\t" + one_line(field);
      write(line + "\t" + (s.differs ? "differs" : "agrees"));
    }
  }

  void write(std::string line) {
    line += '\n';
    for (size_t at = 0; at < line.size();) {
      ssize_t n = ::write(fd_, line.data() + at, line.size() - at);
      if (n <= 0) _exit(1);
      at += static_cast<size_t>(n);
    }
  }

  const Workspace& workspace_;
  const int fd_;
  std::string asking_;
  double began_ = 0;
};

void read_report(std::istream& in, oracle::Report& r) {
  for (Answer* a : {&r.unreach_call, &r.no_data_race, &r.no_deadlock, &r.termination_strong, &r.termination_weak,
                    &r.valid_memsafety}) {
    int n = 0;
    in >> n;
    *a = static_cast<Answer>(n);
  }
  in >> r.states >> r.complete;
}

// `asking` becomes who was asked last.
Outcome parse(const std::string& text, std::string& asking) {
  Outcome out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream in(line);
    std::string word, name;
    if (line.rfind("refused ", 0) == 0) out.refused = line.substr(8);
    if (line.rfind("asks ", 0) == 0) asking = line.substr(5);
    if (line.rfind("report ", 0) == 0) in >> word, read_report(in, out.report);
    if (line.rfind("took ", 0) == 0) {
      double seconds = 0;
      in >> word >> seconds >> std::ws;
      std::getline(in, name);
      out.seconds[name] += seconds;
    }
    if (line.rfind("said\t", 0) != 0) continue;
    Statement s;
    std::getline(in, word, '\t');
    for (std::string* field : {&s.engine, &s.setting, &s.property, &s.oracle, &s.said, &s.reason, &word})
      std::getline(in, *field, '\t');
    s.differs = word == "differs";
    out.statements.push_back(s);
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

}  // namespace

std::vector<Statement> Outcome::disagreements() const {
  std::vector<Statement> out;
  std::copy_if(statements.begin(), statements.end(), std::back_inserter(out),
               [](const Statement& s) { return s.differs; });
  std::stable_sort(out.begin(), out.end(), [](auto& a, auto& b) { return a.severity() > b.severity(); });
  return out;
}

Outcome judge_isolated(const Workspace& workspace, const std::string& source, const std::vector<Contestant>& asked) {
  int ends[2];
  HEDDLE_CHECK(pipe(ends) == 0) << "a pipe can be made";
  pid_t child = fork();
  HEDDLE_CHECK(child >= 0) << "a process can be started";
  if (child == 0) {
    for (int signal : {SIGINT, SIGTERM}) std::signal(signal, SIG_DFL);
    rlimit limit{kSeconds, kSeconds + 5};
    setrlimit(RLIMIT_CPU, &limit);
    alarm(kPatience);
    base::budgets_count_processor_time();
    Child(workspace, ends[1]).run(source, asked);
    _exit(0);
  }
  close(ends[1]);
  std::string asking;
  Outcome out = parse(read_all(ends[0]), asking);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) {
    bool slow = WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGXCPU;
    std::string what =
        slow ? "no answer in " + std::to_string(kSeconds) + " seconds" : "signal " + std::to_string(WTERMSIG(status));
    out.statements.push_back({asking, "", slow ? "hang" : "crash", "", what, "", true});
  }
  return out;
}

}  // namespace heddle::fuzz
