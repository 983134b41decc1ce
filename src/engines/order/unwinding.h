// SPDX-License-Identifier: GPL-3.0-or-later
// From the program to its events (events.h). Each thread is executed symbolically on its own, all paths at once: loops
// are unwound up to a bound, calls are followed, paths that meet are merged by their guards. What a thread reads from
// memory that others may write is an unknown; which write it comes from is decided later, by the order
// (memory_order.h). While main is alone, and in memory that only one thread can know, values are followed directly.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>

#include "analysis/points_to.h"
#include "engines/order/events.h"
#include "engines/order/plan.h"
#include "engines/order/state.h"
#include "model/loop_order.h"
#include "symbolic/bits/evaluator.h"
#include "symbolic/bits/synchronisation.h"

namespace heddle::order {

using model::LoopOrder;

class Unwinding : private Events {
 public:
  Unwinding(const model::Program& p, const analysis::PointsTo& points_to, smt::Circuit& circuit, Bound bound,
            const Plan& plan);
  Events& run(const std::function<bool()>& stop);
  bool complete() const;  // after run: the plan was enough
  const Plan& learnt() const { return learnt_; }
  bool learns_more();  // of a run that was given up

 private:
  using Key = std::vector<uint32_t>;

  static constexpr unsigned kTimes = 8;  // bits of State::Holds::times

