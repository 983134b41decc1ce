// SPDX-License-Identifier: GPL-3.0-or-later
// The program as one formula's worth of events. Each thread is executed symbolically on its own, all paths at once:
// loops are unwound up to a bound, calls are followed, paths that meet are merged by their guards. What a thread reads
// from memory that others may write is an unknown; which write it comes from is decided later, by the order
// (memory_order.h).
//
// A pointer is a bit-vector like any other value: its high bits name an object, its low bits are the offset. What would
// look at an address as a number is not supported. While main is alone, and in memory that only one thread can know,
// values are followed directly.
//
// Executions are prefixes: a thread that cannot go on (a lock that is taken, an assumption that does not hold) just
// ends there. Every condition under which the unwinding is not the program is kept: where a loop was cut, where
// behaviour is undefined.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <tuple>

#include "analysis/points_to.h"
#include "engines/order/held_bits.h"
#include "model/loop_order.h"
#include "semantics/repeat.h"
#include "smt/bits.h"

namespace heddle::order {

using model::LoopOrder;

using smt::Bits;
using smt::Lit;
using smt::Node;

// The program does something that this engine does not express.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Value {
  Bits bits;
  Lit undef = smt::kFalse;  // it is uninitialised, in part at least
  bool handle = false;      // it may be the handle of a thread, which is no number
  bool wide = false;        // it may be a number that looks like an address
};
using ValuePtr = std::shared_ptr<const Value>;

struct Byte {
  Bits bits;  // eight
  Lit undef = smt::kFalse;
  Lit address = smt::kFalse;  // it is a part of an address: not to be looked at alone
};
using Content = std::shared_ptr<const std::vector<Byte>>;

struct Instance {  // an object as one execution has it
  uint32_t abstract = 0;
  uint32_t held_as = 0;  // under which number it is known what it may hold
  uint32_t size = 0;
  Bits extent;  // how much of it there is, if that is not known
  bool shared = false, constant = false, synchronisation = false;
  int owner = -1;   // not shared: the thread that made it
  Content content;  // before anybody writes
  std::string name;
};

struct Event {
  unsigned thread = 0;
  Node before = 0, node = 0;  // before: of what its thread did last
  Lit guard;
  const model::Instr* instr = nullptr;
  int section = -1;
  std::vector<uint32_t> holdings;  // that it is certainly in
};

struct Access {
  uint32_t event = 0;
  Lit guard;  // implies the event's
  uint32_t object = 0;
  Bits offset;
  unsigned bytes = 0;  // 0: the whole object gets `content`
  bool write = false, atomic = false;
  bool silent = false;  // none that the program makes: races with nothing, may come after the end of the object
  // reads nothing, but must not come after the end of the object: an operation that may never succeed,
  bool attempt = false;
  bool touches = false;  // or one that has no state here
  Value value;           // written, or to be read
  bool address = false;  // written: it may be one. Read: the bytes are fewer than one has
  Content content;
};

using Place = std::pair<uint32_t, uint64_t>;  // of something that synchronises: shadow object and offset

struct Section {
  uint32_t begin = 0;  // event
  Lit entered;
  size_t stop = 0;     // into Unwinding::stops
  bool waits = false;  // it has a guard inside
  smt::Clause ends;    // the ways in which it ends
};

struct ThreadInstance {
  model::ProcId proc = model::kNone;
  int created_by = -1;  // event
  ValuePtr argument;
  Lit started;
  Node begin = 0, end = 0;
  Lit finished;
  ValuePtr result;
  std::vector<std::pair<Lit, Value>> inputs;  // guard and value, in program order
  std::set<Place> initialised;                // locks, when it was created
  struct Done {
    Lit guard;
    int event;                 // or -1
    Lit choice = smt::kFalse;  // a timed wait: it times out; a barrier: this is the serial thread
    semantics::Execution::Act::Kind kind = semantics::Execution::Act::Plain;
    uint64_t bytes = 0;
  };
  std::vector<Done> acts;  // in program order: the acts (analysis/acts.h) and their events
};

