// SPDX-License-Identifier: GPL-3.0-or-later
// Calls. A function with a body is called; some names are synchronisation operations, inputs or the end of the
// execution; anything else is Unmodelled and named in the output. Old C calls functions with other arguments than they
// take: widths are adapted, missing arguments are undefined values.
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <set>

#include "base/check.h"
#include "frontend/bitcode.h"
#include "frontend/block_types.h"
#include "frontend/function_builder.h"
#include "frontend/known_functions.h"
#include "model/control_flow.h"
#include "model/library_names.h"

namespace heddle::frontend {
namespace {

const llvm::Function* called_function(const llvm::CallBase& i) {
  const llvm::Value* callee = i.getCalledOperand()->stripPointerCasts();
  if (auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(callee)) callee = alias->getAliaseeObject();
  return llvm::dyn_cast_if_present<llvm::Function>(callee);
}

// asm("" : "+r"(x)) only hides x from the optimiser: the argument that is tied to its one output, or -1.
int passed_through(const llvm::InlineAsm& code) {
  llvm::InlineAsm::ConstraintInfoVector all = code.ParseConstraints();
  if (all.empty() || all[0].Type != llvm::InlineAsm::isOutput || all[0].isIndirect || !all[0].hasMatchingInput())
    return -1;
  int argument = 0;
  for (size_t k = 1; k < all.size(); ++k) {
    if (static_cast<int>(k) == all[0].MatchingInput) return argument;
    if (all[k].Type == llvm::InlineAsm::isInput || all[k].isIndirect) ++argument;
  }
  return -1;
}

std::string literal(const llvm::Value* v) {
  auto* g = llvm::dyn_cast<llvm::GlobalVariable>(v->stripPointerCasts());
  auto* data = g && g->hasInitializer() ? llvm::dyn_cast<llvm::ConstantDataSequential>(g->getInitializer()) : nullptr;
  return data && data->isCString() ? data->getAsCString().str() : "";
}

// Where a library model gives up it calls a function whose name says why; users see the words.
std::string name_without_model(const std::string& name) {
  const std::string ours = "__heddle_";
  if (name.rfind(ours, 0) != 0) return name;
  std::string words = name.substr(ours.size());
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

bool is_allocation(Builtin b) { return b == Builtin::Malloc || b == Builtin::Calloc || b == Builtin::Realloc; }
bool takes_pointer_width_only(Builtin b) { return is_allocation(b) || b == Builtin::Free; }

uint64_t all_ones(unsigned width) { return width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1; }

}  // namespace

void FunctionBuilder::convert_call(const llvm::CallBase& i) {
  if (i.isInlineAsm()) return convert_asm(i);
  if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&i)) return convert_intrinsic(*intrinsic);
  if (!llvm::isa<llvm::CallInst>(i)) refuse("exceptions are not supported");
  const llvm::Function* callee = called_function(i);
  if (!callee) return call_pointer(i);
  std::string name = source_name(*callee);
  if (name.rfind(kUndefPrefix, 0) == 0) return;
  if (is_ordinary(*callee)) return call_defined(i, *callee);
  NamedCall c;
  c.name = name;
  c.args = arguments(i);
  c.call = &i;
  c.noreturn = i.doesNotReturn();
  if (!i.use_empty() || names_.of(&i)) {
    if (owner_.leaves(i.getType(), pos_).size() != 1)
      refuse("`" + name + "` returns a struct but is not defined; define it in one of the files");
    c.result = local_of(&i);
    c.result_width = made_.locals[c.result].width;
  }
  call_named(c);
}

FunctionBuilder::Parts FunctionBuilder::arguments(const llvm::CallBase& i) {
  Parts all;
  for (const llvm::Use& a : i.args())
    for (ExprId e : parts(a)) all.push_back(e);
  return all;
}

