// SPDX-License-Identifier: GPL-3.0-or-later
// Barriers. Behind the state word are how many the barrier waits for, and how many of those who were let through have
// still to leave, with the mark that one of them was told to be the serial thread. To wait is two operations: to come,
// and to leave once the barrier has opened since. Leaving is seen by nobody, so that those who leave may be asked to do
// so before the barrier opens again, is initialised again or destroyed.
#include "base/check.h"
#include "engines/unrolled/stepper.h"

namespace heddle::unrolled {

using model::Instr;
using smt::Circuit;
using smt::kFalse;
using smt::kTrue;
using symbolic::high_half;
using symbolic::kHalf;
using symbolic::low_half;

namespace {
constexpr uint64_t kNeeded = 4, kLeaving = 8;  // bytes behind the state word
Bits none() { return Circuit::constant(0, kHalf); }
}  // namespace

void Stepper::everybody_has_left(State& s, const Value& leaving) {
  s.guard = c_.and_(s.guard, c_.or_(leaving.undef, c_.eq(low_half(leaving.bits), none())));
}

void Stepper::initialise_barrier(State& s, const Instr& i) {
  const Bits needed = c_.extend(number(s, i.args[1]), 32, false);
  flag(s, ~c_.ult(c_.sub(needed, Circuit::constant(1, 32)), Circuit::constant(0xffff, 32)));  // 0 fails
  const std::vector<Target> at = cells(s, i, 0), leaving_at = behind(s, at, kLeaving);
  const Value old = load(s, at, 4);
  flag(s, c_.and_(~old.undef, ~c_.eq(low_half(old.bits), none())));  // somebody waits there
  everybody_has_left(s, load(s, leaving_at, 4));
  if (s.guard == kFalse) return;
  reset(s, at, symbolic::constant(0, 32));
  for (const Target& cell : behind(s, at, kNeeded)) put(s, cell, {needed, kFalse}, kTrue);
  for (const Target& cell : leaving_at) put(s, cell, symbolic::constant(0, 32), kTrue);
  assign(s, i.dst, symbolic::constant(0, 32));
}

void Stepper::destroy_barrier(State& s, const Instr& i) {
  const std::vector<Target> at = cells(s, i, 0);
  state_of(s, i, at);
  everybody_has_left(s, load(s, behind(s, at, kLeaving), 4));
  if (s.guard == kFalse) return;
  reset(s, at, {Circuit::constant(0, 32), kTrue});
  assign(s, i.dst, symbolic::constant(0, 32));
}

// State::micro says which of the two operations it is. False: it cannot be done.
bool Stepper::pass_barrier(State& s, const Instr& i) {
  if (s.section > 0) throw Unsupported("waiting at a barrier inside an atomic section");
  std::vector<Target> where = places(s, eval(s, i.args[0]), i.args[0], 4);
  const std::vector<Target> at = cells(s, i, 0), leaving_at = behind(s, at, kLeaving);
  const Bits state = state_of(s, i, at);
  const Value leaving = load(s, leaving_at, 4);
  use(s, leaving);
  Act act;
  if (s.micro == 0) {
    const Value needed = load(s, behind(s, at, kNeeded), 4);
    use(s, needed);
    const symbolic::Operation op = symbolic::arrive(c_, state, needed.bits);
    flag(s, op.undefined);
    const Lit opens = ~op.waits, all_left = c_.eq(low_half(leaving.bits), none());
    s.guard = c_.and_(s.guard, c_.or_(~opens, all_left));
    if (s.guard == kFalse) return false;
    for (const Target& cell : at) put(s, cell, {op.after, kFalse}, kTrue);
    for (const Target& cell : leaving_at) put(s, cell, {c_.extend(low_half(needed.bits), 32, false), kFalse}, opens);
    reached_ = kFalse;  // only if it succeeds
    touch(s, i, std::move(where), 4, kTrue, true);
    act.ordered = true;
    if (i.act) add_act(s, act);
    s.generation = std::make_shared<Value>(Value{high_half(state), kFalse});
    s.micro = 1;
    return true;
  }
  HEDDLE_CHECK(s.generation) << "a thread leaves a barrier to which it has not come";
  s.guard = c_.and_(s.guard, ~c_.eq(high_half(state), s.generation->bits));
  if (s.guard == kFalse) return false;
  // Any one of them is the serial thread: the last one, if there was none before.
  const Bits left = low_half(leaving.bits);
  const Lit told = leaving.bits[kHalf], last = c_.eq(left, Circuit::constant(1, kHalf));
  act.kind = semantics::Execution::Act::Released;
  act.choice = c_.and_(~told, c_.or_(last, c_.solver().new_literal()));
  Bits after = c_.sub(left, Circuit::constant(1, kHalf));
  after.push_back(c_.or_(told, act.choice));
  for (const Target& cell : leaving_at) put(s, cell, {c_.extend(after, 32, false), kFalse}, kTrue);
  if (i.act) add_act(s, act);
  s.generation = nullptr;
  s.micro = 0;
  const Bits serial = Circuit::constant(static_cast<uint32_t>(model::kSerialThread), 32);
  assign(s, i.dst, {c_.ite(act.choice, serial, Circuit::constant(0, 32)), kFalse});
  return true;
}

}  // namespace heddle::unrolled
