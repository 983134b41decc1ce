// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces about data: inputs of any width, unions and bit-fields, lists and queues on the heap.
#include "generator.h"

namespace heddle::fuzz {

namespace {
Node block(std::vector<Node> kids) { return Node("{", std::move(kids)); }
}  // namespace

std::string Generator::index() {
  static const std::vector<std::string> choices{"0", "1", "l0 & 1", "l1 & 1", "(l0 ^ l1) & 1"};
  return f_.picks && r_.chance(30) ? "pick() & 1" : r_.pick(choices);
}

// A block in which the mutex is held; now and then somebody forgets to take it.
Node Generator::locked(const std::string& mutex, std::vector<Node> body) {
  if (r_.chance(f_.disciplined ? 2 : 10)) return block(std::move(body));
  body.insert(body.begin(), "pthread_mutex_lock(" + mutex + ");");
  body.push_back("pthread_mutex_unlock(" + mutex + ");");
  return block(std::move(body));
}

// pick() gives 0 or 1, or 0 to 2, or 0 to 3: of a few boolean inputs, or of a wide input in a way that makes all of
// these possible.
Node Generator::pick_function() {
  struct Way {
    const char *type, *wide, *narrow;
  };
  static const std::vector<Way> ways{
      {"int", "v & 3", "b0 + 2 * b1"},
      {"uint", "v % 3", "b0 ? 2 : b1"},
      {"int", "v < 0 ? 0 : v > 2 ? 2 : v", "b0 ? 2 : b1"},
      {"int", "v > 1000000", "b0"},
      {"long", "v * 3 == 9 ? 2 : v < -5", "b0 ? 2 : b1"},
      {"uint", "v / 7 == 5", "b0"},
      {"uchar", "v >> 6", "b0 + 2 * b1"},
      {"short", "(v ^ (v >> 3)) & 1", "b0"},
      {"ulong", "(v >> 40) + (v & 1) == 2", "b0"},
      {"uint", "v + 10u < v", "b0"},
      {"char", "-v == 5 || v == 7", "b0"},
      {"uint", "(v << 30) >> 30", "b0 + 2 * b1"},
  };
  const Way& w = r_.pick(ways);
  std::string type = w.type, narrow = "int pick(void) { int b0 = __VERIFIER_nondet_bool()";
  if (std::string(w.narrow).find("b1") != std::string::npos) narrow += ", b1 = __VERIFIER_nondet_bool()";
  narrow += "; return " + std::string(w.narrow) + "; }";
  std::string c_type = type[0] == 'u' ? "unsigned " + type.substr(1) : type == "char" ? "signed char" : type;
  std::string wide = "extern " + c_type + " __VERIFIER_nondet_" + type + "(void);\nint pick(void) { " + c_type +
                     " v = __VERIFIER_nondet_" + type + "(); return " + w.wide + "; }";
  return "#ifdef WIDE\n" + wide + "\n#else\n" + narrow + "\n#endif";
}

// Wide inputs that are kept, added and compared. The oracle tries four values of them.
Piece Generator::wide_inputs() {
  static const std::vector<std::string> numbers{"-7", "3", "100", "65536", "2147483647", "-2147483647"};
  std::string a = r_.pick(numbers), b = r_.pick(numbers);
  Piece p;
  p.globals = {
      "#ifdef WIDE\nextern int __VERIFIER_nondet_int(void);\nint any(void) { return __VERIFIER_nondet_int(); }\n#else\n"
      "int any(void) { return __VERIFIER_nondet_bool() ? __VERIFIER_nondet_bool() ? 0 : 1 : __VERIFIER_nondet_bool() "
      "? " +
          a + " : " + b + "; }\n#endif",
      "pthread_mutex_t bigm = PTHREAD_MUTEX_INITIALIZER;", "int big, big2;"};
  auto number = [=, this] { return r_.chance(60) ? (r_.chance(50) ? a : b) : constant(); };
  p.uses = {
      {[=, this] { return locked("&bigm", {r_.chance(50) ? "big = any();" : "big2 = any();"}); }, false, true},
      {[=, this] { return locked("&bigm", {"big = (int)((unsigned)big + (unsigned)any());"}); }, true, true},
      {[=, this] {
         return locked("&bigm", {"l0 = big " + std::string(r_.chance(50) ? "> " : "== ") + number() + ";"});
       },
       false, true},
      {[=, this] { return locked("&bigm", {"if (big - big2 == " + number() + ") l1 = 1;", "else l1 = 0;"}); }, false,
       true},
      {[=, this] { return locked("&bigm", {"assert(big2 != " + number() + " || big < 2);"}); }, false, true},
      {[=, this] { return "{ int v = any(); __VERIFIER_assume(v >= 0 && v < 3); l0 = v; }"; }},
      {[=, this] { return "{ unsigned v = any(); if (v / 2 + v % 2 == 1) l1 = v & 1; }"; }},
  };
  p.checks = {"assert(big <= " + number() + " || big2 != " + number() + ");", "assert(big != " + number() + ");"};
  return p;
}

// Atomic numbers of every width, and every operation on them. They begin near their ends, so that they wrap around.
Piece Generator::sized_atomics() {
  static const std::vector<std::string> types{"signed char", "unsigned char", "short",        "unsigned short",
                                              "unsigned",    "long",          "unsigned long"};
  static const std::vector<std::string> starts{"0", "1", "-1", "127", "-128", "255", "32767", "65535"};
  static const std::vector<std::string> updates{"and", "or", "xor", "nand", "max", "min"}, sums{"add", "sub"};
  std::string type = r_.pick(types), start = r_.pick(starts);
  Piece p;
  p.globals = {type + " sa = (" + type + ")" + start + ";",
               "_Atomic " + type + " sb = (" + type + ")" + r_.pick(starts) + ";"};
  auto number = [this] { return r_.chance(60) ? constant() : r_.pick(starts); };
  auto seen = [=, this](const std::string& v) {
    return "l0 = " + v + (r_.chance(50) ? " < " : " == ") + "(" + type + ")" + number() + ";";
  };
  auto update = [=, this](const std::string& operation) {
    std::string name = r_.chance(50) ? "__atomic_fetch_" + operation : "__atomic_" + operation + "_fetch";
    return seen(name + "(&sa, " + number() + ", " + order(AtomicAccess::Update, "sa") + ")");
  };
  auto swap = [=, this] {
    return "{ " + type + " e = (" + type + ")" + number() +
           "; l1 = " + compare_exchange("sa", "(" + type + ")" + number()) + "; }";
  };
  static const std::vector<std::string> grown{"sb++;", "sb -= 1;", "sb += 3;", "l0 = __sync_fetch_and_sub(&sa, 1) & 1;",
                                              "l1 = atomic_fetch_add(&sb, 2) & 3;"};
  static const std::vector<std::string> set{"sb ^= 1;", "sb |= 2;", "sb &= 253;", "l0 = atomic_exchange(&sb, 1) & 1;",
                                            "l1 = __sync_lock_test_and_set(&sa, 1) & 1;"};
  p.uses = {{[=, this] { return update(r_.pick(updates)); }},
            {[=, this] { return update(r_.pick(sums)); }, true},
            {[this] { return r_.pick(grown); }, true},
            {[this] { return r_.pick(set); }},
            {swap},
            {[=, this] { return seen(exchange("sa", number())); }},
            {[=, this] { return seen(load("sa")); }},
            {[=] { return seen("sb"); }}};
  p.checks = {"assert(sb != (" + type + ")" + number() + ");", "assert(sa < (" + type + ")" + number() + ");",
              "assert(sa <= sb);"};
  return p;
}

// Bytes and bits of one word.
Piece Generator::overlaid() {
  Piece p;
  p.globals = {
      "pthread_mutex_t um = PTHREAD_MUTEX_INITIALIZER;",
      "union word { int i; unsigned char b[4]; short s[2]; struct { unsigned lo : 3, hi : 7; int sign : 2; } f; } un;"};
  static const std::vector<std::string> writes{"un.i = 257;",
                                               "un.b[1] = l0 & 1;",
                                               "un.s[0] = 2;",
                                               "un.b[l0 & 3] = 1;",
                                               "un.f.hi = l1 & 3;",
                                               "un.f.sign ^= 1;",
                                               "un.f.lo = 5;",
                                               "memset(&un.b[1], 1, 2);",
                                               "((unsigned char *)&un.i)[l1 & 1] = 3;",
                                               "{ union word w = un; w.b[0] = 1; un = w; }",
                                               "{ short s = 513; memcpy(&un.b[1], &s, 2); }",
                                               "un.s[l0 & 1] = -1;"};
  static const std::vector<std::string> reads{"l0 = un.b[0] & 1;",
                                              "l1 = un.s[1] == 0;",
                                              "l0 = un.i > 255;",
                                              "l1 = un.b[l0 & 3] & 3;",
                                              "l0 = un.f.sign < 0;",
                                              "l1 = un.f.hi & 1;",
                                              "{ unsigned char c[4]; memcpy(c, &un, 4); l1 = c[1] & 1; }",
                                              "assert(un.f.lo != 5 || un.b[0] != 0);"};
  auto use = [this](const std::vector<std::string>& from) { return locked("&um", {r_.pick(from)}); };
  p.uses = {{[=] { return use(writes); }, false, true},
            {[=] { return use(writes); }, false, true},
            {[=] { return use(reads); }, false, true}};
  p.checks = {"assert(un.i != " + std::string(r_.chance(50) ? "257" : "513") + ");", "assert(un.b[1] + un.s[1] < 2);"};
  return p;
}

// Nodes on the heap, in a list under a lock; sometimes they are pushed without it, by exchanges.
Piece Generator::list() {
  Piece p;
  p.globals = {"struct node { int v; struct node *next; } *head;", "pthread_mutex_t lm = PTHREAD_MUTEX_INITIALIZER;"};
  bool frees = r_.chance(60);
  auto push = [this] {
    Node linked = locked("&lm", {"n->next = head;", "head = n;"});
    return block({"struct node *n = malloc(sizeof *n);", "n->v = " + value(0) + ";", std::move(linked)});
  };
  auto exchange = [] {
    return "{ struct node *n = malloc(sizeof *n); n->v = 1; n->next = __atomic_load_n(&head, 5); while "
           "(!__atomic_compare_exchange_n(&head, &n->next, n, 0, 5, 5)) ; }";
  };
  auto pop = [=, this] {
    return block({"struct node *n;", locked("&lm", {"n = head;", "if (n) head = n->next;"}),
                  frees ? "if (n) { l0 = n->v & 1; free(n); }" : "if (n) l0 = n->v & 1;"});
  };
  auto walk = [this] { return locked("&lm", {"for (struct node *n = head; n; n = n->next) l1 = n->v & 3;"}); };
  auto look = [this] { return locked("&lm", {"if (head && head->v == " + constant() + ") l0 = 1;"}); };
  auto change = [this] { return locked("&lm", {"if (head) head->v = " + constant() + ";"}); };
  p.uses = {{push, true, true},  {push, true, true},  {pop, false, true},
            {walk, false, true}, {look, false, true}, {change, false, true}};
  if (r_.chance(15)) p.uses.push_back({exchange, true, true});
  if (r_.chance(40)) p.setup = {"{ struct node *n = malloc(sizeof *n); n->v = 1; n->next = 0; head = n; }"};
  p.checks = {"assert(!head || head->v <= 1);", "assert(!head || !head->next);",
              "while (head) { struct node *n = head; head = n->next; free(n); }"};
  return p;
}

// A block that is taken and freed again and again, and a pointer to the one that was there before.
Piece Generator::reused_blocks() {
  Piece p;
  p.globals = {"int *older, *current;", "pthread_mutex_t bm = PTHREAD_MUTEX_INITIALIZER;",
               Node("int *fresh(int v) {", {"int *b = malloc(sizeof *b);", "*b = v;", "return b;"})};
  auto use = [this](std::vector<Node> body) { return locked("&bm", std::move(body)); };
  p.uses = {{[=, this] { return use({"free(current);", Node("current = fresh(" + constant() + ");")}); }, true, true},
            {[=] { return use({"older = current;"}); }, false, true},
            {[=] { return use({"l0 = older == current;"}); }, false, true},
            {[=] { return use({"if (older && older == current) l1 = *older & 1;"}); }, false, true},
            {[=] { return use({"if (older && older == current) assert(*older == *current && older == current);"}); },
             false, true}};
  if (r_.chance(60)) p.setup = {"current = fresh(1);", "older = current;"};
  if (r_.chance(30)) p.setup.push_back("{ free(current); current = fresh(2); }");
  p.checks = {"assert(!older || older != current);", "assert(!current || *current <= 1);", "free(current);"};
  return p;
}

// A queue on the heap with its lock and its condition variable.
Piece Generator::queue() {
  Piece p;
  std::string wait = r_.chance(85) ? "while" : "if";
  std::string wake = r_.chance(50) ? "pthread_cond_signal(&q->c);" : "pthread_cond_broadcast(&q->c);";
  bool apart = r_.chance(40);  // the items are a block of their own
  p.globals = {
      std::string("struct queue { pthread_mutex_t m; pthread_cond_t c; int n, ") + (apart ? "*items" : "items[2]") +
          "; } *q;",
      Node("void put(int v) {",
           {"pthread_mutex_lock(&q->m);", Node(wait + " (q->n == 2) {", {"pthread_cond_wait(&q->c, &q->m);"}),
            "q->items[q->n++] = v;", Node(wake), "pthread_mutex_unlock(&q->m);"}),
      Node("int get(void) {",
           {"int v;", "pthread_mutex_lock(&q->m);", Node(wait + " (q->n == 0) {", {"pthread_cond_wait(&q->c, &q->m);"}),
            "v = q->items[--q->n];", Node(wake), "pthread_mutex_unlock(&q->m);", "return v;"})};
  p.setup = {"q = malloc(sizeof *q);", "pthread_mutex_init(&q->m, 0);", "q->n = 0;"};
  if (!(f_.undefined && r_.chance(20))) p.setup.push_back("pthread_cond_init(&q->c, 0);");
  if (apart) p.setup.push_back("q->items = malloc(2 * sizeof(int));");
  auto put = [this] { return "put(" + value(0) + ");"; };
  p.uses = {{put, true, true},
            {put, true, true},
            {[] { return "l0 = get();"; }, true, true},
            {[] { return "l1 = get() & 1;"; }, true, true}};
  p.checks = {"assert(q->n <= 1);", apart ? "free(q->items);" : "free(q);", "assert(q->n == 0 || q->items[0] <= 1);",
              "pthread_mutex_destroy(&q->m);"};
  return p;
}

}  // namespace heddle::fuzz
