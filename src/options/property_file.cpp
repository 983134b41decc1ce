// SPDX-License-Identifier: GPL-3.0-or-later
// SV-COMP property files. The competition's tools compare the formulas as texts, and so do we, after cutting them into
// tokens so that blanks do not matter: a formula is one of a short list or it is refused.
#include "options/property_file.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "base/check.h"
#include "options/inputs.h"
#include "base/nearest.h"
#include "options/table.h"

namespace heddle::options {

using base::Property;

namespace {

struct Token {
  std::string text;
  unsigned line;
};

struct Formula {
  const char* tokens;  // separated by one blank
  std::optional<Property> property;
  const char* name;
  unsigned memory_safety = 0;
};

constexpr Formula kFormulas[] = {
    {"G ! call ( reach_error ( ) )", Property::UnreachCall, "unreach-call"},
    {"G ! call ( __VERIFIER_error ( ) )", Property::UnreachCall, "unreach-call"},
    {"G ! data-race", Property::NoDataRace, "no-data-race"},
    {"G ! deadlock", Property::NoDeadlock, "no-deadlock"},
    {"F end", Property::Termination, "termination"},
    {"G ! overflow", Property::NoOverflow, "no-overflow"},
    {"G valid-free", Property::ValidMemsafety, "valid-memsafety", base::kValidFree},
    {"G valid-deref", Property::ValidMemsafety, "valid-memsafety", base::kValidDeref},
    {"G valid-memtrack", Property::ValidMemsafety, "valid-memsafety", base::kValidMemtrack},
    {"G valid-memcleanup", std::nullopt, "valid-memcleanup"},
};

std::vector<Token> tokens_of(const std::string& text) {
  std::vector<Token> tokens;
  unsigned line = 1;
  bool in_word = false;
  for (char c : text) {
    bool word = std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
    if (word && in_word)
      tokens.back().text.push_back(c);
    else if (!std::isspace(static_cast<unsigned char>(c)))
      tokens.push_back({std::string(1, c), line});
    in_word = word;
    line += c == '\n';
  }
  return tokens;
}

[[noreturn]] void refuse(const std::string& name, unsigned line, const std::string& why) {
  throw InputError(name + ":" + std::to_string(line) + ": " + why +
                   "; a property file has lines like CHECK( init(main()), LTL(G ! call(reach_error())) )");
}

// Reads one CHECK(...) after another.
class Reader {
 public:
  Reader(const std::string& text, const std::string& name) : name_(name), tokens_(tokens_of(text)) {}
  bool done() const { return next_ == tokens_.size(); }
  unsigned line() const { return tokens_.empty() ? 1 : tokens_[std::min(next_, tokens_.size() - 1)].line; }

  std::string formula() {
    for (const char* t : {"CHECK", "(", "init", "(", "main", "(", ")", ")", ",", "LTL", "("}) expect(t);
    std::string formula;
    for (int depth = 1; true; ++next_) {
      if (done()) refuse(name_, line(), "a closing parenthesis is missing");
      depth += tokens_[next_].text == "(" ? 1 : tokens_[next_].text == ")" ? -1 : 0;
      if (depth == 0) break;
      formula += (formula.empty() ? "" : " ") + tokens_[next_].text;
    }
    expect(")");
    expect(")");
    return formula;
  }

 private:
  void expect(const char* text) {
    if (done()) refuse(name_, line(), std::string("the file ends where `") + text + "` should stand");
    const Token& t = tokens_[next_++];
    if (t.text != text) refuse(name_, t.line, "found `" + printable(t.text) + "` where `" + text + "` should stand");
  }
  static std::string printable(const std::string& text) {
    std::string out;
    for (char c : text.substr(0, 40)) out.push_back(std::isprint(static_cast<unsigned char>(c)) ? c : '?');
    return out;
  }

  const std::string& name_;
  std::vector<Token> tokens_;
  size_t next_ = 0;
};

const Formula* find_formula(const std::string& tokens) {
  for (const Formula& f : kFormulas)
    if (tokens == f.tokens) return &f;
  return nullptr;
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (int i = 0; i < base::kProperties; ++i)
    if (supported(static_cast<Property>(i))) names.push_back(text(static_cast<Property>(i)));
  return names;
}

std::string known_names() {
  std::string names;
  for (const std::string& name : all_names()) names += (names.empty() ? "" : ", ") + name;
  return names;
}

[[noreturn]] void refuse_unsupported(const std::string& where, const std::string& property) {
  throw InputError(where + ": property " + property + " is not supported yet; supported are " + known_names());
}

void add_named(std::vector<Property>& found, const std::string& name) {
  std::optional<Property> p = base::property(name);
  if (!p)
    throw InputError("--property: unknown property `" + name + "`" + base::did_you_mean(name, all_names()) +
                     "; known are " + known_names() + ", or a file that ends in .prp");
  if (!supported(*p)) refuse_unsupported("--property", name);
  found.push_back(*p);
}

void add_from_file(std::vector<Property>& found, const std::string& path, unsigned& memory_safety) {
  PropertyFile file = parse_property_file(read_small_file(path, "property file"), path);
  if (!file.unsupported.empty()) refuse_unsupported(path, file.unsupported.front());
  found.insert(found.end(), file.properties.begin(), file.properties.end());
  memory_safety |= file.memory_safety;
}

}  // namespace

bool supported(Property p) { return p != Property::NoOverflow; }

void normalise(std::vector<Property>& properties) {
  std::sort(properties.begin(), properties.end());
  properties.erase(std::unique(properties.begin(), properties.end()), properties.end());
}

PropertyFile parse_property_file(const std::string& text, const std::string& name) {
  PropertyFile file;
  Reader reader(text, name);
  if (reader.done()) refuse(name, 1, "the property file is empty");
  while (!reader.done()) {
    unsigned line = reader.line();
    std::string tokens = reader.formula();
    const Formula* f = find_formula(tokens);
    if (!f) refuse(name, line, "this formula is none that Heddle knows");
    if (f->property && supported(*f->property))
      file.properties.push_back(*f->property);
    else
      file.unsupported.emplace_back(f->name);
    file.memory_safety |= f->memory_safety;
  }
  normalise(file.properties);
  return file;
}

std::vector<Property> resolve_properties(const std::vector<std::string>& words, unsigned& memory_safety) {
  std::vector<Property> found;
  unsigned of_files = 0;
  bool named = false;
  for (const std::string& word : words) {
    bool one_file = word.ends_with(".prp") && std::filesystem::exists(word);  // its name may hold commas
    for (const std::string& part : one_file ? std::vector{word} : split(word, ',')) {
      if (part.ends_with(".prp"))
        add_from_file(found, part, of_files);
      else
        add_named(found, part);
      named |= part == text(Property::ValidMemsafety);
    }
  }
  if (of_files && !named) memory_safety = of_files;
  normalise(found);
  return found;
}

}  // namespace heddle::options
