// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/toml.h"

#include <charconv>
#include <cstring>

#include "base/check.h"

namespace heddle::options {
namespace {

bool is_bare(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

class Parser {
 public:
  Parser(const std::string& text, const std::string& name) : text_(text), name_(name) {}

  Toml parse() {
    TomlTable* here = &toml_.top;
    for (skip(true); at_ < text_.size(); skip(true)) {
      if (text_[at_] == '[') {
        here = header();
      } else {
        std::string k = key();
        skip(false);
        expect('=', "`=` behind the key `" + k + "`");
        skip(false);
        const unsigned line = line_;
        if (!here->emplace(k, TomlValue{value(), line}).second) refuse("`" + k + "` is given twice");
      }
      end_of_line();
    }
    return std::move(toml_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError(name_ + ":" + std::to_string(line_) + ": " + what);
  }
  bool ends() const { return at_ >= text_.size(); }
  char peek() const { return ends() ? '\0' : text_[at_]; }

  // Blanks and comments; with `lines` also to the next line.
  void skip(bool lines) {
    for (; !ends(); ++at_) {
      if (peek() == '#') {
        while (!ends() && peek() != '\n') ++at_;
        if (ends()) return;
      }
      if (peek() == '\n' && lines)
        ++line_;
      else if (peek() != ' ' && peek() != '\t' && peek() != '\r')
        return;
    }
  }
  void end_of_line() {
    skip(false);
    if (!ends() && peek() != '\n') refuse("nothing may follow here but a comment");
  }
  void expect(char c, const std::string& what) {
    if (peek() != c) refuse(what + " is missing");
    ++at_;
  }

  TomlTable* header() {
    ++at_;
    const bool list = peek() == '[';
    if (list) ++at_;
    skip(false);
    const std::string name = key();
    skip(false);
    expect(']', "`]`");
    if (list) expect(']', "`]]`");
    toml_.lines.emplace(name, line_);
    if (list ? toml_.tables.count(name) : toml_.lists.count(name) + toml_.tables.count(name))
      refuse("[" + name + "] is there already");
    return list ? &toml_.lists[name].emplace_back() : &toml_.tables[name];
  }

  std::string key() {
    if (peek() == '"' || peek() == '\'') return string();
    std::string k;
    while (is_bare(peek())) k += text_[at_++];
    if (k.empty()) refuse("a key should stand here: letters, digits, - and _");
    if (peek() == '.') refuse("keys with a dot are not used here");
    return k;
  }

  decltype(TomlValue::is) value() {
    const char c = peek();
    if (c == '"' || c == '\'') return string();
    if (c == '[') return list();
    std::string word;
    while (is_bare(peek()) || peek() == '+' || peek() == '.' || peek() == ':') word += text_[at_++];
    if (word == "true") return true;
    if (word == "false") return false;
    std::string digits = word;
    std::erase(digits, '_');
    int64_t n = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    if (word.empty() || error != std::errc() || end != digits.data() + digits.size())
      refuse("a value should stand here: \"text\", a whole number, true, false, or [\"a\", \"list\"]; write " +
             (word.empty() ? "it" : "`" + word + "`") + " in quotes");
    return n;
  }

  std::vector<std::string> list() {
    std::vector<std::string> all;
    ++at_;
    for (skip(true); peek() != ']'; skip(true)) {
      if (peek() != '"' && peek() != '\'') refuse("a list holds \"texts\" here, with commas between, and ends with ]");
      all.push_back(string());
      skip(true);
      if (peek() == ',')
        ++at_;
      else if (peek() != ']')
        refuse("a comma or ] should stand here");
    }
    ++at_;
    return all;
  }

  std::string string() {
    const char quote = text_[at_++];
    if (text_.compare(at_, 2, std::string(2, quote)) == 0) refuse("texts of several lines are not used here");
    std::string s;
    for (; peek() != quote; ++at_) {
      if (ends() || peek() == '\n') refuse("the text does not end on its line");
      if (peek() != '\\' || quote == '\'') {
        s += text_[at_];
        continue;
      }
      ++at_;
      const char* found = std::strchr("\"\\nt", peek());
      if (ends() || !found || !*found)
        refuse("after a backslash one of \" \\ n t; or use '...', where it means itself");
      s += *found == 'n' ? '\n' : *found == 't' ? '\t' : *found;
    }
    ++at_;
    return s;
  }

  const std::string& text_;
  std::string name_;
  Toml toml_;
  size_t at_ = 0;
  unsigned line_ = 1;
};

}  // namespace

Toml parse_toml(const std::string& text, const std::string& name) { return Parser(text, name).parse(); }

}  // namespace heddle::options
