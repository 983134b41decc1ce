// SPDX-License-Identifier: GPL-3.0-or-later
// Inline assembly for x86 that is one atomic operation: xchg, and with a lock prefix xadd, cmpxchg and cmpxchg16b (also
// with sete behind it), inc, dec, add, sub, and, or, xor on memory. It becomes that operation. Whatever does not look
// exactly like this stays as it is and is refused later.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>
#include <optional>

#include "frontend/bitcode.h"

namespace heddle::frontend {
namespace {

struct Operand {
  bool output = false, memory = false;
  int result = -1;               // output in a register: which part of the value of the call
  llvm::Value* given = nullptr;  // input, or the address
  int tied = -1;                 // input: the output that is in the same register
  std::string code;              // "{ax}"
};

// "lock; xaddl $0, $1\n" is lock, xaddl, $0, $1; an instruction ends with an empty word.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  auto end_word = [&] {
    if (!word.empty()) words.push_back(word);
    word.clear();
  };
  for (char c : text) {
    if (c == ' ' || c == '\t' || c == ',') {
      end_word();
    } else if (c == ';' || c == '\n') {
      end_word();
      if (!words.empty() && !words.back().empty() && words.back() != "lock") words.push_back("");
    } else {
      word += c;
    }
  }
  end_word();
  if (!words.empty() && !words.back().empty()) words.push_back("");
  return words;
}

class Translation {
 public:
  Translation(llvm::CallInst& call, llvm::InlineAsm& code) : call_(call), b_(&call) {
    readable_ = take_operands(code);
    words_ = words_of(code.getAsmString());
  }

  bool translate() {
    if (!readable_) return false;
    size_t at = 0;
    locked_ = at < words_.size() && words_[at] == "lock";
    at += locked_;
    std::vector<std::string> first, second;
    for (; at < words_.size() && !words_[at].empty(); ++at) first.push_back(words_[at]);
    for (++at; at < words_.size() && !words_[at].empty(); ++at) second.push_back(words_[at]);
    if (at + 1 < words_.size() || first.empty()) return false;
    return one_operation(first, second) && hand_over();
  }

 private:
  bool take_operands(llvm::InlineAsm& code) {
    llvm::InlineAsm::ConstraintInfoVector all = code.ParseConstraints();
    unsigned argument = 0;
    int results = 0;
    std::map<int, int> input_of;  // constraint of the input -> output
    for (size_t k = 0; k < all.size(); ++k)
      if (all[k].Type == llvm::InlineAsm::isOutput && all[k].hasMatchingInput())
        input_of[all[k].MatchingInput] = static_cast<int>(k);
    for (size_t k = 0; k < all.size(); ++k) {
      const llvm::InlineAsm::ConstraintInfo& c = all[k];
      if (c.Type == llvm::InlineAsm::isClobber) continue;
      if (c.Type != llvm::InlineAsm::isOutput && c.Type != llvm::InlineAsm::isInput) return false;
      if (c.isMultipleAlternative) return false;
      Operand o;
      o.output = c.Type == llvm::InlineAsm::isOutput;
      o.memory = c.isIndirect;
      if (o.output && !o.memory) {
        o.result = results++;
      } else {
        if (argument >= call_.arg_size()) return false;
        o.given = call_.getArgOperand(argument++);
      }
      if (auto tied = input_of.find(static_cast<int>(k)); tied != input_of.end()) o.tied = tied->second;
      if (c.Codes.size() == 1) o.code = c.Codes[0];
      operands_.push_back(o);
    }
    results_.resize(static_cast<size_t>(results));
    return true;
  }

