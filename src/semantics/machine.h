// SPDX-License-Identifier: GPL-3.0-or-later
// The one definition of what a transition does. Every engine and every judge steps programs through this class.
//
// A transition of thread t from state s: the visible instruction t rests at, then t's local instructions up to its next
// visible one. Memory that only t can reach is local: objects made by t are private until a pointer to them is stored
// into shared memory or handed to another thread. Undefined behaviour, failed assertions, exit and failed assumptions
// park the thread (state.h); nothing after them is invented.
//
// Implementation by idea: memory.cpp (objects), accesses.cpp (loads and stores), eval.cpp (expressions), inputs.cpp
// (free inputs), run.cpp (the step), builtins.cpp and sync.cpp (library operations), threads.cpp (encoding of threads),
// canonical.cpp, inspect.cpp, blur.cpp (states in which some numbers are any).
#pragma once
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/bit_set.h"
#include "model/program.h"
#include "semantics/birth.h"
#include "semantics/choices.h"
#include "semantics/happenings.h"
#include "semantics/numbers.h"
#include "semantics/input_range.h"
#include "semantics/known_steps.h"
#include "semantics/state.h"
#include "semantics/store.h"
#include "semantics/value.h"

namespace heddle::meaning {
enum class NoResult : uint8_t;
}

namespace heddle::semantics {

struct StepResult {
  bool taken = false;         // false: the thread cannot step in this state
  bool spurious = false;      // a spurious wake-up: possible, but nothing to rely on
  bool wide_input = false;    // an input was sampled, not enumerated
  bool unmodelled = false;    // passed a call whose meaning is unknown
  bool thread_limit = false;  // a thread was not started: too many already
  bool allocated = false;     // an object was made
  bool lost_lock = false;     // a lock that is held is in an object that nobody can reach any more
  bool chose_order = false;   // of the addresses of two objects, or bits of them
  bool needs_reuse = false;   // a pointer to freed memory was compared: see Machine::follow_reuse
  bool interchanged = false;  // threads have taken each other's places (Machine::interchange_threads)
  bool told_apart = false;    // and should not have: a thread ended with a lock
  bool chose_reuse = false;   // a block got the address of one that was freed
  bool narrowed = false;      // an atomic section still waits, but is now known to: for these values of an input
  std::vector<Fault> faults;  // threads parked by this step
  struct Returned {
    model::ProcId procedure;
    unsigned thread;
    bool operator==(const Returned&) const = default;
  };
  std::vector<Returned> returned;  // procedures with variables in memory that ended, one way or another
  struct Lost {
    uint32_t object;   // abstract_of
    unsigned creator;  // slot + 1 of the thread whose stack it is on, or 0
    bool shared;       // another thread may have known it
    bool operator==(const Lost&) const = default;
  };
  std::vector<Lost> lost;  // objects that are there, but that nobody can reach any more
  struct VariableUse {
    uint32_t variable;  // abstract_of
    unsigned thread, owner;
    bool operator==(const VariableUse&) const = default;
  };
  // Pointers to variables of another thread that are there were compared; variables that others know ended.
  std::vector<VariableUse> compared_variables, ended;
  std::vector<Access> section;  // accesses of the atomic section, when asked for
  // Places that take memory: of blocks that others know and that were compared with another block; that were freed.
  std::vector<uint32_t> compared, freed;
  std::vector<std::pair<const model::Instr*, bool>> fair_choices;  // made in this step, and how they came out
  bool operator==(const StepResult&) const = default;
};

class Machine {
 public:
  static constexpr unsigned kMaxThreads = 200;
  static constexpr uint32_t kFirstHandle = 0x48440000, kHandleStep = 256;  // a handle modulo kHandleStep: its slot + 1
  // Machines that share a store give the same numbers to the same parts.
  explicit Machine(const model::Program& p, std::shared_ptr<Store> store = std::make_shared<Store>());
  // What is read again, for clearing the rest: given the state's threads, mark in `live` the static objects needed.
  using GlobalLiveness = std::function<void(const Machine&, const State&, base::BitSet& live)>;
  void set_global_liveness(GlobalLiveness f) { global_liveness_ = std::move(f); }
  void set_inputs(std::vector<uint64_t> inputs) {  // concrete mode: the n-th input read gets the n-th value
    fixed_inputs_ = std::move(inputs);
    concrete_ = true;
    next_input_ = 0;
  }
  // Concrete mode, too: each input is asked for, with the thread that reads it.
  void set_input_source(std::function<uint64_t(unsigned thread)> f) {
    input_source_ = std::move(f);
    concrete_ = true;
  }
  void free_inputs() {  // from here on inputs may be anything again
    concrete_ = false;
    input_source_ = nullptr;
  }
  // Trace mode: free inputs keep their number for the whole execution, so that their final intervals can be read.
  void keep_inputs(bool on) { keep_inputs_ = on; }
  size_t inputs_read() const { return next_input_; }  // so many were; the next one is this one again
  void read_inputs_again(size_t from) {
    next_input_ = from;
    concrete_ = true;
  }
  // What is computed from an uninitialised number is any, too. Who decides by it or uses it as an address fails.
  void blur(bool on) { blurs_ = on; }
  void follow_unknown_numbers() { blurs_ = follows_unknown_ = true; }  // that calls return (model/library_names.h)
  bool follows_unknown_numbers() const { return follows_unknown_; }
  // More executions than there are: what is computed from a free input is any number (forgotten_numbers.cpp).
  void forget_numbers(bool on) { forgets_numbers_ = on; }
  unsigned thread_limit() const { return thread_limit_; }
  void set_thread_limit(unsigned n) { thread_limit_ = n; }  // more at once are refused (StepResult::thread_limit)
  // What address a new block gets: that of a block freed before, or another one (addresses.cpp). Then malloc and free
  // are steps of their own, and conflict. Otherwise such a question ends the execution (StepResult::needs_reuse).
  void follow_reuse(bool on) { follow_reuse_ = on; }
  // Threads that were started alike take each other's places (interchange.cpp); results of threads are forgotten.
  void interchange_threads(bool on) { interchanges_ = marks_starts_ = on; }
  void mark_starts() { marks_starts_ = true; }        // states as there, but everybody stays in place
  State in_order(const Machine& of, const State& s);  // a state of a machine that marks starts, as this one has it
  bool interchanges() const { return interchanges_; }
  void record_sections(bool on) { record_sections_ = on; }
  void record_events(std::vector<Event>* events) { events_ = events; }
  void brief_events(bool on) { brief_events_ = on; }  // without locals
  void keep_births(bool on) { keep_births_ = on; }    // for the names of blocks in traces
  void record_acts(std::vector<RawAct>* acts) { acts_ = acts; }
  // Of each step, what it means for happens-before; objects have the numbers they had during the step (see renamed()).
  void record_happenings(std::vector<Happening>* happenings) { happenings_ = happenings; }
  // The number that the last step's end has given to an object; nullopt: nobody can reach it any more.
  std::optional<ObjRef> renamed(ObjRef obj) const;

