// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a trace, printed while the real program takes them.
#pragma once
#include <cstdint>
#include <ostream>
#include <set>
#include <vector>

#include "trace/result.h"

namespace heddle::tools {

class LiveSteps {
 public:
  LiveSteps(std::ostream& out, const trace::Trace& trace, unsigned loops);
  void reached(uint32_t orders_done);  // prints what is new

 private:
  void print(size_t step);
  std::ostream& out_;
  const trace::Trace& trace_;
  std::vector<size_t> step_of_order_;
  size_t orders_ = 0, next_ = 0;  // orders printed; the step that comes next
  bool folded_ = false;           // rounds are left out of the trace
  std::set<size_t> again_;        // steps at which the repetition of a loop was printed already
};

}  // namespace heddle::tools
