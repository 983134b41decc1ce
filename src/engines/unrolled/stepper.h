// SPDX-License-Identifier: GPL-3.0-or-later
// One step of one thread, symbolically: a block of the thread's machine (control.h) applied to a control state and its
// values. Both engines take the same steps; they differ in where shared memory comes from and in who may step when.
//
// A control state at a depth keeps a guard (B_r of Ganai and Gupta: the thread is there), the values of the locals and
// the memory that only this thread can know. States of the same place at the same depth are merged. Keeping values with
// the state and not with the thread, as the paper's next-state functions do, lets constants flow along each path.
//
// A thread's path ends where it cannot go on (a lock that is taken, an assumption that does not hold) and where
// something undefined happens; the latter is kept as a condition, and as long as it can hold nothing is proven.
#pragma once
#include <set>

#include "engines/unrolled/control.h"
#include "engines/unrolled/dependence.h"
#include "engines/unrolled/memory.h"
#include "semantics/repeat.h"
#include "symbolic/bits/evaluator.h"
#include "symbolic/bits/synchronisation.h"

namespace heddle::unrolled {

struct Frame {
  model::ProcId proc = 0;
  model::Pc pc = 0;  // of callers: the call
  std::vector<ValuePtr> locals;
  std::vector<uint32_t> variables;  // in memory; they end with the frame
  Bits from;                        // without call stacks in the key: the number of the call it returns to, plus one
};

enum class Phase : uint8_t { Run, ReadSync, WriteSync };

struct State {
  Lit guard = smt::kTrue;
  Phase phase = Phase::Run;
  unsigned delay = 0;  // empty steps before that
  bool ghost = false;  // without call stacks in the key: it came back to somebody who had not called
  std::vector<std::shared_ptr<Frame>> frames;  // by call depth, or by procedure
  size_t top = 0;
  uint32_t micro = 0;             // how far an instruction of several steps is
  bool alone = false;             // no other thread exists yet
  unsigned section = 0;           // nesting of atomic sections
  unsigned section_began = 0;     // at which depth
  std::vector<uint32_t> touches;  // accesses since the last write_sync
  Lit took = smt::kFalse;         // the token, at the last read_sync
  bool only_reads = false;        // the operation behind which it is
  bool holds_token = false;       // certainly: since it was started
  unsigned synced = 0;            // depth of the last read_sync that may have taken something over
  std::set<unsigned> gave;        // depths of the write_syncs at which it may have given the token away since
  bool ended = false;             // nothing left but to say so
  bool moves = false;             // eager: all that the thread has done at this depth moves right (movers.cpp)
  ValuePtr result;
  ValuePtr generation;                 // at a barrier: how often it had opened
  std::set<uint32_t> leaves;           // variables that others know and that end with the thread
  std::map<uint32_t, Content> memory;  // of objects that are not shared
  std::set<uint32_t> gone;             // of these, the ones whose frame was left or that were freed
  std::set<LockWord> locks;            // certainly held, and by nobody else
  std::set<LockWord> shares;           // read-write locks that are certainly held for reading
  uint64_t created = 0, joined = 0;    // threads that may exist; threads that have certainly been joined
  unsigned creations = 0;
  std::map<uint32_t, unsigned> made;  // how many objects of a site, at most
  std::map<LockWord, int> reads;      // how often this thread reads under a read-write lock; kWriting, kNotKnown
  bool other_reads = false;           // and there is a lock of which it is not known which one it is
  static constexpr int kWriting = -1, kNotKnown = -2;
};

struct Touch {  // an access to shared memory, for races
  Lit guard;
  std::vector<Target> places;
  unsigned bytes = 0;  // 0: the whole object ends
  Lit write;
  bool atomic = false, in_section = false;
  unsigned began = 0;  // depth of its operation
  int starts = -1;     // the thread that is created
  model::Position pos;
  const model::Instr* instr = nullptr;
};

struct Act {
  Lit guard;
  unsigned depth = 0;
  bool ordered = false;
  semantics::Execution::Act::Kind kind = semantics::Execution::Act::Plain;
  Lit choice = smt::kFalse;
  int starts = -1;
  uint64_t bytes = 0;  // of a block of memory
};

struct Input {
  Lit guard;
  Bits bits;
};

struct Failure {
  Lit guard;  // and the thread holds the token
  unsigned thread = 0, depth = 0;
  const model::Instr* instr = nullptr;
};

struct Thread {
  model::ProcId entry = 0;
  uint32_t block = 0;  // object: started, finished
  ValuePtr argument;   // what it was created with
  ValuePtr result;     // null: nobody has asked yet
  std::vector<std::pair<Lit, Value>> ends;
  int creator = -1;
  unsigned number = 0;    // of the creator's creations
  std::vector<Act> acts;  // in program order
  std::vector<Input> inputs;
  std::vector<Touch> touches;
  std::vector<std::vector<uint32_t>> begun;   // touches by the depth at which their operation begins
  std::vector<std::vector<uint32_t>> behind;  // and by the depth of the read_sync before it
};

// What an earlier attempt learnt: objects and threads that exist, so that an unknown address can mean them before their
// maker is followed.
struct Plan {
  struct Made {
    unsigned thread;
    uint32_t abstract, number, size;
    bool zero, unknown_extent;
    auto operator<=>(const Made&) const = default;
  };
  struct Started {
    unsigned creator, number;
    model::ProcId entry;
    bool operator==(const Started&) const = default;
  };
  std::vector<Made> made;
  std::vector<Started> started;
  std::set<uint32_t> uninitialised;  // static objects into which uninitialised values are written
  std::set<unsigned> arguments;      // threads with more than one possible argument
  // numbers that look like addresses: words of abstract objects, arguments and results of threads
  std::set<std::pair<uint32_t, uint64_t>> wide;
  std::set<unsigned> wide_arguments, wide_results;
  // abstract objects with locks that are initialised while there are other threads: one of them may hold it
  std::set<uint32_t> reset;
  std::set<uint32_t> kinds;  // abstract objects with recursive or error-checking mutexes
  // abstract objects that no lock guards at all accesses; those with locks that are tried or destroyed (movers.cpp)
  std::set<uint32_t> unguarded, tried;
};

struct Settings {
  bool context = true;  // CXT
  // branches with constant conditions go one way; otherwise both ways are unrolled, as the paper does
  bool folding = true;
  unsigned recursion = 4;  // copies of a recursive procedure
  bool movers = false;     // eager: chains of operations that move right (movers.cpp)
};

class Stepper {
 public:
  using Key = std::vector<uint32_t>;
  using States = std::map<Key, State>;