  State initial() const;
  StepResult step(const State& from, unsigned thread, Choices& choices, State& to);

  // Questions about a state.
  unsigned threads(const State& s) const { return s[globals_]; }
  uint32_t thread_part(const State& s, unsigned t) const { return s[globals_ + 2 + t]; }
  // without the operands of the next instruction
  const ThreadInfo& info(uint32_t thread_part) const { return outline(thread_part); }
  const ThreadInfo& info(const State& s, unsigned t) const;  // may hold until the next step only
  // May t's next operation, a compare-and-exchange, find what it expects? Otherwise it only reads.
  bool may_exchange(const State& s, unsigned t) const;
  // Can t's next operation proceed? Sections answer true: only running them tells.
  bool can_proceed(const State& s, unsigned t) const;
  // who holds what a blocked t needs: all must let go
  std::vector<unsigned> waits_for(const State& s, unsigned t) const;
  std::vector<unsigned> holders(const State& s, unsigned t) const;  // the same, of a t that is blocked
  // For what t waits, where threads take each other's places and t's next operation is a join.
  struct Ending {
    std::optional<unsigned> named;     // by the handle: a thread that is there
    std::optional<unsigned> finished;  // one of its procedure that can be joined in its place; itself, if it can
    bool some_run = false;             // others of its procedure, or itself, have not ended
  };
  Ending ending(const State& s, unsigned t) const;
  // Where t joins one of them: the threads of its procedure that have not ended.
  std::vector<unsigned> running_alike(const State& s, unsigned t) const;
  void exchange(State& s, unsigned t, unsigned u);  // the places of two threads
  // The same state, whatever these static objects hold?
  bool same(const State& a, const State& b, const std::set<model::ObjectId>& apart_from) const;
  // These threads with their innermost frames alone: what is below matters only when they return.
  State innermost(const State& s, const std::vector<unsigned>& threads);
  // `a`, in which all numbers are uninitialised that are others in `b`; nullopt: they differ in more than numbers. The
  // static objects `apart_from` stay as they are in `a`.
  std::optional<State> blurred(const State& a, const State& b, const std::set<model::ObjectId>& apart_from);
  bool holds_differently(const State& a, const State& b, model::ObjectId o) const {  // a static object
    return slot_of_object_[o] != model::kNone && a[slot_of_object_[o]] != b[slot_of_object_[o]];
  }
  // The names of what two such states hold differently, each once.
  std::set<std::string> differences(const State& a, const State& b) const;
  bool is_private(const State& s, ObjRef obj) const;
  // Mutexes, spin locks and read-write locks held for writing.
  struct LockAt {
    ObjRef obj = 0;
    uint32_t offset = 0;
  };
  bool owns(const State& s, unsigned t, const LockAt& lock) const;
  std::vector<LockAt> locks_of(const State& s, unsigned t) const;
  // The objects that were created at run time and are still there, one by one.
  struct Created {
    ObjRef obj = 0;
    uint32_t abstract = 0;      // abstract_of
    unsigned creator = 0;       // slot + 1 of the thread whose stack it is on, or 0
    bool one_a_thread = false;  // a thread-local variable
  };
  void each_created(const State& s, const std::function<void(const Created&)>& f) const;
  bool is_created(ObjRef obj) const { return is_dynamic(obj); }
  // what would be accessed is there; otherwise it is undefined behaviour
  bool exists(const State& s, const Access& a) const;
  uint32_t abstract_of(const State& s, ObjRef obj) const;  // the static object or site number (analysis numbering)
  // The number behind them: malloc and free, where they are steps of their own, read and write it.
  static uint32_t abstract_heap(const model::Program& p) {
    return static_cast<uint32_t>(p.objects.size() + p.sites.size());
  }
  static constexpr uint32_t kLock = ~0u;  // as a size: name the synchronisation object there
  std::string object_name(const State& s, ObjRef obj, uint32_t offset, uint32_t size) const;
  model::Position position(const ThreadInfo& info, std::string* function) const;  // in the user's code
  std::vector<uint64_t> input_values(const State& s) const;  // in trace mode: a value for each input read so far

