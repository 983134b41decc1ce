// SPDX-License-Identifier: GPL-3.0-or-later
// Result: what every engine gives back and every report reads. The JSON contract is this structure written out.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "base/property.h"
#include "model/program.h"
#include "trace/script.h"

namespace heddle::trace {

enum class Verdict : uint8_t { True, False, Unknown };
const char* text(Verdict v);

using base::kProperties;
using base::Property;
using base::property;
using base::text;

// Why an answer is `unknown`. One name each, printed with how far the engine got.
enum class Reason : uint8_t {
  None,
  TimeLimit,
  MemoryLimit,
  StateLimit,
  Interrupted,
  WideInput,  // an input was sampled, not enumerated
  UnmodelledCall,
  UndefinedBehaviour,
  Unsupported,  // the interpreter met something it does not define (a pointer used as a number, ...)
  BoundReached,
  WeakAtomics,  // no-data-race under relaxed atomics
  NoProof,      // the facts an engine knows how to find do not suffice
  NotChecked,
  EngineFailed,  // an internal error, or its process was killed
};
const char* text(Reason r);
Reason reason(base::Exceeded limit);

struct Location {  // one involved place of a violation
  std::string file;
  uint32_t line = 0, column = 0;
  std::string function;
  int thread = 0;
  std::string access;  // "read", "write", "lock", ...
  std::string object;
  std::vector<std::string> holds;  // names of locks held here
  std::string waits_for;           // deadlock: the object or thread waited for
  int waits_for_thread = -1;       // deadlock: its holder
};

// Begins at this step: a block of steps that happened `rounds` times in a row. Its first round is the `steps` entries
// from here on, its last round stands right behind them, and the rounds between are left out.
struct Repeats {
  uint64_t rounds = 0;
  size_t steps = 0;
};

struct Step {
  int thread = 0;
  std::string file, function;
  uint32_t line = 0, column = 0;
  std::string text;  // the source line, trimmed
  model::EventId event = 0;
  model::EventKind kind = model::EventKind::Local;
  std::string object, value;
  std::vector<std::pair<std::string, std::string>> locals;
  // What the step needs to be taken again: the choices it made (signalled thread, serial thread, wake reason, input
  // value).
  std::vector<uint64_t> choices;
  int other_thread = -1;         // create, join, signal: the thread concerned
  bool matters = true;           // false: left out of the short form
  std::vector<Repeats> repeats;  // mostly empty; of nested loops the outer one first
};

struct Input {
  int thread = 0;
  std::string function, file;
  uint32_t line = 0;
  std::string value;  // as the source would write it
  uint64_t bits = 0;
  uint64_t times = 1;  // so often in a row
};

struct TraceThread {
  int id = 0;
  std::string name;  // start function
  int parent = -1;
  std::string file;
  uint32_t line = 0;  // where it was created
};

// The steps from index `step` on are the last ones of the execution; those between them and the ones before are not
// written down.
struct Gap {
  size_t step = 0;
  std::string why;  // "time limit", "memory limit", "too long"
};

struct Trace {
  std::vector<TraceThread> threads;
  std::vector<Step> steps;
  std::optional<Gap> gap;
  std::optional<size_t> lasso_start;
  std::vector<Input> inputs;
  Script script;
};

struct Violation {
  Property property{};
  std::string kind;  // "data-race", "deadlock", "assertion", "livelock", "out-of-bounds", "use-after-free", ...
  std::string message;
  std::vector<Location> locations;
  Trace trace;
};

struct InputFiles {
  std::vector<std::string> files, cflags, sha256;
  std::string cwd, data_model;
  std::vector<std::string> reach;  // check --reach: what was asked instead of a property
  bool malloc_may_fail = false;
};

struct Bound {
  std::optional<unsigned> unwind;
  unsigned threads = 0;
  bool complete = false;
};

struct Result {
  Verdict verdict = Verdict::Unknown;
  std::vector<Property> requested;
  std::map<Property, Verdict> properties;
  std::string engine;
  InputFiles input;
  Reason reason_code = Reason::None;
  std::string reason;  // one sentence, with how far it got; empty for true and false
  Bound bound;
  std::vector<Violation> violations;           // of requested properties
  std::vector<Violation> undefined_behaviour;  // met on the way, when valid-memsafety was not requested
  std::string validated = "none";
  std::vector<std::string> unmodelled;
  std::vector<std::pair<std::string, double>> stats;
};

// Proof that a search dropped nothing. Only the two named makers construct it, so that no engine can say `true` after
// cutting anything: `true` is set by conclude() alone.
class Complete {
 public:
  static std::optional<Complete> by_exhaustion(bool whole_space_seen, bool anything_dropped) {
    if (whole_space_seen && !anything_dropped) return Complete{};
    return std::nullopt;
  }
  static std::optional<Complete> by_invariant(bool every_step_keeps_it, bool excludes_violations) {
    if (every_step_keeps_it && excludes_violations) return Complete{};
    return std::nullopt;
  }

 private:
  Complete() = default;
};

// Sets the verdicts: false for violated properties; true for the others if `proof` is given; unknown otherwise.
void conclude(Result& r, const std::optional<Complete>& proof, Reason why, const std::string& how_far);

// The part of the reason that says how far the engine got.
std::string how_far(const Result& r);
// The engine was ended before its end: that is the reason of what is unknown.
void stopped_by(Result& r, Reason why);

// What another engine concluded about one property that was open here.
void adopt(Result& into, const Result& from, Property p);

}  // namespace heddle::trace
