// SPDX-License-Identifier: GPL-3.0-or-later
// What the program says of its events: what they touch, what only their own thread notices, and which operations a
// schedule makes needless.
#pragma once
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/analyses.h"
#include "base/bit_set.h"
#include "model/program.h"

namespace heddle::schedule {

class Events {
 public:
  explicit Events(const model::Program& p);

  bool has(model::EventId e) const { return instrs_.count(e) != 0; }
  bool is_barrier(model::EventId e) const;
  bool is_access(model::EventId e) const;  // to a value in memory, and nothing else
  bool is_write(model::EventId e) const;   // to a value in memory, and perhaps a read of it
  // Nobody but the thread itself notices it: an input, an assumption. The run-time does not ask for it.
  bool is_silent(model::EventId e) const;
  // Inside a model: how far the standard input that the user gave has been read. The real program asks its library.
  bool reads_given_input(model::EventId e) const;
  bool is_assumption(model::EventId e) const { return any(e, model::Builtin::Assume); }
  bool begins_section(model::EventId e) const { return any(e, model::Builtin::AtomicBegin); }
  bool ends_section(model::EventId e) const { return any(e, model::Builtin::AtomicEnd); }
  // Of a library function that the real program calls as it is: its inside cannot be ordered. The name of the function.
  std::string inside_library(model::EventId e) const;
  std::string handles_signal() const;         // where the program first does
  std::string place(model::EventId e) const;  // "file.c:12 in f"
  std::vector<model::EventId> all() const;

  struct Instr {
    model::ProcId proc = 0;
    model::Pc pc = 0;
  };
  const std::vector<Instr>& instrs(model::EventId e) const { return instrs_.at(e); }
  // What else belongs to it: an instruction that moves a struct has a part for each field, of which one is the act.
  const std::vector<Instr>& other_parts(model::EventId e) const;
  const model::Instr& instr(const Instr& i) const { return p_.procedures[i.proc].code[i.pc]; }
  const model::Program& program() const { return p_; }

 private:
  bool any(model::EventId e, model::Builtin b) const;
  const model::Program& p_;
  std::map<model::EventId, std::vector<Instr>> instrs_, other_parts_;
};

// What an event touches. Two events are independent if neither writes what the other touches.
struct Touched {
  bool everything = false;
  bool access = false;  // it reads or writes memory, and does nothing else
  struct Bytes {        // of an object; size 0: all of it
    uint32_t object = 0;
    uint64_t from = 0, size = 0;
    bool write = false;
  };
  std::vector<Bytes> bytes;
};
bool are_dependent(const Touched& a, const Touched& b);

// Known from elsewhere: the two accesses have no byte in common when two threads do them that begin with these
// procedures (the first thread: ""), in executions in which nothing undefined happens. A safe schedule has no others.
using Apart = std::function<bool(model::EventId, const std::string&, model::EventId, const std::string&)>;

class Dependence {
 public:
  // Precise: constant offsets into an object are told apart.
  Dependence(const Events& events, const analysis::Analyses& analyses, bool precise);
  const Touched& of(model::EventId e);

 private:
  Touched made(model::EventId e) const;
  bool add_access(Touched& t, const Events::Instr& where) const;
  void add(Touched& t, model::ProcId f, model::ExprId address, uint64_t size, bool write) const;

  const Events& events_;
  const analysis::Analyses& analyses_;
  const bool precise_;
  std::map<model::EventId, Touched> known_;
};

// Operations that do nothing any more when every event happens in its order: mutexes and spin locks that are only
// locked and unlocked, barriers whose result nobody looks at, signals to condition variables.
std::set<model::EventId> needless(const Events& events, const analysis::Analyses& analyses);

}  // namespace heddle::schedule