  std::optional<size_t> operand(std::string word) const {
    if (word.size() > 3 && word.rfind("${", 0) == 0 && word.back() == '}') {
      word = "$" + word.substr(2, word.find(':') == std::string::npos ? word.size() - 3 : word.find(':') - 2);
    }
    if (word.size() < 2 || word[0] != '$' || word.find_first_not_of("0123456789", 1) != std::string::npos)
      return std::nullopt;
    size_t k = std::stoul(word.substr(1));
    return k < operands_.size() ? std::optional(k) : std::nullopt;
  }
  // The address of an operand in memory.
  llvm::Value* address(const std::string& word) const {
    auto k = operand(word);
    return k && operands_[*k].memory ? operands_[*k].given : nullptr;
  }
  // What is in the register of an operand before the operation.
  llvm::Value* before(const std::string& word) {
    if (word.rfind("$$", 0) == 0 && word.size() > 2 && word.find_first_not_of("0123456789", 2) == std::string::npos)
      return b_.getInt64(std::stoull(word.substr(2)));
    auto k = operand(word);
    if (!k || operands_[*k].memory) return nullptr;
    if (!operands_[*k].output) return operands_[*k].given;
    for (const Operand& o : operands_)
      if (!o.output && o.tied == static_cast<int>(*k)) return o.given;
    return nullptr;
  }
  bool set(const std::string& word, llvm::Value* v) {
    auto k = operand(word);
    if (!k || operands_[*k].memory) return false;
    size_t output = *k;
    if (!operands_[*k].output) {
      if (operands_[*k].tied < 0) return true;  // a register that nobody reads behind it
      output = static_cast<size_t>(operands_[*k].tied);
    }
    results_[static_cast<size_t>(operands_[output].result)] = v;
    return true;
  }

  static unsigned bits_of(char suffix) {
    return suffix == 'b' ? 8 : suffix == 'w' ? 16 : suffix == 'l' ? 32 : suffix == 'q' ? 64 : 0;
  }
  llvm::Value* fit(llvm::Value* v, llvm::Type* type) {
    if (v->getType()->isPointerTy())
      v = b_.CreatePtrToInt(
          v, b_.getIntNTy(static_cast<unsigned>(call_.getModule()->getDataLayout().getPointerSizeInBits())));
    return v->getType()->isIntegerTy() ? b_.CreateIntCast(v, type, true) : nullptr;
  }

  // What is in a register before the operation, as 64 bits.
  llvm::Value* in_register(const std::string& code) {
    for (const Operand& o : operands_) {
      if (o.output || o.memory) continue;
      const Operand& named = o.tied >= 0 ? operands_[static_cast<size_t>(o.tied)] : o;
      if (named.code == code) return fit(o.given, b_.getInt64Ty());
    }
    return nullptr;
  }
  void set_register(const std::string& code, llvm::Value* v) {
    for (const Operand& o : operands_)
      if (o.output && !o.memory && o.code == code) results_[static_cast<size_t>(o.result)] = v;
  }
  bool exchange_16_bytes(const std::string& memory, const std::vector<std::string>& behind) {
    llvm::Value *low = in_register("{ax}"), *high = in_register("{dx}");
    llvm::Value *new_low = in_register("{bx}"), *new_high = in_register("{cx}"), *where = address(memory);
    if (!locked_ || !where || !low || !high || !new_low || !new_high) return false;
    llvm::Type* type = b_.getIntNTy(128);
    auto join = [&](llvm::Value* l, llvm::Value* h) {
      return b_.CreateOr(b_.CreateZExt(l, type), b_.CreateShl(b_.CreateZExt(h, type), 64));
    };
    const auto order = llvm::AtomicOrdering::SequentiallyConsistent;
    llvm::Value* expected = join(low, high);
    llvm::Value* wanted = join(new_low, new_high);
    llvm::Value* pair = b_.CreateAtomicCmpXchg(where, expected, wanted, llvm::Align(16), order, order);
    llvm::Value *old = b_.CreateExtractValue(pair, 0), *done = b_.CreateExtractValue(pair, 1);
    set_register("{ax}", b_.CreateTrunc(old, b_.getInt64Ty()));
    set_register("{dx}", b_.CreateTrunc(b_.CreateLShr(old, 64), b_.getInt64Ty()));
    for (const char* flag : {"{@ccz}", "{@cce}"}) set_register(flag, done);
    if (behind.empty()) return true;
    return behind.size() == 2 && (behind[0] == "sete" || behind[0] == "setz") && set(behind[1], done);
  }

