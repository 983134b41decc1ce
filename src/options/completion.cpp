// SPDX-License-Identifier: GPL-3.0-or-later
// Completion of commands, options and values in bash, zsh and fish, written from the table of options.
#include <sstream>

#include "base/check.h"
#include "options/commands.h"

namespace heddle::options {
namespace {

constexpr const char* kProperties = "unreach-call no-data-race no-deadlock termination valid-memsafety";

std::vector<std::string> names(const Row& r) {
  std::vector<std::string> out;
  for (std::string name : split(r.names, ',')) {
    if (name.starts_with("!")) name.erase(0, 1);
    out.push_back(name);
  }
  return out;
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string out;
  for (const std::string& w : words) out += (out.empty() ? "" : between) + w;
  return out;
}

// The words that a value can be, if the table says so.
std::vector<std::string> values(const Row& r) {
  if (r.kind == Kind::Choice || r.metavar == "graphml|yaml") return split(r.metavar, '|');
  if (std::string(r.field) == "property") return split(kProperties, ' ');
  return {};
}

bool takes_file(const Row& r) {
  for (const char* word : {"FILE", "DIR", "json", "PROGRAM"})
    if (r.metavar.find(word) != std::string::npos) return true;
  return false;
}

// The first sentence of the help, without its end.
std::string brief(const Row& r) {
  std::string help = r.help;
  size_t end = std::min(help.find(". "), help.find(": "));
  help = help.substr(0, end);
  if (help.ends_with(".")) help.pop_back();
  return help;
}

std::string all_commands() {
  std::string out;
  for (const CommandInfo& c : commands()) out += std::string(out.empty() ? "" : " ") + c.name;
  return out;
}

std::string bash() {
  std::ostringstream out;
  out << "# Completion of heddle for bash: source <(heddle completion bash)\n"
         "_heddle() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} files= "
         "options=\n"
         "  COMPREPLY=()\n"
         "  if [[ $COMP_CWORD == 1 ]]; then\n"
         "    COMPREPLY=($(compgen -W \""
      << all_commands()
      << " --help --version\" -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  if [[ $before == \"=\" ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; elif [[ $word == \"=\" ]]; then word=; "
         "fi\n"
         "  case $command,$before in\n";
  for (const CommandInfo& c : commands())
    for (const Row& r : table())
      if (c.command & r.commands && r.kind != Kind::Switch)
        for (const std::string& name : names(r)) {
          out << "    " << c.name << "," << name << ") ";
          if (std::vector<std::string> v = values(r); !v.empty())
            out << "COMPREPLY=($(compgen -W \"" << joined(v, " ") << "\" -- \"$word\"))";
          else if (takes_file(r))
            out << "COMPREPLY=($(compgen -f -- \"$word\"))";
          else
            out << ":";
          out << "; return ;;\n";
        }
  out << "  esac\n  case $command in\n";
  for (const CommandInfo& c : commands()) {
    out << "    " << c.name << ") ";
    if (std::string(c.name) == "init") {
      out << "return";
    } else if (c.command) {
      std::vector<std::string> all;
      for (const Row& r : table())
        if (r.commands & c.command)
          for (const std::string& name : names(r)) all.push_back(name);
      out << "options=\"" << joined(all, " ") << "\" files=\"" << c.files << "\"";
    } else {
      out << "COMPREPLY=($(compgen -W \""
          << (std::string(c.name) == "explain" ? "$(heddle explain --names 2> /dev/null)" : "bash zsh fish")
          << "\" -- \"$word\")); return";
    }
    out << " ;;\n";
  }
  out << "  esac\n"
         "  if [[ $word == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "  else\n"
         "    local ending\n"
         "    compopt -o filenames 2> /dev/null\n"
         "    COMPREPLY=($(compgen -d -- \"$word\"))\n"
         "    for ending in $files; do COMPREPLY+=($(compgen -f -X \"!*.$ending\" -- \"$word\")); done\n"
         "  fi\n"
         "}\n"
         "complete -F _heddle heddle ./heddle\n";
  return out.str();
}

// Inside of single quotes, and without what the shell's own syntax of completion would read.
std::string quoted(const std::string& text, const std::string& special) {
  std::string out;
  for (char c : text)
    if (c == '\'')
      out += "'\\''";
    else if (special.find(c) != std::string::npos)
      out += std::string("\\") + c;
    else
      out += c;
  return out;
}

std::string zsh() {
  std::ostringstream out;
  out << "#compdef heddle\n# Completion of heddle for zsh: put this file as _heddle into a directory of $fpath\n"
         "_heddle() {\n"
         "  local -a commands=(\n";
  for (const CommandInfo& c : commands()) out << "    '" << c.name << ":" << quoted(c.summary, ":") << "'\n";
  out << "  )\n"
         "  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
         "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n"
         "  case $command in\n";
  for (const CommandInfo& c : commands()) {
    out << "    " << c.name << ")\n";
    if (std::string(c.name) == "explain") out << "      compadd -- $(heddle explain --names 2> /dev/null) ;;\n";
    if (std::string(c.name) == "completion") out << "      compadd bash zsh fish ;;\n";
    if (std::string(c.name) == "init") out << "      ;;\n";
    if (!c.command) continue;
    out << "      _arguments -s \\\n";
    for (const Row& r : table())
      if (r.commands & c.command)
        for (const std::string& name : names(r)) {
          out << "        '*" << name
              << (r.kind == Kind::Switch   ? ""
                  : name.starts_with("--") ? "="
                                           : "+")
              << "[" << quoted(brief(r), "[]:") << "]";
          if (r.kind != Kind::Switch) {
            std::vector<std::string> v = values(r);
            out << ":" << quoted(r.metavar, ":") << ":"
                << (!v.empty()      ? "(" + joined(v, " ") + ")"
                    : takes_file(r) ? "_files"
                                    : " ");
          }
          out << "' \\\n";
        }
    std::vector<std::string> endings = split(c.files, ' ');
    if (*c.files)
      out << "        '*:file:_files -g \"*.(" << joined(endings, "|") << ")\"' ;;\n";
    else
      out << "        '*:directory:_files -/' ;;\n";
  }
  out << "  esac\n}\n"
         "if [[ $funcstack[1] == _heddle ]]; then _heddle \"$@\"; else compdef _heddle heddle; fi\n";
  return out.str();
}

std::string fish() {
  std::ostringstream out;
  out << "# Completion of heddle for fish: heddle completion fish > ~/.config/fish/completions/heddle.fish\n"
         "complete -c heddle -f\n"
         "complete -c heddle -n __fish_use_subcommand -l help -d 'Print the help'\n"
         "complete -c heddle -n __fish_use_subcommand -l version -d 'Print the version'\n";
  for (const CommandInfo& c : commands()) {
    const std::string seen = std::string(" -n '__fish_seen_subcommand_from ") + c.name + "'";
    out << "complete -c heddle -n __fish_use_subcommand -a " << c.name << " -d '" << quoted(c.summary, "") << "'\n";
    if (std::string(c.name) == "explain")
      out << "complete -c heddle" << seen << " -a '(heddle explain --names 2> /dev/null)'\n";
    if (std::string(c.name) == "completion") out << "complete -c heddle" << seen << " -a 'bash zsh fish'\n";
    for (const std::string& ending : split(c.files, ' '))
      if (!ending.empty())
        out << "complete -c heddle" << seen << " -k -a '(__fish_complete_suffix ." << ending << ")'\n";
    if (c.command && !*c.files) out << "complete -c heddle" << seen << " -a '(__fish_complete_directories)'\n";
    for (const Row& r : table())
      if (r.commands & c.command)
        for (const std::string& name : names(r)) {
          out << "complete -c heddle" << seen
              << (name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1));
          if (r.kind != Kind::Switch) {
            std::vector<std::string> v = values(r);
            out << " -r" << (!v.empty() ? " -f -a '" + joined(v, " ") + "'" : takes_file(r) ? " -F" : " -f");
          }
          out << " -d '" << quoted(brief(r), "") << "'\n";
        }
  }
  return out.str();
}

}  // namespace

std::string completion(const std::string& shell) {
  if (shell == "bash") return bash();
  if (shell == "zsh") return zsh();
  if (shell == "fish") return fish();
  throw InputError("completion for `" + shell + "` is not known; give bash, zsh or fish");
}

}  // namespace heddle::options