  // --- unwinding.cpp: control
  void run_thread(unsigned t);
  void run_state(State&& s);
  void park(State&& s);
  Key key(const State& s) const;
  bool go(State& s, model::Pc target);  // false: the path is cut
  void merge(State& into, State&& from);
  bool execute(State& s);  // false: the path ends or was parked
  void branch(State& s, Lit condition, model::Pc then, model::Pc otherwise);
  void may_leave(Frame& f, model::Pc target);
  bool call(State& s, const model::Instr& i, model::ProcId callee);
  bool call_pointer(State& s, const model::Instr& i);
  bool leave(State& s, const model::Instr& i);
  void end_variables(State& s, const Frame& f, const model::Instr& i);
  void end_scope(State& s, const model::Instr& i);
  void end_variable(State& s, uint32_t object, Lit when, const model::Instr& i, int& event);
  void assign(State& s, model::LocalId l, Value v);
  uint32_t add_event(State& s, const model::Instr* i);
  void flag(State& s, Lit condition);  // something undefined happens here
  void end_section(State& s, Lit guard);
  void may_wait(State& s, Lit waits);  // in a section: here
  void cut(State& s);                  // the path is not followed any further
  void give_up(State& s);              // nor here: it is undefined how it goes on
  const model::Instr* place(const State& s) const;
  std::vector<model::EventId> calls(const State& s) const;  // the one it is at first, then those that lead to it
  void change(State& s) { s.version = ++versions_; }
  // --- waiting_rounds.cpp
  enum class Round : uint8_t { Other, OnlyWaited, Covered };  // Covered: by those that were followed
  static constexpr size_t kNoLimit = ~size_t{0};
  void begin_round(State& s);
  Round end_round(const State& s, const Frame& f, size_t loop);
  struct Needed {
    size_t rounds;
    bool exact;  // they are enough for all signals, too
  };
  Needed rounds_that_wait(const State& s, const Frame::Mark& mark) const;
  void learn(State& s, Lit known) const;
  void merge_versions(State& into, const State& from);
  void note_sleep(State& s, const model::Instr& i);
  void note_signal(State& s, const model::Instr& i);
  bool others_try(const std::vector<Target>& mutex) const;
  void note_repeated_sleeps(const Frame::Mark& mark);
  void note_repeated_signals(const Frame::Mark& mark);
  bool unchanged(const State& s, const Frame& f, const Frame::Mark& mark, model::Pc head);
  void add_stop(const State& s, Stop&& stop);
  void note_act(const State& s, const model::Instr& i, size_t events_before);
  const LoopOrder& order(model::ProcId f);
  const std::vector<std::vector<model::LocalId>>& live(model::ProcId f);
  const std::vector<std::vector<model::LocalId>>& needed(model::ProcId f);
  // --- values.cpp: expressions
  class Point;
  Value eval(State& s, model::ExprId e);
  Lit truth(State& s, model::ExprId e);
  Bits number(State& s, model::ExprId e);
  Bits wanted_size(State& s, const model::Instr& i);
  uint64_t constant(State& s, model::ExprId e, const char* what);
  void use(State& s, const Value& v);
  void consume(State& s, const model::Instr& i);  // its arguments leave the program
  symbolic::Update updated(State& s, const model::Instr& i, const Value& old, const Value& operand,
                           const Value& desired);
  Value thread_local_address(model::ObjectId object);
  bool may_end(const base::BitSet& among) const;
  // --- memory.cpp
  uint32_t new_object(Instance&& o);
  std::vector<Target> targets(State& s, const Value& address, model::ExprId expr, uint64_t bytes);
  bool direct(const State& s, uint32_t object) const;
  Content content(const State& s, uint32_t object) const;
  Value load(State& s, model::ExprId address, unsigned width, const model::Instr* i);
  void store(State& s, model::ExprId address, unsigned width, const Value& v, const model::Instr* i,
             bool may_be_address);
  Value load_at(State& s, const Value& address, model::ExprId expr, unsigned width, const model::Instr* i, int& event);
  void store_at(State& s, const Value& address, model::ExprId expr, unsigned width, const Value& v,
                const model::Instr* i, int& event, bool may_be_address);
  Value unknown_in(const std::vector<Target>& places, unsigned bytes);
  void note_wide(const Target& t, unsigned bytes);
  bool is_wide(const Target& t, unsigned bytes) const;
  void note_held_bits();
  void update(State& s, const model::Instr& i);
  bool evenly_initialised(const State& s, uint64_t address, unsigned bytes) const;
  void copy(State& s, const model::Instr& i);
  void settle(State& s);  // main is not alone any more
  void allocate(State& s, const model::Instr& i);
  void make_again(State& s, const model::Instr& i, uint32_t object);
  void free_block(State& s, const model::Instr& i);
  void reallocate(State& s, const model::Instr& i);
  std::vector<uint32_t> candidates(const base::BitSet& abstract) const;
  // --- synchronisation.cpp
  bool builtin(State& s, const model::Instr& i);
  bool synchronise(State& s, const model::Instr& i);
  void create_thread(State& s, const model::Instr& i);
  // --- threads.cpp
  std::vector<Lit> named_by(State& s, const Bits& handle);
  bool join_thread(State& s, const model::Instr& i);
  void detach_thread(State& s, const model::Instr& i);
  void order_joins();
  bool end_thread(State& s, const Value& result);  // true: it goes on with its destructors
  void note_kind(const model::Instr& i, const Target& t);
  std::vector<Target> cells(State& s, const model::Instr& i, size_t argument);
  enum class Look : uint8_t { Not, AtState, AtAnything };  // AtAnything: it need not be initialised
  Value exchange(State& s, const model::Instr& i, size_t argument,
                 const std::function<Bits(const Bits& old, Lit& writes)>& next, Look look = Look::AtState);
  // --- locks.cpp
  Value kind_of_mutex();
  void access_kind(State& s, const model::Instr& i, size_t argument, const Value& kind, bool write);
  void access_second(State& s, const model::Instr& i, size_t argument, const Value& v, bool write);
  bool held(State& s, const std::vector<Target>& cells);
  // --- lock_order.cpp
  struct Destruction {
    LockWord place;
    uint32_t event;
    Lit held;
  };
  void needs_state(const std::vector<Target>& cells);
  bool ordered(const State& s, const std::vector<Target>& cells) const;
  bool initialised(const State& s, const Target& cell) const;
  void touch_lock(State& s, const model::Instr& i, const Target& cell, bool atomic);
  bool enter(State& s, const model::Instr& i, size_t argument, Stop::Kind kind);
  bool exit(State& s, const model::Instr& i, size_t argument);
  bool initialise_lock(State& s, const model::Instr& i);
  bool destroy_lock(State& s, const model::Instr& i, Lit& held);
  Lit ended_before(const Holding& h, uint32_t event);
  Lit before(uint32_t a, uint32_t b);
  void order_locks();
  bool pass_barrier(State& s, const model::Instr& i);
  void choose_at_barriers();
  using Operation = symbolic::Operation;
  Value operate(State& s, const model::Instr& i, size_t argument,
                const std::function<Operation(const Bits& state)>& meaning, Operation& op);
  bool lock(State& s, const model::Instr& i, size_t argument, int failure);
  void unlock(State& s, const model::Instr& i, size_t argument);
  bool rw_lock(State& s, const model::Instr& i, bool write);
  void rw_unlock(State& s, const model::Instr& i);
  State::Holds& holds(State& s, const std::vector<Target>& cells);
  bool take(State& s, const model::Instr& i);
  void destroy(State& s, const model::Instr& i);
  void forget_held(State& s);
  Stop& try_to(State& s, const model::Instr& i, size_t argument, Stop::Kind kind);
  void touch(State& s, const model::Instr& i, size_t argument, bool attempt);
  void begin_undefined(uint32_t shadow, const Bits& offset);
  void use_condition(State& s, const model::Instr& i);
  bool proceed(State& s, Lit ok);  // the path goes on only if ok
  Value input(State& s, const model::Instr& i, unsigned width, uint64_t lo, uint64_t hi);
  uint32_t shadow(uint32_t object, bool second = false);

