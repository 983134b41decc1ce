// SPDX-License-Identifier: GPL-3.0-or-later
// A C program as a tree of lines. A node is a statement, or a head and a tail with statements between them; deleting a
// node or replacing it by its children gives a smaller program, which may or may not still compile.
#pragma once
#include <string>
#include <vector>

namespace heddle::fuzz {

struct Node {
  std::string head;
  std::vector<Node> kids;
  std::string tail;  // printed after the kids when not empty

  Node() = default;
  Node(std::string line) : head(std::move(line)) {}
  Node(const char* line) : head(line) {}
  Node(std::string h, std::vector<Node> k, std::string t = "}")
      : head(std::move(h)), kids(std::move(k)), tail(std::move(t)) {}
};

size_t count(const Node& n);  // of nodes, the root included
// With `between`, that statement is put in front of every statement inside a function.
std::string print(const Node& root, const std::string& between = "");

// The n-th node in preorder (the root is 0) deleted, or replaced by its children.
Node without(const Node& root, size_t n);
Node hoisted(const Node& root, size_t n);

}  // namespace heddle::fuzz