void FunctionBuilder::call_defined(const llvm::CallBase& i, const llvm::Function& callee) {
  Signature wanted = owner_.signature(callee.getFunctionType(), pos_);
  std::vector<Leaf> result = owner_.leaves(i.getType(), pos_);
  bool fits =
      result.size() == wanted.result.size() || (result.size() <= 1 && wanted.result.size() <= 1) || result.empty();
  if (!fits)
    refuse("`" + source_name(callee) + "` is called as if it returned something else; declare it before the call");
  Instr call = instruction(InstrKind::Call);
  call.callee = owner_.procedure(callee);
  Parts given = arguments(i);
  ExprId object = model::kNoExpr;
  if (wanted.hidden_result()) {
    object = hidden_object(wanted.result.back().offset + (wanted.result.back().width + 7) / 8, "");
    given.insert(given.begin(), object);
  }
  for (size_t k = 0; k < wanted.params.size(); ++k)
    call.args.push_back(k < given.size() ? x_.resize(given[k], wanted.params[k]) : x_.undef(wanted.params[k]));
  if (callee.isVarArg()) call.args.push_back(unnamed_arguments(i, callee.getFunctionType()->getNumParams()));
  bool used = !i.use_empty() || names_.of(&i);
  unsigned returned = wanted.return_width();
  if (used && result.size() == 1 && returned == result[0].width)
    call.dst = local_of(&i);
  else if (used && result.size() == 1 && returned != 0)
    call.dst = new_local(returned);
  LocalId got = call.dst;
  note_block(call, i);
  emit(std::move(call));
  if (!used) return;
  if (wanted.hidden_result()) return fetch_hidden_result(i, object, wanted.result);
  if (result.size() == 1 && returned == 0)
    assign(local_of(&i), x_.undef(result[0].width));
  else if (result.size() == 1 && returned != result[0].width)
    assign(local_of(&i), x_.resize(x_.local(got, returned), result[0].width));
}

// If the result leads to a new block, the caller may know what it is for.
void FunctionBuilder::note_block(const Instr& call, const llvm::CallBase& i) {
  if (call.dst == model::kNoLocal) return;
  if (const llvm::DIType* pointer = pointer_to_block(i, names_, owner_.layout()))
    made_.locals[call.dst].type = owner_.debug().pointer_to_block(pointer);
}

void FunctionBuilder::fetch_hidden_result(const llvm::CallBase& i, ExprId object, const std::vector<Leaf>& leaves) {
  std::vector<LocalId> mine = locals_of(&i);
  for (size_t k = 0; k < mine.size(); ++k) load(mine[k], x_.offset(object, leaves[k].offset), leaves[k].width);
}

void FunctionBuilder::call_pointer(const llvm::CallBase& i) {
  Signature s = owner_.signature(i.getFunctionType(), pos_);
  Instr call = instruction(InstrKind::CallPointer);
  call.a = value(i.getCalledOperand());
  call.args = arguments(i);
  if (i.getFunctionType()->isVarArg()) {  // a callee without unnamed arguments does not look at the last one
    call.args.resize(s.params.size() - (s.hidden_result() ? 1 : 0));
    call.args.push_back(unnamed_arguments(i, i.getFunctionType()->getNumParams()));
  }
  ExprId object = model::kNoExpr;
  if (s.hidden_result()) {
    object = hidden_object(s.result.back().offset + (s.result.back().width + 7) / 8, "");
    call.args.insert(call.args.begin(), object);
  }
  bool used = !i.use_empty() || names_.of(&i);
  if (used && s.result.size() == 1) call.dst = local_of(&i);
  note_block(call, i);
  emit(std::move(call));
  if (used && s.hidden_result()) fetch_hidden_result(i, object, s.result);
}

