// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a batch: plots and a table, drawn from data that the room `batch` gives as JSON (src/batch/page.cpp).
#pragma once
#include <iosfwd>
#include <string>

namespace heddle::report {

void write_batch_page(std::ostream& out, const std::string& name, const std::string& json);

}  // namespace heddle::report
