// SPDX-License-Identifier: GPL-3.0-or-later
// What came out of a batch, as a whole.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "batch/folder.h"
#include "batch/outcome.h"
#include "batch/plan.h"

namespace heddle::batch {

struct Summary {
  std::string name;  // the folder, for people
  Plan plan;
  std::vector<std::optional<Outcome>> outcomes;  // of each task of the plan; nullopt: it has no result yet

  size_t finished() const;
  bool anything_bad() const;                // a verdict is wrong, or a property is violated and nothing was expected
  std::vector<size_t> worst_first() const;  // those with a result, by standing
};

Summary read_summary(const Folder& folder);  // from a folder; throws InputError
void read_results(const Folder& folder, Summary& summary);

std::string summary_text(const Summary& summary);
std::string summary_csv(const Summary& summary);
// HTML; `links` stands before the names of results: where the folder is, seen from the page.
std::string summary_page(const Summary& summary, const Summary* against, const std::string& links);
// summary.txt, summary.csv and index.html.
void write_summaries(const Folder& folder, const Summary& summary, const Summary* against);

}  // namespace heddle::batch
