// SPDX-License-Identifier: GPL-3.0-or-later
// Free inputs. An input starts as an interval; comparing it with a constant splits the interval only where the answer
// changes, so that the program's own checks narrow it first. An operation that needs the number enumerates what is
// left: exactly when at most kNarrow values are left, otherwise by samples (ends of the interval and the program's
// constants), and then the run can never be a proof (StepResult::wide_input). Adding a constant to an input, and taking
// the remainder of one that is used for nothing else (`rand() % 6`), keep it free.
#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "semantics/machine.h"

namespace heddle::semantics {

using model::ExprOp;

namespace {
constexpr uint64_t kNarrow = 256;
constexpr uint32_t kMaxSplits = 48;  // a loop up to a wide input would split it for ever: sample instead
}  // namespace

Value Machine::new_input(uint64_t lo, uint64_t hi, unsigned width) {
  if (input_source_) return int_value(input_source_(self_) & mask(width));
  if (concrete_) {
    if (next_input_ < fixed_inputs_.size()) return int_value(fixed_inputs_[next_input_++] & mask(width));
    ++next_input_;
    return int_value(lo);
  }
  if (lo == hi && !keep_inputs_) return int_value(lo);
  inputs_.push_back({lo, hi, width, 0, InputRange::Root, 0, 0});
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

uint64_t Machine::value_of(uint32_t input, uint64_t root_value) const {
  const InputRange& r = inputs_[input];
  return r.kind == InputRange::Shifted ? (root_value + r.operand) & mask(r.width) : root_value;
}

// input + constant, constant + input, input - constant.
std::optional<Value> Machine::shift_input(const model::Expr& e, const Value& a, const Value& b) {
  bool left = a.tag == Tag::Input && b.plain(), right = b.tag == Tag::Input && a.plain();
  if (!(e.op == ExprOp::Add && (left || right)) && !(e.op == ExprOp::Sub && left)) return std::nullopt;
  uint32_t n = static_cast<uint32_t>(left ? a.bits : b.bits);
  if (decided(n)) return std::nullopt;
  uint64_t c = left ? b.bits : a.bits;
  if (e.op == ExprOp::Sub) c = 0 - c;
  const InputRange r = inputs_[n];
  if (r.kind == InputRange::Shifted && r.width != e.width) return std::nullopt;
  uint64_t by = ((r.kind == InputRange::Shifted ? r.operand : 0) + c) & mask(e.width);
  if (by == 0) return Value{root(n), 0, 0, Tag::Input};
  return shifted_input(root(n), by, e.width);
}

Value Machine::shifted_input(uint32_t root, uint64_t by, unsigned width) {
  for (uint32_t k = 0; k < inputs_.size(); ++k)
    if (inputs_[k].kind == InputRange::Shifted && inputs_[k].parent == root && inputs_[k].operand == by &&
        inputs_[k].width == width)
      return {k, 0, 0, Tag::Input};
  inputs_.push_back({0, mask(width), width, 0, InputRange::Shifted, root, by});
  inputs_changed_ = true;
  return {inputs_.size() - 1, 0, 0, Tag::Input};
}

// May it be negative in `from` bits and also not be?
bool Machine::spans_signs(uint32_t n, unsigned from) const {
  const InputRange& r = inputs_[root(n)];
  auto negative = [&](uint64_t x) { return sign_extend(value_of(n, x), from) < 0; };
  return r.hi - r.lo > mask(from - 1) || negative(r.lo) != negative(r.hi);
}

// An input, decided to be negative in `from` bits or not to be, as a number of `to` bits.
Value Machine::extend_input(const Value& v, unsigned from, unsigned to) {
  bool negative = !compare_input(ExprOp::Ult, v, uint64_t{1} << (from - 1), from, false);
  uint32_t n = static_cast<uint32_t>(v.bits);
  if (spans_signs(n, from)) return any_number(to);  // the comparison has not narrowed it
  uint64_t least = inputs_[root(n)].lo,
           extended = static_cast<uint64_t>(sign_extend(value_of(n, least), from)) & mask(to);
  if (decided(n)) return int_value(extended);
  return negative ? shifted_input(root(n), (extended - least) & mask(to), to) : v;
}

// The lowest `to` bits are any, when the input is wide enough for all of them and nothing else depends on it.
std::optional<Value> Machine::low_bits(uint32_t n, unsigned to) {
  const InputRange r = inputs_[n];
  if (r.kind != InputRange::Root || to >= 64 || r.hi - r.lo < mask(to) || !used_once(n)) return std::nullopt;
  inputs_.push_back({0, mask(to), to, 0, InputRange::Remainder, n, uint64_t{1} << to});
  inputs_changed_ = true;
  return Value{inputs_.size() - 1, 0, 0, Tag::Input};
}

// The lowest `to` bits of an input, if they are an input, too.
std::optional<Value> Machine::cut_input(const Value& v, unsigned to) {
  uint32_t n = static_cast<uint32_t>(v.bits);
  if (inputs_[root(n)].hi > mask(to)) return low_bits(n, to);
  uint64_t by = inputs_[n].kind == InputRange::Shifted ? inputs_[n].operand & mask(to) : 0;
  return by == 0 ? Value{root(n), 0, 0, Tag::Input} : shifted_input(root(n), by, to);
}

// Is the expression being evaluated the only place that knows this input? Only asked of inputs read in this very step.
bool Machine::used_once(uint32_t n) {
  if (n < inputs_before_ || atomic_depth_) return false;
  for (const InputRange& r : inputs_)
    if (r.kind != InputRange::Root && r.parent == n) return false;
  auto is_n = [&](const Value& v) { return v.tag == Tag::Input && v.bits == n; };
  const Frame& f = thread_->frames.back();
  const model::Instr& i = p_.procedures[f.proc].code[f.pc];
  if (i.kind != model::InstrKind::Assign || i.assignments.size() != 1) return false;
  unsigned uses = 0;
  std::vector<model::ExprId> todo{i.assignments[0].value};
  while (!todo.empty()) {
    const model::Expr& e = p_.exprs[todo.back()];
    todo.pop_back();
    if (e.op == ExprOp::Local) uses += is_n(reg(static_cast<model::LocalId>(e.bits)));
    for (model::ExprId child : {e.a, e.b, e.c})
      if (child) todo.push_back(child);
  }
  if (uses != 1) return false;
  for (model::LocalId l : live_[f.proc][f.pc + 1])
    if (l != i.assignments[0].local && is_n(reg(l))) return false;
  for (size_t k = 0; k + 1 < thread_->frames.size(); ++k) {
    const Frame& caller = thread_->frames[k];
    for (model::LocalId l : across_[caller.proc][caller.pc])
      if (is_n(thread_->regs[caller.base + l])) return false;
  }
  for (uint32_t slot : dirty_) {  // memory written in this step
    const std::vector<uint8_t>& b = objects_[slot].buffer;
    ObjectHeader h;
    std::memcpy(&h, b.data(), kHeader);
    if (h.tags && std::any_of(b.begin() + kHeader + h.size, b.end(), input_bytes)) return false;
  }
  return true;
}

// input % constant, input & (2^k - 1): any value below the constant, when nothing else depends on the input.
std::optional<Value> Machine::reduce_input(const model::Expr& e, const Value& a, const Value& b) {
  if (a.tag != Tag::Input || !b.plain() || b.bits == 0 || b.bits > kNarrow) return std::nullopt;
  uint64_t modulus = b.bits;
  if (e.op == ExprOp::And) {
    if (b.bits & (b.bits + 1)) return std::nullopt;
    ++modulus;
  } else if (e.op != ExprOp::URem && e.op != ExprOp::SRem) {
    return std::nullopt;
  }
  uint32_t n = static_cast<uint32_t>(a.bits);
  const InputRange r = inputs_[n];
  if (r.kind != InputRange::Root || r.hi - r.lo < kNarrow || (e.op == ExprOp::SRem && r.hi > mask(e.width - 1)) ||
      !used_once(n))
    return std::nullopt;
  inputs_.push_back({0, modulus - 1, e.width, 0, InputRange::Remainder, n, modulus});
  inputs_changed_ = true;
  return Value{inputs_.size() - 1, 0, 0, Tag::Input};
}

// A value for every input the program read: the low end of its interval, or what its remainder asks for.
std::vector<uint64_t> Machine::input_values(const State& s) const {
  std::vector<InputRange> ranges;
  if (uint32_t part = s[globals_ + 1]) {
    Blob b = store_.get(part);
    ranges.resize(b.size / sizeof(InputRange));
    std::memcpy(ranges.data(), b.data, b.size);
  }
  for (const InputRange& r : ranges)
    if (r.kind == InputRange::Remainder) {
      InputRange& parent = ranges[r.parent];
      parent.lo += (r.lo + r.operand - parent.lo % r.operand) % r.operand;
    }
  std::vector<uint64_t> values;
  for (const InputRange& r : ranges)
    if (r.kind == InputRange::Root) values.push_back(r.lo);
  return values;
}

Value Machine::force(const Value& v) {
  if (v.tag != Tag::Input) return v;
  if (uint32_t shifted = static_cast<uint32_t>(v.bits); inputs_[shifted].kind == InputRange::Shifted) {
    uint64_t x = force({root(shifted), 0, 0, Tag::Input}).bits;
    return int_value(value_of(shifted, x));
  }
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
  uint32_t input = static_cast<uint32_t>(v.bits), n = root(input);
  uint64_t shift = inputs_[input].kind == InputRange::Shifted ? inputs_[input].operand : 0;
  auto answer = [&](uint64_t root_value) {
    uint64_t x = value_of(input, root_value);
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
  // The answer can only change next to the constant, at the sign boundary, and where a shifted value wraps.
  const uint64_t m = mask(shift ? inputs_[input].width : 64);
  InputRange r = inputs_[n];
  std::vector<uint64_t> cuts;  // a part starts here
  auto cut = [&](uint64_t x) {
    if (x > r.lo && x <= r.hi) cuts.push_back(x);
  };
  cut((c - shift) & m);
  cut((c + 1 - shift) & m);
  if (shift) cut((0 - shift) & m);
  if (op == ExprOp::Slt || op == ExprOp::Sle) cut(((uint64_t{1} << (width - 1)) - shift) & m);
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
    if (r.splits >= kMaxSplits && r.hi - r.lo >= kNarrow) {
      if (forgets(v)) return choices_->pick(2, true) != 0;
      force(v);
      return answer(inputs_[n].lo);
    }
    ++inputs_[n].splits;
    refine(n, parts);
  }
  return answer(inputs_[n].lo);
}

}  // namespace heddle::semantics
