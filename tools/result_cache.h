// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of earlier checks. An answer is found again only for the same linked program, bit for bit, the same options
// and the same build of Heddle. Kept are verdicts, and `unknown` where another run could not say more: never one that a
// limit, a signal or a failure ended.
#pragma once
#include <optional>
#include <string>

#include "options/options.h"
#include "trace/result.h"

namespace heddle::tools {

class ResultCache {
 public:
  // `program` is the hash of the linked program.
  ResultCache(const options::Options& options, const trace::InputFiles& input, const std::string& program);

  std::optional<trace::Result> find() const;
  // `ended_early`: a limit, a signal or a failure had a part in the result.
  void keep(const trace::Result& result, bool ended_early) const;

 private:
  std::string path_;  // empty: no cache
  std::string key_;
};

}  // namespace heddle::tools
