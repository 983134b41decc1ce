// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/explore/happens_before.h"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace heddle::explore {

using model::Builtin;
using model::InstrKind;
using semantics::Happening;
using semantics::ThreadStatus;

namespace {

Holder thread(uint32_t slot) { return {Holder::Thread, slot, 0, 0}; }
Holder location(const semantics::Access& a) { return {Holder::Location, a.obj, a.offset, a.size}; }

bool overlap(const Holder& l, const semantics::Access& a) {
  return l.kind == Holder::Location && l.at == a.obj && l.offset < a.offset + a.size && a.offset < l.offset + l.size;
}

semantics::Access access(const PastAccess& p) { return {p.obj, p.offset, p.size, p.write, p.atomic}; }

// Whoever races with `b` races with `a`, and what is known of `a` is known of `b`.
bool dominates(const PastAccess& a, const PastAccess& b) {
  return a.obj == b.obj && a.offset <= b.offset && a.offset + a.size >= b.offset + b.size && (a.write || !b.write) &&
         (!a.atomic || b.atomic) &&
         std::includes(b.holders.begin(), b.holders.end(), a.holders.begin(), a.holders.end());
}

void add(std::vector<Holder>& set, const Holder& h) {
  auto at = std::lower_bound(set.begin(), set.end(), h);
  if (at == set.end() || *at != h) set.insert(at, h);
}

}  // namespace

bool PastAccess::known_to(const Holder& h) const { return std::binary_search(holders.begin(), holders.end(), h); }

HappensBefore::HappensBefore(const analysis::PointsTo& points_to, const semantics::Machine& m, Futures& futures)
    : machine_(m), futures_(futures) {
  const model::Program& p = m.program();
  for (model::ProcId f = 0; f < p.procedures.size(); ++f)
    for (const model::Instr& i : p.procedures[f].code) {
      if (i.kind == InstrKind::Fence) acquire_fences_ |= semantics::acquires(i.order);
      if (i.atomic()) continue;
      bool bulk = i.kind == InstrKind::Copy || i.kind == InstrKind::Fill;
      if (bulk || i.kind == InstrKind::Load || i.kind == InstrKind::Store) plain_.add_all(points_to.objects(f, i.a));
      if (i.kind == InstrKind::Copy) plain_.add_all(points_to.objects(f, i.b));
      if (i.kind != InstrKind::Builtin || model::only_synchronises(i.builtin)) continue;
      for (model::ExprId e : i.args) plain_.add_all(points_to.objects(f, e));
      if (i.site != model::kNone) plain_.add(p.objects.size() + i.site);
    }
}

HappensBefore::Step HappensBefore::after(uint32_t past, const std::vector<Happening>& happenings,
                                         const semantics::State* to) {
  Step out;
  past_ = decode(past);
  for (const Happening& h : happenings) {
    Holder mine = thread(h.thread);
    switch (h.kind) {
      case Happening::Touch: touch(h, out); break;
      case Happening::Learn: acquire(h, out); break;
      case Happening::Fence:
        if (h.acquires) pass_on({Holder::Read, h.thread, 0, 0}, mine);
        if (h.releases) pass_on(mine, {Holder::Fenced, h.thread, 0, 0});
        break;
      case Happening::Create:
        forget_thread(h.other);
        pass_on(mine, thread(h.other));
        break;
      case Happening::Join:
        pass_on(thread(h.other), mine);
        forget_thread(h.other);
        break;
    }
  }
  if (!to) return out;
  rename();
  reduce(*to);
  out.part = encode();
  return out;
}

void HappensBefore::touch(const Happening& h, Step& out) {
  if (h.access.atomic) acquire(h, out);
  Holder mine = thread(h.thread);
  for (const PastAccess& p : past_)
    if (!out.race && semantics::race(access(p), h.access) && !p.known_to(mine)) out.race = h;
  remember(h);
  if (h.access.write) release(h);
}

