// SPDX-License-Identifier: GPL-3.0-or-later
// Free inputs. An input starts as an interval; comparing it with a constant splits the interval only where the answer
// changes, so that the program's own checks narrow it first. An operation that needs the number enumerates what is left:
// exactly when at most kNarrow values are left, otherwise by samples (ends of the interval and the program's constants),
// and then the run can never be a proof (StepResult::wide_input).
#include <algorithm>

#include "base/check.h"
#include "semantics/machine.h"

namespace heddle::semantics {

using model::ExprOp;

namespace {
constexpr uint64_t kNarrow = 256;
constexpr uint32_t kMaxSplits = 48;  // a loop up to a wide input would split it for ever: sample instead
}

Value Machine::new_input(uint64_t lo, uint64_t hi, unsigned width) {
  if (concrete_) {
    if (next_input_ < fixed_inputs_.size()) return int_value(fixed_inputs_[next_input_++] & mask(width));
    ++next_input_;
    return int_value(lo);
  }
  if (lo == hi && !keep_inputs_) return int_value(lo);
  inputs_.push_back({lo, hi, width, 0});
  inputs_changed_ = true;
  return {inputs_.size() - 1, 0, 0, Tag::Input};
}

// Chooses one of the parts for the input.
void Machine::refine(uint32_t input, const std::vector<std::pair<uint64_t, uint64_t>>& parts) {
  uint32_t i = choices_->pick(static_cast<uint32_t>(parts.size()), true);
  inputs_[input].lo = parts[i].first;
  inputs_[input].hi = parts[i].second;
  inputs_changed_ = true;
}

Value Machine::force(const Value& v) {
  if (v.tag != Tag::Input) return v;
  uint32_t n = static_cast<uint32_t>(v.bits);
  InputRange r = inputs_[n];
  if (r.lo != r.hi) {
    std::vector<std::pair<uint64_t, uint64_t>> parts;
    if (r.hi - r.lo < kNarrow) {
      for (uint64_t x = r.lo;; ++x) {
        parts.push_back({x, x});
        if (x == r.hi) break;
      }
    } else {
      result_.wide_input = true;
      std::vector<uint64_t> samples{r.lo, r.lo + 1, r.hi, r.hi - 1};
      for (uint64_t c : p_.constants) {
        uint64_t x = c & mask(r.width);
        if (x >= r.lo && x <= r.hi && samples.size() < 32) samples.push_back(x);
      }
      std::sort(samples.begin(), samples.end());
      samples.erase(std::unique(samples.begin(), samples.end()), samples.end());
      for (uint64_t x : samples) parts.push_back({x, x});
    }
    refine(n, parts);
  }
  return int_value(inputs_[n].lo);
}

// input OP constant (or constant OP input when swapped); splits the interval where the answer changes.
bool Machine::compare_input(ExprOp op, const Value& v, uint64_t c, unsigned width, bool swapped) {
  uint32_t n = static_cast<uint32_t>(v.bits);
  auto answer = [&](uint64_t x) {
    uint64_t a = swapped ? c : x, b = swapped ? x : c;
    int64_t sa = sign_extend(a, width), sb = sign_extend(b, width);
    switch (op) {
      case ExprOp::Eq: return a == b;
      case ExprOp::Ne: return a != b;
      case ExprOp::Ult: return a < b;
      case ExprOp::Ule: return a <= b;
      case ExprOp::Slt: return sa < sb;
      case ExprOp::Sle: return sa <= sb;
      default: HEDDLE_CHECK(false) << "not a comparison"; return false;
    }
  };
  // The answer can only change next to the constant and at the sign boundary.
  InputRange r = inputs_[n];
  std::vector<uint64_t> cuts;  // a part starts here
  auto cut = [&](uint64_t x) {
    if (x > r.lo && x <= r.hi) cuts.push_back(x);
  };
  cut(c);
  cut(c + 1);
  if (op == ExprOp::Slt || op == ExprOp::Sle) cut(uint64_t{1} << (width - 1));
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  std::vector<std::pair<uint64_t, uint64_t>> parts;
  uint64_t start = r.lo;
  cuts.push_back(r.hi + 1);  // may wrap to 0: only used as an end
  for (uint64_t next : cuts) {
    if (!parts.empty() && answer(parts.back().first) == answer(start))
      parts.back().second = next - 1;
    else
      parts.push_back({start, next - 1});
    start = next;
  }
  if (parts.size() > 1) {
    if (r.splits >= kMaxSplits && r.hi - r.lo >= kNarrow) return answer(force(v).bits);
    ++inputs_[n].splits;
    refine(n, parts);
  }
  return answer(inputs_[n].lo);
}

}  // namespace heddle::semantics
