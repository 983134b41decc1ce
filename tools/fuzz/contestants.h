// SPDX-License-Identifier: GPL-3.0-or-later
// Who is judged by heddle-fuzz, and how each is asked. A contestant is an engine with its options; what it says is
// compared with the oracle's report by compare.h.
#pragma once
#include <chrono>
#include <string>
#include <vector>

#include "env/env.h"
#include "trace/result.h"

namespace heddle::fuzz {

class Comparison;
struct Findings;

struct Question {
  trace::Result (*run)(const Env& env);
  options::Options options;
  std::chrono::milliseconds time;  // of the processor
  std::string setting;             // in words; empty: as a user asks
  // It must know what the oracle knows, and gets the program that the oracle gets. The others may be unsure; they get
  // the program with wide inputs.
  bool exact = false;
};

struct Contestant {
  std::string name;
  std::vector<Question> questions;
  void (*more)(Comparison& c, Findings& out) = nullptr;  // what answers alone do not show
  bool replays = false;                                  // every violation is replayed on the real program
};

// All of them but those that replay, which takes a second or more for each violation.
const std::vector<Contestant>& all_contestants();
// "all", or names with commas between them; throws InputError.
std::vector<Contestant> contestants(const std::string& names);

}  // namespace heddle::fuzz
