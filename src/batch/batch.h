// SPDX-License-Identifier: GPL-3.0-or-later
// `heddle batch`: from the words of the command line to a folder of results and a summary.
#pragma once
#include <atomic>
#include <string>

#include "batch/summary.h"
#include "options/options.h"

namespace heddle::batch {

struct Done {
  Summary summary;
  bool interrupted = false;
  std::string text;           // the summary, and what changed since the earlier batch
  bool became_worse = false;  // beside the earlier batch
};

// Throws InputError: bad tasks, a folder that is in use or does not fit, a disk that is full.
Done run(const options::Options& options, const std::atomic<bool>& interrupted);

}  // namespace heddle::batch
