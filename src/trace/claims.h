// SPDX-License-Identifier: GPL-3.0-or-later
// Claims: what a proof knows of global variables, in C. A witness of correctness is made of them.
//
// A claim may mention ghosts: variables of the witness that follow a lock. A ghost is changed by the statement that
// changes the lock, in the same step. Whether such a statement stands where the model says is for those to find out who
// read the sources; where it does not, the ghost and what mentions it are left out.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::trace {

struct ClaimPlace {
  std::string file, function;
  uint32_t line = 0, column = 0;
  std::string call;           // a call of this function begins here; empty: somewhere behind this line the body begins
  bool threads_only = false;  // main never comes here
};

struct GhostUpdate {
  ClaimPlace at;
  std::string value;
  bool needed = true;  // without it the ghost would say that a lock is free which is held
};

struct Ghost {  // an int that begins as 0 and is not 0 while the lock is held
  std::string name;
  std::vector<GhostUpdate> updates;
};

struct ClaimVariable {  // and where it is declared
  std::string name, file;
  uint32_t line = 0;
};

struct Claim {
  std::string value;  // an expression of C that is never 0
  std::vector<std::string> ghosts;
  std::vector<ClaimVariable> variables;
  bool threads_only = false;  // it holds while a thread other than main runs
  bool exactly = false;       // every update of its ghosts is needed
};

struct Claims {
  std::vector<Ghost> ghosts;
  std::vector<Claim> all;
  std::vector<ClaimPlace> places;  // where claims can be written down
  bool empty() const { return all.empty(); }
};

}  // namespace heddle::trace
