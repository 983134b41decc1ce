// SPDX-License-Identifier: GPL-3.0-or-later
// What a thread does, as one procedure of the sequential program: the procedure it begins with, everything it calls
// inlined. Before each instruction that others may notice it asks for the round in which that happens.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/analyses.h"
#include "model/loop_order.h"
#include "model/needed_locals.h"
#include "sequential/memory.h"

namespace heddle::sequential {

// What all bodies share.
struct Shop {
  const analysis::Analyses& analyses;
  const Settings& settings;
  model::Program& q;
  Memory& memory;
  std::vector<Site>& sites;
  const std::set<model::ObjectId>& left_out;
  // Objects of the sequential program.
  model::ObjectId started = 0;         // how many threads, without main
  model::ObjectId begins = 0;          // by thread: what it was started with, 24 bytes: procedure, argument, round
  model::ObjectId waits_at = 0;        // by thread: the address of the word it waits for in the loop, 0: it does not
  model::ObjectId waits_how = 0;       // by thread: Goes
  model::ObjectId waited = 0;          // by thread: it had to wait at some point of the loop
  model::ObjectId location = 0;        // where the loop began
  model::ObjectId somebody_moves = 0;  // in the loop
  model::ObjectId choices_made = 0;    // fair choices that this thread made in the loop, a bit each
  model::ObjectId choices_taken = 0;   // those of them that came out true
  std::map<std::pair<model::ProcId, model::Pc>, unsigned> choices;  // their bits
  // (address, word), by the blocks the address may be in: nobody who waits for this word goes on. Written in the end,
  // when it is known who may wait for what.
  std::map<std::vector<uint32_t>, std::unique_ptr<Assembler>> released;
  model::ProcId released_of(const std::vector<uint32_t>& blocks);
  struct Waits {
    std::set<uint32_t> blocks;  // with words that it may wait for
    std::set<uint64_t> how;     // Goes
  };
  Waits main_waits, others_wait;
  const Waits& waits_of(unsigned thread) const { return thread == 0 ? main_waits : others_wait; }
  // Where a thread stands when it enters or leaves a procedure that is not inlined.
  model::ObjectId round_kept = 0, moved_kept = 0;
  model::ObjectId told = 0;                      // nothing more is to be told of this thread
  std::vector<bool> recursive;                   // by procedure: it may call itself
  std::map<model::ProcId, model::ProcId> calls;  // the procedures that are not inlined, and what they became
  std::vector<std::unique_ptr<class Body>> unwritten;
  model::ProcId call_of(model::ProcId f);
  bool starts_threads = false, has_sections = false, has_fair_choices = false;
  std::vector<std::optional<model::NeededLocals>> needed;  // by procedure
  std::map<model::ProcId, std::vector<ExprId>> definitions;
  // What is assigned to a local of the threads, if only one assignment does that; or no expression.
  ExprId definition(model::ProcId f, model::LocalId l);

  ExprId object(model::ObjectId o) const {
    return q.exprs.intern({ExprOp::Global, static_cast<uint8_t>(q.pointer_width), 0, 0, 0, o});
  }
  ExprId word(model::ObjectId o, ExprId index) const;  // the address of its 8-byte word of this number
  uint32_t site(Site::Kind kind, model::ProcId f = model::kNone, model::Pc pc = 0) {
    sites.push_back({kind, f, pc});
    return static_cast<uint32_t>(sites.size() - 1);
  }
};

// When a thread that waits for a word goes on.
enum class Goes : uint8_t { WhenUnowned, WhenZero, WhenNot };  // the lower half is zero; the word is; it is not
ExprId goes(Terms& t, ExprId how, ExprId word);

class Body {
 public:
  enum Kind : uint8_t {
    Thread,  // (self, argument, round in which it begins)
    Call     // of a recursive procedure: (self, does it never return, arguments...)
  };
  Body(Shop& shop, model::ProcId root, Kind kind);
  model::ProcId id() const { return a_.id(); }
  void write();

 private:
  using Label = Assembler::Label;
  struct Frame {
    const Frame* caller = nullptr;
    model::ProcId proc = 0;
    model::Pc called_at = 0;                  // in the caller
    model::LocalId locals = 0;                // its first
    model::LocalId result = model::kNoLocal;  // of the caller
    Label after = 0;
    std::vector<Label> labels;
    std::shared_ptr<const model::LoopOrder> order;
    mutable std::map<ExprId, ExprId> terms;  // expressions that were translated already
  };
  struct Wait {
    Memory::Reach reach;
    ExprId address;
    Goes how;
  };

