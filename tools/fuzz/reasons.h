// SPDX-License-Identifier: GPL-3.0-or-later
// Why the engine of --only, or bmc-order, did not decide: how often each reason came up. What is at the top is what the
// engine lacks most.
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
  struct Count {  // of programs, by property
    int reach = 0, races = 0;
    int unsure = 0;  // of unreach-call the oracle is not sure either
  };
  std::map<std::string, Count> counts_;  // not decided, although the oracle is sure
  Count decided_, sure_;
  int all_ = 0;
};

}  // namespace heddle::fuzz