  Stepper(const model::Program& p, const analysis::PointsTo& points_to, const Control& control, smt::Circuit& circuit,
          const Settings& settings, const Plan& plan);

  State initial(unsigned thread);
  // Everything before step(): whose it is, at which depth, the token, and shared memory before and after.
  void begin(unsigned thread, unsigned depth, Lit token, const Contents& now, Contents& next);
  void step(State s);
  void pass_sync(State s);               // ReadSync, WriteSync and empty steps
  std::vector<State> arrived;            // the results of step and pass_sync
  void park(States& states, State&& s);  // merged with what is there
  // The next step of the thread is one that no other thread notices, outside of atomic sections.
  bool is_local(const State& s) const;
  // movers.cpp: does the next step move right? May it end a chain of such steps? Is it only the end of a thread?
  bool moves_right(const State& s);
  bool ends_chain(const State& s, bool races);
  bool only_ends(const State& s) const;
  // The instruction the state is at; null: it begins or ends its thread.
  const model::Instr* next(const State& s) const;
  std::pair<model::ProcId, model::Pc> place(const State& s) const { return {top(s).proc, top(s).pc}; }

  std::deque<Thread> threads;  // 0 is main
  std::vector<Failure> failures;
  smt::Clause undefined, cuts;
  smt::Clause waits_in_section;  // a thread is in an atomic section that it should not have entered yet
  bool may_exist(unsigned thread) const { return thread == 0 || threads[thread].argument; }  // its creation was reached
  bool plan_was_enough() const { return enough_; }
  const Plan& learnt() const { return learnt_; }
  bool relies_on_guards(uint32_t abstract) const { return guarded_.count(abstract) > 0; }  // of this object

