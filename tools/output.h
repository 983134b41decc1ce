// SPDX-License-Identifier: GPL-3.0-or-later
// Where results go: standard output and, if asked for, a file.
#pragma once
#include <functional>
#include <iosfwd>
#include <string>

#include "options/options.h"
#include "trace/result.h"

namespace heddle::tools {

// A file, whole or not at all. `option` named it.
void write_file(const std::string& option, const std::string& path, const std::function<void(std::ostream&)>& content);

void write_result(const trace::Result& result, const options::Options& options);

}  // namespace heddle::tools
