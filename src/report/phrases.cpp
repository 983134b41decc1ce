// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/phrases.h"

#include <algorithm>
#include <string_view>

namespace heddle::report {

using model::EventKind;

std::string thread_title(const trace::Trace& t, int thread) {
  std::string title = "thread " + std::to_string(thread);
  for (const trace::TraceThread& one : t.threads)
    if (one.id == thread && !one.name.empty()) return title + " (" + one.name + ")";
  return title;
}

namespace {

struct Words {
  std::string before, object, after;
};

std::string other_thread(const trace::Step& s) {
  return s.other_thread >= 0 ? "thread " + std::to_string(s.other_thread) : s.object;
}

std::string with_arrow(const Ink& ink, const std::string& value) {  // "0 -> 1", with the arrow the terminal can show
  size_t at = value.find("->");
  return at == std::string::npos ? ink.clean(value)
                                 : ink.clean(value.substr(0, at)) + ink.glyph().arrow + ink.clean(value.substr(at + 2));
}

Words words(const Ink& ink, const trace::Step& s) {
  std::string equals = s.value.empty() ? "" : " = " + ink.clean(s.value);
  std::string gives = s.value.empty() ? "" : std::string(" ") + ink.glyph().arrow + " " + ink.clean(s.value);
  std::string in_brackets = s.value.empty() ? "" : " (" + ink.clean(s.value) + ")";
  switch (s.kind) {
    case EventKind::Local: return {s.text.empty() ? "computes" : ink.clean(s.text), "", ""};
    case EventKind::Read: return {"reads ", s.object, gives};
    case EventKind::Write: return {"writes ", s.object, equals};
    case EventKind::Rmw: return {"updates ", s.object, s.value.empty() ? "" : ": " + with_arrow(ink, s.value)};
    case EventKind::Input: return {"input", "", equals};
    case EventKind::Section: return {"atomic section", "", ""};
    case EventKind::Create: return {"starts ", other_thread(s), ""};
    case EventKind::Join: return {"joins ", other_thread(s), ""};
    case EventKind::Cancel: return {"cancels ", other_thread(s), ""};
    case EventKind::Barrier: return {"waits at ", s.object, in_brackets};
    case EventKind::Error: return {model::verb(s.kind), "", ""};
    case EventKind::Signal:
      return {"signals ", s.object,
              s.other_thread >= 0 ? " (wakes thread " + std::to_string(s.other_thread) + ")" : ""};
    default: return {std::string(model::verb(s.kind)) + (s.object.empty() ? "" : " "), s.object, in_brackets};
  }
}

std::string list(const std::vector<std::string>& names) {
  std::string out;
  for (size_t i = 0; i < names.size(); ++i) out += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return out;
}

constexpr std::string_view kAtomic = "atomic ";

// A thread that holds a read-write lock for reading does not keep other readers out.
std::vector<std::string> held_locks(const trace::Trace& t, const trace::Location& l) {
  std::vector<std::string> names = l.holds;
  for (std::string& name : names) {
    auto taken = std::find_if(t.steps.rbegin(), t.steps.rend(), [&](const trace::Step& s) {
      return s.thread == l.thread && s.object == name &&
             (s.kind == EventKind::Lock || s.kind == EventKind::ReadLock || s.kind == EventKind::TryLock);
    });
    if (taken != t.steps.rend() && taken->kind == EventKind::ReadLock) name += " for reading";
  }
  return names;
}

std::optional<EventKind> kind_of(const std::string& access) {
  return model::event_kind(access.starts_with(kAtomic) ? access.substr(kAtomic.size()) : access);
}

std::string verb_of(const std::string& access) {
  auto kind = kind_of(access);
  return kind ? (access.starts_with(kAtomic) ? "atomically " : "") + std::string(model::verb(*kind)) : access;
}

// "job->next" for "job->next (malloc at pool.c:151)": in the picture the place is left out.
std::string without_place(const std::string& object) {
  const size_t place = object.rfind(" (");
  const bool named = place != std::string::npos && place != 0 && object.back() == ')';
  return named && !object.substr(0, place).ends_with(" of") ? object.substr(0, place) : object;
}

}  // namespace

std::string step_phrase(const Ink& ink, const trace::Step& s, size_t width) {
  constexpr size_t kLeastObject = 6;
  Words w = words(ink, s);
  w.object = without_place(ink.clean(w.object));
  if (w.after.find('&') != std::string::npos) w.after = without_place(w.after);
  bool access = s.kind == EventKind::Read || s.kind == EventKind::Write || s.kind == EventKind::Rmw;
  if (access && !w.after.empty() && display_width(w.before + w.object + w.after) > width) w.before.clear();
  // of other steps the name says more than the value
  size_t rest = display_width(w.before) + (access ? display_width(w.after) : 0);
  if (rest + display_width(w.object) > width)
    w.object = ink.shorten_front(w.object, std::max(kLeastObject, width > rest ? width - rest : 0));
  return ink.shorten(w.before + w.object + w.after, width);
}

bool is_waiting(const trace::Location& l) { return !l.waits_for.empty() || l.waits_for_thread >= 0; }

std::string waiting_phrase(const trace::Location& l, Detail detail) {
  std::string thread = "thread " + std::to_string(l.waits_for_thread);
  const std::string& what = l.waits_for.empty() ? l.object : l.waits_for;
  auto kind = model::event_kind(l.access);
  bool brief = detail == Detail::Brief;
  if (kind == EventKind::Join)
    return "waits for " + (l.waits_for_thread >= 0 ? thread : what) + (brief ? "" : " to end");
  if (kind == EventKind::Barrier) return "waits at " + what;
  if (kind == EventKind::Wait || kind == EventKind::Wake)
    return (brief ? "waits for " : "waits for a signal on ") + what;
  if (kind == EventKind::SemWait) return (brief ? "waits for " : "waits for a post on ") + what;
  if (what.empty()) return "waits for " + thread;
  if (detail != Detail::WithHolder || l.waits_for_thread < 0) return "waits for " + what;
  return "waits for " + what + ", held by " + (l.waits_for_thread == l.thread ? "itself" : thread);
}

std::string location_phrase(const trace::Violation& v, const trace::Location& l) {
  std::string out = thread_title(v.trace, l.thread) + " ";
  if (is_waiting(l)) return out + waiting_phrase(l, Detail::Plain);
  if (l.access.empty() || l.access == "undefined") return out + "is here";
  out += verb_of(l.access) + (l.object.empty() ? "" : " " + l.object);
  if (!l.holds.empty()) return out + ", holding " + list(held_locks(v.trace, l));
  return v.kind == "data-race" ? out + ", holding no lock" : out;
}

std::string headline(const trace::Violation& v) {
  if (v.kind == "data-race")
    return v.locations.empty() || v.locations[0].object.empty() ? "data race" : "data race on " + v.locations[0].object;
  if (v.kind == "deadlock") return v.kind;
  if (!v.message.empty()) return v.message;
  std::string kind = v.kind == "assertion" ? "assertion failed" : v.kind;
  std::replace(kind.begin(), kind.end(), '-', ' ');
  return kind;
}

std::string why_unordered(const trace::Violation& v) {
  static const std::string kBefore = "nothing orders the two: ";
  size_t at = v.kind == "data-race" ? v.message.find(kBefore) : std::string::npos;
  return at == std::string::npos ? "" : v.message.substr(at + kBefore.size());
}

long step_of(const trace::Trace& t, const trace::Location& l) {
  auto kind = kind_of(l.access);
  for (size_t i = t.steps.size(); i-- > 0;) {
    const trace::Step& s = t.steps[i];
    if (s.thread == l.thread && (!kind || s.kind == *kind) && s.line == l.line && s.column == l.column &&
        s.file == l.file)
      return static_cast<long>(i);
  }
  return -1;
}

}  // namespace heddle::report
