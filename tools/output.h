// SPDX-License-Identifier: GPL-3.0-or-later
// Where results go: standard output and, if asked for, a file.
#pragma once
#include <functional>
#include <iosfwd>
#include <string>

#include "options/options.h"
#include "trace/result.h"

namespace heddle::tools {

// If the caller has closed a standard descriptor, the next file that Heddle opens would get its number, and output
// would go there. To be called before anything else.
void guard_standard_streams();

// Writes out standard output. False, after a message: that was not possible. If the reader has gone away, a signal ends
// the process, without a message.
bool finish_standard_output();

// A file, whole or not at all; a device or pipe is written to. `option` named it.
void write_file(const std::string& option, const std::string& path, const std::function<void(std::ostream&)>& content);

// For a file that somebody writes who has no way to complain.
void must_be_writable(const std::string& option, const std::string& path);

// One report, in the format of another tool or as text.
void write_report(std::ostream& out, const trace::Result& result, options::ReportFormat format,
                  const options::Options& options);

// All ways that were asked for, even if one of them fails; then throws InputError. People are shown `shown`, a result
// without what they know already; JSON has everything.
void write_result(const trace::Result& result, const trace::Result& shown, const options::Options& options);

}  // namespace heddle::tools
