// SPDX-License-Identifier: GPL-3.0-or-later
// From a process that has ended to a result in the folder.
#pragma once
#include <string>

#include "batch/folder.h"
#include "batch/outcome.h"
#include "batch/process.h"

namespace heddle::batch {

// Writes the result, whole or not at all, and gives back what it says. Throws DiskProblem where the task is not to
// blame: it could not write, or was not started.
Outcome record(const Folder& folder, const Plan& plan, const Task& task, const Ended& ended);

// For a task that no process could be brought to an end for.
Outcome record_failure(const Folder& folder, const Plan& plan, const Task& task, const std::string& why);

}  // namespace heddle::batch
