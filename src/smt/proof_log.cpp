// SPDX-License-Identifier: GPL-3.0-or-later
#include "smt/proof_log.h"

#include <algorithm>

namespace heddle::smt {

void ProofLog::cycle(std::span<const Lit> literals) {
  numbers_.clear();
  for (Lit l : literals) numbers_.push_back(l.code);
  write('T', numbers_);
}

void ProofLog::write_sorted(char kind, std::span<const Lit> literals) {
  numbers_.clear();
  for (Lit l : literals) numbers_.push_back(l.code);
  std::sort(numbers_.begin(), numbers_.end());
  for (size_t k = numbers_.size(); k-- > 1;) numbers_[k] -= numbers_[k - 1];
  write(kind, numbers_);
}

void ProofLog::write(char kind, std::span<const uint32_t> numbers) {
  if (!whole()) return;
  bytes_ += kind;
  write_number(numbers.size());
  for (uint32_t n : numbers) write_number(n);
}

void ProofLog::write_number(uint64_t n) {
  for (; n >= 0x80; n >>= 7) bytes_ += static_cast<char>(n | 0x80);
  bytes_ += static_cast<char>(n);
}

}  // namespace heddle::smt
