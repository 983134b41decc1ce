// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/plan_file.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"

namespace heddle::schedule {

static_assert(sizeof(heddle_plan) == 80 && sizeof(heddle_plan_unit) == 28 && sizeof(heddle_plan_event) == 32);

namespace {

constexpr uint32_t kSlack = 64;  // from level 1 on; at level 0 the thread goes that has gone least often

template <class T>
void put(std::string& bytes, const std::vector<T>& all) {
  if (!all.empty()) bytes.append(reinterpret_cast<const char*>(all.data()), all.size() * sizeof(T));
}

class Writer {
 public:
  Writer(const ProgramSchedule& s, const Events& events) : s_(s), events_(events) {}

  std::string run(const PlanSettings& settings, std::vector<Moves> moves) {
    if (s_.threads.size() > 256) throw InputError("the schedule has more than 256 threads");
    for (const Unit& u : s_.units) unit(u);
    for (Moves& from : moves) {
      std::sort(from.units.begin(), from.units.end());
      froms_.push_back({{low(from.id), high(from.id)}, size(moves_), size(from.units)});
      for (const auto& [at, to] : from.units) moves_.push_back({at, to});
    }
    if (units_.size() > HEDDLE_MAX_UNITS) throw InputError("the schedule is too large to be followed");
    for (uint32_t t = 0; t < s_.threads.size(); ++t) name(t, s_.threads[t]);
    for (model::EventId e : events_.all()) name(HEDDLE_NAME_EVENT | e, events_.place(e));
    heddle_plan head{};
    head.magic = HEDDLE_PLAN_MAGIC;
    head.version = HEDDLE_PLAN_VERSION;
    head.level = s_.level;
    head.on_divergence = settings.on_divergence;
    head.patience_ms = settings.patience_ms;
    head.slack = s_.level > 0 ? kSlack : 0;
    head.threads = static_cast<uint32_t>(s_.threads.size());
    head.units = size(units_);
    head.lists = size(lists_);
    head.events = size(list_);
    head.needs = size(needs_);
    head.branches = size(branches_);
    head.names = size(names_);
    head.text = static_cast<uint32_t>(text_.size());
    head.froms = size(froms_);
    head.moves = size(moves_);
    // The same units of the same program, with other ways to come to them, are the same plan.
    uint64_t id = 0xcbf29ce484222325;
    for (char byte : settings.program + units_and_events())
      id = (id ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
    head.id[0] = low(id), head.id[1] = high(id);
    head.program[0] = low(settings.executable), head.program[1] = high(settings.executable);
    std::string bytes(reinterpret_cast<const char*>(&head), sizeof head);
    bytes += units_and_events();
    put(bytes, froms_);
    put(bytes, moves_);
    put(bytes, names_);
    return bytes + text_;
  }

 private:
  static uint32_t low(uint64_t id) { return static_cast<uint32_t>(id); }
  static uint32_t high(uint64_t id) { return static_cast<uint32_t>(id >> 32); }

  std::string units_and_events() const {
    std::string bytes;
    put(bytes, units_);
    put(bytes, lists_);
    put(bytes, list_);
    put(bytes, needs_);
    put(bytes, branches_);
    return bytes;
  }

  template <class T>
  static uint32_t size(const std::vector<T>& all) {
    return static_cast<uint32_t>(all.size());
  }

  uint32_t put_needs(const std::vector<Need>& all) {
    const uint32_t first = size(needs_);
    for (const Need& n : all) needs_.push_back({n.thread, n.count});
    return first;
  }

  void unit(const Unit& u) {
    heddle_plan_unit out{};
    out.kind = static_cast<uint32_t>(u.kind);
    out.thread = u.thread;
    out.next = u.next;
    out.first = size(branches_);
    out.count = size(u.ways);
    for (const auto& [on, to] : u.ways) branches_.push_back({on, to});
    if (u.like != kNone) {  // a copy
      const UnitId next = out.next;
      out = units_[u.like];
      out.next = next;
    } else if (u.kind == Unit::Section) {
      out.first = size(lists_);
      out.count = 0;
      for (uint32_t t = 0; t < s_.threads.size(); ++t) lists_.push_back(list(u, t));
      out.ends = size(u.ends);
      out.first_end = put_needs(u.ends);
    } else if (u.kind == Unit::Stretch) {
      stretch(out, u);
    }
    units_.push_back(out);
  }

  // Places in the order in which a thread goes through most of them one after the other: behind a place stands the one
  // to which its first event leads.
  static std::vector<size_t> in_a_row(const Unit& u) {
    std::vector<size_t> out, open{0};
    std::vector<bool> done(u.places.size(), false);
    while (!open.empty()) {
      size_t at = open.back();
      open.pop_back();
      while (!done[at]) {
        done[at] = true;
        out.push_back(at);
        for (size_t k = u.places[at].size(); k-- > 0;)
          if (u.places[at][k].leaves == kNone) open.push_back(u.places[at][k].then);
        if (u.places[at][0].leaves != kNone) break;
        at = u.places[at][0].then;
      }
    }
    return out;
  }

  // First the first events of all places, so that they stand in a row; then their others. The last event of a stretch
  // must have waited for what was before it.
  void stretch(heddle_plan_unit& out, const Unit& u) {
    const std::vector<size_t> row = in_a_row(u);
    std::vector<uint32_t> first(u.places.size());
    for (size_t k = 0; k < row.size(); ++k) first[row[k]] = size(list_) + static_cast<uint32_t>(k);
    out.first = first[0];
    out.ends = size(u.ends);
    out.first_end = put_needs(u.ends);
    const uint32_t begin = size(list_);
    for (size_t place : row) list_.push_back(alone(u.places[place][0], first, size(list_)));
    for (size_t k = 0; k < row.size(); ++k) {
      uint32_t before = begin + static_cast<uint32_t>(k);
      for (size_t way = 1; way < u.places[row[k]].size(); ++way) {
        list_[before].other = size(list_) - before;
        before = size(list_);
        list_.push_back(alone(u.places[row[k]][way], first, before));
      }
    }
  }

  heddle_plan_event alone(const Unit::Step& e, const std::vector<uint32_t>& first, uint32_t at) const {
    const bool leaves = e.leaves != kNone;
    uint32_t flags = HEDDLE_EVENT_ALONE;
    if (e.elided) flags |= HEDDLE_EVENT_ELIDED;
    if (e.elided && !leaves) flags |= HEDDLE_EVENT_LOOSE;
    if (leaves) flags |= HEDDLE_EVENT_LEAVES;
    const uint32_t then = leaves ? e.leaves : first[e.then] - at;
    return {e.key, flags, -1, 0, 0, 0, static_cast<int32_t>(then), quiet(e.key, e.elided, !leaves && then == 1)};
  }

  // Nobody looks at the event, and the next one stands behind it.
  uint32_t quiet(Key key, bool elided, bool unwatched) const {
    return unwatched && (elided || events_.is_access(event_of(key))) ? key : HEDDLE_LOUD;
  }

  heddle_plan_list list(const Unit& u, uint32_t thread) {
    heddle_plan_list out{size(list_), 0};
    for (const Unit::Event& e : u.events) {
      if (e.thread != thread) continue;
      const uint32_t flags = (e.loose ? HEDDLE_EVENT_LOOSE : 0u) | (e.counts ? HEDDLE_EVENT_COUNTS : 0u) |
                             (e.elided ? HEDDLE_EVENT_ELIDED : 0u);
      const uint32_t passed = quiet(e.key, e.elided, !e.counts && e.needs.empty() && e.starts < 0);
      list_.push_back({e.key, flags, e.starts, put_needs(e.needs), size(e.needs), 0, 0, passed});
      ++out.count;
    }
    return out;
  }

  void name(uint32_t id, const std::string& text) {
    names_.push_back({id, static_cast<uint32_t>(text_.size())});
    text_ += text;
    text_ += '\0';
  }

  const ProgramSchedule& s_;
  const Events& events_;
  std::vector<heddle_plan_unit> units_;
  std::vector<heddle_plan_list> lists_;
  std::vector<heddle_plan_event> list_;
  std::vector<heddle_plan_need> needs_;
  std::vector<heddle_plan_branch> branches_;
  std::vector<heddle_plan_from> froms_;
  std::vector<heddle_plan_move> moves_;
  std::vector<heddle_plan_name> names_;
  std::string text_;
};

}  // namespace

std::string plan_file(const ProgramSchedule& s, const Events& events, const PlanSettings& settings,
                      std::vector<Moves> moves) {
  return Writer(s, events).run(settings, std::move(moves));
}

uint64_t plan_id(const std::string& plan) {
  heddle_plan head{};
  HEDDLE_CHECK(plan.size() >= sizeof head) << "a plan has a head";
  std::memcpy(&head, plan.data(), sizeof head);
  return head.id[0] | uint64_t{head.id[1]} << 32;
}

}  // namespace heddle::schedule
