// SPDX-License-Identifier: GPL-3.0-or-later
// What was said about all programs together: what the oracle says, what each contestant decides of it, how often it
// contradicts, what it costs, and why it does not decide what it does not decide.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "isolate.h"

namespace heddle::fuzz {

class Tally {
 public:
  void add(const Outcome& o);
  void print(const std::vector<Contestant>& asked, bool reasons) const;

 private:
  struct Count {
    int yes = 0, no = 0, unknown = 0;  // by program: the first answer of each
    int of = 0;                        // programs of which the oracle is sure
    int contradictions = 0;
    std::map<std::string, int> reasons;  // for not deciding, although the oracle is sure
    void add(const std::string& verdict) { ++(verdict == "true" ? yes : verdict == "false" ? no : unknown); }
  };
  void print_oracle() const;
  void print_contestants(const std::vector<Contestant>& asked) const;
  void print_seconds() const;
  void print_reasons() const;

  int programs_ = 0, too_large_ = 0;
  std::vector<uint64_t> states_;
  std::map<std::string, Count> oracle_;                          // by property
  std::map<std::string, std::map<std::string, Count>> engines_;  // by contestant and property
  std::map<std::string, std::vector<double>> seconds_;           // of each program
};

}  // namespace heddle::fuzz
