// SPDX-License-Identifier: GPL-3.0-or-later
// What the two formats for witnesses of SV-COMP share: which violation they can tell, and which of its steps.
//
// A witness narrows down the executions that a validator has to look at. It must leave in the execution of the trace;
// what it leaves out costs the validator time. So a step of which it is not sure how a validator would recognise it is
// left out of a witness.
#pragma once
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "trace/result.h"

namespace heddle::report {

struct WitnessStep {
  enum Kind {
    Start,   // a statement begins, and `constraint` holds there
    Create,  // a thread is created
    Input,   // a function returns `constraint`
    Target,  // the violation
  } kind = Start;
  const trace::Step* step = nullptr;  // null for Target
  std::string file, function;
  uint32_t line = 0;
  int thread = 0;
  std::string constraint;  // Start: a C expression, `1` if nothing is known; Input: the value
};

struct Witness {
  const trace::Violation* violation = nullptr;
  std::vector<WitnessStep> steps;    // in their order
  std::vector<WitnessStep> targets;  // one, or the two accesses of a race, in no order
};

// Throws InputError if the formats know none of the violations.
Witness witness(const trace::Result& r);

// The property that a witness of correctness is about: the first one of these that is proven. Nothing: there is none.
std::optional<trace::Property> proven(const trace::Result& r);

std::string specification(trace::Property p);  // "G ! data-race"
std::string quoted(const std::string& s);      // a string of YAML
// The metadata of an entry, indented; `of` tells entries apart.
std::string metadata(const trace::Result& r, trace::Property p, const std::string& version, const std::string& of);
void write_correctness(std::ostream& out, const trace::Result& r);
std::string now();                             // 2026-11-16T16:00:00Z
std::string unique_id(const std::string& of);  // a UUID

}  // namespace heddle::report
