// SPDX-License-Identifier: GPL-3.0-or-later
// All ways through a procedure at once, as terms. Where ways meet, values become case distinctions; at the header of a
// loop, whatever the loop changes becomes any value that the loop's invariants allow, so that one passage stands for
// every round. Procedures without loops are followed into; of others only what they may write is known. Memory that
// other threads may write holds any value.
//
// In: a procedure. Out, for each of its loops: the entry, the state at the header, and the state one round later,
// handed to whoever judges the loop (measures.h).
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "engines/ranking/loops.h"
#include "engines/ranking/reach.h"
#include "engines/ranking/terms.h"

namespace heddle::ranking {

struct Env {
  z3::Term guard;  // how one comes here
  std::vector<z3::Term> locals, cells;
};

// A term that may tell how far a loop has come.
struct Hint {
  z3::Term left, right;  // compared with each other; an address has the right side 0
  std::string text;
  bool address;
};

// One round of a loop.
struct Round {
  const Loop* loop;
  Env entry;                // before the first round
  Env header;               // at the beginning of any round
  std::optional<Env> back;  // at its end, where it goes on
  unsigned first_constant;  // constants from here to last_constant are the state at the header; newer ones belong to
                            // the round
  unsigned last_constant;
  size_t first_fact;  // facts from here on are about such constants
  std::vector<Hint> hints;
};

class Passage {
 public:
  struct Judge {
    std::function<std::vector<z3::Term>(const Round&)> invariants;  // facts about the header's state
    std::function<void(const Round&)> measure;
  };
  Passage(const model::Program& p, const Reach& reach, Terms& terms, model::ProcId f, Judge judge,
          std::function<bool()> stop);
  void run();

 private:
  struct Way {  // what came out of a part of the procedure
    std::optional<Env> back;
    std::map<model::Pc, Env> exits;
    std::optional<Env> returned;
    std::optional<z3::Term> result;
  };
  struct Frame {
    model::ProcId proc;
    const Loops* loops;
    std::vector<uint32_t> rank;  // by pc: place in Loops::order
  };
  Frame frame_of(model::ProcId f);
  Env fresh_env(model::ProcId f);
  Way pass(const Frame& fr, const Loop* within, model::Pc at, Env env, bool quiet);
  Way through(const Frame& fr, const Loop& loop, const Env& entry, bool quiet);
  void forget(const Frame& fr, const Loop& loop, Env& env);
  void forget_cells(Env& env, const base::BitSet& objects);
  void deliver(const Frame& fr, const Loop* within, model::Pc to, Env env, std::map<uint32_t, Env>& pending, Way& way);
  static void merge(std::optional<Env>& into, Env&& env);
  void merge_result(Way& way, Env&& env, std::optional<z3::Term> value);
  void step(const Frame& fr, const Loop* within, model::Pc pc, Env env, std::map<uint32_t, Env>& pending, Way& way);
  void perform(const Frame& fr, const model::Instr& i, model::Pc pc, Env& env);
  bool call(const Frame& fr, const model::Instr& i, Env& env);
  void assign(const Frame& fr, Env& env, model::LocalId l, const z3::Term& v);
  void access(const Env& env, const model::Instr& i, Env& after);
  void note(const Frame& fr, const Env& env, model::ExprId condition);
  std::optional<size_t> cell_at(model::ProcId f, model::ExprId address, unsigned width) const;

  const model::Program& program_;
  const Reach& reach_;
  Terms& terms_;
  const model::ProcId proc_;
  const Judge judge_;
  const std::function<bool()> stop_;
  std::map<model::ProcId, Loops> loops_;
  std::vector<Cell> cells_;
  std::vector<Hint> hints_;
  unsigned depth_ = 0;  // of calls that are followed
};

struct Stopped {};

}  // namespace heddle::ranking
