// SPDX-License-Identifier: GPL-3.0-or-later
// What the shared evaluator asks about the place where a thread is. A path ends where something undefined happens.
#include "engines/unrolled/stepper.h"

namespace heddle::unrolled {

using smt::Circuit;
using smt::kFalse;

class Stepper::Point final : public symbolic::Here {
 public:
  Point(Stepper& stepper, State& s) : stepper_(stepper), s_(s) {}
  model::ProcId procedure() const override { return s_.frames[s_.top]->proc; }
  const ValuePtr& local(model::LocalId l) const override { return s_.frames[s_.top]->locals[l]; }
  Lit& guard() override { return s_.guard; }
  void flag(Lit condition) override { stepper_.flag(s_, condition); }
  Value thread_local_address(model::ObjectId o) override { return stepper_.thread_local_address(o); }
  std::vector<uint32_t> candidates(const base::BitSet* abstract) override {
    std::vector<uint32_t> all;
    for (const auto& [of, instances] : stepper_.instances_)
      if (!abstract || abstract->has(of)) all.insert(all.end(), instances.begin(), instances.end());
    return all;
  }
  Bits size_of(uint32_t o) const override {
    if (o == 0 || o >= stepper_.memory.count()) return {};
    const Object& object = stepper_.memory[o];
    return object.extent.empty() ? stepper_.layout().offset_constant(object.size) : object.extent;
  }
  void compares_handles(Lit when, const Value&, const Value&) override { flag(when); }
  // An address of memory that is gone may be that of something new. Of shared memory it is not known here what is gone.
  void compares_addresses(Lit when, const Value& a, const Value& b, const base::BitSet* of_a,
                          const base::BitSet* of_b) override {
    if (stepper_.may_meet_again(of_a, of_b)) return flag(when);
    stepper_.compare_variables_of_others(s_, when, a, of_a);
    stepper_.compare_variables_of_others(s_, when, b, of_b);
    for (uint32_t o : s_.gone)
      flag(stepper_.c_.and_(when,
                            stepper_.c_.or_(stepper_.layout().names(a.bits, o), stepper_.layout().names(b.bits, o))));
  }

