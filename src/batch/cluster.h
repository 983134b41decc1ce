// SPDX-License-Identifier: GPL-3.0-or-later
// The batch on a cluster of Slurm.
#pragma once
#include <atomic>
#include <vector>

#include "batch/live_table.h"
#include "batch/runner.h"
#include "options/options.h"

namespace heddle::batch {

// As run_here(), on the nodes of a cluster. Jobs that it has started are cancelled when it is interrupted or throws; no
// other jobs are touched.
bool run_on_cluster(const Folder& folder, const Plan& plan, const std::vector<size_t>& open,
                    const options::Options& options, const std::atomic<bool>& interrupted, const Watcher& watcher,
                    LiveTable& table);

}  // namespace heddle::batch