  // --- body.cpp: control
  void inline_procedure(Frame& f);
  void instruction(Frame& f, model::Pc pc);
  void call(Frame& f, model::Pc pc, model::ProcId callee);
  void call_recursive(Frame& f, model::Pc pc, model::ProcId callee);
  void keep_round();
  void take_round();
  void call_pointer(Frame& f, model::Pc pc);
  void end_thread(ExprId result);
  bool is_left_out(const model::Instr& i) const;
  bool touches_shared(model::ProcId f, const model::Instr& i);
  bool is_quiet(const Frame& f, model::Pc head);
  bool is_quiet_head(const Frame& f, model::Pc pc);
  bool pauses_at(const Frame& f, model::Pc pc);
  uint32_t rounds_of_loop(const Frame& f, model::Pc pc);
  void pause(const Frame& f, model::Pc pc, Site::Kind kind, const std::optional<Wait>& wait = {});
  void remember(uint32_t site, const std::vector<model::LocalId>& locals);
  void compare(uint32_t site, const std::vector<model::LocalId>& locals);
  std::vector<model::LocalId> live(const Frame& f, model::Pc pc);
  void each_private_word(const std::function<void(ExprId now, ExprId saved)>& f);

  // --- expressions.cpp
  ExprId expr(const Frame& f, model::ExprId e);
  ExprId translate(const Frame& f, model::ExprId e);
  model::LocalId local(const Frame& f, model::LocalId l) const { return l == model::kNoLocal ? l : f.locals + l; }
  ExprId now() { return a_.read(round_); }
  Memory::Reach reach(const Frame& f, model::ExprId address);
  std::optional<uint64_t> offset_of(const Frame& f, model::ExprId address);
  ExprId read(const Memory::Reach& to, ExprId address, unsigned width);
  void read_in(const Memory::Reach& to, ExprId address, ExprId round, model::LocalId into);
  void write(const Memory::Reach& to, ExprId address, ExprId value);
  void give(const Frame& f, model::LocalId to, ExprId value);

  // --- operations.cpp
  void memory_access(Frame& f, model::Pc pc);
  void move_block(Frame& f, model::Pc pc);
  void builtin(Frame& f, model::Pc pc);
  void note_choice(const Frame& f, model::Pc pc, ExprId value);
  void synchronise(Frame& f, model::Pc pc);
  void mutex(Frame& f, model::Pc pc);
  void rw_lock(Frame& f, model::Pc pc);
  void semaphore(Frame& f, model::Pc pc);
  void condition_wait(Frame& f, model::Pc pc);
  void wake(Frame& f, model::Pc pc);
  void barrier(Frame& f, model::Pc pc);
  void allocate(Frame& f, model::Pc pc);
  void release_block(Frame& f, model::Pc pc);
  void start(Frame& f, model::Pc pc);
  void join(Frame& f, model::Pc pc);
  ExprId lock_mutex(const Frame& f, model::ExprId mutex, int failure);  // what it returns
  void release_mutex(const Frame& f, model::ExprId mutex);              // to sleep
  void set_word(const Memory::Reach& to, ExprId address, ExprId word);  // and tell those who wait for it
  ExprId mutex_kind(const Frame& f, model::ExprId which);
  bool may_be_special(const Memory::Reach& to);           // a mutex of another kind than the normal one
  ExprId thread_word(ExprId thread, Memory::Word which);  // its address

  const model::Instr& at(const Frame& f, model::Pc pc) const { return p_.procedures[f.proc].code[pc]; }
  ExprId self(unsigned width) { return t_.wide(a_.read(self_), width); }

  Shop& shop_;
  const model::Program& p_;
  model::Program& q_;
  const model::ProcId root_;
  const Kind kind_;
  Assembler a_;
  Terms t_;
  model::LocalId self_, argument_ = 0, stays_ = 0, first_ = 0, round_ = 0, moved_ = 0, depth_ = 0;
  Label exit_ = 0;
  std::map<model::LocalId, model::ObjectId> remembered_;
};

}  // namespace heddle::sequential
