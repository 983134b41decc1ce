// SPDX-License-Identifier: GPL-3.0-or-later
// What runs on a node of a cluster: one pack of tasks.
#pragma once
#include <atomic>
#include <string>

namespace heddle::batch {

// `heddle --batch-worker FOLDER WAVE ELEMENT`. The exit code: 0 all tasks of the pack have results, 2 interrupted,
// 3 the node is not fit for it.
int work(const std::string& folder, const std::string& wave, const std::string& element,
         const std::atomic<bool>& interrupted);

}  // namespace heddle::batch
