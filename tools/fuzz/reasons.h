// SPDX-License-Identifier: GPL-3.0-or-later
// Why bmc-order did not decide: how often each reason came up. What is at the top is what the engine lacks most.
#pragma once
#include <map>
#include <string>

#include "compare.h"

namespace heddle::fuzz {

class Reasons {
 public:
  void add(const Judgement& j);
  void print() const;

 private:
  struct Count {
    int sure = 0, unsure = 0;  // the oracle knows the answer, or does not either
  };
  std::map<std::string, Count> counts_;
  Count decided_, all_;
};

}  // namespace heddle::fuzz