void FunctionBuilder::convert_asm(const llvm::CallBase& i) {
  auto* code = llvm::cast<llvm::InlineAsm>(i.getCalledOperand());
  std::string text;
  for (char c : code->getAsmString())
    if (!isspace(static_cast<unsigned char>(c)) && c != ';') text += c;
  static const std::set<std::string> kFences = {"mfence",
                                                "lock",
                                                "lockaddl$$0,0(%esp)",
                                                "lockaddl$$0,0(%rsp)",
                                                "lockaddl$$0,(%esp)",
                                                "lockaddl$$0,(%rsp)",
                                                "lockorl$$0,0(%rsp)",
                                                "lockorl$$0,(%rsp)",
                                                "lockaddl$$0,-4(%rsp)",
                                                "lockorq$$0,(%rsp)"};
  static const std::set<std::string> kNothing = {"", "pause", "nop", "repnop", "repnop", "lfence", "sfence", "yield"};
  bool full_fence = kFences.count(text) != 0, nothing = kNothing.count(text) != 0;
  int copied = text.empty() ? passed_through(*code) : -1;
  if (copied >= 0 && !i.getType()->isAggregateType())
    return assign(local_of(&i), value(i.getArgOperand(static_cast<unsigned>(copied))));
  if (!i.getType()->isVoidTy() || !(nothing || full_fence))
    refuse("inline assembly is not supported; use C11 atomics or the __atomic built-ins");
  if (!full_fence) return;
  Instr f = instruction(InstrKind::Fence);
  f.order = model::MemoryOrder::SeqCst;
  emit(std::move(f));
}

// For the address of a function which is not an ordinary one: a procedure that makes the call.
model::Procedure FunctionBuilder::convert_declaration() {
  make_parameters();
  NamedCall c;
  c.name = made_.name;
  for (LocalId l = 0; l < made_.params; ++l) c.args.push_back(x_.local(l, made_.locals[l].width));
  c.noreturn = f_.doesNotReturn();
  if (hidden_result_ != model::kNoLocal)
    refuse("`" + c.name + "` returns a struct but is not defined; define it in one of the files");
  if (made_.return_width != 0) {
    c.result = new_local(made_.return_width);
    c.result_width = made_.return_width;
  }
  call_named(c);
  Instr back = instruction(InstrKind::Return);
  if (c.result_width != 0) back.a = x_.local(c.result, c.result_width);
  emit(std::move(back));
  return finish();
}

void FunctionBuilder::call_named(const NamedCall& c) {
  if (jumps_out(c.name))
    refuse_program("`" + c.name + "` is not supported; return error codes instead of jumping out of functions");
  if (is_large_atomic(c.name))
    refuse("an atomic object of this size is not supported; use at most 8 bytes, or a mutex");
  bool wants = c.result != model::kNoLocal;
  if (c.name.rfind("__VERIFIER_nondet_", 0) == 0) {
    if (!c.args.empty()) return call_unmodelled(c);
    bool boolean = c.name == "__VERIFIER_nondet_bool" || c.name == "__VERIFIER_nondet__Bool";
    if (wants) nondet(c.result, c.name, 0, boolean ? 1 : all_ones(c.result_width));
    return;
  }
  if (c.name == model::kFairChoice) {
    if (!c.args.empty()) return call_unmodelled(c);
    if (wants) nondet(c.result, c.name, 0, 1);
    return;
  }
  if (c.name == "__VERIFIER_assert" && !c.args.empty()) return declared_assert(c);
  std::optional<KnownFunction> known = known_function(c.name);
  if (!known) return call_unmodelled(c);
  switch (known->kind) {
    case KnownFunction::Call: return call_builtin(c, known->builtin, known->arguments);
    case KnownFunction::Output:
      builtin(Builtin::Output, c.args, c.name);
      if (wants) nondet(c.result, c.name, 0, all_ones(c.result_width));
      return;
    case KnownFunction::NoEffect:
      builtin(Builtin::Yield, c.args, c.name);
      if (wants) assign(c.result, x_.constant(0, c.result_width));
      return;
    case KnownFunction::PureInput:
      if (wants) nondet(c.result, c.name, 0, all_ones(c.result_width));
      return;
  }
}