void HappensBefore::acquire(const Happening& h, Step& out) {
  Holder to = h.acquires ? thread(h.thread) : Holder{Holder::Read, h.thread, 0, 0};
  if (h.attempt != Builtin::None || (!h.acquires && !acquire_fences_)) return;
  for (PastAccess& p : past_)
    for (size_t k = 0; k < p.holders.size(); ++k) {
      if (!overlap(p.holders[k], h.access)) continue;
      if (!h.section && p.holders[k] != location(h.access)) out.mixed = h.pos;
      add(p.holders, to);
      break;
    }
}

void HappensBefore::release(const Happening& h) {
  Holder here = location(h.access);
  for (PastAccess& p : past_) {
    if (!h.updates) std::erase_if(p.holders, [&](const Holder& l) { return overlap(l, h.access); });
    if (h.access.atomic && p.known_to(h.releases ? thread(h.thread) : Holder{Holder::Fenced, h.thread, 0, 0}))
      add(p.holders, here);
  }
}

// Everything else that is known of this memory is known to its thread, or there was a race: so the new access mostly
// replaces it.
void HappensBefore::remember(const Happening& h) {
  const semantics::Access& a = h.access;
  past_.push_back({a.obj, a.offset, a.size, a.write, a.atomic, {thread(h.thread)}});
}

void HappensBefore::pass_on(const Holder& from, const Holder& to) {
  for (PastAccess& p : past_)
    if (p.known_to(from)) add(p.holders, to);
}

void HappensBefore::forget(const Holder& h) {
  for (PastAccess& p : past_) std::erase(p.holders, h);
}

void HappensBefore::forget_thread(uint32_t slot) {
  for (auto kind : {Holder::Thread, Holder::Read, Holder::Fenced}) forget({kind, slot, 0, 0});
}

// Objects made at run time have other numbers in the state after the step, and what nobody can reach is gone.
void HappensBefore::rename() {
  std::vector<PastAccess> left;
  for (const PastAccess& p : past_) {
    auto obj = machine_.renamed(p.obj);
    if (!obj) continue;
    PastAccess& kept = left.emplace_back(PastAccess{*obj, p.offset, p.size, p.write, p.atomic, {}});
    for (Holder h : p.holders) {
      auto at = h.kind == Holder::Location ? machine_.renamed(h.at) : h.at;
      if (!at) continue;
      h.at = *at;
      kept.holders.push_back(h);
    }
    std::sort(kept.holders.begin(), kept.holders.end());
  }
  past_ = std::move(left);
}

// Leaves out what can make no difference any more.
void HappensBefore::reduce(const semantics::State& s) {
  struct Alive {
    uint32_t slot;
    const analysis::AccessSet& future;
  };
  std::vector<Alive> alive;
  auto status_of = [&](uint32_t slot) {
    return slot < machine_.threads(s) ? machine_.info(machine_.thread_part(s, slot)).status : ThreadStatus::Free;
  };
  auto gone = [&](const Holder& h) {  // of a thread that has ended the one who joins it will learn
    ThreadStatus status = h.kind == Holder::Location ? ThreadStatus::Ready : status_of(h.at);
    return status == ThreadStatus::Free || status == ThreadStatus::Parked ||
           (status == ThreadStatus::Finished && h.kind != Holder::Thread);
  };
  for (PastAccess& p : past_) std::erase_if(p.holders, gone);
  for (unsigned t = 0; t < machine_.threads(s); ++t)
    if (ThreadStatus status = status_of(t);
        status != ThreadStatus::Free && status != ThreadStatus::Parked && status != ThreadStatus::Finished)
      alive.push_back({t, futures_.of(machine_, machine_.thread_part(s, t)).touches});
  auto matters = [&](const PastAccess& p) {
    uint32_t object = machine_.abstract_of(s, p.obj);
    if (!plain_.has(object)) return false;
    return std::any_of(alive.begin(), alive.end(), [&](const Alive& a) {
      return !p.known_to(thread(a.slot)) && (a.future.writes.has(object) || (p.write && a.future.reads.has(object)));
    });
  };
  std::erase_if(past_, [&](const PastAccess& p) { return !matters(p); });
  for (PastAccess& p : past_) {
    auto may_learn = [&](const Holder& l) {
      uint32_t object = machine_.abstract_of(s, l.at);
      return std::any_of(alive.begin(), alive.end(), [&](const Alive& a) {
        return !p.known_to(thread(a.slot)) && (a.future.writes.has(object) || a.future.reads.has(object));
      });
    };
    auto useless = [&](const Holder& h) {
      if (h.kind == Holder::Location) return !may_learn(h);
      return h.kind == Holder::Read && p.known_to(thread(h.at));
    };
    std::vector<Holder> left;
    for (const Holder& h : p.holders)
      if (!useless(h)) left.push_back(h);
    p.holders = std::move(left);
  }
  drop_dominated();
  join_neighbours();
}

