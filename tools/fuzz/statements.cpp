// SPDX-License-Identifier: GPL-3.0-or-later
// Random statements without synchronisation, and the mix of all statements.
#include "generator.h"

namespace heddle::fuzz {

std::vector<Node> Generator::statements(unsigned budget) {
  std::vector<Node> out;
  while (budget > 0)
    for (Node& n : one(budget)) out.push_back(std::move(n));
  return out;
}

std::vector<Node> Generator::one(unsigned& budget) {
  if (!in_section_ && r_.chance(55)) {
    auto out = synchronised(budget);
    if (!out.empty()) return out;
  }
  if (budget >= 2 && r_.chance(35)) return compound(budget);
  return plain(budget);
}

Node Generator::assignment() {
  std::string to = place(true);
  if (!unbounded_ && r_.chance(35)) return to + (r_.chance(70) ? "++;" : "--;");
  if (r_.chance(10)) return to + " ^= 1;";
  if (r_.chance(40)) return to + " = " + constant() + ";";
  std::string v = value(1);
  return to + " = " + (unbounded_ ? small(v) : v) + ";";
}

Node Generator::assertion() {
  if (r_.chance(30) && !cannot_fail_) return "if (" + condition() + ") reach_error();";
  if (f_.disciplined && held_ < 0 && !alone_ && r_.chance(70)) return assignment();
  if (r_.chance(50)) return "assert(" + place(false) + " <= " + std::to_string(1 + r_.below(3)) + ");";
  static const std::vector<std::string> operators{" != ", " == ", " >= "};
  return "assert(" + place(false) + r_.pick(operators) + constant() + ");";
}

bool Generator::declared(const std::string& line) const {
  for (const Node& n : globals_)
    if (n.head == line) return true;
  return false;
}

Node Generator::memory_statement() {
  std::vector<std::string> choices;
  if (f_.pointers && variables_.size() > 1 && (!f_.disciplined || r_.chance(20))) {
    if (declared("int y2;")) choices.push_back("p = &y2;");
    if (declared("int y;")) choices.push_back("p = &y;"), choices.push_back("if (p == &y) l1 = 1;");
    choices.push_back("{ int **pp = &p; **pp = 1; }");
  }
  if (f_.heap) {
    choices.push_back("if (h) *h = " + constant() + ";");
    if (!unbounded_) choices.push_back("{ int *q = malloc(sizeof *q); *q = l0; l1 = *q; free(q); }");
    if (f_.realloc_ && !f_.disciplined && !unbounded_) choices.push_back("h = realloc(h, 2 * sizeof(int));");
    if (!f_.disciplined && r_.chance(30)) choices.push_back("free(h);");
    if (!f_.disciplined && r_.chance(30)) choices.push_back("{ int *q = h; h = 0; free(q); }");
  }
  if (f_.copies) {
    choices.push_back("su = st;");
    choices.push_back("{ struct pair local = st; l0 = local.i & 1; }");
    choices.push_back("memcpy(&su, &st, sizeof st);");
    choices.push_back("memset(&st, 0, sizeof st);");
  }
  if (f_.stack_escape) choices.push_back("{ int *q = gp; if (q) l0 = *q; }");
  if (f_.stack_escape) choices.push_back("{ int *q = gp; if (q) *q = 2; }");
  if (f_.stack_escape && f_.thread_local_) choices.push_back("gp = &tl;");
  if (has_argument_ && (in_main_ || !f_.disciplined)) choices.push_back("*ap = " + constant() + ";");
  if (choices.empty()) return assignment();
  return r_.pick(choices);
}

Node Generator::undefined_statement() {
  if (f_.cond && r_.chance(10)) return "pthread_cond_destroy(&cv);";
  static const std::vector<std::string> choices{
      "l0 = 1 / l1;",
      "l0 = 1 << (l1 + 31);",
      "{ int u; if (l0) u = 1; l1 = u + 1; }",
      "{ int *n = 0; if (l0 == 1) *n = 1; }",
      "{ int z[2] = {0, 1}; l1 = z[l0 + 1]; }",
      "if (l0) __builtin_unreachable();",
      "abort();",
      "exit(1);",
      "{ int u; if (l0) u = 1; printf(\"%d\", u); }",
      "{ int u; if (l0) u = 1; printf(\"%d\", u + l1); }",
      "{ int u; if (l0) u = 1; exit(u); }",
      "{ struct { unsigned lo : 3, hi : 5; } b; b.lo = l0; printf(\"%d\", l1 ? b.lo : b.hi); }",
      "{ char z[6] = \"abc\"; memcpy(z + (l0 & 3), z, 2); }",
      "{ char z[8] = \"ab\"; strcpy(z + (l1 & 3), z); }"};
  return r_.pick(choices);
}

// What a thread may do here with one of the program's pieces, or null.
const Piece::Use* Generator::piece_use() {
  if (pieces_.empty() || (f_.disciplined && held_ >= 0 && !r_.chance(20))) return nullptr;
  const Piece::Use& use = r_.pick(r_.pick(pieces_).uses);
  return (unbounded_ && use.grows) || (in_section_ && use.blocks) ? nullptr : &use;
}

std::vector<Node> Generator::plain(unsigned& budget) {
  --budget;
  if (r_.chance(40))
    if (const Piece::Use* use = piece_use()) {
      if (use->blocks && budget > 0) --budget;
      return {use->make()};
    }
  if (f_.undefined && r_.chance(12)) return {undefined_statement()};
  if (r_.chance(15)) return {assertion()};
  if (f_.assume && r_.chance(15)) return {"__VERIFIER_assume(" + condition() + ");"};
  if (may_call_ && !in_section_ && !f_.disciplined && r_.chance(20)) return {"l1 = f(" + r_.pick(locals_) + ");"};
  if (may_call_ && f_.disciplined && held_ < 0 && !in_section_ && r_.chance(20))
    return {"l1 = f(" + r_.pick(locals_) + ");"};
  if (r_.chance(20)) return {memory_statement()};
  if (r_.chance(5)) return {"sched_yield();"};
  if (r_.chance(5)) return {"printf(\"%d\", " + value(0) + ");"};
  if (f_.handles_global && r_.chance(8)) return {"if (pthread_equal(" + handle(0) + ", pthread_self())) l1 = 1;"};
  if (f_.handles_global && !in_section_ && !unbounded_ && r_.chance(8)) return {"pthread_join(" + handle(0) + ", 0);"};
  return {assignment()};
}

std::vector<Node> Generator::endless_loop(unsigned& budget) {
  ++unbounded_;
  std::vector<Node> out;
  std::vector<Node> body = statements(1 + r_.below(2));
  switch (r_.below(4)) {
    case 0: out.push_back(Node("while (" + condition() + ") {", std::move(body))); break;
    case 1: out.push_back(Node("while (" + condition() + ")", {}, ";")); break;
    case 2: out.push_back(Node("do {", std::move(body), "} while (" + condition() + ");")); break;
    default: body.push_back("if (" + condition() + ") break;"); out.push_back(Node("while (1) {", std::move(body)));
  }
  --unbounded_;
  budget -= 2;
  return out;
}

std::vector<Node> Generator::compound(unsigned& budget) {
  unsigned inner = 1 + r_.below(2);
  if (f_.endless && !in_section_ && r_.chance(45)) return endless_loop(budget);
  if (f_.loops && r_.chance(30)) {
    std::string i = "i" + std::to_string(loop_names_++);
    budget -= 2;
    std::vector<Node> body = statements(1);
    if (r_.chance(30))
      body.insert(r_.chance(50) ? body.begin() : body.end(),
                  "if (" + condition() + ") " + (r_.chance(50) ? "continue;" : "break;"));
    if (r_.chance(20)) body.push_back(assignment());
    return {Node("for (int " + i + " = 0; " + i + " < 2; ++" + i + ") {", std::move(body))};
  }
  if (f_.switches && r_.chance(30)) {
    budget -= 2;
    std::vector<Node> cases;
    cases.push_back(Node("case 0:", statements(1), "break;"));
    cases.push_back(Node("case 1:", statements(1), r_.chance(50) ? "break;" : ""));
    cases.push_back(Node("default:", statements(1), "break;"));
    return {Node("switch (" + place(false) + ") {", std::move(cases))};
  }
  budget -= 2;
  std::vector<Node> out;
  out.push_back(Node("if (" + condition() + ") {", statements(inner)));
  if (r_.chance(40)) out.push_back(Node("else {", statements(1)));
  return out;
}

}  // namespace heddle::fuzz
