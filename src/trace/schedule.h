// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule: who goes when, so that whatever the inputs are, nothing goes wrong. It is a tree whose leaves lead back
// to older nodes (Metzler, Suri and Weissenbacher, "Extracting safe thread schedules from incomplete model checking
// results", SPIN 2019, section 2). At a node, one of the threads that have edges there goes on; which of its edges it
// takes is for the program and its inputs to say.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/program.h"
#include "trace/result.h"

namespace heddle::trace {

struct Schedule {
  struct Edge {
    unsigned thread = 0;
    uint32_t to = 0;  // a node
    std::string file, function;
    uint32_t line = 0;
    std::string guard;                   // over the program's variables; empty: always
    std::vector<model::EventId> events;  // that the thread passes, in order
    int starts = -1;                     // a thread
  };
  struct Where {
    std::string file, function, state;  // runs, may wait, asleep, ended, stuck
    uint32_t line = 0;
    // The events to which it can come next, and whether it can end before any, whatever the values are; nothing: nobody
    // knows.
    std::optional<std::vector<model::EventId>> comes_to{};
    bool may_end = false;
  };
  struct Node {
    std::vector<Where> threads;
    std::vector<std::string> facts;  // that hold here
    std::vector<Edge> edges;
    std::optional<uint32_t> goes_on_at;  // an older node, where everything goes on
    bool ends = false;                   // all threads have ended
  };
  std::vector<std::string> threads;  // by their start procedures
  std::vector<Node> nodes;           // the first is the start of the program
  // Every endless way through it has steps of all threads that can go on. If not: of the threads that may go on at a
  // node, the one must be chosen that has gone least often.
  bool fair = true;
  unsigned rounds = 1;            // of its loops that a thread makes in one turn
  std::vector<std::string> slow;  // functions that end a turn
  unsigned replicate = 0;         // at level 2, so many rounds of a loop make one section; 0: nobody has measured
  std::string
      certificate;  // one JSON value, of the kind "tree", for a judge; its nodes are these; empty: there is none
};

// The last word about all schedules.
enum class Word : uint8_t { Safe, PartiallySafe, Unsafe, Unknown };
const char* text(Word w);

struct Scheduling {
  Word word = Word::Unknown;
  std::string reason;  // of Unknown
  std::vector<std::pair<std::string, double>> stats;
};

struct IvrFile {
  std::string file, kind;  // safe, counterexample
  double seconds = 0;
};

// Gets each schedule and each violation at once, and says whether to go on.
struct ScheduleListener {
  std::function<bool(const Schedule&)> safe;
  std::function<bool(const Violation&)> violation;
};

}  // namespace heddle::trace