  const model::Program& p_;
  const analysis::PointsTo& points_to_;
  smt::Circuit& c_;
  const symbolic::Layout layout_;
  symbolic::Evaluator evaluator_;
  Bound bound_;
  Plan plan_, learnt_;
  uint64_t versions_ = 0;
  uint32_t visits_ = 0;       // instructions that were executed
  Lit reached_ = smt::kTrue;  // the guard in front of the last one
  struct Plain {              // an access to memory where something may synchronise
    Bits offset;
    unsigned bytes;
    Lit when;
    const model::Instr* at;
  };
  struct Synchronised {
    Target at;
    uint32_t bytes;  // all of it, of which the state is the first word
  };
  std::map<uint32_t, std::vector<Synchronised>> cells_;  // by object: where something synchronises
  void look_for_early_writes(State& s, const model::Instr& i, const Target& t, uint32_t bytes);
  std::map<uint32_t, std::vector<Plain>> plain_;      // and where other accesses are
  std::set<std::pair<uint32_t, uint64_t>> barriers_;  // that were initialised
  void note_plain(const State& s, const Target& t, unsigned bytes);
  bool is_askew(const Target& t, unsigned width) const;
  void look_for_locks_in_memory();
  bool frees_are_possible_ = false;
  bool ends_are_possible_ = false;  // the program destroys locks, semaphores or memory they may be in
  // bytes of each event of the block that was copied last; of all of it, where there were none
  std::vector<uint64_t> pieces_;
  int part_of_ = -1;  // stores belong to this event: the handle of a new thread, the result of a join
  bool late_object_ = false;
  std::set<uint32_t> asked_;  // objects of which something unknown was read
  std::function<bool()> stop_;
  unsigned thread_ = 0;
  Node last_ = 0;
  std::map<Key, State> parked_;
  std::map<model::ProcId, LoopOrder> orders_;
  std::map<model::ProcId, std::vector<std::vector<model::LocalId>>> live_, needed_;
  struct Timeout {
    const model::Instr* instr;
    uint64_t made;  // counted like versions
  };
  // by the code of the literal: this timed wait ended by its limit
  std::map<uint32_t, Timeout> timeouts_;
  std::map<uint32_t, std::vector<uint32_t>> instances_;  // by abstract object
  std::map<std::pair<unsigned, model::ObjectId>, uint32_t> tls_;
  // variables that nobody knows when they are made again
  std::map<std::tuple<unsigned, model::SiteId, uint64_t>, uint32_t> again_;
  // object -> the state of what synchronises in it; kinds of mutexes, sizes of barriers
  std::map<uint32_t, uint32_t> shadows_, second_shadows_;
  std::vector<std::pair<Lit, Value>> ends_;  // of the thread that is unwound
  struct Join {
    unsigned thread;
    Lit tried, done;
    Node node;
    bool certain;  // whatever the joining thread does later, it does after this join
  };
  struct Detach {
    unsigned thread;
    Lit guard;
  };
  struct Passage {  // of a barrier
    Lit goes, chosen;
    unsigned thread;
    std::vector<Target> cells;
    Bits generation;
  };
  std::vector<Detach> detaches_;
  std::vector<Destruction> destructions_;
  struct Comparison {  // of addresses, one of which may be that of memory that is gone
    unsigned thread;
    size_t next;  // event of the thread that follows, if it has one
    Lit guard;
    Bits a, b;
  };
  std::vector<Comparison> comparisons_;
  void look_for_compared_ends();
  struct ComparedHandles {
    Lit guard;
    Bits a, b;
    const model::Instr* at;
  };
  std::vector<ComparedHandles> compared_handles_;
  void look_for_old_handles();
  Lit given_back_before(unsigned thread, unsigned other);
  std::vector<Passage> passages_;
  std::vector<Join> joins_;
  uint32_t pool_first_ = 0;  // the objects of the plan, made in advance
  std::vector<bool> taken_;
  std::shared_ptr<State> settled_;  // what main had written when it started its first thread
  // abstract objects that a thread may have meant by an unknown address
  std::vector<std::pair<uint32_t, unsigned>> late_;
};

}  // namespace heddle::order
