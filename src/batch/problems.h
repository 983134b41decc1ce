// SPDX-License-Identifier: GPL-3.0-or-later
// What stops a batch although no task is to blame. Nothing is counted then: the same command goes on later.
#pragma once
#include "base/check.h"

namespace heddle::batch {

// The folder cannot be written, the disk is full, a program cannot be started, somebody stops the tasks.
struct DiskProblem : InputError {
  using InputError::InputError;
};

}  // namespace heddle::batch
