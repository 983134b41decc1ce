// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/tree.h"

#include <algorithm>
#include <functional>

#include "judge/fair_cycles.h"
#include "judge/steps/orders.h"
#include "judge/tree_steps.h"

namespace heddle::judge {

using base::Property;
using steps::Access;
using steps::Fault;
using steps::Term;
using steps::Truth;
using steps::Way;
using trace::Answer;
using Node = TreeCertificate::Node;
using State = TreeCertificate::State;

namespace {

std::string of_other(const std::string& name) { return "o!" + name; }

struct Answered {
  Ruling ruling;
};

class Judge {
 public:
  Judge(const model::Program& p, TreeCertificate certificate, Cvc5& solver)
      : p_(p), c_(std::move(certificate)), solver_(solver), questions_(solver), steps_(p, c_) {}

  // Throws Answered.
  void run(const std::vector<Property>& properties) {
    unreach_ = wanted(properties, Property::UnreachCall);
    races_ = wanted(properties, Property::NoDataRace);
    for (Property q : properties)
      if (q != Property::UnreachCall && q != Property::NoDataRace)
        cannot(std::string("a tree of all executions says nothing about ") + base::text(q), {});
    if (races_)
      if (auto weak = steps::first_that_orders_nothing(p_)) cannot("an operation that may order nothing else", *weak);
    prepare();
    starts();
    for (const Node& n : c_.nodes)
      if (n.follows) cannot("the certificate is about a schedule, and not about all executions", {});
    for (node_ = 0; node_ < c_.nodes.size(); ++node_) {
      if (is_never(c_.nodes[node_])) continue;
      if (c_.nodes[node_].covered_by)
        is_covered(c_.nodes[node_]);
      else
        leave(c_.nodes[node_]);
    }
  }

  // Throws Answered.
  void run(const trace::Schedule& schedule) {
    unreach_ = true;
    for (const Node& n : c_.nodes)
      if (!n.follows && !n.covered_by) cannot("the certificate is not about a schedule", {});
    is_about(schedule);
    prepare();
    starts();
    for (node_ = 0; node_ < c_.nodes.size(); ++node_) {
      if (is_never(c_.nodes[node_])) continue;
      if (c_.nodes[node_].covered_by)
        is_covered(c_.nodes[node_]);
      else
        go_on(c_.nodes[node_]);
    }
    cycles_are_fair(schedule.fair);
  }

  size_t ways() const { return steps_.count(); }

 private:
  static bool wanted(const std::vector<Property>& all, Property p) {
    return std::find(all.begin(), all.end(), p) != all.end();
  }

  // The obligation that is looked at is not met: cvc5 has an example.
  [[noreturn]] void refuse(const std::string& why, model::Position pos) {
    const std::string where = pos.line ? model::position_text(p_, pos) : "the start";
    throw Answered{{Ruling::Refused, {{asked_ + "; " + why, where + ", node " + std::to_string(node_)}}, {}, {}, {}}};
  }
  [[noreturn]] void cannot(const std::string& why, model::Position pos) {
    throw Answered{Ruling::cannot(why + (pos.line ? " at " + model::position_text(p_, pos) : ""))};
  }
  void now(const char* obligation, model::Position pos) { asked_ = obligation, pos_ = pos; }

  bool refuted(const Questions::Facts& facts, const Suppositions& s, const Claim* goal = nullptr) {
    const Answer a = questions_.opposite(facts, s, goal);
    if (a == Answer::Unknown)
      cannot((solver_.out_of_budget() ? "out of time or memory" : "cvc5 gives no answer") +
                 std::string(", when it was to be shown that ") + asked_,
             pos_);
    return a == Answer::Unsat;
  }

  // -- names and labels

  void prepare() {
    for (const Formula& f : c_.formulas) formulas_.emplace_back(f.text());
    for (const auto& [slot, v] : c_.map.map.shared) questions_.set_range(v.name, steps_.variables().range(slot, v));
    for (const State& s : c_.states)
      for (size_t t = 0; t < s.places.size(); ++t)
        for (const KnownPlace::Own& o : c_.map.places[s.places[t]].own) {
          const std::string name = of_thread(o.name, t);
          if (o.width) questions_.set_range(name, steps_.variables().range(name, o.kind, o.width, o.is_signed));
        }
  }