struct Failure {
  Lit guard;
  unsigned thread = 0;
  const model::Instr* instr = nullptr;
};

struct Cell {  // where something synchronises
  uint32_t object;
  Bits offset;
  Lit match;
};

inline constexpr uint32_t kLargest = 1u << 16;  // bytes of an object
// the state of a read-write lock: below it the number of readers, above it the writer
inline constexpr uint32_t kFirstWriter = 0x10000;

// A place where a thread may have to wait. It may also end there for no reason: executions are prefixes.
struct Stop {
  enum Kind : uint8_t { Lock, ReadLock, WriteLock, Take, Join, Sleep, Barrier, Section } kind = Lock;
  unsigned thread = 0;
  Lit here, goes;                  // it comes here, and it goes on
  std::vector<Cell> cells;         // Sleep: of the mutex
  std::vector<Cell> kinds;         // Lock: where the kind of the mutex is, if there are several kinds
  Bits handle;                     // Join. Barrier: how often it had opened
  std::vector<Cell> condition;     // Sleep
  uint32_t asleep = 0, awake = 0;  // Sleep: events
  bool timed = false;              // Sleep: it ends by itself. Section: it never waits
  bool repeats = false;            // Sleep: it stands for any number of them
  std::set<Place> reads;           // read-write locks with a state under which the thread may read here
  bool other_reads = false;        // and under one of which it is not known which one it is
};

// A section between lock and unlock (lock_order.cpp).
struct Holding {
  Place place;
  bool shared = false, writes = false;  // of a read-write lock
  unsigned thread = 0;
  uint32_t begin = 0;  // event
  Lit guard;
  std::vector<std::pair<Lit, uint32_t>> ends;  // guard and event
};

struct Signal {
  uint32_t event = 0;
  std::vector<Cell> cells;
  bool all = false;
};

class Unwinding {
 public:
  // What an earlier attempt learnt: which objects are written once main is not alone, and which objects threads make,
  // so that a thread which is unwound before their maker can mean them by an unknown address. With too little of it the
  // unwinding is incomplete, and is done again.
  struct Made {
    unsigned thread;
    uint32_t abstract, size;
    bool zero, unknown_extent;
    bool operator==(const Made&) const = default;
  };
  struct Plan {
    bool several_starts = false;  // main stops being alone in several places
    bool kinds = false;           // there are recursive or error-checking mutexes
    bool late_inits = false;      // mutexes are initialised while there are several threads
    bool wide_results = false;    // threads end with numbers that look like addresses
    std::set<uint32_t> handles;   // abstract objects that hold handles of threads
    // abstract objects and words of them that hold numbers which look like addresses
    std::set<std::pair<uint32_t, uint64_t>> wide;
    std::set<uint32_t> written;
    HeldBitsOf held;                                     // by Instance::held_as
    std::set<std::pair<uint32_t, uint64_t>> with_state;  // locks for which order is not enough: held_as and offset
    std::vector<Made> made;
  };
  struct Bound {
    unsigned rounds = 1;
    bool certain_ones_are_free = false;  // rounds of which it is certain that they come do not count
  };
  Unwinding(const model::Program& p, const analysis::PointsTo& points_to, smt::Circuit& circuit, Bound bound,
            const Plan& plan);
  bool complete() const;  // after run: the plan was enough
  Plan learnt() const { return learnt_; }
  bool learns_more();  // of a run that was given up
  void run(const std::function<bool()>& stop);

