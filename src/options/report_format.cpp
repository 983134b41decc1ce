// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/report_format.h"

#include <utility>

#include "base/check.h"

namespace heddle::options {

ReportFormat format_of(const std::string& option, const std::string& file) {
  static constexpr std::pair<const char*, ReportFormat> kEndings[] = {
      {".sarif", ReportFormat::Sarif},
      {".sarif.json", ReportFormat::Sarif},
      {".txt", ReportFormat::Text},
  };
  std::string known;
  for (const auto& [ending, format] : kEndings) {
    if (file.ends_with(ending)) return format;
    known += (known.empty() ? "" : ", ") + std::string(ending);
  }
  throw InputError(option + " " + file + ": the ending of the name should say what to write: " + known);
}

}  // namespace heddle::options