  const State& state(const Node& n) const { return c_.states[n.state]; }
  std::set<size_t> label(const Node& n) const {
    std::set<size_t> all(n.label.begin(), n.label.end());
    all.insert(state(n).facts.begin(), state(n).facts.end());
    return all;
  }
  Questions::Facts facts(const Node& n) const {
    Questions::Facts all;
    for (size_t f : label(n)) all.push_back(&formulas_[f]);
    return all;
  }
  bool is_never(const Node& n) const {
    return std::any_of(n.label.begin(), n.label.end(), [&](size_t f) { return formulas_[f].text == "false"; });
  }

  // -- the start, covers

  void starts() {
    now("the label of the first node holds at the start", {});
    const Node& root = c_.nodes[0];
    if (root.covered_by || !root.skipped.empty()) refuse("the first node is covered, or skips a thread", {});
    const steps::Spot first{c_.map.map.roles[0].root, 0, steps::Spot::Before};
    const steps::Place& entry = steps_.place(state(root).places[0]);
    if (state(root).places.size() != 1 || state(root).joined[0] || entry.role != 0 || entry.spot != first)
      refuse("the first node is not where the program begins", {});
    Variables::Begin begin = steps_.variables().begin(c_.map.initially);
    if (!begin.unknown.empty())
      cannot("the variable " + begin.unknown + " does not begin with a value that the certificate can name", {});
    if (!begin.differs.empty()) refuse(begin.differs, {});
    steps::Premises premises;
    std::optional<steps::Arrival> a = steps::begin(steps_.walker(), entry, {}, premises);
    if (!a) cannot("the first thread does not fit the first place", {});
    const std::map<std::string, std::string> own = steps_.own_names(state(root).places[0], 0);
    std::map<std::string, std::string> names;
    for (const auto& [name, term] : a->own) {
      auto it = own.find(name);
      names.emplace(it == own.end() ? name : it->second, steps::text(term));
    }
    Suppositions s(premises, {});
    for (const std::string& t : begin.state) s.where.emplace_back(t);
    std::vector<Claim> goals;
    for (const Truth& t : a->must) goals.emplace_back(steps::text(t));
    for (size_t f : label(root)) goals.emplace_back(renamed(formulas_[f].text, names));
    for (const Claim& g : goals)
      if (!refuted({}, s, &g)) refuse("this does not: " + g.text, {});
  }

  void is_covered(const Node& n) {
    now("a covered node implies the label of the one that covers it", where(n));
    const Node& by = c_.nodes[*n.covered_by];
    if (by.covered_by) refuse("the node that covers it is covered itself", pos_);
    if (state(n).places != state(by).places || state(n).joined != state(by).joined)
      refuse("the threads are at other places", pos_);
    const Questions::Facts here = facts(n);
    const std::set<size_t> known = label(n);
    for (size_t f : label(by))
      if (!known.count(f) && !refuted(here, {}, &formulas_[f])) refuse("not this: " + formulas_[f].text, pos_);
  }

  model::Position where(const Node& n) const { return where(state(n).places[0]); }
  model::Position where(size_t place) const {
    const steps::Spot& s = steps_.place(place).spot;
    const model::Procedure& f = p_.procedures[c_.map.map.frames[s.frame].proc];
    return s.is_last() ? f.pos : f.code[s.pc].pos;
  }

  // -- one node

  void leave(const Node& n) {
    const State& s = state(n);
    const Questions::Facts here = facts(n);
    for (unsigned t = 0; t < s.places.size(); ++t) {
      if (steps_.place(s.places[t]).spot.is_last()) continue;
      no_faults(n, here, t);
      if (n.skipped.count(t)) continue;
      for (size_t w = 0; w < steps_.ways(s.places[t]).ways.size(); ++w) step(n, here, t, w);
    }
    if (races_) no_races(n, here);
  }

  void no_faults(const Node& n, const Questions::Facts& here, unsigned thread) {
    const size_t place = state(n).places[thread];
    const std::vector<Fault>& faults = steps_.ways(place).faults;
    if (faults.empty()) return;
    const std::map<std::string, std::string> names = steps_.own_names(place, thread);
    for (const Fault& f : faults) {
      if (f.kind == Fault::Fails && !unreach_) continue;
      now(f.kind == Fault::Fails       ? "the label excludes that the assertion fails"
          : f.kind == Fault::Undefined ? "the label excludes what C does not define"
                                       : "the label excludes what the judge does not understand",
          f.pos);
      if (refuted(here, Suppositions(f.premises, names))) continue;
      f.kind == Fault::NotUnderstood ? cannot(f.what, f.pos) : refuse(f.what, f.pos);
    }
  }

