// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/nearest.h"

#include <algorithm>

namespace heddle::base {

namespace {

constexpr size_t kShortestPrefix = 3;

std::string bare(const std::string& word) {
  const size_t begin = std::min(word.find_first_not_of('-'), word.size());
  return word.substr(begin, word.find('=', begin) - begin);
}

// Letters to add, to leave out, to change, or to swap with the next one.
size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<size_t>> d(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i)
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

}  // namespace

std::string did_you_mean(const std::string& typed, const std::vector<std::string>& known) {
  const std::string word = bare(typed);
  constexpr size_t kLongest = 64;
  if (word.empty() || word.size() > kLongest) return "";
  const std::string* best = nullptr;
  size_t least = std::max<size_t>(1, word.size() / 3) + 1;
  for (const std::string& k : known) {
    const std::string name = bare(k);
    const bool begins = word.size() >= kShortestPrefix && name.starts_with(word);
    const size_t n = begins ? 1 : distance(word, name);
    if (n < least && n < name.size()) least = n, best = &k;
  }
  return best ? " (did you mean " + *best + "?)" : "";
}

}  // namespace heddle::base
