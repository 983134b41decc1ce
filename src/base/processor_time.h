// SPDX-License-Identifier: GPL-3.0-or-later
// For tools that compare engines: what an engine decides within its limit must not depend on other work of the machine.
#pragma once

namespace heddle::base {

// From now on every Budget of this process counts the time of the processor, of all threads, instead of the clock's.
void budgets_count_processor_time();

}  // namespace heddle::base