  const model::Program& program() const { return p_; }
  const std::shared_ptr<Store>& store() const { return kept_; }
  unsigned globals() const { return globals_; }
  const std::set<std::string>& unmodelled() const { return unmodelled_; }
  size_t bytes() const;

 private:
  // --- layout
  static constexpr unsigned kReaders = 8;  // in a read-write lock: a byte for each slot, how often its thread reads
  static constexpr unsigned kHeader = 16;  // bytes before an object's data
  struct ObjectHeader {
    uint32_t site, size;
    // status: 0 live, 1 freed, 2 stack frame gone, 3 block left; owner: slot + 1, 0 shared
    uint8_t status, owner, creator, tags;
    uint16_t depth, birth;  // birth: where Machine keeps them, of a block its index in births_ plus one; else 0
  };
  static_assert(sizeof(ObjectHeader) == kHeader);
  uint32_t abstract_of(const ObjectHeader& h) const {
    return h.site & 0x80000000u ? h.site & 0x7fffffffu : static_cast<uint32_t>(p_.objects.size()) + h.site;
  }
  struct Frame {
    uint32_t proc, pc, micro, base;
  };
  struct Thread {
    uint32_t stamp = 0;
    bool dirty = false;
    ThreadStatus status = ThreadStatus::Free;
    ParkReason park = ParkReason::None;
    bool detached = false, timed = false, exiting = false, local = false;
    bool cancelled = false;     // somebody asked it to end
    bool only_sleeper = false;  // CondWoken by a signal that no other sleeper could have got
    uint32_t held = 0;          // locks it owns
    uint32_t start = 0;         // in what manner it was started; kept where threads are interchanged
    uint32_t handle = 0;        // what the program knows it by: see threads.cpp
    int32_t wake_result = 0;
    ObjRef cond = 0, mutex = 0;
    uint32_t cond_offset = 0, mutex_offset = 0;
    Value result;
    std::vector<Frame> frames;
    std::vector<Value> regs;
    std::vector<ObjRef> tls;
    bool settle = false;  // must run its local prefix before the step ends
  };
  struct ObjectWork {
    uint32_t stamp = 0, part = 0;
    bool dirty = false;
    uint8_t* data = nullptr;  // header first; points into the store unless dirty
    std::vector<uint8_t> buffer;
  };
  // A free input. Shifted: input `parent` plus `operand`; it has no interval of its own. Remainder: input `parent`
  // modulo `operand`, where the parent is used nowhere else. Rank: no input, but a choice that is kept in the same
  // list: of the objects whose addresses were asked for their order, object `parent` is the `operand`-th
  // (addresses.cpp). Reuse: likewise; block `operand` may have the address of block `parent`, which was freed before;
  // `lo` 1: it has (until the end of the step, when both become one).
  struct Renaming;
  enum class Flow : uint8_t { Next, Stop, Blocked };  // next instruction; thread rests, parked or ended; cannot step

