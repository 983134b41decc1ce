// SPDX-License-Identifier: GPL-3.0-or-later
// From the tree to what others read: schedules with lines and names, violations that the interpreter has taken, and the
// last word.
#include <algorithm>

#include "base/progress.h"
#include "engines/impact/certificate.h"
#include "engines/impact/engine.h"
#include "engines/impact/next_acts.h"
#include "engines/impact/schedules.h"
#include "engines/impact/witness.h"
#include "smt/z3/watch.h"

namespace heddle::impact {

namespace {

constexpr int kMostBeginnings = 50;
constexpr size_t kMostRests = 4000;  // one schedule goes through few of their combinations

// A formula in the names of the program, as far as they have one.
class Names {
 public:
  Names(const model::Program& p, const Places& places) {
    for (SymbolId s = 0; s < places.symbols(); ++s) {
      const Symbol& symbol = places.symbol(s);
      if (symbol.thread != kNone || symbol.slot.kind != Slot::Memory || symbol.slot.owner >= p.objects.size()) continue;
      std::string name = p.objects[symbol.slot.owner].name;
      if (symbol.slot.at) name += "@" + std::to_string(symbol.slot.at);
      names_.emplace(symbol.name, name);
    }
  }

  // Terms are those of the tree, which keeps them: their numbers stay.
  const std::string& text(const z3::Term& t) {
    auto [it, fresh] = texts_.try_emplace(t.id());
    if (fresh) it->second = renamed(t.text());
    return it->second;
  }

 private:
  std::string renamed(const std::string& raw) const {
    std::string out, word;
    bool space = false;
    auto end_word = [&] {
      auto it = names_.find(word);
      out += it == names_.end() ? word : it->second;
      word.clear();
    };
    for (char c : raw) {
      if (c == '\n' || c == ' ') {
        end_word();
        if (!space) out += ' ';
        space = true;
        continue;
      }
      space = false;
      if (c == '(' || c == ')') {
        end_word();
        out += c;
      } else {
        word += c;
      }
    }
    end_word();
    return out;
  }

