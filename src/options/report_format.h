// SPDX-License-Identifier: GPL-3.0-or-later
// What kind of report a file name asks for.
#pragma once
#include <string>

#include "options/options.h"

namespace heddle::options {

// By the ending of the name. Throws if it has none of the known endings; `option` named the file.
ReportFormat format_of(const std::string& option, const std::string& file);
ReportFormat witness_format_of(const std::string& option, const std::string& file);  // only the two of witnesses

}  // namespace heddle::options
