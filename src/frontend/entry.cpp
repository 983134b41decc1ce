// SPDX-License-Identifier: GPL-3.0-or-later
// __heddle_start: what runs before main (constructors), main with its arguments, what runs after it (destructors;
// refused when the program can also end otherwise than by returning from main), and the exit. The number of
// arguments is an input, unless arguments.cpp gave main its arguments; the environment (the third parameter) is not
// modelled: an execution that looks at it is not followed any further.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "base/check.h"
#include "frontend/bitcode.h"
#include "frontend/program_builder.h"

namespace heddle::frontend {
namespace {

using model::Builtin;
using model::Instr;
using model::InstrKind;
using model::LocalId;

// The constructors (llvm.global_ctors) or destructors (llvm.global_dtors), lowest priority first.
std::vector<const llvm::Function*> outside_main(const llvm::Module& module, const char* kind) {
  std::vector<std::pair<uint64_t, const llvm::Function*>> found;
  const llvm::GlobalVariable* list = module.getGlobalVariable(kind);
  auto* entries =
      list && list->hasInitializer() ? llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer()) : nullptr;
  for (unsigned i = 0; entries && i < entries->getNumOperands(); ++i) {
    const llvm::Constant* entry = entries->getOperand(i);
    auto* priority = llvm::cast<llvm::ConstantInt>(entry->getAggregateElement(0u));
    if (auto* f = llvm::dyn_cast<llvm::Function>(entry->getAggregateElement(1u)->stripPointerCasts()))
      found.emplace_back(priority->getZExtValue(), f);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<const llvm::Function*> order;
  for (const auto& [priority, f] : found) order.push_back(f);
  return order;
}

class EntryBuilder {
 public:
  explicit EntryBuilder(ProgramBuilder& owner) : owner_(owner), x_(owner.exprs()) {
    made_.name = "__heddle_start";
    made_.library = true;
  }

  model::Procedure make(const llvm::Module& module) {
    for (const llvm::Function* f : outside_main(module, "llvm.global_ctors")) call(*f);
    const llvm::Function& start = *module.getFunction("main");
    Instr end = instruction(InstrKind::Builtin);
    end.builtin = Builtin::Exit;
    end.pos = owner_.debug().position(start.getSubprogram());
    LocalId result = call(start);
    std::vector<const llvm::Function*> after = outside_main(module, "llvm.global_dtors");
    auto is_used = [&](const std::string& name) {
      const llvm::Function* f = module.getFunction(name);
      return f && !f->use_empty();
    };
    for (const char* way :
         {"exit", "quick_exit", "err", "errx", "verr", "verrx", "pthread_exit", "thrd_exit", "pthread_cancel"})
      if ((is_used(way) || is_used(cancellable_name(way))) && !after.empty())
        owner_.refuse(owner_.debug().position(after[0]->getSubprogram()),
                      "destructor functions in a program that calls `" + std::string(way) +
                          "` are not supported; call it at the end of main");
    std::reverse(after.begin(), after.end());
    for (const llvm::Function* f : after) call(*f);
    unsigned width = result == model::kNoLocal ? 0 : made_.locals[result].width;
    end.args = {width == 0 ? x_.constant(0, 32) : x_.resize(x_.local(result, width), 32)};
    made_.code.push_back(std::move(end));
    return std::move(made_);
  }

 private:
  Instr instruction(InstrKind kind) {
    Instr i;
    i.kind = kind;
    return i;
  }
  LocalId new_local(unsigned width) {
    model::Local l;
    l.width = static_cast<uint8_t>(width);
    made_.locals.push_back(l);
    return static_cast<LocalId>(made_.locals.size() - 1);
  }

  LocalId call(const llvm::Function& f) {
    model::Position at = owner_.debug().position(f.getSubprogram());
    Signature s = owner_.signature(f.getFunctionType(), at);
    if (s.hidden_result() || s.params.size() != f.arg_size())
      owner_.refuse(at, "`" + f.getName().str() + "` may not take or return a struct");
    Instr i = instruction(InstrKind::Call);
    i.callee = owner_.procedure(f);
    for (const llvm::Argument& a : f.args()) i.args.push_back(argument(a, s.params[a.getArgNo()]));
    if (s.return_width() != 0) i.dst = new_local(s.return_width());
    LocalId result = i.dst;
    made_.code.push_back(std::move(i));
    return result;
  }

  ExprId argument(const llvm::Argument& a, unsigned width) {
    const llvm::Module& module = *a.getParent()->getParent();
    if (a.getParent()->getName() == "main" && a.getArgNo() < 2 && module.getFunction(kArgumentVector))
      return x_.constant(a.getArgNo() == 0, width);  // main asks the models itself
    if (a.getArgNo() == 0) return a.use_empty() ? x_.constant(1, width) : argument_count(width);
    if (a.use_empty()) return x_.constant(0, width);
    return x_.resize(text_from_outside(a.getArgNo() == 1 ? "argv" : "envp"), width);
  }

  ExprId argument_count(unsigned width) {
    Instr i = instruction(InstrKind::Builtin);
    i.builtin = Builtin::Nondet;
    i.width = static_cast<uint8_t>(width);
    i.args = {x_.constant(1, width), x_.constant(0x7fffffff, width)};
    i.dst = new_local(width);
    i.text = "argc";
    ExprId count = x_.local(i.dst, width);
    made_.code.push_back(std::move(i));
    return count;
  }

  // Its content is as unknown as that of an object which is defined elsewhere.
  ExprId text_from_outside(const char* name) {
    model::Object vector;
    vector.name = name;
    vector.internal = vector.external = true;
    vector.size = owner_.pointer_width() / 8 * 2;
    vector.init.resize(vector.size);
    return x_.address(ExprOp::Global, owner_.add_object(std::move(vector)));
  }

  ProgramBuilder& owner_;
  ExprBuilder& x_;
  model::Procedure made_;
};

}  // namespace

model::Procedure make_entry(ProgramBuilder& builder, const llvm::Module& module) {
  return EntryBuilder(builder).make(module);
}

}  // namespace heddle::frontend
