// SPDX-License-Identifier: GPL-3.0-or-later
// Objects during a step: read in place from the store, copied when written, private or shared.
#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "semantics/lock_tags.h"
#include "semantics/machine.h"

namespace heddle::semantics {

using model::kNone;

namespace {
constexpr uint32_t kMaxObjects = 100000;
constexpr unsigned kHalfPointer = 4;  // bytes; the number of an object fits into their tags
constexpr const char* kLockAsMemory = "a lock, semaphore or barrier in use is also accessed as memory";
constexpr uint8_t kByteDead = 0x7f;  // content erased because nobody reads it: reading it is our bug

// A byte with some bits uninitialised: the uninitialised bits, or the initialised ones, are one run of neighbours
// (what bit-field stores produce). Other patterns have no tag.
struct PartialTags {
  uint8_t tag_of[256] = {};
  uint8_t mask_of[128] = {};
  PartialTags() {
    uint8_t next = kBytePartial;
    for (int flip = 0; flip < 2; ++flip)
      for (int lo = 0; lo < 8; ++lo)
        for (int hi = lo; hi < 8; ++hi) {
          unsigned run = ((1u << (hi + 1)) - 1) & ~((1u << lo) - 1);
          unsigned undef = flip ? ~run & 0xff : run;
          if (undef == 0 || undef == 0xff || tag_of[undef]) continue;
          tag_of[undef] = next;
          mask_of[next++] = static_cast<uint8_t>(undef);
        }
  }
};
const PartialTags kPartial;

std::string in_bytes(uint64_t n) { return std::to_string(n) + (n == 1 ? " byte" : " bytes"); }
}  // namespace

uint32_t Machine::slot_of(ObjRef o) const {
  if (is_dynamic(o)) return globals_ + (o - dynamic_base_);
  if (o == 0 || o >= function_base_) return kNone;
  return slot_of_object_[o - 1];
}

size_t Machine::place_of(uint32_t slot) const { return slot < globals_ ? slot : slot + 2 + (*from_)[globals_]; }

Machine::ObjectWork& Machine::object(uint32_t slot) {
  ObjectWork& w = objects_[slot];
  if (w.stamp == stamp_) return w;
  w.stamp = stamp_;
  w.dirty = false;
  w.part = (*from_)[place_of(slot)];
  looked_at_.push_back({slot, w.part});
  if (w.part) {
    w.data = const_cast<uint8_t*>(store_.get(w.part).data);
  } else {
    uint32_t size = static_cast<uint32_t>(p_.objects[object_of_slot_[slot]].size);
    w.buffer.assign(kHeader + 2 * size, 0);
    std::memset(w.buffer.data() + kHeader + size, kByteDead, size);
    ObjectHeader h{kNone, size, 0, 0, 0, 1, 0, 0};
    std::memcpy(w.buffer.data(), &h, kHeader);
    w.data = w.buffer.data();
    w.dirty = false;  // reading it is a bug; writing copies it
  }
  return w;
}

Machine::ObjectHeader Machine::header(ObjRef o) {
  beyond_thread_ = true;
  ObjectHeader h;
  uint32_t slot = slot_of(o);
  if (slot != kNone) {
    std::memcpy(&h, object(slot).data, kHeader);
  } else {
    std::memcpy(&h, constants_[o - 1].data(), kHeader);
  }
  return h;
}

// The object's bytes for writing; with_tags also expands the tag bytes.
uint8_t* Machine::writable(ObjRef o, bool with_tags) {
  ObjectWork& w = object(slot_of(o));
  ObjectHeader h;
  std::memcpy(&h, w.data, kHeader);
  if (!w.dirty) {
    if (w.data != w.buffer.data()) w.buffer.assign(w.data, w.data + kHeader + size_t{h.size} * (h.tags ? 2 : 1));
    w.dirty = true;
    dirty_.push_back(slot_of(o));
  }
  if (with_tags && !h.tags) {
    w.buffer.resize(kHeader + 2 * size_t{h.size}, kByteData);
    h.tags = 1;
    std::memcpy(w.buffer.data(), &h, kHeader);
  }
  w.data = w.buffer.data();
  return w.data;
}

bool Machine::shared(ObjRef o) {
  if (is_dynamic(o)) return header(o).owner == 0;
  return slot_of(o) != kNone;  // constants and procedures are not written by anyone
}

ObjRef Machine::allocate(uint32_t site, uint64_t size, bool zero, bool stack) {
  if (size > (1u << 26)) {
    if (!faulted_)
      fault(ParkReason::Unsupported, kHugeAllocation,
            "an allocation of " + std::to_string(size) + " bytes (more than 64 MiB)");
    return 0;
  }
  if (dynamic_ >= kMaxObjects) {
    not_followed("more than " + std::to_string(kMaxObjects) + " objects made at run time at once");
    return 0;
  }
  uint32_t slot = globals_ + dynamic_++;
  result_.allocated = true;
  if (objects_.size() <= slot) objects_.resize(slot + 1);
  ObjectWork& w = objects_[slot];
  w.stamp = stamp_;
  w.part = 0;
  w.dirty = true;
  dirty_.push_back(slot);
  fill_new(w, site, size, zero, stack);
  const ObjRef made = dynamic_base_ + (slot - globals_);
  if (follow_reuse_ && !stack) may_reuse(made);
  return made;
}

void Machine::fill_new(ObjectWork& w, uint32_t site, uint64_t size, bool zero, bool stack) {
  uint32_t n = static_cast<uint32_t>(size);
  w.buffer.assign(kHeader + (zero ? 1 : 2) * size, 0);
  ObjectHeader h{site,
                 n,
                 0,
                 static_cast<uint8_t>(self_ + 1),
                 static_cast<uint8_t>(stack ? self_ + 1 : 0),
                 static_cast<uint8_t>(!zero),
                 static_cast<uint16_t>(stack ? thread_->frames.size() : 0),
                 keep_births_ && !stack && !(site & 0x80000000u) ? birth_of_block(site) : uint16_t{0}};
  std::memcpy(w.buffer.data(), &h, kHeader);
  w.data = w.buffer.data();
}

// A variable that is made again and again in one step gets the same object, if nobody can know the one before.
ObjRef Machine::make_variable(const model::Instr& i, uint64_t size) {
  if (last_made_.size() < p_.sites.size()) last_made_.resize(p_.sites.size());
  LastMade& last = last_made_[i.site];
  if (i.forgotten && last.stamp == stamp_ && last.thread == self_ && header(last.object).size == size) {
    fill_new(objects_[slot_of(last.object)], i.site, size, false, true);
    return last.object;
  }
  ObjRef made = allocate(i.site, size, false, true);
  if (!faulted_) last = {stamp_, self_, made};
  return made;
}

// From now on other threads may reach o, and everything o points to.
void Machine::publish(ObjRef o) {
  std::vector<ObjRef> todo{o};
  while (!todo.empty()) {
    o = todo.back();
    todo.pop_back();
    if (!is_dynamic(o)) continue;
    ObjectHeader h = header(o);
    if (h.owner == 0) continue;
    uint8_t* d = writable(o, false);
    h.owner = 0;
    std::memcpy(d, &h, kHeader);
    if (!h.tags) continue;
    const uint8_t* tags = d + kHeader + h.size;
    for (uint32_t i = 0; i + ptr_bytes_ <= h.size; ++i) {
      if (pointer_bytes(tags + i, h.size - i) != ptr_bytes_) continue;
      Value v = decode_bytes(d + kHeader + i, tags + i, ptr_bytes_);
      if (v.tag == Tag::Ptr) todo.push_back(merged(v.obj));
    }
  }
}

std::string Machine::why_gone(ObjRef o) {
  ObjectHeader h = header(o);
  if (h.status == 1) return "memory is accessed after it was freed";
  if (h.site & 0x80000000u) return "a thread-local variable is accessed after its thread ended";
  if (h.status == 2) return "a local variable is accessed after its function returned";
  const model::Site& site = p_.sites[h.site];
  if (site.name.empty()) return "use of an unnamed object after the end of its block";
  return "use of `" + site.name + "` after the end of its block (declared at " + p_.files[site.pos.file] + ":" +
         std::to_string(site.pos.line) + ")";
}

bool Machine::check_access(const Value& a, uint64_t size, bool write) {
  if (a.cut()) {
    not_followed("a pointer that was cut to fewer bits is dereferenced");
    return false;
  }
  if (a.tag != Tag::Ptr) {
    if (a.undef) {
      undefined("uninitialised-pointer", "an uninitialised pointer is dereferenced");
    } else if (a.bits < 4096) {
      undefined("null-dereference", "a null pointer is dereferenced");
    } else {
      undefined("invalid-dereference", "an integer that is no object's address is dereferenced");
    }
    return false;
  }
  if (is_function(a.obj)) {
    undefined("invalid-dereference", "a function is accessed as data");
    return false;
  }
  if (!is_dynamic(a.obj) && p_.objects[a.obj - 1].external) {
    const model::Object& o = p_.objects[a.obj - 1];
    unmodelled_.insert("content of " + o.name);
    const bool argument = o.internal && o.name.rfind("argv", 0) == 0;
    not_followed("the content of `" + o.name + "`, which is " +
                 (argument     ? "any text; give the arguments with --args"
                  : o.internal ? "not modelled"
                               : "declared but not defined in the given files"));
    return false;
  }
  ObjectHeader h = header(a.obj);
  int64_t offset = static_cast<int64_t>(a.bits);
  uint32_t at = static_cast<uint32_t>(std::clamp<int64_t>(offset, 0, h.size));
  if (h.status) {
    undefined(h.status == 1   ? "use-after-free"
              : h.status == 2 ? "use-after-return"
                              : "use-after-scope",
              why_gone(a.obj), a.obj, at);
    return false;
  }
  if (offset < 0 || static_cast<uint64_t>(offset) + size > h.size) {
    undefined("out-of-bounds",
              in_bytes(size) + " at offset " + std::to_string(offset) + (size == 1 ? " is" : " are") +
                  " accessed, but the object has " + in_bytes(h.size),
              a.obj, 0);
    return false;
  }
  if (write && slot_of(a.obj) == kNone) {
    undefined("write-to-constant", "constant memory is written", a.obj, at);
    return false;
  }
  return true;
}

// The low half was stored as a number of 32 bits, or its upper half was written over.
unsigned Machine::pointer_bytes(const uint8_t* tags, uint64_t available) const {
  if ((tags[0] & 0xc0) != (kBytePtr | kBytePtrFirst)) return 0;
  unsigned n = 1;
  while (n < ptr_bytes_ && n < available && (tags[n] & 0xc0) == kBytePtr) ++n;
  if (n == kHalfPointer && n < ptr_bytes_) return n;
  return available >= ptr_bytes_ ? ptr_bytes_ : 0;
}

Value Machine::decode_bytes(const uint8_t* data, const uint8_t* tags, unsigned bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, data, bytes);
  uint64_t t = 0;
  if (!tags) return int_value(bits);
  std::memcpy(&t, tags, bytes);
  if (t == (0x0101010101010101ull & mask(bytes * 8))) return int_value(bits);
  if ((tags[0] & 0xc0) == 0xc0 && (bytes == ptr_bytes_ || bytes == kHalfPointer)) {
    ObjRef obj = 0;
    for (unsigned i = 0; i < bytes; ++i) {
      if ((tags[i] & 0x80) == 0 || (i > 0 && (tags[i] & 0x40))) {
        not_followed("part of a pointer is read as a number");
        return undef_value(bytes * 8);
      }
      if (i < 5) obj |= static_cast<ObjRef>(tags[i] & 0x3f) << (6 * i);
    }
    Value v = ptr_value(obj, sign_extend(bits, bytes * 8));
    if (bytes < ptr_bytes_) v.undef = bytes * 8;
    return v;
  }
  if (whole_input(tags, bytes) == bytes) return {bits, 0, 0, Tag::Input};
  Value v = int_value(bits);
  for (unsigned i = 0; i < bytes; ++i) {
    uint8_t tag = tags[i];
    if (tag == kByteData || is_made_tag(tag) || (is_lock_byte(tag) && on_lock_)) continue;
    if (is_lock_byte(tag)) {
      unsupported(kLockAsMemory);
      return undef_value(bytes * 8);
    }
    HEDDLE_CHECK(tag != kByteDead) << "a global was erased although it is read again (global liveness)";
    if (tag & 0x80) {
      not_followed("part of a pointer is read as a number");
      return undef_value(bytes * 8);
    }
    if (input_bytes(tag) || tag == kByteInputMore) {
      not_followed("part of an input is read through another type");
      return undef_value(bytes * 8);
    }
    uint64_t undef = tag == kByteUndef ? 0xff : kPartial.mask_of[tag];
    v.undef |= undef << (8 * i);
    v.bits &= ~(undef << (8 * i));
  }
  return v;
}

