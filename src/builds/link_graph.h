// SPDX-License-Identifier: GPL-3.0-or-later
// What a build links from what: build.ninja, or the link.txt files of CMake's Makefiles.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

namespace heddle::builds {

class LinkGraph {
 public:
  // The build in this directory; nothing is known if it has none of these files.
  explicit LinkGraph(const std::string& directory);

  // Programs and libraries that are linked, by their names without a directory.
  std::set<std::string> products() const;
  // The objects that go into `name`: a product, as it is called, with its directory or without, perhaps without `lib`
  // and ending. Those of the libraries of this build that it links are among them. Absolute paths.
  std::set<std::string> objects(const std::string& name) const;
  // The same for the product that is linked from one of these first of all.
  std::set<std::string> objects_linked_with(const std::set<std::string>& first) const;

 private:
  std::set<std::string> closure(std::vector<std::string> products) const;
  void read_ninja(const std::string& path);
  void read_link_scripts();
  void read_link_script(const std::string& path, const std::string& directory);
  std::string absolute(const std::string& path, const std::string& directory) const;

  std::string directory_;
  std::map<std::string, std::vector<std::string>> inputs_;  // of what is linked or stands for other things
  std::map<std::string, std::string> renaming_;             // what is linked with such a word: builds/flags.h
};

}  // namespace heddle::builds