  bool one_operation(std::vector<std::string> code, const std::vector<std::string>& behind) {
    std::string name = code[0];
    if (name == "cmpxchg16b") return code.size() == 2 && exchange_16_bytes(code[1], behind);
    unsigned bits = 0;
    static const std::map<std::string, llvm::AtomicRMWInst::BinOp> kUpdates = {
        {"add", llvm::AtomicRMWInst::Add}, {"sub", llvm::AtomicRMWInst::Sub},   {"and", llvm::AtomicRMWInst::And},
        {"or", llvm::AtomicRMWInst::Or},   {"xor", llvm::AtomicRMWInst::Xor},   {"inc", llvm::AtomicRMWInst::Add},
        {"dec", llvm::AtomicRMWInst::Sub}, {"xchg", llvm::AtomicRMWInst::Xchg}, {"xadd", llvm::AtomicRMWInst::Add}};
    if (!kUpdates.count(name) && name != "cmpxchg" && bits_of(name.back())) {
      bits = bits_of(name.back());
      name.pop_back();
    }
    if ((name == "inc" || name == "dec") && code.size() == 2) code.insert(code.begin() + 1, "$$1");
    if (code.size() != 3 || (!locked_ && name != "xchg")) return false;
    if (name == "xchg" && !address(code[2])) std::swap(code[1], code[2]);
    llvm::Value *where = address(code[2]), *what = before(code[1]);
    if (!where || !what) return false;
    if (!bits)
      bits = static_cast<unsigned>(what->getType()->isIntegerTy() ? what->getType()->getIntegerBitWidth() : 64);
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return false;
    llvm::Type* type = b_.getIntNTy(bits);
    what = fit(what, type);
    if (!what) return false;
    const llvm::Align align(bits / 8);
    const auto order = llvm::AtomicOrdering::SequentiallyConsistent;
    if (name == "cmpxchg") {
      // The accumulator: the input that is tied to an output, or the input that is neither address nor the new value.
      llvm::Value* expected = nullptr;
      size_t accumulator = 0;
      for (size_t k = 0; k < operands_.size(); ++k)
        if (!operands_[k].output && !operands_[k].memory && operand(code[1]) != k) {
          if (expected) return false;
          expected = operands_[k].given;
          accumulator = k;
        }
      if (!expected || !(expected = fit(expected, type))) return false;
      llvm::Value* pair = b_.CreateAtomicCmpXchg(where, expected, what, align, order, order);
      if (!set("$" + std::to_string(accumulator), b_.CreateExtractValue(pair, 0))) return false;
      if (behind.empty()) return true;
      if (behind.size() != 2 || (behind[0] != "sete" && behind[0] != "setz")) return false;
      return set(behind[1], b_.CreateExtractValue(pair, 1));
    }
    auto update = kUpdates.find(name);
    if (update == kUpdates.end() || !behind.empty()) return false;
    llvm::Value* old = b_.CreateAtomicRMW(update->second, where, what, align, order);
    return name == "xchg" || name == "xadd" ? set(code[1], old) : true;
  }

  bool hand_over() {
    llvm::Type* type = call_.getType();
    if (type->isVoidTy()) return true;
    auto part = [&](size_t k, llvm::Type* wanted) -> llvm::Value* {
      llvm::Value* v = results_[k];
      if (!v) return nullptr;
      if (wanted->isPointerTy()) return b_.CreateIntToPtr(v, wanted);
      return wanted->isIntegerTy() ? b_.CreateZExtOrTrunc(v, wanted) : nullptr;
    };
    llvm::Value* value = nullptr;
    if (auto* parts = llvm::dyn_cast<llvm::StructType>(type)) {
      value = llvm::PoisonValue::get(type);
      for (unsigned k = 0; k < parts->getNumElements(); ++k) {
        llvm::Value* v = k < results_.size() ? part(k, parts->getElementType(k)) : nullptr;
        if (!v) return false;
        value = b_.CreateInsertValue(value, v, k);
      }
    } else {
      value = results_.size() == 1 ? part(0, type) : nullptr;
    }
    if (!value) return false;
    call_.replaceAllUsesWith(value);
    return true;
  }

  llvm::CallInst& call_;
  llvm::IRBuilder<> b_;
  std::vector<Operand> operands_;
  std::vector<std::string> words_;
  std::vector<llvm::Value*> results_;
  bool readable_ = false, locked_ = false;
};

}  // namespace

void translate_assembly(llvm::Module& module) {
  std::vector<llvm::CallInst*> found;
  for (llvm::Function& f : module)
    for (llvm::BasicBlock& block : f)
      for (llvm::Instruction& i : block)
        if (auto* call = llvm::dyn_cast<llvm::CallInst>(&i); call && call->isInlineAsm()) found.push_back(call);
  for (llvm::CallInst* call : found) {
    // What a failed attempt has put in front of the call goes away again.
    llvm::Instruction* last = call->getPrevNode();
    if (Translation(*call, *llvm::cast<llvm::InlineAsm>(call->getCalledOperand())).translate()) {
      call->eraseFromParent();
      continue;
    }
    while (call->getPrevNode() != last) call->getPrevNode()->eraseFromParent();
  }
}

}  // namespace heddle::frontend