  std::vector<ThreadInstance> threads;
  std::vector<Instance> objects;  // from 1
  std::vector<Event> events;      // of each thread in program order
  std::vector<Access> accesses;
  std::vector<Section> sections;
  std::vector<Failure> failures;
  std::vector<Stop> stops;
  std::vector<Signal> signals;
  std::vector<Holding> holdings;
  std::optional<Value> left_in(const Cell& cell);  // of a lock that is order only
  // under a read-write lock, where the thread has stopped; true: not known
  Lit reads_in_the_end(const Cell& cell, unsigned thread);
  std::vector<std::pair<Lit, uint32_t>> frees;  // guard and event; the object is in free_of
  struct Freed {
    uint32_t index;  // into frees
    uint32_t object;
    Bits offset;  // empty: all of it; otherwise what synchronises there has ended
  };
  std::vector<Freed> free_of;
  smt::Clause cuts, undefined;
  std::vector<const model::Instr*> undefined_at;  // where, or null
  std::set<std::string> unmodelled;
  void doubt(Lit when, const model::Instr* at);  // then something undefined happens
  Content initial(uint32_t object) const;
  Value select(const Content& c, const Bits& offset, unsigned bytes);
  Lit has_address(const Content& c, const Bits& offset, unsigned bytes);
  Lit has_part_of_address(const Content& c, const Bits& offset, unsigned bytes);
  Node origin() const { return origin_; }
  static uint64_t handle_of(unsigned thread) { return kHandle + thread + 1; }

 private:
  struct Frame {
    model::ProcId proc = 0;
    model::Pc pc = 0;
    std::vector<ValuePtr> locals;
    std::vector<uint32_t> rounds;  // of the loops around pc
    std::vector<uint32_t>
        counted;             // those that count: without the ones in which it was certain whether another follows
    std::vector<bool> open;  // this one counts
    struct Mark {            // how the thread was when a round began
      uint64_t version;
      uint64_t waits;
      uint64_t before, made;  // when this mark was made, and the one before it; counted like versions
      bool waited;            // the round before did nothing but wait on a condition variable
      size_t stops;           // how many there were when the first of the rounds began that only wait
      std::vector<ValuePtr> locals;
    };
    std::vector<std::shared_ptr<const Mark>> marks;  // by loop; null: not known
    std::vector<uint32_t> variables;                 // in memory; they end with the frame
  };
  using Memory = std::map<uint32_t, Content>;
  struct State {
    Lit guard = smt::kTrue;
    std::vector<Frame> frames;
    Memory memory;                  // what is followed directly
    std::map<uint32_t, Lit> freed;  // of what is followed directly, and of variables whose block this thread has left
    struct Holds {                  // a read-write lock that this thread may hold
      std::vector<Cell> cells;      // as the program names it: other names of the same lock count for themselves
      Bits times;                   // how often it reads; empty: not known
      bool may_write = false;
    };
    std::vector<Holds> reads;
    // locks that this thread holds for certain, and the holdings that may be: none if it has a state
    std::map<Place, std::vector<uint32_t>> held;
    std::set<Place> initialised, may_hold;  // may_hold: locks with an order, on some path
    ValuePtr result;                        // of a thread that runs its destructors
    bool other_reads = false;               // and there is a lock of which it is not known which one it is
    bool alone = false;
    int section = -1;
    unsigned depth = 0;    // of nested sections
    uint64_t waits = 0;    // on condition variables; like version
    uint64_t version = 0;  // another one after everything that others or this thread may notice later
    struct Soft {          // a change only if both hold
      Lit writes = smt::kTrue, changes = smt::kTrue;
      uint64_t before = 0, after = 0;
    } soft;
  };
  using Key = std::vector<uint32_t>;

