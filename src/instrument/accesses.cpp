// SPDX-License-Identifier: GPL-3.0-or-later
// Two bodies for every function with accesses that other threads may notice: the program's own, which carries no call,
// and one in which each such access is announced to the run-time,
//
//   heddle_before(event, address, size); the access; heddle_after(event);
//
// A thread that is held to a plan passes most of its events without anybody else (quiet ones, plan_format.h). Of these
// the run-time is not told one by one: the thread steps on in its lane.
//
//   if (lane->at->quiet == 4 * event) lane->at++, lane->events++; else heddle_before(event, address, size);
//
// In the same way it passes a lock that is left out.
//
// A function chooses at its entry by heddle_mode, which never changes once the program runs (its load is marked
// invariant). So a program that runs free pays one test per call and its loops are optimised as ever. Copies and fills
// of blocks go to the run-time as a whole, which does them piece by piece as the schedule says; a copy that the model
// makes through a temporary is made through one here too.
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <cstddef>

#include "frontend/bitcode.h"
#include "heddle/plan_format.h"
#include "instrument/passes.h"

namespace heddle::instrument {
namespace {

constexpr uint64_t kEventsInLane = 8;  // struct heddle_lane, for 32 bits and for 64
static_assert(sizeof(heddle_plan_event) == 32, "as the run-time has it");

class Announcer {
 public:
  explicit Announcer(llvm::Module& module)
      : module_(module),
        context_(module.getContext()),
        void_(llvm::Type::getVoidTy(context_)),
        pointer_(llvm::PointerType::get(context_, 0)),
        number_(llvm::Type::getInt32Ty(context_)),
        size_(module.getDataLayout().getIntPtrType(context_)) {}

  // The lane of the thread that runs the function: it stays the same.
  llvm::Value* lane_in(llvm::Function& f) {
    auto* variable = llvm::cast<llvm::GlobalVariable>(module_.getOrInsertGlobal("heddle_lane", pointer_));
    variable->setThreadLocalMode(llvm::GlobalValue::InitialExecTLSModel);
    llvm::IRBuilder<> b(&*f.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    return b.CreateLoad(pointer_, b.CreateThreadLocalAddress(variable));
  }

  // Splits the block in front of the instruction. Whether the event was not quiet is told where the ways meet again;
  // what then has to be done goes to where `otherwise` is.
  llvm::PHINode* step_on(llvm::Value* lane, llvm::Instruction& i, uint32_t event, llvm::Instruction*& otherwise) {
    llvm::IRBuilder<> b(&i);
    auto field = [&](llvm::Value* base, uint64_t offset) {
      return b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), base, offset);
    };
    llvm::Value* at = b.CreateLoad(pointer_, lane);
    llvm::Value* quiet = b.CreateLoad(number_, field(at, offsetof(heddle_plan_event, quiet)));
    llvm::Instruction* passes = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(b.CreateICmpEQ(quiet, number(4 * event)), &i, &passes, &otherwise,
                                        llvm::MDBuilder(context_).createBranchWeights(1000, 1));
    b.SetInsertPoint(passes);
    b.CreateStore(field(at, sizeof(heddle_plan_event)), lane);
    llvm::Value* events = field(lane, kEventsInLane);
    b.CreateStore(b.CreateAdd(b.CreateLoad(b.getInt64Ty(), events), b.getInt64(1)), events);
    b.SetInsertPoint(&i);
    llvm::PHINode* told = b.CreatePHI(b.getInt1Ty(), 2);
    told->addIncoming(b.getFalse(), passes->getParent());
    told->addIncoming(b.getTrue(), otherwise->getParent());
    return told;
  }

