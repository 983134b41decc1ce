// SPDX-License-Identifier: GPL-3.0-or-later
// What a proof rests on. A `true` is made from a `Complete`, and a `Complete` is made from evidence: a search that came
// to its end, questions that a solver refuted, or a certificate whose parts somebody has shown. Engines fill in what
// they did; `Complete::of` alone judges whether that is a proof. None of the structures is one by default.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace heddle::trace {

// What a solver says. `Unsat` is also the answer to a question without any condition: nobody has to be asked then.
enum class Answer : uint8_t { Unknown, Sat, Unsat };
const char* text(Answer a);

// A search over states. It is a proof if it saw something, left nothing and dropped nothing.
struct Exhausted {
  uint64_t states = 0;               // seen
  uint64_t left = 1;                 // seen, but not followed to their end
  std::vector<std::string> dropped;  // what was met and not followed, in words
  bool operator==(const Exhausted&) const = default;
};

struct Question {
  std::string what;         // is asked for
  uint64_t conditions = 0;  // of which one has to hold
  Answer answer = Answer::Unknown;
  bool operator==(const Question&) const = default;
};

// One formula for all executions up to a bound. It is a proof if each of the three questions was refuted and nothing
// is missing in the formula.
struct Refuted {
  Question violation;  // of the property
  Question beyond;     // does an execution go beyond the bound?
  Question undefined;  // does something undefined happen, or something that the formula does not express?
  std::string bound;
  std::vector<std::string> missing;
  bool operator==(const Refuted&) const = default;
};

// A solver was asked for the opposite, of each of so many things. It is shown if there were some, and none is possible.
struct Opposite {
  uint64_t of = 0;
  Answer answer = Answer::Unknown;
  bool operator==(const Opposite&) const = default;
};

// An analysis came to its end after so many steps and looked at so many things. It is shown if none is left; what is
// suspected is for somebody else to show.
struct Looked {
  std::string things;
  uint64_t steps = 0, at = 0, suspected = 0, left = 1;
  bool operator==(const Looked&) const = default;
};

// An engine has a proof.
class Complete;
struct Proven {
  std::shared_ptr<const Complete> proof;
  bool operator==(const Proven&) const;
};

using How = std::variant<Opposite, Looked, Proven>;

struct Shown {
  std::string what, by;
  How how;
  std::string safe_memory_assumed_at = {};  // the condition, as below
  bool operator==(const Shown&) const = default;
};

// An argument in parts. It is a proof if there are parts and each of them was shown; what one of them only suspects has
// to be the matter of another one. It may hold only for executions without a memory error, where such an error was not
// excluded (and not met either); nothing else is ever assumed. The condition of a part is one of the whole.
struct Certified {
  std::string argument;
  std::vector<std::string> facts;  // that it uses
  std::vector<Shown> parts;
  std::string safe_memory_assumed_at;  // the first place not shown safe; empty: nothing is assumed
  // It holds whatever is in memory that was never initialised. Other proofs say that no such memory is read.
  bool for_any_value = false;
  bool operator==(const Certified&) const = default;
};

using Evidence = std::variant<Exhausted, Refuted, Certified>;

// Proof of one property.
class Complete {
 public:
  static std::optional<Complete> of(Evidence evidence);
  const Evidence& evidence() const { return evidence_; }
  // The first place at which a memory error was not excluded; empty: the proof holds without a condition.
  const std::string& safe_memory_assumed_at() const;
  bool for_any_value() const;  // of memory that is read and was never initialised
  bool operator==(const Complete&) const = default;

 private:
  explicit Complete(Evidence evidence) : evidence_(std::move(evidence)) {}
  Evidence evidence_;
};

// A part of an argument that is the proof of another engine, with its condition.
Shown shown_by(const std::string& engine, const std::string& what, const Complete& proof);

}  // namespace heddle::trace