void HappensBefore::drop_dominated() {
  std::sort(past_.begin(), past_.end());
  past_.erase(std::unique(past_.begin(), past_.end()), past_.end());
  std::vector<PastAccess> left;
  for (auto first = past_.begin(), end = first; first != past_.end(); first = end) {
    end = std::find_if(first, past_.end(), [&](const PastAccess& p) { return p.obj != first->obj; });
    for (auto p = first; p != end; ++p)
      if (std::none_of(first, end, [&](const PastAccess& q) { return q != *p && dominates(q, *p); }))
        left.push_back(*p);
  }
  past_ = std::move(left);
}

// Neighbours of which the same is known are one: an array that was filled word by word.
void HappensBefore::join_neighbours() {
  auto kind = [](const PastAccess& p) { return std::tie(p.obj, p.write, p.atomic, p.holders); };
  // stable: by offset
  std::stable_sort(past_.begin(), past_.end(),
                   [&](const PastAccess& a, const PastAccess& b) { return kind(a) < kind(b); });
  std::vector<PastAccess> joined;
  for (PastAccess& p : past_) {
    PastAccess* last = joined.empty() ? nullptr : &joined.back();
    if (last && kind(*last) == kind(p) && p.offset <= last->offset + last->size)
      last->size = std::max(last->offset + last->size, p.offset + p.size) - last->offset;
    else
      joined.push_back(std::move(p));
  }
  past_ = std::move(joined);
}

std::vector<PastAccess> HappensBefore::decode(uint32_t part) const {
  std::vector<PastAccess> past;
  if (!part) return past;
  semantics::Blob b = store_.get(part);
  std::vector<uint32_t> words(b.size / 4);
  std::memcpy(words.data(), b.data, b.size);
  for (size_t k = 0; k < words.size();) {
    PastAccess& p = past.emplace_back();
    p.obj = words[k++], p.offset = words[k++], p.size = words[k++];
    uint32_t kind = words[k++];
    p.write = kind & 1;
    p.atomic = kind & 2;
    p.holders.resize(words[k++]);
    for (Holder& h : p.holders)
      h = {static_cast<Holder::Kind>(words[k]), words[k + 1], words[k + 2], words[k + 3]}, k += 4;
  }
  return past;
}

uint32_t HappensBefore::encode() {
  if (past_.empty()) return 0;
  std::vector<uint32_t> words;
  for (const PastAccess& p : past_) {
    words.insert(words.end(), {p.obj, p.offset, p.size, (p.write ? 1u : 0u) | (p.atomic ? 2u : 0u),
                               static_cast<uint32_t>(p.holders.size())});
    for (const Holder& h : p.holders) words.insert(words.end(), {uint32_t{h.kind}, h.at, h.offset, h.size});
  }
  return store_.intern(reinterpret_cast<const uint8_t*>(words.data()), static_cast<uint32_t>(words.size() * 4));
}

}  // namespace heddle::explore
