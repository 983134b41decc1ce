// SPDX-License-Identifier: GPL-3.0-or-later
// How long an analysis may go on: it asks in its loops, and is ended by an exception when the budget is spent. A fact
// that is half computed is no fact, so nothing of it stays.
#pragma once
#include <stdexcept>

#include "base/budget.h"

namespace heddle::analysis {

struct OutOfBudget : std::runtime_error {
  explicit OutOfBudget(base::Exceeded which) : std::runtime_error("an analysis ran out of its budget"), limit(which) {}
  base::Exceeded limit;
};

class Patience {
 public:
  Patience() = default;  // without end
  explicit Patience(base::Budget* budget) : budget_(budget) {}
  void ask() const {
    if (!budget_) return;
    if (std::optional<base::Exceeded> limit = budget_->check()) throw OutOfBudget(*limit);
  }

 private:
  base::Budget* budget_ = nullptr;
};

}  // namespace heddle::analysis
