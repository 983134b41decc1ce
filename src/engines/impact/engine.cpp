// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/impact/engine.h"

#include <algorithm>
#include <memory>

#include "base/progress.h"
#include "engines/impact/certificate.h"
#include "engines/impact/claims.h"
#include "engines/impact/rounds.h"
#include "engines/impact/witness.h"
#include "smt/z3/watch.h"
#include "symbolic/flow/builder.h"

namespace heddle::impact {

using base::Property;
using trace::Reason;

namespace {

constexpr int kMostBeginnings = 50;
constexpr size_t kMostInTurn = 4;  // threads, with main; if there are more, pairs of them are tried first
constexpr double kFirstShare = 0.5, kFirstShareOfErrors = 0.75;  // where only unreach-call is asked about
constexpr std::chrono::seconds kMostForFirst{60};
constexpr double kShareOfTree = 0.7;  // where a certificate is wanted
constexpr std::chrono::minutes kMostForTree{10};
constexpr const char* kSolver = "Z3";

class Engine {
 public:
  explicit Engine(const Env& env)
      : program_(env.program()),
        analyses_(env.analyses),
        options_(env.options),
        budget_(env.budget),
        progress_(options_.progress && !options_.quiet, "impact", env.budget) {}

  trace::Result run() {
    result_.engine = "impact";
    result_.requested = options_.properties;
    for (Property p : options_.properties) {
      if (p == Property::NoDataRace && analyses_.first_weak_operation()) {
        give_up(Reason::WeakAtomics, *analyses_.first_weak_operation() + " may order nothing else");
        continue;
      }
      if (p == Property::UnreachCall || p == Property::NoDataRace || p == Property::NoDeadlock)
        open_.insert(p);
      else
        give_up(Reason::NotChecked, "");
    }
    // The judge knows no certificate for a proof along one order: that comes last where one is wanted.
    if (options_.certificate) tree_.reset(new base::Budget(budget_.part(kShareOfTree, kMostForTree)));
    try {
      z3::Watch watch(context_, stop_);
      if (!tree_) along_one_order(budget_.part(open_.size() == 1 ? kFirstShareOfErrors : kFirstShare, kMostForFirst));
      if (!open_.empty()) search();
    } catch (const flow::TooLarge& e) {
      give_up(Reason::Unsupported, e.what());
    } catch (const TooLarge& e) {
      give_up(Reason::Unsupported, e.what());
    } catch (const Stopped&) {
      if (!stopped()) give_up(Reason::NoProof, "Z3 has no answer");
    } catch (const z3::Error& e) {
      if (!stopped()) give_up(Reason::Unsupported, std::string("Z3 says: ") + e.what());
    }
    if (tree_) along_one_order(budget_.part(1, kMostForFirst));
    if (stopped() && proofs_.empty()) why_ = trace::reason(budget_.check().value_or(base::Exceeded::Time));
    if (!result_.violations.empty()) result_.validated = "simulated";
    result_.bound.complete = !proofs_.empty();
    trace::conclude(result_, proofs_, why_, how_far_);
    return std::move(result_);
  }

 private:
  bool stopped() { return budget_.check_now().has_value(); }

  void give_up(Reason why, const std::string& how_far) {
    why_ = why;
    how_far_ = how_far;
  }

  // What arrays contain is asked for only if a proof fails without it: threads that use different elements are in each
  // other's way then. The judge of a certificate knows no arrays; it decides for itself what others can notice, and
  // wants a rest in front of each of these.
  void search() {
    for (bool arrays : {false, true}) {
      flow::Plan plan;
      // The judge has its own reading of the steps: every access at a rest, attempts that may always fail.
      const bool for_judge = options_.certificate && !arrays;
      std::optional<flow::Flow> made =
          flow::build(program_, analyses_.points_to_if_modelled(), context_, plan, stop_,
                      {for_judge ? nullptr : &analyses_.visible(), true, true, true, arrays, !for_judge});
      if (!made) return give_up(Reason::Unsupported, "the program is too large");
      const auto& all = made->shared;
      if (arrays && std::none_of(all.begin(), all.end(), [](const flow::Variable& v) { return v.is_array(); })) return;
      doubtful_ = false;
      open_.insert(in_doubt_.begin(), in_doubt_.end());
      in_doubt_.clear();
      plan_ = for_judge && flow::can_be_judged(*made, plan) ? &plan : nullptr;
      search(*made);
      if (!doubtful_ && in_doubt_.empty()) return;
    }
  }

