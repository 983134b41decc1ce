// SPDX-License-Identifier: GPL-3.0-or-later
// Names of the properties, in the order of the enum.
#include "base/property.h"

#include <iterator>

namespace heddle::base {

namespace {
constexpr const char* kPropertyNames[] = {"unreach-call", "no-data-race", "no-deadlock",
                                          "termination",  "no-overflow",  "valid-memsafety"};
static_assert(std::size(kPropertyNames) == kProperties);
}  // namespace

const char* text(Property p) { return kPropertyNames[static_cast<int>(p)]; }

std::optional<Property> property(const std::string& name) {
  for (int i = 0; i < kProperties; ++i)
    if (name == kPropertyNames[i]) return static_cast<Property>(i);
  return std::nullopt;
}

}  // namespace heddle::base
