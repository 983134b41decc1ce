// SPDX-License-Identifier: GPL-3.0-or-later
// SV-COMP task definitions and sets of them. A definition is a task for each of its properties, as SV-COMP counts; the
// expected verdict belongs to the property. A set has names of files with wildcards, one a line.
#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "base/check.h"
#include "base/property.h"
#include "batch/tasks.h"
#include "options/inputs.h"
#include "options/property_file.h"
#include "options/task_definition.h"

namespace heddle::batch {

namespace {

namespace fs = std::filesystem;

std::string beside(const std::string& path, const std::string& file) {
  return (fs::path(path).parent_path() / file).lexically_normal().string();
}

bool asked_for(const std::vector<base::Property>& properties, const options::Options& options) {
  if (options.properties.empty()) return true;
  return std::all_of(properties.begin(), properties.end(), [&](base::Property p) {
    return std::find(options.properties.begin(), options.properties.end(), p) != options.properties.end();
  });
}

std::vector<base::Property> supported_properties(const std::string& path) {
  try {
    return options::parse_property_file(options::read_small_file(path, "property file"), path).properties;
  } catch (const InputError&) {
    return {};  // a property that Heddle does not know, or a file that is not there: SV-COMP has both
  }
}

std::vector<std::string> matching(const std::string& pattern) {
  std::vector<std::string> out;
  glob_t found{};
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0)
    for (size_t i = 0; i < found.gl_pathc; ++i) out.push_back(fs::path(found.gl_pathv[i]).lexically_normal().string());
  globfree(&found);
  return out;
}

}  // namespace

size_t read_definition(const std::string& path, const options::Options& options, std::vector<Draft>& into) {
  options::TaskDefinition definition =
      options::parse_task_definition(options::read_small_file(path, "task definition"), path);
  Draft draft;
  draft.name = path;
  draft.files = {path};
  for (const std::string& file : definition.input_files) draft.read_too.push_back(beside(path, file));
  if (definition.property_files.empty()) into.push_back(draft);
  size_t left_out = 0;
  for (size_t i = 0; i < definition.property_files.size(); ++i) {
    Draft one = draft;
    one.property_word = beside(path, definition.property_files[i]);
    one.read_too.push_back(one.property_word);
    const std::vector<base::Property> properties = supported_properties(one.property_word);
    if (properties.empty() || !asked_for(properties, options)) {
      ++left_out;
      continue;
    }
    for (base::Property p : properties) one.property += (one.property.empty() ? "" : ",") + std::string(base::text(p));
    if (definition.expected[i])
      one.expected[properties.size() == 1 ? one.property : ""] = *definition.expected[i] ? "true" : "false";
    into.push_back(one);
  }
  return left_out;
}

std::vector<std::string> read_set(const std::string& path, std::vector<std::string>& notes) {
  constexpr size_t kLargest = 64 << 20;
  std::istringstream lines(options::read_small_file(path, "set of tasks", kLargest));
  std::vector<std::string> out;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    line.erase(0, line.find_first_not_of(" \t\r"));
    line.erase(line.find_last_not_of(" \t\r") + 1);
    if (line.empty() || line.starts_with('#')) continue;
    const std::vector<std::string> found = matching(beside(path, line));
    const std::string problem = path + ":" + std::to_string(number) + ": no file matches " + line;
    if (found.empty() && line.find_first_of("*?[") == std::string::npos)
      throw InputError(problem + "; names are relative to the set");
    if (found.empty()) notes.push_back(problem);
    out.insert(out.end(), found.begin(), found.end());
  }
  return out;
}

}  // namespace heddle::batch
