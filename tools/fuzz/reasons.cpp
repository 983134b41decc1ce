// SPDX-License-Identifier: GPL-3.0-or-later
#include "reasons.h"

#include <algorithm>
#include <cstdio>
#include <tuple>
#include <vector>

namespace heddle::fuzz {

namespace {
// Without how far the engine got, which differs from program to program.
std::string kind(std::string reason) {
  for (const char* tail : {"no violation within ", "nothing was searched"})
    if (size_t at = reason.find(tail); at != std::string::npos) reason.erase(at);
  while (!reason.empty() && (reason.back() == ' ' || reason.back() == ';' || reason.back() == ':')) reason.pop_back();
  return reason;
}
}  // namespace

void Reasons::add(const Judgement& j) {
  if (!j.report.complete) return;
  ++all_;
  bool sure = j.report.unreach_call != oracle::Answer::Unknown,
       sure_of_races = j.report.no_data_race != oracle::Answer::Unknown;
  sure_.reach += sure;
  sure_.races += sure_of_races;
  decided_.reach += j.decides;
  decided_.races += j.decides_races;
  if (j.decides && j.decides_races) return;
  Count& c = counts_[j.undecided.empty() ? "it stopped at a violation of another property" : kind(j.undecided)];
  c.reach += !j.decides && sure;
  c.unsure += !j.decides && !sure;
  c.races += !j.decides_races && sure_of_races;
}

void Reasons::print() const {
  std::printf("of %d programs the oracle is sure of unreach-call in %d, of no-data-race in %d; %s decides %d and %d\n",
              all_, sure_.reach, sure_.races, only_engine.empty() ? "bmc-order" : only_engine.c_str(), decided_.reach,
              decided_.races);
  std::vector<std::pair<std::string, Count>> sorted(counts_.begin(), counts_.end());
  auto weight = [](const Count& c) { return std::tuple(c.reach, c.races, c.unsure); };
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const auto& a, const auto& b) { return weight(a.second) > weight(b.second); });
  std::printf("%8s%8s%8s  not decided, because (unsure: unreach-call, and the oracle does not know either)\n", "reach",
              "race", "unsure");
  for (const auto& [reason, c] : sorted) std::printf("%8d%8d%8d  %s\n", c.reach, c.races, c.unsure, reason.c_str());
}

}  // namespace heddle::fuzz