  // --- memory.cpp
  bool is_dynamic(ObjRef o) const { return o >= dynamic_base_; }
  // It has no bytes: a function, or what thread handles point to.
  bool is_function(ObjRef o) const { return o >= function_base_ && o < dynamic_base_; }
  bool is_procedure(ObjRef o) const { return is_function(o) && o != handles_; }
  Value handle_value(uint32_t number) const { return ptr_value(handles_, number); }
  uint32_t slot_of(ObjRef o) const;  // index into objects_, or kNone
  ObjectWork& object(uint32_t slot);
  ObjectHeader header(ObjRef o);
  uint8_t* writable(ObjRef o, bool with_tags);
  bool shared(ObjRef o);
  ObjRef allocate(uint32_t site, uint64_t size, bool zero, bool stack);
  void fill_new(ObjectWork& w, uint32_t site, uint64_t size, bool zero, bool stack);
  ObjRef make_variable(const model::Instr& i, uint64_t size);
  void publish(ObjRef o);
  void publish(const Value& v) {
    if (v.tag == Tag::Ptr && is_dynamic(v.obj)) publish(merged(v.obj));
  }
  bool check_access(const Value& address, uint64_t size, bool write);
  Value load(const Value& address, unsigned width);
  void store(const Value& address, unsigned width, const Value& v);
  // 8 or 4: a pointer, or the low half of one, begins here; 0: none does
  unsigned pointer_bytes(const uint8_t* tags, uint64_t available) const;
  Value decode_bytes(const uint8_t* data, const uint8_t* tags, unsigned bytes);
  void encode_bytes(uint8_t* data, uint8_t* tags, unsigned bytes, const Value& v);
  uint32_t read_word(ObjRef o, uint32_t offset, unsigned bytes);  // synchronisation objects; faults when undefined
  void write_word(ObjRef o, uint32_t offset, unsigned bytes, uint32_t v);
  void write_owner(ObjRef o, uint32_t offset, uint64_t owner);  // of a lock: slot + 1, or 0
  bool refuses_lock(const uint8_t* tags, uint64_t bytes);
  bool on_lock_ = false;  // the access belongs to an operation on a lock
  void copy_bytes(const Value& to, const Value& from, uint64_t size);
  // --- eval.cpp
  Value eval(model::ExprId e);
  Value eval_binary(const model::Expr& e, Value a, Value b);
  void no_result(meaning::NoResult why, uint64_t right, unsigned width);
  Value eval_unary(const model::Expr& e, Value a);
  Value cut_pointer_as_number(unsigned width);
  bool may_be_same_address(const Value& a, const Value& b);
  Value eval_pointer(const model::Expr& e, const Value& a, const Value& b);
  // --- addresses.cpp
  bool has_order(const Value& a, const Value& b);  // of their addresses: an object each, different ones, both there
  bool lies_before(ObjRef a, ObjRef b);            // chosen when it is asked for first, and kept
  void take_rank(ObjRef o);
  std::optional<uint64_t> address_modulo(ObjRef o, uint64_t by);  // address_numbers.cpp
  std::optional<uint64_t> low_bits_of_address(const Value& v, unsigned bits);
  std::optional<uint64_t> remainder_of_address(const Value& v, uint64_t by);
  std::optional<Value> compute_with_address(const model::Expr& e, const Value& a, const Value& b);
  bool may_have_one_address(ObjRef a, ObjRef b) const;
  void take_over_address(ObjRef gone, ObjRef into);
  bool is_block(ObjRef o);                 // from malloc, there or freed
  bool is_gone(ObjRef o);                  // it has ended
  void note_compared(ObjRef a, ObjRef b);  // two objects that are there
  void note_compared_variable(ObjRef o);
  bool equals_gone(const Value& a, const Value& b);  // pointers to two objects, at least one of which is gone
  InputRange* rank_of(ObjRef o);
  bool has_address_of(ObjRef a, ObjRef b);  // of two blocks: chosen when it is asked for first, and kept
  void merge(InputRange& pair, ObjRef gone, ObjRef into);
  void may_reuse(ObjRef block);  // a new block, and all that are freed
  void add_reuse(ObjRef gone, ObjRef block);
  ObjRef merged(ObjRef o) const;
  Value merged(Value v) const {
    if (any_merged_ && v.tag == Tag::Ptr) v.obj = merged(v.obj);
    return v;
  }
  std::vector<InputRange> reuses_after(const Renaming& r) const;
  uint64_t alignment(ObjRef o);  // of its address
  Value eval_float(const model::Expr& e, const Value& a, const Value& b);
  bool truth(model::ExprId e);
  uint64_t number(model::ExprId e);  // forced to a plain integer
  Value pointer(model::ExprId e);    // forced to a pointer or integer
  void consume(model::ExprId e);     // leaves the program: must be defined, need not be a number
  // --- inputs.cpp
  Value new_input(uint64_t lo, uint64_t hi, unsigned width);
  uint32_t root(uint32_t input) const {
    return inputs_[input].kind == InputRange::Shifted ? inputs_[input].parent : input;
  }
  bool decided(uint32_t input) const { return inputs_[root(input)].lo == inputs_[root(input)].hi; }
  uint64_t value_of(uint32_t input, uint64_t root_value) const;
  Value shifted_input(uint32_t root, uint64_t by, unsigned width);
  bool spans_signs(uint32_t input, unsigned from) const;
  Value extend_input(const Value& v, unsigned from, unsigned to);
  std::optional<Value> cut_input(const Value& v, unsigned to);
  std::optional<Value> low_bits(uint32_t input, unsigned to);
  std::optional<Value> shift_input(const model::Expr& e, const Value& a, const Value& b);
  std::optional<Value> reduce_input(const model::Expr& e, const Value& a, const Value& b);
  bool used_once(uint32_t input);
  bool forgets(const Value& v) const;  // forgotten_numbers.cpp
  bool forgets_both(const Value& a, const Value& b) const;
  Value any_number(unsigned width);
  std::optional<Value> forget(const model::Expr& e, const Value& a, const Value& b);
  Value force(const Value& v);  // a plain value: enumerated when narrow, sampled when wide
  bool compare_input(model::ExprOp op, const Value& input, uint64_t constant, unsigned width, bool swapped);
  void refine(uint32_t input, const std::vector<std::pair<uint64_t, uint64_t>>& parts);
  // --- run.cpp
  void begin(const State& from);
  void run(unsigned t);
  StepResult blocked_section(State& to);
  void take_inputs(std::vector<InputRange>&& learnt);  // by a section that is at its beginning again
  StepResult failed_section(unsigned t, State& to);
  Flow execute(const model::Instr& i) { return acts_ && i.act ? act(i) : perform(i); }
  Flow perform(const model::Instr& i);
  bool visible(const model::Instr& i);
  void note_return(const Frame& f) {
    if (has_variables_[f.proc]) result_.returned.push_back({f.proc, self_});
  }
  bool has_stack(size_t depth) const;  // may a frame have variables in memory, that one or a deeper one?
  bool stack_is_known(size_t depth);   // may others reach a stack object of this frame (or a deeper one)?
  void bury_stack(size_t depth);
  void bury(ObjRef o, uint8_t status = 2);
  void each_ending(const model::Instr& i, const std::function<void(ObjRef)>& f);  // the objects that end at a ScopeEnd
  Flow end_scope(const model::Instr& i);
  std::string why_gone(ObjRef o);
  bool thread_locals_are_known();  // may others reach one of this thread's?
  Flow execute_memory(const model::Instr& i);
  Flow straight(const model::Instr& i);  // after a builtin or access: go on behind it
  Flow execute_bulk(const model::Instr& i);
  Flow execute_call(const model::Instr& i);
  Flow execute_return(const Value& v, bool has_value);
  Flow enter(model::ProcId callee, const std::vector<Value>& args);
  Flow end_thread(const Value& result);
  void assign(model::LocalId l, const Value& v) {
    returned_ = v.bits;
    if (l != model::kNoLocal) reg(l) = v;
  }
  const model::Instr& next_of(const Thread& th) const {
    return p_.procedures[th.frames.back().proc].code[th.frames.back().pc];
  }
  Value& reg(model::LocalId l) { return thread_->regs[thread_->frames.back().base + l]; }
  void finish(State& to);
  void assemble(State& to);
  void settle(State& to);
  bool may_know_steps(const State& from) const;
  bool take_known_step(const State& from, unsigned t, State& to);
  void remember_step(unsigned t, const State& to);
  uint32_t who_steps(const State& from, unsigned t) const;
  size_t place_of(uint32_t slot) const;  // of an object in the state that the step began with
  // --- builtins.cpp, sync.cpp
  Flow execute_builtin(const model::Instr& i);
  Flow execute_sync(const model::Instr& i);
  bool sync_address(const model::Instr& i, size_t arg, Value& out);
  Flow create_thread(const model::Instr& i);
  Flow join_thread(const model::Instr& i);
  Flow cancel_thread(const model::Instr& i);
  bool is_cancelled() const;      // a request that the running thread has to act upon
  bool gives_up(bool can_go_on);  // a cancellable wait does: either is possible when it can go on as well
  ObjRef requests(const model::Instr& i) const;  // the object that stands for all requests
  Flow free_object(const Value& v);
  Flow follow(const meaning::Ending& e, const Value& m, int& result);
  Flow mutex_lock(const Value& m, int failure, int& result);  // failure: what it returns instead of waiting, or 0
  Flow mutex_unlock(const Value& m, int& result);
  meaning::LockState<Numbers> mutex_state(const Value& m);
  Flow set_mutex(const Value& m, const meaning::LockState<Numbers>& before, const meaning::LockState<Numbers>& after);
  void count_held(bool more);
  void forget_state(const Value& m);
  Flow rwlock(model::Builtin b, const Value& m, int& result);
  Flow rwunlock(const Value& m, int& result);
  Flow spin(model::Builtin b, const Value& m, int& result);
  uint32_t spin_owner(const Value& m);
  Flow semaphore(model::Builtin b, const Value& m, int& result);
  bool count_reader(const Value& m, int by);  // by +1 or -1; false: this thread is none
  Flow cond_wait(const model::Instr& i);
  Flow wake(bool& spurious);
  Flow relock();
  Flow barrier_wait(const model::Instr& i);
  uint32_t mutex_kind(const Value& m);
  // --- threads.cpp
  Thread& thread(unsigned t);
  void decode_thread(const uint8_t* data, Thread& th) const;
  void encode_thread(const Thread& th, std::vector<uint8_t>& out) const;
  ObjRef thread_local_object(model::ObjectId o);
  void start_frame(Thread& th, model::ProcId proc);
  void forget(Thread& th) const;
  uint32_t new_handle(unsigned slot);
  bool occurs(uint32_t number);  // anywhere in the state
  // the thread, if it can still be joined or detached
  std::optional<unsigned> named_by(const Value& handle, bool detached_too = false);
  template <class F>
  void each_value(Thread& th, F f) const;  // all live values of a thread, in order
  Value pull_value(const uint8_t*& in) const;
  // --- interchange.cpp
  uint32_t manner_of_start(model::ProcId proc, const Value& argument);
  uint64_t rank_of_thread(uint32_t part);
  bool has_fixed_place(const State& s, unsigned t) const;
  void order_threads(State& s);
  void put_in_places(State& s);
  uint32_t object_in_place(uint32_t part);
  struct Ranked {
    uint32_t start = 0;
    uint64_t rank = 0;
    unsigned slot = 0;
  };
  bool interchanges_ = false, marks_starts_ = false;
  std::vector<uint64_t> thread_ranks_;  // by part; 0: not known yet
  std::vector<Ranked> ranked_;
  std::vector<unsigned> places_;  // by slot: where its thread goes
  // --- canonical.cpp
  void canonicalise(State& s);
  void clear_dead_globals(State& s);
  void renumber(State& s);
  struct References {
    std::vector<ObjRef> objects;   // dynamic objects pointed to, in order
    std::vector<uint32_t> inputs;  // free inputs held, in order
    auto operator<=>(const References&) const = default;
  };
  // Equal lists are the same one: their addresses may be compared.
  const References& thread_references(uint32_t part);
  const References& object_references(uint32_t part);
  bool refers_as_before(const State& s);  // as the state in which the step began, object by object
  struct Renaming {
    std::vector<ObjRef> objects;   // old dynamic index -> new index, kNone: unreachable
    std::vector<ObjRef> order;     // new index -> old index
    std::vector<uint32_t> inputs;  // old input -> new input, kNone: not met
    std::vector<uint32_t> input_order;
    bool identity = true;
  };
  Renaming renaming_work_;  // of the step being taken
  void meet(Renaming& r, const References& refs) const;
  std::vector<InputRange> addresses_after(const Renaming& r) const;
  std::vector<InputRange> ranks_after(const Renaming& r, const std::vector<bool>& gone) const;
  Value rename(const Renaming& r, const Value& v) const;
  uint32_t rewrite_thread(uint32_t part, const Renaming& r);
  uint32_t rewrite_object(uint32_t part, const Renaming& r);
  uint32_t intern_object(std::vector<uint8_t>& bytes);
  // --- blur.cpp
  std::vector<uint8_t> with_tags(uint32_t part) const;  // an object
  std::optional<uint32_t> blurred_object(uint32_t a, uint32_t b);
  std::optional<uint32_t> blurred_thread(uint32_t a, uint32_t b);
  template <class F>
  void each_live(const Thread& th, F f) const;  // (frame, local)
  bool holds_lock(uint32_t part) const;         // an object, of a lock that somebody holds
  std::optional<uint32_t> peek(const State& s, ObjRef o, uint32_t offset, unsigned bytes) const;
  bool waits_at(const State& s, unsigned t, model::Builtin b, const Access& a) const;
  const uint8_t* blob_of(const State& s, ObjRef o) const;
  ThreadInfo& outline(uint32_t part) const;
  void look_at_operands(ThreadInfo& r);
  // --- acts.cpp
  Flow act(const model::Instr& i);
  void add_act(unsigned slot, model::EventId event, trace::ActKind kind, uint64_t value);
  // --- faults and events
  Flow fault(ParkReason why, const char* kind, const std::string& message, ObjRef o = 0, uint32_t offset = 0);
  void undefined(const char* kind, const std::string& message, ObjRef o = 0, uint32_t offset = 0);
  void unsupported(const std::string& message);
  std::string any_result() const;                 // the user's call that returns some number (model/library_names.h)
  void not_followed(const std::string& message);  // only a search has to stop here (kNotFollowed)
  void event(model::EventKind kind, const model::Instr* i, ObjRef o, uint32_t offset, uint32_t size,
             const std::string& value = "", int other = -1);
  void touched(ObjRef o, uint32_t offset, uint32_t size, bool write);  // and happens_access
  void reached(ObjRef o, uint32_t offset, uint32_t size, bool write);
  // --- happenings.cpp
  Happening& happens(Happening::Kind kind);
  void happens_access(ObjRef o, uint32_t offset, uint32_t size, bool write);
  void happens_sync(model::Builtin b, ObjRef o, uint32_t offset, bool succeeds, size_t argument = 0);
  void happens_fence(const model::Instr& i);
  model::Position user_position(const Thread& th, std::string* function) const;
  model::Position fault_position(const Thread& th, std::string* function) const;
  std::string value_text(const Value& v, model::TypeId type, unsigned width);
  std::string stored_text(const Value& v, ObjRef o, uint32_t offset, unsigned width);  // as the type of the object says
  std::string work_object_name(ObjRef o, uint32_t offset, uint32_t size);
  uint16_t birth_of_block(model::SiteId site);
  Birth birth_of(const ObjectHeader& h) const;
  std::string block_name(const Birth& b, uint32_t offset, uint32_t size) const;
  std::string name_of(const ObjectHeader& h, ObjRef obj, uint32_t offset, uint32_t size) const;

