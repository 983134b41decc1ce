// SPDX-License-Identifier: GPL-3.0-or-later
// The program schedule (Metzler, Suri and Weissenbacher, SPIN 2019, Definitions 32 to 38): a graph whose edges are
// sections. A section is a path of the automaton without a branching; its section schedule is the partial order of its
// events in which dependent ones keep their order, written as vector clocks. Behind a section stands the next one, or a
// decision: the guard of what follows is asked of the thread whose step it is.
//
// At level 2 there are stretches, too (stretches.h): one thread goes alone, through branchings, and nobody is told
// which way it goes before it is through.
#pragma once
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "schedule/automaton.h"
#include "schedule/events.h"

namespace heddle::schedule {

using UnitId = uint32_t;
inline constexpr UnitId kNone = UINT32_MAX;

struct Need {  // in the same section, `thread` has done `count` of its events
  unsigned thread = 0;
  uint32_t count = 0;
  auto operator<=>(const Need&) const = default;
};

struct Unit {
  enum Kind : uint8_t { Section, Decision, Choice, Over, Stretch } kind = Over;
  struct Event {
    unsigned thread = 0;
    Key key = 0;
    int starts = -1;
    bool elided = false;  // the operation itself is left out
    bool loose = false;   // it needs nobody, and nobody needs it
    bool counts = false;  // somebody may wait for it
    std::vector<Need> needs;
  };
  std::vector<Event> events;  // Section: in the order of the path
  std::vector<Need> ends;     // Section: when it is done
  struct Step {               // Stretch: an event that the thread may come to, and where that leads
    Key key = 0;
    bool elided = false;
    uint32_t then = 0;      // a place of the stretch
    UnitId leaves = kNone;  // instead: it is the last event, and this unit follows
  };
  std::vector<std::vector<Step>> places{};        // Stretch: the first is where it begins
  UnitId next = 0;                                // Section, Stretch; kNone: it is told when the stretch is over
  UnitId like = kNone;                            // Section, Stretch: its events are those of that unit before it
  unsigned thread = 0;                            // Decision: who is asked; Stretch: who goes
  std::vector<std::pair<uint32_t, UnitId>> ways;  // Decision: by key; Choice: by thread
};

struct ProgramSchedule {
  std::vector<Unit> units;  // the first is the beginning
  std::vector<std::string> threads;
  unsigned level = 0;
  bool fair = true;
  // Where a running program can change over to another schedule: all before it has happened, and the next unit is
  // published. With the state of the automaton there.
  std::vector<std::pair<UnitId, StateId>> stops{};
  std::map<StateId, UnitId> begins{};  // the unit that goes on from a state
};

struct Wanted {
  unsigned level = 0;        // 0: in sequence; 1: independent events in any order; 2: longer sections, more precise
  unsigned replication = 8;  // level 2: how many rounds one section has
  bool may_elide = true;     // from level 1 on
  bool may_change = false;   // a running program may change over to a later schedule: no ring without a stop
  Apart apart{};             // level 2; empty: nothing is known
};

ProgramSchedule program_schedule(const Automaton& a, const Events& events, const analysis::Analyses& analyses,
                                 const Wanted& wanted);

// As text, and for Graphviz.
std::string text(const ProgramSchedule& s, const Events& events);
std::string dot(const ProgramSchedule& s, const Events& events);

}  // namespace heddle::schedule
