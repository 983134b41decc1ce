// SPDX-License-Identifier: GPL-3.0-or-later
// From the program to its Flow: every step from every rest is followed symbolically until the next one. What is learnt
// on the way (a loop needs a rest, an object is not a set of words, a variable of main is known to others) is kept in a
// plan, and the work begins again.
#pragma once
#include <functional>
#include <stdexcept>

#include "analysis/points_to.h"
#include "analysis/visible.h"
#include "symbolic/flow/flow.h"

namespace heddle::flow {

struct TooLarge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Calls = std::vector<std::pair<model::ProcId, model::Pc>>;  // from the start procedure on

struct MadeObject {
  bool heap = false, zeroed = false;  // or a variable on the stack
  uint64_t size = 0;                  // unless Plan::sized
  model::SiteId site = 0;
  Calls calls{};  // to the procedure that made it: threads of different roles may have one each
};

// A variable of a thread, named so that it is the same when the work begins again: a local by the calls to its
// procedure.
using Place = std::pair<Calls, Slot>;

struct Plan {
  std::set<std::pair<Calls, model::Pc>> cuts;  // where a loop needs a rest
  // numbers of objects: variables whose address is taken, memory on the heap
  std::map<std::pair<Calls, model::Pc>, uint32_t> made;
  std::map<uint32_t, MadeObject> objects;  // and what they are
  std::set<uint32_t> sized;                // those of them whose size is not a constant
  std::set<uint32_t> blurred;              // objects that are no set of words
  std::map<uint32_t, unsigned> elements;   // width of all that is accessed in a blurred object; 0: different ones
  struct Pointee {
    Value::Kind kind = Value::Address;
    uint32_t object = 0;
    int64_t offset = 0;
    bool operator==(const Pointee&) const = default;
  };
  // shared words that hold null or one of these, and which one is a number from 0 on
  std::map<Slot, std::vector<Pointee>> targets;
  std::set<Slot> mixed;      // shared words that hold numbers and addresses, or addresses that vary
  std::set<uint32_t> known;  // those of them that other threads may know
  // mutexes that are initialised as another kind than the normal one; nothing: as different ones
  std::map<Slot, std::optional<uint32_t>> kinds;
  std::set<Slot> serials;       // barriers where somebody looks who the serial thread is
  std::set<uint32_t> placed;    // arrays of locks, of handles or of pointers: which element it is must be a constant
  std::map<Place, bool> split;  // so that rests are told apart by the value of these; false: it has too many
  bool cautious = false;        // too many ways between rests: every access to shared memory needs one
  std::set<Slot> handles;       // words where the handles of started threads are written
};

struct Options {
  // What others can notice, if it is known: between rests, a thread does what nobody does.
  const analysis::Visible* visible = nullptr;
  bool remainders = false;  // numbers that wrap around are remainders (numbers.h)
  bool decides = false;     // what is left open is decided before a thread waits, at a rest of its own
  bool sites = false;       // threads that are started at different places play different roles
  bool arrays = false;      // what is accessed by elements is a variable, an array; otherwise what is read is any value
  bool attempts = false;    // one to lock fails only where it would have to wait; otherwise it may always fail
  size_t most_rests = 400;  // with more of them, the program is too large
};

class Builder {
 public:
  Builder(const model::Program& p, const analysis::PointsTo& points_to, z3::Context& context, Plan& plan,
          const std::function<bool()>& stop, Options options = {})
      : p_(p),
        points_to_(points_to),
        c_(context),
        numbers_(context, options.remainders),
        plan_(plan),
        stop_(stop),
        options_(options) {}

  // Nothing: the plan has grown, begin again. Throws TooLarge.
  std::optional<Flow> run();

 private:
  struct Again {};
  struct Forked {};  // other paths go on instead, from the same instruction
  struct Refused {   // this path is not followed any further
    std::string why;
  };
  struct Path {
    Spot at;
    z3::Term where;
    std::map<Slot, Value> mine, shared;
    std::vector<Start> starts;
    std::vector<RestId> joins;
    std::map<Slot, Value> past;  // of main: locals of procedures that have returned
    unsigned section = 0;
    bool begins = true;                              // nothing was executed yet
    bool moved = false;                              // the visible instruction of this step is done
    bool resumed = false;                            // in front of an instruction that is begun already
    std::vector<std::pair<z3::Term, bool>> decided;  // conditions, each taken for true or false
    std::set<Spot> passed;
    bool alone = false;  // no thread was started yet
    Seen seen{};
    bool jumps_back = false;
    bool open = false;  // a number was met on the way that may be any: an input, or what is not linear
    std::vector<HandleAct> handles{};
    bool guesses = false;  // in a section, such a number was met that is no input
  };

