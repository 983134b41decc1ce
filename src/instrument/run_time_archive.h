// SPDX-License-Identifier: GPL-3.0-or-later
// libheddle_rt for both data models, embedded in the tool so that it needs no installation.
#pragma once

extern "C" {
extern const char heddle_run_time_32_begin[], heddle_run_time_32_end[];
extern const char heddle_run_time_64_begin[], heddle_run_time_64_end[];
}
