// SPDX-License-Identifier: GPL-3.0-or-later
// The data of index.html: a row for each result, of one batch or of two. What is drawn of it is in src/report/html.
#include <sstream>

#include "batch/result_json.h"
#include "batch/summary.h"
#include "report/batch_page.h"

namespace heddle::batch {

namespace {

Json rows(const Summary& s, const std::string& links) {
  Json all = Json::array();
  for (size_t i : s.worst_first()) {
    const Task& t = s.plan.tasks[i];
    const Outcome& o = *s.outcomes[i];
    const Folder folder(s.name);
    std::error_code error;
    const bool page = std::filesystem::exists(folder.page(t), error);
    all.push_back({{"task", t.name},
                   {"property", t.property},
                   {"verdict", o.verdict},
                   {"expected", expected_text(t)},
                   {"standing", text(standing(t, o))},
                   {"seconds", o.seconds},
                   {"mib", o.mib},
                   {"engine", o.engine},
                   {"reason", o.reason},
                   {"detail", o.detail},
                   {"host", o.host},
                   {"result", links + "results/" + t.stem + ".json"},
                   {"page", page ? Json(links + "results/" + t.stem + ".html") : Json(nullptr)}});
  }
  return all;
}

Json run(const Summary& s, const std::string& links) {
  return {{"name", s.name},
          {"heddle", s.plan.version},
          {"tool", s.plan.tool.sha256.substr(0, 12)},
          {"settings", s.plan.settings},
          {"tasks", s.plan.tasks.size()},
          {"rows", rows(s, links)}};
}

}  // namespace

std::string summary_page(const Summary& summary, const Summary* against, const std::string& links) {
  const Json data = {{"run", run(summary, links)}, {"against", against ? run(*against, "") : Json(nullptr)}};
  std::ostringstream out;
  report::write_batch_page(out, summary.name, data.dump(-1, ' ', false, Json::error_handler_t::replace));
  return out.str();
}

}  // namespace heddle::batch