  void access(llvm::Instruction& i, uint32_t event, llvm::Value* lane) {
    llvm::Value* address = nullptr;
    llvm::Type* type = nullptr;
    if (auto* l = llvm::dyn_cast<llvm::LoadInst>(&i)) address = l->getPointerOperand(), type = l->getType();
    if (auto* s = llvm::dyn_cast<llvm::StoreInst>(&i))
      address = s->getPointerOperand(), type = s->getValueOperand()->getType();
    if (auto* r = llvm::dyn_cast<llvm::AtomicRMWInst>(&i))
      address = r->getPointerOperand(), type = r->getValOperand()->getType();
    if (auto* c = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&i))
      address = c->getPointerOperand(), type = c->getNewValOperand()->getType();
    uint64_t bytes = module_.getDataLayout().getTypeStoreSize(type).getFixedValue();
    llvm::Instruction* loud = nullptr;
    llvm::PHINode* told = step_on(lane, i, event, loud);
    llvm::IRBuilder<> b(loud);
    b.CreateCall(function("heddle_before", void_, {number_, pointer_, size_}),
                 {number(event), address, llvm::ConstantInt::get(size_, bytes)});
    b.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(told, i.getNextNode(), false));
    b.SetCurrentDebugLocation(i.getDebugLoc());
    b.CreateCall(function("heddle_after", void_, {number_}), {number(event)});
  }

  // An operation that returns 0 where it is left out.
  void operation(llvm::CallInst& c, uint32_t event, llvm::Value* lane) {
    llvm::Instruction* loud = nullptr;
    llvm::PHINode* told = step_on(lane, c, event, loud);
    llvm::PHINode* result = llvm::PHINode::Create(c.getType(), 2, "", told->getIterator());
    c.replaceAllUsesWith(result);
    c.moveBefore(loud);
    for (unsigned k = 0; k < 2; ++k) {
      llvm::BasicBlock* from = told->getIncomingBlock(k);
      llvm::Value* left_out = llvm::Constant::getNullValue(c.getType());
      result->addIncoming(from == c.getParent() ? &c : left_out, from);
    }
    told->eraseFromParent();
  }

  void end_of_variables(llvm::Instruction& i, uint32_t event) {
    llvm::Instruction* at = &i;
    while (at->getPrevNode() && at->getPrevNode()->hasMetadata(kAfterMain)) at = at->getPrevNode();
    llvm::IRBuilder<> b(at);
    llvm::Value* nowhere = llvm::ConstantPointerNull::get(llvm::cast<llvm::PointerType>(pointer_));
    b.CreateCall(function("heddle_before", void_, {number_, pointer_, size_}),
                 {number(event), nowhere, llvm::ConstantInt::get(size_, 0)});
    b.CreateCall(function("heddle_after", void_, {number_}), {number(event)});
  }

  void block(llvm::MemIntrinsic& i, uint32_t event, bool through_temporary) {
    llvm::IRBuilder<> b(&i);
    llvm::Value* size = b.CreateZExtOrTrunc(i.getLength(), size_);
    if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&i)) {
      llvm::FunctionCallee f = function("heddle_copy", pointer_, {number_, pointer_, pointer_, size_});
      if (through_temporary) {
        llvm::Value* stack = b.CreateStackSave();
        llvm::Value* between = b.CreateAlloca(b.getInt8Ty(), size);
        b.CreateCall(f, {number(event), between, copy->getSource(), size});
        b.CreateCall(f, {number(event), copy->getDest(), between, size});
        b.CreateStackRestore(stack);
      } else {
        b.CreateCall(f, {number(event), copy->getDest(), copy->getSource(), size});
      }
    } else {
      auto& fill = llvm::cast<llvm::MemSetInst>(i);
      b.CreateCall(function("heddle_fill", pointer_, {number_, pointer_, number_, size_}),
                   {number(event), fill.getDest(), b.CreateZExt(fill.getValue(), number_), size});
    }
    i.eraseFromParent();
  }

 private:
  llvm::ConstantInt* number(uint32_t n) { return llvm::ConstantInt::get(llvm::cast<llvm::IntegerType>(number_), n); }
  llvm::FunctionCallee function(const char* name, llvm::Type* result, llvm::ArrayRef<llvm::Type*> parameters) {
    return module_.getOrInsertFunction(name, llvm::FunctionType::get(result, parameters, false));
  }
  llvm::Module& module_;
  llvm::LLVMContext& context_;
  llvm::Type *void_, *pointer_, *number_;
  llvm::IntegerType* size_;
};

}  // namespace

llvm::GlobalVariable& run_time_flag(llvm::Module& module, const char* name) {
  return *llvm::cast<llvm::GlobalVariable>(module.getOrInsertGlobal(name, llvm::Type::getInt32Ty(module.getContext())));
}

