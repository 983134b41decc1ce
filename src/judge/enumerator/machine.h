// SPDX-License-Identifier: GPL-3.0-or-later
// The oracle's interpreter. A Machine works on one State in place: it executes one step of one thread, a visible
// instruction or a whole atomic section, and then lets every thread that can go on do its local computation until it
// rests in front of its next visible instruction. All nondeterminism goes through Choices, so that a caller enumerates
// the outcomes of a step by running it again from the same state with the next vector of choices.
//
// What is visible: accesses to objects that another thread could reach, now, by following pointers from the static
// objects or from its own variables; every synchronisation operation; inputs; the beginning of an atomic section;
// leaving a function whose variables others can reach. A pure local loop
// rests after kLocalRun instructions, so that it becomes a cycle in the state graph.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "judge/enumerator/state.h"
#include "judge/enumerator/weak_order.h"

namespace heddle::oracle {

inline constexpr unsigned kMaxThreads = 8;
inline constexpr unsigned kMaxFrames = 64;
inline constexpr unsigned kLocalRun = 1000;
inline constexpr unsigned kSectionRun = 100000;

class Choices {  // counts through all vectors of choices, like an odometer whose digits appear while it is read
 public:
  Choices() = default;
  explicit Choices(uint64_t seed) : random_(seed | 1) {}  // at random instead
  unsigned choose(unsigned alternatives);
  bool random() const { return random_ != 0; }
  uint64_t draw();  // at random
  // One of these; often one of the outermost, or one next to a constant of the program.
  uint64_t draw(uint64_t low, uint64_t high, const std::vector<uint64_t>& constants);
  bool next();  // the next vector; false after the last one
  void rewind() { at_ = 0; }

 private:
  struct Digit {
    unsigned chosen, of;
  };
  std::vector<Digit> digits_;
  size_t at_ = 0;
  uint64_t random_ = 0;
};

struct Access {
  ObjId object;
  uint64_t offset, length;
  bool write, atomic;
  Ordering order;
};

struct Deed {  // what orders threads, or needs order; also in memory that only one thread can reach so far
  enum Kind : uint8_t { Touch, Fence, Create, Join } kind = Touch;
  unsigned slot = 0, other = 0;  // other: the thread that is created or joined, or whose arrival opens a barrier
  Access access{};
};

// What a thread has executed, for whoever follows an execution.
struct Doing {
  // Whole: an instruction. Part: of a copy that goes on. Asleep and Awake: the two halves of a wait. Arrived and
  // Passed: those of a barrier. Ended: no instruction, the thread is done.
  enum Phase : uint8_t { Whole, Part, Asleep, Awake, Arrived, Passed, Ended } phase = Whole;
  unsigned slot = 0;
  const model::Instr* instr = nullptr;
  std::optional<Value> value;  // that was loaded, stored, drawn or returned by a wait
  unsigned other = 0;          // the thread that was created
};

struct Note {  // something that happened to a thread and matters for a verdict
  Thread::Parking what;
  model::Position pos;
  std::string text;
};

struct Blocked {};  // thrown: the step cannot be taken in this state
struct Park {       // thrown: the thread goes no further
  Thread::Parking what;
  std::string text;
};
[[noreturn]] void undefined(const std::string& what);
[[noreturn]] void unsupported(const std::string& what);
inline constexpr const char* kUninitialised = "use of an uninitialised value";
// What is unsupported unless Image::reuse.
inline constexpr const char* kNeedsReuse = "whether a block has the address of one that was freed";

// What never changes: the program and its constant objects.
struct Image {
  explicit Image(const model::Program& p, uint64_t most_inputs = 16);
  State initial() const;
  const model::Program& program;
  const uint64_t inputs;                               // values of one input that are tried
  std::vector<uint64_t> constants;                     // in the program, for inputs that are drawn
  std::optional<uint8_t> fill;                         // Limits::fill
  bool reuse = false;                                  // a new block may get the address of one that was freed
  bool frees = false;                                  // the program frees memory somewhere
  bool lone = false;                                   // not all interleavings are tried (lone_steps.h)
  std::vector<std::shared_ptr<const Object>> statics;  // initial contents of all static objects
};

class Machine {
 public:
  Machine(const Image& image, State& s, Choices& c) : image_(image), p_(image.program), s_(s), choices_(c) {}

  enum Outcome { Stepped, NotEnabled, Terminal };  // Terminal: the step ended the execution inside an atomic section
  enum Move { Normal, SpuriousWake, TimeOut, CancelledWake };
  Outcome step(unsigned slot, Move move);
  static bool possible(const Thread& t, Move move);  // may be possible, if it is a normal one
  void settle();                                     // local computation of all threads

  std::vector<Access> accesses;  // of the step, to memory that other threads can reach
  std::vector<Deed> deeds;       // of the step and of the local computation behind it
  std::vector<Note> notes;
  std::vector<Doing>* followed = nullptr;  // if somebody follows: what all threads do goes there
  // Objects that the thread of the step has looked at and written, in the step and in its local computation behind it:
  // all of them, whether or not others can reach them. Where it will look next is not among them.
  mutable std::vector<ObjId> looked;
  std::vector<ObjId> written;

