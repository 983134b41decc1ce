// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/folded_steps.h"

namespace heddle::trace {

namespace {

constexpr uint64_t kMostSteps = 100'000'000;

void append(std::vector<Folded<Step>>&& nodes, std::vector<Step>& out) {
  for (Folded<Step>& n : nodes) {
    if (n.rounds == 0) {
      out.push_back(std::move(n.item));
      continue;
    }
    size_t at = out.size();
    append(std::move(n.first), out);
    Repeats outer{n.rounds, out.size() - at};
    append(std::move(n.last), out);
    out[at].repeats.insert(out[at].repeats.begin(), outer);
  }
}

// The blocks between `from` and `to`, of those at `from` only the ones within `depth` others. Calls `step` for each
// step that is no block's, and `block` for each block: its marks, the range of its first round, that of its last.
// False: marks that cannot be.
template <class OnStep, class OnBlock>
bool walk(const std::vector<Step>& steps, size_t from, size_t to, size_t depth, OnStep step, OnBlock block) {
  for (size_t at = from; at < to;) {
    const std::vector<Repeats>& marks = steps[at].repeats;
    size_t mark = at == from ? depth : 0;
    if (mark >= marks.size()) {
      step(at++);
      continue;
    }
    const Repeats& r = marks[mark];
    if (r.rounds < 2 || r.steps == 0 || r.steps > (to - at) / 2 || !block(r, at, mark + 1)) return false;
    at += 2 * r.steps;
  }
  return true;
}

bool count(const std::vector<Step>& steps, size_t from, size_t to, size_t depth, Folds& all) {
  return walk(
      steps, from, to, depth, [&](size_t) { ++all.taken; },
      [&](const Repeats& r, size_t at, size_t inner) {
        const uint64_t before = all.taken;
        if (!count(steps, at, at + r.steps, inner, all)) return false;
        const uint64_t round = all.taken - before, between = r.rounds - 2;
        if (between > kMostSteps || round > kMostSteps / (between + 1)) return false;
        all.folds.push_back({at, r.steps, between, between * round});
        all.taken += between * round;
        return count(steps, at + r.steps, at + 2 * r.steps, 0, all) && all.taken <= kMostSteps;
      });
}

// No block is in two of them.
std::vector<size_t> ends_of_parts(const Trace& t) {
  std::vector<size_t> ends{t.lasso_start.value_or(0), t.gap ? t.gap->step : 0, t.steps.size()};
  std::sort(ends.begin(), ends.end());
  return ends;
}

bool write_out(const std::vector<Step>& steps, size_t from, size_t to, size_t depth, std::vector<size_t>& out) {
  return walk(
      steps, from, to, depth, [&](size_t at) { out.push_back(at); },
      [&](const Repeats& r, size_t at, size_t inner) {
        for (uint64_t round = 1; round < r.rounds; ++round) write_out(steps, at, at + r.steps, inner, out);
        return write_out(steps, at + r.steps, at + 2 * r.steps, 0, out);
      });
}

}  // namespace

uint64_t StepKey::operator()(const Step& s) const {
  uint64_t key = mixed(static_cast<uint64_t>(s.thread), s.event);
  key = mixed(key, static_cast<uint64_t>(s.kind) << 32 | s.line);
  return mixed(key, static_cast<uint64_t>(s.other_thread) << 32 | s.column);
}

bool SameStep::operator()(const Step& a, const Step& b) const {
  return a.thread == b.thread && a.event == b.event && a.kind == b.kind && a.line == b.line && a.column == b.column &&
         a.other_thread == b.other_thread && a.file == b.file && a.function == b.function;
}

std::vector<Step> marked(std::vector<Folded<Step>> nodes) {
  std::vector<Step> out;
  append(std::move(nodes), out);
  return out;
}

std::optional<Folds> folds(const Trace& t) {
  Folds all;
  size_t from = 0;
  for (size_t end : ends_of_parts(t)) {
    if (end > t.steps.size() || !count(t.steps, from, end, 0, all)) return std::nullopt;
    from = end;
  }
  return all;
}

std::vector<size_t> unfolded(const Trace& t) {
  std::vector<size_t> out;
  size_t from = 0;
  for (size_t end : ends_of_parts(t)) {
    write_out(t.steps, from, end, 0, out);
    from = end;
  }
  return out;
}

}  // namespace heddle::trace