  static constexpr unsigned kTimes = 8;  // bits of Holds::times

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
  void flag(State& s, Lit condition);  // of something undefined
  void end_section(State& s, Lit guard);
  void cut(State& s);      // the path is not followed any further
  void give_up(State& s);  // nor here: it is undefined how it goes on
  const model::Instr* place(const State& s) const;
  void change(State& s) { s.version = ++versions_; }
  void begin_round(State& s);
  bool same_as_before(const State& s, const Frame& f, size_t loop);
  bool unchanged(const State& s, const Frame& f, const Frame::Mark& mark, model::Pc head);
  void add_stop(const State& s, Stop&& stop);
  void note_act(const State& s, const model::Instr& i, size_t events_before);
  const LoopOrder& order(model::ProcId f);
  const std::vector<std::vector<model::LocalId>>& live(model::ProcId f);
  const std::vector<std::vector<model::LocalId>>& needed(model::ProcId f);
  // --- values.cpp: expressions
  Value eval(State& s, model::ExprId e);
  Value compute(State& s, const model::Expr& e, const Value& a, const Value& b);
  Lit truth(State& s, model::ExprId e);
  Lit is_handle(const Value& v);
  bool may_end(const base::BitSet& among) const;
  Lit same_object(const Bits& a, const Bits& b);
  Bits number(State& s, model::ExprId e);
  uint64_t constant(State& s, model::ExprId e, const char* what);
  void use(State& s, const Value& v);
  void consume(State& s, const model::Instr& i);  // its arguments leave the program
  bool holds_address(model::ProcId f, model::ExprId e);
  Lit is_address(model::ProcId f, model::ExprId e, const Value& v);
  bool could_be_address(const Value& v) const;
  void check_addresses(State& s, const model::Expr& e, const Value& a, const Value& b);
  void compare_addresses(State& s, const Value& a, const Value& b, Lit first, Lit second,
                         const base::BitSet* objects_of_a, const base::BitSet* objects_of_b);
  Lit at_end(State& s, const base::BitSet* among, const Value& v);
  Lit names_object(const Value& v);
  Value constant_value(uint64_t v, unsigned width) const { return {smt::Circuit::constant(v, width), smt::kFalse}; }
  // --- memory.cpp
  struct Target {
    uint32_t object;
    Lit match;
    Bits offset;
  };
  size_t kind_offset() const { return p_.pointer_width == 64 ? 16 : 12; }  // of a mutex
  unsigned offset_bits() const { return p_.pointer_width == 64 ? 32 : 20; }
  Value address_of(uint32_t object) const;
  uint64_t function_address(model::ProcId f) const;
  uint32_t new_object(Instance&& o);
  std::vector<Target> targets(State& s, const Value& address, model::ExprId expr, uint64_t bytes);
  bool direct(const State& s, uint32_t object) const;
  Content content(const State& s, uint32_t object) const;
  Value read_content(const Content& c, const Bits& offset, unsigned bytes);
  Content write_content(const Content& c, const Bits& offset, const Value& v, Lit when, bool address);
  Value load(State& s, model::ExprId address, unsigned width, const model::Instr* i);
  void store(State& s, model::ExprId address, unsigned width, const Value& v, const model::Instr* i,
             bool may_be_address);
  Value load_at(State& s, const Value& address, model::ExprId expr, unsigned width, const model::Instr* i, int& event);
  void store_at(State& s, const Value& address, model::ExprId expr, unsigned width, const Value& v,
                const model::Instr* i, int& event, bool may_be_address);
  bool may_hold_address(const State& s, model::ExprId address) const;
  template <class Place>
  Value unknown_in(const std::vector<Place>& places, unsigned bytes);
  void note_wide(const Target& t, unsigned bytes);
  bool is_wide(const Target& t, unsigned bytes) const;
  void note_held_bits();
  void update(State& s, const model::Instr& i);
  bool evenly_initialised(const State& s, uint64_t address, unsigned bytes) const;
  void copy(State& s, const model::Instr& i);
  void settle(State& s);  // main is not alone any more
  void allocate(State& s, const model::Instr& i);
  void make_again(State& s, const model::Instr& i, uint32_t object);
  Bits wanted_size(State& s, const model::Instr& i);
  void free_block(State& s, const model::Instr& i);
  void reallocate(State& s, const model::Instr& i);
  std::vector<uint32_t> candidates(const State& s, const base::BitSet& abstract) const;
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
  std::vector<Cell> cells(State& s, const model::Instr& i, size_t argument);
  enum class Look : uint8_t { Not, AtState, AtAnything };  // AtAnything: it need not be initialised
  Value exchange(State& s, const model::Instr& i, size_t argument,
                 const std::function<Bits(const Bits& old, Lit& writes)>& next, Look look = Look::AtState);
  // --- locks.cpp
  Value kind_of_mutex();
  void access_kind(State& s, const model::Instr& i, size_t argument, const Value& kind, bool write);
  void access_second(State& s, const model::Instr& i, size_t argument, const Value& v, bool write);
  bool held(State& s, const std::vector<Cell>& cells);
  // --- lock_order.cpp
  using LockId = std::pair<uint32_t, uint64_t>;
  struct Destruction {
    Place place;
    uint32_t event;
    Lit held;
  };
  static Place place_of(const Cell& cell) { return {cell.object, smt::Circuit::constant_value(cell.offset)}; }
  LockId lock_id(const Cell& cell) const;
  void needs_state(const std::vector<Cell>& cells);
  bool has_order(const Cell& cell) const;
  bool ordered(const State& s, const std::vector<Cell>& cells) const;
  bool initialised(const State& s, const Cell& cell) const;
  void touch_lock(State& s, const model::Instr& i, const Cell& cell, bool atomic);
  bool enter(State& s, const model::Instr& i, size_t argument, Stop::Kind kind);
  bool exit(State& s, const model::Instr& i, size_t argument);
  bool initialise_lock(State& s, const model::Instr& i);
  bool destroy_lock(State& s, const model::Instr& i, Lit& held);
  Lit ended_before(const Holding& h, uint32_t event);
  Lit before(uint32_t a, uint32_t b);
  void order_locks();
  bool pass_barrier(State& s, const model::Instr& i);
  void choose_at_barriers();
  bool lock(State& s, const model::Instr& i, size_t argument, bool attempt, uint32_t busy);
  void unlock(State& s, const model::Instr& i, size_t argument);
  bool rw_lock(State& s, const model::Instr& i, bool write, bool attempt, uint32_t busy);
  void rw_unlock(State& s, const model::Instr& i);
  State::Holds& holds(State& s, const std::vector<Cell>& cells);
  bool take(State& s, const model::Instr& i, bool attempt);
  void destroy(State& s, const model::Instr& i);
  void forget_held(State& s);
  Stop& try_to(State& s, const model::Instr& i, size_t argument, Stop::Kind kind);
  void touch(State& s, const model::Instr& i, size_t argument, bool attempt);
  void begin_undefined(uint32_t shadow, const Bits& offset);
  void use_condition(State& s, const model::Instr& i);
  bool proceed(State& s, Lit ok);  // the path goes on only if ok
  Value input(State& s, unsigned width, uint64_t lo, uint64_t hi);
  uint32_t shadow(uint32_t object, bool second = false);