  // Each way leads along an edge.
  void step(const Node& n, const Questions::Facts& here, unsigned thread, size_t way) {
    const State& from = state(n);
    const Way& w = steps_.ways(from.places[thread]).ways[way];
    now("every step leads along an edge to a node", w.pos);
    if (!steps_.can_join(from, w)) return;
    struct Target {
      size_t node = 0;
      const TreeSteps::Landing* landing = nullptr;
      std::vector<Claim> goals;
    };
    std::vector<Target> targets;
    for (const TreeCertificate::Edge& e : n.edges) {
      if (e.thread != thread) continue;
      const auto& landing = steps_.lands(from, thread, way, state(c_.nodes[e.to]));
      if (landing) targets.push_back({e.to, &*landing, goals(n, c_.nodes[e.to], *landing)});
    }
    auto reaches = [&](const Target& t) {
      return std::all_of(t.goals.begin(), t.goals.end(),
                         [&](const Claim& g) { return refuted(here, t.landing->suppositions, &g); });
    };
    if (targets.empty()) {
      if (refuted(here, steps_.suppositions(from.places[thread], thread, way))) return;
      if (!w.joins.empty()) cannot("which of several threads is joined, or whether it has ended, is not known", w.pos);
      refuse("there is none for " + spot_text(w), w.pos);
    }
    for (const Target& t : targets)
      if (reaches(t)) return skips(n, here, thread, way, t.node);
    now("every step leads to the label of the next node", w.pos);
    Suppositions none_of_them;
    for (const Target& t : targets) {
      none_of_them.add(t.landing->suppositions);
      std::vector<std::string> all;
      for (const Claim& g : t.goals) all.push_back(g.text);
      none_of_them.where.emplace_back("(not " + conjunction(all) + ")");
    }
    if (!refuted(here, none_of_them)) {
      for (const Claim& g : targets[0].goals)
        if (!refuted(here, targets[0].landing->suppositions, &g)) refuse("not this: " + g.text, w.pos);
      refuse("to none of several", w.pos);
    }
    for (const Target& t : targets) skips(n, here, thread, way, t.node);
  }

  // What must hold for the step to lead to the label; what it does not touch holds already.
  std::vector<Claim> goals(const Node& from, const Node& to, const TreeSteps::Landing& landing) const {
    std::vector<Claim> all = landing.must;
    const std::set<size_t> before = label(from);
    for (size_t f : label(to)) {
      const std::set<std::string>& names = formulas_[f].names;
      const bool changed =
          std::any_of(names.begin(), names.end(), [&](const std::string& n) { return landing.becomes.count(n) != 0; });
      if (!changed && before.count(f)) continue;
      all.emplace_back(changed ? renamed(formulas_[f].text, landing.becomes) : formulas_[f].text);
    }
    return all;
  }

  std::string spot_text(const Way& way) const {
    if (way.to.phase == steps::Spot::Ended) return "the end of the thread";
    if (way.to.phase == steps::Spot::Stuck) return "a thread that goes no further";
    return "where the thread comes to, or for what it brings";
  }

  // What is skipped behind an edge could have gone before it.
  void skips(const Node& from, const Questions::Facts& here, unsigned thread, size_t way, size_t to) {
    const Node& next = c_.nodes[c_.nodes[to].covered_by.value_or(to)];
    if (next.skipped.empty()) return;
    const State& s = state(from);
    const Way& w = steps_.ways(s.places[thread]).ways[way];
    now("what is skipped could have gone before", w.pos);
    for (unsigned t : next.skipped) {
      const size_t place = state(next).places[t];
      if (steps_.place(place).spot.is_last()) continue;
      if (t >= thread || t >= s.places.size())
        refuse("thread " + std::to_string(t) + " is skipped after a step of thread " + std::to_string(thread), w.pos);
      for (size_t k = 0; k < steps_.ways(place).ways.size(); ++k) {
        if (steps_.commute(s.places[thread], way, place, k)) continue;
        if (refuted(facts(next), steps_.suppositions(place, t, k))) continue;
        if (refuted(here, steps_.suppositions(s.places[thread], thread, way))) return;
        refuse("not that of thread " + std::to_string(t) + " at " + model::position_text(p_, where(place)), w.pos);
      }
    }
  }

