// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/unrolled/memory.h"

#include "base/check.h"

namespace heddle::unrolled {

using smt::Circuit;
using smt::kFalse;
using smt::kTrue;
using symbolic::constant_byte;

namespace {

constexpr uint32_t kLargest = 1u << 16;    // bytes of an object
constexpr uint32_t kMostPositions = 1100;  // of an unknown offset

}  // namespace

Memory::Memory(const model::Program& p, Circuit& c) : p_(p), c_(c), layout_(p, c) {
  objects_.emplace_back();  // nobody: the null pointer
  for (model::ObjectId o = 0; o < p.objects.size(); ++o) {
    const model::Object& from = p.objects[o];
    Object made;
    made.abstract = o;
    made.size = static_cast<uint32_t>(std::min<uint64_t>(from.size, kLargest + 1));
    made.shared = !from.thread_local_;
    made.constant = from.constant;
    made.name = from.name;
    objects_.push_back(std::move(made));
  }
}

uint32_t Memory::add(Object o) {
  if (o.size > kLargest) throw Unsupported("an object of more than " + std::to_string(kLargest) + " bytes");
  objects_.push_back(std::move(o));
  uint32_t id = count() - 1;
  layout_.address_of(id);  // there must be room
  return id;
}

Node& Memory::make(Node::Kind kind, uint32_t object) {
  Node& n = nodes_.emplace_back();
  n.kind = kind;
  n.object = object;
  return n;
}

Content Memory::initial(uint32_t object) {
  Object& o = objects_[object];
  if (!o.initial) {
    if (o.size > kLargest) throw Unsupported("an object of more than " + std::to_string(kLargest) + " bytes");
    if (o.abstract < p_.objects.size() && p_.objects[o.abstract].external)
      throw Unsupported("`" + o.name + "`, which is defined elsewhere");
    o.initial = &make(Node::Kind::Initial, object);
  }
  return o.initial;
}

Content Memory::content(const Contents& c, uint32_t object) {
  if (object < c.written.size() && c.written[object]) return c.written[object];
  return c.base ? c.base->content(object) : initial(object);
}

Content Memory::written(Content before, const Bits& offset, const Value& v, Lit when) {
  if (when == kFalse) return before;
  Node& n = make(Node::Kind::Write, before->object);
  n.before = before;
  n.offset = offset;
  n.value = v;
  n.when = when;
  return &n;
}

Content Memory::choice(Lit when, Content then, Content otherwise) {
  if (then == otherwise || when == kFalse) return otherwise;
  if (when == kTrue) return then;
  Node& n = make(Node::Kind::Choice, then->object);
  n.before = otherwise;
  n.other = then;
  n.when = when;
  return &n;
}

Content Memory::synchronised(Content before, SyncSource* source) {
  Node& n = make(Node::Kind::Sync, before->object);
  n.before = before;
  n.sync = source;
  return &n;
}

Byte Memory::initial_byte(const Object& o, uint32_t position) const {
  if (position == o.size) return constant_byte(0, kFalse);
  // The state of what synchronises begins with zeros, but for the kind of a mutex: two bits of a word.
  if (o.shadow_of && objects_[o.shadow_of].abstract < p_.objects.size()) {
    const std::vector<uint8_t>& init = p_.objects[objects_[o.shadow_of].abstract].init;
    return constant_byte(position % 4 == 0 && position < init.size() ? init[position] & 3 : 0, kFalse);
  }
  if (o.abstract >= p_.objects.size()) return constant_byte(0, o.defined ? kFalse : kTrue);
  const model::Object& from = p_.objects[o.abstract];
  for (const auto& r : from.relocations) {
    if (position < r.offset || position >= r.offset + p_.pointer_width / 8) continue;
    uint64_t address = r.to_function ? layout_.function_address(r.target) : layout_.address(r.target + 1);
    address += static_cast<uint64_t>(r.addend);
    return constant_byte(address >> (8 * (position - r.offset)), kFalse);
  }
  return constant_byte(position < from.init.size() ? from.init[position] : 0, kFalse);
}

// A write that certainly goes elsewhere.
bool Memory::misses(const Node& n, uint32_t position) const {
  uint32_t bytes = static_cast<uint32_t>(n.value.bits.size() / 8);
  if (!Circuit::is_constant(n.offset)) return position - position % bytes + bytes > objects_[n.object].size;
  uint64_t at = Circuit::constant_value(n.offset);
  return position < at || position >= at + bytes;
}

Memory::Part Memory::part(const Node& n, uint32_t position) {
  uint32_t bytes = static_cast<uint32_t>(n.value.bits.size() / 8), index;
  Part p{n.when, {}};
  if (Circuit::is_constant(n.offset)) {
    index = position - static_cast<uint32_t>(Circuit::constant_value(n.offset));
  } else {
    index = position % bytes;
    p.here =
        c_.and_(p.here, c_.eq(n.offset, Circuit::constant(position - index, static_cast<unsigned>(n.offset.size()))));
  }
  p.byte = byte_of(n.value, index);
  return p;
}

// The node that decides about the byte, behind writes that miss it.
Content Memory::decides(Content n, uint32_t position) const {
  while (n->kind == Node::Kind::Write && misses(*n, position)) n = n->before;
  return n;
}

std::optional<Byte> Memory::known_byte(Content n, uint32_t position) const {
  if (n->kind == Node::Kind::Initial) return initial_byte(objects_[n->object], position);
  auto it = n->known.find(position);
  return it == n->known.end() ? std::nullopt : std::optional(it->second);
}

// Chains are long: no recursion.
Byte Memory::byte(Content first, uint32_t position) {
  const Object& o = objects_[first->object];
  HEDDLE_CHECK(position <= o.size) << "byte " << position << " of " << o.name;
  std::vector<Content> todo{decides(first, position)};
  const Content wanted = todo[0];
  auto need = [&](Content of) {
    Content n = decides(of, position);
    std::optional<Byte> b = known_byte(n, position);
    if (!b) todo.push_back(n);
    return b;
  };
  while (!todo.empty()) {
    const Content n = todo.back();
    if (known_byte(n, position)) {
      todo.pop_back();
      continue;
    }
    std::optional<Byte> b;
    if (n->kind == Node::Kind::Write) {
      Part p = part(*n, position);
      if (p.here == kTrue)
        b = p.byte;
      else if (auto before = need(n->before))
        b = choose(c_, p.here, p.byte, *before);
    } else if (n->kind == Node::Kind::Choice) {
      std::optional<Byte> then = need(n->other), otherwise = need(n->before);
      if (then && otherwise) b = choose(c_, n->when, *then, *otherwise);
    } else {
      b = n->sync->synchronised(n->object, position, n->before);
    }
    if (b) n->known.emplace(position, *b);
  }
  return *known_byte(wanted, position);
}

// Of shared objects, in which there are no choices.
OwnByte Memory::own_byte(Content n, uint32_t position) {
  std::vector<Content> todo;
  OwnByte b{kFalse, constant_byte(0, kFalse)};
  for (n = decides(n, position); n->kind != Node::Kind::Initial; n = decides(n->before, position)) {
    if (auto it = n->own.find(position); it != n->own.end()) {
      b = it->second;
      break;
    }
    todo.push_back(n);
  }
  for (auto it = todo.rbegin(); it != todo.rend(); ++it) {
    const Node& node = **it;
    if (node.kind == Node::Kind::Sync) {
      b.written = c_.and_(b.written, ~node.sync->took_over());
    } else {
      Part p = part(node, position);
      b.byte = b.written == kFalse || p.here == kTrue ? p.byte : choose(c_, p.here, p.byte, b.byte);
      b.written = c_.or_(b.written, p.here);
    }
    node.own.emplace(position, b);
  }
  return b;
}

Value Memory::read(Content n, const Bits& offset, unsigned bytes) {
  auto at = [&](uint32_t position) {
    Value v;
    for (unsigned k = 0; k < bytes; ++k) {
      append(c_, v, byte(n, position + k));
    }
    return v;
  };
  if (Circuit::is_constant(offset)) return at(static_cast<uint32_t>(Circuit::constant_value(offset)));
  uint32_t size = objects_[n->object].size;
  if (size / bytes > kMostPositions) throw Unsupported("an unknown index into a large array");
  Value v = at(0);
  for (uint32_t position = bytes; position + bytes <= size; position += bytes) {
    Lit here = c_.eq(offset, Circuit::constant(position, static_cast<unsigned>(offset.size())));
    if (here == kFalse) continue;
    Value other = at(position);
    v = choose(c_, here, other, v);
  }
  return v;
}

}  // namespace heddle::unrolled
