// SPDX-License-Identifier: GPL-3.0-or-later
// From a place to the next ones: every way that the program allows, as SMT-LIB text. A way that does something
// undefined, something that is not understood here, or something that the map does not have is a fault with its
// condition: who judges must show that the condition is never met.
#pragma once
#include <functional>

#include "judge/steps/places.h"

namespace heddle::judge::steps {

class Walker {
 public:
  Walker(const model::Program& p, const Map& map, Names& names);

  Ways from(const Place& place);
  // What a slot holds before anybody has written it: of shared ones at the start of the program, of others for a thread
  // that has not touched it.
  Value initial(const Slot& s) const;
  bool is_shared(uint32_t object) const;  // others may get at it
  // May a thread that rests there still read the local before it assigns it?
  bool is_live(const Slot& local, const Spot& at);
  Numbers& numbers() { return numbers_; }

 private:
  struct Decision {  // a way that must be walked several times
    std::vector<Truth> cases;
    std::string about;           // each case says whether this condition is true
    std::optional<Slot> word{};  // or which of its targets this word holds
  };
  struct Refused {  // this way is not followed any further
    std::string why;
  };
  struct Path {
    Spot at;
    Premises premises;
    std::map<Slot, Value> mine, shared, past, stale;
    std::vector<Start> starts;
    std::vector<RoleId> joins;
    unsigned section = 0;
    bool begins = true;        // nothing was executed yet
    bool moved = false;        // something visible was done
    std::vector<Truth> under;  // of a value that is computed only then
    std::map<std::string, bool> decided;
    std::map<Slot, size_t> holds;  // words that hold one of their targets
    std::set<Spot> passed;
    model::Position pos;
  };

  // walker.cpp: control
  void follow(Path path);
  void rest(const Path& path);
  void fault(const Path& path, const Premises& premises, const std::string& what, Fault::Kind kind);
  bool one(Path& path);  // false: other paths go on instead, or none
  void go(const Path& path, const Truth& when, model::Pc to);
  void enter(Path& path, model::ProcId callee, const std::vector<Value>& arguments);
  void leave(Path& path, std::optional<Value> result);
  void forget_frame(Path& path, FrameId f);
  std::vector<uint32_t> ended_by(Path& path, const model::Instr& i);  // a ScopeEnd
  void end_variable(Path& path, uint32_t object);
  void end_thread(Path& path);
  void get_stuck(Path path);
  bool is_visible(Path& path);
  Calls calls_to(FrameId f) const;
  const model::Procedure& procedure(FrameId f) const { return p_.procedures[frames_[f].proc]; }
  const model::Instr& instr(const Spot& s) const { return procedure(s.frame).code[s.pc]; }
  bool repeats(FrameId f, model::Pc pc) const;  // may the instruction be executed more than once?

  // values.cpp: expressions
  Value eval(Path& path, model::ExprId e);
  Value select(Path& path, const model::Expr& e);
  Value binary(Path& path, const model::Expr& e, const Value& a, const Value& b);
  Value on_address(Path& path, const model::Expr& e, const Value& a, const Value& b);
  Number number_of(const Value& v) const;
  Number number_at(Path& path, model::ExprId e) { return number_of(eval(path, e)); }
  Truth truth_at(Path& path, model::ExprId e);
  void consume(Path& path, const model::Instr& i);
  void undefined_if(Path& path, const Truth& when, const std::string& why);
  bool is_null(const Value& v) const { return v.kind == Value::Number && v.number.n == steps::number(0); }
  void assign(Path& path, model::LocalId l, Value v);
  void assign_int(Path& path, model::LocalId l, int v);
  Value value(Number n) const { return {Value::Number, std::move(n), 0, std::nullopt}; }
  Value constant(uint64_t bits, unsigned width) const { return value(numbers_.constant(bits, width)); }
  Value address(uint32_t object, Int offset) const;
  Value nothing(unsigned width) const { return {Value::Nothing, numbers_.constant(0, width), 0, std::nullopt}; }
  Value mixed(unsigned width) const { return {Value::Mixed, numbers_.constant(0, width), 0, std::nullopt}; }