  const model::Program& p_;
  const std::shared_ptr<Store> kept_;
  Store& store_;  // that one
  unsigned globals_ = 0, thread_limit_ = kMaxThreads;
  std::vector<uint32_t> slot_of_object_;  // ObjectId -> component, or kNone
  std::vector<model::ObjectId> object_of_slot_;
  std::vector<std::vector<uint8_t>> constants_;  // ObjectId -> blob of a constant object
  std::vector<uint32_t> initial_parts_;          // components of the globals
  std::vector<model::ObjectId> tls_;             // thread-local objects
  std::vector<std::vector<uint8_t>> tls_init_;
  ObjRef function_base_ = 0, handles_ = 0, dynamic_base_ = 0;
  unsigned ptr_bytes_ = 8;
  // what matters of a frame: model/needed_locals.h
  std::vector<std::vector<std::vector<model::LocalId>>> live_, across_;
  std::vector<bool> has_variables_;  // by procedure: in memory
  // by procedure and pc: the assignments that matter
  std::vector<std::vector<std::vector<uint32_t>>> performed_;

  // The step being taken.
  uint32_t stamp_ = 0;
  const State* from_ = nullptr;
  std::vector<ObjectWork> objects_;  // globals, then dynamic
  struct LastMade {
    uint32_t stamp = 0, thread = 0;
    ObjRef object = 0;
  };
  std::vector<LastMade> last_made_;  // by site of a variable
  uint32_t dynamic_ = 0;             // number of dynamic objects now
  std::vector<Thread> threads_;
  unsigned thread_count_ = 0;
  Thread* thread_ = nullptr;
  unsigned self_ = 0;
  std::vector<InputRange> inputs_;
  bool inputs_changed_ = false;
  bool follow_reuse_ = false, any_merged_ = false;  // any_merged_: in this step
  size_t inputs_before_ = 0;                        // at the start of the step
  Choices* choices_ = nullptr;
  StepResult result_;
  bool faulted_ = false, section_failed_ = false;
  unsigned atomic_depth_ = 0;
  std::vector<uint8_t> scratch_;
  std::vector<uint32_t> dirty_;  // slots of written objects
  KnownSteps known_steps_;
  std::vector<KnownSteps::Part> looked_at_, changed_;  // by the step being taken
  bool met_others_ = false;                            // it has looked at other threads

