// SPDX-License-Identifier: GPL-3.0-or-later
// What every engine may rely on in a Program. Run after the front end and after every step that rewrites the model; a
// violation is our bug and names the procedure and instruction.
#include "base/check.h"
#include "model/control_flow.h"
#include "model/live_locals.h"
#include "model/operands.h"

namespace heddle::model {

namespace {

bool is_memory_width(unsigned w) { return w == 8 || w == 16 || w == 32 || w == 64; }

class Checker {
 public:
  explicit Checker(const Program& p) : p_(p) {}

  void check_all() {
    check_types();
    check_objects();
    HEDDLE_CHECK(p_.entry < p_.procedures.size()) << "the program has no entry";
    HEDDLE_CHECK(p_.thread_exit == kNone || p_.thread_exit < p_.procedures.size()) << "thread_exit is no procedure";
    for (const Procedure& f : p_.procedures) check_procedure(f);
  }

 private:
  void check_types() const;
  void check_objects() const;
  void check_procedure(const Procedure& f);
  void check_instr(const Instr& i);
  void check_call(const Instr& i);
  void check_memory_access(const Instr& i);
  void check_builtin(const Instr& i);
  void check_expr(const Expr& e) const;
  void check_binary(const Expr& e) const;
  void check_unary(const Expr& e) const;

  bool in_pool(ExprId e) const { return e != kNoExpr && e < p_.exprs.size(); }
  unsigned width(ExprId e) const { return p_.exprs[e].width; }
  unsigned width_of(LocalId l) const { return f_->locals[l].width; }
  void want_width(ExprId e, unsigned w, const char* what) const {
    HEDDLE_CHECK(in_pool(e)) << what << " is missing" << where();
    HEDDLE_CHECK(width(e) == w) << what << " has width " << width(e) << ", not " << w << where();
  }
  void want_dst(LocalId l, unsigned w) const {
    HEDDLE_CHECK(l == kNoLocal || width_of(l) == w)
        << "the result has width " << w << ", its local " << width_of(l) << where();
  }
  std::string where() const {
    return " in " + f_->name + " at " + std::to_string(pc_) + " (" + position_text(p_, f_->code[pc_].pos) + ")";
  }