  // memory.cpp: objects and words
  bool is_static(uint32_t object) const { return object < p_.objects.size(); }
  bool is_heap(uint32_t object) const { return !is_static(object) && map_.objects.at(object).heap; }
  bool is_constant(uint32_t object) const { return is_static(object) && p_.objects[object].constant; }
  bool is_visible(uint32_t object) const { return is_shared(object) && !is_constant(object); }
  bool is_blurred(uint32_t object) const { return map_.blurred.count(object) != 0; }
  bool may_hold_address(uint32_t object) const;
  uint64_t size_of(uint32_t object) const;
  uint32_t make(Path& path, bool heap, bool zeroed, uint64_t size);
  bool in_frame(uint32_t object, FrameId f) const;
  void must_live(Path& path, uint32_t object);
  void stays_there(uint32_t object) const;
  void expose(const Value& v) const;
  void reach(Path& path, const Value& address, uint64_t bytes, bool write);
  Value load(Path& path, const Value& address, unsigned width);
  void store(Path& path, const Value& address, unsigned width, const Value& v);
  void store_handle(Path& path, const Slot& word, const Value& v);
  bool is_mine(const Slot& s) const;
  Value read(Path& path, const Slot& s);
  void write(Path& path, const Slot& s, const Value& v);
  std::optional<size_t> index_of(const Shared& s, const Value& v) const;
  void claim_word(const Slot& s);
  void note_access(Path& path, const Value& address, uint64_t bytes, bool write, bool atomic);
  void load_or_store(Path& path, const model::Instr& i);
  void update(Path& path, const model::Instr& i);
  void compare_and_swap(Path& path, const model::Instr& i);
  void bulk(Path& path, const model::Instr& i);

  // operations.cpp: library operations; locks.cpp: what synchronises
  bool operation(Path& path, const model::Instr& i);
  void allocate(Path& path, const model::Instr& i);
  void release(Path& path, const model::Instr& i);
  void create(Path& path, const model::Instr& i);
  RoleId role_of(model::ProcId start, const Value& argument, const Spot& at) const;
  void join(Path& path, const model::Instr& i);
  using Effect = std::function<void(Path&)>;
  void outcome(const Path& path, const model::Instr& i, const Truth& when, int result, const Effect& effect = {});
  Term state(Path& path, const Slot& s) { return number_of(read(path, s)).n; }
  void set(Path& path, const Slot& s, const Term& n) { write(path, s, value({n, 32, true})); }
  void synchronise(Path& path, const model::Instr& i);
  std::pair<uint32_t, uint32_t> place_of_lock(Path& path, model::ExprId e, model::Synchronises what);
  void mutex(Path& path, const model::Instr& i, uint32_t object, uint32_t at);
  void rwlock(Path& path, const model::Instr& i, uint32_t object, uint32_t at);
  void semaphore(Path& path, const model::Instr& i, uint32_t object, uint32_t at);
  void barrier(Path& path, const model::Instr& i, uint32_t object, uint32_t at);
  void condition(Path& path, const model::Instr& i, uint32_t object, uint32_t at);
  void wait(Path& path, const model::Instr& i);

  const model::Program& p_;
  const Map& map_;
  Numbers numbers_;
  std::vector<Frame> frames_;
  std::map<std::tuple<FrameId, model::Pc, model::ProcId>, FrameId> frame_ids_;
  std::map<model::ProcId, std::vector<std::vector<model::LocalId>>> live_;
  std::map<std::pair<Calls, model::Pc>, uint32_t> made_at_;
  std::map<uint32_t, std::set<std::pair<uint32_t, uint32_t>>> words_;  // of an object: offset, and what is there
  Ways ways_;
  std::vector<Path> paths_;
  RoleId role_ = 0;  // of the place
};

}  // namespace heddle::judge::steps
