// SPDX-License-Identifier: GPL-3.0-or-later
// How long turns should be depends on how long a round takes, on the caches, on the kernel: nobody can know that
// without the machine. So the program itself is measured, under each schedule for a moment, in several passes, so that
// other work on the machine disturbs all of them alike.
//
// What counts is how often a second the program writes to memory that its threads share. Events alone would mislead:
// who finds a buffer full takes the lock, looks and goes away, and a long turn may have many such rounds.
#include "tune.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "analysis/patience.h"
#include "base/check.h"
#include "commands.h"
#include "driver/schedules.h"
#include "native_program.h"
#include "output.h"
#include "report/report.h"

namespace heddle::tools {

namespace {

constexpr unsigned kLongest = 32, kPasses = 3;
constexpr std::chrono::milliseconds kMoment{200}, kRecorded{100};
constexpr uint32_t kMostActs = 200'000;
constexpr double kBetter = 1.05;  // a longer turn must bring that much
constexpr trace::ActKind kUnseen{HEDDLE_UNSEEN};

struct Candidate {
  trace::Schedule schedule;
  unsigned replicate = 0;  // 0: as ever
  std::string plan;
  double share = 0;           // of the events that write
  std::vector<double> rates;  // writes a second
  double rate() const {
    std::vector<double> sorted = rates;
    std::sort(sorted.begin(), sorted.end());
    return sorted.empty() ? 0 : sorted[sorted.size() / 2];
  }
};

// What the program reads while it is measured: the file that is its standard input, again and again, or nothing.
class Input {
 public:
  Input() {
    struct stat about{};
    if (fstat(STDIN_FILENO, &about) == 0 && S_ISREG(about.st_mode))
      file_ = open("/proc/self/fd/0", O_RDONLY | O_CLOEXEC);
  }
  ~Input() {
    if (file_ >= 0) close(file_);
  }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  int file() const { return file_; }

 private:
  int file_ = -1;
};

class Tuning {
 public:
  Tuning(const options::Options& options, HeldProgram& program) : options_(options), program_(program) {}

  Candidate run() {
    add(program_.schedule(), 0);
    if (all_.empty()) throw InputError("--tune: the program does not run under the schedule that there is");
    find_longer();
    measure();
    const Candidate turns = best();
    std::string said =
        "turns of " + std::to_string(turns.schedule.rounds) + (turns.schedule.rounds == 1 ? " round" : " rounds");
    said += " (" + compared([](const Candidate& c) { return std::to_string(c.schedule.rounds); }) + ")";
    if (options_.opt < 2) {
      say(said);
      return turns;
    }
    all_.clear();
    add(turns.schedule, 8);
    add(turns.schedule, 1);
    add(turns.schedule, 32);
    measure();
    const Candidate chosen = all_.empty() ? turns : best();
    say(said + ", --replicate " + std::to_string(chosen.replicate) + " (" +
        compared([](const Candidate& c) { return std::to_string(c.replicate); }) + ")");
    return chosen;
  }

 private:
  // Turns twice as long each time, until there is no time left: the longer they are, the longer it takes to find them.
  void find_longer() {
    options::Options how = options_;
    how.first = true;
    how.progress = false;
    how.slow = program_.schedule().slow;
    base::Budget budget({std::chrono::milliseconds(options_.tune)}, &catch_interrupts());
    struct Unpaid {
      analysis::Analyses& analyses;
      ~Unpaid() { analyses.pay_from(nullptr); }
    } unpaid{program_.analyses()};
    for (how.turn_rounds = 2 * program_.schedule().rounds; how.turn_rounds <= kLongest && !budget.check_now();
         how.turn_rounds *= 2)
      try {
        std::optional<trace::Schedule> found;
        driver::schedules(program_.analyses(), how, budget,
                          {[&](const trace::Schedule& s) {
                             found = s;
                             return false;
                           },
                           [](const trace::Violation&) { return true; }});
        if (found) add(std::move(*found), 0);
      } catch (const analysis::OutOfBudget&) {
        return;
      }
  }

