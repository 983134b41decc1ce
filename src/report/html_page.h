// SPDX-License-Identifier: GPL-3.0-or-later
// The files of src/report/html, joined and embedded by CMake.
#pragma once

namespace heddle::report {

extern const char* const kPageStyle;
extern const char* const kPageBody;
extern const char* const kPageScript;
extern const char* const kScheduleBody;  // the page of a safe schedule; its style is the same
extern const char* const kScheduleScript;
extern const char* const kBatchBody;  // the page of a batch
extern const char* const kBatchScript;

}  // namespace heddle::report
