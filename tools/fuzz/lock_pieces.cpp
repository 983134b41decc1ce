// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces about locks that come and go: each thread makes one of its own, or takes the one that is current; somebody
// puts another one in its place, on the heap or on a stack; some are left behind, some are freed, and now and then
// somebody looks at the bytes of one. What a search believes about such locks is easily wrong (explore's
// lock_discipline.h).
#include "generator.h"

namespace heddle::fuzz {

namespace {
Node block(std::vector<Node> kids) { return Node("{", std::move(kids)); }
}  // namespace

Piece Generator::fleeting_locks() {
  Piece p;
  p.globals = {
      "struct room { pthread_mutex_t m; int v, w; };", "struct room * _Atomic now_in;", "_Atomic int used, passed;",
      "int common;",
      Node("struct room *make_room(void) {",
           {"struct room *r = malloc(sizeof *r);", "pthread_mutex_init(&r->m, 0);", "r->v = r->w = 0;", "return r;"})};
  p.setup = {"now_in = make_room();"};
  const bool one_for_all = r_.chance(60);  // `common` belongs to whatever lock is current
  auto change = [=, this] {
    std::vector<std::string> ways{"r->v ^= 1;", "l0 = r->v & 1;", "r->w = r->v;", "used = 1;"};
    if (one_for_all) ways.insert(ways.end(), {"common ^= 1;", "l1 = common & 1;", "common = r->v;"});
    return Node(r_.pick(ways));
  };
  auto take = [=, this] {
    return block({"struct room *r = now_in;", locked("&r->m", {change(), r_.chance(50) ? change() : Node(";")})});
  };
  auto own = [=, this] {
    return block({r_.chance(60) ? Node("passed ^= 1;") : Node(";"), "struct room *r = make_room();",
                  locked("&r->m", {change(), change()}), r_.chance(30) ? "free(r);" : ";"});
  };
  auto replace = [=, this] {
    return block({"struct room *r = atomic_exchange(&now_in, make_room());", locked("&r->m", {change()}),
                  r_.chance(15) ? "if (used) free(r);" : ";"});
  };
  auto borrow = [=, this] {
    return block({"struct room here, *r = &here, *before;", "pthread_mutex_init(&here.m, 0);", "here.v = here.w = 0;",
                  "before = atomic_exchange(&now_in, r);", locked("&r->m", {change()}),
                  r_.chance(80) ? "now_in = before;" : ";"});
  };
  auto attempt = [=] {
    return block({"struct room *r = now_in;",
                  Node("if (pthread_mutex_trylock(&r->m) == 0) {", {change(), "pthread_mutex_unlock(&r->m);"})});
  };
  static const std::vector<std::string> looks{"l0 = *(int *)&r->m != 0;", "{ struct room k = *r; l1 = k.w & 1; }",
                                              "l1 = ((char *)&r->m)[30];", "memcpy(&l0, &r->v, sizeof l0);",
                                              "pthread_mutex_destroy(&r->m);"};
  auto look = [=, this] {
    return block({"struct room *r = now_in;", r_.chance(60) ? "if (used)" : "", Node(r_.pick(looks))});
  };
  p.uses = {{take, false, true}, {take, false, true},   {take, false, true}, {own, true, true},
            {own, true, true},   {replace, true, true}, {borrow, true, true}};
  if (r_.chance(20)) p.uses.push_back({attempt, false, true});
  if (r_.chance(30)) p.uses.push_back({look});
  p.checks = {"assert(common == 0);", "assert(!used || passed);"};
  return p;
}

}  // namespace heddle::fuzz
