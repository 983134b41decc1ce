// SPDX-License-Identifier: GPL-3.0-or-later
// The model as text: objects, sites, then each procedure with numbered instructions. Locals keep their source name when
// it is unique in the procedure, else they get their number behind it; temporaries are t<number>. Expressions are
// shared terms whose written-out form can be exponentially long, so a long one is cut with "...".
#include <sstream>
#include <unordered_map>

#include "model/program.h"

namespace heddle::model {

namespace {

constexpr size_t kLongestExpression = 2000;  // characters
constexpr size_t kCommentColumn = 40;

std::string constant_text(const Expr& e) {
  if (e.width == 1 || e.width >= 64) return std::to_string(static_cast<int64_t>(e.bits));
  unsigned shift = 64u - e.width;
  return std::to_string(static_cast<int64_t>(e.bits << shift) >> shift);
}

const char* rmw_text(RmwOp op) {
  constexpr const char* kNames[] = {"xchg", "add", "sub", "and", "or", "xor", "nand", "max", "min", "umax", "umin"};
  return kNames[static_cast<int>(op)];
}

const char* order_text(MemoryOrder o) {
  constexpr const char* kNames[] = {"", ".relaxed", ".acquire", ".release", ".acq_rel", ".seq_cst"};
  return kNames[static_cast<int>(o)];
}

class Printer {
 public:
  Printer(const Program& p, const Procedure& f) : p_(p) {
    std::unordered_map<std::string, int> uses;
    for (const Local& l : f.locals) ++uses[l.name];
    for (size_t i = 0; i < f.locals.size(); ++i) {
      const std::string& n = f.locals[i].name;
      names_.push_back(n.empty() ? "t" + std::to_string(i) : uses[n] == 1 ? n : n + "." + std::to_string(i));
    }
  }

  std::string expr(ExprId e) const {
    std::string out;
    write(out, e);
    return out;
  }
  std::string local(LocalId l) const { return l < names_.size() ? names_[l] : "t" + std::to_string(l); }
  std::string instr(const Instr& i) const;

 private:
  std::string object(uint64_t id) const {
    return id < p_.objects.size() ? p_.objects[id].name : "object" + std::to_string(id);
  }
  std::string procedure(uint64_t id) const {
    return id < p_.procedures.size() ? p_.procedures[id].name : "procedure" + std::to_string(id);
  }
  void write(std::string& out, ExprId id) const;
  void write_operation(std::string& out, const Expr& e) const;

  // What the address means as a place in memory: `x` for &x, else `*(address)`.
  std::string place(ExprId address) const {
    const Expr& e = p_.exprs[address];
    if (e.op == ExprOp::Global || e.op == ExprOp::Tls) return object(e.bits);
    return e.op == ExprOp::Local ? "*" + expr(address) : "*(" + expr(address) + ")";
  }
  std::string list(const std::vector<ExprId>& args) const {
    std::string out = "(";
    for (size_t i = 0; i < args.size(); ++i) out += (i ? ", " : "") + expr(args[i]);
    return out + ")";
  }
  std::string into(LocalId dst) const { return dst == kNoLocal ? "" : local(dst) + " = "; }
  std::string width(const Instr& i) const {
    return std::string(order_text(i.order)) + " i" + std::to_string(i.width) + " ";
  }
  std::string site(SiteId s) const {
    return s < p_.sites.size() ? " @" + std::to_string(s) + ":" + p_.sites[s].name : "";
  }
  std::string assign(const Instr& i) const;
  std::string choose(const Instr& i) const;
  std::string builtin(const Instr& i) const;

