// SPDX-License-Identifier: GPL-3.0-or-later
// Names of files as URIs (RFC 3986): every byte that may not stand for itself is written as % and two digits.
#pragma once
#include <string>

namespace heddle::report {

std::string file_uri(const std::string& absolute_path);  // file:///tmp/a%20b.c
std::string relative_uri(const std::string& path);       // src/a%20b.c; ./a:b.c, because a: would be a scheme

}  // namespace heddle::report
