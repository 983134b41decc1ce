// SPDX-License-Identifier: GPL-3.0-or-later
// One module from all files, then the library models that are needed: the closure of what the user's code declares but
// does not define. A function the user defines himself wins over ours; the rest of the library is left out, so that it
// costs nothing and never shows up in an answer.
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "base/check.h"
#include "frontend/bitcode.h"
#include "frontend/compile.h"
#include "frontend/library_bitcode.h"

namespace heddle::frontend {
namespace {

constexpr const char *kLibraryMark = "heddle-library", *kOrdinaryMark = "heddle-ordinary";
using ModulePtr = std::unique_ptr<llvm::Module>;

// Linker messages become the text of our error, never output of their own.
struct CollectDiagnostics : llvm::DiagnosticHandler {
  explicit CollectDiagnostics(std::string& text) : text_(text) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() != llvm::DS_Error) return true;
    llvm::raw_string_ostream stream(text_);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    return true;
  }
  std::string& text_;
};

ModulePtr parse(llvm::MemoryBufferRef buffer, llvm::LLVMContext& context, const std::string& name) {
  auto module = llvm::parseBitcodeFile(buffer, context);
  if (!module)
    throw InputError(name + ": clang-19 wrote no bitcode that LLVM can read (" + llvm::toString(module.takeError()) +
                     "); a flag after `--` may have asked clang for something else: leave it out");
  return std::move(*module);
}

ModulePtr compile_and_parse(const std::string& file, const std::vector<std::string>& own_flags, const CompileJob& job,
                            llvm::LLVMContext& context) {
  std::string bitcode = compile_to_bitcode(file, own_flags, job);
  ModulePtr module = parse(llvm::MemoryBufferRef(bitcode, file), context, file);
  if (module->getDataLayout().getPointerSizeInBits() != (job.ilp32 ? 32u : 64u))
    throw InputError(file + ": a flag after `--` changes the data model; use --data-model ilp32|lp64 instead");
  if (!module->getModuleInlineAsm().empty())
    throw InputError(file + ": assembly outside of functions is not supported; write it in C");
  for (llvm::Function& f : *module)  // C99 `inline`: a definition unless another file has the real one
    if (f.hasAvailableExternallyLinkage()) f.setLinkage(llvm::GlobalValue::LinkOnceODRLinkage);
  return module;
}

void refuse_second_definitions(const llvm::Module& module, const std::string& file,
                               std::map<std::string, std::string>& defined_in) {
  for (const llvm::GlobalValue& v : module.global_values()) {
    if (v.isDeclaration() || v.hasLocalLinkage() || v.hasAppendingLinkage() || v.isWeakForLinker()) continue;
    auto [where, fresh] = defined_in.emplace(v.getName().str(), file);
    if (!fresh)
      throw InputError(file + ": `" + where->first + "` is defined in " + where->second +
                       " already; define it in one file and declare it `extern` (or make it `static`) in the other");
  }
}

// Bodies of functions are read when somebody needs them: a program needs a few of hundreds.
ModulePtr open_library(bool ilp32, llvm::LLVMContext& context) {
  const char* begin = ilp32 ? heddle_library_32_begin : heddle_library_64_begin;
  const char* end = ilp32 ? heddle_library_32_end : heddle_library_64_end;
  llvm::StringRef bytes(begin, static_cast<size_t>(end - begin));
  ModulePtr library =
      llvm::cantFail(llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, "library models"), context, false, false));
  llvm::cantFail(library->materializeMetadata());
  return library;
}

std::string read_whole(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string content(std::istreambuf_iterator<char>(in), {});
  if (!in) throw InputError(file + ": cannot read this file");
  return content;
}

