// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a property file: refused with an InputError, or understood to ask for something.
#include "base/check.h"
#include "fuzz_target.h"
#include "options/property_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    heddle::options::PropertyFile f =
        heddle::options::parse_property_file(std::string(reinterpret_cast<const char*>(data), size), "fuzz.prp");
    HEDDLE_CHECK(!f.properties.empty() || !f.unsupported.empty()) << "an accepted file asks for something";
  } catch (const heddle::InputError& e) {
    heddle::fuzz::check_message(e.what());
  }
  return 0;
}
