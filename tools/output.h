// SPDX-License-Identifier: GPL-3.0-or-later
// Where results go: standard output and, if asked for, a file.
#pragma once
#include <functional>
#include <iosfwd>
#include <string>

#include "options/options.h"
#include "trace/result.h"

namespace heddle::tools {

// A descriptor that the caller has closed would become that of some file of ours, and output would go there. Called
// first of all.
void guard_standard_streams();

// What became of standard output: true, or a message and false. A reader that went away ends the process as a signal,
// quietly.
bool finish_standard_output();

// A file, whole or not at all; a device or pipe is written to. `option` named it.
void write_file(const std::string& option, const std::string& path, const std::function<void(std::ostream&)>& content);

// Both ways, even if one of them fails; then throws InputError.
void write_result(const trace::Result& result, const options::Options& options);

}  // namespace heddle::tools
