// SPDX-License-Identifier: GPL-3.0-or-later
// The oracle's idea of a program state: plain structs that are copied whole for every step. Nothing here is shared with
// src/semantics; only the model is. Objects are byte vectors in which every byte knows which of its bits are
// initialised, or that it is one byte of a pointer.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "model/program.h"

namespace heddle::oracle {

using ObjId = uint32_t;  // static objects keep their model::ObjectId, objects made at run time count on from there

enum class Tag : uint8_t { Int, Obj, Fn };

struct Value {
  Tag tag = Tag::Int;
  uint32_t id = 0;     // Obj: ObjId; Fn: ProcId
  uint64_t bits = 0;   // Int: the number; Obj, Fn: the byte offset
  uint64_t undef = 0;  // Int: the bits that are uninitialised; they are 0 in `bits`
  bool operator==(const Value&) const = default;
};

inline Value uninitialised() { return {Tag::Int, 0, 0, ~uint64_t{0}}; }
inline Value integer(uint64_t v) { return {Tag::Int, 0, v, 0}; }

struct Cell {  // one byte of memory
  Tag tag = Tag::Int;
  uint8_t byte = 0;   // Int: the byte; Obj, Fn: which byte of the pointer
  uint8_t undef = 0;  // Int: the bits that are uninitialised
  uint32_t id = 0;
  uint64_t offset = 0;
  bool operator==(const Cell&) const = default;
};

struct Object {
  enum Kind : uint8_t { Static, ThreadLocal, Stack, Heap } kind = Static;
  bool alive = true;
  bool external = false;
  std::vector<Cell> bytes;
};

struct Address {
  ObjId object = 0;
  uint64_t offset = 0;
  bool operator==(const Address&) const = default;
};

struct Frame {
  model::ProcId proc = 0;
  model::Pc pc = 0;
  uint64_t progress = 0;  // bytes already done of the Copy or Fill at pc
  std::vector<Value> locals;
  std::vector<ObjId> stack;  // objects that die with the frame
};

struct Wait {
  enum Kind : uint8_t { None, Cond, CondTimed, Reacquire, Barrier } kind = None;
  Address on;           // Cond, CondTimed: the condition; Barrier: the barrier; Reacquire: nothing
  Address mutex;        // Cond, CondTimed, Reacquire
  uint32_t result = 0;  // Reacquire: what the call will return
  bool cancellable = false;
  bool unrivalled = false;  // Reacquire: woken by a signal when nobody else slept there
};

struct Thread {
  enum Status : uint8_t { Free, Active, Ended, Parked } status = Free;
  enum Parking : uint8_t { NotParked, Exit, Failed, Assume, Undefined, Unsupported } parking = NotParked;
  bool detached = false;
  bool exiting = false;  // runs Program::thread_exit
  bool cancelled = false;
  uint32_t held = 0;    // locks that name it as their owner
  uint64_t handle = 0;  // the number the program knows it by
  Value result = uninitialised();
  std::vector<Frame> frames;
  Wait wait;
  std::map<model::ObjectId, ObjId> tls;
};

struct State {
  std::map<ObjId, std::shared_ptr<const Object>> objects;  // all but the constant ones
  std::vector<Thread> threads;                             // by slot
  ObjId next = 0;
  // Where a block lies, if at the address of one that was freed before: the name of that address, which is the first
  // block that had it.
  std::map<ObjId, ObjId> addresses;
  ObjId address(ObjId id) const {
    auto it = addresses.find(id);
    return it == addresses.end() ? id : it->second;
  }
};

// Everything that can be reached from the given roots by following pointers through memory.
class Reach {
 public:
  explicit Reach(const State& s) : state_(s) {}
  void object(ObjId id);
  void value(const Value& v) {
    if (v.tag == Tag::Obj) object(v.id);
  }
  void thread(const Thread& t);
  const std::vector<ObjId>& close();  // in the order in which they were met
  bool has(ObjId id) const { return seen_.count(id) != 0; }

 private:
  const State& state_;
  std::set<ObjId> seen_;
  std::vector<ObjId> order_;
  size_t done_ = 0;
};

// The whole state as bytes. Objects made at run time are numbered in the order in which a walk from the roots meets
// them, and unreachable ones are erased from `s`, so that a loop which makes and drops objects comes back to the same
// text. `numbers`: the number of each object that is still there.
std::string serialise(State& s, size_t static_objects, std::map<ObjId, uint32_t>* numbers = nullptr);

}  // namespace heddle::oracle