// A function of a model stands for the one of the same name in the program.
void take_models(std::vector<ModulePtr>& modules, size_t first_model) {
  for (size_t m = first_model; m < modules.size(); ++m)
    for (const llvm::Function& model : *modules[m]) {
      if (model.isDeclaration() || model.hasLocalLinkage()) continue;
      if (model.getName() == "main") throw InputError("a file given with --model may not define main");
      for (size_t k = 0; k < first_model; ++k)
        if (llvm::Function* theirs = modules[k]->getFunction(model.getName()); theirs && !theirs->isDeclaration()) {
          theirs->deleteBody();
          theirs->setLinkage(llvm::GlobalValue::ExternalLinkage);
          theirs->setComdat(nullptr);
        }
    }
}

ModulePtr link_user_files(llvm::LLVMContext& context, const CompileJob& job, std::string& diagnostics) {
  std::vector<ModulePtr> modules;
  std::vector<std::string> files = job.files;
  files.insert(files.end(), job.models.begin(), job.models.end());
  HEDDLE_CHECK(job.file_flags.empty() || job.file_flags.size() == job.files.size())
      << "flags of every file, or of none";
  for (size_t i = 0; i < files.size(); ++i)
    modules.push_back(compile_and_parse(
        files[i], i < job.file_flags.size() ? job.file_flags[i] : std::vector<std::string>{}, job, context));
  take_models(modules, job.files.size());
  std::map<std::string, std::string> defined_in;
  for (size_t i = 0; i < modules.size(); ++i) refuse_second_definitions(*modules[i], files[i], defined_in);
  ModulePtr all = std::move(modules[0]);
  for (size_t i = 1; i < modules.size(); ++i) {
    if (all->getTargetTriple() != modules[i]->getTargetTriple() || all->getDataLayout() != modules[i]->getDataLayout())
      throw InputError(files[i] + ": compiled for " + modules[i]->getTargetTriple() + ", the other files for " +
                       all->getTargetTriple());
    if (llvm::Linker::linkModules(*all, std::move(modules[i])))
      throw InputError(files[i] + ": does not link with the other files: " + diagnostics);
  }
  return all;
}

// What the user's module needs of the library, directly and through other library functions.
class NeededParts {
 public:
  NeededParts(const llvm::Module& user, llvm::Module& library) : user_(user) {
    for (const llvm::GlobalValue& v : user.global_values())
      if (v.isDeclaration()) need(library.getNamedValue(v.getName()));
    while (!work_.empty()) {
      llvm::GlobalValue* v = work_.back();
      work_.pop_back();
      llvm::cantFail(v->materialize());
      visit(*v);
    }
  }
  bool has(const llvm::GlobalValue* v) const { return needed_.count(v) != 0; }

 private:
  void need(llvm::GlobalValue* v) {
    if (!v || v->isDeclaration()) return;
    const llvm::GlobalValue* theirs = v->hasLocalLinkage() ? nullptr : user_.getNamedValue(v->getName());
    if (theirs && !theirs->isDeclaration() && !theirs->hasLocalLinkage()) return;
    if (!needed_.insert(v).second) return;
    work_.push_back(v);
  }
  void visit(llvm::GlobalValue& v) {
    if (auto* f = llvm::dyn_cast<llvm::Function>(&v)) {
      for (llvm::BasicBlock& block : *f)
        for (llvm::Instruction& i : block)
          for (llvm::Value* operand : i.operands()) reach(operand);
    } else if (auto* g = llvm::dyn_cast<llvm::GlobalVariable>(&v)) {
      reach(g->getInitializer());
    } else if (auto* a = llvm::dyn_cast<llvm::GlobalAlias>(&v)) {
      reach(a->getAliasee());
    }
  }
  void reach(llvm::Value* v) {
    if (auto* g = llvm::dyn_cast<llvm::GlobalValue>(v)) return need(g);
    if (auto* c = llvm::dyn_cast<llvm::Constant>(v))
      for (llvm::Value* operand : c->operands()) reach(operand);
  }

  const llvm::Module& user_;
  std::set<const llvm::GlobalValue*> needed_;
  std::vector<llvm::GlobalValue*> work_;
};