void Machine::encode_bytes(uint8_t* data, uint8_t* tags, unsigned bytes, const Value& v) {
  std::memcpy(data, &v.bits, bytes);
  switch (v.tag) {
    case Tag::Int:
      for (unsigned i = 0; i < bytes; ++i) {
        uint8_t undef = static_cast<uint8_t>(v.undef >> (8 * i));
        tags[i] = undef == 0 ? kByteData : undef == 0xff ? kByteUndef : kPartial.tag_of[undef];
        if (undef == 0xff) data[i] = 0;
        if (undef != 0 && undef != 0xff && tags[i] == 0)
          unsupported("an unusual mixture of initialised and uninitialised bits");
      }
      break;
    case Tag::Ptr:
      for (unsigned i = 0; i < bytes; ++i)
        tags[i] =
            static_cast<uint8_t>(kBytePtr | (i == 0 ? kBytePtrFirst : 0) | (i < 5 ? (v.obj >> (6 * i)) & 0x3f : 0));
      if (v.undef ? bytes != kHalfPointer || v.undef != 8 * kHalfPointer : bytes != ptr_bytes_)
        not_followed("a pointer is stored in " + std::to_string(bytes) + " bytes");
      break;
    case Tag::Input:
      for (unsigned i = 0; i < bytes; ++i)
        tags[i] = i == 0 ? static_cast<uint8_t>(kByteInput + bytes - 1) : kByteInputMore;
      if (bytes == 1 && v.bits > 255) not_followed("more than 255 free inputs at once");
      break;
  }
}

