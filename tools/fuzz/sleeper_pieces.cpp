// SPDX-License-Identifier: GPL-3.0-or-later
// Several threads that sleep on one condition variable: in loops that sleep in more than one place, that compare with
// what was read before, that wake others in each round; attempts to take the mutex that sleepers have let go; wake-ups
// with and without the mutex.
#include "generator.h"

namespace heddle::fuzz {

namespace {
Node block(std::vector<Node> kids) { return Node("{", std::move(kids)); }
}  // namespace

Piece Generator::sleepers() {
  Piece p;
  p.globals = {"int stage, alarms, asleep;", "_Atomic int refused_;", "pthread_mutex_t sm = PTHREAD_MUTEX_INITIALIZER;",
               "pthread_cond_t sc = PTHREAD_COND_INITIALIZER, sd = PTHREAD_COND_INITIALIZER;"};
  const bool two_beds = r_.chance(25);
  auto bed = [=, this] { return std::string(two_beds && r_.chance(40) ? "&sd" : "&sc"); };
  auto sleep = [=] { return "pthread_cond_wait(" + bed() + ", &sm);"; };
  auto wake = [=, this] {
    return std::string(r_.chance(65) ? "pthread_cond_signal(" : "pthread_cond_broadcast(") + bed() + ");";
  };
  auto awaited = [this] {
    static const std::vector<std::string> ways{"stage == 0", "stage < 2", "!alarms", "stage != 1", "stage == alarms"};
    return r_.pick(ways);
  };
  auto nap = [=, this] {
    switch (r_.below(7)) {
      case 0: return locked("&sm", {Node("while (" + awaited() + ") {", {sleep()})});
      case 1:  // two places, one of them in each round
        return locked("&sm", {Node("while (" + awaited() + ") {", {"if (alarms) " + sleep(), "else " + sleep()})});
      case 2:  // two places, both of them in a round
        return locked("&sm", {Node("while (" + awaited() + ") {", {sleep(), "if (stage == 2) break;", sleep()})});
      case 3:
        return locked("&sm", {"int before = stage;", Node("while (stage == before) {", {sleep()}), "l0 = before & 1;"});
      case 4: return locked("&sm", {Node("while (" + awaited() + ") {", {wake(), sleep()})});
      case 5: return locked("&sm", {"asleep++;", Node("while (" + awaited() + ") {", {sleep()}), "asleep--;"});
      default: return locked("&sm", {r_.chance(50) ? Node("if (" + awaited() + ") " + sleep()) : Node(sleep())});
    }
  };
  auto change = [=, this] {
    static const std::vector<std::string> ways{"stage = 1;", "stage = 2;", "stage = 0;", "alarms = 1;", "alarms ^= 1;"};
    return Node(r_.pick(ways));
  };
  auto call = [=, this] { return locked("&sm", {change(), r_.chance(90) ? wake() : ";"}); };
  auto attempt = [=, this] {
    std::vector<Node> body{change()};
    if (r_.chance(60)) body.push_back(wake());
    body.push_back("pthread_mutex_unlock(&sm);");
    return block({Node("if (pthread_mutex_trylock(&sm) == 0) {", std::move(body)), "else refused_ = 1;"});
  };
  p.uses = {{nap, false, true},  {nap, false, true},    {nap, false, true},      {call, false, true},
            {call, false, true}, {attempt, true, true}, {[=] { return wake(); }}};
  p.checks = {"assert(asleep == 0);", "assert(!refused_);", "assert(stage != " + constant() + ");"};
  return p;
}

}  // namespace heddle::fuzz
