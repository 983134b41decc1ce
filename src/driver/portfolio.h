// SPDX-License-Identifier: GPL-3.0-or-later
// The engines there are, and which of them `auto` runs when. The table is in portfolio.cpp.
#pragma once
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "driver/child.h"
#include "env/env.h"

namespace heddle::driver {

using Run = trace::Result (*)(const Env& env);

// The engine that the user asked for by name, and nothing else.
Run engine(options::Engine e);

using Properties = unsigned;  // a set of them
constexpr Properties one(base::Property p) { return 1u << static_cast<unsigned>(p); }

// When an engine begins.
enum class Begins : uint8_t {
  AtOnce,
  // when the first one has had its head start, or has ended without an answer for a reason that may not stop others
  Later,
  // at once where loops start threads without a bound, which no search over states comes to the end of; else later
  AtOnceIfEndless,
  // when a concrete engine has met a use of something that was never initialised, and nothing else that is undefined:
  // its proofs hold for any value of that
  ForAnyValue,
};

// How much of the time an engine gets.
struct Share {
  double of_what_is_left = 1;
  std::chrono::milliseconds most{0};           // 0: all of that
  std::chrono::milliseconds without_limit{0};  // if the user has set no limit; 0: as long as it takes
};

// An engine that takes part in a run of `auto`.
struct Member {
  std::string engine;
  Properties about;
  bool begins_at_once;
  bool concrete;  // it goes from state to state: what it meets does happen
  bool tells;     // how far it got is told when nobody has an answer
  std::chrono::milliseconds without_limit;
  std::function<Work(const std::vector<base::Property>& asked, const trace::Suspicions& suspicions)> work;
  // Suspicions: not its matter; its result may have some; it begins when those that may have some have ended, or have
  // taken long; the same, and it can be asked about parts of a list; it has no use without them.
  enum class Suspicion : uint8_t { Neither, Has, Hears, Divides, Needs } suspicion = Suspicion::Neither;
  bool for_any_value = false;      // Begins::ForAnyValue
  bool takes_every_value = false;  // where a search meets a value that it does not follow, this one takes all there are
};
// The first one leads: the others begin when it takes long.
using Portfolio = std::vector<Member>;

Portfolio portfolio(analysis::Analyses& analyses, const options::Options& options);

// The engine's work on the program, for its share of the time. What it still has to analyse, it pays for.
Work work(Run run, Share share, analysis::Analyses& analyses, options::Options options,
          trace::Suspicions suspicions = {});

}  // namespace heddle::driver
