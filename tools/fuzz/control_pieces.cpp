// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces about control and locks: functions called through pointers, atomic functions with several ways out, locks in
// arrays and in structs, atomic flags.
#include "generator.h"

namespace heddle::fuzz {

namespace {
Node block(std::vector<Node> kids) { return Node("{", std::move(kids)); }
}  // namespace

// Functions in tables, in structs and in shared memory.
Piece Generator::function_pointers() {
  Piece p;
  p.globals = {
      "int seen;",
      "pthread_mutex_t fm = PTHREAD_MUTEX_INITIALIZER;",
      "int flip(int v) { return v ^ 1; }",
      Node("int note(int v) {", {"__atomic_store_n(&seen, v & 1, __ATOMIC_SEQ_CST);", "return 0;"}),
      Node("int tell(int v) {", {"return __atomic_load_n(&seen, __ATOMIC_SEQ_CST);"}),
      Node("int careful(int v) {",
           {"int old;", "pthread_mutex_lock(&fm);", "old = __atomic_load_n(&seen, __ATOMIC_SEQ_CST);",
            "__atomic_store_n(&seen, v & 3, __ATOMIC_SEQ_CST);", "pthread_mutex_unlock(&fm);", "return old;"})};
  static const std::vector<std::string> functions{"flip", "note", "tell", "careful"};
  auto f = [this] { return r_.pick(functions); };
  p.globals.push_back(std::string(r_.chance(50) ? "" : "const ") +
                      "struct ops { int (*one)(int); int (*two)(int); } ops = {" + f() + ", " + f() + "};");
  p.globals.push_back("int (*table[2])(int) = {" + f() + ", " + f() + "};");
  p.globals.push_back("int (* _Atomic hook)(int) = " + f() + ";");
  p.uses = {
      {[this] { return "l0 = table[" + index() + "](l1);"; }, false, true},
      {[this] { return "l1 = ops." + std::string(r_.chance(50) ? "one" : "two") + "(" + constant() + ");"; }, false,
       true},
      {[this] { return "l1 = hook(" + constant() + ");"; }, false, true},
      {[=, this] { return "hook = " + f() + ";"; }},
      {[=, this] { return "if (hook == " + f() + ") l0 = 1;"; }},
      {[this] { return "{ int (*g)(int) = l0 ? flip : note; l1 = g(1); }"; }, false, true},
      {[=, this] { return locked("&fm", {"table[" + index() + "] = " + f() + ";"}); }, false, true},
      {[this] {
         return "{ int (*g)(int); pthread_mutex_lock(&fm); g = table[" + index() +
                "]; pthread_mutex_unlock(&fm); l0 = g(l0); }";
       },
       false, true},
  };
  if (r_.chance(20))
    p.uses.push_back({[] { return "{ int (*g)(int) = hook; hook = 0; if (g) l0 = g(1); }"; }, false, true});
  p.checks = {"assert(seen != " + constant() + ");", "assert(tell(0) <= 1);"};
  return p;
}

// Functions that are one step although they have several ways out, and a function that calls itself.
Piece Generator::atomic_functions() {
  Piece p;
  std::string limit = std::to_string(1 + r_.below(2));
  p.globals = {"int depot;",
               Node("int __VERIFIER_atomic_take(int v) {", {Node("if (depot < v) {", {"return 0;"}), "depot -= v;",
                                                            Node("if (depot == 0) {", {"return 2;"}), "return 1;"}),
               Node("void __VERIFIER_atomic_give(int v) {", {"if (depot >= " + limit + ") return;", "depot += v;"}),
               Node("void __VERIFIER_atomic_await(int v) {", {"__VERIFIER_assume(depot == v);", "depot = 0;"}),
               Node("int down(int n) {",
                    {Node("if (n <= 0) {", {"return 0;"}), "__VERIFIER_atomic_give(1);", "return 1 + down(n - 1);"})};
  p.uses = {{[this] { return "l0 = __VERIFIER_atomic_take(" + constant() + ");"; }},
            {[this] { return "__VERIFIER_atomic_give(" + constant() + ");"; }},
            {[this] { return "if (__VERIFIER_atomic_take(1) == " + constant() + ") l1 = 1;"; }},
            {[this] { return "__VERIFIER_atomic_await(" + constant() + ");"; }, false, true},
            {[this] { return "l1 = down(" + std::string(r_.chance(50) ? "l0 & 1" : "2") + ");"; }}};
  p.checks = {"assert(depot <= " + limit + ");", "assert(depot != " + constant() + ");"};
  return p;
}

// An array of locks, the right one found by a value.
Piece Generator::lock_array() {
  Piece p;
  p.globals = {"pthread_mutex_t ms[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};", "int mv[2];"};
  auto change = [this] {
    return std::string(unbounded_ ? "mv[k] ^= 1;" : r_.chance(60) ? "mv[k]++;" : "mv[k] = " + constant() + ";");
  };
  p.uses = {
      {[=, this] { return block({"int k = " + index() + ";", locked("&ms[k]", {change()})}); }, false, true},
      {[=, this] { return block({"int k = " + index() + ";", locked("&ms[k]", {"l1 = mv[k] & 1;"})}); }, false, true},
      {[=, this] {
         return block({"int k = " + index() + ";",
                       Node("if (pthread_mutex_trylock(&ms[k]) == 0) {", {change(), "pthread_mutex_unlock(&ms[k]);"})});
       },
       false, true},
      {[=, this] {
         std::string k = r_.chance(80) ? "0" : "l0 & 1";
         return block({"int k = " + k + ";", "pthread_mutex_lock(&ms[k]);",
                       locked("&ms[1 - k]", {"mv[k] = mv[1 - k];"}), "pthread_mutex_unlock(&ms[k]);"});
       },
       false, true},
  };
  p.checks = {"assert(mv[0] + mv[1] <= " + constant() + ");", "assert(mv[" + index() + "] <= 1);"};
  return p;
}

// Structs with a lock inside: in an array, on the heap, copied before the threads start or together with the lock.
Piece Generator::boxes() {
  Piece p;
  bool heap = r_.chance(30);
  p.globals = {"struct box { int v; pthread_mutex_t m; short tail; };",
               heap ? "struct box *boxes;"
                    : "struct box boxes[2] = {{1, PTHREAD_MUTEX_INITIALIZER, 0}, {0, PTHREAD_MUTEX_INITIALIZER, 0}};"};
  if (heap)
    p.setup = {"boxes = malloc(2 * sizeof(struct box));",
               Node("for (int k = 0; k < 2; ++k) {",
                    {"pthread_mutex_init(&boxes[k].m, 0);", "boxes[k].v = boxes[k].tail = 0;"})};
  if (r_.chance(30)) p.setup.push_back("boxes[1] = boxes[0];");
  if (!heap && r_.chance(20)) p.setup.push_back("pthread_mutex_init(&boxes[0].m, 0);");
  if (r_.chance(20)) p.setup.push_back("{ struct box b = boxes[0]; b.v = 2; memcpy(&boxes[1], &b, sizeof b); }");
  auto change = [this] {
    return std::string(unbounded_ ? "b->v ^= 1;" : r_.chance(60) ? "b->v++;" : "b->tail = " + constant() + ";");
  };
  auto open = [this] { return Node("struct box *b = &boxes[" + index() + "];"); };
  p.uses = {
      {[=, this] { return block({open(), locked("&b->m", {change()})}); }, false, true},
      {[=, this] { return block({open(), locked("&b->m", {"l0 = (b->v + b->tail) & 1;"})}); }, false, true},
      {[=, this] {
         return block(
             {open(), Node("if (pthread_mutex_trylock(&b->m) == 0) {", {change(), "pthread_mutex_unlock(&b->m);"})});
       },
       false, true},
  };
  if (r_.chance(15))
    p.uses.push_back(
        {[this] { return locked("&boxes[1].m", {"{ struct box c = boxes[1]; l1 = c.v & 1; }"}); }, false, true});
  p.checks = {"assert(boxes[0].v <= " + constant() + ");", "assert(boxes[1].v + boxes[1].tail != " + constant() + ");",
              "{ struct box c = boxes[1]; assert(c.v <= 1); }"};
  if (heap) p.checks.push_back("free(boxes);");
  return p;
}

// A lock made of an atomic flag, explicit orders, fences, an atomic pointer that is handed on.
Piece Generator::flags() {
  Piece p;
  p.globals = {"atomic_flag af = ATOMIC_FLAG_INIT;", "int fv;", "_Atomic long al;", "int one = 1, two = 2;",
               "int * _Atomic given = &one;"};
  auto memory = [this](AtomicAccess a) {
    std::string name = order(a, "al").substr(9);
    for (char& c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return "memory_order_" + name;
  };
  auto any_long = [=, this] {
    std::string l = r_.chance(50) ? "l0" : "l1";
    switch (r_.below(5)) {
      case 0: return "atomic_store_explicit(&al, " + constant() + ", " + memory(AtomicAccess::Store) + ");";
      case 1: return l + " = atomic_load_explicit(&al, " + memory(AtomicAccess::Load) + ");";
      case 2: return l + " = atomic_exchange_explicit(&al, " + constant() + ", " + memory(AtomicAccess::Update) + ");";
      case 3: return l + " = atomic_fetch_and_explicit(&al, " + constant() + ", " + memory(AtomicAccess::Update) + ");";
      default:
        return "{ long e = " + constant() + "; " + l + " = atomic_compare_exchange_weak_explicit(&al, &e, " +
               constant() + ", " + memory(AtomicAccess::Update) + ", " + memory(AtomicAccess::Load) + "); if (!" + l +
               ") l1 = e & 1; }";
    }
  };
  auto spin = [this] {
    return block({"while (atomic_flag_test_and_set(&af)) ;", r_.chance(50) ? "fv ^= 1;" : "l0 = fv;",
                  "atomic_flag_clear(&af);"});
  };
  auto attempt = [this] {
    return Node("if (!atomic_flag_test_and_set(&af)) {", {"fv = " + constant() + ";", "atomic_flag_clear(&af);"});
  };
  p.uses = {{any_long},
            {any_long},
            {attempt},
            {[] { return "l0 = *given;"; }},
            {[this] { return r_.chance(50) ? "given = &two;" : "given = &one;"; }},
            {[] { return "atomic_thread_fence(memory_order_seq_cst);"; }},
            {[] { return "{ int *old = atomic_exchange(&given, &two); l1 = old == &one; }"; }}};
  if (f_.endless) p.uses.push_back({spin, false, true});
  if (f_.pointers)
    p.uses.push_back(
        {[] { return "{ int *e = &one; if (atomic_compare_exchange_strong(&given, &e, &two)) l0 = 2; }"; }});
  p.checks = {"assert(al <= " + constant() + ");", "assert(*given != " + constant() + ");",
              "assert(fv != " + constant() + ");"};
  return p;
}

}  // namespace heddle::fuzz