void FunctionBuilder::call_builtin(const NamedCall& c, Builtin b, int count) {
  Instr i = instruction(InstrKind::Builtin);
  i.builtin = b;
  i.args = c.args;
  if (count >= 0) {
    i.args.resize(std::min(i.args.size(), static_cast<size_t>(count)));
    while (i.args.size() < static_cast<size_t>(count)) i.args.push_back(x_.undef(owner_.pointer_width()));
  }
  if (takes_pointer_width_only(b))
    for (ExprId& a : i.args) a = x_.to_pointer(a);
  if (b == Builtin::Assume)
    for (ExprId& a : i.args) a = x_.truth(a);
  if (b == Builtin::AssertFail && c.call && c.call->arg_size() > 0)
    i.text = literal(c.call->getArgOperand(c.name == "__assert_rtn" && c.call->arg_size() > 3 ? 3 : 0));
  if (b == Builtin::Nondet) i.text = model::name_for_users(made_.name);
  bool adapt = is_allocation(b) && c.result_width != 0 && c.result_width != owner_.pointer_width();
  i.dst = adapt ? new_local(owner_.pointer_width()) : c.result;
  if (is_allocation(b)) i.site = heap_site(c);
  if (i.dst != model::kNoLocal) i.width = made_.locals[i.dst].width;
  LocalId got = i.dst;
  emit(std::move(i));
  if (adapt) assign(c.result, x_.resize(x_.local(got, owner_.pointer_width()), c.result_width));
  stopped_ = model::never_continues(b);
}

// A call of a function about which nothing is known. If the function is declared never to return, the execution ends
// behind the call.
void FunctionBuilder::call_unmodelled(const NamedCall& c) {
  Instr i = instruction(InstrKind::Builtin);
  i.builtin = Builtin::Unmodelled;
  i.text = name_without_model(c.name);
  i.args = c.args;
  i.dst = c.result;
  i.width = static_cast<uint8_t>(c.result_width);
  emit(std::move(i));
  if (!c.noreturn) return;
  builtin(Builtin::Abort, {});
  stopped_ = true;
}

void FunctionBuilder::nondet(LocalId dst, const std::string& name, uint64_t lo, uint64_t hi) {
  Instr i = instruction(InstrKind::Builtin);
  i.builtin = Builtin::Nondet;
  i.width = made_.locals[dst].width;
  i.args = {x_.constant(lo, i.width), x_.constant(hi, i.width)};
  i.dst = dst;
  i.text = name;
  emit(std::move(i));
}

void FunctionBuilder::builtin(Builtin b, Parts args, const std::string& text) {
  Instr i = instruction(InstrKind::Builtin);
  i.builtin = b;
  i.args = std::move(args);
  i.text = text;
  emit(std::move(i));
}

// __VERIFIER_assert without a body: if (!condition) fail.
void FunctionBuilder::declared_assert(const NamedCall& c) {
  Instr test = instruction(InstrKind::Branch);
  test.a = x_.truth(c.args[0]);
  model::Pc at = emit(std::move(test));
  body_[at].target2 = static_cast<model::Pc>(body_.size());
  builtin(Builtin::AssertFail, {}, c.name);
  body_[at].target = static_cast<model::Pc>(body_.size());
}

model::SiteId FunctionBuilder::heap_site(const NamedCall& c) {
  model::Site site;
  site.kind = model::Site::Heap;
  site.pos = pos_;
  site.function = made_.name;
  site.alignment = alignment_of_blocks(f_);
  for (char letter : c.name.rfind("__heddle_", 0) == 0 ? c.name.substr(9) : c.name)
    site.name += static_cast<char>(tolower(letter));
  if (c.call)
    if (const llvm::DIType* pointer = pointer_to_block(*c.call, names_, owner_.layout()))
      site.type = owner_.debug().pointee(pointer);
  owner_.program().sites.push_back(std::move(site));
  return static_cast<model::SiteId>(owner_.program().sites.size() - 1);
}

}  // namespace heddle::frontend
