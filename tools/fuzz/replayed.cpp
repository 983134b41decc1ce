// SPDX-License-Identifier: GPL-3.0-or-later
#include "replayed.h"

#include <cstdlib>

#include "analysis/prepare.h"
#include "base/budget.h"
#include "base/check.h"
#include "engines/explore/engine.h"
#include "frontend/frontend.h"
#include "instrument/instrument.h"
#include "options/options.h"
#include "replay/replay.h"

namespace heddle::fuzz {

using base::Property;

namespace {

constexpr int kTimes = 3;

trace::Result search(const model::Program& program, std::vector<Property> properties, options::Fairness fairness) {
  options::Options o;
  o.engine = options::Engine::Explore;
  o.properties = std::move(properties);
  o.fairness = fairness;
  o.all = true;
  o.progress = false;
  base::Budget budget({std::chrono::seconds(20), 0, 4 * most_states});
  return explore::run({analysis::Analyses(program), o, budget});
}

// Every violation so many times.
void replay_each(const frontend::CompileJob& job, const model::Program& program,
                 const std::vector<trace::Violation>& all, int times, Replayed& out) {
  std::string executable = instrument::build(job, program);
  replay::Settings settings;
  settings.output = replay::NativeJob::Output::Discard;
  for (const trace::Violation& v : all) {
    ++out.violations;
    if (!v.trace.script.why_not.empty()) {
      ++out.cannot;
      out.why_cannot.push_back(v.trace.script.why_not);
      continue;
    }
    for (int i = 0; i < times; ++i) {
      replay::Attempt a = replay::replay_violation(executable, program, v, settings);
      if (a.reproduced) continue;
      std::string where = a.outcome;
      for (const std::string& t : a.threads) where += "; " + t;
      out.disagreements.push_back(
          {std::string("replay of ") + text(v.property) + " (" + v.kind + ")", "reproduced", "not reproduced", where});
      break;
    }
  }
}

}  // namespace

Replayed replay_lassos(const std::string& source, bool wide, const std::vector<trace::Violation>& lassos,
                       const Workspace& w) {
  Replayed out;
  frontend::CompileJob job;
  job.files = {w.write("replayed.c", source)};
  job.clang_flags = {"-w"};
  if (wide) job.clang_flags.push_back("-DWIDE");
  setenv("XDG_CACHE_HOME", w.path("cache").c_str(), 1);
  try {
    model::Program program = frontend::load(job);
    analysis::prepare(program);
    replay_each(job, program, lassos, 1, out);
  } catch (const InputError& e) {
    out.disagreements.push_back({"replay", "builds", "refused", e.what()});
  }
  std::system(("rm -rf '" + w.path("cache") + "'").c_str());
  return out;
}

Replayed replay_all(const std::string& source, const Workspace& w) {
  Replayed out;
  frontend::CompileJob job;
  job.files = {w.write("replayed.c", source)};
  setenv("XDG_CACHE_HOME", w.path("cache").c_str(), 1);
  try {
    model::Program program = frontend::load(job);
    analysis::prepare(program);
    std::vector<trace::Violation> all;
    auto keep = [&](trace::Result r) {
      for (auto* list : {&r.violations, &r.undefined_behaviour}) all.insert(all.end(), list->begin(), list->end());
    };
    keep(search(program, {Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock},
                options::Fairness::Strong));
    keep(search(program, {Property::Termination}, options::Fairness::Strong));
    keep(search(program, {Property::Termination}, options::Fairness::Weak));
    if (all.empty()) return out;
    replay_each(job, program, all, kTimes, out);
  } catch (const InputError& e) {
    out.disagreements.push_back({"replay", "builds", "refused", e.what()});
  }
  std::system(("rm -rf '" + w.path("cache") + "'").c_str());
  return out;
}

}  // namespace heddle::fuzz
