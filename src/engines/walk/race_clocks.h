// SPDX-License-Identifier: GPL-3.0-or-later
// Which accesses nothing orders, while an execution goes on: vector clocks (Mattern 1989), and for every word of memory
// the last access of each kind by each thread (in the manner of Flanagan and Freund, "FastTrack", PLDI 2009, without
// its short cuts). What is found here is shown again by semantics/race_check.h.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "semantics/happenings.h"
#include "semantics/identities.h"

namespace heddle::walk {

class RaceClocks {
 public:
  RaceClocks();
  // What one step did. The places of two accesses, if nothing orders the one of this step after an earlier one.
  std::optional<std::string> step(std::vector<semantics::Happening>& happenings, const semantics::Machine& machine);

 private:
  using Clock = std::vector<uint32_t>;  // by thread, in the order of their creation
  struct Thread {
    Clock now, read, fenced;  // read: by operations that do not acquire; fenced: at the last release fence
  };
  struct Past {
    unsigned thread = 0;
    uint32_t time = 0;
    semantics::Access access;
    model::Position pos;
  };
  struct Released {
    uint32_t offset = 0, size = 0;
    Clock clock;
  };
  struct Object {
    std::unordered_map<uint32_t, std::vector<Past>> words;
    std::vector<Past> large;
    std::vector<Released> released;
  };

  unsigned number(unsigned slot);
  void begin(unsigned thread);
  void learn(const semantics::Happening& h, unsigned me);
  void touch(const semantics::Happening& h, unsigned me);
  void look_and_keep(std::vector<Past>& there, const Past& access, bool keep);

  std::vector<Thread> threads_;
  std::unordered_map<unsigned, unsigned> of_slot_;
  unsigned last_ = 0;
  std::unordered_map<uint32_t, Object> objects_;  // by identity
  semantics::Identities identities_;
  std::optional<std::string> found_;
};

}  // namespace heddle::walk
