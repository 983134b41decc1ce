// SPDX-License-Identifier: GPL-3.0-or-later
// Program: what every engine sees of the user's C. No LLVM, no solver.
//
// A procedure is a flat list of instructions over its locals. A *transition* of a thread is one visible instruction (an
// access to shared memory or a synchronisation operation) together with the local instructions that follow it, up to
// the next visible one: local computation is merged, so a thread always rests in front of a visible instruction.
// Whether a load or store is visible depends on the object it meets: memory that only one thread can reach is local.
// Loops stay loops (backward targets), calls stay calls. Locals are assigned from SSA form: each has one textual
// definition, except the targets of phi nodes, which are assigned on every incoming edge.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/builtins.h"
#include "model/expr.h"

namespace heddle::model {

using ProcId = uint32_t;
using ObjectId = uint32_t;  // static objects: globals, string literals, thread-locals
using SiteId = uint32_t;    // places that create objects at run time: address-taken locals, heap allocations
using TypeId = uint32_t;    // 0 is "unknown"
using EventId = uint32_t;   // stable number of an instruction, carried by the instrumented binary too; 0 is "none"
using Pc = uint32_t;        // index into Procedure::code
inline constexpr uint32_t kNone = ~0u;

struct Position {
  uint32_t file = 0;  // index into Program::files; 0 is "unknown"
  uint32_t line = 0, column = 0;
  bool operator==(const Position&) const = default;
};

// Source types, only for people: naming `forks[2].lock`, printing values.
struct Type {
  enum Kind : uint8_t {
    Unknown,
    Integer,
    Boolean,
    Character,
    Float,
    Pointer,
    Array,
    Struct,
    Union,
    Enum
  } kind = Unknown;
  bool is_signed = false;
  uint64_t size = 0;  // bytes
  std::string name;
  TypeId element = 0;  // Array
  uint64_t count = 0;  // Array
  struct Field {
    std::string name;
    uint64_t offset = 0;  // bytes
    TypeId type = 0;
  };
  std::vector<Field> fields;                                 // Struct, Union
  std::vector<std::pair<int64_t, std::string>> enumerators;  // Enum
};

struct Object {  // a static object
  std::string name;
  uint64_t size = 0;
  bool constant = false;       // never written: string literals and const globals
  bool thread_local_ = false;  // one instance per thread
  bool internal = false;       // belongs to the library models, not to the user
  std::vector<uint8_t> init;   // size bytes
  struct Relocation {          // a pointer in the initialiser
    uint64_t offset = 0;
    bool to_function = false;
    uint32_t target = 0;  // ObjectId or ProcId
    int64_t addend = 0;
  };
  std::vector<Relocation> relocations;  // sorted by offset
  bool external = false;                // declared but not defined: content unknown
  uint32_t alignment = 1;
  Position pos;
  TypeId type = 0;
};

struct Site {
  enum Kind : uint8_t { Stack, Heap } kind = Stack;
  std::string name;  // the variable, or what the source says for heap allocations ("malloc")
  Position pos;
  std::string function;
  TypeId type = 0;          // for Heap: element type when the front end could tell
  uint32_t alignment = 16;  // that of malloc; 0: one that the program computes
};

struct Local {
  std::string name;  // source name, or empty for temporaries
  uint8_t width = 0;
  TypeId type = 0;
};

enum class InstrKind : uint8_t {
  Assign,       // assignments, all at once (each right side sees the old values)
  Jump,         // target
  Branch,       // a (width 1): target, else target2
  Switch,       // a: cases, else target
  Call,         // callee(args) -> dst
  CallPointer,  // (*a)(args) -> dst
  Return,       // a or nothing
  Load,         // *a of width -> dst
  Store,        // *a of width := b
  Rmw,          // old *a -> dst; *a := rmw(old, b); one step
  CmpXchg,      // old *a -> dst; success -> dst2; if old == b then *a := c; one step
  Fence,
  // c bytes from *b to *a, padding and all, one step for each aligned word of the shared side; at most one of a and b
  // may be shared memory (otherwise the front end goes through a temporary)
  Copy,
  Fill,    // c bytes at *a := the byte b (width 8); one step per aligned word
  Alloca,  // new stack object of a bytes from site -> dst; ends at a ScopeEnd, or when the procedure returns
  // the stack objects of this procedure that args point to end, all at once; an arg that points to none is passed over
  ScopeEnd,
  Builtin,      // builtin(args) -> dst
  Unreachable,  // undefined behaviour when reached
};

enum class RmwOp : uint8_t { Xchg, Add, Sub, And, Or, Xor, Nand, Max, Min, UMax, UMin };
enum class MemoryOrder : uint8_t { NotAtomic, Relaxed, Acquire, Release, AcqRel, SeqCst };

struct Assignment {
  LocalId local;
  ExprId value;
};

struct Instr {
  InstrKind kind{};
  // Load, Store, Rmw, CmpXchg, Nondet: bits of the value in memory (8, 16, 32, 64; i1 is stored as 8)
  uint8_t width = 0;
  Builtin builtin = Builtin::None;
  RmwOp rmw{};
  MemoryOrder order = MemoryOrder::NotAtomic;
  MemoryOrder order_of_failure = MemoryOrder::NotAtomic;  // CmpXchg
  LocalId dst = kNoLocal, dst2 = kNoLocal;
  ExprId a = 0, b = 0, c = 0;
  Pc target = 0, target2 = 0;
  ProcId callee = kNone;
  SiteId site = kNone;
  EventId event = 0;
  bool forgotten = false;  // Alloca: nobody can still have the address of what was made here before (analysis/scopes.h)
  bool act = false;        // the instrumented program calls its run-time here; set by analysis/prepare.h alone
  Position pos;
  std::vector<ExprId> args;
  std::vector<Assignment> assignments;
  std::vector<std::pair<uint64_t, Pc>> cases;
  std::string text;  // AssertFail: the expression; Unmodelled: the function; Nondet: the function
  bool atomic() const { return order != MemoryOrder::NotAtomic; }
};

// A choice that must come out true sometimes, if it is made again and again: a time-out, for instance.
inline constexpr const char* kFairChoice = "__heddle_fair_choice";
inline bool is_fair_choice(const Instr& i) { return i.builtin == Builtin::Nondet && i.text == kFairChoice; }

struct Procedure {
  std::string name;
  std::vector<Local> locals;  // the first `params` of them are the parameters
  uint32_t params = 0;
  bool variadic = false;
  uint8_t return_width = 0;  // 0: void
  bool library = false;      // one of our models: positions and names come from the caller
  std::vector<Instr> code;   // empty: declared only, calling it is an error the front end has turned into Unmodelled
  Position pos;
  // Heads of loops that a bounded engine follows at least so often, whatever its bound: for programs written by us.
  std::vector<std::pair<Pc, uint32_t>> rounds;
};

struct Program {
  std::vector<std::string> files{""};  // as the user named them
  std::vector<Type> types{Type{}};
  std::vector<Object> objects;
  std::vector<Site> sites;
  std::vector<Procedure> procedures;
  ExprPool exprs;
  unsigned pointer_width = 64;      // 32 for ILP32
  ProcId entry = kNone;             // calls main and then Exit
  ProcId thread_exit = kNone;       // library procedure run by each ending thread (key destructors), or kNone
  std::vector<uint64_t> constants;  // integer constants of the source, sorted: candidates for wide inputs
  bool strict_pointers = false;     // comparing a pointer to freed memory with another pointer is undefined
};

// The readable form: `heddle check --dump=model`.
std::string dump(const Program& p);
std::string dump(const Program& p, const Procedure& f, ExprId e);
std::string position_text(const Program& p, Position pos);  // "file.c:12:3"

// "[2].lock" for offset 80 in a type; `width_bytes` chooses between a struct and its first field.
std::string path_in_type(const Program& p, TypeId type, uint64_t offset, uint64_t width_bytes);
// The same for a mutex, semaphore, ... at an offset.
std::string path_to_lock(const Program& p, TypeId type, uint64_t offset);
// The scalar type at an offset, or 0.
TypeId scalar_at(const Program& p, TypeId type, uint64_t offset, uint64_t width_bytes);
// A value as the source would write it.
std::string format_value(const Program& p, TypeId type, uint64_t bits, unsigned width);

// Structural invariants (targets in range, widths agree, locals defined); throws InternalError naming the instruction.
void check_invariants(const Program& p);

}  // namespace heddle::model
