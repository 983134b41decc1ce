// SPDX-License-Identifier: GPL-3.0-or-later
// Which file is meant, and names as they may be printed.
#pragma once
#include <string>

namespace heddle::base {

// Does `asked` mean the file `name`? It may be the name itself, the end of it from a `/` on, or another way to the same
// file.
bool same_file(const std::string& name, const std::string& asked);

// For a terminal: control characters and bytes that are no UTF-8 become `?`. Ends of lines stay.
std::string printable(const std::string& text);

bool is_utf8(const std::string& text);

}  // namespace heddle::base
