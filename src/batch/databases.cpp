// SPDX-License-Identifier: GPL-3.0-or-later
// The programs of a build as tasks, each `heddle check -p DIR --target NAME`. A target in none of whose files the word
// main stands in front of a parenthesis is a library, and is left out.
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/check.h"
#include "batch/tasks.h"
#include "builds/builds.h"

namespace heddle::batch {

namespace fs = std::filesystem;

namespace {

bool names_main(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const std::string word = "main";
  auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size()) {
    if (at > 0 && in_name(text[at - 1])) continue;
    const size_t next = text.find_first_not_of(" \t\n", at + word.size());
    if (next != std::string::npos && text[next] == '(') return true;
  }
  return false;
}

}  // namespace

bool is_database(const std::string& path) {
  std::error_code error;
  const fs::path p(path);
  return p.filename() == "compile_commands.json" ||
         (fs::is_directory(p, error) && fs::exists(p / "compile_commands.json", error));
}

void read_build(const std::string& path, std::vector<Draft>& into, std::vector<std::string>& notes) {
  std::string libraries;
  const std::vector<std::string> targets = builds::targets(path);
  if (targets.empty())
    throw InputError(path +
                     ": does not say which files belong to which program; name the programs in a list, such as "
                     "[{\"files\": [\"main.c\", \"worker.c\"], \"flags\": [\"-Iinclude\"]}]");
  for (const std::string& target : targets) {
    Draft draft;
    draft.name = (fs::path(path) / target).lexically_normal().string();
    if (!fs::is_directory(path)) draft.name = (fs::path(path).parent_path() / target).lexically_normal().string();
    draft.options = {"-p", path, "--target", target};
    draft.read_too = {fs::is_directory(path) ? (fs::path(path) / "compile_commands.json").string() : path};
    bool program = false;
    for (const builds::Unit& unit : builds::read_database(path, target, {}).units) {
      program |= names_main(unit.file);
      draft.read_too.push_back(unit.file);
    }
    if (program)
      into.push_back(std::move(draft));
    else
      libraries += (libraries.empty() ? "" : ", ") + target;
  }
  if (!libraries.empty()) notes.push_back(path + ": without a main function, so left out: " + libraries);
}

}  // namespace heddle::batch
