// SPDX-License-Identifier: GPL-3.0-or-later
// Reachability of places as a question about the program: a call of library/places.c stands in front of each line that
// is asked about. That call reaches an error call if the line is reached (one place), or if two threads are at their
// lines at the same time (two places). So every engine can answer, and replay leads the real program there.
// A thread is at its line when control has come to it, and again before each step on the line that another thread could
// notice or take part in: an access of memory that is not its own, a call, a fence. Behind the last such step it has
// left the line. While a function that the line calls runs, the thread is not at the line; it is there again when the
// line goes on with such a step. Errors of the program itself are no answer: they end the program as abort() does.
// Their functions get a body that says so; the only error call that is left is __heddle_Error in library/places.c.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <map>
#include <optional>
#include <set>

#include "base/check.h"
#include "base/file_names.h"
#include "frontend/bitcode.h"
#include "frontend/known_functions.h"

namespace heddle::frontend {
namespace {

bool is_code(const llvm::Instruction& i) {
  return i.getDebugLoc() && i.getDebugLoc().getLine() > 0 &&
         !llvm::isa<llvm::DbgInfoIntrinsic, llvm::LifetimeIntrinsic, llvm::PHINode, llvm::AllocaInst>(i);
}

// A variable whose address is only used to read and write it.
bool is_own_variable(const llvm::Value* pointer) {
  auto* variable = llvm::dyn_cast<llvm::AllocaInst>(pointer);
  return variable && llvm::all_of(variable->users(), [&](const llvm::User* u) {
           if (auto* store = llvm::dyn_cast<llvm::StoreInst>(u)) return store->getValueOperand() != variable;
           return llvm::isa<llvm::LoadInst, llvm::DbgInfoIntrinsic, llvm::LifetimeIntrinsic>(u);
         });
}

// Could another thread notice the step, or what the step does depend on another thread?
bool is_noticed(const llvm::Instruction& i) {
  if (llvm::isa<llvm::CallBase>(i) && !llvm::isa<llvm::IntrinsicInst>(i)) return true;
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&i);
  return i.mayReadOrWriteMemory() && !(pointer && is_own_variable(pointer));
}

// Where control comes to the line, from another line or from another block; if `steps`, also where it goes on to what
// others notice.
std::vector<llvm::Instruction*> points(llvm::Module& module, const Place& place, bool steps,
                                       std::set<unsigned>& lines) {
  std::vector<llvm::Instruction*> found;
  std::map<std::string, bool> known;  // by name of a file: does the question name this file?
  auto is_asked = [&](const std::string& name) {
    auto [it, fresh] = known.try_emplace(name, false);
    if (fresh) it->second = base::same_file(name, place.file);
    return it->second;
  };
  for (llvm::Function& f : module)
    for (llvm::BasicBlock& block : f) {
      bool at_line = false;
      for (llvm::Instruction& i : block) {
        if (!is_code(i) || !is_asked(i.getDebugLoc()->getFilename().str())) continue;
        unsigned line = i.getDebugLoc().getLine();
        lines.insert(line);
        if (line == place.line && (!at_line || (steps && is_noticed(i)))) found.push_back(&i);
        at_line = line == place.line;
      }
    }
  return found;
}

std::string advice(const Place& place, const std::set<unsigned>& lines) {
  if (lines.empty()) return "no code of a file with this name; give it as the compiler sees it";
  auto above = lines.upper_bound(place.line);
  std::string near;
  if (above != lines.begin()) near = std::to_string(*std::prev(above));
  if (above != lines.end()) near += (near.empty() ? "" : " and ") + std::to_string(*above);
  return "no code on this line; the nearest that have some are " + near;
}

llvm::CallInst* end_here(llvm::Module& module, llvm::Instruction* before) {
  llvm::IRBuilder<> b(before);
  return b.CreateCall(module.getOrInsertFunction("__heddle_Abort", llvm::FunctionType::get(b.getVoidTy(), false)));
}

// A declared function of the program becomes one that ends it; __VERIFIER_assert only if its condition does not hold.
void give_body(llvm::Module& module, llvm::Function& f, bool has_condition) {
  f.setSubprogram(nullptr);
  f.setLinkage(llvm::GlobalValue::InternalLinkage);
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(module.getContext(), "", &f));
  if (!has_condition) {
    end_here(module, b.CreateUnreachable());
    return;
  }
  llvm::Value* failed = b.CreateIsNull(f.getArg(0));
  llvm::Instruction* end =
      f.getReturnType()->isVoidTy() ? b.CreateRetVoid() : b.CreateRet(llvm::Constant::getNullValue(f.getReturnType()));
  end_here(module, llvm::SplitBlockAndInsertIfThen(failed, end, true));
}

