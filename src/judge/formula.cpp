// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/formula.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace heddle::judge {

namespace {

constexpr size_t kDeepest = 2000;

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
bool ends_word(char c) { return is_space(c) || c == '(' || c == ')'; }

bool is_numeral(const std::string& w) {
  return !w.empty() && std::all_of(w.begin(), w.end(), [](unsigned char c) { return std::isdigit(c); });
}

const std::set<std::string> kOperators = {"and", "or", "not", "=>", "=", "distinct", "<=",  "<",
                                          ">=",  ">",  "+",   "-",  "*", "ite",      "div", "mod"};

// The names that Z3 gives to parts of a formula: a!1.
bool is_part_name(const std::string& w) { return w.size() > 2 && w.starts_with("a!") && is_numeral(w.substr(2)); }

class Reader {
 public:
  Reader(const std::string& text, const std::set<std::string>& variables) : text_(text), variables_(variables) {}

  std::string read() {
    const std::string whole = expression({}, 0);
    if (!word().empty()) fail("something follows the formula");
    return whole;
  }
  const std::set<std::string>& used() const { return used_; }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw BadFormula(what + " in the formula " + text_.substr(0, 200));
  }

  std::string word() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    if (at_ == text_.size()) return "";
    if (text_[at_] == '(' || text_[at_] == ')') return std::string(1, text_[at_++]);
    const size_t from = at_;
    while (at_ < text_.size() && !ends_word(text_[at_])) ++at_;
    return text_.substr(from, at_ - from);
  }
  std::string next_word() {
    const size_t before = at_;
    std::string w = word();
    at_ = before;
    return w;
  }
  void expect(const char* what) {
    if (word() != what) fail("no " + std::string(what));
  }

  // As it is given to the solver: a sum or a conjunction of one thing is that thing.
  std::string expression(const std::set<std::string>& parts, size_t depth) {
    if (depth > kDeepest) fail("too many levels");
    const std::string w = word();
    if (w != "(") return atom(w, parts);
    const std::string op = word();
    if (op == "let") {
      std::set<std::string> inside = parts;
      std::string made = "(let (";
      expect("(");
      while (next_word() == "(") {
        expect("(");
        const std::string name = word();
        if (!is_part_name(name)) fail("the name " + name);
        made += "(" + name + " " + expression(parts, depth + 1) + ")";
        expect(")");
        inside.insert(name);
      }
      expect(")");
      made += ") " + expression(inside, depth + 1) + ")";
      expect(")");
      return made;
    }
    if (!kOperators.count(op)) fail("the operator " + op);
    size_t operands = 0;
    std::string last, made = "(" + op;
    for (; next_word() != ")"; ++operands) {
      if (next_word().empty()) fail("no )");
      last = expression(parts, depth + 1);
      made += " " + last;
    }
    if (operands == 0) fail("no operand");
    if ((op == "div" || op == "mod") &&
        (operands != 2 || !is_numeral(last) || last.find_first_not_of('0') == std::string::npos))
      fail("a divisor that is no positive number");
    expect(")");
    const bool of_many = op == "and" || op == "or" || op == "+" || op == "*";
    return of_many && operands == 1 ? last : made + ")";
  }

  std::string atom(const std::string& w, const std::set<std::string>& parts) {
    if (is_numeral(w) || w == "true" || w == "false" || parts.count(w)) return w;
    if (!variables_.count(w)) fail("the name " + (w.empty() ? "''" : w));
    used_.insert(w);
    return w;
  }

  const std::string& text_;
  const std::set<std::string>& variables_;
  std::set<std::string> used_;
  size_t at_ = 0;
};

}  // namespace

bool is_variable_name(const std::string& name) {
  const size_t digits = name.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
  return digits != 0 && digits != std::string::npos && is_numeral(name.substr(digits));
}

Formula::Formula(const std::string& text, const std::set<std::string>& variables) {
  Reader reader(text, variables);
  text_ = reader.read();
  names_ = reader.used();
}

std::set<std::string> names_in(const std::string& text) {
  std::set<std::string> names;
  for (size_t at = 0; at < text.size();) {
    if (ends_word(text[at])) {
      ++at;
      continue;
    }
    const size_t from = at;
    while (at < text.size() && !ends_word(text[at])) ++at;
    const auto first = static_cast<unsigned char>(text[from]), last = static_cast<unsigned char>(text[at - 1]);
    if (!std::isalpha(first) || !std::isdigit(last)) continue;
    if (std::string w = text.substr(from, at - from); !is_part_name(w)) names.insert(std::move(w));
  }
  return names;
}

std::string renamed(const std::string& text, const std::map<std::string, std::string>& names) {
  std::string made;
  for (size_t at = 0; at < text.size();) {
    if (ends_word(text[at])) {
      made += text[at++];
      continue;
    }
    const size_t from = at;
    while (at < text.size() && !ends_word(text[at])) ++at;
    const std::string w = text.substr(from, at - from);
    auto it = names.find(w);
    made += it == names.end() ? w : it->second;
  }
  return made;
}

}  // namespace heddle::judge
