// SPDX-License-Identifier: GPL-3.0-or-later
#include "builds/link_graph.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/shell_words.h"
#include "builds/flags.h"

namespace heddle::builds {

namespace fs = std::filesystem;

namespace {

bool is_object(const std::string& path) { return path.ends_with(".o") || path.ends_with(".obj"); }
bool is_library(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  return name.ends_with(".a") || name.ends_with(".so") || name.find(".so.") != std::string::npos;
}

// Ninja's own way of quoting: $ before a blank, a colon, a dollar or the end of the line.
std::vector<std::string> ninja_words(const std::string& line) {
  std::vector<std::string> words(1);
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '$' && i + 1 < line.size()) {
      words.back() += line[++i];
    } else if (line[i] == ' ') {
      if (!words.back().empty()) words.emplace_back();
    } else if (line[i] == ':') {
      if (!words.back().empty()) words.emplace_back();
      words.back() = ":";
      words.emplace_back();
    } else {
      words.back() += line[i];
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

// Is this what the user calls `name`?
bool is_called(const std::string& product, const std::string& name) {
  const std::string file = fs::path(product).filename().string();
  if (file == name) return true;
  std::string stem = file.substr(0, file.find('.', 1));
  return stem == name || (is_library(file) && stem.starts_with("lib") && stem.substr(3) == name);
}

}  // namespace

LinkGraph::LinkGraph(const std::string& directory) : directory_(directory) {
  if (fs::exists(fs::path(directory) / "build.ninja"))
    read_ninja((fs::path(directory) / "build.ninja").string());
  else
    read_link_scripts();
}

std::string LinkGraph::absolute(const std::string& path, const std::string& directory) const {
  return (fs::path(directory) / path).lexically_normal().string();
}

// build OUTPUTS | MORE : RULE INPUTS | IMPLICIT || ORDER ONLY
void LinkGraph::read_ninja(const std::string& path) {
  std::ifstream in(path);
  std::vector<std::string> outputs;
  for (std::string line, more; std::getline(in, line);) {
    while (line.ends_with("$") && std::getline(in, more))
      line = line.substr(0, line.size() - 1) + more.substr(std::min(more.find_first_not_of(' '), more.size()));
    if (line.starts_with(" ")) {  // a variable of the line above
      const std::string word = renaming(ninja_words(line));
      for (const std::string& o : outputs)
        if (!word.empty()) renaming_[o] = word;
      continue;
    }
    outputs.clear();
    if (!line.starts_with("build ")) continue;
    std::vector<std::string> inputs;
    bool behind = false, rule = false;
    for (const std::string& word : ninja_words(line.substr(6))) {
      if (word == ":") {
        behind = true;
      } else if (behind && !rule) {
        rule = true;
      } else if (word == "||" || word == "|@") {
        break;
      } else if (word != "|") {
        (behind ? inputs : outputs).push_back(absolute(word, directory_));
      }
    }
    for (const std::string& o : outputs)
      if (!is_object(o)) inputs_[o].insert(inputs_[o].end(), inputs.begin(), inputs.end());
  }
}

void LinkGraph::read_link_scripts() {
  std::error_code error;
  fs::recursive_directory_iterator all(directory_, fs::directory_options::skip_permission_denied, error), end;
  for (; !error && all != end; all.increment(error)) {
    if (all->path().filename() != "link.txt") continue;
    const fs::path below = all->path().parent_path().parent_path();  // CMakeFiles/NAME.dir/link.txt
    if (below.filename() == "CMakeFiles") read_link_script(all->path().string(), below.parent_path().string());
  }
}

void LinkGraph::read_link_script(const std::string& path, const std::string& directory) {
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    std::vector<std::string> words = base::shell_words(line, path), inputs;
    std::string output;
    for (size_t i = 1; i < words.size(); ++i)
      if (words[i] == "-o" && i + 1 < words.size())
        output = words[++i];
      else if (words[i].starts_with("-"))
        continue;
      else if (output.empty() && words[i].ends_with(".a"))  // ar qc libx.a ...
        output = words[i];
      else if (is_object(words[i]) || is_library(words[i]))
        inputs.push_back(absolute(words[i], directory));
    if (output.empty() || inputs.empty()) continue;
    if (const std::string word = renaming(words); !word.empty()) renaming_[absolute(output, directory)] = word;
    std::vector<std::string>& all = inputs_[absolute(output, directory)];
    all.insert(all.end(), inputs.begin(), inputs.end());
  }
}

std::set<std::string> LinkGraph::products() const {
  std::set<std::string> names;
  for (const auto& [product, inputs] : inputs_)
    for (const std::string& i : inputs)
      if (is_object(i)) names.insert(fs::path(product).filename().string());
  return names;
}

std::set<std::string> LinkGraph::objects(const std::string& name) const {
  std::vector<std::string> todo;
  const std::string whole = absolute(name, directory_);
  if (inputs_.count(whole)) todo.push_back(whole);
  for (const auto& [product, inputs] : inputs_)
    if (todo.empty() && fs::path(product).filename() == name) todo.push_back(product);
  for (const auto& [product, inputs] : inputs_)
    if (todo.empty() && is_called(product, name)) todo.push_back(product);
  return closure(todo);
}

std::set<std::string> LinkGraph::objects_linked_with(const std::set<std::string>& first) const {
  for (const auto& [product, inputs] : inputs_)
    if (!inputs.empty() && first.count(inputs[0])) return closure({product});
  return {};
}

std::set<std::string> LinkGraph::closure(std::vector<std::string> todo) const {
  std::set<std::string> seen(todo.begin(), todo.end()), objects;
  while (!todo.empty()) {
    if (auto word = renaming_.find(todo.back()); word != renaming_.end()) refuse_renaming(word->first, word->second);
    const auto it = inputs_.find(todo.back());
    todo.pop_back();
    if (it == inputs_.end()) continue;
    for (const std::string& i : it->second) {
      if (is_object(i)) objects.insert(i);
      if (seen.insert(i).second && !is_object(i)) todo.push_back(i);
    }
  }
  return objects;
}

}  // namespace heddle::builds
