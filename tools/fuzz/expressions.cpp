// SPDX-License-Identifier: GPL-3.0-or-later
// Random lvalues, values and conditions over small numbers.
#include "generator.h"

namespace heddle::fuzz {

// A shared variable. In a disciplined program one of the group whose guard is held, or a local if there is none.
std::string Generator::place(bool to_write) {
  bool forget = !f_.disciplined || (!f_.hand_over && r_.chance(4));
  std::vector<std::string> names;
  for (const Variable& v : variables_)
    if (forget || static_cast<int>(v.guard) == held_ || alone_) names.push_back(v.name);
  if (forget && has_argument_) names.push_back("(*ap)");
  if (has_work_ && r_.chance(50)) names.push_back(r_.chance(70) ? "me->out" : "me->tag");
  if (names.empty() || r_.chance(to_write ? 10 : 20)) return r_.pick(locals_);
  return r_.pick(names);
}

std::string Generator::small(const std::string& e) { return "(" + e + ") & " + (r_.chance(70) ? "1" : "3"); }

std::string Generator::arithmetic() {
  std::string a = value(0), b = value(0), c = std::to_string(1 + r_.below(3));
  switch (r_.below(8)) {
    case 0: return "(" + a + " * " + b + " & 3)";
    case 1: return "(" + a + " % " + c + ")";
    case 2: return "(" + a + " / " + c + " & 3)";
    case 3: return "((unsigned)" + a + " >> " + c + " & 3)";
    case 4: return "(" + a + " << " + c + " & 6)";
    case 5: return "(-" + a + " & 3)";
    case 6: return "(~" + a + " & 1)";
    default: return "(" + a + " < " + b + " ? " + c + " : " + value(0) + ")";
  }
}

std::string Generator::value(unsigned depth) {
  if (f_.picks && r_.chance(25)) return "pick()";
  if (f_.arithmetic && depth > 0 && r_.chance(35)) return arithmetic();
  switch (r_.below(depth == 0 ? 3 : 8)) {
    case 0: return constant();
    case 1: return r_.pick(locals_);
    case 2:
    case 3: return place(false);
    case 4: return "(" + value(depth - 1) + " ^ 1)";
    case 5: return "!" + place(false);
    case 6: return "(" + small(value(depth - 1) + " + " + value(0)) + ")";
    default: return "(" + value(depth - 1) + (r_.chance(50) ? " == " : " < ") + value(0) + ")";
  }
}

std::string Generator::condition() {
  if (f_.picks && r_.chance(15)) return "pick() == " + constant();
  if (f_.nondet && r_.chance(35)) return "__VERIFIER_nondet_bool()";
  if (!atomics_.empty() && r_.chance(30)) return load("at") + " == " + constant();
  static const std::vector<std::string> operators{" == ", " != ", " < ", " <= "};
  std::string c = place(false) + r_.pick(operators) + constant();
  if (r_.chance(15)) c += std::string(r_.chance(50) ? " && " : " || ") + place(false) + " == " + constant();
  return c;
}

}  // namespace heddle::fuzz
