// SPDX-License-Identifier: GPL-3.0-or-later
// sprintf, sscanf and the like with a literal format. Their models go through the format at run time and end in a call
// without a model at a conversion that they do not know (library/formatted_strings.c, scanned_texts.c). Who proves
// something about all executions at once cannot tell that this call is never reached. So where the format has nothing
// but what the model knows, the call goes to a variant of the model that has no such end.
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <map>
#include <optional>

#include "frontend/bitcode.h"

namespace heddle::frontend {
namespace {

struct Formatted {
  const char* model;
  unsigned format;  // which argument
  bool reads;
};
const std::map<std::string, Formatted> kFormatted = {
    {"sprintf", {"__heddle_known_sprintf", 1, false}},       {"vsprintf", {"__heddle_known_vsprintf", 1, false}},
    {"snprintf", {"__heddle_known_snprintf", 2, false}},     {"vsnprintf", {"__heddle_known_vsnprintf", 2, false}},
    {"asprintf", {"__heddle_known_asprintf", 1, false}},     {"vasprintf", {"__heddle_known_vasprintf", 1, false}},
    {"sscanf", {"__heddle_known_sscanf", 1, true}},          {"__isoc99_sscanf", {"__heddle_known_sscanf", 1, true}},
    {"__isoc23_sscanf", {"__heddle_known_sscanf", 1, true}},
};

// Goes past all characters at `i` that are among these.
size_t past(const std::string& f, size_t i, const char* these) {
  const size_t end = f.find_first_not_of(these, i);
  return end == std::string::npos ? f.size() : end;
}

size_t past_number(const std::string& f, size_t i) {
  return i < f.size() && f[i] == '*' ? i + 1 : past(f, i, "0123456789");
}

// The place behind the conversion that begins at `i`; nothing if the model does not know it.
std::optional<size_t> past_printed(const std::string& f, size_t i) {
  i = past_number(f, past(f, i, "-+ 0#"));
  if (i < f.size() && f[i] == '.') i = past_number(f, i + 1);
  const size_t letter = past(f, i, "hlztj");
  if (letter == f.size()) return std::nullopt;
  const bool known = std::string("diuxXo").find(f[letter]) != std::string::npos;
  const bool plain = letter == i && std::string("cs%").find(f[letter]) != std::string::npos;
  return known || plain ? std::optional(letter + 1) : std::nullopt;
}

std::optional<size_t> past_scanned(const std::string& f, size_t i) {
  if (i < f.size() && f[i] == '%') return i + 1;
  if (i < f.size() && f[i] == '*') ++i;
  i = past(f, i, "0123456789");
  const size_t letter = past(f, i, "hlzj");
  if (letter == f.size() || f.substr(i, letter - i) == "hh") return std::nullopt;
  const bool known = std::string("duxion").find(f[letter]) != std::string::npos;
  const bool plain = letter == i && std::string("cs").find(f[letter]) != std::string::npos;
  return known || plain ? std::optional(letter + 1) : std::nullopt;
}

bool is_known(const std::string& f, bool reads) {
  for (size_t i = 0; i < f.size();) {
    if (f[i] != '%') {
      ++i;
      continue;
    }
    const std::optional<size_t> next = reads ? past_scanned(f, i + 1) : past_printed(f, i + 1);
    if (!next) return false;
    i = *next;
  }
  return true;
}

}  // namespace

std::optional<std::string> literal_text(const llvm::Value* v) {
  auto* g = llvm::dyn_cast<llvm::GlobalVariable>(v->stripPointerCasts());
  if (!g || !g->isConstant() || !g->hasInitializer()) return std::nullopt;
  if (g->getInitializer()->isNullValue()) return "";
  auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(g->getInitializer());
  return data && data->isCString() ? std::optional(data->getAsCString().str()) : std::nullopt;
}

void use_known_formats(llvm::Module& module) {
  for (const auto& [name, formatted] : kFormatted) {
    llvm::Function* f = module.getFunction(name);
    if (!f || !f->isDeclaration()) continue;
    std::vector<llvm::CallInst*> calls;
    for (llvm::User* user : f->users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call || call->getCalledOperand() != f || call->arg_size() <= formatted.format) continue;
      const std::optional<std::string> text = literal_text(call->getArgOperand(formatted.format));
      if (text && is_known(*text, formatted.reads)) calls.push_back(call);
    }
    if (calls.empty()) continue;
    llvm::FunctionCallee model = module.getOrInsertFunction(formatted.model, f->getFunctionType());
    for (llvm::CallInst* call : calls) call->setCalledOperand(model.getCallee());
  }
}

}  // namespace heddle::frontend
