// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of heddle as data, and what is written about them: help, document, manual, completion in shells.
#pragma once
#include <string>
#include <vector>

#include "options/table.h"

namespace heddle::options {

struct CommandInfo {
  const char* name;
  unsigned command;      // of Command; 0: has no options of the table
  const char* synopsis;  // what follows the name
  const char* summary;   // one sentence without an end
  const char* files;     // endings of the files that it takes, separated by spaces; empty: folders, or nothing
};

const std::vector<CommandInfo>& commands();

std::string help(Command command);                 // for `heddle check --help`
std::string options_document();                    // docs/options.md
std::string manual();                              // heddle.1, for man
std::string completion(const std::string& shell);  // bash, zsh, fish; throws InputError for others

}  // namespace heddle::options