  std::map<std::string, std::string> names_;
  std::map<unsigned, std::string> texts_;
};

// What some execution may reach: by edges that are followed, and behind covers, also into branches that no execution
// reaches by itself.
std::vector<NodeId> kept_nodes(Places& places, Tree& tree, const Schedules& schedules) {
  std::set<NodeId> known;
  std::vector<NodeId> kept;
  auto keep = [&](NodeId n) {
    if (known.count(n) || tree.implies(n, places.nothing())) return;
    known.insert(n);
    kept.push_back(n);
  };
  keep(Tree::kRoot);
  for (size_t k = 0; k < kept.size(); ++k) {
    const Node& node = tree.node(kept[k]);
    if (node.covered_by != kNone) {
      keep(node.covered_by);
      continue;
    }
    for (NodeId c : std::vector<NodeId>(node.children))
      if (schedules.is_part(c) && schedules.is_followed(kept[k], tree.node(c).edge->thread)) keep(c);
  }
  return kept;
}

trace::Schedule described(const model::Program& p, Places& places, Tree& tree, Schedules& schedules,
                          const std::vector<NodeId>& kept) {
  Names names(p, places);
  NextActs next(p, places.flow());
  std::map<NodeId, uint32_t> number;
  for (NodeId n : kept) number.emplace(n, static_cast<uint32_t>(number.size()));
  auto place_of = [&](const flow::Rest& r, std::string& file, std::string& function, uint32_t& line) {
    file = p.files[r.pos.file];
    function = p.procedures[r.proc].name;
    line = r.pos.line;
  };
  trace::Schedule s;
  s.fair = schedules.is_fair();
  for (NodeId n : kept) {
    const Node& node = tree.node(n);
    const Place& place = places.at(node.place);
    trace::Schedule::Node out;
    for (unsigned t = 0; t < place.threads.size(); ++t) {
      const flow::Rest& r = places.flow().rests[place.threads[t].at];
      if (t >= s.threads.size())
        s.threads.push_back(t == 0 ? "main" : p.procedures[places.flow().roles[place.threads[t].role].start].name);
      trace::Schedule::Where where;
      place_of(r, where.file, where.function, where.line);
      where.state = r.spot.phase == flow::Spot::Ended    ? "ended"
                    : r.spot.phase == flow::Spot::Stuck  ? "stuck"
                    : r.spot.phase == flow::Spot::Asleep ? "asleep"
                    : r.may_wait                         ? "may wait"
                                                         : "runs";
      if (const std::optional<NextActs::Next>& after = next.of(place.threads[t].at)) {
        where.comes_to = std::vector<model::EventId>(after->events.begin(), after->events.end());
        where.may_end = after->may_end;
      }
      out.threads.push_back(std::move(where));
    }
    for (const z3::Term& t : node.label) out.facts.push_back(names.text(t));
    if (node.covered_by != kNone) {
      out.goes_on_at = number.at(node.covered_by);
    } else {
      for (NodeId c : node.children) {
        const Edge& e = *tree.node(c).edge;
        if (!schedules.is_part(c) || !schedules.is_followed(n, e.thread) || !number.count(c)) continue;
        trace::Schedule::Edge edge;
        edge.thread = e.thread;
        edge.to = number.at(c);
        place_of(places.flow().rests[e.step->from], edge.file, edge.function, edge.line);
        if (!e.guard.is_true()) edge.guard = names.text(e.guard);
        for (const flow::Seen::Act& a : e.step->seen.acts) edge.events.push_back(p.procedures[a.proc].code[a.pc].event);
        edge.starts = e.starts;
        out.edges.push_back(std::move(edge));
      }
      out.ends = out.edges.empty();
    }
    s.nodes.push_back(std::move(out));
  }
  return s;
}

class Iteration {
 public:
  Iteration(const Env& env, const trace::ScheduleListener& listener)
      : program_(env.program()),
        analyses_(env.analyses),
        budget_(env.budget),
        listener_(listener),
        turns_{static_cast<unsigned>(env.options.turn_rounds),
               {},
               [this](const flow::Seen::Act& a) {
                 return model::may_give_up(program_.procedures[a.proc].code[a.pc].builtin);
               },
               [this](const flow::Rest& r) {
                 const model::Procedure& f = program_.procedures[r.proc];
                 return r.spot.phase == flow::Spot::Before && !f.library && r.spot.pc < f.code.size() &&
                        f.code[r.spot.pc].builtin == model::Builtin::AtomicBegin;
               }},
        slow_(env.options.slow),
        progress_(env.options.progress && !env.options.quiet, "schedule", env.budget) {
    for (const std::string& name : env.options.slow)
      for (model::ProcId f = 0; f < program_.procedures.size(); ++f)
        if (program_.procedures[f].name == name) turns_.slow.insert(f);
  }

  trace::Scheduling run() {
    try {
      z3::Watch watch(context_, stop_);
      flow::Options how{nullptr, true, true, true};
      how.most_rests = kMostRests;
      std::optional<flow::Flow> made =
          flow::build(program_, analyses_.points_to_if_modelled(), context_, plan_, stop_, how);
      if (!made) return unknown("the program is too large");
      std::set<Slot> vary;
      for (int k = 0; k < kMostBeginnings; ++k) try {
          return iterate(*made, vary);
        } catch (const Varies& v) {
          vary.insert(v.slot);
        }
      return unknown("the program is too large");
    } catch (const flow::TooLarge& e) {
      return unknown(e.what());
    } catch (const TooLarge& e) {
      return unknown(e.what());
    } catch (const Stopped&) {
      return unknown(stopped() ? "" : "Z3 has no answer");
    } catch (const z3::Error& e) {
      return unknown(stopped() ? "" : std::string("Z3 says: ") + e.what());
    }
  }

 private:
  bool stopped() { return budget_.check_now().has_value(); }

  trace::Scheduling unknown(const std::string& why) {
    if (note_) note_();
    outcome_.word = trace::Word::Unknown;
    outcome_.reason = why;
    if (why.empty()) outcome_.reason = trace::text(trace::reason(budget_.check().value_or(base::Exceeded::Time)));
    return outcome_;
  }

