// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/refutation.h"

#include <algorithm>
#include <chrono>

#include "judge/map_reader.h"
#include "judge/refutation/comparison.h"
#include "judge/refutation_certificate.h"
#include "trace/result.h"

namespace heddle::judge {

namespace {

// Executions: so many are compared, so many are enough, so many are tried; and steps of one.
constexpr unsigned kWanted = 100, kLeast = 10, kMostAttempts = 400, kMostSteps = 20000;
constexpr std::chrono::seconds kLongEnough{3};  // if there are enough executions by then

class Judge {
 public:
  Judge(const Question& q, const std::string& content)
      : question_(q), c_(read_refutation(content)), log_(std::move(c_.log), c_.variables, c_.nodes) {}

  Ruling rule() {
    if (std::optional<Objection> wrong = log_.replay(question_.limits.budget)) return refuse(*wrong);
    if (std::optional<Objection> open = what_is_not_refuted()) return refuse(*open);
    return compare();
  }

 private:
  // Every one of the literals is excluded, in executions.
  std::optional<Objection> not_refuted(const std::vector<Literal>& literals, const std::string& what, bool anywhere) {
    for (size_t k = 0; k < literals.size(); ++k) {
      std::vector<Literal> together{literals[k]};
      if (!anywhere) together.push_back(c_.executions);
      if (!log_.refutes(together)) return {{what + " is refuted", "its literal " + std::to_string(k)}};
    }
    return std::nullopt;
  }

  std::optional<Objection> what_is_not_refuted() {
    for (base::Property p : question_.properties) {
      const std::string what = std::string("a violation of ") + text(p);
      auto violations = c_.violations.find(p);
      if (violations == c_.violations.end()) return {{what + " is refuted", "the certificate does not speak of it"}};
      if (auto open = not_refuted(violations->second, what, false)) return open;
    }
    if (auto open = not_refuted(c_.beyond, "that an execution goes beyond the bound", false)) return open;
    return not_refuted(c_.undefined, "that something undefined happens", true);
  }

  // Is the formula one of this program?
  Ruling compare() {
    Comparison comparison(question_.program, c_, log_);
    oracle::Image image(question_.program);
    base::Budget long_enough = question_.limits.budget.part(1, kLongEnough);
    std::string why;
    for (uint64_t seed = 1; agreed_ < kWanted && seed <= kMostAttempts; ++seed) {
      if (long_enough.check_now() && agreed_ >= kLeast) break;
      if (question_.limits.budget.check_now()) {
        why = "; then the time or the memory was used up";
        break;
      }
      oracle::Walk walk = oracle::random_walk(image, seed, kMostSteps, question_.limits.budget);
      if (auto met = what_went_wrong(walk)) return refuse(*met);
      for (const oracle::Note& note : walk.notes)
        if (note.what == oracle::Thread::Unsupported)
          return with_numbers(
              cannot("the judge's interpreter does not know something that the program does: " + note.text));
      if (!walk.at_rest) {
        why = "; an execution does not come to an end";
        continue;
      }
      Comparison::Outcome outcome = comparison.compare(walk);
      if (outcome.kind == Comparison::Outcome::Contradicts)
        return refuse({"the formula holds of every execution of the program", outcome.why});
      if (outcome.kind == Comparison::Outcome::Agrees)
        ++agreed_;
      else
        why = "; another one was not: " + outcome.why;
    }
    if (agreed_ < kLeast) return with_numbers(cannot("the formula was compared with " + executions() + why));
    Ruling r{Ruling::Certified, {}, {}, {}, {}};
    r.judge =
        "the solver's refutation, clause by clause and cycle by cycle; the formula that it refutes was compared with " +
        executions() + " at random by an interpreter that shares no code with the engines, which met " +
        std::to_string(comparison.events_met()) + " of its " + std::to_string(comparison.events()) + " events";
    return with_numbers(std::move(r));
  }

  std::string executions() const {
    return std::to_string(agreed_) + (agreed_ == 1 ? " execution" : " executions") + " of the program";
  }

  static Ruling cannot(const std::string& why) { return Ruling::cannot("the solver's refutation holds, but " + why); }

  // A violation refutes the proof, whatever the formula says.
  std::optional<Objection> what_went_wrong(const oracle::Walk& walk) const {
    auto asked = [&](base::Property p) {
      return std::count(question_.properties.begin(), question_.properties.end(), p) > 0;
    };
    for (const oracle::Note& note : walk.notes) {
      const std::string where = position_text(question_.program, note.pos) + ": " + note.text;
      if (note.what == oracle::Thread::Undefined) return {{"no undefined behaviour is reached", where}};
      if (note.what == oracle::Thread::Failed && asked(base::Property::UnreachCall))
        return {{"unreach-call: no step reaches an error", where}};
    }
    return std::nullopt;
  }

  Ruling refuse(const Objection& o) { return with_numbers({Ruling::Refused, {o}, {}, {}, {}}); }

  Ruling with_numbers(Ruling r) const {
    auto n = [](uint64_t v) { return static_cast<double>(v); };
    r.numbers = {{"clauses", n(log_.inputs())},
                 {"cycles", n(log_.cycles())},
                 {"learnt", n(log_.learnt())},
                 {"executions", n(agreed_)}};
    return r;
  }

  const Question& question_;
  RefutationCertificate c_;
  Log log_;
  unsigned agreed_ = 0;  // executions
};

}  // namespace

Ruling refutation(const Question& question, const std::string& content) {
  try {
    return Judge(question, content).rule();
  } catch (const BadCertificate& e) {
    return Ruling::cannot(std::string("the certificate is not as it should be: ") + e.what());
  } catch (const Log::Stopped&) {
    return Ruling::cannot("out of time or memory while the solver's proof was replayed");
  }
}

}  // namespace heddle::judge
