// SPDX-License-Identifier: GPL-3.0-or-later
// Elements, attributes and text; comments, declarations and processing instructions are skipped.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace heddle::witness {

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;  // of this element itself, all pieces
  std::vector<Element> children;

  std::string attribute(const std::string& key) const {
    auto it = attributes.find(key);
    return it == attributes.end() ? "" : it->second;
  }
};

// Throws InputError.
Element parse_xml(const std::string& text, const std::string& path);

}  // namespace heddle::witness
