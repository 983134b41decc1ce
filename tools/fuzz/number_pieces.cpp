// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of 64 bits that are far apart, signed and unsigned: their differences do not fit into 64 bits with a sign,
// and a comparison means something else after a conversion.
#include "generator.h"

namespace heddle::fuzz {

Piece Generator::far_numbers() {
  static const std::vector<std::string> numbers{"0x7fffffffffffffffl",
                                                "(-0x7fffffffffffffffl - 1)",
                                                "0x8000000000000000ul",
                                                "0xffffffffffffffffull",
                                                "(1l << 62)",
                                                "(-(1l << 62))",
                                                "0xfffffffful",
                                                "(-3000000000l)",
                                                "-1",
                                                "3"};
  Piece p;
  const std::string a = r_.pick(numbers), b = r_.pick(numbers);
  p.globals = {"long fs = (long)" + a + ";", "unsigned long fu = (unsigned long)" + b + ";", "int fi = -1;",
               "pthread_mutex_t nm = PTHREAD_MUTEX_INITIALIZER;"};
  auto number = [=, this] { return r_.chance(60) ? (r_.chance(50) ? a : b) : r_.pick(numbers); };
  auto relation = [this] {
    static const std::vector<std::string> all{" < ", " <= ", " == ", " > ", " != "};
    return r_.pick(all);
  };
  auto set = [=, this] {
    switch (r_.below(5)) {
      case 0: return "fs = (long)" + number() + ";";
      case 1: return "fu = (unsigned long)" + number() + ";";
      case 2: return "fs = l0 ? (long)" + number() + " : (long)" + number() + ";";
      case 3: return std::string("fi = (int)fu;");
      default: return std::string("fs = (long)fu;");
    }
  };
  auto grow = [=, this] {
    switch (r_.below(4)) {
      case 0: return "fs = (long)((unsigned long)fs + (unsigned long)" + number() + ");";
      case 1: return "fu -= (unsigned long)" + number() + ";";
      case 2: return std::string("fu = fu * 3 + (unsigned long)fi;");
      default: return std::string("fs = (long)(fu - (unsigned long)fs);");
    }
  };
  auto look = [=, this] {
    const std::string l = r_.chance(50) ? "l0" : "l1";
    switch (r_.below(7)) {
      case 0: return l + " = fs" + relation() + "(long)" + number() + ";";
      case 1: return l + " = fu" + relation() + "(unsigned long)" + number() + ";";
      case 2: return l + " = (unsigned long)fs" + relation() + "fu;";
      case 3: return l + " = fs" + relation() + "(long)fu;";
      case 4: return l + " = fi" + relation() + "fu;";  // fi becomes unsigned
      case 5: return "if (fu - (unsigned long)fs == (unsigned long)" + number() + ") " + l + " = 1;";
      default: return l + " = fs / 2" + relation() + "(long)(fu >> 1);";
    }
  };
  auto claim = [=, this] {
    return r_.chance(50) ? "assert(fs" + relation() + "(long)" + number() + ");"
                         : "assert(fu" + relation() + "(unsigned long)fs || fi" + relation() + "fs);";
  };
  p.uses = {{[=, this] { return locked("&nm", {set()}); }, false, true},
            {[=, this] { return locked("&nm", {set()}); }, false, true},
            {[=, this] { return locked("&nm", {grow()}); }, true, true},
            {[=, this] { return locked("&nm", {look()}); }, false, true},
            {[=, this] { return locked("&nm", {look(), claim()}); }, false, true}};
  p.checks = {claim(), claim(), "assert(fs - (long)fu != 1);"};
  return p;
}

}  // namespace heddle::fuzz
