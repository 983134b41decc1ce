// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments of main. With `check --args` they are constants of the program. Without it they come from library
// models (library/arguments.c): any number, any text. How exactly the models are asked depends on what the program does
// with argv. Where it only hands the texts on to functions that read a number or print (atoi, printf), a text is a name
// without content, its number is an input, and nothing is left out. Where it looks at characters, texts of up to eight
// characters are inputs and longer ones end in an answer `unknown`.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/check.h"
#include "frontend/bitcode.h"

namespace heddle::frontend {
namespace {

// These read a number from the text that is their first argument.
const std::set<std::string> kNumberReaders = {"atoi",
                                              "atol",
                                              "atoll",
                                              "atof",
                                              "strtol",
                                              "strtoll",
                                              "strtoul",
                                              "strtoull",
                                              "strtod",
                                              "strtof",
                                              "strtoimax",
                                              "strtoumax",
                                              "__isoc23_strtoimax",
                                              "__isoc23_strtoumax",
                                              "__isoc23_strtol",
                                              "__isoc23_strtoll",
                                              "__isoc23_strtoul",
                                              "__isoc23_strtoull"};
// These have another model where a text may be a name without content.
const std::set<std::string> kReaders = {"__heddle_look_at_string", "__heddle_look_at_string_if_any",
                                        "__heddle_look_at_most"};
// The model of these does not look at the name of the file or of the variable.
const std::set<std::string> kNameTakers = {"fopen", "open",   "open64", "fopen64", "creat",   "stat", "stat64",
                                           "lstat", "access", "unlink", "remove",  "opendir", "ftw",  "freopen"};
// These give texts without content.
const std::vector<const char*> kTextGivers = {"getenv",       "strerror",  "strerror_r",  "strsignal",
                                              "gai_strerror", "setlocale", "ctime",       "asctime",
                                              "localtime",    "gmtime",    "localtime_r", "gmtime_r"};
// Printers and where their format is: behind it a text is only handed on. -1: the text itself is the first argument.
const std::map<std::string, int> kPrinters = {{"printf", 0},        {"fprintf", 1}, {"dprintf", 1}, {"__printf_chk", 1},
                                              {"__fprintf_chk", 2}, {"syslog", 1},  {"warn", 0},    {"warnx", 0},
                                              {"err", 1},           {"errx", 1},    {"puts", -1},   {"fputs", -1},
                                              {"perror", -1}};

// What the program does with argv and the texts in it, as far as its variables tell.
class Uses {
 public:
  explicit Uses(llvm::Argument& argv) {
    vector(&argv);
    while (!todo_.empty()) {
      auto [v, kind] = todo_.back();
      todo_.pop_back();
      for (llvm::Use& u : v->uses()) kind == Vector ? of_vector(u) : of_text(u);
    }
  }
  bool looks_at_vector = false;  // does more than keep it in a variable
  bool looks_at_text = false;
  bool any_index = false;
  uint64_t last_index = 0;

 private:
  enum Kind { Vector, Text };

  void vector(llvm::Value* v) { add(v, Vector); }
  void text(llvm::Value* v) { add(v, Text); }
  void add(llvm::Value* v, Kind kind) {
    if (seen_.insert({v, kind}).second) todo_.push_back({v, kind});
  }
  void escapes() { looks_at_text = any_index = true; }