 private:
  Stepper& stepper_;
  State& s_;
};

Value Stepper::eval(State& s, model::ExprId e) {
  Point here(*this, s);
  return evaluator_.eval(here, e);
}

Lit Stepper::truth(State& s, model::ExprId e) {
  Point here(*this, s);
  return evaluator_.truth(here, e);
}

Bits Stepper::number(State& s, model::ExprId e) {
  Point here(*this, s);
  return evaluator_.number(here, e);
}

uint64_t Stepper::constant(State& s, model::ExprId e, const char* what) {
  Point here(*this, s);
  return evaluator_.constant_number(here, e, what);
}

Bits Stepper::wanted_size(State& s, const model::Instr& i) {
  Point here(*this, s);
  return evaluator_.block_size(here, i);
}

void Stepper::use(State& s, const Value& v) { flag(s, v.undef); }

void Stepper::consume(State& s, const model::Instr& i) {
  Point here(*this, s);
  evaluator_.consume(here, i);
}

symbolic::Update Stepper::updated(State& s, const model::Instr& i, const Value& old, const Value& operand,
                                  const Value& desired) {
  Point here(*this, s);
  return evaluator_.update(here, i, old, operand, desired);
}

Value Stepper::thread_local_address(model::ObjectId object) {
  auto [it, fresh] = tls_.try_emplace({thread_, object}, 0);
  if (fresh) {
    if (points_to_.may_be_shared(object)) throw Unsupported("a thread-local variable that other threads may know");
    Object o = memory[object + 1];
    o.initial = nullptr;
    it->second = memory.add(std::move(o));
    instances_[object].push_back(it->second);
  }
  return layout().address_of(it->second);
}

// Variables whose block may be left before their function is.
void Stepper::find_variables_of_blocks() {
  for (model::ProcId f = 0; f < p_.procedures.size(); ++f)
    for (const model::Instr& i : p_.procedures[f].code)
      if (i.kind == model::InstrKind::ScopeEnd)
        for (model::ExprId e : i.args)
          points_to_.objects(f, e).each([&](size_t o) {
            if (o >= p_.objects.size() && p_.sites[o - p_.objects.size()].function == p_.procedures[f].name)
              of_blocks_.add(o);
          });
}

// May one of them be the address of memory that has ended, and the other one that of memory of the same kind, made
// later? Null: it may be any address.
bool Stepper::may_meet_again(const base::BitSet* a, const base::BitSet* b) const {
  struct Kinds {
    bool made[2] = {}, ended[2] = {};  // by model::Site::Kind
  };
  auto kinds = [&](const base::BitSet* of) {
    Kinds k;
    for (size_t n = 0; n < p_.sites.size(); ++n) {
      const model::Site& site = p_.sites[n];
      const size_t o = p_.objects.size() + n;
      if (of && !of->has(o)) continue;
      k.made[site.kind] = true;
      k.ended[site.kind] |=
          site.kind == model::Site::Heap ? frees_are_possible_ : site.function != "main" || of_blocks_.has(o);
    }
    return k;
  };
  Kinds x = kinds(a), y = kinds(b);
  bool found = false;
  for (auto kind : {model::Site::Stack, model::Site::Heap})
    found |= (x.ended[kind] && y.made[kind]) || (y.ended[kind] && x.made[kind]);
  return found;
}

// A variable of another thread may have ended, if it can end before its thread does.
void Stepper::compare_variables_of_others(State& s, Lit when, const Value& address, const base::BitSet* of) {
  for (size_t n = 0; n < p_.sites.size(); ++n) {
    const auto o = static_cast<uint32_t>(p_.objects.size() + n);
    if (p_.sites[n].kind != model::Site::Stack || (of && !of->has(o)) || !points_to_.may_be_shared(o)) continue;
    if (p_.sites[n].function == "main" && !of_blocks_.has(o)) continue;
    for (const auto& [made, object] : made_)
      if (made.abstract == o && made.thread != thread_) flag(s, c_.and_(when, layout().names(address.bits, object)));
    if (!s.alone) meant_.push_back({o, thread_});
  }
}

// A number that looks like an address is told from one by where it was stored. Parts of words may make such a number,
// too.
void Stepper::note_wide(const std::vector<Target>& at, const Value& v) {
  const unsigned word = p_.pointer_width / 8, high = layout().offset_bits() / 8;
  const uint64_t bytes = v.bits.size() / 8;
  const bool part = bytes < word && std::any_of(v.bits.begin(), v.bits.end(), [](Lit l) { return l != kFalse; });
  if (v.wide == kFalse && !part) return;
  for (const Target& t : at) {
    const uint32_t abstract = memory[t.object].abstract;
    if (abstract == ~0u || !points_to_.may_hold_address(abstract)) continue;
    const bool known = Circuit::is_constant(t.offset);
    uint64_t first = known ? Circuit::constant_value(t.offset) : 0;
    uint64_t end = known ? first + bytes : memory[t.object].size;
    if (known && part && (end - 1) % word < high) continue;
    for (uint64_t k = first / word; k * word < end; ++k) learn_wide(abstract, k);
  }
}

// Of a block that is copied, or filled with a byte.
void Stepper::note_wide_block(const Target& to, const Target* from, const Value& byte, uint64_t size) {
  const uint64_t word = p_.pointer_width / 8;
  if (!from) {
    for (uint64_t at = 0; at < size; ++at)
      note_wide({{to.object, to.match, c_.add(to.offset, layout().offset_constant(at))}},
                {Circuit::cut(byte.bits, 8), kFalse});
    return;
  }
  const uint32_t source = memory[from->object].abstract, abstract = memory[to.object].abstract;
  const uint64_t first = Circuit::constant_value(from->offset), start = Circuit::constant_value(to.offset);
  for (const auto& [object, k] : plan_.wide)
    if (object == source && k * word < first + size && (k + 1) * word > first)
      for (uint64_t at : {k * word, k * word + word - 1})
        if (at >= first && at < first + size && points_to_.may_hold_address(abstract))
          learn_wide(abstract, (start + at - first) / word);
}

void Stepper::learn_wide(uint32_t abstract, uint64_t word) {
  if (plan_.wide.count({abstract, word})) return;
  learnt_.wide.insert({abstract, word});
  enough_ = false;
}

bool Stepper::is_wide(const Target& t) const {
  if (plan_.wide.empty()) return false;
  const uint64_t word = p_.pointer_width / 8;
  const uint32_t abstract = memory[t.object].abstract;
  if (Circuit::is_constant(t.offset)) return plan_.wide.count({abstract, Circuit::constant_value(t.offset) / word}) > 0;
  auto some = plan_.wide.lower_bound({abstract, 0});
  return some != plan_.wide.end() && some->first == abstract;
}

}  // namespace heddle::unrolled
