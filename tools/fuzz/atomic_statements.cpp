// SPDX-License-Identifier: GPL-3.0-or-later
// Random uses of atomics, in all memory orders. Most orders are strong enough for the program to be decided; the rest
// is for proofs that come too easily: data handed over by a flag, and locks that are words taken by exchanges.
#include "generator.h"

namespace heddle::fuzz {

// The order of an operation, as the GCC built-ins name it. Where data is handed over the other objects are left strong:
// one weak operation that the program learns from is enough for the engine to be unsure.
std::string Generator::order(AtomicAccess a, const std::string& object) {
  bool strong = f_.hand_over && object != "flag";
  const char* name = "SEQ_CST";
  if (f_.relaxed && !strong && r_.chance(20))
    name = "RELAXED";
  else if (f_.orders && r_.chance(75)) {
    static const std::vector<const char*> updates{"ACQ_REL", "ACQUIRE", "RELEASE"};
    name = a == AtomicAccess::Load    ? "ACQUIRE"
           : a == AtomicAccess::Store ? "RELEASE"
           : strong                   ? "ACQ_REL"
                                      : r_.pick(updates);
  }
  return std::string("__ATOMIC_") + name;
}

std::string Generator::load(const std::string& object) {
  return "__atomic_load_n(&" + object + ", " + order(AtomicAccess::Load, object) + ")";
}

std::string Generator::store(const std::string& object, const std::string& v) {
  return "__atomic_store_n(&" + object + ", " + v + ", " + order(AtomicAccess::Store, object) + ")";
}

std::string Generator::exchange(const std::string& object, const std::string& v) {
  return "__atomic_exchange_n(&" + object + ", " + v + ", " + order(AtomicAccess::Update, object) + ")";
}

std::string Generator::fetch(const std::string& operation, const std::string& object, const std::string& v) {
  return "__atomic_fetch_" + operation + "(&" + object + ", " + v + ", " + order(AtomicAccess::Update, object) + ")";
}

// `e` is the variable that holds what is expected.
std::string Generator::compare_exchange(const std::string& object, const std::string& v) {
  std::string weak = r_.chance(30) ? "1" : "0", success = order(AtomicAccess::Update, object),
              failure = order(AtomicAccess::Load, object);
  return "__atomic_compare_exchange_n(&" + object + ", &e, " + v + ", " + weak + ", " + success + ", " + failure + ")";
}

Node Generator::gcc_atomic() {
  std::string c = constant(), l = r_.chance(50) ? "l0" : "l1";
  std::vector<std::string> choices{
      store("at", c) + ";",
      l + " = " + load("at") + ";",
      l + " = " + exchange("at", c) + ";",
      "{ int e = " + c + "; if (" + compare_exchange("at", constant()) + ") " + l + " = 1; }",
      l + " = __sync_fetch_and_and(&at, " + c + ");",
      l + " = __sync_bool_compare_and_swap(&at, " + c + ", " + constant() + ");",
      fetch("xor", "at", "1") + ";",
  };
  if (f_.endless) choices.push_back("while (" + load("at") + " == " + c + ") ;");
  if (!unbounded_) choices.push_back(fetch("add", "at", "1") + ";");
  if (!unbounded_) choices.push_back(l + " = __sync_sub_and_fetch(&at, 1);");
  return r_.pick(choices);
}

Node Generator::c11_atomic() {
  std::string c = constant(), l = r_.chance(50) ? "l0" : "l1";
  std::vector<std::string> choices{
      "au = " + c + ";",
      l + " = au;",
      l + " = atomic_exchange(&au, " + c + ");",
      "{ int e = " + c + "; " + l + " = atomic_compare_exchange_strong(&au, &e, " + constant() + "); }",
      "atomic_fetch_or_explicit(&au, " + c + ", " + order(AtomicAccess::Update, "au") + ");",
  };
  if (f_.endless) choices.push_back("while (au == " + c + ") sched_yield();");
  if (!unbounded_) choices.push_back("au++;");
  return r_.pick(choices);
}

Node Generator::atomic_statement() {
  if (f_.hand_over && !publishes_ && r_.chance(40)) return consume();
  bool gcc = r_.pick(atomics_) == "at";
  if (gcc && !f_.disciplined && r_.chance(10)) return r_.chance(50) ? "l0 = at;" : "at = " + constant() + ";";
  return gcc ? gcc_atomic() : c11_atomic();
}

// The first thread writes `goods` and then says so in `flag`, once.
Node Generator::publish() {
  const std::vector<std::string> says{store("flag", "1"), exchange("flag", "1"), fetch("or", "flag", "1")};
  if (r_.chance(25)) return "{ int e = 0; goods = 1; " + compare_exchange("flag", "1") + "; }";
  return "goods = " + constant() + "; " + r_.pick(says) + ";";
}

// The others look there before they touch them; mostly they only read.
Node Generator::consume() {
  std::string use = r_.chance(20) ? "goods = 2;" : "l1 = goods;";
  if (r_.chance(15)) return fetch("add", "flag", unbounded_ ? "0" : "2") + ";";
  if (r_.chance(15)) return "{ int e = 1; if (" + compare_exchange("flag", "2") + ") " + use + " }";
  if (r_.chance(10)) return "{ int e = 0; if (!" + compare_exchange("flag", "0") + " && e == 1) " + use + " }";
  if (f_.endless && r_.chance(20)) return "while (" + load("flag") + " != 1) ; " + use;
  const std::vector<std::string> looks{load("flag"), load("flag"), exchange("flag", "2"), fetch("and", "flag", "3")};
  return "if (" + r_.pick(looks) + " == 1) " + use;
}

// Ways to take the lock that is the word `word`.
std::string Generator::take_word() {
  auto exchange_word = [&] {
    return "__atomic_exchange_n(&word, 1, " + std::string(r_.chance(80) ? "__ATOMIC_ACQUIRE" : "__ATOMIC_ACQ_REL") +
           ")";
  };
  switch (r_.below(8)) {
    case 0: return "while (1) { int e = 0; if (" + compare_exchange("word", "1") + ") break; }";
    case 1: return "do { while (" + load("word") + ") ; } while (" + exchange_word() + ");";
    case 2: return "while (" + exchange_word() + ") { while (" + load("word") + ") ; }";
    case 3:
      return r_.chance(15) ? "if (" + load("word") + ") l0 = 1; while (" + exchange_word() + ") l1 = 1;"
                           : "while (" + exchange_word() + ") ;";
    default: return "while (" + exchange_word() + ") ;";
  }
}

}  // namespace heddle::fuzz
