// SPDX-License-Identifier: GPL-3.0-or-later
// Library functions look at what their arguments lead to, and that can race or run out of bounds like any other read:
// strings and blocks that are printed, names of files, addresses of peers, attributes, limits of time. In front of each
// call stand, after this pass, calls of library models that look at the memory (library/looks.c). A format that is no
// literal is looked through at run time; `%n` and wide strings end in a call that has no model. Where the address of
// such a function is taken, a library model that looks and calls takes its place; if there is none, the call is named
// as not modelled.
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <vector>

#include "frontend/bitcode.h"

namespace heddle::frontend {
namespace {

struct Look {
  enum Kind { Format, String, StringIfAny, Elements, Bytes, TimeIfAny, NumberIfAny } kind;
  unsigned argument;  // the format, string, block or object; the arguments behind a block are its size
};

const std::multimap<std::string, Look> kLooks = {
    {"printf", {Look::Format, 0}},
    {"fprintf", {Look::Format, 1}},
    {"dprintf", {Look::Format, 1}},
    {"__printf_chk", {Look::Format, 1}},
    {"__fprintf_chk", {Look::Format, 2}},
    {"syslog", {Look::Format, 1}},
    {"warn", {Look::Format, 0}},
    {"warnx", {Look::Format, 0}},
    {"puts", {Look::String, 0}},
    {"fputs", {Look::String, 0}},
    {"perror", {Look::StringIfAny, 0}},
    {"fwrite", {Look::Elements, 0}},
    {"openlog", {Look::StringIfAny, 0}},
    {"setlocale", {Look::StringIfAny, 1}},
    // Files.
    {"open", {Look::String, 0}},
    {"open64", {Look::String, 0}},
    {"openat", {Look::String, 1}},
    {"creat", {Look::String, 0}},
    {"fopen", {Look::String, 0}},
    {"fopen", {Look::String, 1}},
    {"fopen64", {Look::String, 0}},
    {"fopen64", {Look::String, 1}},
    {"fdopen", {Look::String, 1}},
    {"opendir", {Look::String, 0}},
    {"stat", {Look::String, 0}},
    {"lstat", {Look::String, 0}},
    {"__xstat", {Look::String, 1}},
    {"__lxstat", {Look::String, 1}},
    {"stat64", {Look::String, 0}},
    {"lstat64", {Look::String, 0}},
    {"ftw", {Look::String, 0}},
    {"nftw", {Look::String, 0}},
    {"ftw64", {Look::String, 0}},
    {"nftw64", {Look::String, 0}},
    {"readlink", {Look::String, 0}},
    {"access", {Look::String, 0}},
    {"chdir", {Look::String, 0}},
    {"chmod", {Look::String, 0}},
    {"chown", {Look::String, 0}},
    {"truncate", {Look::String, 0}},
    {"mkdir", {Look::String, 0}},
    {"rmdir", {Look::String, 0}},
    {"unlink", {Look::String, 0}},
    {"remove", {Look::String, 0}},
    {"rename", {Look::String, 0}},
    {"rename", {Look::String, 1}},
    {"link", {Look::String, 0}},
    {"link", {Look::String, 1}},
    {"symlink", {Look::String, 0}},
    {"symlink", {Look::String, 1}},
    // Peers.
    {"bind", {Look::Bytes, 1}},
    {"connect", {Look::Bytes, 1}},
    {"setsockopt", {Look::Bytes, 3}},
    {"sendto", {Look::Bytes, 4}},
    {"inet_addr", {Look::String, 0}},
    // Limits of time, where there may be none; those that there must be are in times.cpp.
    {"pthread_timedjoin_np", {Look::TimeIfAny, 2}},
    {"pthread_clockjoin_np", {Look::TimeIfAny, 3}},
    {"ppoll", {Look::TimeIfAny, 2}},
    {"pselect", {Look::TimeIfAny, 4}},
    {"select", {Look::TimeIfAny, 4}},
    // Attributes.
    {"pthread_cond_init", {Look::NumberIfAny, 1}},
    {"pthread_rwlock_init", {Look::NumberIfAny, 1}},
    {"pthread_barrier_init", {Look::NumberIfAny, 1}},
};

constexpr const char* kNoModel = "__heddle_wide_or_counting_conversion_of_printf";

class Looks {
 public:
  Looks(llvm::Module& module, llvm::CallInst& call) : module_(module), call_(call), at_(&call) {}

  void add(const Look& l) {
    if (call_.arg_size() <= l.argument || !call_.getArgOperand(l.argument)->getType()->isPointerTy()) return;
    llvm::Value* v = call_.getArgOperand(l.argument);
    const bool none = llvm::isa<llvm::ConstantPointerNull>(v);
    switch (l.kind) {
      case Look::Format: return format(l.argument);
      case Look::String: return string("__heddle_look_at_string", v);
      case Look::StringIfAny: return none ? void() : string("__heddle_look_at_string_if_any", v);
      case Look::Elements: return look("__heddle_look_at_block", {v, size(l.argument + 1), size(l.argument + 2)});
      case Look::Bytes: return none ? void() : look("__heddle_look_at_bytes", {v, size(l.argument + 1)});
      case Look::TimeIfAny: return none ? void() : look("__heddle_look_at_time_if_any", {v});
      case Look::NumberIfAny: return none ? void() : look("__heddle_look_at_number_if_any", {v});
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

  llvm::Value* size(unsigned argument) {
    llvm::Type* word = module_.getDataLayout().getIntPtrType(module_.getContext());
    if (call_.arg_size() <= argument) return llvm::ConstantInt::get(word, 0);
    return at_.CreateZExtOrTrunc(call_.getArgOperand(argument), word);
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

// Every use of its address, that is, but for calls.
void give_looking_function(llvm::Module& module, llvm::Function& f) {
  auto is_call = [&](llvm::Use& u) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(u.getUser());
    return call && call->isCallee(&u);
  };
  if (std::all_of(f.use_begin(), f.use_end(), [&](llvm::Use& u) { return is_call(u); })) return;
  llvm::FunctionCallee looks = module.getOrInsertFunction("__heddle_called_" + source_name(f), f.getFunctionType());
  f.replaceUsesWithIf(looks.getCallee(), [&](llvm::Use& u) { return !is_call(u); });
}

}  // namespace

void look_at_arguments(llvm::Module& module) {
  std::vector<llvm::Function*> looking;
  for (llvm::Function& f : module)
    if (f.isDeclaration() && kLooks.count(source_name(f))) looking.push_back(&f);
  for (llvm::Function* f : looking) give_looking_function(module, *f);
  std::vector<std::pair<llvm::CallInst*, Look>> calls;
  for (llvm::Function& f : module)
    for (llvm::BasicBlock& block : f)
      for (llvm::Instruction& i : block) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
        auto* callee = call ? llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCasts()) : nullptr;
        if (!callee || !callee->isDeclaration()) continue;
        auto [first, end] = kLooks.equal_range(source_name(*callee));
        for (; first != end; ++first) calls.emplace_back(call, first->second);
      }
  for (auto& [call, what] : calls) Looks(module, *call).add(what);
}

}  // namespace heddle::frontend