  // Loads from a variable that holds such a pointer give such a pointer.
  void variable(llvm::Value* where, Kind kind) {
    llvm::Value* v = where->stripPointerCasts();
    auto* global = llvm::dyn_cast<llvm::GlobalVariable>(v);
    if (!llvm::isa<llvm::AllocaInst>(v) && !(global && global->getValueType()->isPointerTy())) return escapes();
    for (llvm::User* user : v->users()) {
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user))
        add(load, kind);
      else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user); store && store->getPointerOperand() == v)
        continue;
      else if (!llvm::isa<llvm::IntrinsicInst>(user))
        return escapes();
    }
  }

  bool of_both(llvm::Use& u, Kind kind) {
    llvm::User* user = u.getUser();
    if (llvm::isa<llvm::ICmpInst>(user) || llvm::isa<llvm::DbgInfoIntrinsic>(user)) return true;
    if (llvm::isa<llvm::PHINode>(user) || llvm::isa<llvm::SelectInst>(user)) {
      add(user, kind);
      return true;
    }
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user); store && store->getValueOperand() == u.get()) {
      variable(store->getPointerOperand(), kind);
      return true;
    }
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    auto* callee = call ? llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCasts()) : nullptr;
    if (!callee || callee->isDeclaration() || from_library(*callee) || !call->isArgOperand(&u)) return false;
    unsigned at = call->getArgOperandNo(&u);
    if (at >= callee->arg_size()) return false;
    add(callee->getArg(at), kind);
    return true;
  }

  void of_vector(llvm::Use& u) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(u.getUser());
    looks_at_vector |=
        !llvm::isa<llvm::DbgInfoIntrinsic>(u.getUser()) && !(store && store->getValueOperand() == u.get());
    if (offset_[u.get()] != 0 && !llvm::isa<llvm::LoadInst>(u.getUser()) && !llvm::isa<llvm::ICmpInst>(u.getUser()) &&
        !llvm::isa<llvm::GEPOperator>(u.getUser()))
      any_index = true;
    if (store && store->getPointerOperand() == u.get()) return escapes();  // argv[1] = ...
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(u.getUser())) {
      if (!load->getType()->isPointerTy()) return escapes();
      last_index = std::max(last_index, offset_[u.get()]);
      return text(load);
    }
    if (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(u.getUser())) {
      auto* index = gep->getNumIndices() == 1 ? llvm::dyn_cast<llvm::ConstantInt>(gep->getOperand(1)) : nullptr;
      const bool pointers = gep->getSourceElementType()->isPointerTy();
      if (!index || !pointers || index->getSExtValue() < 0 || index->getSExtValue() > 1000)
        any_index = true;
      else
        offset_[gep] = offset_[u.get()] + static_cast<uint64_t>(index->getSExtValue());
      return vector(gep);
    }
    if (!of_both(u, Vector)) escapes();
  }

  void of_text(llvm::Use& u) {
    if (of_both(u, Text)) return;
    auto* call = llvm::dyn_cast<llvm::CallInst>(u.getUser());
    auto* callee = call ? llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCasts()) : nullptr;
    if (callee && call->isArgOperand(&u)) {
      const std::string name = source_name(*callee);
      const int at = static_cast<int>(call->getArgOperandNo(&u));
      if (at == 0 && (kNumberReaders.count(name) || kNameTakers.count(name))) return;
      if (kReaders.count(name)) return;
      auto printer = kPrinters.find(name);
      if (printer != kPrinters.end() && (printer->second < 0 ? at == 0 : at > printer->second)) return;
    }
    looks_at_text = true;
  }

  std::vector<std::pair<llvm::Value*, Kind>> todo_;
  std::set<std::pair<llvm::Value*, Kind>> seen_;
  std::map<llvm::Value*, uint64_t> offset_;  // of a pointer into argv, where it is known
};

std::string program_name(const CompileJob& job) {
  return "./" + std::filesystem::path(job.files.front()).stem().string();
}

llvm::GlobalVariable* text_constant(llvm::Module& module, const std::string& text, const std::string& name) {
  llvm::Constant* bytes = llvm::ConstantDataArray::getString(module.getContext(), text);
  return new llvm::GlobalVariable(module, bytes->getType(), false, llvm::GlobalValue::InternalLinkage, bytes, name);
}

// argv as it is given with --args: texts and the vector of them may be written.
llvm::GlobalVariable* given_arguments(llvm::Module& module, const CompileJob& job) {
  std::vector<llvm::Constant*> entries{text_constant(module, program_name(job), "argv[0]")};
  for (const std::string& word : *job.arguments)
    entries.push_back(text_constant(module, word, "argv[" + std::to_string(entries.size()) + "]"));
  auto* pointer = llvm::PointerType::get(module.getContext(), 0);
  entries.push_back(llvm::ConstantPointerNull::get(pointer));
  auto* type = llvm::ArrayType::get(pointer, entries.size());
  return new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage,
                                  llvm::ConstantArray::get(type, entries), "argv");
}

