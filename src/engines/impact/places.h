// SPDX-License-Identifier: GPL-3.0-or-later
// The flow of a program with its threads counted: who is where, and which edges lead on from there.
//
// A *place* is where each thread rests, together with the values of all variables that only ever get constants: locks,
// handles, flags. These are kept as numbers, so that an edge that a lock forbids does not exist, and nobody has to be
// asked. All other variables are *symbols* of the place, and what is known of them is said by labels (tree.h).
//
// An *edge* is one step of one thread under these constants: a guard, and new values of symbols. What is free in it
// besides symbols is an input, or a number that flow leaves open.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

#include "symbolic/flow/flow.h"

namespace heddle::impact {

namespace z3 = smt::z3;
using flow::Flow;
using flow::RestId;
using flow::Slot;

using PlaceId = uint32_t;
using SymbolId = uint32_t;
inline constexpr uint32_t kNone = ~0u;  // no thread, node or place

struct TooLarge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A variable that was taken for one that only gets constants does not: begin again, with it among those that vary.
struct Varies {
  Slot slot;
};

struct Symbol {
  std::string name;
  z3::Term now;
  z3::Term range;
  z3::Term initially;  // of shared ones
  Slot slot{};
  unsigned thread = kNone;  // whose it is; none: shared
  unsigned width = 0;       // of a machine integer; 0: it is none
};

struct Thread {
  flow::RoleId role = 0;
  RestId at = flow::kNobody;
  bool joined = false;
  std::map<Slot, int64_t> knows;  // its own variables that are numbers here
  auto operator<=>(const Thread&) const = default;
};

// Which shared things a step touches. Threads that end or begin are among them.
struct Footprint {
  std::set<uint32_t> reads, writes;
  bool disturbs(const Footprint& other) const;  // in either direction
};

struct Edge {
  unsigned thread = 0;
  const flow::Step* step = nullptr;
  z3::Term guard;
  std::vector<std::pair<SymbolId, z3::Term>> updates;
  std::vector<z3::Term> inputs;  // all that is free in it
  std::vector<z3::Term> seen;    // inputs of the program, in order
  PlaceId to = kNone;
  int starts = -1;                // the thread it starts
  std::vector<unsigned> begun{};  // all of them: there may be several in an atomic section
};

// What must not happen at a place.
struct Trouble {
  enum Kind : uint8_t { Failure, Undefined, Race, Deadlock } kind = Failure;
  unsigned thread = 0, other = 0;
  z3::Term when;
  const flow::Fault* fault = nullptr;
  const flow::Access *access = nullptr, *other_access = nullptr;
  std::vector<z3::Term> seen{};  // inputs of the program on the way to a fault
  bool ring = false;             // Deadlock: some wait for each other for ever, whatever the others do
};

struct Place {
  std::vector<Thread> threads;
  std::vector<int64_t> constants;  // of Places::constants()
  // The thread that a handle names, by the word that holds it: one of a thread's own, or a shared one (kNone).
  std::map<std::pair<unsigned, Slot>, unsigned> handles;
  auto operator<=>(const Place&) const = default;
};

class Places {
 public:
  struct Wanted {
    bool races = false, deadlocks = false;
    bool renumber = true;  // new threads get the numbers of joined ones
  };
  Places(z3::Context& context, const Flow& flow, Wanted wanted, const std::set<Slot>& vary);

  PlaceId start() const { return start_; }
  const Place& at(PlaceId p) const { return *places_[p]; }
  size_t size() const { return places_.size(); }
  const Flow& flow() const { return flow_; }
  const Symbol& symbol(SymbolId s) const { return symbols_[s]; }
  size_t symbols() const { return symbols_.size(); }
  const std::vector<uint32_t>& constants() const { return constants_; }  // indices in flow().shared
  std::optional<SymbolId> symbol_of(unsigned term_id) const;
  bool is_shared(unsigned term_id) const { return shared_by_term_.count(term_id) != 0; }  // in terms of the flow

