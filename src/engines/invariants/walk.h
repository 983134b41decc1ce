// SPDX-License-Identifier: GPL-3.0-or-later
// The analysis itself: every procedure is walked through in every situation it is called in, for every abstract thread,
// until nothing new comes up. What threads share is kept beside: each abstract object has one content for all times and
// all threads, so what other threads do needs no interleaving. (Thread-modular analysis; the contexts are those of
// Goblint: Vojdani and others, "Static race detection for device drivers: the Goblint approach", ASE 2016.)
//
// It holds for executions in which nothing undefined happens, under any number of threads, rounds and inputs. What is
// read and was never initialised has no value then. Asked for any value, the analysis takes it for `any`, and holds for
// executions that read memory which was never initialised, too (uninitialised.cpp).
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/analyses.h"
#include "base/budget.h"
#include "engines/invariants/state.h"
#include "engines/invariants/threads.h"
#include "model/loop_order.h"

namespace heddle::invariants {

// While `lock[x]` is held, `data[x]` is accessed: both addresses are those of one object plus a distance plus so many
// times the same number.
struct Indexed {
  Thing lock;
  int64_t lock_distance = 0, lock_scale = 0, distance = 0, scale = 0;
  bool reads = false;
  auto operator<=>(const Indexed&) const = default;
};

struct Access {
  Thing thing;
  Numbers offset;
  uint64_t bytes = 0;
  bool write = false, atomic = false;
  ThreadId thread = 0;
  std::vector<Held> locks;                       // that are known by their objects
  std::vector<std::pair<int64_t, bool>> beside;  // locks so many bytes from here; whether for reading
  std::vector<Indexed> indexed;
  Threads started, over;
  model::Position pos;
  model::EventId event = 0;
  Share share;  // of the offset
  // Of a share of main: procedures that threads may have been started with in this round, and threads of which the one
  // that goes by the same value of the counter is over.
  std::set<model::ProcId> round = {};
  Threads waited_for = {};
  auto operator<=>(const Access& o) const {
    return std::tie(thing, offset, bytes, write, atomic, thread, locks, beside, indexed, started, over, pos.file,
                    pos.line, pos.column, event, share, round, waited_for) <=>
           std::tie(o.thing, o.offset, o.bytes, o.write, o.atomic, o.thread, o.locks, o.beside, o.indexed, o.started,
                    o.over, o.pos.file, o.pos.line, o.pos.column, o.event, o.share, o.round, o.waited_for);
  }
  bool operator==(const Access& o) const { return (*this <=> o) == 0; }
};

struct ErrorCall {
  model::Position pos;
  model::EventId event = 0;
};

// A step at which a thread may have to wait, and what it holds then.
struct Wait {
  ThreadId thread = 0;
  std::optional<ThreadId> end_of;                                    // waits for this thread; else for a lock
  std::vector<std::pair<Thing, std::optional<int64_t>>> lock, held;  // objects and offsets that it may be
  std::vector<Held> gates;  // locks that it holds and that are known by their objects
  Threads started, over;
  model::Position pos;
  model::EventId event = 0;
  auto operator<=>(const Wait& o) const {
    return std::tie(thread, end_of, lock, held, gates, started, over, pos.file, pos.line, pos.column, event) <=>
           std::tie(o.thread, o.end_of, o.lock, o.held, o.gates, o.started, o.over, o.pos.file, o.pos.line,
                    o.pos.column, o.event);
  }
  bool operator==(const Wait& o) const { return (*this <=> o) == 0; }
};

// A place where a thread may stay for ever: asleep, waiting for the end of another thread, or at its own end.
struct Rest {
  enum Kind : uint8_t { OnCondition, Otherwise, Join, End } kind = End;
  ThreadId thread = 0;
  std::optional<Notice> condition;  // `all` is not used
  Lock mutex;                       // of the condition
  std::map<Word, Numbers> seen;     // with the mutex, just before
  std::vector<ThreadId> end_of;     // of one of these
  model::Position pos;
  Situation at;
  std::set<Word> perhaps;  // flags that the thread may have set
  auto operator<=>(const Rest& o) const {
    return std::tie(kind, thread, condition, mutex, seen, end_of, at, perhaps, pos.file, pos.line, pos.column) <=>
           std::tie(o.kind, o.thread, o.condition, o.mutex, o.seen, o.end_of, o.at, o.perhaps, o.pos.file, o.pos.line,
                    o.pos.column);
  }
  bool operator==(const Rest& o) const { return (*this <=> o) == 0; }
};

// What is known of all executions of a step that writes, since threads run.
struct Write {
  Value value;
  std::optional<std::set<Lock>> locks;      // held each time; absent: it does not happen
  std::optional<std::set<Notice>> notices;  // given each time before the thread rests; absent: it never does
};

struct GivesUp {
  std::string why;
  bool unmodelled = false;
  std::string name = {};  // of what has no model
};

// What is read where nobody has written.
enum class Uninitialised : uint8_t { NoValue, AnyValue };

class Walk {
 public:
  Walk(const analysis::Analyses& analyses, base::Budget& budget, Uninitialised reads = Uninitialised::NoValue);
  // Throws GivesUp, or analysis::OutOfBudget.
  void run();

