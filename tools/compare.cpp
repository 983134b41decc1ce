// SPDX-License-Identifier: GPL-3.0-or-later
// heddle compare: what changed from one batch to another.
#include <filesystem>
#include <iostream>

#include "batch/comparison.h"
#include "commands.h"
#include "driver/exit_codes.h"
#include "options/commands.h"
#include "options/options.h"
#include "output.h"

namespace heddle::tools {

int compare(const std::vector<std::string>& args) {
  const options::Options options = options::parse_compare(args);
  if (options.help) {
    std::cout << options::help(options::Compare);
    return driver::kTrue;
  }
  const batch::Summary before = batch::read_summary(batch::Folder(options.files[0]));
  const batch::Summary after = batch::read_summary(batch::Folder(options.files[1]));
  const batch::Comparison changes = batch::compare(before, after, {options.percent, options.least});
  const std::string results = std::filesystem::absolute(options.files[1]).string() + "/";
  if (!options.compare_to.empty())
    write_file("--output", options.compare_to,
               [&](std::ostream& out) { out << batch::summary_page(after, &before, results); });
  const bool json = options.format == options::Format::Json;
  std::cout << (json ? batch::comparison_json : batch::comparison_text)(changes, before, after);
  return changes.anything_became_wrong() ? driver::kFalse : driver::kTrue;
}

}  // namespace heddle::tools
