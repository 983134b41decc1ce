// SPDX-License-Identifier: GPL-3.0-or-later
// Output functions read the strings and blocks they print, and that can race or run out of bounds like any other read.
// In front of each call stand, after this pass, calls of library models that look at the memory: the strings of `%s`,
// as far as the format says, the argument of puts, the block of fwrite. A format that is no literal is looked through
// at run time; `%n` and wide strings end in a call that has no model.
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cctype>
#include <map>
#include <vector>

#include "frontend/bitcode.h"

namespace heddle::frontend {
namespace {

struct Printer {
  enum Kind { Format, String, Optional, Block } kind;
  unsigned argument;  // the format, string or block
};

const std::map<std::string, Printer> kPrinters = {
    {"printf", {Printer::Format, 0}},       {"fprintf", {Printer::Format, 1}},       {"dprintf", {Printer::Format, 1}},
    {"__printf_chk", {Printer::Format, 1}}, {"__fprintf_chk", {Printer::Format, 2}}, {"syslog", {Printer::Format, 1}},
    {"warn", {Printer::Format, 0}},         {"warnx", {Printer::Format, 0}},         {"puts", {Printer::String, 0}},
    {"fputs", {Printer::String, 0}},        {"perror", {Printer::Optional, 0}},      {"fwrite", {Printer::Block, 0}},
};

constexpr const char* kNoModel = "__heddle_wide_or_counting_conversion_of_printf";

class Looks {
 public:
  Looks(llvm::Module& module, llvm::CallInst& call) : module_(module), call_(call), at_(&call) {}

  void add(const Printer& p) {
    if (call_.arg_size() <= p.argument) return;
    llvm::Value* v = call_.getArgOperand(p.argument);
    switch (p.kind) {
      case Printer::Format: return format(p.argument);
      case Printer::String: return string("__heddle_look_at_string", v);
      case Printer::Optional: return string("__heddle_look_at_string_if_any", v);
      case Printer::Block:
        if (call_.arg_size() >= 3) look("__heddle_look_at_block", {v, call_.getArgOperand(1), call_.getArgOperand(2)});
    }
  }

 private:
  // One conversion after another: flags, width, precision, length, letter. `next_` is the argument it takes.
  void format(unsigned at) {
    auto* g = llvm::dyn_cast<llvm::GlobalVariable>(call_.getArgOperand(at)->stripPointerCasts());
    auto* data = g && g->isConstant() && g->hasInitializer()
                     ? llvm::dyn_cast<llvm::ConstantDataSequential>(g->getInitializer())
                     : nullptr;
    if (g && g->isConstant() && g->hasInitializer() && g->getInitializer()->isNullValue()) return;  // ""
    if (!data || !data->isCString()) {
      llvm::FunctionType* type = llvm::FunctionType::get(llvm::Type::getVoidTy(module_.getContext()),
                                                         {call_.getArgOperand(at)->getType()}, true);
      std::vector<llvm::Value*> from_format(call_.arg_begin() + at, call_.arg_end());
      at_.CreateCall(module_.getOrInsertFunction("__heddle_look_at_format", type), from_format);
      return;
    }
    next_ = at + 1;
    std::string f = data->getAsCString().str();
    for (size_t i = 0; i < f.size(); ++i)
      if (f[i] == '%') i = conversion(f, i + 1);
  }

  size_t conversion(const std::string& f, size_t i) {
    llvm::Value* most = nullptr;
    bool wide = false;
    for (; i < f.size() && !std::isalpha(static_cast<unsigned char>(f[i])) && f[i] != '%'; ++i) {
      if (f[i] == '$') look(kNoModel, {});
      bool precision = f[i] == '.';
      if (precision) most = number(std::strtoull(f.c_str() + i + 1, nullptr, 10));
      if (precision && i + 1 < f.size() && f[i + 1] == '*') ++i;
      if (f[i] == '*') {
        llvm::Value* v = take();
        if (precision) most = v;
      }
    }
    for (; i < f.size() && std::string("hlLqjzt").find(f[i]) != std::string::npos; ++i) wide |= f[i] == 'l';
    if (i >= f.size() || f[i] == '%' || f[i] == 'm') return i;
    llvm::Value* v = take();
    if (f[i] == 'n' || f[i] == 'S' || (f[i] == 's' && wide)) look(kNoModel, {});
    if (f[i] != 's' || wide || !v) return i;
    if (!most)
      string("__heddle_look_at_string", v);
    else if (!is_constant_text(v))
      look("__heddle_look_at_most", {v, most});
    return i;
  }

  void string(const char* name, llvm::Value* v) {
    if (!is_constant_text(v)) look(name, {v});
  }

  // A constant object with a zero at the address or behind it.
  bool is_constant_text(llvm::Value* v) const {
    llvm::APInt offset(module_.getDataLayout().getIndexTypeSizeInBits(v->getType()), 0);
    auto* g = llvm::dyn_cast<llvm::GlobalVariable>(
        v->stripAndAccumulateConstantOffsets(module_.getDataLayout(), offset, true));
    if (!g || !g->isConstant() || !g->hasDefinitiveInitializer() || offset.isNegative()) return false;
    const uint64_t from = offset.getZExtValue();
    const llvm::Constant* content = g->getInitializer();
    if (content->isNullValue()) return from < module_.getDataLayout().getTypeAllocSize(content->getType());
    auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(content);
    if (!data || data->getElementByteSize() != 1) return false;
    for (uint64_t k = from; k < data->getNumElements(); ++k)
      if (data->getElementAsInteger(static_cast<unsigned>(k)) == 0) return true;
    return false;
  }

  llvm::Value* number(uint64_t n) { return llvm::ConstantInt::get(llvm::Type::getInt32Ty(module_.getContext()), n); }
  llvm::Value* take() { return next_ < call_.arg_size() ? call_.getArgOperand(next_++) : nullptr; }

  void look(const char* name, const std::vector<llvm::Value*>& arguments) {
    std::vector<llvm::Type*> types;
    for (llvm::Value* v : arguments) types.push_back(v->getType());
    llvm::FunctionType* type = llvm::FunctionType::get(llvm::Type::getVoidTy(module_.getContext()), types, false);
    at_.CreateCall(module_.getOrInsertFunction(name, type), arguments);
  }

  llvm::Module& module_;
  llvm::CallInst& call_;
  llvm::IRBuilder<> at_;
  unsigned next_ = 0;
};

}  // namespace

void look_at_printed_strings(llvm::Module& module) {
  std::vector<std::pair<llvm::CallInst*, Printer>> calls;
  for (llvm::Function& f : module)
    for (llvm::BasicBlock& block : f)
      for (llvm::Instruction& i : block) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
        auto* callee = call ? llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCasts()) : nullptr;
        if (!callee || !callee->isDeclaration()) continue;
        auto printer = kPrinters.find(source_name(*callee));
        if (printer != kPrinters.end()) calls.emplace_back(call, printer->second);
      }
  for (auto& [call, printer] : calls) Looks(module, *call).add(printer);
}

}  // namespace heddle::frontend