  const std::set<Access>& accesses() const { return accesses_; }
  const std::set<Wait>& waits() const { return waits_; }
  // Why the waits are not all there is to say about deadlocks; empty: they are.
  const std::string& other_waits() const { return other_waits_; }
  const std::set<Rest>& rests() const { return rests_; }
  const std::map<WriteId, Write>& writes() const { return writes_; }
  const std::map<Word, int64_t>& flags() const { return flags_; }
  // What the word may have been when the first thread was started.
  Value at_start(const Word& w) const;
  // Threads that may wait on a condition variable, also with a time limit; absent: on some that are not known.
  const std::optional<std::map<Notice, Threads>>& waiters() const { return waiters_; }
  const ThreadTable& threads() const { return threads_; }
  // Where an address is handed over without ordering what was written behind it before, if that happens.
  const std::optional<model::Position>& hands_over_weakly() const { return hands_over_weakly_; }
  // Error calls that were not excluded, the first one that was met first.
  const std::vector<ErrorCall>& failures() const { return failures_; }
  // The first place at which a memory error, or something else that is undefined, was not excluded.
  const std::optional<model::Position>& doubt() const { return doubt_; }
  // With Uninitialised::AnyValue: the first place that may read memory that was never initialised; and the first at
  // which something without a value was not excluded, of which nothing can be said.
  const std::optional<model::Position>& reads_uninitialised() const { return reads_uninitialised_; }
  const std::optional<model::Position>& without_value() const { return without_value_; }
  // What is known of a static object that several threads touch, when the walk has ended.
  bool threads_share(model::ObjectId o) const { return !only_main_[o]; }
  Value ever(model::ObjectId o, int64_t offset, unsigned bytes) const;
  // The locks that every writer holds while threads other than main run, and what is there while one of them is free.
  std::set<Lock> guards(model::ObjectId o) const { return guards_[o].value_or(std::set<Lock>{}); }
  Value while_free(const Lock& l, model::ObjectId o, int64_t offset, unsigned bytes) const;
  // While threads other than main run, if none of them writes the object.
  Value since_start(model::ObjectId o, int64_t offset, unsigned bytes) const;
  bool runs(model::ProcId f) const;
  bool main_runs(model::ProcId f) const;
  uint64_t steps() const { return steps_; }
  size_t contexts() const { return contexts_.size(); }
  unsigned rounds() const { return round_; }

 private:
  using Things = std::vector<std::pair<Thing, Numbers>>;
  struct Exit {
    State state;  // the locals are gone
    Value result;
    std::vector<Value> parameters;  // what is known about them now: whoever comes back has passed the checks
    std::optional<Word> copy_of;    // what the result was found as
  };
  using Exits = std::map<Situation, Exit>;
  struct ContextKey {
    ThreadId thread;
    model::ProcId proc;
    Situation at;
    std::vector<Value> arguments;
    std::set<Thing> made;  // of what the procedure makes: a second call makes a second object
    auto operator<=>(const ContextKey&) const = default;
  };
  struct Context {
    State entry;
    Exits exits;
    unsigned walked = 0;  // in that round, last
    bool walking = false;
  };
  // Conditions that are needed later and known to hold, or not to hold.
  using Conditions = std::vector<std::pair<model::LocalId, bool>>;
  using PointKey = std::pair<Situation, Conditions>;
  struct Point {
    State state;
    unsigned visits = 0;
    bool due = false;
  };
  struct Body {  // of a procedure that is being walked through
    ThreadId thread;
    model::ProcId proc;
    const model::Procedure& code;
    model::Position from;        // in the user's code, where this is library code
    std::set<Thing> entry_made;  // before it began
    std::map<model::Pc, std::map<PointKey, Point>> points;
    std::set<std::pair<uint32_t, model::Pc>> due;  // by position in the order
    std::set<model::Pc> coarse;                    // too many situations: one state for all
    Exits exits;
  };
  struct Next {
    model::Pc pc;
    State state;
  };

