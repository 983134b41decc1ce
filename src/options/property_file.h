// SPDX-License-Identifier: GPL-3.0-or-later
// Names and files of properties.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "base/memory_safety.h"
#include "base/property.h"

namespace heddle::options {

inline const std::vector<base::Property> kDefaultProperties = {base::Property::UnreachCall, base::Property::NoDataRace,
                                                               base::Property::NoDeadlock};

// What a property file asks for. A formula that SV-COMP knows and Heddle cannot check is listed, not mapped to
// something near it.
struct PropertyFile {
  std::vector<base::Property> properties;
  std::vector<std::string> unsupported;
  unsigned memory_safety = 0;  // the parts of valid-memsafety it writes down (base::MemorySafety)
};

// Lines `CHECK( init(main()), LTL(formula) )`, blanks and line breaks free. `name` is for messages.
PropertyFile parse_property_file(const std::string& text, const std::string& name);

// The words given to --property: names, comma lists, .prp files. Sets what valid-memsafety means: all of it where it is
// named, else what the files say.
std::vector<base::Property> resolve_properties(const std::vector<std::string>& words, unsigned& memory_safety);

bool supported(base::Property p);
void normalise(std::vector<base::Property>& properties);  // enum order, no duplicates

}  // namespace heddle::options
