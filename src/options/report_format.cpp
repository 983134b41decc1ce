// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/report_format.h"

#include <utility>

#include "base/check.h"

namespace heddle::options {

ReportFormat format_of(const std::string& option, const std::string& file) {
  static constexpr std::pair<const char*, ReportFormat> kEndings[] = {
      {".html", ReportFormat::Html}, {".sarif", ReportFormat::Sarif},     {".sarif.json", ReportFormat::Sarif},
      {".txt", ReportFormat::Text},  {".graphml", ReportFormat::Graphml}, {".yml", ReportFormat::Yaml},
      {".yaml", ReportFormat::Yaml},
  };
  std::string known;
  for (const auto& [ending, format] : kEndings) {
    if (file.ends_with(ending)) return format;
    known += (known.empty() ? "" : ", ") + std::string(ending);
  }
  throw InputError(option + " " + file + ": the ending of the name should say what to write: " + known);
}

ReportFormat witness_format_of(const std::string& option, const std::string& file) {
  if (file.ends_with(".graphml")) return ReportFormat::Graphml;
  if (file.ends_with(".yml") || file.ends_with(".yaml")) return ReportFormat::Yaml;
  throw InputError(option + " " + file + ": the ending of the name should say which format: .graphml, .yml");
}

}  // namespace heddle::options
