// SPDX-License-Identifier: GPL-3.0-or-later
#include "replayed.h"

#include <cstdlib>

#include "analysis/prepare.h"
#include "base/check.h"
#include "frontend/frontend.h"
#include "instrument/instrument.h"
#include "replay/replay.h"

namespace heddle::fuzz {

namespace {

constexpr int kTimes = 3;

Statement replay_one(const std::string& executable, const model::Program& program, const trace::Violation& v) {
  Statement s{"", v.kind, std::string("replay of ") + text(v.property), "true", "true", "", false};
  if (!v.trace.script.why_not.empty()) {
    s.said = "unknown";
    s.reason = v.trace.script.why_not;
    return s;
  }
  replay::Settings settings;
  settings.output = replay::NativeJob::Output::Discard;
  for (int i = 0; i < kTimes && !s.differs; ++i) {
    replay::Attempt a = replay::replay_violation(executable, program, v, settings);
    if (a.reproduced) continue;
    s.said = "false";
    s.differs = true;
    s.reason = a.outcome;
    for (const std::string& t : a.threads) s.reason += "; " + t;
  }
  return s;
}

}  // namespace

std::vector<Statement> replay_each(const std::string& engine, const std::vector<trace::Violation>& violations,
                                   const std::string& source, const std::vector<std::string>& flags,
                                   const Workspace& w) {
  std::vector<Statement> out;
  if (violations.empty()) return out;
  frontend::CompileJob job;
  job.files = {w.write("replayed.c", source)};
  job.clang_flags = flags;
  setenv("XDG_CACHE_HOME", w.path("cache").c_str(), 1);
  try {
    model::Program program = frontend::load(job);
    analysis::prepare(program);
    const std::string executable = instrument::build(job, program);
    for (const trace::Violation& v : violations) out.push_back(replay_one(executable, program, v));
  } catch (const InputError& e) {
    out.push_back({"", "", "replay", "builds", "refused", e.what(), true});
  }
  for (Statement& s : out) s.engine = engine;
  std::system(("rm -rf '" + w.path("cache") + "'").c_str());
  return out;
}

}  // namespace heddle::fuzz
