// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256 of a byte string, as 64 hexadecimal digits: the identity of an input file in results and witnesses.
#pragma once
#include <string>
#include <string_view>

namespace heddle::base {

std::string sha256(std::string_view bytes);

}  // namespace heddle::base