  // unreach-call by linear facts, with what arrays contain (rounds.h). Whatever stops it, the tree is still to come, or
  // has been.
  void along_one_order(base::Budget budget) {
    if (!open_.count(Property::UnreachCall) || !result_.violations.empty()) return;
    z3::Context context;
    const std::function<bool()> stop = [&] { return budget.check_now().has_value(); };
    try {
      z3::Watch watch(context, stop);
      flow::Plan plan;
      std::optional<flow::Flow> made = flow::build(program_, analyses_.points_to_if_modelled(), context, plan, stop,
                                                   {&analyses_.visible(), true, true, true, true, true});
      std::set<Slot> vary;
      for (int k = 0; made && k < kMostBeginnings; ++k) try {
          Places places(context, *made, {}, vary);
          return along_one_order(context, places, stop);
        } catch (const Varies& v) {
          vary.insert(v.slot);
        }
    } catch (const flow::TooLarge&) {
    } catch (const TooLarge&) {
    } catch (const Stopped&) {
    } catch (const z3::Error&) {}
  }

  void along_one_order(z3::Context& context, Places& places, const std::function<bool()>& stop) {
    using Sought = Rounds::Sought;
    Rounds rounds(context, places, stop);
    trace::Certified by;
    by.argument = "linear facts along one order of the steps, to which every other order leads";
    auto exclude = [&](const Lanes& lanes, Sought what, const char* when) {
      if (!rounds.find(lanes, what)) return false;
      by.facts.push_back("at " + std::to_string(rounds.cuts()) + " of " + std::to_string(rounds.nodes()) + " nodes");
      const LastLook look = rounds.look_once_more();
      by.parts.push_back(
          {std::string("every way keeps the facts, and they exclude a violation of unreach-call ") + when, kSolver,
           trace::Opposite{look.labels, look.broken}});
      return look.holds();
    };
    std::vector<Lanes> orders = rounds.orders();
    const bool early = exclude(orders[0], Sought::Early, "while other threads run");
    if (early && orders[0].size() > kMostInTurn) std::rotate(orders.begin(), orders.begin() + 1, orders.end());
    const bool all = std::any_of(orders.begin(), orders.end(), [&](const Lanes& lanes) {
      return early ? exclude(lanes, Sought::Late, "when all other threads have ended")
                   : exclude(lanes, Sought::All, "at any time");
    });
    result_.stats = {{"nodes", static_cast<double>(rounds.nodes())},
                     {"places", static_cast<double>(places.size())},
                     {"questions", static_cast<double>(rounds.questions())}};
    if (!all) return;
    if (std::optional<trace::Complete> proof = trace::Complete::of(std::move(by))) {
      proofs_.emplace(Property::UnreachCall, *proof);
      open_.erase(Property::UnreachCall);
    }
  }

  void search(const flow::Flow& flow) {
    std::set<Slot> vary;
    for (int k = 0; k < kMostBeginnings && !open_.empty();) try {
        if (!search(flow, vary)) return;
      } catch (const Varies& v) {
        vary.insert(v.slot);
        ++k;
      }
  }

  // Whether there is more to look for.
  bool search(const flow::Flow& flow, const std::set<Slot>& vary) {
    Places places(context_, flow,
                  {open_.count(Property::NoDataRace) != 0, open_.count(Property::NoDeadlock) != 0, !plan_}, vary);
    Tree tree(context_, places, stop_);
    auto matters = [&](const Trouble& t) { return t.kind == Trouble::Undefined || open_.count(property(t.kind)) != 0; };
    uint64_t looks = 0;
    const std::function<void()> tick = [&] {
      progress_.say_sometimes([&] {
        return "a tree of " + std::to_string(tree.size()) + " nodes, " + std::to_string(tree.questions()) +
               " questions to the solver";
      });
      if (++looks % 64 == 0 && stop_()) throw Stopped();
    };
    Search search(places, tree, matters, tick);
    struct Noting {  // also when it stops
      trace::Result& r;
      const Places& places;
      const Tree& tree;
      ~Noting() {
        r.stats = {{"nodes", static_cast<double>(tree.size())},
                   {"places", static_cast<double>(places.size())},
                   {"questions", static_cast<double>(tree.questions())},
                   {"refinements", static_cast<double>(tree.refinements())}};
      }
    } noting{result_, places, tree};
    std::optional<Found> found = search.run();
    if (!found) {
      prove(places, tree, search);
      return false;
    }
    return violation(places, tree, *found);
  }

