// SPDX-License-Identifier: GPL-3.0-or-later
#include "held_program.h"

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <mutex>
#include <optional>
#include <thread>

#include "analysis/prepare.h"
#include "base/check.h"
#include "frontend/frontend.h"
#include "instrument/instrument.h"
#include "native_program.h"
#include "options/inputs.h"
#include "output.h"
#include "report/report.h"

namespace heddle::tools {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{100}, kForElements{5000};
constexpr unsigned kReplication = 8;

using Read = std::pair<trace::Schedule, trace::InputFiles>;

Read read_schedule(const std::string& path) {
  if (std::error_code error; !std::filesystem::exists(path, error))
    throw InputError(path + ": no such schedule; `heddle schedule FILE.c -o DIR` looks for some");
  options::check_readable(path, "schedule");
  std::ifstream in(path, std::ios::binary);
  try {
    return report::read_schedule(in);
  } catch (const InputError& e) {
    throw InputError(path + ": " + e.what());
  }
}

struct Numbered {
  uint64_t number = 0;
  std::string path;
  auto operator<=>(const Numbered&) const = default;
};

// Files of a directory that may have a schedule, the oldest first.
std::vector<Numbered> files_in(const std::string& directory, uint64_t behind) {
  std::vector<Numbered> found;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    const std::string name = entry.path().stem().string();
    if (!name.starts_with("ivr-") || entry.path().extension() != ".json") continue;
    const std::string digits = name.substr(4);
    if (digits.empty() || digits.size() > 9 || digits.find_first_not_of("0123456789") != std::string::npos) continue;
    if (const uint64_t number = std::stoull(digits); number > behind) found.push_back({number, entry.path().string()});
  }
  std::sort(found.begin(), found.end());
  return found;
}

