// SPDX-License-Identifier: GPL-3.0-or-later
// compile_commands.json, as clang's documentation describes it. Which objects belong to which target it does not say;
// that is in what the build links (link_graph.h), or in the names of the objects: CMake's are in CMakeFiles/NAME.dir,
// Meson's in NAME.p.
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "base/check.h"
#include "base/shell_words.h"
#include "builds/builds.h"
#include "builds/flags.h"
#include "builds/link_graph.h"

namespace heddle::builds {

namespace fs = std::filesystem;

namespace {

struct Entry {
  Command command;
  std::string object;  // absolute; empty: not known
  std::string target;  // by the name of the object; empty: not known
};

std::string list(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& n : names) text += (text.empty() ? "" : ", ") + n;
  return text;
}

std::string target_of(const std::string& object) {
  for (const fs::path& part : fs::path(object)) {
    const std::string name = part.string();
    if (name.ends_with(".dir") && object.find("CMakeFiles/" + name) != std::string::npos)
      return name.substr(0, name.size() - 4);
    if (name.ends_with(".p") && name.size() > 2) return name.substr(0, name.size() - 2);
  }
  return "";
}

// The word behind -o.
std::string output_of(const std::vector<std::string>& arguments) {
  for (size_t i = 1; i < arguments.size(); ++i) {
    if (arguments[i] == "-o" && i + 1 < arguments.size()) return arguments[i + 1];
    if (arguments[i].starts_with("-o") && arguments[i].size() > 2) return arguments[i].substr(2);
  }
  return "";
}

std::string text(const nlohmann::json& entry, const char* name, const std::string& path) {
  auto it = entry.find(name);
  if (it == entry.end()) return "";
  if (!it->is_string()) throw InputError(path + ": `" + name + "` of an entry is not a text");
  return it->get<std::string>();
}

// ccache and the like stand before the compiler; only flags are read, so nothing else matters.
std::vector<std::string> arguments(const nlohmann::json& entry, const std::string& path) {
  if (auto it = entry.find("arguments"); it != entry.end()) {
    std::vector<std::string> words;
    if (!it->is_array()) throw InputError(path + ": `arguments` of an entry is not a list");
    for (const nlohmann::json& w : *it)
      if (w.is_string()) words.push_back(w.get<std::string>());
    return words;
  }
  return base::shell_words(text(entry, "command", path), path);
}

std::vector<Entry> read_entries(const std::string& path, const fs::path& beside) {
  std::ifstream in(path, std::ios::binary);
  nlohmann::json all = nlohmann::json::parse(in, nullptr, false);
  if (!all.is_array()) throw InputError(path + ": is not a compilation database: a list of commands is needed");
  std::vector<Entry> entries;
  for (const nlohmann::json& e : all) {
    if (!e.is_object()) throw InputError(path + ": is not a compilation database: an entry is no object");
    Entry entry;
    entry.command.file = text(e, "file", path);
    entry.command.directory = (beside / text(e, "directory", path)).lexically_normal().string();
    entry.command.arguments = arguments(e, path);
    if (entry.command.file.empty() || entry.command.arguments.empty())
      throw InputError(path + ": is not a compilation database: an entry has no `file` or no `command`");
    std::string output = text(e, "output", path);
    if (output.empty()) output = output_of(entry.command.arguments);
    if (!output.empty()) entry.object = (fs::path(entry.command.directory) / output).lexically_normal().string();
    entry.target = target_of(output);
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::set<std::string> target_names(const std::vector<Entry>& entries, const LinkGraph& graph) {
  std::set<std::string> names;
  for (const Entry& e : entries)
    if (!e.target.empty()) names.insert(e.target);
  return names.empty() ? graph.products() : names;
}

std::vector<Entry> of_target(const std::vector<Entry>& entries, const std::string& target, const LinkGraph& graph,
                             const std::string& path) {
  std::set<std::string> objects = graph.objects(target), own;
  for (const Entry& e : entries)
    if (e.target == target) own.insert(e.object);
  if (objects.empty()) objects = graph.objects_linked_with(own);  // what is linked has another name than the target
  std::vector<Entry> found;
  for (const Entry& e : entries)
    if (objects.count(e.object) || own.count(e.object)) found.push_back(e);
  if (!found.empty()) return found;
  const std::set<std::string> names = target_names(entries, graph);
  throw InputError("--target " + target + ": " + path +
                   (names.empty() ? " does not say which files belong to which program; name the files: heddle check "
                                    "-p DIR a.c b.c"
                                  : " has no target of this name; it has: " + list(names)));
}

std::vector<Entry> of_files(const std::vector<Entry>& entries, const std::vector<std::string>& files,
                            const std::string& path) {
  std::vector<Entry> found;
  for (const std::string& file : files) {
    std::error_code error;
    auto it = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) {
      return fs::equivalent(fs::path(e.command.directory) / e.command.file, file, error);
    });
    if (!fs::exists(file, error)) throw InputError(file + ": no such C source file");
    if (it == entries.end()) throw InputError(file + ": " + path + " does not say how it is compiled");
    found.push_back(*it);
  }
  return found;
}

// A file that is compiled for two products, a static and a shared library, is one file.
std::vector<Command> without_doubles(const std::vector<Entry>& entries, Build& build) {
  std::vector<Command> commands;
  std::set<std::string> seen;
  std::string others;
  for (const Entry& e : entries) {
    if (!is_c(e.command)) {
      others += (others.empty() ? "" : ", ") + e.command.file;
      continue;
    }
    if (seen.insert((fs::path(e.command.directory) / e.command.file).lexically_normal().string()).second)
      commands.push_back(e.command);
  }
  if (!others.empty()) build.notes.push_back("left out, because they are not C: " + others);
  return commands;
}

}  // namespace

namespace {
struct Database {
  std::string file;
  std::vector<Entry> entries;
  LinkGraph graph;
};
Database open(const std::string& path) {
  std::error_code error;
  fs::path file = fs::is_directory(path, error) ? fs::path(path) / "compile_commands.json" : fs::path(path);
  if (!fs::is_regular_file(file, error))
    throw InputError("-p " + path +
                     ": there is no compile_commands.json; CMake writes it with "
                     "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON, `bear -- make` for make; or build with CC=heddle-cc");
  const fs::path beside = fs::absolute(file, error).parent_path().lexically_normal();
  return {file.string(), read_entries(file.string(), beside), LinkGraph(beside.string())};
}
}  // namespace

std::vector<std::string> targets(const std::string& path) {
  const Database d = open(path);
  const std::set<std::string> names = target_names(d.entries, d.graph);
  return {names.begin(), names.end()};
}

Build read_database(const std::string& path, const std::string& target, const std::vector<std::string>& files) {
  const auto [file, entries, graph] = open(path);
  Build build;
  std::vector<Entry> chosen = !target.empty()  ? of_target(entries, target, graph, file)
                              : !files.empty() ? of_files(entries, files, file)
                                               : entries;
  add_units(build, without_doubles(chosen, build));
  if (build.units.empty()) throw InputError(file + ": names no C file");
  const std::set<std::string> names = target_names(entries, graph);
  if (target.empty() && files.empty() && names.size() > 1)
    build.notes.push_back("the build has several targets; --target NAME checks one of them: " + list(names));
  return build;
}

}  // namespace heddle::builds
