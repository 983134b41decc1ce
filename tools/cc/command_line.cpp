// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"

#include <algorithm>
#include <filesystem>

#include "builds/flags.h"

namespace heddle::cc {

namespace {

bool begins(const std::string& word, std::initializer_list<const char*> with) {
  return std::any_of(with.begin(), with.end(), [&](const char* b) { return word.starts_with(b); });
}

bool is_source(const std::string& word) { return word.ends_with(".c") || word.ends_with(".i"); }

// The compiler prints something, or writes something that is no object.
bool asks_for_other_things(const std::string& word) {
  for (const char* w : {"-E", "-S", "-M", "-MM", "-fsyntax-only", "--version", "-dumpversion", "-dumpmachine", "-###",
                        "--help", "-emit-llvm", "-"})
    if (word == w) return true;
  return begins(word, {"-print-", "--print-", "-dumpfull", "--help=", "--analyze"});
}

// With it an object is no object yet, and the linker would drop what stands in it.
bool is_link_time_optimisation(const std::string& word) {
  return begins(word, {"-flto", "-ffat-lto-objects", "-fuse-linker-plugin", "-fwhole-program"});
}

bool is_for_the_linker(const std::string& word) {
  if (begins(word, {"-l", "-L", "-Wl,", "-static", "-fuse-ld"})) return true;
  for (const char* w : {"-shared", "-rdynamic", "-pie", "-no-pie", "-s", "-r", "-nostdlib", "-nostartfiles",
                        "-nodefaultlibs", "-Xlinker", "-T", "-u", "-z", "-e"})
    if (word == w) return true;
  return false;
}

bool is_library(const std::string& word) {
  return word.ends_with(".a") || word.ends_with(".so") || word.find(".so.") != std::string::npos;
}

}  // namespace

CommandLine read(const std::vector<std::string>& given, const std::string& directory) {
  CommandLine line;
  for (const std::string& w : builds::expand(given, directory))
    if (!is_link_time_optimisation(w)) line.all.push_back(w);
  auto absolute = [&](const std::string& path) {
    return (std::filesystem::path(directory) / path).lexically_normal().string();
  };
  std::string language;
  for (size_t i = 0; i < line.all.size(); ++i) {
    const std::string& word = line.all[i];
    const bool pair = builds::takes_next(word) && i + 1 < line.all.size();
    const std::string next = pair ? line.all[i + 1] : "";
    line.other |= asks_for_other_things(word);
    if (word == "-c") {
      line.compiles_only = true;
    } else if (word == "-o" || (word.starts_with("-o") && !word.starts_with("-objc"))) {
      line.output = pair ? next : word.substr(2);
    } else if (word == "-x") {
      language = next;
    } else if (!word.starts_with("-")) {
      if (language == "c" || (is_source(word) && (language.empty() || language == "none")))
        line.sources.push_back(word);
      else if (is_library(word))
        line.libraries.push_back("-Wl," + absolute(word));
      else if (!language.empty() && language != "none")
        line.other = true;  // another language
    } else if (is_for_the_linker(word)) {
      if (word == "-l" || word == "-L")
        line.libraries.push_back(word + (word == "-L" ? absolute(next) : next));
      else if (word.starts_with("-L"))
        line.libraries.push_back("-L" + absolute(word.substr(2)));
      else if (word.starts_with("-l"))
        line.libraries.push_back(word);
      else if (const std::string renames = builds::renaming({word, next}); !renames.empty())
        line.libraries.push_back(renames);
    } else {
      line.flags.push_back(word);
      if (pair) line.flags.push_back(next);
    }
    i += pair;
  }
  return line;
}

std::vector<std::string> compile(const CommandLine& line, const std::string& source, const std::string& object) {
  std::vector<std::string> words = line.flags;
  words.insert(words.end(), {"-x", source.ends_with(".i") ? "cpp-output" : "c", "-c", source, "-o", object});
  return words;
}

std::vector<std::string> link(const CommandLine& line, const std::vector<std::string>& objects) {
  std::vector<std::string> words;
  size_t next = 0;
  for (size_t i = 0; i < line.all.size(); ++i) {
    const std::string& word = line.all[i];
    if (word == "-x") {
      ++i;
    } else if (builds::takes_next(word) && i + 1 < line.all.size()) {
      words.insert(words.end(), {word, line.all[++i]});
    } else if (next < line.sources.size() && word == line.sources[next]) {
      words.push_back(objects[next++]);
    } else {
      words.push_back(word);
    }
  }
  words.insert(words.end(), objects.begin() + static_cast<std::ptrdiff_t>(next), objects.end());
  return words;
}

}  // namespace heddle::cc
