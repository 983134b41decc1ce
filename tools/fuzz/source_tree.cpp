// SPDX-License-Identifier: GPL-3.0-or-later
// Counting, printing and editing the tree.
#include "source_tree.h"

#include <functional>

namespace heddle::fuzz {

size_t count(const Node& n) {
  size_t sum = 1;
  for (const Node& k : n.kids) sum += count(k);
  return sum;
}

namespace {

void print(const Node& n, int depth, const std::string& between, std::string& out) {
  std::string indent(static_cast<size_t>(depth > 0 ? 2 * depth : 0), ' ');
  bool clause = n.head.rfind("else", 0) == 0 || n.head.rfind("case", 0) == 0 || n.head.rfind("default", 0) == 0;
  if (depth > 0 && !between.empty() && !clause) out += indent + between + "\n";
  if (!n.head.empty()) out += indent + n.head + "\n";
  for (const Node& k : n.kids) print(k, depth + 1, between, out);
  if (!n.tail.empty()) out += indent + n.tail + "\n";
}

// Copies the tree; `at` gets the n-th node and the list that the copy's siblings go to.
Node edit(const Node& root, size_t n, const std::function<void(const Node&, std::vector<Node>&)>& at) {
  size_t index = 0;
  std::function<void(const Node&, std::vector<Node>&)> copy = [&](const Node& from, std::vector<Node>& into) {
    if (index++ == n) {
      index += count(from) - 1;
      return at(from, into);
    }
    Node fresh(from.head, {}, from.tail);
    for (const Node& k : from.kids) copy(k, fresh.kids);
    into.push_back(std::move(fresh));
  };
  std::vector<Node> out;
  copy(root, out);
  return out.empty() ? Node() : out[0];
}

}  // namespace

std::string print(const Node& root, const std::string& between) {
  std::string out;
  print(root, -1, between, out);
  return out;
}

Node without(const Node& root, size_t n) {
  return edit(root, n, [](const Node&, std::vector<Node>&) {});
}

Node hoisted(const Node& root, size_t n) {
  return edit(root, n, [](const Node& from, std::vector<Node>& into) {
    into.insert(into.end(), from.kids.begin(), from.kids.end());
  });
}

}  // namespace heddle::fuzz
