// SPDX-License-Identifier: GPL-3.0-or-later
#include "sequential/c_source.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "meaning/numbers.h"
#include "meaning/operators.h"

namespace heddle::sequential {

using model::Builtin;
using model::ExprId;
using model::ExprOp;
using model::Instr;
using model::InstrKind;
using model::LocalId;
using model::Pc;

namespace {

constexpr const char* kHead = R"(typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char s8;
typedef short s16;
typedef int s32;
typedef long long s64;
extern u8 __VERIFIER_nondet_uchar(void);
extern u16 __VERIFIER_nondet_ushort(void);
extern u32 __VERIFIER_nondet_uint(void);
extern u64 __VERIFIER_nondet_ulonglong(void);
extern void abort(void);
extern void reach_error(void);
static void assume(int condition) { if (!condition) abort(); }
)";

unsigned storage(unsigned width) { return width <= 8 ? 8 : width <= 16 ? 16 : width <= 32 ? 32 : 64; }
std::string type(unsigned width) { return "u" + std::to_string(storage(width)); }
std::string signed_type(unsigned width) { return "s" + std::to_string(storage(width)); }

std::string word(const std::string& name) {
  std::string s;
  for (char c : name) s += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return s;
}

std::string constant(uint64_t value, unsigned width) {
  return std::to_string(value) + (width > 32 ? "ull" : width == 32 ? "u" : "");
}

class Printer {
 public:
  Printer(const Sequential& s, const model::Program& threads) : s_(s), q_(s.program), threads_(threads) {}

  std::string print() {
    const Settings& n = s_.settings;
    out_ = "// A program without threads. reach_error() is called exactly when the threads have a " +
           std::string(n.strong ? "strongly" : "weakly") + " fair execution that never ends:\n// " +
           std::to_string(n.stem) + " rounds, then " + std::to_string(n.loop) + " rounds that are repeated; " +
           std::to_string(n.threads) +
           " threads. After Atig, Bouajjani, Emmi, Lal: \"Detecting Fair\n"
           "// Non-Termination in Multithreaded Programs\", CAV 2012. Written by heddle sequentialize.\n";
    out_ += kHead;
    for (model::ObjectId o = 0; o < q_.objects.size(); ++o) object(o);
    for (const model::Procedure& f : q_.procedures)
      if (f.name != "main") out_ += signature(f) + ";\n";
    for (const model::Procedure& f : q_.procedures) procedure(f);
    return std::move(out_);
  }

 private:
  std::string object_name(model::ObjectId o) const { return "m" + std::to_string(o) + "_" + word(q_.objects[o].name); }

  void object(model::ObjectId o) {
    const model::Object& object = q_.objects[o];
    out_ += std::string("static ") + (object.constant ? "const " : "") + "u8 " + object_name(o) + "[" +
            std::to_string(object.size) + "] __attribute__((aligned(8)))";
    if (std::any_of(object.init.begin(), object.init.end(), [](uint8_t b) { return b != 0; })) {
      out_ += " = {";
      for (size_t k = 0; k < object.init.size(); ++k) out_ += (k ? "," : "") + std::to_string(object.init[k]);
      out_ += "}";
    }
    out_ += ";\n";
  }

  std::string local(LocalId l) const {
    return "x" + std::to_string(l) + (f_->locals[l].name.empty() ? "" : "_" + word(f_->locals[l].name));
  }

  std::string signature(const model::Procedure& f) {
    f_ = &f;
    if (f.name == "main") return "int main(void)";
    std::string s =
        std::string("static ") + (f.return_width ? type(f.return_width) : "void") + " " + word(f.name) + "(";
    for (LocalId l = 0; l < f.params; ++l) s += (l ? ", " : "") + type(f.locals[l].width) + " " + local(l);
    return s + (f.params ? ")" : "void)");
  }