  // walk.cpp
  void walk_thread(ThreadId t);
  const Exits& enter(ThreadId t, model::ProcId f, State entry, model::Position from);
  void walk_body(Body& b, const State& entry);
  bool meet_at(const Body& b, model::Pc pc) const;
  Conditions conditions(const Body& b, model::Pc pc, const State& s);
  const std::vector<model::LocalId>& live(const Body& b, model::Pc pc);
  void arrive(Body& b, model::Pc pc, State s);
  void follow(Body& b, model::Pc pc, State s);
  void step(Body& b, model::Pc pc, State& s, std::vector<Next>& next);
  void call(Body& b, model::Pc pc, State& s, const model::Instr& i, model::ProcId callee, std::vector<Next>& next);
  void come_back(Body& b, State& s, const model::Instr& i);
  void leave(Body& b, State s, const Value& result, const std::optional<Word>& copy_of);
  void end_thread(ThreadId t, State s, const Value& result, model::Position from);
  bool join_states(State& into, State& from, const model::Procedure& code, bool widening);
  bool join_memory(State& into, State& from);
  void pay();

  // builtins.cpp
  void builtin(Body& b, model::Pc pc, State& s, const model::Instr& i, std::vector<Next>& next);
  void use_as_lock(const Body& b, State& s, const model::Instr& i, size_t argument, Things at);
  void start_thread(Body& b, State& s, const model::Instr& i);
  void wait_for_end(const Body& b, State& s, const model::Instr& i, const Value& handle);
  bool end_of_thread(State& s, const Value& handle);  // false: it never ends
  void lock(Body& b, model::Pc pc, State& s, const model::Instr& i, bool reads, std::vector<Next>& next);
  void unlock(Body& b, State& s, const model::Instr& i);

  // guards.cpp
  static bool alone(const State& s) { return s.thread == 0 && s.at.started.empty(); }
  bool everyone_is_over(const State& s) const;
  bool protects(const Lock& l, model::ObjectId o) const;
  void look_at_guards();
  void acquire(State& s, const Lock& l);
  void release(State& s, const Lock& l);                          // it is still held
  void release_all(State& s);                                     // whoever comes next may find what is there now
  void settle(State& s);                                          // what is not guarded any more
  void wait_without(State& s, const std::optional<Lock>& mutex);  // and have it again
  void hand_over(model::ObjectId o, const Content& content);
  const Content* found(const Lock& l, model::ObjectId o) const;  // by whoever gets it
  void write_unguarded(model::ObjectId o, const std::function<bool(Content&)>& write);
  void written(const State& s, model::ObjectId o);
  const Content* guarded(const State& s, const Thing& t) const;
  bool join_guarded(State& into, const State& from);

  // notices.cpp
  void look_at_waits();
  void saw(State& s, model::LocalId l, const Things& at, unsigned bytes) const;
  void learn(State& s, model::LocalId l) const;
  void wrote(State& s, const Thing& t, const Numbers& offset, uint64_t bytes, const Value& v, bool surely);
  void forget_seen(State& s, const std::optional<Lock>& released) const;  // absent: perhaps all locks
  static std::optional<Notice> condition_at(const Value& address);
  void notify(const Body& b, State& s, const model::Instr& i);
  void rest(const Body& b, State& s, const model::Instr& i, Rest r);
  void rest(State& s, Rest r);
  bool join_seen(State& into, const State& from, bool widening) const;
  bool join_notices(State& into, const State& from) const;
  void look_for_flags();

  // uninitialised.cpp
  void look_at_sites();
  Value never_written(const Thing& t, const Content& c, const Numbers& offset, unsigned bytes,
                      Uninitialised reads) const;
  void destroyed(const Things& at, uint64_t bytes);
  bool was_destroyed(const Things& at, uint64_t bytes) const;
  void reads_memory(const Body& b, const State& s, const model::Instr& i, const Things& at,
                    std::optional<unsigned> bytes);
  void doubt_values(const Body& b, const State& s, const model::Instr& i);
  void doubt_value(const model::Position& at);
  void know_where(const Body& b, const model::Instr& i, model::ExprId e, const Value& address) const;
  void lead_nowhere(const Body& b, const model::Instr& i, const Value& address);

