// SPDX-License-Identifier: GPL-3.0-or-later
// A formula that a certificate contains: SMT-LIB text over integers, read strictly. It goes to the solver, so it must
// be one expression of known operators and known names, and nothing else: no command can hide in it.
#pragma once
#include <map>
#include <set>
#include <stdexcept>
#include <string>

namespace heddle::judge {

struct BadFormula : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// May the name be one of a variable: small letters, then digits?
bool is_variable_name(const std::string& name);

class Formula {
 public:
  // Over these variables alone. Throws BadFormula.
  Formula(const std::string& text, const std::set<std::string>& variables);

  const std::string& text() const { return text_; }
  const std::set<std::string>& names() const { return names_; }  // of variables in it

 private:
  std::string text_;
  std::set<std::string> names_;
};

// The variables in a text that goes to the solver.
std::set<std::string> names_in(const std::string& text);

// The text with other names. Names are whole words of it.
std::string renamed(const std::string& text, const std::map<std::string, std::string>& names);

}  // namespace heddle::judge