  const Program& p_;
  const Procedure* f_ = nullptr;
  Pc pc_ = 0;
};

void Checker::check_types() const {
  for (const Type& t : p_.types) {
    HEDDLE_CHECK(t.element < p_.types.size()) << "element of type " << t.name;
    for (const Type::Field& f : t.fields)
      HEDDLE_CHECK(f.type < p_.types.size()) << "field " << f.name << " of type " << t.name;
  }
  for (const Site& s : p_.sites) HEDDLE_CHECK(s.type < p_.types.size()) << "type of site " << s.name;
}

void Checker::check_objects() const {
  for (const Object& o : p_.objects) {
    HEDDLE_CHECK(o.init.size() == o.size || (o.external && o.init.empty())) << "initialiser of " << o.name;
    HEDDLE_CHECK(o.type < p_.types.size()) << "type of " << o.name;
    uint64_t free_from = 0;
    for (const Object::Relocation& r : o.relocations) {
      HEDDLE_CHECK(r.offset >= free_from && r.offset + p_.pointer_width / 8 <= o.size) << "relocation in " << o.name;
      HEDDLE_CHECK(r.target < (r.to_function ? p_.procedures.size() : p_.objects.size()))
          << "relocation target in " << o.name;
      free_from = r.offset + p_.pointer_width / 8;
    }
  }
}

void Checker::check_procedure(const Procedure& f) {
  f_ = &f;
  HEDDLE_CHECK(f.params <= f.locals.size()) << "parameters of " << f.name;
  for (const Local& l : f.locals)
    HEDDLE_CHECK(l.width >= 1 && l.width <= 64 && l.type < p_.types.size()) << l.name << " of " << f.name;
  for (pc_ = 0; pc_ < f.code.size(); ++pc_) check_instr(f.code[pc_]);
  if (f.code.empty()) return;
  pc_ = 0;
  const std::vector<std::vector<LocalId>> live = live_locals(p_, f);
  for (LocalId l : live[0])
    HEDDLE_CHECK(l < f.params) << "local " << l << " '" << f.locals[l].name << "' may be read before it is assigned"
                               << where();
}

void Checker::check_instr(const Instr& i) {
  each_assigned(i, [&](LocalId l) { HEDDLE_CHECK(l < f_->locals.size()) << "assigned local " << l << where(); });
  each_operand(i, [&](ExprId root) {
    HEDDLE_CHECK(in_pool(root)) << "operand " << root << where();
    each_node(p_.exprs, root, [&](ExprId, const Expr& e) {
      check_expr(e);
      return true;
    });
  });
  for (Pc next : successors(i, pc_)) HEDDLE_CHECK(next < f_->code.size()) << "continues at " << next << where();
  HEDDLE_CHECK(i.pos.file < p_.files.size()) << "file " << i.pos.file << where();
  switch (i.kind) {
    case InstrKind::Assign:
      for (const Assignment& s : i.assignments) want_width(s.value, width_of(s.local), "assigned value");
      break;
    case InstrKind::Branch: want_width(i.a, 1, "branch condition"); break;
    case InstrKind::Switch: HEDDLE_CHECK(in_pool(i.a)) << "switch value is missing" << where(); break;
    case InstrKind::Call:
    case InstrKind::CallPointer: check_call(i); break;
    case InstrKind::Return:
      HEDDLE_CHECK((i.a == kNoExpr) == (f_->return_width == 0)) << "returns a value or not" << where();
      if (i.a) want_width(i.a, f_->return_width, "returned value");
      break;
    case InstrKind::Load:
    case InstrKind::Store:
    case InstrKind::Rmw:
    case InstrKind::CmpXchg: check_memory_access(i); break;
    case InstrKind::Copy: want_width(i.b, p_.pointer_width, "source address"); [[fallthrough]];
    case InstrKind::Fill:
      want_width(i.a, p_.pointer_width, "target address");
      if (i.kind == InstrKind::Fill) want_width(i.b, 8, "byte to fill with");
      HEDDLE_CHECK(in_pool(i.c)) << "length is missing" << where();
      break;
    case InstrKind::Alloca:
      HEDDLE_CHECK(in_pool(i.a) && i.site < p_.sites.size() && p_.sites[i.site].kind == Site::Stack)
          << "size or site" << where();
      want_dst(i.dst, p_.pointer_width);
      break;
    case InstrKind::ScopeEnd:
      for (ExprId e : i.args) want_width(e, p_.pointer_width, "address of what ends");
      break;
    case InstrKind::Builtin: check_builtin(i); break;
    case InstrKind::Jump:
    case InstrKind::Fence:
    case InstrKind::Unreachable: break;
  }
}

void Checker::check_call(const Instr& i) {
  if (i.kind == InstrKind::CallPointer) {  // whether the callee fits is known at run time only
    want_width(i.a, p_.pointer_width, "called address");
    return;
  }
  HEDDLE_CHECK(i.callee < p_.procedures.size()) << "called procedure" << where();
  const Procedure& g = p_.procedures[i.callee];
  HEDDLE_CHECK(!g.code.empty()) << g.name << " has no body" << where();
  HEDDLE_CHECK(i.args.size() == g.params || (g.variadic && i.args.size() > g.params))
      << g.name << " takes " << g.params << " arguments, not " << i.args.size() << where();
  for (uint32_t k = 0; k < g.params; ++k) want_width(i.args[k], g.locals[k].width, "argument");
  if (i.dst != kNoLocal) want_dst(i.dst, g.return_width);
}

void Checker::check_memory_access(const Instr& i) {
  want_width(i.a, p_.pointer_width, "address");
  HEDDLE_CHECK(is_memory_width(i.width)) << "access of width " << int(i.width) << where();
  if (i.kind != InstrKind::Load)
    want_width(i.b, i.width, i.kind == InstrKind::CmpXchg ? "expected value" : "stored value");
  if (i.kind == InstrKind::CmpXchg) want_width(i.c, i.width, "new value");
  if (i.kind != InstrKind::Store) want_dst(i.dst, i.width);
  if (i.kind == InstrKind::CmpXchg) want_dst(i.dst2, 1);
}

void Checker::check_builtin(const Instr& i) {
  int expected = BuiltinInfo::of(i.builtin).arguments;
  HEDDLE_CHECK(i.builtin != Builtin::None) << "no builtin" << where();
  HEDDLE_CHECK(expected < 0 || i.args.size() == static_cast<size_t>(expected))
      << name(i.builtin) << " takes " << expected << " arguments, not " << i.args.size() << where();
  if (i.builtin == Builtin::Malloc || i.builtin == Builtin::Calloc || i.builtin == Builtin::Realloc) {
    HEDDLE_CHECK(i.site < p_.sites.size() && p_.sites[i.site].kind == Site::Heap)
        << "site of " << name(i.builtin) << where();
    want_dst(i.dst, p_.pointer_width);
  }
  if (i.builtin == Builtin::Assume) want_width(i.args[0], 1, "assumed condition");
  if (i.builtin == Builtin::Nondet) {
    for (ExprId e : i.args)
      HEDDLE_CHECK(p_.exprs[e].op == ExprOp::Const) << "the range of an input is constant" << where();
    want_dst(i.dst, i.width);
  }
}

void Checker::check_expr(const Expr& e) const {
  const ExprId operands[] = {e.a, e.b, e.c};
  HEDDLE_CHECK(e.width >= 1 && e.width <= 64) << "expression of width " << int(e.width) << where();
  for (int k = 0; k < arity(e.op); ++k) HEDDLE_CHECK(in_pool(operands[k])) << "operand of " << text(e.op) << where();
  switch (e.op) {
    case ExprOp::None: HEDDLE_CHECK(false) << "an expression without operator" << where(); break;
    case ExprOp::Const:
    case ExprOp::Undef: break;
    case ExprOp::Local:
      HEDDLE_CHECK(e.bits < f_->locals.size()) << "local " << e.bits << where();
      HEDDLE_CHECK(e.width == width_of(static_cast<LocalId>(e.bits))) << "width of local " << e.bits << where();
      break;
    case ExprOp::Global:
    case ExprOp::Tls:
      HEDDLE_CHECK(e.bits < p_.objects.size() && e.width == p_.pointer_width)
          << "address of object " << e.bits << where();
      HEDDLE_CHECK(p_.objects[e.bits].thread_local_ == (e.op == ExprOp::Tls))
          << p_.objects[e.bits].name << " is thread-local or not" << where();
      break;
    case ExprOp::Function:
      HEDDLE_CHECK(e.bits < p_.procedures.size() && e.width == p_.pointer_width)
          << "address of procedure " << e.bits << where();
      break;
    case ExprOp::Select:
      want_width(e.a, 1, "selecting condition");
      want_width(e.b, e.width, "selected value");
      want_width(e.c, e.width, "selected value");
      break;
    default: arity(e.op) == 1 ? check_unary(e) : check_binary(e);
  }
}

void Checker::check_unary(const Expr& e) const {
  bool fits = e.op == ExprOp::Trunc                          ? e.width < width(e.a)
              : e.op == ExprOp::ZExt || e.op == ExprOp::SExt ? e.width > width(e.a)
              : e.op == ExprOp::FNeg                         ? e.width == width(e.a)
                                                             : true;  // conversions from and to floating point
  HEDDLE_CHECK(fits) << text(e.op) << " from " << width(e.a) << " to " << int(e.width) << " bits" << where();
}

void Checker::check_binary(const Expr& e) const {
  HEDDLE_CHECK(width(e.a) == width(e.b)) << text(e.op) << " of " << width(e.a) << " and " << width(e.b) << " bits"
                                         << where();
  switch (e.op) {
    case ExprOp::Eq:
    case ExprOp::Ne:
    case ExprOp::Ult:
    case ExprOp::Ule:
    case ExprOp::Slt:
    case ExprOp::Sle:
    case ExprOp::FEq:
    case ExprOp::FLt:
    case ExprOp::FLe:
    case ExprOp::FUno: HEDDLE_CHECK(e.width == 1) << "a comparison of width " << int(e.width) << where(); break;
    default: HEDDLE_CHECK(e.width == width(e.a)) << text(e.op) << " of width " << int(e.width) << where();
  }
  HEDDLE_CHECK(e.op != ExprOp::PtrAdd || e.width == p_.pointer_width)
      << "pointer arithmetic of width " << int(e.width) << where();
}

}  // namespace

void check_invariants(const Program& p) { Checker(p).check_all(); }

}  // namespace heddle::model
