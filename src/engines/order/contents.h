// SPDX-License-Identifier: GPL-3.0-or-later
// What is in an object, byte by byte. An offset that is not known is a multiple of the number of bytes: anything else
// is undefined.
#pragma once
#include "engines/order/events.h"

namespace heddle::order {

Value read_content(smt::Circuit& c, const Content& content, const Bits& offset, unsigned bytes);
Content write_content(smt::Circuit& c, const Content& before, const Bits& offset, const Value& v, Lit when,
                      bool address);
// Is there a part of an address?
Lit has_address(smt::Circuit& c, const Content& content, const Bits& offset, unsigned bytes);
// Are some of the bytes of an address, and others not?
Lit has_part_of_address(smt::Circuit& c, const Content& content, const Bits& offset, unsigned bytes);
Content choose(smt::Circuit& c, Lit when, const Content& a, const Content& b);

}  // namespace heddle::order
