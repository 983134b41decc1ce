// SPDX-License-Identifier: GPL-3.0-or-later
// Objects and what is in them, as terms. The content of an object is a chain of nodes: what was there first, a write
// under a condition, a choice between two contents, or what a read_sync makes of it (localized shared memory gets a
// value of its own there, Ganai and Gupta, section 5.1). Bytes become literals only when somebody asks for them, and a
// byte that no write between two depths can touch is the same literals at both: that is the hashing of section 2.3.
#pragma once
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>

#include "symbolic/bits/layout.h"

namespace heddle::unrolled {

using smt::Bits;
using smt::Lit;

using symbolic::Byte;
using symbolic::LockWord;
using symbolic::Target;
using symbolic::Unsupported;
using symbolic::Value;
using symbolic::ValuePtr;

struct Node;
using Content = const Node*;

// What is in objects that nobody has written since.
class ContentSource {
 public:
  virtual ~ContentSource() = default;
  virtual Content content(uint32_t object) = 0;
};
// Shared memory at one depth.
struct Contents {
  std::vector<Content> written;   // by object; null or missing: ask the base
  ContentSource* base = nullptr;  // null: as at the start
};

// Whoever decides what a read_sync yields.
class SyncSource {
 public:
  virtual ~SyncSource() = default;
  virtual Byte synchronised(uint32_t object, uint32_t position, Content before) = 0;
  virtual Lit took_over() const = 0;  // the content is not the one from before
};

// What the thread itself has written there since it took over shared memory from another one.
struct OwnByte {
  Lit written = smt::kFalse;
  Byte byte;  // if it has
};

struct Node {
  enum class Kind : uint8_t { Initial, Write, Choice, Sync } kind = Kind::Initial;
  uint32_t object = 0;
  Content before = nullptr, other = nullptr;  // Choice: `other` when `when`, else `before`
  Lit when = smt::kTrue;                      // Write, Choice
  Bits offset;                                // Write; if not constant, a multiple of the size of the value
  Value value;                                // Write
  SyncSource* sync = nullptr;
  mutable std::unordered_map<uint32_t, Byte> known;
  mutable std::unordered_map<uint32_t, OwnByte> own;
};

struct Object {
  uint32_t abstract = ~0u;  // analysis numbering; ~0: one of ours
  uint32_t size = 0;        // at offset `size` there is one more byte: 0 until the object ends
  Bits extent;              // how much of it there is, if that is not known
  bool shared = false, constant = false;
  bool ends = false;  // it may be freed, or its frame may be left
  // all zero in the beginning, otherwise uninitialised; static objects: as their initialiser says
  bool defined = true;
  uint32_t shadow_of = 0;  // the state of what synchronises in that object
  std::string name;
  Content initial = nullptr;
};

class Memory {
 public:
  Memory(const model::Program& p, smt::Circuit& c);
  uint32_t add(Object o);
  const Object& operator[](uint32_t id) const { return objects_[id]; }
  uint32_t count() const { return static_cast<uint32_t>(objects_.size()); }

  Content initial(uint32_t object);
  Content content(const Contents& c, uint32_t object);
  Content written(Content before, const Bits& offset, const Value& v, Lit when);
  Content choice(Lit when, Content then, Content otherwise);
  Content synchronised(Content before, SyncSource* source);
  Byte byte(Content n, uint32_t position);
  OwnByte own_byte(Content n, uint32_t position);
  Value read(Content n, const Bits& offset, unsigned bytes);

  const symbolic::Layout& layout() const { return layout_; }

 private:
  Byte initial_byte(const Object& o, uint32_t position) const;
  Content decides(Content n, uint32_t position) const;
  std::optional<Byte> known_byte(Content n, uint32_t position) const;
  bool misses(const Node& write, uint32_t position) const;
  struct Part {
    Lit here;  // the write goes there
    Byte byte;
  };
  Part part(const Node& write, uint32_t position);
  Node& make(Node::Kind kind, uint32_t object);

  const model::Program& p_;
  smt::Circuit& c_;
  const symbolic::Layout layout_;
  std::deque<Object> objects_;  // from 1
  std::deque<Node> nodes_;
};

}  // namespace heddle::unrolled
