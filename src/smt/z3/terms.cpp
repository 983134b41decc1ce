// SPDX-License-Identifier: GPL-3.0-or-later
#include "smt/z3/terms.h"

#include "base/check.h"
#include "smt/z3/checked.h"

namespace heddle::smt::z3 {

namespace {

Z3_sort sort_of(const Term& t) { return Z3_get_sort(t.context(), t.ast()); }
bool is_bits(const Term& t) { return Z3_get_sort_kind(t.context(), sort_of(t)) == Z3_BV_SORT; }

std::vector<Z3_ast> asts(const std::vector<Term>& all) {
  std::vector<Z3_ast> found;
  for (const Term& t : all) found.push_back(t.ast());
  return found;
}

using Two = Z3_ast (*)(Z3_context, Z3_ast, Z3_ast);
using Many = Z3_ast (*)(Z3_context, unsigned, const Z3_ast*);

Term two(Two make, const Term& a, const Term& b) { return {a.context(), make(a.context(), a.ast(), b.ast())}; }
Term many(Many make, const Term& a, const Term& b) {
  const Z3_ast both[] = {a.ast(), b.ast()};
  return {a.context(), make(a.context(), 2, both)};
}

}  // namespace

Term::Term(Z3_context context, Z3_ast ast) : context_(context), ast_(ast) {
  if (!ast) {
    no_error(context);
    throw Error("no term");
  }
  Z3_inc_ref(context_, ast_);
}

Term::Term(const Term& o) : context_(o.context_), ast_(o.ast_) {
  if (ast_) Z3_inc_ref(context_, ast_);
}

Term& Term::operator=(const Term& o) {
  Term copy(o);
  return *this = std::move(copy);
}

Term& Term::operator=(Term&& o) noexcept {
  std::swap(context_, o.context_);
  std::swap(ast_, o.ast_);
  return *this;
}

Term::~Term() {
  if (ast_) Z3_dec_ref(context_, ast_);
}

unsigned Term::id() const { return Z3_get_ast_id(context_, ast_); }

// Z3_is_numeral_ast would take the truth values for numerals, too.
bool Term::is_numeral() const { return Z3_get_ast_kind(context_, ast_) == Z3_NUMERAL_AST; }

Op Term::op() const {
  if (!Z3_is_app(context_, ast_)) return Op::Other;
  switch (Z3_get_decl_kind(context_, Z3_get_app_decl(context_, Z3_to_app(context_, ast_)))) {
    case Z3_OP_TRUE: return Op::True;
    case Z3_OP_FALSE: return Op::False;
    case Z3_OP_ANUM:
    case Z3_OP_BNUM: return Op::Numeral;
    case Z3_OP_UNINTERPRETED: return size() ? Op::Other : Op::Variable;
    case Z3_OP_AND: return Op::And;
    case Z3_OP_OR: return Op::Or;
    case Z3_OP_NOT: return Op::Not;
    case Z3_OP_EQ: return Op::Equal;
    case Z3_OP_DISTINCT: return Op::Distinct;
    case Z3_OP_ITE: return Op::Ite;
    case Z3_OP_UMINUS: return Op::Negative;
    case Z3_OP_ADD: return Op::Add;
    case Z3_OP_SUB: return Op::Subtract;
    case Z3_OP_MUL: return Op::Multiply;
    case Z3_OP_IDIV:
    case Z3_OP_DIV: return Op::Divide;
    case Z3_OP_MOD: return Op::Modulo;
    case Z3_OP_LE: return Op::LessEqual;
    case Z3_OP_GE: return Op::GreaterEqual;
    case Z3_OP_LT: return Op::Less;
    case Z3_OP_GT: return Op::Greater;
    case Z3_OP_SELECT: return Op::Element;
    default: return Op::Other;
  }
}

bool Term::is_numeral(uint64_t& value) const { return is_numeral() && Z3_get_numeral_uint64(context_, ast_, &value); }
bool Term::is_numeral(int64_t& value) const { return is_numeral() && Z3_get_numeral_int64(context_, ast_, &value); }

unsigned Term::size() const {
  return Z3_is_app(context_, ast_) ? Z3_get_app_num_args(context_, Z3_to_app(context_, ast_)) : 0;
}

Term Term::arg(unsigned k) const { return {context_, Z3_get_app_arg(context_, Z3_to_app(context_, ast_), k)}; }

unsigned Term::width() const { return Z3_get_bv_sort_size(context_, sort_of(*this)); }

unsigned Term::number() const {
  Z3_func_decl declaration = Z3_get_app_decl(context_, Z3_to_app(context_, ast_));
  return static_cast<unsigned>(Z3_get_symbol_int(context_, Z3_get_decl_name(context_, declaration)));
}

Term Term::simplify() const { return {context_, Z3_simplify(context_, ast_)}; }

Term Term::substitute(const std::vector<Term>& from, const std::vector<Term>& to) const {
  HEDDLE_CHECK(from.size() == to.size()) << "each variable needs a term";
  return {context_,
          Z3_substitute(context_, ast_, static_cast<unsigned>(from.size()), asts(from).data(), asts(to).data())};
}

Term Term::constant(uint64_t value) const { return {context_, Z3_mk_unsigned_int64(context_, value, sort_of(*this))}; }
Term Term::constant(int64_t value) const { return {context_, Z3_mk_int64(context_, value, sort_of(*this))}; }

Term Term::variable(const std::string& name) const {
  return {context_, Z3_mk_const(context_, Z3_mk_string_symbol(context_, name.c_str()), sort_of(*this))};
}

std::string Term::text() const { return Z3_ast_to_string(context_, ast_); }

Term operator&&(const Term& a, const Term& b) { return many(Z3_mk_and, a, b); }
Term operator||(const Term& a, const Term& b) { return many(Z3_mk_or, a, b); }
Term operator!(const Term& a) { return {a.context(), Z3_mk_not(a.context(), a.ast())}; }
Term operator==(const Term& a, const Term& b) { return two(Z3_mk_eq, a, b); }
Term operator!=(const Term& a, const Term& b) { return many(Z3_mk_distinct, a, b); }
Term implies(const Term& a, const Term& b) { return two(Z3_mk_implies, a, b); }
Term ite(const Term& when, const Term& a, const Term& b) {
  return {a.context(), Z3_mk_ite(a.context(), when.ast(), a.ast(), b.ast())};
}
Term conjunction(const std::vector<Term>& all, Z3_context context) {
  return {context, Z3_mk_and(context, static_cast<unsigned>(all.size()), asts(all).data())};
}
Term disjunction(const std::vector<Term>& all, Z3_context context) {
  return {context, Z3_mk_or(context, static_cast<unsigned>(all.size()), asts(all).data())};
}

Term operator+(const Term& a, const Term& b) { return is_bits(a) ? two(Z3_mk_bvadd, a, b) : many(Z3_mk_add, a, b); }
Term sum(const std::vector<Term>& all) {
  HEDDLE_CHECK(!all.empty()) << "a sum of nothing has no sort";
  return {all[0].context(), Z3_mk_add(all[0].context(), static_cast<unsigned>(all.size()), asts(all).data())};
}
Term operator-(const Term& a, const Term& b) { return is_bits(a) ? two(Z3_mk_bvsub, a, b) : many(Z3_mk_sub, a, b); }
Term operator*(const Term& a, const Term& b) { return is_bits(a) ? two(Z3_mk_bvmul, a, b) : many(Z3_mk_mul, a, b); }
Term operator-(const Term& a) {
  return {a.context(), is_bits(a) ? Z3_mk_bvneg(a.context(), a.ast()) : Z3_mk_unary_minus(a.context(), a.ast())};
}
Term operator/(const Term& a, const Term& b) { return two(Z3_mk_div, a, b); }
Term mod(const Term& a, const Term& b) { return two(Z3_mk_mod, a, b); }
Term element(const Term& array, const Term& at) { return two(Z3_mk_select, array, at); }
Term with_element(const Term& array, const Term& at, const Term& value) {
  return {array.context(), Z3_mk_store(array.context(), array.ast(), at.ast(), value.ast())};
}
Term operator<=(const Term& a, const Term& b) { return two(Z3_mk_le, a, b); }
Term operator>=(const Term& a, const Term& b) { return two(Z3_mk_ge, a, b); }
Term operator<(const Term& a, const Term& b) { return two(Z3_mk_lt, a, b); }
Term operator>(const Term& a, const Term& b) { return two(Z3_mk_gt, a, b); }

Term operator&(const Term& a, const Term& b) { return two(Z3_mk_bvand, a, b); }
Term operator|(const Term& a, const Term& b) { return two(Z3_mk_bvor, a, b); }
Term operator^(const Term& a, const Term& b) { return two(Z3_mk_bvxor, a, b); }
Term operator~(const Term& a) { return {a.context(), Z3_mk_bvnot(a.context(), a.ast())}; }
Term shl(const Term& a, const Term& b) { return two(Z3_mk_bvshl, a, b); }
Term lshr(const Term& a, const Term& b) { return two(Z3_mk_bvlshr, a, b); }
Term ashr(const Term& a, const Term& b) { return two(Z3_mk_bvashr, a, b); }
Term ult(const Term& a, const Term& b) { return two(Z3_mk_bvult, a, b); }
Term ule(const Term& a, const Term& b) { return two(Z3_mk_bvule, a, b); }
Term slt(const Term& a, const Term& b) { return two(Z3_mk_bvslt, a, b); }
Term sle(const Term& a, const Term& b) { return two(Z3_mk_bvsle, a, b); }
Term zext(const Term& a, unsigned by) { return {a.context(), Z3_mk_zero_ext(a.context(), by, a.ast())}; }
Term sext(const Term& a, unsigned by) { return {a.context(), Z3_mk_sign_ext(a.context(), by, a.ast())}; }
Term low_bits(const Term& a, unsigned width) {
  return {a.context(), Z3_mk_extract(a.context(), width - 1, 0, a.ast())};
}

Context::Context() {
  Z3_config config = Z3_mk_config();
  context_ = Z3_mk_context_rc(config);
  Z3_del_config(config);
  Z3_set_error_handler(context_, nullptr);  // no_error() looks
  Z3_set_ast_print_mode(context_, Z3_PRINT_SMTLIB2_COMPLIANT);
}

Context::~Context() { Z3_del_context(context_); }

Term Context::truth(bool b) const { return {context_, b ? Z3_mk_true(context_) : Z3_mk_false(context_)}; }

Term Context::signed_integer(int64_t n) const { return {context_, Z3_mk_int64(context_, n, Z3_mk_int_sort(context_))}; }
Term Context::unsigned_integer(uint64_t n) const {
  return {context_, Z3_mk_unsigned_int64(context_, n, Z3_mk_int_sort(context_))};
}
Term Context::integer(const std::string& digits) const {
  return {context_, Z3_mk_numeral(context_, digits.c_str(), Z3_mk_int_sort(context_))};
}
Term Context::integer_variable(const std::string& name) const {
  return {context_, Z3_mk_const(context_, Z3_mk_string_symbol(context_, name.c_str()), Z3_mk_int_sort(context_))};
}
Term Context::array_variable(const std::string& name) const {
  Z3_sort integers = Z3_mk_int_sort(context_), arrays = Z3_mk_array_sort(context_, integers, integers);
  return {context_, Z3_mk_const(context_, Z3_mk_string_symbol(context_, name.c_str()), arrays)};
}
Term Context::array_of(const Term& value) const {
  return {context_, Z3_mk_const_array(context_, Z3_mk_int_sort(context_), value.ast())};
}
Term Context::bits(uint64_t value, unsigned width) const {
  return {context_, Z3_mk_unsigned_int64(context_, value, Z3_mk_bv_sort(context_, width))};
}
Term Context::bits_variable(unsigned number, unsigned width) const {
  Z3_symbol name = Z3_mk_int_symbol(context_, static_cast<int>(number));
  return {context_, Z3_mk_const(context_, name, Z3_mk_bv_sort(context_, width))};
}

void Context::interrupt() const { Z3_interrupt(context_); }

}  // namespace heddle::smt::z3
