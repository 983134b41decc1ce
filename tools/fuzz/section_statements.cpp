// SPDX-License-Identifier: GPL-3.0-or-later
// Atomic sections, with one end or with several: one per branch, one in front of a return, with more code behind some
// of them.
#include "generator.h"

namespace heddle::fuzz {

namespace {
constexpr const char *kBegin = "__VERIFIER_atomic_begin();", *kEnd = "__VERIFIER_atomic_end();";
}

int Generator::section_guard() const {
  for (size_t g = 1; g < guards_.size(); ++g)
    if (guards_[g].enter.find("VERIFIER_atomic") != std::string::npos) return static_cast<int>(g);
  return -1;
}

Node Generator::section_statement(unsigned& budget) {
  budget -= budget > 1 ? 2 : 1;
  int held_before = held_;
  bool before = in_section_;
  if (section_guard() >= 0) held_ = section_guard();
  in_section_ = true;
  std::vector<Node> body;
  if (r_.chance(40)) body.push_back("__VERIFIER_assume(" + condition() + ");");
  for (Node& n : statements(1 + r_.below(2))) body.push_back(std::move(n));
  if (f_.mutex && held_before < 0 && r_.chance(10))
    body.push_back("pthread_mutex_lock(&m0);"), body.push_back("pthread_mutex_unlock(&m0);");
  bool several = f_.ends && !before && r_.chance(60);
  std::string test = several ? condition() : "";
  in_section_ = before;
  held_ = held_before;
  return several ? section_with_ends(test, std::move(body)) : Node(kBegin, std::move(body), kEnd);
}

// `body` may stand inside of the section, what is made here stands behind it.
Node Generator::section_with_ends(const std::string& test, std::vector<Node> body) {
  std::vector<Node> out{kBegin};
  auto behind = [&](std::vector<Node>& to) {
    if (r_.chance(60)) to.push_back(assignment());
  };
  std::vector<Node> then;
  switch (r_.below(4)) {
    case 0:  // one way leaves the function
      then = {kEnd};
      then.push_back(r_.chance(70) ? "return 0;" : "pthread_exit(0);");
      out.push_back(Node("if (" + test + ") {", std::move(then)));
      for (Node& n : body) out.push_back(std::move(n));
      out.push_back(kEnd);
      break;
    case 1: {  // an end in each branch, with code behind it
      then = std::move(body);
      then.push_back(kEnd);
      behind(then);
      std::vector<Node> otherwise{kEnd};
      behind(otherwise);
      out.push_back(Node("if (" + test + ") {", std::move(then), "} else {"));
      out.push_back(Node("", std::move(otherwise)));
      break;
    }
    case 2: {  // nested: the inner end ends nothing
      std::vector<Node> inner = std::move(body);
      inner.insert(inner.begin(), Node("if (" + test + ") {", {kBegin, "l0 ^= 1;", kEnd}));
      for (Node& n : inner) out.push_back(std::move(n));
      out.push_back(kEnd);
      break;
    }
    default: {  // a loop that is left from inside of its section
      std::string i = "i" + std::to_string(loop_names_++);
      std::vector<Node> round{kBegin, Node("if (" + test + ") {", {kEnd, "break;"})};
      for (Node& n : body) round.push_back(std::move(n));
      round.push_back(kEnd);
      out = {Node("for (int " + i + " = 0; " + i + " < 2; ++" + i + ") {", std::move(round))};
    }
  }
  behind(out);
  return Node("{", std::move(out));
}

}  // namespace heddle::fuzz