  // -- schedules

  void is_about(const trace::Schedule& schedule) {
    now("the certificate is about the nodes and edges of the schedule", {});
    if (schedule.nodes.size() != c_.nodes.size()) refuse("it has another number of nodes", {});
    for (node_ = 0; node_ < c_.nodes.size(); ++node_) {
      const trace::Schedule::Node& theirs = schedule.nodes[node_];
      const Node& ours = c_.nodes[node_];
      std::multiset<std::pair<unsigned, size_t>> a, b;
      for (const trace::Schedule::Edge& e : theirs.edges) a.insert({e.thread, e.to});
      for (const TreeCertificate::Edge& e : ours.edges) b.insert({e.thread, e.to});
      std::optional<size_t> goes_on_at;
      if (theirs.goes_on_at) goes_on_at = *theirs.goes_on_at;
      if (a != b || goes_on_at != ours.covered_by || theirs.threads.size() != state(ours).places.size())
        refuse("a node has other edges, or other threads", where(ours));
      if (theirs.ends != (!ours.covered_by && ours.edges.empty())) refuse("a node ends that goes on", where(ours));
    }
    node_ = 0;
  }

  void go_on(const Node& n) {
    const State& s = state(n);
    const Questions::Facts here = facts(n);
    for (unsigned t : *n.follows) {
      no_faults(n, here, t);
      for (size_t w = 0; w < steps_.ways(s.places[t]).ways.size(); ++w) step(n, here, t, w);
      need_not_wait(n, here, t);
    }
    if (!n.follows->empty() || is_over(s)) return;
    now("somebody can go on, whatever the inputs are", where(n));
    if (!refuted(here, {})) refuse("nobody may, and not all have ended", pos_);
  }

  bool is_over(const State& s) const {
    auto in = [&](steps::Spot::Phase phase) {
      return [this, phase](size_t p) { return steps_.place(p).spot.phase == phase; };
    };
    return std::any_of(s.places.begin(), s.places.end(), in(steps::Spot::Stuck)) ||
           std::all_of(s.places.begin(), s.places.end(), in(steps::Spot::Ended));
  }

  // Whatever the inputs, one of its ways is open. Which of several threads with one role is joined is not known, so all
  // of them must have ended.
  void need_not_wait(const Node& n, const Questions::Facts& here, unsigned thread) {
    const size_t place = state(n).places[thread];
    now("somebody can go on, whatever the inputs are", where(place));
    const std::map<std::string, std::string> names = steps_.own_names(place, thread);
    Suppositions none;
    auto is_closed = [&](const steps::Premises& premises) {
      Suppositions way(premises, names);
      std::vector<std::string> all;
      for (const Claim& c : way.where) all.push_back(c.text);
      way.where.clear();
      none.add(way);
      none.where.emplace_back("(not " + conjunction(all) + ")");
    };
    for (const Way& w : steps_.ways(place).ways)
      if (steps_.can_surely_join(state(n), w)) is_closed(w.premises);
    for (const steps::Premises& p : steps_.ways(place).ends) is_closed(p);
    if (!refuted(here, none)) refuse("thread " + std::to_string(thread) + " may have to wait", pos_);
  }

  bool can_go(const Node& n, unsigned thread) {
    const State& s = state(n);
    if (thread >= s.places.size() || steps_.place(s.places[thread]).spot.is_last()) return false;
    const size_t place = s.places[thread];
    const Questions::Facts here = facts(n);
    const steps::Ways& all = steps_.ways(place);
    for (size_t w = 0; w < all.ways.size(); ++w)
      if (steps_.can_join(s, all.ways[w]) && !refuted(here, steps_.suppositions(place, thread, w))) return true;
    const std::map<std::string, std::string> names = steps_.own_names(place, thread);
    auto possible = [&](const steps::Premises& p) { return !refuted(here, Suppositions(p, names)); };
    return std::any_of(all.ends.begin(), all.ends.end(), possible) ||
           std::any_of(all.faults.begin(), all.faults.end(), [&](const Fault& f) { return possible(f.premises); });
  }

