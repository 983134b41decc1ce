// SPDX-License-Identifier: GPL-3.0-or-later
// One program, enumerated once by the oracle; then every contestant is asked, and what it says is compared with the
// one report.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "analysis/analyses.h"
#include "contestants.h"
#include "judge/enumerator/enumerate.h"
#include "model/program.h"

namespace heddle::fuzz {

// What a contestant says about a property, and whether that contradicts the oracle.
struct Statement {
  std::string engine;    // the name of the contestant; empty: the oracle against itself
  std::string setting;   // how it was asked
  std::string property;  // "no-data-race", "termination (weak)", "crash", ...
  std::string oracle, said;
  std::string reason;  // the engine's own words
  bool differs = false;

  int severity() const {
    return (oracle == "true" && said == "false") || (oracle != "true" && said == "true") ? 2 : said != "unknown";
  }
  bool same_kind(const Statement& o) const {
    return engine == o.engine && setting == o.setting && property == o.property && oracle == o.oracle && said == o.said;
  }
};

struct Findings {
  std::vector<Statement> statements;
  std::vector<trace::Violation> to_replay;
};

inline uint64_t most_states = 200'000;
inline double patience = 1;  // with engines that need not decide: of their limits

class Comparison {
 public:
  // `wide` is the same program for engines that can take inputs of any width; null: it has no such inputs. With `more`
  // its inputs have values that the other one's do not have: then it may fail where that one does not (every failure
  // is repeated by the interpreter), but not the other way round.
  Comparison(const model::Program& p, const model::Program* wide, bool more);

  // Not complete: the program is too large for the oracle, and nobody is asked.
  const oracle::Report& report() const { return report_; }
  const oracle::Report& enumerated() const { return enumerated_; }  // before a second look at races
  const model::Program& raw() const { return raw_; }                // what the oracle gets
  const analysis::Analyses& wide() const { return wide_ ? *wide_->analyses : *narrow_.analyses; }

  Findings oracle_against_itself() const;
  Findings ask(const Contestant& c);

 private:
  struct Prepared {
    explicit Prepared(const model::Program& p);
    model::Program program;
    std::unique_ptr<analysis::Analyses> analyses;
  };
  void look_for_unordered();
  void ask(const Contestant& c, const Question& q, Findings& out);
  bool agrees(base::Property p, oracle::Answer oracle, trace::Verdict said) const;
  bool happens_with_every_fill(base::Property p);
  bool contradicts(const Question& q, base::Property p, oracle::Answer wanted, const trace::Result& r);

  const model::Program& raw_;
  Prepared narrow_;
  std::unique_ptr<Prepared> wide_;
  const bool more_;
  const oracle::Report enumerated_;
  oracle::Report report_;
  std::map<uint8_t, oracle::Report> with_fill_;  // oracle::Limits::fill
  bool race_open_ =
      false;  // only weak operations keep accesses apart, and whether they race is too hard for the oracle
  // The oracle's clocks count what a step touches that ends as undefined; for the engines it is undefined and no more.
  bool race_may_be_undefined_ = false;
};

}  // namespace heddle::fuzz
