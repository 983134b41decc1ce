// SPDX-License-Identifier: GPL-3.0-or-later
// A ring of waiting threads is found by following waits_for_thread; threads that only wait for the ring, or for
// something nobody holds (a signal, a barrier), are listed below it.
#include "report/deadlock_ring.h"

#include <algorithm>
#include <map>

#include "report/phrases.h"

namespace heddle::report {
namespace {

constexpr size_t kMargin = 6;  // indentation and edge of the ring

using Waiters = std::map<int, const trace::Location*>;

std::vector<int> find_ring(const Waiters& waiters) {
  for (const auto& [start, location] : waiters) {
    std::vector<int> path{start};
    while (true) {
      int next = waiters.at(path.back())->waits_for_thread;
      if (next == start) return path;
      if (!waiters.count(next) || std::find(path.begin(), path.end(), next) != path.end()) break;
      path.push_back(next);
    }
  }
  return {};
}

std::string held(const trace::Location& l) {
  std::string out;
  for (const std::string& name : l.holds) out += (out.empty() ? "holds " : ", ") + name;
  return out.empty() ? "holds nothing" : out;
}

}  // namespace

std::string deadlock_ring(const Ink& ink, const trace::Violation& v) {
  Waiters waiters;
  for (const trace::Location& l : v.locations)
    if (is_waiting(l)) waiters[l.thread] = &l;
  if (waiters.empty()) return "";
  size_t who = 0, what = 0, why = 0;
  for (const auto& [thread, l] : waiters) {
    who = std::max(who, display_width(ink.clean(thread_title(v.trace, thread))));
    what = std::max(what, display_width(ink.clean(held(*l))));
    why = std::max(why, display_width(ink.clean(waiting_phrase(*l, Detail::WithHolder))));
  }
  Detail detail = kMargin + who + 2 + what + 2 + why <= ink.columns() ? Detail::WithHolder : Detail::Plain;
  auto row = [&](const std::string& edge, int thread) {
    const trace::Location& l = *waiters.at(thread);
    std::string text = pad(ink.clean(thread_title(v.trace, thread)), who) + "  " + pad(ink.clean(held(l)), what) + "  ";
    return "  " + edge + ink.thread_paint(thread, text + ink.clean(waiting_phrase(l, detail))) + "\n";
  };
  const Glyphs& g = ink.glyph();
  std::vector<int> ring = find_ring(waiters);
  std::string out;
  for (size_t i = 0; i < ring.size(); ++i) {
    bool only = ring.size() == 1, first = i == 0, last = i + 1 == ring.size();
    std::string edge = std::string(g.bar) + "   ";
    if (only)
      edge = std::string(g.loop) + "   ";
    else if (first)
      edge = std::string(g.ring_top) + g.line + g.right + " ";
    else if (last)
      edge = std::string(g.ring_bottom) + g.line + g.line + " ";
    out += row(edge, ring[i]);
    if (!last) out += "  " + std::string(g.bar) + "   " + ink.paint(Paint::Dim, g.down) + "\n";
  }
  for (const auto& [thread, l] : waiters)
    if (std::find(ring.begin(), ring.end(), thread) == ring.end()) out += row(ring.empty() ? "" : "    ", thread);
  return out;
}

}  // namespace heddle::report
