// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/induction/rehearsal.h"

#include <algorithm>

namespace heddle::induction {

namespace {
constexpr int kRuns = 40, kSteps = 120, kTries = 4;
constexpr size_t kMostPlayers = 6;

Int floor_division(Int a, Int b) {
  Int q = a / b;
  return a % b < 0 ? (b > 0 ? q - 1 : q + 1) : q;
}
}  // namespace

Int Rehearsal::any() {
  if (random_() % 4) return static_cast<Int>(random_() % 8) - 1;
  return interesting_[random_() % interesting_.size()];
}

Int Rehearsal::value(const z3::Term& e, Values& values) {
  values.kept.push_back(e);
  return eval(e, values);
}

// As Z3 means it; a variable without a value gets one.
Int Rehearsal::eval(const z3::Term& e, Values& values) {
  unsigned id = e.id();
  if (auto it = values.of.find(id); it != values.of.end()) return it->second;
  Int r = 0;
  int64_t small = 0;
  auto arg = [&](unsigned k) { return eval(e.arg(k), values); };
  unsigned n = e.size();
  switch (e.op()) {
    case z3::Op::True: r = 1; break;
    case z3::Op::False: break;
    case z3::Op::Numeral: r = e.is_numeral(small) ? Int{small} : parse_number(e.text()); break;
    case z3::Op::Negative: r = -arg(0); break;
    case z3::Op::Add:
      for (unsigned k = 0; k < n; ++k) r += arg(k);
      break;
    case z3::Op::Subtract:
      r = arg(0);
      for (unsigned k = 1; k < n; ++k) r -= arg(k);
      break;
    case z3::Op::Multiply:
      r = 1;
      for (unsigned k = 0; k < n; ++k) r *= arg(k);
      break;
    case z3::Op::Divide:
    case z3::Op::Modulo: {
      Int a = arg(0), b = arg(1);
      if (b == 0) break;
      r = e.op() == z3::Op::Modulo ? a - b * floor_division(a, b) : floor_division(a, b);
      break;
    }
    case z3::Op::Ite: r = arg(0) ? arg(1) : arg(2); break;
    case z3::Op::And:
      r = 1;
      for (unsigned k = 0; k < n && r; ++k) r = arg(k);
      break;
    case z3::Op::Or:
      for (unsigned k = 0; k < n && !r; ++k) r = arg(k);
      break;
    case z3::Op::Not: r = !arg(0); break;
    case z3::Op::Equal: r = arg(0) == arg(1); break;
    case z3::Op::Distinct: r = arg(0) != arg(1); break;
    case z3::Op::LessEqual: r = arg(0) <= arg(1); break;
    case z3::Op::GreaterEqual: r = arg(0) >= arg(1); break;
    case z3::Op::Less: r = arg(0) < arg(1); break;
    case z3::Op::Greater: r = arg(0) > arg(1); break;
    default: r = any(); break;
  }
  return values.of[id] = r;
}

std::map<Slot, Int> Rehearsal::bring(RestId to, const std::map<Slot, Value>& with, Values& values) {
  std::map<Slot, Int> mine;
  for (const auto& [slot, v] : flow_.rests[to].mine) {
    if (v.kind != Value::Number && v.kind != Value::Address) continue;
    const Value& brought = with.at(slot);
    if (brought.kind != v.kind) continue;
    mine[slot] =
        value(v.kind == Value::Address ? brought.number.n : numbers_.as(brought.number, v.number.is_signed).n, values);
  }
  return mine;
}

bool Rehearsal::take(State& s, size_t player, const Step& step) {
  const Player& p = s.players[player];
  for (RestId n : step.joins)
    if (s.counts[n] < 1) return false;
  Values values;
  for (const Variable& v : flow_.shared) values.of[v.now.id()] = s.shared.at(v.slot);
  for (const auto& [slot, v] : flow_.rests[p.at].mine)
    if (auto it = p.mine.find(slot); it != p.mine.end() && !v.number.n.is_numeral())
      values.of[v.number.n.id()] = it->second;
  if (!value(step.when, values)) return false;
  bool single = flow_.roles[flow_.rests[p.at].role].single;
  std::map<Slot, Int> shared = s.shared;
  for (const Variable& v : flow_.shared) {
    if (const Value* after = changed(step, single, v))
      shared[v.slot] = value(numbers_.as(after->number, v.is_signed).n, values);
  }
  std::vector<Player> started;
  for (const Start& t : step.starts) started.push_back({t.rest, bring(t.rest, t.with, values)});
  Player moved{step.to, bring(step.to, step.mine, values)};
  s.shared = std::move(shared);
  --s.counts[p.at];
  ++s.counts[step.to];
  for (RestId n : step.joins) --s.counts[n];
  if (flow_.rests[step.to].spot.is_last())
    s.players.erase(s.players.begin() + static_cast<std::ptrdiff_t>(player));
  else
    s.players[player] = std::move(moved);
  for (Player& t : started) {
    ++s.counts[t.at];
    s.players.push_back(std::move(t));
  }
  return true;
}

bool Rehearsal::step(State& s) {
  std::vector<size_t> order(s.players.size());
  for (size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::shuffle(order.begin(), order.end(), random_);
  for (size_t player : order) {
    const Rest& n = flow_.rests[s.players[player].at];
    if (n.steps.empty()) continue;
    for (int k = 0; k < kTries; ++k) {
      const Step& step = n.steps[random_() % n.steps.size()];
      if (s.players.size() + step.starts.size() > kMostPlayers) continue;
      if (take(s, player, step)) return true;
    }
  }
  return false;
}

void Rehearsal::run(const Shown& shown, const std::function<bool()>& stop) {
  for (int run = 0; run < kRuns && !stop(); ++run) {
    State s;
    for (const Variable& v : flow_.shared) s.shared[v.slot] = parse_number(v.initially.simplify().text());
    s.counts.assign(flow_.rests.size(), 0);
    s.players.push_back({flow_.entry, {}});
    s.counts[flow_.entry] = 1;
    for (int k = 0; k < kSteps && step(s); ++k) shown(s);
  }
}

}  // namespace heddle::induction
