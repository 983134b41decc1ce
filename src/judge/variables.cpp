// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/variables.h"

#include "judge/steps/arrival.h"

namespace heddle::judge {

using steps::Slot;
using steps::Term;
using steps::Value;

std::string conjunction(const std::vector<std::string>& all) {
  if (all.empty()) return "true";
  if (all.size() == 1) return all.front();
  std::string made = "(and";
  for (const std::string& t : all) made += " " + t;
  return made + ")";
}

bool Variables::is_ghost(const Slot& s) const {
  return s.kind == Slot::Local || s.kind == Slot::Held || s.kind == Slot::HeldReads || !walker_.is_shared(s.owner);
}

std::string Variables::range(const std::string& name, Slot::Kind kind, unsigned width, bool is_signed) const {
  auto between = [&](steps::Int low, steps::Int high) {
    return "(and (<= " + steps::text(low) + " " + name + ") (<= " + name + " " + steps::text(high) + "))";
  };
  switch (kind) {
    case Slot::Local:
    case Slot::Memory: return steps::text(steps::in_range(steps::variable(name), width, is_signed));
    case Slot::Ready:
    case Slot::Held: return between(0, 1);
    case Slot::Alive: return between(0, 2);
    case Slot::Lock: return between(-1, 1);
    case Slot::Semaphore: return between(-1, model::kMostPosts);
    case Slot::Barrier: return between(-1, 65535);
    case Slot::Handle: return between(-1, static_cast<steps::Int>(map_.roles.size()));
    case Slot::Readers:
    case Slot::HeldReads: return "(<= " + name + " " + steps::text(steps::kMostReaders) + ")";
  }
  return "true";
}

std::string Variables::range(const Slot& s, const steps::Shared& v) const {
  if (!v.points) return range(v.name, s.kind, v.width, v.is_signed);
  return "(and (<= 0 " + v.name + ") (<= " + v.name + " " + std::to_string(v.targets.size()) + "))";
}

std::optional<Term> Variables::number_in(const steps::Shared& v, const Value& value, steps::Premises& premises) {
  if (!v.points) {
    if (value.kind != Value::Number || value.number.width != v.width) return std::nullopt;
    return walker_.numbers().as(value.number, v.is_signed, premises).n;
  }
  if (value.kind == Value::Number && value.number.n == steps::number(0)) return steps::number(0);
  for (size_t k = 0; k < v.targets.size(); ++k) {
    const Value& t = v.targets[k];
    if (value.is_pointer() && t.kind == value.kind && t.object == value.object && t.number.n == value.number.n)
      return steps::number(static_cast<steps::Int>(k + 1));
  }
  return std::nullopt;
}

std::optional<Term> Variables::first(const Slot& s, const steps::Shared& v) {
  if (is_ghost(s)) return steps::number(0);
  steps::Premises premises;
  std::optional<Term> n = number_in(v, walker_.initial(s), premises);
  return n && n->is_number() ? n : std::nullopt;
}

Variables::Begin Variables::begin(const std::map<Slot, std::string>& initially) {
  Begin b;
  for (const auto& [slot, v] : map_.shared) {
    const std::optional<Term> n = first(slot, v);
    if (!n) {
      b.unknown = v.name;
      return b;
    }
    const std::string digits = n->k < 0 ? "-" + steps::text(-n->k) : steps::text(n->k);
    if (digits != initially.at(slot)) {
      b.differs = v.name + " begins with " + digits + ", not with " + initially.at(slot);
      return b;
    }
    b.state.push_back("(= " + v.name + " " + steps::text(*n) + ")");
  }
  return b;
}

std::optional<std::map<std::string, Term>> Variables::after(steps::RoleId role, const steps::Way& way,
                                                            const steps::Place* to, steps::Premises& premises) {
  std::map<std::string, Term> becomes;
  for (const auto& [slot, v] : map_.shared) {
    auto it = way.shared.find(slot);
    const Value* made = it == way.shared.end() ? nullptr : &it->second;
    if (is_ghost(slot)) {
      made = nullptr;
      if (role == 0 && to && to->mine.count(slot)) made = steps::brought(way, *to, slot);
      if (made && made->kind != Value::Number) made = nullptr;
    }
    if (!made) continue;
    std::optional<Term> n = number_in(v, *made, premises);
    if (!n) return std::nullopt;
    if (*n != steps::variable(v.name)) becomes.emplace(v.name, *n);
  }
  return becomes;
}

}  // namespace heddle::judge