Value Machine::load(const Value& a, unsigned width) {
  unsigned bytes = width / 8;
  if (!check_access(a, bytes, false)) return undef_value(width);
  uint32_t slot = slot_of(a.obj);
  const uint8_t* d = slot != kNone ? object(slot).data : constants_[a.obj - 1].data();
  ObjectHeader h;
  std::memcpy(&h, d, kHeader);
  d += kHeader;
  return merged(decode_bytes(d + a.bits, h.tags ? d + h.size + a.bits : nullptr, bytes));
}

void Machine::store(const Value& a, unsigned width, const Value& v) {
  unsigned bytes = width / 8;
  if (!check_access(a, bytes, true)) return;
  if (shared(a.obj)) publish(v);
  bool tags = !v.plain() || header(a.obj).tags;
  uint8_t* d = writable(a.obj, tags);
  ObjectHeader h;
  std::memcpy(&h, d, kHeader);
  d += kHeader;
  if (!h.tags) {
    std::memcpy(d + a.bits, &v.bits, bytes);
    return;
  }
  if (!on_lock_ && refuses_lock(d + h.size + a.bits, bytes)) return;
  encode_bytes(d + a.bits, d + h.size + a.bits, bytes, v);
}

// These bytes are to be overwritten. The others go on as if the thread had not come here: the lock stays as it is.
bool Machine::refuses_lock(const uint8_t* tags, uint64_t bytes) {
  if (std::none_of(tags, tags + bytes, is_lock_byte)) return false;
  unsupported(kLockAsMemory);
  return true;
}