  bool is_last(PlaceId p, unsigned thread) const;  // it has ended, or goes no further
  const std::vector<Edge>& edges(PlaceId p, unsigned thread);
  // There are inputs with which the edge can be taken.
  z3::Term possible(const Edge& e) const;
  // The thread need not wait: it has an edge, or fails.
  const z3::Term& can_go(PlaceId p, unsigned thread);
  z3::Term nothing() const { return c_.truth(false); }
  const std::vector<Trouble>& troubles(PlaceId p);
  // Those that mean something here, as one formula: they are in range.
  const z3::Term& ranges(PlaceId p);
  const std::vector<SymbolId>& live(PlaceId p);
  const Footprint& footprint(RestId r) const { return of_rests_[r]; }
  const Footprint& footprint(const flow::Step& s) const;
  uint32_t ends() const { return static_cast<uint32_t>(flow_.shared.size()); }  // in footprints: of threads
  void collect(const z3::Term& t, std::set<uint32_t>& into) const;              // shared variables in it
  bool is_asleep(RestId r) const { return flow_.rests[r].may_wake; }            // on a condition variable

 private:
  struct Made {  // what is known of a place, once somebody asks
    std::vector<std::optional<std::vector<Edge>>> edges;
    std::vector<std::optional<z3::Term>> can_go;
    std::optional<std::vector<Trouble>> troubles;
    std::optional<z3::Term> ranges;
    std::optional<std::vector<SymbolId>> live;
  };
  struct Binding {  // of the names that a rest uses to what they are for a thread at a place
    std::vector<z3::Term> from, to;
  };

  void choose_constants(const std::set<Slot>& vary);
  SymbolId own_symbol(unsigned thread, const Slot& slot, const flow::Value& like);
  PlaceId place(Place p);
  Binding bind(const Place& p, unsigned thread);
  void bring(Place& to, unsigned thread, RestId rest, const std::map<Slot, flow::Value>& with, const Binding& names,
             Edge& edge);
  std::optional<Edge> edge(PlaceId from, unsigned thread, const flow::Step& s, const Binding& names);
  bool move_handles(Place& to, unsigned thread, const std::vector<flow::HandleAct>& acts,
                    const std::vector<RestId>& joins, const std::vector<unsigned>& begun) const;
  bool joins_before(const Place& p, unsigned thread, const flow::Fault& f) const;  // all that the fault needs joined
  std::optional<unsigned> joined_by(const Place& p, unsigned thread, const flow::Step& s) const;
  void note_inputs(Edge& e);
  void look_for_races(const Place& p, std::vector<Trouble>& into);
  void look_for_ring(PlaceId id, std::vector<Trouble>& into);
  std::set<unsigned> waits_for(PlaceId id, unsigned thread);
  int64_t holds(const Place& p, unsigned thread, const Slot& slot);
  void look_for_deadlock(PlaceId id, std::vector<Trouble>& into);
  bool stays(const flow::Step& s, const z3::Term& made, const z3::Term& now) const;
  Footprint made_footprint(const flow::Step& s) const;

  z3::Context& c_;
  const Flow& flow_;
  flow::Numbers numbers_;
  Wanted wanted_;
  std::map<unsigned, uint32_t> shared_by_term_;  // Z3's number of `now` -> index in flow.shared
  std::vector<bool> is_constant_;                // of flow.shared
  std::vector<uint32_t> constants_;              // indices in flow.shared
  std::vector<SymbolId> symbol_of_shared_;
  std::set<Slot> own_constants_;
  std::vector<std::map<unsigned, Slot>> own_by_term_;  // of each rest
  std::vector<Symbol> symbols_;
  // What has no type may be signed at one rest and unsigned at the next: these are different symbols.
  std::map<std::tuple<unsigned, Slot, flow::Value::Kind, unsigned, bool>, SymbolId> own_symbols_;
  std::map<unsigned, SymbolId> by_term_;
  std::map<Place, PlaceId> ids_;
  std::vector<const Place*> places_;
  std::vector<Made> made_;
  std::vector<Footprint> of_rests_;
  std::map<const flow::Step*, Footprint> of_steps_;
  PlaceId start_ = kNone;
};

}  // namespace heddle::impact
