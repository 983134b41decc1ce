// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies of `inline` functions. A plain `inline` definition does not make clang emit a body at -O0: C99 leaves that to
// another file, older C did not. Programs of both kinds must work, so when a file calls something that nothing defines,
// it is compiled once more under the old rule; bodies that appear are taken, and may appear in several files.
#pragma once
#include <memory>
#include <set>
#include <string>

namespace llvm {
class Module;
}

namespace heddle::frontend {

class InlineBodies {
 public:
  explicit InlineBodies(const llvm::Module& library) : library_(library) {}
  void add_definitions(const llvm::Module& module);
  bool lacks_some(const llvm::Module& module) const;
  // Replaces `module` by `old_rule` if that gives bodies and loses none.
  void take_from(std::unique_ptr<llvm::Module> old_rule, std::unique_ptr<llvm::Module>& module) const;

 private:
  const llvm::Module& library_;
  std::set<std::string> defined_;
};

}  // namespace heddle::frontend
