// SPDX-License-Identifier: GPL-3.0-or-later
// A program schedule for people: as text, and as a picture.
#include <set>
#include <sstream>

#include "schedule/sections.h"

namespace heddle::schedule {

namespace {

std::string thread_name(const ProgramSchedule& s, unsigned t) {
  return "thread " + std::to_string(t) + (t < s.threads.size() ? " (" + s.threads[t] + ")" : "");
}

std::string place(const Events& events, Key k) {
  if (k == kEnd) return "its end";
  return events.place(event_of(k)) + " [" + std::to_string(event_of(k)) + "]" + (part_of(k) ? ", goes on" : "");
}

std::string needs(const std::vector<Need>& all) {
  std::string out;
  for (const Need& n : all) out += (out.empty() ? "" : ", ") + std::to_string(n.thread) + ":" + std::to_string(n.count);
  return out;
}

std::string quoted(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

std::string text(const ProgramSchedule& s, const Events& events) {
  std::ostringstream out;
  for (UnitId k = 0; k < s.units.size(); ++k) {
    const Unit& u = s.units[k];
    out << k << ": ";
    switch (u.kind) {
      case Unit::Over: out << "the end\n"; continue;
      case Unit::Decision: out << "where does " << thread_name(s, u.thread) << " come next?\n"; break;
      case Unit::Choice: out << "the thread that has gone least often\n"; break;
      case Unit::Section:
        out << "section" << (u.like == kNone ? "" : ", the same as " + std::to_string(u.like)) << ", then " << u.next
            << "\n";
        break;
      case Unit::Stretch:
        out << thread_name(s, u.thread) << " alone"
            << (u.like == kNone ? "" : ", the same as " + std::to_string(u.like));
        if (u.next != kNone) out << ", then " << u.next;
        out << "\n";
        for (uint32_t k = 0; k < u.places.size(); ++k)
          for (const Unit::Step& e : u.places[k])
            out << "  " << k << ", " << place(events, e.key) << (e.elided ? ", left out" : "") << ": "
                << (e.leaves != kNone ? "leads to unit " + std::to_string(e.leaves) : std::to_string(e.then)) << "\n";
    }
    for (const auto& [on, to] : u.ways)
      out << "  " << (u.kind == Unit::Choice ? thread_name(s, on) : place(events, on)) << ": " << to << "\n";
    std::vector<unsigned> done(s.threads.size(), 0);
    for (const Unit::Event& e : u.events) {
      out << "  " << thread_name(s, e.thread) << " event " << ++done[e.thread] << ": " << place(events, e.key);
      if (!e.needs.empty()) out << ", after " << needs(e.needs);
      if (e.elided) out << ", left out";
      out << "\n";
    }
  }
  return out.str();
}

std::string dot(const ProgramSchedule& s, const Events& events) {
  static const char* const colours[] = {"black", "blue", "red", "darkgreen", "purple", "brown", "orange", "cyan4"};
  std::ostringstream out;
  out << "digraph schedule {\n  node [shape=box, fontname=monospace];\n";
  for (UnitId k = 0; k < s.units.size(); ++k) {
    const Unit& u = s.units[k];
    out << "  u" << k << " [";
    switch (u.kind) {
      case Unit::Over: out << "label=\"the end\", peripheries=2];\n"; continue;
      case Unit::Decision:
        out << "shape=diamond, label=\"" << quoted(thread_name(s, u.thread)) << "\\ncomes to\"];\n";
        break;
      case Unit::Choice: out << "shape=ellipse, label=\"least often\"];\n"; break;
      case Unit::Section: {
        out << "label=\"section " << k << (u.like == kNone ? "" : " as " + std::to_string(u.like));
        std::vector<unsigned> done(s.threads.size(), 0);
        for (const Unit::Event& e : u.events) {
          out << "\\l" << e.thread << ":" << ++done[e.thread] << " " << quoted(place(events, e.key));
          if (!e.needs.empty()) out << " after " << needs(e.needs);
          if (e.elided) out << " (left out)";
        }
        out << "\\l\"];\n  u" << k << " -> u" << u.next << ";\n";
        break;
      }
      case Unit::Stretch: {
        out << "label=\"" << quoted(thread_name(s, u.thread)) << " alone"
            << (u.like == kNone ? "" : " as " + std::to_string(u.like)) << "\"];\n";
        std::set<UnitId> to;
        if (u.next != kNone) to.insert(u.next);
        for (const auto& steps : u.places)
          for (const Unit::Step& e : steps)
            if (e.leaves != kNone && u.next == kNone) to.insert(e.leaves);
        for (UnitId next : to) out << "  u" << k << " -> u" << next << ";\n";
      }
    }
    for (const auto& [on, to] : u.ways) {
      out << "  u" << k << " -> u" << to << " [label=\"";
      if (u.kind == Unit::Choice)
        out << on << "\", color=" << colours[on % 8];
      else
        out << quoted(place(events, on)) << "\"";
      out << "];\n";
    }
  }
  out << "}\n";
  return out.str();
}

}  // namespace heddle::schedule
