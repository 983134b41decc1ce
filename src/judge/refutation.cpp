// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/refutation.h"

#include "judge/map_reader.h"
#include "judge/refutation/log.h"
#include "judge/refutation_certificate.h"
#include "trace/result.h"

namespace heddle::judge {

namespace {

class Judge {
 public:
  Judge(const Question& q, const std::string& content)
      : question_(q), c_(read_refutation(content)), log_(std::move(c_.log), c_.variables, c_.nodes) {}

  Ruling rule() {
    if (std::optional<Objection> wrong = log_.replay(question_.limits.budget)) return refuse(*wrong);
    if (std::optional<Objection> open = what_is_not_refuted()) return refuse(*open);
    return with_numbers(Ruling::cannot("the solver's proof holds, but the formula was not compared with the program"));
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

  Ruling refuse(const Objection& o) { return with_numbers({Ruling::Refused, {o}, {}, {}, {}}); }

  Ruling with_numbers(Ruling r) const {
    auto n = [](uint64_t v) { return static_cast<double>(v); };
    r.numbers = {{"clauses", n(log_.inputs())}, {"cycles", n(log_.cycles())}, {"learnt", n(log_.learnt())}};
    return r;
  }

  const Question& question_;
  RefutationCertificate c_;
  Log log_;
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
