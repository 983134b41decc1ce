// SPDX-License-Identifier: GPL-3.0-or-later
// Results built by hand for the tests of the report room.
#pragma once
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "trace/result.h"

namespace heddle::report_test {

using model::EventKind;

// A folder with the sources that the results below talk about.
class Sources {
 public:
  Sources() : path_(std::filesystem::temp_directory_path() / ("heddle_report_test_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
    write("bank.c",
          "#include <pthread.h>\nint balance = 10;\n\nvoid *deposit(void *p) {\n  int seen = balance;\n\tbalance = "
          "seen + 5;\n  return 0;\n}\n");
    write("pair.c",
          "mutex a, b;\nvoid *left(void *p) {\n  lock(&a);\n  lock(&b);\n}\nvoid *right(void *p) {\n  lock(&b);\n  "
          "lock(&a);\n}\n");
  }
  ~Sources() { std::filesystem::remove_all(path_); }
  void write(const std::string& name, const std::string& text) { std::ofstream(path_ / name) << text; }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

inline trace::Step step(int thread, const std::string& file, uint32_t line, uint32_t column, EventKind kind,
                        const std::string& object, const std::string& value, const std::string& text) {
  trace::Step s;
  s.thread = thread;
  s.file = file;
  s.line = line;
  s.column = column;
  s.kind = kind;
  s.object = object;
  s.value = value;
  s.text = text;
  return s;
}

inline trace::Step create(int thread, const std::string& file, uint32_t line, int other) {
  trace::Step s = step(thread, file, line, 3, EventKind::Create, "", "", "pthread_create(&t, 0, f, 0);");
  s.other_thread = other;
  return s;
}

inline trace::Result race() {
  trace::Result r;
  r.verdict = trace::Verdict::False;
  r.requested = {trace::Property::UnreachCall, trace::Property::NoDataRace};
  r.properties = {{trace::Property::UnreachCall, trace::Verdict::Unknown},
                  {trace::Property::NoDataRace, trace::Verdict::False}};
  r.engine = "explore";
  r.input.files = {"bank.c"};
  r.validated = "simulated";
  r.stats = {{"states", 1234}, {"seconds", 0.41}, {"peak_mib", 61}};
  trace::Violation v;
  v.property = trace::Property::NoDataRace;
  v.kind = "data-race";
  v.message = "two threads access balance at the same time";
  v.locations = {{"bank.c", 6, 2, "deposit", 1, "write", "balance", {}, "", -1},
                 {"bank.c", 5, 14, "deposit", 2, "read", "balance", {"m", "n"}, "", -1}};
  v.trace.threads = {{0, "main", -1, "", 0}, {1, "deposit", 0, "bank.c", 12}, {2, "deposit", 0, "bank.c", 13}};
  v.trace.steps = {create(0, "bank.c", 12, 1),
                   create(0, "bank.c", 13, 2),
                   step(1, "bank.c", 5, 14, EventKind::Read, "balance", "10", "int seen = balance;"),
                   step(0, "bank.c", 14, 3, EventKind::Read, "x", "1", "x;"),
                   step(0, "bank.c", 15, 3, EventKind::Read, "x", "1", "x;"),
                   step(1, "bank.c", 6, 2, EventKind::Write, "balance", "15", "balance = seen + 5;"),
                   step(2, "bank.c", 5, 14, EventKind::Read, "balance", "15", "int seen = balance;")};
  v.trace.steps[3].matters = v.trace.steps[4].matters = false;
  v.trace.inputs = {{0, "__VERIFIER_nondet_int", "bank.c", 11, "-3", 0xFFFFFFFDu}};
  r.violations = {v};
  return r;
}

inline trace::Result deadlock() {
  trace::Result r;
  r.verdict = trace::Verdict::False;
  r.requested = {trace::Property::NoDeadlock};
  r.properties = {{trace::Property::NoDeadlock, trace::Verdict::False}};
  r.engine = "explore";
  trace::Violation v;
  v.property = trace::Property::NoDeadlock;
  v.kind = "deadlock";
  v.message = "threads 1 and 2 wait for each other";
  v.locations = {{"pair.c", 4, 3, "left", 1, "lock", "b", {"a"}, "b", 2},
                 {"pair.c", 8, 3, "right", 2, "lock", "a", {"b"}, "a", 1}};
  v.trace.threads = {{0, "main", -1, "", 0}, {1, "left", 0, "pair.c", 11}, {2, "right", 0, "pair.c", 12}};
  v.trace.steps = {create(0, "pair.c", 11, 1), create(0, "pair.c", 12, 2),
                   step(1, "pair.c", 3, 3, EventKind::Lock, "a", "", "lock(&a);"),
                   step(2, "pair.c", 7, 3, EventKind::Lock, "b", "", "lock(&b);")};
  r.violations = {v};
  return r;
}

}  // namespace heddle::report_test