  // In front of an atomic section of the program, whose condition is a wish: a schedule has to fulfil it.
  bool has_wish(const Node& n, unsigned thread) const {
    const State& s = state(n);
    if (thread >= s.places.size()) return false;
    const steps::Spot& spot = steps_.place(s.places[thread]).spot;
    if (spot.phase != steps::Spot::Before) return false;
    const model::Procedure& f = p_.procedures[c_.map.map.frames[spot.frame].proc];
    return !f.library && spot.pc < f.code.size() && f.code[spot.pc].builtin == model::Builtin::AtomicBegin;
  }

  void cycles_are_fair(bool always) {
    now(always ? "every cycle has a step of each thread that can go on in it"
               : "each thread that can go on in a cycle may be chosen in it",
        {});
    Graph g;
    for (const Node& n : c_.nodes) {
      g.threads = std::max(g.threads, static_cast<unsigned>(state(n).places.size()));
      auto& next = g.next.emplace_back();
      if (n.covered_by) next.push_back({*n.covered_by, Graph::kNobody});
      for (const TreeCertificate::Edge& e : n.edges) next.push_back({e.to, e.thread});
    }
    auto left = left_out(
        g, !always, [&](size_t n, unsigned t) { return has_wish(c_.nodes[n], t) || can_go(c_.nodes[n], t); },
        [&](const std::vector<Arc>& ring) { return finite(ring); });
    if (!left) return;
    node_ = left->first;
    refuse("thread " + std::to_string(left->second) + " is left out of one",
           where(state(c_.nodes[node_]).places[left->second]));
  }

  // If some machine integer is never made smaller in the ring, those that make it larger are taken a
  // finite number of times. (The same with smaller and larger exchanged.)
  std::vector<bool> finite(const std::vector<Arc>& ring) {
    std::vector<bool> gone(ring.size(), false);
    std::optional<std::set<std::string>> numbers;
    for (const Arc& w : ring) {
      const std::set<std::string> here = numbers_at(state(c_.nodes[w.from]));
      if (!numbers) numbers = here;
      std::erase_if(*numbers, [&](const std::string& n) { return !here.count(n); });
    }
    for (const std::string& number : numbers.value_or(std::set<std::string>{}))
      for (const auto& [keeps, moves] : {std::pair("<=", "<"), std::pair(">=", ">")}) {
        auto does = [&](const Arc& w, const char* what) { return changes(w, number, what); };
        bool some = false;
        for (size_t k = 0; k < ring.size(); ++k) some |= gone[k] = does(ring[k], moves);
        if (some && std::all_of(ring.begin(), ring.end(), [&](const Arc& w) { return does(w, keeps); })) return gone;
        gone.assign(ring.size(), false);
      }
    return gone;
  }

  std::set<std::string> numbers_at(const State& s) const {
    std::set<std::string> all;
    for (const auto& [slot, v] : c_.map.map.shared)
      if (v.width && !v.points) all.insert(v.name);
    for (size_t t = 0; t < s.places.size(); ++t)
      for (const KnownPlace::Own& o : c_.map.places[s.places[t]].own)
        if (o.width) all.insert(of_thread(o.name, t));
    return all;
  }

  // Whatever happens along the edge: what the number was is in this relation to what it becomes.
  bool changes(const Arc& edge, const std::string& number, const char* relation) {
    const bool may_stay = relation[1] == '=';
    if (edge.thread == Graph::kNobody) return may_stay;
    const Node& n = c_.nodes[edge.from];
    const State &from = state(n), &to = state(c_.nodes[edge.to]);
    const Questions::Facts here = facts(n);
    const steps::Ways& all = steps_.ways(from.places[edge.thread]);
    for (size_t w = 0; w < all.ways.size(); ++w) {
      if (!steps_.can_join(from, all.ways[w])) continue;
      const auto& landing = steps_.lands(from, edge.thread, w, to);
      if (!landing) continue;
      auto becomes = landing->becomes.find(number);
      if (becomes == landing->becomes.end()) {
        if (may_stay || refuted(here, landing->suppositions)) continue;
        return false;
      }
      const Claim goal("(" + std::string(relation) + " " + number + " " + becomes->second + ")");
      if (!refuted(here, landing->suppositions, &goal)) return false;
    }
    return true;
  }