  // builder.cpp: rests and control
  RestId rest_at(const Spot& spot, RoleId role, const std::map<Slot, Value>& mine = {}, bool alone = false);
  Place place_of(Slot s) const;
  bool is_split(const Slot& s) const;
  void split(const z3::Term& n);
  void keep_split(std::map<Slot, Value>& mine);
  void place(uint32_t object, const z3::Term& offset);
  RoleId role_of(model::ProcId start, const Value& argument, const Calls& site = {});
  FrameId frame_of(FrameId parent, model::Pc call, model::ProcId callee);
  void forget_unreached();
  void arrive(RestId rest, const std::map<Slot, Value>& mine);
  void steps_of(RestId rest);
  void follow(Path path);
  Path next_path(bool merging);
  std::vector<model::Pc> way_to(const Spot& spot) const;
  bool merge(Path& a, Path& b);
  bool merge(std::map<Slot, Value>& a, std::map<Slot, Value>& b, const z3::Term& when, bool shared);
  void come_to_rest(Path& path);
  bool is_cut(const Spot& spot) const;
  bool is_visible(Path& path);
  bool is_watched(const Path& path) const;
  bool one(Path& path);  // false: the path ends here
  void fork(const Path& path, const z3::Term& when, model::Pc to);
  void enter(Path& path, model::Pc back, model::ProcId callee, const std::vector<Value>& arguments);
  void bury(Path& path, FrameId f);
  void end_variable(Path& path, const Value& address);
  void leave(Path& path, std::optional<Value> result);
  void end_thread(Path& path);
  void get_stuck(Path path);
  std::optional<Value> otherwise(const Slot& s);  // what a thread has that never touched it
  z3::Term variable(const Slot& s, const Number& like, bool& is_signed);
  Number of_main(const Slot& s, const Number& like);
  const std::vector<model::LocalId>& live_locals(model::ProcId proc, model::Pc pc);
  std::map<Slot, Value> live(const Path& path, const Spot& spot);
  const model::Instr& instr(const Spot& p) const { return p_.procedures[frames_[p.frame].proc].code[p.pc]; }
  Calls calls_to(FrameId f) const;

  // values.cpp: expressions
  Value eval(Path& path, model::ExprId e);
  Number number(Path& path, model::ExprId e);
  Number number(const Value& v);
  z3::Term truth(Path& path, model::ExprId e);
  void consume(Path& path, const model::Instr& i);  // its arguments leave the program
  Value binary(Path& path, const model::Expr& e, const Value& a, const Value& b);
  Value on_address(Path& path, const model::Expr& e, const Value& a, const Value& b);
  [[noreturn]] void fork_on(Path& path, const z3::Term& condition);
  Value select(const z3::Term& when, const Value& a, const Value& b);
  std::optional<bool> same_pointer(const Value& a, const Value& b) const;
  bool is_null(const Value& v) const {
    return v.kind == Value::Number && z3::identical(v.number.n.simplify(), c_.integer(0));
  }
  void assign(Path& path, model::LocalId l, Value v);
  void assign_int(Path& path, model::LocalId l, int64_t v);
  void refuse_if(Path& path, const z3::Term& when, const std::string& why, bool failure = false);
  Value number_value(Number n) const { return {Value::Number, std::move(n), 0, std::nullopt}; }
  Value constant(uint64_t bits, unsigned width) const { return number_value(numbers_.constant(bits, width, true)); }
  Value nothing(unsigned width = 64) const {
    return {Value::Nothing, numbers_.constant(0, width, true), 0, std::nullopt};
  }
  Value mixed(unsigned width = 64) const { return {Value::Mixed, numbers_.constant(0, width, true), 0, std::nullopt}; }
  bool sign_of(model::TypeId type) const;

