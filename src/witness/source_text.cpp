// SPDX-License-Identifier: GPL-3.0-or-later
#include "witness/source_text.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace heddle::witness {

namespace {

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)); }

// The same text with blanks for whatever is not code.
class Blanker {
 public:
  explicit Blanker(const std::string& text) : text_(text), out_(text) {}
  std::string code() {
    bool line_begins = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (starts("//"))
        until_end_of_line();
      else if (starts("/*"))
        comment();
      else if (c == '#' && line_begins)
        until_end_of_line();
      else if (c == '"' || c == '\'')
        literal(c);
      else
        ++at_;
      line_begins = c == '\n' || (line_begins && is_blank(c));
    }
    return out_;
  }

 private:
  bool starts(const char* with) const { return text_.compare(at_, 2, with) == 0; }
  void blank() {
    if (text_[at_] != '\n') out_[at_] = ' ';
    ++at_;
  }
  void until_end_of_line() {
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (starts("/*")) {
        comment();
        continue;
      }
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) blank();
      blank();
    }
  }
  void comment() {
    blank(), blank();
    while (at_ < text_.size() && !starts("*/")) blank();
    for (int k = 0; k < 2 && at_ < text_.size(); ++k) blank();
  }
  // What is between the quotes; they stay.
  void literal(char quote) {
    ++at_;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) blank();
      blank();
    }
    if (at_ < text_.size()) ++at_;
  }

  const std::string& text_;
  std::string out_;
  size_t at_ = 0;
};

}  // namespace

