// SPDX-License-Identifier: GPL-3.0-or-later
// The models of src/frontend/library as bitcode, embedded at build time (see room.cmake).
#pragma once

extern "C" {
extern const char heddle_library_32_begin[], heddle_library_32_end[];
extern const char heddle_library_64_begin[], heddle_library_64_end[];
}