  void procedure(const model::Procedure& f) {
    out_ += "\n" + signature(f) + " {\n";
    for (LocalId l = f.params; l < f.locals.size(); ++l)
      out_ += "  " + type(f.locals[l].width) + " " + local(l) + " = 0;\n";
    std::set<Pc> targets;
    for (const Instr& i : f.code) {
      if (i.kind == InstrKind::Jump || i.kind == InstrKind::Branch || i.kind == InstrKind::Switch)
        targets.insert(i.target);
      if (i.kind == InstrKind::Branch) targets.insert(i.target2);
      for (auto [value, to] : i.cases) targets.insert(to);
    }
    for (Pc pc = 0; pc < f.code.size(); ++pc) {
      if (targets.count(pc)) out_ += "L" + std::to_string(pc) + ":;\n";
      out_ += "  " + statement(f.code[pc]) + "\n";
    }
    out_ += "}\n";
  }

  std::string go(Pc to) const { return "goto L" + std::to_string(to) + ";"; }

  std::string statement(const Instr& i) {
    switch (i.kind) {
      case InstrKind::Assign: {
        if (i.assignments.size() == 1)
          return local(i.assignments[0].local) + " = " + expr(i.assignments[0].value) + ";";
        std::string s = "{ ";
        for (size_t k = 0; k < i.assignments.size(); ++k)
          s += type(f_->locals[i.assignments[k].local].width) + " t" + std::to_string(k) + " = " +
               expr(i.assignments[k].value) + "; ";
        for (size_t k = 0; k < i.assignments.size(); ++k)
          s += local(i.assignments[k].local) + " = t" + std::to_string(k) + "; ";
        return s + "}";
      }
      case InstrKind::Jump: return go(i.target);
      case InstrKind::Branch: return "if (" + expr(i.a) + ") " + go(i.target) + " else " + go(i.target2);
      case InstrKind::Switch: {
        std::string s = "switch (" + expr(i.a) + ") { ";
        for (auto [value, to] : i.cases) s += "case " + constant(value, q_.exprs[i.a].width) + ": " + go(to) + " ";
        return s + "default: " + go(i.target) + " }";
      }
      case InstrKind::Call: {
        std::string s = i.dst == model::kNoLocal ? "" : local(i.dst) + " = ";
        s += word(q_.procedures[i.callee].name) + "(";
        for (size_t k = 0; k < i.args.size(); ++k) s += (k ? ", " : "") + expr(i.args[k]);
        return s + ");";
      }
      case InstrKind::Return: return i.a ? "return " + expr(i.a) + ";" : "return;";
      case InstrKind::Load: return local(i.dst) + " = *(" + type(i.width) + " *)" + address(i.a) + ";";
      case InstrKind::Store: return "*(" + type(i.width) + " *)" + address(i.a) + " = " + expr(i.b) + ";";
      case InstrKind::Builtin: return builtin(i);
      default: throw Unsupported("an instruction that sequential programs do not have");
    }
  }

  std::string builtin(const Instr& i) {
    if (i.builtin == Builtin::Assume) return "assume(" + expr(i.args[0]) + ");";
    if (i.builtin == Builtin::Error) return "reach_error(); return 0;";
    if (i.builtin == Builtin::Exit) return "return 0;";
    static const std::map<unsigned, const char*> kInputs = {
        {8, "uchar"}, {16, "ushort"}, {32, "uint"}, {64, "ulonglong"}};
    const uint64_t low = q_.exprs[i.args[0]].bits, high = q_.exprs[i.args[1]].bits;
    std::string s = local(i.dst) + " = __VERIFIER_nondet_" + kInputs.at(storage(i.width)) + "();";
    const uint64_t most = meaning::mask(storage(i.width));
    if (low > 0) s += " assume(" + local(i.dst) + " >= " + constant(low, i.width) + ");";
    if (high < most) s += " assume(" + local(i.dst) + " <= " + constant(high, i.width) + ");";
    return s + meant(s_.sites[i.pos.line]);
  }