SourceText::SourceText(std::string text) : text_(std::move(text)), code_(Blanker(text_).code()) {
  lines_.push_back(0);
  for (size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') lines_.push_back(i + 1);
  for (size_t begin : lines_) {
    size_t at = begin;
    auto skip = [&] {
      while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t')) ++at;
    };
    skip();
    if (at >= text_.size() || text_[at] != '#') continue;
    ++at;
    skip();
    moved_ |=
        at < text_.size() && (std::isdigit(static_cast<unsigned char>(text_[at])) || text_.compare(at, 4, "line") == 0);
  }
}

size_t SourceText::skip_blanks(size_t at) const {
  while (at < code_.size() && is_blank(code_[at])) ++at;
  return at;
}

std::optional<size_t> SourceText::last_before(size_t at) const {
  while (at > 0)
    if (!is_blank(code_[--at])) return at;
  return std::nullopt;
}

std::optional<size_t> SourceText::find(uint32_t line, uint32_t column) const {
  if (line == 0 || line > lines_.size()) return std::nullopt;
  const size_t begin = lines_[line - 1], end = line < lines_.size() ? lines_[line] : text_.size();
  const size_t at = column ? begin + column - 1 : skip_blanks(begin);
  return at < end && !is_blank(code_[at]) ? std::optional(at) : std::nullopt;
}

uint32_t SourceText::line(size_t at) const {
  return static_cast<uint32_t>(std::upper_bound(lines_.begin(), lines_.end(), at) - lines_.begin());
}
uint32_t SourceText::column(size_t at) const { return static_cast<uint32_t>(at - lines_[line(at) - 1] + 1); }

bool SourceText::is_word(size_t at, const std::string& word) const {
  return code_.compare(at, word.size(), word) == 0 && (at == 0 || !in_word(code_[at - 1])) &&
         (at + word.size() == code_.size() || !in_word(code_[at + word.size()]));
}

std::optional<size_t> SourceText::closing(size_t open) const {
  int depth = 0;
  for (size_t at = open; at < code_.size(); ++at) {
    if (code_[at] == '(') ++depth;
    if (code_[at] == ')' && --depth == 0) return at;
    if (code_[at] == '{' || code_[at] == '}') return std::nullopt;
  }
  return std::nullopt;
}

std::optional<size_t> SourceText::opening(size_t close) const {
  int depth = 0;
  for (size_t at = close + 1; at-- > 0;) {
    if (code_[at] == ')') ++depth;
    if (code_[at] == '(' && --depth == 0) return at;
    if (code_[at] == '{' || code_[at] == '}') return std::nullopt;
  }
  return std::nullopt;
}

std::string SourceText::word_before(size_t at) const {
  const std::optional<size_t> last = last_before(at);
  if (!last || !in_word(code_[*last])) return "";
  size_t begin = *last;
  while (begin > 0 && in_word(code_[begin - 1])) --begin;
  return code_.substr(begin, *last - begin + 1);
}

bool SourceText::is_single(size_t at) const {
  static const std::set<std::string> kHeads{"if", "while", "for"};
  if (const std::string word = word_before(at); word == "else" || word == "do") return true;
  const std::optional<size_t> last = last_before(at);
  if (!last || code_[*last] != ')') return false;
  const std::optional<size_t> open = opening(*last);
  return open && kHeads.count(word_before(*open)) > 0;
}

bool SourceText::is_call_statement(size_t at, const std::string& function) const {
  if (!is_word(at, function)) return false;
  const size_t open = skip_blanks(at + function.size());
  if (open >= code_.size() || code_[open] != '(') return false;
  const std::optional<size_t> close = closing(open);
  if (!close) return false;
  const size_t end = skip_blanks(*close + 1);
  if (end >= code_.size() || code_[end] != ';') return false;
  const std::optional<size_t> last = last_before(at);
  if (!last) return false;
  if (is_single(at) || code_[*last] == '{' || code_[*last] == '}') return true;
  if (code_[*last] != ';') return false;
  // `for (x = 0; f(); )` is no statement
  int depth = 0;
  for (size_t k = *last; k-- > 0 && code_[k] != '{' && code_[k] != '}';) depth += (code_[k] == ')') - (code_[k] == '(');
  return depth >= 0;
}

std::optional<size_t> SourceText::end_of_statement(size_t at) const {
  static const std::set<std::string> kOthers{"if", "while", "for", "do", "switch", "else", "case", "default"};
  size_t word = at;
  while (word < code_.size() && in_word(code_[word])) ++word;
  if (kOthers.count(code_.substr(at, word - at))) return std::nullopt;
  int depth = 0;
  for (size_t k = at; k < code_.size(); ++k) {
    if (code_[k] == '{' || code_[k] == '}') return std::nullopt;
    depth += (code_[k] == '(') - (code_[k] == ')');
    if (code_[k] == ';') return depth == 0 ? std::optional(k + 1) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<size_t> SourceText::body_of(const std::string& function, uint32_t line) const {
  if (line == 0 || line > lines_.size()) return std::nullopt;
  for (size_t at = lines_[line - 1]; (at = code_.find(function, at)) != std::string::npos; ++at) {
    if (!is_word(at, function)) continue;
    const size_t open = skip_blanks(at + function.size());
    const std::optional<size_t> close =
        open < code_.size() && code_[open] == '(' ? closing(open) : std::optional<size_t>();
    if (!close) return std::nullopt;
    const size_t brace = skip_blanks(*close + 1);
    if (brace >= code_.size() || code_[brace] != '{') return std::nullopt;
    const size_t first = skip_blanks(brace + 1);
    return first < code_.size() && code_[first] != '}' && code_[first] != '{' ? std::optional(first) : std::nullopt;
  }
  return std::nullopt;
}

bool SourceText::is_redeclared(const std::string& name, size_t at) const {
  static const std::set<std::string> kNoTypes{"return", "else", "case", "goto", "do", "sizeof"};
  // the head of the function around is behind the last `;` or `}` that is outside of all braces
  size_t begin = 0;
  int depth = 0;
  for (size_t k = 0; k < at; ++k) {
    depth += (code_[k] == '{') - (code_[k] == '}');
    if (depth == 0 && (code_[k] == ';' || code_[k] == '}')) begin = k + 1;
  }
  for (size_t k = begin; (k = code_.find(name, k)) != std::string::npos && k < at; ++k) {
    if (!is_word(k, name)) continue;
    const std::string word = word_before(k);
    if (!word.empty() && !kNoTypes.count(word)) return true;
    const std::optional<size_t> last = last_before(k);
    // `int *x`, `int y, x`: also a product or a list of arguments; that costs a claim, no more
    if (last && (code_[*last] == '*' || code_[*last] == ',')) return true;
  }
  return false;
}

std::optional<SourceText::Loop> SourceText::loop(size_t at) const {
  const bool is_for = is_word(at, "for");
  if (!is_for && !is_word(at, "while")) return std::nullopt;
  Loop l;
  l.open = skip_blanks(at + (is_for ? 3 : 5));
  if (l.open >= code_.size() || code_[l.open] != '(') return std::nullopt;
  const std::optional<size_t> close = closing(l.open);
  if (!close) return std::nullopt;
  l.close = *close;
  int depth = 0;
  for (size_t k = l.open; is_for && k < l.close; ++k) {
    depth += (code_[k] == '(') - (code_[k] == ')');
    if (code_[k] == ';' && depth == 1) (l.first ? l.second : l.first) = k;
  }
  if (is_for && !l.second) return std::nullopt;
  const size_t behind = skip_blanks(l.close + 1);
  // the end of a `do` statement
  if (!is_for && behind < code_.size() && code_[behind] == ';')
    if (const std::optional<size_t> last = last_before(at); last && code_[*last] == '}') return std::nullopt;
  return l;
}

std::vector<size_t> SourceText::loops_behind(size_t at) const {
  std::vector<size_t> all;
  int depth = 1;
  for (size_t k = at; k < code_.size() && depth > 0; ++k) {
    depth += (code_[k] == '{') - (code_[k] == '}');
    if (is_word(k, "do")) return {};
    if (loop(k)) all.push_back(k);
  }
  return depth == 0 ? all : std::vector<size_t>();
}

}  // namespace heddle::witness