// Nothing: it is a violation.
std::optional<Read> read_if_safe(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  try {
    return report::read_schedule(in);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

void show(const options::Options& options, const schedule::ProgramSchedule& s, const schedule::Events& events) {
  if (options.show.empty()) return;
  const bool picture = std::filesystem::path(options.show).extension() == ".dot";
  write_file("--show", options.show,
             [&](std::ostream& out) { out << (picture ? schedule::dot(s, events) : schedule::text(s, events)); });
}

std::string identity(const trace::InputFiles& input) {
  std::string out = input.data_model + "\n" + input.main_function + (input.malloc_may_fail ? "\nmalloc may fail" : "");
  for (const std::string& word : input.arguments.value_or(std::vector<std::string>{})) out += "\nargument " + word;
  out += input.arguments ? "\narguments" : "";
  for (const auto* all :
       {&input.files, &input.sha256, &input.cflags, &input.models, &input.more_sha256, &input.harmless})
    for (const std::string& word : *all) out += "\n" + word;
  return out;
}

}  // namespace

// Of a directory, the newest schedule that is safe and can be followed: each one contains those that were found before
// it. A program that is left behind (--output) may also follow one of those before, if it runs already.
HeldProgram::HeldProgram(const options::Options& options) {
  struct File {
    std::string path;
    Read read;
  };
  std::vector<File> found;
  if (std::error_code error; std::filesystem::is_directory(options.schedule, error)) {
    directory_ = std::filesystem::absolute(options.schedule).string();
    for (const Numbered& file : files_in(options.schedule, 0)) {
      newest_ = file.number;
      if (std::optional<Read> safe = read_if_safe(file.path)) found.push_back({file.path, std::move(*safe)});
    }
    if (found.empty())
      throw InputError("--schedule " + options.schedule +
                       ": there is no safe schedule in this directory (ivr-001.json and so on)");
  } else {
    found.push_back({options.schedule, read_schedule(options.schedule)});
  }
  input_ = found.back().read.second;
  replication_ = static_cast<unsigned>(options.replicate);
  if (replication_ == 0) replication_ = found.back().read.first.replicate;
  prepare(options);
  std::string problem;
  auto follow = [&](const File& file) {
    problem.clear();
    try {
      if (!is_same_program(file.read.second)) throw InputError("it is a schedule of another program");
      plan_ = versions_->made(file.read.first);
      schedule_ = file.read.first;
    } catch (const InputError& e) {
      problem = e.what();
    }
    if (!problem.empty() && found.size() > 1) leave_out(file.path, problem);
    return problem.empty();
  };
  if (options.guarded.empty()) {
    for (size_t k = found.size(); k-- > 0 && !follow(found[k]);) {}
  } else {
    for (const File& file : found)
      if (!versions_->is_full()) follow(file);
  }
  if (plan_.empty()) throw InputError(problem);
  show(options, versions_->last(), *events_);
}

void HeldProgram::leave_out(const std::string& path, const std::string& why) {
  std::cerr << "heddle: note: " << path << " is left out: " << why << "\n";
  left_out_.push_back(path + ": " + why);
}

std::string HeldProgram::plan_of(const trace::Schedule& s, unsigned replication) const {
  schedule::Wanted wanted = wanted_;
  wanted.may_change = false;
  if (replication != 0) wanted.replication = replication;
  return schedule::Versions(*events_, *analyses_, wanted, settings_).made(s);
}

void HeldProgram::prepare(const options::Options& options) {
  const std::filesystem::path here = std::filesystem::current_path();
  frontend::CompileJob job = job_of(input_);  // goes to where the program was checked
  program_ = frontend::load(job);
  analyses_ = analysis::prepare(program_);
  executable_ = instrument::build(job, program_);
  std::filesystem::current_path(here);
  events_ = std::make_unique<schedule::Events>(program_);
  schedule::Wanted& wanted = wanted_;
  wanted.level = static_cast<unsigned>(options.opt);
  wanted.replication = replication_ != 0 ? replication_ : kReplication;
  wanted.may_elide = options.on_divergence == options::OnDivergence::Stop;
  wanted.may_change = may_change();
  if (options.opt >= 2) {
    base::Budget budget({kForElements});
    elements_ = std::make_unique<invariants::Elements>(*analyses_, budget);
    wanted.apart = [this](model::EventId a, const std::string& by_a, model::EventId b, const std::string& by_b) {
      return elements_->are_apart(a, by_a, b, by_b);
    };
  }
  schedule::PlanSettings& settings = settings_;
  settings.on_divergence = static_cast<heddle_on_divergence>(options.on_divergence);
  settings.program = identity(input_);
  settings.executable = instrument::id_of(executable_);
  versions_ = std::make_unique<schedule::Versions>(*events_, *analyses_, wanted, settings);
}

bool HeldProgram::is_same_program(const trace::InputFiles& other) const { return identity(other) == identity(input_); }

void HeldProgram::look_for_more(const replay::Exchange& exchange) {
  std::vector<Numbered> found = files_in(directory_, newest_);
  if (found.empty() || versions_->is_full()) return;
  for (newest_ = found.back().number; !found.empty(); found.pop_back()) {
    const std::optional<Read> safe = read_if_safe(found.back().path);
    if (!safe) continue;
    std::string problem;
    try {
      if (!is_same_program(safe->second)) throw InputError("it is a schedule of another program");
      if (!exchange.replace_plan(versions_->made(safe->first))) throw InputError("it cannot be given to the program");
      return;
    } catch (const InputError& e) {
      leave_out(found.back().path, std::string(e.what()) + "; the program goes on with what it has");
    }
  }
}

struct LiveSchedules::Worker {
  std::mutex mutex;
  std::condition_variable woken;
  bool over = false;
  std::thread thread;
};

LiveSchedules::LiveSchedules(HeldProgram& program, const replay::Exchange& exchange)
    : worker_(std::make_unique<Worker>()) {
  worker_->thread = std::thread([&program, &exchange, w = worker_.get()] {
    std::unique_lock lock(w->mutex);
    while (!w->woken.wait_for(lock, kBetweenLooks, [&] { return w->over; })) program.look_for_more(exchange);
  });
}

LiveSchedules::~LiveSchedules() {
  {
    std::lock_guard lock(worker_->mutex);
    worker_->over = true;
  }
  worker_->woken.notify_all();
  worker_->thread.join();
}

}  // namespace heddle::tools
