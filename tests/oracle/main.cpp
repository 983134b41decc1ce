// SPDX-License-Identifier: GPL-3.0-or-later
// heddle_oracle [--reduce] FILE.c [clang flags]: what the enumerator says, naive or not, as one JSON object.
#include <cstdio>
#include <cstring>
#include <string>

#include "base/check.h"
#include "frontend/frontend.h"
#include "judge/enumerator/enumerate.h"

using namespace heddle;

static void print(const oracle::Report& r) {
  std::printf("{\"unreach-call\": \"%s\", \"no-data-race\": \"%s\", \"no-deadlock\": \"%s\",\n", text(r.unreach_call),
              text(r.no_data_race), text(r.no_deadlock));
  std::printf(" \"termination-strong\": \"%s\", \"termination-weak\": \"%s\", \"valid-memsafety\": \"%s\",\n",
              text(r.termination_strong), text(r.termination_weak), text(r.valid_memsafety));
  std::printf(" \"states\": %llu, \"edges\": %llu}\n", static_cast<unsigned long long>(r.states),
              static_cast<unsigned long long>(r.edges));
  auto tell = [](const char* what, const std::set<std::string>& found) {
    for (const std::string& one : found) std::fprintf(stderr, "%s: %s\n", what, one.c_str());
  };
  tell("failure", r.failures);
  tell("race", r.races);
  tell("deadlock", r.deadlocks);
  tell("undefined", r.undefined);
  tell("unsupported", r.unsupported);
}

int main(int argc, char** argv) {
  const bool reduce = argc > 1 && std::strcmp(argv[1], "--reduce") == 0;
  if (reduce) ++argv, --argc;
  if (argc < 2) {
    std::fprintf(stderr, "usage: heddle_oracle [--reduce] FILE.c [clang flags]\n");
    return 3;
  }
  try {
    frontend::CompileJob job;
    job.files = {argv[1]};
    job.clang_flags.assign(argv + 2, argv + argc);
    oracle::Limits limits;
    limits.reduce = reduce;
    limits.termination = !reduce;
    print(oracle::enumerate(frontend::load(job), limits));
    return 0;
  } catch (const InputError& e) {
    std::fprintf(stderr, "heddle_oracle: %s\n", e.what());
    return 3;
  }
}
