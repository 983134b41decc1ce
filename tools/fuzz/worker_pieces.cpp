// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces for workers that all do the same: tickets and turns, values of their own with destructors, blocks that grow,
// addresses and locks chosen by a condition, loops around a compare-and-swap.
#include "generator.h"

namespace heddle::fuzz {

namespace {
Node block(std::vector<Node> kids) { return Node("{", std::move(kids)); }
}  // namespace

// Whoever comes first is served first.
Piece Generator::turns() {
  Piece p;
  p.globals = {"_Atomic int next_ticket, turn;", "int served, last_served = -1;",
               "pthread_mutex_t wm = PTHREAD_MUTEX_INITIALIZER;", "pthread_cond_t wc = PTHREAD_COND_INITIALIZER;"};
  const bool sleeps = r_.chance(50);
  auto serve = [=, this]() -> Node {
    std::vector<Node> body{"int mine = next_ticket++;"};
    if (sleeps)
      body.insert(body.end(), {"pthread_mutex_lock(&wm);", "while (turn != mine) pthread_cond_wait(&wc, &wm);"});
    else
      body.push_back("while (turn != mine) ;");
    body.push_back(r_.chance(50) ? "served++;" : "assert(last_served < mine); last_served = mine;");
    body.push_back(r_.chance(95) ? "turn = mine + 1;" : "turn++;");
    if (sleeps) body.push_back(r_.chance(80) ? "pthread_cond_broadcast(&wc);" : "pthread_cond_signal(&wc);");
    if (sleeps) body.push_back("pthread_mutex_unlock(&wm);");
    return block(std::move(body));
  };
  p.uses = {{serve, true, true}, {serve, true, true}, {[] { return Node("l0 = next_ticket & 1;"); }}};
  p.checks = {"assert(served == next_ticket);", "assert(turn == next_ticket);",
              "assert(served <= " + constant() + ");"};
  return p;
}

// A value of its own for each thread; what is left when the thread ends is put away.
Piece Generator::own_values() {
  Piece p;
  const bool frees = r_.chance(40);
  p.globals = {"pthread_key_t own;", "int slots[2];", "_Atomic int put_away;",
               Node("void leave_behind(void *v) {", {frees ? "free(v);" : "++*(int *)v;", "put_away = 1;",
                                                     r_.chance(15) ? "pthread_setspecific(own, 0);" : ";"})};
  p.setup = {"pthread_key_create(&own, leave_behind);"};
  auto keep = [=, this] {
    return frees ? Node("{ int *n = calloc(1, sizeof *n); *n = " + constant() + "; pthread_setspecific(own, n); }")
                 : Node("pthread_setspecific(own, &slots[" + index() + "]);");
  };
  auto look = [] { return Node("{ int *n = pthread_getspecific(own); if (n) l0 = *n & 1; }"); };
  auto change = [] { return Node("{ int *n = pthread_getspecific(own); if (n) *n ^= 1; }"); };
  p.uses = {{keep, true}, {keep, true}, {look}, {change}, {[] { return Node("pthread_setspecific(own, 0);"); }}};
  p.checks = {"assert(slots[0] <= " + constant() + ");", "assert(!put_away);", "assert(slots[0] != slots[1]);"};
  return p;
}

Piece Generator::growing_block() {
  Piece p;
  p.globals = {"int *cells;", "unsigned how_many;", "pthread_mutex_t gm = PTHREAD_MUTEX_INITIALIZER;"};
  if (r_.chance(60)) p.setup = {"cells = calloc(2, sizeof *cells);", "how_many = 2;"};
  auto grow = [this] {
    return locked("&gm", {"int *more = realloc(cells, (how_many + 1) * sizeof *cells);",
                          "more[how_many++] = " + constant() + ";", r_.chance(95) ? "cells = more;" : ";"});
  };
  auto last = [this] { return locked("&gm", {"if (how_many) l0 = cells[how_many - 1] & 1;"}); };
  auto any_cell = [this] { return locked("&gm", {"if (how_many > 1) cells[" + index() + "] = " + constant() + ";"}); };
  auto older = [this] {  // where the block was
    return locked("&gm", {"int *old = cells;", r_.chance(80) ? ";" : "if (how_many) cells = realloc(cells, 12);",
                          "if (how_many > 1) l1 = old[1] & 1;"});
  };
  p.uses = {{grow, true, true}, {last, false, true}, {any_cell, false, true}, {older, true, true}};
  p.checks = {"assert(how_many < 2 || cells[1] <= " + constant() + ");", "free(cells);",
              "assert(how_many < 2 || cells[0] + cells[how_many - 1] < 2);"};
  return p;
}

Piece Generator::chosen_addresses() {
  Piece p;
  p.globals = {"int ca, cb = 1;", "_Atomic int xa, xb;",
               "pthread_mutex_t c0 = PTHREAD_MUTEX_INITIALIZER, c1 = PTHREAD_MUTEX_INITIALIZER;"};
  auto test = [this] { return r_.chance(60) ? r_.pick(locals_) : "xa"; };
  auto plain = [=, this] {
    return locked("&c0", {r_.chance(50) ? "*(" + test() + " ? &ca : &cb) = " + constant() + ";"
                                        : "l1 = *(" + test() + " ? &cb : &ca) & 1;"});
  };
  auto atomic = [=, this] {
    return Node("{ _Atomic int *q = " + test() + " ? &xa : &xb; " +
                (unbounded_ || r_.chance(50) ? "*q ^= 1;" : "(*q)++;") + " }");
  };
  auto lock = [=, this] {
    return block({"pthread_mutex_t *m = " + test() + " ? &c0 : &c1;", "int *q = m == &c0 ? &ca : &cb;",
                  locked("m", {r_.chance(90) ? "*q ^= 1;" : "ca ^= 1;"})});
  };
  auto none = [=, this] {
    return locked("&c0", {"int *q = 0;", "if (" + test() + ") q = &ca;", "if (q) l0 = *q & 1;"});
  };
  p.uses = {{plain, false, true}, {plain, false, true}, {atomic}, {lock, false, true}, {none, false, true}};
  p.checks = {"assert(ca <= " + constant() + ");", "assert(xa + xb != " + constant() + ");", "assert(ca != cb);"};
  return p;
}

Piece Generator::swaps() {
  Piece p;
  p.globals = {"_Atomic unsigned sw;", "unsigned gw = 1;", "int inner;"};
  auto add = [this] {
    return block({"unsigned e = sw;", r_.chance(50)
                                          ? "while (!atomic_compare_exchange_weak(&sw, &e, (e + 1) & 3)) ;"
                                          : "while (!atomic_compare_exchange_strong(&sw, &e, e ^ 1)) e = sw;"});
  };
  auto highest = [this] {
    return Node("{ unsigned e = sw, v = " + constant() +
                "; while (e < v && !atomic_compare_exchange_strong(&sw, &e, v)) ; l0 = e < v; }");
  };
  auto gcc = [this] {
    return block({"unsigned e, n;", Node("do {", {"e = gw;", "n = (e + " + constant() + ") & 3;"},
                                         r_.chance(50) ? "} while (!__sync_bool_compare_and_swap(&gw, e, n));"
                                                       : "} while (__sync_val_compare_and_swap(&gw, e, n) != e);")});
  };
  auto few = [] {
    return Node(
        "for (int k = 0; k < 2; ++k) { unsigned e = 0; if (atomic_compare_exchange_strong(&sw, &e, 1)) break; }");
  };
  auto guard = [this] {
    return block({"while (__sync_val_compare_and_swap(&gw, 1, 0) != 1) ;",
                  r_.chance(50) ? "inner ^= 1;" : "l1 = inner;",
                  r_.chance(85) ? "__sync_lock_test_and_set(&gw, 1);" : "gw = 1;"});
  };
  const bool locks = r_.chance(40);  // then gw is a lock and nothing else
  p.uses = {{add, false, true}, {add, false, true}, {highest, false, true}, {few}};
  p.uses.push_back(locks ? Piece::Use{guard, false, true} : Piece::Use{gcc, false, true});
  p.checks = {"assert(sw < 2);", "assert(gw != " + constant() + ");", "assert(inner == 0);"};
  return p;
}

}  // namespace heddle::fuzz
