// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces about loops: tokens that several threads sleep for, locks made of a compare-and-swap that sets anew what it
// expects, rounds that are counted for nobody; loops that end whatever an input is, and some that do not.
#include "generator.h"

namespace heddle::fuzz {

namespace {
Node block(std::vector<Node> kids) { return Node("{", std::move(kids)); }
}  // namespace

Piece Generator::tokens() {
  Piece p;
  p.globals = {"#include <errno.h>",
               "int tokens, inside;",
               "_Atomic int held, started;",
               "struct timespec later;",
               "pthread_mutex_t tm = PTHREAD_MUTEX_INITIALIZER;",
               "pthread_cond_t tc = PTHREAD_COND_INITIALIZER;"};
  auto give = [this] {
    std::string wake = r_.chance(75) ? "pthread_cond_signal(&tc);" : "pthread_cond_broadcast(&tc);";
    return locked("&tm", {"if (tokens < 2) tokens++;", r_.chance(90) ? wake : ";"});
  };
  auto take = [this] { return locked("&tm", {"while (tokens == 0) pthread_cond_wait(&tc, &tm);", "tokens--;"}); };
  auto take_soon = [this] {
    std::string loop = r_.chance(50) ? "while (tokens == 0 && result != ETIMEDOUT) " : "while (tokens == 0) ";
    return locked("&tm", {"int result = 0;", loop + "result = pthread_cond_timedwait(&tc, &tm, &later);",
                          "if (tokens > 0) tokens--;", "l0 = result == ETIMEDOUT;"});
  };
  auto exclude = [this] {
    std::string body = unbounded_ || r_.chance(40) ? "inside ^= 1;" : "inside++;";
    return block({"int e;", "do { e = 0; } while (!atomic_compare_exchange_strong(&held, &e, 1));", body,
                  r_.chance(90) ? "held = 0;" : ";"});
  };
  auto count = [this] {
    return block({"unsigned char n = 0, m = 1;", r_.chance(50)
                                                     ? "while (!started) n = (n + 1) & 3;"
                                                     : "while (!started) { n = (n + 1) & 3; m = (m + n) & 1; }"});
  };
  p.uses = {{give, false, true}, {give, false, true},    {take, false, true},
            {take, false, true}, {exclude, false, true}, {[] { return Node("started = 1;"); }}};
  if (f_.timed || r_.chance(30)) p.uses.push_back({take_soon, false, true});
  if (f_.endless) p.uses.push_back({count, false, true});
  p.checks = {"assert(inside < 2);", "assert(tokens == 0);", "assert(held == 0);"};
  return p;
}

Piece Generator::rounds() {
  Piece p;
  p.globals = {
      "#ifdef WIDE\nextern unsigned __VERIFIER_nondet_uint(void);\nunsigned some(void) { return "
      "__VERIFIER_nondet_uint(); }\n#else\n"
      "unsigned some(void) { return __VERIFIER_nondet_bool() ? __VERIFIER_nondet_bool() ? 0 : 5 : "
      "__VERIFIER_nondet_bool() ? 4294967295u : 2147483648u; }\n#endif",
      "_Atomic unsigned char limit = 3;"};
  static const std::vector<std::string> ending{
      "{ unsigned n = some(); while (n > 0) n /= 2; }",
      "{ int n = (int)some(); while (n) n /= 3; }",
      "{ unsigned n = some(); while (n) n &= n - 1; }",
      "{ unsigned char n = (unsigned char)some(); for (unsigned char k = 0; k < n; k += 1) ; }",
      "{ unsigned a = some(), b = some() & 7; while (b) { unsigned t = a % b; a = b; b = t; } l0 = a & 1; }",
      "{ signed char n = (signed char)(some() & 15); for (signed char k = 0; k < n; k++) for (signed char j = k; j > "
      "0; j--) ; }",
      "{ unsigned char a = some() & 3, b = 3; while (a > 0 && b > 0) { if (some()) { a--; b = some() & 3; } else b--; "
      "} }"};
  static const std::vector<std::string> others{
      "{ unsigned char n = (unsigned char)some(); for (unsigned char k = 0; k <= n; k++) ; }",
      "{ unsigned char n = (unsigned char)some(); while (n > 0) n -= 2; }",
      "{ for (unsigned char k = 0; k != limit; k++) ; }", "{ unsigned char k = 0; while (k < limit) k++; }",
      "{ int n = (int)some(); while (n < 0) n = -n; }"};
  p.uses = {{[=, this] { return Node(r_.pick(ending)); }}, {[=, this] { return Node(r_.pick(ending)); }}, {[this] {
              return "limit = " + constant() + ";";
            }}};
  if (r_.chance(50)) p.uses.push_back({[=, this] { return Node(r_.pick(others)); }, false, true});
  return p;
}

// Threads that try again, and threads that disturb them: together they may do so for ever.
Piece Generator::retries() {
  Piece p;
  p.globals = {"_Atomic int asked, edition, ended;", "pthread_mutex_t r0 = PTHREAD_MUTEX_INITIALIZER;",
               "pthread_mutex_t r1 = PTHREAD_MUTEX_INITIALIZER;",
               "int repeat(int n) { if (ended) return n; return repeat(n ^ 1); }"};
  auto bit = [this] { return std::to_string(r_.below(2)); };
  auto answer = [=, this] { return Node("while (asked == " + bit() + ") asked = " + bit() + ";"); };
  auto back_off = [this] {
    const bool turned = r_.chance(50);
    const std::string first = turned ? "&r1" : "&r0", second = turned ? "&r0" : "&r1";
    const std::string take =
        r_.chance(50) ? "pthread_mutex_lock(" + first + ");" : "if (pthread_mutex_trylock(" + first + ")) continue;";
    return block({"int done = 0;",
                  Node("while (!done) {", {take,
                                           "if (pthread_mutex_trylock(" + second + ") == 0) { done = 1; " +
                                               (r_.chance(90) ? "pthread_mutex_unlock(" + second + "); }" : "}"),
                                           r_.chance(95) ? "pthread_mutex_unlock(" + first + ");" : ";"})});
  };
  auto update = [this] {
    return block({"int seen = edition;", r_.chance(50)
                                             ? "while (!atomic_compare_exchange_strong(&edition, &seen, seen ^ 1)) ;"
                                             : "while (edition == seen && !ended) seen = edition;"});
  };
  auto disturb = [this] {
    static const std::vector<std::string> ways{"edition ^= 1;",
                                               "{ int *n = malloc(sizeof *n); *n = 1; free(n); }",
                                               "{ edition = 1; edition = 0; }",
                                               "asked ^= 1;",
                                               "sched_yield();",
                                               "ended = 0;"};
    return Node("while (!ended) {", {r_.pick(ways)});
  };
  auto validate = [this] {
    return block({"int from, done = 0;",
                  Node("while (!done) {",
                       {"from = edition;", "pthread_mutex_lock(&r0);",
                        r_.chance(70) ? "if (edition == from) edition = done = 1;" : "if (edition == from) done = 1;",
                        "pthread_mutex_unlock(&r0);"})});
  };
  p.uses = {{answer},
            {answer},
            {back_off, false, true},
            {back_off, false, true},
            {update},
            {disturb},
            {validate, false, true},
            {[] { return Node("ended = 1;"); }},
            {[] { return Node("edition = 0;"); }}};
  if (r_.chance(15)) p.uses.push_back({[] { return Node("l0 = repeat(l0 & 1);"); }});
  return p;
}

}  // namespace heddle::fuzz