  std::string meant(const Site& site) const {
    if (site.proc == model::kNone) return "";
    const Instr& i = threads_.procedures[site.proc].code[site.pc];
    return "  // " + model::position_text(threads_, i.pos);
  }

  std::string address(ExprId e) {
    const model::Expr& x = q_.exprs[e];
    if (x.op == ExprOp::Global) return object_name(static_cast<model::ObjectId>(x.bits));
    if (x.op == ExprOp::PtrAdd) return "(" + address(x.a) + " + " + expr(x.b) + ")";
    throw Unsupported("an address that is no place in an object");
  }

  // A value of the width of the expression, in the type that holds it: the bits above are zero.
  std::string expr(ExprId e) {
    const model::Expr& x = q_.exprs[e];
    auto cut = [&](const std::string& s) {
      const std::string value = "(" + type(x.width) + ")(" + s + ")";
      return x.width == storage(x.width) ? value
                                         : "(" + value + " & " + constant(meaning::mask(x.width), x.width) + ")";
    };
    auto sign = [&](ExprId operand) {
      const unsigned width = q_.exprs[operand].width;
      if (width != storage(width)) throw Unsupported("signed numbers of " + std::to_string(width) + " bits");
      return "(" + signed_type(width) + ")" + expr(operand);
    };
    auto plain = [&](const char* op) { return cut(expr(x.a) + " " + op + " " + expr(x.b)); };
    auto wide = [&](const char* op) { return cut("(u64)" + expr(x.a) + " " + op + " " + expr(x.b)); };
    auto sided = [&](const char* op) { return cut(sign(x.a) + " " + op + " " + sign(x.b)); };
    switch (x.op) {
      case ExprOp::Const: return constant(x.bits, x.width);
      case ExprOp::Local: return local(static_cast<LocalId>(x.bits));
      case ExprOp::Add: return plain("+");
      case ExprOp::Sub: return plain("-");
      case ExprOp::Mul: return wide("*");
      case ExprOp::UDiv: return plain("/");
      case ExprOp::URem: return plain("%");
      case ExprOp::SDiv: return sided("/");
      case ExprOp::SRem: return sided("%");
      case ExprOp::Shl: return wide("<<");
      case ExprOp::LShr: return plain(">>");
      case ExprOp::AShr: return cut(sign(x.a) + " >> " + expr(x.b));
      case ExprOp::And: return plain("&");
      case ExprOp::Or: return plain("|");
      case ExprOp::Xor: return plain("^");
      case ExprOp::Eq: return cut(expr(x.a) + " == " + expr(x.b));
      case ExprOp::Ne: return cut(expr(x.a) + " != " + expr(x.b));
      case ExprOp::Ult: return cut(expr(x.a) + " < " + expr(x.b));
      case ExprOp::Ule: return cut(expr(x.a) + " <= " + expr(x.b));
      case ExprOp::Slt: return cut(sign(x.a) + " < " + sign(x.b));
      case ExprOp::Sle: return cut(sign(x.a) + " <= " + sign(x.b));
      case ExprOp::Select: return "(" + expr(x.a) + " ? " + expr(x.b) + " : " + expr(x.c) + ")";
      case ExprOp::ZExt:
      case ExprOp::Trunc: return cut(expr(x.a));
      case ExprOp::SExt:
        return q_.exprs[x.a].width == 1 ? "(" + expr(x.a) + " ? " + constant(meaning::mask(x.width), x.width) + " : 0)"
                                        : cut("(" + signed_type(x.width) + ")" + sign(x.a));
      default: throw Unsupported(std::string("the operator ") + text(x.op));
    }
  }

  const Sequential& s_;
  const model::Program& q_;
  const model::Program& threads_;
  const model::Procedure* f_ = nullptr;
  std::string out_;
};

}  // namespace

std::string c_source(const Sequential& sequential, const model::Program& threads) {
  return Printer(sequential, threads).print();
}

}  // namespace heddle::sequential