uint32_t Machine::read_word(ObjRef o, uint32_t offset, unsigned bytes) {
  on_lock_ = true;
  Value v = load(ptr_value(o, offset), bytes * 8);
  on_lock_ = false;
  if (faulted_) return 0;
  if (!v.plain()) {
    undefined("uninitialised-synchronisation", "a synchronisation object is used while it is not initialised", o,
              offset);
    return 0;
  }
  return static_cast<uint32_t>(v.bits);
}

void Machine::write_word(ObjRef o, uint32_t offset, unsigned bytes, uint32_t v) {
  on_lock_ = true;
  store(ptr_value(o, offset), bytes * 8, int_value(v));
  on_lock_ = false;
  if (faulted_ || v == 0) return;
  uint8_t* d = writable(o, true);
  std::memset(d + kHeader + header(o).size + offset, kByteLock, bytes);
}

void Machine::write_owner(ObjRef o, uint32_t offset, uint64_t owner) {
  write_word(o, offset, 2, static_cast<uint32_t>(owner));
  if (faulted_ || owner == 0) return;
  std::memset(writable(o, true) + kHeader + header(o).size + offset, kByteOwner, 2);
}

// Bytes with their tags; both ranges were checked.
void Machine::copy_bytes(const Value& to, const Value& from, uint64_t size) {
  if (size == 0) return;
  uint32_t slot = slot_of(from.obj);
  const uint8_t* s = slot != kNone ? object(slot).data : constants_[from.obj - 1].data();
  ObjectHeader hs;
  std::memcpy(&hs, s, kHeader);
  std::vector<uint8_t> data(s + kHeader + from.bits, s + kHeader + from.bits + size), tags(size, kByteData);
  if (hs.tags) std::memcpy(tags.data(), s + kHeader + hs.size + from.bits, size);
  // Parts of two inputs would look like one.
  if (cuts_an_input(tags.data(), size)) return not_followed("part of an input is copied");
  if (shared(to.obj))
    for (uint64_t i = 0; i + ptr_bytes_ <= size; ++i)
      if (pointer_bytes(tags.data() + i, size - i) == ptr_bytes_)
        publish(decode_bytes(data.data() + i, tags.data() + i, ptr_bytes_));
  bool uniform = std::all_of(tags.begin(), tags.end(), [](uint8_t t) { return t == kByteData; });
  uint8_t* d = writable(to.obj, !uniform);
  ObjectHeader hd;
  std::memcpy(&hd, d, kHeader);
  if (hd.tags && refuses_lock(d + kHeader + hd.size + to.bits, size)) return;
  std::memcpy(d + kHeader + to.bits, data.data(), size);
  if (hd.tags) std::memcpy(d + kHeader + hd.size + to.bits, tags.data(), size);
}

}  // namespace heddle::semantics
