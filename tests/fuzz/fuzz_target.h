// SPDX-License-Identifier: GPL-3.0-or-later
// What the fuzz targets share. An exception other than InputError, or a failed check, ends the process: that is the
// find.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace heddle::fuzz {

inline void check_message(const std::string& message) {
  HEDDLE_CHECK(message.size() > 10) << "a refusal says why: " << message;
}

}  // namespace heddle::fuzz