  // teams.cpp
  void look_at_counters();
  std::optional<Share> linear(const Body& b, const State& s, model::ExprId e, unsigned depth) const;
  std::optional<Share> share_of(const Body& b, const State& s, model::ExprId e) const;
  std::optional<std::pair<Root, Row>> row_of(const Body& b, const State& s, model::ExprId address,
                                             const Things& at) const;
  bool join_shares(State& into, const State& from, bool widening) const;
  static void forget_share(State& s, model::LocalId l);
  void count(State& s, Root counter, bool first, const Value& v, const std::optional<Share>& share);
  void assign_shares(const Body& b, model::Pc pc, State& s, const model::Instr& i,
                     const std::vector<std::optional<Share>>& shares);
  void fetch(State& s, model::LocalId l, const Things& at, const std::optional<std::pair<Root, Row>>& row) const;
  void keep(const Body& b, State& s, const model::Instr& i, const Things& at,
            const std::map<Root, Round>& before) const;
  void join_team(const Body& b, State& s, const model::Instr& i, ThreadId t, bool certain,
                 const std::optional<Share>& argument);
  static void wait_later(State& s);
  static void has_started(State& s, const std::vector<model::ProcId>& begins_with, const Things& handle);
  void waited(State& s, const model::Instr& i) const;
  bool has_handles_at(const State& s, const Thread& thread, Root counter, const Rows& rows) const;
  Threads waited_for(const State& s, const Round& r) const;
  void all_are_over(State& s, Root counter, const Below& at_least);
  void pass_shares(const Body& b, const State& s, const model::Instr& i, State& entry) const;
  static void take_share(State& s, const model::Instr& i, const Rounds& found);
  model::ExprId strip(const Body& b, const State& s, model::ExprId e, int64_t& added) const;
  void trim(const Body& b, State& s, model::ExprId local) const;
  void learn_of_counters(const Body& b, State& s, model::ExprId condition, bool holds);

  // memory
  Things things(const Body& b, const State& s, model::ExprId address, const Value& v) const;
  Value load(const State& s, const Things& at, unsigned bytes) const { return load(s, at, bytes, uninitialised_); }
  Value load(const State& s, const Things& at, unsigned bytes, Uninitialised reads) const;
  Value load_one(const State& s, const Thing& t, const Numbers& offset, unsigned bytes, Uninitialised reads) const;
  Value first_value(const Thing& t, const Numbers& offset, unsigned bytes) const;
  void store(const Body& b, State& s, const Things& at, bool surely, unsigned bytes, model::ExprId what, Value v);
  void blur(const Body& b, State& s, const Things& at);
  void copy(const Body& b, State& s, const Things& to, const Things& from);
  void escape(State& s, const Thing& fresh);
  void escape(const Body& b, State& s, const Value& v, model::ExprId e);
  void escape_all(State& s);
  Value make(Body& b, State& s, const model::Instr& i, Content::Begins begins, std::optional<int64_t> size);
  void record(const Body& b, const State& s, const model::Instr& i, const Things& at, const Name& name, uint64_t bytes,
              bool write, bool atomic, const std::optional<Share>& share = {});
  bool nobody_else_knows(const Thing& t) const;

  // indexed.cpp
  struct Element {  // an address: `base` plus `distance` plus `scale` times the value of the expression
    Thing base;
    model::ExprId index = 0;
    int64_t distance = 0, scale = 0;
  };
  std::optional<Element> element(const Body& b, const State& s, const Name& address) const;
  static bool add_distance(__int128 distance, Element& to);
  static bool add_index(model::ExprId x, __int128 factor, Element& to);
  bool add_term(const Body& b, const State& s, model::ExprId e, __int128 factor, Element& to, bool& has_base) const;
  std::vector<Indexed> indexed(const Body& b, const State& s, const Name& address, const Thing& t,
                               uint64_t bytes) const;
  Value read_static(const Content& content, model::ObjectId o, int64_t offset, unsigned bytes) const;
  bool single(const Thing& t) const;  // there is one such object at a time

  // expressions
  Value evaluate(const Body& b, const State& s, model::ExprId e) const;
  Value combine(const Body& b, const State& s, const model::Expr& e) const;
  Name name_of(const State& s, model::ExprId e) const;
  bool refine(const Body& b, State& s, model::ExprId condition, bool holds, unsigned depth = 0) const;  // false: never
  bool restrict(const Body& b, State& s, model::ExprId e, const Numbers& to, unsigned depth) const;
  bool restrict_out(State& s, model::ExprId e, int64_t but) const;
  void assign(State& s, model::LocalId l, Value v, Name n) const;
  bool mentions(model::ExprId e, model::LocalId l) const;
  void forget_name(State& s, model::LocalId l) const;

