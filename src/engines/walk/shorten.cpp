// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/walk/shorten.h"

#include <algorithm>
#include <set>

namespace heddle::walk {

using semantics::Move;

void shorten(Walker& walker, Finding& finding, std::chrono::milliseconds most) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + most;
  std::vector<Move>& moves = finding.moves;
  auto late = [&] { return Clock::now() >= end; };
  auto attempt = [&](const std::vector<Move>& fewer) {
    std::optional<Finding> shorter = walker.again(fewer, finding.key);
    if (!shorter || shorter->moves.size() >= moves.size()) return false;
    finding = std::move(*shorter);
    return true;
  };
  std::set<unsigned> threads;
  for (const Move& m : moves) threads.insert(m.thread);
  for (unsigned t : threads) {
    if (t == 0 || late()) continue;
    std::vector<Move> fewer;
    std::copy_if(moves.begin(), moves.end(), std::back_inserter(fewer), [&](const Move& m) { return m.thread != t; });
    attempt(fewer);
  }
  for (size_t size = moves.size() / 2; size > 0 && !late(); size /= 2)
    for (size_t at = 0; at + size <= moves.size() && !late();) {
      std::vector<Move> fewer(moves.begin(), moves.begin() + static_cast<ptrdiff_t>(at));
      fewer.insert(fewer.end(), moves.begin() + static_cast<ptrdiff_t>(at + size), moves.end());
      if (!attempt(fewer)) at += size;
    }
}

}  // namespace heddle::walk
