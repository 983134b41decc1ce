// SPDX-License-Identifier: GPL-3.0-or-later
// A command line in one text.
#pragma once
#include <string>
#include <vector>

namespace heddle::base {

// Words as a shell reads them: blanks separate, '...', "..." and \ protect. Throws InputError where a quote is not
// closed; `where` begins the message.
std::vector<std::string> shell_words(const std::string& text, const std::string& where);

}  // namespace heddle::base