  trace::Scheduling iterate(const flow::Flow& flow, const std::set<Slot>& vary) {
    Places places(context_, flow, {false, true, false}, vary);
    Tree tree(context_, places, stop_);
    uint64_t looks = 0;
    const std::function<void()> tick = [&] {
      progress_.say_sometimes([&] {
        return "a tree of " + std::to_string(tree.size()) + " nodes, " + std::to_string(tree.questions()) +
               " questions to the solver";
      });
      if (++looks % 64 == 0 && stopped()) throw Stopped();
    };
    Schedules schedules(context_, program_, places, tree, turns_, tick);
    note_ = [&] {
      outcome_.stats = {{"nodes", static_cast<double>(tree.size())},
                        {"places", static_cast<double>(places.size())},
                        {"questions", static_cast<double>(tree.questions())},
                        {"refinements", static_cast<double>(tree.refinements())},
                        {"violations_met", static_cast<double>(violations_)}};
    };
    struct Noting {  // also when it stops
      std::function<void()>& note;
      ~Noting() {
        note();
        note = nullptr;
      }
    } noting{note_};
    for (;;) {
      Schedules::Progress p = schedules.next();
      if (p.kind == Schedules::Progress::Nothing) break;
      if (p.kind == Schedules::Progress::Safe) {
        if (schedules.breaks_somewhere()) return unknown("the tree does not hold together");
        ++safe_;
        if (!listener_.safe(schedule(places, tree, schedules)))
          return unknown("not all schedules were looked at, as asked");
        continue;
      }
      if (!tell(places, tree, *p.found)) return unknown("not all schedules were looked at, as asked");
    }
    const bool some = schedules.has_schedule();
    note_();
    const bool partially = some && violations_ > 0;  // whatever else there is
    if (unsure_ && !partially)
      return unknown(what_unsure_ + (some ? " in other schedules" : ", and no schedule was found"));
    if (schedules.left_out() && !partially)
      return unknown("not all executions were looked at: at " + model::position_text(program_, *schedules.left_out()) +
                     " it depends on inputs whether a thread has to wait");
    outcome_.word = violations_ == 0 ? (some ? trace::Word::Safe : trace::Word::Unknown)
                    : some           ? trace::Word::PartiallySafe
                                     : trace::Word::Unsafe;
    if (outcome_.word == trace::Word::Unknown) outcome_.reason = "no schedule was found, and no violation";
    return outcome_;
  }

  trace::Schedule schedule(Places& places, Tree& tree, Schedules& schedules) {
    const std::vector<NodeId> nodes = kept_nodes(places, tree, schedules);
    trace::Schedule s = described(program_, places, tree, schedules, nodes);
    s.rounds = turns_.rounds;
    s.slow = slow_;
    auto follows = [&](NodeId n, unsigned t) { return schedules.is_followed(n, t); };
    if (flow::can_be_judged(places.flow(), plan_))
      s.certificate =
          certificate(program_, plan_, analyses_.points_to_if_modelled(), places, tree, {nodes, nullptr, follows});
    return s;
  }

  // Whether to go on.
  bool tell(const Places& places, const Tree& tree, const Found& found) {
    std::optional<trace::Violation> v;
    if (found.trouble.kind != Trouble::Undefined) v = semantics::repeat(program_, execution(places, tree, found));
    if (v) {
      ++violations_;
      return !told_.insert(v->message).second || listener_.violation(*v);
    }
    if (!unsure_) {
      what_unsure_ = found.trouble.fault
                         ? found.trouble.fault->what + " at " +
                               model::position_text(program_, found.trouble.fault->pos) + " cannot be excluded"
                         : "threads may wait for each other";
    }
    unsure_ = true;
    return true;
  }

  const model::Program& program_;
  const analysis::Analyses& analyses_;
  base::Budget& budget_;
  const trace::ScheduleListener& listener_;
  Schedules::Turns turns_;
  const std::vector<std::string> slow_;
  base::Progress progress_;
  z3::Context context_;
  flow::Plan plan_;
  const std::function<bool()> stop_ = [this] { return stopped(); };
  trace::Scheduling outcome_;
  uint64_t safe_ = 0, violations_ = 0;
  bool unsure_ = false;
  std::string what_unsure_;
  std::function<void()> note_;
  std::set<std::string> told_;  // the same thing happens on many ways
};

}  // namespace

trace::Scheduling schedules(const Env& env, const trace::ScheduleListener& listener) {
  return Iteration(env, listener).run();
}

}  // namespace heddle::impact
