// SPDX-License-Identifier: GPL-3.0-or-later
// Terms of Z3, of truth values, integers, arrays of these and bit vectors, without its headers. A term is a handle: it
// is copied cheaply and belongs to the context that made it, which must live longer. Operators build terms; a plain
// number beside a term is a constant of its sort. What Z3 refuses to build is an Error.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

struct _Z3_ast;
struct _Z3_context;

namespace heddle::smt::z3 {

struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What a term is made by, as far as somebody looks.
enum class Op : uint8_t {
  True,
  False,
  Numeral,
  Variable,
  And,
  Or,
  Not,
  Equal,
  Distinct,
  Ite,
  Negative,
  Add,
  Subtract,
  Multiply,
  Divide,
  Modulo,
  LessEqual,
  GreaterEqual,
  Less,
  Greater,
  Element,
  Other
};

class Term {
 public:
  Term(_Z3_context* context, _Z3_ast* ast);
  Term(const Term& o);
  Term(Term&& o) noexcept : context_(o.context_), ast_(std::exchange(o.ast_, nullptr)) {}
  Term& operator=(const Term& o);
  Term& operator=(Term&& o) noexcept;
  ~Term();

  // Terms that are built alike have the same number, as long as one of them lives.
  unsigned id() const;
  Op op() const;
  bool is_true() const { return op() == Op::True; }
  bool is_false() const { return op() == Op::False; }
  bool is_numeral() const;
  bool is_ite() const { return op() == Op::Ite; }
  bool is_numeral(uint64_t& value) const;  // that fits
  bool is_numeral(int64_t& value) const;
  unsigned size() const;  // how many arguments
  Term arg(unsigned k) const;
  unsigned width() const;   // of a bit vector
  unsigned number() const;  // of Context::bits_variable

  Term simplify() const;
  Term substitute(const std::vector<Term>& from, const std::vector<Term>& to) const;  // variables
  Term constant(uint64_t value) const;                                                // of the same sort
  Term constant(int64_t value) const;
  Term variable(const std::string& name) const;  // of the same sort
  std::string text() const;

  _Z3_context* context() const { return context_; }
  _Z3_ast* ast() const { return ast_; }

 private:
  _Z3_context* context_;
  _Z3_ast* ast_;
};

inline bool identical(const Term& a, const Term& b) { return a.ast() == b.ast(); }

Term operator&&(const Term& a, const Term& b);
Term operator||(const Term& a, const Term& b);
Term operator!(const Term& a);
Term operator==(const Term& a, const Term& b);
Term operator!=(const Term& a, const Term& b);
Term implies(const Term& a, const Term& b);
Term ite(const Term& when, const Term& a, const Term& b);
Term conjunction(const std::vector<Term>& all, _Z3_context* context);
Term disjunction(const std::vector<Term>& all, _Z3_context* context);

// Integers, and bit vectors where it means the same. Quotients are rounded so that the remainder is not negative.
Term operator+(const Term& a, const Term& b);
Term sum(const std::vector<Term>& all);  // of one or more
Term operator-(const Term& a, const Term& b);
Term operator*(const Term& a, const Term& b);
Term operator-(const Term& a);
Term operator/(const Term& a, const Term& b);
Term mod(const Term& a, const Term& b);
Term operator<=(const Term& a, const Term& b);
Term operator>=(const Term& a, const Term& b);
Term operator<(const Term& a, const Term& b);
Term operator>(const Term& a, const Term& b);

// Arrays from integers to integers.
Term element(const Term& array, const Term& at);
Term with_element(const Term& array, const Term& at, const Term& value);

// Bit vectors.
Term operator&(const Term& a, const Term& b);
Term operator|(const Term& a, const Term& b);
Term operator^(const Term& a, const Term& b);
Term operator~(const Term& a);
Term shl(const Term& a, const Term& b);
Term lshr(const Term& a, const Term& b);
Term ashr(const Term& a, const Term& b);
Term ult(const Term& a, const Term& b);
Term ule(const Term& a, const Term& b);
Term slt(const Term& a, const Term& b);
Term sle(const Term& a, const Term& b);
inline Term ugt(const Term& a, const Term& b) { return ult(b, a); }
inline Term uge(const Term& a, const Term& b) { return ule(b, a); }
inline Term sge(const Term& a, const Term& b) { return sle(b, a); }
Term zext(const Term& a, unsigned by);
Term sext(const Term& a, unsigned by);
Term low_bits(const Term& a, unsigned width);

template <class T>
concept PlainNumber = std::is_integral_v<T> && !std::is_same_v<T, bool>;

template <PlainNumber N>
Term like(const Term& a, N n) {
  if constexpr (std::is_signed_v<N>)
    return a.constant(static_cast<int64_t>(n));
  else
    return a.constant(static_cast<uint64_t>(n));
}

#define HEDDLE_WITH_NUMBERS(name) \
  template <PlainNumber N>        \
  Term name(const Term& a, N n) { \
    return name(a, like(a, n));   \
  }
HEDDLE_WITH_NUMBERS(operator==)
HEDDLE_WITH_NUMBERS(operator!=)
HEDDLE_WITH_NUMBERS(operator+)
HEDDLE_WITH_NUMBERS(operator-)
HEDDLE_WITH_NUMBERS(operator<=)
HEDDLE_WITH_NUMBERS(operator>=)
HEDDLE_WITH_NUMBERS(operator<)
HEDDLE_WITH_NUMBERS(operator>)
HEDDLE_WITH_NUMBERS(slt)
HEDDLE_WITH_NUMBERS(sge)
HEDDLE_WITH_NUMBERS(ugt)
#undef HEDDLE_WITH_NUMBERS

// Where terms live. One thread uses it; interrupt() alone may come from another.
class Context {
 public:
  Context();
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  operator _Z3_context*() const { return context_; }

  Term truth(bool b) const;
  template <PlainNumber N>
  Term integer(N n) const {
    if constexpr (std::is_signed_v<N>)
      return signed_integer(static_cast<int64_t>(n));
    else
      return unsigned_integer(static_cast<uint64_t>(n));
  }
  Term integer(const std::string& digits) const;
  Term integer_variable(const std::string& name) const;
  Term array_variable(const std::string& name) const;
  Term array_of(const Term& value) const;  // everywhere the same
  Term bits(uint64_t value, unsigned width) const;
  Term bits_variable(unsigned number, unsigned width) const;

  // Whoever is solving gets no answer.
  void interrupt() const;

 private:
  Term signed_integer(int64_t n) const;
  Term unsigned_integer(uint64_t n) const;

  _Z3_context* context_;
};

// Calls `look` with the term and with each of its parts once. What `look` answers false to is not gone into.
template <class F>
void each_part(const Term& root, F look) {
  std::vector<Term> stack{root};
  std::set<unsigned> seen;
  while (!stack.empty()) {
    const Term t = stack.back();
    stack.pop_back();
    if (!seen.insert(t.id()).second || !look(t)) continue;
    for (unsigned k = 0; k < t.size(); ++k) stack.push_back(t.arg(k));
  }
}

}  // namespace heddle::smt::z3
