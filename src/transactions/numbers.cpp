// SPDX-License-Identifier: GPL-3.0-or-later
#include "transactions/numbers.h"

#include <algorithm>

#include "model/operands.h"

namespace heddle::transactions {

using domains::Form;
using domains::Int;
using domains::kNoVar;
using domains::Lattice;
using domains::Machine;
using domains::Value;
using domains::Var;
using model::Builtin;
using model::ExprId;
using model::ExprOp;
using model::Instr;
using model::InstrKind;
using model::LocalId;

namespace {
constexpr LocalId kFirstWord = 1u << 30;  // locals of this number and above stand for words
constexpr size_t kMostVariables = 600, kMostRelated = 8;
}  // namespace

Numbers::Numbers(const Skeleton& s, const Words& words, const Flow& flow)
    : s_(s), words_(words), flow_(flow), exprs_(s.program().exprs), of_cell_(flow.cells(), kNoVar) {
  const model::Program& p = s.program();
  for (WordId w = 0; w < words.words().size(); ++w) {
    const Word& word = words.words()[w];
    const bool number = word.bytes == 1 || word.bytes == 2 || word.bytes == 4 || word.bytes == 8;
    const bool once = word.object < p.objects.size()
                          ? !p.objects[word.object].thread_local_ && !p.objects[word.object].external
                          : word.object >= s.first_variable();
    if (!number || !once || flow.seen_by(flow.cell(w)).empty()) continue;
    std::string name =
        word.object < p.objects.size()
            ? p.objects[word.object].name + model::path_in_type(p, p.objects[word.object].type, word.first, word.bytes)
            : "";
    add(flow.cell(w), static_cast<unsigned>(word.bytes) * 8, name);
  }
  for (FrameId f = 0; f < s.frames().size(); ++f) {
    const std::vector<model::Local>& locals = p.procedures[s.frames()[f].proc].locals;
    for (LocalId l = 0; l < locals.size(); ++l)
      if (!flow.seen_by(flow.cell(f, l)).empty()) add(flow.cell(f, l), locals[l].width, "");
  }
  if (widths_.size() > kMostVariables) throw NoGraph("more than 600 variables that conditions see");
  for (uint64_t c : p.constants)
    for (Int k : {Int{static_cast<int64_t>(c)} - 1, Int{static_cast<int64_t>(c)}, Int{static_cast<int64_t>(c)} + 1})
      thresholds_.push_back(k);
  std::sort(thresholds_.begin(), thresholds_.end());
  thresholds_.erase(std::unique(thresholds_.begin(), thresholds_.end()), thresholds_.end());
  machine_ = std::make_unique<Machine>(exprs_, widths_, [this](LocalId l) { return local(l); });
  anything_ = widths_.size() > kMostRelated
                  ? domains::anything({domains::Kind::Ranges, domains::Kind::Congruences}, widths_.size())
                  : domains::anything({domains::Kind::Ranges, domains::Kind::Congruences, domains::Kind::Octagons},
                                      widths_.size());
}

void Numbers::add(CellId c, unsigned width, std::string name) {
  of_cell_[c] = static_cast<Var>(widths_.size());
  widths_.push_back(static_cast<uint8_t>(width));
  names_.push_back(std::move(name));
  cell_of_.push_back(c);
}

Var Numbers::local(LocalId l) const {
  return of_cell_[l >= kFirstWord ? flow_.cell(l - kFirstWord) : flow_.cell(frame_, l)];
}

void Numbers::forget(Lattice& at, CellId c) const {
  if (of_cell_[c] != kNoVar) machine_->forget(at, of_cell_[c]);
}

Value Numbers::initial() const {
  const model::Program& p = s_.program();
  Value v = anything_->copy();
  for (Var x = 0; x < widths_.size(); ++x) {
    machine_->forget(*v, x);
    if (cell_of_[x] >= words_.words().size()) continue;
    const Word& w = words_.words()[cell_of_[x]];
    if (w.object >= p.objects.size() || w.first + w.bytes > p.objects[w.object].init.size()) continue;
    const model::Object& o = p.objects[w.object];
    const bool address = std::any_of(o.relocations.begin(), o.relocations.end(), [&](const auto& r) {
      return r.offset < w.first + w.bytes && w.first < r.offset + p.pointer_width / 8;
    });
    if (address) continue;
    uint64_t bits = 0;
    for (uint64_t k = w.bytes; k-- > 0;) bits = bits << 8 | o.init[w.first + k];
    v->assign(x, machine_->stored(*v, exprs_.constant(bits, static_cast<unsigned>(w.bytes) * 8)));
  }
  return v;
}

void Numbers::set(Value& at, CellId c, ExprId e, unsigned width) const {
  const Var x = of_cell_[c];
  if (x == kNoVar) return;
  if (e == model::kNoExpr || exprs_[e].width != width || widths_[x] != width)
    machine_->forget(*at, x);
  else
    machine_->assign(at, x, e);
}

Value Numbers::step(const Lattice& before, NodeId n, const Edge& e) const {
  const Node& node = s_.nodes()[n];
  Value at = before.copy();
  if (node.kind != Node::Instr) return at;
  frame_ = node.frame;
  const Instr& i = s_.instr(node);
  assume(at, n, e);
  if (at->is_bottom()) return at;
  switch (i.kind) {
    case InstrKind::Assign: {
      std::vector<std::pair<Var, ExprId>> all;
      for (const model::Assignment& a : i.assignments)
        if (Var x = of_cell_[flow_.cell(frame_, a.local)]; x != kNoVar) all.emplace_back(x, a.value);
      machine_->assign(at, std::move(all));
      break;
    }
    case InstrKind::Call:
    case InstrKind::CallPointer: pass_arguments(at, n, e); break;
    case InstrKind::Return: leave(at, n); break;
    default: access(at, n, i);
  }
  return at;
}

void Numbers::assume(Value& at, NodeId n, const Edge& e) const {
  const Instr& i = s_.instr(s_.nodes()[n]);
  if (e.kind == Edge::Holds || e.kind == Edge::Fails) machine_->assume(at, Skeleton::tested(i), e.kind == Edge::Holds);
  if (e.kind == Edge::Case)
    machine_->assume(at, exprs_.binary(ExprOp::Eq, 1, i.a, exprs_.constant(e.value, exprs_[i.a].width)), true);
}

void Numbers::pass_arguments(Value& at, NodeId n, const Edge& e) const {
  const Instr& i = s_.instr(s_.nodes()[n]);
  const FrameId callee = s_.nodes()[e.to].frame;
  const model::Procedure& f = s_.program().procedures[s_.frames()[callee].proc];
  for (LocalId l = 0; l < f.params; ++l)
    set(at, flow_.cell(callee, l), l < i.args.size() ? i.args[l] : model::kNoExpr, f.locals[l].width);
}

void Numbers::leave(Value& at, NodeId n) const {
  const Node& node = s_.nodes()[n];
  const Instr& i = s_.instr(node);
  const Frame& f = s_.frames()[node.frame];
  if (f.parent != ~0u) {
    const LocalId dst = s_.instr(s_.nodes()[f.call]).dst;
    if (dst != model::kNoLocal) {
      const unsigned width = s_.program().procedures[s_.frames()[f.parent].proc].locals[dst].width;
      set(at, flow_.cell(f.parent, dst), i.a, width);
    }
  }
  for (LocalId l = 0; l < s_.program().procedures[f.proc].locals.size(); ++l) forget(*at, flow_.cell(node.frame, l));
}

// The new content of a word as an expression over its old one; none: anything.
ExprId Numbers::updated(const Instr& i, WordId w) const {
  const ExprId old = exprs_.local(kFirstWord + w, i.width);
  if (exprs_[i.b].width != i.width) return model::kNoExpr;
  switch (i.rmw) {
    case model::RmwOp::Xchg: return i.b;
    case model::RmwOp::Add: return exprs_.binary(ExprOp::Add, i.width, old, i.b);
    case model::RmwOp::Sub: return exprs_.binary(ExprOp::Sub, i.width, old, i.b);
    case model::RmwOp::And: return exprs_.binary(ExprOp::And, i.width, old, i.b);
    case model::RmwOp::Or: return exprs_.binary(ExprOp::Or, i.width, old, i.b);
    case model::RmwOp::Xor: return exprs_.binary(ExprOp::Xor, i.width, old, i.b);
    default: return model::kNoExpr;
  }
}

void Numbers::access(Value& at, NodeId n, const Instr& i) const {
  const std::optional<WordId> w = words_.exact(n);
  const CellId dst = i.dst == model::kNoLocal ? ~0u : flow_.cell(frame_, i.dst);
  const ExprId old = w ? exprs_.local(kFirstWord + *w, i.width) : model::kNoExpr;
  // What is written is computed before the result is assigned.
  ExprId now = model::kNoExpr;
  if (w && i.kind == InstrKind::Store) now = i.b;
  if (w && i.kind == InstrKind::Rmw) now = updated(i, *w);
  if (w && i.kind == InstrKind::CmpXchg && exprs_[i.b].width == i.width && exprs_[i.c].width == i.width)
    now = exprs_.select(exprs_.binary(ExprOp::Eq, 1, old, i.b), i.c, old);
  const Var word = w ? of_cell_[*w] : kNoVar;
  const bool sets_word = word != kNoVar && now != model::kNoExpr && exprs_[now].width == widths_[word];
  std::vector<std::pair<Var, ExprId>> all;
  if (sets_word) all.emplace_back(word, now);
  if (dst != ~0u && of_cell_[dst] != kNoVar) {
    if (w && word != kNoVar && widths_[of_cell_[dst]] == i.width && i.kind != InstrKind::Store)
      all.emplace_back(of_cell_[dst], old);
    else
      forget(*at, dst);
  }
  if (i.dst2 != model::kNoLocal) {
    const Var success = of_cell_[flow_.cell(frame_, i.dst2)];
    if (success != kNoVar && word != kNoVar && i.kind == InstrKind::CmpXchg && exprs_[i.b].width == i.width)
      all.emplace_back(success, exprs_.binary(ExprOp::Eq, 1, old, i.b));
    else
      forget(*at, flow_.cell(frame_, i.dst2));
  }
  machine_->assign(at, std::move(all));
  words_.of(n).writes.each([&](size_t other) {
    if (!sets_word || other != *w) forget(*at, static_cast<CellId>(other));
  });
  if (i.kind == InstrKind::Builtin && i.builtin == Builtin::ThreadCreate) {
    if (dst != ~0u && of_cell_[dst] != kNoVar) at->assign(of_cell_[dst], Form::of(0));
    const ThreadId started = s_.nodes()[n].starts;
    const FrameId first = s_.nodes()[s_.threads()[started].first].frame;
    const model::Procedure& f = s_.program().procedures[s_.threads()[started].entry];
    if (f.params > 0) set(at, flow_.cell(first, 0), i.args[3], f.locals[0].width);
  }
}

std::optional<Int> Numbers::decided(const Lattice& at, const Condition& c) const {
  frame_ = s_.nodes()[c.node].frame;
  if (exprs_[c.expr].width == 1) {
    const Machine::Truth truth = machine_->decide(at, c.expr);
    if (truth == Machine::Truth::Always) return 1;
    if (truth == Machine::Truth::Never) return 0;
    return std::nullopt;
  }
  const Form form = machine_->value(at, c.expr, Machine::Reading::Signed);
  const domains::Bounds b = at.bounds(form);
  if (b.low && b.high && *b.low == *b.high) return *b.low;
  return std::nullopt;
}

std::string Numbers::text(const Lattice& at) const {
  std::string out;
  for (Var x = 0; x < widths_.size(); ++x) {
    if (names_[x].empty()) continue;
    const domains::Bounds b = at.bounds(domains::Linear::of(x));
    const Int low = -(Int{1} << (widths_[x] - 1)), high = (Int{1} << (widths_[x] - 1)) - 1;
    const bool below = b.low && *b.low > low, above = b.high && *b.high < high;
    if (!below && !above) continue;
    out += (out.empty() ? "" : ", ") + names_[x];
    if (below && above && *b.low == *b.high)
      out += " = " + domains::text(*b.low);
    else
      out += " in [" + (below ? domains::text(*b.low) : "") + ".." + (above ? domains::text(*b.high) : "") + "]";
  }
  return out;
}

}  // namespace heddle::transactions