  // If it can be followed.
  void add(trace::Schedule s, unsigned replicate) {
    Candidate c;
    c.replicate = replicate;
    try {
      c.plan = program_.plan_of(s, replicate);
    } catch (const InputError& e) {
      std::cerr << "heddle: note: turns of " << s.rounds << " rounds are left out: " << e.what() << "\n";
      return;
    }
    c.schedule = std::move(s);
    replay::Exchange exchange("", kMostActs, c.plan);
    if (!run_for(kRecorded, exchange)) return leave_out(c);
    uint64_t seen = 0, writes = 0;
    for (const trace::Act& a : exchange.recorded().acts) {
      if (a.kind == kUnseen) continue;
      ++seen;
      writes += program_.events().is_write(a.event);
    }
    c.share = seen == 0 ? 0 : static_cast<double>(writes) / static_cast<double>(seen);
    all_.push_back(std::move(c));
  }

  static void leave_out(const Candidate& c) {
    std::cerr << "heddle: note: turns of " << c.schedule.rounds
              << " rounds are left out: the program has not followed them to the end of a moment\n";
  }

  // Nothing: it has left its schedule, or failed.
  std::optional<replay::Ended> run_for(std::chrono::milliseconds time, const replay::Exchange& exchange) {
    replay::NativeJob native;
    native.executable = program_.executable();
    native.arguments = options_.arguments;
    native.output = replay::NativeJob::Output::Discard;
    native.input = input_.file();
    native.limit = time;
    native.interrupted = &catch_interrupts();
    const replay::Ended ended = replay::run_native(native, exchange);
    const heddle_status status = exchange.status();
    const bool failed = status.left_plan != 0 || status.outcome == HEDDLE_ASSERTION ||
                        status.outcome == HEDDLE_CRASHED || status.outcome == HEDDLE_REFUSED;
    return failed ? std::nullopt : std::optional(ended);
  }

  void measure() {
    // Who writes nothing that the verifier knows of is measured by its events.
    const bool writes = std::all_of(all_.begin(), all_.end(), [](const Candidate& c) { return c.share > 0; });
    for (unsigned pass = 0; pass < kPasses; ++pass)
      for (Candidate& c : all_) {
        replay::Exchange exchange("", 0, c.plan);
        const std::optional<replay::Ended> ended = run_for(kMoment, exchange);
        const double events = static_cast<double>(exchange.status().events) * (writes ? c.share : 1);
        c.rates.push_back(ended && ended->seconds > 0 ? events / ended->seconds : 0);
      }
  }

  // The first that nothing behind it is better than by much.
  const Candidate& best() const {
    double most = 0;
    for (const Candidate& c : all_) most = std::max(most, c.rate());
    for (const Candidate& c : all_)
      if (c.rate() * kBetter >= most) return c;
    return all_.front();
  }

  template <class Name>
  std::string compared(const Name& name) const {
    std::string out;
    for (const Candidate& c : all_) {
      char text[32];
      std::snprintf(text, sizeof text, "%.2f", all_.front().rate() > 0 ? c.rate() / all_.front().rate() : 0);
      out += (out.empty() ? "" : ", ") + name(c) + ": " + text;
    }
    return out;
  }

  void say(const std::string& what) const { std::cerr << "heddle: tuned: " << what << "\n"; }

  const options::Options& options_;
  HeldProgram& program_;
  const Input input_;
  std::vector<Candidate> all_;
};

}  // namespace

void tune(options::Options& options, HeldProgram& program) {
  Candidate best = Tuning(options, program).run();
  best.schedule.replicate = best.replicate;
  std::filesystem::path directory = options.schedule;
  if (!program.may_change()) directory = directory.parent_path();
  options.schedule = (directory / kTuned).string();
  write_file("--tune", options.schedule, [&](std::ostream& out) {
    report::write_json(out, best.schedule, program.input());
    out << "\n";
  });
}

}  // namespace heddle::tools