  std::function<void()> poll;  // asked now and then; may throw
  Memory memory;
  Dependence* dependence = nullptr;                         // is told what operations do; null: nobody wants to know
  std::vector<Effect>* effects = nullptr;                   // and here, by the step that is taken
  bool needs_sync(unsigned thread, uint32_t object) const;  // may others write it?
  bool may_be_uninitialised(uint32_t object) const;
  bool may_be_reset(const LockWord& lock) const {
    return plan_.reset.count(memory[memory[lock.object].shadow_of].abstract) > 0;
  }
  unsigned meaningful_bits(uint32_t object, uint32_t position) const;  // of that byte: the others are always 0
  Lit overlap(const Touch& a, const Touch& b);

 private:
  enum class Flow : uint8_t { Next, Stop };
  // --- stepper.cpp: control
  Key key(const State& s) const;
  void merge(State& into, State&& from);
  Frame& top(State& s);
  const Frame& top(const State& s) const { return *s.frames[s.top]; }
  bool is_visible(const State& s) const;
  void depart(State&& s, unsigned delay);
  Flow move(State& s, model::Pc target);  // within a procedure: Stop when it became a state of its own
  Flow execute(State& s, const model::Instr& i);
  void branch(State& s, const std::vector<std::pair<Lit, model::Pc>>& ways);
  Flow call(State& s, const model::Instr& i, model::ProcId callee);
  Flow call_pointer(State& s, const model::Instr& i);
  Flow leave(State& s, const model::Instr& i);
  Flow come_back(State& s, model::Pc call, Value v, bool has_value, unsigned delay);
  void end_variables(State& s, Frame& f);
  void end_scope(State& s, const model::Instr& i);
  void end_thread(State&& s, const Value& result);
  void finish(State&& s);
  void start(State&& s);
  void flag(State& s, Lit condition);  // something undefined: the path ends there
  void go_on_if(State& s, Lit holds);  // otherwise it has to wait: so does the path
  void cut(State& s) { cuts.push_back(s.guard); }
  void note_act(const State& s, const model::Instr& i, bool ordered);
  void add_act(const State& s, Act a);
  void touch(State& s, const model::Instr& i, std::vector<Target> places, unsigned bytes, Lit write, bool atomic);
  model::Position user_position(const State& s) const;
  void assign(State& s, model::LocalId l, Value v);
  const std::vector<std::vector<model::LocalId>>& live(model::ProcId f);
  Lit opaque(Lit l);  // the same, but not known to be constant
  // --- expressions.cpp
  class Point;
  const symbolic::Layout& layout() const { return memory.layout(); }
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
  void find_variables_of_blocks();
  bool may_meet_again(const base::BitSet* a, const base::BitSet* b) const;
  void compare_variables_of_others(State& s, Lit when, const Value& address, const base::BitSet* of);
  void note_wide(const std::vector<Target>& at, const Value& v);
  void note_wide_block(const Target& to, const Target* from, const Value& byte, uint64_t size);
  void learn_wide(uint32_t abstract, uint64_t word);
  bool is_wide(const Target& t) const;
  // --- accesses.cpp, blocks.cpp
  std::vector<Target> places(State& s, const Value& address, model::ExprId expr, uint64_t bytes);
  Content content(const State& s, uint32_t object);
  void note_effect(const State& s, uint32_t object, const Bits& offset, uint64_t bytes, bool write);
  void put(State& s, const Target& at, const Value& v, Lit when);
  void set_gone(State& s, uint32_t object, Lit when);
  Value load(State& s, const std::vector<Target>& from, unsigned bytes);
  std::vector<Target> aligned_places(State& s, model::ExprId address, unsigned bytes);
  void access(State& s, const model::Instr& i);
  void update(State& s, const model::Instr& i, const std::vector<Target>& at);
  bool copy(State& s, const model::Instr& i);  // false: there is more of it
  uint32_t object_for(const Plan::Made& m);
  uint32_t allocate(State& s, const model::Instr& i);
  void free_block(State& s, const model::Instr& i);
  void reallocate(State& s, const model::Instr& i);
  void refuse_lock_as_memory(const std::vector<Target>& at);
  // --- builtins.cpp, synchronisation.cpp
  Flow builtin(State& s, const model::Instr& i);
  bool synchronise(State& s, const model::Instr& i);
  bool create_thread(State& s, const model::Instr& i);
  bool join_thread(State& s, const model::Instr& i);
  void set_argument(State& s, unsigned thread, const Value& v);
  ValuePtr result_of(unsigned thread);
  void equal_when(Lit when, const Value& a, const Value& b);
  unsigned thread_for(unsigned creator, unsigned number, model::ProcId entry);
  Value input(State& s, unsigned width, uint64_t lo, uint64_t hi);
  uint32_t shadow(uint32_t object);
  void note_kinds(const model::Instr& i, const Target& at);
  void learn_kinds(uint32_t abstract);
  std::vector<Target> behind(State& s, const std::vector<Target>& cells, uint64_t bytes);
  std::vector<Target> kinds_at(State& s, const std::vector<Target>& cells);
  Bits kind_of(State& s, const model::Instr& i, const std::vector<Target>& cells);
  std::vector<Target> cells(State& s, const model::Instr& i, size_t argument);
  Bits state_of(State& s, const model::Instr& i, const std::vector<Target>& cells);
  bool operate(State& s, const model::Instr& i, const std::vector<Target>& cells, symbolic::Operation op);
  bool change_state(State& s, const model::Instr& i);
  [[noreturn]] static void refuse(const model::Instr& i);
  bool lock(State& s, const model::Instr& i, size_t argument, int failure);
  bool unlock(State& s, const model::Instr& i, size_t argument);
  bool rw_lock(State& s, const model::Instr& i, bool write);
  bool rw_unlock(State& s, const model::Instr& i);
  void hold(State& s, const std::vector<Target>& cells, bool held);
  void reset(State& s, const std::vector<Target>& cells, const Value& v);
  int* reads_of(State& s, const std::vector<Target>& cells);
  bool wait_on_condition(State& s, const model::Instr& i);
  // --- movers.cpp
  bool is_alone(const State& s) const;
  bool is_static(size_t abstract) const;
  bool is_zero(model::ExprId e) const;
  std::set<LockWord> exclusive_locks(const State& s) const;
  bool is_guarded(const State& s, model::ExprId address);
  bool is_plain_lock(const State& s, model::ExprId address);
  void note_guards(const State& s, uint32_t object);
  void note_other_use(const State& s, const model::Instr& i, const std::vector<Target>& at);
  // --- barriers.cpp
  void everybody_has_left(State& s, const Value& leaving);
  void initialise_barrier(State& s, const model::Instr& i);
  void destroy_barrier(State& s, const model::Instr& i);
  bool pass_barrier(State& s, const model::Instr& i);