  // Whom the resting thread waits for, if it waits for one particular thread.
  std::vector<unsigned> waits_for(unsigned slot);  // who must all let go before it can step
  // The lock that the thread cannot go on without, as things are, and the slot of the thread that has it. A thread that
  // sleeps needs its mutex.
  std::optional<std::pair<Address, unsigned>> lock_it_needs(unsigned slot);
  // Lets a thread that rests in front of a join, whose result it does not want, go on as if the other one had ended;
  // gives the slot of the other one.
  std::optional<unsigned> pass_join(unsigned slot);

 private:
  friend struct Image;
  // control.cpp
  void run_local(unsigned slot);
  bool rests();
  bool visible();
  bool stack_is_shared(bool all_frames);
  std::vector<ObjId> ending(const model::Instr& in);
  void execute();
  void execute_instruction();
  void follow(Doing::Phase phase, const model::Instr* in, std::optional<Value> value = {}, unsigned other = 0);
  void follow(const model::Instr& in);
  void execute_section();
  void call(model::ProcId callee, const std::vector<model::ExprId>& args);
  void leave_frame();
  void do_return(const model::Instr& in);
  void park(const Park& p);
  void enter(unsigned slot);
  void execute_builtin(const model::Instr& in);
  void synchronise(const model::Instr& in);
  void finish(const model::Instr& in, std::optional<Value> result = {});
  void finish_int(const model::Instr& in, uint64_t result) { finish(in, integer(result)); }
  void set(model::LocalId l, Value v);
  Frame& frame() { return thread().frames.back(); }
  Thread& thread() { return s_.threads[slot_]; }
  const model::Instr& instr() { return p_.procedures[frame().proc].code[frame().pc]; }

  // eval.cpp
  Value eval(model::ExprId e);
  uint64_t number(model::ExprId e);
  void consume(const model::Instr& in);
  bool truth(model::ExprId e) { return number(e) != 0; }
  Value eval_operator(const model::Expr& e, const Value& a, const Value& b);
  bool equal(const Value& a, const Value& b);
  bool equal_to_gone(const Value& a, const Value& b);
  Value eval_unary(const model::Expr& e, const Value& a);

  // memory.cpp
  const Object& object(ObjId id) const;
  Object& writable(ObjId id);
  ObjId make_object(Object::Kind kind, uint64_t size, bool zero);
  void kill(ObjId id);
  void take_address(ObjId block);       // any that is free
  void redirect(ObjId from, ObjId to);  // all pointers
  Address resolve(const Value& pointer, uint64_t length);
  bool shared(ObjId id);
  void touch(const Address& a, uint64_t length, bool write, bool atomic, const Ordering& order = {});
  Value load(const Address& a, unsigned width);
  Value filled(Value v, unsigned width) const;
  void store(const Address& a, unsigned width, const Value& v);
  Value pointer_to(ObjId id) const { return {Tag::Obj, id, 0, 0}; }
  void memory_instruction(const model::Instr& in);
  void rmw(const model::Instr& in);
  void compare_exchange(const model::Instr& in);
  void copy(const model::Instr& in);
  void fill(const model::Instr& in);
  uint64_t chunk(uint64_t total, const Address* shared_side);
  void heap_builtin(const model::Instr& in);
  void release(const Value& pointer);

  // locks.cpp
  Address sync_object(model::ExprId e, model::Synchronises what, bool plain_write = false);
  uint64_t read_field(const Address& a, uint64_t at, unsigned bytes);
  void write_field(const Address& a, uint64_t at, unsigned bytes, uint64_t v);
  void forget(const Address& a) { store(a, 32, uninitialised()); }  // destroyed: as good as never initialised
  void finish_unordered(const model::Instr& in, const Address& lock, uint64_t result);
  unsigned mutex_kind(const Address& m);
  void mutex_builtin(const model::Instr& in);
  void mutex_lock(const model::Instr& in, const Address& m);
  uint64_t mutex_unlock(const Address& m);
  void spin_builtin(const model::Instr& in);
  Address rw_object(model::ExprId e, bool plain_write = false);
  void rw_builtin(const model::Instr& in);
  void rw_acquire(const model::Instr& in, bool write);
  uint64_t self() const { return slot_ + 1; }
  void released() {
    if (thread().held) --thread().held;
  }

  // waits.cpp
  void cond_builtin(const model::Instr& in);
  void cond_wait(const model::Instr& in);
  void reacquire();
  void barrier_builtin(const model::Instr& in);
  void barrier_wait(const model::Instr& in);
  void semaphore_builtin(const model::Instr& in);

  // threads.cpp
  void thread_builtin(const model::Instr& in);
  void create(const model::Instr& in);
  void join(const model::Instr& in);
  void detach(const model::Instr& in);
  void cancel(const model::Instr& in);
  bool asked_to_end(const model::Instr& in);  // looks at the requests
  bool ends_wait(const model::Instr& in, bool ready);
  Thread& joinable(model::ExprId handle, bool detached_too = false);
  void start_thread(unsigned slot, model::ProcId proc);
  void begin_exit(Value result);
  void end_thread();
  void free_slot(Thread& t);

  const Image& image_;
  const model::Program& p_;
  State& s_;
  Choices& choices_;
  unsigned slot_ = 0;                     // the running thread
  unsigned depth_ = 0;                    // nesting of atomic sections
  bool recording_ = false;                // accesses are those of the step itself
  std::optional<unsigned> watched_;       // whose looks and writes are noted
  std::optional<std::set<ObjId>> reach_;  // what threads other than slot_ can reach
};

}  // namespace heddle::oracle