// Where texts without content may come along, the functions that read them have another model.
void let_readers_know(llvm::Module& module) {
  for (const std::set<std::string>* names : {&kNumberReaders, &kReaders})
    for (const std::string& name : *names) {
      llvm::Function* f = module.getFunction(name);
      if (!f || !f->isDeclaration()) continue;
      llvm::FunctionCallee other = module.getOrInsertFunction(outside_name(name), f->getFunctionType());
      f->replaceAllUsesWith(other.getCallee());
      f->eraseFromParent();
    }
}

}  // namespace

std::string outside_name(const std::string& function) {
  const std::string ours = "__heddle_";
  return ours + "outside_" + (function.rfind(ours, 0) == 0 ? function.substr(ours.size()) : function);
}

void give_arguments(llvm::Module& module, const CompileJob& job) {
  llvm::Function& main = *module.getFunction("main");
  const bool reads_environment = std::any_of(kTextGivers.begin(), kTextGivers.end(),
                                             [&](const char* name) { return module.getFunction(name) != nullptr; });
  llvm::Argument* count = main.arg_size() > 0 ? main.getArg(0) : nullptr;
  llvm::Argument* vector = main.arg_size() > 1 ? main.getArg(1) : nullptr;
  const bool plain = count && vector && count->getType()->isIntegerTy() && vector->getType()->isPointerTy();
  if (job.arguments && !main.use_empty())
    throw InputError("--args: the program calls main itself, which is not supported together");
  if (!plain || (!job.arguments && (!Uses(*vector).looks_at_vector || !main.use_empty()))) {
    if (job.arguments && count && count->getType()->isIntegerTy())
      count->replaceAllUsesWith(llvm::ConstantInt::get(count->getType(), job.arguments->size() + 1));
    if (reads_environment) let_readers_know(module);
    return;
  }
  if (job.arguments) {
    count->replaceAllUsesWith(llvm::ConstantInt::get(count->getType(), job.arguments->size() + 1));
    vector->replaceAllUsesWith(given_arguments(module, job));
    if (reads_environment) let_readers_know(module);
    return;
  }
  const Uses uses(*vector);
  let_readers_know(module);
  llvm::IRBuilder<> b(&*main.getEntryBlock().getFirstInsertionPt());
  if (llvm::DISubprogram* s = main.getSubprogram())
    b.SetCurrentDebugLocation(llvm::DILocation::get(module.getContext(), s->getLine(), 0, s));
  std::vector<llvm::Use*> counts, vectors;
  for (llvm::Use& u : count->uses()) counts.push_back(&u);
  for (llvm::Use& u : vector->uses()) vectors.push_back(&u);
  auto* pointer = llvm::PointerType::get(module.getContext(), 0);
  llvm::Type* number = b.getInt32Ty();
  llvm::Value* n =
      b.CreateCall(module.getOrInsertFunction(kArgumentCount, llvm::FunctionType::get(number, {number}, false)),
                   {b.CreateIntCast(count, number, true)});
  llvm::FunctionType* type =
      llvm::FunctionType::get(pointer, {pointer, number, pointer, number, number, number}, false);
  llvm::Value* v = b.CreateCall(module.getOrInsertFunction(kArgumentVector, type),
                                {vector, n, text_constant(module, program_name(job), "argv[0]"),
                                 b.getInt32(static_cast<uint32_t>(std::min<uint64_t>(uses.last_index, 1000))),
                                 b.getInt32(uses.any_index), b.getInt32(uses.looks_at_text)});
  llvm::Value* fits = b.CreateIntCast(n, count->getType(), true);
  for (llvm::Use* u : counts) u->set(fits);
  for (llvm::Use* u : vectors) u->set(v);
}

void give_standard_input(llvm::Module& module, const std::string& content) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Constant* bytes = llvm::ConstantDataArray::getString(context, content);
  new llvm::GlobalVariable(module, bytes->getType(), true, llvm::GlobalValue::ExternalLinkage, bytes,
                           "__heddle_given_input");
  llvm::Type* size = module.getDataLayout().getIntPtrType(context);
  new llvm::GlobalVariable(module, size, true, llvm::GlobalValue::ExternalLinkage,
                           llvm::ConstantInt::get(size, content.size()), "__heddle_given_size");
}

}  // namespace heddle::frontend
