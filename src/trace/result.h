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
#include "trace/claims.h"
#include "trace/evidence.h"
#include "trace/script.h"
#include "trace/suspicions.h"

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
  ProofRefused,  // an engine had a proof, and a judge said no
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
  std::string suppressed;  // why the project lives with it, as its heddle.toml says; empty: it does not
};

struct InputFiles {
  std::vector<std::string> files, cflags, sha256;
  std::string cwd, data_model;
  std::vector<std::string> reach;  // check --reach: what was asked instead of a property
  bool malloc_may_fail = false;
  bool weak_fairness = false;                         // of the executions that count for termination
  std::optional<std::vector<std::string>> arguments;  // check --args
  std::string standard_input;                         // check --stdin
  std::vector<std::string> models;                    // check --model
  std::vector<std::string> harmless;                  // check --harmless: a condition of every verdict
  std::vector<std::string> more_sha256;               // of the models, then of the standard input
  std::vector<std::vector<std::string>> file_flags;   // what the build says about each file; empty, or one for each
  std::string main_function;                          // check --main
  std::vector<std::string> entries;                   // check --entry
  std::vector<std::string> acquires, releases;        // the project's own locks: a condition of every verdict
  std::string program_sha256;                         // of all that was linked, headers included
};

// A proof in full, for a judge. The engine that writes it and the judge of its kind agree on the content; nobody else
// looks inside.
struct Certificate {
  std::string kind;
  std::vector<Property> properties;  // that it is about
  std::string content;               // one JSON value
};

struct Bound {
  std::optional<unsigned> unwind;
  unsigned threads = 0;
  bool complete = false;
};

// The verdict about one property. `True` is made from a proof and keeps it.
class Judgement {
 public:
  Judgement() = default;
  Judgement(Verdict false_or_unknown);
  Judgement(Complete proof) : verdict_(Verdict::True), proof_(std::move(proof)) {}
  // What a file says. A `true` of it comes without a proof: it can be shown, and no engine adopts it.
  static Judgement as_read(Verdict v);

  operator Verdict() const { return verdict_; }
  const std::optional<Complete>& proof() const { return proof_; }
  bool operator==(const Judgement&) const = default;
  friend bool operator==(const Judgement& j, Verdict v) { return j.verdict_ == v; }

 private:
  Verdict verdict_ = Verdict::Unknown;
  std::optional<Complete> proof_;
};

struct Result {
  Verdict verdict = Verdict::Unknown;  // overall() of the properties
  std::vector<Property> requested;
  std::map<Property, Judgement> properties;
  std::string engine;
  InputFiles input;
  Reason reason_code = Reason::None;
  std::string reason;         // one sentence, with how far it got; empty for true and false
  bool not_followed = false;  // Unsupported: a search does not go on there, but somebody else may (semantics/state.h)
  Bound bound;
  std::vector<Violation> violations;           // of requested properties
  std::vector<Violation> undefined_behaviour;  // met on the way, when valid-memsafety was not requested
  std::vector<Certificate> certificates;
  Claims claims;          // what the proofs know, for a witness
  Suspicions suspicions;  // what is left to suspect, where an analysis of the whole program came to its end
  std::optional<Shown> shown_of_part;  // of the suspicions that were asked about, where these are a part
  std::string validated = "none";
  std::string judged;  // what a judge said about the proofs, in one sentence; empty: nobody was asked
  std::vector<std::string> unmodelled;
  std::vector<std::pair<std::string, double>> stats;
  std::string from_cache;  // when this answer was found: the same program was checked before; empty: it is new
};

// A proof for each property that has one.
using Proofs = std::map<Property, Complete>;
// The same proof for all of them.
Proofs proofs(const std::vector<Property>& of, const std::optional<Complete>& proof);

// Sets the verdicts: false for violated properties; true for those with a proof; unknown for the others. A property
// that was set to unknown before is not proven, whatever `proofs` says.
void conclude(Result& r, const Proofs& proofs, Reason why, const std::string& how_far);

// A proven property holds only where no memory error happens: the first place not shown safe, or empty.
std::string safe_memory_assumed_at(const Result& r, Property p);
bool assumes_safe_memory(const Result& r);  // some proven property does
// The property is proven whatever is in memory that was never initialised.
bool proven_for_any_value(const Result& r, Property p);
// The first read of memory that was never initialised that was met; null: none was.
const Violation* uninitialised_read(const Result& r);

// False if one of the requested properties is violated, true if all of them are proven.
Verdict overall(const Result& r);

// The part of the reason that says how far the engine got.
std::string how_far(const Result& r);
// The engine was ended before its end: that is the reason of what is unknown.
void stopped_by(Result& r, Reason why);

// What another engine concluded about one property that was open here: with its proof, or with its violations. A
// verdict that comes without stays where it is.
void adopt(Result& into, const Result& from, Property p);

}  // namespace heddle::trace
