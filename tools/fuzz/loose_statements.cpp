// SPDX-License-Identifier: GPL-3.0-or-later
// Loosely coupled threads (heddle-fuzz --loose), as V. Kahlon, "Schedule Insensitivity Reduction" (FASE 2012), finds
// them in drivers: each works on variables of its own, under a lock of its own, and decides by these; what is shared is
// mostly counted, copied and seen by no condition. Now and then a condition sees it, or a thread looks at what belongs
// to another, and then a reduction that relies on loose coupling has to notice.
#include "generator.h"

namespace heddle::fuzz {

void Generator::declare_loose() {
  for (unsigned i = 0; i < workers_; ++i) {
    const std::string n = std::to_string(i);
    globals_.push_back("int own" + n + ", last" + n + ";");
    globals_.push_back("_Atomic int mark" + n + ";");
    globals_.push_back("pthread_mutex_t lk" + n + " = PTHREAD_MUTEX_INITIALIZER;");
  }
  counted_ = r_.chance(45) ? Counted::Locked : r_.chance(55) ? Counted::Atomic : Counted::Bare;
  globals_.push_back(std::string(counted_ == Counted::Atomic ? "_Atomic int" : "int") + " hits, sizes;");
  if (counted_ == Counted::Locked) globals_.push_back("pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;");
}

std::vector<Node> Generator::loose_statements(unsigned budget) {
  std::vector<Node> out;
  while (budget > 0) {
    if (r_.chance(15)) {
      for (Node& n : one(budget)) out.push_back(std::move(n));
      continue;
    }
    --budget;
    out.push_back(r_.chance(65) ? own_work() : statistic());
  }
  return out;
}

Node Generator::own_work() {
  const std::string mine = std::to_string(self_), any = std::to_string(r_.below(workers_));
  const std::string n = r_.chance(95) ? mine : any, own = "own" + n, last = "last" + n, mark = "mark" + n;
  const std::vector<std::string> choices{own + " = (" + own + " + " + constant() + ") & 3;",
                                         own + " ^= 1;",
                                         last + " = " + own + ";",
                                         "l0 = " + own + ";",
                                         "if (" + own + " <= " + constant() + ") " + last + " = " + constant() + ";",
                                         "if (" + last + " == " + own + ") l1 ^= 1;",
                                         "for (int k = 0; k < 2; ++k) " + own + " ^= k;",
                                         mark + " = " + own + ";",
                                         "if (" + mark + " == " + constant() + ") " + own + " = 0;",
                                         "assert(" + own + " <= 3);"};
  if (r_.chance(45)) return r_.pick(choices);
  return locked("&lk" + n, {r_.pick(choices), r_.chance(40) ? r_.pick(choices) : ";"});
}

Node Generator::statistic() {
  const std::string mine = std::to_string(self_), other = r_.chance(50) ? "hits" : "sizes";
  const std::vector<std::string> counts{
      other + "++;",   other + " = " + constant() + ";", other + " = l0;",
      "hits = sizes;", "sizes = own" + mine + ";",       "{ int seen = hits; sizes = seen; }"};
  const std::vector<std::string> looks{"last" + mine + " = " + other + ";",
                                       "if (" + other + " == " + constant() + ") own" + mine + " = 1;",
                                       "l1 = " + other + ";", "assert(" + other + " <= " + constant() + ");"};
  const std::string what = r_.chance(82) ? r_.pick(counts) : r_.pick(looks);
  return counted_ == Counted::Locked ? locked("&counting", {what}) : Node(what);
}

}  // namespace heddle::fuzz
