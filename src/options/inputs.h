// SPDX-License-Identifier: GPL-3.0-or-later
// Files the user named: read whole, or refused with what is wrong about them.
#pragma once
#include <cstddef>
#include <string>

namespace heddle::options {

// `what` says for the message which file is meant: "property file", "task definition".
std::string read_small_file(const std::string& path, const std::string& what, size_t limit_bytes = 1 << 20);

// A C source must be a readable regular file with text in it.
void check_source(const std::string& path);

// The result file must be writable before the search starts, not after it.
void check_output(const std::string& path);

}  // namespace heddle::options
