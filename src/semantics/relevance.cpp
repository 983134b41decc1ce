// SPDX-License-Identifier: GPL-3.0-or-later
#include "semantics/relevance.h"

#include <algorithm>
#include <map>

namespace heddle::semantics {

using model::EventKind;

namespace {
constexpr size_t kMostCauses = 30;  // the latest ones; starts of threads are always shown
constexpr int kReadsOfFailure = 8;  // what the failing thread looked at last
constexpr int kReadsOfCause = 3;    // what a thread looked at before a write that matters
constexpr size_t kLatestLocks = 4;  // of each thread involved in a race

bool starts(const trace::Step& s) { return s.kind == EventKind::Create; }
}  // namespace

void mark_causes(trace::Violation& v, const std::vector<int>& threads, std::set<std::string> objects) {
  std::set<int> active(threads.begin(), threads.end());
  std::map<int, int> reads;
  for (int t : threads) reads[t] = kReadsOfFailure;
  size_t loop = v.trace.lasso_start.value_or(v.trace.steps.size());
  for (size_t k = v.trace.steps.size(); k-- > 0;) {
    trace::Step& s = v.trace.steps[k];
    if (!s.matters) continue;
    bool mine = active.count(s.thread);
    switch (s.kind) {
      case EventKind::Read:
        s.matters = reads[s.thread]-- > 0;
        if (s.matters) objects.insert(s.object);
        break;
      case EventKind::Write:
      case EventKind::Rmw:
      case EventKind::Free:
      case EventKind::ScopeEnd:
      case EventKind::Init:
      case EventKind::Destroy:
      case EventKind::Signal:
      case EventKind::Broadcast:
      case EventKind::Barrier:
      case EventKind::SemPost:
      case EventKind::SemWait:
        s.matters = objects.count(s.object) || (mine && s.kind != EventKind::Write);
        if (s.matters) {
          active.insert(s.thread);
          objects.insert(s.object);
          reads[s.thread] = std::max(reads[s.thread], kReadsOfCause);
        }
        break;
      case EventKind::Create: s.matters = active.count(s.other_thread); break;
      case EventKind::Cancel:
        s.matters = active.count(s.other_thread);
        if (s.matters) active.insert(s.thread);
        break;
      case EventKind::Cancelled: active.insert(s.thread), s.matters = true; break;
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
  size_t kept = 0;
  for (size_t k = std::min(loop, v.trace.steps.size()); k-- > 0;)
    if (v.trace.steps[k].matters && !starts(v.trace.steps[k]) && ++kept > kMostCauses) v.trace.steps[k].matters = false;
}

void mark_accesses(trace::Violation& v, const std::vector<int>& threads, const std::set<std::string>& objects) {
  std::set<int> involved(threads.begin(), threads.end());
  std::map<int, size_t> locks;
  for (size_t k = v.trace.steps.size(); k-- > 0;) {
    trace::Step& s = v.trace.steps[k];
    if (!s.matters) continue;
    bool mine = involved.count(s.thread);
    switch (s.kind) {
      case EventKind::Create: s.matters = involved.count(s.other_thread); break;
      case EventKind::Lock:
      case EventKind::ReadLock:
      case EventKind::TryLock:
      case EventKind::Unlock:
      case EventKind::Wait:
      case EventKind::Wake:
      case EventKind::Signal:
      case EventKind::Broadcast:
      case EventKind::Barrier:
      case EventKind::SemWait:
      case EventKind::SemPost:
        s.matters = objects.count(s.object) || (mine && ++locks[s.thread] <= kLatestLocks);
        break;
      case EventKind::Cancelled: involved.insert(s.thread); [[fallthrough]];
      case EventKind::Cancel: s.matters = true; break;
      case EventKind::Join: s.matters = mine; break;
      case EventKind::Section: s.matters = false; break;
      default: s.matters = objects.count(s.object);
    }
    if (s.matters && starts(s)) involved.insert(s.thread);
  }
}

}  // namespace heddle::semantics
