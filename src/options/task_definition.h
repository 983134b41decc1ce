// SPDX-License-Identifier: GPL-3.0-or-later
// SV-COMP task definitions: a .yml file that names the program, its properties and its data model.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "options/options.h"

namespace heddle::options {

struct TaskDefinition {
  std::vector<std::string> input_files;       // as written, relative to the definition's directory
  std::vector<std::string> property_files;    // the same
  std::vector<std::optional<bool>> expected;  // verdict of each of property_files, if the definition says it
  std::optional<DataModel> data_model;
};

bool is_task_definition(const std::string& path);  // by its ending: .yml or .yaml
TaskDefinition parse_task_definition(const std::string& text, const std::string& name);

// Replaces the definition in options.files by what it names. Properties are taken from it when none were given, the
// data model when that was not given. Properties that Heddle cannot check are left out with a note. If no property is
// left, that is an error.
void apply_task_definition(Options& options, bool data_model_given);

}  // namespace heddle::options