  // memory.cpp: words and their objects
  bool is_static(uint32_t object) const { return object < p_.objects.size(); }
  bool is_shared(uint32_t object) const {
    return is_static(object) ? !p_.objects[object].thread_local_ : plan_.known.count(object) != 0;
  }
  bool is_visible(uint32_t object) const {
    return is_shared(object) && !(is_static(object) && p_.objects[object].constant);
  }
  uint64_t size_of(uint32_t object) const;  // the most there may be, if it is not a constant
  z3::Term size(Path& path, uint32_t object);
  Value settled(Value address) const;
  bool holds_addresses(uint32_t object) const;
  bool is_heap(uint32_t object) const { return !is_static(object) && plan_.objects.at(object).heap; }
  uint32_t make(Path& path, MadeObject object, const z3::Term& bytes);
  bool in_frame(uint32_t object, FrameId f) const;  // a variable on the stack
  void must_live(Path& path, uint32_t object);
  void stays_there(const Path& path, uint32_t object) const;
  Number pointer_variable(const Slot& s);
  std::optional<unsigned> index_of(const Slot& s, const Value& v);
  Value target(const Slot& s, size_t index) const;
  model::TypeId type_of(uint32_t object) const;
  void expose(const Value& v);
  Value reachable(Path& path, const Value& address, unsigned bytes, bool write);
  Value reachable(Path& path, const Value& address, const z3::Term& bytes, bool write);
  void blur(uint32_t object);
  void must_be_filled(Path& path, const Value& address, const z3::Term& bytes);
  void fill(Path& path, const Value& address, const z3::Term& bytes);
  bool has_content(uint32_t object, unsigned width);
  Number content(Path& path, uint32_t object);
  Number content_of(uint32_t object, const z3::Term& array) const;
  z3::Term initial_content(uint32_t object);
  void must_be_aligned(Path& path, const Value& address, unsigned width);
  Value element(Path& path, const Value& address, unsigned width);
  void set_element(Path& path, const Value& address, unsigned width, const Value& v);
  Value load(Path& path, const Value& address, unsigned width);
  void store(Path& path, const Value& address, unsigned width, const Value& v);
  void store_handle(Path& path, const Slot& word, const Value& v);
  void note_handle(Path& path, HandleAct::Kind kind, const Slot& word, const Slot& from = {});
  Value read(Path& path, const Slot& s);
  void write(Path& path, const Slot& s, const Value& v);
  Value initial(const Slot& s);
  void overlap(const Slot& s);
  bool is_placed(uint32_t object, unsigned width) const;
  bool is_new_handle(const Value& v) const;
  void note_access(Path& path, const Value& address, unsigned bytes, bool write, bool atomic);
  void load_or_store(Path& path, const model::Instr& i);
  void rmw(Path& path, const model::Instr& i);
  void bulk(Path& path, const model::Instr& i);

  // builtins.cpp: library operations
  void builtin(Path& path, const model::Instr& i);
  void allocate(Path& path, const model::Instr& i);
  void release(Path& path, const model::Instr& i);
  void create(Path& path, const model::Instr& i);
  void join(Path& path, const model::Instr& i);
  void synchronise(Path& path, const model::Instr& i);
  z3::Term fails_if(const z3::Term& taken) const { return options_.attempts ? taken : c_.truth(true); }
  void claim(uint32_t object, uint32_t at, uint32_t bytes, uint8_t kind);
  void outcome(const Path& path, const model::Instr& i, const z3::Term& when, int result,
               const std::function<void(Path&)>& effect = {});
  void mutex(Path& path, const model::Instr& i, uint32_t object, uint32_t at);
  void rwlock(Path& path, const model::Instr& i, uint32_t object, uint32_t at);
  void semaphore(Path& path, const model::Instr& i, uint32_t object, uint32_t at);
  void barrier(Path& path, const model::Instr& i, uint32_t object, uint32_t at);
  void leave_barrier(Path& path, const model::Instr& i);
  void must_be_initialised(Path& path, uint32_t object, uint32_t at);  // a condition variable
  void condition(Path& path, const model::Instr& i, uint32_t object, uint32_t at);
  void wait(Path& path, const model::Instr& i);
  Number read_number(Path& path, const Slot& s) { return number(read(path, s)); }
  void write_number(Path& path, const Slot& s, const z3::Term& n) {
    write(path, s, number_value({n, width_of(s), true}));
  }
  static unsigned width_of(const Slot& s);
  uint32_t lock_kind(uint32_t object, uint32_t at) const;
  uint32_t kind_of(const Slot& lock);
  void special_mutex(Path& path, const model::Instr& i, const Slot& lock);

  const model::Program& p_;
  const analysis::PointsTo& points_to_;
  z3::Context& c_;
  Numbers numbers_;
  Plan& plan_;
  const std::function<bool()>& stop_;
  const Options options_;
  Flow flow_;
  std::vector<Frame> frames_;
  std::map<std::tuple<FrameId, model::Pc, model::ProcId>, FrameId> frame_ids_;
  // what is no number in a thread's variables, or a number by which rests are told apart
  using Shape = std::vector<std::tuple<Slot, Value::Kind, int64_t>>;
  std::map<std::tuple<Spot, bool, Shape>, RestId> rest_ids_;
  std::map<std::pair<Spot, Slot>, std::set<int64_t>> values_;  // of what is split
  std::vector<RestId> work_;
  std::vector<bool> waiting_, arrived_;
  std::vector<Path> paths_;
  RestId at_ = kNobody;     // the rest whose steps are followed
  unsigned selecting_ = 0;  // one of two values, of which only one is computed
  bool executing_ = false;  // an instruction, and not looking at what it will be
  std::map<Slot, size_t> shared_ids_;
  std::map<uint32_t, std::set<std::pair<uint32_t, uint8_t>>> words_;
  std::set<RestId> joining_;  // where any role may be joined
  std::map<model::ProcId, std::vector<std::vector<model::LocalId>>> live_;
  unsigned names_ = 0;
};

// The flow of a program, with as many beginnings as it takes. Nothing: too many. Throws TooLarge.
std::optional<Flow> build(const model::Program& p, const analysis::PointsTo& points_to, z3::Context& context,
                          Plan& plan, const std::function<bool()>& stop, Options options);

}  // namespace heddle::flow
