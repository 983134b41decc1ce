// SPDX-License-Identifier: GPL-3.0-or-later
// Integers and truth values as SMT-LIB text. What is constant is computed at once; a term is the text of what varies
// plus a constant, so that offsets of addresses stay numbers where the program says so.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace heddle::judge::steps {

using Int = __int128;

struct Term {
  std::string base;  // empty: the term is the number k
  Int k = 0;
  bool is_number() const { return base.empty(); }
  bool operator==(const Term&) const = default;
};

struct Truth {
  std::string text;
  std::optional<bool> value{};  // then the text is not used
  bool is(bool b) const { return value == b; }
};

std::string text(Int n);
std::string text(const Term& t);
std::string text(const Truth& t);

Term number(Int n);
Term variable(const std::string& name);
Int power(unsigned k);  // 2^k, k at most 64

Term plus(const Term& a, const Term& b);
Term minus(const Term& a, const Term& b);
Term times(Int by, const Term& a);
Term quotient(const Term& a, Int by);   // by > 0; rounded downwards
Term remainder(const Term& a, Int by);  // by > 0; never negative
Term choice(const Truth& when, const Term& a, const Term& b);

Truth truth(bool b);
Truth equal(const Term& a, const Term& b);
Truth less(const Term& a, const Term& b);
Truth at_most(const Term& a, const Term& b);
Truth no(const Truth& a);
Truth both(const Truth& a, const Truth& b);
Truth either(const Truth& a, const Truth& b);

// What is known on a way: names with what is always true of them, whatever the way (a definition, a range), and the
// conditions under which the way is taken.
struct Premises {
  std::map<std::string, std::string> given;
  std::vector<std::string> where;
  bool never = false;  // a condition is false

  void require(const Truth& t);
  Truth all() const;  // of `where`
};

// Names that nobody else uses: they contain a '!', which the names of certificates must not.
class Names {
 public:
  // A short name for a long term; the same one for the same term.
  Term named(const Term& t, Premises& into);
  // Any integer of which `constraint` is true, a text with `$` in place of the name.
  Term any(const std::string& constraint, Premises& into);

 private:
  std::unordered_map<std::string, std::string> names_;
  unsigned count_ = 0;
};

}  // namespace heddle::judge::steps
