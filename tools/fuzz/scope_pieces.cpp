// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces about blocks whose variables others know, or know no longer: a pointer in shared memory that is withdrawn
// before the block is left, or not; pointers kept from an earlier round; jumps into and out of blocks; compound
// literals and arrays of variable length.
#include "generator.h"

namespace heddle::fuzz {

namespace {
Node block(std::vector<Node> kids) { return Node("{", std::move(kids)); }
}  // namespace

Piece Generator::scopes() {
  Piece p;
  p.globals = {"int * _Atomic kept;", "int *lent;", "pthread_mutex_t km = PTHREAD_MUTEX_INITIALIZER;",
               "int through(int *v) { return *v & 3; }",
               Node("void lend(int *v) {", {"pthread_mutex_lock(&km);", "lent = v;", "pthread_mutex_unlock(&km);"})};
  // after the end of the block
  auto late = [this](const std::string& use) { return r_.chance(85) ? std::string(";") : use; };
  auto publish = [=, this] {
    return block({"int v = " + constant() + ";", "kept = &v;", r_.chance(50) ? "l0 = kept != 0;" : "l1 = through(&v);",
                  r_.chance(80) ? "kept = 0;" : ";"});
  };
  auto give = [=, this] {
    return block({"int v = " + constant() + ";", "lend(&v);", r_.chance(50) ? "sched_yield();" : "l1 = 1;",
                  r_.chance(85) ? "lend(0);" : ";"});
  };
  auto take = [this] {
    return locked("&km", {"if (lent) l0 = *lent & 1;", r_.chance(30) ? "if (lent) *lent = 2;" : ";"});
  };
  auto rounds = [this] {
    bool right = r_.chance(80);
    return block({"int *q = 0;", Node("for (int k = 0; k < 2; ++k) {",
                                      {"int v = k;", right ? "q = &v;" : ";", "if (q) l0 = *q;", "q = &v;"})});
  };
  auto nested = [=] {
    return block({"int a = 1, *q = &a;", Node("{", {"int b = 2;", "if (l0) q = &b;", "l1 = through(q);"}),
                  late("l1 = through(q);")});
  };
  auto lengths = [=, this] {
    return block(
        {"int *q = 0;",
         Node("for (int k = 1; k < 3; ++k) {",
              {"int a[k];", "a[k - 1] = k;", r_.chance(85) ? ";" : "if (q) l0 = q[0];", "q = a;", "l1 = q[k - 1];"}),
         late("l1 = *q;")});
  };
  auto literal = [=] {
    return block({"int *q;", Node("{", {"q = (int[]){1, l0 & 1};", "l1 = through(q + 1);"}), late("l0 = q[0];")});
  };
  auto jump = [=] {
    return block({"__label__ in, out, again;", "int *q = 0, n = 0;", "if (l0) goto in;",
                  Node("{", {"int v = 1;", "q = &v;", "in:", "q = &v;", "v = 2;", "again:", "l1 = *q;",
                             "if (n++ == 0) goto again;", "if (l0) goto out;"}),
                  "out:", late("l1 = *q;")});
  };
  auto choose = [=] {
    return block({"int *q = 0;",
                  Node("switch (l0) {", {"int v;", "case 0:", "v = 1;", "q = &v;", "l1 = *q;", "break;",
                                         "default:", "v = 2;", "l1 = through(&v);"}),
                  late("if (q) l0 = *q;")});
  };
  auto fresh = [this] {
    return Node(
        "for (int k = 0; k < 2; ++k) {",
        {"int v;", r_.chance(85) ? "int *q = &v; *q = k;" : "int *q = &v; if (k == 0) *q = 1;", "l0 = through(&v);"});
  };
  auto look = [] { return block({"int *q = kept;", "if (q) l1 = *q & 1;"}); };
  p.uses = {{publish},
            {give, false, true},
            {give, false, true},
            {take, false, true},
            {take, false, true},
            {rounds},
            {nested},
            {lengths},
            {literal},
            {jump},
            {choose},
            {fresh}};
  if (r_.chance(20)) p.uses.push_back({look});
  p.checks = {"assert(!kept);", "assert(!lent);", "if (lent) assert(*lent == 0);"};
  return p;
}

}  // namespace heddle::fuzz