  // doubts.cpp
  void look_at_order(const Body& b, const model::Instr& i, const Value& v);
  static bool leads_to(const Value& v, const Thing& t);
  static bool known_in_memory(const State& s, const Thing& t);
  bool still_known(const Body& b, model::Pc pc, const State& s, const Thing& t);  // behind pc
  void doubt(const Body& b, const model::Instr& i);
  void wait(const Body& b, const State& s, const model::Instr& i, const Value& lock, std::optional<ThreadId> end_of);
  void fail(const Body& b, const model::Instr& i);
  void wait_otherwise(const Body& b, const model::Instr& i, const std::string& why);
  void wait_on_condition(const Body& b, State& s, const model::Instr& i);
  void sleep(const Body& b, State& s, const model::Instr& i, const std::string& why, Rest r);
  void lose_lock(State& s) const;                                                      // that may still be held
  void drop_locks_at(const Body& b, State& s, model::ExprId e, const Value& address);  // that may be there
  void doubt_operands(const Body& b, const State& s, model::Pc pc);
  void doubt_addresses(const Body& b, const State& s, const model::Instr& i);
  void doubt_access(const Body& b, const State& s, const model::Instr& i, const Value& address, uint64_t bytes,
                    bool write);
  void doubt_content(const Body& b, const State& s, const model::Instr& i, const Value& address, unsigned bytes);
  void doubt_lock(const Body& b, const State& s, const model::Instr& i, size_t argument);
  bool holds(const State& s, const Value& address, const Name& n) const;
  static bool is(const Held& h, const Value& address, const Name& n);  // for sure

  model::Position position(const Body& b, const model::Instr& i) const;
  void look_at_calls();
  void look_at_statics();
  Thing static_thing(model::ObjectId o) const { return {Thing::Static, o, 0, 0, only_main_[o]}; }

  const model::Program& p_;
  const analysis::Analyses& analyses_;
  const analysis::PointsTo& points_to_;
  base::Budget& budget_;
  const Uninitialised uninitialised_;
  ThreadTable threads_;
  std::map<ContextKey, Context> contexts_;
  std::map<std::pair<ThreadId, model::ProcId>, unsigned> context_count_;
  std::map<Thing, Content> shared_;
  std::vector<bool> may_be_guarded_;                      // by ObjectId
  std::vector<std::optional<std::set<Lock>>> guards_;     // by ObjectId; absent: nobody has written it yet
  std::vector<unsigned> guards_since_;                    // by ObjectId: the round in which guards_ was set
  std::map<Lock, std::set<model::ObjectId>> guarded_by_;  // the same, by lock
  struct Free {                                           // what may be there
    std::optional<Content> always;                        // when all guards are free
    std::map<Lock, Content> when;                         // this one gets free, with `always`
  };
  std::map<model::ObjectId, Free> free_;
  std::vector<std::optional<model::LoopOrder>> orders_;
  std::vector<std::vector<std::vector<model::LocalId>>> live_;  // by ProcId and Pc, when they are first needed
  std::vector<std::vector<model::ExprId>> definition_;          // of locals that one Assign alone defines
  std::vector<bool> only_main_;                                 // static objects that no other thread touches
  std::vector<bool> may_unlock_;                                // by procedure, with what it calls
  std::vector<base::BitSet> makes_;                             // sites
  std::set<Access> accesses_;
  std::set<Wait> waits_;
  mutable std::string other_waits_;
  std::map<std::pair<Thing, int64_t>, model::Synchronises> used_as_;  // what synchronises, at known places
  bool may_sleep_ = false;                                            // the program waits on condition variables
  const model::Instr* now_ = nullptr;
  std::set<Rest> rests_;
  std::map<WriteId, Write> writes_;
  std::map<WriteId, Value> before_;  // what main wrote before the first thread was started
  std::map<Word, int64_t> flags_;    // the one value that is written while threads run
  std::set<Word> no_flags_;
  std::optional<std::map<Notice, Threads>> waiters_;
  std::vector<ErrorCall> failures_;
  std::optional<model::Position> doubt_, hands_over_weakly_, reads_uninitialised_, without_value_;
  std::vector<bool> like_a_register_;  // by SiteId: a variable whose address nobody takes
  struct Destroyed {                   // what synchronised there is gone: its bytes may be anything
    Thing thing;
    Numbers offset;
    uint64_t bytes = 0;
    auto operator<=>(const Destroyed&) const = default;
  };
  std::set<Destroyed> destroyed_;
  std::vector<std::vector<bool>> partial_;  // by ProcId and Pc: an operand may have no value
  bool changed_ = false, recording_ = false;
  bool frees_ = false;  // the program frees memory somewhere
  std::set<Root> counts_, never_changes_;
  bool detaches_ = false;  // some thread
  unsigned round_ = 0;
  uint64_t steps_ = 0;
};

}  // namespace heddle::invariants