  const Program& p_;
  std::vector<std::string> names_;
};

void Printer::write(std::string& out, ExprId id) const {
  if (out.size() > kLongestExpression) {
    if (!out.ends_with("...")) out += "...";
    return;
  }
  const Expr& e = p_.exprs[id];
  switch (e.op) {
    case ExprOp::None:
    case ExprOp::Undef: out += text(e.op); return;
    case ExprOp::Const: out += constant_text(e); return;
    case ExprOp::Local: out += local(static_cast<LocalId>(e.bits)); return;
    case ExprOp::Global:
    case ExprOp::Tls: out += text(e.op) + object(e.bits); return;
    case ExprOp::Function: out += text(e.op) + procedure(e.bits); return;
    default: write_operation(out, e); return;
  }
}

void Printer::write_operation(std::string& out, const Expr& e) const {
  if (arity(e.op) == 1) {
    out += text(e.op) + std::to_string(e.width) + "(";
    write(out, e.a);
  } else if (arity(e.op) == 2) {
    out += "(";
    write(out, e.a);
    out += std::string(" ") + text(e.op) + " ";
    write(out, e.b);
  } else {
    out += "(";
    write(out, e.a);
    out += " ? ";
    write(out, e.b);
    out += " : ";
    write(out, e.c);
  }
  out += ")";
}

std::string Printer::assign(const Instr& i) const {
  std::string left, right;
  for (const Assignment& s : i.assignments) {
    left += (left.empty() ? "" : ", ") + local(s.local);
    right += (right.empty() ? "" : ", ") + expr(s.value);
  }
  return left + " = " + right;
}

std::string Printer::choose(const Instr& i) const {
  std::string out = "switch " + expr(i.a) + " {";
  for (const auto& [value, target] : i.cases) out += std::to_string(value) + ": " + std::to_string(target) + ", ";
  return out + "else: " + std::to_string(i.target) + "}";
}

std::string Printer::builtin(const Instr& i) const {
  std::string out = into(i.dst) + name(i.builtin) + list(i.args) + site(i.site);
  if (i.builtin == Builtin::Nondet) out += " i" + std::to_string(i.width);
  return i.text.empty() ? out : out + " \"" + i.text + "\"";
}

std::string Printer::instr(const Instr& i) const {
  switch (i.kind) {
    case InstrKind::Assign: return assign(i);
    case InstrKind::Jump: return "jump " + std::to_string(i.target);
    case InstrKind::Branch:
      return "if " + expr(i.a) + " jump " + std::to_string(i.target) + " else " + std::to_string(i.target2);
    case InstrKind::Switch: return choose(i);
    case InstrKind::Call: return into(i.dst) + "call " + procedure(i.callee) + list(i.args);
    case InstrKind::CallPointer: return into(i.dst) + "call *(" + expr(i.a) + ")" + list(i.args);
    case InstrKind::Return: return i.a ? "return " + expr(i.a) : "return";
    case InstrKind::Load: return into(i.dst) + "load" + width(i) + place(i.a);
    case InstrKind::Store: return "store" + width(i) + place(i.a) + " := " + expr(i.b);
    case InstrKind::Rmw: return into(i.dst) + "rmw." + rmw_text(i.rmw) + width(i) + place(i.a) + ", " + expr(i.b);
    case InstrKind::CmpXchg: {
      std::string results = i.dst2 == kNoLocal ? into(i.dst) : local(i.dst) + ", " + into(i.dst2);
      return results + "cmpxchg" + width(i) + place(i.a) + ", " + expr(i.b) + " -> " + expr(i.c);
    }
    case InstrKind::Fence: return std::string("fence") + order_text(i.order);
    case InstrKind::Copy: return "copy " + place(i.a) + " := " + place(i.b) + " of " + expr(i.c) + " bytes";
    case InstrKind::Fill: return "fill " + place(i.a) + " := " + expr(i.b) + " for " + expr(i.c) + " bytes";
    case InstrKind::Alloca: return into(i.dst) + "alloca " + expr(i.a) + " bytes" + site(i.site);
    case InstrKind::ScopeEnd: return "end" + list(i.args);
    case InstrKind::Builtin: return builtin(i);
    case InstrKind::Unreachable: return "unreachable";
  }
  return "?";
}

void dump_objects(std::ostream& out, const Program& p) {
  for (size_t o = 0; o < p.objects.size(); ++o) {
    const Object& x = p.objects[o];
    out << "object " << o << ": " << x.name << ", " << x.size << " bytes";
    if (x.constant) out << ", constant";
    if (x.thread_local_) out << ", thread-local";
    if (x.external) out << ", external";
    if (x.internal) out << ", internal";
    for (const Object::Relocation& r : x.relocations) {
      bool known = r.target < (r.to_function ? p.procedures.size() : p.objects.size());
      out << ", +" << r.offset << " = &"
          << (!known          ? "?"
              : r.to_function ? p.procedures[r.target].name
                              : p.objects[r.target].name);
      if (r.addend) out << (r.addend > 0 ? "+" : "") << r.addend;
    }
    out << "  ; " << position_text(p, x.pos) << "\n";
  }
}

void dump_sites(std::ostream& out, const Program& p) {
  for (size_t s = 0; s < p.sites.size(); ++s) {
    const Site& x = p.sites[s];
    out << "site " << s << ": " << (x.kind == Site::Stack ? "stack " : "heap ") << x.name << " in " << x.function
        << "  ; " << position_text(p, x.pos) << "\n";
  }
}

void dump_procedure(std::ostream& out, const Program& p, const Procedure& f) {
  Printer printer(p, f);
  out << "\nprocedure " << f.name << "(";
  for (uint32_t i = 0; i < f.params; ++i)
    out << (i ? ", " : "") << "i" << int(f.locals[i].width) << " " << printer.local(i);
  out << (f.variadic ? ", ..." : "") << ")";
  if (f.return_width) out << " -> i" << int(f.return_width);
  out << (f.library ? " library" : "") << "  ; " << position_text(p, f.pos) << "\n";
  size_t digits = std::to_string(f.code.size()).size();
  for (size_t pc = 0; pc < f.code.size(); ++pc) {
    const Instr& i = f.code[pc];
    std::string number = std::to_string(pc);
    std::string line = "  " + std::string(digits - number.size(), ' ') + number + ": " + printer.instr(i);
    if (i.pos.line || i.event) {
      if (line.size() < kCommentColumn) line.resize(kCommentColumn, ' ');
      line += " ;";
      if (i.pos.line) line += " " + position_text(p, i.pos);
      if (i.event && i.kind != InstrKind::Return && i.kind != InstrKind::ScopeEnd)
        line += " #" + std::to_string(i.event);
    }
    out << line << "\n";
  }
}

}  // namespace

std::string position_text(const Program& p, Position pos) {
  if (pos.file == 0 || pos.file >= p.files.size()) return "?";
  std::string out = p.files[pos.file];
  if (pos.line) out += ":" + std::to_string(pos.line);
  if (pos.line && pos.column) out += ":" + std::to_string(pos.column);
  return out;
}

std::string dump(const Program& p, const Procedure& f, ExprId e) { return Printer(p, f).expr(e); }

std::string dump(const Program& p) {
  std::ostringstream out;
  out << "pointers of " << p.pointer_width << " bits";
  if (p.entry < p.procedures.size()) out << ", entry " << p.procedures[p.entry].name;
  if (p.thread_exit < p.procedures.size()) out << ", thread exit " << p.procedures[p.thread_exit].name;
  out << "\n";
  dump_objects(out, p);
  dump_sites(out, p);
  for (const Procedure& f : p.procedures) dump_procedure(out, p, f);
  return out.str();
}

}  // namespace heddle::model