  // -- data races: two threads in front of accesses, of which one must not happen before the other has

  void no_races(const Node& n, const Questions::Facts& here) {
    const State& s = state(n);
    for (unsigned t = 0; t < s.places.size(); ++t)
      for (unsigned u = t + 1; u < s.places.size(); ++u)
        for (const Access& x : steps_.ways(s.places[t]).accesses)
          for (const Access& y : steps_.ways(s.places[u]).accesses)
            if (conflict(x, y)) not_together(here, {x, s.places[t], t}, {y, s.places[u], u});
  }

  static bool conflict(const Access& x, const Access& y) {
    if (x.object != y.object || (!x.write && !y.write) || (x.atomic && y.atomic)) return false;
    return !overlap(x, y.offset, y.bytes).is(false);
  }
  static Truth overlap(const Access& x, const Term& offset, uint64_t bytes) {
    const Term x_end = steps::plus(x.offset, steps::number(static_cast<steps::Int>(x.bytes))),
               end = steps::plus(offset, steps::number(static_cast<steps::Int>(bytes)));
    return steps::both(steps::less(x.offset, end), steps::less(offset, x_end));
  }

  struct One {
    const Access& access;
    size_t place;
    unsigned thread;
  };
  void not_together(const Questions::Facts& here, const One& a, const One& b) {
    now("the label excludes a data race", a.access.pos);
    const std::map<std::string, std::string> names = steps_.own_names(a.place, a.thread);
    std::map<std::string, std::string> other = steps_.own_names(b.place, b.thread);
    for (const auto& [name, known] : b.access.premises.given) other.emplace(name, of_other(name));
    Suppositions both(a.access.premises, names);
    both.add(Suppositions(b.access.premises, other));
    Access mine = a.access;
    mine.offset.base = renamed(mine.offset.base, names);
    both.where.emplace_back(
        steps::text(overlap(mine, {renamed(b.access.offset.base, other), b.access.offset.k}, b.access.bytes)));
    if (!refuted(here, both)) refuse("with the access at " + model::position_text(p_, b.access.pos), a.access.pos);
  }

  const model::Program& p_;
  const TreeCertificate c_;
  Cvc5& solver_;
  Questions questions_;
  TreeSteps steps_;
  std::vector<Claim> formulas_;
  bool unreach_ = false, races_ = false;
  size_t node_ = 0;
  std::string asked_;  // the obligation that is looked at
  model::Position pos_;
};

}  // namespace

namespace {

Ruling rule(const Question& question, const std::string& content, const std::function<void(Judge&)>& ask) {
  Cvc5 solver(&question.limits.budget);
  Ruling ruling;
  size_t ways = 0, nodes = 0;
  try {
    TreeCertificate certificate = read_tree(question.program, content);
    nodes = certificate.nodes.size();
    Judge judge(question.program, std::move(certificate), solver);
    ask(judge);
    ways = judge.ways();
    ruling.kind = Ruling::Certified;
  } catch (const Answered& a) {
    ruling = a.ruling;
  } catch (const BadCertificate& e) {
    ruling = Ruling::cannot(e.what());
  }
  ruling.numbers = {{"questions", static_cast<double>(solver.questions())},
                    {"nodes", static_cast<double>(nodes)},
                    {"steps", static_cast<double>(ways)}};
  return ruling;
}

}  // namespace

Ruling tree(const Question& question, const std::string& content) {
  Ruling r = rule(question, content, [&](Judge& judge) { judge.run(question.properties); });
  r.judge = "every execution is one of the tree and none fails, with cvc5 and a translation of steps of its own";
  return r;
}

Ruling schedule(const Question& question, const trace::Schedule& schedule) {
  if (schedule.certificate.empty()) return Ruling::cannot("the schedule has no certificate");
  Ruling r = rule(question, schedule.certificate, [&](Judge& judge) { judge.run(schedule); });
  r.judge =
      "held to the schedule, nothing fails, somebody can always go on, and nobody is left out for ever, with cvc5 and "
      "a translation of steps of its own";
  if (r.kind == Ruling::Certified)
    r.unchecked = "that no threads wait for each other for ever while another one goes on";
  return r;
}

}  // namespace heddle::judge