  const model::Program& p_;
  const analysis::PointsTo& points_to_;
  const Control& control_;
  smt::Circuit& c_;
  symbolic::Evaluator evaluator_;
  Settings settings_;
  Plan plan_, learnt_;
  bool enough_ = true;
  bool frees_are_possible_ = false, destroys_are_possible_ = false;

  // The step that is taken.
  unsigned thread_ = 0, depth_ = 0;
  Lit token_ = smt::kTrue;
  const Contents* now_ = nullptr;
  Contents* next_ = nullptr;
  std::set<uint32_t> written_;  // shared objects, by this step
  // the last access, whether or not its object has ended: a race with that end is one all the same
  Lit reached_ = smt::kFalse;
  bool operates_ = false;  // the visible operation of the step is being executed
  unsigned instructions_ = 0;
  uint64_t work_ = 0;  // instructions in all, for polling

  std::map<model::ProcId, std::vector<std::vector<model::LocalId>>> live_;
  std::map<uint32_t, std::vector<uint32_t>> instances_;  // by abstract object
  std::map<Plan::Made, uint32_t> made_;
  // abstract objects that a thread may have meant by an unknown address
  std::vector<std::pair<uint32_t, unsigned>> meant_;
  bool unknown_join_ = false;
  struct Join {
    unsigned thread;
    Lit guard;
  };
  std::vector<Join> joins_;
  base::BitSet wide_;  // abstract objects with semaphores or read-write locks
  std::map<std::pair<unsigned, model::ObjectId>, uint32_t> tls_;
  std::map<uint32_t, uint32_t> shadows_;
  // by object: where something synchronises, where plain accesses are
  std::map<uint32_t, std::set<uint64_t>> cells_, plain_;
  std::map<LockWord, model::Synchronises> used_as_;  // what synchronises, at known places
  base::BitSet of_blocks_;                           // variables that end with a block
  std::map<uint32_t, std::set<LockWord>> guards_;    // by abstract object: held at all accesses so far
  std::set<uint32_t> guarded_, plain_locks_;         // chains rely on that
  std::set<uint32_t> tried_;                         // locks with another use
};

}  // namespace heddle::unrolled
