// SPDX-License-Identifier: GPL-3.0-or-later
// Reading task definitions, format 2.x as BenchExec documents it. Only the keys that change what is checked are read.
#include "options/task_definition.h"

#include <yaml-cpp/yaml.h>

#include <filesystem>

#include "base/check.h"
#include "options/inputs.h"
#include "options/property_file.h"

namespace heddle::options {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& why) { throw InputError(name + ": " + why); }

std::vector<std::string> strings(const YAML::Node& node, const std::string& name, const char* key) {
  std::vector<std::string> out;
  if (node.IsScalar())
    out.push_back(node.Scalar());
  else if (node.IsSequence())
    for (const YAML::Node& entry : node) {
      if (!entry.IsScalar()) refuse(name, std::string(key) + " must be a file name or a list of file names");
      out.push_back(entry.Scalar());
    }
  for (const std::string& s : out)
    if (s.empty()) refuse(name, std::string(key) + " holds an empty file name");
  if (out.empty()) refuse(name, std::string(key) + " is missing; give the C file the task is about");
  return out;
}

std::vector<std::string> property_files(const YAML::Node& node, const std::string& name) {
  std::vector<std::string> out;
  if (!node.IsDefined() || node.IsNull()) return out;
  if (!node.IsSequence()) refuse(name, "properties must be a list of entries with a property_file");
  for (const YAML::Node& entry : node) {
    if (!entry.IsMap() || !entry["property_file"].IsDefined() || !entry["property_file"].IsScalar() ||
        entry["property_file"].Scalar().empty())
      refuse(name, "every entry of properties needs a property_file");
    out.push_back(entry["property_file"].Scalar());
  }
  return out;
}

// What does not read as a verdict is taken for none: a check does not need it.
std::vector<std::optional<bool>> expected_verdicts(const YAML::Node& node) {
  std::vector<std::optional<bool>> out;
  if (!node.IsDefined() || node.IsNull()) return out;
  for (const YAML::Node& entry : node) {
    YAML::Node verdict = entry["expected_verdict"];
    bool value = false;
    const bool known = verdict.IsDefined() && verdict.IsScalar() && YAML::convert<bool>::decode(verdict, value);
    out.push_back(known ? std::optional(value) : std::nullopt);
  }
  return out;
}

std::optional<DataModel> data_model(const YAML::Node& options, const std::string& name) {
  if (!options.IsDefined() || options.IsNull()) return std::nullopt;
  if (!options.IsMap()) refuse(name, "options must be a map, such as {language: C, data_model: ILP32}");
  if (YAML::Node language = options["language"];
      language.IsDefined() && (!language.IsScalar() || language.Scalar() != "C"))
    refuse(name, "the language must be C");
  YAML::Node model = options["data_model"];
  if (!model.IsDefined()) return std::nullopt;
  if (model.IsScalar() && model.Scalar() == "ILP32") return DataModel::Ilp32;
  if (model.IsScalar() && model.Scalar() == "LP64") return DataModel::Lp64;
  refuse(name, "data_model must be ILP32 or LP64");
}

TaskDefinition read_tree(const YAML::Node& root, const std::string& name) {
  if (!root.IsMap())
    refuse(name, "is not a task definition: a map with format_version, input_files and properties is needed");
  YAML::Node version = root["format_version"];
  if (!version.IsDefined() || !version.IsScalar() || !version.Scalar().starts_with("2."))
    refuse(name, "format_version must be \"2.0\"");
  YAML::Node inputs = root["input_files"];
  if (!inputs.IsDefined()) refuse(name, "input_files is missing; give the C file the task is about");
  return {strings(inputs, name, "input_files"), property_files(root["properties"], name),
          expected_verdicts(root["properties"]), data_model(root["options"], name)};
}

std::string beside(const std::string& definition, const std::string& file) {
  return (fs::path(definition).parent_path() / file).string();
}

void take_properties(Options& options, const TaskDefinition& task, const std::string& name) {
  unsigned memory_safety = 0;
  for (const std::string& file : task.property_files) {
    std::string path = beside(name, file);
    PropertyFile found;
    try {
      found = parse_property_file(read_small_file(path, "property file"), path);
    } catch (const InputError& e) {
      options.notes.push_back(name + ": property file left out: " + e.what());
    }
    for (const std::string& u : found.unsupported)
      options.notes.push_back(path + ": property " + u + " left out: not supported yet");
    options.properties.insert(options.properties.end(), found.properties.begin(), found.properties.end());
    memory_safety |= found.memory_safety;
  }
  if (memory_safety) options.memory_safety = memory_safety;
  normalise(options.properties);
  if (!task.property_files.empty() && options.properties.empty())
    refuse(name, "none of its properties can be checked (" + options.notes.back() + "); choose one with --property");
}

}  // namespace

bool is_task_definition(const std::string& path) { return path.ends_with(".yml") || path.ends_with(".yaml"); }

TaskDefinition parse_task_definition(const std::string& text, const std::string& name) {
  try {
    return read_tree(YAML::Load(text), name);
  } catch (const YAML::Exception& e) {
    refuse(name + (e.mark.is_null() ? "" : ":" + std::to_string(e.mark.line + 1)), "is not valid YAML: " + e.msg);
  }
}

void apply_task_definition(Options& options, bool data_model_given) {
  if (options.files.size() != 1) refuse(options.files.front(), "a task definition names its own files; give it alone");
  std::string name = options.files.front();
  TaskDefinition task = parse_task_definition(read_small_file(name, "task definition"), name);
  options.files.clear();
  for (const std::string& file : task.input_files) options.files.push_back(beside(name, file));
  if (!data_model_given && task.data_model) options.data_model = *task.data_model;
  if (options.properties.empty()) take_properties(options, task, name);
}

}  // namespace heddle::options
