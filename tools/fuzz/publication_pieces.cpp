// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces in which threads hand plain data to each other through atomics of C11's weaker orders and through fences:
// messages, pointers to new objects, initialisation that is checked twice, locks made of exchanges and of tickets,
// counts of references. Most are written as they should be; now and then an order is too weak, and then the data races
// although the accesses are never at the same time.
#include "generator.h"

namespace heddle::fuzz {

namespace {
std::string atomic_order(const char* name) { return std::string("__ATOMIC_") + name; }
}  // namespace

// An operation of C11's release or acquire kind: by its own order, by a fence beside it, or not at all. `operation`
// ends where the order is to be; `strong` is "RELEASE", "ACQUIRE" or "ACQ_REL". An acquire fence can only stand behind:
// it is for `then`.
std::string Generator::published(const std::string& operation, const char* strong) {
  unsigned kind = r_.below(100);
  bool fence = kind < 25 && std::string(strong) == "RELEASE";
  std::string order = fence || kind >= 85 ? atomic_order("RELAXED")
                      : kind >= 75        ? atomic_order("SEQ_CST")
                                          : atomic_order(strong);
  static const std::vector<const char*> fences{"RELEASE", "RELEASE", "ACQ_REL", "SEQ_CST", "ACQUIRE"};
  return (fence ? "__atomic_thread_fence(" + atomic_order(r_.pick(fences)) + "); " : "") + operation + order + ");";
}

// A look at what others published, and what is done if it is there.
std::string Generator::seen(const std::string& declare, const std::string& operation, const std::string& condition,
                            const std::string& then) {
  unsigned kind = r_.below(100);
  bool fence = kind < 25;
  std::string order = fence || kind >= 85 ? "RELAXED" : kind >= 75 ? "SEQ_CST" : "ACQUIRE";
  static const std::vector<const char*> fences{"ACQUIRE", "ACQUIRE", "ACQ_REL", "SEQ_CST", "RELEASE"};
  std::string fenced = !fence ? ""
                              : (r_.chance(10) ? "__atomic_signal_fence(" : "__atomic_thread_fence(") +
                                    atomic_order(r_.pick(fences)) + "); ";
  return "{ " + declare + operation + atomic_order(order.c_str()) + "); if (" + condition + ") { " + fenced + then +
         " } }";
}

Piece Generator::message() {
  Piece p;
  p.globals = {"int mail_claim, mail_flag, mail;"};
  std::string more =
      r_.chance(50) ? "l1 = mail;" : "if (!__atomic_exchange_n(&mail_claim, 2, __ATOMIC_ACQ_REL)) mail = 2;";
  p.uses = {
      {[this] {
        return "if (!__atomic_exchange_n(&mail_claim, 1, __ATOMIC_RELAXED)) { mail = 1; " +
               published("__atomic_store_n(&mail_flag, 1, ", "RELEASE") + " }";
      }},
      {[this] { return seen("int s = ", "__atomic_load_n(&mail_flag, ", "s & 1", "l1 = mail;"); }},
      {[this] { return seen("int s = ", "__atomic_fetch_and(&mail_flag, 3, ", "s & 1", "l0 = mail;"); }},
      {[this, more] { return seen("int s = ", "__atomic_load_n(&mail_flag, ", "s & 1", more); }},
      // continues the release sequence
      {[this] { return published("__atomic_fetch_or(&mail_flag, 2, ", r_.chance(50) ? "RELAXED" : "RELEASE"); }},
      {[this] {
        std::string failure = r_.chance(70) ? "ACQUIRE" : "RELAXED", success = r_.chance(70) ? "ACQ_REL" : "RELEASE";
        return "{ int e = 4; __atomic_compare_exchange_n(&mail_flag, &e, 4, 0, __ATOMIC_" + success + ", __ATOMIC_" +
               failure + "); if (e & 1) l1 = mail; }";
      }},
  };
  p.checks = {"assert(mail <= " + constant() + ");"};
  return p;
}

Piece Generator::new_object() {
  Piece p;
  p.globals = {"int *parcel;"};
  p.uses = {
      {[this] {
         return "{ int *n = " + std::string(r_.chance(50) ? "malloc(4); *n = 1; " : "calloc(1, 4); ") +
                published("__atomic_store_n(&parcel, n, ", "RELEASE") + " }";
       },
       true},
      {[this] { return seen("int *n = ", "__atomic_load_n(&parcel, ", "n", "l1 = *n & 1;"); }},
      {[this] { return seen("int *n = ", "__atomic_load_n(&parcel, ", "n", "l0 = *n & 1;"); }},
  };
  p.checks = {"assert(!parcel || *parcel == " + constant() + ");"};
  return p;
}

Piece Generator::checked_twice() {
  Piece p;
  p.globals = {"pthread_mutex_t dm = PTHREAD_MUTEX_INITIALIZER;", "int ready, made;"};
  p.uses = {{[this] {
               std::string look =
                   std::string("__atomic_load_n(&ready, __ATOMIC_") + (r_.chance(70) ? "ACQUIRE" : "RELAXED") + ")";
               std::string fence = r_.chance(20) ? "__atomic_thread_fence(__ATOMIC_ACQUIRE); " : "";
               return "{ if (!" + look +
                      ") { pthread_mutex_lock(&dm); if (!__atomic_load_n(&ready, __ATOMIC_RELAXED)) { made = 1; " +
                      published("__atomic_store_n(&ready, 1, ", "RELEASE") + " } pthread_mutex_unlock(&dm); } " +
                      fence + "l0 = made; }";
             },
             false, true}};
  p.checks = {"assert(made == " + constant() + ");"};
  return p;
}

Piece Generator::homemade_locks() {
  Piece p;
  p.globals = {"int taken, tickets, serving, indoors;"};
  auto work = [this] { return std::string(r_.chance(60) ? "indoors ^= 1; " : "l0 = indoors; "); };
  p.uses.push_back({[=, this] {
    return seen("int t = ", "__atomic_exchange_n(&taken, 1, ", "!t",
                work() + published("__atomic_store_n(&taken, 0, ", "RELEASE"));
  }});
  if (f_.endless)
    p.uses.push_back({[=, this] {
                        std::string order = r_.chance(80) ? "ACQUIRE" : "RELAXED";
                        return "{ int t = __atomic_fetch_add(&tickets, 1, __ATOMIC_RELAXED); while "
                               "(__atomic_load_n(&serving, __ATOMIC_" +
                               order + ") != t) ; " + work() +
                               published("__atomic_store_n(&serving, t + 1, ", "RELEASE") + " }";
                      },
                      true, true});
  p.checks = {"assert(indoors == " + constant() + ");"};
  return p;
}

Piece Generator::references() {
  Piece p;
  p.globals = {"int owners = " + std::to_string(2 + r_.below(2)) + ", owned;"};
  p.uses = {{[this] {
               std::string order = r_.chance(60)   ? "ACQ_REL"
                                   : r_.chance(80) ? "RELEASE"
                                                   : "RELAXED",
                           fence = r_.chance(50) ? "__atomic_thread_fence(__ATOMIC_ACQUIRE); " : "";
               return "{ " + std::string(r_.chance(50) ? "l0 = owned; " : "") +
                      "if (__atomic_fetch_sub(&owners, 1, __ATOMIC_" + order + ") == 1) { " + fence + "owned = 1; } }";
             },
             true}};
  p.checks = {"assert(owned == " + constant() + ");"};
  return p;
}

Piece Generator::publication() {
  static constexpr Piece (Generator::* kinds[])() = {&Generator::message,        &Generator::message,
                                                     &Generator::new_object,     &Generator::checked_twice,
                                                     &Generator::homemade_locks, &Generator::references};
  return (this->*kinds[r_.below(std::size(kinds))])();
}

}  // namespace heddle::fuzz
