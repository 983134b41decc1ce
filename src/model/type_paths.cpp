// SPDX-License-Identifier: GPL-3.0-or-later
// From bytes back to the source: which member an offset is, and how its value is written. Everything here only serves
// people; where the type does not fit the access, the answer degrades ("+12" behind the last member that fits), it
// never guesses a member.
#include <charconv>
#include <cstring>
#include <set>

#include "model/program.h"

namespace heddle::model {

namespace {

bool is_scalar(const Type& t) {
  return t.kind != Type::Unknown && t.kind != Type::Array && t.kind != Type::Struct && t.kind != Type::Union;
}

bool covers(const Program& p, const Type::Field& f, uint64_t offset, uint64_t width) {
  const Type& t = p.types[f.type];
  if (offset < f.offset) return false;
  if (t.kind == Type::Array && t.count == 0) return true;  // flexible array member: as long as the object is
  uint64_t inside = offset - f.offset;
  return inside < t.size && width <= t.size - inside;
}

// What is inside is the C library's own.
bool is_opaque(const Type& t) {
  static const std::set<std::string> names = {
      "pthread_mutex_t", "pthread_rwlock_t",   "pthread_cond_t", "pthread_barrier_t",
      "sem_t",           "pthread_spinlock_t", "mtx_t",          "cnd_t"};
  return names.count(t.name) != 0;
}

// One way from a type down to the smallest member that holds the bytes [offset, offset + width).
struct Walk {
  const Program& p;
  bool through_unions;  // also enter a union that is accessed as a whole
  std::string path;
  TypeId type;
  uint64_t offset;
  uint64_t width;
  bool unnamed = false;

  bool descend_array(const Type& t) {
    uint64_t size = p.types[t.element].size;
    if (size == 0 || (width == 0 && offset == 0) || offset % size + width > size) return false;
    if (t.count != 0 && offset / size >= t.count) return false;
    path += "[" + std::to_string(offset / size) + "]";
    offset %= size;
    type = t.element;
    return true;
  }

  bool descend_field(const Type& t) {
    const Type::Field* chosen = nullptr;
    for (const Type::Field& f : t.fields) {
      if (!covers(p, f, offset, width)) continue;
      if (!chosen) chosen = &f;
      // Of a union's members, prefer the one that is a scalar of just this size.
      const Type& ft = p.types[f.type];
      if (t.kind == Type::Union && is_scalar(ft) && ft.size == width && !is_scalar(p.types[chosen->type])) chosen = &f;
    }
    if (!chosen) return false;
    unnamed = chosen->name.empty();  // its members are written as those of the structure around it
    if (!unnamed) path += "." + chosen->name;
    offset -= chosen->offset;
    type = chosen->type;
    return true;
  }

  bool descend() {
    const Type& t = p.types[type];
    if (is_opaque(t)) {
      offset = 0;
      return false;
    }
    if (t.kind == Type::Array) return descend_array(t);
    if (width == 0 && offset == 0) return false;
    if (t.kind == Type::Struct) return descend_field(t);
    if (t.kind == Type::Union) return (through_unions || unnamed || offset != 0 || width < t.size) && descend_field(t);
    return false;
  }
};

Walk walk(const Program& p, TypeId type, uint64_t offset, uint64_t width, bool through_unions) {
  Walk w{p, through_unions, "", type, offset, width};
  // Beyond the type: a heap object that is an array of it.
  const Type& t = p.types[type];
  if (t.size != 0 && offset >= t.size &&
      !(t.kind == Type::Struct && !t.fields.empty() && covers(p, t.fields.back(), offset, width))) {
    w.path = "[" + std::to_string(offset / t.size) + "]";
    w.offset %= t.size;
  }
  while (w.descend()) {}
  return w;
}

int64_t sign_extended(uint64_t bits, unsigned width) {
  if (width <= 1 || width >= 64) return static_cast<int64_t>(bits);  // a truth value is 1, not -1
  unsigned shift = 64 - width;
  return static_cast<int64_t>(bits << shift) >> shift;
}

std::string number(const Type& t, uint64_t bits, unsigned width) {
  return t.is_signed || t.kind == Type::Unknown ? std::to_string(sign_extended(bits, width)) : std::to_string(bits);
}

std::string hex(uint64_t bits) {
  char buffer[20];
  return "0x" + std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, bits, 16).ptr);
}

std::string floating(uint64_t bits, unsigned width) {
  char buffer[64];
  if (width == 32) {
    uint32_t low = static_cast<uint32_t>(bits);
    float value;
    std::memcpy(&value, &low, sizeof value);
    return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
  }
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

std::string character(const Type& t, uint64_t bits, unsigned width) {
  std::string plain = number(t, bits, width);
  if (bits < 32 || bits > 126) return plain;
  char c = static_cast<char>(bits);
  std::string shown = c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return "'" + shown + "' (" + plain + ")";
}

std::string enumerator(const Type& t, uint64_t bits, unsigned width) {
  for (const auto& [value, name] : t.enumerators)
    if (sign_extended(static_cast<uint64_t>(value), width) == sign_extended(bits, width)) return name;
  return number(t, bits, width);
}

}  // namespace

// Library types (pthread_mutex_t, sem_t, ...) are unions or scalars: stop there, not at their hidden members.
std::string path_to_lock(const Program& p, TypeId type, uint64_t offset) {
  Walk w{p, false, "", type, offset, 1};
  while (p.types[w.type].kind == Type::Array || p.types[w.type].kind == Type::Struct)
    if (!w.descend()) break;
  return w.path;
}

std::string path_in_type(const Program& p, TypeId type, uint64_t offset, uint64_t width_bytes) {
  Walk w = walk(p, type, offset, width_bytes, false);
  if (w.offset != 0) w.path += "+" + std::to_string(w.offset);
  return w.path;
}

TypeId scalar_at(const Program& p, TypeId type, uint64_t offset, uint64_t width_bytes) {
  Walk w = walk(p, type, offset, width_bytes, true);
  const Type& t = p.types[w.type];
  return w.offset == 0 && is_scalar(t) && t.size == width_bytes ? w.type : 0;
}

std::string format_value(const Program& p, TypeId type, uint64_t bits, unsigned width) {
  const Type& t = p.types[type];
  if (width < 64) bits &= (uint64_t{1} << width) - 1;
  switch (t.kind) {
    case Type::Boolean: return std::to_string(bits);
    case Type::Character: return character(t, bits, width);
    case Type::Float: return width == 32 || width == 64 ? floating(bits, width) : hex(bits);
    case Type::Pointer: return bits == 0 ? "NULL" : hex(bits);
    case Type::Enum: return enumerator(t, bits, width);
    default: return number(t, bits, width);
  }
}

}  // namespace heddle::model