  std::vector<uint64_t> fixed_inputs_;
  size_t next_input_ = 0;
  std::function<uint64_t(unsigned)> input_source_;
  bool blurs_ = false, follows_unknown_ = false, forgets_numbers_ = false;
  mutable unsigned exactly_ = 0;  // somebody needs the number, or asks without taking a step
  bool concrete_ = false, keep_inputs_ = false, keep_births_ = false, record_sections_ = false, brief_events_ = false;
  std::vector<Birth> births_;
  std::vector<Event>* events_ = nullptr;
  std::vector<RawAct>* acts_ = nullptr;
  std::vector<Happening>* happenings_ = nullptr;
  std::optional<std::vector<ObjRef>> renaming_;  // by the step before, of objects created at run time; nullopt: none
  bool at_visible_ = false;                      // the instruction that makes the step visible is being executed
  uint64_t returned_ = 0;                        // what was last assigned
  unsigned created_ = 0;                         // slot of the thread that was started last
  bool old_handle_ = false;                      // and it is known by the number of an earlier one
  Access last_access_;
  GlobalLiveness global_liveness_;
  std::set<std::string> unmodelled_;
  mutable std::vector<std::unique_ptr<ThreadInfo>> infos_;  // by part; filled when asked for
  std::set<References> references_;
  const References* const no_references_ = &*references_.insert(References{}).first;
  std::vector<const References*> thread_references_, object_references_;  // by part
  mutable size_t infos_known_ = 0;
  mutable std::deque<ThreadInfo> passing_infos_;  // true of one state only
  bool beyond_thread_ = false;                    // an operand depended on more than its thread
  base::BitSet live_objects_;
  mutable Thread inspect_;
};

}  // namespace heddle::semantics
