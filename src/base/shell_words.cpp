// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/shell_words.h"

#include "base/check.h"

namespace heddle::base {

std::vector<std::string> shell_words(const std::string& text, const std::string& where) {
  std::vector<std::string> words;
  std::string word;
  bool begun = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      if (quote == '"' && std::string("\"\\$`").find(text[i + 1]) == std::string::npos) word += c;
      word += text[++i];
      begun = true;
    } else if (quote ? c == quote : c == '\'' || c == '"') {
      quote = quote ? 0 : c;
      begun = true;
    } else if (!quote && (c == ' ' || c == '\t' || c == '\n')) {
      if (begun) words.push_back(word);
      word.clear();
      begun = false;
    } else {
      word += c;
      begun = true;
    }
  }
  if (quote) throw InputError(where + ": `" + text + "` opens a quote and does not close it");
  if (begun) words.push_back(word);
  return words;
}

}  // namespace heddle::base
