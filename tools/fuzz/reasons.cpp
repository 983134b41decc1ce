// SPDX-License-Identifier: GPL-3.0-or-later
#include "reasons.h"

#include <algorithm>
#include <cstdio>
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
  bool sure = j.report.unreach_call != oracle::Answer::Unknown;
  auto count = [&](Count& c) { ++(sure ? c.sure : c.unsure); };
  count(all_);
  count(j.order_decides ? decided_ : counts_[kind(j.order_reason)]);
}

void Reasons::print() const {
  std::printf("bmc-order decides %d of %d programs; the oracle is sure of %d, of these bmc-order decides %d\n", decided_.sure + decided_.unsure,
              all_.sure + all_.unsure, all_.sure, decided_.sure);
  std::vector<std::pair<std::string, Count>> sorted(counts_.begin(), counts_.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return std::pair(a.second.sure, a.second.unsure) > std::pair(b.second.sure, b.second.unsure);
  });
  std::printf("%8s%8s  reason\n", "sure", "unsure");
  for (const auto& [reason, c] : sorted) std::printf("%8d%8d  %s\n", c.sure, c.unsure, reason.c_str());
}

}  // namespace heddle::fuzz
