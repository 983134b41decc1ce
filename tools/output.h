// SPDX-License-Identifier: GPL-3.0-or-later
// Where results go: standard output and, if asked for, a file.
#pragma once
#include "options/options.h"
#include "trace/result.h"

namespace heddle::tools {

void write_result(const trace::Result& result, const options::Options& options);

}  // namespace heddle::tools