void end_behind_body(llvm::Module& module, llvm::Function& f) {
  for (llvm::BasicBlock& block : f)
    if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) end_here(module, end);
}

void end_at_own_errors(llvm::Module& module) {
  std::vector<llvm::Function*> errors, assertions;
  for (llvm::Function& f : module) {
    if (f.isIntrinsic() || is_ordinary(f)) continue;
    std::string name = source_name(f);
    std::optional<KnownFunction> known = known_function(name);
    if (known && (known->builtin == model::Builtin::Error || known->builtin == model::Builtin::AssertFail))
      errors.push_back(&f);
    if (name == "__VERIFIER_assert" && f.isVarArg())
      throw InputError(
          "--reach: `__VERIFIER_assert` is declared without its parameter; write `void __VERIFIER_assert(int);`");
    if (name == "__VERIFIER_assert" && !f.arg_empty()) assertions.push_back(&f);
  }
  for (llvm::Function* f : errors) {
    f->isDeclaration() ? give_body(module, *f, false) : end_behind_body(module, *f);
    make_ordinary(*f);
  }
  for (llvm::Function* f : assertions) give_body(module, *f, true);
}

}  // namespace

Place parse_place(const std::string& text) {
  size_t colon = text.rfind(':');
  std::string digits = colon == std::string::npos ? "" : text.substr(colon + 1);
  bool number = !digits.empty() && digits.size() < 8 && digits.find_first_not_of("0123456789") == std::string::npos;
  if (!number || colon == 0 || std::stoul(digits) == 0)
    throw InputError("--reach " + text + ": not a place; write FILE:LINE, for two places FILE:LINE,FILE:LINE");
  return {text.substr(0, colon), static_cast<unsigned>(std::stoul(digits))};
}

void watch_places(llvm::Module& module, const std::vector<Place>& places) {
  if (places.empty()) return;
  llvm::Type *nothing = llvm::Type::getVoidTy(module.getContext()),
             *number = llvm::Type::getInt32Ty(module.getContext());
  const bool alone = places.size() == 1, same = !alone && places[0].line == places[1].line &&
                                                (base::same_file(places[0].file, places[1].file) ||
                                                 base::same_file(places[1].file, places[0].file));
  for (size_t k = 0; k < (same ? 1 : places.size()); ++k) {
    std::set<unsigned> lines;
    std::vector<llvm::Instruction*> found = points(module, places[k], !alone, lines);
    if (found.empty())
      throw InputError("--reach " + places[k].file + ":" + std::to_string(places[k].line) + ": " +
                       advice(places[k], lines));
    for (llvm::Instruction* i : found) {
      llvm::IRBuilder<> at(i);
      if (alone) {
        at.CreateCall(module.getOrInsertFunction("__heddle_reach", llvm::FunctionType::get(nothing, false)));
      } else {
        auto meet =
            module.getOrInsertFunction("__heddle_meet", llvm::FunctionType::get(nothing, {number, number}, false));
        at.CreateCall(meet,
                      {at.getInt32(static_cast<uint32_t>(k)), at.getInt32(static_cast<uint32_t>(same ? k : 1 - k))});
      }
    }
  }
  end_at_own_errors(module);
}

}  // namespace heddle::frontend