void erase_unused_declarations(llvm::Module& module) {
  for (llvm::Function& f : llvm::make_early_inc_range(module))
    if (f.isDeclaration() && f.use_empty()) f.eraseFromParent();
  for (llvm::GlobalVariable& v : llvm::make_early_inc_range(module.globals()))
    if (v.isDeclaration() && v.use_empty()) v.eraseFromParent();
}

void mark_as_library(llvm::Module& module) {
  for (llvm::Function& f : module)
    if (!f.isDeclaration()) f.addFnAttr(kLibraryMark);
  for (llvm::GlobalVariable& v : module.globals()) v.addAttribute(kLibraryMark);
}

void link_library(llvm::Module& user, llvm::Module& library, std::string& diagnostics) {
  NeededParts needed(user, library);
  llvm::ValueToValueMapTy map;
  ModulePtr part = llvm::CloneModule(library, map, [&](const llvm::GlobalValue* v) { return needed.has(v); });
  erase_unused_declarations(*part);
  mark_as_library(*part);
  part->setTargetTriple(user.getTargetTriple());
  HEDDLE_CHECK(part->getDataLayout() == user.getDataLayout())
      << "the library models have the data layout of the user's code";
  bool failed = llvm::Linker::linkModules(user, std::move(part));
  if (failed)
    throw InputError("a flag after `--` makes code that does not fit the C library: " + diagnostics +
                     "; leave that flag out");
}

}  // namespace

std::string source_name(const llvm::Function& f) {
  if (const llvm::DISubprogram* s = f.isDeclaration() ? nullptr : f.getSubprogram()) return s->getName().str();
  llvm::StringRef name = f.getName();
  name.consume_front("\1");  // written by an asm label
  return name.str();
}

bool is_ordinary(const llvm::Function& f) {
  static const std::set<std::string> names = {"reach_error", "__VERIFIER_error", "__VERIFIER_assume",
                                              "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end"};
  return !f.isDeclaration() && (f.hasFnAttribute(kOrdinaryMark) || !names.count(source_name(f)));
}
void make_ordinary(llvm::Function& f) { f.addFnAttr(kOrdinaryMark); }

void mark_as_library(llvm::Function& f) { f.addFnAttr(kLibraryMark); }
bool from_library(const llvm::Function& f) { return f.hasFnAttribute(kLibraryMark); }
bool from_library(const llvm::GlobalVariable& v) { return v.hasAttribute(kLibraryMark); }

ModulePtr linked_module(llvm::LLVMContext& context, const CompileJob& job) {
  if (job.files.empty()) throw InputError("no input file; give at least one C file");
  std::string diagnostics;
  context.setDiagnosticHandler(std::make_unique<CollectDiagnostics>(diagnostics));
  ModulePtr library = open_library(job.ilp32, context);
  ModulePtr module = link_user_files(context, job, diagnostics);
  choose_start(*module, job);
  take_locks(*module, job);
  mark_lifetimes(*module);
  look_at_arguments(*module);
  read_times(*module);
  give_arguments(*module, job);
  if (!job.standard_input.empty()) give_standard_input(*module, read_whole(job.standard_input));
  translate_assembly(*module);
  name_mathematics(*module);
  split_wide_integers(*module);
  run_functions_at_exit(*module);
  const bool cancels = make_cancellable(*module, job.malloc_may_fail || !job.reach.empty());
  watch_places(*module, job.reach);
  if (leaves_out_locks(job)) leave_out_locks(*module);
  if (job.malloc_may_fail) let_calls_fail(*module);
  use_known_formats(*module);
  align_blocks(*module);
  number_environment_variables(*module);
  link_library(*module, *library, diagnostics);
  if (!cancels) expect_no_requests(*module);
  make_harmless(*module, job.harmless);
  context.setDiagnosticHandler(std::make_unique<llvm::DiagnosticHandler>());
  assign_event_ids(*module);
  return module;
}

}  // namespace heddle::frontend
