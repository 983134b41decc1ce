// SPDX-License-Identifier: GPL-3.0-or-later
#include "live_steps.h"

#include "replay/places.h"
#include "replay/schedule_file.h"
#include "report/ink.h"
#include "report/phrases.h"

namespace heddle::tools {

namespace {
constexpr size_t kLane = 12, kPhrase = 60;
}

LiveSteps::LiveSteps(std::ostream& out, const trace::Trace& trace, unsigned loops)
    : out_(out),
      trace_(trace),
      step_of_order_(
          replay::Places::step_of_order(trace, replay::unrolled(trace.script, loops, replay::restarts(trace)))) {
  for (const trace::Step& s : trace.steps) folded_ |= !s.repeats.empty();
}

void LiveSteps::reached(uint32_t orders_done) {
  for (; orders_ < orders_done && orders_ < step_of_order_.size(); ++orders_) {
    size_t step = step_of_order_[orders_];
    if (orders_ > 0 && step < step_of_order_[orders_ - 1]) {
      bool in_loop = trace_.lasso_start && step >= *trace_.lasso_start && !folded_;
      if (in_loop) next_ = step;
      if (in_loop || again_.insert(step).second)
        out_ << (in_loop ? "      around again\n" : "      around again and again\n");
    }
    for (; next_ <= step; ++next_) print(next_);
  }
  out_.flush();
}

void LiveSteps::print(size_t number) {
  const trace::Step& s = trace_.steps[number];
  report::TextStyle style;
  style.utf8 = false;
  report::Ink ink(style);
  std::string place = s.line ? s.file + ":" + std::to_string(s.line) + "  " : "";
  out_ << report::pad_left(std::to_string(number + 1), 5) << "  "
       << report::pad("thread " + std::to_string(s.thread), kLane)
       << std::string(2 * static_cast<size_t>(s.thread), ' ') << ink.clean(place)
       << report::step_phrase(ink, s, kPhrase) << "\n";
}

}  // namespace heddle::tools
