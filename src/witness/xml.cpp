// SPDX-License-Identifier: GPL-3.0-or-later
#include "witness/xml.h"

#include <cstdlib>

#include "base/check.h"

namespace heddle::witness {
namespace {

class Parser {
 public:
  Parser(const std::string& text, const std::string& path) : text_(text), path_(path) {}

  Element parse() {
    skip();
    if (peek() != '<') refuse("an element should stand here");
    return element(0);
  }

 private:
  static constexpr int kDeepest = 100;

  [[noreturn]] void refuse(const std::string& what) const {
    size_t line = 1;
    for (size_t i = 0; i < at_ && i < text_.size(); ++i) line += text_[i] == '\n';
    throw InputError(path_ + ":" + std::to_string(line) + ": is not valid XML: " + what);
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool ahead(const char* what) const { return text_.compare(at_, std::char_traits<char>::length(what), what) == 0; }
  void blanks() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') ++at_;
  }
  void pass(const char* end) {
    at_ = text_.find(end, at_);
    if (at_ == std::string::npos) refuse(std::string("`") + end + "` is missing");
    at_ += std::char_traits<char>::length(end);
  }
  // Blanks, comments, <?...?> and <!...>.
  void skip() {
    for (blanks(); ahead("<!") || ahead("<?"); blanks())
      if (ahead("<![CDATA["))
        return;
      else if (ahead("<!--"))
        pass("-->");
      else
        pass(">");
  }

  std::string name() {
    std::string n;
    while (peek() && !std::char_traits<char>::find(" \t\r\n=/><\"'", 10, peek())) n += text_[at_++];
    if (n.empty()) refuse("a name should stand here");
    return n;
  }

  std::string until(char end) {
    std::string out;
    for (; peek() != end; ++at_) {
      if (at_ >= text_.size()) refuse(std::string("`") + end + "` is missing");
      if (peek() != '&') {
        out += peek();
        continue;
      }
      const size_t semicolon = text_.find(';', at_);
      if (semicolon == std::string::npos || semicolon - at_ > 10) refuse("`&` has no `;`");
      const std::string entity = text_.substr(at_ + 1, semicolon - at_ - 1);
      at_ = semicolon;
      if (entity[0] == '#') {
        const long code = entity.starts_with("#x") ? std::strtol(entity.c_str() + 2, nullptr, 16)
                                                   : std::strtol(entity.c_str() + 1, nullptr, 10);
        out += code > 0 && code < 128 ? static_cast<char>(code) : '?';
      } else {
        out += entity == "lt" ? '<' : entity == "gt" ? '>' : entity == "amp" ? '&' : entity == "quot" ? '"' : '\'';
      }
    }
    return out;
  }

  Element element(int depth) {
    if (depth > kDeepest) refuse("elements are nested too deeply");
    Element e;
    ++at_;
    e.name = name();
    for (blanks(); peek() != '>' && peek() != '/'; blanks()) {
      const std::string key = name();
      blanks();
      if (peek() != '=') refuse("`=` is missing");
      ++at_;
      blanks();
      const char quote = peek();
      if (quote != '"' && quote != '\'') refuse("a quote is missing");
      ++at_;
      e.attributes[key] = until(quote);
      ++at_;
    }
    if (ahead("/>")) {
      at_ += 2;
      return e;
    }
    if (peek() != '>') refuse("`>` is missing");
    ++at_;
    while (true) {
      if (ahead("<![CDATA[")) {
        const size_t from = at_ + 9;
        pass("]]>");
        e.text += text_.substr(from, at_ - 3 - from);
      } else if (ahead("<!") || ahead("<?")) {
        ahead("<!--") ? pass("-->") : pass(">");
      } else if (ahead("</")) {
        at_ += 2;
        if (name() != e.name) refuse("</" + e.name + "> is missing");
        blanks();
        if (peek() != '>') refuse("`>` is missing");
        ++at_;
        return e;
      } else if (peek() == '<') {
        e.children.push_back(element(depth + 1));
      } else {
        e.text += until('<');
      }
    }
  }

  const std::string& text_;
  const std::string& path_;
  size_t at_ = 0;
};

}  // namespace

Element parse_xml(const std::string& text, const std::string& path) { return Parser(text, path).parse(); }

}  // namespace heddle::witness
