// SPDX-License-Identifier: GPL-3.0-or-later
#include "claims/words.h"

#include <algorithm>
#include <limits>

namespace heddle::claims {

using model::Type;

namespace {

constexpr size_t kMostWords = 16;

std::string number(int64_t n) {
  return std::to_string(n) + (n > std::numeric_limits<int32_t>::max() || n < -0x7fffffff ? "LL" : "");
}

// Bit fields and unions share bytes.
bool share_bytes(const model::Program& p, const Type& t) {
  uint64_t end = 0;
  for (const Type::Field& f : t.fields) {
    if (f.offset < end || f.name.empty()) return true;
    end = f.offset + p.types[f.type].size;
  }
  return false;
}

}  // namespace

bool is_identifier(const std::string& s) {
  auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !s.empty() && letter(s[0]) &&
         std::all_of(s.begin(), s.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

Words::Words(const model::Program& p) : p_(p) {
  for (const model::Site& s : p.sites) taken_.push_back(s.name);
  for (const model::Procedure& f : p.procedures) {
    taken_.push_back(f.name);
    for (const model::Local& l : f.locals) taken_.push_back(l.name);
  }
  for (const model::Object& o : p.objects) objects_.push_back(o.name);
  std::sort(taken_.begin(), taken_.end());
  std::sort(objects_.begin(), objects_.end());
}

// A name that something else has, too, might mean that at some place.
bool Words::can_be_named(model::ObjectId o) const {
  const model::Object& object = p_.objects[o];
  if (object.constant || object.thread_local_ || object.internal || object.external || object.pos.file == 0 ||
      object.pos.line == 0 || !is_identifier(object.name))
    return false;
  const auto [first, last] = std::equal_range(objects_.begin(), objects_.end(), object.name);
  return last - first == 1 && !std::binary_search(taken_.begin(), taken_.end(), object.name);
}

bool Words::add(const std::string& name, model::TypeId type, uint64_t offset, std::vector<Word>& to) const {
  const Type& t = p_.types[type];
  switch (t.kind) {
    case Type::Integer:
    case Type::Boolean:
    case Type::Character:
    case Type::Enum:
      if (t.size == 0 || t.size > 8) return true;
      to.push_back({name, offset, static_cast<unsigned>(t.size), t.is_signed && t.kind != Type::Boolean});
      return to.size() <= kMostWords;
    case Type::Array:
      for (uint64_t k = 0; k < t.count; ++k)
        if (!add(name + "[" + std::to_string(k) + "]", t.element, offset + k * p_.types[t.element].size, to))
          return false;
      return true;
    case Type::Struct:
      if (share_bytes(p_, t)) return true;
      for (const Type::Field& f : t.fields)
        if (!add(name + "." + f.name, f.type, offset + f.offset, to)) return false;
      return true;
    case Type::Unknown:
    case Type::Float:
    case Type::Pointer:
    case Type::Union: return true;
  }
  return true;
}

std::vector<Word> Words::of(model::ObjectId o) const {
  std::vector<Word> all;
  if (!can_be_named(o) || !add(p_.objects[o].name, p_.objects[o].type, 0, all)) return {};
  return all;
}

trace::ClaimVariable Words::variable(model::ObjectId o) const {
  const model::Object& object = p_.objects[o];
  return {object.name, p_.files[object.pos.file], object.pos.line};
}

// Ranges are those of signed numbers: an unsigned word is told only where that makes no difference.
std::string in_range(const Word& w, int64_t lo, int64_t hi) {
  if (!w.is_signed && lo < 0) return "";
  const unsigned bits = w.bytes * 8;
  const int64_t most =
      bits == 64 ? std::numeric_limits<int64_t>::max() : (int64_t{1} << (w.is_signed ? bits - 1 : bits)) - 1;
  const int64_t least = w.is_signed ? -most - 1 : 0;
  if (lo < least || hi > most) return "";
  if (lo == hi && lo > -most) return w.name + " == " + number(lo);
  std::string text;
  if (lo > least) text = number(lo) + " <= " + w.name;
  if (hi < most) text += (text.empty() ? "" : " && ") + w.name + " <= " + number(hi);
  return text;
}

}  // namespace heddle::claims