  const model::Program& p_;
  const analysis::PointsTo& points_to_;
  smt::Circuit& c_;
  Bound bound_;
  Plan plan_, learnt_;
  uint64_t versions_ = 0;
  static constexpr uint64_t kHandle = 0x48440000;  // handles of threads: this plus one and their number
  struct Plain {                                   // an access to memory where something may synchronise
    Bits offset;
    unsigned bytes;
    Lit when;
    const model::Instr* at;
  };
  std::map<uint32_t, std::vector<Cell>> cells_;       // by object: where something synchronises
  std::map<uint32_t, std::vector<Plain>> plain_;      // and where other accesses are
  std::set<std::pair<uint32_t, uint64_t>> barriers_;  // that were initialised
  void note_plain(const State& s, const Target& t, unsigned bytes);
  bool is_askew(const Target& t, unsigned width) const;
  void look_for_locks_in_memory();
  bool joins_are_possible_ = false, frees_are_possible_ = false;
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
  std::map<std::pair<model::ProcId, model::ExprId>, bool> addresses_;
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
    std::vector<Cell> cells;
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
  Node origin_ = 0;
  uint32_t pool_first_ = 0;  // the objects of the plan, made in advance
  std::vector<bool> taken_;
  std::shared_ptr<State> settled_;  // what main had written when it started its first thread
  // abstract objects that a thread may have meant by an unknown address
  std::vector<std::pair<uint32_t, unsigned>> late_;
};

}  // namespace heddle::order
