// SPDX-License-Identifier: GPL-3.0-or-later
// What stays of a violation when the program around it is edited: property, kind, and for each place the file, the
// function, what is done to which object, and the text of the source line. Numbers of lines, numbers of threads and the
// interleaving do not count.
#pragma once
#include <string>

#include "trace/result.h"

namespace heddle::report {

std::string fingerprint(const trace::Violation& v);  // 64 hexadecimal digits

}  // namespace heddle::report
