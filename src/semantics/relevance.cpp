// SPDX-License-Identifier: GPL-3.0-or-later
#include "semantics/relevance.h"

namespace heddle::semantics {

using model::EventKind;

void mark_relevant(trace::Violation& v, const std::vector<int>& threads, const std::set<std::string>& start) {
  std::set<std::string> objects = start;
  std::set<int> active(threads.begin(), threads.end());
  size_t loop = v.trace.lasso_start.value_or(v.trace.steps.size());
  for (size_t k = v.trace.steps.size(); k-- > 0;) {
    trace::Step& s = v.trace.steps[k];
    bool mine = active.count(s.thread);
    switch (s.kind) {
      case EventKind::Read:
        s.matters = mine;
        if (mine) objects.insert(s.object);
        break;
      case EventKind::Write:
      case EventKind::Rmw:
      case EventKind::Free:
      case EventKind::Signal:
      case EventKind::Broadcast:
      case EventKind::Barrier:
      case EventKind::SemPost:
      case EventKind::SemWait:
        s.matters = objects.count(s.object) || (mine && s.kind != EventKind::Write);
        if (s.matters) {
          active.insert(s.thread);
          objects.insert(s.object);
        }
        break;
      case EventKind::Create: s.matters = active.count(s.other_thread); break;
      case EventKind::Join:
      case EventKind::Input:
      case EventKind::Lock:
      case EventKind::ReadLock:
      case EventKind::TryLock:
      case EventKind::Unlock:
      case EventKind::Wait:
      case EventKind::Wake: s.matters = mine; break;
      case EventKind::Error: s.matters = true; break;
      case EventKind::Section: s.matters = false; break;  // what it does is listed by itself
      default: s.matters = false;
    }
    if (k >= loop && s.kind != EventKind::Section) s.matters = true;
  }
}

}  // namespace heddle::semantics
