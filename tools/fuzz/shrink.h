// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a program smaller while it stays interesting.
#pragma once
#include <functional>

#include "source_tree.h"

namespace heddle::fuzz {

Node shrink(Node program, const std::function<bool(const Node&)>& interesting);

}  // namespace heddle::fuzz