namespace {

// Of the function, or of a block in it.
bool ends_variables(const llvm::Instruction& i) {
  auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
  return llvm::isa<llvm::ReturnInst>(i) ||
         (intrinsic && (intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_end ||
                        intrinsic->getIntrinsicID() == llvm::Intrinsic::stackrestore));
}

using Found = std::vector<std::pair<llvm::Instruction*, Place>>;

Found places_in(llvm::Function& f, const Places& places) {
  Found found;
  for (llvm::BasicBlock& block : f)
    for (llvm::Instruction& i : block) {
      auto p = places.find(frontend::event_id(i));
      if (p == places.end()) continue;
      bool access = (ends_variables(i) ||
                     llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(i)) &&
                    p->second.access;
      if (access || (llvm::isa<llvm::MemIntrinsic>(i) && (p->second.copies || p->second.fill)))
        found.emplace_back(&i, p->second);
    }
  return found;
}

// Those that a schedule may make needless (schedule/events.h), with their events.
std::vector<std::pair<llvm::CallInst*, uint32_t>> locks_in(llvm::Function& f) {
  static const std::set<llvm::StringRef> names = {"heddle_MutexLock", "heddle_MutexUnlock", "heddle_SpinLock",
                                                  "heddle_SpinUnlock"};
  std::vector<std::pair<llvm::CallInst*, uint32_t>> found;
  for (llvm::BasicBlock& block : f)
    for (llvm::Instruction& i : block) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
      llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || !names.count(callee->getName())) continue;
      if (auto* event = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0)))
        found.emplace_back(call, static_cast<uint32_t>(event->getZExtValue()));
    }
  return found;
}

// if (heddle_mode) return controlled(all arguments);
void choose_at_entry(llvm::Function& f, llvm::Function& controlled) {
  llvm::LLVMContext& context = f.getContext();
  llvm::Instruction* first = &*f.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  llvm::IRBuilder<> b(first);
  llvm::LoadInst* mode = b.CreateLoad(b.getInt32Ty(), &run_time_flag(*f.getParent(), "heddle_mode"));
  mode->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context, {}));
  llvm::MDNode* unlikely = llvm::MDBuilder(context).createBranchWeights(1, 100000);
  llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(b.CreateICmpNE(mode, b.getInt32(0)), first, true, unlikely);
  b.SetInsertPoint(then);
  if (llvm::DISubprogram* s = f.getSubprogram())
    b.SetCurrentDebugLocation(llvm::DILocation::get(context, s->getLine(), 0, s));
  std::vector<llvm::Value*> arguments;
  for (llvm::Argument& a : f.args()) arguments.push_back(&a);
  llvm::CallInst* call = b.CreateCall(&controlled, arguments);
  call->setCallingConv(f.getCallingConv());
  llvm::AttributeList own = f.getAttributes();
  std::vector<llvm::AttributeSet> of_arguments;
  for (unsigned k = 0; k < f.arg_size(); ++k) of_arguments.push_back(own.getParamAttrs(k));
  call->setAttributes(llvm::AttributeList::get(context, {}, own.getRetAttrs(), of_arguments));
  if (f.isVarArg()) call->setTailCallKind(llvm::CallInst::TCK_MustTail);
  f.getReturnType()->isVoidTy() ? b.CreateRetVoid() : b.CreateRet(call);
  then->eraseFromParent();
}

}  // namespace

void announce_accesses(llvm::Module& module, const Places& places) {
  std::vector<llvm::Function*> functions;
  for (llvm::Function& f : module)
    if (!f.isDeclaration() && !places_in(f, places).empty()) functions.push_back(&f);
  Announcer announcer(module);
  for (llvm::Function* f : functions) {
    llvm::ValueToValueMapTy map;
    llvm::Function* controlled = llvm::CloneFunction(f, map);
    controlled->setName(f->getName() + ".controlled");
    controlled->setLinkage(llvm::GlobalValue::InternalLinkage);
    controlled->setComdat(nullptr);
    llvm::Value* lane = announcer.lane_in(*controlled);
    for (auto& [call, event] : locks_in(*controlled)) announcer.operation(*call, event, lane);
    for (auto& [i, place] : places_in(*controlled, places)) {
      uint32_t event = frontend::event_id(*i);
      if (auto* b = llvm::dyn_cast<llvm::MemIntrinsic>(i))
        announcer.block(*b, event, place.copies > 1);
      else if (ends_variables(*i))
        announcer.end_of_variables(*i, event);
      else
        announcer.access(*i, event, lane);
    }
    choose_at_entry(*f, *controlled);
  }
}

}  // namespace heddle::instrument
