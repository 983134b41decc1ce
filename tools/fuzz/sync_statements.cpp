// SPDX-License-Identifier: GPL-3.0-or-later
// Random uses of locks, condition variables, semaphores and barriers.
#include "generator.h"

namespace heddle::fuzz {

std::vector<Node> Generator::synchronised(unsigned& budget) {
  if (f_.cancel && !in_section_ && r_.chance(35)) return {cancellation(budget)};
  for (int tries = 0; tries < 4; ++tries) {
    switch (r_.below(9)) {
      case 0:
      case 1:
      case 2:
        if (guards_.size() > 1 && (held_ < 0 || f_.nested)) return guarded(budget);
        break;
      case 3:
        if (f_.trylock || f_.timed) return try_lock(budget);
        break;
      case 4:
        if (f_.cond && held_ < 0) return condition_variable(budget);
        break;
      case 5:
        if (f_.sem) return --budget, std::vector<Node>{semaphore_statement()};
        break;
      case 6:
        if (f_.barrier && r_.chance(50)) return --budget, std::vector<Node>{barrier_statement()};
        if (f_.once) return --budget, std::vector<Node>{"pthread_once(&once, first);"};
        break;
      case 7:
        if (f_.atomics) return --budget, std::vector<Node>{atomic_statement()};
        break;
      default:
        if (f_.section && !in_section_) return {section_statement(budget)};
    }
  }
  return {};
}

std::vector<Node> Generator::guarded(unsigned& budget) {
  unsigned g = 1 + r_.below(static_cast<unsigned>(guards_.size()) - 1);
  if (static_cast<int>(g) == held_ && r_.chance(90)) return plain(budget);
  bool section = static_cast<int>(g) == section_guard();
  std::string enter = guards_[g].enter, leave = guards_[g].leave;
  if (g == 1 && f_.mutex && f_.mutex_pointer && r_.chance(50)) enter = "pthread_mutex_lock(pm);";
  if (enter == kWord) enter = take_word();
  int before = held_;
  held_ = static_cast<int>(g);
  bool before_section = in_section_;
  in_section_ |= section;
  budget -= budget > 1 ? 2 : 1;
  std::vector<Node> out;
  out.push_back(enter);
  for (Node& n : statements(1 + r_.below(2))) out.push_back(std::move(n));
  if (!section && r_.chance(3)) out.push_back("if (" + condition() + ") return 0;");
  if (section || r_.chance(98)) out.push_back(leave);
  held_ = before;
  in_section_ = before_section;
  return out;
}

std::vector<Node> Generator::try_lock(unsigned& budget) {
  std::vector<std::pair<std::string, unsigned>> calls;
  for (unsigned g = 1; g < guards_.size(); ++g) {
    const std::string& e = guards_[g].enter;
    if (f_.trylock) {
      if (e.find("(&m0)") != e.npos) calls.push_back({"pthread_mutex_trylock(&m0)", g});
      if (e.find("(&m1)") != e.npos) calls.push_back({"pthread_mutex_trylock(&m1)", g});
      if (e.find("&rw") != e.npos) calls.push_back({"pthread_rwlock_trywrlock(&rw)", g});
      if (e.find("&sp") != e.npos) calls.push_back({"pthread_spin_trylock(&sp)", g});
    }
    if (f_.timed) {
      if (e.find("(&m0)") != e.npos) calls.push_back({"pthread_mutex_timedlock(&m0, &soon)", g});
      if (e.find("&rw") != e.npos) calls.push_back({"pthread_rwlock_timedwrlock(&rw, &soon)", g});
    }
  }
  if (f_.rwlock && !f_.disciplined)
    calls.push_back({"pthread_rwlock_rdlock(&rw)", 0}), calls.push_back({"pthread_rwlock_tryrdlock(&rw)", 0});
  if (calls.empty()) return {};
  auto [call, g] = r_.pick(calls);
  int before = held_;
  held_ = static_cast<int>(g);
  std::vector<Node> body = statements(1);
  if (r_.chance(97)) body.push_back(g ? guards_[g].leave : "pthread_rwlock_unlock(&rw);");
  held_ = before;
  budget -= budget > 1 ? 2 : 1;
  std::vector<Node> out{Node("if (" + call + " == 0) {", std::move(body))};
  if (r_.chance(25)) out.push_back(Node("else {", statements(1)));
  return out;
}

std::vector<Node> Generator::condition_variable(unsigned& budget) {
  budget -= budget > 1 ? 2 : 1;
  int before = held_;
  held_ = 1;  // m0
  std::vector<Node> out;
  if (r_.chance(50)) {
    std::string wait =
        f_.timed && r_.chance(40) ? "pthread_cond_timedwait(&cv, &m0, &soon)" : "pthread_cond_wait(&cv, &m0)";
    out.push_back("pthread_mutex_lock(&m0);");
    ++unbounded_;
    Node sleep;
    if (r_.chance(80))
      sleep = Node("while (" + condition() + ") {", {wait + ";"});
    else if (r_.chance(50))
      sleep = "l1 = " + wait + ";";
    else
      sleep = "if (" + condition() + ") " + wait + ";";
    out.push_back(cancellable_wait(std::move(sleep)));
    --unbounded_;
    if (r_.chance(60)) out.push_back(assignment());
    out.push_back("pthread_mutex_unlock(&m0);");
  } else {
    std::string wake = r_.chance(60) ? "pthread_cond_signal(&cv);" : "pthread_cond_broadcast(&cv);";
    bool inside = r_.chance(60);
    out.push_back("pthread_mutex_lock(&m0);");
    out.push_back(assignment());
    if (inside) out.push_back(wake);
    out.push_back("pthread_mutex_unlock(&m0);");
    if (!inside) out.push_back(wake);
  }
  held_ = before;
  return out;
}

Node Generator::semaphore_statement() {
  std::vector<std::string> choices{"sem_wait(&sem);", "sem_post(&sem);", "if (sem_trywait(&sem) == 0) l0 ^= 1;",
                                   "sem_getvalue(&sem, &l1);"};
  if (f_.timed) choices.push_back("if (sem_timedwait(&sem, &soon) == 0) l0 ^= 1;");
  if (unbounded_)
    choices = {"sem_wait(&sem);", "if (sem_trywait(&sem) == 0) l0 ^= 1;", "sem_wait(&sem); sem_post(&sem);"};
  if (unbounded_ == 0 && r_.chance(50)) return choices[r_.chance(35) ? 0 : 1];
  return r_.pick(choices);
}

Node Generator::barrier_statement() {
  if (r_.chance(50)) return "pthread_barrier_wait(&bar);";
  return "if (pthread_barrier_wait(&bar) == PTHREAD_BARRIER_SERIAL_THREAD) l0 = 1;";
}

}  // namespace heddle::fuzz
