// SPDX-License-Identifier: GPL-3.0-or-later
// The inputs of a trace for a reader: the characters of an argument are one text.
#pragma once
#include <string>
#include <vector>

#include "trace/result.h"

namespace heddle::report {

// As the library model draws them (frontend/library/arguments.c): first whether the texts are short, then eight
// characters of each. What was put together already stays as it is.
std::vector<trace::Input> inputs_for_reader(const trace::Trace& t);

// "argv[1]", "argc", "rand()": what has the value.
std::string name_of_input(const trace::Input& i);

}  // namespace heddle::report
