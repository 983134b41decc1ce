// SPDX-License-Identifier: GPL-3.0-or-later
// Files the user named: read whole, or refused with what is wrong about them.
#pragma once
#include <cstddef>
#include <string>

namespace heddle::options {

// Throws unless it is a regular file that can be read. `what` says for the message which file is meant.
void check_readable(const std::string& path, const std::string& what);

// `what` says for the message which file is meant: "property file", "task definition".
std::string read_small_file(const std::string& path, const std::string& what, size_t limit_bytes = 1 << 20);

// A C source must be a readable regular file with text in it.
void check_source(const std::string& path);

// A file that is to be written must be writable before the work starts, not after it.
void check_output(const std::string& option, const std::string& path);

}  // namespace heddle::options