  static Property property(Trouble::Kind k) {
    return k == Trouble::Race       ? Property::NoDataRace
           : k == Trouble::Deadlock ? Property::NoDeadlock
                                    : Property::UnreachCall;
  }

  bool violation(const Places& places, const Tree& tree, const Found& found) {
    model::Position pos;
    if (found.trouble.fault) pos = found.trouble.fault->pos;
    if (found.trouble.access) pos = found.trouble.access->pos;
    const std::string where = " at " + model::position_text(program_, pos);
    doubtful_ = true;
    if (found.trouble.kind == Trouble::Undefined) {
      give_up(Reason::NoProof, found.trouble.fault->what + where + " cannot be excluded");
      return false;
    }
    std::optional<trace::Violation> v = semantics::repeat(program_, execution(places, tree, found));
    if (!v) {
      give_up(Reason::NoProof,
              "an execution to a violation" + (pos.line ? where : "") + " is one of the model, but not of the program");
      in_doubt_.insert(property(found.trouble.kind));  // the others may still be decided
      open_.erase(property(found.trouble.kind));
      doubtful_ = open_.empty();
      return !open_.empty();
    }
    doubtful_ = false;
    open_.erase(v->property);
    result_.violations.push_back(std::move(*v));
    return !open_.empty();
  }

  void prove(Places& places, const Tree& tree, Search& search) {
    const LastLook look = search.look_once_more();
    trace::Certified by;
    by.argument = "a tree of all executions, in which every node is covered or has all its edges";
    by.facts = {"labels at " + std::to_string(tree.size()) + " nodes in " + std::to_string(places.size()) + " places"};
    by.facts.push_back(std::to_string(look.covers) + " covers");
    by.parts = {{"every label follows from the one before, covers are implied, nothing undefined happens", kSolver,
                 trace::Opposite{look.labels + look.covers, look.broken}}};
    for (Property p : open_) {
      trace::Certified one = by;
      one.parts.push_back({std::string("no node allows a violation of ") + text(p), kSolver,
                           trace::Opposite{look.labels, look.broken}});
      if (std::optional<trace::Complete> proof = trace::Complete::of(std::move(one))) proofs_.emplace(p, *proof);
    }
    std::vector<Property> proven;  // by this tree, and for the judge, who does not look for deadlocks
    for (Property p : std::set<Property>(open_)) {
      if (!proofs_.count(p)) continue;
      if (p != Property::NoDeadlock) proven.push_back(p);
      open_.erase(p);
    }
    if (!look.holds()) give_up(Reason::NoProof, "the tree does not hold together");
    if (plan_ && !proven.empty()) write_certificate(proven, places, tree, search);
    if (proofs_.empty() || (options_.witness.empty() && options_.output.empty())) return;
    const std::vector<NodeId> nodes = search.nodes();
    const bool all_steps = std::none_of(nodes.begin(), nodes.end(), [&](NodeId n) {
      const unsigned threads = static_cast<unsigned>(places.at(tree.node(n).place).threads.size());
      for (unsigned t = 0; t < threads; ++t)
        if (!places.is_last(tree.node(n).place, t) && search.is_skipped(n, t)) return true;
      return false;
    });
    try {
      if (all_steps) result_.claims = claims(analyses_, places, tree, nodes);
    } catch (const analysis::OutOfBudget&) {  // a proof is worth as much without claims
    }
  }

  void write_certificate(const std::vector<Property>& proven, Places& places, const Tree& tree, const Search& search) {
    const Part part{search.nodes(), [&](NodeId n, unsigned t) { return search.is_skipped(n, t); }};
    result_.certificates.push_back(
        {"tree", proven, certificate(program_, *plan_, analyses_.points_to_if_modelled(), places, tree, part)});
  }

  const model::Program& program_;
  const analysis::Analyses& analyses_;
  const options::Options& options_;
  base::Budget& budget_;
  base::Progress progress_;
  z3::Context context_;
  std::unique_ptr<base::Budget> tree_;  // for the tree, where a proof along one order comes after it
  const std::function<bool()> stop_ = [this] { return stopped() || (tree_ && tree_->check_now()); };
  std::set<Property> open_;
  trace::Result result_;
  Reason why_ = Reason::NoProof;
  std::string how_far_;
  trace::Proofs proofs_;
  const flow::Plan* plan_ = nullptr;  // of a search whose proof the judge can read
  bool doubtful_ = false;             // what was found may not be one of the program
  std::set<Property> in_doubt_;       // what was found of these is not
};

}  // namespace

trace::Result run(const Env& env) { return Engine(env).run(); }

}  // namespace heddle::impact
