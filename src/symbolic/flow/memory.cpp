// SPDX-License-Identifier: GPL-3.0-or-later
// Memory as words. An object whose accesses are always to the same words is a set of variables; any other is blurred:
// what is read from it is any value, or, if all its elements are of one width and somebody wants to know, an element of
// an array. Of a blurred object that begins uninitialised, it is known how far it was written, from its beginning on.
#include "analysis/access_set.h"
#include "base/check.h"
#include "symbolic/flow/builder.h"

namespace heddle::flow {

using model::Instr;
using model::InstrKind;

namespace {
constexpr uint64_t kMostBytes = uint64_t{1} << 62;
constexpr unsigned kAnyBytes = ~0u;  // as far as an Access can say
constexpr size_t kMostInitialElements = 64;

bool is_multiple(const z3::Term& n, uint64_t of) {
  int64_t value = 0;
  auto all = [&](unsigned from) {
    for (unsigned k = from; k < n.size(); ++k)
      if (!is_multiple(n.arg(k), of)) return false;
    return true;
  };
  switch (n.op()) {
    case z3::Op::Numeral: return n.is_numeral(value) && value % static_cast<int64_t>(of) == 0;
    case z3::Op::Add:
    case z3::Op::Subtract:
    case z3::Op::Negative: return all(0);
    case z3::Op::Ite: return all(1);
    case z3::Op::Multiply: return is_multiple(n.arg(0), of);
    case z3::Op::Modulo: return all(0);
    default: return of == 1;
  }
}
}  // namespace

// Numbers that are kept for the proof alone have the width of an int, except those of bytes.
unsigned Builder::width_of(const Slot& s) {
  return s.kind == Slot::Memory ? s.width : s.kind == Slot::Size || s.kind == Slot::Filled ? 64 : 32;
}

uint64_t Builder::size_of(uint32_t object) const {
  if (is_static(object)) return p_.objects[object].size;
  return plan_.sized.count(object) ? kMostBytes : plan_.objects.at(object).size;
}
model::TypeId Builder::type_of(uint32_t object) const {
  return is_static(object) ? p_.objects[object].type : p_.sites[plan_.objects.at(object).site].type;
}

z3::Term Builder::size(Path& path, uint32_t object) {
  if (plan_.sized.count(object)) return read_number(path, {Slot::Size, object, 0, 0}).n;
  return c_.integer(size_of(object));
}

bool Builder::holds_addresses(uint32_t object) const {
  return points_to_.may_hold_address(is_static(object) ? analysis::abstract_object(p_, object)
                                                       : analysis::abstract_site(p_, plan_.objects.at(object).site));
}

// Where addresses have 32 bits, an object may be larger than a signed offset can say: offsets are modulo 2^32. Other
// offsets are not: one that comes back by going round is outside of its object, and refused where it is used or
// compared.
Value Builder::settled(Value address) const {
  const z3::Term n = address.number.n;
  if (address.kind == Value::Address && p_.pointer_width < 64 && plan_.sized.count(address.object) &&
      !n.simplify().is_numeral())
    address.number.n = options_.arrays ? z3::mod(n, numbers_.power(p_.pointer_width)).simplify()
                                       : z3::ite(n < 0, n + numbers_.power(p_.pointer_width), n).simplify();
  return address;
}

// Others may get at the object from now on. A variable of main is as good as a global as long as main has not returned,
// memory on the heap as long as it is not freed and was taken only once.
void Builder::expose(const Value& v) {
  if (v.kind != Value::Address) return;
  if (is_static(v.object)) {
    if (p_.objects[v.object].thread_local_) throw Refused{"the address of a thread-local variable in memory"};
    return;
  }
  if (plan_.known.count(v.object)) return;
  const Calls& calls = plan_.objects.at(v.object).calls;
  bool possible = is_heap(v.object) || (calls.front().first == p_.entry && calls.size() <= 2);
  if (!possible) throw Refused{"the address of a thread's own variable in memory"};
  plan_.known.insert(v.object);
  throw Again{};
}

bool Builder::in_frame(uint32_t object, FrameId f) const {
  return !is_static(object) && !is_heap(object) && plan_.objects.at(object).calls == calls_to(f);
}

// What the thread had from this place before is gone.
uint32_t Builder::make(Path& path, MadeObject object, const z3::Term& bytes) {
  object.calls = calls_to(path.at.frame);
  const bool constant = bytes.simplify().is_numeral(object.size) && object.size <= 1u << 24;
  uint32_t next = static_cast<uint32_t>(p_.objects.size() + plan_.made.size());
  uint32_t id = plan_.made.try_emplace({object.calls, path.at.pc}, next).first->second;
  auto known = plan_.objects.find(id);
  const bool other = known != plan_.objects.end() && known->second.size != object.size;
  if ((!constant || other) && plan_.sized.insert(id).second) {
    plan_.objects[id] = object;
    throw Again{};
  }
  plan_.objects[id] = object;
  std::erase_if(path.mine, [&](const auto& entry) {
    return entry.first.kind != Slot::Local && entry.first.kind != Slot::Alive && entry.first.owner == id;
  });
  for (auto& [slot, v] : path.mine)
    if (v.kind == Value::Address && v.object == id) v = mixed(v.number.width);
  if (plan_.sized.count(id)) {
    z3::Term most = p_.pointer_width < 64 ? numbers_.power(p_.pointer_width) : c_.integer(kMostBytes);
    refuse_if(path, bytes >= most, "very much memory");
    write_number(path, {Slot::Size, id, 0, 0}, bytes);
  }
  if (plan_.blurred.count(id) && !object.zeroed) write_number(path, {Slot::Filled, id, 0, 0}, c_.integer(0));
  return id;
}

void Builder::must_live(Path& path, uint32_t object) {
  if (is_static(object)) return;
  if (is_heap(object) || plan_.known.count(object)) {
    refuse_if(path, read_number(path, {Slot::Alive, object, 0, 0}).n != 1,
              is_heap(object) ? "memory that may be freed" : "a variable whose procedure may have returned");
    return;
  }
  FrameId f = path.at.frame;
  while (!in_frame(object, f))
    if ((f = frames_[f].parent) == kNobody) throw Refused{"a variable whose procedure has returned"};
}

// A comparison is no step of its own: another thread may free the memory before it, and have its address given out
// again; or leave the block whose variable it is.
void Builder::stays_there(const Path& path, uint32_t object) const {
  if (is_static(object) || !plan_.known.count(object)) return;
  if (!is_heap(object)) {
    for (FrameId f = path.at.frame; f != kNobody; f = frames_[f].parent)
      if (in_frame(object, f)) return;  // it is this thread that leaves it
    for (const Instr& i : p_.procedures[plan_.objects.at(object).calls.back().first].code)
      if (i.kind == InstrKind::ScopeEnd)
        throw Refused{"a pointer to a variable whose block another thread may leave is compared"};
    return;
  }
  for (const model::Procedure& f : p_.procedures)
    for (const Instr& i : f.code)
      if (i.kind == InstrKind::Builtin && (i.builtin == model::Builtin::Free || i.builtin == model::Builtin::Realloc))
        throw Refused{"a pointer to memory that another thread may have freed is compared"};
}

Value Builder::reachable(Path& path, const Value& address, unsigned bytes, bool write) {
  return reachable(path, address, c_.integer(bytes), write);
}

// Inside its object, or not followed.
Value Builder::reachable(Path& path, const Value& address, const z3::Term& bytes, bool write) {
  if (address.kind != Value::Address)
    throw Refused{address.kind == Value::Nothing ? "an uninitialised pointer may be used"
                                                 : "a pointer that is not known to name one object"};
  if (is_static(address.object)) {
    const model::Object& o = p_.objects[address.object];
    if (o.external) throw Refused{"`" + o.name + "`, which is declared and not defined"};
    if (write && o.constant) throw Refused{"a constant is written"};
  }
  must_live(path, address.object);
  Value there = settled(address);
  refuse_if(path, !(there.number.n >= 0 && there.number.n <= size(path, address.object) - bytes),
            "an access outside of its object");
  if (path.where.simplify().is_false()) throw Refused{"an access outside of its object"};
  return there;
}

void Builder::blur(uint32_t object) {
  if (plan_.blurred.insert(object).second) throw Again{};
}

void Builder::must_be_filled(Path& path, const Value& address, const z3::Term& bytes) {
  if (is_static(address.object) || plan_.objects.at(address.object).zeroed) return;
  refuse_if(path, address.number.n + bytes > read_number(path, {Slot::Filled, address.object, 0, 0}).n,
            "an array that may be uninitialised");
}

// What is written farther on is not known to be.
void Builder::fill(Path& path, const Value& address, const z3::Term& bytes) {
  if (is_static(address.object) || plan_.objects.at(address.object).zeroed) return;
  Slot slot{Slot::Filled, address.object, 0, 0};
  z3::Term before = read_number(path, slot).n, end = address.number.n + bytes;
  write_number(path, slot, z3::ite(address.number.n <= before && end > before, end, before).simplify());
}

// Its elements are a variable, and those of this width.
bool Builder::has_content(uint32_t object, unsigned width) {
  if (!options_.arrays || !is_shared(object) || holds_addresses(object)) return false;
  if (is_static(object) && !p_.objects[object].relocations.empty()) return false;
  auto [it, first] = plan_.elements.try_emplace(object, width);
  if (first) throw Again{};
  if (it->second && it->second != width) {
    it->second = 0;
    throw Again{};
  }
  return it->second != 0;
}

Number Builder::content_of(uint32_t object, const z3::Term& array) const {
  unsigned width = plan_.elements.at(object);
  model::TypeId type = model::scalar_at(p_, type_of(object), 0, width / 8);
  return {array, width, !type || sign_of(type)};
}

z3::Term Builder::initial_content(uint32_t object) {
  const unsigned width = plan_.elements.at(object);
  const Number zero = content_of(object, c_.integer(0));
  z3::Term array = c_.array_of(zero.n);
  if (!is_static(object)) return array;
  const model::Object& o = p_.objects[object];
  size_t count = 0;
  for (uint64_t at = 0; at < o.init.size(); at += width / 8) {
    uint64_t bits = 0;
    for (unsigned k = 0; k < width / 8 && at + k < o.init.size(); ++k) bits |= uint64_t{o.init[at + k]} << (8 * k);
    if (!bits) continue;
    if (++count > kMostInitialElements) return c_.array_variable("begin" + std::to_string(names_++));
    array = z3::with_element(array, c_.integer(at), numbers_.constant(bits, width, zero.is_signed).n);
  }
  return array;
}

Number Builder::content(Path& path, uint32_t object) {
  Slot slot{Slot::Content, object, 0, 0};
  if (auto it = path.shared.find(slot); it != path.shared.end()) return it->second.number;
  if (is_static(object) && p_.objects[object].constant) return content_of(object, initial_content(object));
  auto known = shared_ids_.find(slot);
  if (known == shared_ids_.end()) {
    const Number now = content_of(object, c_.array_variable("a" + std::to_string(names_++)));
    known = shared_ids_.emplace(slot, flow_.shared.size()).first;
    flow_.shared.push_back({slot, now.n, now.width, now.is_signed, initial_content(object)});
  }
  const Variable& v = flow_.shared[known->second];
  return {v.now, v.width, v.is_signed};
}

// Elements do not overlap: each begins at a multiple of its size.
void Builder::must_be_aligned(Path& path, const Value& address, unsigned width) {
  if (!is_multiple(address.number.n.simplify(), width / 8))
    refuse_if(path, z3::mod(address.number.n, c_.integer(width / 8)) != 0, "a part of an element");
}

Value Builder::element(Path& path, const Value& address, unsigned width) {
  must_be_filled(path, address, c_.integer(width / 8));
  if (width == p_.pointer_width && holds_addresses(address.object)) return mixed(width);
  if (!has_content(address.object, width)) return number_value(numbers_.any(width, true, path.where));
  must_be_aligned(path, address, width);
  Number array = content(path, address.object);
  Number n{z3::element(array.n, address.number.n).simplify(), width, array.is_signed};
  path.where = path.where && numbers_.in_range(n.n, width, n.is_signed);
  if (n.n.op() == z3::Op::Element) numbers_.remember(n.n, width, n.is_signed);
  return number_value(n);
}

void Builder::set_element(Path& path, const Value& address, unsigned width, const Value& v) {
  fill(path, address, c_.integer(width / 8));
  if (!has_content(address.object, width)) return;
  must_be_aligned(path, address, width);
  Number array = content(path, address.object);
  array.n = z3::with_element(array.n, address.number.n, numbers_.as(number(v), array.is_signed).n);
  path.shared.insert_or_assign({Slot::Content, address.object, 0, 0}, number_value(array));
}

// A word that overlaps another one, or is not always the same, blurs its object.
void Builder::overlap(const Slot& s) {
  auto& words = words_[s.owner];
  if (words.count({s.at, s.width})) return;
  for (const auto& [at, width] : words)
    if (at < s.at + s.width / 8u && s.at < at + width / 8u) {
      blur(s.owner);
      throw Refused{"memory that is used for several things"};
    }
  words.insert({s.at, s.width});
}

Value Builder::initial(const Slot& s) {
  if (s.kind == Slot::Alive) return constant(is_heap(s.owner) ? 0 : 1, 32);
  if (s.kind == Slot::Arrived || s.kind == Slot::Leaving || s.kind == Slot::Serial || s.kind == Slot::Size ||
      s.kind == Slot::Filled)
    return constant(0, 32);
  if (!is_static(s.owner))
    return s.kind == Slot::Ready    ? constant(plan_.objects.at(s.owner).zeroed, 32)
           : s.kind == Slot::Memory ? constant(0, s.width)
                                    : constant(static_cast<uint64_t>(-1), 32);
  const model::Object& o = p_.objects[s.owner];
  // it has no static initialiser
  if (s.kind == Slot::Lock && s.width == kSpinLock) return constant(static_cast<uint64_t>(-1), 32);
  // it is used as the kind that a call will make it
  if (auto kind = plan_.kinds.find(s); kind != plan_.kinds.end() && kind->second != lock_kind(s.owner, s.at))
    return constant(static_cast<uint64_t>(-1), 32);
  if (s.kind == Slot::Handle || s.kind == Slot::Readers) return constant(0, 32);
  uint64_t bits = 0;
  unsigned bytes = s.kind == Slot::Memory ? s.width / 8u : 4;
  for (const model::Object::Relocation& r : o.relocations) {
    if (r.offset + p_.pointer_width / 8 <= s.at || r.offset >= s.at + bytes) continue;
    if (r.offset != s.at || s.width != p_.pointer_width || s.kind != Slot::Memory) return mixed(s.width);
    if (r.to_function) return {Value::Function, numbers_.constant(0, p_.pointer_width, true), r.target, std::nullopt};
    return {Value::Address, numbers_.constant(static_cast<uint64_t>(r.addend), p_.pointer_width, true), r.target,
            std::nullopt};
  }
  for (unsigned k = 0; k < bytes; ++k)
    if (s.at + k < o.init.size()) bits |= uint64_t{o.init[s.at + k]} << (8 * k);
  // synchronisation objects begin as zeros, or unknown
  if (s.kind != Slot::Memory) return constant(bits ? static_cast<uint64_t>(-1) : 0, 32);
  return constant(bits, s.width);
}

Value Builder::read(Path& path, const Slot& s) {
  if (!is_shared(s.owner) || s.kind == Slot::Held || s.kind == Slot::HeldReads) {
    auto it = path.mine.find(s);
    if (it != path.mine.end()) return it->second;
    if (auto v = otherwise(s)) return *v;
    if (s.kind == Slot::Memory && !plan_.objects.at(s.owner).zeroed) return nothing(s.width);
    return initial(s);
  }
  if (auto it = path.shared.find(s); it != path.shared.end()) return it->second;
  if (plan_.mixed.count(s)) return mixed(s.width);
  if (plan_.targets.count(s)) {  // one path for each of them
    Number which = pointer_variable(s);
    HEDDLE_CHECK(executing_) << "memory is read outside of an instruction";
    path.passed.erase(path.at);
    path.resumed = true;
    for (size_t k = 0; k <= plan_.targets.at(s).size(); ++k) {
      Path other = path;
      other.where = path.where && which.n == c_.integer(static_cast<int>(k));
      other.shared.insert_or_assign(s, target(s, k));
      paths_.push_back(std::move(other));
    }
    throw Forked{};
  }
  auto known = shared_ids_.find(s);
  if (known == shared_ids_.end()) {
    Value v = initial(s);
    if (index_of(s, v).value_or(0)) return read(path, s);
    if (v.kind != Value::Number) {
      plan_.mixed.insert(s);
      throw Again{};
    }
    bool is_signed = true;
    z3::Term now = variable(s, v.number, is_signed);
    known = shared_ids_.emplace(s, flow_.shared.size()).first;
    numbers_.remember(now, width_of(s), is_signed);
    flow_.shared.push_back({s, now, width_of(s), is_signed, numbers_.as(v.number, is_signed).n});
  }
  const Variable& v = flow_.shared[known->second];
  return number_value({v.now, v.width, v.is_signed});
}

void Builder::write(Path& path, const Slot& s, const Value& v) {
  if (!is_shared(s.owner) || s.kind == Slot::Held || s.kind == Slot::HeldReads) {
    path.mine.insert_or_assign(s, v);
    return;
  }
  if (plan_.mixed.count(s)) return;
  bool pointer = v.kind == Value::Address || v.kind == Value::Function, known = plan_.targets.count(s);
  if (pointer || known ? !index_of(s, v) : v.kind != Value::Number) {
    plan_.mixed.insert(s);
    throw Again{};
  }
  if (!known) read(path, s);
  path.shared.insert_or_assign(s, v);
}

// Null is 0. Nothing: it is no address, or one that varies.
std::optional<unsigned> Builder::index_of(const Slot& s, const Value& v) {
  if (is_null(v)) return 0;
  int64_t offset = 0;
  bool pointer = v.kind == Value::Address || v.kind == Value::Function;
  if (!pointer || s.width != p_.pointer_width || !v.number.n.simplify().is_numeral(offset)) return std::nullopt;
  std::vector<Plan::Pointee>& all = plan_.targets[s];
  Plan::Pointee target{v.kind, v.object, offset};
  for (size_t k = 0; k < all.size(); ++k)
    if (all[k] == target) return static_cast<unsigned>(k + 1);
  all.push_back(target);
  throw Again{};
}

Value Builder::target(const Slot& s, size_t index) const {
  if (index == 0) return constant(0, s.width);
  const Plan::Pointee& t = plan_.targets.at(s)[index - 1];
  return {t.kind, numbers_.constant(static_cast<uint64_t>(t.offset), p_.pointer_width, true), t.object, std::nullopt};
}

Number Builder::pointer_variable(const Slot& s) {
  auto known = shared_ids_.find(s);
  if (known == shared_ids_.end()) {
    std::optional<unsigned> first = index_of(s, initial(s));
    if (!first) {  // a number at first
      plan_.mixed.insert(s);
      throw Again{};
    }
    known = shared_ids_.emplace(s, flow_.shared.size()).first;
    flow_.shared.push_back({s, c_.integer_variable("v" + std::to_string(names_++)), 32, true, c_.integer(*first)});
  }
  return {flow_.shared[known->second].now, 32, true};
}

Value Builder::load(Path& path, const Value& pointer, unsigned width) {
  const Value address = reachable(path, pointer, width / 8, false);
  uint64_t at = 0;
  bool fixed = address.number.n.simplify().is_numeral(at);
  bool constant_object = is_static(address.object) && p_.objects[address.object].constant;
  if (!fixed && is_placed(address.object, width)) place(address.object, address.number.n);
  if (!fixed && !constant_object) blur(address.object);
  if (plan_.blurred.count(address.object) || !fixed) return element(path, address, width);
  Slot s{Slot::Memory, address.object, static_cast<uint32_t>(at), static_cast<uint8_t>(width)};
  if (constant_object) return initial(s);
  overlap(s);
  if (!is_static(address.object) && is_shared(address.object) && !plan_.objects.at(address.object).zeroed) {
    Slot ready = s;
    ready.kind = Slot::Ready;
    refuse_if(path, read_number(path, ready).n != 1, "an uninitialised variable may be read");
  }
  Value v = read(path, s);
  if (Slot handle{Slot::Handle, s.owner, s.at, 0}; plan_.handles.count(handle)) v.source = handle;
  return v;
}

void Builder::store(Path& path, const Value& pointer, unsigned width, const Value& v) {
  const Value address = reachable(path, pointer, width / 8, true);
  if (is_shared(address.object)) expose(v);
  uint64_t at = 0;
  bool fixed = address.number.n.simplify().is_numeral(at);
  if (!fixed && (is_placed(address.object, width) || is_new_handle(v))) place(address.object, address.number.n);
  if (!fixed) blur(address.object);
  const bool blurred = plan_.blurred.count(address.object);
  // Mixed is one of several addresses, or a number or an address: what may be uninitialised is Nothing, since rests are
  // told apart by the kinds of values. So whoever reads a part of it reads a number, which is any.
  bool comes_back = width == p_.pointer_width && holds_addresses(address.object);
  bool unsure = v.kind == Value::Nothing || (blurred && v.kind == Value::Mixed && !comes_back);
  if (unsure && (blurred || is_shared(address.object))) throw Refused{"a value that may be uninitialised is stored"};
  if (blurred) {
    expose(v);
    return set_element(path, address, width, v);
  }
  Slot s{Slot::Memory, address.object, static_cast<uint32_t>(at), static_cast<uint8_t>(width)};
  overlap(s);
  Value kept = v;
  kept.source.reset();
  model::TypeId type = model::scalar_at(p_, type_of(s.owner), s.at, width / 8);
  if (kept.kind == Value::Number && type) kept.number = numbers_.as(kept.number, sign_of(type));
  write(path, s, kept);
  store_handle(path, {Slot::Handle, s.owner, s.at, 0}, v);
  if (is_static(address.object) || !is_shared(address.object) || plan_.objects.at(address.object).zeroed) return;
  s.kind = Slot::Ready;
  write_number(path, s, c_.integer(1));
}

// Locks, handles or a few pointers.
bool Builder::is_placed(uint32_t object, unsigned width) const {
  if (plan_.placed.count(object)) return true;
  auto handle = plan_.handles.lower_bound({Slot::Handle, object, 0, 0});
  if (handle != plan_.handles.end() && handle->owner == object) return true;
  constexpr unsigned kFewPointers = 16;
  return width == p_.pointer_width && size_of(object) <= kFewPointers * (width / 8) && holds_addresses(object);
}

bool Builder::is_new_handle(const Value& v) const {
  return v.source && !is_static(v.source->owner) &&
         p_.procedures[plan_.objects.at(v.source->owner).calls.back().first].library;
}

// The library moves a new thread's handle from a variable of its own to where the program wants it. Other copies of a
// handle are not followed: they name no thread.
void Builder::store_handle(Path& path, const Slot& word, const Value& v) {
  const bool moves = is_new_handle(v);
  if (moves && plan_.handles.insert(word).second) throw Again{};
  if (!plan_.handles.count(word)) return;
  note_handle(path, moves ? HandleAct::Moves : HandleAct::Goes, word, moves ? *v.source : word);
  write_number(path, word, moves ? read_number(path, *v.source).n : c_.integer(0));
  if (!moves) return;
  note_handle(path, HandleAct::Goes, *v.source);
  write_number(path, *v.source, c_.integer(0));
}

void Builder::note_handle(Path& path, HandleAct::Kind kind, const Slot& word, const Slot& from) {
  path.handles.push_back(
      {kind, word, from, !is_shared(word.owner), !is_shared(from.owner), static_cast<uint32_t>(path.starts.size())});
}

void Builder::note_access(Path& path, const Value& address, unsigned bytes, bool write, bool atomic) {
  if (address.kind != Value::Address || !is_visible(address.object) || !is_watched(path)) return;
  flow_.rests[at_].accesses.push_back({at_, path.where, settled(address).number.n, address.object, bytes, write,
                                       atomic || path.section > 0, instr(path.at).pos});
}

void Builder::load_or_store(Path& path, const Instr& i) {
  Value address = eval(path, i.a);
  note_access(path, address, i.width / 8u, i.kind == InstrKind::Store, i.atomic());
  if (i.kind == InstrKind::Store) {
    Value v = eval(path, i.b);
    if (v.kind == Value::Number) v.number = numbers_.extend(v.number, i.width, false);  // a truth value
    return store(path, address, i.width, v);
  }
  Value v = load(path, address, i.width);
  unsigned width = p_.procedures[frames_[path.at.frame].proc].locals[i.dst].width;
  if (v.kind == Value::Number && width < i.width) v.number = numbers_.cut(v.number, width, path.where);
  assign(path, i.dst, v);
}

void Builder::rmw(Path& path, const Instr& i) {
  Value address = eval(path, i.a);
  if (i.kind != InstrKind::CmpXchg) note_access(path, address, i.width / 8u, true, true);
  Value old = load(path, address, i.width);
  if (i.kind == InstrKind::CmpXchg) {
    Value expected = eval(path, i.b), wanted = eval(path, i.c);
    z3::Term equal = c_.truth(false);
    if (std::optional<bool> same = same_pointer(old, expected)) {
      for (const Value& v : {old, expected})
        if (v.kind == Value::Address) reachable(path, v, 1, false);
      equal = c_.truth(*same);
    } else {
      Number x = number(old), y = number(expected);
      equal = (x.n == numbers_.as(y, x.is_signed).n).simplify();
    }
    for (bool writes : {true, false}) {  // one that does not find what it expects only reads
      Path either = path;
      either.where = (path.where && (writes ? equal : !equal)).simplify();
      if (!either.where.is_false()) note_access(either, address, i.width / 8u, writes, true);
    }
    store(path, address, i.width, select(equal, wanted, old));
    assign(path, i.dst, old);
    assign(path, i.dst2, number_value(numbers_.from(equal)));
    return;
  }
  Value by = eval(path, i.b);
  assign(path, i.dst, old);
  if (i.rmw == model::RmwOp::Xchg) return store(path, address, i.width, by);
  Number x = number(old), y = number(by);
  store(path, address, i.width, number_value(numbers_.updated(i.rmw, i.width, x, y, path.where)));
}

// Many words at once: the objects are blurred.
void Builder::bulk(Path& path, const Instr& i) {
  const z3::Term bytes = numbers_.as(number(path, i.c), false).n.simplify();
  uint64_t count = kAnyBytes;
  if (bytes.is_numeral(count) && count == 0) return;
  const unsigned most = count < kAnyBytes ? static_cast<unsigned>(count) : kAnyBytes;
  if (i.kind == InstrKind::Fill) number(path, i.b);
  if (i.kind == InstrKind::Copy) {
    Value from = eval(path, i.b);
    note_access(path, from, most, false, false);
    from = reachable(path, from, bytes, false);
    if (!is_static(from.object) || !p_.objects[from.object].constant) blur(from.object);
    must_be_filled(path, from, bytes);
  }
  Value to = eval(path, i.a);
  note_access(path, to, most, true, false);
  to = reachable(path, to, bytes, true);
  blur(to.object);
  fill(path, to, bytes);
  if (!plan_.elements.count(to.object) || !plan_.elements.at(to.object)) return;
  Number array = content_of(to.object, c_.array_variable("block" + std::to_string(names_++)));
  path.shared.insert_or_assign({Slot::Content, to.object, 0, 0}, number_value(array));
}

}  // namespace heddle::flow
