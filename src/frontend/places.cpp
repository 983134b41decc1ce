// SPDX-License-Identifier: GPL-3.0-or-later
// Reachability of places as a question about the program: a call of library/places.c stands in front of each line that is asked about, and an error
// call is reached there if the line is (one place), or if two threads are at their lines at the same time (two places). So every engine answers it, and
// replay leads the real program there. Errors of the program itself end it, as abort() does.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <set>

#include "base/check.h"
#include "frontend/bitcode.h"
#include "frontend/known_functions.h"

namespace heddle::frontend {
namespace {

bool same_file(const std::string& full, const std::string& asked) {
  if (full == asked) return true;
  return full.size() > asked.size() && full.compare(full.size() - asked.size(), asked.size(), asked) == 0 && full[full.size() - asked.size() - 1] == '/';
}

bool is_code(const llvm::Instruction& i) {
  return i.getDebugLoc() && i.getDebugLoc().getLine() > 0 && !llvm::isa<llvm::DbgInfoIntrinsic, llvm::LifetimeIntrinsic, llvm::PHINode, llvm::AllocaInst>(i);
}

// Where control comes to the line, from another line or from another block.
std::vector<llvm::Instruction*> arrivals(llvm::Module& module, const Place& place, std::set<unsigned>& lines) {
  std::vector<llvm::Instruction*> found;
  for (llvm::Function& f : module)
    for (llvm::BasicBlock& block : f) {
      bool at_line = false;
      for (llvm::Instruction& i : block) {
        if (!is_code(i) || !same_file(i.getDebugLoc()->getFilename().str(), place.file)) continue;
        unsigned line = i.getDebugLoc().getLine();
        lines.insert(line);
        if (line == place.line && !at_line) found.push_back(&i);
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

void end_at_own_errors(llvm::Module& module) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& f : module)
    for (llvm::BasicBlock& block : f)
      for (llvm::Instruction& i : block) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
        auto* callee = call ? call->getCalledFunction() : nullptr;
        if (!callee) continue;
        std::optional<KnownFunction> known = known_function(source_name(*callee));
        if (known && (known->builtin == model::Builtin::Error || known->builtin == model::Builtin::AssertFail)) calls.push_back(call);
      }
  for (llvm::CallInst* call : calls)
    llvm::IRBuilder<>(call).CreateCall(module.getOrInsertFunction("abort", llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), false)));
}

}  // namespace

Place parse_place(const std::string& text) {
  size_t colon = text.rfind(':');
  std::string digits = colon == std::string::npos ? "" : text.substr(colon + 1);
  bool number = !digits.empty() && digits.size() < 8 && digits.find_first_not_of("0123456789") == std::string::npos;
  if (!number || colon == 0 || std::stoul(digits) == 0) throw InputError("--reach " + text + ": not a place; write FILE:LINE, for two places FILE:LINE,FILE:LINE");
  return {text.substr(0, colon), static_cast<unsigned>(std::stoul(digits))};
}

void watch_places(llvm::Module& module, const std::vector<Place>& places) {
  if (places.empty()) return;
  end_at_own_errors(module);
  llvm::Type *nothing = llvm::Type::getVoidTy(module.getContext()), *number = llvm::Type::getInt32Ty(module.getContext());
  const bool alone = places.size() == 1, same = !alone && places[0].line == places[1].line && places[0].file == places[1].file;
  for (size_t k = 0; k < (same ? 1 : places.size()); ++k) {
    std::set<unsigned> lines;
    std::vector<llvm::Instruction*> found = arrivals(module, places[k], lines);
    if (found.empty()) throw InputError("--reach " + places[k].file + ":" + std::to_string(places[k].line) + ": " + advice(places[k], lines));
    for (llvm::Instruction* i : found) {
      llvm::IRBuilder<> at(i);
      if (alone) {
        at.CreateCall(module.getOrInsertFunction("__heddle_reach", llvm::FunctionType::get(nothing, false)));
      } else {
        auto meet = module.getOrInsertFunction("__heddle_meet", llvm::FunctionType::get(nothing, {number, number}, false));
        at.CreateCall(meet, {at.getInt32(static_cast<uint32_t>(k)), at.getInt32(static_cast<uint32_t>(same ? k : 1 - k))});
      }
    }
  }
}

}  // namespace heddle::frontend
